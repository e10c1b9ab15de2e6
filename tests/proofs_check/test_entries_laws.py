"""Prompts of any kind and random covariances, entry by entry: identities, limits, and exact refutation."""

from fractions import Fraction

import pytest

from proofs_check.algebras.entries import Setting, decide_equal, exact_values
from proofs_check.algebras.entries.laws import LabelLaw
from proofs_check.algebras.entries.refutation import refutation
from proofs_check.algebras.entries.truth import truth
from proofs_check.model import model_of
from proofs_check.papers.zfb.notation import (
    U11,
    Gam,
    I,
    L,
    L_diag,
    L_noise,
    L_prior,
    L_rdm,
    Lam,
    M,
    N,
    d,
    given_block,
    i_d,
    j,
    u_1,
    w,
    x,
    x_q,
)
from proofs_check.papers.zfb.notation_prompts import (
    E_xy,
    Sigma,
    eps_i,
    i_M,
    mean_of_examples,
    s,
    sample_covariance,
    x_i,
    y_hat_linear,
    y_hat_star,
    y_q,
)
from proofs_check.papers.zfb.notation_random import (
    Gam_tau,
    Lam_diag,
    Lam_new,
    Lam_tau,
    gamma_i,
    l_rdm,
    lam_tau,
    zeta_ij,
)
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import (
    cond,
    delta,
    diag,
    expect_given,
    exponential,
    gamma,
    iid_entries,
    least_over,
    least_unequal,
    order,
    relu,
    tends_jointly,
    total_unequal,
    two_point,
)
from proofs_check.statement.props import almost_surely, eq, for_all, ge, gt, implies, le, lt, ne, psd, tends
from proofs_check.statement.terms import (
    argmin,
    at,
    ddt,
    entry,
    expect,
    grad,
    index,
    inner,
    inv,
    least,
    matrix,
    minimum,
    norm_F,
    norm_op,
    total,
    tr,
    vector,
    zeros,
)

v = vector("v")
RANDOM, DIAGONAL = model_of("zfb", "random covariance"), model_of("zfb", "diagonal covariance")


def holds(lhs, rhs, dim=2, **kinds):
    return decide_equal(lhs, rhs, dim, **kinds).equal


# Samples ----------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("dim", [1, 2])
def test_the_prediction_of_the_trained_model_is_13_for_labels_of_any_law(dim):
    decision = decide_equal(y_hat_star, x_q.T * inv(Gam) * mean_of_examples, dim)
    assert decision.equal
    assert decision.extent.told(("d", "M", "N", "Lam")) == f"d = {dim}, every Lam, every M and N"


def test_coinciding_samples_are_told_from_different_ones():
    square = expect(tr(sample_covariance * sample_covariance))
    assert holds(square, (1 + 1 / M) * tr(Lam * Lam) + 1 / M * tr(Lam) * tr(Lam))
    assert not holds(square, tr(Lam * Lam))


def test_labels_of_any_law_enter_through_their_moments():
    error = expect((y_hat_star - x_q.T * inv(Gam) * E_xy) ** 2)
    assert holds(error, 1 / M * tr(Sigma * inv(Gam) * Lam * inv(Gam)))
    wrong = decide_equal(error, 1 / N * tr(Sigma * inv(Gam) * Lam * inv(Gam)), 1)
    assert wrong.counterexample["law of y"]


def test_the_error_of_the_best_linear_predictor_is_a_completed_square():
    error = expect_given((y_q - inner(v, x_q)) ** 2, v)
    assert holds(minimum(error, v), expect(y_q**2) - E_xy.T * inv(Lam) * E_xy)
    assert holds(argmin(error, v), inv(Lam) * E_xy)


def test_noise_has_mean_zero_and_variance_s_squared():
    noise = 1 / M * total(i_M, M, eps_i * x_i)
    assert holds(expect(noise), zeros("d"))
    assert holds(expect(noise.T * noise), s**2 / M * tr(Lam))


@pytest.mark.parametrize("body", [
    (1 / M * total(i_M, M, eps_i**2) - s**2) ** 2, tr(Lam_tau) ** 4, y_q**4, y_q * tr(x_q * x_q.T),
])
def test_moments_that_nobody_assumed_may_not_exist(body):
    with pytest.raises(Lacks, match="moment"):
        decide_equal(expect(2 * body), 2 * expect(body), 1)


def test_half_of_a_rectified_label_is_its_even_part():
    label = relu(inner(w, x_q))
    assert holds(expect_given(label * x_q, w), Lam * w / 2)
    assert holds(expect_given(label**2, w), w.T * Lam * w / 2)
    with pytest.raises(Lacks, match="absolute value"):
        decide_equal(expect_given(label, w), w.T * w, 1)


