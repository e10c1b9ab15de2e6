"""Quantifiers, the flow in time, products over layers, derivatives at 0: read as printed, or not read."""

from __future__ import annotations

import pytest

from proofs_check.reading.canonical import same
from proofs_check.reading.outcomes import Ambiguous, NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.report.render import latex
from proofs_check.statement.attention import (
    activated,
    activation,
    kernel,
    kernel_value,
    layer,
    layers,
    product_down,
    product_up,
    slope,
)
from proofs_check.statement.props import Prop, almost_surely, always, eq, exists, for_all, gt, limit
from proofs_check.statement.terms import Abbrev, at, at0, entry, eye, matrix, parameter, scalar, tr

W, w = parameter("W", "d", "d"), parameter("w")
loss = Abbrev(scalar("loss", tex="L"), tr(W) * w)
A, B, X, I = matrix("A"), matrix("B"), matrix("X"), eye()  # noqa: E741 - the usual letter
a, b, d = scalar("a"), scalar("b"), scalar("d", "integer", "positive")
t, l, k = scalar("t"), layer(), scalar("k", "integer", "nonnegative")  # noqa: E741 - the paper's letter
R, r = layers("R", "d", "d"), layers("r")
h, K = activation("h", tex=r"\tilde h"), kernel("K", tex=r"\mathcal K")
LETTERS = (W, w, loss, A, B, X, a, b, d, l, k, R, r, h, K)
TIMED = (*LETTERS, t)

READ = [
    always(eq(W, A)), limit(W, A), limit(w, a), almost_surely(eq(a, b)), exists(a, eq(a, b)),
    exists(a, for_all(b, eq(a, b))), eq(at0(w) ** 2, a), eq(at0(loss), a), eq(product_up(l, k, at(R, l)), I),
    eq(product_down(l, k, I + at(R, l)), A), eq(at(R, l + 1), A), eq(at(R, 0), A), gt(at(r, k), 0),
    eq(activated(h, A, B), X), eq(kernel_value(K, A * X, B), a), eq(entry(A * B, 1, 2), a),
]  # fmt: skip


@pytest.mark.parametrize("prop", READ, ids=[latex(prop) for prop in READ])
def test_what_stands_around_a_formula_is_read_back(prop: Prop) -> None:
    found = read(latex(prop), LETTERS)
    assert isinstance(found, Read), found
    assert same(found.tree, prop)


def test_a_derivative_at_0_is_read_where_its_letter_is_declared() -> None:
    prop = eq(slope(t, A + t * B), B)
    found = read(latex(prop), TIMED)
    assert isinstance(found, Read)
    assert same(found.tree, prop)


@pytest.mark.parametrize(("formula", "letters"), [
    (r"W=A, \quad w=a \quad \text{for all } t \ge 0", LETTERS),
    (r"W=A \implies w=a \quad \text{for all } t \ge 0", LETTERS), (r"W=A \quad \text{for all } t \ge 0", TIMED),
    (r"W=A \quad \text{for all } t \ge 1", LETTERS),
    (r"W=A \quad \text{for all } s \ge 0", LETTERS),
    (r"\lim_{t\to\infty} W = A", TIMED), (r"\lim_{t\to\infty} A = B", (A, B)), (r"\lim_{t\to 0} W = A", LETTERS),
    (r"\exists a: a = b, b = 1", LETTERS), (r"\exists a: a = b \implies b = 1", LETTERS),
    (r"\exists q: q = 1", LETTERS),
    (r"\exists a = b", LETTERS), (r"\frac{d}{dt} A = B", TIMED), (r"\frac{d}{dt} (A+tB)|_{t=1} = B", TIMED),
    (r"\frac{d}{dt} (A+tB)|_{a=0} = B", TIMED), (r"\frac{d}{dt} t (A+tB)|_{t=0} = B", TIMED),
    (r"\frac{d}{dt} (A+tB)|_{t=0} + tA = B", TIMED), (r"\prod_{\ell=1}^{k} R_\ell = A", LETTERS),
    (r"\prod_{\ell=0}^{k} A = B", LETTERS), (r"\prod_{i=0}^{k} A_{ii} = a", LETTERS), 
    (r"\prod_{a=0}^{k} r_a = b", LETTERS),
    (r"\prod_{\ell=0}^{k} R_\ell + R_\ell = A", LETTERS), (r"R = A", LETTERS), (r"R_{-1} = A", LETTERS),
    (r"\mathcal K(A) = a", LETTERS), (r"\tilde h(A, B, X) = A", LETTERS), (r"\tilde h = A", LETTERS),
    (r"A(BX)_{12} = a", LETTERS), (r"a(0) = b", LETTERS), (r"A(0) = B", LETTERS),
])  # fmt: skip
def test_what_looks_alike_and_may_mean_something_else_is_not_read(formula: str, letters: tuple) -> None:
    assert isinstance(read(formula, letters), NotRead)


@pytest.mark.parametrize("formula", [r"\prod_{\ell=0}^{k} R_\ell X = A", r"\prod_{\ell=0}^{k} R_\ell A X = B"])
def test_how_far_a_product_over_layers_reaches_is_not_guessed(formula: str) -> None:
    assert isinstance(read(formula, LETTERS), Ambiguous)
