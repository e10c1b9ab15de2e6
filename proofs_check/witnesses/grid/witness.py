r"""The grid witness: identities in a stated finite span, proved by exact agreement at points of full column rank.

The span follows from the tree alone (:mod:`proofs_check.algebras.degrees`): which letters occur how often.  Both sides
are invariant under orthogonal changes of basis, so each is a combination of complete contractions of its letters, with
coefficients polynomial in N and d after clearing 1/N.  Both sides are evaluated entry by entry at exact points.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic.grid import GridProof

from ...claims import Claim, Part, Reading
from ...model import is_own, model_for
from ...spoken import at_sizes, spoken
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from ..deciding.decide import decide
from ..deciding.engine import Finding
from ..deciding.quantified import covered
from ..entries.witness import counterexample, refuted
from .engine import GridEngine
from .own import OwnGridEngine


def _of_own_model(claim: Claim, prop: Prop, tier: str, *, refuting: bool = False) -> Outcome:
    """The answer about a model of one's own: at the dimension that decides every dimension."""
    engine = OwnGridEngine(claim, tier, refuting=refuting)
    try:
        finding = decide(prop, engine)
    except Lacks as lacks:
        return Outcome(Verdict.UNDECIDED, str(lacks))
    if not finding.holds:
        point = engine.counterexample
        if finding.failed is not None and finding.assumed:
            point = counterexample(claim, *finding.failed, assumed=finding.assumed)
        return _at_met(claim, prop, finding.how, point)
    largest = max(engine.dimensions, default=1)
    where = f"for all entries at d = {largest}, from which on the contractions of their index slots are independent"
    sentence = f"equal {where if 'd' in spoken(claim, prop) else 'for all values'}"
    scope = Scope(covered(claim, prop), whole=True)
    return Outcome(Verdict.PROVED, sentence, scope, {"identities": len(engine.dimensions), "d": largest})


def _at_met(claim: Claim, prop: Prop, how: str, point: dict[str, object] | None) -> Outcome:
    """What a point shows that meets what is assumed."""
    if point is None:
        return Outcome(Verdict.UNDECIDED, how, against=True)
    d = int(str(point["d"]))
    return refuted(claim, prop, how, Scope(at_sizes({"d": d}, spoken(claim, prop)), dims=(d,)), point)


def _at(claim: Claim, prop: Prop, how: str, found: dict[str, object]) -> Outcome:
    """What a point shows, of the symbols that the claim speaks of."""
    names = spoken(claim, prop)
    met = {name: _plain(value) for name, value in found.items() if name in names | {"d"}}
    d = int(str(found["d"]))
    scope = Scope(at_sizes({"d": d}, names), dims=(d,))
    return refuted(claim, prop, how, scope, {**met, "": "the two sides differ"})


def _plain(value: Any) -> object:
    """An exact number, or rows of such."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if isinstance(value, int) else Fraction(int(value.p), int(value.q))


class GridWitness:
    name = "grid"

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        if is_own(claim):
            outcome = _of_own_model(claim, reading.prop, context.tier)
            if outcome.verdict is not Verdict.UNDECIDED or model_for(claim).parameters:
                return outcome
        try:
            finding, proofs = self._decide(claim, reading.prop)
        except Lacks as lacks:
            return Outcome(Verdict.UNDECIDED, str(lacks))
        if not finding.holds:
            how = "the two sides differ at an exact point"
            if finding.failed is not None and finding.assumed:
                met = counterexample(claim, *finding.failed, assumed=finding.assumed)
                return _at_met(claim, reading.prop, how, met)
            bad = next((p for p in reversed(proofs) if p.counterexample is not None), None)
            if bad is None or finding.assumed:  # the points of the grid need not meet a condition
                return Outcome(Verdict.UNDECIDED, finding.how, against=True)
            return _at(claim, reading.prop, how, dict(bad.counterexample or {}))
        agreed = [p for p in proofs if p.holds]
        scope = Scope(covered(claim, reading.prop), whole=True)
        if not agreed:
            return Outcome(Verdict.PROVED, finding.how, scope)
        largest = max(agreed, key=lambda p: p.columns)
        figures = {
            "identities": len(agreed), "columns": largest.columns, "rank": largest.rank, "points": len(largest.points),
        }
        return Outcome(Verdict.PROVED, largest.sentence, scope, figures)

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        if is_own(claim):
            refutes = _of_own_model(claim, twin, context.tier, refuting=True).verdict is Verdict.REFUTED
            if refutes or model_for(claim).parameters:
                return refutes
        try:
            return not self._decide(claim, twin)[0].holds
        except Lacks:
            return False

    def _decide(self, claim: Claim, prop: Prop) -> tuple[Finding, list[GridProof]]:
        engine = GridEngine(claim)
        return decide(prop, engine), engine.proofs
