"""Papers as they are written, setting in prose and lemmas behind it: what is read is what the page says."""

from __future__ import annotations

# ruff: noqa: E501, a formula and what it says stand side by side
from pathlib import Path

import pytest

from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.report.render import plain
from proofs_check.runner import examine
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

PAPERS = Path(__file__).parent / "cold_in_latex"
READ = {
    "preconditioned/lem-fourth": [
        "E[x₁ x₁ᵀ A x₁ x₁ᵀ] = 2 Σ A Σ + tr(A Σ) Σ",
        "E[(x₁ᵀ A x₁)²] = 2 tr(A Σ A Σ) + tr(A Σ)²",
        "E[(x₁ᵀ A x₁ - E[x₁ᵀ A x₁])²] = 2 ‖Σ^(1/2) A Σ^(1/2)‖_F²",
    ],
    "preconditioned/lem-hat": [
        "E[Σ̂] = Σ",
        "E[Σ̂²] = (n + 1)/n Σ² + tr(Σ)/n Σ",
        "E[‖Σ̂ - Σ‖_F²] = (tr(Σ)² + tr(Σ²))/n",
    ],
    "preconditioned/thm-risk": [
        "R(Γ) = tr(Σ) - 2 tr(Σ Γ Σ) + tr(Γᵀ ((n + 1)/n Σ² + (tr(Σ) + σ²)/n Σ) Γ Σ)",
        "∇_Γ R(Γ) = 2 ((n + 1)/n Σ² + (tr(Σ) + σ²)/n Σ) Γ Σ - 2 Σ²",
        "argmin_{Γ} R(Γ) = ((n + 1)/n Σ + (tr(Σ) + σ²)/n I)⁻¹",
    ],
    "preconditioned/lem-psd": ["0 ≤ tr(A B) ≤ tr(A) tr(B)", "‖A B‖_F ≤ ‖A‖_F ‖B‖_F", "⟨A, B⟩² ≤ ⟨A, A⟩ ⟨B, B⟩"],
    "preconditioned/lem-wrong": [
        "‖u + v‖₂² + ‖u - v‖₂² = 2 ‖u‖₂² + 2 ‖v‖₂²,  ‖u vᵀ‖_F = ‖u‖₂ ‖v‖₂",
        "⟨u, v⟩ ≤ 1/2 ‖u‖₂² + 1/2 ‖v‖₂²",
        "‖u + v‖₂² ≤ ‖u‖₂² + ‖v‖₂²",
    ],
    "preconditioned/lemma-5": [
        "E[⟨a, g⟩ ⟨b, g⟩] = ⟨a, b⟩",
        "E[⟨a, g⟩² ⟨b, g⟩²] = ‖a‖₂² ‖b‖₂² + 2 ⟨a, b⟩²",
        "E[‖g‖₂⁴] = d (d + 2)",
        "E[‖g‖₂² g gᵀ] = (d + 2) I",
    ],
    "preconditioned/proof-step-1": [
        "E[‖g‖₂⁴] = Σ_{i=1..d} Σ_{j=1..d} E[([g]_i)² ([g]_j)²]",
        "Σ_{i=1..d} Σ_{j=1..d} E[([g]_i)² ([g]_j)²] = 3 d + d (d - 1)",
        "3 d + d (d - 1) = d (d + 2)",
    ],
    "twolayer/lem-grad": ["∇_{W₁} ℒ(W₁, W₂) = W₂ᵀ (W₂ W₁ - M)", "∇_{W₂} ℒ(W₁, W₂) = (W₂ W₁ - M) W₁ᵀ"],
    "twolayer/thm-balance": [
        "⟨∇_{W₁} (uᵀ (W₂ᵀ W₂ - W₁ W₁ᵀ) z), -∇_{W₁} ℒ(W₁, W₂)⟩ + ⟨∇_{W₂} (uᵀ (W₂ᵀ W₂ - W₁ W₁ᵀ) z), -∇_{W₂} ℒ(W₁, W₂)⟩ = 0",
    ],
    "twolayer/lem-endtoend": [
        "⟨∇_{W₁} (uᵀ W z), -∇_{W₁} ℒ(W₁, W₂)⟩ + ⟨∇_{W₂} (uᵀ W z), -∇_{W₂} ℒ(W₁, W₂)⟩ = uᵀ (-W₂ W₂ᵀ (W - M) - (W - M) W₁ᵀ W₁) z",
    ],
    "twolayer/lem-min": ["min_{w} J(w) = yᵀ y - yᵀ X (Xᵀ X + λ I)⁻¹ Xᵀ y"],
    "bayesian/e9": ["A⁻¹ - B⁻¹ ⪰ 0"],
    "twolayer/lem-logdet": ["tr(A) ≥ d det(A)^(1/d)", "log(det(A)) ≤ tr(A) - d"],
    "selfattention/l1": ["E[H] = Λ", "E[g] = 0", "E[H A H] = Λ A Λ + 1/n (Λ Aᵀ Λ + tr(A Λ) Λ)"],
    "selfattention/l2": ["E[g gᵀ] = (n + 1)/n Λ² + tr(Λ)/n Λ"],
    "selfattention/t1": [
        "L(P) = d - 2 tr(P Λ) + tr(P ((n + 1)/n Λ² + tr(Λ)/n Λ) Pᵀ)",
        "L(P) is convex in P",
        "argmin_{P} L(P) = ((n + 1)/n Λ + tr(Λ)/n I)⁻¹",
    ],
    "selfattention/l3": ["∇_θ f(θ) = H θ - g,  ∇_θ (uᵀ ∇_θ f(θ)) = H u"],
    "selfattention/l5": ["tr(A B) ≥ 0", "tr(A)² ≥ tr(A²)", "tr(A) I - A ⪰ 0"],
    "selfattention/l6": ["2 ⟨u, v⟩ ≤ α ‖u‖₂² + α⁻¹ ‖v‖₂²", "‖u + v‖₂² ≤ (1 + α) ‖u‖₂² + (1 + α⁻¹) ‖v‖₂²"],
    "selfattention/l7": ["A - A² ⪰ 0", "tr(A²) ≤ tr(A)", "A² = A  ⟹  (I - A) A = 0"],
    "selfattention/l8": ["(A + u vᵀ)⁻¹ = A⁻¹ - A⁻¹ u vᵀ A⁻¹/(1 + vᵀ A⁻¹ u)"],
    "noisy/prop-min": ["f(θ) is convex in θ", "argmin_{θ} f(θ) = Q⁻¹ b", "f(θ^star) = -1/2 bᵀ Q⁻¹ b"],
    "noisy/prop-gap": ["f(θ) - f(θ^star) = 1/2 (θ - θ^star)ᵀ Q (θ - θ^star)", "∇_θ f(θ) = Q (θ - θ^star)"],
    "noisy/lemma-2": [
        "‖v‖₂ = 1  ⟹  E[(uᵀ g)² (vᵀ g)²] = 1 + 2 (uᵀ v)²",
        "E[(uᵀ g)⁴] = 3",
        "‖v‖₂ = 1  ⟹  E[((uᵀ g)² - E[(uᵀ g)²]) ((vᵀ g)² - E[(vᵀ g)²])] = 2 (uᵀ v)²",
    ],
    "noisy/lem-wrongmoment": ["E[‖g‖₂⁴] = d²"],
    "noisy/thm-cons": [
        "⟨∇_a (a² - b²), -∇_a ℓ(a, b)⟩ + ⟨∇_b (a² - b²), -∇_b ℓ(a, b)⟩ = 0",
        "⟨∇_a ℓ(a, b), -∇_a ℓ(a, b)⟩ + ⟨∇_b ℓ(a, b), -∇_b ℓ(a, b)⟩ = -1/2 (a² + b²) ℓ(a, b)",
    ],
    "noisy/lem-saddle": ["a = 0, b = 0 is a saddle point of ℓ(a, b)", "at every global minimum of ℓ(a, b): a b = 1"],
    "noisy/lem-proj": ["P² = P = Pᵀ", "tr(P) = p", "P X = X"],
    "noisy/lem-pyth": ["‖y‖₂² = ‖P y‖₂² + ‖(I_n - P) y‖₂²"],
    "noisy/lem-noise": ["E[β̂] = β", "E[(β̂ - E[β̂]) (β̂ - E[β̂])ᵀ] = σ² (Xᵀ X)⁻¹", "E[‖y - X β̂‖₂²] = σ² (n - p)"],
    "shallow/f1": [
        "∇_α F(α, β, γ) = 2 β γ (α β γ - 1),  ∇_β F(α, β, γ) = 2 α γ (α β γ - 1),  ∇_γ F(α, β, γ) = 2 α β (α β γ - 1)",
    ],
    "shallow/f2": [
        "⟨∇_α (α² - β²), -∇_α F(α, β, γ)⟩ + ⟨∇_β (α² - β²), -∇_β F(α, β, γ)⟩ = 0",
        "⟨∇_β (β² - γ²), -∇_β F(α, β, γ)⟩ + ⟨∇_γ (β² - γ²), -∇_γ F(α, β, γ)⟩ = 0",
    ],
    "shallow/f4": ["∇_U Φ(U) = (U Uᵀ - M) U"],
    "shallow/f5": ["M U = U Uᵀ U", "Φ(U) = 1/4 (‖M‖_F² - ‖U Uᵀ‖_F²)"],
    "shallow/f6": ["Φ(U R) = Φ(U)"],
    "shallow/f8": ["tr(A B) ≤ λ_1(A) tr(B)"],
    "shallow/f9": ["(A B)ᵀ = A B", "(A + B)² = A² + 2 A B + B²"],
    "shallow/f12": ["((L - μ)/(L + μ))² ≤ 1 - 1/κ,  (1 - μ/L)² ≤ 1 - μ/L"],
    "shallow/f15": ["1 - t ≤ exp(-t)"],
}


