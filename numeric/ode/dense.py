"""The flow in all d^2 + 1 coordinates, float64: the plain form, kept to compare others with."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..inputs import covariance, positive_integer, positive_real
from .field import Parameters, gradient, reduced_gradient
from .trajectory import Array, Problem, Trajectory, check_start, check_times


def dense_flow(start: Problem, times: ArrayLike, tolerance: float = 1e-10) -> Trajectory:
    """The flow (27) at ``times`` by DOP853, with no use of balancedness or of the eigenbasis.

    The relative tolerance of a solver is not the global error.  The flow is therefore integrated twice, at
    ``tolerance / 10`` and ``tolerance / 1000``; the second is returned, and the largest distance of the two is the
    error estimate.
    """
    check_start(start)
    t = check_times(times)
    positive_real("tolerance", tolerance)
    d = start.d

    def field(_: float, z: Array) -> Array:
        U, u = reduced_gradient(z[:-1].reshape(d, d), z[-1], start.Lam, start.N)
        return -np.append(U.ravel(), u)

    z0 = np.append(start.U11.ravel(), start.u_1)
    coarse, fine = (solve(field, z0, t, tolerance / k) for k in (10, 1000))
    error = float(np.max(np.linalg.norm(fine - coarse, axis=1)))
    how = f"DOP853 twice, at local tolerances {tolerance / 10:.0e} and {tolerance / 1000:.0e}; largest distance"
    return Trajectory(start, t, fine[:, :-1].reshape(-1, d, d), fine[:, -1], error, how)


def full_flow(
    Lam: Array, N: int, start: Parameters, times: ArrayLike, tolerance: float = 1e-10
) -> tuple[list[Parameters], float]:
    """Gradient flow of the whole population loss, u12 and u21 free; the states at ``times`` and the error estimate."""
    t = check_times(times)
    positive_real("tolerance", tolerance)
    Lam, N = covariance("Lam", Lam), positive_integer("N", N)
    d = Lam.shape[0]

    def field(_: float, z: Array) -> Array:
        return -_flat(gradient(_unflat(z, d), Lam, N))

    coarse, fine = (solve(field, _flat(start), t, tolerance / k) for k in (10, 1000))
    return [_unflat(z, d) for z in fine], float(np.max(np.linalg.norm(fine - coarse, axis=1)))


def solve(field: object, z0: Array, t: Array, tolerance: float) -> Array:
    from scipy.integrate import solve_ivp  # it takes a third of a second, and most claims need none

    local = max(tolerance, 3e-14)
    kept = t[t > 0]
    states = [z0] * (t.size - kept.size)
    if kept.size:
        found = solve_ivp(field, (0.0, kept[-1]), z0, method="DOP853", t_eval=kept, rtol=local, atol=local)
        if not found.success:
            raise InputError(f"the flow could not be integrated to the time {kept[-1]}: {found.message} Use fast_flow.")
        states += list(found.y.T)
    return np.array(states)


def _flat(p: Parameters) -> Array:
    return np.concatenate([p.U11.ravel(), p.u12, p.u21, [p.u_1]])


def _unflat(z: Array, d: int) -> Parameters:
    return Parameters(z[: d * d].reshape(d, d), z[d * d : d * d + d], z[d * d + d : d * d + 2 * d], z[-1])
