"""The entries witness beyond identities, the grid on random covariances, definitions of laws, twins of new heads."""

import pytest

from proofs_check.algebras.one_covariance import at_one_covariance, law_degree
from proofs_check.claims import Part, Reading
from proofs_check.model import model_of
from proofs_check.papers.zfb import definition_7, lemma_21, section_4_1, section_4_2, section_4_3, theorem_5
from proofs_check.papers.zfb.notation import U11, I, L, Lam, M, N, Theta, c, d, i_d, j, tr, u_1, x_q
from proofs_check.papers.zfb.notation_prompts import i_M, x_i
from proofs_check.papers.zfb.notation_random import E_Lam, Gam_tau, Lam_diag, Lam_tau
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import delta, order, tends_jointly, total_unequal
from proofs_check.statement.mutate import twins
from proofs_check.statement.props import conj, defined, eq, for_all, ge, gt, implies, le, lt, ne
from proofs_check.statement.terms import entry, expect, inner, inv, norm_F, scalar, total, where
from proofs_check.twins import check_twins
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness

CONTEXT = Context(dims=(1, 2))
a, b, e = (scalar(name) for name in ("a", "b", "e"))


def verdict(name, claim, prop, context=CONTEXT):
    reading = Reading("", prop)
    return witness(name).examine(claim, Part("", (reading,)), reading, context)


def examined(name, claim, part="", reading=0):
    found = claim.part(part)
    return witness(name).examine(claim, found, found.readings[reading], CONTEXT)


def test_a_sign_is_read_off_coefficients():
    claim = section_4_1.noiseless_risk
    assert verdict("entries", claim, ge(tr(Lam) ** 2, tr(Lam) ** 2 / N)).verdict is Verdict.PROVED
    assert verdict("entries", claim, gt(tr(Lam) ** 2, tr(Lam) ** 2 / N)).verdict is Verdict.REFUTED
    assert verdict("entries", claim, gt(tr(Lam) + 1 / N, 0)).verdict is Verdict.PROVED
    refuted = verdict("entries", claim, ge(tr(Lam), 2))
    assert refuted.verdict is Verdict.REFUTED
    assert "left 1, right 2" in refuted.counterexample


def test_a_lower_bound_for_a_symbol_is_used():
    claim = section_4_1.noiseless_risk
    assert verdict("entries", claim, implies(gt(c, 1), gt(c**2 * tr(Lam), tr(Lam)))).verdict is Verdict.PROVED
    assert verdict("entries", claim, implies(gt(c, -3), gt(c**2 * tr(Lam), tr(Lam)))).verdict is Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    implies(conj(gt(a, b), gt(c, e)), eq(a - b, c - e)), implies(ge(a, b), gt(a, b)), implies(le(b, a), lt(b, a)),
])
def test_two_bounds_are_exceeded_by_different_amounts_and_a_bound_may_be_met(prop):
    assert verdict("entries", section_4_1.noiseless_risk, prop).verdict is Verdict.REFUTED


def test_different_indices_are_enumerated():
    claim = section_4_1.noiseless_risk
    beside = implies(ne(i_d, j), eq(delta(i_d, j) * entry(Lam, i_d, j), 0))
    assert verdict("entries", claim, beside).verdict is Verdict.PROVED
    assert verdict("entries", claim, implies(ne(i_d, j), eq(entry(Lam, i_d, j), 0))).verdict is Verdict.REFUTED


def test_limits_and_orders():
    claim = section_4_1.noiseless_risk
    near = tr(Lam) * (1 + 1 / (M * N))
    assert verdict("entries", claim, tends_jointly(near, tr(Lam), M, N)).verdict is Verdict.PROVED
    assert verdict("entries", claim, tends_jointly(tr(Lam) * (1 + 1 / M), 0, M, N)).verdict is Verdict.REFUTED
    assert verdict("entries", claim, order(tr(Lam) / (M + N), 1 / M, M, N)).verdict is Verdict.PROVED
    assert verdict("entries", claim, order(tr(Lam) / M, 1 / M**2, M)).verdict is Verdict.REFUTED


def test_what_vanishes_at_one_outcome_does_not_vanish_in_the_mean():
    orthogonal = for_all(i_M, eq(inner(x_q, x_i), 0))
    prop = implies(orthogonal, eq(expect(total(i_M, M, inner(x_q, x_i) ** 2)), 0))
    assert verdict("entries", section_4_2.query_orthogonal, prop).verdict is not Verdict.PROVED


def test_nothing_is_of_the_order_of_what_is_negative():
    assert verdict("entries", section_4_1.noiseless_risk, order(1 / M, -1 / M, M)).verdict is not Verdict.PROVED


def test_one_false_link_refutes_what_cannot_be_proved_otherwise():
    claim = section_4_1.noiseless_risk
    prop = conj(le(norm_F(Lam), tr(Lam)), eq(tr(Lam), 2 * tr(Lam)))
    assert verdict("entries", claim, prop).verdict is Verdict.REFUTED


@pytest.mark.parametrize("reading", [0, 1])
def test_the_query_that_is_orthogonal_to_the_examples_is_refuted_at_two_dimensions(reading):
    found = examined("entries", section_4_2.query_orthogonal, reading=reading)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample.startswith("d = 2")
    assert examined("entries", section_4_2.query_orthogonal_corrected, "a").verdict is Verdict.PROVED


