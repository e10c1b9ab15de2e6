"""Attention with an unspecified activation on words: invariance, layers, kernels, rotations, means."""

from __future__ import annotations

import pytest

from proofs_check.algebras.words import WordsAlgebra
from proofs_check.papers.ccs.notation import (
    X_0,
    Y_0,
    A,
    A_of,
    B_of,
    B_star,
    C,
    C_of,
    C_star,
    I,
    I_n,
    M,
    R,
    S,
    Sigma,
    U,
    U_Sigma,
    U_Sigma_inv,
    V,
    X_at,
    X_l,
    Y_at,
    Y_l,
    Z_l,
    attention,
    h,
    h_,
    h_any,
    h_exp,
    h_free,
    h_kernel,
    h_relu,
    h_softmax,
    k,
    l,
    n,
    r,
    r_of,
    root,
    t,
)
from proofs_check.papers.ccs.notation_rotations import KK, UX, R_tilde, RU_random, U_random, factor_E, i
from proofs_check.statement.attention import (
    exp_each,
    gram,
    jacobian,
    kernel,
    kernel_value,
    layer,
    product_down,
    product_up,
    sequence,
    slope,
)
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import delta, expect_given
from proofs_check.statement.terms import (
    Op,
    Term,
    at,
    block,
    col,
    entry,
    expect,
    index,
    matrix,
    norm_2,
    row,
    scalar,
    stack,
    total,
    tr,
    vector,
    where,
    zeros,
)

Gamma = matrix("Gamma", "d", "d", "invertible")
s = scalar("s")


def same(lhs: Term, rhs: Term) -> bool:
    algebra = WordsAlgebra()
    return algebra.equal(algebra.read(lhs), algebra.read(rhs))


def test_the_mask_is_the_identity_without_the_last_column() -> None:
    e = col(I_n, n + 1)
    assert same(M, I_n - e * e.T)
    assert same(M * M, M)
    assert same((I_n - M) * M, zeros("n+1", "n+1"))
    assert not same(M, I_n)


def test_a_sum_over_demonstrations_is_a_product_with_the_mask() -> None:
    q = index("q", "n")
    G = matrix("G", "n+1", "n+1")
    assert same(total(q, n, col(X_0, q) * row(G, q)), X_0 * M * G)
    assert not same(total(q, n, col(X_0, q) * row(G, q)), X_0 * G)
    assert same(tr((I_n - M) * Y_0.T * Y_0 * (I_n - M)), entry(Y_0, 1, n + 1) ** 2)


@pytest.mark.parametrize(
    ("U_factor", "W_factor"), [(Gamma.T, Gamma**-1), (Sigma, Sigma**-1), (U, U), (root * U, root**-1 * U)]
)
def test_assumption_43_takes_invertible_factors_away(U_factor: Term, W_factor: Term) -> None:
    assert same(h(U_factor * X_0, W_factor * S * X_0), h(X_0, S * X_0))
    assert not same(h_free(U_factor * X_0, W_factor * S * X_0), h_free(X_0, S * X_0))


def test_assumption_43_takes_nothing_else_away() -> None:
    assert not same(h(Gamma * X_0, Gamma**-1 * X_0), h(X_0, X_0))
    assert not same(h(R.T * X_0, R * X_0), h(X_0, X_0))
    assert not same(h(root * X_0, root * X_0), h(X_0, X_0))
    assert not same(h(S * X_0, X_0), h(X_0, S * X_0))


def test_rotated_arguments_meet_under_a_moved_weight() -> None:
    """h((B + tR) U_Sigma X, C U_Sigma X) = h((B + t U'R U_Sigma) X, C X)."""
    turned = h((B_star(l) + t * R) * UX, C_star(l) * UX)
    assert same(turned, h((B_star(l) + t * (U.T * R * U_Sigma)) * X_0, C_star(l) * X_0))
    assert not same(turned, h((B_star(l) + t * (U_Sigma.T * R * U_Sigma)) * X_0, C_star(l) * X_0))
    assert not same(turned, h((B_star(l) + t * R) * X_0, C_star(l) * X_0))


