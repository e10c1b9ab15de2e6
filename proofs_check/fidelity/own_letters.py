r"""Letters that a page makes for itself: prints with arguments, and names that it defines where it uses them.

``X_i(U_\Sigma X_0,tR)`` is one letter of a transcription, and no letter with scripts: a stand-in is read in its place,
and the letter put back.  ``\mathrm{II}=\ldots`` is a name of the page alone, which a transcription writes out: it is
a letter with the shape of what it is said to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..claims import Claim
from ..errors import UserError
from ..reading.letters import Named, letter_of, spelled
from ..reading.recursions import recursive
from ..report.render import plain
from ..report.symbols import symbol_tex
from ..statement.head_shapes import HeadShapes
from ..statement.terms import Abbrev, Dim, MadeSym, Op, Sym, Term, free_symbols
from .letters import named_in, named_in_all
from .said import opened_term
from .spellings import put, unbraced, written_out

_SHAPE = HeadShapes(plain)
_INDEX = r"(?:_(?:\{\w+\}|\w|\\[a-z]+))?"
_ROMAN = r"\\mathrm\s*(?:\{[IVX]+\}|[IVX])"
_NAME = re.compile(rf"\s*({_ROMAN}|(?:\\[A-Za-z]+\s*)?[A-Za-z]{_INDEX}|\\[A-Za-z]+{_INDEX})\s*:?=(.*)", re.S)


@dataclass(frozen=True, slots=True)
class StandIn:
    """What is read in the place of a print, and what it stands for."""

    tex: str
    letter: Named
    meant: Term


def with_arguments(spoken: Iterable[Named]) -> tuple[StandIn, ...]:
    """The letters whose prints end with arguments, the longest print first."""
    found: dict[str, Named] = {}
    for named in spoken:
        sym = named.sym if isinstance(named, Abbrev) else named
        if symbol_tex(sym).endswith(")") and spelled(letter_of(sym)) is None:
            found.setdefault(unbraced(symbol_tex(sym)), named)
    ordered = sorted(found.items(), key=lambda item: -len(item[0]))
    return tuple(StandIn(tex, _with_letter(rf"\mathfrak{{A}}_{{{k}}}", named), named)
                 for k, (tex, named) in enumerate(ordered))  # fmt: skip


def _with_letter(tex: str, named: Named) -> Named:
    """The same under another letter."""
    if isinstance(named, Abbrev):
        return Abbrev(_letter(tex, named.sym.shape), named.body)
    return _letter(tex, named.shape, *named.traits)


def values_of_recursions(claim: Claim) -> tuple[StandIn, ...]:
    r"""Values of recursions, ``X_{\ell+1}``, by their prints, where one print means one value in all of the claim."""
    found: dict[str, set[tuple[Abbrev, Op]]] = {}
    for part in claim.parts:
        for reading in part.readings:
            for letter, value in recursive(reading.prop).items():
                found.setdefault(unbraced(symbol_tex(letter.sym)), set()).add((letter, value))
    free = {named for part in claim.parts for reading in part.readings for named in named_in(reading.prop)}
    taken = {spelled(letter_of(named.sym if isinstance(named, Abbrev) else named)) for named in free}
    single = [(tex, *one) for tex, [*pairs] in found.items() if len(pairs) == 1 for one in pairs]
    return tuple(StandIn(tex, letter, value) for tex, letter, value in single
                 if spelled(symbol_tex(letter.sym)) not in taken - {None})  # fmt: skip


def of_the_page(claim: Claim) -> tuple[StandIn, ...]:
    """The prints of the page that its transcription writes out, the longest first."""
    taken = {spelled(letter_of(named.sym if isinstance(named, Abbrev) else named)) for named in named_in_all(claim)
             if isinstance(named, Abbrev) or not named.has("iid")}  # fmt: skip
    found = sorted(written_out(claim.id), key=lambda one: -len(one[0]))
    return tuple(_of_print(k, *one) for k, one in enumerate(found) if spelled(one[0]) not in taken - {None})


def _of_print(k: int, tex: str, meant: Term) -> StandIn:
    if isinstance(meant, Sym) and symbol_tex(meant) == tex:
        return StandIn(tex, meant, meant)
    rows, columns = (str(side) for side in _SHAPE(meant))
    shape = tuple(int(side) if side.isdigit() else side for side in (rows, columns))
    letter = tex if spelled(tex) is not None else rf"\mathfrak{{C}}_{{{k}}}"
    return StandIn(unbraced(tex), Abbrev(_letter(letter, shape), meant), meant)


def _letter(tex: str, shape: tuple[Dim, ...], *traits: str) -> MadeSym:
    rows, columns = shape
    return MadeSym(f"({tex})", (rows, columns), frozenset(filter(None, traits)), tex)


def replaced(tex: str, found: Sequence[StandIn]) -> str:
    """The formula with stand-ins in the places of the prints."""
    for one in found:
        letter = letter_of(one.letter.sym if isinstance(one.letter, Abbrev) else one.letter)
        tex = tex if one.tex == unbraced(letter) else put(unbraced(tex), one.tex, letter)
    return tex


def at_zero(tex: str) -> str:
    r"""Each ``\frac d{dt}``, with or without its bar, as the derivative at 0, in brackets.

    >>> at_zero(r"U\frac d{dt}A_0+\frac d{dt}h(a,b)|_{t=0}")
    'U\\cdot (\\frac d{dt}A_0|_{t=0})+(\\frac d{dt}h(a,b)|_{t=0})'
    """
    tex = _BEFORE.sub(r"\1\\cdot (", tex)
    place = 0
    while (found := _DERIVATIVE.search(tex, place)) is not None:
        letter = _OPERAND.match(tex, found.end())
        end = letter.end() if letter else found.end()
        if end < len(tex) and tex[end] in "([":
            depth = 0
            for place in range(end, len(tex)):
                depth += (tex[place] in "([") - (tex[place] in ")]")
                if depth == 0:
                    break
            end = place + 1
        bar = _BAR.match(tex, end)
        inside = at_zero(tex[found.end() : end])
        made = rf"(\frac d{{dt}}{inside.rstrip()}|_{{t=0}})"
        made = "\\cdot " + made if _FACTOR.search(tex[: found.start()]) else made
        tex = tex[: found.start()] + made + tex[bar.end() if bar else end :]
        place = found.start() + len(made)
    return tex


_BEFORE = re.compile(r"((?<![A-Za-z\\])[A-Z](?:_(?:\\[A-Za-z]+|\w))?)\s*\((?=\s*\\frac\s*d\s*\{dt\})")
"""A matrix before a bracket with a derivative, which is a factor."""
_FACTOR = re.compile(r"(?:[})]|(?<![\\A-Za-z])\w|[_^]\s*\\[A-Za-z]+)\s*$")
_DERIVATIVE = re.compile(r"\\frac\s*d\s*\{dt\}(?:\s*(?=\())?")
_SCRIPT = r"\s*[_^]\s*(?:\{[^{}]*\}|\\[A-Za-z]+|\w)"
_OPERAND = re.compile(rf"\s*(?:\\(?:mathfrak|mathbb|tilde|operatorname)\s*(?:\{{\w+\}}|\w)|[A-Za-z])(?:{_SCRIPT})*\s*")
_BAR = re.compile(r"\s*\|\s*_\s*\{\s*t\s*=\s*0\s*\}")


def definition(tex: str) -> tuple[str, str] | None:
    r"""The name that a formula may define, and the value.

    >>> definition(r"\mathrm{II}=a+b"), definition("c_1:=a"), definition("a+b=c")
    (('\\mathrm{II}', 'a+b'), ('c_1', 'a'), None)
    """
    found = _NAME.fullmatch(tex)
    return (found[1].strip(), found[2].strip()) if found else None


def named_by_the_page(name: str, value: Term) -> StandIn | None:
    """The name as a letter with the shape of its value; none for a number, which is a case."""
    if not free_symbols(value):
        return None
    try:
        rows, columns = (str(side) for side in _SHAPE(value))
        upright = re.fullmatch(r"\\mathrm\s*\{?(\w+)\}?", name)
        tex = rf"\mathfrak{{B}}_{{{upright[1]}}}" if upright else name
        drawn = any(sym.has("random") or sym.has("derived") for sym in free_symbols(opened_term(value)))
        shape = tuple(int(side) if side.isdigit() else side for side in (rows, columns))
        letter = _letter(tex, shape, "derived" if drawn else "")
        return StandIn(unbraced(name), letter, letter) if spelled(tex) is not None else None
    except UserError:
        return None


