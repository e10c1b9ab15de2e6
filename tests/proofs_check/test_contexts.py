"""Attention statements at small sizes: proved where entries are letters, refuted at exact places."""

from __future__ import annotations

import pytest

from proofs_check.algebras.contexts import decide_statement
from proofs_check.papers.ccs.notation import (
    X_0,
    Y_0,
    A,
    B_star,
    C_star,
    I_n,
    M,
    R,
    U,
    U_Sigma,
    X_at,
    Y_at,
    Y_hidden,
    Z_at,
    a,
    d,
    h,
    h_free,
    h_relu,
    inv_root,
    k,
    l,
    n,
    r,
    root,
    t,
    y_query,
)  # fmt: skip
from proofs_check.statement.attention import differentiable, haar, layer, product_up, same_law, slope
from proofs_check.statement.laws import delta
from proofs_check.statement.props import Prop, eq, for_all, implies, le, lt
from proofs_check.statement.terms import (
    Term,
    at,
    beside,
    block,
    expect,
    eye,
    norm_F,
    row,
    scalar,
    stack,
    tr,
    where,
    zeros,
)

j = layer("j")


def value_matrix(index: Term) -> Term:
    return block(at(A, index), zeros("d", 1), zeros(1, "d"), at(r, index))


def covariates(index: Term) -> Term:
    return X_at(index, h_free)


def product(X: Term, S: Term) -> Term:
    return product_up(l, k, I_n + at(r, l) * M * h((B_star(l) + delta(l, j) * S) * X, C_star(l) * X))


recursion = eq(
    Z_at(k + 1, h_free, V=value_matrix), stack(covariates(k + 1), Y_at(k + 1, h_free, X=covariates))
)
shift = beside(zeros(1, "n"), scalar("c_shift"))
proved = {
    "(20)": recursion,
    "the label of the query is carried along": eq(Y_at(l, start=Y_hidden + shift) - Y_at(l), shift),
    "(44)": eq(B_star(l) * U_Sigma, U * B_star(l)),
    "(42)": eq(product(U_Sigma * X_0, 0 * R), product(X_0, 0 * R)),
    "(43)": eq(slope(t, product(U_Sigma * X_0, t * R)), slope(t, product(X_0, t * U.T * R * U_Sigma))),
}
refuted = {
    "covariates that do not move": eq(
        Z_at(k + 1, h_free, V=value_matrix), stack(X_0, Y_at(k + 1, h_free, X=lambda index: X_0))
    ),
    "the label of the query in another column": eq(Y_at(l, start=Y_0) - Y_at(l), y_query * row(I_n, n)),
    "(44), order exchanged": eq(B_star(l) * U_Sigma, B_star(l) * U),
    "(43), another rotation": eq(
        slope(t, product(U_Sigma * X_0, t * R)), slope(t, product(X_0, t * U_Sigma.T * R * U_Sigma))
    ),
}


@pytest.mark.parametrize("name", proved)
def test_an_identity_of_letters_is_proved(name: str) -> None:
    found = decide_statement(proved[name], ())
    assert found.refuted is None
    assert len(found.proved) >= 4


@pytest.mark.parametrize("name", refuted)
def test_a_wrong_identity_fails_at_a_small_place(name: str) -> None:
    found = decide_statement(refuted[name], ())
    assert found.refuted is not None
    assert not found.proved


def moved(layer: Term, S: Term) -> Term:
    return at(a, layer) * eye("d") + delta(layer, j) * S


def mean_derivative(X: Term, S: Term) -> Term:
    """The derivative of the loss of Proposition F.4 where A_j moves, labels averaged out."""
    def covariates(index: Term) -> Term:
        return X_at(index, h, start=X, A=lambda index: moved(index, t * S), B=B_star, C=C_star)

    G = product_up(l, k, I_n + at(r, l) * M * h(B_star(l) * covariates(l), C_star(l) * covariates(l)))
    return expect(tr((I_n - M) * G.T * slope(t, G) * (I_n - M)))


U_random = haar("U_random")
turned = root * U_random * inv_root
direction = {"inverse": root * U_random.T * inv_root, "transpose": U_random.T}
given = (for_all(U, same_law(U_Sigma * X_0, X_0)), le(j, k))


