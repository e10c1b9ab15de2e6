"""The trained witness: gradient descent from Assumption 3 ends at the stated limit, within what the statistics allow.

A run is a configuration (d, N, data, sigma), trained by autograd through the model's definition; the stated limit is
read off the claim's propositions ``limit(parameter, value)``.  Besides the stated limit wrong ones are always tried
(see :mod:`.runs`), and the report says which are rejected, or what size of sample that would take.  Raw
outcomes are kept: :mod:`.once` judges by them alone.  Training can support, not refute.
"""

from __future__ import annotations

from typing import Any

from numeric.training import TRAINER_VERSION, torch_missing
from numeric.training.experiments import scales

from ...claims import Claim, Part, Reading
from ...digest import digest
from ...evidence import deciding, records
from ...model import is_own, model_of
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops
from ...verdict import Outcome, Verdict
from .. import Context
from ..gpu.speaks import silent
from . import block as trained_block
from . import experiment
from .block_rows import trains
from .once import judge, owner_of, run_once
from .runs import limit_weights, run_of, runs_of


class TrainedWitness:
    name = "trained"
    device = "cpu"

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
            runs = runs_of(claim, context.tier)
            outcomes = [run_once(claim, reading.prop, run, context, self.device)[0] for run in runs]
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
                raw, held, made = run_once(claim, reading.prop, run, context, self.device)
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
        from ..gpu.here import examine_here

        return examine_here(claim, part, reading, context, self.device)

    def _draws_refute(self, claim: Claim, prop: Prop, twin: Prop, context: Context) -> bool:
        if context.tier == "fast" or silent(claim, prop):
            return False
        from ..gpu.here import refutes_here

        return refutes_here(claim, twin, context, self.device)

    def _later(self, claim: Claim, context: Context) -> bool:
        """Whether the claim leaves its training to the full tier, another one training the same model in this one."""
        return context.tier == "fast" and claim.options.get("trained", {}).get("tier") == "full"

    def _missing(self, context: Context) -> str | None:
        """Why nothing is trained here, or None."""
        return torch_missing()

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


def digests_of(claim: Claim) -> dict[str, str]:
    """What a record of this claim depends on: its statement, the model with its loss, and the trainer's version."""
    return records.digests(claim, digest(model_of(claim.paper, claim.model)), TRAINER_VERSION)
