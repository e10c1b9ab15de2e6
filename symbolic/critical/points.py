r"""The stationary points themselves: :func:`critical_points`.

The search (nonlinear least squares on the gradient from seeded random starts) proposes; what is returned is shown.
A point with rational coordinates is recognised, and its gradient is zero in rational arithmetic.  Any other is
enclosed: Krawczyk's operator maps a box of balls into its interior, so that the box holds exactly one stationary point
(one orbit of the :mod:`.scalings`).  The Hessian's inertia is exact in both cases; a kernel that is larger than the
orbit is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any

import flint
from flint import arb, arb_mat, fmpq

from ..entries.ring import fraction, rational
from ..errors import InputError
from .inertia import Inertia, enclosed_inertia, inertia
from .polynomial import Floats, Polynomial, at_balls
from .scalings import Weights, pivots, scaled, scalings

if TYPE_CHECKING:
    import numpy as np

NEGLIGIBLE = 1e-7
"""Below this a coordinate of a proposal is tried as 0; whether it is 0 is then decided exactly."""
BITS = 256


@dataclass(frozen=True)
class CriticalPoint:
    """One stationary point (one orbit of the scalings), with what is certain of it."""

    coordinates: dict[str, Fraction] | dict[str, arb]
    """Exact, or balls that hold exactly one stationary point."""
    value: Fraction | arb
    inertia: Inertia | None
    """Eigenvalues of the Hessian that are > 0, < 0, = 0; None where the enclosure does not decide it."""
    orbit: int
    """Dimension of the orbit of the point under the scalings: so many eigenvalues are 0 in any case."""

    @property
    def exact(self) -> bool:
        return isinstance(self.value, Fraction)

    @property
    def kind(self) -> str:
        """``local minimum``, ``local maximum``, ``saddle``, or ``degenerate`` where the Hessian does not decide.

        Along the orbit nothing changes; where the Hessian is definite across it, the point is a local minimum or
        maximum (Morse-Bott lemma).
        """
        if self.inertia is None:
            return "degenerate"
        positive, negative, zero = self.inertia
        if positive and negative:
            return "saddle"
        if zero > self.orbit:  # with no other eigenvalue, too: then all of the polynomial would be one orbit
            return "degenerate"
        return "local minimum" if positive else "local maximum"

    @property
    def value_text(self) -> str:
        return str(self.value) if self.exact else self.value.str(12)  # type: ignore[union-attr]


@dataclass(frozen=True)
class CriticalPoints:
    """What was found: nothing says that there are no others."""

    points: tuple[CriticalPoint, ...]
    """By value, then exact ones first."""
    scalings: Weights
    unproved: int
    """Proposals of the search that were neither recognised nor enclosed."""

    def __repr__(self) -> str:
        lines = [f"{p.kind} with value {p.value_text}, inertia {p.inertia}" for p in self.points]
        return "\n".join(lines) or "none found"


MOST_STARTS = 100_000
"""Of a search that ends within a day."""


def critical_points(
    f: object, variables: Sequence[object] = (), *, starts: int = 40, scale: float = 1.0, seed: int = 0
) -> CriticalPoints:
    """Stationary points of the polynomial ``f``, classified by the exact inertia of the Hessian.

    Args:
        f: a SymPy expression (then in ``variables``, default all) or a python-flint polynomial, with rational
            coefficients.
        starts: how many random points the search starts from, normal with standard deviation ``scale``.
        seed: the same seed gives the same points.

    Raises:
        InputError: no such polynomial, or numbers that are not positive.
    """
    if not (isinstance(starts, int) and 1 <= starts <= MOST_STARTS):
        raise InputError(f"starts must be an integer from 1 to {MOST_STARTS}, not {starts}: pass starts=40.")
    if not (isinstance(scale, (int, float)) and 0 < scale < inf):
        raise InputError(f"scale must be a positive number, not {scale}: pass scale=1.0.")
    if not isinstance(seed, int) or seed < 0:
        raise InputError(f"seed must be an integer of at least 0, not {seed}: pass seed=0.")
    polynomial = Polynomial.of(f, variables)
    weights = scalings(polynomial)
    found: list[CriticalPoint] = []
    unproved = 0
    with _precision(BITS):
        for x in _proposals(Floats.of(polynomial), starts, scale, seed):
            point = _established(polynomial, weights, x)
            if point is None:
                unproved += 1
            elif not any(_same(point, known) for known in found):
                found.append(point)
    ordered = sorted(found, key=lambda p: (float(p.value if p.exact else p.value.mid()), not p.exact))  # type: ignore[union-attr]
    return CriticalPoints(tuple(ordered), weights, unproved)


def critical_point(f: object, coordinates: Mapping[str, Fraction | int]) -> CriticalPoint | None:
    """The point with these exact coordinates, where the gradient of ``f`` vanishes; None where it does not.

    Raises InputError where a coordinate is missing.
    """
    polynomial = Polynomial.of(f)
    missing = [name for name in polynomial.names if name not in coordinates]
    if missing:
        raise InputError(f"coordinates lacks {missing[0]}: give a number for each of {', '.join(polynomial.names)}.")
    exact = {name: Fraction(coordinates[name]) for name in polynomial.names}
    point = [rational(v) for v in exact.values()]
    if any(g(*point) != 0 for g in polynomial.gradient):
        return None
    orbit = len(pivots(scalings(polynomial), [float(v != 0) for v in exact.values()]))
    value = fraction(fmpq(polynomial.f(*point)))
    return CriticalPoint(exact, value, inertia(polynomial.hessian_at(point)), orbit)


@contextmanager
def _precision(bits: int) -> Iterator[None]:
    before = flint.ctx.prec
    flint.ctx.prec = bits
    try:
        yield
    finally:
        flint.ctx.prec = before


def _proposals(floats: Floats, starts: int, scale: float, seed: int) -> Iterator[np.ndarray]:
    import numpy as np
    from scipy.optimize import least_squares

    rng = np.random.default_rng(seed)
    yield np.zeros(floats.size)
    for _ in range(starts):
        start = rng.normal(scale=scale, size=floats.size)
        result = least_squares(floats.gradient, start, floats.hessian, method="lm", xtol=1e-15, ftol=1e-15, gtol=1e-15)
        if np.linalg.norm(result.fun) < 1e-6 * (1 + np.linalg.norm(floats.hessian(result.x))):
            yield result.x


def _established(polynomial: Polynomial, weights: Weights, x: np.ndarray) -> CriticalPoint | None:
    """The point near the proposal ``x``, moved along its orbit to a fixed place; None where nothing is shown."""
    import numpy as np

    sizes = [abs(v) if abs(v) > NEGLIGIBLE else 0.0 for v in x]
    fixed = pivots(weights, sizes)
    start = [fmpq(0) if size == 0 else fmpq(round(v)) if i in fixed else _close(v)
             for i, (v, size) in enumerate(zip(scaled(x, weights, fixed), sizes, strict=True))]  # fmt: skip
    kept = _kept_at_zero(polynomial, sizes)
    free = [i for i in range(len(x)) if i not in fixed and i not in kept]
    point = _newton(polynomial, start, free)
    if point is None:
        return None
    rational = [_recognised(v) if i in free else v for i, v in enumerate(point)]
    if all(g(*rational) == 0 for g in polynomial.gradient):
        exact = {name: fraction(v) for name, v in zip(polynomial.names, rational, strict=True)}
        value = fraction(fmpq(polynomial.f(*rational)))
        return CriticalPoint(exact, value, inertia(polynomial.hessian_at(rational)), len(fixed))
    box = _krawczyk(polynomial, point, free)
    if box is None or np.any([v == 0 for v in (point[i] for i in fixed)]):
        return None
    rest = [i for i in range(len(x)) if i not in fixed]
    H = arb_mat([[at_balls(polynomial.hessian[i][j], box) for j in rest] for i in rest]) if rest else arb_mat(0, 0)
    across = enclosed_inertia(H)
    whole = None if across is None else (across[0], across[1], len(fixed))
    return CriticalPoint(dict(zip(polynomial.names, box, strict=True)), at_balls(polynomial.f, box), whole, len(fixed))


def _kept_at_zero(polynomial: Polynomial, sizes: Sequence[float]) -> frozenset[int]:
    """The coordinates of size 0 that may stay 0: where all of them are, their derivatives vanish identically."""
    kept = frozenset(i for i, size in enumerate(sizes) if size == 0)
    while True:
        still = frozenset(i for i in kept if all(any(e[k] for k in kept) for e in polynomial.gradient[i].monoms()))
        if still == kept:
            return kept
        kept = still


def _close(v: float) -> fmpq:
    value = Fraction(v)
    return fmpq(value.numerator, value.denominator)


def _newton(polynomial: Polynomial, start: Sequence[fmpq], free: Sequence[int]) -> list[fmpq] | None:
    """Newton's method in the coordinates ``free`` at high precision; None where it does not converge."""
    point = list(start)
    for _ in range(12):
        if not free:
            return point
        step = _step(polynomial, point, free)
        if step is None:
            return None
        for i, change in zip(free, step, strict=True):
            point[i] = _rounded(point[i] - change)
        if all(abs(change) < fmpq(1, 2**200) for change in step):
            return point
    return None


