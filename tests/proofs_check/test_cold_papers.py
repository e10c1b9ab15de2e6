"""Papers in a theorist's own style, written before their forms were read: what is read is what they say."""

from __future__ import annotations

# ruff: noqa: E501, a formula and what it says stand side by side
from pathlib import Path

import pytest

from proofs_check.reading.tex.claims import paper
from proofs_check.report.render import plain

PAPERS = Path(__file__).parent / "cold_in_latex"
READ = {
    "deep/lem-init": ["E[W₁ᵀ W₁] = I,  E[‖W₁‖_F²] = d"],
    "ridge/lem-krr": ["y - K α = λ α,  αᵀ K α ≤ 1/(4 λ) ‖y‖₂²"],
    "concentration/dilation": ["[0_{d×d}, A; A, 0_{d×d}]² = [A², 0_{d×d}; 0_{d×d}, A²]"],
    "concentration/tracecs-wrong": ["tr(A B) ≤ tr(A) tr(B)"],
    "concentration/mean": ["E[Σ̂] = Σ"],
    "concentration/second": ["E[Σ̂²] = (1 + 1/n) Σ² + tr(Σ)/n Σ"],
    "concentration/variance": ["E[(Σ̂ - Σ)²] = (Σ² + tr(Σ) Σ)/n"],
    "concentration/variance-wrong": ["E[(Σ̂ - Σ)²] = 2 Σ²/n"],
    "concentration/frob": ["E[‖Σ̂ - Σ‖_F²] = (tr(Σ)² + tr(Σ²))/n"],
    "concentration/sandwich": ["E[Σ̂ A Σ̂] = (n + 1)/n Σ A Σ + 1/n tr(A Σ) Σ"],
    "concentration/bilinear": ["E[(uᵀ Σ̂ v)²] = (uᵀ Σ v)² + ((uᵀ Σ v)² + uᵀ Σ u vᵀ Σ v)/n"],
    "concentration/fourth": ["E[x xᵀ A x xᵀ] = 2 Σ A Σ + tr(A Σ) Σ"],
    "concentration/var-quad": ["E[(xᵀ A x - E[xᵀ A x])²] = 2 tr(A Σ A Σ)"],
    "concentration/var-quad-wrong": ["E[(xᵀ A x - E[xᵀ A x])²] = tr(A Σ)²"],
    "concentration/herm": ["2 A² + 2 B² - (A - B)² ⪰ 0"],
    "concentration/tracecs": ["tr(A B)² ≤ tr(A²) tr(B²)"],
    "concentration/crossterm": ["E[ŷ wᵀ x_q] = tr(Σ Γ Σ)"],
    "concentration/energy": ["E[ŷ²] = (n + 1)/n tr(Σ² Γ Σ Γᵀ) + tr(Σ)/n tr(Σ Γ Σ Γᵀ)"],
    "concentration/energy-wrong": ["E[ŷ²] = tr(Σ² Γ Σ Γᵀ)"],
    "concentration/identity-case": ["E[ŷ wᵀ x_q] = tr(Σ)"],
    "depth/grad-one": ["∇_{W₁} L(W₁, W₂) = W₂ᵀ R Xᵀ"],
    "depth/grad-two": ["∇_{W₂} L(W₁, W₂) = R Xᵀ W₁ᵀ"],
    "depth/grad-wrong": ["∇_{W₂} L(W₁, W₂) = R Xᵀ W₁ᵀ + W₂"],
    "depth/conserved": ["⟨∇_{W₁} (uᵀ (W₁ W₁ᵀ - W₂ᵀ W₂) v), -∇_{W₁} L(W₁, W₂)⟩ + ⟨∇_{W₂} (uᵀ (W₁ W₁ᵀ - W₂ᵀ W₂) v), -∇_{W₂} L(W₁, W₂)⟩ = 0"],
    "depth/conserved-wrong": ["⟨∇_{W₁} (uᵀ (W₁ W₁ᵀ + W₂ᵀ W₂) v), -∇_{W₁} L(W₁, W₂)⟩ + ⟨∇_{W₂} (uᵀ (W₁ W₁ᵀ + W₂ᵀ W₂) v), -∇_{W₂} L(W₁, W₂)⟩ = 0"],
    "depth/dissipation": ["⟨∇_{W₁} L(W₁, W₂), -∇_{W₁} L(W₁, W₂)⟩ + ⟨∇_{W₂} L(W₁, W₂), -∇_{W₂} L(W₁, W₂)⟩ = -‖W₂ᵀ R Xᵀ‖_F² - ‖R Xᵀ W₁ᵀ‖_F²"],
    "depth/monotone": ["⟨∇_{W₁} L(W₁, W₂), -∇_{W₁} L(W₁, W₂)⟩ + ⟨∇_{W₂} L(W₁, W₂), -∇_{W₂} L(W₁, W₂)⟩ ≤ 0"],
    "depth/expand": ["L(W₁, W₂) = 1/2 tr(P X Xᵀ Pᵀ) - tr(P X Yᵀ) + 1/2 ‖Y‖_F²"],
    "depth/expand-wrong": ["L(W₁, W₂) = 1/2 ‖P‖_F² - 2 tr(P X Yᵀ) + 1/2 ‖Y‖_F²"],
    "depth/white": ["∇_{W₁} L(W₁, W₂) = W₂ᵀ (P - Y Xᵀ)"],
    "depth/nuclear": ["tr(Pᵀ P) ≤ ‖W₁‖_F² ‖W₂‖_F²"],
    "depth/balanced-layers": ["Pᵀ P = (W₁ᵀ W₁)²"],
    "depth/balanced-wrong": ["P Pᵀ = W₂ W₂ᵀ"],
    "depth/q-grad": ["∇_w q(w) = H w - b"],
    "depth/q-contract": ["w^+ - w^star = (I_p - η H) (w - w^star)"],
    "depth/q-descent": ["q(w^+) - q(w) = -η ‖∇_w q(w)‖₂² + η²/2 (∇_w q(w))ᵀ H ∇_w q(w)"],
    "depth/q-descent-wrong": ["q(w^+) ≤ q(w)"],
    "depth/q-min": ["min_{w} q(w) = -1/2 bᵀ H⁻¹ b"],
    "depth/scalar-deep": ["a ∇_a ℓ(a, b, c) = b ∇_b ℓ(a, b, c)"],
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
    "factorisation/eq-gradA": ["∇_A (1/2 ‖A B - Y‖_F²) = (A B - Y) Bᵀ"],
    "factorisation/eq-gradB": ["∇_B (1/2 ‖A B - Y‖_F²) = Aᵀ (A B - Y)"],
    "factorisation/lem-trace": ["tr(Aᵀ (A B - Y) Bᵀ) = tr(Bᵀ Aᵀ (A B - Y))"],
    "factorisation/lem-expand": ["‖A B - Y‖_F² = tr(Bᵀ Aᵀ A B) - 2 tr(Yᵀ A B) + ‖Y‖_F²"],
    "factorisation/lem-expandwrong": ["‖A B - Y‖_F² = tr(Bᵀ Aᵀ A B) - tr(Yᵀ A B) + ‖Y‖_F²"],
    "factorisation/lem-gradf": ["∇_U f(U) = (U Uᵀ - M) U"],
    "factorisation/lem-gradfwrong": ["∇_U f(U) = 2 (U Uᵀ - M) U"],
    "factorisation/prop-stat": ["tr(Uᵀ M U) = ‖Uᵀ U‖_F²"],
    "factorisation/prop-psd": ["U Uᵀ ⪰ 0", "tr(U Uᵀ) = ‖U‖_F²"],
    "factorisation/eq-block": ["[P, 0_{d×d}; 0_{d×d}, Q] [v; v] = [P v; Q v]"],
    "factorisation/eq-blocksq": ["[P, 0_{d×d}; 0_{d×d}, Q]² = [P², 0_{d×d}; 0_{d×d}, Q²]"],
    "factorisation/eq-blockwrong": ["[P, Q; Q, P]² = [P² + Q², 2 P Q; 2 P Q, P² + Q²]"],
    "factorisation/eq-tracebound": ["tr(P Q) ≤ ‖P‖_F ‖Q‖_F"],
    "factorisation/eq-opnorm": ["‖P Q‖_F ≤ ‖P‖_op ‖Q‖_F"],
    "factorisation/eq-vec": ["Vec(P U Uᵀ) = ((U Uᵀ) ⊗ P) Vec(I)"],
    "factorisation/eq-kron": ["(P ⊗ Q) (v ⊗ v) = (P v) ⊗ (Q v)"],
    "factorisation/eq-commutator": ["tr((P Q - Q P)²) = 2 tr(P Q P Q) - 2 tr(P² Q²)"],
    "factorisation/eq-unequal": ["Σ_{i≠j} (P_ij)² = ‖P‖_F² - Σ_{i=1..d} (P_ii)²"],
    "factorisation/eq-sumsq": ["‖P‖_F² = Σ_{i=1..d} Σ_{j=1..d} (P_ij)²"],
    "factorisation/thm-min": ["min_{v} (a/2 ‖v‖₂² - vᵀ u) = -1/(2 a) ‖u‖₂²"],
    "incontext/lem-cov": ["E[Σ̂] = Σ,  E[Σ̂²] = (n + 1)/n Σ² + tr(Σ)/n Σ"],
    "incontext/lem-covwrong": ["E[Σ̂²] = (n + 1)/n Σ² + tr(Σ)/n² Σ"],
    "incontext/lem-label": ["E[⟨w, x₁⟩²] = tr(Σ)", "E[⟨w, x₁⟩ x₁] = 0"],
    "incontext/lem-condlabel": ["E[1/n Σ_{i=1..n} ⟨w, x_i⟩ x_i | w] = Σ w"],
    "incontext/lem-symm": ["x =ᵈ -x", "E[‖x‖₂⁴] = 2 tr(Σ²) + tr(Σ)²"],
    "incontext/lem-quad": ["E[xᵀ A x xᵀ B x] = 2 tr(A Σ B Σ) + tr(A Σ) tr(B Σ)"],
    "incontext/lem-quadwrong": ["E[xᵀ A x xᵀ B x] = tr(A Σ B Σ) + tr(A Σ) tr(B Σ)"],
    "incontext/lem-fluct": ["E[(Σ̂ - Σ)²] = 1/n (Σ² + tr(Σ) Σ)"],
    "incontext/lem-ridge": ["(Σ + λ I)⁻¹ Σ = I - λ (Σ + λ I)⁻¹"],
    "incontext/lem-embed": ["E[E] = [Σ, 0_d; 0_{1×d}, 1]"],
    "incontext/lem-limit": ["lim_{n→∞} E[Σ̂²] = Σ²"],
    "incontext/lem-limitwrong": ["lim_{n→∞} E[Σ̂²] = Σ² + tr(Σ) Σ"],
    "incontext/lem-double": ["E[1/n² (Σ_{i≠j} x_iᵀ x_j)] = 0"],
    "iclridge/lem-grad": ["∇_w L(w) = Xᵀ (X w - y) + λ w"],
    "iclridge/lem-hessian": ["∇_w (uᵀ ∇_w L(w)) = (Xᵀ X + λ I) u"],
    "iclridge/lem-strong": ["uᵀ ∇_w (uᵀ ∇_w L(w)) ≥ uᵀ λ I u,  λ I = (λ I)ᵀ"],
    "iclridge/prop-ridge": ["argmin_{w} L(w) = (Xᵀ X + λ I)⁻¹ Xᵀ y"],
    "iclridge/lem-push": ["(Xᵀ X + λ I)⁻¹ Xᵀ = Xᵀ (X Xᵀ + λ I_n)⁻¹"],
    "iclridge/lem-value": ["min_{w} L(w) = λ/2 yᵀ (X Xᵀ + λ I_n)⁻¹ y"],
    "iclridge/lem-shrink": ["‖X ŵ‖₂ ≤ ‖y‖₂"],
    "iclridge/lem-gamstar": ["Γ^* Σ = Σ Γ^*", "Γ^* ≻ 0,  Σ⁻¹ - Γ^* ⪰ 0"],
    "iclridge/lem-expk": ["exp(uᵀ v/τ) = exp(‖u‖₂²/(2 τ)) exp(‖v‖₂²/(2 τ)) exp(-‖u - v‖₂²/(2 τ))"],
    "iclridge/lem-expmoment": ["E[exp(uᵀ g)] = exp(‖u‖₂²/2)"],
    "iclridge/lem-amgm": ["a b ≤ τ/2 a² + 1/(2 τ) b²"],
    "iclridge/lem-kernelsym": ["E[(pᵀ q)²] = ‖Σ‖_F²", "E[‖p - q‖₂²] = 2 tr(Σ)"],
    "quadratics/l-grad": ["∇_x f(x) = A x - b"],
    "quadratics/l-gap": ["f(x) - f(x^star) = 1/2 (x - x^star)ᵀ A (x - x^star)"],
    "quadratics/l-pl": ["1/2 ‖∇_x f(x)‖₂² ≥ λ_min(A) (f(x) - f(x^star))"],
    "quadratics/l-plwrong": ["1/2 ‖∇_x f(x)‖₂² ≥ λ_1(A) (f(x) - f(x^star))"],
    "quadratics/l-step": ["x^+ - x^star = (I - η A) (x - x^star)"],
    "quadratics/l-descent": ["f(x^+) = f(x) - η ‖∇_x f(x)‖₂² + η²/2 (∇_x f(x))ᵀ A ∇_x f(x)"],
    "quadratics/l-convex": ["f(x) is convex in x"],
    "quadratics/l-trpos": ["tr(P Q) ≥ 0"],
    "quadratics/l-gram": ["Mᵀ M ⪰ 0", "tr(Mᵀ M) = ‖M‖_F²"],
    "quadratics/l-cong": ["M P Mᵀ - M Q Mᵀ ⪰ 0"],
    "quadratics/l-sq": ["P² - Q² ⪰ 0"],
    "quadratics/l-young": ["‖U + V‖_F² ≤ 2 ‖U‖_F² + 2 ‖V‖_F²"],
    "quadratics/l-cs": ["|tr(Uᵀ V)| ≤ ‖U‖_F ‖V‖_F"],
    "quadratics/l-mixed": ["(B ⊗ C) (D ⊗ E) = (B D) ⊗ (C E)"],
    "quadratics/l-vec": ["Vec(B Z C) = (Cᵀ ⊗ B) Vec(Z)"],
    "quadratics/l-kront": ["(B ⊗ C)ᵀ = Bᵀ ⊗ Cᵀ"],
    "quadratics/l-kroninv": ["(B ⊗ C)⁻¹ = B⁻¹ ⊗ C⁻¹"],
    "quadratics/l-penrose": ["B B⁺ B = B", "B⁺ B B⁺ = B⁺", "(B B⁺)ᵀ = B B⁺"],
    "quadratics/l-normal": ["Bᵀ B B⁺ c = Bᵀ c"],
    "quadratics/l-pinvwrong": ["(B C)⁺ = C⁺ B⁺"],
    "deep/lem-orth": ["‖Q A‖_F = ‖A‖_F,  tr(Qᵀ A Q) = tr(A),  det(Q)² = 1"],
    "deep/lem-inv": ["λ_min(G) ‖v‖₂² ≤ vᵀ G v ≤ λ_1(G) ‖v‖₂²", "(G⁻¹)ᵀ = G⁻¹"],
    "ridge/cor-decrease": ["xᵀ (P + x xᵀ)⁻¹ x ≤ 1"],
    "ridge/lem-push": ["(Xᵀ X + λ I)⁻¹ Xᵀ = Xᵀ (X Xᵀ + λ I_n)⁻¹"],
    "ridge/lem-normal": ["Xᵀ (y - X ŵ_λ) = λ ŵ_λ"],
    "ridge/prop-gradient": ["∇_w L(w) = (Xᵀ X + λ I) (w - ŵ_λ)"],
    "ridge/prop-gradient-wrong": ["∇_w (1/2 ‖X w - y‖₂² + λ ‖w‖₂²) = Xᵀ (X w - y) + λ w"],
    "ridge/lem-hat": ["I_n - H_λ = λ (X Xᵀ + λ I_n)⁻¹", "y - X ŵ_λ = (I_n - H_λ) y"],
    "ridge/lem-dof": ["tr(X (Xᵀ X + λ I)⁻¹ Xᵀ) = d - λ tr((Xᵀ X + λ I)⁻¹)"],
    "ridge/lem-dof-wrong": ["tr(X (Xᵀ X + λ I)⁻¹ Xᵀ) = n - λ tr((Xᵀ X + λ I)⁻¹)"],
    "ridge/prop-marginal": ["E[y yᵀ] = X Σ Xᵀ + σ² I_n", "E[w yᵀ] = Σ Xᵀ"],
    "ridge/lem-posterior": ["(Σ⁻¹ + 1/σ² Xᵀ X)⁻¹ = Σ - Σ Xᵀ (X Σ Xᵀ + σ² I_n)⁻¹ X Σ"],
    "ridge/lem-mean": ["Σ Xᵀ (X Σ Xᵀ + σ² I_n)⁻¹ y = (Xᵀ X + σ² Σ⁻¹)⁻¹ Xᵀ y"],
    "ridge/lem-mean-wrong": ["Σ Xᵀ (X Σ Xᵀ + σ² I_n)⁻¹ y = (Xᵀ X + σ² Σ)⁻¹ Xᵀ y"],
    "ridge/prop-bias": [
        "E[ŵ] - w_* = -λ (Xᵀ X + λ I)⁻¹ w_*",
        "E[‖ŵ - w_*‖₂²] = λ² ‖(Xᵀ X + λ I)⁻¹ w_*‖₂² + σ² tr((Xᵀ X + λ I)⁻¹ Xᵀ X (Xᵀ X + λ I)⁻¹)",
    ],
    "ridge/lem-rls": ["(P⁻¹ + x xᵀ)⁻¹ = P - P x xᵀ P/(1 + xᵀ P x)"],
    "ridge/lem-det": ["det(P + x xᵀ) = det(P) (1 + xᵀ P⁻¹ x)"],
    "ridge/lem-residual": ["‖λ (K + λ I_n)⁻¹ y‖₂ ≤ ‖y‖₂"],
    "ridge/lem-feature": ["E[wᵀ x wᵀ x'] = xᵀ x'", "E[(wᵀ x)² (wᵀ x')²] = ‖x‖₂² ‖x'‖₂² + 2 (xᵀ x')²"],
    "descent/lem-grad": ["∇_x f(x) = A (x - x^star)"],
    "descent/lem-gap": ["f(x) - f(x^star) = 1/2 (x - x^star)ᵀ A (x - x^star)"],
    "descent/lem-smooth": ["f(y) ≤ f(x) + ⟨∇_x f(x), y - x⟩ + L/2 ‖y - x‖₂²"],
    "descent/lem-strong": ["f(y) ≥ f(x) + ⟨∇_x f(x), y - x⟩ + μ/2 ‖y - x‖₂²"],
    "descent/lem-pl": ["‖∇_x f(x)‖₂² ≥ 2 μ (f(x) - f(x^star))"],
    "descent/lem-pl-wrong": ["‖∇_x f(x)‖₂² ≥ 2 L (f(x) - f(x^star))"],
    "descent/lem-coco": ["⟨∇_x f(x) - (∇_x f(x))|[x = y], x - y⟩ ≥ 1/L ‖∇_x f(x) - (∇_x f(x))|[x = y]‖₂²"],
    "descent/lem-descent": ["f(x^+) ≤ f(x) - η/2 ‖∇_x f(x)‖₂²"],
    "descent/prop-heavy": ["[x^+ - x^star; x - x^star] = [(1 + β) I - η A, -β I; I, 0_{d×d}] [x - x^star; z - x^star]"],
    "descent/lem-rate-wrong": ["(1 - η a)² ≤ 1 - 2 η a"],
    "descent/lem-kappa": ["((κ - 1)/(κ + 1))² ≤ 1 - 1/κ"],
    "descent/lem-three": ["⟨u - v, u - w⟩ = 1/2 (‖u - v‖₂² + ‖u - w‖₂² - ‖v - w‖₂²)"],
    "descent/lem-young": ["2 ⟨u, v⟩ ≤ θ ‖u‖₂² + θ⁻¹ ‖v‖₂²"],
    "descent/lem-grads": ["∇_U F(U, V) = (U Vᵀ - M) V", "∇_V F(U, V) = (U Vᵀ - M)ᵀ U"],
    "descent/lem-grads-wrong": ["∇_W (1/4 ‖W Wᵀ - S‖_F²) = 2 (W Wᵀ - S) W"],
    "descent/lem-balanced": [
        "⟨∇_U (uᵀ (Uᵀ U - Vᵀ V) v), -∇_U F(U, V)⟩ + ⟨∇_V (uᵀ (Uᵀ U - Vᵀ V) v), -∇_V F(U, V)⟩ = 0",
    ],
    "descent/lem-product": ["‖U Vᵀ‖_F ≤ 1/2 (‖U‖_F² + ‖V‖_F²)"],
}


