"""The rules about sums over indices, means over outcomes and what holds for every index: what they show, what not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.zfb.notation import U11, I, L, L_diag, L_rdm, M, N, Theta, d, i, i_d, j, u12, u21, u_1
from proofs_check.papers.zfb.notation_prompts import i_M
from proofs_check.papers.zfb.notation_random import Lam_diag, Lam_new_diag, Lam_tau, lam_i, lam_new, lam_tau, x_test
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    AlmostSurely,
    Assume,
    Combination,
    Continuity,
    Discharge,
    FromClaim,
    FromFact,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.reports import ProofReport
from proofs_check.proof.steps.bounds import (
    AtMostEach,
    Distinct,
    Entrywise,
    Generalise,
    MeanOf,
    Specialise,
    SumOf,
    TermOfSum,
)
from proofs_check.statement.laws import delta, least_over, least_unequal, total_unequal
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    always,
    always_along,
    eq,
    for_all,
    ge,
    gt,
    implies,
    le,
    limit,
    lt,
    ne,
    posdef,
    psd,
    tends,
)
from proofs_check.statement.terms import Sym, Term, at, ddt, entry, expect, inv, norm_F, norm_op, scalar, total, tr
from proofs_check.witnesses.proof.witness import WordsEquality

a, b = scalar("a"), scalar("b")
v_i, v_j = entry(Theta, i_d, i_d), entry(Theta, j, j)
v_ij, w_ij = entry(Theta, i_d, j), entry(U11, i_d, j)
square = v_i**2


def report(target: Prop, *steps: Step, given: tuple[Hypothesis, ...] = (), cited: Claim | None = None,
           model: str = "") -> ProofReport:
    stated = Claim("zfb/test", Kind.INEQUALITY, "", "", (Part("", (Reading("", target),)),), given=given, model=model)
    checker = Checker(stated, Proof(steps), lambda id: cited or stated, ProofAlgebra(WordsEquality(stated)))
    return checker.report(target)


def _unresolved(id: str) -> Claim:
    raise AssertionError("nothing is cited")


def follows(shows: Prop, by: object, *above: Step, given: tuple[Hypothesis, ...] = ()) -> bool:
    names = (*(step.label for step in above), *(h.name for h in given))
    return report(shows, *above, Step("shown", shows, by, names), given=given).follows  # type: ignore[arg-type]


def assumed(prop: Prop, label: str = "assumed") -> Step:
    return Step(label, prop, Assume())


def concluded(assumption: Prop, shows: Prop, by: object) -> bool:
    """Whether the assumption implies what the rule shows from it."""
    target = implies(assumption, shows)
    return report(
        target, assumed(assumption), Step("shown", shows, by, ("assumed",)),  # type: ignore[arg-type]
        Step("so", target, Discharge("assumed"), ("assumed", "shown")),
    ).follows


# One term of a sum -----------------------------------------------------------------------------------------

def test_one_of_many_squares_is_at_most_their_sum() -> None:
    assert follows(le(square, total(i_d, d, square)), TermOfSum())
    assert not follows(le(v_i, total(i_d, d, v_i)), TermOfSum())


def test_a_term_of_a_sum_over_other_indices_proves_nothing() -> None:
    assert not follows(le(square, total(i_d, 1, square)), TermOfSum())
    assert not follows(le(v_j**2, total(i_d, d, square)), TermOfSum())


def test_one_term_known_not_to_be_negative_says_nothing_of_the_others() -> None:
    shows = le(v_i, total(i_d, d, v_i))
    assert not concluded(ge(v_i, 0), shows, TermOfSum())
    assert concluded(for_all(j, ge(v_j, 0)), shows, TermOfSum()) is False


def test_a_term_off_the_diagonal_needs_different_indices() -> None:
    shows = le(v_ij**2, total_unequal(i_d, j, d, v_ij**2))
    assert not follows(shows, TermOfSum())
    assert concluded(ne(i_d, j), shows, TermOfSum())


# The least of many -----------------------------------------------------------------------------------------

def test_the_least_is_at_most_each() -> None:
    assert follows(le(least_over(i_d, d, square), square), AtMostEach())
    assert not follows(le(square, least_over(i_d, d, square)), AtMostEach())
    assert not follows(le(least_over(i_d, d, square), v_j**2), AtMostEach())
    assert concluded(ne(i_d, j), le(least_unequal(i_d, j, d, v_ij), v_ij), AtMostEach())
    assert not follows(le(least_unequal(i_d, j, d, v_ij), v_ij), AtMostEach())


# Sums of inequalities --------------------------------------------------------------------------------------

def test_inequalities_for_every_index_add_up() -> None:
    known = Step("each", le(-square, square), Combination(plus=(2 * square,)))
    assert follows(le(total(i_d, d, -square), total(i_d, d, square)), SumOf(), known)
    assert not follows(le(total(i_d, d, square), total(i_d, d, -square)), SumOf(), known)
    assert not follows(le(total(i_d, d, -square), total(i_d, 2, square)), SumOf(), known)


def test_an_inequality_for_one_index_does_not_add_up() -> None:
    shows = le(total(i_d, d, 0 * v_i), total(i_d, d, v_i))
    assert not concluded(le(0 * v_i, v_i), shows, SumOf())
    claim_about_one = Hypothesis("one", le(0 * v_i, v_i))
    assert not follows(shows, SumOf(), given=(claim_about_one,))


def test_inequalities_off_the_diagonal_add_up() -> None:
    shows = le(total_unequal(i_d, j, d, 0 * v_ij), total_unequal(i_d, j, d, v_ij**2))
    holds = le(0 * v_ij, v_ij**2)
    other = Step("other", ne(i_d, j), Assume())
    steps = (other, Step("each", holds, Combination(plus=(v_ij**2,)), ("other",)))
    assert not report(shows, *steps, Step("shown", shows, SumOf(), ("each",))).follows
    discharged = Step("whenever", implies(ne(i_d, j), holds), Discharge("other"), ("other", "each"))
    assert report(shows, *steps, discharged, Step("shown", shows, SumOf(), ("whenever",))).follows


# Means -----------------------------------------------------------------------------------------------------

size = norm_F(Lam_diag)


def test_an_inequality_at_every_outcome_passes_to_the_means() -> None:
    known = Step("each", le(-size, size), Combination(plus=(2 * size,)))
    assert follows(le(expect(-size), expect(size)), MeanOf(), known)
    assert not follows(le(expect(size), expect(-size)), MeanOf(), known)


def test_an_inequality_at_one_outcome_does_not() -> None:
    shows = le(expect(size), expect(1 + 0 * size))
    assert not concluded(le(size, 1 + 0 * size), shows, MeanOf())
    assert not follows(shows, MeanOf(), given=(Hypothesis("one", le(size, 1 + 0 * size)),))


def test_means_of_more_than_third_moments_are_not_known_to_be_finite() -> None:
    fourth = size**4
    known = Step("each", le(-fourth, fourth), Combination(plus=(2 * fourth,)))
    assert not follows(le(expect(-fourth), expect(fourth)), MeanOf(), known)
    assert not follows(gt(expect(1 / norm_F(Lam_diag)), 0), Positivity())


# Every index -----------------------------------------------------------------------------------------------

def test_what_holds_for_every_index_holds_for_one_and_back() -> None:
    assert concluded(for_all(i_d, ge(v_i, 0)), ge(v_i, 0), Specialise())
    assert not concluded(for_all(i_d, ge(v_i, 0)), ge(v_j, 0), Specialise())
    assert not concluded(ge(v_i, 0), for_all(i_d, ge(v_i, 0)), Generalise())
    known = Step("each", le(0, square), Combination(plus=(square,)))
    assert follows(for_all(i_d, le(0, square)), Generalise(), known)


def test_indices_that_differ_have_delta_zero() -> None:
    assert concluded(ne(i_d, j), eq(delta(i_d, j), 0), Distinct())
    assert not follows(eq(delta(i_d, j), 0), Distinct())
    assert not concluded(ne(i_d, i), eq(delta(i_d, j), 0), Distinct())


# Signs -----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("prop", [
    gt(expect(lam_i**2), 0), gt(total(i_d, d, lam_i), 0), ge(total_unequal(i_d, j, d, v_ij**2), 0),
    posdef(Lam_diag), posdef(expect(Lam_tau)), gt(least_over(i_d, d, expect(lam_i)), 0),
    gt(tr(inv(expect(Lam_tau))), 0),
])
def test_signs_of_sums_means_and_random_covariances(prop: Prop) -> None:
    assert follows(prop, Positivity())


@pytest.mark.parametrize("prop", [
    gt(total_unequal(i_d, j, d, lam_i), 0), gt(expect(u_1 * lam_i), 0), ge(total(i_d, d, v_i), 0), psd(expect(Theta)),
    gt(entry(lam_tau, 1, 1) - lam_i, 0), gt(delta(i_d, j), 0), gt(expect(norm_op(Theta * Lam_tau)), 0),
])
def test_signs_that_are_not_known(prop: Prop) -> None:
    assert not follows(prop, Positivity())


def test_the_sign_of_one_term_is_not_that_of_all() -> None:
    assert not concluded(lt(0, v_i), gt(total(i_d, d, v_i), 0), Positivity())
    assert not concluded(lt(0, entry(lam_tau, i_d, 1) - 1), gt(expect(lam_i - 1), 0), Positivity())


# Special cases of the training data ------------------------------------------------------------------------

def claimed(prop: Prop, model: str) -> Claim:
    return Claim("zfb/cited", Kind.INVARIANCE, "", "", (Part("", (Reading("", prop),)),), model=model)


balanced = always(eq(u_1**2, tr(U11 * U11.T)))


@pytest.mark.parametrize(("theirs", "ours", "cites"), [
    ("random covariance", "diagonal covariance", True), ("diagonal covariance", "random covariance", False),
    ("", "diagonal covariance", False), ("random covariance", "", False), ("label noise", "diagonal covariance", False),
])
def test_flows_are_cited_in_special_cases_only(theirs: str, ours: str, cites: bool) -> None:
    step = Step("cited", balanced, FromClaim("zfb/cited"))
    assert report(balanced, step, cited=claimed(balanced, theirs), model=ours).follows is cites


def test_the_covariance_of_the_special_case_is_put_in() -> None:
    general, special = (always(ge(u_1**2, -tr(expect(Lam)))) for Lam in (Lam_tau, Lam_diag))
    for shows, expected in ((special, True), (general, False)):
        step = Step("cited", shows, FromClaim("zfb/cited"))
        found = report(shows, step, cited=claimed(general, "random covariance"), model="diagonal covariance")
        assert found.follows is expected


def test_a_mean_over_all_that_is_drawn_is_a_number() -> None:
    known = Step("each", le(0 * tr(I), Fraction(1, 2) * tr(I)), Combination(plus=(Fraction(1, 2) * tr(I),)))
    assert follows(le(expect(0 * tr(I)), expect(Fraction(1, 2) * tr(I))), MeanOf(), known)


def test_what_holds_at_every_outcome_holds_almost_surely() -> None:
    known = Step("each", ge(size, 0), Combination(plus=(size,)))
    assert follows(almost_surely(ge(size, 0)), AlmostSurely(), known)
    assert not concluded(ge(size, 1), almost_surely(ge(size, 1)), AlmostSurely())


def test_what_is_known_of_one_outcome_is_not_put_into_a_mean() -> None:
    claim_of_mean, one = Hypothesis("mean", le(expect(size), 1)), eq(size, 5)
    target = implies(one, le(expect(5 + 0 * size), 1))
    step = Step("shown", le(expect(5 + 0 * size), 1), Substitution(into="mean"), ("mean", "assumed"))
    discharged = Step("so", target, Discharge("assumed"), ("assumed", "shown"))
    assert not report(target, assumed(one), step, discharged, given=(claim_of_mean,)).follows
    number = implies(one, le(5, 1))
    step = Step("shown", le(5, 1), Substitution(into="mean"), ("mean", "assumed"))
    discharged = Step("so", number, Discharge("assumed"), ("assumed", "shown"))
    assert not report(number, assumed(one), step, discharged, given=(claim_of_mean,)).follows


def test_a_matrix_tends_where_each_of_its_entries_does() -> None:
    whole = limit(U11, Theta)
    for indices, found in (((i_d, j), True), ((i_d, i_d), False), ((1, 1), False), ((j, i), False)):
        entries = limit(entry(U11, *indices), entry(Theta, *indices))
        known = Step("entries", entries, Continuity(), ("assumed",))
        shown = Step("shown", whole, Entrywise(), ("entries",))
        stated = Claim("zfb/test", Kind.LIMIT, "", "", (Part("", (Reading("", whole),)),))
        checker = Checker(stated, Proof((assumed(whole), known, shown)), _unresolved,
                          ProofAlgebra(WordsEquality(stated)))
        assert (checker.sentences["shown"] == "follows") is found
        assert not concluded(entries, whole, Entrywise())


sample = 1 / M * total(i_M, M, at(x_test, i_M) * at(x_test, i_M).T)


def test_sample_covariances_tend_to_the_covariance_that_was_drawn() -> None:
    def law(V: Sym, value: Term, index: Sym = i_M) -> bool:
        rule = FromFact("strong law for sample covariances", X=x_test, i=index, n=M, k=d, V=V)
        return follows(almost_surely(tends(sample, value, M)), rule)

    assert law(lam_new, Lam_new_diag)
    assert not law(lam_tau, Lam_diag)
    assert not law(lam_new, expect(Lam_new_diag))
    assert not law(lam_new, Lam_new_diag, i)


def test_limits_as_a_length_grows_pass_through_continuous_functions_of_the_same_length() -> None:
    known = tends(sample, Lam_new_diag, M)
    assert concluded(known, tends(Theta * sample, Theta * Lam_new_diag, M), Continuity())
    assert not concluded(known, tends(M * sample, M * Lam_new_diag, M), Continuity())
    assert not concluded(known, tends(sample * Theta, Theta * Lam_new_diag, M), Continuity())
    assert not concluded(tends(sample, Lam_new_diag, N), tends(Theta * sample, Theta * Lam_new_diag, M), Continuity())
    assert not concluded(eq(M, 5), tends(Theta / M, Theta / 5, M), Continuity())


def test_what_holds_along_the_flow_on_other_data_is_cited_as_such() -> None:
    cited = claimed(balanced, "random covariance")
    for loss, found in ((L_rdm, True), (L, False), (L_diag, False)):
        there = always_along(loss, eq(u_1**2, tr(U11 * U11.T)), U11, u12, u21, u_1)
        assert report(there, Step("cited", there, FromClaim("zfb/cited")), cited=cited).follows is found
    for rate in (eq(ddt(u_1), 0), limit(u_1, 1)):
        step = Step("cited", rate, FromClaim("zfb/cited"))
        assert not report(rate, step, cited=claimed(rate, "random covariance")).follows


def test_sums_that_may_have_no_terms_are_not_positive() -> None:
    for upper, sign in ((d, True), (d - 1, False), (0, False)):
        assert follows(gt(total(i_d, upper, lam_i), 0), Positivity()) is sign
    assert follows(ge(total(i_d, d - 1, lam_i), 0), Positivity())


def test_inequalities_add_up_over_the_range_of_their_index_only() -> None:
    known = Step("each", le(-square, square), Combination(plus=(2 * square,)))
    assert not follows(le(total(i_d, N, -square), total(i_d, N, square)), SumOf(), known)
