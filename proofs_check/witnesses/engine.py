"""What an engine must offer so that propositions are decided, and what it finds.  Standard library only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ..model import Model
from ..statement.props import Prop
from ..statement.terms import Sym, Term


class Engine(Protocol):
    """Decides whether two terms denote the same thing in the engine's scope."""

    name: str
    model: Model
    given: tuple[Prop, ...]
    """The hypotheses of the claim."""

    def equal(self, lhs: Term, rhs: Term) -> bool: ...

    def differ(self, lhs: Term, rhs: Term) -> bool:
        """Whether an exact point certifies that the two are different functions."""
        ...

    def equal_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        """Whether the two agree at every global minimum of ``f`` over ``variables``."""
        ...

    def never_zero(self, value: Term) -> bool:
        """Whether the number is certified not to vanish, whatever d, N and Lam are."""
        ...


@runtime_checkable
class Asymptotic(Protocol):
    """An engine that also decides what happens as integers grow."""

    def tends(self, body: Term, value: Term, variables: list[Sym]) -> bool:
        """Whether ``body`` tends to ``value`` as all of ``variables`` tend to infinity, in any way."""
        ...

    def of_order(self, f: Term, g: Term, variables: list[Sym]) -> bool:
        """Whether ``|f| <= C g`` for all positive integers ``variables`` with a constant free of them."""
        ...


@runtime_checkable
class Signed(Protocol):
    """An engine that also reads signs off normal forms."""

    def sign(self, value: Term) -> int:
        """2 where the number is certainly positive, 1 where certainly not negative, 0 where that is not seen."""
        ...


@runtime_checkable
class Definite(Protocol):
    """An engine that also sees that matrices are definite."""

    def definite(self, value: Term) -> int:
        """2 where the matrix is certainly positive definite, 1 where positive semi-definite, 0 where not seen."""
        ...


@runtime_checkable
class Minimising(Protocol):
    """An engine that also puts the solutions of equations into a function whose minimum it knows."""

    def least_where(self, f: Term, equations: list[Prop], variables: list[Sym]) -> bool:
        """Whether ``f`` is at its minimum over ``variables`` at all solutions of the equations."""
        ...


@runtime_checkable
class AlmostSure(Protocol):
    """An engine that also knows where random vectors lie almost surely."""

    def almost_surely_equal(self, lhs: Term, rhs: Term) -> bool:
        """Whether the two are seen to be equal almost surely."""
        ...

    def almost_surely_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        """Whether the two are seen to be equal almost surely, at every global minimum of ``f`` over ``variables``."""
        ...


@runtime_checkable
class Started(Protocol):
    """An engine that also knows what is assumed of time 0 beside the model's start."""

    at_start: tuple[Prop, ...]


@runtime_checkable
class Conditional(Protocol):
    """An engine that also uses hypotheses other than values of symbols."""

    def under(self, hypothesis: Prop, conclusion: Prop) -> Finding | None:
        """What becomes of the conclusion; ``None`` where the engine has no use for such a hypothesis."""
        ...


@dataclass(frozen=True, slots=True)
class Finding:
    """``holds`` with the identity that decided, in words; ``failed`` is the identity that is false."""

    holds: bool
    how: str
    failed: tuple[Term, Term] | None = None
    point: str | None = None
    """A counterexample that needs no search, in words."""
