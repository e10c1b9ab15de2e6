"""Rows of dots are read where it is told what stands between the first and the last one; a product is no row."""

from __future__ import annotations

# ruff: noqa: E501, formulas stand in rows
import pytest

from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.report.render import plain
from proofs_check.statement.attention import mask
from proofs_check.statement.terms import Op, matrix, nodes

LETTERS = declared(
    r"x_i ~ N(0,S) iid, A: d x d, X: d x n, C: n x n, n: positive integer, w: d, q: n, Z: d x n+1, A_1, A_n: d x d, b_1, b_n: d, \xi_i ~ N(0,\sigma^2) iid"
)


@pytest.mark.parametrize(("formula", "meant"), [
    (r"A[x_1 \dots x_n] = [Ax_1 \dots Ax_n]", "A (x₁ … x_n) = A x₁ … A x_n"), (r"X = [x_1\ \cdots\ x_n]", "X = x₁ … x_n"),
    (r"(Ax_1\ \cdots\ Ax_n) q = w", "(A x₁ … A x_n) q = w"), (r"[x_1 \cdots x_{n+1}] = Z", "x₁ … x_{n + 1} = Z"),
    (r"[\xi_1 \ldots \xi_n] = w^\top X", "ξ₁ … ξ_n = wᵀ X"), (r"[C_{11} \dots C_{1n}] = w^\top X", "C₁₁ … C_1n = wᵀ X"),
    (r"\begin{pmatrix}x_1\ \cdots\ x_n & w\end{pmatrix} = Z", "[x₁ … x_n, w] = Z"),
    (r"[x_1 x_1^\top w \dots x_n x_1^\top w] = X", "x₁ x₁ᵀ w … x_n x₁ᵀ w = X"),
])  # fmt: skip
def test_a_row_is_what_its_first_and_its_last_member_say(formula, meant):
    found = read(formula, LETTERS)
    assert isinstance(found, Read), found
    assert plain(found.tree) == meant


def test_the_places_that_differ_are_those_that_count():
    (row,) = [
        n for n in nodes(read(r"[C_{11} \dots C_{nn}]", LETTERS).tree) if isinstance(n, Op) and n.head == "beside_over"
    ]
    i, upper, body = row.args
    assert (plain(upper), body.args[1:]) == ("n", (i, i))


@pytest.mark.parametrize("formula", [
    r"(A_1\cdots A_n)w = w", r"[A_1 \cdots A_n] = X", r"[b_1 \dots b_n] = X", r"[\xi_1 \cdots \xi_n] = w", r"x_1 + \dots + x_n = w",
    r"(x_1 \dots x_n) = X", r"[x_1, \dots, x_n] = X", r"[Ax_1 \dots x_n] = X", r"[x_1 x_2^\top w \dots x_n x_3^\top w] = X",
    r"x_1 \cdots x_n = X", r"[x_2 \dots x_n] = X", r"[x_1 x_2 \dots x_n] = X", r"[x_n \dots x_1] = X", r"\dots = X",
])  # fmt: skip
def test_what_stands_between_is_never_guessed(formula):
    assert isinstance(read(formula, LETTERS), NotRead)


def test_the_softmax_that_is_read_is_the_one_with_the_mask():
    found = read(r"\operatorname{softmax}_M(X^\top X) = C", [*LETTERS, mask("n")])
    assert isinstance(found, Read)
    assert "softmax_M(Xᵀ X)" in plain(found.tree)
    assert isinstance(read(r"\operatorname{softmax}(X^\top X) = C", [*LETTERS, mask("n")]), NotRead)
    assert isinstance(read(r"\operatorname{softmax}_M(X^\top X) = C", [*LETTERS, matrix("M", "n", "n")]), NotRead)