@pytest.mark.parametrize("name", ["preconditioned", "twolayer", "selfattention", "noisy", "bayesian", "shallow"])
def test_of_a_natural_paper_nothing_is_read_in_another_way(name):
    found = paper(PAPERS / f"{name}.tex")
    read = {claim.id: [plain(part.readings[0].prop) for part in claim.parts] for claim in found.claims}
    assert read == {id: props for id, props in READ.items() if id.startswith(f"{name}/")}
    assert all(one.outcome in ("NOT_READ", "AMBIGUOUS") for one in found.unread)


def _paper(folder: Path, body: str) -> PaperRead:
    file = folder / "p.tex"
    file.write_text(rf"\newtheorem{{lemma}}{{Lemma}}\begin{{document}}{body}\end{{document}}", encoding="utf-8")
    return paper(file)


def _lemma(folder: Path, body: str, before: str = "", title: str = "") -> PaperRead:
    return _paper(folder, rf"{before}\begin{{lemma}}{title}\label{{it}} {body}\end{{lemma}}")


def _given(found: PaperRead) -> list[str]:
    return [plain(hypothesis.prop) for claim in found.claims for hypothesis in claim.given]


AB = r"Let $A,B\in\mathbb R^{d\times d}$. "


@pytest.mark.parametrize("title", ["[Isotropic inputs]", "[The symmetric case]", "[$d=1$]", "[Commuting weights]"])
def test_a_title_that_may_be_a_condition_takes_a_refutation_back_and_no_proof(title, tmp_path):
    (wrong,) = _lemma(tmp_path, "Then $A^\\top B=AB$.", AB, title).claims
    (result,) = [examine(wrong, ("entries",), Context())]
    assert wrong.may_suppose
    assert result.verdict is Verdict.UNDECIDED
    assert any("may be a condition" in said.sentence for said in result.witnesses)
    (right,) = _lemma(tmp_path, "Then $(AB)^\\top=B^\\top A^\\top$.", AB, title).claims
    assert examine(right, ("words",), Context()).verdict is Verdict.PROVED


