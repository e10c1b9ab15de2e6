# ruff: noqa: E501, a formula and its reading stand side by side
"""Forty formulas whose letters are declared in words, typed before the words were read: what is read is what is meant."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from proofs_check.errors import UserError
from proofs_check.reading.ask import ask
from proofs_check.reading.declarations import declared
from proofs_check.reading.letters import Letters
from proofs_check.reading.outcomes import Ambiguous, NotRead, Outcome, Read
from proofs_check.reading.reader import read
from proofs_check.report.render import plain
from tests.proofs_check.test_forty_formulas import AMBIGUOUS, Refused

FORTY = [
    ("E[x^T x]", "x ~ N(0, S)",
     "E[xᵀ x]"),
    (r"\mathbb{E}[\|x\|^2]", "x is a Gaussian vector with mean 0 and covariance S",
     "E[‖x‖₂²]"),
    ("E[(w^T x)^2]", "x ~ N(0, S), w a vector",
     "E[(wᵀ x)²]"),
    (r"\mathbb E[(a^\top x)(b^\top x)]", "x ~ N(0, I_d); a, b in R^d",
     "E[aᵀ x bᵀ x]"),
    (r"\mathrm{Cov}(x, y)", "x, y independent, x ~ N(0,S), y ~ N(0,T)",
     "E[(x - E[x]) (y - E[y])ᵀ]"),
    (r"\operatorname{Var}(w^\top x)", "x ~ N(m, S), w vector",
     "E[(wᵀ x - E[wᵀ x])²]"),
    (r"\mathbb{E}\left[ x x^\top \otimes x x^\top \right]", "x ~ N(0, I)",
     "E[(x xᵀ) ⊗ (x xᵀ)]"),
    (r"\nabla_w \frac{1}{2n} \|Xw - y\|^2", "X: n x d, y: n, w: d",
     "∇_w (1/(2 n) ‖X w - y‖₂²)"),
    (r"\nabla_w \left( \frac12 \|Xw-y\|_2^2 + \frac{\lambda}{2}\|w\|^2 \right)", "X is n x d, y in R^n, w in R^d, lambda > 0",
     "∇_w (1/2 ‖X w - y‖₂² + λ/2 ‖w‖₂²)"),
    (r"\arg\min_w \|Xw-y\|^2 + \lambda \|w\|^2", r"X n by d matrix, y n-vector, \lambda > 0",
     Refused("w is not declared: say what it is, as in --let 'w: number' o")),
    (r"\min_x \frac12 x^T A x - b^T x", "A: d x d positive definite, b: d x 1, x: d x 1",
     Refused("x is bound here and occurs outside, so the scope is open: wr")),
    (r"(X^\top X + \lambda I)^{-1} X^\top = X^\top (X X^\top + \lambda I)^{-1}", "X: n x d, lambda > 0",
     "(Xᵀ X + λ I)⁻¹ Xᵀ = Xᵀ (X Xᵀ + λ I_n)⁻¹"),
    ("A^+ A A^+ = A^+", "A: m x n",
     "A⁺ A A⁺ = A⁺"),
    (r"A^{\dagger} b = (A^\top A)^{-1} A^\top b", "A: n x d, A^T A invertible, b: n",
     Refused("'A' in 'A^T: A invertible' is not known: write 'A: d x d', w")),
    (r"\mathrm{vec}(AXB) = (B^\top \otimes A)\mathrm{vec}(X)", "A: m x n, X: n x p, B: p x q",
     "Vec(A X B) = (Bᵀ ⊗ A) Vec(X)"),
    (r"\operatorname{tr}(A^\top B) = \operatorname{vec}(A)^\top \operatorname{vec}(B)", "A, B: m x n",
     "tr(Aᵀ B) = Vec(A)ᵀ Vec(B)"),
    (r"(A \otimes B)(C \otimes D) = AC \otimes BD", "A, B, C, D: d x d",
     "(A ⊗ B) (C ⊗ D) = (A C) ⊗ (B D)"),
    (r"\operatorname{tr}(A \otimes B) = \operatorname{tr}(A)\operatorname{tr}(B)", "A: d x d, B: m x m",
     "tr(A ⊗ B) = tr(A) tr(B)"),
    (r"\det(I + uv^\top) = 1 + v^\top u", "u, v: d x 1",
     "det(I + u vᵀ) = 1 + vᵀ u"),
    (r"(A + uv^\top)^{-1} = A^{-1} - \frac{A^{-1}uv^\top A^{-1}}{1 + v^\top A^{-1}u}", "A: d x d invertible, u, v: vectors",
     "(A + u vᵀ)⁻¹ = A⁻¹ - A⁻¹ u vᵀ A⁻¹/(1 + vᵀ A⁻¹ u)"),
    (r"\|Ax\| \le \|A\|_2 \|x\|", "A: m x n, x: n",
     AMBIGUOUS),
    (r"\|A\|_F^2 = \operatorname{tr}(A^\top A)", "A is m x n",
     "‖A‖_F² = tr(Aᵀ A)"),
    (r"\|A\|_{op} \le \|A\|_F \le \sqrt{d} \|A\|_{op}", "A: d x d",
     "‖A‖_op ≤ ‖A‖_F ≤ √d ‖A‖_op"),
    (r"|\langle x, y\rangle| \leq \|x\| \|y\|", "x, y in R^d",
     "|⟨x, y⟩| ≤ ‖x‖₂ ‖y‖₂"),
    (r"\lambda_{\min}(A) I \preceq A \preceq \lambda_{\max}(A) I", "A symmetric d x d",
     "A - λ_min(A) I ⪰ 0,  λ_1(A) I - A ⪰ 0"),
    (r"A \succeq B \implies A^2 \succeq B^2", "A, B: d x d psd",
     "A - B ⪰ 0  ⟹  A² - B² ⪰ 0"),
    (r"A \succeq B \succ 0 \Rightarrow B^{-1} \succeq A^{-1}", "A, B: d x d symmetric",
     "(A - B ⪰ 0,  B ≻ 0)  ⟹  B⁻¹ - A⁻¹ ⪰ 0"),
    (r"\operatorname{tr}(AB) \ge 0", "A, B are d x d, positive semidefinite",
     "tr(A B) ≥ 0"),
    (r"\operatorname{tr}(AB) \leq \operatorname{tr}(A)\operatorname{tr}(B)", "A, B psd d x d",
     "tr(A B) ≤ tr(A) tr(B)"),
    (r"\operatorname{tr}(AB) \le \operatorname{tr}(A) \operatorname{tr}(B)", "A, B: d x d",
     "tr(A B) ≤ tr(A) tr(B)"),
    (r"\frac{d}{dt} \|x(t)\|^2", r"\dot x = -A x, A: d x d, x: d x 1",
     Refused("A value of x, or a product? Leave the bracket out for a prod")),
    (r"\mathbb{E}\Big[\frac1n \sum_{i=1}^n x_i x_i^\top\Big]", "x_i ~ N(0,S) i.i.d.",
     "E[1/n Σ_{i=1..n} x_i x_iᵀ]"),
    (r"\mathbb{E}\Big[\Big(\frac1n \sum_{i=1}^n x_i x_i^\top\Big)^2\Big]", "x_1, ..., x_n ~ N(0,S) i.i.d.",
     "E[(1/n Σ_{i=1..n} x_i x_iᵀ)²]"),
    (r"\mathbb{E}[y x]", r"x ~ N(0,S), y = w^T x + \epsilon, \epsilon ~ N(0, \sigma^2) independent, w: d",
     "E[y x]"),
    (r"\mathbb{E}[(y - u^\top x)^2]", "x ~ N(0,I), y = <w, x> + e, e ~ N(0, s^2)",
     Refused("'x> + e' is no declaration: a sign is said as 'sigma > 0', '")),
    (r"\nabla_W \operatorname{tr}(W^\top A W B)", "W: d x d, A, B: d x d",
     "∇_W tr(Wᵀ A W B)"),
    (r"\nabla_x \log(1 + e^{-x^\top w})", "x, w: d x 1",
     "∇_x log(1 + exp(-xᵀ w))"),
    (r"\nabla_A \log\det A", "A: d x d positive definite",
     "∇_A log(det(A))"),
    (r"\frac{\partial}{\partial a} \frac12 (ab - c)^2", "a, b, c numbers",
     "∇_a (1/2 (a b - c)²)"),
    (r"\mathbb{E}_{w}[w w^\top] = \frac1d I_d", "w uniform on the sphere",
     Refused("'w uniform on the sphere' declares nothing: write 'A: d x d ")),
]


def _found(formula: str, let: str) -> Outcome | str:
    """What is read, or why a letter is not declared."""
    try:
        return read(formula, declared(let))
    except UserError as error:
        return str(error)


@pytest.mark.parametrize(("formula", "let", "meant"), FORTY, ids=[formula for formula, _, _ in FORTY])
def test_a_formula_with_words_is_read_as_it_is_meant_or_refused_in_a_sentence(formula, let, meant):
    found = _found(formula, let)
    if meant is AMBIGUOUS:
        assert isinstance(found, Ambiguous)
    elif isinstance(meant, Refused):
        sentence = found if isinstance(found, str) else found.sentence
        assert sentence.replace('"', "'").startswith(meant)
    else:
        assert isinstance(found, Read), found
        assert normalize("NFC", plain(found.tree)) == meant


def test_of_forty_formulas_with_words_three_in_four_are_read():
    assert len(FORTY) == 40
    assert sum(not isinstance(meant, Refused) for _, _, meant in FORTY) >= 31


@pytest.mark.parametrize("let", [
    "x, y independent, x ~ N(0,S), y: d", "x is a Gaussian with covariance S", "x_i ~ N(0,S) independent",
    "s: n, y_i := s_i", r"x_i ~ N(0,S) iid, y_i := x_i, y: d", r"x_i ~ N(0,S) iid, y: d, y_i := x_i",
])  # fmt: skip
def test_words_that_leave_something_open_declare_nothing(let):
    with pytest.raises(UserError):
        Letters(declared(let))


@pytest.mark.parametrize("let", [
    "x is a Gaussian vector with mean 0 and covariance S", "x a centered Gaussian with covariance matrix S",
    "x ~ N(0,S) independent, z ~ N(0,S)", "x ~ N(0,S), z ~ N(0,S), x and z are independent",
])  # fmt: skip
def test_a_law_in_words_is_a_law(let):
    assert str(ask(r"\mathbb E[xx^\top]", let).value) == "S"


def test_a_family_may_be_given_by_a_formula_in_others():
    let = r"x_i ~ N(0,S) iid, w: d, y_i := w^\top x_i"
    assert plain(read(r"\mathbb E[\frac1n\sum_{i=1}^n y_i x_i]", declared(let)).tree) == "E[1/n Σ_{i=1..n} wᵀ x_i x_i]"
    assert str(ask(r"\mathbb E[y_1 y_2]", let).value) == "0"


@pytest.mark.parametrize("formula", [r"(A C \otimes B) D", r"A C \otimes B D \otimes A"])
def test_a_product_binds_tighter_than_a_kronecker_product_and_else_brackets_tell(formula):
    found = read(rf"{formula} = 0", declared("A, B, C: d x d, D: d x d"))
    assert isinstance(found, NotRead) or "(" in plain(found.tree)
