"""Wrong twins: a witness that supports a statement must reject the statement with one thing changed.

A twin counts only when it is certified to be wrong, by an engine other than the witness itself: for an equation the
changed side differs from the printed side at an exact rational point; for an inequality balls enclose a point that
satisfies the hypotheses and violates the twin.  Twins that are not certified (often because they say the same) are
counted apart.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .claim import Claim, Part, Reading
from .statement.fold import Lacks
from .statement.mutate import REVERSED, Twin, select
from .statement.props import Prop
from .statement.terms import Path, Term
from .witnesses import Context, Witness, witness

MOST = 6
CERTIFYING_DIMS = (2, 1)
STATISTICAL = frozenset({"sampled", "trained", "gpu", "balls"})
"""Witnesses of limited power: what they miss is reported; for the others a missed twin is a defect."""


def check_twins(examiner: Witness, claim: Claim, part: Part, reading: Reading, context: Context) -> dict[str, Any]:
    """Show ``examiner`` the certified twins of ``reading``.

    Returns counts ``made``, ``refuted``, ``uncertified`` and the list ``missed`` (rule and place of each certified twin
    that was not rejected).
    """
    certified = certified_twins(claim, reading, context)
    missed = [twin for twin in certified if not examiner.refutes(claim, part, reading, twin.prop, context)]
    return {
        "made": len(certified),
        "refuted": len(certified) - len(missed),
        "uncertified": len(select(reading.prop, MOST)) - len(certified),
        "missed": [f"{twin.rule} at {'.'.join(map(str, twin.path))}" for twin in missed],
        "defect": bool(missed) and examiner.name not in STATISTICAL,
    }


def certified_twins(claim: Claim, reading: Reading, context: Context) -> tuple[Twin, ...]:
    """The selected twins of ``reading`` that are certified to be wrong."""
    return _certified(_Key(claim), reading, context)


class _Key:
    """A claim as a cache key: claims hold mappings, but their ids are unique within a run."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim

    def __hash__(self) -> int:
        return hash(self.claim.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.claim is other.claim


@lru_cache(maxsize=64)
def _certified(key: _Key, reading: Reading, context: Context) -> tuple[Twin, ...]:
    return tuple(twin for twin in select(reading.prop, MOST) if _is_wrong(key.claim, reading, twin, context))


def _is_wrong(claim: Claim, reading: Reading, twin: Twin, context: Context) -> bool:
    head, old, new = _change(reading.prop, twin)
    if head in REVERSED or old is None or new is None:
        return _violated(claim, reading, twin.prop, context)
    return _differ(claim, old, new)


def _change(prop: Prop, twin: Twin) -> tuple[str, Term | None, Term | None]:
    """The head of the innermost proposition that changed, and its argument before and after."""
    before: Prop = prop
    after: Prop = twin.prop
    path: Path = twin.path
    while path:
        old, new = before.args[path[0]], after.args[path[0]]
        if isinstance(old, Term) and isinstance(new, Term):
            return before.head, old, new
        assert isinstance(old, Prop)
        assert isinstance(new, Prop)
        before, after, path = old, new, path[1:]
    return before.head, None, None


def _differ(claim: Claim, old: Term, new: Term) -> bool:
    """Whether an exact point shows that two terms differ."""
    from .algebras.entries import decide_equal
    from .model import model_of

    given = tuple(hypothesis.prop for hypothesis in claim.given)
    for d in CERTIFYING_DIMS:
        try:
            decision = decide_equal(old, new, d, given=given, model=model_of(claim.paper))
        except Lacks:
            continue
        if decision.counterexample is not None:
            return True
    return False


def _violated(claim: Claim, reading: Reading, twin: Prop, context: Context) -> bool:
    """Whether balls enclose a violation of an inequality under the claim's hypotheses."""
    part = Part("", (reading,))
    return witness("balls").refutes(claim, part, reading, twin, context)
