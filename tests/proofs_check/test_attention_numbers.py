"""Balls and samples of attention statements: derivatives, laws of finitely many outcomes, definitions, wrong twins."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from numeric.arithmetic import exact
from proofs_check.algebras.attention.algebra import AttentionAlgebra
from proofs_check.algebras.attention.laws import Law
from proofs_check.algebras.attention.places import Place
from proofs_check.claims import Hypothesis, Part, Reading
from proofs_check.papers.ccs.appendix_e_local import local_optimality
from proofs_check.papers.ccs.notation import (
    X_0,
    Y_0,
    A_of,
    B_of,
    C_of,
    M,
    R,
    S,
    X_at,
    d,
    h,
    h_relu,
    inv_root,
    is_rotation,
    l,
    r_of,
    root,
    t,
)
from proofs_check.papers.ccs.notation_flow import E, in_context_loss, u
from proofs_check.papers.ccs.notation_moved import E_B
from proofs_check.papers.ccs.notation_rotations import UX, RU_random, j, law_invariant, no_A
from proofs_check.papers.ccs.proposition_e_3 import eq_38_equality, eq_40
from proofs_check.papers.ccs.proposition_f_4 import eq_71
from proofs_check.papers.ccs.section_4_3 import eq_17
from proofs_check.papers.ccs.theorem_e_1 import eq_34_bound
from proofs_check.papers.ccs.theorem_f_1 import eq_51_bound
from proofs_check.statement.attention import (
    activated,
    activation,
    differentiable,
    gram,
    haar,
    kernel,
    relu_each,
    same_law,
    slope,
)
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import delta
from proofs_check.statement.props import eq, for_all
from proofs_check.statement.terms import at, entry, expect, eye, grad, tr
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness

BALLS, SAMPLED = witness("balls"), witness("sampled")
FAST = Context()
Q = haar("Q")


def of(claim, prop, given=None):
    """What balls say of a statement with the hypotheses of a claim."""
    stated = claim if given is None else replace(claim, given=given)
    return BALLS.examine(stated, Part("", ()), Reading("", prop), FAST)


def test_a_slope_at_one_layer_is_the_gradient_seen_in_its_direction() -> None:
    f = in_context_loss(r_of, no_A, B_of, C_of)
    seen = tr(grad(f, B_of(0)).T * R)
    first = in_context_loss(r_of, no_A, lambda n: B_of(n) + delta(n, 0) * (t * R), C_of)
    every = in_context_loss(r_of, no_A, lambda n: B_of(n) + t * R, C_of)
    assert of(eq_40, eq(slope(t, first), seen), ()).verdict is Verdict.SUPPORTED
    assert of(eq_40, eq(slope(t, every), seen), ()).verdict is Verdict.REFUTED


def test_the_mean_over_rotations_is_exact_and_its_wrong_twin_is_refuted() -> None:
    mean = expect(Q.T * R * Q)
    assert of(eq_40, eq(mean, 1 / d * tr(R) * eye("d")), ()).verdict is Verdict.SUPPORTED
    assert of(eq_40, eq(mean, tr(R) * eye("d")), ()).verdict is Verdict.REFUTED


def test_the_law_of_the_covariates_is_that_of_assumption_4_1() -> None:
    assert of(eq_40, same_law(UX, X_0), ()).verdict is Verdict.SUPPORTED
    assert of(eq_40, same_law(2 * X_0, X_0), ()).verdict is Verdict.REFUTED


def test_proposition_e_3_is_enclosed_and_another_direction_is_refuted() -> None:
    part = eq_38_equality.parts[0]
    assert BALLS.examine(eq_38_equality, part, part.readings[0], FAST).verdict is Verdict.SUPPORTED
    no_mean = replace(E_B, mean=d * E_B.mean)
    wrong = eq(slope(t, E_B.f(t * R)), slope(t, E_B.f(t * no_mean.mean)))
    assert BALLS.refutes(eq_38_equality, part, part.readings[0], wrong, FAST)


def test_a_misprint_is_refuted_on_the_line() -> None:
    part = eq_51_bound.part("b")
    outcome = BALLS.examine(eq_51_bound, part, part.readings[0], FAST)
    assert outcome.verdict is Verdict.REFUTED
    assert "d = 1" in outcome.scope.text


def test_a_stationary_point_of_the_stated_form_is_a_saddle() -> None:
    part = local_optimality.parts[0]
    verdicts = [BALLS.examine(local_optimality, part, reading, FAST).verdict for reading in part.readings]
    assert verdicts[1] is Verdict.REFUTED


def test_an_activation_of_which_nothing_is_assumed_may_mix_columns() -> None:
    part = eq_17.parts[0]
    verdicts = [BALLS.examine(eq_17, part, reading, FAST).verdict for reading in part.readings]
    assert verdicts == [Verdict.REFUTED, Verdict.SUPPORTED, Verdict.SUPPORTED, Verdict.REFUTED]


def test_a_hypothesis_defines_a_family() -> None:
    speed = Hypothesis("speed", for_all(j, eq(at(u, j), 2 * E.r(j))))
    holds, fails = eq(at(u, 0), 2 * E.r(0)), eq(at(u, 0), E.r(0))
    assert of(eq_34_bound, holds, (*eq_34_bound.given, speed)).verdict is Verdict.SUPPORTED
    assert of(eq_34_bound, fails, (*eq_34_bound.given, speed)).verdict is Verdict.REFUTED


def test_covariates_of_a_layer_are_those_of_the_recursion() -> None:
    step = X_at(l, A=A_of) + A_of(l) * X_at(l) * M * h(B_of(l) * X_at(l), C_of(l) * X_at(l))
    assert of(eq_40, eq(X_at(l + 1), step), ()).verdict is Verdict.SUPPORTED
    assert of(eq_40, eq(X_at(l + 2), step), ()).verdict is Verdict.REFUTED


def test_relu_has_kinks_of_which_balls_say_nothing() -> None:
    smooth = of(eq_40, differentiable(h(S * X_0, C_of(0) * X_0), S), ())
    assert smooth.verdict is Verdict.SUPPORTED
    kinked = of(eq_40, eq(slope(t, h_relu(t * X_0, X_0)), h_relu(X_0, X_0)), ())
    assert kinked.verdict is Verdict.UNDECIDED
    assert "relu" in kinked.sentence


@pytest.mark.parametrize("factor", [1, 2])
def test_samples_test_means_of_drawn_contexts(factor) -> None:
    turned = eq(expect(RU_random * 1), factor * (1 / d) * tr(R * root) * inv_root)
    outcome = SAMPLED.examine(replace(eq_40, given=()), Part("", ()), Reading("", turned), FAST)
    assert outcome.verdict is (Verdict.SUPPORTED if factor == 1 else Verdict.UNDECIDED)
    assert outcome.against is (factor == 2)


def test_samples_have_a_gradient_of_what_does_not_move() -> None:
    still = expect(tr(X_0.T * X_0))
    outcome = SAMPLED.examine(replace(eq_40, given=()), Part("", ()), Reading("", eq(grad(still, R), 0 * R)), FAST)
    assert outcome.verdict is Verdict.SUPPORTED


def test_a_product_of_means_has_draws_of_its_own_in_each_factor() -> None:
    gradient = E.B(0)
    square = eq(tr(gradient.T * gradient), tr(gradient * gradient.T))
    outcome = SAMPLED.examine(eq_34_bound, Part("", ()), Reading("", square), FAST)
    assert outcome.verdict is Verdict.SUPPORTED


def test_the_same_seed_gives_the_same_answer() -> None:
    part = eq_34_bound.part("a")
    first, second = (SAMPLED.examine(eq_34_bound, part, part.readings[0], FAST) for _ in range(2))
    assert first == second


# Kernels, laws and sizes that tell more apart ----------------------------------------------------------------

K_plain, K_round = kernel("K"), kernel("K", "rotation_invariant")
U = is_rotation.prop.args[0].args[0]


def test_a_kernel_of_which_nothing_is_assumed_may_change_under_rotations() -> None:
    turned = eq(gram(K_plain, U * X_0, U * X_0), gram(K_plain, X_0, X_0))
    assert of(eq_40, turned, (is_rotation,)).verdict is Verdict.REFUTED
    round_ = eq(gram(K_round, U * X_0, U * X_0), gram(K_round, X_0, X_0))
    assert of(eq_40, round_, (is_rotation,)).verdict is Verdict.SUPPORTED


def test_a_kernel_need_not_forget_the_sign_of_its_arguments() -> None:
    flipped = eq(gram(K_plain, -X_0, -X_0), gram(K_plain, X_0, X_0))
    assert of(eq_40, flipped, ()).verdict is Verdict.REFUTED


def test_an_activation_of_which_nothing_is_assumed_may_change_under_rotations() -> None:
    free = activation("h_any")
    turned = eq(activated(free, U * X_0, U * X_0), activated(free, X_0, X_0))
    assert of(eq_40, turned, (is_rotation,)).verdict is Verdict.REFUTED


def test_odd_means_vanish_only_where_something_keeps_the_law_of_the_covariates() -> None:
    odd = eq(expect(entry(X_0, 1, 1) ** 3), 0)
    assert of(eq_40, odd, ()).verdict is Verdict.REFUTED
    assert of(eq_40, odd, (law_invariant,)).verdict is Verdict.SUPPORTED
    assert SAMPLED.examine(replace(eq_40, given=()), Part("", ()), Reading("", odd), FAST).against


def test_means_of_labels_are_those_of_no_special_law_where_nothing_is_said_of_it() -> None:
    # With Y = theta X the label of -x is -y: not where labels are those of some law.
    odd = eq(expect(entry(Y_0, 1, 1) * entry(Y_0, 1, 1) * entry(Y_0, 1, 1)), 0)
    assert of(eq_40, odd, ()).verdict is Verdict.REFUTED


@pytest.mark.parametrize(("power", "mean"), [(2, Fraction(1, 2)), (3, 0), (4, Fraction(3, 8)), (6, Fraction(5, 16))])
def test_means_over_all_rotations_of_the_plane_are_exact_in_every_degree(power, mean) -> None:
    # Over the signed permutations, which average as rotations do to degree 3, every even power has the mean 1/2.
    def read(group: str):
        place = Place("a test", {"d": 2, "n": 1, "k": 0}, "exact", {}, Law("", group, True), signed=True)
        return AttentionAlgebra(place).read(expect(entry(Q, 1, 1) ** power))[0, 0]

    assert read("circle") == exact(mean)
    assert read("signed") == exact(Fraction(1 - power % 2, 2))


def test_a_mean_over_all_rotations_of_what_is_no_polynomial_is_not_taken() -> None:
    place = Place("a test", {"d": 2, "n": 1, "k": 0}, "exact", {}, Law("", "circle", True), signed=True)
    with pytest.raises(Lacks, match="no polynomial"):
        AttentionAlgebra(place).read(expect(relu_each(Q)))


def test_samples_look_where_a_layer_shows_in_later_ones() -> None:
    part = eq_71.parts[0]
    outcome = SAMPLED.examine(eq_71, part, part.readings[0], FAST)
    assert "k = 1, j = 0" in outcome.scope.text
    assert "d = 2, n = 2, k = 1" in outcome.scope.text
