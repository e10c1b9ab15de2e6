"""The witness in Arb balls: points, boxes and trajectories of the parameters, each comparison rigorous."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import Any

from numeric.arithmetic import ball_precision

from ...algebras.ball_random import place
from ...algebras.balls import BallsAlgebra
from ...claims import Claim, Part, Reading
from ...model import Model, is_own, model_for, named_by
from ...spoken import spoken
from ...statement.binding import names_told
from ...statement.fold import Lacks
from ...statement.indices import free_indices, reach
from ...statement.joined import reached
from ...statement.props import Prop, order_relations, subprops, subterms, symbols_in
from ...statement.special_values import special_values
from ...statement.terms import Op, Sym, symbols
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from ..points.exact import Point, along_flow, draw
from ..points.hostile import hostile_points, hostile_points_of_minima, is_moderate
from ..points.other_numbers import other_numbers
from ..points.own import (
    hostile_starts,
    own_flow_points,
    own_points,
    own_points_of_minima,
    own_starts,
    starts_on_the_last_axis,
)
from ..points.special import SENTENCE, assumes_equations, condition_of, equations
from .attention import examine_attention, is_read_here, refutes_attention
from .boxes import BoxFinding, examine_boxes
from .critical import HEADS as CRITICAL
from .flow import HORIZON, BallFlow
from .flow_own import OwnFlow
from .least import about_minima
from .lengths import GROWING, LENGTHS
from .truth import ALONG, Link, Trace, Truth, decide, impose

_BITS = 160
_FLOW_DIMS = (1, 2)
_COMPARED = frozenset({"eq", "ne", "le", "lt", "ge", "gt", "psd", "posdef", "psd_form", "commute"})
_OF_FLOWS = frozenset({"ddt", "at0", "prediction", "prediction_on", "per_prompt"})
"""Heads whose values depend on what the model says, whatever symbols are named."""
_HALVINGS = 10


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
class _Seen:
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


@dataclass(frozen=True)
class Case:
    """An admissible point: the hypotheses hold there; with the flow from it where the proposition asks for one."""

    point: Point
    algebra: BallsAlgebra
    trace: Trace
    flow: BallFlow | None


class BallsWitness:
    """Decides propositions at exact points that satisfy the claim's hypotheses; never proves, may refute."""

    name = "balls"

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        prop, seen = reading.prop, _Seen(reading.prop, spoken(claim, reading.prop))
        if is_read_here(claim, prop, moduli=False):
            return examine_attention(claim, prop, context)
        with ball_precision(_BITS):
            try:
                for case in cases(claim, prop, context, seen.unmet):
                    truth = _read(prop, case)
                    if case.flow is not None and case.flow.stuck and case.point.hostile:
                        where = case.point.shown(seen.shown | {name for name, _ in case.point.exact})
                        return Outcome(Verdict.UNDECIDED, f"The limit is not approached from {where}.")
                    if case.point.hostile and truth is Truth.UNKNOWN and _is_estimated(prop) and _is_away(case):
                        seen.against = seen.against or case.point.shown(seen.shown)
                    if case.point.hostile and truth in {None, Truth.UNKNOWN, Truth.TOUCHES, Truth.VACUOUS, Truth.TRUE}:
                        seen.hostile += truth in {Truth.TOUCHES, Truth.TRUE}
                        if truth is Truth.UNKNOWN and case.point.special and _may_meet(prop, case):
                            where = case.point.rounded().shown(seen.shown)
                            sentence = f"Stays open near {where}, where the sides may meet."
                            return Outcome(Verdict.UNDECIDED, sentence, doubts=True)
                        continue
                    if truth is None:
                        seen.unread += 1
                        continue
                    if truth is Truth.FALSE:
                        return _refuted(claim, prop, case)
                    condition = condition_of(prop)
                    if truth is Truth.VACUOUS and condition is not None and not case.point.extreme:
                        seen.unmet += equations(condition)
                    if not _at_start_only(case):
                        seen.add(truth, case)
                boxes = _boxes(claim, prop)
            except Lacks as lacks:
                return Outcome(Verdict.UNDECIDED, f"{lacks}.")
        for box in boxes:
            if box.counterexample:
                scope = Scope("one point", dims=(box.d,))
                return Outcome(
                    Verdict.REFUTED, "Certainly false at a point.", scope, {}, box.counterexample, box.point
                )
        if seen.against:
            sentence = f"The least value that descent finds speaks against it at {seen.against}."
            return Outcome(Verdict.UNDECIDED, sentence, doubts=True)
        return _outcome(seen, boxes)

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        if is_read_here(claim, twin, moduli=False):
            return refutes_attention(claim, twin, context)
        with ball_precision(_BITS):
            try:
                for case in cases(claim, twin, context):
                    if case.point.hostile and dict(case.point.sizes)["d"] > max(context.dims):
                        continue  # others look at these sizes alone
                    truth = _read(twin, case)
                    if truth is Truth.FALSE or _is_away(case) or (case.flow is not None and case.flow.away):
                        return True
            except Lacks:
                return False
        return False


