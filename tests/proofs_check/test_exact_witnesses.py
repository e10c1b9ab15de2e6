"""Words, entries, grid, definitions and spectra on statements that hold and on statements that do not."""

import pytest

from proofs_check.algebras.degrees import degrees
from proofs_check.claims import Part, Reading
from proofs_check.model import model_of
from proofs_check.papers.zfb import lemma_10, lemma_11, lemma_15, section_3_2, section_5_1, theorem_4
from proofs_check.papers.zfb.notation import (
    U11,
    W_KQ,
    W_PV,
    Gam,
    H_tau,
    L,
    Lam,
    N,
    X_tau,
    d,
    given_block,
    inv,
    l,
    u12,
    u21,
    u_1,
)
from proofs_check.statement.props import (
    almost_surely,
    conj,
    eq,
    global_minimum,
    independent_of,
    minimisers_satisfy,
    negative_eigenvalues_at_least,
    negative_eigenvalues_equal,
    saddle,
)
from proofs_check.statement.terms import Abbrev, ddt, expect, prediction, scalar, tr, zeros
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness

SMALL = Context(dims=(1, 2))


def verdict(name, claim, prop, context=SMALL):
    part = Part("", (Reading("", prop),))
    return witness(name).examine(claim, part, part.readings[0], context)


@pytest.mark.parametrize("name", ["words", "entries", "grid"])
def test_three_routes_prove_the_dynamics_and_refute_a_changed_coefficient(name):
    right = -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam**2
    wrong = -(u_1**2) * Gam * Lam * U11 * Lam + 2 * u_1 * Lam**2
    assert verdict(name, lemma_10.lemma_10, eq(given_block(ddt(U11)), right)).verdict is Verdict.PROVED
    outcome = verdict(name, lemma_10.lemma_10, eq(given_block(ddt(U11)), wrong))
    assert outcome.verdict is Verdict.REFUTED
    assert "Lam" in outcome.counterexample


@pytest.mark.parametrize("name", ["words", "grid"])
def test_the_scope_of_words_and_grid_is_every_d(name):
    outcome = verdict(name, lemma_15.lemma_15, eq(given_block(ddt(u_1)), tr(u_1 * 0 * Lam) + given_block(ddt(u_1))))
    assert outcome.verdict is Verdict.PROVED
    assert outcome.scope.whole


def test_a_grid_proof_records_a_full_rank():
    figures = verdict("grid", lemma_15.lemma_15, lemma_15.lemma_15.part("c").readings[0].prop).figures
    assert figures["rank"] == figures["columns"] > 0


def test_degrees_bound_the_loss_on_the_block():
    parts = [dict(part) for part in degrees(l, model_of("zfb"), frozenset())]
    assert {"u_-1": 2, "U11": 2, "Lam": 3} in parts
    assert all(part["Lam"] <= 3 for part in parts)


def test_the_minimum_is_global_over_all_parameters_and_only_there():
    star = theorem_4.star
    assert verdict("words", theorem_4.theorem_4, global_minimum(L, *star)).verdict is Verdict.PROVED
    doubled = tuple((symbol, 2 * value if symbol is u_1 else value) for symbol, value in star)
    assert verdict("words", theorem_4.theorem_4, global_minimum(L, *doubled)).verdict is not Verdict.PROVED


def test_all_minimisers_are_found():
    right, wrong = (minimisers_satisfy(l, eq(u_1 * U11, inv(A)), U11, u_1) for A in (Gam, Lam))
    assert verdict("words", lemma_11.lemma_11, right).verdict is Verdict.PROVED
    assert verdict("words", lemma_11.lemma_11, wrong).verdict is not Verdict.PROVED


def test_a_minimum_is_no_saddle():
    convex = Abbrev(scalar("q"), tr(U11 * U11.T) + u_1**2)
    origin = ((U11, zeros("d", "d")), (u_1, 0))
    assert verdict("words", lemma_15.lemma_15, saddle(l, *origin)).verdict is Verdict.PROVED
    assert verdict("words", lemma_15.lemma_15, saddle(convex, *origin)).verdict is Verdict.UNDECIDED


def test_the_prediction_ignores_the_unused_entries_and_no_others():
    claim = section_3_2.unused_entries
    depends, ignores = claim.parts[0].readings[0].prop.args
    assert (depends.head, ignores.head) == ("depends_on", "independent_of")
    assert verdict("words", claim, ignores).verdict is Verdict.PROVED
    for used in (W_PV, W_KQ):
        corner = used.body.args[2 if used is W_PV else 0]
        symbol = corner.args[0] if hasattr(corner, "args") else corner
        assert verdict("words", claim, independent_of(prediction(W_PV, W_KQ, N), symbol)).verdict is Verdict.REFUTED


def test_signatures_hold_almost_surely_or_are_refuted_with_their_size():
    claim = section_5_1.negative_eigenvalues
    assert verdict("entries", claim, almost_surely(negative_eigenvalues_equal(X_tau, 1))).verdict is Verdict.PROVED
    outcome = verdict("entries", claim, almost_surely(negative_eigenvalues_at_least(H_tau, d + 1)))
    assert outcome.verdict is Verdict.REFUTED
    assert outcome.counterexample.startswith("d = 2, N = 1")


def test_definitions_agree_exactly_and_a_changed_sign_is_seen():
    for claim in (section_3_2.eq_3, section_3_2.eq_4):
        part = claim.part("a")
        reading = part.readings[0]
        assert witness("definition").examine(claim, part, reading, SMALL).verdict is Verdict.DEFINED
    from proofs_check.statement.mutate import twins

    part = section_3_2.eq_3.part("a")
    signs = [twin for twin in twins(part.readings[0].prop) if twin.rule == "sign"]
    assert signs
    assert all(
        witness("definition").refutes(section_3_2.eq_3, part, part.readings[0], twin.prop, SMALL) for twin in signs
    )


def test_a_hypothesis_that_is_not_used_does_not_prove_a_false_link():
    prop = conj(eq(tr(Lam), tr(Lam.T)), eq(expect(tr(Lam)), 2 * tr(Lam)))
    assert verdict("words", lemma_10.lemma_10, prop).verdict is Verdict.REFUTED


def test_the_blocks_are_not_conserved_off_the_block():
    """u12 and u21 stay zero; they would move if they started elsewhere."""
    prop = eq(ddt(u12), zeros("d", 1))
    assert verdict("words", lemma_10.lemma_10, prop).verdict is Verdict.REFUTED
    assert verdict("words", lemma_10.lemma_10, eq(given_block(ddt(u21)), zeros("d", 1))).verdict is Verdict.PROVED
