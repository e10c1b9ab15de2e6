"""Appendix B: the change of parameters (B.3), the sign (B.18) and the minimum (B.19)."""

from __future__ import annotations

from ....proof.chain import (
    Antisymmetry,
    Assume,
    Combination,
    Contradiction,
    Discharge,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
)
from ....proof.steps.extrema import Within
from ....statement.props import eq, ge, implies, le, lt, ne
from ....statement.psd import infimum
from ....statement.terms import half, norm_F, tr, vector, where
from ..notation import R_LSA, H, M, Phi, Psi, U, b, c, norm_H_squared, s, sigma, t, v
from ..notation_risk import Q, U_new, UHv, a_LSA, back, l, quadratic, second, third, v_new, without_MLP

there = where(R_LSA, *back)
changed = (v_new, s, U_new, b)
BIJECTION = Proof((
    Step("no larger", le(infimum(R_LSA, *without_MLP), infimum(there, *changed)), Within(*back)),
    Step("no smaller", le(infimum(there, *changed), infimum(R_LSA, *without_MLP)),
         Within((v_new, v), (U_new, U))),
    Step("equal", eq(infimum(R_LSA, *without_MLP), infimum(there, *changed)), Antisymmetry(),
         ("no larger", "no smaller"), printed="equivalent when computing the minimal risk"),
))

root = half(H)
A, z = root * U * root, root * v
SECOND = Proof((
    Step("norms", le(norm_F(A * z), norm_F(A) * norm_F(z)), FromFact("submultiplicativity", A=A, B=z),
         printed="||A||_F >= ||A||_op"),
    Step("(B.18)", ge(norm_H_squared(v) * tr(H * U * H * U.T), norm_H_squared(UHv)),
         Combination(norm_F(A) * norm_F(z) + norm_F(A * z)), ("norms",), printed="(B.18)"),
    Step("II", ge(second, 0), Combination(1 / M), ("(B.18)",), printed="we claim II >= 0"),
))

e, g = vector("e", "d", tex="c"), vector("g", "d", tex="l")
"""Any vectors in the place of c and l."""
factor = (M + 2) / M
positive_Q = Step("Q > 0", lt(0, Q), Combination(plus=(factor * t**2, 2 * factor * norm_F(Phi) ** 2)), ("t > 0",))
THIRD = Proof((
    positive_Q,
    Step("any c and l", ge(quadratic(e, g), -(norm_H_squared(g) / Q)),
         Combination(plus=(Q * norm_H_squared(e + 1 / Q * g),)), ("Q > 0",), printed="easily minimized"),
    Step("attained", eq(where(quadratic(e, g), (e, -1 / Q * g)), -(norm_H_squared(g) / Q)), Identity()),
    Step("III", ge(third(a_LSA), -(norm_H_squared(l(a_LSA)) / Q)),
         Combination(plus=(Q * norm_H_squared(c + 1 / Q * l(a_LSA)),)), ("Q > 0",), printed="(B.19)"),
))

B = root * half(Psi)
mean = tr(H * Psi)
WITHOUT_SPREAD = Proof((
    Step("norms", le(norm_F(B * B.T), norm_F(B) * norm_F(B.T)), FromFact("submultiplicativity", A=B, B=B.T)),
    Step("mean", ge(mean, 0), Combination(plus=(norm_F(B) ** 2,))),
    Step("t >= 0", ge(t, 0), Combination(1, plus=(sigma**2,)), ("mean",)),
    Step("Q is small", le(Q, 3 * factor * t**2),
         Combination(
             2 * factor * (norm_F(B * B.T) + norm_F(B) * norm_F(B.T)), plus=(2 * factor * sigma**2 * (t + mean),)
         ), ("norms", "mean", "t >= 0")),
    Step("Q >= 0", ge(Q, 0), Combination(plus=(factor * t**2, 2 * factor * norm_F(Phi) ** 2))),
    Step("t = 0", eq(t, 0), Assume()),
    Step("Q <= 0", le(Q, 0), Combination(1, 3 * factor * t), ("Q is small", "t = 0")),
    Step("Q = 0", eq(Q, 0), Antisymmetry(), ("Q <= 0", "Q >= 0")),
    Step("no spread", implies(eq(t, 0), eq(Q, 0)), Discharge("t = 0"), ("t = 0", "Q = 0")),
    Step("no mean", le(norm_F(B) ** 2, 0), Combination(1, plus=(sigma**2,)), ("t = 0",)),
    Step("B != 0", ne(B, 0 * B), Assume()),
    Step("size", lt(0, norm_F(B) ** 2), Positivity(), ("B != 0",)),
    Step("B = 0", eq(B, 0 * B), Contradiction("B != 0"), ("B != 0", "size", "no mean")),
    Step("III = 0", eq(third(a_LSA), 0),
         Identity(2 * (c.T * H * (a_LSA + UHv)), norm_H_squared(c), (4 / M * (c.T * H * U * root), half(Psi) * H * v)),
         ("t = 0", "Q = 0", "B = 0")),
    Step("nothing left", implies(eq(t, 0), eq(third(a_LSA), 0)), Discharge("t = 0"), ("t = 0", "III = 0")),
))
