"""The GPU witness: the trained witness on CUDA; without a GPU the committed record speaks, if there is one.

One command makes and keeps it: ``lemmata check ID --witness gpu --tier full --device cuda``.
"""

from __future__ import annotations

from ..claim import Claim, Part, Reading
from ..records import EVIDENCE, record_path, write_record
from ..verdict import Outcome, Verdict
from . import Context
from .trained import TrainedWitness, record_of


class GpuWitness(TrainedWitness):
    name = "gpu"
    device = "cuda"

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        outcome = super().examine(claim, part, reading, context)
        ran = "raw" in outcome.figures and context.device == "cuda"
        if ran and outcome.verdict is Verdict.SUPPORTED and part is claim.parts[-1] and EVIDENCE.is_dir():
            parts = {p.name: super(GpuWitness, self).examine(claim, p, p.readings[0], context) for p in claim.parts}
            if all("raw" in found.figures for found in parts.values()):
                write_record(record_path(claim, self.name), record_of(claim, parts, self.name, "cuda"))
        return outcome