@pytest.mark.parametrize("name", [
    "features", "deep", "factorisation", "incontext", "iclridge", "quadratics", "ridge", "descent", "concentration", "depth",
])
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


LAW = r"\newtheorem{lemma}{Lemma}\begin{document} Let $S\succ0$, $A\in\mathbb R^{d\times d}$ and $x, z\sim\mathcal N(0,S)$ be independent. "


@pytest.mark.parametrize("sentence", [
    "The query is $x$.", "Our test input is $z$.", "We denote $B := A+A^\\top$.", "Let us denote $B := A+A^\\top$.",
    "Consider the empirical covariance $B := A+A^\\top$.", "Let $B := A^\\top$ and consider the prediction $c := z^\\top x$.",
])  # fmt: skip
def test_what_a_letter_is_called_says_nothing_of_it(tmp_path, sentence):
    found = _read(tmp_path, rf"{LAW}{sentence}\begin{{lemma}} Then $\mathbb E[x^\top Ax]=\operatorname{{tr}}(AS)$.{END}")
    assert found == ["E[xᵀ A x] = tr(A S)"]


@pytest.mark.parametrize("sentence", [
    "The minimizer is $x$.", "The query is $x=0$.", "The query is orthogonal to $x$.", "The fixed query is $x$.",
    "The query is $x$ and is bounded.", "A query is $x$.", "The query is not $x$.",
    "Consider the small perturbation $c := z^\\top x$.", "The query equals $x$.",
])  # fmt: skip
def test_what_may_say_something_of_a_letter_leaves_it_unread(tmp_path, sentence):
    found = _read(tmp_path, rf"{LAW}{sentence}\begin{{lemma}} Then $\mathbb E[x^\top Ax]=\operatorname{{tr}}(AS)$.{END}")
    assert found == []


