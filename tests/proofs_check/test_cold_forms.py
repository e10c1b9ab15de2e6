"""Papers on factorised models, on the landscape of attention and on least squares, in the forms that their authors use."""

from __future__ import annotations

# ruff: noqa: E501, a formula and what it says stand side by side
from pathlib import Path

import pytest

from proofs_check import check
from proofs_check.reading.tex.claims import paper
from proofs_check.report.render import plain

PAPERS = Path(__file__).parent / "cold_in_latex"
READ = {
    "factors/gradients": ["∇_U L(U, V) = Vᵀ H,  ∇_V L(U, V) = H Uᵀ"],
    "factors/kept": ["⟨∇_U (uᵀ (U Uᵀ - Vᵀ V) v), -∇_U L(U, V)⟩ + ⟨∇_V (uᵀ (U Uᵀ - Vᵀ V) v), -∇_V L(U, V)⟩ = 0"],
    "factors/kept-proof": ["⟨∇_U (uᵀ U Uᵀ v), -∇_U L(U, V)⟩ = uᵀ (-(∇_U L(U, V)) Uᵀ + U (-∇_U L(U, V))ᵀ) v", "uᵀ (-(∇_U L(U, V)) Uᵀ + U (-∇_U L(U, V))ᵀ) v = uᵀ (-Vᵀ H Uᵀ - U Hᵀ V) v", "uᵀ (-Vᵀ H Uᵀ - U Hᵀ V) v = uᵀ (Vᵀ (-∇_V L(U, V)) - (∇_V L(U, V))ᵀ V) v", "uᵀ (Vᵀ (-∇_V L(U, V)) - (∇_V L(U, V))ᵀ V) v = ⟨∇_V (uᵀ Vᵀ V v), -∇_V L(U, V)⟩"],
    "factors/dissipated": ["⟨∇_U L(U, V), -∇_U L(U, V)⟩ + ⟨∇_V L(U, V), -∇_V L(U, V)⟩ = -‖Vᵀ H‖_F² - ‖H Uᵀ‖_F² ≤ 0"],
    "factors/moved": ["⟨∇_U (uᵀ Q v), -∇_U L(U, V)⟩ + ⟨∇_V (uᵀ Q v), -∇_V L(U, V)⟩ = uᵀ (-V Vᵀ H - H Uᵀ U) v"],
    "factors/sum-wrong": ["⟨∇_U (‖U‖_F² + ‖V‖_F²), -∇_U L(U, V)⟩ + ⟨∇_V (‖U‖_F² + ‖V‖_F²), -∇_V L(U, V)⟩ = -2 ⟨R, Q Z⟩"],
    "factors/rate": ["⟨∇_U L(U, V), -∇_U L(U, V)⟩ + ⟨∇_V L(U, V), -∇_V L(U, V)⟩ ≤ -2 λ_min(Zᵀ Z) (λ_min(V Vᵀ) + λ_min(Uᵀ U)) L(U, V)"],
    "factors/squares": ["Q Qᵀ = (V Vᵀ)²,  Qᵀ Q = (Uᵀ U)²"],
    "factors/nearly": ["‖Q Qᵀ - (V Vᵀ)²‖_op ≤ ‖D‖_op ‖V‖_op²"],
    "landscape/output": ["1/n Σ_{i=1..n} wᵀ x_i x_qᵀ Γ x_i = x_qᵀ Γ widehat{Σ} w"],
    "landscape/second": ["E[widehat{Σ}²] = (n + 1)/n Σ² + tr(Σ)/n Σ"],
    "landscape/loss": ["L(Γ) = 1/2 tr(Σ Γ M Γᵀ) - tr(Σ² Γ) + 1/2 tr(Σ)"],
    "landscape/optimum": ["argmin_{Γ} L(Γ) = Σ M⁻¹ = ((n + 1)/n Σ + tr(Σ)/n I)⁻¹"],
    "landscape/price": ["L(Γ^star) = 1/2 tr(Σ) - 1/2 tr(Σ² Γ^star) = 1/2 Σ_{i=1..d} λ_i(Σ) (λ_i(Σ) + tr(Σ))/((n + 1) λ_i(Σ) + tr(Σ))"],
    "landscape/bound-wrong": ["L(Γ^star) ≤ d tr(Σ)/(2 (n + 1))"],
    "leastsquares/objective": ["∇_x f(x) = Aᵀ (A x - b)"],
    "leastsquares/rows": ["f(x) = 1/2 Σ_{i=1..n} (A[i,:] x - [b]_i)²"],
    "leastsquares/gap": ["f(x) - f_ast = 1/2 ‖A (x - z)‖₂²"],
    "leastsquares/residuals": ["r_{k+1} = (I_n - η A Aᵀ) (A x_k - b)"],
    "leastsquares/residuals-wrong": ["r_{k+1} = (I_n - 2 η A Aᵀ) (A x_k - b)"],
    "leastsquares/ridge": ["argmin_{u} (‖A u - b‖₂² + λ ‖u‖₂²) = (Aᵀ A + λ I)⁻¹ Aᵀ b"],
    "leastsquares/freedom": ["{df}(λ) ≤ d"],
}


@pytest.mark.parametrize("name", ["factors", "landscape", "leastsquares"])
def test_of_each_display_is_read_what_it_says(name):
    found = paper(PAPERS / f"{name}.tex")
    read = {claim.id: [plain(part.readings[0].prop) for part in claim.parts] for claim in found.claims}
    assert read == {id: props for id, props in READ.items() if id.startswith(name)}
    assert found.unread == ()


@pytest.mark.parametrize(("name", "label", "verdict"), [
    ("factors", "sum-wrong", "REFUTED"), ("landscape", "output", "PROVED"), ("landscape", "second", "PROVED"),
    ("landscape", "bound-wrong", "REFUTED"), ("leastsquares", "residuals", "PROVED"),
    ("leastsquares", "residuals-wrong", "REFUTED"), ("leastsquares", "rows", "PROVED"),
])  # fmt: skip
def test_what_is_false_of_them_is_refuted_and_what_is_true_is_not(name, label, verdict):
    found = check(f"{name}/{label}", claims=PAPERS / f"{name}.tex", only=("words", "entries"))
    assert found.verdict.name == verdict
