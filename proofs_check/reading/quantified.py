r"""What stands around a formula: ``\forall x:``, ``\exists x:``, ``for all t \ge 0``, ``almost surely``.

How far these reach is never guessed: beside an implication, or before several statements, they are not read.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from ..statement.props import Prop
from ..statement.terms import Sym
from .joined_statements import at_minima, outside
from .letters import Letters, script
from .lexer import lexed
from .outcomes import Refusal
from .outcomes import Tree as Meaning
from .spellings import CONNECTIVES, GAPS, LAYOUT
from .tokens import Group, Item, Tok, key

Around = Callable[[Meaning], Meaning]
_FROM = {"\\ge", "\\geq", "\\geqslant"}


def taken_apart(
    items: tuple[Item, ...], letters: Letters, *, nested: bool = False
) -> tuple[tuple[Item, ...], Around]:
    """The formula without what stands around it, and what puts that around its meaning.

    A letter stands for all values anyway: of the whole formula ``\\forall`` says nothing more, but where it is nested.
    """
    items, tail = (items, "") if at_minima(items) is not None else _without_tail(items, letters)
    quantifiers: list[tuple[str, list[Sym]]] = []
    while items and _is(items[0], {"\\forall", "\\exists"}):
        end = next((k for k, item in enumerate(items) if _is(item, {":", "\\colon"})), None)
        if end is None:
            break
        if any(_is(items[k], {*CONNECTIVES}) for k in outside(items)):
            raise Refusal(items[0].span, f"How far {_text(items[0])} reaches stays open beside an implication: leave "
                          "it out.")  # fmt: skip
        names, signed = _letters(items[:end], letters)
        nested = nested or signed
        quantifiers.append((_text(items[0]), names))
        items = items[end + 1 :]
        while items and _is(items[0], {*GAPS, *LAYOUT}):
            items = items[1:]
    kept = (k for k, (sign, names) in enumerate(quantifiers) if sign == "\\exists" or nested or _are_indices(names))
    first = next(kept, len(quantifiers))
    inner = quantifiers[first:]
    if inner and tail:
        raise Refusal(items[0].span, "Which comes first stays open here, the quantifier or the words: write brackets.")
    if (inner or tail) and any(_is(items[k], {",", ";", "\\\\", *CONNECTIVES}) for k in outside(items)):
        raise Refusal(items[0].span, "How far a quantifier reaches stays open here: write one statement behind it.")

    def around(tree: Meaning) -> Meaning:
        if not inner and not tail:
            return tree
        if not isinstance(tree, Prop):
            raise Refusal(items[0].span, "A quantifier stands before a relation.")
        made = Prop(tail, (tree,)) if tail else tree
        for sign, names in reversed(inner):
            for sym in reversed(names):
                made = Prop("exists" if sign == "\\exists" else "for_all", (sym, made))
        return made

    return items, around


def _are_indices(names: list[Sym]) -> bool:
    return any(sym.has("index") for sym in names)


def _without_tail(items: tuple[Item, ...], letters: Letters) -> tuple[tuple[Item, ...], str]:
    r"""Without ``\text{for all } t \ge 0`` or ``\text{almost surely}`` at the end."""
    for size, head in ((5, "always"), (2, "almost_surely")):
        behind = items[-size:]
        words = key(behind[1].items) if len(behind) == size and isinstance(behind[1], Group) else ""
        if not words or not _is(behind[0], {"\\text", "\\mathrm", "\\textrm"}):
            continue
        time = [_text(item) for item in behind[2:]] if head == "always" else []
        said = words == ("forall" if head == "always" else "almostsurely")
        if said and (head != "always" or (time[0] == "t" and time[1] in _FROM and time[2] == "0")):
            if head == "always" and letters.find("t", "", "") is not None:
                raise Refusal(behind[2].span, "t is a letter here, so that it may be no time: give it another name.")
            rest = items[:-size]
            while rest and _is(rest[-1], {*GAPS, ","}):
                rest = rest[:-1]
            return rest, head
    return items, ""


def _letters(items: tuple[Item, ...], letters: Letters) -> tuple[list[Sym], bool]:
    """The declared letters behind a quantifier, and whether it says that they are positive, as they are."""
    signed = [_text(item) for item in items[-2:]] == [">", "0"]
    found: list[Sym] = []
    behind = lexed(items[1 : -2 if signed else None], letters.bases)
    k = 0
    while k < len(behind):
        scripts = list(takewhile(lambda lex: lex.kind in ("SUB", "SUP", "PRIME"), behind[k + 1 :]))
        sub, sup = (next((script(s) for s in scripts if (s.kind == "SUB") is below), "") for below in (True, False))
        named = letters.find(behind[k].text, sub, sup)
        if behind[k].kind != "NAME" or not isinstance(named, Sym) or named.has("random"):
            raise Refusal(items[0].span, f"{_text(items[0])} is read before letters that are declared: --let 'x: "
                          "vector'.")  # fmt: skip
        if named.has("positive") is not signed and not named.has("integer"):
            told = "is positive" if signed else "has any sign"
            raise Refusal(items[0].span, f"Here {named.name} {told}, and it is declared in another way.")
        found.append(named)
        k += 1 + len(scripts)
        if k < len(behind) and behind[k].kind not in ("COMMA", "SEP"):
            raise Refusal(items[0].span, f"Behind {_text(items[0])} stand letters with commas between.")
        k += 1
    return found, signed


def _text(item: Item) -> str:
    return item.text if isinstance(item, Tok) else ""


def _is(item: Item, texts: set[str]) -> bool:
    return isinstance(item, Tok) and item.text in texts