@pytest.mark.parametrize(("mean", "meant"), [
    (r"\mathbb E[z^\top x\,|\,z]", "E[zᵀ x | z]"), (r"\mathbb E\Big[z^\top x\,\Big|\,z\Big]", "E[zᵀ x | z]"),
    (r"\mathbb E[|z^\top x|\,|\,z]", "E[|zᵀ x| | z]"), (r"\mathbb E[\|x\|\,|\,z]", "E[‖x‖₂ | z]"),
    (r"\mathbb E[|z^\top x| x^\top z|z]", ""), (r"\mathbb E[z^\top x|z|u]", ""), (r"\mathbb E[|z^\top x]", ""),
    (r"\mathbb E[(z^\top x|z)]", ""), (r"(z^\top x|z)", ""), (r"\operatorname{tr}(A|x)", ""), (r"\mathbb E[z^\top x|y]", ""),
])  # fmt: skip
def test_the_one_bar_without_a_partner_in_a_mean_stands_before_what_is_fixed(tmp_path, mean, meant):
    found = _read(tmp_path, rf"{LAW}\begin{{lemma}} Then ${mean}=0$.{END}")
    assert found == ([f"{meant} = 0"] if meant else [])


@pytest.mark.parametrize(("title", "count"), [
    ("Two-layer linear networks", 1), ("Deep linear networks", 1), ("Two samples", 0), ("Wide networks", 0), ("Two", 0),
])  # fmt: skip
def test_a_section_on_networks_with_layers_names_its_matter(tmp_path, title, count):
    source = LAW.replace("Let", rf"\section{{{title}}} Let", 1)
    (tmp_path / "p.tex").write_text(rf"{source}\begin{{lemma}} Then $\mathbb E[x^\top Ax]=\operatorname{{tr}}(AS)$.{END}")
    found = paper(tmp_path / "p.tex").claims
    assert len([claim for claim in found if not claim.may_suppose]) == count