def test_theorem_5_and_its_twins():
    claim = theorem_5.theorem_5
    assert examined("entries", claim).verdict is Verdict.PROVED
    part = claim.part("")
    figures = check_twins(witness("entries"), claim, part, part.readings[0], CONTEXT)
    assert figures["made"] == figures["refuted"] > 0


# Grid ---------------------------------------------------------------------------------------------------------

def test_what_is_affine_in_the_law_is_decided_at_one_covariance():
    model = model_of("zfb", "random covariance")
    drift = u_1 * expect(Lam_tau**2) - u_1**2 * expect(Gam_tau * Lam_tau * U11 * Lam_tau)
    assert law_degree(drift, model) == 1
    lhs, _, fixed = at_one_covariance(drift, drift, model)
    assert fixed.loss == L
    assert Lam_tau not in {lhs}
    assert law_degree(tr(expect(Lam_tau) * expect(Lam_tau)), model) == 2
    with pytest.raises(Lacks, match="products"):
        at_one_covariance(tr(expect(Lam_tau) * expect(Lam_tau)), tr(expect(Lam_tau**2)), model)


@pytest.mark.parametrize(("lhs", "rhs"), [
    (expect(Lam_tau), Lam_tau), (tr(expect(Lam_tau**2)), tr(Lam_tau * expect(Lam_tau))), (E_Lam, Lam_diag),
])
def test_the_grid_does_not_take_an_outcome_of_the_covariance_for_its_mean(lhs, rhs):
    assert verdict("grid", lemma_21.lemma_21, eq(lhs, rhs)).verdict is Verdict.UNDECIDED


def test_the_grid_refutes_nothing_that_holds_for_the_law_that_is_assumed():
    assert verdict("grid", section_4_3.one_third, eq(E_Lam, I)).verdict is Verdict.UNDECIDED


def test_a_mean_that_the_assumed_law_does_not_give_is_left_open():
    assert verdict("words", section_4_3.one_third, eq(expect(inv(Lam_diag)), I)).verdict is Verdict.UNDECIDED


def test_the_grid_proves_the_flow_for_every_law_and_rejects_its_twins():
    claim, part = lemma_21.lemma_21, lemma_21.lemma_21.part("b")
    found = examined("grid", claim, "b")
    assert found.verdict is Verdict.PROVED
    assert found.figures["rank"] == found.figures["columns"]
    figures = check_twins(witness("grid"), claim, part, part.readings[0], CONTEXT)
    assert figures["made"] == figures["refuted"] > 0


def test_the_grid_refutes_nothing_that_a_hypothesis_may_save():
    claim = lemma_21.lemma_21
    prop = eq(tr(Theta * Theta.T * Theta * Theta.T), 1 + 0 * tr(Lam))
    assert verdict("grid", claim, prop).verdict is Verdict.UNDECIDED


# Definitions ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(
    ("claim", "part"),
    [(theorem_5.eq_15, ""), (definition_7.eq_20, ""), (definition_7.data_model_random, "a"),
     (definition_7.definition_7, "a")],
)
def test_definitions_agree_on_page_and_in_both_wings(claim, part):
    assert examined("definition", claim, part).verdict is Verdict.DEFINED


def test_a_wrong_definition_is_refuted():
    prop = definition_7.eq_20.part("").readings[0].prop
    name, body = prop.args
    assert verdict("definition", definition_7.eq_20, defined(name, 2 * body)).verdict is Verdict.REFUTED
    Sigma, wrong = (p.args for p in theorem_5.eq_15.part("").readings[0].prop.args)
    assert verdict("definition", theorem_5.eq_15, defined(Sigma[0], 2 * Sigma[1])).verdict is Verdict.REFUTED
    assert verdict("definition", theorem_5.eq_15, defined(wrong[0], wrong[1].T * 3)).verdict is not Verdict.DEFINED


# Twins ----------------------------------------------------------------------------------------------------------

def rules(prop):
    return {twin.rule for twin in twins(prop)}


def test_twins_of_the_new_heads():
    assert "indices" in rules(eq(tr(U11), total_unequal(i_d, j, d, entry(U11, i_d, j) ** 2)))
    assert "indices" in rules(eq(entry(U11, i_d, j), delta(i_d, j)))
    assert "other length" in rules(eq(expect(tr(Lam_tau)), tr(Lam) / M))


def test_of_a_limit_the_value_is_what_is_printed():
    changed = [twin.prop.args for twin in twins(tends_jointly(tr(Lam) / M, 0, N, M))]
    assert changed
    assert all(args[0] == tr(Lam) / M and args[2:] == (N, M) for args in changed)


def test_where_values_are_put_in_for_lengths():
    claim = section_4_1.noiseless_risk
    prop = eq(where(tr(Lam) / M, (M, 2 * N)), tr(Lam) / (2 * N))
    assert verdict("entries", claim, prop).verdict is not Verdict.REFUTED


def test_a_point_that_breaks_a_hypothesis_refutes_no_other_link():
    claim = section_4_1.noiseless_risk
    # The first link is true, although its conclusion alone is false at most points; the second is not decided.
    hypothetical = implies(eq(tr(Lam), 1 + 0 * tr(Lam)), eq(tr(Lam) ** 2, tr(Lam)))
    assert verdict("entries", claim, conj(hypothetical, le(norm_F(Lam), tr(Lam)))).verdict is not Verdict.REFUTED
