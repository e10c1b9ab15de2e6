"""Random covariances, diagonal matrices and sums over indices as words reads them."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from proofs_check.algebras.words import WordsAlgebra
from proofs_check.algebras.words.comparing import sign_of
from proofs_check.algebras.words.growth import tends
from proofs_check.algebras.words.laws import moments_of, of_plain_terms
from proofs_check.papers.zfb.notation import (
    U11,
    I,
    L_diag,
    L_rdm,
    M,
    N,
    Theta,
    c,
    d,
    i_d,
    j,
    k,
    on_block,
    u12,
    u21,
    u_1,
    w,
)
from proofs_check.papers.zfb.notation_prompts import i_M
from proofs_check.papers.zfb.notation_random import (
    E_Gam_Lam2,
    E_Lam,
    E_Lam2,
    Gam_diag,
    Gam_of,
    Gam_tau,
    Lam_diag,
    Lam_new,
    Lam_new_diag,
    Lam_tau,
    gamma_i,
    l_rdm,
    l_sum,
    lam_i,
    lam_j,
    lam_new,
    lam_tau,
    limit_matrix,
    u_ii,
    u_ij,
    x_tau,
    x_tau_q,
    x_test,
    x_test_q,
    xi_i,
    y_hat_rdm,
    zeta_,
    zeta_ij,
)
from proofs_check.statement.fold import Fold, Lacks
from proofs_check.statement.laws import (
    delta,
    diag,
    expect_given,
    exponential,
    gamma,
    iid_entries,
    least_over,
    least_unequal,
    prediction_on,
    total_unequal,
    two_point,
)
from proofs_check.statement.terms import (
    Term,
    TermLike,
    at,
    at0,
    block,
    ddt,
    entry,
    expect,
    eye,
    grad,
    inner,
    inv,
    minimum,
    norm_F,
    norm_op,
    sqrt,
    term,
    total,
    tr,
    vector,
    where,
    zeros,
)


def holds(a: Term, b: TermLike, algebra: WordsAlgebra | None = None) -> bool:
    algebra = algebra or WordsAlgebra()
    read = Fold(algebra)
    return algebra.equal(read(a), read(term(b)))


def along(loss: str) -> WordsAlgebra:
    return WordsAlgebra(loss=loss)


def test_means_are_linear_and_let_out_what_is_not_random() -> None:
    product = Gam_tau * Lam_tau * U11 * Lam_tau
    assert holds(expect(tr(product * U11.T)), tr(expect(product) * U11.T))
    assert holds(expect(u_1 * Lam_tau**2 * U11 + Lam_tau), u_1 * expect(Lam_tau**2) * U11 + expect(Lam_tau))
    assert holds(expect(Gam_tau), Gam_of(expect(Lam_tau)))
    assert holds(expect(expect(Lam_tau) * Lam_tau), expect(Lam_tau) ** 2)


def test_a_mean_of_a_product_is_not_the_product_of_means() -> None:
    assert not holds(expect(Lam_tau**2), expect(Lam_tau) ** 2)
    assert not holds(E_Lam2, E_Lam**2)
    assert not holds(expect(lam_i * lam_j), expect(lam_i) * expect(lam_j))
    assert not holds(expect(tr(Lam_tau) * Lam_tau), expect(tr(Lam_tau)) * expect(Lam_tau))


def test_an_independent_copy_factors_out() -> None:
    assert holds(expect(Lam_tau * Lam_new), expect(Lam_tau) ** 2)
    assert holds(expect(Lam_new_diag * Lam_diag), E_Lam**2)
    assert holds(expect(tr(Lam_new_diag**3)), expect(tr(Lam_diag**3)))


def test_the_loss_is_the_mean_of_the_conditional_loss() -> None:
    error = (y_hat_rdm - inner(w, x_tau_q)) ** 2
    assert holds(L_rdm, F(1, 2) * expect(error))
    assert holds(L_rdm, F(1, 2) * expect(expect_given(error, Lam_tau)))
    assert not holds(L_rdm, expect(error))


def test_samples_given_a_diagonal_covariance() -> None:
    assert holds(expect_given(x_test_q * x_test_q.T, lam_new), Lam_new_diag)
    assert holds(expect(x_test_q * x_test_q.T), E_Lam)
    assert holds(expect(at(x_test, 1) * at(x_test, 1).T * x_test_q * x_test_q.T), E_Lam2)
    assert holds(expect(at(x_tau, 1) * at(x_tau, 1).T * x_tau_q * x_tau_q.T), expect(Lam_tau**2))


def test_a_mean_given_the_query_is_refused() -> None:
    """The covariance is not independent of a query drawn with it."""
    with pytest.raises(Lacks, match="conditional law of lam_new given x_test_q"):
        holds(expect_given(x_test_q.T * Lam_new_diag * x_test_q, x_test_q), 0)


def test_trace_form_and_sum_form() -> None:
    assert holds(l_rdm, l_sum)
    assert holds(tr(Lam_diag * U11 * Lam_diag), total(i_d, d, lam_i**2 * u_ii))
    assert holds(tr(U11 * U11.T), total(i_d, d, total(j, d, u_ij**2)))
    everywhere = total(i_d, d, total(j, d, u_ij**2))
    assert holds(everywhere - total_unequal(i_d, j, d, u_ij**2), total(k, d, entry(U11, k, k) ** 2))
    assert not holds(l_rdm, l_sum + total(i_d, d, xi_i * u_ii))
    assert holds(zeta_(i_d, i_d), gamma_i)
    assert holds(total(i_d, 3, gamma_i), 3 * gamma_i) is False
    assert holds(total(i_d, 2, entry(U11, i_d, 1)), entry(U11, 1, 1) + entry(U11, 2, 1))


def test_diagonal_matrices() -> None:
    v = vector("v_free")
    assert holds(entry(diag(v), i_d, j), delta(i_d, j) * entry(v, i_d, 1))
    assert holds(diag(v) * diag(v), diag(v) ** 2)
    assert holds(diag(lam_tau) * diag(v), diag(v) * diag(lam_tau))
    assert not holds(diag(v) * U11, U11 * diag(v))
    assert holds(tr(diag(v) * U11), total(i_d, d, entry(v, i_d, 1) * u_ii))
    assert holds(entry(inv(E_Gam_Lam2) * E_Lam2, i_d, j), delta(i_d, j) * xi_i / gamma_i)
    assert holds(inv(E_Gam_Lam2) * E_Gam_Lam2, eye("d"))
    assert holds(norm_F(limit_matrix) ** 2, total(i_d, d, xi_i**2 / gamma_i**2))
    assert holds(delta(1, 2), 0)


def test_the_completed_square() -> None:
    square = F(1, 2) * total(i_d, d, gamma_i * (u_ii * u_1 - xi_i / gamma_i) ** 2)
    rest = F(1, 2) * total_unequal(i_d, j, d, zeta_ij * u_1**2 * u_ij**2)
    least = minimum(l_rdm, U11, u_1)
    assert holds(least, -F(1, 2) * total(i_d, d, xi_i**2 / gamma_i))
    assert holds(l_rdm - least, square + rest)
    assert not holds(l_rdm - least, square + 2 * rest)
    assert holds(where(l_rdm, (U11, inv(c) * U11), (u_1, c * u_1)), l_rdm)
    with pytest.raises(Lacks, match="minimum"):
        holds(minimum(l_rdm + u_1, U11, u_1), 0)


def test_flows_with_a_random_covariance() -> None:
    drift = -(u_1**2) * expect(Gam_tau * Lam_tau * U11 * Lam_tau) + u_1 * expect(Lam_tau**2)
    assert holds(where(ddt(U11), *on_block), drift, along("L_rdm"))
    assert not holds(ddt(U11), drift, along("L_rdm"))
    assert holds(where(ddt(u12), *on_block), zeros("d", 1), along("L_rdm"))
    for loss in ("L_rdm", "L_diag"):
        assert holds(where(ddt(u_1**2 - tr(U11 * U11.T)), *on_block), 0, along(loss))
        assert not holds(where(ddt(u_1**2 - 2 * tr(U11 * U11.T)), *on_block), 0, along(loss))
    entrywise = -zeta_ij * u_1**2 * u_ij + delta(i_d, j) * xi_i * u_1
    assert holds(where(ddt(u_ij), *on_block), entrywise, along("L_diag"))
    with pytest.raises(Lacks, match="motion"):
        holds(ddt(l_rdm), 0, along("L"))


def test_gradients_are_those_of_the_sums() -> None:
    assert holds(grad(l_rdm, U11), -(-(u_1**2) * expect(Gam_diag * Lam_diag * U11 * Lam_diag) + u_1 * E_Lam2))
    assert holds(entry(grad(l_sum, U11), i_d, j), zeta_ij * u_1**2 * u_ij - delta(i_d, j) * xi_i * u_1)
    assert holds(where(grad(L_diag, u12), *on_block), zeros("d", 1))
    squared = total(i_d, d, total(j, d, entry(grad(l_rdm, U11), i_d, j) ** 2))
    assert holds(squared, norm_F(grad(l_rdm, U11)) ** 2)


def test_values_at_time_0_and_relations() -> None:
    initial = {U11: u_1 * 0 * U11 + c * Theta * Theta.T, u_1: c, u12: zeros("d", 1), u21: zeros("d", 1)}
    unit = (norm_F(Theta * Theta.T), term(1))
    algebra = WordsAlgebra(initial=initial, relations=[unit])
    assert holds(at0(tr(E_Lam2 * U11)), c * expect(norm_F(Lam_diag * Theta) ** 2), algebra)
    assert holds(at0(tr(E_Lam * U11)) * tr(Theta * Theta.T * Theta * Theta.T), c * tr(E_Lam * Theta * Theta.T), algebra)


def test_functions_that_stay_opaque_are_functions() -> None:
    size = expect(norm_op(Gam_diag) * norm_F(Lam_diag) ** 2)
    assert holds(size, expect(tr(Lam_diag**2) * norm_op(Gam_of(diag(lam_tau)))))
    assert not holds(size, expect(norm_op(Gam_diag)) * expect(norm_F(Lam_diag) ** 2))
    assert holds(norm_op(2 * E_Lam2), 2 * norm_op(expect(Lam_diag * Lam_diag)))
    assert holds(least_over(i_d, d, gamma_i), least_over(j, d, zeta_(j, j)))
    assert not holds(least_over(i_d, d, gamma_i), least_over(i_d, d, xi_i))
    on_diagonal = zeta_ij + delta(i_d, j) * xi_i
    assert holds(least_unequal(i_d, j, d, on_diagonal), least_unequal(i_d, j, d, zeta_ij))


@pytest.mark.parametrize(
    ("law", "first", "second"),
    [(exponential(), term(1), term(2)), (exponential(2), term(F(1, 2)), term(F(1, 2))),
     (gamma(c, 3), 3 * c, 9 * c * (c + 1)), (two_point(1, 4, F(1, 3)), term(3), term(11))],
)
def test_moments_of_known_laws(law: Term, first: Term, second: Term) -> None:
    algebra = WordsAlgebra(moments=moments_of([iid_entries(lam_tau, law)], of_plain_terms()))
    assert holds(E_Lam, first * I, algebra)
    assert holds(E_Lam2, second * I, algebra)
    assert holds(expect(tr(Lam_diag) ** 2), d * second + d * (d - 1) * first**2, algebra)
    assert holds(expect(lam_i * lam_j), first**2 + delta(i_d, j) * (second - first**2), algebra)


def test_the_trained_prediction_on_a_new_prompt() -> None:
    scale = norm_F(limit_matrix)
    zero = zeros("d", 1)
    W_KQ = scale ** F(-1, 2) * block(limit_matrix, zero, zero.T, zeros(1, 1))
    W_PV = sqrt(scale) * block(zeros("d", "d"), zero, zero.T, term(1))
    x, task, query = at(x_test, i_M), vector("w_free"), vector("x_free")
    y = prediction_on(W_PV, W_KQ, i_M, M, x, inner(task, x), query)
    assert holds(y, query.T * limit_matrix * (1 / M * total(i_M, M, x * x.T)) * task)
    assert holds(expect(y), query.T * limit_matrix * E_Lam * task)
    assert not holds(y, query.T * (1 / M * total(i_M, M, x * x.T)) * limit_matrix * task)


def test_limits_of_means_but_not_of_sums_over_growing_samples() -> None:
    read = Fold(WordsAlgebra())
    cube = inv(expect(Lam_diag**3))
    assert tends(read(inv(E_Gam_Lam2)), read(cube), ("N",))
    assert not tends(read(inv(E_Gam_Lam2)), read(2 * cube), ("N",))
    with pytest.raises(Lacks, match="grows"):
        tends(read(N * inv(E_Gam_Lam2)), read(cube), ("N",))
    sample = E_Lam * (1 / M * total(i_M, M, at(x_test, i_M) * at(x_test, i_M).T))
    with pytest.raises(Lacks):
        tends(read(sample), read(0 * E_Lam), ("M",))


def test_expectations_over_samples_come_before_sums_over_indices() -> None:
    """The time derivative of a prediction is a sum over indices, whose mean over the samples is not taken."""
    read = Fold(along("L_diag"))
    moving = ddt(y_hat_rdm)
    assert along("L_diag").equal(read(moving + moving), read(2 * moving))
    with pytest.raises(Lacks, match="before sums over indices"):
        read(expect(moving))
    with pytest.raises(Lacks, match="only where the expectation"):
        read(where(moving, (Lam_tau, I)))


def test_signs_are_read_off_sums_of_terms_of_one_sign() -> None:
    algebra = WordsAlgebra()
    read = Fold(algebra)
    assert sign_of(read(gamma_i + xi_i**2 / gamma_i), algebra) == 2
    assert sign_of(read(total(i_d, d, gamma_i * u_ii**2)), algebra) == 1
    assert sign_of(read(total(i_d, d, gamma_i * u_ii)), algebra) == 0
    assert sign_of(read(gamma_i - xi_i), algebra) == 0
    assert sign_of(read(tr(Gam_diag * Lam_diag) + u_1**2), algebra) == 2


def test_means_that_need_not_exist_are_refused() -> None:
    """Of the random covariance finite third moments are assumed, nothing more."""
    assert holds(expect(norm_op(Gam_diag) * tr(Lam_diag) ** 2), expect(tr(Lam_diag) ** 2 * norm_op(Gam_diag)))
    fourth = tr(Lam_diag**4), tr(Lam_tau**4), tr(Lam_diag**2) * tr(Lam_diag) ** 2, norm_op(Gam_diag) ** 2 * lam_i**2
    for body in (*fourth, tr(inv(Lam_diag)), tr(inv(Lam_tau))):
        with pytest.raises(Lacks, match="order 3 only"):
            holds(expect(body), 0)
    known = WordsAlgebra(moments=moments_of([iid_entries(lam_tau, exponential())], of_plain_terms()))
    assert holds(expect(tr(Lam_diag**4)), 24 * d, known)


def test_sums_are_described_with_letters_for_indices() -> None:
    algebra = WordsAlgebra()
    read = Fold(algebra)
    assert algebra.describe(read(expect(tr(Lam_diag * U11)))) == "sum(i; E[lam_tau[i]]*U11[i,i])"
    assert algebra.describe(read(E_Lam2)) == "E[lam_tau[j]**(2)]*delta[j,i]"
