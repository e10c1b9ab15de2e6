"""The balls algebra and its witness: what is certainly true, certainly false, and what stays open."""

from fractions import Fraction

import flint
import pytest

from numeric.arithmetic import ball_precision
from proofs_check.algebras.ball_values import Value, number
from proofs_check.algebras.balls import BallsAlgebra
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.zfb.assumptions import assumption_3, scale_12
from proofs_check.papers.zfb.model import model
from proofs_check.papers.zfb.notation import (
    U11,
    Gam,
    L,
    Lam,
    N,
    Theta,
    d,
    given_block,
    grad_l_squared,
    l,
    l_min,
    lower_bound,
    mu,
    residual,
    sigma,
    u12,
    u_1,
)
from proofs_check.registry import load
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, always, chain, conj, eq, ge, gt, implies, le, limit, lt
from proofs_check.statement.terms import Term, ddt, expect, grad, half, inv, norm_F, norm_op, tr, where, zeros
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.balls.witness import BallsWitness
from proofs_check.witnesses.points.exact import draw

CONTEXT = Context(dims=(1, 2))


@pytest.fixture
def algebra():
    with ball_precision(160):
        basis = flint.fmpq_mat(2, 2, [flint.fmpq(3, 5), flint.fmpq(4, 5), flint.fmpq(-4, 5), flint.fmpq(3, 5)])
        plain = BallsAlgebra({}, {"d": 2, "N": 3}, basis, model)
        yield plain.moved({
            "Lam": plain.spectral([flint.arb(2), flint.arb(1) / 2]),
            "U11": Value(flint.arb_mat([[1, 2], [flint.arb(1) / 3, 1]])),
            "u_-1": number(Fraction(1, 2)), "u12": Value(flint.arb_mat(2, 1)), "u21": Value(flint.arb_mat(2, 1)),
            "sigma": number(Fraction(1, 4)), "Theta": Value(flint.arb_mat([[1, 0], [0, 1]])),
        })  # fmt: skip


def agree(algebra: BallsAlgebra, a: Term, b: Term) -> bool:
    x, y = algebra.read(a).matrix.entries(), algebra.read(b).matrix.entries()
    return all(p.overlaps(q) and (p - q).rad() < 1e-30 for p, q in zip(x, y, strict=True))


def outcome(prop: Prop, given: tuple[Hypothesis, ...] = (), forall=(d, N, Lam, Theta, sigma, U11, u_1)) -> Outcome:
    return BallsWitness().examine(*claimed(prop, given, forall), CONTEXT)


def claimed(prop: Prop, given: tuple[Hypothesis, ...] = (), forall=(d, N, Lam, Theta, sigma, U11, u_1)):
    reading = Reading("", prop)
    part = Part("", (reading,))
    return Claim("zfb/test", Kind.INEQUALITY, "", "", (part,), forall, given), part, reading


def test_functions_of_the_covariance_are_rigorous_in_its_basis(algebra):
    assert agree(algebra, half(Lam) * half(Lam), Lam)
    assert agree(algebra, Gam ** Fraction(-1, 2) * Gam ** Fraction(-1, 2), inv(Gam))
    assert agree(algebra, Lam * Gam, Gam * Lam)


def test_the_loss_and_its_flow_agree_with_the_printed_forms(algebra):
    assert agree(algebra, L - tr(Lam) / 2, l)
    assert agree(algebra, given_block(ddt(U11)), -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam**2)
    assert agree(algebra, ddt(l), -grad_l_squared)
    assert agree(algebra, grad(L, U11), grad(l, U11))
    assert agree(algebra, l - l_min, Fraction(1, 2) * norm_F(half(Gam) * residual) ** 2)


def test_a_derivative_is_refused_where_the_term_is_no_polynomial(algebra):
    with pytest.raises(Lacks, match="derivatives of norm_F"):
        algebra.read(grad(norm_F(U11), U11))


def test_minima_are_those_of_convex_functions_of_the_product_alone(algebra):
    from proofs_check.statement.terms import minimum

    assert agree(algebra, minimum(2 * l, U11, u_1), 2 * l_min)
    with pytest.raises(Lacks, match="more than the product"):
        algebra.read(minimum(l + u_1, U11, u_1))
    with pytest.raises(Lacks, match="strictly convex"):
        algebra.read(minimum(-l, U11, u_1))


def test_bindings_are_read_before_the_body(algebra):
    assert agree(algebra, where(U11 * Lam, (U11, Lam)), Lam * Lam)
    assert agree(algebra, where(grad(l, u_1), (u_1, 0)), -tr(Lam**2 * U11.T))


def test_a_true_inequality_is_supported_with_its_ratios_and_boxes():
    found = outcome(le(tr(Lam * Lam), tr(Lam) ** 2))
    assert found.verdict is Verdict.SUPPORTED
    assert found.figures["looseness"]["1"]["loosest"] > 1
    found = outcome(lt(norm_op(Lam), 1 + tr(Lam)))
    assert all(box["resolved"] == 1 for box in found.figures["boxes"])
    assert "every point of the boxes" in found.scope.text


