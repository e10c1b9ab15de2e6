r"""Rigorous trajectories of :math:`\dot x=-\nabla L(x)` for a polynomial L in few variables, and float64 ones.

The steps are those of :mod:`numeric.ode.enclosure`; trajectories in a convex box part at most at the largest
eigenvalue of :math:`-\nabla^2L` over it, which is bounded by Gershgorin's discs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from ..arithmetic import ball, ball_precision, bits_for, check_digits
from ..arithmetic.balls import hull
from ..compiled import Compiled, Terms
from ..errors import InputError
from ..moments import gradient
from .enclosure import Step, advance, split

FloatArray = NDArray[np.float64]
_FIRST = Fraction(1, 64)
_MOST_STEPS = 400


class PolynomialFlow:
    """Gradient flow on a polynomial, given as coefficients by the variables of each monomial, repeated by exponent.

    Args:
        loss: in the form of :meth:`numeric.moments.Polynomial.by_variables`.
        keys: the variables, in the order of the state.
    """

    def __init__(self, loss: Terms, keys: Sequence[Any]) -> None:
        self.keys = tuple(keys)
        slopes = [{v: -c for v, c in slope.items()} for slope in gradient(loss, self.keys)]
        self._velocity = Compiled(slopes, self.keys)
        jacobian = [entry for slope in slopes for entry in gradient(slope, self.keys)]
        self._jacobian = Compiled(jacobian, self.keys)

    def field(self, state: list[flint.arb]) -> list[flint.arb]:
        """The velocity."""
        return [flint.arb(v) for v in self._velocity.at(state)]

    def coefficients(self, state: list[flint.arb], order: int) -> list[list[flint.arb]]:
        """The Taylor coefficients of the solution through ``state``, to ``order``."""
        known = [[x] for x in state]
        cap = flint.ctx.cap
        try:
            for k in range(order):
                flint.ctx.cap = k + 1
                values = self._velocity.at([flint.arb_series(c, prec=k + 1) for c in known])
                for c, value in zip(known, values, strict=True):
                    c.append(_coefficient(value, k) / (k + 1))
        finally:
            flint.ctx.cap = cap
        return known

    def parting_rate(self, box: list[flint.arb]) -> flint.arb:
        """A bound on the rate at which trajectories in the convex ``box`` part."""
        n = len(box)
        J = self._jacobian.at(box)
        worst = flint.arb("-inf")
        for i in range(n):
            disc = ball(0) + J[i * n + i]
            for j in range(n):
                if j != i:
                    disc = disc + abs(ball(0) + (J[i * n + j] + J[j * n + i]) / 2)
            worst = worst.max(flint.arb(disc.upper()))
        return worst

    def speed(self, state: Sequence[float] | FloatArray) -> FloatArray:
        """The velocity in float64."""
        return self._velocity.in_floats(np.asarray(state, dtype=np.float64))

    def rate(self, state: Sequence[float] | FloatArray) -> float:
        """The size of the linearised flow at ``state``, in float64: the largest row sum."""
        n = len(state)
        J = self._jacobian.in_floats(np.asarray(state, dtype=np.float64)).reshape(n, n)
        return float(np.abs(J).sum(axis=1).max())


def _coefficient(value: Any, k: int) -> flint.arb:
    if isinstance(value, flint.arb_series):
        return value[k]
    return flint.arb(value) if k == 0 else flint.arb(0)


@dataclass(frozen=True)
class Path:
    """Steps that cover [0, horizon]; the state is a list of balls in the order of the flow's keys."""

    steps: tuple[Step, ...]
    horizon: Fraction
    digits: int

    def at(self, t: Fraction) -> list[flint.arb]:
        """The state at time ``t``."""
        for step in self.steps:
            if step.start <= t <= step.start + step.length:
                with ball_precision(bits_for(self.digits)):
                    return step.at(ball(t))
        raise InputError(f"t must lie in [0, {float(self.horizon)}], the horizon of the enclosure, not {float(t)}.")

    def over(self, step: Step, low: Fraction, high: Fraction) -> list[flint.arb]:
        """The states throughout [low, high], inside ``step``."""
        with ball_precision(bits_for(self.digits)):
            return step.at(hull(low, high))


def enclose(flow: PolynomialFlow, start: Sequence[Any], horizon: Fraction, digits: int = 16) -> Path:
    """The trajectory from ``start`` (exact or in balls) on [0, horizon], rigorously.

    Raises :class:`InputError` where no a-priori box is found, or the steps become too many.
    """
    check_digits(digits)
    with ball_precision(bits_for(digits)):
        centre, radius = split([ball(x) for x in start])
        steps: list[Step] = []
        t, h = Fraction(0), min(_FIRST, horizon)
        while t < horizon:
            if len(steps) == _MOST_STEPS:
                raise InputError(f"{_MOST_STEPS} steps reach the time {float(t)} only. Shorten the horizon.")
            step, centre, radius, h = advance(flow, t, min(h, horizon - t), centre, radius, digits)
            steps.append(step)
            t += step.length
    return Path(tuple(steps), horizon, digits)


def late_states(
    flow: PolynomialFlow, start: Sequence[float], settled: float = 1e-9, doublings: int = 24
) -> Iterator[tuple[float, FloatArray]]:
    """Times that double, and the float64 states there, until the speed is ``settled`` times that at the start.

    Raises :class:`InputError` where the trajectory stops, or leaves what float64 can hold.
    """
    from scipy.integrate import solve_ivp  # it takes a third of a second, and most claims need none

    state: FloatArray = np.asarray(start, dtype=np.float64)
    first = float(np.abs(flow.speed(state)).max())
    t, length = 0.0, 1.0 / max(flow.rate(state), 1e-3)
    for _ in range(doublings):
        with np.errstate(over="ignore", invalid="ignore"):
            run = solve_ivp(lambda _, x: flow.speed(x), (0.0, length), state, "LSODA", rtol=1e-10, atol=1e-13)
        if not run.success:
            raise InputError(f"the float64 trajectory stops at time {t}: {run.message}")
        state, t, length = run.y[:, -1], t + length, 2 * length
        if not np.isfinite(state).all():
            raise InputError(f"the float64 trajectory leaves every bound before time {t:g}: it blows up, or grows.")
        yield t, state
        if float(np.abs(flow.speed(state)).max()) <= settled * first:
            return


def states_at(flow: PolynomialFlow, start: Sequence[float], times: Sequence[float]) -> list[FloatArray]:
    """The float64 states at increasing times."""
    from scipy.integrate import solve_ivp

    run = solve_ivp(lambda _, x: flow.speed(x), (0.0, times[-1]), start, "LSODA", times, rtol=1e-9, atol=1e-12)
    if not run.success:
        raise InputError(f"the float64 trajectory stops: {run.message}")
    return list(run.y.T)