@pytest.mark.parametrize("title", [
    "[General covariance]", "[Non-symmetric case]", "[Without symmetry]", "[Rademacher inputs]", "[Arbitrary matrices]",
    "[Asymmetric weights]", "[Beyond the definite case]", "[Over the sphere]",
])  # fmt: skip
def test_a_title_that_may_lift_a_hypothesis_leaves_the_lemma_unread(title, tmp_path):
    assert not _lemma(tmp_path, "Then $A^\\top=A$.", r"Let $A\in\mathbb R^{d\times d}$ be symmetric. ", title).claims


def test_a_title_may_speak_of_what_a_minimum_goes_through(tmp_path):
    body = r"Let $f(w)=\|w\|^2$ for $w\in\mathbb R^d$. Then $\min_w f(w)=0$."
    assert not _lemma(tmp_path, body, title="[Unit norm]").claims
    assert not _lemma(tmp_path, body, title="[Short weights]").claims
    assert _lemma(tmp_path, body, title="[Least squares]").claims


def test_what_stands_before_two_letters_is_said_of_both(tmp_path):
    (claim,) = _lemma(tmp_path, r"For symmetric matrices $A$ and $B$, $(AB)^\top=BA$.").claims
    assert claim.note == "With A: d x d, symmetric; B: d x d, symmetric."
    vectors = r"Let $u,v\in\mathbb R^d$. "
    assert _given(_lemma(tmp_path, r"For unit vectors $u$ and $v$, $u^\top v\le1$.", vectors)) == ["‖u‖₂ = 1", "‖v‖₂ = 1"]
    both = r"Let $A$ and $B$ be commuting symmetric matrices. Then $(AB)^\top=AB$."
    assert _given(_lemma(tmp_path, both)) == ["A B = B A"]


