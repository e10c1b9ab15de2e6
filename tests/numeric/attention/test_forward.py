"""The forward pass against the definition written out with loops, in several arithmetics."""

from __future__ import annotations

import math

import flint
import numpy as np
import pytest

from numeric.attention.activations import ACTIVATIONS, EXP, LINEAR, RELU, SOFTMAX, activations
from numeric.attention.forward import Head, forward, mask, prediction, start, value_matrix
from numeric.attention.jets import Jet, KinkError, along, exp, reciprocal, relu
from numeric.attention.orbits import in_balls, rationals
from numeric.streams import generator

RNG = generator("tests", "attention forward")


def by_loops(Z, heads, kind):
    """(26) entry by entry."""
    rows, columns = Z.shape
    d, n = heads[0][1].shape[0], columns - 1
    new = Z.copy()
    for V, B, C in heads:
        for j in range(columns):
            scores = [sum((B @ Z[:d, i])[a] * (C @ Z[:d, j])[a] for a in range(d)) for i in range(columns)]
            if kind == "linear":
                weights = scores
            elif kind == "relu":
                weights = [max(0.0, s) for s in scores]
            elif kind == "exp":
                weights = [math.exp(s) for s in scores]
            else:
                total = sum(math.exp(scores[k]) for k in range(n))
                weights = [math.exp(s) / total for s in scores]
            for a in range(rows):
                new[a, j] += sum(V[a, b] * Z[b, i] * weights[i] for b in range(rows) for i in range(n))
    return new


@pytest.mark.parametrize("h", [LINEAR, RELU, EXP, SOFTMAX], ids=lambda h: h.name)
def test_two_layers_with_two_heads_are_those_of_the_definition(h) -> None:
    d, n = 3, 4
    Z = start(RNG.standard_normal((d, n + 1)), RNG.standard_normal((1, n + 1)))
    layers = [
        [
            tuple(0.3 * RNG.standard_normal((m, m)) for m in (d + 1, d, d))
            for _ in range(2)
        ]
        for _ in range(2)
    ]
    expected = Z
    for heads in layers:
        expected = by_loops(expected, heads, h.name)
    outputs = forward(Z, [[Head(V, B, C, h) for V, B, C in heads] for heads in layers])
    assert np.allclose(outputs[-1], expected, rtol=1e-12, atol=1e-12)
    assert np.isclose(prediction(outputs[-1]), expected[d, n])


def test_the_label_of_the_query_is_hidden_and_its_column_is_not_attended_to() -> None:
    Z = start(np.ones((2, 3)), np.array([[5.0, 6.0, 7.0]]))
    assert Z[-1].tolist() == [5.0, 6.0, 0.0]
    assert mask(2).tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 0]]


def test_a_batch_is_its_members() -> None:
    X, Y = RNG.standard_normal((5, 2, 4)), RNG.standard_normal((5, 1, 4))
    V, B, C = (RNG.standard_normal((m, m)) for m in (3, 2, 2))
    together = forward(start(X, Y), [[Head(V, B, C, SOFTMAX)]])[-1]
    for k in range(5):
        assert np.allclose(together[k], forward(start(X[k], Y[k]), [[Head(V, B, C, SOFTMAX)]])[-1])


def test_balls_enclose_what_fractions_give() -> None:
    X, Y = rationals([[1, 2, 3], [0, 1, -1]]), rationals([[1, -2, 4]])
    A, B, C = (rationals([[1, 2], [0, 1]]), rationals([[2, 0], [1, 1]]), rationals([[1, 1], [1, 3]]))
    r = rationals([[3]])
    for h in activations(rational=True):
        exact = forward(start(X, Y), [[Head(value_matrix(A, r), B, C, h)]] * 2)[-1]
        balls = [in_balls(M) for M in (X, Y, A, r, B, C)]
        enclosed = forward(
            start(balls[0], balls[1]), [[Head(value_matrix(balls[2], balls[3]), balls[4], balls[5], h)]] * 2
        )[-1]
        assert all(b.contains(a) for a, b in zip(exact.ravel(), enclosed.ravel(), strict=True)), h.name


def test_the_value_matrix_is_that_of_assumption_4_4() -> None:
    V = value_matrix(np.array([[1, 2], [3, 4]]), np.array([[5]]))
    assert V.tolist() == [[1, 2, 0], [3, 4, 0], [0, 0, 5]]


def test_jets_have_the_derivatives_of_their_functions() -> None:
    x = in_balls(rationals([[2, 3]]))
    moved = along(x, x * 0 + 1, 2)
    e = exp(moved)
    assert all(c.overlaps(v.exp() / (2 if k == 2 else 1)) for k in range(3)
               for c, v in zip(e.terms[k].ravel(), x.ravel(), strict=True))  # fmt: skip
    inverse = reciprocal(moved)
    assert all((c - 1 / v**3).contains(0) for c, v in zip(inverse.terms[2].ravel(), x.ravel(), strict=True))


def test_relu_has_no_derivative_at_zero() -> None:
    zero = rationals([[0, 1]])
    with pytest.raises(KinkError, match="relu has no derivative"):
        relu(along(zero, rationals([[1, 1]])))
    assert relu(along(zero, rationals([[0, 1]]))).terms[1].tolist() == [[0, 1]]


@pytest.mark.parametrize("h", [a for a in ACTIVATIONS if a.smooth], ids=lambda h: h.name)
def test_slopes_of_activations_agree_with_differences(h) -> None:
    U, W, T = (in_balls(rationals(rows)) for rows in ([[1, 2], [0, 1]], [[1, -1], [2, 1]], [[1, 0], [3, 1]]))
    slope = h(along(U, T), W)
    assert isinstance(slope, Jet)
    step = flint.arb(2) ** -20
    difference = (h(U + T * step, W) - h(U - T * step, W)) / (2 * step)
    assert all(abs(float(a - b)) < 1e-6 for a, b in zip(slope.terms[1].ravel(), difference.ravel(), strict=True))


@pytest.mark.parametrize("h", activations(invariant=True), ids=lambda h: h.name)
def test_what_is_called_invariant_is_so_and_the_others_are_not(h) -> None:
    U, W, S = RNG.standard_normal((2, 3)), RNG.standard_normal((2, 3)), RNG.standard_normal((2, 2))
    assert np.allclose(h(S.T @ U, np.linalg.inv(S) @ W), h(U, W))


@pytest.mark.parametrize("h", [h for h in ACTIVATIONS if not h.invariant], ids=lambda h: h.name)
def test_what_changes_under_a_shear_changes_under_a_rotation_where_it_says_so(h) -> None:
    U, W = RNG.standard_normal((2, 3)), RNG.standard_normal((2, 3))
    S = np.array([[1.0, 1.0], [0.0, 1.0]])
    Q = np.array([[0.6, 0.8], [-0.8, 0.6]])
    assert not np.allclose(h(S.T @ U, np.linalg.inv(S) @ W), h(U, W))
    assert np.allclose(h(Q @ U, Q @ W), h(U, W)) is h.rotation_invariant
