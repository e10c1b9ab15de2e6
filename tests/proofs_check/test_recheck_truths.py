"""The second evaluator at its own twins: statements, points and the truth as hands, fractions and NumPy compute it."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from proofs_check import (
    Kind,
    argmin,
    conj,
    eq,
    exists,
    expect,
    gaussian,
    ge,
    gt,
    implies,
    index,
    infimum,
    le,
    lt,
    matrix,
    minimisers_satisfy,
    ne,
    parameter,
    scalar,
    sqrt,
    tends,
    total,
    tr,
    vector,
)
from proofs_check.claims import Claim, Part, Reading
from proofs_check.recheck import recheck
from proofs_check.recheck.limits import shortest
from proofs_check.statement.attention import (
    activated,
    activation,
    differentiable,
    gram,
    haar,
    jacobian,
    kernel,
    kernel_value,
    layer,
    modulus,
    product_up,
    relu_each,
    sequence,
    slope,
    slope_left,
    slope_right,
)
from proofs_check.statement.laws import expect_given, prediction_on, relu
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    for_all,
    negative_eigenvalues_at_least,
    negative_eigenvalues_equal,
)
from proofs_check.statement.terms import Sym, at
from proofs_check.verdict import Point, Taken

d, n = scalar("d", "integer", "positive"), scalar("n", "integer", "positive")
a, b, c, u, v, t = (scalar(name) for name in "abcuvt")
A, B, S = matrix("A"), matrix("B"), matrix("S", "d", "d", "symmetric")
U, W, T = (matrix(name, "d", "n") for name in "UWT")
h, smooth = activation("h"), activation("s", "smooth")
invariant = activation("v", "invariant", "smooth")
K, P, R = kernel("K"), kernel("P", "psd"), kernel("R", "rotation_invariant")
z, y = gaussian("z", "d"), gaussian("y", "d")
m, f, g = layer("m"), Sym("f", (1, 1), frozenset()), matrix("G")
i = index("i", 3)
w, p = parameter("w", 1, 1), parameter("p", 1, 1)
Q = haar("Q")
ONE, TWO, HALF = [[F(1)]], [[F(2)]], [[F(1, 2)]]


def answer(prop: Prop, model: str = "", **point: Any) -> bool | None:
    claim = Claim("own/again", Kind.IDENTITY, "", "", (Part("", (Reading("", prop),)),), model=model)
    return recheck(claim, prop, Point(**{"sizes": {"d": 1, "n": 1}, **point})).confirmed


# Functions of which a point gives values ----------------------------------------------------------------------

def row(at: tuple[Any, ...], value: Any, *along: Any) -> Taken:
    return Taken(at, value, tuple(along))


AT_ONE, AT_TWO = row((ONE, ONE), [[F(3)]]), row((TWO, ONE), [[F(5)]])
MOVING = row((ONE, ONE), [[F(7)]], ONE, [[F(0)]])
BESIDE = row((ONE, ONE), [[F(11)]], [[F(0)]], ONE)


@pytest.mark.parametrize(("prop", "functions", "false"), [
    (eq(activated(h, U, W), 4), {"h": (AT_ONE,)}, True),
    (eq(activated(h, U, W), 3), {"h": (AT_ONE,)}, False),
    (eq(activated(h, U + U, W), 5), {"h": (AT_ONE, AT_TWO)}, False),
    (eq(activated(h, U + U, W), activated(h, U, W)), {"h": (AT_ONE, AT_TWO)}, True),
    (eq(activated(h, U, W), 3), {"h": (AT_TWO,)}, None),
    (eq(activated(h, U, W), 3), {}, None),
    (eq(activated(h, U, W), 4), {"h": (AT_ONE, row((ONE, ONE), [[F(4)]]))}, False),
    (eq(slope(t, activated(smooth, (1 + t) * U, W)), 7), {"s": (AT_ONE, MOVING)}, False),
    (eq(slope(t, activated(smooth, (1 + t) * U, W)), 8), {"s": (AT_ONE, MOVING)}, True),
    (eq(slope(t, activated(smooth, (1 + 2 * t) * U, (1 - t) * W)), 3), {"s": (AT_ONE, MOVING, BESIDE)}, False),
    (eq(slope(t, activated(smooth, U, (1 - t) * W)), -11), {"s": (AT_ONE, MOVING, BESIDE)}, False),
    (eq(slope(t, t * activated(smooth, (1 + t) * U, W)), 3), {"s": (AT_ONE, MOVING)}, False),
    (eq(slope(t, activated(smooth, (1 + t) * U, W) ** 2), 42), {"s": (AT_ONE, MOVING)}, False),
    (eq(slope(t, activated(smooth, (1 + t * t) * U, W)), 0), {"s": (AT_ONE,)}, False),
    (eq(slope(t, activated(h, (1 + t) * U, W)), 7), {"h": (AT_ONE, MOVING)}, None),
    (eq(jacobian(smooth, 1, U, W, T), 14), {"s": (MOVING, BESIDE)}, False),
    (eq(jacobian(smooth, 2, U, W, T), 14), {"s": (MOVING, BESIDE)}, True),
    (eq(jacobian(smooth, 1, U, W, T), 14), {"s": (MOVING, row((ONE, ONE), [[F(8)]], ONE, [[F(0)]]))}, False),
    (eq(jacobian(smooth, 1, U, W, T), 14), {"s": (MOVING, row((ONE, ONE), [[F(15)]], TWO, [[F(0)]]))}, False),
    (eq(activated(invariant, U + U, W / 2), 3), {"v": (AT_ONE,)}, False),
    (ne(activated(invariant, U + U, W / 2), 3), {"v": (AT_ONE,)}, True),
    (eq(activated(invariant, U, W), 3), {"v": (AT_ONE, row((TWO, HALF), [[F(4)]]))}, False),
    (eq(jacobian(invariant, 1, U, W, T), jacobian(invariant, 2, U, W, T)), {"v": (MOVING,)}, False),
    (eq(jacobian(invariant, 1, U, W, T), 14), {"v": (MOVING, BESIDE)}, False),
    (eq(kernel_value(K, U, W), 3), {"K": (AT_ONE,)}, False),
    (eq(kernel_value(K, W, U + U), 4), {"K": (AT_TWO,)}, True),
    (eq(kernel_value(K, U, W), -1), {"K": (row((ONE, ONE), [[F(-1)]]),)}, False),
    (eq(kernel_value(P, U, W), 0), {"P": (row((ONE, ONE), [[F(-1)]]),)}, False),
    (eq(kernel_value(P, U, W), 1), {"P": (row((ONE, ONE), [[F(0)]]),)}, True),
    (eq(kernel_value(P, U, 2 * W), 0), {"P": (AT_ONE, AT_TWO, row((TWO, TWO), [[F(25, 3)]]))}, True),
    (eq(kernel_value(P, U, 2 * W), 0), {"P": (AT_ONE, AT_TWO, row((TWO, TWO), [[F(8)]]))}, False),
    (eq(kernel_value(P, U, 2 * W), 0), {"P": (AT_ONE, AT_TWO)}, None),
    (eq(kernel_value(R, -U, W), 0), {"R": (row(([[F(-1)]], ONE), [[F(2)]]), row((ONE, [[F(-1)]]), [[F(2)]]))}, True),
    (eq(kernel_value(R, -U, -W), 3), {"R": (AT_ONE,)}, False),
    (eq(kernel_value(R, -U, W), 3), {"R": (AT_ONE,)}, None),
    (eq(kernel_value(R, U, W), 4), {"R": (AT_ONE, row(([[F(-1)]], [[F(-1)]]), [[F(4)]]))}, False),
], ids=repr)  # fmt: skip
def test_a_function_is_what_the_point_says_where_some_function_is(
    prop: Prop, functions: dict[str, tuple[Taken, ...]], false: bool | None
) -> None:
    assert answer(prop, values={"U": ONE, "W": ONE, "T": TWO}, functions=functions) is false


def test_a_gram_matrix_is_that_of_all_pairs_of_columns() -> None:
    X = [[F(1), F(2)]]
    rows = tuple(row(([[F(p)]], [[F(q)]]), [[F((p * q) ** 2)]]) for p, q in ((1, 1), (1, 2), (2, 2)))
    expected = np.array([[1, 4], [4, 16]])
    for k in (1, 2):
        value = tr(gram(K, U, U)) * k
        point = {"sizes": {"d": 1, "n": 2}, "values": {"U": X}, "functions": {"K": rows}}
        assert answer(eq(value, int(np.trace(expected))), **point) is (k == 2)


# Limits along the integers ------------------------------------------------------------------------------------

def powers(factor: F) -> Any:
    return sequence(f, m, 1 + 0 * a, a * f + b, m)


@pytest.mark.parametrize(("body", "limit", "values", "false"), [
    (a**m, 0, {"a": F(1, 2)}, False),
    (a**m, 0, {"a": F(-1, 2)}, False),
    (a**m, 0, {"a": F(1)}, True),
    (a**m, 1, {"a": F(1)}, False),
    (a**m, 1, {"a": F(-1)}, True),
    (a**m, 0, {"a": F(-1)}, True),
    (a**m, 0, {"a": F(999999, 1000000)}, False),
    (a**m, 0, {"a": F(1000001, 1000000)}, True),
    (a**m, 0, {"a": F(0)}, False),
    (m * a**m, 0, {"a": F(99, 100)}, False),
    (m * a**m, 0, {"a": F(1)}, True),
    (m * m, 0, {}, True),
    (m - m, 0, {}, False),
    (m * (m + 1) - m * m - m, 0, {}, False),
    (a ** (m + 1) - a * a**m, 0, {"a": F(5)}, False),
    (total(index("j", "m"), m, a ** index("j", "m")), 1, {"a": F(1, 2)}, False),
    (total(index("j", "m"), m, a ** index("j", "m")), 2, {"a": F(1, 2)}, True),
    (total(index("j", "m"), m, a ** index("j", "m")), F(-1, 3), {"a": F(-1, 2)}, False),
    (sequence(f, m, a, a * f + b, m), 4, {"a": F(1, 2), "b": F(2)}, False),
    (sequence(f, m, a, a * f + b, m), 3, {"a": F(1, 2), "b": F(2)}, True),
    (sequence(f, m, b, a * f, m), 0, {"a": F(2), "b": F(0)}, False),
    (sequence(f, m, b, a * f, m), 0, {"a": F(2), "b": F(1)}, True),
    (sequence(f, m, a, f * f, m), 0, {"a": F(1, 2)}, None),
    (sequence(f, m, a, f / 2 + m, m), 0, {"a": F(0)}, True),
    (a**m / m, 0, {"a": F(1, 2)}, None),
    (a ** (2 * m), 0, {"a": F(1, 2)}, None),
], ids=repr)  # fmt: skip
def test_a_limit_is_decided_on_both_sides_of_the_unit_circle(
    body: Any, limit: Any, values: dict[str, Any], false: bool | None
) -> None:
    assert answer(tends(body, limit, m), values=values) is false


@pytest.mark.parametrize(("rows", "false"), [
    ([[F(1, 2), F(1)], [F(0), F(1, 2)]], False),
    ([[F(0), F(1)], [F(0), F(0)]], False),
    ([[F(0), F(1)], [F(-1), F(0)]], True),
    ([[F(0), F(1)], [F(F(-99, 100)), F(0)]], False),
    ([[F(1), F(0)], [F(0), F(1, 2)]], True),
    ([[F(3, 5), F(-4, 5)], [F(4, 5), F(3, 5)]], True),
    ([[F(3, 5), F(-7, 10)], [F(7, 10), F(3, 5)]], False),
])  # fmt: skip
def test_powers_of_a_matrix_tend_to_0_where_its_spectral_radius_is_below_1(rows: list[list[F]], false: bool) -> None:
    radius = max(abs(np.linalg.eigvals(np.array(rows, dtype=float))))
    assert false is bool(radius > 1 - 1e-9)
    assert answer(tends(A**m, 0 * A, m), sizes={"d": 2}, values={"A": rows}) is false
    step = sequence(g, m, A, A * g, m)
    assert answer(tends(step, 0 * A, m), sizes={"d": 2}, values={"A": rows}) is false


def test_the_shortest_recurrence_has_the_length_of_the_sequence() -> None:
    fibonacci = [F(1), F(1), F(2), F(3), F(5), F(8), F(13), F(21)]
    assert shortest(fibonacci) == [1, -1, -1]
    assert shortest([F(0)] * 6) == [1]
    assert shortest([F(1), F(0), F(0), F(0)]) == [1, 0]
    assert shortest([F(0), F(0), F(1), F(0), F(0), F(0), F(0), F(0)]) == [1, 0, 0, 0]
    assert shortest([F(k * k) for k in range(8)]) == [1, -3, 3, -1]
    squares = [F(2) ** k + F(-3) ** k for k in range(8)]
    assert shortest(squares) == [1, 1, -6]


# Existence, minimisers -----------------------------------------------------------------------------------------

@pytest.mark.parametrize(("prop", "values", "false"), [
    (exists(u, eq(a * u, b)), {"a": F(0), "b": F(1)}, True),
    (exists(u, eq(a * u, b)), {"a": F(0), "b": F(0)}, None),
    (exists(u, eq(a * u, b)), {"a": F(1), "b": F(1)}, None),
    (exists(u, eq(u * u, -a * a)), {"a": F(1)}, True),
    (exists(u, eq(u * u, -a * a)), {"a": F(0)}, None),
    (exists(u, eq(u * u, a)), {"a": F(2)}, None),
    (exists(u, exists(v, conj(eq(u + v, 1), eq(u + v, 2)))), {}, True),
    (exists(u, exists(v, conj(eq(u + v, 1), eq(u - v, 2)))), {}, None),
    (exists(u, exists(v, conj(eq(u * v, 0), eq(u, 1), eq(v, 1)))), {}, True),
    (exists(u, exists(v, conj(eq(u * v, 0), eq(u, 1), eq(v, 0)))), {}, None),
    (exists(u, exists(v, conj(eq(u * v, 0), eq(u + v, 1), eq(u - v, 3)))), {}, True),
    (exists(u, exists(v, conj(eq(u * v, 0), eq(u + v, 1), eq(u - v, 1)))), {}, None),
    (exists(u, almost_surely(eq(u * tr(z.T * z), tr(z.T * y)))), {}, True),
    (exists(u, almost_surely(eq(u * tr(z.T * z), a * tr(z.T * z)))), {"a": F(3)}, None),
    (exists(u, almost_surely(eq(u * tr(z.T * z), 2 * tr(z.T * z) + a))), {"a": F(1)}, True),
    (exists(u, conj(eq(u, 1), gt(u, 2))), {}, None),
    (gt(infimum((u - a) ** 2, u), 0), {"a": F(1)}, True),
    (ge(infimum((u - a) ** 2 + 1, u), 1), {"a": F(1)}, False),
    (gt(infimum(0 * u + a, u), 0), {"a": F(0)}, True),
    (eq(infimum(u * u * u, u), 0), {}, None),
    (eq(infimum(-u * u, u), 0), {}, None),
    (eq(infimum((u * v - 1) ** 2, u, v), 0), {}, None),
    (eq(argmin((u - a) ** 2, u), 2), {"a": F(1)}, True),
    (eq(argmin((u - a) ** 2, u), a), {"a": F(1)}, False),
    (eq(argmin(0 * u, u), 0), {}, None),
    (minimisers_satisfy((w - a) ** 2, eq(w, 0), w), {"a": F(1), "w": F(1)}, True),
    (minimisers_satisfy((w - a) ** 2, eq(w, 0), w), {"a": F(1), "w": F(2)}, None),
    (minimisers_satisfy((w - a) ** 2, eq(w, a), w), {"a": F(1), "w": F(1)}, None),
    (minimisers_satisfy((w - p) ** 2, eq(w, 0), w, p), {"w": F(1), "p": F(1)}, True),
    (minimisers_satisfy((w - a) ** 3, eq(w, 0), w), {"a": F(1), "w": F(1)}, None),
    (minimisers_satisfy(-((w - a) ** 2), eq(w, 0), w), {"a": F(1), "w": F(1)}, None),
    (minimisers_satisfy(0 * w, eq(w, 0), w), {"w": F(1)}, True),
], ids=repr)  # fmt: skip
def test_nothing_exists_where_elimination_ends_in_a_contradiction(
    prop: Prop, values: dict[str, Any], false: bool | None
) -> None:
    assert answer(prop, values=values) is false


# Kinks, counts, outcomes ---------------------------------------------------------------------------------------

@pytest.mark.parametrize(("prop", "values", "false"), [
    (differentiable(relu(a), a), {"a": F(0)}, True),
    (differentiable(relu(a), a), {"a": F(1)}, None),
    (differentiable(relu(a) - relu(-a), a), {"a": F(0)}, None),
    (differentiable(relu(a * a), a), {"a": F(0)}, None),
    (differentiable(tr(relu_each(A)), A), {"A": [[F(0)]]}, True),
    (eq(slope_right(t, relu(t)), 1), {}, False),
    (eq(slope_left(t, relu(t)), 1), {}, True),
    (eq(slope_left(t, relu(a + t)), 1), {"a": F(1)}, False),
    (eq(slope_right(t, relu(t - a)), 0), {"a": F(1)}, False),
    (eq(slope(t, relu(t)), 1), {}, None),
    (for_all(i, le(i, 3)), {}, False),
    (for_all(i, lt(i, 3)), {}, True),
    (implies(for_all(i, eq(i * a, 0)), eq(a, 1)), {"a": F(0)}, True),
    (almost_surely(gt(tr(z.T * z), 1)), {"z": [[F(1, 2)]]}, True),
    (almost_surely(gt(tr(z.T * z), 1)), {"z": [[F(1)]]}, None),
    (almost_surely(gt(tr(z.T * z), 0)), {"z": [[F(0)]]}, None),
    (almost_surely(ne(tr(z.T * z), 0)), {"z": [[F(0)]]}, None),
    (almost_surely(eq(tr(z.T * z), 0)), {"z": [[F(1)]]}, True),
    (almost_surely(eq(tr(z.T * z), 0)), {"z": [[F(0)]]}, None),
    (almost_surely(gt(tr(z.T * z), 1)), {}, None),
], ids=repr)  # fmt: skip
def test_kinks_and_outcomes_are_seen_where_they_are(prop: Prop, values: dict[str, Any], false: bool | None) -> None:
    assert answer(prop, values=values) is false


@pytest.mark.parametrize("rows", [
    [[1, 0], [0, -1]], [[-1, 0], [0, -2]], [[0, 0], [0, 0]], [[1, 2], [2, 1]], [[1, 1], [1, 1]], [[-1, 1], [1, -1]],
])  # fmt: skip
def test_negative_eigenvalues_are_counted_and_0_is_none_of_them(rows: list[list[int]]) -> None:
    count = int((np.linalg.eigvalsh(np.array(rows)) < -1e-9).sum())
    for k in range(4):
        point = {"sizes": {"d": 2}, "values": {"S": rows}}
        assert answer(negative_eigenvalues_equal(S, k), **point) is (k != count)
        assert answer(negative_eigenvalues_at_least(S, k), **point) is (k > count)


def test_a_modulus_has_the_absolute_values_of_the_eigenvalues() -> None:
    rows = [[F(3), F(4)], [F(4), F(-3)]]
    for k in (5, 10):
        assert answer(eq(tr(modulus(S)), k), sizes={"d": 2}, values={"S": rows}) is (k != 10)
    assert answer(eq(tr(modulus(A)), 1), sizes={"d": 2}, values={"A": [[F(0), F(1)], [F(0), F(0)]]}) is None


# Laws ----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("prop", "false"), [
    (eq(expect(tr(Q * A * Q.T * B)), tr(A) * tr(B) / d), False),
    (eq(expect(tr(Q * A * Q.T * B)), tr(A * B)), True),
    (eq(tr(expect(Q) * A), 0), False),
    (eq(expect(tr(Q * A * Q * A)), tr(A * A.T) / d), False),
    (eq(expect(tr(Q * A) ** 4), 0), None),
    (eq(expect(expect_given(tr(z.T * y) ** 2, z)), d), False),
    (eq(expect(expect_given(tr(z.T * y) ** 2, z) ** 2), d * d), True),
    (eq(expect(expect_given(tr(z.T * y) ** 2, z) ** 2), d * (d + 2)), False),
], ids=repr)  # fmt: skip
def test_rotations_and_given_vectors_have_the_moments_of_the_book(prop: Prop, false: bool | None) -> None:
    values = {"A": [[F(1), F(2)], [F(3), F(5)]], "B": [[F(1), F(1)], [F(0), F(2)]]}
    assert answer(prop, sizes={"d": 2}, values=values) is false


def test_a_random_covariance_is_averaged_over_its_outcomes_and_a_copy_is_independent() -> None:
    lam = Sym("lam_tau", ("d", 1), frozenset({"random", "law", "independent", "positive"}))
    new = Sym("lam_new", ("d", 1), frozenset({"random", "copy:lam_tau", "positive"}))
    laws = {"lam_tau": ((F(1, 4), [[F(1)]]), (F(3, 4), [[F(3)]]))}
    mean, square = F(1, 4) + 3 * F(3, 4), F(1, 4) + 9 * F(3, 4)
    drawn = Sym("x_test", ("d", 1), frozenset({"random", "cov:lam_tau"}))
    for value, truth in (
        (expect(tr(lam.T)), mean), (expect(tr(lam.T * lam)), square), (expect(tr(lam.T * new)), mean**2),
        (expect(tr(drawn.T * drawn)), mean), (expect(tr(drawn.T * drawn) ** 2), 3 * square),
    ):  # fmt: skip
        assert answer(eq(value, truth), laws=laws) is False
        assert answer(eq(value, truth + 1), laws=laws) is True
        assert answer(eq(value, truth + 1)) is None


x, x_q, task = vector("x", "d", "random", "iid"), vector("x_q", "d", "random"), vector("w", "d", "random")
label = scalar("y_q", "random", "label")


def test_a_label_is_the_polynomial_of_its_covariate_that_the_point_names() -> None:
    laws = {"y": ((F(1), (0, 0)), (F(2), (1, 0)), (F(3), (2, 0)), (F(5), (0, 1)))}
    s = F(4)  # y = 1 + 2 x + 3 x^2 + 5 (random sign), x of variance 4
    mean, with_x, square = 1 + 3 * s, 2 * s, 1 + (4 + 6) * s + 27 * s**2 + 25
    for value, truth in (
        (expect(label), mean), (expect(label * tr(x_q.T)), with_x), (expect(label**2), square),
    ):  # fmt: skip
        point = {"values": {"Lam": [[s]]}, "laws": laws}
        assert answer(eq(value, truth), **point) is False
        assert answer(eq(value, truth - F(1, 10**9)), **point) is True


def test_predictions_add_what_attention_reads_from_all_tokens() -> None:
    rng = np.random.default_rng(5)
    PV, KQ = rng.integers(-3, 4, (3, 3)), rng.integers(-3, 4, (3, 3))
    xs, ys, q = rng.integers(-3, 4, (2, 4)), rng.integers(-3, 4, 4), rng.integers(-3, 4, (2, 1))
    E = np.vstack([np.hstack([xs, q]), np.append(ys, 0)])
    truth = F(int((PV @ E @ E.T @ KQ @ E)[-1, -1]), 4)
    k, length = index("k", "N"), scalar("N", "integer", "positive")
    cov, lab = Sym("u", ("d", 1), frozenset({"iid"})), Sym("o", (1, 1), frozenset({"iid"}))
    weights = [Sym(name, ("d+1", "d+1"), frozenset()) for name in ("V_", "W_")]
    value = prediction_on(weights[0], weights[1], k, length, at(cov, k), at(lab, k), vector("q"))
    values: dict[str, Any] = {"V_": PV.tolist(), "W_": KQ.tolist(), "q": q.tolist()}
    values |= {f"u[{j + 1}]": [[int(v)] for v in xs[:, j]] for j in range(4)}
    values |= {f"o[{j + 1}]": int(ys[j]) for j in range(4)}
    sizes = {"d": 2, "N": 4}
    assert answer(eq(value, truth), sizes=sizes, values=values) is False
    assert answer(eq(value, truth + F(1, 10**6)), sizes=sizes, values=values) is True


def test_the_loss_of_linear_attention_is_half_the_mean_square_error() -> None:
    # d = N = 1, u12 = u21 = 0: y_hat = u_-1 U11 w x^2 x_q, y = w x_q, all of variance 1 but x and x_q, of variance s.
    loss = scalar("L", "derived")
    s, U11, u_1 = F(2), F(3), F(1, 5)
    truth = (u_1**2 * U11**2 * 3 * s**2 * s - 2 * u_1 * U11 * s * s + s) / 2
    values = {"Lam": [[s]], "U11": [[U11]], "u_-1": u_1, "u12": [[F(0)]], "u21": [[F(0)]]}
    for more in (0, 1):
        found = answer(eq(loss, truth + more), sizes={"d": 1, "N": 1}, values=values)
        assert found is bool(more)
    assert answer(eq(loss, truth + 1), model="task prior", sizes={"d": 1, "N": 1}, values=values) is None


def test_an_empty_product_is_the_identity_of_its_size() -> None:
    empty = product_up(m, -1, A)
    point = {"sizes": {"d": 3}, "values": {"A": [[F(0)] * 3] * 3}}
    assert answer(eq(tr(empty), d), **point) is False
    assert answer(eq(tr(empty), 1), **point) is True


def test_roots_of_roots_are_enclosed() -> None:
    fourth = sqrt(sqrt(a))
    assert answer(lt(fourth, F(3, 2)), values={"a": F(81, 16)}) is True
    assert answer(le(fourth, F(3, 2)), values={"a": F(81, 16)}) is False
    assert answer(lt(a ** F(1, 4), F(11893, 10000)), values={"a": F(2)}) is False
