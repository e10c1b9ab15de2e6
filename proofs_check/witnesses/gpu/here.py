"""The same examination on this machine, at small sizes: what the trained witness says in the full tier."""

from __future__ import annotations

from functools import lru_cache

from ...claims import Claim, Part, Reading
from ...statement.props import Prop
from ...verdict import Outcome
from .. import Context
from .efforts import EFFORTS
from .examine import Examiner, examiners
from .record import of_tensors
from .rows import holds, judge


@lru_cache(maxsize=2)
def _there(claim: Claim, seed: int | None, device: str) -> tuple[Examiner, ...]:
    return tuple(examiners(claim, EFFORTS["small"], device, seed))


def examine_here(claim: Claim, part: Part, reading: Reading, context: Context, device: str) -> Outcome:
    rejected: set[str] = set()
    return judge([of_tensors(there, part, reading, rejected) for there in _there(claim, context.seed, device)])


def refutes_here(claim: Claim, twin: Prop, context: Context, device: str) -> bool:
    """Whether some comparison of a changed statement fails."""
    for examiner in _there(claim, context.seed, device):
        try:
            rows, _ = examiner.rows(twin, first=True)
        except (RuntimeError, TypeError):
            return False  # its shapes fit for no sizes
        if any(holds(row) is False for row in rows):
            return True
    return False