def _is_estimated(prop: Prop) -> bool:
    """Whether it asks for what descents and lines estimate."""
    return about_minima(prop) or any(sub.head in CRITICAL for _, sub in subprops(prop))


def _is_away(case: Case) -> bool:
    """Whether an estimate that can be relied on speaks clearly against what was asked."""
    return case.trace.away and all(is_moderate(rows) for _, rows in case.point.exact)


def _boxes(claim: Claim, prop: Prop) -> list[BoxFinding]:
    """What holds over whole boxes; of models of one's own where balls of positive size have all that it takes."""
    if _is_along(prop):
        return []
    try:
        return examine_boxes(claim, prop, model_for(claim))
    except Lacks:
        if is_own(claim):
            return []
        raise


def _read(prop: Prop, case: Case) -> Truth | None:
    """What the proposition says at the point; None at an extreme one where something in it is not defined."""
    try:
        return _everywhere(prop, case)
    except Lacks:
        if not case.point.extreme:
            raise
        return None


def _at_start_only(case: Case) -> bool:
    return isinstance(case.flow, OwnFlow) and case.flow.start_only


def _everywhere(prop: Prop, case: Case) -> Truth:
    """Whether ``prop`` holds at the point for all values of the indices that it leaves free."""
    free = sorted(free_indices(prop), key=lambda s: s.name)
    ranges = [range(1, case.algebra.size(reach(i)) + 1) for i in free]
    truths = []
    for places in product(*ranges):
        here = case.algebra.moved({i.name: place(k) for i, k in zip(free, places, strict=True)})
        truths.append(decide(prop, here, case.trace, case.flow))
        if truths[-1] is Truth.FALSE:
            break
    return min(truths)


def _may_meet(prop: Prop, case: Case) -> bool:
    """Whether what fails where two sides meet is left open at the point, all that it assumes being certain there."""
    inner = [arg for arg in prop.args if isinstance(arg, Prop)]
    if prop.head == "implies":
        return decide(inner[0], case.algebra, Trace(exactly=True)) is Truth.TRUE and _may_meet(inner[1], case)
    if prop.head == "and":
        return any(_may_meet(arg, case) for arg in inner)
    strict = prop.head in {"lt", "gt", "ne", "posdef"}
    return strict and decide(prop, case.algebra, Trace(exactly=True)) is Truth.UNKNOWN


def _is_along(prop: Prop) -> bool:
    return any(sub.head in ALONG for _, sub in subprops(prop))


def cases(claim: Claim, prop: Prop, context: Context, unmet: list[Prop] | None = None) -> Iterator[Case]:
    """Admissible points, smallest first; along the flow few, the same for all claims, so that they are kept.

    The equations among the hypotheses that a general point does not meet are added to ``unmet``.
    """
    model = model_for(claim)
    given = [hypothesis.prop for hypothesis in claim.given]
    stated = frozenset(claim.forall).union(*(symbols_in(p) for p in (prop, *given)))
    named = {s.name for s in stated}
    modelled = frozenset(model.parameters).union(*(symbols(v) for _, v in model.initial))
    needed = stated | {s for s in modelled if s.name not in named}
    along, own = _is_along(prop), is_own(claim)
    if own:
        # Laws name covariances and deviations that the statement need not mention.
        known = {s.name: s for s in [*symbols(model.loss), *needed]}
        of_laws = {s.name: s for sym in known.values() for s in named_by(sym)}
        needed = frozenset({**of_laws, **known}.values())
    unit = along or any(map(_speaks_of_start, (prop, *given))) or any(map(_says_unit, given))
    for drawn, start_only in _points(claim, prop, context, needed):
        point, condition = replace(drawn, unit=unit), _scale_condition(prop)
        try:
            case = _admissible([*given, *condition], point, model) if condition else None
            case = case or _admissible(given, point, model)
        except Lacks:
            if not point.extreme:
                raise
            continue
        if case is None and unmet is not None and not point.extreme:
            assumed = [h for h in given if assumes_equations(h)]
            unmet += [h for h in assumed if _moved_to_meet((h,), point, model) is None]
        if case is not None:
            flow: BallFlow | None = None
            if along:
                flow = OwnFlow(case.point, model, start_only=start_only) if own else BallFlow(case.point, model)
            yield replace(case, flow=flow)


