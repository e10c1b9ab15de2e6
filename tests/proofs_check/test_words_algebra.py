from fractions import Fraction

import pytest

from proofs_check.algebras.words import WordsAlgebra
from proofs_check.papers.zfb.model import model
from proofs_check.papers.zfb.notation import (
    U11,
    B,
    E,
    Gam,
    H_tau,
    I,
    L,
    Lam,
    Lam_hat,
    M,
    N,
    Theta,
    U,
    X_tau,
    c,
    d,
    given_block,
    i,
    i_d,
    i_e,
    j,
    j_e,
    k,
    l,
    l_,
    l_min,
    on_block,
    residual,
    sigma,
    tau,
    u,
    u12,
    u21,
    u_1,
    w,
    x,
    x_q,
    y_hat,
)
from proofs_check.statement.fold import Fold, Lacks
from proofs_check.statement.terms import (
    Term,
    TermLike,
    at,
    at0,
    block,
    col,
    ddt,
    det,
    entry,
    exp,
    expect,
    eye,
    grad,
    half,
    index,
    inner,
    inv,
    kron,
    matrix,
    norm_F,
    norm_op,
    nuclear,
    per_prompt,
    prediction,
    row,
    scalar,
    singular_product_sum,
    sqrt,
    term,
    total,
    tr,
    unknowns,
    unvec,
    vec,
    vector,
    where,
    zeros,
)


def holds(lhs: TermLike, rhs: TermLike, algebra: WordsAlgebra | None = None) -> bool:
    algebra = algebra or WordsAlgebra(initial=dict(model.initial))
    read = Fold(algebra)
    return algebra.equal(read(term(lhs)), read(term(rhs)))


zero = zeros("d", 1)
q = Fraction(1, 4)


@pytest.mark.parametrize(
    ("lhs", "rhs"),
    [
        (y_hat, u.T * H_tau * u),
        (y_hat, inner(H_tau, u * u.T)),
        (y_hat, prediction(block(zeros("d", "d"), zero, u12.T, u_1), block(U11, zero, u21.T, zeros(1, 1)), N)),
        (L, Fraction(1, 2) * expect((y_hat - inner(w, x_q)) ** 2)),
        (Lam_hat, 1 / N * total(i, N, at(x, i) * at(x, i).T)),
        (E * E.T / N, block(Lam_hat + x_q * x_q.T / N, Lam_hat * w, w.T * Lam_hat, w.T * Lam_hat * w)),
        (expect(Lam_hat**2), Gam * Lam),
        (given_block(ddt(U11)), -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam**2),
        (given_block(L) - l, Fraction(1, 2) * tr(Lam)),
        (grad(l, U11), u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2),
        (l_min, -(Fraction(1, 2) * tr(Lam**2 * inv(Gam)))),
        (l - l_min, Fraction(1, 2) * norm_F(half(Gam) * residual) ** 2),
        (norm_F(half(inv(Gam)) * half(inv(Lam))) ** 2, tr(inv(Gam) * inv(Lam))),
        (tr(Gam**-2) ** q, half(norm_F(inv(Gam)))),
        (ddt(u), -grad(L, u)),
        (at0(U11), sigma * Theta * Theta.T),
        (at0(l), sigma**4 / 2 * tr(Gam * Lam * Theta * Theta.T * Lam * Theta * Theta.T)
         - sigma**2 * norm_F(Lam * Theta) ** 2),
        (where(l, (U11, c * U11), (u_1, inv(c) * u_1)), l),
        (inv(where(Gam, (Lam, I))), (1 + (d + 1) / N) ** -1 * I),
        (sqrt(d) * sqrt(d), d),
        (unknowns(U11, u_1), d**2 + 1),
    ],
)
def test_identities_of_the_paper_hold(lhs: Term, rhs: Term) -> None:
    assert holds(lhs, rhs)


@pytest.mark.parametrize(
    ("lhs", "rhs"),
    [
        (y_hat, 2 * (u.T * H_tau * u)),
        (L, expect((y_hat - inner(w, x_q)) ** 2)),
        (expect(Lam_hat**2), Gam * Gam),
        (expect(Lam_hat**2), Lam**2 + tr(Lam) / N * Lam),
        (given_block(ddt(U11)), -(u_1**2) * Gam * Lam * U11 * Lam - u_1 * Lam**2),
        (given_block(ddt(U11)), -(u_1**2) * Gam * Lam * U11.T * Lam + u_1 * Lam**2),
        (given_block(L), l),
        (ddt(U11), given_block(ddt(U11))),
        (l - l_min, norm_F(half(Gam) * residual) ** 2),
        (tr(Lam) ** 2, tr(Lam**2)),
        (norm_op(U11 + Lam), norm_op(U11) + norm_op(Lam)),
        (u12, u12.T),
        (prediction(U, U, N), prediction(U, U, M)),
    ],
)
def test_wrong_twins_do_not_hold(lhs: Term, rhs: Term) -> None:
    assert not holds(lhs, rhs)


def test_indices_reach_into_blocks_and_stacked_columns() -> None:
    assert holds(entry(U, k, d + 1), entry(u12, k, 1))
    assert holds(entry(U, d + 1, d + 1), u_1)
    assert holds(entry(u, (l_ - 1) * (d + 1) + k, 1), entry(U11, k, l_))
    assert holds(entry(u, d * (d + 1) + k, 1), entry(u12, k, 1))
    assert holds(entry(u, (d + 1) ** 2, 1), u_1)
    assert holds(row(Lam, k).T, col(Lam, k))
    assert not holds(entry(u, (l_ - 1) * (d + 1) + k, 1), entry(U11, l_, k))


