"""The trained witness: gradient descent from Assumption 3 ends at the stated limit, within what the statistics allow.

A run is a configuration (d, N, data, sigma), trained by autograd through the model's definition; the stated limit is
read off the claim's propositions ``limit(parameter, value)``.  Besides the stated limit wrong ones are always tried
(see :mod:`.trained_runs`), and the report says which are rejected, or what size of sample that would take.  Raw
outcomes are kept: :func:`judge` recomputes the verdict from them alone.  Training can support, not refute.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from numeric.training import TRAINER_VERSION, torch_missing
from numeric.training.config import Config
from numeric.training.experiments import scales

from ..claims import Claim, Part, Reading
from ..digest import digest
from ..evidence import deciding, records
from ..model import is_own, model_of
from ..statement.fold import Lacks
from ..statement.props import Prop, subprops
from ..verdict import Outcome, Scope, Verdict
from . import Context, experiment, trained_block
from .block_rows import trains
from .gpu.speaks import silent
from .trained_runs import Run, Weights, limit_weights, run_of, runs_of, wrong_limits

if TYPE_CHECKING:
    from numeric.training.acceptance import Acceptance

ALPHA = 1e-9
DIGITS = 12


def judge(outcomes: Sequence[Mapping[str, Any]], lacking: str = "") -> Outcome:
    """The verdict on the raw outcomes of several runs."""
    from numeric.training.acceptance import verdict

    found = [(outcome["config"], verdict(outcome["raw"])) for outcome in outcomes]
    names = [outcome["label"] for outcome in outcomes]
    figures: dict[str, Any] = {
        "false_alarm_rate": ALPHA,
        "runs": {name: {**result, "contexts": at["contexts"]} for name, (at, result) in zip(names, found, strict=True)},
        "raw": [dict(outcome) for outcome in outcomes],
    }
    bad = [name for name, (_, result) in zip(names, found, strict=True) if result["meets"] is not True]
    bad_gradient = [name for name, (_, result) in zip(names, found, strict=True) if not result["gradient_zero"]]
    if bad or bad_gradient:
        why = "; ".join(
            filter(None, [
                f"the trained weights miss the stated limit or decide nothing at {', '.join(bad)}" if bad else "",
                f"the expected gradient is not zero at {', '.join(bad_gradient)}" if bad_gradient else "",
            ])
        )  # fmt: skip
        against = bool(bad_gradient) or any(result["meets"] is False for _, result in found)
        return Outcome(Verdict.UNDECIDED, why, Scope("; ".join(names)), figures, against=against)
    said = []
    for wrong in dict.fromkeys(name for _, result in found for name in result["rejected"]):
        kept = [
            f"{name} (needs about {result['needs'][wrong]} contexts)" if wrong in result["needs"] else name
            for name, (_, result) in zip(names, found, strict=True)
            if wrong in result["rejected"] and not result["rejected"][wrong]["by the trained weights"]
        ]
        said.append(f"{wrong} is rejected" + (f" except at {', '.join(kept)}" if kept else ""))
    sentence = f"the trained weights meet the limit and the expected gradient there is zero; {'; '.join(said)}{lacking}"
    return Outcome(Verdict.SUPPORTED, sentence, Scope("; ".join(names)), figures)


Wrong = tuple[tuple[str, bytes], ...]
_KEPT: dict[tuple[Config, bytes, Wrong], tuple[dict[str, Any], Acceptance]] = {}
MOST_KEPT = 8


def _accepted(
    settings: Config, stated: bytes, wrong: Wrong, limit: float | None
) -> tuple[dict[str, Any], Acceptance]:
    """Train, and hold the result against the limits; the last few are remembered, so that twins retrain nothing."""
    key = settings, stated, wrong
    if key not in _KEPT:
        while len(_KEPT) >= MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = _trained(settings, stated, wrong, limit)
    return _KEPT[key]


def _trained(
    settings: Config, stated: bytes, wrong: Wrong, limit: float | None
) -> tuple[dict[str, Any], Acceptance]:
    from numeric.training.acceptance import Acceptance, as_weights
    from numeric.training.trainer import train

    record = train(settings, limit=limit)
    shape = (2, settings.d + 1, settings.d + 1)

    def weights(raw: bytes) -> Any:
        W_PV, W_KQ = np.frombuffer(raw).reshape(shape)
        return as_weights(W_PV, W_KQ, settings.device)

    others = {name: weights(raw) for name, raw in wrong}
    held = Acceptance(settings, record, weights(stated), others, ALPHA)
    return {"config": settings.as_json(), "record": record, "raw": held.raw()}, held


class TrainedWitness:
    name = "trained"
    device = "cpu"
    limit: float | None = None
    """Seconds after which a run stops, converged or not."""

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        if experiment.is_experiment(claim, reading.prop):
            return experiment.examine(self.name, claim, reading, context)
        if is_own(claim):
            return self._own(claim, part, reading, context)
        if not any(sub.head == "limit" for _, sub in subprops(reading.prop)):
            return self._drawn(claim, part, reading, context, "no limit of the weights is stated here")
        missing = self._missing(context)
        if missing:
            return self._recorded(claim, part, missing)
        try:
            outcomes = [self._run(claim, reading.prop, run, context)[0] for run in runs_of(claim, context.tier)]
        except Lacks as lacks:
            return Outcome(Verdict.UNDECIDED, str(lacks))
        outcome = judge(outcomes)
        if context.tier == "full" and self.device == "cpu" and not claim.model:
            outcome.figures["outside_the_condition"] = self._outside(claim, context)
        return outcome

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        if experiment.is_experiment(claim, reading.prop):
            return experiment.refutes(self.name, claim, twin, context)
        if is_own(claim):
            if not trains(reading.prop) or not trained_block.knows(claim):
                return not self._missing(context) and self._draws_refute(claim, reading.prop, twin, context)
            available = not self._missing(context) and not self._later(claim, context)
            return available and trained_block.refutes(claim, twin, context.tier, self.device, context.seed)
        if self._missing(context):
            return False
        if not any(sub.head == "limit" for _, sub in subprops(reading.prop)):
            return self._draws_refute(claim, reading.prop, twin, context)
        from numeric.training.acceptance import as_weights, rejects

        for run in runs_of(claim, context.tier):
            try:
                raw, held, made = self._run(claim, reading.prop, run, context)
                weights = limit_weights(twin, made)
            except Lacks:
                return False
            if rejects(raw["raw"], held.against(as_weights(*weights, self.device))):
                return True
        return False

    def _own(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        """Of the models of `zwb`; of a model of one's own there is nothing to say."""
        if not trained_block.knows(claim):
            sentence = f"{self.name} knows the models of the papers only; words, entries and sampled know any"
            return self._drawn(claim, part, reading, context, sentence)
        if not trains(reading.prop):
            return self._drawn(claim, part, reading, context, "training determines nothing in this statement")
        missing = self._missing(context)
        if not missing and self._later(claim, context):
            return Outcome(Verdict.NOT_RUN, "trained in the full tier: --tier full")
        if not missing:
            return trained_block.examine(claim, reading.prop, context.tier, self.device, context.seed)
        return self._recorded(claim, part, missing)

    def _drawn(self, claim: Claim, part: Part, reading: Reading, context: Context, otherwise: str) -> Outcome:
        """In the full tier: draws from definitions, enclosed points, flows and descents, as on a GPU, in small."""
        if context.tier == "fast" or self._missing(context) or silent(claim, reading.prop):
            return Outcome(Verdict.NOT_APPLICABLE, otherwise)
        from .gpu.here import examine_here

        return examine_here(claim, part, reading, context, self.device)

    def _draws_refute(self, claim: Claim, prop: Prop, twin: Prop, context: Context) -> bool:
        if context.tier == "fast" or silent(claim, prop):
            return False
        from .gpu.here import refutes_here

        return refutes_here(claim, twin, context, self.device)

    def _later(self, claim: Claim, context: Context) -> bool:
        """Whether the claim leaves its training to the full tier, another one training the same model in this one."""
        return context.tier == "fast" and claim.options.get("trained", {}).get("tier") == "full"

    def _missing(self, context: Context) -> str | None:
        """Why nothing is trained here, or None."""
        return torch_missing()

    def _run(
        self, claim: Claim, prop: Prop, run: Mapping[str, Any], context: Context
    ) -> tuple[dict[str, Any], Acceptance, Run]:
        made = run_of(run, owner_of(claim), self.device, context.seed)
        stated = _packed(limit_weights(prop, made))
        wrong = tuple((name, _packed(pair)) for name, pair in wrong_limits(prop, made).items())
        raw, held = _accepted(made.settings, stated, wrong, self.limit)
        return {**raw, "label": made.label}, held, made

    def raw_run(self, claim: Claim, prop: Prop, run: Mapping[str, Any], context: Context) -> dict[str, Any]:
        """The raw outcome of one run, as a record keeps it."""
        return self._run(claim, prop, run, context)[0]

    def _outside(self, claim: Claim, context: Context) -> list[dict[str, Any]]:
        """The same descent from scales that the theorem does not allow."""
        run = {"d": 3, "N": 4, "scale": 0.5, "contexts": 4096}
        return scales(run_of(run, owner_of(claim), self.device, context.seed).settings)

    def _recorded(self, claim: Claim, part: Part, missing: str) -> Outcome:
        """The verdict on the committed record, if there is one that is not stale; otherwise what would make it."""
        record = records.find_record(claim, self.name)
        if record is None:
            command = f"lemmata check {claim.id} --witness {self.name} --tier full --device {self.device}"
            return Outcome(Verdict.NOT_RUN, f"{missing}; on a machine that has it: {command}")
        changed = records.stale(record, deciding.digests_of(record, claim))
        if changed:
            return Outcome(Verdict.STALE, changed)
        found = deciding.decide_part(record, claim, part.name, f" (recorded; {missing})")
        return found or Outcome(Verdict.NOT_RUN, f"{missing}; the record has no run for this part")


def _packed(weights: Weights) -> bytes:
    """Equal for limits that two parts write differently: what rounding alone tells apart is one limit."""
    return np.round(np.stack(weights), DIGITS).tobytes()


def owner_of(claim: Claim) -> str:
    """The streams of a run are named after its data, so that claims about the same data share their runs."""
    return f"{claim.paper}/{claim.model or 'fixed covariance'}"


def digests_of(claim: Claim) -> dict[str, str]:
    """What a record of this claim depends on: its statement, the model with its loss, and the trainer's version."""
    return records.digests(claim, digest(model_of(claim.paper, claim.model)), TRAINER_VERSION)
