"""What a record decides, and what it depends on.  Nothing here needs torch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from numeric.training import TRAINER_VERSION
from numeric.training.block import BLOCK_VERSION

from ...algebras.tensors import TENSORS_VERSION
from ...claims import Claim
from ...digest import digest
from ...evidence import records
from ...model import is_own, model_of
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...verdict import Outcome, Verdict
from ...written_out import written_out
from ..trained import block as trained_block
from ..trained.block_rows import trains as block_trains
from ..trained.once import judge as judge_limits
from ..trained.runs import runs_of
from .rows import judge as judge_rows
from .speaks import silent, trains


def digests_of(claim: Claim) -> dict[str, str]:
    """What a record depends on: the statement with its hypotheses, the model with all that is written out for it, and
    the versions of what reads and trains."""
    models = [model_of(claim.paper, claim.model), written_out(claim.paper)]
    if trained_block.knows(claim):
        models += [model_of(claim.paper, name) for name in trained_block.TRAINERS[claim.paper]]
    return records.digests(claim, digest(models), digest(TENSORS_VERSION, TRAINER_VERSION, BLOCK_VERSION))


def runs_here(claim: Claim, prop: Prop) -> str:
    """What trains the models of a statement: ``block``, ``trained``, or nothing."""
    if trained_block.knows(claim):
        return "block" if block_trains(prop) else ""
    if is_own(claim) or not trains(prop):
        return ""
    try:
        runs_of(claim, "gpu")
    except Lacks:
        return ""
    return "trained"


def decide(outcomes: Sequence[Mapping[str, Any]], part: str, reading: str, lacking: str = "") -> Outcome:
    """The verdict on one reading of a part."""
    here = [o for o in outcomes if o["part"] == part and o.get("reading", reading) == reading]
    found = [judged([o for o in here if o["kind"] == kind], lacking) for kind, judged in JUDGES if
             any(o["kind"] == kind for o in here)]  # fmt: skip
    if not found:
        return Outcome(Verdict.NOT_RUN, "the record has no run for this part")
    against = next((outcome for outcome in found if outcome.against), None)
    strong = [outcome for outcome in found if outcome.verdict is Verdict.SUPPORTED]
    if against is not None or not strong:
        return against or found[0]
    if len(strong) == 1:
        return strong[0]
    figures = {name: value for outcome in reversed(strong) for name, value in outcome.figures.items()}
    return Outcome(Verdict.SUPPORTED, "; ".join(o.sentence for o in strong), strong[0].scope, figures)


def judge(outcomes: Sequence[Mapping[str, Any]], lacking: str = "") -> Outcome:
    """The verdict on a part: of several readings, what is said of the one of which most is known."""
    readings = dict.fromkeys(outcome.get("reading", "") for outcome in outcomes)
    found = [decide(outcomes, outcomes[0]["part"], reading, lacking) for reading in readings]
    return next((outcome for outcome in found if outcome.verdict is Verdict.SUPPORTED), found[0])


JUDGES: tuple[tuple[str, Callable[..., Outcome]], ...] = (
    ("tensors", judge_rows), ("trained", judge_limits), ("block", trained_block.judge),
)  # fmt: skip
"""What recomputes the verdict on outcomes of each kind."""


def speaks_of(claim: Claim, prop: Prop) -> bool:
    """Whether a device can speak of this reading at all."""
    return not silent(claim, prop) or bool(runs_here(claim, prop))
