"""Gradients of the in-context loss at the points of Theorems E.1 and F.1, exact or enclosed, with wrong twins."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

from numeric.arithmetic import ball_precision
from numeric.attention.activations import EXP, LINEAR, NORMALISED, RELU, SOFTMAX, SQUARED
from numeric.attention.forward import Head, forward, start, value_matrix
from numeric.attention.losses import (
    FAMILIES,
    Data,
    Weights,
    gradient,
    hessian,
    loss,
    signature,
    stacked,
    unit,
    with_layer,
)
from numeric.attention.orbits import (
    averages_as_orthogonal,
    in_balls,
    inverse,
    orbit,
    rationals,
    signed_permutations,
    tetrahedral,
)

q = flint.fmpq
EYE = {d: rationals(np.eye(d, dtype=int)) for d in (2, 3)}
ROOT = {2: rationals([[2, 1], [1, 1]]), 3: rationals([[2, 1, 0], [1, 2, 1], [0, 1, 2]])}
"""Sigma^(1/2), not diagonal."""
XI = {2: rationals([[1, 2, -1], [2, 1, 1]]), 3: rationals([[1, 2, -1], [0, 1, 3], [2, 1, 1]])}
QUARTER = q(1, 4)
GROUP = {2: signed_permutations(2), 3: tetrahedral()}


def data(d, h) -> Data:
    """Labels whose covariance depends on the inner products of the white covariates alone."""
    G = XI[d].T @ XI[d]
    return Data(orbit(ROOT[d], XI[d], GROUP[d]), G + G * G / q(4) + rationals(np.eye(3, dtype=int)), h)


def point(d, k, *, a=QUARTER, power=-1, A=None) -> Weights:
    """A point of the set S with k+1 layers; ``power``: of Sigma^(1/2) in B and C."""
    S = {-1: inverse(ROOT[d]), -2: inverse(ROOT[d] @ ROOT[d]), 1: ROOT[d]}[power]
    return stacked([
        {"r": q(-1, 2 + m), "A": EYE[d] * a * (m + 1) if A is None else A, "B": S * q(1, 2), "C": S * q(1 + m, 3)}
        for m in range(k + 1)
    ])


def in_balls_too(given: Data, weights: Weights) -> tuple[Data, Weights]:
    return Data(in_balls(given.X), in_balls(given.K), given.activation), Weights(
        *(in_balls(getattr(weights, name)) for name in FAMILIES)
    )


def off_S(found, d, family, layer):
    """What is left of the gradient when its multiple of Sigma^(1/2) (for A: of I) is taken out."""
    G = found[family][layer]
    direction, dual = (EYE[d], EYE[d]) if family == "A" else (ROOT[d], inverse(ROOT[d]))
    if isinstance(G[0, 0], flint.arb):
        direction, dual = in_balls(direction), in_balls(dual)
    return G - direction * (np.trace(G @ dual) / d)


def is_zero(A) -> bool:
    return all((v.contains(0) if isinstance(v, flint.arb) else v == 0) for v in A.ravel())


def surely_not_zero(A) -> bool:
    return any((not v.contains(0) if isinstance(v, flint.arb) else v != 0) for v in A.ravel())


@pytest.mark.parametrize("d", [2, 3])
def test_the_groups_average_as_all_rotations_do_to_second_order(d) -> None:
    assert averages_as_orthogonal(GROUP[d])
    assert not averages_as_orthogonal(GROUP[d][:1])


@pytest.mark.parametrize("a", [q(0), q(1, 4)], ids=["A = 0", "A free"])
@pytest.mark.parametrize(("d", "k"), [(2, 0), (2, 1), (2, 2), (3, 0), (3, 1)])
@pytest.mark.parametrize("h", [LINEAR, RELU, NORMALISED], ids=lambda h: h.name)
def test_at_points_of_S_the_gradient_is_exactly_a_multiple_of_the_root_of_sigma(d, k, h, a) -> None:
    if (d, k, h) == (3, 1, NORMALISED):
        pytest.skip("long fractions")
    found = gradient(data(d, h), point(d, k, a=a))
    for layer in range(k + 1):
        assert is_zero(off_S(found, d, "B", layer))
        assert is_zero(off_S(found, d, "C", layer))
        assert is_zero(off_S(found, d, "A", layer))
    assert surely_not_zero(found["B"])


@pytest.mark.parametrize("h", [EXP, SOFTMAX], ids=lambda h: h.name)
def test_in_balls_the_component_off_S_encloses_zero_within_a_declared_radius(h) -> None:
    with ball_precision(120):
        found = gradient(*in_balls_too(data(2, h), point(2, 1)))
        for family in ("A", "B", "C"):
            for layer in (0, 1):
                rest = off_S(found, 2, family, layer)
                assert is_zero(rest)
                assert all(v.rad() < 1e-20 for v in rest.ravel())


@pytest.mark.parametrize("h", [LINEAR, RELU], ids=lambda h: h.name)
def test_other_powers_of_sigma_are_no_such_points(h) -> None:
    for power in (-2, 1):
        found = gradient(data(2, h), point(2, 1, power=power))
        assert surely_not_zero(off_S(found, 2, "B", 0))


def test_a_softmax_at_another_power_of_sigma_is_no_such_point() -> None:
    with ball_precision(120):
        found = gradient(*in_balls_too(data(2, SOFTMAX), point(2, 0, power=-2)))
        assert surely_not_zero(off_S(found, 2, "B", 0))


def test_the_gradient_is_no_multiple_of_the_inverse_root() -> None:
    G, S = gradient(data(2, LINEAR), point(2, 1))["B"][0], inverse(ROOT[2])
    assert surely_not_zero(G - S * (np.trace(G @ ROOT[2]) / 2))


def test_a_transformation_of_the_covariates_that_is_no_multiple_of_the_identity_leaves_S() -> None:
    found = gradient(data(2, LINEAR), point(2, 1, A=rationals([[1, 0], [0, 2]])))
    assert surely_not_zero(off_S(found, 2, "B", 1))


def test_labels_that_see_a_direction_leave_S() -> None:
    given = data(2, LINEAR)
    K = np.stack([X.T @ rationals([[1, 0], [0, 0]]) @ X for X in given.X])
    assert surely_not_zero(off_S(gradient(Data(given.X, K, LINEAR), point(2, 0)), 2, "B", 0))


def test_the_closed_form_over_labels_is_the_mean_of_the_definition_over_them() -> None:
    given, weights = data(2, LINEAR), point(2, 1)
    L = rationals([[1, 0, 2], [1, 1, 0], [0, 1, 1]])
    total = q(0)
    for X in given.X:
        for row in L:
            Y = row[None]
            layers = [
                [Head(value_matrix(weights.A[k], weights.r[k]), weights.B[k], weights.C[k], LINEAR)] for k in range(2)
            ]
            residual = forward(start(X, Y), layers)[-1][-1, -1] + Y[0, -1]
            total += residual * residual
    # Labels equally likely among the rows of L have the second moment L^T L / 3.
    assert total / (3 * len(given.X)) == loss(Data(given.X, L.T @ L / q(3), LINEAR), weights)


def test_gradients_agree_with_exact_differences() -> None:
    given, weights = data(2, LINEAR), point(2, 0)
    found = gradient(given, weights)
    # One layer with linear activation: the loss is quadratic in B, a central difference is exact.
    for i in range(2):
        for j in range(2):
            E = unit(weights, ("B", 0, i, j)).B[0]
            up, down = (loss(given, with_layer(weights, "B", 0, weights.B[0] + E * s)) for s in (1, -1))
            assert (up - down) / 2 == found["B"][0, i, j]


def test_a_stationary_point_of_S_can_be_a_saddle() -> None:
    """B = C = 0: the gradient vanishes, and the loss falls and rises inside S, to second order, whatever the law."""
    given = data(2, LINEAR)
    S = inverse(ROOT[2])
    zero = S * q(0)
    weights = stacked([{"r": q(-1, 2), "A": zero, "B": zero, "C": zero}])
    found = gradient(given, weights)
    assert all(is_zero(found[name]) for name in FAMILIES)
    in_S = [Weights(0 * weights.r, 0 * weights.A, *pair) for pair in ((S[None], 0 * S[None]), (0 * S[None], S[None]))]
    assert signature(hessian(given, weights, in_S)) == (1, 1, 0)


def test_the_best_point_of_S_can_be_a_saddle() -> None:
    """h = (U^T W)^2, a positive semi-definite kernel; Sigma = I, d = 2, n = 2, one layer, covariates a rotated xi.

    On S the loss is 4 + u + 2 u^2, u = r (bc)^2, least at u = -1/4: the point is a global minimum over S.  Over all
    matrices B the second derivative at traceless symmetric ones is the same in every direction for a uniformly random
    rotation, so half the trace of that for the group.
    """
    xi = rationals([[1, 1, 1], [0, 2, 0]])
    kappa = (q(-1), q(3, 2))
    K = rationals([[1, 0, kappa[0]], [0, 1, kappa[1]], [kappa[0], kappa[1], 4]])
    given = Data(orbit(EYE[2], xi), K, SQUARED)
    zero = EYE[2] * q(0)

    def at(u):
        return stacked([{"r": u, "A": zero, "B": EYE[2], "C": EYE[2]}])

    for u in (q(-1), q(0), q(2, 3)):
        assert loss(given, at(u)) == 4 + u + 2 * u * u
    best = at(q(-1, 4))
    found = gradient(given, best, ("r", "B", "C"))
    assert all(is_zero(found[name]) for name in ("r", "B", "C"))
    traceless = [rationals([[1, 0], [0, -1]]), rationals([[0, 1], [1, 0]])]
    directions = [Weights(0 * best.r, 0 * best.A, T[None], 0 * best.C) for T in traceless]
    H = hessian(given, best, directions)
    assert np.trace(H) < 0
    assert signature(rationals([[Fraction(1), 0], [0, Fraction(-1)]])) == (1, 1, 0)
