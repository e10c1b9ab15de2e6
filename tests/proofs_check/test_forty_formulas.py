# ruff: noqa: E501, a formula and its reading stand side by side
"""Forty formulas as theorists type them who never read the manual: what is read of them, and that nothing is misread."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import Ambiguous, NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.report.render import plain


class Refused(str):
    """The start of the sentence with which a formula is refused."""


AMBIGUOUS = Refused("two readings")
FORTY = [
    (r"\mathbb{E}[x x^T] = \Sigma", r"x ~ N(0,\Sigma)", "E[x xᵀ] = Σ"),
    (
        r"\mathbb{E}\left[ \|x\|_2^4 \right] = \mathrm{tr}(\Sigma)^2 + 2\,\mathrm{tr}(\Sigma^2)",
        r"x ~ N(0,\Sigma)",
        "E[‖x‖₂⁴] = tr(Σ)² + 2 tr(Σ²)",
    ),
    (r"\mathbb E_{x\sim\mathcal N(0,I)}[x^\top A x]=\operatorname{Tr}(A)", "x ~ N(0,I); A: d x d", "E[xᵀ A x] = tr(A)"),
    ("A^{-T} = (A^T)^{-1}", "A: d x d invertible", "(A⁻¹)ᵀ = (Aᵀ)⁻¹"),
    (r"A^{-\top}A^\top = I", "A: d x d invertible", "(A⁻¹)ᵀ Aᵀ = I"),
    (
        r"\mathrm{rank}(AB) \leq \min\{\mathrm{rank}(A), \mathrm{rank}(B)\}",
        "A, B: d x d",
        "rank(A B) ≤ min{rank(A), rank(B)}",
    ),
    (r"\det(AB) = \det(A)\det(B)", "A, B: d x d", "det(A B) = det(A) det(B)"),
    (r"|\langle x, y\rangle| \le \|x\|\|y\|", "x, y: vector", "|⟨x, y⟩| ≤ ‖x‖₂ ‖y‖₂"),
    (r"\|x+y\|^2 = \|x\|^2 + 2\langle x, y\rangle + \|y\|^2", "x, y: vector", "‖x + y‖₂² = ‖x‖₂² + 2 ⟨x, y⟩ + ‖y‖₂²"),
    (r"\|AB\|_F \le \|A\|_{op} \|B\|_F", "A, B: d x d", "‖A B‖_F ≤ ‖A‖_op ‖B‖_F"),
    (r"\|AB\|_{\mathrm{F}} \leq \lVert A\rVert_2 \lVert B\rVert_{\mathrm{F}}", "A, B: d x d", AMBIGUOUS),
    (
        r"\frac{1}{n}\sum_{i=1}^{n} \mathbb{E}[x_i x_i^\top] = \Sigma",
        r"x_i ~ N(0,\Sigma) iid; n: positive integer",
        "1/n Σ_{i=1..n} E[x_i x_iᵀ] = Σ",
    ),
    (
        r"(A + uv^\top)^{-1} = A^{-1} - \frac{A^{-1}uv^\top A^{-1}}{1+v^\top A^{-1}u}",
        "A: d x d invertible; u, v: vector",
        "(A + u vᵀ)⁻¹ = A⁻¹ - A⁻¹ u vᵀ A⁻¹/(1 + vᵀ A⁻¹ u)",
    ),
    (
        r"\nabla_w \frac{1}{2n}\|Xw-y\|_2^2 = \frac{1}{n}X^\top(Xw-y)",
        "X: n x d; w: vector d; y: vector n",
        "∇_w (1/(2 n) ‖X w - y‖₂²) = 1/n Xᵀ (X w - y)",
    ),
    (
        r"\nabla_x \left( \frac{1}{2} x^\top A x - b^\top x \right) = Ax - b",
        "A: d x d symmetric; x, b: vector",
        "∇_x (1/2 xᵀ A x - bᵀ x) = A x - b",
    ),
    (r"\operatorname{tr}(ABC) = \operatorname{tr}(CAB)", "A, B, C: d x d", "tr(A B C) = tr(C A B)"),
    (r"\text{tr}(A^\top B) = \langle A, B \rangle_F", "A, B: d x d", "tr(Aᵀ B) = ⟨A, B⟩"),
    (r"\operatorname{Var}(x^\top w) = w^\top \Sigma w", r"x ~ N(0,\Sigma); w: vector", "E[(xᵀ w - E[xᵀ w])²] = wᵀ Σ w"),
    (r"\mathrm{Cov}(x) = \Sigma", r"x ~ N(0,\Sigma)", "E[(x - E[x]) (x - E[x])ᵀ] = Σ"),
    (
        r"\log\det A = \mathrm{tr}\log A",
        "A: d x d posdef",
        Refused(r"log takes a number: A is d x d."),
    ),
    (r"\sqrt{ab} \le \frac{a+b}{2}", "a, b > 0", "√(a b) ≤ (a + b)/2"),
    (
        r"\max(a,b) = \frac{a+b+|a-b|}{2}",
        "a, b: number",
        Refused(r"\max is not read: the language has no head for it (maximum)"),
    ),
    (r"\min(a,b) = \frac{a+b-|a-b|}{2}", "a, b: number", "min{a, b} = (a + b - |a - b|)/2"),
    ("e^{a+b} = e^a e^b", "a, b: number", "exp(a + b) = exp(a) exp(b)"),
    (r"\exp(a+b)=\exp(a)\exp(b)", "a, b: number", "exp(a + b) = exp(a) exp(b)"),
    (
        r"\mathbb{E}[(w^Tx - y)^2] = (w-w_\star)^T\Sigma(w-w_\star) + \sigma^2",
        r"x ~ N(0,\Sigma); \epsilon ~ N(0,\sigma^2); w, w_\star: vector; y := w_\star^T x + \epsilon",
        "E[(wᵀ x - y)²] = (w - w_star)ᵀ Σ (w - w_star) + σ²",
    ),
    (r"\lambda_{\max}(A) \le \mathrm{tr}(A)", "A: d x d psd", "λ_1(A) ≤ tr(A)"),
    (
        r"\lambda_{\min}(A)\|x\|^2 \le x^\top A x \le \lambda_{\max}(A)\|x\|^2",
        "A: d x d symmetric; x: vector",
        "λ_min(A) ‖x‖₂² ≤ xᵀ A x ≤ λ_1(A) ‖x‖₂²",
    ),
    (
        r"A \succeq B \Rightarrow \operatorname{tr}A \ge \operatorname{tr}B",
        "A, B: d x d symmetric",
        "A - B ⪰ 0  ⟹  tr(A) ≥ tr(B)",
    ),
    (r"AB = BA \iff (A+B)^2 = A^2+2AB+B^2", "A, B: d x d", "A B = B A  ⟺  (A + B)² = A² + 2 A B + B²"),
    (
        r"X^\top(XX^\top+\lambda I_n)^{-1} = (X^\top X+\lambda I_d)^{-1}X^\top",
        r"X: n x d; \lambda > 0",
        "Xᵀ (X Xᵀ + λ I_n)⁻¹ = (Xᵀ X + λ I)⁻¹ Xᵀ",
    ),
    (r"\mathrm{vec}(AXB) = (B^\top \otimes A)\,\mathrm{vec}(X)", "A, B, X: d x d", "Vec(A X B) = (Bᵀ ⊗ A) Vec(X)"),
    (r"\sum_{i,j} A_{ij}^2 = \|A\|_F^2", "A: d x d", Refused(r"A sum is read with both limits, \sum_{i=1}^{n}.")),
    (
        r"\mathbf{1}^\top \mathbf{1} = d",
        "A: d x d",
        Refused(r"\mathbf{1} is not declared: say what it is, as in --let '\mathbf{1}: n"),
    ),
    (
        r"\binom{n}{k} = \frac{n!}{k!(n-k)!}",
        "n, k: positive integer",
        Refused(r"\binom is not read: the language has no head for it (binomial coeffici"),
    ),
    (r"\lim_{n\to\infty} \frac{1}{n} = 0", "n: positive integer", "lim_{n→∞} 1/n = 0"),
    (r"\forall x: x^\top A x \ge 0", "A: d x d psd; x: vector", "xᵀ A x ≥ 0"),
    (
        r"\|x\|_1 \le \sqrt{d}\|x\|_2",
        "x: vector",
        Refused("The language has no head for this norm: those that are read are _2, _F"),
    ),
    (r"2ab \le a^2+b^2", "a, b: number", "2 a b ≤ a² + b²"),
    (
        r"(1-\eta\lambda)^t \le \exp(-\eta\lambda t)",
        r"\eta, \lambda > 0; t: positive integer",
        "(1 - η λ)^t ≤ exp(-η λ t)",
    ),
]


@pytest.mark.parametrize(("formula", "let", "meant"), FORTY, ids=[formula for formula, _, _ in FORTY])
def test_a_formula_is_read_as_it_is_meant_or_refused_in_a_sentence(formula, let, meant):
    found = read(formula, declared(let))
    if meant is AMBIGUOUS:
        assert isinstance(found, Ambiguous)
    elif isinstance(meant, Refused):
        assert isinstance(found, NotRead)
        assert found.sentence.replace('"', "'").startswith(meant)
    else:
        assert isinstance(found, Read), found
        assert normalize("NFC", plain(found.tree)) == meant


def test_of_forty_formulas_three_in_four_are_read():
    assert len(FORTY) == 40
    assert sum(not isinstance(meant, Refused) for _, _, meant in FORTY) >= 31
