"""Declarations as they are typed by who never read the manual: what they come to, and what is refused."""

from __future__ import annotations

import pytest

from proofs_check.errors import UserError
from proofs_check.reading.ask import ask
from proofs_check.report.render import plain


def _asked(formula: str, let: str) -> str:
    from proofs_check.reading.ask import _read

    return plain(_read(formula, let)[0])


@pytest.mark.parametrize(("formula", "let", "meant"), [
    (r"\langle x, Ay\rangle = \langle A^\top x, y\rangle", "A: n x d, x: n, y: d", "⟨x, A y⟩ = ⟨Aᵀ x, y⟩"),
    (r"(a+b)^2 \le 2a^2 + 2b^2", "a, b real", "(a + b)² ≤ 2 a² + 2 b²"),
    (r"\mathbb{E}[x^T A x]", "x ~ N(mu, Sigma), A: d x d", "E[xᵀ A x]"),
    (r"E[||x||^4]", "x ~ N(0, I_d)", "E[‖x‖₂⁴]"),
    (r"\E[(u-w)(u-w)^\top]", r"u := (X^\top X)^{-1}X^\top y, y := Xw + e, e ~ N(0, s^2 I_n), X: n x d, w: d",
     "E[(u - w) (u - w)ᵀ]"),
    (r"\operatorname{Var}(w^\top x) = w^\top S w", "x ~ N(0,S), w: d", "E[(wᵀ x - E[wᵀ x])²] = wᵀ S w"),
    (r"\mathrm{Cov}(x, Ax) = SA^\top", "x ~ N(0,S), A: d x d", "E[(x - E[x]) (A x - E[A x])ᵀ] = S Aᵀ"),
    (r"\min_{x}\{ax^2+bx+c\} = c", "a > 0, b, c: real", "min_{x} (a x² + b x + c) = c"),
    (r"\min_{w\in\mathbb R^d}(\|w\|^2-2b^\top w) = -\|b\|^2", "b: d", "min_{w} (‖w‖₂² - 2 bᵀ w) = -‖b‖₂²"),
    (r"\mathbb{E}_{x\sim\mathcal{N}(0,\Sigma)}[(w^\top x)^2] = w^\top\Sigma w", "w in R^d", "E[(wᵀ x)²] = wᵀ Σ w"),
])  # fmt: skip
def test_a_declaration_in_few_words_is_understood(formula, let, meant):
    assert _asked(formula, let) == meant


def test_a_vector_of_a_size_has_that_size():
    assert repr(ask(r"\nabla_w \|Xw-y\|^2", let="X: n x d, y: n, w: d")) == "∇_w ‖X w - y‖₂² = 2*X.T*X*w - 2*X.T*y"


@pytest.mark.parametrize(("formula", "let", "why"), [
    (r"\mathbb E_{x\sim N(0,I)}[x^\top x] = x^\top x", "x: d", "stands outside of it, too"),
    (r"\mathbb E_{x\sim N(0,I)}[x^\top x] = \mathbb E_{x\sim N(0,S)}[x^\top x]", "", "not declared"),
    (r"\operatorname{Var}(x) = I", "x ~ N(0, I)", "needs a square matrix"),
    (r"\operatorname{Var}_x(x^\top w) = 1", "x ~ N(0, I), w: d", "with nothing below it"),
    (r"\operatorname{Var}(x^\top w\mid w) = 1", "x ~ N(0, I), w: d", "Given something"),
    ("n = n", "n: N", "a vector of that size, or one of these numbers"),
    (r"||x|| = |a|", "x: d, a: number", "Two bars"),
    ("a = b", "a := b + 1, b := a + 1", "not declared"),
])  # fmt: skip
def test_what_may_mean_two_things_is_refused(formula, let, why):
    with pytest.raises(UserError, match=why):
        _asked(formula, let)
