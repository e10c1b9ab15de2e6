# ruff: noqa: E501, a formula and its reading stand side by side
"""Forty more formulas, with letters declared in words by people who never read the manual: what is read is meant."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from proofs_check.errors import UserError
from proofs_check.reading.ask import _read
from proofs_check.reading.outcomes import Ambiguous, ReadingError
from proofs_check.report.render import plain


class Refused(str):
    """The start of the sentence with which a formula is refused."""


AMBIGUOUS = Refused("two readings")
FORTY = [
    (r"\mathbb{E}[(x^\top A x)^2]", r"x ~ N(0, I_d), A: d x d symmetric",
     "E[(xᵀ A x)²]"),
    (r"\mathbb{E}\|Ax+b\|^2", r"x is standard normal in R^d, A is an m by d matrix, b is a vector of length m",
     "E[‖A x + b‖₂²]"),
    (r"(A+uv^\top)^{-1} = A^{-1} - \frac{A^{-1}uv^\top A^{-1}}{1+v^\top A^{-1}u}", r"A: invertible d x d matrix; u, v: vectors of length d",
     "(A + u vᵀ)⁻¹ = A⁻¹ - A⁻¹ u vᵀ A⁻¹/(1 + vᵀ A⁻¹ u)"),
    (r"\nabla_w \frac{1}{2n}\|Xw-y\|_2^2", r"X \in R^{n x d}, y in R^n, w in R^d",
     "∇_w (1/(2 n) ‖X w - y‖₂²)"),
    (r"\nabla^2_w \frac{1}{2n}\|Xw-y\|_2^2 = \frac1n X^TX", r"X is n x d, y is n x 1, w is d x 1",
     Refused('A Hessian is read alone on one side of one relatio')),
    (r"\mathrm{Var}(a^\top x)", r"x ~ N(mu, Sigma), a is a vector",
     "E[(aᵀ x - E[aᵀ x])²]"),
    (r"\operatorname{Cov}(Ax, Bx) = A\Sigma B^\top", r"x ~ N(0,Sigma), A: m x d, B: k x d",
     "E[(A x - E[A x]) (B x - E[B x])ᵀ] = A Σ Bᵀ"),
    (r"\|x+y\|^2+\|x-y\|^2 = 2\|x\|^2+2\|y\|^2", r"x, y vectors in R^d",
     "‖x + y‖₂² + ‖x - y‖₂² = 2 ‖x‖₂² + 2 ‖y‖₂²"),
    (r"|x^\top y| \leq \|x\| \|y\|", r"x, y in R^d",
     "|xᵀ y| ≤ ‖x‖₂ ‖y‖₂"),
    (r"\operatorname{tr}(A^\top B) \le \|A\|_F \|B\|_F", r"A and B are m x n matrices",
     "tr(Aᵀ B) ≤ ‖A‖_F ‖B‖_F"),
    (r"\frac{d}{d\alpha} \frac12\|x-\alpha g\|^2", r"alpha is a number, x and g are vectors of the same length d",
     Refused('A derivative, or a quotient with the dimension d? ')),
    (r"\frac{\partial}{\partial W}\operatorname{tr}(W^\top A W)", r"W is d x k, A is d x d",
     AMBIGUOUS),
    (r"\log\det(AB) = \log\det A + \log\det B", r"A, B positive definite d x d",
     "log(det(A B)) = log(det(A)) + log(det(B))"),
    (r"\mathbb{E}[xx^\top \otimes xx^\top]", r"x ~ N(0, I_d)",
     "E[(x xᵀ) ⊗ (x xᵀ)]"),
    (r"\lambda_{\max}(A) \le \operatorname{tr}(A)", r"A is d x d and psd",
     "λ_1(A) ≤ tr(A)"),
    (r"\sum_{i=1}^n (x_i-\bar x)^2 = \sum_{i=1}^n x_i^2 - n\bar x^2", r"x_i numbers, \bar x := \frac1n\sum_{i=1}^n x_i",
     Refused('x_i is one letter here, and i is bound around it: ')),
    (r"\mathbb{E}\Big[\frac1n\sum_{i=1}^n x_i x_i^\top\Big] = \Sigma", r"x_i ~ N(0,\Sigma) iid",
     "E[1/n Σ_{i=1..n} x_i x_iᵀ] = Σ"),
    (r"\mathbb E\left[\left(y-w^\top x\right)^2\right]", r"x ~ N(0,S), y := v^\top x + e, e ~ N(0, s^2), w, v in R^d",
     "E[(y - wᵀ x)²]"),
    (r"\min_{w} \|Xw-y\|^2+\lambda\|w\|^2", r"X: n x d, y: n, w: d, \lambda>0",
     Refused('w is bound here and occurs outside, so the scope i')),
    (r"\arg\min_{x} \frac12 x^\top A x - b^\top x = A^{-1}b", r"A symmetric positive definite d x d, b in R^d",
     Refused("x is not declared: say what it is, as in --let 'x:")),
    (r"(I+A)^{-1} = I - A(I+A)^{-1}", r"A is a psd d x d matrix",
     "(I + A)⁻¹ = I - A (I + A)⁻¹"),
    (r"x^\top A x \ge 0", r"A psd, x any vector in R^d",
     "xᵀ A x ≥ 0"),
    (r"A \preceq \operatorname{tr}(A) I", r"A is d x d, positive semidefinite",
     "tr(A) I - A ⪰ 0"),
    (r"\int_0^1 x^2 \, dx = \frac13", r"",
     Refused('\\int is not read: the language has no head for it ')),
    (r"e^{-x} \ge 1-x", r"x real",
     "exp(-x) ≥ 1 - x"),
    (r"\log(1+x) \le x", r"x > -1",
     Refused("'x > -1' is no declaration: a sign is said as 'sig")),
    (r"\sqrt{ab} \le \frac{a+b}{2}", r"a, b >= 0",
     "√(a b) ≤ (a + b)/2"),
    (r"(1-\eta\mu)^k \le e^{-\eta\mu k}", r"0<\eta<1, 0<\mu<1, k is a positive integer",
     Refused("'0<\\\\eta<1' is no letter: write a letter with scri")),
    (r"\operatorname{rank}(AB) \le \operatorname{rank}(A)", r"A, B: d x d",
     "rank(A B) ≤ rank(A)"),
    (r"P^2 = P", r"P := X(X^\top X)^{-1}X^\top, X: n x d with full column rank",
     Refused("'with' in 'X: n x d with full column rank' is not ")),
    (r"\operatorname{tr}(P)", r"P := X(X^\top X)^{-1}X^\top, X: n x d of full column rank",
     Refused("'of' in 'X: n x d of full column rank' is not know")),
    (r"\mathbb{E}[\sigma(w^\top x)^2]", r"w ~ N(0,I_d), \sigma is ReLU, x in R^d",
     Refused("'ReLU' in '\\\\sigma: ReLU' is not known: write 'A: ")),
    (r"\langle Ax, y\rangle = \langle x, A^\top y\rangle", r"A m x n, x in R^n, y in R^m",
     "⟨A x, y⟩ = ⟨x, Aᵀ y⟩"),
    (r"\begin{pmatrix} A & B \\ 0 & D \end{pmatrix}^{-1} = \begin{pmatrix} A^{-1} & -A^{-1}BD^{-1} \\ 0 & D^{-1}\end{pmatrix}", r"A: d x d invertible, D: m x m invertible, B: d x m",
     "[A, B; 0_{m×d}, D]⁻¹ = [A⁻¹, -A⁻¹ B D⁻¹; 0_{m×d}, D⁻¹]"),
    (r"\|A\|_{op} \le \|A\|_F \le \sqrt{d}\|A\|_{op}", r"A: d x d",
     "‖A‖_op ≤ ‖A‖_F ≤ √d ‖A‖_op"),
    (r"\det(I_m + AB) = \det(I_n + BA)", r"A is m x n and B is n x m",
     "det(I_m + A B) = det(I_n + B A)"),
    (r"\frac{a}{b}+\frac{c}{d} = \frac{a+c}{b+d}", r"a, b, c, d positive reals",
     "a/b + c/d = (a + c)/(b + d)"),
    (r"\mathbb{E}[x \mid x+z]", r"x ~ N(0,S), z ~ N(0,T), independent",
     Refused('Behind \\mid stand random letters that are held fix')),
    (r"\lim_{n\to\infty} \left(1+\frac{1}{n}\right)^n", r"n is a natural number",
     Refused("'natural' in 'n: natural number' is not known: wri")),
    (r"\nabla_U \frac14\|UU^\top - M\|_F^2 = (UU^\top - M)U", r"U: n x r, M: n x n symmetric",
     "∇_U (1/4 ‖U Uᵀ - M‖_F²) = (U Uᵀ - M) U"),
]


@pytest.mark.parametrize(("formula", "let", "meant"), FORTY, ids=[formula for formula, _, _ in FORTY])
def test_a_formula_is_read_as_it_is_meant_or_refused_in_a_sentence(formula, let, meant):
    if not isinstance(meant, Refused):
        assert normalize("NFC", plain(_read(formula, let)[0])) == meant
        return
    with pytest.raises(UserError) as refused:
        _read(formula, let)
    outcome = refused.value.outcome if isinstance(refused.value, ReadingError) else None
    assert isinstance(outcome, Ambiguous) is (meant is AMBIGUOUS)
    if meant is not AMBIGUOUS:
        assert (str(refused.value) if outcome is None else outcome.sentence).startswith(meant)