def test_linear_attention_satisfies_the_assumption_by_itself() -> None:
    for name in (h_relu, h_exp, h_softmax):
        assert same(name(Gamma.T * X_0, Gamma**-1 * X_0), name(X_0, X_0))
        assert not same(name(Gamma * X_0, Gamma**-1 * X_0), name(X_0, X_0))


def test_the_mask_is_unnecessary_for_the_masked_softmax_alone() -> None:
    assert same(M * h_softmax(X_0, X_0), h_softmax(X_0, X_0))
    assert not same(M * h_exp(X_0, X_0), h_exp(X_0, X_0))


def test_entries_and_columns_of_a_gram_matrix_are_kernel_values() -> None:
    K = kernel("K")
    p, q = index("p", "n"), index("q", "n")
    G = gram(K, X_0, X_0)
    assert same(entry(G, p, q), kernel_value(K, col(X_0, p), col(X_0, q)))
    assert same(entry(G, p, q), entry(G, q, p))
    assert same(entry(G, p, n + 1), kernel_value(K, col(X_0, n + 1), col(X_0, p)))
    assert not same(entry(G, p, q), kernel_value(K, col(X_0, p), col(X_0, p)))
    weighted = total(q, n, entry(Y_0, 1, q) * kernel_value(K, col(X_0, q), col(X_0, n + 1)))
    assert same(weighted, entry(Y_0 * M * h_kernel(X_0, X_0), 1, n + 1))
    assert not same(weighted, entry(Y_0 * h_kernel(X_0, X_0), 1, n + 1))


def test_only_rotation_invariant_kernels_are_invariant_and_under_rotations_alone() -> None:
    turned, plain = kernel("K", "rotation_invariant"), kernel("K")
    u, v = vector("u"), vector("v")
    assert same(kernel_value(turned, U * u, U * v), kernel_value(turned, u, v))
    assert not same(kernel_value(turned, root * u, root * v), kernel_value(turned, u, v))
    assert not same(kernel_value(turned, U * u, v), kernel_value(turned, u, v))
    assert not same(kernel_value(plain, U * u, U * v), kernel_value(plain, u, v))


def test_eq_20_follows_from_eq_3() -> None:
    V44 = block(at(A, l), zeros("d", 1), zeros("d", 1).T, at(r, l))
    step = stack(X_l, Y_l) + attention(stack(X_l, Y_l), V44, B_of(l), C_of(l), h_free)
    covariates = X_l + A_of(l) * X_l * M * h_free(B_of(l) * X_l, C_of(l) * X_l)
    labels = Y_l + r_of(l) * (Y_l * M * h_free(B_of(l) * X_l, C_of(l) * X_l))
    assert same(step, stack(covariates, labels))
    wrong = Y_l + r_of(l) * (Y_l * M * h_free(B_of(l) * X_l, B_of(l) * X_l))
    assert not same(step, stack(covariates, wrong))
    assert not same(stack(X_l, Y_l) + attention(stack(X_l, Y_l), at(V, l), B_of(l), C_of(l), h_free),
                    stack(covariates, labels))
    assert Z_l.shape == ("d+1", "n+1")


def test_eq_44_needs_the_scalars_of_its_own_layer() -> None:
    assert same(B_star(l) * U_Sigma, U * B_star(l))
    assert not same(C_star(l) * U_Sigma, U * B_star(l))
    assert not same(B_star(l) * U_Sigma, U * B_star(l + 1))
    assert same(U_Sigma_inv * U_Sigma, I)
    assert not same(U_Sigma.T * U_Sigma, I)


