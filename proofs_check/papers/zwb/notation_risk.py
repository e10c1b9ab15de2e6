r"""The parts of the risk of LSA and LTB, Appendices B and D, as functions of ``a``.

For LSA :math:`a=-\beta^*`, for LTB :math:`a=w_1-\beta^*`; the other letters are those of (B.3).
"""

from __future__ import annotations

from ...statement.terms import Abbrev, Op, Term, expect, half, matrix, parameter, scalar, substitute, tr, vector, zeros
from .notation import (
    B_1,
    H,
    H_hat,
    I,
    K,
    M,
    Psi,
    U,
    X,
    a,
    b,
    beta_star,
    c,
    eps,
    norm_H_squared,
    p,
    s,
    sigma,
    t,
    u_1,
    v,
    w_1,
)

without_MLP = (u_1, s, B_1, b)
"""The reduced parameters of LSA."""
a_LSA = Abbrev(vector("a_LSA", "d", tex="a"), substitute(a.body, {w_1: zeros("d", 1)}))
r""":math:`a=-\beta^*`, that of LTB at :math:`w_1=0`."""
UHv = U * H * v

K_tilde = Abbrev(matrix("K_tilde", "d", "d", tex=r"\tilde K"), half(H) * K * half(H))
Q = Abbrev(scalar("Q"), (M + 2) / M * (t**2 + 2 * tr(H * Psi * H * Psi)))
q = Abbrev(scalar("q", "random"), 1 / M * ((X * p + eps).T * (X * p + eps)))
r""":math:`q=\frac1M\|Xp+\varepsilon\|^2`."""


def z_1(a: Term) -> Op:
    """The part of the error of (B.2) without noise."""
    return a - p + (U + b * p.T) * H_hat * (v + s * p)


z_2 = 1 / M * ((K + 2 * s * (b * p.T)) * X.T * eps)
z_3 = s / M * (b * (eps.T * eps))


def mean_square(z: Term) -> Op:
    r""":math:`\mathbb E\|z\|_H^2`."""
    return expect(norm_H_squared(z))


def S_0(a: Term) -> Op:
    """The part of order 0 in p, before (B.4)."""
    return norm_H_squared(a + UHv) + 1 / M * (norm_H_squared(UHv) + norm_H_squared(v) * tr(H * U * H * U.T))


def S_2(a: Term) -> Op:
    """(B.5): the part of order 2 in p."""
    deviation = K * H - I
    spread = (
        tr(H * K * H * Psi * H * K.T) + 2 * tr(H * Psi) * (c.T * H * UHv) + 4 * (c.T * H * U * H * Psi * H * v)
        + tr(H * Psi) * (norm_H_squared(v) * norm_H_squared(b) + s**2 * tr(H * U * H * U.T))
    )
    return tr(deviation.T * H * deviation * Psi) + 2 * tr(H * Psi) * (c.T * H * (a + UHv)) + 1 / M * spread


S_4 = (M + 2) / M * norm_H_squared(c) * (tr(H * Psi) ** 2 + 2 * tr(H * Psi * H * Psi))
"""(B.6): the part of order 4 in p."""

first = (
    tr(H * Psi) - 2 * tr(H * K * H * Psi) + tr(H * K * ((M + 1) / M * (H * Psi * H) + t / M * H) * K.T)
)
"""I of (B.15)."""
second = 1 / M * (norm_H_squared(v) * tr(H * U * H * U.T) - norm_H_squared(UHv))
"""II of (B.15)."""


def l(a: Term) -> Op:  # noqa: E743 - the paper's letter
    r""":math:`l=t(a+UHv)+\frac2MUH\Psi Hv`."""
    return t * (a + UHv) + 2 / M * (U * H * Psi * H * v)


def third(a: Term) -> Op:
    """III of (B.15)."""
    return 2 * (c.T * H * l(a)) + Q * norm_H_squared(c)


def fourth(a: Term) -> Op:
    """IV of (B.15)."""
    return norm_H_squared(a + UHv) + 2 / M * norm_H_squared(UHv)


def four_parts(a: Term) -> Op:
    """The right side of (B.15)."""
    return sigma**2 + first + second + third(a) + fourth(a)


v_new, U_new = parameter("v_new", "d", tex="v"), parameter("U_new", "d", "d", tex="U")
"""The changed parameters (B.3) as letters of their own."""
back = ((u_1, v_new - s * beta_star), (B_1, (U_new - b * beta_star.T).T))
"""The inverse of (B.3)."""


def quadratic(e: Term, g: Term) -> Op:
    r""":math:`2c^\top Hl+Q\|c\|_H^2`, for any vectors in the place of c and l."""
    return 2 * (e.T * H * g) + Q * norm_H_squared(e)