ORDERED = r"\newtheorem{lemma}{Lemma}\begin{document} "


@pytest.mark.parametrize(("setting", "count"), [
    (r"\begin{lemma}[Polyak--\L ojasiewicz] Let $a>0$, $0<b\le1/a$ and $c := ab$. Then $c\le 1$.", 1),
    (r"\begin{lemma}[Strong noise] Let $a>0$, $0<b\le1/a$ and $c := ab$. Then $c\le 1$.", 0),
    (r"\section{The Bayesian view}\begin{lemma} Let $a>0$, $0<b\le1/a$. Then $ab\le 1$.", 1),
    (r"\section{The convex view}\begin{lemma} Let $a>0$, $0<b\le1/a$. Then $ab\le 1$.", 0),
    (r"\begin{lemma} Let $m\in\mathbb R^d$, $A\in\mathbb R^{d\times d}$ symmetric. Then $m^\top A=(Am)^\top$.", 1),
    (r"\begin{lemma} Let $B\in\mathbb R^{d\times d}$, $A\in\mathbb R^{d\times d}$ symmetric. Then $A=A^\top$.", 0),
    (r"\begin{lemma} Let $m\in\mathbb R^d$, $A\in\mathbb R^{d\times d}$ positive. Then $A=A$.", 0),
    (r"Let $P\in\mathbb R^{d\times d}$.\begin{lemma} For all $P$ as above, $PP=P^2$.", 1),
])  # fmt: skip
def test_what_a_list_a_title_and_a_bound_say_is_read_or_the_statement_is_not(tmp_path, setting, count):
    (tmp_path / "p.tex").write_text(ORDERED + setting + END)
    assert len([claim for claim in paper(tmp_path / "p.tex").claims if not claim.may_suppose]) == count