def test_a_sequence_is_unrolled_at_numbers_unfolded_above_a_layer_and_opaque_at_it() -> None:
    def step(layer: Term | int) -> Term:
        X = X_at(layer)
        return X + A_of(layer) * X * M * h(B_of(layer) * X, C_of(layer) * X)

    assert same(X_at(0), X_0)
    assert same(X_at(2), step(1))
    assert same(X_at(l + 1), step(l))
    assert same(X_at(k + 2), step(k + 1))
    assert not same(X_at(l + 1), step(l + 1))
    assert not same(X_at(l), X_0)
    assert same(X_at(l), X_at(l, start=X_0 + 0 * X_0))
    assert not same(X_at(l), X_at(l, start=U * X_0))
    assert not same(X_at(l), X_at(k))
    assert not same(X_at(l), X_at(l, B=lambda layer: C_of(layer)))


def test_the_layer_that_a_recursion_binds_is_not_the_one_outside() -> None:
    F, e = matrix("F", "d", "d"), layer("l")
    inner = sequence(F, e, I, F * at(A, e), l)
    assert same(inner, sequence(F, layer("m"), I, F * at(A, layer("m")), l))
    assert not same(inner, sequence(F, e, I, F * at(A, l + 0 * e) * at(C, e), l))
    nested = sequence(Y_l, l, Y_0, Y_l * h(X_at(l), X_at(l)), l + 1)
    assert same(nested, sequence(Y_l, l, Y_0, Y_l * h(X_at(l), X_at(l)), l) * h(X_at(l), X_at(l)))


def test_products_over_layers_keep_their_order() -> None:
    up, down = product_up(l, k + 1, at(A, l)), product_down(l, k + 1, at(A, l))
    assert same(up, product_up(l, k, at(A, l)) * at(A, k + 1))
    assert same(down, at(A, k + 1) * product_down(l, k, at(A, l)))
    assert not same(up, at(A, k + 1) * product_up(l, k, at(A, l)))
    assert same(product_up(l, 1, at(A, l)), at(A, 0) * at(A, 1))
    assert same(product_down(l, 1, at(A, l)), at(A, 1) * at(A, 0))
    assert same(product_up(l, -1, at(A, l)), I)
    assert same(product_up(l, i, at(A, l)), product_up(l, i - 1, at(A, l)) * at(A, i))


def test_eq_42_at_every_depth() -> None:
    assert same(product_up(l, k, factor_E(l, UX, 0)), product_up(l, k, factor_E(l, X_0, 0)))
    assert not same(product_up(l, k, factor_E(l, UX, S)), product_up(l, k, factor_E(l, X_0, S)))
    assert not same(product_up(l, k, factor_E(l, UX, 0)), product_up(l, k + 1, factor_E(l, X_0, 0)))


def test_layers_are_seen_where_something_is_put_in_or_summed() -> None:
    assert same(where(at(r, l) ** 2, (l, 0)), at(r, 0) ** 2)
    q = index("q", "n")
    with pytest.raises(Lacks):
        same(total(q, n, at(r, q)), n * at(r, 1))


def test_the_indicator_of_a_layer() -> None:
    j = layer("j")
    assert same(delta(j, j), scalar("one") ** 0)
    assert same(delta(j + 1, j), s - s)
    assert same(delta(l, j), delta(j, l))
    assert not same(delta(l, j), delta(l + 1, j))


def test_a_slope_is_the_sum_of_both_jacobians() -> None:
    value = slope(t, h((S + t * R) * X_0, (R + 2 * t * S) * X_0))
    first, second = jacobian(h_, 1, S * X_0, R * X_0, R * X_0), jacobian(h_, 2, S * X_0, R * X_0, S * X_0)
    assert same(value, first + 2 * second)
    assert not same(value, first + second)
    assert not same(value, first)
    with pytest.raises(Lacks):
        same(slope(t, h_free((S + t * R) * X_0, R * X_0)), first)
    assert same(slope(t, t**2 * S + 3 * t * R), 3 * R)