@pytest.mark.parametrize("body", [
    r"For a symmetric matrix $A$ and $B$, $A^\top B=AB$.", r"For any commuting symmetric matrix $A$, $A^\top=A$.",
    r"Suppose that $A$ satisfies \[ A^\top B=AB. \]", r"Let $A$ satisfy the identity \[ A^\top B=AB. \]",
    r"If $A$ satisfies the equation \[ A^\top B=AB. \]",
    r"The unique minimizer is $A=B$.",
    r"For any $a>0$ we have $a A=aA$. Also, $A=aA$.",
])  # fmt: skip
def test_what_another_reader_may_take_otherwise_is_not_read(body, tmp_path):
    assert not _lemma(tmp_path, body, AB).claims


def test_the_inputs_are_what_was_drawn_before_where_that_is_one(tmp_path):
    one = r"Let $x_1,\dots,x_n\in\mathbb R^d$ be i.i.d.\ $\mathcal N(0,\Sigma)$ with $\Sigma\succ0$. "
    task = r"Let $w\sim\mathcal N(0,I_d)$ be independent of the inputs. "
    lemma = r"$\mathbb E[w^\top x_1]=0$."
    assert _lemma(tmp_path, lemma, one + task).claims
    assert not _lemma(tmp_path, lemma, one + r"Let $z\sim\mathcal N(0,I_d)$. " + task).claims


def test_a_statement_takes_over_what_it_names_and_nothing_else(tmp_path):
    first = r"\begin{lemma}\label{a} Let $A\in\mathbb R^{d\times d}$ be symmetric. Then $A=A^\top$.\end{lemma}"
    again = r"\begin{lemma}\label{b} %s $A^2=A^\top A$.\end{lemma}"
    taken = _paper(tmp_path, first + again % r"With $A$ as in Lemma~\ref{a},")
    assert [claim.label for claim in taken.claims] == ["a", "b"]
    assert "symmetric" in taken.claims[1].note
    assert [c.label for c in _paper(tmp_path, first + again % r"With $A$ as in Lemma~\ref{c},").claims] == ["a"]
    assert [c.label for c in _paper(tmp_path, first + again % r"Let $B$ be symmetric.").claims] == ["a"]


def test_the_square_of_a_full_gradient_is_a_sum(tmp_path):
    loss = r"Let $u,v\in\mathbb R$ and $\ell(u,v)=\frac12(uv-1)^2$. "
    (claim,) = _lemma(tmp_path, r"Then $\|\nabla\ell(u,v)\|^2=2(u^2+v^2)\ell(u,v)$.", loss).claims
    assert plain(claim.parts[0].readings[0].prop) == "‖∇_u ℓ(u, v)‖_F² + ‖∇_v ℓ(u, v)‖_F² = 2 (u² + v²) ℓ(u, v)"
    assert examine(claim, ("words",), Context()).verdict is Verdict.PROVED


def test_a_consequence_is_of_the_same_letters(tmp_path):
    (claim,) = _lemma(tmp_path, r"For all $a>0$ we have $2a\ge a$. Hence $3a\ge a$.").claims
    assert [plain(part.readings[0].prop) for part in claim.parts] == ["2 a ≥ a", "3 a ≥ a"]
    assert "a: a number, > 0" in claim.note


@pytest.mark.parametrize(("sentence", "read"), [
    ("In this section we only have access to noisy gradients.", True), ("All expectations are conditional on $A$.", True),
    ("Throughout, norms denote spectral norms.", True), ("All matrices are real.", True),
    ("From now on, all matrices are complex.", False),
    ("The gradients are computed in the appendix.", False), ("In this note we collect elementary computations.", True),
])  # fmt: skip
def test_a_sentence_that_may_say_something_of_all_letters_leaves_them_unread(sentence, read, tmp_path):
    assert bool(_lemma(tmp_path, "Then $A^\\top B=AB$.", AB + sentence + " ").claims) is read


def test_a_verdict_names_the_sizes_of_the_page():
    (claim,) = [claim for claim in paper(PAPERS / "twolayer.tex").claims if claim.label == "lem-grad"]
    (said,) = {one.scope for one in examine(claim, ("words",), Context()).parts}
    assert {"d_0", "d_1", "d_2"} <= set(said.replace(",", " ").split())
