"""What an engine must say so that propositions are decided: how it reads relations, and at which points.

An engine looks at a set of points, one or many (:mod:`.points`): see :mod:`.truth` for true and false there.  It
decides no connective by a rule of its own: :mod:`.interpreter` does.  Every method has a default that says what is
lacking, or the plainest thing that is sound.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from ..statement.mistakes import Lacks
from ..statement.props import Prop
from ..statement.terms import Dim, Sym, Term
from .truth import Answer, opposite


@dataclass(frozen=True, slots=True)
class Values:
    """What is to hold for the values of a variable, each with the engine that looks at it."""

    cases: Iterable[tuple[Prop, Engine]]
    whole: bool
    """Whether these are all values."""


class Engine:
    """Reads propositions at a set of points."""

    name: str = "this engine"
    one_point: ClassVar[bool]
    silent: ClassVar[tuple[type[Exception], ...]] = (Lacks,)
    """What it raises where it cannot tell; anything else is an error, or says that a term has no value."""
    definitions: ClassVar[frozenset[str]] = frozenset({"defined"})
    """Heads of links that have nothing to decide beside others."""

    def lacks(self, what: str) -> Lacks:
        return Lacks(f"{self.name} lacks {what}")

    # Relations ------------------------------------------------------------------------------------------------

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self.said(prop)

    def differ(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return opposite(self.equal(prop, lhs, rhs), self.one_point)

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        """``le``, ``lt``, ``ge`` or ``gt``."""
        return self.said(prop)

    def definite(self, prop: Prop, A: Term) -> Answer:
        """``psd``, ``psd_form`` or ``posdef``."""
        return self.said(prop)

    def said(self, prop: Prop) -> Answer:
        """Any other head: what a scheme does not unfold yet."""
        raise self.lacks(f"a reading of '{prop.head}'")

    def size(self, dim: Dim) -> int | None:
        """The value of a dimension at the point."""
        return None

    # Conditions -----------------------------------------------------------------------------------------------

    def under(self, hypothesis: Prop) -> tuple[Answer, Engine]:
        """Whether the hypothesis holds, and the engine that looks at those of its points at which it does.

        False: at none of them.  True: the other engine looks at these and no others.  Unknown: maybe at others, too;
        what is true at all of them is then true, and what is false tells nothing.
        """
        raise self.lacks("points that meet a condition")

    def implied(self, hypothesis: Prop, conclusion: Prop) -> Answer | None:
        """The implication as a whole, where it is decided otherwise than by points: by elimination, say."""
        return None

    def equivalent(self, one: Prop, other: Prop) -> Answer | None:
        """The same of an equivalence."""
        return None

    def met(self, prop: Prop, first: Answer, second: Answer) -> None:
        """Is told of the two sides of ``prop``: of an implication whose condition may hold, or of an equivalence."""

    def aside(self) -> Engine:
        """The same engine, which keeps no record of what it compares."""
        return self

    def in_turn(self, answers: Iterable[Answer], *, cases: bool) -> Iterable[Answer]:
        """The answers to links, or to cases; by default none behind one that decides is asked for."""
        return answers

    # Quantifiers ----------------------------------------------------------------------------------------------

    def free(self, prop: Prop) -> Sym | None:
        """A symbol for every value of which ``prop`` is meant, though nothing binds it."""
        return None

    def values(self, variable: Sym, body: Prop) -> Values:
        """The values of a variable; by default the one that it has at the point, or all, where there are many."""
        return Values([(body, self)], not self.one_point)

    def exists(self, prop: Prop, variable: Sym, body: Prop) -> Answer | None:
        """What is found by a search; None where the values are to be looked at one by one."""
        raise self.lacks("a reading of 'exists'")

    def almost_surely(self, prop: Prop, body: Prop) -> Answer:
        return self.said(prop)

    def always(self, prop: Prop, body: Prop) -> Answer:
        return self.said(prop)
