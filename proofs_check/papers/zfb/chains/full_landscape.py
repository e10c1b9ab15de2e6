"""Stationary points of the population loss over all parameters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ....proof.chain import (
    Assume,
    Combination,
    Contradiction,
    Discharge,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....statement.props import conj, eq, gt, implies, ne
from ....statement.terms import Sym, Term, expect, grad, half, inv, norm_F, scalar, tr, where, zeros
from ..notation import U11, Gam, I, L, Lam, Lam_hat, N, c, d, l, u12, u21, u_1, w, x_q
from .global_optimality import floor
from .sharp_bounds import at_q, delta, q
from .theorem_4 import K

zero, nothing = zeros("d", 1), zeros("d", "d")
r = w.T * Lam_hat * w
alpha = u12.T * (Lam_hat + 1 / N * x_q * x_q.T) * U11 * x_q
beta = u_1 * r * u21.T * x_q
"""The two terms of the part of the prediction that is even in w."""
slope = Gam * Lam * K * Lam - Lam**2
"""The derivative in K of the part of the loss that comes from the odd part of the prediction."""
in_U11, in_u12, in_u21 = (tr(x.T * grad(L, x)) for x in (U11, u12, u21))
in_u_1 = u_1 * grad(L, u_1)

value = eq(L - Fraction(1, 2) * (tr(Lam) - tr(Lam**2 * K)), Fraction(1, 2) * (in_U11 + in_u21))
equal_shares = eq(in_U11 - in_u_1, expect(alpha**2) - expect(beta**2))
orthogonal = eq(in_U11 - in_u12, tr(slope.T * (u_1 * U11 - u12 * u21.T)))
whole = eq(in_U11 + in_u21, tr(slope.T * K) + expect((alpha + beta) ** 2))

# On the block.
no_slope = conj(eq(grad(l, U11), nothing), eq(grad(l, u_1), 0))
minimum = implies(conj(ne(u_1, 0), eq(grad(l, U11), nothing)), eq(u_1 * U11, inv(Gam)))
step_size = scalar("h")
along = where(l, (U11, U11 + step_size * c * Lam**2), (u_1, step_size))
second = where(grad(grad(along, step_size), step_size), (step_size, 0))
saddle = eq(second, tr(Gam * Lam * U11 * Lam * U11.T) - 2 * c * tr(Lam**4))
BLOCK = Proof((
    Step("where u_-1 is not 0", conj(ne(u_1, 0), eq(grad(l, U11), nothing)), Assume()),
    Step("gradient", eq(grad(l, U11), u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2), Identity()),
    Step("product", eq(u_1 * U11, inv(Gam)),
         Identity((1 / u_1 * inv(Gam) * inv(Lam), inv(Lam)), (-(1 / u_1) * inv(Gam) * inv(Lam), inv(Lam))),
         ("where u_-1 is not 0#2", "gradient", "where u_-1 is not 0#1")),
    Step("minimum", minimum, Discharge("where u_-1 is not 0"), ("where u_-1 is not 0", "product")),
    Step("saddle", saddle, Identity()),
))

# Where U11 and u_-1 vanish.
there = ((U11, nothing), (u12, c * q), (u21, inv(c * at_q) * q), (u_1, 0))
eigenpair = conj(eq(Lam * q, delta * q), eq(q.T * q, 1))
excess = Fraction(1, 2) * (tr(Lam**2 * inv(Gam)) - delta**2 / at_q)


def _slope_there(x: Sym) -> Term:
    return where(grad(L, x), *there)


stationary = conj(
    eq(_slope_there(U11), nothing), eq(_slope_there(u12), zero), eq(_slope_there(u21), zero),
    eq(_slope_there(u_1), 0), eq(where(L, *there), floor + excess),
)
rank_one = implies(eigenpair, stationary)

above = implies(conj(ne(d, 1), eigenpair), gt(excess, 0))
_SHIFTED = {"eigenvector#1": "hypothesis#2", "eigenvector#2": "hypothesis#3"}
_X1, _Y1, _Y2 = q.T * Lam**2 * q, q.T * Lam * q, q.T * Gam * Lam * q
_W = q.T * Lam**2 * inv(Gam) * q
_rest = Lam * Gam ** Fraction(-1, 2) * (I - q * q.T)
_eigenvector = (
    Step("eigenvector", eigenpair, Assume()),
    Step("of Gamma Lambda", eq(Gam * Lam * q, at_q * delta * q), Identity((Gam + delta * (1 + 1 / N) * I, 1)),
         ("eigenvector#1",)),
    Step("X1", eq(_X1, delta**2), Identity(q.T * Lam + delta * q.T, delta**2), ("eigenvector#1", "eigenvector#2")),
    Step("Y1", eq(_Y1, delta), Identity(q.T, delta), ("eigenvector#1", "eigenvector#2")),
    Step("Y2", eq(_Y2, at_q * delta), Identity(q.T, at_q * delta), ("of Gamma Lambda", "eigenvector#2")),
    Step("W", eq(_W, delta**2 / at_q),
         Identity(q.T * ((Lam + delta * I) * inv(Gam) - delta**2 / at_q * (1 + 1 / N) * inv(Gam)), delta**2 / at_q),
         ("eigenvector#1", "eigenvector#2")),
)
RANK_ONE = Proof((
    *_eigenvector,
    Step("in U11", eq(_slope_there(U11), nothing), Identity()),
    Step("in u_-1", eq(_slope_there(u_1), 0), Identity()),
    Step("in u12", eq(_slope_there(u12), zero),
         Identity((inv(c) / at_q**2, Gam * Lam * q), delta * inv(c) / at_q**2,
                  (-(inv(c) / at_q) * (Lam + delta * I), 1)),
         ("Y1", "of Gamma Lambda", "eigenvector#1")),
    Step("in u21", eq(_slope_there(u21), zero), Identity((c / at_q, Lam * q), (-c * Lam, 1)), ("Y2", "eigenvector#1")),
    Step("loss", eq(where(L, *there), floor + excess),
         Identity(1 / (2 * at_q**2) * _Y1, delta / (2 * at_q), -1 / at_q), ("Y2", "Y1", "X1")),
    Step("rank one", rank_one, Discharge("eigenvector"),
         ("eigenvector", "in U11", "in u12", "in u21", "in u_-1", "loss")),
))
ABOVE = Proof((
    Step("hypothesis", conj(ne(d, 1), eigenpair), Assume()),
    *(replace(step, premises=tuple(_SHIFTED.get(name, name) for name in step.premises)) for step in _eigenvector[1:]),
    Step("size", eq(norm_F(_rest) ** 2, 2 * excess), Identity(-1, _W), ("W", "hypothesis#3")),
    Step("suppose", eq(_rest, nothing), Assume()),
    Step("identity", eq(I, q * q.T), Identity((half(Gam) * inv(Lam), 1)), ("suppose",)),
    Step("traces", eq(tr(I), tr(q * q.T)), Substitution(), ("identity",)),
    Step("one", eq(d, 1), Identity(1, 1), ("traces", "hypothesis#3")),
    Step("rest", ne(_rest, nothing), Contradiction("suppose"), ("suppose", "one", "hypothesis#1")),
    Step("positive", gt(norm_F(_rest) ** 2, 0), Positivity(), ("rest",)),
    Step("excess", gt(excess, 0), Combination(Fraction(1, 2), Fraction(1, 2)), ("positive", "size")),
    Step("above", above, Discharge("hypothesis"), ("hypothesis", "excess")),
))
