"""What an engine must offer so that propositions are decided, and what it finds.  Standard library only."""

from __future__ import annotations

from dataclasses import dataclass

from ...model import Model
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Sym, Term


class Engine:
    """Decides whether two terms denote the same thing in the engine's scope; of the rest it says what is lacking."""

    name: str
    model: Model
    given: tuple[Prop, ...]
    """The hypotheses of the claim."""
    at_start: tuple[Prop, ...] = ()
    """What is assumed of time 0 beside the model's start."""

    def lacks(self, what: str) -> Lacks:
        return Lacks(f"{self.name} decides identities; '{what}' does not reduce to them")

    def equal(self, lhs: Term, rhs: Term) -> bool:
        raise self.lacks("eq")

    def differ(self, lhs: Term, rhs: Term) -> bool:
        """Whether an exact point certifies that the two are different functions."""
        raise self.lacks("differs")

    def equal_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        """Whether the two agree at every global minimum of ``f`` over ``variables``."""
        raise self.lacks("minimisers_satisfy")

    def least_where(self, f: Term, equations: list[Prop], variables: list[Sym]) -> bool:
        """Whether ``f`` is at its minimum over ``variables`` at all solutions of the equations."""
        raise self.lacks("minimum_where")

    def never_zero(self, value: Term) -> bool:
        """Whether the number is certified not to vanish, whatever d, N and Lam are."""
        raise self.lacks("ne")

    def tends(self, body: Term, value: Term, variables: list[Sym]) -> bool:
        """Whether ``body`` tends to ``value`` as all of ``variables`` tend to infinity, in any way."""
        raise self.lacks("tends")

    def of_order(self, f: Term, g: Term, variables: list[Sym]) -> bool:
        """Whether ``|f| <= C g`` for all positive integers ``variables`` with a constant free of them."""
        raise self.lacks("order")

    def sign(self, value: Term) -> int:
        """2 where the number is certainly positive, 1 where certainly not negative, 0 where that is not seen."""
        raise self.lacks("le")

    def definite(self, value: Term) -> int:
        """2 where the matrix is certainly positive definite, 1 where positive semi-definite, 0 where not seen."""
        raise self.lacks("psd")

    def almost_surely_equal(self, lhs: Term, rhs: Term) -> bool:
        """Whether the two are seen to be equal almost surely."""
        return False

    def almost_surely_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        """Whether the two are seen to be equal almost surely, at every global minimum of ``f`` over ``variables``."""
        raise self.lacks("almost_surely")

    def under(self, hypothesis: Prop) -> Engine | None:
        """The engine with a hypothesis more; ``None`` where it has no use for such a one."""
        return None

    def implied(self, hypothesis: Prop, conclusion: Prop) -> Finding | None:
        """Whether the conclusion follows; ``None`` where the engine has no rule for such a pair."""
        return None


@dataclass(frozen=True, slots=True)
class Finding:
    """``holds`` with the identity that decided, in words; ``failed`` is the identity that is false."""

    holds: bool
    how: str
    failed: tuple[Term, Term] | None = None
    point: str | None = None
    """A counterexample that needs no search, in words."""
    assumed: tuple[Prop, ...] = ()
    """The premises under which that identity is stated: a counterexample meets them."""
