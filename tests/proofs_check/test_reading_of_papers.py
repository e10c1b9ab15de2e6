# ruff: noqa: E501
"""Formulas as papers on regression, in-context learning and matrices print them, each with its one meaning."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest
from click.testing import CliRunner, Result

from proofs_check import UserError
from proofs_check.cli import main
from proofs_check.reading.ask import ask
from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import Ambiguous, NotRead, Read
from proofs_check.reading.reader import read

REGRESSION = (
    r"X \in \R^{n\times d}; y \in \R^n; w, w^*, \hat w, w_0 \in \R^d; \lambda > 0; n, d: positive integer; \sigma > 0; "
    r"\epsilon ~ N(0,I_n)"
)
CONTEXT = (
    r"\Lambda \succ 0; x_i ~ N(0,\Lambda) iid; y_i ~ N(0,\sigma^2) iid; x_q ~ N(0,\Lambda); w ~ N(0,I_d); N: positive integer; "
    r"\Gamma: d x d; W^{PV}: d x d"
)
MATRICES = r"A, B, C: d x d; P: d x d symmetric; S: d x d posdef; u, v, x: vector; a, b, c: number; t > 0; Q: m x d; k: positive integer"
MEANT = [
    (REGRESSION, r"\hat w = (X^\top X + \lambda I)^{-1} X^\top y", "ŵ = (Xᵀ X + λ I)⁻¹ Xᵀ y"),
    (REGRESSION, r"\frac{1}{2n}\|Xw-y\|_2^2 + \frac{\lambda}{2}\|w\|_2^2", "1/(2 n) ‖X w - y‖₂² + λ/2 ‖w‖₂²"),
    (REGRESSION, r"\nabla_w \frac{1}{2n}\|Xw - y\|^2 = \frac1n X^\top(Xw-y)", "∇_w (1/(2 n) ‖X w - y‖₂²) = 1/n Xᵀ (X w - y)"),
    (REGRESSION, r"\nabla_w \frac12 \|Xw-y\|_2^2 + \lambda w", "∇_w (1/2 ‖X w - y‖₂²) + λ w"),
    (REGRESSION, r"\operatorname*{argmin}_{w} \left\|Xw-y\right\|_2^2", "argmin_{w} ‖X w - y‖₂²"),
    (REGRESSION, r"X^\top (X X^\top + \lambda I_n)^{-1} = (X^\top X+\lambda I_d)^{-1}X^\top", "Xᵀ (X Xᵀ + λ I_n)⁻¹ = (Xᵀ X + λ I)⁻¹ Xᵀ"),
    (REGRESSION, r"X'X w = X'y", "Xᵀ X w = Xᵀ y"),
    (REGRESSION, r"X^TX \succeq 0", "Xᵀ X ⪰ 0"),
    (REGRESSION, r"\mathbb{E}_{\epsilon}\left[\|X w - \epsilon\|^2\right]", "E[‖X w - ϵ‖₂²]"),
    (REGRESSION, r"\|\hat{w}-w^*\|_2^2 \le \sigma^2 d/n", "‖ŵ - w^*‖₂² ≤ σ² d/n"),
    (REGRESSION, r"\tfrac12 w^\top w", "1/2 wᵀ w"),
    (REGRESSION, r"w^\top X^\top X w / n", "wᵀ Xᵀ X w/n"),
    (REGRESSION, r"(w^*)^\top w_0", "(w^*)ᵀ w₀"),
    (REGRESSION, r"\sum_{j=1}^d w_j^2 = \|w\|^2", "Σ_{j=1..d} ([w]_j)² = ‖w‖₂²"),
    (REGRESSION, r"X_{1,2}", "X₁₂"),
    (REGRESSION, r"\frac{d}{d+2}", "d/(d + 2)"),
    (REGRESSION, r"y^\top y - y^\top X (X^\top X)^{-1} X^\top y", "yᵀ y - yᵀ X (Xᵀ X)⁻¹ Xᵀ y"),
    (CONTEXT, r"\frac{1}{N}\sum_{i=1}^{N} x_i x_i^\top x_q", "1/N Σ_{i=1..N} x_i x_iᵀ x_q"),
    (CONTEXT, r"\frac1N \sum_{i=1}^N (y_i - w^\top x_i)^2", "1/N Σ_{i=1..N} (y_i - wᵀ x_i)²"),
    (CONTEXT, r"\E\left[\left(\frac1N\sum_{i=1}^N w^\top x_i x_i^\top \Gamma x_q - w^\top x_q\right)^2\right]",
     "E[(1/N Σ_{i=1..N} wᵀ x_i x_iᵀ Γ x_q - wᵀ x_q)²]"),
    (CONTEXT, r"\sum_{i=1}^{N-1} x_i x_i^\top", "Σ_{i=1..N - 1} x_i x_iᵀ"),
    (CONTEXT, r"x_{N+1}", "x_{N + 1}"),
    (CONTEXT, r"\Gamma = \left(1+\frac1N\right)\Lambda + \frac1N\operatorname{tr}(\Lambda) I_d", "Γ = (1 + 1/N) Λ + 1/N tr(Λ) I"),
    (CONTEXT, r"\Lambda^{-1/2}\Gamma\Lambda^{1/2}", "Λ^(-1/2) Γ Λ^(1/2)"),
    (CONTEXT, r"\E_{x_q}[x_q x_q^\top]", "E[x_q x_qᵀ]"),
    (CONTEXT, r"\E_{w,x_q}[(w^\top x_q)^2]", "E[(wᵀ x_q)²]"),
    (CONTEXT, r"\E_x[x_1 x_2^\top]", "E[x₁ x₂ᵀ]"),
    (CONTEXT, r"\E[w^\top x_q \mid w]", "E[wᵀ x_q | w]"),
    (CONTEXT, r"\E x_q^\top x_q = \operatorname{tr} \Lambda", "E[x_qᵀ x_q] = tr(Λ)"),
    (CONTEXT, r"\operatorname{tr}\Lambda^2", "tr(Λ²)"),
    (CONTEXT, r"\operatorname{tr}(\Lambda)^2", "tr(Λ)²"),
    (CONTEXT, r"(W^{PV})^2", "(W^PV)²"),
    (CONTEXT, r"\E[\|x_q\|^4] = 2\|\Lambda\|_F^2 + \operatorname{tr}(\Lambda)^2", "E[‖x_q‖₂⁴] = 2 ‖Λ‖_F² + tr(Λ)²"),
    (CONTEXT, r"\E \sum_{i=1}^N x_i x_i^\top", "E[Σ_{i=1..N} x_i x_iᵀ]"),
    (MATRICES, r"\|AB\|_{op} \leqslant \|A\|_{op}\|B\|_{\mathrm{op}}", "‖A B‖_op ≤ ‖A‖_op ‖B‖_op"),
    (MATRICES, r"\|A\|_{\text{F}} \le \sqrt{d}\|A\|_{\rm op}", "‖A‖_F ≤ √d ‖A‖_op"),
    (MATRICES, r"\left|\langle u, v\rangle\right| \le \|u\|_2\,\|v\|_2", "|⟨u, v⟩| ≤ ‖u‖₂ ‖v‖₂"),
    (MATRICES, r"|\det A|", "|det(A)|"),
    (MATRICES, r"\det A^{-1}", "det(A⁻¹)"),
    (MATRICES, r"\operatorname{rank}(AB)\le\min(\operatorname{rank}(A),\operatorname{rank}(B))", "rank(A B) ≤ min{rank(A), rank(B)}"),
    (MATRICES, r"\lambda_{\min}(P)\|x\|^2 \le x^\top P x", "λ_min(P) ‖x‖₂² ≤ xᵀ P x"),
    (MATRICES, r"\lambda_{\mathrm{min}}(P) \le a", "λ_min(P) ≤ a"),
    (MATRICES, r"\lambda_{min}\left(P\right)", "λ_min(P)"),
    (MATRICES, r"P\preccurlyeq S", "S - P ⪰ 0"),
    (MATRICES, r"P \succ 0 \iff P^{-1} \succ 0", "P ≻ 0  ⟺  P⁻¹ ≻ 0"),
    (MATRICES, r"-P \preceq S \preceq P", "S - (-P) ⪰ 0,  P - S ⪰ 0"),
    (MATRICES, r"a \le b = c", "a ≤ b = c"),
    (MATRICES, r"\nabla_x x^\top A x = (A+A^\top)x", "∇_x (xᵀ A x) = (A + Aᵀ) x"),
    (MATRICES, r"A^{-\top}A^\top = I", "(A⁻¹)ᵀ Aᵀ = I"),
    (MATRICES, r"(AB)^{-T} = A^{-T}B^{-T}", "((A B)⁻¹)ᵀ = (A⁻¹)ᵀ (B⁻¹)ᵀ"),
    (MATRICES, r"(A^{-1})^\top = (A^\top)^{-1}", "(A⁻¹)ᵀ = (Aᵀ)⁻¹"),
    (MATRICES, r"\lambda_{\max}(P) \le \operatorname{tr} P", "λ_1(P) ≤ tr(P)"),
    (REGRESSION, r"\lambda_{\min}(X^\top X) + \lambda", "λ_min(Xᵀ X) + λ"),
    (MATRICES, r"\langle A, B\rangle_F = \operatorname{tr}(A^\top B)", "⟨A, B⟩ = tr(Aᵀ B)"),
    (MATRICES, r"\sum_{i,j=1}^d A_{ij}B_{ij} = \langle A,B\rangle", "Σ_{i=1..d} Σ_{j=1..d} A_ij B_ij = ⟨A, B⟩"),
    (MATRICES, r"e^{a+b} = e^a e^b", "exp(a + b) = exp(a) exp(b)"),
    (MATRICES, r"e^{-ta} \le \exp(0)", "exp(-t a) ≤ exp(0)"),
    (r"x ~ N(0,\Sigma); A: d x d", r"\E_{x\sim\mathcal N(0,\Sigma)}[x^\top Ax] = \operatorname{tr}(A\Sigma)", "E[xᵀ A x] = tr(A Σ)"),
    ("x ~ N(0,I); A: d x d", r"\E_{x\sim\mathcal N(0,I_d)}[x^\top Ax]", "E[xᵀ A x]"),
    (r"x ~ N(\mu,\Sigma); y ~ N(0,\sigma^2 I_n); z ~ N(0,1)", r"\E_{x}[x x^\top] - \mu\mu^\top", "E[x xᵀ] - μ μᵀ"),
    (MATRICES, r"\lim_{k\to\infty} \frac{a}{k} = 0", "lim_{k→∞} a/k = 0"),
    (MATRICES, r"\lim_{k\to\infty} \left(1+\frac{1}{k}\right)A = A", "lim_{k→∞} (1 + 1/k) A = A"),
    (MATRICES, "10^{-3} a", "10⁻³ a"),
    (MATRICES, "0.5a", "1/2 a"),
    (MATRICES, r"AB^{\top}C", "A Bᵀ C"),
    (MATRICES, r"x^{\mathsf T} A x", "xᵀ A x"),
    (MATRICES, r"A^\dagger A A^\dagger = A^{+}", "A⁺ A A⁺ = A⁺"),
    (MATRICES, r"(Q^\top Q)^{-1}Q^\top", "(Qᵀ Q)⁻¹ Qᵀ"),
    (MATRICES, r"u^\top\cdot v", "uᵀ v"),
    (MATRICES, r"\bigl\| A x \bigr\|", "‖A x‖₂"),
    (MATRICES, r"\left\{a+b\right\}c", "(a + b) c"),
    (MATRICES, "a(b+c)", "a (b + c)"),
    (MATRICES, "-a^2", "-a²"),
    (MATRICES, r"S^{-\frac12}S^{0.5}", "S^(-1/2) S^(1/2)"),
    (MATRICES, r"\sqrt2 a", "√2 a"),
    (MATRICES, r"a &= b \\ &= c", "a = b = c"),
    (MATRICES, r"\exp\left(-\frac{a^2}{2}\right)", "exp(-a²/2)"),
    (MATRICES, r"I_{d\times d} A", "I A"),
    (MATRICES, r"\operatorname{vec}(ABC) = (C^\top\otimes A)\operatorname{vec}(B)", "Vec(A B C) = (Cᵀ ⊗ A) Vec(B)"),
    (MATRICES, r"\sum_{i=1}^d \lambda_i(P) = \operatorname{tr} P", "Σ_{i=1..d} λ_i(P) = tr(P)"),
    (MATRICES, r"\sum_{i=1}^k i = \frac{k(k+1)}{2}", "Σ_{i=1..k} i = k (k + 1)/2"),
    (MATRICES, r"\sum_{i=1}^d u_iv_i = u^\top v", "Σ_{i=1..d} [u]_i [v]_i = uᵀ v"),
    (MATRICES, r"\frac{u^\top A u}{u^\top u}", "uᵀ A u/(uᵀ u)"),
    (MATRICES, r"\|a u\| = |a| \|u\|", "‖a u‖₂ = |a| ‖u‖₂"),
]  # fmt: skip
OPEN = [r"1/2 \|u\|^2", r"\|u\|^2/2k", r"a/b c", r"\|A\|_2 \le \|B\|_F", r"|A||B|", r"\det A\det B", r"P_{12}^2",
        r"\operatorname{tr}A^\top A", r"\tr(A)(B)", r"\exp a b"]  # fmt: skip
REFUSED = [
    (CONTEXT, r"\E_{x_1}[x_1 x_2^\top]", "single members of a family"),
    (CONTEXT, r"\E_{w_1}[w w^\top]", "An expectation over w_1 where w"),
    (CONTEXT, r"\E_{w}[w^\top x_q]", "An expectation over w where w, x_q"),
    (CONTEXT, r"\E_{x_q\sim N(0,I)}[x_q]", "not the declared one"),
    (CONTEXT, r"\sum_{i \neq j} x_i^\top x_j", "both limits"),
    (CONTEXT, r"\E w w^\top + x_q x_q^\top", "stays open"),
    (MATRICES, r"\frac{da}{db}", "A derivative, or a quotient"),
    (MATRICES, r"\frac{d}{da} a^2", "A derivative, or a quotient"),
    (MATRICES, r"\frac{\mathrm{d}a}{\mathrm{d}b}", "A derivative, or a quotient"),
    (MATRICES, r"\frac{d^2 a}{d b^2}", "A derivative, or a quotient"),
    (MATRICES, r"I_{ij}", "Below I stands its dimension"),
    (MATRICES, r"I_{d \times m}", "Below I stands its dimension"),
    (MATRICES, r"I_\Sigma", "Below I stands its dimension"),
    (MATRICES, r"A^{[2]}", "is not read"),
    (MATRICES, r"A^{(2)}", "is not read"),
    (MATRICES, r"\log_2 a", "A script on log is open"),
    (MATRICES, r"\log A", "takes a number"),
    (MATRICES, r"\log^2 a", "A script on log is open"),
    (MATRICES, r"\operatorname{Var}(a)", "Nothing random stands in this expectation"),
    (MATRICES, r"\binom{k}{a}", "(binomial coefficient)"),
    (MATRICES, r"k!", "(factorial)"),
    (MATRICES, r"\begin{cases} a & b>0\\ b\end{cases}", "State each case as an implication"),
    (MATRICES, r"\|u\|_1", "no head for this norm"),
    (MATRICES, r"\max(a,b)", "(maximum)"),
    (MATRICES, r"\min(a,b,c)", r"\min\{a, \min\{b, c\}\}"),
    (MATRICES, r"\lim_{k\to\infty} a^k", "in an equation"),
    (MATRICES, r"\lim_{k\to\infty} a^k + b = b", "brackets around a sum"),
    (MATRICES, r"b + \lim_{k\to\infty} a^k = b", "at the start of an equation"),
    (MATRICES, r"\lim_{a\to\infty} a = b", "as integers grow"),
    (MATRICES, r"\lim_{d\to\infty} \frac{a}{d} = 0", "is a dimension of another letter"),
    (MATRICES, r"\lim_{k\to 0} k = 0", "as integers grow"),
    (MATRICES, r"\lim_{k\to\infty} a^k \le b", "in an equation"),
    (MATRICES, r"\lim_{k\to\infty} \frac{a}{k} = \frac{1}{k}", "What grows stands in the limit"),
    (MATRICES, r"\exists a: a>0 \implies b>0", "How far \\exists reaches"), (MATRICES, r"\exists q: q>0", "is read before letters that are declared"),
    (MATRICES, r"e^2", "e is not declared"), (MATRICES, r"e^\top u", "e is not declared"),
    (MATRICES, r"\sum_{i,j} P_{ij}", "both limits"),
    (MATRICES, r"\langle A,B\rangle_P", "A subscript is read on letters"),
    ("x ~ N(0,I); y ~ N(0,S); A: d x d", r"\E_{x\sim N(0,S)}[x^\top A x]", "a law that is not the declared one"),
    ("A: d x d; T: number", r"A^{-T}", r"(A^{-1})^\top"),
    (MATRICES, r"a^{-\top}", "A transpose on a number"),
    (MATRICES, r"a^+", "A positive part, or a pseudo-inverse?"),
    (MATRICES, r"u^+", "A positive part, or a pseudo-inverse?"),
    (MATRICES, r"2\frac12", "A mixed number, or a product?"),
    (MATRICES, r"\(a\) \(b\)", "Text and several formulas"),
    (MATRICES, r"$a$ and $b$", "Text and several formulas"),
    (MATRICES, r"a = b \text{ if } c > 0", "a word that is not read"),
    ("A, B: d x d; t, r: number", "tr(A+B)", r"write \tr"),
    ("s, q, r, t, a: number", "sqrt(a+1)", r"write \sqrt"),
    ("b, e, t, a: number", "beta", r"write \beta"),
    (MATRICES, r"\sigma_{\min}(A)", r"declare '\sigma_{\min}: function'"),
    (MATRICES, r"S \succeq \lambda I", r"--let '\lambda: number' or"),
    (MATRICES, r"\hat B", r"--let '\hat{B}: d x d'"),
]  # fmt: skip


@pytest.mark.parametrize(("let", "formula", "meant"), MEANT, ids=[formula for _, formula, _ in MEANT])
def test_formulas_of_papers_are_read_as_they_are_meant(let: str, formula: str, meant: str) -> None:
    found = read(formula, declared(let))
    assert isinstance(found, Read), found
    assert normalize("NFC", repr(found.tree)) == meant


@pytest.mark.parametrize("formula", OPEN)
def test_formulas_of_two_meanings_are_ambiguous(formula: str) -> None:
    assert isinstance(read(formula, declared(MATRICES)), Ambiguous)


@pytest.mark.parametrize(("let", "formula", "sentence"), REFUSED, ids=[formula for _, formula, _ in REFUSED])
def test_what_could_be_misread_is_refused_with_a_remedy(let: str, formula: str, sentence: str) -> None:
    found = read(formula, declared(let))
    assert isinstance(found, NotRead), found
    assert sentence in found.sentence


@pytest.mark.parametrize(("let", "sentence"), [
    ("x ~ N(0,S); x ~ N(0,T)", "said to be two things"),
    ("y := a; y := b; a, b: number", "said to be two things"),
    ("x ~ N(0,S); x: m x d", "vectors and numbers alone"),
    ("x ~ N(0,S); x > 0", "nothing else can be said"),
    ("M: d x d symmetric; M := AB; A, B: d x d", "nothing else can be said"),
    ("M: n x n; M := AB; A, B: d x d", "its formula is d x d"),
    ("S: d x d posdef; x ~ N(0,S^2)", "x := S z"),
    ("n: vector; X: n x d", "n is a dimension, and something else"),
    ("A: 2d x d", "no dimension"), ("A: -1 x d", "no dimension"), (r"\tr: d x d", "is no letter"),
    ("x_i: vector iid", "write 'x_i ~ N(0,S) iid'"),
])  # fmt: skip
def test_declarations_that_contradict_each_other_are_refused(let: str, sentence: str) -> None:
    with pytest.raises(UserError) as caught:
        declared(let)
    assert sentence in str(caught.value)


def test_the_identity_of_twice_a_dimension_has_twice_its_trace() -> None:
    verdict = ask(r"\tr(I_{2n}) = 2n", "X: n x d").verdict
    assert verdict is not None
    assert verdict.name in ("PROVED", "SUPPORTED")


@pytest.mark.parametrize("let", ["n: number; X: n x d", "n > 0; X: n x d", "X: n x d"])
def test_a_letter_that_names_a_dimension_is_that_dimension(let: str) -> None:
    verdict = ask(r"\tr(I_n) = n", let).verdict
    assert verdict is not None
    assert verdict.name == "PROVED"


@pytest.mark.parametrize("formula", [
    "+".join(["a"] * 5000), "a" * 10000, "(" * 500 + "a" + ")" * 500, r"\sqrt{" * 500 + "a" + "}" * 500,
    r"\frac{1}{" * 200 + "a" + "}" * 200, "(" * 5000, r"\tr A " * 30, r"\nabla_u " * 30 + "u", r"\|A\|" * 12, r"\tr A" * 12,
], ids=range(10))  # fmt: skip
def test_what_is_too_long_or_too_deep_is_one_sentence(formula: str) -> None:
    shown = lemmata("ask", formula, "--let", "A: d x d; a: number; u: vector")
    assert (shown.exit_code, "Traceback" in shown.output) == (2, False)
    assert "NOT READ" in shown.output


def test_a_relation_is_stopped_at_its_time_limit() -> None:
    asked = ("ask", r"\|AB\|_F \le \|A\|_F\|B\|_F", "--let", "A, B: d x d", "--time-limit")
    shown = lemmata(*asked, "0.001")
    assert shown.exit_code == 1
    assert "UNDECIDED" in shown.output
    assert "stopped at the time limit of 0.001 s; a larger limit, or none, lets it finish" in shown.output
    assert lemmata(*asked, "0").exit_code == 2


@pytest.mark.parametrize(("formula", "let", "status"), [
    (r"\tr(AB) = \tr(BA)", "A: d x m; B: m x d", 0), (r"\tr(ABC) = \tr(BAC)", "A, B, C: d x d", 1),
])  # fmt: skip
def test_the_printed_claim_file_has_the_verdict_of_the_formula(
    formula: str, let: str, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = lemmata("ask", formula, "--let", let, "--python")
    assert printed.exit_code == 0
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "formula.py").write_text(printed.output, encoding="utf-8")
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    asked = lemmata("ask", formula, "--let", let)
    checked = lemmata("check", "mine/formula", "--claims", str(tmp_path / "claims"))
    assert (asked.exit_code, checked.exit_code) == (status, status), checked.output
    assert asked.output.split(":")[0] in checked.output


def lemmata(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)
