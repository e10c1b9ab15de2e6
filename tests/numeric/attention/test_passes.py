"""Forward passes in plain numbers, against the definition written out with lists and loops alone."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain

import flint
import mpmath
import numpy as np
import pytest

from numeric.attention import Head, forward_pass, of_kernel
from numeric.errors import InputError

OWN = "1/(2 + <u, w>^2)"


def inner(u, w):
    return sum(a * b for a, b in zip(u, w, strict=True))


def column(M, j):
    return [row[j] for row in M]


def product(A, B):
    return [[inner(row, column(B, j)) for j in range(len(B[0]))] for row in A]


def weight(kind, U, W, i, j, exp):
    """Entry (i, j) of the activation: i is a column of U = BX (what is attended to), j one of W = CX."""
    n, u, w = len(U[0]) - 1, column(U, i), column(W, j)
    if kind == "softmax":
        return exp(inner(u, w)) / sum(exp(inner(column(U, k), w)) for k in range(n)) if i < n else 0
    if kind == "rbf":
        return exp(-sum((a - b) ** 2 for a, b in zip(u, w, strict=True)) / 2)
    s = inner(u, w)
    return {"linear": lambda: s, "relu": lambda: max(s, 0), "exp": lambda: exp(s), OWN: lambda: 1 / (2 + s * s)}[kind]()


def by_the_page(X, y, layers, exp, changed=""):
    """(1) to (4), (26); ``changed`` breaks one convention."""
    d, n = len(X), len(X[0]) - 1
    Z = [list(row) for row in X] + [[*y, 0]]
    outputs = [Z]
    for heads in layers:
        new = [list(row) for row in Z]
        for V, B, C, kind in heads:
            if changed == "keys and queries exchanged":
                B, C = C, B
            U, W = product(B, Z[:d]), product(C, Z[:d])
            value = product(V, Z)
            seen = n + 1 if changed == "the query attended to" else n
            for j in range(n + 1):
                for i in range(seen):
                    h = weight(kind, U, W, j, i, exp) if changed == "transposed" else weight(kind, U, W, i, j, exp)
                    for a in range(d + 1):
                        new[a][j] += value[a][i] * h
            if changed == "heads one after the other":
                Z = new
                new = [list(row) for row in Z]
        Z = new
        outputs.append(Z)
    return outputs


def drawn(seed, d, n, kinds):
    rng = random.Random(seed)

    def rows(r, c):
        return [[Fraction(rng.randint(-5, 5), 4) for _ in range(c)] for _ in range(r)]

    layers = [[(rows(d + 1, d + 1), rows(d, d), rows(d, d), kind) for kind in heads] for heads in kinds]
    return rows(d, n + 1), rows(1, n)[0], layers


def given(layers):
    own = of_kernel(lambda u, w: 1 / (2 + (u @ w) ** 2), OWN)
    return [[Head(V, B, C, own if kind == OWN else kind) for V, B, C, kind in heads] for heads in layers]


RATIONAL = [["linear"]], [["relu", "linear"], [OWN]], [["linear", OWN], ["relu"], ["relu", OWN]]
ANY = [["exp"]], [["softmax", "relu"], ["rbf"]], [["softmax"], ["rbf", "exp"]], [[OWN, "softmax"], ["softmax"]]


@pytest.mark.parametrize("kinds", RATIONAL, ids=str)
@pytest.mark.parametrize(("d", "n"), [(1, 1), (2, 3)])
def test_exact_outputs_of_every_layer_are_those_of_the_page(kinds, d, n):
    X, y, layers = drawn(1, d, n, kinds)
    found = forward_pass(X, y, given(layers), arithmetic="exact")
    expected = by_the_page(X, y, layers, None)
    assert [Z.tolist() for Z in found.outputs] == expected
    assert found.predictions == [Z[d][n] for Z in expected]


@pytest.mark.parametrize("kinds", ANY, ids=str)
@pytest.mark.parametrize(("d", "n"), [(1, 2), (2, 3)])
def test_fifty_digits_enclose_what_the_page_gives_with_sixty(kinds, d, n):
    X, y, layers = drawn(2, d, n, kinds)
    found = forward_pass(X, y, given(layers), arithmetic="balls", digits=50)
    with mpmath.workdps(200):
        reals = mpmath.mpf(1)
        wide = [[[[[reals * e.numerator / e.denominator for e in row] for row in M] for M in head[:3]] + [head[3]]
                 for head in heads] for heads in layers]  # fmt: skip
        there = by_the_page([[reals * e.numerator / e.denominator for e in row] for row in X],
                            [reals * e.numerator / e.denominator for e in y], wide, mpmath.exp)  # fmt: skip
        for Z, expected in zip(found.outputs, there, strict=True):
            for entry, value in zip(Z.ravel(), chain.from_iterable(expected), strict=True):
                low, high = (mpmath.mpf(bound) for bound in _ends(entry))
                assert low <= value <= high
                assert high - low <= mpmath.mpf(10) ** -49 * max(1, abs(value))


def _ends(entry):
    middle, radius = (mpmath.mpf(int(m)) * mpmath.mpf(2) ** int(e) for m, e in (
        entry.mid().man_exp(), entry.rad().man_exp()))  # fmt: skip
    return middle - radius, middle + radius


@pytest.mark.parametrize("kinds", [*RATIONAL, *ANY], ids=str)
def test_double_precision_agrees_with_the_enclosures(kinds):
    X, y, layers = drawn(3, 2, 3, kinds)
    doubles = forward_pass(X, y, given(layers))
    balls = forward_pass(X, y, given(layers), arithmetic="balls")
    for Z, exact in zip(doubles.outputs, balls.outputs, strict=True):
        largest = max(1.0, *(abs(float(entry)) for entry in exact.ravel()))
        assert all(abs(a - float(b)) <= 1e-12 * largest for a, b in zip(Z.ravel(), exact.ravel(), strict=True))


@pytest.mark.parametrize(
    "changed", ["keys and queries exchanged", "the query attended to", "transposed", "heads one after the other"]
)
def test_every_convention_of_the_page_matters_here(changed):
    X, y, layers = drawn(4, 2, 2, [["linear", "relu"], [OWN]])
    found = forward_pass(X, y, given(layers), arithmetic="exact").outputs[-1].tolist()
    assert found == by_the_page(X, y, layers, None)[-1]
    assert found != by_the_page(X, y, layers, None, changed)[-1]


def test_the_softmax_of_large_scores_stays_finite():
    head = Head(np.eye(2), [[40.0]], [[40.0]], "softmax")
    (_, Z) = forward_pass([[1, 2, 3]], [4, 5], [head]).outputs
    assert Z.tolist() == [[3.0, 4.0, 5.0], [9.0, 10.0, 5.0]]


def test_an_activation_is_a_function_of_both_matrices_too():
    head = Head(np.eye(2), [[1]], [[1]], lambda U, W: (U.T @ W) @ (U.T @ W))
    named = Head(np.eye(2), [[1]], [[1]], "mixed")
    X, y = [[1, 2, 3]], [4, 5]
    assert forward_pass(X, y, [head]).predictions == forward_pass(X, y, [named]).predictions


GOOD = {"X": [[1, 2, 3], [0, 1, 1]], "y": [4, 5], "layers": [Head(np.eye(3), np.eye(2), np.eye(2), "linear")]}
ONE = [[1]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"X": [[1], [2]], "y": []}, r"X has shape \(2, 1\): d x \(n\+1\) is needed, with d and n at least 1"),
        ({"X": [1, 2, 3]}, r"X must be a matrix: its shape is \(3,\)"),
        ({"X": [[1, 2], [3]]}, "its rows differ in length|its shape is"),
        ({"X": [[1, float("nan"), 3], [0, 1, 1]]}, r"entry \(1, 2\) of X is nan: a finite number is needed"),
        ({"X": [[1, "b", 3], [0, 1, 1]]}, r"entry \(1, 2\) of X is 'b': a number is needed"),
        ({"X": [[1, True, 3], [0, 1, 1]]}, r"entry \(1, 2\) of X is True: a number is needed"),
        ({"X": [[1, flint.arb(2, 5), 3], [0, 1, 1]]}, "known less well than a double: pass arithmetic='balls'"),
        ({"y": [[4], [5, 6]]}, "y must be a matrix"),
        ({"y": 4}, "y must be a matrix"),
        ({"layers": [Head(np.eye(3), np.eye(2), np.eye(2), lambda U, W: [[1, 2], [3]])]}, "rows that differ in length"),
        ({"y": [4, 5, 6]}, "y must hold the n = 2 labels of the demonstrations. Leave out the query's"),
        ({"layers": []}, "layers must be a list of at least one layer"),
        ({"layers": [Head(np.eye(2), np.eye(2), np.eye(2), "linear")]}, r"V of layer 0 has shape \(2, 2\)"),
        ({"layers": [Head(np.eye(3), np.eye(3), np.eye(2), "linear")]}, r"B of layer 0 has shape \(3, 3\): d x d"),
        ({"layers": [Head(np.eye(3), np.eye(2), np.ones((2, 1)), "linear")]}, r"C of layer 0 has shape \(2, 1\)"),
        ({"layers": [Head(np.eye(3), np.eye(2), np.eye(2), lambda U, W: U)]}, r"gave shape \(2, 3\)"),
        ({"layers": [(np.eye(3), np.eye(2), np.eye(2), "exp")]}, "layer 0 must be a Head or a list of Heads"),
        ({"X": [[90, 90, 90], [0, 1, 1]], "layers": [Head(np.eye(3), np.eye(2), np.eye(2), "exp")]},
         "Z_1 has entries that are no finite doubles"),
        ({"arithmetic": "mpmath"}, "arithmetic is 'mpmath': choose one of float64, exact, balls"),
        ({"digits": 20}, "digits is 20, and arithmetic 'float64' has no digits to choose"),
        ({"arithmetic": "exact", "digits": 20}, "arithmetic 'exact' has no digits to choose: pass arithmetic='balls'"),
        ({"arithmetic": "balls", "digits": 0}, "digits must be an integer >= 1"),
        ({"arithmetic": "exact"}, "entry .* is 1.0: an exact number is needed"),
        ({"arithmetic": "exact", "layers": [Head(ONE, ONE, ONE, "exp")]}, "V of layer 0 has shape"),
    ],
)  # fmt: skip
def test_what_is_no_forward_pass_is_refused_in_one_sentence(change, sentence):
    with pytest.raises(InputError, match=sentence):
        forward_pass(**{**GOOD, **change})


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (lambda: Head(np.eye(3), np.eye(2), np.eye(2), "sofmax"), "activation of a head is 'sofmax': did you mean"),
        (lambda: Head(np.eye(3), np.eye(2), np.eye(2), 7), "pass a name, an Activation or a function"),
        (lambda: Head(None, np.eye(2), np.eye(2), "linear"), "V of a head is None: a matrix is needed"),
        (lambda: Head(np.eye(3), "B", np.eye(2), "linear"), "B of a head is 'B': a matrix is needed"),
        (lambda: of_kernel(3), "kernel is 3: pass a function of two columns"),
    ],
)  # fmt: skip
def test_what_is_no_head_is_refused_when_it_is_made(made, sentence):
    with pytest.raises(ValueError, match=sentence):
        made()


def test_exponentials_are_no_fractions_and_a_pole_has_no_value():
    layers = [Head([[0, 0], [0, 1]], ONE, ONE, "exp")]
    with pytest.raises(InputError, match="exp, whose values are no fractions: pass arithmetic='balls'"):
        forward_pass([[1, 2]], [1], layers, arithmetic="exact")
    pole = [Head([[0, 0], [0, 1]], ONE, ONE, of_kernel(lambda u, w: 1 / (u @ w - 1)))]
    for arithmetic in ("exact", "balls", "float64"):
        with pytest.raises(InputError, match="pole"):
            forward_pass([[1, 2]], [1], pole, arithmetic=arithmetic)
