r"""The flow (27) for large d: d + 1 equations in the eigenbasis of Lam.

With :math:`\Lambda=Q\,\mathrm{diag}(\lambda)Q^\top`, :math:`V=Q^\top U_{11}Q`, :math:`\gamma` the eigenvalues of
:math:`E[S^2]\Lambda^{-1}` and the clock :math:`\tau=\int u_{-1}^2dt`:

* off the diagonal :math:`V_{ij}(\tau)=V_{ij}(0)e^{-\gamma_i\lambda_i\lambda_j\tau}`, explicitly;
* on it :math:`dv_i/d\tau=-\gamma_i\lambda_i^2v_i+\lambda_i^2/u_{-1}`;
* :math:`u_{-1}^2=\|V\|_F^2+c`, where c is conserved.  **This form rests on that conservation law** (the argument of
  Lemma 17); the dense form does not, and the tests compare the two.

So the clock form is a scalar function :math:`f=1/u_{-1}` driving linear equations.  Each step is Radau IIA
collocation (order 11, L-stable, so that a covariance of any condition number is no obstacle), solved by Newton
in the six stage values of f alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..inputs import positive_real
from .decay import Decay, compress
from .radau import radau
from .trajectory import Array, Problem, Trajectory, check_start, check_times

_STAGES = 6
_ROUNDS = 4


@dataclass(frozen=True)
class FastTrajectory:
    """The flow in the eigenbasis ``Q`` (d, d) of Lam, eigenvalues ``lam``: the diagonal (n, d), u_1 and tau (n,)."""

    problem: Problem
    times: Array
    lam: Array
    Q: Array
    start: Array
    tau: Array
    diagonal: Array
    u_1: Array
    error: float
    how: str

    def U11(self, k: int) -> Array:
        """U11 at output time number ``k``, in the original basis."""
        gam = _gamma(self.lam, self.problem.N)
        V = self.start * np.exp(-self.tau[k] * np.outer(gam * self.lam, self.lam))
        np.fill_diagonal(V, self.diagonal[k])
        return self.Q @ V @ self.Q.T

    def dense(self) -> Trajectory:
        """The same with all of U11 written out at every time."""
        U = np.array([self.U11(k) for k in range(self.times.size)])
        return Trajectory(self.problem, self.times, U, self.u_1, self.error, self.how)


@dataclass(frozen=True)
class _Reduced:
    lam: Array
    rate: Array
    off: Decay
    conserved: float


@dataclass(frozen=True)
class _State:
    t: float
    tau: float
    v: Array
    f: float


def fast_flow(start: Problem, times: ArrayLike, tolerance: float = 1e-9) -> FastTrajectory:
    r"""The flow (27) at ``times`` for large d, with an estimated global error of at most ``tolerance``.

    The error estimate is the largest distance (Frobenius, all parameters) between two runs whose resolutions differ
    by :math:`2^6`, plus the bound on the compressed off-diagonal sum and an allowance for rounding; the finer run is
    returned, and the resolution is raised until the estimate meets ``tolerance``.

    Raises :class:`InputError` where u_1 could vanish (u_1(0) <= 0, or less than balanced), or where the tolerance
    is not met.
    """
    check_start(start)
    t = check_times(times)
    positive_real("tolerance", tolerance)
    lam, Q = _eigenbasis(start.Lam)
    V = Q.T @ start.U11 @ Q
    excess = start.u_1**2 - float(np.sum(V**2))
    if abs(excess) <= 1e-13 * start.u_1**2:
        excess = 0.0
    if start.u_1 <= 0 or excess < 0:
        raise InputError(
            f"the fast form needs u_1(0) > 0 and u_1(0)^2 >= tr U11 U11^T, not u_1(0) = {start.u_1} with difference "
            f"{excess:.3g}. Use dense_flow."
        )
    reduced, v = _reduce(lam, V, start.N, excess)
    first = _State(0.0, 0.0, v, 1 / start.u_1)
    scale = max(start.u_1, 1.0 / np.sqrt(lam[0]), float(np.linalg.norm(v)))
    floor = 16 * np.finfo(float).eps * np.sqrt(start.d) * scale + reduced.off.error / start.u_1
    resolution = max(tolerance, 1e-12) ** 0.6
    coarse = _run(reduced, first, t, resolution)
    for _ in range(_ROUNDS):
        resolution /= 2**_STAGES
        fine = _run(reduced, first, t, resolution)
        error = _distance(reduced, coarse, fine) + floor
        if error <= tolerance:
            break
        coarse = fine
    else:
        raise InputError(f"the tolerance {tolerance:.1e} was not met: the estimated error is {error:.1e}. Raise it.")
    how = (
        f"Radau IIA of order {2 * _STAGES - 1} in the clock tau, two resolutions compared, rounding allowance added; "
        "assumes the conservation of u_1^2 - tr U11 U11^T"
    )
    return FastTrajectory(
        start, t, lam, Q, V, np.array([s.tau for s in fine]), np.array([s.v for s in fine]),
        np.array([1 / s.f for s in fine]), error, how,
    )


def _eigenbasis(Lam: Array) -> tuple[Array, Array]:
    if np.count_nonzero(Lam) == np.count_nonzero(np.diag(Lam)):
        return np.diag(Lam).copy(), np.eye(Lam.shape[0])
    lam, Q = np.linalg.eigh(Lam)
    return lam, Q


def _gamma(lam: Array, N: int) -> Array:
    return lam + (lam + lam.sum()) / N


def _reduce(lam: Array, V: Array, N: int, conserved: float) -> tuple[_Reduced, Array]:
    gam = _gamma(lam, N)
    v = np.diag(V).copy()
    if np.count_nonzero(V) == np.count_nonzero(v):
        off = compress(np.empty(0), np.empty(0))
    else:
        weights = V**2
        np.fill_diagonal(weights, 0.0)
        off = compress(np.outer(gam * lam, lam).ravel(), weights.ravel())
    return _Reduced(lam, gam * lam**2, off, conserved), v


def _run(reduced: _Reduced, state: _State, times: Array, resolution: float) -> list[_State]:
    h = 0.1 / float(reduced.rate.max())
    out: list[_State] = []
    for t in times:
        while state.t < t:
            new, roughness = _step(reduced, state, h)
            ratio = (resolution / max(roughness, 1e-300)) ** (1 / (_STAGES - 1))
            if ratio < 0.7:
                h *= max(0.2, 0.9 * ratio)
                continue
            if new.t >= t:
                state = _land(reduced, state, h, new, t)
                break
            state = new
            h *= min(3.0, max(0.5, 0.9 * ratio))
        out.append(state)
    return out


def _land(reduced: _Reduced, state: _State, h: float, new: _State, t: float) -> _State:
    """The state at time ``t`` exactly, inside the step from ``state`` to ``new``: Newton on the step length."""
    h = h * (t - state.t) / (new.t - state.t)
    for _ in range(12):
        new, _ = _step(reduced, state, h)
        miss = new.t - t
        if abs(miss) <= 4 * np.finfo(float).eps * t:
            break
        h -= miss / new.f**2
    return _State(t, new.tau, new.v, new.f)


def _step(reduced: _Reduced, state: _State, h: float, stages: int = _STAGES) -> tuple[_State, float]:
    r"""One collocation step, and the size of its highest Legendre coefficient relative to the state.

    Stages: :math:`v = (I + h r A)^{-1}(v_0 + h\lambda^2 A f)`, and Newton solves
    :math:`f_k^2(c + \mathrm{off}(\tau_k) + |v_k|^2) = 1`.
    """
    m = radau(stages)
    rest = reduced.conserved + reduced.off(state.tau + h * m.c)
    damping = 1 / (1 + h * np.multiply.outer(m.alpha, reduced.rate))
    drive = damping * (h * m.alpha)[:, None] * reduced.lam**2
    homogeneous = (m.T @ (damping * m.S.sum(axis=1)[:, None])).real * state.v
    f = np.full(stages, state.f)
    for _ in range(12):
        v = homogeneous + (m.T @ (drive * (m.S @ f)[:, None])).real
        squared = rest + np.sum(v * v, axis=1)
        mismatch = f * f * squared - 1
        slope = 2 * ((m.T * (v @ drive.T)) @ m.S).real
        change = np.linalg.solve(np.diag(2 * f * squared) + (f * f)[:, None] * slope, mismatch)
        f = f - change
        if np.max(np.abs(change) / f) < 1e-14 or not (f > 0).all():
            break
    if not (f > 0).all():
        return state, np.inf
    v = homogeneous + (m.T @ (drive * (m.S @ f)[:, None])).real
    top = m.coefficients[-1]
    roughness = max(abs(float(top @ f)) / float(f[-1]), float(np.max(np.abs(top @ v))) * float(f[-1]))
    t = state.t + h * float(m.A[-1] @ (f * f))
    return _State(t, state.tau + h, v[-1], float(f[-1])), roughness


def _distance(reduced: _Reduced, coarse: list[_State], fine: list[_State]) -> float:
    r"""Largest distance of two runs; off the diagonal by :math:`re^{-r\tau}\le\frac{2}{e\tau}e^{-r\tau/2}`."""
    worst = 0.0
    for a, b in zip(coarse, fine, strict=True):
        gap = abs(1 / a.f - 1 / b.f) + float(np.linalg.norm(a.v - b.v))
        tau = min(a.tau, b.tau)
        if tau > 0:
            spread = float(reduced.off(np.array([tau / 2]))[0])
            gap += abs(a.tau - b.tau) * 2 / (np.e * tau) * np.sqrt(max(spread, 0.0))
        worst = max(worst, gap)
    return worst