def _step(polynomial: Polynomial, point: Sequence[fmpq], free: Sequence[int]) -> list[fmpq] | None:
    balls = [arb(v) for v in point]
    J = arb_mat([[at_balls(polynomial.hessian[i][j], balls).mid() for j in free] for i in free])
    g = arb_mat([[at_balls(polynomial.gradient[i], balls).mid()] for i in free])
    try:
        solution = J.solve(g)
    except ZeroDivisionError:
        return None
    return [_midpoint(solution[k, 0]) for k in range(len(free))]


def _midpoint(value: arb) -> fmpq:
    mantissa, exponent = value.mid().man_exp()
    return fmpq(int(mantissa)) * fmpq(2) ** int(exponent)


def _rounded(value: fmpq) -> fmpq:
    return _midpoint(arb(value))


def _recognised(value: fmpq) -> fmpq:
    """The simplest fraction near ``value``."""
    near = Fraction(int(value.p), int(value.q)).limit_denominator(10**12)
    return fmpq(near.numerator, near.denominator)


def _krawczyk(polynomial: Polynomial, point: Sequence[fmpq], free: Sequence[int]) -> list[arb] | None:
    """A box around ``point`` with exactly one zero of the derivatives in ``free``; None where that is not shown.

    The other derivatives vanish with them: those of coordinates kept at 0 identically, those of coordinates fixed by a
    scaling w because of sum_i w_i x_i df/dx_i = 0.
    """
    radius = arb(0, 2.0**-150)
    box = [arb(v) + radius if i in free else arb(v) for i, v in enumerate(point)]
    middle = [arb(v) for v in point]
    J = arb_mat([[at_balls(polynomial.hessian[i][j], middle).mid() for j in free] for i in free])
    try:
        Y = J.inv()
    except ZeroDivisionError:
        return None
    Y = arb_mat([[Y[i, j].mid() for j in range(len(free))] for i in range(len(free))])
    slopes = arb_mat([[at_balls(polynomial.hessian[i][j], box) for j in free] for i in free])
    values = arb_mat([[at_balls(polynomial.gradient[i], middle)] for i in free])
    identity = arb_mat([[int(i == j) for j in range(len(free))] for i in range(len(free))])
    spread = arb_mat([[radius] for _ in free])
    image = arb_mat([[middle[i]] for i in free]) - Y * values + (identity - Y * slopes) * spread
    inside = all(box[i].contains_interior(image[k, 0]) for k, i in enumerate(free))
    return box if inside else None


def _same(a: CriticalPoint, b: CriticalPoint) -> bool:
    return all(_meets(a.coordinates[name], b.coordinates[name]) for name in a.coordinates)


def _meets(a: Any, b: Any) -> bool:
    x, y = (v if isinstance(v, arb) else arb(fmpq(v.numerator, v.denominator)) for v in (a, b))
    return bool(x.overlaps(y))