def test_a_false_inequality_is_refuted_at_the_smallest_point_in_exact_rationals():
    found = outcome(le(norm_op(Gam), tr(Lam)), forall=(d, N, Lam))
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample.startswith("d = 1, N = 1, Lam = [[1]]: left 3")


def test_an_equation_is_supported_by_agreement_and_refuted_by_a_difference():
    assert outcome(eq(tr(Lam * U11), tr(U11 * Lam))).verdict is Verdict.SUPPORTED
    found = outcome(eq(tr(Lam * Lam), tr(Lam) ** 2))
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample.startswith("d = 2, Lam = [[1, 0], [0, 1]]: left 2")


def test_a_strict_inequality_that_is_an_equality_is_refuted_where_the_balls_are_exact_and_open_elsewhere():
    assert outcome(lt(tr(Lam * inv(Lam)), d)).verdict is Verdict.REFUTED
    unequal = Hypothesis("Lam is not I", conj(lt(2, norm_op(Lam)), lt(norm_op(Lam), 3)))
    assert outcome(lt(tr(Lam * inv(Lam)), d), (unequal,)).verdict is Verdict.UNDECIDED


def test_hypotheses_choose_the_points_and_an_impossible_one_leaves_none():
    small = Hypothesis("sigma small", lt(sigma, Fraction(1, 100)))
    assert outcome(lt(sigma, Fraction(1, 50)), (small,)).verdict is Verdict.SUPPORTED
    never = Hypothesis("impossible", lt(sigma, 0))
    found = outcome(lt(sigma, 0), (never,))
    assert found.verdict is Verdict.UNDECIDED
    assert "satisfies the hypotheses" in found.sentence


def test_an_equation_among_hypotheses_is_imposed():
    assert outcome(implies(eq(u_1, norm_F(U11)), eq(u_1**2, tr(U11 * U11.T)))).verdict is Verdict.SUPPORTED


def test_a_random_symbol_left_free_stands_for_every_outcome_and_means_are_lacking():
    from proofs_check.papers.zfb.notation import x_q

    assert outcome(ge(tr(x_q * x_q.T), 0)).verdict is Verdict.SUPPORTED
    assert outcome(eq(expect(x_q * x_q.T), Lam)).verdict is Verdict.UNDECIDED


def test_at_exact_points_a_velocity_is_no_fraction_and_compared_in_balls():
    claim = load().find("zfb/lemma-17").claim
    part = claim.part("b")
    found = BallsWitness().examine(claim, part, part.readings[0], Context())
    assert found.verdict is Verdict.SUPPORTED


def test_lemmas_17_and_19_hold_along_enclosed_trajectories():
    found = outcome(always(chain(u_1, ">=", lower_bound, ">", 0)), (*assumption_3, scale_12))
    assert found.verdict is Verdict.SUPPORTED
    assert found.figures["share_of_horizon_decided"] == 1
    balanced = outcome(always(eq(u_1**2, tr(U11 * U11.T))), assumption_3)
    assert balanced.verdict is Verdict.SUPPORTED


def test_the_pl_inequality_is_supported_and_a_constant_too_large_is_refuted_on_the_way():
    given = (*assumption_3, scale_12)
    claim, part, reading = claimed(always(ge(grad_l_squared, mu * (l - l_min))), given)
    witness = BallsWitness()
    found = witness.examine(claim, part, reading, CONTEXT)
    assert found.verdict is Verdict.SUPPORTED
    assert found.figures["smallest_refuted_change"]["1"] > 0
    assert witness.refutes(claim, part, reading, always(ge(grad_l_squared, 1000 * mu * (l - l_min))), CONTEXT)
    assert witness.refutes(claim, part, reading, always(le(grad_l_squared, mu * (l - l_min))), CONTEXT)


def test_a_violation_along_the_way_is_refuted_with_its_time():
    found = outcome(always(gt(sigma, u_1)), (*assumption_3, scale_12))
    assert found.verdict is Verdict.REFUTED
    assert "violated at time " in found.counterexample


def test_a_limit_is_supported_by_approach_and_never_refuted():
    given = (*assumption_3, scale_12)
    claim, part, reading = claimed(limit(u_1 * U11, inv(Gam)), given)
    witness = BallsWitness()
    found = witness.examine(claim, part, reading, CONTEXT)
    assert found.verdict is Verdict.SUPPORTED
    assert "estimated error" in found.sentence
    wrong = limit(u_1 * U11, inv(Lam))
    assert witness.refutes(claim, part, reading, wrong, CONTEXT)
    assert outcome(wrong, given).verdict is Verdict.UNDECIDED


def test_the_invariant_block_is_not_taken_for_shown():
    assert "off the invariant block" in outcome(always(eq(u12, zeros("d", 1))), assumption_3).sentence


def test_points_are_the_same_every_time_and_others_for_another_seed():
    symbols = frozenset({Lam, U11, sigma, N})
    first, again, other = (list(draw(symbols, (2,), seed)) for seed in ("a", "a", "b"))
    assert first == again
    assert first != other
