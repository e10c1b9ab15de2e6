"""The entrywise reading of prompts in matrix form, for every number of samples at once."""

from __future__ import annotations

import pytest

from proofs_check.algebras.entries import decide_equal
from proofs_check.model import gradient_flow
from proofs_check.statement.laws import gaussian, noise
from proofs_check.statement.terms import (
    at,
    block,
    entry,
    expect,
    eye,
    index,
    inv,
    matrix,
    norm_2,
    parameter,
    scalar,
    stack_over,
    tr,
    vector,
    zeros,
)

M, sigma = scalar("M", "integer", "positive"), scalar("sigma", "nonnegative")
H, Psi = (matrix(name, "d", "d", "symmetric", "psd") for name in ("H", "Psi"))
mean = vector("mean", "d")
i = index("i", "M")
x, x_q, p = gaussian("x", "d", H, iid=True), gaussian("x_q", "d", H), gaussian("p", "d", Psi)
eps, eps_q = noise("eps", sigma, iid=True, normal=True), noise("eps_q", sigma, normal=True)
X = stack_over(i, M, at(x, i).T)
y = X * (mean + p) + stack_over(i, M, at(eps, i))
y_q = (mean + p).T * x_q + eps_q
E = block(X.T, x_q, y.T, zeros(1, 1))
mask = block(eye("M"), zeros("M", 1), zeros("M", 1).T, zeros(1, 1))
beta, Gamma, A = parameter("beta", "d"), parameter("Gamma", "d", "d"), matrix("A", "d", "d")
R = expect(((beta - 1 / M * (Gamma * X.T * (X * beta - y))).T * x_q - y_q) ** 2)
model = gradient_flow(R, (beta, Gamma))


def risk(m):
    C = Psi + (beta - mean) * (beta - mean).T
    return (
        sigma**2 + tr(H * C) - 2 * tr(H * Gamma * H * C)
        + tr(H * Gamma * ((m + 1) / m * H * C * H + (tr(H * C) + sigma**2) / m * H) * Gamma.T)
    )  # fmt: skip


@pytest.mark.parametrize("d", [1, 2])
def test_the_risk_of_one_gradient_step_holds_for_every_number_of_samples(d):
    decision = decide_equal(R, risk(M), d, model=model)
    assert decision.equal
    assert decision.extent.told(("d", "M")) == f"d = {d}, every M"


@pytest.mark.parametrize("d", [1, 2])
def test_another_number_of_samples_is_refuted_at_an_exact_point(d):
    decision = decide_equal(R, risk(M + 1), d, model=model)
    assert not decision.equal
    assert decision.counterexample["M"] == 1


@pytest.mark.parametrize("d", [1, 2])
def test_the_mask_leaves_out_the_query(d):
    seen = block(X.T * X, X.T * y, y.T * X, y.T * y)
    assert decide_equal(E * mask * E.T, seen, d, model=model).equal
    forgotten = decide_equal(E * E.T, seen, d, model=model)
    assert not forgotten.equal
    assert forgotten.counterexample is not None
    assert decide_equal(entry(E, d + 1, M + 1), zeros(1, 1), d, model=model).equal


def test_fourth_moments_of_normal_noise_are_three():
    squares = expect(norm_2(stack_over(i, M, at(eps, i))) ** 2 * norm_2(stack_over(i, M, at(eps, i))) ** 2)
    assert decide_equal(squares, M * (M + 2) * sigma**4, 1, model=model).equal
    assert not decide_equal(squares, M**2 * sigma**4, 1, model=model).equal


def test_products_of_samples_hold_for_every_matrix():
    symmetric = M**2 * H * A * H + M * (H * A.T * H + tr(A * H) * H)
    for d in (1, 2):
        assert decide_equal(expect(X.T * X * A * X.T * X), symmetric, d, model=model).equal
    wrong = M**2 * H * A * H + M * (H * A * H + tr(A * H) * H)
    assert not decide_equal(expect(X.T * X * A * X.T * X), wrong, 2, model=model).equal


def test_a_matrix_for_pairs_of_samples_is_inverted():
    ridge = inv(X.T * X + sigma**2 * eye("d")) * X.T * y
    assert decide_equal(ridge, X.T * inv(X * X.T + sigma**2 * eye("M")) * y, 1, model=model).equal
    assert not decide_equal(ridge, X.T * inv(X * X.T + eye("M")) * y, 1, model=model).equal
