"""What the renderer prints around statements, behind brackets and with bars: read as it is meant, or not at all."""

from __future__ import annotations

import pytest

from proofs_check.papers.zfb.notation import predictor
from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import Ambiguous, NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.report.render import latex, plain
from proofs_check.statement.props import conj, eq, minimisers_satisfy
from proofs_check.statement.terms import matrix, norm_F, parameter, where

LET = r"a, b, n: number; A, B: d x d; u, v: vector; S: d x d psd; x ~ N(0, I_d); f(u) := u^\top A u"
LETTERS = (*declared(LET), parameter("W", "d", "d"), predictor)


@pytest.mark.parametrize(("source", "meant"), [
    (r"\text{at every global minimum of } f(u):\ (Au = 0,\quad u = v)",
     "at every global minimum of f(u): (A u = 0,  u = v)"),
    (r"\text{wherever } (Au = 0,\quad u = v),\ f(u) \text{ is at its global minimum}",
     "wherever (A u = 0,  u = v), f(u) is at its global minimum"),
    (r"\mathbb E[\exp(x^\top x)] = \infty", "E[exp(xᵀ x)] = ∞"),
    (r"|\mathbb E[|u^\top x| a]| < \infty", "|E[|uᵀ x| a]| < ∞"),
    (r"\lambda_{\min}^+(S) \ge a", "λ⁺_min(S) ≥ a"),
    (r"\|W\|_F(0) = a", "‖W‖_F(0) = a"),
    (r"A ((B + S)\big|_{B = A}) = A", "A (B + S)|[B = A] = A"),
    (r"\det(A)(1 + a) = b", "det(A) (1 + a) = b"),
    (r"\exp(a + b)(a + b) = b", "exp(a + b) (a + b) = b"),
    (r"\hat y_q(A, B; n) = a", "ŷ_q(A, B; n) = a"),
])  # fmt: skip
def test_it_is_read_as_it_is_meant(source, meant):
    found = read(source, LETTERS)
    assert isinstance(found, Read), found
    assert plain(found.tree) == meant


@pytest.mark.parametrize("source", [
    r"\text{at every global minimum of } f(u):\ Au = 0,\quad u = v",
    r"\text{wherever } Au = 0,\quad u = v,\ f(u) \text{ is at its global minimum}",
    r"a = \infty", r"|a| + |\mathbb E[u^\top x]| < \infty", r"\lambda_a^+(S) \ge a", r"\|A\|_F(0) = a",
    r"\hat y_p(A, B; n) = a", r"f(u, v; n) = a", r"\tr(a, b; n) = a", r"(a, b; n) = a", r"\hat y_q(A, B; u^\top) = a",
])  # fmt: skip
def test_what_may_be_meant_in_another_way_is_not_read(source):
    assert isinstance(read(source, LETTERS), NotRead)


@pytest.mark.parametrize("source", [r"\tr(A)(B + S)", r"\det(A + B)(a + b) = a"])
def test_a_product_in_brackets_behind_a_function_stays_open(source):
    assert isinstance(read(source, LETTERS), Ambiguous)


def test_what_stands_beside_a_bar_and_behind_words_is_bracketed() -> None:
    W, A = matrix("W"), matrix("A")
    put = where(norm_F(W), (W, A))
    shown = r"\left(\|W\|_F\big|_{W = A}\right)"
    assert latex(eq(put - norm_F(W), 2 * put)) == rf"{shown} - \|W\|_F = 2 {shown}"
    minima = minimisers_satisfy(norm_F(W), conj(eq(W, A), eq(A.T, W)), W)
    assert latex(conj(minima, eq(A, W))) == (
        r"(\text{at every global minimum of } \|W\|_F:\ (W = A,\quad A^\top = W)),\quad A = W"
    )
