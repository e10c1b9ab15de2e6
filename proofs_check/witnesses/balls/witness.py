"""The witness in Arb balls: points, boxes and trajectories of the parameters, each comparison rigorous."""

from __future__ import annotations

from itertools import product

from numeric.arithmetic import ball_precision

from ...algebras.ball_random import place
from ...claims import Claim, Part, Reading
from ...model import is_own, model_for
from ...spoken import spoken
from ...statement.binding import names_told
from ...statement.fold import Lacks
from ...statement.indices import free_indices, reach
from ...statement.joined import reached
from ...statement.premises import premise_of, said
from ...statement.props import Prop, subprops, subterms, symbols_in
from ...statement.terms import Op, symbols
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from ..points.edges import Edges
from ..points.hostile import is_moderate
from ..points.special import equations
from .attention import examine_attention, is_read_here, refutes_attention
from .boxes import BoxFinding, examine_boxes
from .cases import Case, cases, is_along, read_at
from .critical import HEADS as CRITICAL
from .flow_own import OwnFlow
from .least import about_minima
from .seen import Seen, outcome
from .truth import Trace, Truth, at_the_point, decide

_BITS = 160


class BallsWitness:
    """Decides propositions at exact points that satisfy the claim's hypotheses; never proves, may refute."""

    name = "balls"

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        prop, seen = reading.prop, Seen(reading.prop, spoken(claim, reading.prop))
        edges = Edges.of(claim, prop)
        if is_read_here(claim, prop, moduli=False):
            return examine_attention(claim, prop, context)
        with ball_precision(_BITS):
            try:
                for case in cases(claim, prop, context, seen.unmet, edges):
                    truth = _read(prop, case)
                    if edges.bounds:
                        decided = truth not in {None, Truth.UNKNOWN}
                        edges.look(read_at(case.algebra), case.algebra.sizes["d"], counts=decided)
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
                    condition = premise_of(prop)
                    if truth is Truth.VACUOUS and condition is not None and not case.point.extreme:
                        seen.unmet += [e for p in case.trace.unmet or [condition] for e in equations(p)]
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
        if seen.used and edges.unseen:
            return Outcome(Verdict.UNDECIDED, f"{edges.unseen[0].upper()}{edges.unseen[1:]}.")
        return outcome(seen, boxes)

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
    if is_along(prop):
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
    model, truths = case.algebra.model, []
    stated = at_the_point(prop) if model is not None and model.starts_anywhere else prop
    for places in product(*ranges):
        here = case.algebra.moved({i.name: place(k) for i, k in zip(free, places, strict=True)})
        truths.append(decide(stated, here, case.trace, case.flow))
        if truths[-1] is Truth.FALSE:
            break
    return min(truths)


def _may_meet(prop: Prop, case: Case) -> bool:
    """Whether what fails where two sides meet is left open at the point, all that it assumes being certain there."""

    def there(stated: Prop) -> Truth:
        return decide(stated, case.algebra, Trace(exactly=True))

    strict = ((under, link) for under, link in said(prop) if link.head in {"lt", "gt", "ne", "posdef"})
    return any(all(there(p) is Truth.TRUE for p in under) and there(link) is Truth.UNKNOWN for under, link in strict)


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
