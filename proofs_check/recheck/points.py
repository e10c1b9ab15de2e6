"""Exact points at which the second evaluator may see that a statement is false: small, simple, and not from an engine.

Values come from sizes and traits alone: identities and unit vectors, zeros, diagonal matrices of one trace, and small
integers.  Whether a point meets the hypotheses is asked by whoever reads it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from re import findall
from typing import Any

from ..claims import Claim
from ..statement.props import Prop, symbols_in
from ..statement.terms import Sym
from ..verdict import Point
from . import prompts, recheck
from .laws import parameters_of
from .terms import Known

STYLES = ("unit", "small", "zero", "spread", "further", "turned")
SIZES = ((1, 1, STYLES), (2, 2, STYLES[:4]), (1, 2, STYLES))
"""Values of d, of all other dimensions, and styles."""
PATIENCE = 9
"""Points that are not read, after which no other is looked at."""
NO_VALUE = frozenset({
    "identity", "zero", "mask", "index", "integer", "activation", "kernel", "function", "law", "label", "derived",
    "prompt", "claim", "measured",
})  # fmt: skip
MEMBERS = range(4)
"""Of families a few members have values: of layers from 0, of samples from 1."""
Rows = list[list[Fraction]]
Sizes = tuple[tuple[str, tuple[int, ...]], ...]


def is_among(sizes: Mapping[str, int], those: Sizes) -> bool:
    """Whether each of these sizes is one of ``those``, where these speak of it."""
    return all(sizes[name] in values for name, values in those if name in sizes)


@lru_cache(maxsize=512)
def fails_somewhere(claim: Claim, prop: Prop, sizes: Sizes = (("d", (1, 2)),)) -> bool:
    """Whether the statement is false at one of these points, of which the sizes are among these, under the hypotheses
    of ``claim``."""
    unread = 0
    met = frozenset().union(*(symbols_in(p) for p in (*(h.prop for h in claim.given), prop)))
    for point, known in _of_a_claim(claim, met):
        if not is_among(point.sizes, sizes):
            continue
        confirmed = recheck(claim, prop, point, known).confirmed
        unread += confirmed is None
        if confirmed or unread == PATIENCE:
            return bool(confirmed)
    return False


@lru_cache(maxsize=8)
def _of_a_claim(claim: Claim, met: frozenset[Sym]) -> tuple[tuple[Point, Known], ...]:
    """The points for a claim and its twins, each with the values that were read there: twins share most terms."""
    return tuple((point, {}) for point in points(met))


def points(symbols: Iterable[Sym]) -> Iterator[Point]:
    """Some exact points for these symbols, and what they stand for, the smallest first."""
    syms = sorted({s for one in symbols for s in _named(one)}, key=lambda s: (s.name, len(s.traits)))
    names = {name for s in syms for dim in s.shape for name in findall(r"[A-Za-z_]\w*", str(dim))}
    names |= {t.removeprefix("range:").partition("+")[0] for s in syms for t in s.traits if t.startswith("range:")}
    names |= {s.name for s in syms if s.has("integer")}
    letters = {name for name in names if not name.isdigit()}
    for d, others, styles in SIZES:
        sizes = {name: d if name == "d" else others for name in sorted(letters)}
        for style in styles:
            yield Point(sizes, dict(_values(syms, sizes, style)))


def _named(sym: Sym) -> Iterator[Sym]:
    """The symbol with those that it stands for: the parameters of its law, the parts of a prompt."""
    yield sym
    yield from parameters_of(sym)
    if sym.has("prompt"):
        yield from (prompts.x, prompts.x_q, prompts.w)


def _values(syms: Sequence[Sym], sizes: dict[str, int], style: str) -> Iterator[tuple[str, Any]]:
    place = 0
    for sym in syms:
        if sym.traits & NO_VALUE:
            continue
        shape = [_size(dim, sizes) for dim in sym.shape]
        if None in shape:
            continue
        family = sym.has("layers") or sym.has("iid")
        for k in MEMBERS if family else (None,):
            name = sym.name if k is None else f"{sym.name}[{k}]"
            rows = _rows(sym, int(shape[0] or 0), int(shape[1] or 0), style, random.Random(f"{name} {style}"), place)
            yield name, rows[0][0] if sym.shape == (1, 1) else rows
            place += 1


def _size(dim: str | int, sizes: dict[str, int]) -> int | None:
    name, _, more = str(dim).partition("+")
    if name.isdigit():
        return int(name)
    return sizes[name] + int(more or 0) if name in sizes and (more or "0").isdigit() else None


def _rows(sym: Sym, rows: int, cols: int, style: str, draw: random.Random, place: int) -> Rows:
    if sym.has("orthogonal"):
        return _turn() if style in {"turned", "further"} and rows == 2 else _diagonal([1] * rows)
    if sym.shape == (1, 1):
        return [[_number(sym, style, draw)]]
    if sym.has("posdef") or sym.has("psd"):
        if style == "zero" and not sym.has("posdef"):
            return _diagonal([0] * rows)
        if style == "spread":
            return _diagonal([2 + (-1) ** k * (place % 2) if rows > 1 else 2 for k in range(rows)])
        if style in {"unit", "zero"}:
            return _diagonal([1] * rows)
        A = [[Fraction(draw.randint(-2, 2)) for _ in range(rows)] for _ in range(rows)]
        return [[sum((x * y for x, y in zip(a, b, strict=True)), Fraction(int(i == j and sym.has("posdef"))))
                 for j, b in enumerate(A)] for i, a in enumerate(A)]  # fmt: skip
    if style == "zero":
        return [[Fraction(0)] * cols for _ in range(rows)]
    if style in {"unit", "turned"}:
        one = (-1) ** place if style == "turned" else 1
        return [[Fraction(one * int(i == j)) for j in range(cols)] for i in range(rows)]
    A = [[Fraction(draw.randint(-3, 3)) for _ in range(cols)] for _ in range(rows)]
    return [[A[min(i, j)][max(i, j)] for j in range(cols)] for i in range(rows)] if sym.has("symmetric") else A


def _number(sym: Sym, style: str, draw: random.Random) -> Fraction:
    if style in {"unit", "turned"} or (style == "zero" and sym.traits & {"positive", "nonzero"}):
        return Fraction(1)
    if style == "zero":
        return Fraction(0)
    found = Fraction(draw.choice((1, 2, 3, -1, -2)), draw.choice((1, 2)))
    return abs(found) if sym.traits & {"positive", "nonnegative"} else found


def _diagonal(values: list[int]) -> Rows:
    return [[Fraction(x if i == j else 0) for j in range(len(values))] for i, x in enumerate(values)]


def _turn() -> Rows:
    return [[Fraction(3, 5), Fraction(-4, 5)], [Fraction(4, 5), Fraction(3, 5)]]
