"""The rules about greatest lower bounds, and that what exists does not vary with the outcome."""

from __future__ import annotations

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.zwb.notation import (
    B_1,
    R_LSA,
    R_LTB,
    Gamma,
    H,
    R,
    b,
    beta,
    f_GD,
    f_LTB,
    problem,
    reduced,
    s,
    sigma,
    u_1,
    w_1,
    x_q,
)  # fmt: skip
from proofs_check.papers.zwb.notation_risk import without_MLP
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Assume, Combination, Exhibit, Identity, Positivity, Proof, Rule, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.steps.extrema import FromBelow, ValueAt, Within
from proofs_check.statement.props import Prop, eq, exists, ge, gt, le, lt
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import term, vector, where, zeros
from proofs_check.witnesses.proof.witness import WordsEquality

zero = zeros("d", 1)
inf_LTB, inf_LSA, inf_GD = infimum(R_LTB, *reduced), infimum(R_LSA, *without_MLP), infimum(R, beta, Gamma)
as_GD = ((w_1, beta), (u_1, -beta), (s, term(1)), (B_1, Gamma.T), (b, zero))


def follows(shows: Prop, by: Rule, *above: Step, given: tuple[Hypothesis, ...] = ()) -> bool:
    claim = Claim(
        "zwb/test", Kind.INEQUALITY, "", "", (Part("", (Reading("", shows),)),), forall=problem, given=given
    )
    names = (*(step.label for step in above), *(h.name for h in given))
    proof = Proof((*above, Step("shown", shows, by, names)))

    def unresolved(id: str) -> Claim:
        raise AssertionError(f"{id} is not cited")

    return Checker(claim, proof, unresolved, ProofAlgebra(WordsEquality(claim))).report(shows).follows


def test_a_class_inside_another_has_the_larger_least_risk() -> None:
    assert follows(le(inf_LTB, inf_LSA), Within((w_1, zero)))
    assert follows(le(inf_LTB, inf_GD), Within(*as_GD))


@pytest.mark.parametrize(("shows", "rule"), [
    (le(inf_LSA, inf_LTB), Within()),
    (lt(inf_LTB, inf_LSA), Within((w_1, zero))),
    (le(inf_LTB, inf_LSA), Within()),
    (le(inf_LTB, inf_LSA), Within((w_1, x_q))),
    (le(inf_LTB, inf_LSA), Within((w_1, b))),
    (le(inf_LTB, inf_GD), Within(*as_GD[:-1])),
    (le(inf_LTB, inf_GD), Within(*as_GD[:2], (s, term(2)), *as_GD[3:])),
    (le(inf_LTB, inf_LSA - 1), Within((w_1, zero))),
    (le(infimum(R_LTB, w_1), inf_LSA), Within((w_1, zero))),
])  # fmt: skip
def test_a_class_that_is_not_inside_shows_nothing(shows: Prop, rule: Rule) -> None:
    assert not follows(shows, rule)


def test_a_bound_for_all_values_bounds_the_infimum() -> None:
    below = Step("below", ge(R_LTB, 0), Positivity())
    assert follows(ge(inf_LTB, 0), FromBelow(), below)
    assert not follows(gt(inf_LTB, 0), FromBelow(), below)
    assert not follows(ge(inf_LTB, 1), FromBelow(), below)
    assert not follows(ge(inf_LSA, 0), FromBelow(), below)


def test_a_bound_that_moves_or_holds_for_some_values_only_bounds_nothing() -> None:
    itself = Step("itself", ge(R_LTB, R_LTB), Combination())
    assert not follows(ge(inf_LTB, R_LTB), FromBelow(), itself)
    assumed = Step("assumed", ge(R_LTB, 5), Assume())
    assert not follows(ge(inf_LTB, 5), FromBelow(), assumed)
    some = Hypothesis("some values", ge(R_LTB, 5))
    assert not follows(ge(inf_LTB, 5), FromBelow(), given=(some,))


def test_a_value_is_at_least_the_infimum() -> None:
    nowhere = ((beta, zero), (Gamma, zeros("d", "d")))
    value = where(R, *nowhere)
    assert follows(le(inf_GD, value), ValueAt(*nowhere))
    assert not follows(le(inf_GD, value - 1), ValueAt(*nowhere))
    assert not follows(ge(inf_GD, value), ValueAt(*nowhere))
    assert not follows(le(inf_GD, value), ValueAt((beta, zero)))
    assert not follows(le(inf_GD, where(R, (beta, zero))), ValueAt((beta, zero), (Gamma, zeros("d", "d"))))


def test_an_infimum_that_may_be_minus_infinity_is_no_number() -> None:
    v = vector("v_free", "d")
    open_below = infimum(v.T * H * beta, beta)
    assert not follows(eq(open_below - open_below, 0), Identity())
    assert follows(eq(inf_LTB - inf_LTB, 0), Identity())
    assert not follows(eq(infimum(where(sigma, (sigma, v.T * beta)), beta) * 0, 0), Identity())


def test_what_exists_for_all_prompts_may_not_depend_on_the_prompt() -> None:
    first = exists(w_1, eq(f_LTB, f_GD))
    at = ((w_1, beta),)
    assert not follows(first, Exhibit(*at), Step("other", eq(where(f_LTB, *at), where(f_LTB, *at)), Identity()))
    goal = exists(beta, eq(beta.T * x_q, x_q.T * x_q))
    same = Step("same", eq(where(beta.T * x_q, (beta, x_q)), x_q.T * x_q), Identity())
    assert not follows(goal, Exhibit((beta, x_q)), same)
