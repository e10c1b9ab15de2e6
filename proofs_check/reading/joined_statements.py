r"""Statements in brackets, and statements in words, among others: ``(p \implies q),\quad (\forall x:\ r)``.

Brackets say how far an implication, a quantifier, ``for all t \ge 0`` reach; where they stand around a whole statement
each is read by itself.  Words are those that the renderer writes, exactly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product

from ..errors import UserError
from ..report.render import plain as said
from ..statement.binders import Over
from ..statement.citations import claim_ref
from ..statement.heads import PROPS
from ..statement.props import Prop, conj, conjuncts
from ..statement.sizes import check_sizes
from ..statement.terms import Abbrev, Op, Sym, Term, free_symbols
from .letters import arguments_of
from .outcomes import Refusal
from .outcomes import Tree as Meaning
from .spellings import ACCENTS, CLOSE, CONNECTIVES, FONTS, GAPS, GREEK, LAYOUT, OPEN, RELATIONS
from .tokens import Group, Item, Tok, grouped, key

Items = tuple[Item, ...]
Reads = Callable[[Items], tuple[Meaning, ...]]
"""Reads one statement or one term."""
_QUANTIFIERS = {"\\forall", "\\exists"}


def joined(items: Items, nested: Reads, plain: Reads) -> tuple[Meaning, ...] | None:
    """The readings of several statements, of which one stands in brackets or in words; nothing where none does.

    What stands in brackets is read as ``nested``, the rest as ``plain``.
    """
    items = _trimmed(items)
    if _saddle(items) is not None:
        return _of_a_saddle(items, plain)
    signs = [k for k in outside(items) if _text(items[k]) in CONNECTIVES]
    commas = [k for k in outside(items) if _text(items[k]) == ","]
    if (minima := at_minima(items)) is not None and not signs:
        if len(commas) > (minima[0] == "minimum_where"):
            raise Refusal(items[0].span, "How far these words reach stays open: write one statement behind them.")
        return _of_minima(minima, nested, plain)
    lists = any(map(_is_list, _split(items, [*signs, *commas])))
    parts = _split(items, [*signs, *(k for k in commas if not lists or _is_wide(items[k + 1 :]))])
    if not any(_inside(part) is not None or _worded(part) is not None or _is_said(part) for part in parts):
        return None
    if len(signs) > 1:
        raise Refusal(items[signs[1]].span, "Two implications in a row: ask them apart.")
    if signs:
        sides = items[: signs[0]], items[signs[0] + 1 :]
        if len(parts) > 2:
            return None
        found = [_one(_trimmed(side), nested, plain) for side in sides]
        if any(isinstance(tree, Term) for side in found for tree in side):
            raise Refusal(items[signs[0]].span, "On both sides of an implication stand relations.")
        head = CONNECTIVES[_text(items[signs[0]])]
        return tuple(Prop(head, (p, q)) for p in found[0] for q in found[1])
    if len(parts) == 1:
        return _one(parts[0], nested, plain)
    for part, behind in pairwise(parts):
        words = _worded(part)
        if words is not None and words.marks and _is_value(behind):
            raise Refusal(behind[0].span, "One more value, or a statement of its own? Write it first, or in brackets.")
    groups = [_one(group, nested, plain) for group in _grouped(parts)]
    links = [[_links(tree, items) for tree in group] for group in groups]
    return tuple(conj(*(link for one in chosen for link in one)) for chosen in product(*links))


def _is_list(items: Items) -> bool:
    """Whether letters with commas between them may follow."""
    words = _worded(items)
    return _is_order(items) if words is None else bool(words.marks)


def _is_wide(behind: Items) -> bool:
    """Whether a wide space stands behind a comma, which parts statements; in a list of letters there is none."""
    first = next((_text(item) for item in behind if _text(item) not in LAYOUT), "")
    return first in ("\\quad", "\\qquad")


def _is_value(items: Items) -> bool:
    """Whether it begins with a letter and ``=``."""
    at = next((k for k in outside(items) if _text(items[k]) == "="), 0)
    marks = {"_", "^", *ACCENTS, *FONTS}
    bases = [item for k, item in enumerate(items[:at]) if not k or _text(items[k - 1]) not in marks]
    shown = [_text(item) for item in bases if _text(item) not in marks | LAYOUT]
    return len(shown) == 1 and (shown[0] in GREEK or (len(shown[0]) == 1 and shown[0].isalpha()))


def _links(tree: Meaning, items: Items) -> tuple[Prop, ...]:
    if not isinstance(tree, Prop):
        raise Refusal(items[0].span, "Of several formulas each is a relation: leave the comma out, or ask them apart.")
    return tuple(conjuncts(tree))


def _one(items: Items, nested: Reads, plain: Reads) -> tuple[Meaning, ...]:
    inside, words = _inside(items), _worded(items)
    if inside is not None:
        return nested(inside)
    if (parts := at_minima(items)) is not None:
        return _of_minima(parts, nested, plain)
    for form in (_citation, _order, _finite, _definition):
        if words is None and (told := form(items, plain)) is not None:
            return told
    return plain(items) if words is None else _in_words(words, items, plain)


def _grouped(parts: Sequence[Items]) -> Iterator[Items]:
    """The parts, those that are plain and stand beside each other as one: they may be continued."""
    waiting: list[Item] = []
    for part in parts:
        if _inside(part) is None and _worded(part) is None and not _is_said(part):
            waiting += [Tok(",", part[0].span[0], part[0].span[0]), *part] if waiting else part
            continue
        if waiting:
            yield tuple(waiting)
        waiting = []
        yield part
    if waiting:
        yield tuple(waiting)


def _is_order(items: Items) -> bool:
    return "in" in [key(item.items) for k, item in enumerate(items)
                    if k and _text(items[k - 1]) == "\\text" and isinstance(item, Group)]  # fmt: skip


def _is_said(items: Items) -> bool:
    """Whether it may say of which order something is, or that a mean exists."""
    texts = [_text(item) for item in items if _text(item) not in LAYOUT]
    defines = any(_is_defining(items[k : k + 2]) for k in outside(items))
    cites = texts[:1] == ["\\text"] and isinstance(items[1], Group) and key(items[1].items) == "theproofof"
    worded = at_minima(items) is not None
    return texts[-1:] == ["\\infty"] or _is_order(items) or defines or cites or worded


# Brackets ------------------------------------------------------------------------------------------------------


def _inside(items: Items) -> Items | None:
    """What the bracket around all of it holds, where that is a statement."""
    shown = [k for k, item in enumerate(items) if _text(item) not in LAYOUT]
    if len(shown) < 3 or _text(items[shown[0]]) != "(" or _text(items[shown[-1]]) != ")":
        return None
    inner = _trimmed(items[shown[0] + 1 : shown[-1]])
    inner = _trimmed(inner[:-1]) if inner and _text(inner[-1]) == "\\right" else inner
    depth = 0
    for item in inner:
        depth += (_text(item) in OPEN) - (_text(item) in CLOSE)
        if depth < 0:
            return None
    told = [_text(inner[k]) for k in outside(inner)]
    stated = any(sign in {*RELATIONS, *CONNECTIVES} for sign in told) or bool(_QUANTIFIERS.intersection(told[:1]))
    several = _split(inner, [k for k in outside(inner) if _text(inner[k]) == ","])
    listed = len(several) > 1 and all(map(_inside, several))
    return inner if stated or listed or _worded(inner) is not None or at_minima(inner) is not None else None


def outside(items: Items) -> Iterator[int]:
    """The places outside of brackets."""
    depth = 0
    for k, item in enumerate(items):
        text = _text(item)
        depth += text in OPEN or text == "\\langle" or text == "\\begin"
        if depth == 0:
            yield k
        depth -= text in CLOSE or text == "\\rangle" or text == "\\end"


def _split(items: Items, places: Sequence[int]) -> list[Items]:
    starts = [0, *(k + 1 for k in sorted(places))]
    return [_trimmed(items[a:b]) for a, b in zip(starts, [*sorted(places), len(items)], strict=True)]


def _trimmed(items: Sequence[Item]) -> Items:
    first, last = 0, len(items)
    while first < last and _text(items[first]) in GAPS | {"\\;", "\\,", "\\!", "\\:"}:
        first += 1
    while first < last and _text(items[last - 1]) in GAPS | {"\\;", "\\,", "\\!", "\\:"}:
        last -= 1
    return tuple(items[first:last])


# Words ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Worded:
    head: str
    left: Items
    right: Items
    marks: str
    """What stands behind the words: nothing, letters (+) or letters with values (=)."""


@cache
def _words() -> dict[str, tuple[str, str]]:
    """By the words of a form ``@0 words @+``, as they are compared, its head and what stands behind them."""
    found: dict[str, tuple[str, str]] = {}
    for name, head in PROPS.items():
        form = head.form.latex if head.form is not None else ""
        if head.binds is not None and head.binds.over in (Over.FLOWS, Over.MOMENTS):
            continue  # of which flow is not said
        match = re.fullmatch(r"@0 \\text\{([^{}]*)\}( @([+=]))?", form)
        if match is not None:
            found[key(grouped(match[1]))] = name, match[3] or ""
    return found


def in_words(items: Items) -> bool:
    """Whether it is stated in words of a head, or with them before or behind the statement."""
    return _worded(items) is not None or at_minima(items) is not None or _saddle(items) is not None


def _worded(items: Items) -> _Worded | None:
    for k in outside(items):
        behind = items[k + 1] if k + 1 < len(items) else None
        if _text(items[k]) != "\\text" or not isinstance(behind, Group):
            continue
        told = _words().get(key(behind.items))
        if told is None or bool(told[1]) != bool(_trimmed(items[k + 2 :])):
            return None
        return _Worded(told[0], _trimmed(items[:k]), _trimmed(items[k + 2 :]), told[1])
    return None


def _citation(items: Items, plain: Reads) -> tuple[Meaning, ...] | None:
    """That the proof of one claim rests on what another supplies."""
    if [_text(item) for item in items[::2]] != ["\\text"] * 5 or len(items) != 10:
        return None
    words = [key(item.items) for item in items[1::2] if isinstance(item, Group)]
    if len(words) != 5 or words[::2] != ["theproofof", "restsonafactthat", "supplies"]:
        return None
    return (Prop("cites", (claim_ref(words[1]), claim_ref(words[3]))),)


def _order(items: Items, plain: Reads) -> tuple[Meaning, ...] | None:
    r"""``a = O(b) \text{ in } n, m``."""
    at = next((k for k in outside(items) if _text(items[k]) == "\\text"), 0)
    behind = items[at + 1] if at and at + 1 < len(items) else None
    sign = next((k for k in outside(items[:at]) if _text(items[k]) == "="), 0)
    shown = [item for item in items[sign + 1 : at] if _text(item) not in LAYOUT]
    if not sign or not isinstance(behind, Group) or key(behind.items) != "in":
        return None
    if [_text(item) for item in (*shown[:2], *shown[-1:])] != ["O", "(", ")"]:
        return None
    span, rest = items[0].span, items[at + 2 :]
    letters = _split(rest, [k for k in outside(rest) if _text(rest[k]) == ","])
    found = [_terms(plain(part), span) for part in (items[:sign], tuple(shown[2:-1]), *letters)]
    if any(len(one) != 1 for one in found) or not all(isinstance(one[0], Sym) for one in found[2:]):
        raise Refusal(span, "What is of which order is read of terms that have one reading, in letters.")
    return _sized([Prop("order", tuple(one[0] for one in found))], span)


def _definition(items: Items, plain: Reads) -> tuple[Meaning, ...] | None:
    r"""``y := a + b``, of a letter that has a formula what it was defined as, said again."""
    at = next((k for k in outside(items) if _is_defining(items[k : k + 2])), 0)
    if not at:
        return None
    (name, *others), bodies = (_terms(plain(side), items[at].span) for side in (items[:at], items[at + 2 :]))
    if others or not isinstance(name, Abbrev | Sym):
        raise Refusal(items[at].span, "What is defined here is no letter: declare one, as in --let 'y := a + b'.")
    return _sized([Prop("defined", (name, body)) for body in bodies], items[at].span)


def at_minima(items: Items) -> tuple[str, Items, Items] | None:
    r"""Of ``\text{at every global minimum of } f:\ p`` the head, the function and the statement; of ``\text{wherever }
    p,\ f \text{ is at its global minimum}``, too."""
    first, last = _said_in(items[:2]), _said_in(items[-2:])
    if first == "at every global minimum of":
        at = next((k for k in outside(items) if _text(items[k]) == ":"), 0)
        found = "minimisers_satisfy", _trimmed(items[2:at]), _trimmed(items[at + 1 :])
    elif (first, last) == ("wherever", "is at its global minimum"):
        at = next((k for k in reversed([*outside(items)]) if _text(items[k]) == ","), 0)
        found = "minimum_where", _trimmed(items[at + 1 : -2]), _trimmed(items[2:at])
    else:
        return None
    return found if at > 2 and found[1] and found[2] else None


def _said_in(items: Items) -> str:
    r"""The words of ``\text{...}``, where these are the ones around a statement on minima."""
    told = len(items) == 2 and _text(items[0]) == "\\text"
    words = key(items[1].items) if told and isinstance(items[1], Group) else ""
    known = ("at every global minimum of", "wherever", "is at its global minimum")
    return next((one for one in known if words == key(grouped(one))), "")


def _of_minima(parts: tuple[str, Items, Items], nested: Reads, plain: Reads) -> tuple[Meaning, ...]:
    head, function, statement = parts
    span = function[0].span
    functions, bodies = _terms(plain(function), span), nested(statement)
    if len(functions) != 1 or any(isinstance(body, Term) for body in bodies):
        raise Refusal(span, "At every minimum of a function a relation is stated.")
    letters = _own_letters(functions[0], span)
    return _sized([Prop(head, (functions[0], body, *letters)) for body in bodies], span)


def _own_letters(function: Term, span: tuple[int, int]) -> tuple[Sym, ...]:
    """The letters of a function with a formula, as ``L(u, v)`` names them, or those in it that are trained."""
    own = {sym.name: sym for sym in free_symbols(function) if isinstance(sym, Sym)}
    trained = sorted(name for name, sym in own.items() if sym.has("parameter"))
    names = (arguments_of(function.sym) if isinstance(function, Abbrev) else ()) or trained
    if not names or not own.keys() >= set(names):
        raise Refusal(span, "This is read of a function of letters, L(u, v) := ..., or of what is trained.")
    return tuple(own[name] for name in names)


def _saddle(items: Items) -> tuple[Items, Items] | None:
    r"""Of ``x = 0 \text{ is a saddle point of } f`` the values and the function."""
    for k in outside(items):
        behind = items[k + 1] if k + 1 < len(items) else None
        if k and _text(items[k]) == "\\text" and isinstance(behind, Group):
            told = key(behind.items) == key(grouped(" is a saddle point of ")) and len(items) > k + 2
            return (_trimmed(items[:k]), _trimmed(items[k + 2 :])) if told else None
    return None


def _of_a_saddle(items: Items, plain: Reads) -> tuple[Prop, ...]:
    """All of the letters have values: otherwise one of them may be a statement of its own."""
    values, function = _saddle(items) or ((), ())
    found = _in_words(_Worded("saddle", function, values, "="), items, plain)
    for prop in found:
        of, *told = prop.args
        if len(told) > 2 and (isinstance(of, Prop) or set(told[::2]) != set(_own_letters(of, items[0].span))):
            raise Refusal(items[0].span, "A point of which function? Name its letters, L(u, v), and a value of each.")
    return found


def _is_defining(items: Items) -> bool:
    return [_text(item) for item in items] == [":", "="]


def _finite(items: Items, plain: Reads) -> tuple[Meaning, ...] | None:
    r"""``|\mathbb E[x]| < \infty``: the mean exists; ``\mathbb E[x] = \infty``: it does not."""
    shown = [item for item in items if _text(item) not in LAYOUT]
    texts = [_text(item) for item in shown]
    if texts[-2:] == ["=", "\\infty"]:
        means = _terms(plain(tuple(shown[:-2])), items[0].span)
        return tuple(Prop("infinite", (mean,)) for mean in means) if all(map(_is_mean, means)) else None
    inner = tuple(shown[1:-3])
    bars = [k for k in outside(inner) if _text(inner[k]) == "|"]
    if texts[-2:] != ["<", "\\infty"] or texts[:1] != ["|"] or texts[-3:-2] != ["|"] or bars:
        return None
    found = _terms(plain(inner), items[0].span)
    return tuple(Prop("finite", (term,)) for term in found) if all(map(_is_mean, found)) else None


def _is_mean(term: Term) -> bool:
    return isinstance(term, Op) and term.head.startswith("expect")


def _in_words(words: _Worded, items: Items, plain: Reads) -> tuple[Prop, ...]:
    span = items[0].span
    of = _terms(plain(words.left), span)
    commas = [k for k in outside(words.right) if _text(words.right[k]) == ","]
    pieces = _split(words.right, commas) if words.marks else []
    rest: list[Term] = []
    for piece in pieces:
        sides = [piece]
        if words.marks == "=":
            sides = _split(piece, [k for k in outside(piece) if _text(piece[k]) == "="])
        found = [_terms(plain(side), span) for side in sides]
        if len(sides) != (2 if words.marks == "=" else 1) or any(len(one) != 1 for one in found):
            raise Refusal(span, "Behind these words stand letters, each with its value where one is meant.")
        if not isinstance(found[0][0], Sym):
            raise Refusal(span, "Behind these words stand declared letters.")
        rest += [one[0] for one in found]
    return _sized([Prop(words.head, (term, *rest)) for term in of], span)


def _sized(props: Sequence[Prop], span: tuple[int, int]) -> tuple[Prop, ...]:
    try:
        for prop in props:
            check_sizes(prop, said)
    except UserError as error:
        raise Refusal(span, str(error)) from error
    return tuple(props)


def _terms(found: tuple[Meaning, ...], span: tuple[int, int]) -> tuple[Term, ...]:
    terms = tuple(tree for tree in found if isinstance(tree, Term))
    if len(terms) < len(found):
        raise Refusal(span, "Beside these words stands a term, and no relation.")
    return terms


def _text(item: Item) -> str:
    return item.text if isinstance(item, Tok) else ""
