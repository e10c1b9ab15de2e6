"""Reductions to identities in corner cases: what holds for most N, at most points or most outcomes is not believed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.zfb.notation import (
    U11,
    Gam,
    I,
    L,
    Lam,
    N,
    Theta,
    X_tau,
    d,
    l,
    sigma,
    u12,
    u21,
    u_1,
    w,
    x_q,
    y_hat,
)
from proofs_check.papers.zfb.notation_prompts import v, y_q
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Proof, Reduction, Step
from proofs_check.proof.checker import Checker
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import finite
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    always,
    conj,
    eq,
    global_minimum,
    implies,
    le,
    lt,
    minimisers_satisfy,
    negative_eigenvalues_equal,
    nonconvex,
    posdef,
    positive_eigenvalue,
    same_flow,
)
from proofs_check.statement.terms import Term, at0, expect, inner, inv, norm_F, norm_op, scalar, tr, zeros
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context, witness
from proofs_check.witnesses.deciding.decide import decide
from proofs_check.witnesses.proof.witness import WordsEquality
from proofs_check.witnesses.words.engine import WordsEngine

a, b, c = scalar("a"), scalar("b"), scalar("c")


def stated(prop: Prop, *given: Hypothesis) -> Claim:
    return Claim(
        "zfb/test", Kind.IDENTITY, "", "", (Part("", (Reading("", prop),)),), forall=(d, N, Lam, sigma), given=given
    )


def examined(prop: Prop, *given: Hypothesis, by: str = "words") -> Outcome:
    claim = stated(prop, *given)
    return witness(by).examine(claim, claim.parts[0], claim.parts[0].readings[0], Context(dims=(1, 2)))


@pytest.mark.parametrize("by", ["words", "entries"])
@pytest.mark.parametrize("prop", [
    implies(eq(a, 2 * a), eq(a, 0)),
    implies(conj(eq(a, b), eq(b, 2)), eq(a, 2)),
    implies(conj(eq(a, 1), eq(a, 2)), eq(a, 3)),
    implies(eq(sigma, -1), eq(sigma, 1)),
    implies(eq(y_hat, 0), eq(y_hat, 0 * u_1)),
])
def test_no_true_implication_is_refuted_by_putting_in(prop: Prop, by: str) -> None:
    assert examined(prop, by=by).verdict is not Verdict.REFUTED


@pytest.mark.parametrize("f", [(N - 1) * u_1 * inner(Lam, U11), u_1 * (tr(Lam**2 * U11) - tr(Lam) * tr(Lam * U11))])
@pytest.mark.parametrize("by", ["words", "entries"])
def test_a_form_that_vanishes_at_N_1_or_at_d_1_shows_no_saddle(f: Term, by: str) -> None:
    assert examined(nonconvex(f, U11, u_1), by=by).verdict is Verdict.UNDECIDED
    assert examined(nonconvex(u_1 * inner(Lam, U11), U11, u_1), by=by).verdict is Verdict.PROVED


def test_a_random_form_is_indefinite_almost_surely_only() -> None:
    assert examined(nonconvex(y_hat, U11, u12, u21, u_1)).verdict is Verdict.UNDECIDED
    assert examined(almost_surely(nonconvex(y_hat, U11, u12, u21, u_1))).verdict is Verdict.PROVED


def test_what_fails_at_some_outcomes_may_hold_almost_surely() -> None:
    sure = almost_surely(implies(eq(x_q, zeros("d", 1)), eq(w, zeros("d", 1))))
    assert examined(sure).verdict is Verdict.UNDECIDED


def test_minimisers_with_a_vanishing_product_are_not_divided_by() -> None:
    f = Fraction(1, 2) * tr(Lam * (u_1 * U11) * Lam * (u_1 * U11).T)
    assert examined(minimisers_satisfy(f, eq(U11, zeros("d", "d")), U11, u_1)).verdict is Verdict.UNDECIDED
    assert examined(minimisers_satisfy(l, eq(u_1 * U11, inv(Gam)), U11, u_1)).verdict is Verdict.PROVED


def test_a_global_minimum_gives_all_parameters_a_value() -> None:
    prop = global_minimum(L, (U11, inv(Gam)), (u_1, 1))
    with pytest.raises(Lacks, match="some parameters"):
        decide(prop, WordsEngine(stated(prop)))


def test_the_block_is_where_the_flow_starts() -> None:
    prop = always(eq(u12, zeros("d", 1)))
    engine = WordsEngine(stated(prop))
    assert decide(prop, engine).holds
    engine.model = replace(engine.model, initial=((u12, x_q), (u21, zeros("d", 1))))
    with pytest.raises(Lacks, match="starts on the invariant block"):
        decide(prop, engine)


def test_a_proof_reduces_the_flow_to_the_block_only_where_the_claim_starts_there() -> None:
    prop = same_flow(L, l, U11, u_1)
    claim = stated(prop)
    proof = Proof((Step("s", prop, Reduction()),))
    checker = Checker(claim, proof, lambda id: claim, ProofAlgebra(WordsEquality(claim)))
    assert "starts on the invariant block" in checker.report(prop).sentence


def test_equations_under_a_condition_are_not_used_without_it() -> None:
    unit = eq(norm_F(Theta * Theta.T), 1)
    square = eq(tr(Theta * Theta.T * Theta * Theta.T), 1)
    assert examined(square, Hypothesis("unit", unit)).verdict is Verdict.PROVED
    assert examined(square, Hypothesis("if", implies(eq(a, 0), unit))).verdict is not Verdict.PROVED
    assert examined(eq(expect(norm_F(w) ** 2), 1), Hypothesis("event", eq(norm_F(w), 1))).verdict is not Verdict.PROVED


def test_signatures_hold_almost_surely_and_of_random_matrices() -> None:
    negative = negative_eigenvalues_equal(X_tau, 1)
    assert examined(almost_surely(negative), by="entries").verdict is Verdict.PROVED
    assert examined(negative, by="entries").verdict is Verdict.UNDECIDED
    positive = positive_eigenvalue(U11 * U11.T)
    assert examined(almost_surely(positive), by="entries").verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("by", ["words", "entries", "balls"])
def test_a_claim_that_starts_elsewhere_is_not_examined_from_the_papers_start(by: str) -> None:
    elsewhere = Hypothesis("u_-1(0) = 2 sigma", eq(at0(u_1), 2 * sigma))
    assert examined(eq(at0(u_1), sigma), elsewhere, by=by).verdict is Verdict.REFUTED
    assert examined(eq(at0(u_1), 2 * sigma), elsewhere, by=by).verdict in {Verdict.PROVED, Verdict.SUPPORTED}


@pytest.mark.parametrize("prop", [
    le(norm_op(Gam), 100), posdef(Lam - Fraction(1, 1000) * I), lt(tr(Lam), tr(Lam)), lt(Fraction(1, 100), sigma),
])
def test_bounds_that_hold_at_ordinary_sizes_only_are_refuted_in_balls(prop: Prop) -> None:
    assert examined(prop, by="balls").verdict is Verdict.REFUTED


@pytest.mark.parametrize(("assumed", "claimed"), [
    (y_q * inner(v, x_q), y_q * x_q), (y_q * inner(x_q, x_q) - y_q, y_q), (y_q * inner(x_q, x_q) - y_q, y_q * x_q),
])
def test_a_finite_mean_of_a_sum_or_of_one_direction_says_nothing_of_each_moment(assumed: Term, claimed: Term) -> None:
    assert examined(implies(finite(expect(assumed)), finite(expect(claimed)))).verdict is not Verdict.PROVED
    assert examined(implies(finite(expect(y_q**2 * x_q * x_q.T)), finite(expect(y_q * x_q)))).verdict is Verdict.PROVED
