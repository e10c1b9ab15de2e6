"""Each claim with hypotheses shows a point that meets them; where laws are not stated, that at which all of it is 0."""

from __future__ import annotations

import pytest

from proofs_check import eq, expect, for_all, matrix, registry, scalar, tr
from proofs_check.statement.attention import activated, activation
from proofs_check.statement.props import Prop, lt
from proofs_check.statement.terms import Sym, Term, stack
from proofs_check.witnesses.conditions.vacuity import vacuity
from proofs_check.witnesses.conditions.vanishing import is_zero, vanishing_point

X = Sym("X_9", ("d", "n+1"), frozenset({"context", "random"}))
h = activation("h9")
A, G = matrix("A9", "d", "d"), matrix("G9", "d", "d")
a = scalar("a9")


def test_every_claim_of_the_papers_shows_a_point_that_meets_its_hypotheses() -> None:
    known = registry.load(())
    found = {id: vacuity(claim) for id, claim in known.claims.items() if claim.given}
    silent = [id for id, point in found.items() if point is None or point.at is None]
    assert silent == []


@pytest.mark.parametrize(("node", "vanishes"), [
    (expect(tr(A * X * X.T)), True), (A + X * X.T, False), (A * activated(h, X, X), True), (a * X + A * X, True),
    (stack(X, A), False), (tr(A), False), (X * 0, True), (activated(h, A, A), True),
], ids=repr)  # fmt: skip
def test_a_term_is_0_where_a_factor_or_every_summand_is(node: Term, vanishes: bool) -> None:
    assert is_zero(node, frozenset({X, h})) is vanishes


@pytest.mark.parametrize(("hypothesis", "met"), [
    (eq(expect(X * X.T), G), True), (eq(expect(tr(X * X.T)), 1), False), (lt(0, expect(tr(X * X.T))), False),
    (for_all(X, eq(activated(h, X, X), 0 * X.T * X)), True), (for_all(X, eq(X, 0 * X)), False),
], ids=repr)  # fmt: skip
def test_a_hypothesis_is_met_there_only_if_it_is_seen_to_hold(hypothesis: Prop, met: bool) -> None:
    assert (vanishing_point([eq(h_of_x(), 0 * X.T * X), hypothesis]) is not None) is met


def h_of_x() -> Term:
    return activated(h, X, X)


def test_a_symbol_with_a_sign_is_not_taken_for_0() -> None:
    p = scalar("p9", "positive")
    assert vanishing_point([eq(expect(tr(X * X.T)), p)]) is None
    assert vanishing_point([eq(expect(tr(X * X.T)), a)]) == "X_9 = 0, a9 = 0 always, whatever the sizes"
