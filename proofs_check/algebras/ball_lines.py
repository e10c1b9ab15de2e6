"""Functions of one number at an exact point, and along lines, as polynomials with rational coefficients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import flint

from numeric.sign_tables import signs

from ..statement.terms import MadeSym, Sym, Term, substitute
from .ball_own import loss_at
from .ball_psd import exact_values
from .ball_values import Value, number
from .balls import BallsAlgebra

Direction = tuple[Any, ...]
"""Integers or fractions, one for each entry."""
_STEP = MadeSym("s of the line")


def polynomial(f: Term, s: Sym, algebra: BallsAlgebra) -> flint.fmpq_poly:
    """``f`` in the number ``s``, everything else at its value; raises :class:`Lacks` where that is no such polynomial.

    Its degree is known from balls, its values at the first integers exactly.
    """
    degree = max(map(len, loss_at(f, (s.name,), algebra).loss), default=0)
    values = exact_values(f, s, range(degree + 1), algebra)
    found = flint.fmpq_poly([0])
    for k, value in enumerate(values):
        found += _basis(k, degree) * flint.fmpq(value.numerator, value.denominator)
    return found


def curvature_signs(f: Term, s: Sym, algebra: BallsAlgebra) -> set[int | None]:
    """The signs that the second derivative of ``f`` in the number ``s`` has on the whole line."""
    there = algebra.moved({s.name: number(0)})
    return {sign for (sign,) in signs([polynomial(f, s, there).derivative().derivative()])}


@lru_cache(maxsize=256)
def _basis(k: int, degree: int) -> flint.fmpq_poly:
    """1 at k, and 0 at the other of 0, ..., degree."""
    found = flint.fmpq_poly([1])
    for j in (j for j in range(degree + 1) if j != k):
        found = found * flint.fmpq_poly([-j, 1]) / (k - j)
    return found


def bends_down(line: flint.fmpq_poly) -> bool:
    """Whether its second derivative is negative somewhere."""
    return any(sign == -1 for (sign,) in signs([line.derivative().derivative()]))


def entries_of(point: Mapping[Sym, Term], algebra: BallsAlgebra) -> list[tuple[Sym, int, int]]:
    """The entries of the symbols, in the order of the directions."""
    shapes = [(s, algebra.size(s.shape[0]), algebra.size(s.shape[1])) for s in point]
    return [(s, i, j) for s, rows, cols in shapes for i in range(rows) for j in range(cols)]


def between_axes(n: int) -> Iterator[Direction]:
    """The axes, and the lines between two of them."""
    for k in range(n):
        yield direction(n, k)
    for i, j in combinations(range(n), 2):
        yield direction(n, i, j)


def direction(n: int, *along: int) -> Direction:
    return tuple(int(k in along) for k in range(n))


def lines_through(
    f: Term, point: Mapping[Sym, Term], directions: Iterable[Direction], algebra: BallsAlgebra
) -> Iterator[tuple[Direction, flint.fmpq_poly]]:
    """``f`` along the lines through the point in these directions."""
    n = len(entries_of(point, algebra))
    for entries in directions:
        yield entries, curve_through(f, point, entries, direction(n), algebra)


def curve_through(
    f: Term, point: Mapping[Sym, Term], straight: Direction, bend: Direction, algebra: BallsAlgebra
) -> flint.fmpq_poly:
    """``f`` along a parabola through the point: a step in the one direction, its square in the other."""
    places = entries_of(point, algebra)
    turns = any(bend)
    exact, curve = {}, {}
    for s, value in point.items():
        for k, entries in enumerate((straight, bend) if turns else (straight,), start=1):
            made = MadeSym(f"direction {k} of {s.name}", s.shape)
            along = [x for x, (t, _, _) in zip(entries, places, strict=True) if t == s]
            exact[made.name] = flint.fmpq_mat(algebra.size(s.shape[0]), algebra.size(s.shape[1]), along)
            value = value + _STEP**k * made
        curve[s] = value
    values = {name: Value(flint.arb_mat(A)) for name, A in exact.items()}
    there = algebra.moved({_STEP.name: number(0), **values})
    return polynomial(substitute(f, curve), _STEP, replace(there, exact={**there.exact, **exact}))