def test_jacobians_are_linear_in_their_direction_and_keep_assumption_43() -> None:
    def J(which: int, direction: Term, G: Term = I) -> Op:
        return jacobian(h_, which, G.T * S * X_0, G**-1 * R * X_0, direction)

    assert same(J(1, (2 * R + S) * X_0), 2 * J(1, R * X_0) + J(1, S * X_0))
    assert same(J(1, Gamma.T * S * X_0, Gamma), J(1, S * X_0))
    assert same(J(2, Gamma**-1 * S * X_0, Gamma), J(2, S * X_0))
    assert not same(J(2, Gamma.T * S * X_0, Gamma), J(2, S * X_0))
    assert not same(J(1, S * X_0), J(2, S * X_0))


def test_lemma_f5_in_directions() -> None:
    """Equal values and velocities of the arguments give equal slopes, whatever their second derivatives are."""
    P, Q, P1, Q1 = (matrix(name, "d", "n+1") for name in ("P", "Q", "P1", "Q1"))
    lhs = slope(t, h(P + t * P1, Q + t * Q1))
    rhs = slope(t, h(Gamma.T * (P + t * P1 + t**2 * Q), Gamma**-1 * (Q + t * Q1)))
    assert same(lhs, rhs)
    assert not same(lhs, slope(t, h(Gamma * (P + t * P1), Gamma**-1 * (Q + t * Q1))))
    assert not same(lhs, slope(t, h(Gamma.T * (P + 2 * t * P1), Gamma**-1 * (Q + t * Q1))))


def test_the_slope_of_a_sequence_obeys_the_differentiated_recursion() -> None:
    def X(upto: Term | int, direction: Term) -> Term:
        return X_at(upto, B=lambda layer: B_star(layer) + delta(layer, i) * (t * direction))

    before = slope(t, X(l, R))
    h_l = h(B_star(l) * X_at(l, B=B_star), C_of(l) * X_at(l, B=B_star))
    plain = X_at(l, B=B_star)
    moved = jacobian(h_, 1, B_star(l) * plain, C_of(l) * plain, delta(l, i) * (R * plain) + B_star(l) * before)
    moved = moved + jacobian(h_, 2, B_star(l) * plain, C_of(l) * plain, C_of(l) * before)
    after = before + A_of(l) * before * M * h_l + A_of(l) * plain * M * moved
    assert same(slope(t, X(l + 1, R)), after)
    assert not same(slope(t, X(l + 1, R)), after + before)
    assert same(slope(t, X(0, R)), zeros("d", "n+1"))
    assert not same(slope(t, X(l, R)), slope(t, X(l, S)))


def test_means_over_rotations_in_degree_two() -> None:
    assert same(expect(RU_random), R_tilde)
    assert not same(expect(U_random.T * R * U_random), R_tilde)
    d = scalar("d", "integer", "positive")
    assert same(expect(U_random * R * U_random), R.T / d)
    assert same(expect(tr(U_random * R) * tr(U_random * S)), tr(R * S.T) / d)
    assert same(expect(U_random), zeros("d", "d"))
    assert not same(expect(U_random * R * U_random.T * S * U_random * R * U_random.T), tr(R) ** 2 / d**2 * S)


def test_means_over_rotations_enter_the_direction_of_a_jacobian_only() -> None:
    J = lambda T: jacobian(h_, 1, X_0, S * X_0, T * X_0)  # noqa: E731
    turned = U_random.T * R * root * U_random * root**-1
    assert same(expect_given(J(turned), X_0), J(R_tilde))
    assert not same(expect_given(J(turned), X_0), J(R))
    inside = expect_given(h(X_0, U_random * S * U_random.T * X_0), X_0)
    d = scalar("d", "integer", "positive")
    assert not same(inside, h(X_0, tr(S) / d * X_0))


