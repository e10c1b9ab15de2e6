r"""``Under gradient flow on $L$, $F$ is conserved``, of a function L that has a formula: equations of a flow.

Each letter of L moves along the negative gradient, and of what is conserved the derivative in time is 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .facts import function_named, names_in, relation_signs, several
from .flows import is_flow
from .pieces import Piece
from .sources import Text, joined

_OPENS = re.compile(r"(?:under|along) (?:the )?gradient flow(?: dynamics)?")
_ON = re.compile(rf"{_OPENS.pattern} (?:on|of|for) (?:the (?:loss|objective|risk) (?:function )?)?(?P<of>\d+)(?![^ ,])")
_RUN = re.compile(
    r"(?:(?:the|our|all) (?:weights|parameters|matrices|layers|factors|weight matrices) (?:follow|evolve (?:by|under|"
    r"according to|along)|are trained (?:by|with|using|under|via)|are updated by|move along)|"
    r"we (?:run|consider|study|use|follow|analy[sz]e)) (?:the )?gradient flow"
    r"(?: on (?:the |our )?(?:loss|objective|risk))?"
    r"(?: from (?:some|any|an arbitrary|arbitrary|a given) initiali[sz]ation)?"
    r"(?: ?,? (?:that is|i\.e\.|namely|given by|defined by))? ?,? ?(?P<of>\d+)(?![^ ,])"
)
_KEPT = re.compile(
    r"(?:(?:the |both )?(?:matrix|matrices|quantity|quantities|differences?|vector|functions?|expressions?) )?"
    r"(?P<of>\d+)(?: and (?P<too>\d+))? (?:is|are|remains?|stays?) "
    r"(?:both )?(?:conserved|constant|invariant|preserved|a conserved quantity|an invariant)(?: in time)?"
    r"(?P<along> along (?:the )?(?:gradient )?flow)?(?= ?,|$)"
)

_DECREASES = re.compile(
    r"the (?:loss|objective|risk) (?:decreases|is decreasing|is non-?increasing|never increases) "
    r"along the (?:gradient )?flow ?(?:,|then:) (?P<of>\d+)"
)
_NOT_POSITIVE = re.compile(r"(?:\\leq?(?:slant)?|<)\s*0[\s.,]*$")
_BEFORE = frozenset({"then", "that", "and", "have", "particular"})
_SPACE = re.compile(r"^(?:\\q?quad(?![A-Za-z])|\\[,;:! ]|[\s&])+")


_TRAINED = re.compile(
    r"(?P<first>,|and) (?:(?:is|are|which is|which are|which we) )?(?:trained|minimi[sz]ed|optimi[sz]ed) "
    r"(?:by|with|using|via|under|along) (?:the )?gradient flow ?,? ?(?P<of>\d+)(?= ?,?$)"
)


def _trained(items: list[Piece]) -> list[Piece]:
    r"""``, trained by gradient flow $\dot a = ...$`` as ``, consider the gradient flow $\dot a = ...$``."""
    said = said_in_words(items)
    found = _TRAINED.search(said)
    flows = _flows(items[int(found["of"])]) if found is not None else []
    if found is None or not flows:
        return items
    start, at = _place(items, said, found.start()), int(found["of"])
    comma = replace(items[start], kind="comma", text=",")
    return [*items[:start], comma, *_words("consider the gradient flow", items[start]), *flows, *items[at + 1 :]]


def with_gradient_flows(items: Sequence[Piece], defined: Iterable[str], *, flows: bool = False) -> list[Piece]:
    """The sentence with equations in the place of such words; ``flows`` where the equation of one is in force."""
    found = _opened(_decreasing(_run(_trained(list(items)))), frozenset(defined))
    return _kept(found, flows)


def said_in_words(items: Sequence[Piece]) -> str:
    """The words, formulas by their places."""
    shown = [str(k) if piece.kind == "math" else "," if piece.kind == "comma" else "?" if piece.kind != "word"
             else "one" if piece.text.isdigit() else piece.text.lower() for k, piece in enumerate(items)]  # fmt: skip
    return " ".join(shown)


def _place(items: Sequence[Piece], said: str, at: int) -> int:
    """The piece that begins at this character."""
    return len(said[:at].split()) if at else 0


def _words(text: str, beside: Piece) -> list[Piece]:
    return [Piece("word", word, beside.body.part(0, 1)) for word in text.split()]


def _run(items: list[Piece]) -> list[Piece]:
    r"""``We run gradient flow, that is, $\dot w = ...$`` as ``Consider the gradient flow $\dot w = ...$``."""
    said = said_in_words(items)
    found = _RUN.match(said)
    if found is None:
        return items
    at = int(found["of"])
    flows = _flows(items[at])
    return [*_words("consider the gradient flow", items[0]), *flows, *items[at + 1 :]] if flows else items


def _flows(piece: Piece) -> list[Piece]:
    """The equations of a formula that holds nothing but flows, with ``and`` between; nothing for another one."""
    out: list[Piece] = []
    last = 0
    for one in several(piece.body.chars):
        start = piece.body.chars.index(one, last)
        last = start + len(one)
        start += len(one) - len(_SPACE.sub("", one))
        body = piece.body.part(start, start + len(piece.body.chars[start:last].rstrip(" ,.\n\t")))
        if not is_flow(body.chars):
            return []
        out += _words("and", piece) if out else []
        out.append(replace(piece, text=body.chars, body=body))
    return out


def _decreasing(items: list[Piece]) -> list[Piece]:
    r"""``The loss decreases along the flow:`` before ``\frac{d}{dt} L = \dots\le 0``, which says it again."""
    found = _DECREASES.fullmatch(said_in_words(items).removesuffix(" ,"))
    told = items[int(found["of"])].body.chars if found is not None else ""
    again = re.match(r"[\s&]*\\[td]?frac\s*\{\s*(?:\\mathrm\s*\{?)?\s*d", told) and _NOT_POSITIVE.search(told)
    return [*_words("along the flow", items[0]), replace(items[-1], kind="comma"), *items[-1:]] if again else items


def _opened(items: list[Piece], defined: frozenset[str]) -> list[Piece]:
    r"""``Under gradient flow on $L$`` with the equations of this flow."""
    said = said_in_words(items)
    found = _ON.search(said)
    function = function_of(items[int(found["of"])].body.chars, defined) if found is not None else None
    if found is None or function is None:
        return items
    start, at = _place(items, said, found.start()), int(found["of"])
    name, letters = function
    place = items[at].body.place(0)
    out: list[Piece] = []
    for letter in letters:
        chars = rf"\dot{{{letter}}} = -\nabla_{{{letter}}} {name}({', '.join(letters)})"
        if not is_flow(chars):
            return items
        out += _words("and", items[at]) if out else []
        out.append(Piece("math", chars, Text(chars, (place,) * len(chars))))
    return [*items[:start], *_words("under gradient flow", items[start]), *out, *items[at + 1 :]]


def function_of(chars: str, defined: Iterable[str]) -> tuple[str, tuple[str, ...]] | None:
    """The name and the letters of the one function with a formula that is named here."""
    bare = re.sub(r"[\s{}]", "", chars)
    found = [name for name in defined if function_named(name) is not None
             and bare in (re.sub(r"[\s{}]", "", name), re.sub(r"[\s{}]", "", name.partition("(")[0]))]  # fmt: skip
    if len(found) != 1:
        return None
    name, _, rest = found[0].partition("(")
    letters = names_in(rest.strip().removesuffix(")"))
    return (name.strip(), letters) if letters else None


def _kept(items: list[Piece], flows: bool) -> list[Piece]:
    r"""``$F$ is conserved`` as ``$\frac{d}{dt} F = 0$``, where the sentence speaks of a flow."""
    said = said_in_words(items)
    named = [piece.body.chars for piece in items if piece.kind == "math"]
    flows = flows or _OPENS.search(said) is not None or any(map(is_flow, named))
    for found in _KEPT.finditer(said):
        piece, *more = (items[int(at)] for at in (found["of"], found["too"]) if at)
        start = _place(items, said, found.start())
        before = items[start - 1] if start else None
        free = before is None or before.kind == "comma" or before.text.lower() in _BEFORE
        plain = all(not relation_signs(p.body.chars) and len(several(p.body.chars)) == 1 for p in (piece, *more))
        if not (free and plain and (flows or found["along"])):
            continue
        place = piece.body.place(0)
        first, last = (Text(sign, (place,) * len(sign)) for sign in ("\\frac{d}{dt}\\left(", "\\right) = 0"))
        made: list[Piece] = []
        for one in (piece, *more):
            body = joined(first, one.body, last)
            made += [*(_words("and", one) if made else []), replace(one, text=body.chars, body=body)]
        end = _place(items, said, found.end())
        return [*items[:start], *made, *items[end:]]
    return items