def test_what_is_held_fixed_is_not_averaged():
    assert holds(expect_given(inner(w, x_q) ** 2, w), w.T * Lam * w)
    assert holds(expect_given(inner(w, x_q) ** 2, x_q), x_q.T * x_q)
    with pytest.raises(Lacks, match="y_q given x_q"):
        decide_equal(expect_given(y_q, x_q), inner(v, x_q), 1)


def test_covariates_may_have_another_covariance():
    x_C = vector("x_C", "d", "random", "cov:C")
    assert holds(expect(x_C * x_C.T), matrix("C", "d", "d", "symmetric", "posdef"))


def test_sums_over_different_samples():
    k_M = index("k_M", "M")
    different = total_unequal(i_M, k_M, M, inner(x_i, at(x, k_M)))
    assert holds(expect(different), 0 * tr(Lam))
    assert holds(expect(different**2), 2 * M * (M - 1) * tr(Lam * Lam))


# Random covariances -------------------------------------------------------------------------------------------

@pytest.mark.parametrize("dim", [1, 2])
def test_the_flow_for_a_random_covariance_is_lemma_21(dim):
    drift = -(u_1**2) * expect(Gam_tau * Lam_tau * U11 * Lam_tau) + u_1 * expect(Lam_tau**2)
    assert holds(given_block(ddt(U11)), drift, dim, model=RANDOM)
    assert not holds(given_block(ddt(U11)), 2 * drift, dim, model=RANDOM)


def test_the_loss_without_a_law_stays_the_loss_for_a_fixed_covariance():
    at_point = {"U11": [[2]], "u12": [[1]], "u21": [[1]], "u_-1": 1, "Lam": [[3]]}
    here = Setting(1, {"N": 2}, values=at_point, model=RANDOM)
    assert exact_values(L, here) == exact_values(L, Setting(1, {"N": 2}, values=at_point))


def test_a_law_with_two_outcomes_averages_the_loss():
    at_point = {"U11": [[2]], "u12": [[1]], "u21": [[1]], "u_-1": 1}
    outcomes = [(Fraction(1, 3), [[1]]), (Fraction(2, 3), [[4]])]
    mean = exact_values(L_rdm, Setting(1, {"N": 2}, values=at_point, laws={"Lam_tau": outcomes}, model=RANDOM))
    single = [exact_values(L, Setting(1, {"N": 2}, values={**at_point, "Lam": C})) for _, C in outcomes]
    assert mean[0][0] == single[0][0][0] / 3 + single[1][0][0] * Fraction(2, 3)
    diagonal = Setting(1, {"N": 2}, values=at_point, laws={"lam_tau": outcomes}, model=DIAGONAL)
    assert exact_values(L_diag, diagonal) == mean


def test_norms_are_averaged_over_outcomes():
    size = expect(norm_op(Lam_diag) * norm_F(Lam_diag) ** 2)
    outcomes = [(Fraction(1, 2), [[1], [3]]), (Fraction(1, 2), [[2], [1]])]
    assert exact_values(size, Setting(2, laws={"lam_tau": outcomes}, model=DIAGONAL)) == [[Fraction(3 * 10 + 2 * 5, 2)]]


def test_a_copy_is_independent():
    assert holds(expect(tr(Lam_tau * Lam_new)), tr(expect(Lam_tau) * expect(Lam_tau)))
    assert not holds(expect(tr(Lam_tau * Lam_tau)), tr(expect(Lam_tau) * expect(Lam_tau)))


@pytest.mark.parametrize(
    ("law", "moments"),
    [(exponential(), (1, 2, 6)), (exponential(2), (Fraction(1, 2), Fraction(1, 2), Fraction(3, 4))),
     (gamma(2, 3), (6, 54, 648)), (two_point(1, 4, Fraction(1, 3)), (3, 11, 43))],
)
def test_concrete_laws_have_their_moments(law, moments):
    given = (iid_entries(lam_tau, law),)
    for power, value in enumerate(moments, start=1):
        assert holds(expect(Lam_diag**power), value * I, given=given)


def test_sums_over_unequal_indices_and_indicators():
    assert holds(total_unequal(i_d, j, d, entry(U11, i_d, j)), total(i_d, d, total(j, d, entry(U11, i_d, j))) - tr(U11))
    assert holds(total(i_d, d, total(j, d, delta(i_d, j) * entry(U11, i_d, j))), tr(U11))


def test_least_curvature_of_one_dimension_has_no_pairs():
    value = least(least_over(i_d, d, gamma_i), least_unequal(i_d, j, d, zeta_ij))
    here = Setting(1, {"N": 1}, laws={"lam_tau": [(Fraction(1), [[2]])]}, model=DIAGONAL)
    assert exact_values(value, here) == [[24]]


