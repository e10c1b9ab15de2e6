# ruff: noqa: E501, a text and its reading stand side by side
"""Flows, minimizers, pseudoinverses and independence in the words of papers, and what of these is refused."""

from __future__ import annotations

import pytest

from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.report.render import plain

from .left_open import left_open

BEFORE = r"""Let $X\in\mathbb R^{n\times d}$, $y\in\mathbb R^n$ and $\lambda>0$. Let $A\in\mathbb R^{d\times d}$ and let $a,b\in\mathbb R$.
Define $L(w):=\frac12\|Xw-y\|^2$ for $w\in\mathbb R^d$.
"""
FLOW = r"Under the gradient flow $\dot w=-\nabla L(w)$, "


def _lemma(tmp_path, body: str) -> PaperRead:
    file = tmp_path / "p.tex"
    file.write_text(f"{BEFORE}\\begin{{lemma}}\\label{{it}} {body} \\end{{lemma}}\n", encoding="utf-8")
    return paper(file)


@pytest.mark.parametrize(("body", "meant"), [
    (FLOW + r"$\frac{d}{dt}L(w(t))=-\|\nabla L(w(t))\|^2$.", "⟨∇_w L(w), -∇_w L(w)⟩ = -‖∇_w L(w)‖₂²"),
    (r"Let $w(t)$ follow the gradient flow $\dot w(t)=-\nabla L(w(t))$. Then $\frac{\mathrm d}{\mathrm dt}\tfrac12\|w(t)\|^2=0$.", "⟨∇_w (1/2 ‖w‖₂²), -∇_w L(w)⟩ = 0"),
    (r"Consider the gradient flow $\dot w=-\nabla L(w)$. Then $\frac{d}{dt} w(t)=-X^\top(Xw(t)-y)$.", "-∇_w L(w) = -Xᵀ (X w - y)"),
    (FLOW + r"$\frac{d}{dt}\|Xw-y\|^2\le0$.", "⟨∇_w ‖X w - y‖₂², -∇_w L(w)⟩ ≤ 0"),
    (r"Under the flow $\dot a=-b$ and $\dot b=-a$, $\frac{d}{dt}(a^2-b^2)=0$.", "⟨∇_a (a² - b²), -b⟩ + ⟨∇_b (a² - b²), -a⟩ = 0"),
    (FLOW + r"$A=A$.", "A = A"),
    (r"The loss $L$ has a unique minimizer, which is given by \[\hat w=(X^\top X)^{-1}X^\top y.\]", "argmin_{w} L(w) = (Xᵀ X)⁻¹ Xᵀ y"),
    (r"The unique minimizer of $L$ over $\mathbb R^d$ is $\hat w=X^\top y$.", "argmin_{w} L(w) = Xᵀ y"),
    (r"$\hat w=X^\top y$ is the unique global minimizer of the loss $L$.", "argmin_{w} L(w) = Xᵀ y"),
    (r"The unique minimizer of $w\mapsto L(w)+\frac\lambda2\|w\|^2$ is $w_\lambda=X^\top y$.", "argmin_{w} (L(w) + λ/2 ‖w‖₂²) = Xᵀ y"),
    (r"The ridge objective $L_\lambda(w)=L(w)+\frac\lambda2\|w\|^2$ is uniquely minimized at $w_\lambda=X^\top y$.", "argmin_{w} L_λ(w) = Xᵀ y"),
    (r"$L$ attains its minimum at $\hat w=X^\top y$.", "min_{w} L(w) = L(X^ᵀy)"),
    (r"Let $A^+$ denote the Moore-Penrose pseudoinverse of $A$. Then $AA^+A=A$.", "A A^+ A = A"),
    (r"$AA^\dagger A=A$, where $A^\dagger$ is the pseudo-inverse of $A$.", "A A⁺ A = A"),
])  # fmt: skip
def test_flows_and_minima_in_words_are_read(tmp_path, body, meant):
    (found,) = _lemma(tmp_path, body).claims
    assert plain(found.parts[0].readings[0].prop) == meant
    assert found.given == ()


@pytest.mark.parametrize("body", [
    r"Under the flow $\dot w=-\nabla L(w)$ with $w(0)=0$, $\frac{d}{dt}L(w)\le0$.", FLOW + r"$L(w(t))\le L(w(0))$.",
    r"Let $w(t)$ follow the gradient flow $\dot w=-\nabla L(w)$ started at $w(0)=0$. Then $\frac{d}{dt}L(w)\le0$.",
    r"Let $w(t)$ solve $\dot w=-\nabla L(w)$ for $t\ge1$. Then $\frac{d}{dt}L(w)\le0$.", FLOW + r"$\|w(t)\|\le e^{-t}$.",
    FLOW + r"$\frac{d^2}{dt^2}L(w)\ge0$.", FLOW + r"$\frac{d}{dt}\|A\|_F^2=0$.", FLOW + r"$\dot L\le0$.",
    FLOW + r"$\frac{d}{dt}L(w)+\|w\|^2=0$.", FLOW + r"$\frac12\frac{d}{dt}(w^\top w)A=0$.",
    r"Under the flow, $\frac{d}{dt}L(w)\le0$.", r"Under stochastic gradient flow $\dot w=-\nabla L(w)$, $\frac{d}{dt}L(w)\le0$.",
    r"A minimizer of $L$ is $\hat w=X^\top y$.", r"The unique minimizer of $L$ over $\mathcal W$ is $\hat w=X^\top y$.",
    r"The unique minimizer of $L$ on the sphere is $\hat w=X^\top y$.", r"$L$ attains its maximum at $\hat w=X^\top y$.",
    r"Let $A^+$ denote the positive part of $A$. Then $AA^+A=A$.", r"Let $A^+$ denote the pseudoinverse of $X$. Then $AA^+A=A$.",
])  # fmt: skip
def test_what_two_readers_may_take_in_two_ways_is_not_read(tmp_path, body):
    assert not _lemma(tmp_path, body).claims


