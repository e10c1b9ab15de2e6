"""What a record decides: its verdicts, recomputed from the raw outcomes by the code that ``check`` uses.

    >>> from proofs_check.evidence.deciding import decide
    >>> from proofs_check.evidence.records import EVIDENCE, read_record
    >>> found = decide(read_record(EVIDENCE / "zwb_table-1.small.json"))
    >>> found[0].statement, found[0].outcome.verdict.name
    ('zwb/table-1 (mean zero)', 'SUPPORTED')

Records come in kinds, by who has made them, :data:`KINDS`; a new kind of a witness is one more row.  Nothing of a
witness is imported before a record of its kind is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..claims import Claim
from ..errors import UserError
from ..verdict import Outcome, Verdict
from .records import Record

if TYPE_CHECKING:
    from ..catalogue import Registry
    from ..witnesses.trained.experiment import Experiment


@dataclass(frozen=True, slots=True)
class Kind:
    """Records of one trainer: how they are known, and where their judge is.

    The module has ``judge(outcomes of a part, what to say behind the sentence)``, the verdict on raw outcomes, and
    ``digests_of(claim)``, what a record of the claim depends on.
    """

    module: str
    keys: frozenset[str]
    """What every outcome has."""
    lacks: frozenset[str] = frozenset()
    """What no outcome has."""

    def holds(self, outcomes: Sequence[Mapping[str, Any]]) -> bool:
        return all(self.keys <= held.keys() and not self.lacks & held.keys() for held in outcomes)

    def judge(self, outcomes: Sequence[Mapping[str, Any]], lacking: str) -> Outcome:
        judged: Outcome = self._found("judge")(outcomes, lacking)
        return judged

    def digests_of(self, claim: Claim) -> dict[str, str]:
        made: dict[str, str] = self._found("digests_of")(claim)
        return made

    def _found(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(self.module), name)
        return found


KINDS = (
    Kind("proofs_check.witnesses.gpu.deciding", frozenset({"part", "kind"})),
    Kind("proofs_check.witnesses.trained.witness", frozenset({"part", "raw"})),
    Kind("proofs_check.witnesses.trained.block", frozenset({"part", "rows", "trained"})),
)
"""Of claims; a record belongs to the first that it fits.  Records of experiments are decided apart from these."""


class UnknownOutcomes(UserError):
    """Raw outcomes that no witness has written."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a record says of one statement."""

    claim: str
    part: str
    outcome: Outcome

    @property
    def statement(self) -> str:
        return f"{self.claim} ({self.part})" if self.part else self.claim


def kind_of(record: Record) -> Kind:
    """The kind of a claim's record.

    Raises:
        UnknownOutcomes: it is of none.
    """
    for kind in KINDS:
        if record.outcomes and kind.holds(record.outcomes):
            return kind
    what = "are of no kind that a witness reads" if record.outcomes else "are missing"
    raise UnknownOutcomes(f"The outcomes of the record of {record.claim} {what}. Make it anew.")


def digests_of(record: Record, claim: Claim) -> dict[str, str]:
    """What the record of a claim depends on, as it is today.

    Raises:
        UnknownOutcomes: see :func:`kind_of`.
    """
    return kind_of(record).digests_of(claim)


def decide_part(record: Record, claim: Claim, part: str, lacking: str = "") -> Outcome | None:
    """The verdict on one part of a claim, or None where the record has no run for it; ``lacking`` ends its sentence.

    Raises:
        UnknownOutcomes: the outcomes are not as the witness writes them.
    """
    of_part = [outcome for outcome in record.outcomes if outcome.get("part") == part]
    if not of_part:
        return None
    try:
        return kind_of(record).judge(of_part, lacking)
    except (LookupError, TypeError, AttributeError, ArithmeticError) as error:
        what = f"{type(error).__name__}: {error}"
        raise UnknownOutcomes(
            f"The outcomes of the record of {claim.id} cannot be judged ({what}). Make it anew."
        ) from error


def decide(
    record: Record, known: Registry | None = None, beside: Callable[[str], Record | None] = lambda id: None
) -> list[Found]:
    """What the record says, part by part; of an experiment's record every statement that is measured in it.

    Args:
        known: the claims; by default those of the library and of installed packages.
        beside: the record of another experiment of the same size, for statements about several.

    Raises:
        UnknownOutcomes: the outcomes are not as a witness writes them.
        UserError: there is no such claim.
    """
    from ..registry import load
    from ..witnesses.trained.experiment import EXPERIMENTS

    known = known or load()
    if record.claim in EXPERIMENTS:
        return _of_experiment(record, EXPERIMENTS[record.claim], known, beside)
    claim = known.find(record.claim).claim
    assert claim is not None, "only statements that are transcribed have records"
    found = [(part.name, decide_part(record, claim, part.name)) for part in claim.parts]
    return [Found(claim.id, part, outcome) for part, outcome in found if outcome]


def _of_experiment(
    record: Record, of: Experiment, known: Registry, beside: Callable[[str], Record | None]
) -> list[Found]:
    from ..witnesses.trained import experiment

    found = []
    for claim, part, reading in experiment.statements_of(of.id, known):
        name = part.name if len(part.readings) == 1 else f"{part.name} {reading.name}".strip()
        if experiment.about_settings(reading.prop):
            if record.witness == "full":
                found.append(Found(claim.id, name, experiment.PRINTED_SETUP))
            continue
        every = experiment.experiments_of(claim.paper, reading.prop)
        held = [record if one.id == of.id else beside(one.id) for one in every]
        lacking = [one.id for one, at in zip(every, held, strict=True) if at is None]
        if lacking:
            outcome = Outcome(Verdict.NOT_RUN, f"needs the record of {' and '.join(lacking)}, too")
        else:
            outcome = _measured([at for at in held if at], reading.prop, every[0])
        found.append(Found(claim.id, name, outcome))
    return found


def _measured(held: Sequence[Record], prop: Any, first: Experiment) -> Outcome:
    from ..statement.fold import Lacks
    from ..witnesses.trained import experiment

    try:
        return experiment.decide(experiment.merged([experiment.outcomes_of(one) for one in held]), prop, None, first)
    except Lacks as lacks:
        return Outcome(Verdict.UNDECIDED, str(lacks))
    except (LookupError, TypeError, AttributeError, ArithmeticError, ValueError) as error:
        what = f"{type(error).__name__}: {error}"
        raise UnknownOutcomes(
            f"The outcomes of the record of {held[0].claim} cannot be judged ({what}). Make it anew."
        ) from error
