r"""Letters that a page makes for itself: prints with arguments, and names that it defines where it uses them.

``X_i(U_\Sigma X_0,tR)`` is one letter of a transcription, and no letter with scripts: a stand-in is read in its place,
and the letter put back.  ``\mathrm{II}=\ldots`` is a name of the page alone, which a transcription writes out: it is
a letter with the shape of what it is said to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..errors import UserError
from ..reading.letters import Named, letter_of, spelled
from ..report.render import plain
from ..report.symbols import symbol_tex
from ..statement.head_shapes import HeadShapes
from ..statement.props import Prop
from ..statement.terms import Abbrev, Dim, MadeSym, Op, Term, free_symbols
from .said import opened_term
from .spellings import put, unbraced

_SHAPE = HeadShapes(plain)
_INDEX = r"(?:_(?:\{\w+\}|\w))?"
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
    found: dict[str, Abbrev] = {}
    for named in spoken:
        tex = symbol_tex(named.sym) if isinstance(named, Abbrev) else ""
        if isinstance(named, Abbrev) and tex.endswith(")") and spelled(letter_of(named.sym)) is None:
            found.setdefault(unbraced(tex), named)
    ordered = sorted(found.items(), key=lambda item: -len(item[0]))
    return tuple(StandIn(tex, Abbrev(_letter(rf"\mathfrak{{A}}_{{{k}}}", named.sym.shape), named.body), named)
                 for k, (tex, named) in enumerate(ordered))  # fmt: skip


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


_FACTOR = re.compile(r"(?:[})]|(?<![\\A-Za-z])\w|[_^]\s*\\[A-Za-z]+)\s*$")
_DERIVATIVE = re.compile(r"\\frac\s*d\s*\{dt\}")
_SCRIPT = r"\s*[_^]\s*(?:\{[^{}]*\}|\\[A-Za-z]+|\w)"
_OPERAND = re.compile(rf"\s*(?:\\(?:mathfrak|mathbb|tilde|operatorname)\s*(?:\{{\w+\}}|\w)|[A-Za-z])(?:{_SCRIPT})*\s*")
_BAR = re.compile(r"\s*\|\s*_\s*\{\s*t\s*=\s*0\s*\}")


def put_back(prop: Prop, meant: Mapping[Term, Term]) -> Prop:
    """The relation with what the stand-ins stand for."""

    def back(node: Term) -> Term:
        if node in meant:
            return meant[node]
        return Op(node.head, tuple(map(back, node.args))) if isinstance(node, Op) else node

    return Prop(prop.head, tuple(back(a) if isinstance(a, Term) else put_back(a, meant) for a in prop.args))


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


