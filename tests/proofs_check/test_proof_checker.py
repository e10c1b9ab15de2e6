"""The proof checker on small chains: what follows is accepted, and each way of going wrong is caught."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    Assume,
    Attained,
    Combination,
    Continuity,
    Contradiction,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    ModusPonens,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.facts import FACTS, flow_exists
from proofs_check.proof.reports import ProofReport
from proofs_check.statement.props import (
    Prop,
    always,
    conj,
    eq,
    ge,
    gt,
    implies,
    le,
    limit,
    lt,
    minimisers_satisfy,
    ne,
    posdef,
    psd,
)
from proofs_check.statement.terms import (
    at0,
    ddt,
    half,
    inv,
    matrix,
    minimum,
    norm_F,
    scalar,
    sqrt,
    tr,
    where,
    zeros,
)
from proofs_check.witnesses.proof.witness import WordsEquality

a, b, c = scalar("a"), scalar("b"), scalar("c")
p = scalar("p", "positive")
u = scalar("u_-1", "parameter")
A, B = matrix("A"), matrix("B")
S = matrix("S", "d", "d", "symmetric", "posdef")


def claim(*given: Hypothesis, id: str = "test/claim") -> Claim:
    return Claim(id, Kind.INEQUALITY, "", "", (Part("", (Reading("", eq(a, a)),)),), given=given)


def report(target: Prop, *steps: Step, given: tuple[Hypothesis, ...] = (), cited: Claim | None = None) -> ProofReport:
    stated = claim(*given)
    checker = Checker(stated, Proof(steps), lambda id: cited or stated, ProofAlgebra(WordsEquality(stated)))
    return checker.report(target)


H = (Hypothesis("a <= b", le(a, b)), Hypothesis("b < c", lt(b, c)), Hypothesis("a = b", eq(a, b)))


def test_an_identity_is_decided_by_its_normal_form() -> None:
    assert report(eq(tr(A * B), tr(B * A)), Step("s", eq(tr(A * B), tr(B * A)), Identity())).follows
    wrong = report(eq(A * B, B * A), Step("s", eq(A * B, B * A), Identity()))
    assert wrong.status == "gap at step s"


def test_an_identity_uses_its_premises_with_the_stated_multipliers() -> None:
    target = eq(S * A * B, S * A * A)
    given = (Hypothesis("B = A", eq(B, A)),)
    assert report(target, Step("s", target, Identity((S * A, 1)), ("B = A",)), given=given).follows
    assert not report(target, Step("s", target, Identity((2 * S * A, 1)), ("B = A",)), given=given).follows
    assert not report(target, Step("s", target, Identity(), ("B = A",)), given=given).follows


def test_a_combination_adds_slacks_with_non_negative_multipliers() -> None:
    target = lt(a * p, c * p)
    premises = ("a <= b", "b < c")
    assert report(target, Step("s", target, Combination(p, p), premises), given=H).follows


@pytest.mark.parametrize(
    ("target", "rule", "premises"),
    [
        (lt(a * p, 2 * c * p), Combination(p, p), ("a <= b", "b < c")),  # a coefficient changed
        (gt(a * p, c * p), Combination(p, p), ("a <= b", "b < c")),  # the relation reversed
        (lt(a * p, c * p), Combination(p), ("a <= b",)),  # a premise missing
        (lt(a * b, c * b), Combination(b, b), ("a <= b", "b < c")),  # a multiplier of unknown sign
        (lt(a, b), Combination(1), ("a <= b",)),  # a strict conclusion from a weak premise
        (eq(a, b), Combination(1), ("a <= b",)),  # an equation from an inequality
        (le(c, b), Combination(-1), ("b < c",)),  # a negative multiplier
        (lt(a / b, c / b), Combination(1 / b, 1 / b), ("a <= b", "b < c")),  # division by what may vanish
        (lt(a, c), Combination(1, 1), ("a <= b", "b > c")),  # a hypothesis that the claim does not have
    ],
)
def test_a_wrong_combination_is_rejected(target: Prop, rule: Combination, premises: tuple[str, ...]) -> None:
    assert not report(target, Step("s", target, rule, premises), given=H).follows


def test_hypotheses_that_no_step_uses_are_reported() -> None:
    found = report(le(a, b), Step("s", le(a, b), Combination(1), ("a <= b",)), given=H)
    assert found.hypotheses_used == ("a <= b",)
    assert found.unused_hypotheses == ("b < c", "a = b")


@pytest.mark.parametrize(
    "prop",
    [
        psd(A * A.T), psd(A * S * A.T), psd((A * half(S)) * (A * half(S)).T), posdef(inv(S) + S), posdef(S * half(S)),
        ge(tr(A * A.T), 0), gt(tr(inv(S) * S**2), 0), ge(norm_F(A) ** 2 * p, 0), gt(p / sqrt(p), 0), ne(norm_F(S), 0),
    ],
)
def test_signs_are_found_from_the_structure(prop: Prop) -> None:
    assert report(prop, Step("s", prop, Positivity())).follows


@pytest.mark.parametrize(
    "prop",
    [
        psd(A), psd(A * A), psd(A * S), psd(S - S), posdef(A * A.T), posdef(S * (A * A.T)), ge(tr(A), 0),
        gt(norm_F(A), 0), ge(a, 0), ge(a * b, 0), gt(a**2, 0), ge(p - 1, 0), ge(a**3, 0), ne(a, 0),
    ],
)
def test_signs_that_do_not_follow_are_rejected(prop: Prop) -> None:
    assert not report(prop, Step("s", prop, Positivity())).follows


def test_what_holds_along_the_flow_proves_nothing_for_all_parameters() -> None:
    given = (Hypothesis("balanced", always(eq(u, a))),)
    body = eq(u**2, a**2)
    assert report(always(body), Step("s", always(body), Identity(u + a), ("balanced",)), given=given).follows
    assert not report(body, Step("s", body, Identity(u + a), ("balanced",)), given=given).follows


def test_the_whole_flow_is_out_of_reach_of_an_assumption_about_one_moment() -> None:
    steps = (
        Step("suppose", always(le(ddt(u), 0)), Assume()),
        Step("monotone", always(le(u, at0(u))), FromFact("Gronwall's inequality", f=u, c=0), ("suppose",)),
    )
    found = report(always(le(u, at0(u))), *steps)
    assert found.status == "gap at step monotone"


def test_an_open_assumption_proves_nothing() -> None:
    assert not report(eq(a, 0), Step("suppose", eq(a, 0), Assume())).follows


def test_an_assumption_is_discharged_and_applied() -> None:
    implication = implies(eq(a, 0), eq(a * b, 0))
    steps = (
        Step("suppose", eq(a, 0), Assume()),
        Step("product", eq(a * b, 0), Identity(b), ("suppose",)),
        Step("implication", implication, Discharge("suppose"), ("suppose", "product")),
    )
    assert report(implication, *steps).follows
    given = (Hypothesis("a = 0", eq(a, 0)),)
    applied = Step("applied", eq(a * b, 0), ModusPonens(), ("implication", "a = 0"))
    assert report(eq(a * b, 0), *steps, applied, given=given).follows
    unmet = Step("applied", eq(a * b, 0), ModusPonens(), ("implication",))
    assert not report(eq(a * b, 0), *steps, unmet, given=given).follows


def test_a_contradiction_negates_the_assumption_and_needs_one() -> None:
    given = (Hypothesis("a b != 0", ne(a * b, 0)),)
    steps = (Step("suppose", eq(a, 0), Assume()), Step("product", eq(a * b, 0), Identity(b), ("suppose",)))
    good = Step("so", ne(a, 0), Contradiction("suppose"), ("suppose", "product", "a b != 0"))
    assert report(ne(a, 0), *steps, good, given=given).follows
    without = Step("so", ne(a, 0), Contradiction("suppose"), ("suppose", "product"))
    assert not report(ne(a, 0), *steps, without, given=given).follows
    other = Step("so", ne(b, 0), Contradiction("suppose"), ("suppose", "product", "a b != 0"))
    assert not report(ne(b, 0), *steps, other, given=given).follows


def test_a_minimum_needs_a_bound_for_all_parameters() -> None:
    f, least = (u - 1) ** 2 + 3, minimum((u - 1) ** 2 + 3, u)
    bound = Step("bound", ge(f, 3), Combination(plus=((u - 1) ** 2,)))
    value = Step("value", eq(where(f, (u, 1)), 3), Identity())
    minimal = Step("minimum", eq(least, 3), Attained((u, 1)), ("bound", "value"))
    assert report(eq(least, 3), bound, value, minimal).follows
    assert not report(eq(least, 3), bound, minimal).follows
    given = (Hypothesis("along", always(ge(f, 3))),)
    along = Step("minimum", eq(least, 3), Attained((u, 1)), ("along", "value"))
    assert not report(eq(least, 3), value, along, given=given).follows
    assert not report(minimisers_satisfy(f, eq(u, 1), u), bound, value, minimal).follows


def test_limits_pass_through_continuous_functions_only_where_these_are_continuous() -> None:
    given = (Hypothesis("u -> p", limit(u, p)), Hypothesis("u -> a", limit(u, a)))
    assert report(limit(1 / u, 1 / p), Step("s", limit(1 / u, 1 / p), Continuity(), ("u -> p",)), given=given).follows
    pole = limit(1 / u, 1 / a)
    assert not report(pole, Step("s", pole, Continuity(), ("u -> a",)), given=given).follows
    assert not report(limit(u**2, p), Step("s", limit(u**2, p), Continuity(), ("u -> p",)), given=given).follows
    assert not report(limit(u * a, p * a), Step("s", limit(u * a, p * a), Continuity()), given=given).follows


def test_equations_along_the_flow_may_not_enter_a_minimum() -> None:
    given = (Hypothesis("u = 0", always(eq(u**2, 0))),)
    target = always(eq(minimum(u**2 + a, u), minimum(0 + a, u)))
    found = report(target, Step("s", target, Substitution(), ("u = 0",)), given=given)
    assert "cannot be substituted under minimum" in found.sentence


def test_a_fact_asks_for_its_hypotheses_and_constants() -> None:
    target = always(le(u, at0(u)))
    given = (Hypothesis("decreasing", always(le(ddt(u), 0))), Hypothesis("start", eq(at0(u), p)))
    good = Step("s", target, FromFact("Gronwall's inequality", f=u, c=0), ("decreasing",))
    assert report(target, good, given=given).facts == ("Gronwall's inequality",)
    assert not report(target, Step("s", target, FromFact("Gronwall's inequality", f=u, c=0)), given=given).follows
    moving = Step("s", target, FromFact("Gronwall's inequality", f=u, c=u), ("decreasing",))
    assert "needs a constant" in report(target, moving, given=given).sentence


def test_a_cited_claim_must_have_its_hypotheses_met_and_quantify_over_what_is_bound() -> None:
    lemma = Claim(
        "test/lemma", Kind.INEQUALITY, "", "", (Part("", (Reading("", ge(a * b, 0)),)),), forall=(a, b),
        given=(Hypothesis("a >= 0", ge(a, 0)), Hypothesis("b >= 0", ge(b, 0))),
    )
    target = ge(p * c**2, 0)
    signs = (Step("p", ge(p, 0), Positivity()), Step("c", ge(c**2, 0), Positivity()))
    cite = FromClaim("test/lemma", bind=((a, p), (b, c**2)))
    found = report(target, *signs, Step("s", target, cite, ("p", "c")), cited=lemma)
    assert found.claims == (("test/lemma", "", ""),)
    assert not report(target, *signs, Step("s", target, cite, ("p",)), cited=lemma).follows
    unbound = Step("s", target, FromClaim("test/lemma", bind=((A, B),)), ("p", "c"))
    assert "does not quantify over A" in report(target, *signs, unbound, cited=lemma).sentence


def test_a_premise_must_stand_above_its_step() -> None:
    later = Step("later", le(a, b), Combination(1), ("a <= b",))
    first = Step("first", le(a, b), Combination(1), ("later",))
    assert "no premise 'later'" in report(conj(le(a, b), eq(a, c)), first, later, given=H).sentence


def test_a_gap_is_named_and_what_rests_on_it_fails_too() -> None:
    steps = (
        Step("wrong", le(b, a), Combination(1), ("a <= b",), printed="first display"),
        Step("then", le(b, a), Combination(1), ("wrong",)),
    )
    found = report(le(b, a), *steps, given=H)
    assert found.status == "gap at step wrong"
    assert "first display" in found.sentence


def test_a_step_that_replaces_a_printed_one_marks_the_proof_as_repaired() -> None:
    step = Step("s", le(a, b), Combination(1), ("a <= b",), instead_of="the page says a < b")
    assert report(le(a, b), step, given=H).status == "repaired"


def test_the_facts_are_few_cited_and_none_is_unstated() -> None:
    assert len(FACTS) <= 33
    assert all(fact.citation and fact.says for fact in FACTS.values())


def test_zero_blocks_do_not_vanish_by_name() -> None:
    target = eq(Fraction(1, 2) * A, zeros("d", "d"))
    assert not report(target, Step("s", target, Identity())).follows


def test_a_hypothesis_about_some_parameters_bounds_nothing_for_all_of_them() -> None:
    f, least = u**2 + 3, minimum(u**2 + 3, u)
    given = (Hypothesis("u^2 = 1", eq(u**2, 1)),)
    bound = Step("bound", ge(f, 4), Combination(-1), ("u^2 = 1",))
    value = Step("value", eq(where(f, (u, 1)), 4), Identity())
    minimal = Step("minimum", eq(least, 4), Attained((u, 1)), ("bound", "value"))
    assert report(ge(f, 4), bound, given=given).follows
    assert "single moment" in report(eq(least, 4), bound, value, minimal, given=given).sentence


def test_a_minimum_does_not_hide_what_is_put_in_for_its_symbols() -> None:
    inside = minimum(u**2 + a * u, u)
    target = eq(where(inside, (a, 0)), inside)
    assert "a minimum that varies" in report(target, Step("s", target, Identity())).sentence


def test_facts_about_the_flow_ask_for_smooth_functions_and_for_the_loss_that_trains() -> None:
    given = (
        Hypothesis("not 0", always(ne(1 / u, 0))), Hypothesis("start", lt(0, at0(1 / u))), Hypothesis("f", ge(a, 0)),
    )
    target = always(lt(0, 1 / u))
    step = Step("s", target, FromFact("intermediate value theorem", f=1 / u), ("not 0", "start"))
    assert "a polynomial in the parameters" in report(target, step, given=given).sentence
    existence = flow_exists(a)
    other = Step("s", existence, FromFact("continuation of bounded solutions", f=a, c=0), ("f",))
    assert "the loss that trains" in report(existence, other, given=given).sentence


def test_only_what_holds_along_the_flow_is_assumed_for_the_whole_flow() -> None:
    found = report(implies(le(u, a), le(u, a)), Step("suppose", le(u, a), Assume(whole=True)))
    assert found.status == "gap at step suppose"


def test_what_is_put_into_a_cited_claim_has_the_right_shape() -> None:
    n, V = scalar("n", "integer", "positive"), matrix("V", "d", "n")
    lemma = Claim(
        "test/lemma", Kind.INEQUALITY, "", "", (Part("", (Reading("", ge(tr(V * V.T), 0)),)),), forall=(n, V)
    )
    column = matrix("y", "d", 1)
    target = ge(tr(column * column.T), 0)
    step = Step("s", target, FromClaim("test/lemma", bind=((V, column),)))
    assert "another shape" in report(target, step, cited=lemma).sentence
