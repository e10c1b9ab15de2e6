"""Legal-looking chains to false propositions: each must have a gap."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.zfb.notation import U11, E, L, L_rdm, Lam, N, d, i_d, j, k, tau, u_1, w, x_q, y_hat
from proofs_check.papers.zfb.notation_prompts import eps_q, y_q
from proofs_check.papers.zfb.notation_random import lam_i
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    AlmostSurely,
    Assume,
    Attained,
    Bounded,
    Combination,
    Continuity,
    Contradiction,
    Discharge,
    Exhibit,
    FromClaim,
    FromFact,
    Identity,
    ModusPonens,
    Positivity,
    Proof,
    Roots,
    Step,
    Substitution,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.facts import flow_exists
from proofs_check.proof.logic import instantiate
from proofs_check.proof.positivity import Sign, SignAlgebra
from proofs_check.proof.reports import ProofReport
from proofs_check.proof.steps.bounds import Distinct, Generalise
from proofs_check.statement.laws import delta, least_unequal, order
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    always,
    eq,
    exists,
    for_all,
    ge,
    implies,
    inertia,
    le,
    lt,
    ne,
    psd,
    saddle,
    tends,
)
from proofs_check.statement.terms import (
    MadeSym,
    Sym,
    Term,
    at0,
    ddt,
    expect,
    eye,
    half,
    inv,
    matrix,
    minimum,
    norm_op,
    per_prompt,
    scalar,
    sqrt,
    term,
    total,
    tr,
    where,
    zeros,
)
from proofs_check.witnesses.proof.witness import WordsEquality

a, b, c, e = (scalar(name) for name in "abce")
p = scalar("p", "positive")
n = scalar("n", "integer", "positive")
count = scalar("B", "integer", "positive")
u = scalar("u_-1", "parameter")
A, C = matrix("A"), matrix("C")
S = matrix("S", "d", "d", "symmetric", "posdef")


def report(
    target: Prop, *steps: Step, given: tuple[Hypothesis, ...] = (), cited: Claim | None = None
) -> ProofReport:
    stated = Claim("test/claim", Kind.INEQUALITY, "", "", (Part("", (Reading("", target),)),), given=given)
    checker = Checker(stated, Proof(steps), lambda id: cited or stated, ProofAlgebra(WordsEquality(stated)))
    return checker.report(target)


@pytest.mark.parametrize("root", [sqrt(u) * sqrt(u), half(u) ** 2, sqrt(u) ** 2])
def test_the_square_of_a_root_is_not_positive_where_the_root_has_no_value(root: Term) -> None:
    assert not report(le(0, u), Step("s", le(0, u), Combination(plus=(root,)))).follows
    steps = (Step("square", le(0, root), Positivity()), Step("s", le(0, u), Combination(1), ("square",)))
    assert "a root of what may be negative" in report(le(0, u), *steps).sentence
    known = (Hypothesis("u >= 0", always(le(0, u))),)
    assert report(always(le(0, root)), Step("s", always(le(0, root)), Positivity(), ("u >= 0",)), given=known).follows


def test_a_quotient_by_what_may_vanish_is_nothing() -> None:
    for quotient in (a / a, a * inv(a)):
        assert not report(eq(quotient, 1), Step("s", eq(quotient, 1), Identity())).follows
    given = (Hypothesis("a != 0", ne(a, 0)),)
    step = Step("s", eq(a / a, 1), Identity(), ("a != 0",))
    found = report(eq(a / a, 1), Step("known", ne(a, 0), Positivity(), ("a != 0",)), step, given=given)
    assert found.follows


def test_the_least_over_no_pairs_is_no_number_to_reckon_with() -> None:
    least = least_unequal(i_d, j, d, lam_i)
    for prop in (lt(0, 1 / least), le(0 * least, 0)):
        assert not report(prop, Step("s", prop, Positivity())).follows
    assert report(lt(0, least), Step("s", lt(0, least), Positivity())).follows


def test_what_holds_at_some_parameters_does_not_hold_along_the_flow() -> None:
    given = (Hypothesis("u = 0", eq(u, 0)),)
    step = Step("s", always(eq(u, 0)), Identity(1), ("u = 0",))
    assert not report(always(eq(u, 0)), step, given=given).follows
    plain = Step("s", eq(u, 0), Identity(1), ("u = 0",))
    assert not report(always(eq(u, 0)), plain, given=given).follows


def test_what_holds_along_the_flow_does_not_hold_for_all_parameters() -> None:
    body = eq(u, 0)
    false = implies(always(body), body)
    steps = (
        Step("suppose", body, Assume()), Step("again", body, Identity(1), ("suppose",)),
        Step("s", false, Discharge("suppose"), ("suppose", "again")),
    )
    assert not report(false, *steps).follows


def test_that_something_does_not_always_hold_says_nothing_about_each_moment() -> None:
    given = (Hypothesis("a > 0", lt(0, a)), Hypothesis("then a <= 0", implies(always(eq(u, 0)), le(a, 0))))
    steps = (
        Step("suppose", always(eq(u, 0)), Assume(whole=True)),
        Step("so", le(a, 0), ModusPonens(), ("then a <= 0", "suppose")),
        Step("s", always(ne(u, 0)), Contradiction("suppose"), ("suppose", "so", "a > 0")),
    )
    assert report(always(ne(u, 0)), *steps, given=given).status == "gap at step s"


def test_an_implication_about_the_whole_flow_is_not_applied_at_one_moment() -> None:
    decreasing, below = le(ddt(u), -(0 * u)), le(u, at0(u))
    false = always(implies(decreasing, below))
    given = (Hypothesis("monotone", implies(always(decreasing), always(below))),)
    steps = (
        Step("suppose", always(decreasing), Assume()),
        Step("below", always(below), ModusPonens(), ("monotone", "suppose")),
        Step("s", false, Discharge("suppose"), ("suppose", "below")),
    )
    assert report(false, *steps, given=given).status == "gap at step below"


def test_a_claim_that_assumes_the_whole_flow_is_not_cited_at_one_moment() -> None:
    lemma = Claim(
        "test/lemma", Kind.INEQUALITY, "", "", (Part("", (Reading("", le(a, 0)),)),),
        given=(Hypothesis("always 0", always(eq(u, 0))),),
    )
    steps = (
        Step("suppose", always(eq(u, 0)), Assume()), Step("cite", le(a, 0), FromClaim("test/lemma"), ("suppose",)),
        Step("s", always(implies(eq(u, 0), le(a, 0))), Discharge("suppose"), ("suppose", "cite")),
    )
    assert report(steps[-1].shows, *steps, cited=lemma).status == "gap at step cite"


def test_existence_needs_a_value_of_the_right_kind() -> None:
    for sym, equation, value in ((n, eq(2 * n, 1), Fraction(1, 2)), (p, eq(p, -1), -1)):
        lhs, rhs = (arg for arg in equation.args if isinstance(arg, Term))
        point = eq(where(lhs, (sym, value)), where(rhs, (sym, value)))
        target = exists(sym, equation)
        steps = (Step("value", point, Identity()), Step("s", target, Exhibit((sym, value)), ("value",)))
        assert report(target, *steps).status == "gap at step s"


def test_a_minimum_is_not_attained_at_a_root_of_what_may_be_negative() -> None:
    target = eq(minimum(u**2, u), c)
    given = (Hypothesis("c <= 0", le(c, 0)),)
    steps = (
        Step("bound", ge(u**2, c), Combination(1, plus=(u**2,)), ("c <= 0",)),
        Step("value", eq(where(u**2, (u, sqrt(c))), c), Identity()),
        Step("s", target, Attained((u, sqrt(c))), ("bound", "value")),
    )
    assert report(target, *steps, given=given).status == "gap at step value"


def test_no_polynomial_in_nothing_random_is_almost_surely_not_zero() -> None:
    steps = (
        Step("one", ne(expect(where(u, (u, 1))), 0), Positivity()),
        Step("s", almost_surely(ne(u, 0)), FromFact("zero set of a polynomial", f=u, X=u, P=1), ("one",)),
    )
    assert not report(almost_surely(ne(u, 0)), *steps).follows


@pytest.mark.parametrize(("drawn", "value"), [(eps_q, 1 - eps_q), (y_q, 1 - y_q)])
def test_what_may_take_a_value_with_positive_probability_is_not_almost_surely_another(drawn: Sym, value: Term) -> None:
    there = expect(where(value, (drawn, 0 * drawn)))
    steps = (
        Step("value", eq(there, 1), Identity()),
        Step("positive", lt(0, there), Combination(-1, plus=(term(1),)), ("value",)),
        Step("not zero there", ne(there, 0), Positivity(), ("positive",)),
        Step("s", almost_surely(ne(value, 0)), FromFact("zero set of a polynomial", f=value, X=drawn, P=0 * drawn),
             ("not zero there",)),
    )
    assert report(steps[-1].shows, *steps).status == "gap at step s"


@pytest.mark.parametrize("term", [E * E.T, L, y_hat])
def test_what_has_N_in_its_size_or_its_definition_does_not_stay_as_N_grows(term: Term) -> None:
    target = tends(1 / N * term, 0 * term, N)
    assert not report(target, Step("s", target, Continuity())).follows


def test_the_strong_law_averages_the_same_function_of_every_prompt() -> None:
    average = n / count * total(tau, count, per_prompt(tau, x_q.T * w))
    target = almost_surely(tends(average, n * expect(x_q.T * w), count))
    law = "strong law of large numbers"
    good = Step("s", target, FromFact(law, f=x_q.T * w, i=tau, n=count, k=n))
    assert report(target, good).follows
    wrong = almost_surely(
        tends(count / count * total(tau, count, per_prompt(tau, x_q.T * w)), count * expect(x_q.T * w), count)
    )
    assert not report(wrong, Step("s", wrong, FromFact(law, f=x_q.T * w, i=tau, n=count, k=count))).follows


def test_equations_are_not_substituted_where_their_symbols_are_bound() -> None:
    given = (Hypothesis("e = c", eq(e, c)),)
    target = eq(where(c + e, (e, 3)), 6)
    assert not report(target, Step("s", target, Substitution(), ("e = c",)), given=given).follows
    some = (Hypothesis("saddle", saddle(u * e, (u, 0), (e, 0))),)
    false = implies(eq(u, 0), saddle(0 * e, (u, 0), (e, 0)))
    steps = (
        Step("suppose", eq(u, 0), Assume()),
        Step("put in", saddle(0 * e, (u, 0), (e, 0)), Substitution(into="saddle"), ("saddle", "suppose")),
        Step("s", false, Discharge("suppose"), ("suppose", "put in")),
    )
    assert report(false, *steps, given=some).status == "gap at step put in"


def test_equations_for_one_index_are_not_put_in_where_the_index_takes_all_values() -> None:
    same = delta(j, k)
    everywhere = for_all(i_d, for_all(j, eq(0, same)))
    false = implies(ne(j, k), everywhere)
    steps = (
        Step("suppose", ne(j, k), Assume()), Step("differ", eq(same, 0), Distinct(), ("suppose",)),
        Step("trivial", eq(same, same), Identity()),
        Step("for all", for_all(i_d, for_all(j, eq(same, same))), Generalise(), ("trivial",)),
        Step("put in", everywhere, Substitution(into="for all"), ("for all", "differ")),
        Step("s", false, Discharge("suppose"), ("suppose", "put in")),
    )
    assert report(false, *steps).status == "gap at step put in"


def test_an_event_does_not_enter_what_holds_almost_surely() -> None:
    given = (Hypothesis("event", eq(x_q, zeros("d", 1))), Hypothesis("w", almost_surely(ne(tr(w * w.T), 0))))
    target = eq(expect(tr(x_q * x_q.T)), 0)
    assert not report(target, Step("s", target, Substitution(), ("event",)), given=given).follows
    implication = implies(ne(tr(w * w.T), 0), eq(x_q, zeros("d", 1)))
    sure = almost_surely(eq(x_q, zeros("d", 1)))
    steps = (
        Step("suppose", ne(tr(w * w.T), 0), Assume()), Step("x_q", eq(x_q, zeros("d", 1)), Identity(1), ("event",)),
        Step("implied", implication, Discharge("suppose"), ("suppose", "x_q")),
        Step("s", sure, AlmostSurely(), ("w", "implied")),
    )
    assert report(sure, *steps, given=given).status == "gap at step s"


def _lemma(prop: Prop, *forall: Sym) -> Claim:
    return Claim("test/lemma", Kind.IDENTITY, "", "", (Part("", (Reading("", prop),)),), forall=forall)


def test_what_is_put_into_a_cited_claim_is_not_captured_and_does_not_change_a_law() -> None:
    cases: tuple[tuple[Prop, Sym, Term], ...] = (
        (eq(expect(e), e), e, tr(x_q * x_q.T)),  # a random value under the expectation
        (ge(minimum((u - e) ** 2, u), 0), e, u),  # a parameter under the minimum over it
        (eq(expect(tr(x_q * x_q.T)), tr(S)), S, 2 * S),  # the law of x_q
        (always(ge(u, e)), e, u),  # a constant that moves
        (le(0, scalar("t", "nonnegative")), scalar("t", "nonnegative"), -p),  # a sign that a trait promises
    )
    for prop, sym, value in cases:
        shown = instantiate(prop, {sym: value})
        step = Step("s", shown, FromClaim("test/lemma", bind=((sym, value),)))
        assert not report(shown, step, cited=_lemma(prop, sym)).follows, prop


def test_matrices_that_do_not_commute_or_are_not_symmetric_have_no_sign() -> None:
    for prop in (psd(S * C * S), psd(A * S * A), psd((A * S) * (S * A)), ge(A**2, 0)):
        assert not report(prop, Step("s", prop, Positivity())).follows
    for lhs, rhs in ((norm_op(A * A), norm_op(A) ** 2), (norm_op(A * C), norm_op(C * A)), (norm_op(S - S * S), p)):
        assert not report(eq(lhs, rhs), Step("s", eq(lhs, rhs), Identity())).follows


def test_the_roots_of_a_characteristic_polynomial_are_constants() -> None:
    one = eye(1)
    m = MadeSym("m of det(m I - A)")  # what the rule makes for itself, which no claim can write
    prop = inertia(-one, 1, 0)
    step = Step("s", prop, Roots((m**2 + 1, 1), (m - (m + 1) / (m - m**2 - 1), 1)))
    assert not report(prop, step).follows


def test_a_claim_that_assumes_something_of_a_flow_on_other_data_is_not_cited_here() -> None:
    positive = (Hypothesis("u > 0", always(lt(0, u_1))),)
    lemma = Claim("test/lemma", Kind.INEQUALITY, "", "", (Part("", (Reading("", le(a, 0)),)),), given=positive)
    step = Step("s", le(a, 0), FromClaim("test/lemma"))
    assert report(le(a, 0), step, cited=lemma, given=positive).follows
    assert "on other data" in report(
        le(a, 0), step, cited=replace(lemma, model="random covariance"), given=positive
    ).sentence


def test_what_moves_along_the_flow_may_depend_on_a_length_that_grows() -> None:
    shown = order(u_1**2 / N, 1 / N, N)
    steps = (
        Step("below", le(0, u_1**2 / N), Positivity()),
        Step("above", le(u_1**2 / N, u_1**2 * (1 / N)), Combination()),
    )
    by = Bounded(u_1**2)
    premises = ("above", "below")
    assert report(shown, *steps, Step("s", shown, by, premises)).follows
    for step in (Step("s", shown, by, premises), Step("s", always(shown), by, premises)):
        assert not report(always(shown), *steps, step).follows


def test_a_flow_on_other_data_shows_nothing_here() -> None:
    shown = always(le(0, u_1))
    lemma = Claim("test/lemma", Kind.INVARIANCE, "", "", (Part("", (Reading("", shown),)),))
    step = Step("s", shown, FromClaim("test/lemma"))
    assert report(shown, step, cited=lemma).follows
    assert "on other data" in report(shown, step, cited=replace(lemma, model="random covariance")).sentence
    global_flow = flow_exists(L_rdm)
    steps = (
        Step("bounded", ge(L_rdm**2, 0), Positivity()),
        Step("s", global_flow, FromFact("continuation of bounded solutions", f=L_rdm, c=0), ("bounded",)),
    )
    assert "the loss that trains" in report(global_flow, *steps).sentence


def test_a_sum_is_as_definite_as_its_least_definite_term() -> None:
    signs = SignAlgebra((), lambda a, b: a == b)
    assert signs.definite(Lam + Lam) is Sign.POSITIVE
    assert signs.definite(Lam + U11) is signs.definite(U11 + Lam) is Sign.UNKNOWN
