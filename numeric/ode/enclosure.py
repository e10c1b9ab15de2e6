r"""Rigorous trajectories of the reduced flow for small d: every true state lies in the stated balls.

Each step has three parts, all in Arb.

1. *A-priori box* (Picard): a box B with :math:`X_0 + [0,h]f(B)\subseteq B`, where the ball :math:`X_0` contains the
   state at the start of the step; all trajectories from :math:`X_0` stay in B during the step.
2. *Local step*: from the exact midpoint, a Taylor polynomial with Lagrange's remainder over B.
3. *Propagation*: trajectories in the convex box B part at the rate :math:`\mu\ge\lambda_{max}(-\nabla^2\tilde\ell)`
   at most (logarithmic norm), so the radius grows from :math:`\varepsilon` to :math:`\varepsilon e^{\mu h}` plus the
   local error.  With :math:`A=u^2T\succeq\alpha I`, :math:`b=2u\,TU-B` and
   :math:`c=\langle U,TU\rangle` the Hessian is :math:`\begin{pmatrix}A&b\\b^\top&c\end{pmatrix}`, and
   :math:`\lambda_{min}\ge\frac{\alpha+c}2-\sqrt{(\frac{\alpha-c}2)^2+\|b\|^2}`.

The radius grows exponentially in the horizon; since it starts near :math:`10^{-40}`, horizons of tens of time units
cost nothing but digits.  Nothing is said beyond the horizon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import flint

from ..arithmetic import ball, ball_precision, bits_for, check_digits, exact, integer_power
from ..arithmetic.balls import fraction, hull
from ..errors import InputError
from .precise import dyadic, exact_covariance
from .reduced import Reduced, reduced_flow
from .taylor import Ring, System, coefficients

Exact = int | Fraction
_RING = Ring(flint.arb(0), lambda x: x, lambda x, k: x / k)
_LARGEST_D = 3


@dataclass(frozen=True)
class Step:
    """One step: the Taylor polynomial in ``t - start``, with a remainder and a radius for each coordinate."""

    start: Fraction
    length: Fraction
    series: tuple[tuple[flint.arb, ...], ...]
    radius: flint.arb

    def at(self, t: flint.arb) -> list[flint.arb]:
        """The state at every time in the ball ``t`` inside the step: U11 row by row, then u_1."""
        s = t - ball(self.start)
        spread = flint.arb(0, self.radius)
        return [_horner(c, s) + spread for c in self.series]


@dataclass(frozen=True)
class Enclosure:
    """Steps that cover [0, horizon]; ``radius`` is the largest radius reached."""

    d: int
    steps: tuple[Step, ...]
    horizon: Fraction
    radius: flint.arb
    digits: int

    def at(self, t: Exact) -> tuple[flint.arb_mat, flint.arb]:
        """U11 and u_1 at time ``t``, in balls."""
        when = fraction(exact(t))
        for step in self.steps:
            if step.start <= when <= step.start + step.length:
                with ball_precision(bits_for(self.digits)):
                    return _shape(step.at(ball(when)), self.d)
        raise InputError(f"t must lie in [0, {float(self.horizon)}], the horizon of the enclosure, not {float(when)}.")

    def pieces(self, per_step: int = 1) -> Iterator[tuple[Fraction, Fraction, flint.arb_mat, flint.arb]]:
        """Time intervals that cover [0, horizon], each with balls for U11 and u_1 valid throughout it."""
        for step in self.steps:
            for k in range(per_step):
                low = step.start + step.length * Fraction(k, per_step)
                high = low + step.length / per_step
                yield (low, high, *self.over(step, low, high))

    def over(self, step: Step, low: Fraction, high: Fraction) -> tuple[flint.arb_mat, flint.arb]:
        """Balls for U11 and u_1 valid throughout [low, high], inside ``step``."""
        with ball_precision(bits_for(self.digits)):
            return _shape(step.at(hull(low, high)), self.d)


def enclose_flow(
    Lam: Sequence[Sequence[Exact]],
    N: int,
    U11: Sequence[Sequence[Any]],
    u_1: Any,
    horizon: Exact,
    digits: int = 24,
) -> Enclosure:
    """The flow (27) on [0, horizon], rigorously, for d <= 3; the start may be exact or in balls.

    Raises :class:`InputError` for bad data, d > 3, or where no a-priori box is found.
    """
    return enclose_reduced(reduced_flow([(Fraction(1), exact_covariance(Lam))], N), U11, u_1, horizon, digits)


def enclose_reduced(
    flow: Reduced, U11: Sequence[Sequence[Any]], u_1: Any, horizon: Exact, digits: int = 24
) -> Enclosure:
    """The same for the flow of any data, see :mod:`numeric.ode.reduced`."""
    d = flow.d
    if d > _LARGEST_D:
        raise InputError(f"a rigorous trajectory needs d <= {_LARGEST_D}, not {d}. Use precise_flow or fast_flow.")
    end = fraction(exact(horizon))
    check_digits(digits)
    if end <= 0:
        raise InputError(f"horizon must be > 0, not {end}. Pass a positive time.")
    with ball_precision(bits_for(digits)):
        field = _Flow(flow)
        start = [ball(x) for row in U11 for x in row] + [ball(u_1)]
        if len(start) != d * d + 1:
            raise InputError(f"U11 must be {d} x {d}, not {len(start) - 1} entries. Its size is that of Lam.")
        centre, radius = split(start)
        steps: list[Step] = []
        t, h = Fraction(0), Fraction(1, 16)
        while t < end:
            step, centre, radius, h = advance(field, t, min(h, end - t), centre, radius, digits)
            steps.append(step)
            t += step.length
        return Enclosure(d, tuple(steps), end, radius, digits)


class Field(Protocol):
    """What the steps ask of a differential equation."""

    def field(self, state: list[flint.arb]) -> list[flint.arb]:
        """The velocity."""
        ...

    def coefficients(self, state: list[flint.arb], order: int) -> list[list[flint.arb]]:
        """The Taylor coefficients of the solution through ``state``, to ``order``, coordinate by coordinate."""
        ...

    def parting_rate(self, box: list[flint.arb]) -> flint.arb:
        """A bound on the rate at which trajectories in the convex ``box`` part."""
        ...


class _Flow:
    """The field, its system of Taylor coefficients, and a bound on how fast trajectories part, in balls."""

    def __init__(self, flow: Reduced) -> None:
        self.d = flow.d
        self.terms = [(_matrix(G), _matrix(Lam)) for G, Lam in flow.terms]
        self.B = _matrix(flow.drift)
        self.system = System(_RING, [(G.tolist(), Lam.tolist()) for G, Lam in self.terms], self.B.tolist())
        # The least eigenvalue of a positive definite matrix is at least 1 / ||inverse||_F.
        least = [1 / (_frobenius(G.inv()) * _frobenius(Lam.inv())) for G, Lam in self.terms]
        self.curvature = sum(least, flint.arb(0))

    def coefficients(self, state: list[flint.arb], order: int) -> list[list[flint.arb]]:
        return coefficients(self.system, state, order)

    def field(self, state: list[flint.arb]) -> list[flint.arb]:
        return [c[1] for c in self.coefficients(state, 1)]

    def parting_rate(self, box: list[flint.arb]) -> flint.arb:
        U, u = _shape(box, self.d)
        W = flint.arb_mat(self.d, self.d)
        for G, Lam in self.terms:
            W = W + G * U * Lam
        b = _frobenius(2 * u * W - self.B)
        c = (W * U.transpose()).trace()
        a = (u * u).nonnegative_part() * self.curvature
        half = abs(a - c) / 2
        return ((half * half + b * b).nonnegative_part().sqrt() - (a + c) / 2).upper()


def advance(
    flow: Field, t: Fraction, h: Fraction, centre: list[flint.arb], radius: flint.arb, digits: int
) -> tuple[Step, list[flint.arb], flint.arb, Fraction]:
    """One step of at most ``h`` from the exact ``centre``; also the new centre, its radius, and the next length."""
    start = [c + flint.arb(0, radius) for c in centre]
    target = 10.0**-digits * (1 + float(_norm([c.abs_upper() for c in centre])))
    order = digits
    for _ in range(60):
        box = _a_priori(flow, start, h) if bool(radius < 1) else None
        if box is not None:
            last = [s[order + 1] for s in flow.coefficients(box, order + 1)]
            local = _norm([(r * integer_power(ball(h), order + 1)).abs_upper() for r in last])
            reach = (target / max(float(local), 1e-300)) ** (1 / (order + 1))
            if reach >= 1:
                break
            h = dyadic(float(h) * 0.9 * reach)
        else:
            h = h / 2
    else:
        # At radius 1 the balls say nothing any more; smaller steps would go on for ever without helping.
        where = f"no a-priori box was found at time {float(t)}"
        raise InputError(f"{where}: the balls have grown too wide. Raise digits or shorten the horizon.")
    series = flow.coefficients(centre, order)
    new_centre, rounding = split([_horner(s, ball(h)) for s in series])
    growth = (flow.parting_rate(box) * ball(h)).exp()
    # During the step the radius is at most the larger of its ends, and the remainder grows with time.
    widest = (radius * growth).max(radius)
    step = Step(t, h, tuple(tuple(s) for s in series), (widest + local).upper())
    return step, new_centre, (radius * growth + local + rounding).upper(), dyadic(float(h) * min(2.0, 0.9 * reach))


def _a_priori(flow: Field, start: list[flint.arb], h: Fraction) -> list[flint.arb] | None:
    """A box B with start + [0, h] f(B) inside B, or None."""
    span = hull(Fraction(0), h)
    box = [x + span * v * flint.arb(1, 0.25) for x, v in zip(start, flow.field(start), strict=True)]
    for _ in range(8):
        image = [x + span * v for x, v in zip(start, flow.field(box), strict=True)]
        if all(b.contains(y) for b, y in zip(box, image, strict=True)):
            return image
        box = [y + flint.arb(0, y.rad() * 0.1 + b.rad() * 0.01) for y, b in zip(image, box, strict=True)]
        if not all(b.is_finite() for b in box):
            return None
    return None


def split(state: list[flint.arb]) -> tuple[list[flint.arb], flint.arb]:
    """Exact midpoints, and a bound on the Euclidean distance of any point of the balls from them."""
    return [x.mid() for x in state], _norm([x.rad() for x in state])


def _norm(sizes: list[flint.arb]) -> flint.arb:
    return sum((s * s for s in sizes), flint.arb(0)).sqrt().upper()


def _matrix(rows: Any) -> flint.arb_mat:
    return flint.arb_mat([[ball(x) for x in row] for row in rows.tolist()])


def _frobenius(A: flint.arb_mat) -> flint.arb:
    return sum((x * x for x in A.entries()), flint.arb(0)).nonnegative_part().sqrt()


def _horner(series: Sequence[flint.arb], s: flint.arb) -> flint.arb:
    total = flint.arb(0)
    for c in reversed(series):
        total = total * s + c
    return total


def _shape(state: list[flint.arb], d: int) -> tuple[flint.arb_mat, flint.arb]:
    return flint.arb_mat(d, d, state[: d * d]), state[d * d]
