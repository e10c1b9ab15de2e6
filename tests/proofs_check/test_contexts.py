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
    h,
    h_free,
    k,
    l,
    n,
    r,
    t,
    y_query,
)  # fmt: skip
from proofs_check.statement.attention import layer, product_up, slope
from proofs_check.statement.laws import delta
from proofs_check.statement.props import Prop, eq
from proofs_check.statement.terms import Term, at, beside, block, row, scalar, stack, zeros

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


def test_a_counterexample_prints_values_of_the_activation() -> None:
    prop: Prop = refuted["covariates that do not move"]
    found = decide_statement(prop, ()).refuted
    assert found is not None
    assert found.text.startswith("d = 1, n = 1, k = 0, X_0 = [[1, 1]]")
    assert "h([[1, 1]], [[1, 1]]) = " in found.text
