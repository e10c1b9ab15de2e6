"""Labels, queries, predictions, any two members: what is read of them, and what is refused."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.report.render import plain

BEFORE = r"\newtheorem{lemma}{Lemma}\newcommand{\R}{\mathbb R}\newcommand{\E}{\mathbb E}" + "\n\\begin{document}\n"
INPUTS = r"Let $x_1,\dots,x_n,x_q$ be i.i.d. $N(0,\Lambda)$ and let $w\in\R^d$. "


def _paper(tmp_path, text: str, lemma: str) -> PaperRead:
    file = tmp_path / "p.tex"
    file.write_text(f"{BEFORE}{text}\n\\begin{{lemma}} {lemma} \\end{{lemma}}\n\\end{{document}}\n", encoding="utf-8")
    return paper(file)


@pytest.mark.parametrize(("text", "lemma", "meant"), [
    (r"Let $x_1,\dots,x_n,x_q\stackrel{\text{i.i.d.}}{\sim}N(0,\Lambda)$.", r"$\E[x_1^\top x_q]=0$.",
     "E[x₁ᵀ x_q] = 0"),
    (r"Let $x_1,\dots,x_n,x_q\sim N(0,I_d)$ be independent.", r"$\E[x_1^\top x_q]=0$.", "E[x₁ᵀ x_q] = 0"),
    (r"Let $x_1,\dots,x_n,x_q$ be drawn i.i.d. from $N(0,\Lambda)$.", r"$\E[x_1^\top x_q]=0$.", "E[x₁ᵀ x_q] = 0"),
    (r"We draw $w\sim N(0,I_d)$ and, independently, inputs $x_1,\dots,x_n,x_q\stackrel{iid}{\sim}N(0,\Lambda)$.",
     r"$\E[w^\top x_qx_q^\top x_1]=0$.", "E[wᵀ x_q x_qᵀ x₁] = 0"),
    (INPUTS + r"The labels are $y_i=w^\top x_i$.", r"$\E[\sum_{i=1}^n y_ix_i]=n\Lambda w$.",
     "E[Σ_{i=1..n} wᵀ x_i x_i] = n Λ w"),
    (INPUTS + r"Let $y_i:=\langle w,x_i\rangle$ for all $i\in[n]$.", r"$\E[\sum_{j=1}^n y_j^2]=nw^\top\Lambda w$.",
     "E[Σ_{j=1..n} ⟨w, x_j⟩²] = n wᵀ Λ w"),
    (INPUTS + r"The labels are $y_i=w^\top x_i+\epsilon_i$, where $\epsilon_i\sim N(0,\sigma^2)$ are i.i.d. and "
     r"independent of $x_1,\dots,x_n$.", r"$\E[\sum_{i=1}^n x_iy_i]=n\Lambda w$.",
     "E[Σ_{i=1..n} x_i (wᵀ x_i + ϵ_i)] = n Λ w"),
    (INPUTS + r"The labels are $y_i=\sum_{j=1}^n x_j^\top x_i$.", r"$\E[\sum_{j=1}^n y_j]=0$.",
     "E[Σ_{j=1..n} Σ_{k=1..n} x_kᵀ x_j] = 0"),
    (INPUTS + r"Let \[y_i=w^\top x_i,\quad i=1,\dots,n.\]", r"$\E[y_1^2]=w^\top\Lambda w$.", "E[(wᵀ x₁)²] = wᵀ Λ w"),
    (INPUTS + r"The labels are $y_i=w^\top x_i$ and $y_q=w^\top x_q$. A linear layer with parameter "
     r"$V\in\R^{d\times d}$ predicts \[\hat y_q=x_q^\top V\frac1n\sum_{i=1}^n y_ix_i.\]",
     r"$\E[(\hat y_q-y_q)^2]\ge0$.", "E[(ŷ_q - y_q)²] ≥ 0"),
    (INPUTS, r"For $i\ne j$, $\E[x_ix_j^\top]=0$.", "E[x₁ x₂ᵀ] = 0"),
    (INPUTS, r"For all $i\in[n]$, $\E[x_ix_q^\top]=0$.", "E[x₁ x_qᵀ] = 0"),
    (INPUTS, r"\[\E[x_i]=0,\quad i=1,\dots,n.\]", "E[x₁] = 0"),
    (INPUTS, r"For each $i$, $\E[x_i]=0$.", "E[x₁] = 0"),
    (r"The inputs $x_1,\dots,x_n$ and the query $x_q$ are drawn i.i.d. from $N(0,\Lambda)$.", r"$\E[x_1^\top x_q]=0$.",
     "E[x₁ᵀ x_q] = 0"),
    ("A prompt consists of $n$ examples. " + INPUTS, r"$\E[\frac1n\sum_{i=1}^n x_i]=0$.",
     "E[1/n Σ_{i=1..n} x_i] = 0"),
    (r"Let $A\in\R^{d\times d}$. The empirical loss is $L(W)=\|W-A\|_F^2$.", r"$\nabla L(W)=2(W-A)$.",
     "∇_W L(W) = 2 (W - A)"),
    (INPUTS, r"$\E_{x\sim N(0,\Lambda)}[xx^\top]=\Lambda$.", "E[x xᵀ] = Λ"),
    (INPUTS, r"$\E[\sum_{i=1}^n(w^\top x_i)x_i]=n\Lambda w$.", "E[Σ_{i=1..n} wᵀ x_i x_i] = n Λ w"),
])  # fmt: skip
def test_labels_queries_and_any_two_members_are_read(tmp_path, text, lemma, meant):
    (found,) = _paper(tmp_path, text, lemma).claims
    assert normalize("NFD", plain(found.parts[0].readings[0].prop)) == normalize("NFD", meant)
    assert found.given == ()


def test_what_a_model_predicts_is_a_definition(tmp_path):
    text = INPUTS + r"A linear attention layer with parameter $V\in\R^{d\times d}$ outputs $\hat y=x_q^\top Vx_q$."
    (found,) = _paper(tmp_path, text, r"$\E[\hat y]=\operatorname{tr}(V\Lambda)$.").claims
    assert normalize("NFD", "ŷ = x_qᵀ V x_q") in normalize("NFD", found.note)


@pytest.mark.parametrize(("text", "lemma"), [
    (r"Let $x_1,\dots,x_n,x_q\sim N(0,\Lambda)$.", r"$\E[x_1^\top x_q]=0$."),
    (r"Let $x_1,\dots,x_n,x_q$ be i.i.d. $N(0,\Lambda)$ and let $w\sim N(0,I_d)$.", r"$\E[w^\top x_q]=0$."),
    (INPUTS + r"Let $y\in\R^n$. The labels are $y_i=w^\top x_i$.", r"$\E[\sum_{i=1}^n y_ix_i]=ny$."),
    (INPUTS + r"The labels are $y_i=w^\top x_i$. The labels $y_i$ are clipped at $1$.",
     r"$\E[\sum_{i=1}^n y_ix_i]=n\Lambda w$."),
    (INPUTS + r"The labels are $y_i=w^\top x_i$.", r"Let $y_1,\dots,y_n\in\R$. $\E[\sum_{i=1}^n y_ix_i]=0$."),
    (INPUTS + r"The labels are $y_i=w^\top x_i$.", r"$\E[y_q^2]=w^\top\Lambda w$."),
    (INPUTS + r"The labels are $y_i=w^\top x_i$.", r"$\E[\sum_{i=1}^n\hat y_ix_i]=n\Lambda w$."),
    (INPUTS + r"A trained model predicts $\hat y=w^\top x_q$ on average.", r"$\E[\hat y]=0$."),
    (INPUTS + r"A linear model predicts $\hat y\approx w^\top x_q$.", r"$\E[\hat y]=0$."),
    (INPUTS + r"Let $S:=\frac1n\sum_{k=1}^n x_kx_k^\top$.", r"For $i\ne j$, $\E[x_i^\top Sx_j]=0$."),
    (INPUTS + r"Let $y_i=w^\top x_i$ for $i=1,\dots,m$.", r"$\E[\sum_{i=1}^n y_ix_i]=n\Lambda w$."),
    (INPUTS + r"The labels are $y_i=w^\top x_i$.", r"If $y_1=0$, then $\E[\sum_{i=1}^n y_ix_i]=n\Lambda w$."),
    (INPUTS, r"If $x_q=0$, then $\E[\|x_q\|^2]=0$."),
    (INPUTS, r"For each $i$, $\E[x_q]=0$. Moreover, $\E[x_i]=0$."),
    (INPUTS, r"For all $i$ and $j$, $\E[x_ix_j^\top]=0$."),
    ("A prompt consists of $n$ examples.", r"$\frac1n\le1$."),
    (r"Let $z\in\R^d$. The inputs $x$ and the query $z$ are independent.", r"$\E[x^\top z]=0$."),
    (INPUTS, r"For $i\ne j$, $\E[x_i^\top x_jx_1^\top x_2]=0$."),
    (INPUTS, r"For $i\ne j$ and $k\ne l$, $\E[x_i^\top x_jx_k^\top x_l]=0$."),
    (r"Let $A_1,A_2\in\R^{d\times d}$.", "For $i\\ne j$, $A_iA_j=A_jA_i$."),
    (r"Let $x\in\R^d$.", "For $i\\ne j$, $x_i=x_j$."),
])  # fmt: skip
def test_where_labels_or_members_may_be_others_the_lemma_is_not_read(tmp_path, text, lemma):
    assert not [claim.id for claim in _paper(tmp_path, text, lemma).claims if "lemma" in claim.id]


def test_what_a_loss_is_said_to_be_is_stated_where_it_has_a_formula(tmp_path):
    text = r"Let $A,W\in\R^{d\times d}$ and $L(W):=\|W-A\|_F^2$."
    (found,) = _paper(tmp_path, text, r"The loss is $L(W)=2\|W-A\|_F^2$.").claims
    assert plain(found.parts[0].readings[0].prop) == "L(W) = 2 ‖W - A‖_F²"


LOSS = r"Let $X\in\R^{n\times d}$, $y\in\R^n$ and $\lambda>0$. Let $L(w):=\|Xw-y\|^2+\lambda\|w\|^2$. "


@pytest.mark.parametrize("lemma", [
    r"The unique minimizer of $L$ is $\hat w=(X^\top X+\lambda I)^{-1}X^\top y$.",
    r"The minimizer of $L(w)$ is given by \[\hat w=\arg\min_{w\in\R^d}L(w)=(X^\top X+\lambda I)^{-1}X^\top y.\]",
    r"The loss $L$ is uniquely minimized at $\hat w=(X^\top X+\lambda I)^{-1}X^\top y$.",
])  # fmt: skip
def test_the_minimizer_of_a_loss_is_an_equation(tmp_path, lemma):
    (found,) = _paper(tmp_path, LOSS, lemma).claims
    assert plain(found.parts[0].readings[0].prop) == "argmin_{w} L(w) = (Xᵀ X + λ I)⁻¹ Xᵀ y"


@pytest.mark.parametrize("lemma", [
    r"Let $\hat w:=X^\top y$. The minimizer of $L$ is $\hat w=(X^\top X+\lambda I)^{-1}X^\top y$.",
    r"The minimizer of $L$ is $\hat w=\arg\min_w2L(w)=(X^\top X+\lambda I)^{-1}X^\top y$.",
    r"The minimizer of $L$ over the unit ball is $\hat w=0$.",
    r"The minimizer of $f$ is $\hat w=0$.",
    r"If the minimizer of $L$ is $\hat w=0$, then $X^\top y=0$.",
])  # fmt: skip
def test_a_minimizer_of_something_else_or_that_is_known_is_not_read(tmp_path, lemma):
    assert not _paper(tmp_path, LOSS, lemma).claims
