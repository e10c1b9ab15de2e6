"""Connectives of statements that are decided at all points at once, by identities."""

from __future__ import annotations

import pytest

from proofs_check.logic import truth
from proofs_check.runner import examine
from proofs_check.statement.props import Prop, conj, eq, iff, implies, ne
from proofs_check.statement.terms import Term, scalar
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.sampled.engine import SampledEngine
from proofs_check.witnesses.sampled.judge import Samples
from tests.adversary.stating import named

a, b, c = scalar("a"), scalar("b"), scalar("c")


def verdict(prop: Prop, *witnesses: str) -> Verdict:
    return examine(named("own/said", prop), witnesses, Context()).verdict


def test_all_links_of_a_conclusion_are_read_where_the_condition_holds() -> None:
    assert verdict(implies(eq(a, 2), conj(eq(a * b, 2 * b), eq(a + b, b + 2))), "words") is Verdict.PROVED
    assert verdict(implies(eq(a, 2), conj(eq(a * b, 2 * b), eq(a + b, b + 3))), "words") is Verdict.REFUTED


def test_two_identities_are_equivalent() -> None:
    assert verdict(iff(eq(a * b, b * a), eq(a + b, b + a)), "words") is Verdict.PROVED
    assert verdict(iff(eq(a * b, b * a), eq(a + b, b)), "words") is Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    iff(eq(a, b), eq(2 * a, 2 * b)),  # both sides fail at the same points
    implies(eq(a, 1), implies(eq(a, 2), eq(b, 0))),  # no point meets both conditions
    implies(eq(a, 1), iff(eq(b, a), eq(b, 1))),
    implies(eq(a, b), implies(eq(b, c), eq(a, c))),
    iff(ne(a, b), ne(b, a)),
])  # fmt: skip
@pytest.mark.parametrize("witness", ["words", "entries", "grid", "sampled"])
def test_what_is_true_for_another_reason_than_an_identity_is_not_refuted(prop: Prop, witness: str) -> None:
    assert verdict(prop, witness) is not Verdict.REFUTED


class Blunt(SampledEngine):
    """Sees no difference between a and b."""

    def __init__(self) -> None:
        self.claim, self.given = named("own/said", eq(a, b)), ()

    def equal(self, lhs: Term, rhs: Term) -> bool:
        return {lhs, rhs} == {a, b}


def test_what_draws_do_not_tell_from_an_equation_is_no_side_of_an_equivalence() -> None:
    """Both sides may be false, the first by less than draws can tell."""
    draws = Samples(Blunt(), lambda sizes, point=0: Blunt(), fixed=False)
    assert truth(eq(a, b), draws).known
    assert truth(iff(eq(a, b), eq(a, c)), draws).known is None
