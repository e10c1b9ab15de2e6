"""The grid witness for models of one's own: identities at the one dimension that decides every dimension.

Both sides are read entry by entry at that dimension, for all entries (the covariance diagonal, which orthogonal
invariance admits) and every number of samples; :mod:`proofs_check.algebras.slots` says why this is enough.
"""

from __future__ import annotations

from ...algebras.entries import algebra_for, decide_equal
from ...algebras.entries.decide import same_for_all_entries
from ...algebras.entries.space import Setting
from ...algebras.slots import deciding_dimension
from ...claims import Claim
from ...model import model_for
from ...statement.fold import Lacks
from ...statement.terms import Sym, Term
from ..deciding.engine import Engine

MOST = {"fast": 4, "full": 6}
"""The largest deciding dimension that is read, by tier."""


class OwnGridEngine(Engine):
    """Equality at the deciding dimension."""

    name = "grid"

    def __init__(self, claim: Claim, tier: str, *, refuting: bool = False) -> None:
        self.refuting = refuting
        """Whether only a small exact point is wanted where an identity fails."""
        self.model, self.given = model_for(claim), tuple(h.prop for h in claim.given)
        self.most = MOST[tier]
        self.dimensions: list[int] = []
        """Those at which identities have been shown."""
        self.counterexample: dict[str, object] | None = None

    def equal(self, lhs: Term, rhs: Term) -> bool:
        if self.refuting:
            if self.differ(lhs, rhs):
                return False
            raise Lacks("grid finds no small exact point where the sides differ")
        d = deciding_dimension(lhs, rhs, self.model, self._open_slots(lhs))
        if d > self.most:
            raise Lacks(f"grid lacks room for d = {d}, which decides every d")
        if not same_for_all_entries(lhs, rhs, Setting(d, model=self.model, diagonal=True)):
            if self.differ(lhs, rhs):
                return False
            raise Lacks(f"grid finds the sides unequal at d = {d}, but no small exact point that shows it")
        self.dimensions.append(d)
        return True

    def _open_slots(self, side: Term) -> int:
        """How many of its sides have length d, read at d = 2: all other sizes are 1 or numbers of samples."""
        setting = Setting(2, model=self.model, diagonal=True)
        found = algebra_for([side], setting).read(side).shape
        if not set(found) <= {1, 2}:
            raise Lacks("grid lacks test letters with rows or columns for samples")
        return sum(size == 2 for size in found)

    def differ(self, lhs: Term, rhs: Term) -> bool:
        for d in (1, 2):
            try:
                decision = decide_equal(lhs, rhs, d, given=self.given, model=self.model)
            except Lacks:
                continue
            if decision.counterexample is not None:
                self.counterexample = decision.counterexample
                return True
        return False

    def never_zero(self, value: Term) -> bool:
        raise Lacks("grid lacks a certificate that a form vanishes nowhere")

    def equal_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        raise Lacks("grid lacks the set of all minimisers")
