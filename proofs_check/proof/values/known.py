"""Which conditions are known where a step of a chain is checked: of what is bound, of derivatives, of means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from ...claims import Claim
from ...model import model_for
from ...statement.domains import EXISTENCE, Kind
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Sym, Term
from ..algebra import ProofAlgebra
from ..desk import Ledger
from ..logic import is_closed
from .closing import Closing, given_by_traits
from .conditions import Condition, conditions
from .gaussian import drawn_in
from .integrability import Reading
from .meaning import is_conditional, is_constant
from .parts import as_prop, given_by, stated

ConditionsOf = Callable[[Claim, Prop], tuple[Condition, ...]]
"""What a claim states as conditions of one of its readings: where it says something at all."""
_OF_LINES = frozenset({Kind.FINITE, Kind.SYMMETRIC, Kind.IN_RANGE, *EXISTENCE})
"""What the meaning of single terms does not tell."""


def by_structure(claim: Claim, prop: Prop) -> tuple[Condition, ...]:
    """The conditions that the traits and hypotheses of the claim leave open, as far as trees tell."""
    start = dict(model_for(claim).initial)
    return Closing([h.prop for h in claim.given]).left(
        conditions(prop, start, gaussian=drawn_in(model_for(claim)))
    )


class Known:
    """What a claim, a chain of it and the normal forms tell of conditions.  ``served``: the readings that the chain
    proves."""

    def __init__(
        self, claim: Claim, served: Sequence[Prop], algebra: ProofAlgebra, conditions_of: ConditionsOf,
        reading: Reading | None,
    ) -> None:
        self.claim, self.served, self.algebra = claim, tuple(served), algebra
        self.conditions_of, self.reading = conditions_of, reading

    def asked(self, prop: Prop) -> Iterator[Condition]:
        for found in conditions(prop, self._start, self._loss, self._gaussian):
            asked = found.bound or found.kink or found.kind in _OF_LINES
            # In between, a minimum may stand for the infimum; that it is attained is asked of what a claim states.
            found = replace(found, kind=Kind.BOUNDED) if found.kind is Kind.ATTAINED else found
            if asked and not given_by_traits(replace(found, premises=())):
                yield found

    def is_known(self, found: Condition, props: tuple[Prop, ...], ledger: Ledger) -> bool:
        finds = self.reading.finds if self.reading is not None else _finds_nothing
        closing = Closing(props, self.same, reading=self.reading, finds=finds)
        left = closing.left([replace(found, moving=False)])
        if left:
            granted = [
                part for p in props if not is_conditional(p) for c in self._of(p) for part in given_by(c)
            ]
            granted += self.own_conditions
            left = tuple(c for c in left if not any(c.follows_from(other) for other in granted))
        for c in left:
            if not (c.kind is Kind.FINITE and c.is_statable):
                return False
            ledger.means.add(stated(c))
        return True

    def _of(self, prop: Prop) -> tuple[Condition, ...]:
        """Premises are asked for theirs again and again."""
        if prop not in self._theirs:
            self._theirs[prop] = tuple(conditions(prop, self._start, self._loss, self._gaussian))
        return self._theirs[prop]

    @cached_property
    def _theirs(self) -> dict[Prop, tuple[Condition, ...]]:
        return {}

    @cached_property
    def _start(self) -> dict[Sym, Term]:
        return dict(model_for(self.claim).initial)

    @cached_property
    def _gaussian(self) -> frozenset[Sym]:
        return drawn_in(model_for(self.claim))

    @cached_property
    def _loss(self) -> Term:
        return model_for(self.claim).loss

    @cached_property
    def own_conditions(self) -> tuple[Condition, ...]:
        """The conditions that every reading which this chain serves states: beyond them nothing is said."""
        stated_ = [self.conditions_of(self.claim, prop) for prop in self.served]
        common = [c for c in (stated_[0] if stated_ else ()) if all(c in others for others in stated_)]
        # A line is meant for all parameters: what is said of one place does not count.
        return tuple(
            c for c in common if c.is_statable and not c.premises and (is_closed(c.node) or c.kind is Kind.FINITE)
        )

    @cached_property
    def own(self) -> tuple[Prop, ...]:
        props = (as_prop(c) for c in self.own_conditions)
        return tuple(p for p in props if p is not None and is_constant(p))

    def same(self, lhs: Term, rhs: Term) -> bool:
        try:
            return self.algebra.same(lhs, rhs)
        except Lacks:
            return False


def _finds_nothing(node: Term) -> bool:
    return False