def _points(
    claim: Claim, prop: Prop, context: Context, needed: frozenset[Sym]
) -> Iterator[tuple[Point, bool]]:  # fmt: skip
    """Points for the symbols ``needed``, and whether only the start of the flow from there is looked at."""
    full, own, dims = context.tier == "full", is_own(claim), context.dims
    points: Iterator[Point]
    if _is_along(prop):
        few = [d for d in dims if d in _FLOW_DIMS]
        along, count = own_flow_points if own else along_flow, 6 if full else 2
        yield from ((p, False) for d in few for p in along(needed, d, f"flow/{context.seed}", count))
        if own:
            named = _named_starts(claim, prop)
            yield from ((p, False) for p in hostile_starts(needed, few[0] if few else 1, f"flow/{context.seed}", named))
            for d in few:
                turned = starts_on_the_last_axis(needed, d, f"flow/{context.seed}", named)
                yield from ((p, False) for p in turned)
        if not (own and any(isinstance(t, Op) and t.head == "ddt" for _, t in subterms(prop))):
            return  # a bound that is an equation when the flow starts says nothing there
        moving = frozenset().union(*({s.name for s in symbols(v)} for _, v in model_for(claim).initial))
        yield from ((p, True) for p in own_starts(needed, few, str(context.seed), moving))
        return
    owner = claim.id if context.seed is None else f"{claim.id}/{context.seed}"
    if own and not full and any(map(about_minima, (prop, *(h.prop for h in claim.given)))):
        said = (prop, *(h.prop for h in claim.given))
        points = _at_other_numbers(list(own_points_of_minima(needed, dims, str(context.seed))), said)
        points = chain(points, hostile_points_of_minima(said, needed, dims))
    else:
        points = own_points(needed, dims, owner) if own else draw(needed, dims, owner, 6 if full else 3)
        if own or not any(s.traits & {"random", "derived", "prompt"} for s in needed):
            points = chain(points, hostile_points((prop, *(h.prop for h in claim.given)), needed, dims))
    yield from ((point, False) for point in points)


def _at_other_numbers(points: list[Point], props: Sequence[Prop]) -> Iterator[Point]:
    """The points, then the first of them with other values of the numbers that are free."""
    yield from points
    for values in other_numbers(props) if points else ():
        exact = tuple((name, ((values[name],),) if name in values else rows) for name, rows in points[0].exact)
        yield replace(points[0], exact=exact, extreme=True, hostile=True)


def _named_starts(claim: Claim, prop: Prop) -> dict[str, tuple[Fraction, ...]]:
    """The symbols that the start is made of, with the values that the statement, the hypotheses or the loss name."""
    model = model_for(claim)
    loss = Prop("eq", (model.loss_in_full, model.loss_in_full))
    named = special_values((prop, *(h.prop for h in claim.given), loss))
    within = {s.name: () for _, value in model.initial for s in symbols(value)}
    return {**within, **{value.name: named.get(p, ()) for p, value in model.initial if isinstance(value, Sym)}}


def _says_unit(hypothesis: Prop) -> bool:
    """Whether the norm of a product with Theta is given."""
    norms = (t for _, t in subterms(hypothesis) if isinstance(t, Op) and t.head == "norm_F")
    return any(s.name == "Theta" for norm in norms for s in symbols(norm))


