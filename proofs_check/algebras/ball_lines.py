"""Functions of one number at an exact point, as polynomials with rational coefficients."""

from __future__ import annotations

from dataclasses import replace

import flint

from numeric.sign_tables import signs

from ..statement.fold import Lacks
from ..statement.terms import Sym, Term
from .ball_own import loss_at
from .ball_psd import exactly
from .ball_values import number
from .balls import BallsAlgebra


def polynomial(f: Term, s: Sym, algebra: BallsAlgebra) -> flint.fmpq_poly:
    """``f`` in the number ``s``, everything else at its value; raises :class:`Lacks` where that is no such polynomial.

    Its degree is known from balls, its values at the first integers exactly.
    """
    degree = max(map(len, loss_at(f, (s.name,), algebra).loss), default=0)
    found = flint.fmpq_poly([0])
    for k in range(degree + 1):
        there = replace(algebra, exact={**algebra.exact, s.name: flint.fmpq_mat(1, 1, [k])})
        value = exactly(f, there)
        if value is None:
            raise Lacks("balls lacks sign tables of what is no fraction at the point")
        found += _basis(k, degree) * value[0, 0]
    return found


def curvature_signs(f: Term, s: Sym, algebra: BallsAlgebra) -> set[int | None]:
    """The signs that the second derivative of ``f`` in the number ``s`` has on the whole line."""
    there = algebra.moved({s.name: number(0)})
    return {sign for (sign,) in signs([polynomial(f, s, there).derivative().derivative()])}


def _basis(k: int, degree: int) -> flint.fmpq_poly:
    """1 at k, and 0 at the other of 0, ..., degree."""
    found = flint.fmpq_poly([1])
    for j in (j for j in range(degree + 1) if j != k):
        found = found * flint.fmpq_poly([-j, 1]) / (k - j)
    return found
