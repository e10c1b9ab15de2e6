"""Equality of terms for every size, by the words algebra: what proof chains and the kernel's oracles compute with."""

from __future__ import annotations

from dataclasses import replace

from symbolic.errors import InputError

from ...algebras.words import WordsAlgebra
from ...claims import Claim
from ...model import initial_values, is_own, model_of
from ...statement.fold import Fold, Lacks
from ...statement.props import Prop
from ...statement.terms import Sym, Term
from ..deciding.engine import Engine
from .engine import is_never_zero, length_of_members


class WordsEquality(Engine):
    """Equality of terms for every d and N, by the words algebra.

    Of the hypotheses it knows the values at time 0 only, where the claim gives them; the rest is for the chains to use.
    In a model whose loss is a term each parameter has a value at time 0: a symbol, where nothing else is said.
    """

    name = "words"

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.given: tuple[Prop, ...] = ()
        model = model_of(claim.paper, claim.model)
        start = (dict(model.initial) if is_own(claim) else {}) | initial_values(claim)
        self.model = replace(model, initial=tuple(start.items()))
        self.algebra = WordsAlgebra(
            start, loss=self.model.derived_loss or self.model.loss, samples=length_of_members(claim),
            parameters=self.model.parameters,
        )
        self.read = Fold(self.algebra)

    def equal(self, lhs: Term, rhs: Term) -> bool:
        try:
            return self.algebra.equal(self.read(lhs), self.read(rhs))
        except InputError as error:
            raise Lacks(f"words lacks this comparison: {error}") from error

    def equal_where(self, lhs: Term, rhs: Term, equations: list[tuple[Term, Term]]) -> bool:
        """Whether the two are equal where the equations hold, one side of each being opaque to words."""
        values = [(self.read(a), self.read(b)) for a, b in equations]
        return self.algebra.equal_assuming(self.read(lhs), self.read(rhs), values)

    def differ(self, lhs: Term, rhs: Term) -> bool:
        raise Lacks("that two terms differ somewhere is for a chain to show")

    def never_zero(self, value: Term) -> bool:
        return is_never_zero(self.read(value))

    def equal_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        raise Lacks("what holds at minimisers is for a chain to show")