@pytest.mark.parametrize("which", direction)
def test_rotations_of_a_weight_are_told_apart_by_a_law_that_all_rotations_leave(which: str) -> None:
    """With A moved the direction turns to the conjugate; taken for the transpose it fails, for d = 2 at the least."""
    found = decide_statement(
        eq(mean_derivative(turned * X_0, R), mean_derivative(X_0, direction[which] * R * turned)), given, dims=(2,)
    )
    if which == "inverse":
        assert found.refuted is None
        assert found.agreed
    else:
        assert found.refuted is not None
        assert found.refuted.sizes["d"] == 2


def test_a_random_rotation_is_averaged_exactly() -> None:
    mean = expect(U_random.T * R * root * U_random * inv_root)
    found = decide_statement(eq(mean, tr(R * root) / d * inv_root), ())
    assert {s["d"] for s in found.proved} == {1, 2}
    assert decide_statement(eq(mean, tr(R) / d * inv_root), ()).refuted is not None


def test_what_no_place_meets_supports_nothing() -> None:
    statement = implies(eq(norm_F(X_0) ** 2, -1), eq(X_0, 2 * X_0))
    assert not decide_statement(statement, ()).agreed


def test_a_condition_on_layers_is_asked_where_entries_are_letters() -> None:
    assert all(s["j"] <= s["k"] for s in decide_statement(eq(at(r, j), at(r, j)), (le(j, k),)).proved)


def test_a_place_without_a_derivative_supports_nothing() -> None:
    """Assumption 4.3 alone gives no derivative."""
    found = decide_statement(eq(slope(t, h_free(X_0 + t * X_0, X_0)), slope(t, h_free(X_0 + t * X_0, X_0))), ())
    assert not found.agreed
    assert "derivative" in found.undefined


def test_a_counterexample_prints_values_of_the_activation() -> None:
    prop: Prop = refuted["covariates that do not move"]
    found = decide_statement(prop, ()).refuted
    assert found is not None
    assert found.text.startswith("d = 1, n = 1, k = 0, X_0 = [[1, 1]]")
    assert "h([[1, 1]], [[1, 1]]) = " in found.text


def test_relu_has_kinks_and_what_is_made_of_smooth_functions_has_none() -> None:
    relu_of = product_up(l, k, I_n + M * h_relu((B_star(l) + R) * X_0, C_star(l) * X_0))
    kinked = decide_statement(differentiable(relu_of, R), (), dims=(1,)).refuted
    assert kinked is not None
    assert decide_statement(differentiable(product(X_0, R), R), (), dims=(1,)).proved


def test_every_small_combination_of_sizes_is_looked_at() -> None:
    """What holds for one of two layers being 0 alone is found out."""
    i = layer("i")
    statement = eq(at(r, i) * at(r, j) * delta(i, 1) * delta(j, 1), 0 * at(r, i))
    found = decide_statement(statement, ()).refuted
    assert found is not None
    assert found.sizes == {"i": 1, "j": 1}


def test_what_a_hypothesis_puts_in_follows_what_is_replaced() -> None:
    x, y = scalar("x"), scalar("y")
    statement = eq(where(y * at(r, j), (x, 0)) + y * at(r, j), (2 * x + 2) * at(r, j))
    found = decide_statement(statement, (eq(y, x + 1),)).refuted
    assert found is not None
    assert decide_statement(eq(where(y * at(r, j), (x, 0)), at(r, j)), (eq(y, x + 1),)).proved


def test_a_value_that_a_trait_forbids_is_no_counterexample() -> None:
    p, x = scalar("p", "positive"), scalar("x")
    assert decide_statement(lt(0, x + 0 * at(r, j)), (eq(p, x),)).refuted is None


def test_a_law_that_is_not_understood_refutes_nothing() -> None:
    mean = eq(expect(tr(X_0 * X_0.T)), 0)
    assert decide_statement(mean, ()).refuted is not None
    assert decide_statement(mean, (same_law(2 * X_0, X_0),)).refuted is None
