"""Rigorous inequalities over ranges of parameters, by adaptive subdivision in Arb balls.

A *slack* is a function of balls; the claim is that it is nonnegative (or positive) at every point of a box.  Each
sub-box is decided by one evaluation of the slack on the whole of it, or halved across the side that blurs the slack
most (the one whose collapse to its midpoint shrinks the ball of the slack most).  A sub-box
whose midpoint has certainly the wrong sign ends the search with a counterexample at a rational point.  Where the
slack vanishes somewhere, sub-boxes around that place stay unresolved: the fraction of the volume that is resolved
says how much was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush

import flint

from .arithmetic import ball, ball_precision, bits_for, certainly
from .arithmetic.balls import hull, midpoint
from .errors import InputError

Interval = tuple[Fraction, Fraction]
Slack = Callable[[Sequence[flint.arb]], flint.arb]


@dataclass(frozen=True)
class BoxResult:
    """What was shown on the box.

    ``resolved`` is the exact fraction of the volume where the inequality was proved; ``margin`` a lower bound of the
    slack over the resolved part (None where nothing is resolved); ``counterexample`` a rational point where the
    slack has certainly the wrong sign; ``unresolved`` the largest sub-box left open.
    """

    resolved: Fraction
    margin: Fraction | None
    evaluations: int
    counterexample: tuple[Fraction, ...] | None = None
    unresolved: tuple[Interval, ...] | None = None

    @property
    def proved(self) -> bool:
        return self.resolved == 1


def prove_on_box(
    slack: Slack, box: Sequence[Interval], strict: bool = False, budget: int = 2000, digits: int = 15
) -> BoxResult:
    """Whether ``slack >= 0`` (``> 0`` if ``strict``) on the whole of ``box``, with at most ``budget`` evaluations.

    The slack may return NaN or an infinite ball where it cannot say; that sub-box is halved.

    Raises :class:`InputError` for an empty box or a reversed interval.

    >>> on = [(Fraction(0), Fraction(2))]
    >>> prove_on_box(lambda x: 2 + x[0] * (x[0] - 2), on).proved
    True
    >>> prove_on_box(lambda x: x[0] * (x[0] - 2) + flint.fmpq(1, 2), on).counterexample
    (Fraction(1, 1),)
    """
    start = _checked(box)
    sign = ">" if strict else ">="
    wrong = "<=" if strict else "<"
    heap: list[tuple[Fraction, int, tuple[Interval, ...]]] = [(Fraction(-1), 0, start)]
    resolved, margin, evaluations, serial = Fraction(0), None, 0, 0
    with ball_precision(bits_for(digits)):
        while heap and evaluations < budget:
            negative_share, _, cell = heappop(heap)
            value = slack([hull(low, high) for low, high in cell])
            evaluations += 1
            if certainly(value, sign, 0):
                resolved -= negative_share
                low = midpoint(value.lower())
                margin = low if margin is None else min(margin, low)
                continue
            centre = tuple((low + high) / 2 for low, high in cell)
            evaluations += 1
            if certainly(slack([ball(x) for x in centre]), wrong, 0):
                return BoxResult(resolved, margin, evaluations, centre, cell)
            evaluations += len(cell)
            for half in _halves(cell, _most_blurring(slack, cell, value)):
                serial += 1
                heappush(heap, (negative_share / 2, serial, half))
    return BoxResult(resolved, margin, evaluations, None, heap[0][2] if heap else None)


def _checked(box: Sequence[Interval]) -> tuple[Interval, ...]:
    if not box:
        raise InputError("box must have at least one interval, not none. Pass (low, high) for each parameter.")
    for low, high in box:
        if not low < high:
            raise InputError(f"each interval needs low < high, not [{low}, {high}]. Fix single values in the slack.")
    return tuple((Fraction(low), Fraction(high)) for low, high in box)


def _most_blurring(slack: Slack, cell: tuple[Interval, ...], value: flint.arb) -> int:
    """The side whose collapse to its midpoint shrinks the slack's ball most; the widest where that is unknown."""
    balls = [hull(low, high) for low, high in cell]
    widths = [float(high - low) for low, high in cell]
    if len(cell) == 1:
        return 0
    radii = []
    for k, (low, high) in enumerate(cell):
        collapsed = slack([*balls[:k], ball((low + high) / 2), *balls[k + 1 :]])
        radii.append(float(collapsed.rad()) if collapsed.is_finite() else float("inf"))
    if not value.is_finite() or len(set(radii)) == 1:
        return widths.index(max(widths))
    return radii.index(min(radii))


def _halves(cell: tuple[Interval, ...], k: int) -> list[tuple[Interval, ...]]:
    """``cell`` cut in two across its side ``k``."""
    low, high = cell[k]
    middle = (low + high) / 2
    return [(*cell[:k], part, *cell[k + 1 :]) for part in ((low, middle), (middle, high))]
