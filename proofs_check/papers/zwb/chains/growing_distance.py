r"""The distance :math:`\|\beta-\beta^*\|_H` may grow along the flow, in every dimension d >= 2 and for every M."""

from __future__ import annotations

from ....proof.chain import Assume, Combination, Discharge, Identity, Proof, Step, Substitution
from ....statement.props import conj, eq, gt, implies
from ....statement.terms import Term, ddt, half, where
from ..assumptions import w
from ..notation import D, Gamma, H, M, beta, beta_star, norm_H_squared
from ..notation_gd import A_of, orthonormal, u

roots = conj(orthonormal, eq(half(H) * u, 4 * u), eq(half(H) * w, w))
"""u and w are orthonormal, and eigenvectors of H to 16 and 1."""
there = ((beta, beta_star + u / 4 - 3 * w), (Gamma, -(w * (u / 4 + w).T)))
growth: Term = where(ddt(norm_H_squared(D)), *there)
grows = implies(roots, gt(growth, 0))
hu, hw = half(H) * u, half(H) * w
apart: Term = hu / 4 - 3 * hw
at_apart: Term = -4 * ((H * apart).T * A_of(-(hw * (hu / 4 + hw).T)) * apart)
x: Term = u - 3 * w
A: Term = A_of(-(w * (u + w).T))
U, W, X = u.T * u, w.T * w, u.T * w
_px, _qp = U - 2 * X - 3 * W, 16 * U + 13 * X - 3 * W
_qx, _qw, _wx = 16 * U - 51 * X + 9 * W, 16 * X - 3 * W, X - 3 * W
in_products: Term = (
    _qx + _qw * _px + _qp * _wx + (M + 1) / M * W * _qp * _px + 1 / M * W * (U + 2 * X + W) * _qx
)
GROWS = Proof((
    Step("eigenvectors", roots, Assume()),
    Step("growth", eq(growth, at_apart), Identity()),
    Step("first", eq(at_apart, -4 * ((H * u - 3 * (H * w)).T * A * x)), Substitution(),
         ("eigenvectors#4", "eigenvectors#5")),
    Step("H u", eq(H * u, 16 * u), Identity((half(H), 1), 4), ("eigenvectors#4", "eigenvectors#4")),
    Step("H w", eq(H * w, w), Identity((half(H), 1), 1), ("eigenvectors#5", "eigenvectors#5")),
    Step("second", eq(-4 * ((H * u - 3 * (H * w)).T * A * x), -4 * ((16 * u - 3 * w).T * A * x)), Substitution(),
         ("H u", "H w")),
    Step("third", eq((16 * u - 3 * w).T * A * x, in_products), Identity()),
    Step("value", eq(in_products, 24 / M - 34), Substitution(), ("eigenvectors#1", "eigenvectors#2", "eigenvectors#3")),
    Step("grows", gt(growth, 0), Combination(-1, -1, -1, 4, 4, plus=(40 + 96 * (M - 1) / M,)),
         ("growth", "first", "second", "third", "value")),
    Step("growing", grows, Discharge("eigenvectors"), ("eigenvectors", "grows")),
))
