"""Admissible points of a claim: the hypotheses hold there; with the flow from them where one is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from ...algebras.balls import BallsAlgebra
from ...claims import Claim
from ...model import Model, is_own, model_for, named_by
from ...statement.fold import Lacks
from ...statement.premises import premise_of
from ...statement.props import Prop, subprops, subterms, symbols_in
from ...statement.special_values import special_values
from ...statement.terms import Op, Sym, symbols
from .. import Context
from ..points.edges import Edges
from ..points.exact import Point, along_flow, draw
from ..points.hostile import hostile_points, hostile_points_of_minima
from ..points.other_numbers import other_numbers
from ..points.own import (
    hostile_starts,
    own_flow_points,
    own_points,
    own_points_of_minima,
    own_starts,
    starts_across,
    starts_on_the_last_axis,
)
from ..points.special import assumes_equations
from .flow import BallFlow
from .flow_own import OwnFlow
from .least import about_minima
from .truth import ALONG, Trace, Truth, decide, impose

_FLOW_DIMS = (1, 2)
_COMPARED = frozenset({"eq", "ne", "le", "lt", "ge", "gt", "psd", "posdef", "psd_form", "commute"})
_OF_FLOWS = frozenset({"ddt", "at0", "prediction", "prediction_on", "per_prompt"})
"""Heads whose values depend on what the model says, whatever symbols are named."""
_HALVINGS = 10


@dataclass(frozen=True)
class Case:
    """An admissible point: the hypotheses hold there; with the flow from it where the proposition asks for one."""

    point: Point
    algebra: BallsAlgebra
    trace: Trace
    flow: BallFlow | None


def is_along(prop: Prop) -> bool:
    return any(sub.head in ALONG for _, sub in subprops(prop))


def cases(
    claim: Claim, prop: Prop, context: Context, unmet: list[Prop] | None = None, edges: Edges | None = None
) -> Iterator[Case]:  # fmt: skip
    """Admissible points, smallest first; along the flow few, the same for all claims, so that they are kept.

    The equations among the hypotheses that a general point does not meet are added to ``unmet``; ``edges`` are told of
    the points that are not admitted.
    """
    model = model_for(claim)
    given = [hypothesis.prop for hypothesis in claim.given]
    stated = frozenset(claim.forall).union(*(symbols_in(p) for p in (prop, *given)))
    named = {s.name for s in stated}
    modelled = frozenset(model.parameters).union(*(symbols(v) for _, v in model.initial))
    needed = stated | {s for s in modelled if s.name not in named}
    along, own = is_along(prop), is_own(claim)
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
        if case is None and edges is not None and edges.bounds:
            edges.look(read_at(point.algebra(model)), dict(point.sizes)["d"], counts=True)
        if case is not None:
            flow: BallFlow | None = None
            if along:
                flow = OwnFlow(case.point, model, start_only=start_only) if own else BallFlow(case.point, model)
            yield replace(case, flow=flow)


def read_at(algebra: BallsAlgebra) -> Callable[[Prop], Truth]:
    """What inequalities say at a point; unknown where something in them is not defined."""

    def truth(prop: Prop) -> Truth:
        try:
            return decide(prop, algebra, Trace(exactly=True), moves=False)
        except Lacks:
            return Truth.UNKNOWN

    return truth


def _points(
    claim: Claim, prop: Prop, context: Context, needed: frozenset[Sym]
) -> Iterator[tuple[Point, bool]]:  # fmt: skip
    """Points for the symbols ``needed``, and whether only the start of the flow from there is looked at."""
    full, own, dims = context.tier == "full", is_own(claim), context.dims
    points: Iterator[Point]
    if is_along(prop):
        few = [d for d in dims if d in _FLOW_DIMS]
        along, count = own_flow_points if own else along_flow, 6 if full else 2
        yield from ((p, False) for d in few for p in along(needed, d, f"flow/{context.seed}", count))
        if own:
            named = _named_starts(claim, prop)
            yield from ((p, False) for p in hostile_starts(needed, few[0] if few else 1, f"flow/{context.seed}", named))
            for d in few:
                turned = starts_on_the_last_axis(needed, d, f"flow/{context.seed}", named)
                across = starts_across(needed, d, f"flow/{context.seed}", named)
                yield from ((p, False) for p in chain(turned, across))
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
    condition = premise_of(prop)
    return [condition] if condition is not None and any(s.name == "sigma" for s in symbols_in(condition)) else []


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
