"""Tasks drawn from N(mu, Psi): the reduced loss and its minimisers."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    Assume,
    Combination,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....statement.props import Prop, conj, eq, ge, gt, implies, le, psd
from ....statement.terms import Abbrev, Term, ddt, grad, half, inv, matrix, norm_F, tr, vector, where
from ..lemma_32 import A as A_32
from ..lemma_32 import B as B_32
from ..notation import U11, I, Lam, N, given_block, u_1

mu = vector("mu_w", "d", tex=r"\mu")
Psi = matrix("Psi", "d", "d", "symmetric", "psd", tex=r"\Psi")
A = Abbrev(matrix("A_w", "d", "d", "symmetric", "psd", tex="A"), Psi + mu * mu.T)
"""The second moment of the task."""
size = tr(half(Lam) * A * half(Lam))
r""":math:`\mathrm{tr}(A\Lambda)`."""
G = Abbrev(
    matrix("G", "d", "d", "symmetric", "psd"), (1 + 1 / N) * (Lam * A * Lam) + 1 / N * size * Lam
)
r""":math:`\mathbb E[\hat\Lambda A\hat\Lambda]`, in the place of Gamma Lambda."""
K = matrix("K_star", tex="K_*")
reduced = tr(Fraction(1, 2) * u_1**2 * G * U11 * Lam * U11.T - u_1 * Lam * A * Lam * U11)
equation = eq(G * K, Lam * A)
away = u_1 * U11 - K
inside = (away * half(Lam)) * (away * half(Lam)).T
gap = eq(reduced - where(reduced, (U11, K), (u_1, 1)), Fraction(1, 2) * tr(G * inside))
least = ge(reduced, where(reduced, (U11, K), (u_1, 1)))

MINIMISERS = Proof((
    Step("equation", equation, Assume()),
    Step("cross", eq(tr((G * K) * Lam * U11.T), tr((Lam * A) * Lam * U11.T)), Substitution(), ("equation",)),
    Step("alone", eq(tr((G * K) * Lam * K.T), tr((Lam * A) * Lam * K.T)), Substitution(), ("equation",)),
    Step("gap", gap, Identity(u_1, -1), ("cross", "alone")),
    Step("G", psd(G), Positivity()),
    Step("inside", psd(inside), Positivity()),
    Step("trace", ge(tr(G * inside), 0), FromClaim("zfb/lemma-32-trace", bind=((A_32, G), (B_32, inside))),
         ("G", "inside")),
    Step("least", least, Combination(-1, Fraction(1, 2)), ("gap", "trace")),
    Step("gap for K", implies(equation, gap), Discharge("equation"), ("equation", "gap")),
    Step("least at K", implies(equation, least), Discharge("equation"), ("equation", "least")),
))

# How u12 leaves 0 where the mean of the task is not 0.
query: Term = Lam * U11 * Lam + Lam * U11.T * Lam + tr(Lam * U11) * Lam
r""":math:`\mathbb E[x_qx_q^\top U_{11}x_qx_q^\top]`."""
examples: Term = (1 + 1 / N) * (Lam * U11 * Lam * U11.T * Lam) + 1 / N * tr(Lam * U11 * Lam * U11.T) * Lam
r""":math:`\mathbb E[\hat\Lambda U_{11}\Lambda U_{11}^\top\hat\Lambda]`."""
u12_rate = (Lam * U11 * Lam - u_1 * examples + 1 / N * query * (I - u_1 * U11.T * Lam)) * mu
mean_of_cubes: Term = (mu.T * Lam * mu + tr(Lam * Psi)) * mu + 2 * Psi * Lam * mu
r""":math:`\mathbb E[(w^\top\Lambda w)w]`."""
u21_rate = u_1 * Lam * (I - (1 + 2 / N) * u_1 * U11.T * Lam) * mean_of_cubes
U11_rate = -(u_1**2) * G * U11 * Lam + u_1 * Lam * A * Lam
u_1_rate = -tr(u_1 * G * U11 * Lam * U11.T - Lam * A * Lam * U11)
balanced = eq(given_block(ddt(u_1**2 - tr(U11 * U11.T))), 0)

# The gradient in U11 against the distance from the least loss.
C = N * tr(inv(Lam)) ** 2 / size
"""||X||^2 is at most C tr(G X Lam X^T)."""
in_U11 = grad(reduced, U11)
pl: Prop = ge(norm_F(in_U11) ** 2, 2 * u_1**2 / C * (reduced - where(reduced, (U11, K), (u_1, 1))))
steep = implies(conj(equation, gt(size, 0)), pl)
_weighed, _root = half(Lam) * away * half(Lam), inv(half(Lam))
_n, _m, _y = norm_F(away), norm_F(_root), norm_F(_weighed)
_square = norm_F(G * away * Lam - away / C) ** 2
STEEP = Proof((
    Step("hypothesis", conj(equation, gt(size, 0)), Assume()),
    Step("cross", eq(tr((G * K) * Lam * U11.T), tr((Lam * A) * Lam * U11.T)), Substitution(), ("hypothesis#1",)),
    Step("alone", eq(tr((G * K) * Lam * K.T), tr((Lam * A) * Lam * K.T)), Substitution(), ("hypothesis#1",)),
    Step("gap", gap, Identity(u_1, -1), ("cross", "alone")),
    Step("gradient", eq(in_U11, u_1 * G * away * Lam), Identity((u_1, Lam)), ("hypothesis#1",)),
    Step("split", le(norm_F(_root * (_weighed * _root)), _m * norm_F(_weighed * _root)),
         FromFact("submultiplicativity", A=_root, B=_weighed * _root)),
    Step("split again", le(norm_F(_weighed * _root), _y * _m), FromFact("submultiplicativity", A=_weighed, B=_root)),
    Step("norm", le(_n, _m**2 * _y), Combination(1, _m), ("split", "split again")),
    Step("squares", le(_n**2, _m**4 * _y**2), Combination(_m**2 * _y + _n), ("norm",)),
    Step("tasks", psd(Lam * A * Lam), Positivity()),
    Step("inside", psd(inside), Positivity()),
    Step("of tasks", ge(tr(Lam * A * Lam * inside), 0),
         FromClaim("zfb/lemma-32-trace", bind=((A_32, Lam * A * Lam), (B_32, inside))), ("tasks", "inside")),
    Step("size", le(_n**2, C * tr(G * inside)), Combination(1, C * (1 + 1 / N)),
         ("squares", "of tasks", "hypothesis#2")),
    Step("length", eq(norm_F(in_U11) ** 2, norm_F(u_1 * G * away * Lam) ** 2), Substitution(), ("gradient",)),
    Step("steep", pl,
         Combination(2 * u_1**2 / C, -1, u_1**2 / C**2, plus=(u_1**2 * _square,)),
         ("gap", "length", "size", "hypothesis#2")),
    Step("implied", steep, Discharge("hypothesis"), ("hypothesis", "steep")),
))