INPUTS = r"Let $x_1,\dots,x_n\sim N(0,I_d)$ be i.i.d. inputs. "
TASK = r"Let $w\sim N(0,I_d)$ be a task that is independent of the inputs. "


@pytest.mark.parametrize(("said", "lemma", "read"), [
    (INPUTS + TASK, r"$\mathbb E[w^\top x_1]=0$.", True),
    (INPUTS + TASK + r"Let $e\sim N(0,I_d)$ be independent of the inputs.", r"$\mathbb E[w^\top e]=0$.", False),
    (INPUTS + TASK + r"Let $e\sim N(0,I_d)$ be independent of the inputs and $w$.", r"$\mathbb E[w^\top e]=0$.", True),
    (INPUTS + r"Let $w\sim N(0,I_d)$ be independent of the noise.", r"$\mathbb E[w^\top x_1]=0$.", False),
    (INPUTS + r"Let $w\sim N(0,I_d)$ be independent of $z$.", r"$\mathbb E[w^\top x_1]=0$.", False),
    (INPUTS + r"Let $w\sim N(0,I_d)$ be independent of everything else.", r"$\mathbb E[w^\top x_1]=0$.", True),
])  # fmt: skip
def test_independent_of_some_letters_is_not_independent_of_all(tmp_path, said, lemma, read):
    assert bool(_lemma(tmp_path, said + lemma).claims) is read


def test_a_letter_beside_its_family_has_the_law_of_it(tmp_path):
    (found,) = _lemma(tmp_path, r"Let $x,x_1,\dots,x_n\sim N(0,I_d)$ be i.i.d. vectors in $\mathbb R^d$. Then $\mathbb E[x^\top Ax]=\operatorname{tr}A$.").claims
    assert plain(found.parts[0].readings[0].prop) == "E[xᵀ A x] = tr(A)"


@pytest.mark.parametrize("body", [
    r"The weights satisfy $A^\top A=I$.", r"The data satisfies $Xw=y$.", r"The gradient at initialization satisfies $\nabla L(w)=-X^\top y$.",
    r"Consider the constrained loss $M(w)=L(w)+\lambda$. Then $M(w)\ge\lambda$.", r"For symmetric $S\in\mathbb R^{d\times d}$ define $M(S):=\|S\|_F^2$. Then $M(S)\ge0$.",
    r"The empirical covariance is unbiased, and $A=A$.", r"The estimator is unbiased if $A=A^\top$.",
])  # fmt: skip
def test_words_that_may_be_a_condition_are_not_passed_over(tmp_path, body):
    assert left_open(_lemma(tmp_path, body))


@pytest.mark.parametrize("body", [
    r"The gradient and the Hessian of $L$ are $\nabla L(w)=X^\top(Xw-y)$ and $\nabla^2 L(w)=X^\top X$.",
    r"Consider the ridge objective $M(w)=L(w)+\lambda$. Then $M(w)\ge\lambda$.", r"The excess risk equals $\|Xw-y\|^2=2L(w)$.",
    r"For $S\in\mathbb R^{d\times d}$ define the squared norm $M(S):=\|S\|_F^2$. Then $M(S)\ge0$.",
])  # fmt: skip
def test_how_a_function_is_called_says_nothing_more(tmp_path, body):
    assert _lemma(tmp_path, body).claims


def test_a_display_that_defines_and_states_does_both(tmp_path):
    (found,) = _lemma(tmp_path, r"We have \[ B\triangleq A^\top A=A, \] and $B=A$.").claims
    assert [plain(part.readings[0].prop) for part in found.parts] == ["Aᵀ A = A", "B = A"]
    assert not _lemma(tmp_path, r"Let $B:=A^\top A=I$. Then $A^\top A=I$.").claims
    assert not _lemma(tmp_path, r"Suppose that \[ B\triangleq A^\top A=I. \] Then $A^\top A=I$.").claims


@pytest.mark.parametrize(("body", "read"), [
    (r"Let $W,G\in\mathbb R^{m\times d}$. Let $W^+=W-\lambda G$. Then $W^+-W=-\lambda G$.", True),
    (r"Let $W,G\in\mathbb R^{m\times m}$. Let $W^+=W-\lambda G$. Then $W^+-W=-\lambda G$.", False),
    (r"Let $x,x_1,\dots,x_n\sim N(0,I_d)$ be i.i.d. Then $\mathbb E[x^\top x_1]=0$.", False),
    (r"Let $A$ be invertible. Then $AA^{-1}=I$ almost surely.", True), (r"Almost surely $A=I$ or $A=0$.", False),
])  # fmt: skip
def test_steps_and_letters_of_two_kinds(tmp_path, body, read):
    assert bool(_lemma(tmp_path, body).claims) is read


@pytest.mark.parametrize(("said", "read"), [
    (r"Everything happens in the overparametrized regime $d\ge n$.", False), (r"The dimension $d$ is even.", False),
    (r"For $d=1$ all of this is simple.", True), (r"Rows of $Z\in\mathbb R^{n\times d}$ are unusual.", True),
])  # fmt: skip
def test_a_dimension_of_which_a_sentence_speaks_is_not_any_dimension(tmp_path, said, read):
    file = tmp_path / "p.tex"
    file.write_text(f"{said} {BEFORE} \\begin{{lemma}} $\\operatorname{{tr}}A=\\operatorname{{tr}}A^\\top$. \\end{{lemma}}")
    assert not left_open(paper(file)) if read else left_open(paper(file))