def test_the_minimum_of_l_rdm():
    xi = expect(entry(lam_tau, i_d, 1) ** 2)
    assert holds(minimum(l_rdm, U11, u_1), -total(i_d, d, xi**2 / gamma_i) / 2, model=DIAGONAL)


def test_noise_adds_its_variance_and_what_it_does_to_the_examples():
    noise = model_of("zfb", "label noise")
    added = s**2 / 2 + u_1**2 * s**2 / (2 * N) * tr(Lam * U11 * Lam * U11.T)
    assert holds(given_block(L_noise), given_block(L) + added, model=noise)
    assert not holds(given_block(L_noise), given_block(L) + 2 * added, model=noise)
    rate = -given_block(grad(L, u_1)) - u_1 * s**2 / N * tr(Lam * U11 * Lam * U11.T)
    assert holds(given_block(ddt(u_1)), rate, model=noise)


def test_the_prior_of_the_tasks_enters_the_loss():
    assert decide_equal(L_prior, L, 1, model=model_of("zfb", "task prior")).counterexample is not None


# Truth at points ------------------------------------------------------------------------------------------------

def test_eigenvalues_of_symmetric_matrices_are_exact_at_two_dimensions():
    here = Setting(2, values={"Lam": [[2, 1], [1, 2]]})
    assert exact_values(norm_op(Lam), here) == [[3]]
    assert exact_values(cond(Lam), here) == [[3]]
    assert truth(le(norm_op(Lam), tr(Lam)), here) is True
    assert truth(lt(norm_op(Lam), 3 + 0 * tr(Lam)), here) is False


def test_a_diagonal_of_a_vector():
    assert exact_values(diag(v), Setting(2, values={"v": [[1], [2]]})) == [[1, 0], [0, 2]]


def test_orthogonal_queries_need_the_inner_product_of_the_inverse():
    orthogonal = for_all(i_M, eq(inner(x_q, x_i), 0))
    false = implies(orthogonal, eq(y_hat_star, 0))
    assert refutation(false, Setting(1), (), 8) is None
    found = refutation(false, Setting(2), (), 8)
    assert found.values["rhs"] == "0"
    first = found.values["x"][0]
    assert sum(a[0] * b[0] for a, b in zip(first, found.values["x_q"], strict=True)) == 0


def test_a_refutation_meets_the_hypotheses():
    # Only tr(Lam) = 1 makes this false, and then it is false at each such point.
    statement = gt(tr(Lam), 1)
    found = refutation(statement, Setting(2), (eq(tr(Lam), 1),), 5)
    value = found.values["Lam"]
    assert value[0][0] + value[1][1] == 1
    assert refutation(statement, Setting(2), (gt(tr(Lam), 1),), 5) is None


def test_limits_at_points():
    risk = expect((y_hat_linear - inner(w, x_q)) ** 2)
    here = Setting(1, {"M": 1, "N": 1}, values={"Lam": [[2]]})
    assert truth(tends_jointly(risk, 0, M, N), here) is True
    assert truth(tends(risk, 0, M), here) is False
    assert truth(order(risk, 1 / M + 1 / N**2, M, N), here) is True
    assert truth(order(risk, 1 / M**2 + 1 / N**2, M, N), here) is False


def test_the_strong_law_holds_almost_surely_only():
    here = Setting(2, {"M": 2}, values={"Lam": [[2, 1], [1, 1]]})
    assert truth(almost_surely(tends(sample_covariance, Lam, M)), here) is True
    assert truth(tends(sample_covariance, Lam, M), here) is None
    assert truth(almost_surely(tends(sample_covariance, 2 * Lam, M)), here) is False


def test_a_curved_label_is_no_linear_one():
    law = LabelLaw(Fraction(0), (Fraction(1),), Fraction(1), Fraction(0))
    here = Setting(1, values={"Lam": [[2]]}, laws={"y": law})
    # y = x + x^2: E y x = 2, E y^2 = 2 + 12.
    assert exact_values(E_xy, here) == [[2]]
    assert exact_values(expect(y_q**2), here) == [[14]]


def test_what_fails_with_probability_zero_refutes_nothing_almost_sure():
    here = Setting(1, values={"Lam": [[1]], "x_q": [[0]]})
    assert truth(almost_surely(gt(inner(x_q, x_q), 0)), here) is None
    assert truth(almost_surely(ge(-inner(x_q, x_q), 1)), here) is False
    assert truth(psd(-Lam), here) is False
    assert truth(ne(Lam, I), here) is False
