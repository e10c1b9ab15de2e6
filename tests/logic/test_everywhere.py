"""Connectives of statements that are decided at all points at once, by identities."""

from __future__ import annotations

import pytest

from proofs_check.runner import examine
from proofs_check.statement.laws import gaussian
from proofs_check.statement.props import Prop, conj, eq, iff, implies, ne
from proofs_check.statement.terms import exp, expect, inner, scalar, term, vector
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
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


def test_what_draws_do_not_tell_from_an_equation_is_no_side_of_an_equivalence() -> None:
    """Both sides are false, the first by less than draws can tell."""
    x, v = gaussian("x"), vector("v")
    near = eq(expect(exp(-inner(x, v) ** 2)), expect(exp(-inner(x, v) ** 2)) + term(1) / 10**9)
    assert verdict(iff(near, eq(term(1), 2)), "sampled") is Verdict.UNDECIDED
