"""Two papers in a theorist's own style, written before their forms were read: what is read is what they say."""

from __future__ import annotations

# ruff: noqa: E501, a formula and what it says stand side by side
from pathlib import Path

import pytest

from proofs_check.reading.tex.claims import paper
from proofs_check.report.render import plain

PAPERS = Path(__file__).parent / "cold_in_latex"
READ = {
    "features/lem-grad": ["∇_w L(w) = 2 Xᵀ (X w - y) + 2 λ w"],
    "features/lem-hess": [
        "∇_w (uᵀ ∇_w L(w)) = 2 (Xᵀ X + λ I) u", "Σ_{i=1..d} [∇_w [∇_w L(w)]_i]_i = 2 tr(Xᵀ X) + 2 λ d",
    ],
    "features/lem-push": ["(Xᵀ X + λ I)⁻¹ Xᵀ = Xᵀ (X Xᵀ + λ I_n)⁻¹"],
    "features/lem-gram": ["E[1/m ⟨W u, W v⟩] = ⟨u, v⟩", "E[Wᵀ W] = m I,  E[W Wᵀ] = d I_m"],
    "features/lem-fourth": ["E[W A Wᵀ] = tr(A) I_m,  E[Wᵀ W A Wᵀ W] = m (m + 1) A + m tr(A) I"],
    "features/lem-jl": ["E[‖W u‖₂²] = m ‖u‖₂²", "E[(‖W u‖₂² - E[‖W u‖₂²])²] = 2 m ‖u‖₂⁴"],
    "features/lem-scalar": ["E[ξ²] = 4", "E[ξ⁴] = 48"],
    "deep/lem-grads": [
        "∇_{W₁} L(W₁, W₂) = W₂ᵀ (W₂ W₁ X - Y) Xᵀ", "∇_{W₂} L(W₁, W₂) = (W₂ W₁ X - Y) Xᵀ W₁ᵀ",
    ],
    "deep/thm-balanced": [
        "⟨∇_{W₁} (uᵀ (W₂ᵀ W₂ - W₁ W₁ᵀ) v), -∇_{W₁} L(W₁, W₂)⟩ + "
        "⟨∇_{W₂} (uᵀ (W₂ᵀ W₂ - W₁ W₁ᵀ) v), -∇_{W₂} L(W₁, W₂)⟩ = 0",
    ],
    "deep/lem-scalar": [
        "∇_a ℓ(a, b) = (a b - 1) b,  ∇_b ℓ(a, b) = (a b - 1) a",
        "⟨∇_a (a² - b²), -∇_a ℓ(a, b)⟩ + ⟨∇_b (a² - b²), -∇_b ℓ(a, b)⟩ = 0",
    ],
    "deep/lem-amgm": ["a b ≤ 1/2 (a² + b²)", "a b = 1/2 (a² + b²)  ⟺  a = b"],
    "deep/lem-nuclear": ["tr(Aᵀ A) ≤ ‖U‖_F² ‖V‖_F²"],
    "deep/lem-orth": ["‖Q A‖_F = ‖A‖_F,  tr(Qᵀ A Q) = tr(A),  det(Q)² = 1"],
}


@pytest.mark.parametrize("name", ["features", "deep"])
def test_of_a_cold_paper_nothing_is_read_in_another_way(name):
    found = paper(PAPERS / f"{name}.tex")
    read = {claim.id: [plain(part.readings[0].prop) for part in claim.parts] for claim in found.claims}
    assert read == {id: props for id, props in READ.items() if id.startswith(name)}
    assert all(one.outcome in ("NOT_READ", "AMBIGUOUS") for one in found.unread)


EQUAL = r"\newtheorem{lemma}{Lemma}\begin{document}\begin{lemma}\label{l} Let $a,b\in\mathbb R$. "
FLOW = (
    r"\newtheorem{lemma}{Lemma}\begin{document} Let $a, b\in\mathbb R$ and $\ell(a,b) := \frac12(ab-1)^2$."
    "\n\n" r"\begin{lemma}\label{l} "
)
END = r"\end{lemma}\end{document}"


def _read(tmp_path, source: str) -> list[str]:
    file = tmp_path / "p.tex"
    file.write_text(source)
    return [plain(part.readings[0].prop) for claim in paper(file).claims for part in claim.parts]


@pytest.mark.parametrize("words", [
    "with equality if and only if", ", with equality iff", "where equality holds if and only if", "with equality exactly when",
])  # fmt: skip
def test_with_equality_iff_is_an_equivalence_beside_the_order(tmp_path, words):
    found = _read(tmp_path, rf"{EQUAL}Then $2ab\le a^2+b^2$ {words} $a=b$.{END}")
    assert found == ["2 a b ≤ a² + b²", "2 a b = a² + b²  ⟺  a = b"]


@pytest.mark.parametrize("text", [
    r"Then $2ab\le a^2+b^2$ with equality if $a=b$.", r"Then $a\le b\le 3$ with equality if and only if $a=b$.",
    r"Then $a<b$ with equality if and only if $a=b$.", r"Then $ab\le b^2$ with equality iff $a=b$ or $b=0$.",
    r"Then $ab\le b^2$ with equality iff $a=b$ and $b=0$.", r"Then $a\le b$, $b\le 3$ with equality iff $a=b$ for $b=3$.",
    r"Then $ab\le b^2$ with equality.",
])  # fmt: skip
def test_equality_of_which_something_is_open_is_not_read(tmp_path, text):
    assert _read(tmp_path, EQUAL + text + END) == []


@pytest.mark.parametrize("text", [
    r"Under gradient flow on $\ell$, $a^2-b^2$ is conserved.", r"Along the gradient flow of $\ell$, $a^2-b^2$ is constant.",
    r"Under the gradient flow on $\ell(a,b)$, the quantity $a^2-b^2$ remains constant in time.",
])  # fmt: skip
def test_what_a_flow_conserves_has_no_derivative_along_it(tmp_path, text):
    (found,) = _read(tmp_path, FLOW + text + END)
    assert found == "⟨∇_a (a² - b²), -∇_a ℓ(a, b)⟩ + ⟨∇_b (a² - b²), -∇_b ℓ(a, b)⟩ = 0"


@pytest.mark.parametrize("text", [
    r"Under gradient flow, $a^2-b^2$ is conserved.", r"The quantity $a^2-b^2$ is conserved.",
    r"Under gradient flow on $Q$, $a^2-b^2$ is conserved.", r"Under gradient descent on $\ell$, $a^2-b^2$ is conserved.",
    r"Under stochastic gradient flow on $\ell$, $a^2-b^2$ is conserved.",
    r"Under gradient flow on $\ell$ with small initialization, $a^2-b^2$ is conserved.",
    r"Under gradient flow on $\ell$, $a^2=b^2$ is conserved.", r"Under gradient flow on $\ell$, $a(0)b$ is conserved.",
    r"Under gradient flow on $\ell$, $a^2-b^2$ is approximately conserved.",
])  # fmt: skip
def test_another_flow_or_an_unknown_one_is_not_read(tmp_path, text):
    assert _read(tmp_path, FLOW + text + END) == []
