"""The GPU witness: what a device found, read from a record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from numeric.training import cuda_missing, torch_missing

from ...claims import Claim, Part, Reading
from ...digest import digest
from ...evidence import records
from ...papers import NAMES as LIBRARY
from ...statement.props import Prop
from ...verdict import Outcome, Verdict
from .. import Context
from ..trained import experiment

if TYPE_CHECKING:
    from ...evidence.records import Record

COMMAND = "python -m proofs_check.witnesses.gpu"


class GpuWitness:
    name = "gpu"
    device = "cuda"
    folder: Path = records.EVIDENCE

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        """What the record says of this reading; with a device at hand, a record is made first."""
        from .deciding import decide, digests_of, runs_here
        from .speaks import silent

        if experiment.is_experiment(claim, reading.prop):
            return experiment.examine(self.name, claim, reading, context)
        if claim.paper not in LIBRARY:
            return Outcome(Verdict.NOT_APPLICABLE, "gpu knows the statements of the library only")
        why = silent(claim, reading.prop)
        if why and not runs_here(claim, reading.prop):
            return Outcome(Verdict.NOT_APPLICABLE, why)
        missing = self._missing(context)
        if not missing:
            self._make(claim, context)
        record = self._record(claim)
        if record is None:
            return Outcome(Verdict.NOT_RUN, f"{missing}; on a machine that has it: {COMMAND} {claim.id}")
        changed = records.stale(record, digests_of(claim))
        if changed:
            return Outcome(Verdict.STALE, changed)
        return decide(record.outcomes, part.name, reading.name, f" (recorded on {record.provenance['device']})")

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        """Whether the same record rejected this changed statement."""
        if experiment.is_experiment(claim, reading.prop):
            return experiment.refutes(self.name, claim, twin, context)
        record = self._record(claim)
        changed = digest(twin)
        outcomes = record.outcomes if record is not None else ()
        return any(t["rejected"] and t["digest"] == changed for outcome in outcomes for t in outcome.get("twins", ()))

    def _record(self, claim: Claim) -> Record | None:
        return records.find_record(claim, self.name, self.folder)

    def _missing(self, context: Context) -> str | None:
        """Why nothing is made here, or None."""
        if context.device.partition(":")[0] != self.device:
            return f"--device is {context.device}"
        return torch_missing() if self.device == "cpu" else cuda_missing()

    def _make(self, claim: Claim, context: Context) -> None:
        from .deciding import digests_of
        from .efforts import EFFORTS
        from .record import make_record

        known = self._record(claim)
        if known is None or records.stale(known, digests_of(claim)):
            made = make_record(claim, EFFORTS["gpu"], context.device, context.seed, None)
            records.write_record(records.record_path(claim, self.name, self.folder), made)