def test_means_over_contexts_are_linear_and_never_values() -> None:
    second = expect(X_0 * X_0.T)
    assert same(expect(R * X_0 * X_0.T * S + X_0 * X_0.T), R * second * S + second)
    assert same(expect(tr(R * X_0 * X_0.T)), tr(R * second))
    assert not same(expect(X_0), X_0)
    assert not same(second, expect(X_0) * expect(X_0).T)
    assert not same(expect(norm_2(Y_0.T) ** 2), norm_2(expect(Y_0).T) ** 2)
    assert same(expect(R), R)


def test_a_conditional_mean_is_a_function_of_what_is_given() -> None:
    given = expect_given(Y_0.T * Y_0, X_0)
    assert same(expect_given(X_0 * Y_0.T * Y_0, X_0), X_0 * given)
    assert not same(expect(X_0 * given), expect(X_0) * given)
    assert not same(given, expect(Y_0.T * Y_0))


def test_a_symmetric_function_of_the_covariates() -> None:
    assert same(KK(X_0).T, KK(X_0))
    assert not same(KK(UX), KK(X_0))
    assert not same(h_free(X_0, X_0).T, h_free(X_0, X_0))
    assert h_any.has("activation")


def test_labels_are_a_product_over_layers_at_a_number_of_layers() -> None:
    def factor(layer: Term | int) -> Term:
        return I_n + r_of(layer) * (M * h(B_of(layer) * X_0, C_of(layer) * X_0))

    labels = Y_at(2, start=Y_0, X=lambda layer: X_0)
    assert same(labels, Y_0 * product_up(l, 1, factor(l)))
    assert not same(labels, Y_0 * product_down(l, 1, factor(l)))


def test_a_column_of_exponentials_or_of_a_masked_softmax_is_that_of_the_column() -> None:
    q, m = index("q", "n"), index("m", "n")
    E, soft = exp_each(X_0.T * X_0), h_softmax(X_0, X_0)
    for column in (q, n + 1):
        sum_of_column = total(m, n, entry(I_n * E, m, column))
        assert same(entry(Y_0 * soft, 1, column), entry(Y_0 * M * E, 1, column) / sum_of_column)
        assert not same(entry(Y_0 * soft, 1, column), entry(Y_0 * E, 1, column) / sum_of_column)
    assert not same(entry(Y_0 * soft, 1, q), entry(Y_0 * M * E, 1, q) / total(m, n, entry(I_n * E, m, n + 1)))
    assert same(M * exp_each(X_0.T * col(X_0, q)), M * col(E, q))
    assert not same(M * exp_each(X_0.T * col(X_0, q)), M * col(E, n + 1))


def test_no_mean_over_rotations_is_taken_of_an_inverse() -> None:
    inverse = (I + U_random * Sigma * U_random.T) ** -1
    for body in (inverse, tr(inverse), tr(inverse) ** 2, S * inverse * U_random):
        assert not same(expect(body), body)
        assert not same(expect(body), 0 * body)


def test_values_of_functions_are_typeset_by_number_and_families_by_layer() -> None:
    read = WordsAlgebra().read
    assert read(at(r, l + 1) * S)._repr_latex_() == r"$\displaystyle r_{1 + l}S$"
    value = read(h(S, S))._repr_latex_()
    assert r"\tilde h_{\#" in value
    assert "activated" not in value


def test_indices_of_one_name_in_two_statements_have_ranges_of_their_own() -> None:
    algebra = WordsAlgebra()
    Y, v = vector("Y_short", "n"), vector("v_long", "d")
    short, long = index("i", "n"), index("i", "d")
    first = entry(Y, short, 1)
    algebra.read(first)
    algebra.read(entry(v, long, 1))
    assert algebra.equal(algebra.read(total(short, n, first * first)), algebra.read(Y.T * Y))
    assert algebra.equal(algebra.read(entry(Y, short, 1) + first), algebra.read(2 * first))
    algebra.read(entry(Y + Y, short, 1))
