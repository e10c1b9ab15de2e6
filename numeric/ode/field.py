r"""The population loss of linear self-attention and its gradient, in coordinates, from Gaussian moments.

This is the numeric wing's own derivation; the claims compare it with the symbolic one at exact points.  The
prediction of the layer (zfb (3), (4), parameters of Lemma 9) on a prompt with
:math:`S=\frac1N\sum_i x_ix_i^\top`, query x and task w is

.. math:: \hat y = \underbrace{u_{12}^\top (S + \tfrac1N xx^\top) U_{11} x}_{a}
    + w^\top S\,(\underbrace{u_{-1} U_{11} + u_{12} u_{21}^\top}_{P})\, x
    + \underbrace{u_{-1}\, w^\top S w\; u_{21}^\top x}_{c}.

Odd moments of w vanish, so :math:`2L = E\|(SP - I)x\|^2 + E(a + c)^2`.  What is needed of S are
:math:`E[SAS]=\Lambda A\Lambda+\frac1N(\Lambda A^\top\Lambda+\mathrm{tr}(A\Lambda)\Lambda)` and, for the cross and
last terms, :math:`E[\mathrm{tr}(S)S]` and :math:`E[(\mathrm{tr}S)^2+2\,\mathrm{tr}S^2]`.

All functions take NumPy arrays of any entries that add and multiply: float64, or objects (``fmpq``, ``arb``,
``mpf``), so the same code is exact, enclosing or fast.  N must then be of a type whose division is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = Any
"""A NumPy array with float64 or object entries."""


def second_moment(Lam: Array, N: Any) -> Array:
    r""":math:`E[S^2] = (1 + \frac1N)\Lambda^2 + \frac1N\mathrm{tr}(\Lambda)\Lambda` (zfb (37)), shape (d, d)."""
    return Lam @ Lam + (Lam @ Lam + np.trace(Lam) * Lam) / N


@dataclass(frozen=True)
class Parameters:
    """The parameters of Lemma 9: U11 (d, d), u12 (d,), u21 (d,), u_1 a scalar."""

    U11: Array
    u12: Array
    u21: Array
    u_1: Any


def loss(at: Parameters, Lam: Array, N: Any) -> Any:
    r"""The population loss (8), all parameters free, additive constant included."""
    P = at.u_1 * at.U11 + np.outer(at.u12, at.u21)
    main = np.trace(second_moment(Lam, N) @ P @ Lam @ P.T) - 2 * np.trace(Lam @ P @ Lam) + np.trace(Lam)
    return (main + _square_of_a(at, Lam, N) + _cross_and_c(at, Lam, N)) / 2


def gradient(at: Parameters, Lam: Array, N: Any) -> Parameters:
    """The gradient of :func:`loss`, block by block, in the shapes of the parameters."""
    U, q, s, u = at.U11, at.u12, at.u21, at.u_1
    P = u * U + np.outer(q, s)
    dP = second_moment(Lam, N) @ P @ Lam - Lam @ Lam
    a = _gradient_of_a_and_c(at, Lam, N)
    return Parameters(u * dP + a.U11, dP @ s + a.u12, dP.T @ q + a.u21, np.trace(dP.T @ U) + a.u_1)


def _moments(q: Array, Lam: Array, N: Any) -> tuple[Array, Array]:
    """E[S q q^T S] and E[tr(S) S]."""
    p = Lam @ q
    return np.outer(p, p) + (np.outer(p, p) + (q @ p) * Lam) / N, np.trace(Lam) * Lam + 2 * (Lam @ Lam) / N


def _square_of_a(at: Parameters, Lam: Array, N: Any) -> Any:
    r""":math:`E[a^2]` with :math:`a = v^\top x + \frac1N (q^\top x)(x^\top B x)`, v = U11^T S q, B = sym(U11)."""
    q, U = at.u12, at.U11
    K, _ = _moments(q, Lam, N)
    B = (U + U.T) / 2
    p = Lam @ q
    t, BL = np.trace(B @ Lam), B @ Lam
    v_mean = U.T @ p
    linear = np.trace(K @ U @ Lam @ U.T)
    mixed = (v_mean @ p) * t + 2 * (v_mean @ Lam @ B @ p)
    Bp = B @ p
    sextic = (q @ p) * (t * t + 2 * np.trace(BL @ BL)) + 4 * t * (p @ Bp) + 8 * (Bp @ Lam @ Bp)
    return linear + 2 * mixed / N + sextic / (N * N)


def _task_quartic(Lam: Array, N: Any) -> Any:
    r""":math:`E[(w^\top S w)^2] = E[(\mathrm{tr}S)^2 + 2\,\mathrm{tr}S^2]`."""
    trace, square = np.trace(Lam), np.trace(Lam @ Lam)
    return trace * trace + 2 * square / N + 2 * (square + (square + trace * trace) / N)


def _cross_and_c(at: Parameters, Lam: Array, N: Any) -> Any:
    r""":math:`2E[ac]+E[c^2]`, using :math:`E_w c = u_{-1}\mathrm{tr}(S)\,u_{21}^\top x`."""
    U, q, s, u = at.U11, at.u12, at.u21, at.u_1
    _, R = _moments(q, Lam, N)
    r, p = Lam @ s, Lam @ q
    B = (U + U.T) / 2
    cross = (U.T @ R @ q) @ r + np.trace(Lam) * ((p @ s) * np.trace(B @ Lam) + 2 * (r @ B @ p)) / N
    return 2 * u * cross + u * u * _task_quartic(Lam, N) * (s @ r)


def _gradient_of_a_and_c(at: Parameters, Lam: Array, N: Any) -> Parameters:
    """Half the gradient of ``E[a^2] + 2 E[a c] + E[c^2]``, term by term in the order of the functions above."""
    U, q, s, u = at.U11, at.u12, at.u21, at.u_1
    K, R = _moments(q, Lam, N)
    B = (U + U.T) / 2
    p, r, trace = Lam @ q, Lam @ s, np.trace(Lam)
    t = np.trace(B @ Lam)
    ULU = U @ Lam @ U.T
    qp = q @ p
    Bp = B @ p
    LBp = Lam @ Bp
    BL2 = np.trace(B @ Lam @ B @ Lam)
    # E[a^2] = tr(K ULU) + (2/N) mixed + (1/N^2) sextic; derivatives with respect to U through B are symmetrised.
    mixed_B = (U.T @ p @ p) * Lam + 2 * _sym(np.outer(Lam @ (U.T @ p), p))
    mixed_U = np.outer(p, p) * t + 2 * np.outer(p, LBp) + mixed_B
    w = U.T @ p
    mixed_q = Lam @ ((U + U.T) @ p) * t + 2 * Lam @ (U @ LBp) + 2 * Lam @ (B @ (Lam @ w))
    sextic_U = 2 * qp * t * Lam + 4 * qp * (Lam @ B @ Lam) + 4 * (p @ Bp) * Lam + 4 * t * np.outer(p, p)
    sextic_U = sextic_U + 16 * _sym(np.outer(LBp, p))
    sextic_q = 2 * p * (t * t + 2 * BL2) + 8 * t * LBp + 16 * (Lam @ (B @ LBp))
    K_q = Lam @ ULU @ p + (Lam @ ULU @ p + np.trace(Lam @ ULU) * p) / N
    square = (
        K @ U @ Lam + mixed_U / N + sextic_U / (2 * N * N),
        K_q + mixed_q / N + sextic_q / (2 * N * N),
    )
    # 2 E[ac] + E[c^2] = 2u cross + u^2 m s^T Lam s.
    cross = (U.T @ R @ q) @ r + trace * ((p @ s) * t + 2 * (r @ Bp)) / N
    cross_U = np.outer(R @ q, r) + trace * ((p @ s) * Lam + 2 * _sym(np.outer(r, p))) / N
    cross_q = R @ (U @ r) + trace * (r * t + 2 * (Lam @ (B @ r))) / N
    cross_s = Lam @ (U.T @ (R @ q)) + trace * (p * t + 2 * LBp) / N
    m = _task_quartic(Lam, N)
    return Parameters(
        square[0] + u * cross_U,
        square[1] + u * cross_q,
        u * cross_s + u * u * m * r,
        cross + u * m * (s @ r),
    )


def _sym(A: Array) -> Array:
    return (A + A.T) / 2


# The invariant block u12 = u21 = 0 -------------------------------------------------------------------------

def reduced_loss(U11: Array, u_1: Any, Lam: Array, N: Any) -> Any:
    r""":math:`L - \frac12\mathrm{tr}\Lambda` on the block: :math:`\frac12E\|SPx\|^2 - E\,x^\top SPx`, P = u_1 U11."""
    P = u_1 * U11
    return np.trace(second_moment(Lam, N) @ P @ Lam @ P.T) / 2 - np.trace(Lam @ Lam @ P.T)


def reduced_gradient(U11: Array, u_1: Any, Lam: Array, N: Any) -> tuple[Array, Any]:
    """The gradient of :func:`reduced_loss` with respect to U11 and u_1; the flow (27) is its negative."""
    dP = u_1 * (second_moment(Lam, N) @ U11 @ Lam) - Lam @ Lam
    return u_1 * dP, np.trace(dP @ U11.T)
