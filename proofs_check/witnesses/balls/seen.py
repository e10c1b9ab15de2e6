"""What was found at all points for one proposition, and the outcome that it makes."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from ...statement.props import Prop, order_relations
from ...verdict import Outcome, Scope, Verdict
from ..points.exact import Point
from ..points.special import SENTENCE
from .boxes import BoxFinding
from .cases import Case
from .flow import HORIZON
from .lengths import GROWING, LENGTHS
from .truth import Link, Truth


@dataclass
class _Looseness:
    """How many times the smaller side of an inequality goes into the larger: least, greatest, and where."""

    tightest: float
    tightest_at: str
    loosest: float
    loosest_at: str

    def add(self, ratio: float, where: str) -> None:
        if ratio < self.tightest:
            self.tightest, self.tightest_at = ratio, where
        if ratio > self.loosest:
            self.loosest, self.loosest_at = ratio, where


@dataclass
class Seen:
    """What was found at all points for one proposition."""

    prop: Prop
    shown: frozenset[str]
    """The names that it speaks of."""
    truths: dict[Truth, int] = field(default_factory=dict)
    ratios: dict[int, _Looseness] = field(default_factory=dict)
    covered: list[float] = field(default_factory=list)
    horizons: list[Fraction] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    used: list[Point] = field(default_factory=list)
    unmet: list[Prop] = field(default_factory=list)
    """Equations assumed that a general point does not meet."""
    unread: int = 0
    """At how many extreme points something in the proposition is not defined."""
    hostile: int = 0
    """At how many hostile points it holds."""
    limits: bool = False
    estimated: bool = False
    growing: bool = False
    against: str = ""
    """A hostile point at which an estimate speaks against it."""

    @cached_property
    def places(self) -> list[Prop]:
        """The comparisons of the proposition in the printed order."""
        return order_relations(self.prop)

    def add(self, truth: Truth, case: Case) -> None:
        self.truths[truth] = self.truths.get(truth, 0) + 1
        if truth is not Truth.VACUOUS:
            self.used.append(case.point)
        self.estimated |= case.trace.estimated
        for link in case.trace.links:
            self.limits |= link.sign == "->"
            self.growing |= link.sign == GROWING
            ratio = _ratio(link)
            if ratio is not None:
                where = case.point.shown(self.shown)
                place = self.places.index(case.trace.places[int(link.place) - 1]) + 1
                self.ratios.setdefault(place, _Looseness(ratio, where, ratio, where)).add(ratio, where)
        if case.flow is not None:
            self.covered += case.flow.covered
            self.horizons.append(case.flow.horizon)
            self.notes += case.flow.notes


def _ratio(link: Link) -> float | None:
    """How many times the smaller side of an inequality goes into the larger, both of one sign."""
    if link.left is None or link.right is None or link.sign not in {"<=", "<", ">=", ">"}:
        return None
    small, large = sorted((abs(float(link.left.mid())), abs(float(link.right.mid()))))
    same_sign = bool(link.left * link.right > 0)
    return large / small if same_sign and small > 0 else None


def _length(point: Point, count: str) -> int:
    """The number of samples at a point, which may be a value like others there."""
    sizes = dict(point.sizes)
    return sizes[count] if count in sizes else int(dict(point.exact)[count][0][0])


def outcome(seen: Seen, boxes: list[BoxFinding]) -> Outcome:
    figures = _figures(seen, boxes)
    if not seen.used:
        return Outcome(Verdict.UNDECIDED, "No examined point satisfies the hypotheses.", Scope(""), figures)
    if seen.unmet:
        return Outcome(Verdict.UNDECIDED, f"{SENTENCE[0].upper()}{SENTENCE[1:]}.", Scope(""), figures)
    if Truth.UNKNOWN in seen.truths:
        what = f"{seen.truths[Truth.UNKNOWN]} of {sum(seen.truths.values())} points stay open in balls"
        notes = f" ({'; '.join(list(dict.fromkeys(seen.notes))[:3])})" if seen.notes else ""
        return Outcome(Verdict.UNDECIDED, f"{what}{notes}.", Scope(""), figures)
    dims = sorted({len(p.spectrum) for p in seen.used})
    count = "N" if all(p.by_spectrum for p in seen.used) else "M"
    lengths = sorted({_length(p, count) for p in seen.used})
    many = "" if len(seen.used) == 1 else "s"
    sizes = {"d": dims, count: lengths}
    told = [f"{name} in {values}" for name, values in sizes.items() if name in seen.shown]
    scope = ", ".join([f"{len(seen.used)} point{many}", *told])
    sentence = f"Holds at {len(seen.used)} exact point{many}"
    if seen.covered:
        share = min(seen.covered)
        own = not all(p.by_spectrum for p in seen.used)
        times = sorted({min(seen.horizons), max(seen.horizons)})
        until = f"up to times {' to '.join(map(str, times))}" if own else f"on 0 <= t <= {HORIZON} / lambda_max^2"
        scope += f"; trajectories enclosed {until}"
        scope += f", inequalities at every time tried and throughout at least {share:.0%} of the time"
    touching = seen.truths.get(Truth.TOUCHES, 0)
    if touching:
        sentence += f"; at {touching} of them some sides only agree to twelve digits, or some times stay open"
    if seen.estimated:
        sentence += "; least values are those at the best point that descent finds, which bound them from above only"
    if seen.growing:
        sentence += f"; limits are looked at up to lengths of {LENGTHS[-1]:.0e}, which proves none"
    if seen.limits:
        scope += "; limits by estimate"
        block = " on the invariant block" if all(p.by_spectrum for p in seen.used) else ""
        sentence += f"; limits are approached along float64 trajectories{block}, with estimated error"
    if seen.unread:
        sentence += f"; not read at {seen.unread} extreme point{'' if seen.unread == 1 else 's'}, where matrices vanish"
    if seen.hostile:
        many = "point" if seen.hostile == 1 else "points"
        sentence += f"; and at {seen.hostile} extreme {many}: zeros, other signs and scales, singular matrices"
    proved = [box for box in boxes if box.proved]
    if proved:
        scope += f"; every point of the boxes {'; '.join(dict.fromkeys(box.scope for box in proved))}"
    examined = tuple(sorted({*dims, *(box.d for box in proved)}))
    return Outcome(Verdict.SUPPORTED, f"{sentence}.", Scope(scope, dims=examined), figures)


def _figures(seen: Seen, boxes: list[BoxFinding]) -> dict[str, Any]:
    figures: dict[str, Any] = {"points": {truth.name.lower(): n for truth, n in sorted(seen.truths.items())}}
    if seen.ratios:
        figures["looseness"] = {str(k): asdict(found) for k, found in sorted(seen.ratios.items())}
        figures["smallest_refuted_change"] = {str(k): f.tightest - 1 for k, f in sorted(seen.ratios.items())}
    if seen.covered:
        figures["share_of_horizon_decided"] = min(seen.covered)
    if seen.notes:
        figures["notes"] = list(dict.fromkeys(seen.notes))
    if boxes:
        figures["boxes"] = [box.figures() for box in boxes]
    return figures