def test_sums_over_coordinates_blocks_and_samples() -> None:
    assert holds(total(i_d, d, entry(Lam, i_d, i_d)), tr(Lam))
    assert holds(total(i_e, d + 1, total(j_e, d + 1, entry(U, i_e, j_e) * entry(U, i_e, j_e))), tr(U * U.T))
    assert holds(total(i_d, 3, u_1), 3 * u_1)
    assert holds(total(j, d, entry(U, j, k) * col(Lam, j)), Lam * col(U11, k))
    squares = total(i_d, d, entry(U11, i_d, i_d) ** 2)
    assert holds(2 * squares, total(j, d, 2 * entry(U11, j, j) ** 2))
    assert not holds(squares, tr(U11 * U11))


def test_a_free_index_over_all_rows_is_a_generic_column() -> None:
    assert holds(entry(E * E.T, i_e, j_e), inner(row(E, i_e).T, row(E, j_e).T))
    assert not holds(entry(E * E.T, i_e, j_e), 2 * entry(E * E.T, j_e, i_e))


def test_members_of_the_sample() -> None:
    assert holds(expect(at(x, 1) * at(x, 1).T), Lam)
    assert holds(expect(at(x, 1) * at(x, 2).T), zeros("d", "d"))
    i_M = index("i_M", "M")
    value = prediction(block(zeros("d", "d"), zero, zero.T, c), block(inv(c * Gam), zero, zero.T, zeros(1, 1)), M)
    assert holds(value, 1 / M * total(i_M, M, inner(w, at(x, i_M)) * at(x, i_M).T * inv(Gam) * x_q))


def test_operators_on_stacked_columns() -> None:
    A, X, C = matrix("A", "m", "n"), matrix("X", "n", "p"), matrix("C", "p", "r")
    assert holds(vec(A * X * C), kron(C.T, A) * vec(X))
    assert holds(tr(A.T * A), vec(A).T * vec(A))
    assert holds(unvec(kron(eye("d+1"), E * E.T) * u, "d+1"), E * E.T * U)
    assert holds(kron(X_tau, zeros("d+1", "d+1")), zeros("(d+1)^2", "(d+1)^2"))
    assert holds(tr(kron(X_tau, E * E.T)), 0)


def test_determinants_of_bordered_matrices() -> None:
    m = scalar("m")
    assert holds(det(m * eye("d+1") - X_tau), m ** (d - 1) * (m**2 - norm_F(x_q) ** 2))
    assert not holds(det(m * eye("d+1") - X_tau), m**d * (m**2 - norm_F(x_q) ** 2))
    with pytest.raises(Lacks, match="determinant"):
        holds(det(U11), 1)


def test_sums_over_independent_prompts() -> None:
    f, g = (y_hat - w.T * x_q) ** 2, (u.T * H_tau * u - inner(w, x_q)) ** 2
    mean = 1 / (2 * B) * total(tau, B, per_prompt(tau, f))
    assert holds(mean, 1 / (2 * B) * total(tau, B, per_prompt(tau, g)))
    assert not holds(mean, Fraction(1, 2) * per_prompt(tau, f))
    assert not holds(mean, 1 / (2 * B) * total(tau, B, per_prompt(tau, y_hat)))


def test_hypotheses_between_scalars_rewrite() -> None:
    unit = WordsAlgebra(initial=dict(model.initial), relations=[(norm_F(Theta * Theta.T), term(1))])
    assert holds(at0(u_1**2), at0(tr(U11 * U11.T)), unit)
    assert not holds(at0(u_1**2), at0(tr(U11 * U11.T)))
    assert holds(sigma * norm_F(Theta * Theta.T), sigma, unit)


def test_the_flow_on_the_block_keeps_the_balance() -> None:
    on_it = WordsAlgebra(block=True)
    assert holds(ddt(u_1**2), ddt(tr(U11 * U11.T)), on_it)
    assert not holds(ddt(u_1**2), ddt(tr(U11 * U11.T)))
    assert holds(ddt(where(u12, *on_block)), zero)
    assert holds(ddt(exp(-(sigma * scalar("t", "nonnegative")))), -sigma * exp(-(sigma * scalar("t", "nonnegative"))))


def test_singular_values_are_opaque_but_canonical() -> None:
    V = matrix("V", "d", "n")
    assert holds(singular_product_sum(U11, 2 * Lam), 2 * singular_product_sum(Lam, U11.T))
    assert holds(nuclear(2 * V), 2 * nuclear(V.T))
    assert not holds(nuclear(V), norm_F(V))


@pytest.mark.parametrize(
    ("node", "sentence"),
    [
        (inv(U11), "no recognised power"),
        (ddt(matrix("W_PV11", "d", "d", "parameter")), "motion of W_PV11"),
        (ddt(norm_op(U11)), "derivative of norm_op"),
        (at0(matrix("V_11", "d", "d", "parameter")), "initial value of V_11"),
        (expect(tr(matrix("M_0", "d", "d", "random"))), "law of M_0"),
        (expect(inv(w.T * w)), "no polynomial"),
        (where(Lam_hat, (Lam, I)), "covariance"),
        (x, "by its members"),
        (U11 + u12, "the sum of a d x d and a d x 1 matrix"),
        (vector("v", "d^3"), "dimension"),
        (grad(U11, u_1), "gradients of matrices"),
        (u_1 / U11, "division"),
    ],
)
def test_what_words_lack_is_said(node: Term, sentence: str) -> None:
    with pytest.raises(Lacks, match=sentence):
        Fold(WordsAlgebra(initial=dict(model.initial)))(node)


def test_values_are_described_in_one_line() -> None:
    algebra = WordsAlgebra()
    assert algebra.describe(Fold(algebra)(expect(Lam_hat))) == "Lam"
    assert len(algebra.describe(Fold(algebra)(L))) <= 300
