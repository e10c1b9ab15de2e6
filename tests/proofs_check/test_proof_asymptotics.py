"""Rules about growing lengths, orders, mean squares, minimisers, sums and finite means: what follows, what does not."""

from __future__ import annotations

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.zfb.notation import Gam, I, Lam, M, N, d, x, x_q
from proofs_check.papers.zfb.notation_prompts import i_M, sample_covariance, squared_error, v, y_q
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    Assume,
    Bounded,
    Combination,
    ConditionNumber,
    Continuity,
    Diagonal,
    Discharge,
    Dominated,
    FromFact,
    Identity,
    MeanSquare,
    Positivity,
    Proof,
    Step,
    Substitution,
    Summands,
    TheMinimiser,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.reports import ProofReport
from proofs_check.statement.laws import cond, finite, in_mean_square, order, tends_jointly
from proofs_check.statement.props import Prop, almost_surely, conj, eq, for_all, implies, le, tends
from proofs_check.statement.terms import (
    Term,
    argmin,
    at,
    expect,
    index,
    inner,
    inv,
    matrix,
    norm_F,
    norm_op,
    scalar,
    total,
    tr,
    vector,
)
from proofs_check.witnesses.conditions.written import ByWords
from proofs_check.witnesses.proof.witness import WordsEquality

A = matrix("A", "d", "d", "symmetric")
Q, D = matrix("Q_1"), matrix("D_1", "d", "d", "diagonal")
a = scalar("a")
g = vector("g")
x_i = at(x, i_M)


def report(target: Prop, *steps: Step, given: tuple[Hypothesis, ...] = ()) -> ProofReport:
    stated = Claim("test/claim", Kind.INEQUALITY, "", "", (Part("", (Reading("", target),)),), given=given)
    algebra = ProofAlgebra(WordsEquality(stated))
    return Checker(stated, Proof(steps), lambda id: stated, algebra, reading=ByWords(stated)).report(target)


# Limits ---------------------------------------------------------------------------------------------------

def test_both_lengths_may_grow_in_any_way() -> None:
    target = tends_jointly(1 / M * tr(Lam) + tr(inv(Gam) * Lam), d, N, M)
    assert report(target, Step("limit", target, Continuity())).follows


@pytest.mark.parametrize(
    "target",
    [
        tends_jointly(tr(inv(Gam) * Lam), d + 1, N, M),  # another value
        tends_jointly(N / M, 0, N, M),  # no function of 1/N and 1/M
        tends_jointly(1 / M * tr(Lam), 0, N),  # M stays
    ],
)
def test_what_is_not_continuous_in_the_inverse_lengths_has_no_limit_here(target: Prop) -> None:
    assert not report(target, Step("limit", target, Continuity())).follows


def test_nothing_grows_under_an_assumption_about_it() -> None:
    small, bounded = le(M, 3), order(M, 1, M)
    target = implies(small, bounded)
    assert not report(
        target,
        Step("small", small, Assume()),
        Step("positive", le(0, M), Positivity()),
        Step("multiple", le(M, 3 * 1), Combination(1), ("small",)),
        Step("order", bounded, Bounded(3), ("multiple", "positive")),
        Step("conclusion", target, Discharge("small"), ("small", "order")),
    ).follows


def test_a_bound_from_a_diagonal_form_may_depend_on_what_grows() -> None:
    target = order(N * tr(Lam), 1, N)
    found = report(
        target,
        Step("form", conj(eq(N * Lam, Q * D * Q.T), eq(Q.T * Q, I)), Diagonal()),
        Step("trace", eq(tr(N * Lam), tr(D)), Substitution(), ("form",)),
        Step("multiple", le(N * tr(Lam), tr(D) * 1), Combination(1), ("trace",)),
        Step("positive", le(0, N * tr(Lam)), Positivity()),
        Step("order", target, Bounded(tr(D)), ("multiple", "positive")),
    )
    assert not found.follows


def test_an_equation_that_rests_on_an_assumption_about_a_length_is_not_used_in_a_limit() -> None:
    named = Hypothesis("a is small", eq(a, 1 / M))
    target = tends(a, 0, M)
    assert not report(
        target,
        Step("limit", tends(1 / M, 0, M), Continuity()),
        Step("put in", target, Substitution(into="limit"), ("limit", named.name)),
        given=(named,),
    ).follows


def test_the_strong_law_knows_the_covariance_of_the_family() -> None:
    from proofs_check.papers.zfb.section_4_2_covariates import cov_test, x_test

    target = almost_surely(tends(sample_covariance, Lam, M))
    assert report(
        target, Step("law", target, FromFact("strong law for sample covariances", X=x, i=i_M, n=M, k=d, V=Lam))
    ).follows
    wrong = almost_surely(tends(cov_test, Lam, M))
    assert not report(
        wrong, Step("law", wrong, FromFact("strong law for sample covariances", X=x_test, i=i_M, n=M, k=d, V=Lam))
    ).follows