def _speaks_of_start(prop: Prop) -> bool:
    return any(isinstance(t, Op) and t.head == "at0" for _, t in subterms(prop))


def _scale_condition(prop: Prop) -> list[Prop]:
    """The condition of an implication on the scale sigma: where it fails the implication says nothing."""
    condition = prop.args[0] if prop.head == "implies" else None
    about_scale = isinstance(condition, Prop) and any(s.name == "sigma" for s in symbols_in(condition))
    return [condition] if isinstance(condition, Prop) and about_scale else []


def _admissible(given: list[Prop], point: Point, model: Model) -> Case | None:
    """The point with sigma halved until the hypotheses hold, nothing compared there so far; None where that does not
    make them hold."""
    case = _moved_to_meet(tuple(given), point, model)
    return None if case is None else replace(
        case, trace=Trace(
            imposed=dict(case.trace.imposed), assumed=list(case.trace.assumed), exactly=point.hostile
        )
    )


@lru_cache(maxsize=1024)  # a claim has some hundreds of points: with fewer, none is there any more when it comes again
def _moved_to_meet(given: tuple[Prop, ...], point: Point, model: Model) -> Case | None:
    """Parts, readings and twins of a claim are looked at in the same points, with what was read there.

    Twins share most of their terms with the statement; at a general point, where most twins fail, these are kept.
    """
    here: Point | None = point
    for _ in range(_HALVINGS):
        if here is None:
            return None
        trace = Trace(exactly=point.hostile)
        held, algebra = impose(given, here.algebra(model), trace)
        if held is Truth.TRUE:
            return Case(here, algebra if point.hostile else algebra.keeping(frozenset()), trace, None)
        if any(not _may_move(part, here, trace) for part in trace.unmet):
            return None
        here = here.smaller("sigma")
    return None


def _may_move(part: Prop, point: Point, trace: Trace) -> bool:
    """Whether what a hypothesis says may change with sigma: not where all that it speaks of has values of its own."""
    own = {*dict(point.sizes), *dict(point.exact)} - {"sigma", *trace.imposed}
    nodes = [node for _, node in subterms(part)]
    moving = part.head not in _COMPARED or any(isinstance(node, Op) and node.head in _OF_FLOWS for node in nodes)
    return moving or any(
        isinstance(node, Sym) and node.name not in own and not node.traits & {"identity", "zero"} for node in nodes
    )


def _refuted(claim: Claim, prop: Prop, case: Case) -> Outcome:
    """The point, with values for what the hypotheses join to the symbols of the statement."""
    model, given = model_for(claim), [h.prop for h in claim.given]
    met = symbols_in(prop)
    if any(isinstance(t, Op) and t.head == "at0" for _, t in subterms(prop)) or case.flow is not None:
        met = met.union(*(symbols(v) for _, v in model.initial))
    if isinstance(case.flow, OwnFlow):
        met = met.union(symbols(model.loss)).difference(model.parameters)
    names = frozenset(reached(given, {s.name for s in met})) - frozenset(case.trace.imposed)
    bound = {s.name for p in (prop, *given) for s in symbols_in(p)} - names_told((prop, *given))
    link = next((link for link in reversed(case.trace.links) if link.truth is Truth.FALSE), None)
    imposed = [f"{name} = {A.str(8) if A.nrows() > 1 else A[0, 0].str(12)}"
               for name, A in case.trace.imposed.items()]  # fmt: skip
    when = f" ({case.flow.notes[-1]})" if case.flow is not None and case.flow.notes else ""
    names |= spoken(claim, prop) & dict(case.point.sizes).keys()
    told = ", ".join(filter(None, (case.point.shown(names if case.flow else names - bound), *imposed)))
    fails = link.shown() if link else "certainly false"
    text = f"{told}{when}: {fails}".removeprefix(": ")
    point = case.point.plain(names, f"{', '.join(imposed)}{when}".strip(", "))
    scope = Scope("one point", dims=(len(case.point.spectrum),))
    return Outcome(Verdict.REFUTED, "Certainly false at an exact point.", scope, {}, text, point)


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


def _outcome(seen: _Seen, boxes: list[BoxFinding]) -> Outcome:
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


def _figures(seen: _Seen, boxes: list[BoxFinding]) -> dict[str, Any]:
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