# Definitions ----------------------------------------------------------------------------------------------

def test_an_order_of_magnitude_needs_both_bounds_and_a_constant_free_of_the_lengths() -> None:
    f = tr(Lam) / M
    multiple = Step("multiple", le(f, tr(Lam) * (1 / M)), Combination())
    positive = Step("positive", le(0, f), Positivity())
    target = order(f, 1 / M, M)
    assert report(target, multiple, positive, Step("order", target, Bounded(tr(Lam)), ("multiple", "positive"))).follows
    assert not report(target, multiple, Step("order", target, Bounded(tr(Lam)), ("multiple",))).follows
    wrong = order(f, 1 / M**2, M)
    growing = Step("multiple", le(f, M * tr(Lam) * (1 / M**2)), Combination())
    assert not report(
        wrong, growing, positive, Step("order", wrong, Bounded(M * tr(Lam)), ("multiple", "positive"))
    ).follows


def test_mean_squares_are_unfolded() -> None:
    spread = 1 / M * (tr(Lam**2) + tr(Lam) ** 2)
    exact = Step("exact", eq(expect(norm_F(sample_covariance - Lam) ** 2), spread), Identity())
    vanishes = Step("vanishes", tends(spread, 0, M), Continuity())
    target = in_mean_square(sample_covariance, Lam, M)
    assert report(target, exact, vanishes, Step("limit", target, MeanSquare(), ("vanishes",))).follows
    wrong = in_mean_square(sample_covariance, 2 * Lam, M)
    assert not report(wrong, exact, vanishes, Step("limit", wrong, MeanSquare(), ("vanishes",))).follows


def test_a_minimiser_must_be_shown_to_be_the_only_one() -> None:
    from proofs_check.papers.zfb.chains.theorem_5 import best, best_steps

    target = eq(argmin(squared_error, v), best)
    steps = best_steps(squared_error)
    assert report(target, *steps).follows
    assert not report(target, *(s for s in steps if s.label != "unique")).follows
    elsewhere = eq(argmin(squared_error, v), 2 * best)
    assert not report(elsewhere, *steps[:-1], Step("argmin", elsewhere, TheMinimiser(), ("minimum", "unique"))).follows


def test_sums_are_equal_whose_summands_are() -> None:
    orthogonal = Hypothesis("orthogonal", for_all(i_M, eq(inner(g, x_i), 0)))
    target = eq(total(i_M, M, a * inner(g, x_i)), 0)
    assert report(
        target, Step("sum", target, Summands(a), (orthogonal.name,)), given=(orthogonal,)
    ).follows
    other = eq(total(i_M, M, inner(x_q, x_i)), 0)
    assert not report(other, Step("sum", other, Summands(), (orthogonal.name,)), given=(orthogonal,)).follows
    first = index("i_1", "N")
    shorter = Hypothesis("for the first N", for_all(first, eq(inner(g, at(x, first)), 0)))
    assert not report(target, Step("sum", target, Summands(a), (shorter.name,)), given=(shorter,)).follows


def test_the_condition_number_of_a_positive_definite_matrix() -> None:
    target = eq(cond(Lam), norm_op(Lam) * norm_op(inv(Lam)))
    assert report(target, Step("known", target, ConditionNumber())).follows
    for wrong in (eq(cond(A), norm_op(A) * norm_op(inv(A))), eq(cond(Lam), norm_op(Lam))):
        assert not report(wrong, Step("known", wrong, ConditionNumber())).follows


def _finite(bound: Term, *moments: Term) -> ProofReport:
    square = (inner(v, x_q) - y_q) ** 2
    assumed = conj(*(finite(expect(m)) for m in moments))
    target = implies(assumed, finite(expect(square)))
    multipliers: tuple[Term | tuple[Term, Term], ...] = (2 + 0 * a, (2 * v.T, v))[: len(moments)]
    return report(
        target,
        Step("moments", assumed, Assume()),
        Step("bound", le(square, bound), Combination(plus=((inner(v, x_q) + y_q) ** 2,))),
        Step("finite", finite(expect(square)), Dominated(*multipliers), ("bound", "moments")),
        Step("conclusion", target, Discharge("moments"), ("moments", "finite")),
    )


def test_a_mean_is_finite_when_what_bounds_it_is() -> None:
    bound = 2 * y_q**2 + 2 * v.T * (x_q * x_q.T) * v
    assert _finite(bound, y_q**2, x_q * x_q.T).follows
    assert not _finite(bound, y_q**2).follows
    assert not _finite(bound, y_q**2 * inner(x_q, x_q), x_q * x_q.T).follows
