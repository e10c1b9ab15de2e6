# ruff: noqa: E501, a text and its reading stand side by side
"""What a statement defined ends where its letter is said anew, and words that may change a meaning leave it unread."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.report.render import plain

from .left_open import left_open


def _paper(folder: Path, body: str) -> PaperRead:
    file = folder / "p.tex"
    head = r"\newtheorem{lemma}{Lemma}\begin{document} "
    file.write_text(head + body.replace("[[", r"\begin{lemma} ").replace("]]", r"\end{lemma} ") + r"\end{document}")
    return paper(file)


REAL, FIRST = r"Let $x\in\mathbb R$. ", r"[[Let $f(x)=x^2$. Then $f(x)\ge0$.]]"


@pytest.mark.parametrize(("body", "said"), [
    (REAL + FIRST + r"[[Let $f(x)=x$. Then $f(x)\ge0$.]]", "f(x) = x."), (REAL + FIRST + r"Let $f(x)=x$. [[$f(x)\ge0$.]]", "f(x) = x."),
    (REAL + FIRST + r"[[With $f(x)=x$, $f(x)\ge0$.]]", "f(x) = x."), (REAL + FIRST + r"[[If $f(x)=x$, then $f(x)\ge0$.]]", "f(x) = x."),
    (REAL + r"[[Let $a:=x^2$. Then $a\ge0$.]][[Let $a:=x$. Then $a=x$.]][[$a\ge0$.]]", "a = x."),
    (REAL + r"[[Let $a:=x^2$. Then $a\ge0$.]][[Let $a\le1$. Then $a\ge0$.]]", "a: a number."),
    (r"[[Let $f:\mathbb R^{d\times d}\to\mathbb R$ be given by $f(X)=\operatorname{tr}(X)^2$. Then $f(X)=\|X\|_F^2$.]]", "With X: d x d; f(X) = tr(X)²."),
    (REAL + r"[[Let $a=x^2$. Then $a\ge0$.]][[Let $a=x$. Then $a\ge0$.]]", "a = x."),
    (r"Let $A,B\in\mathbb R^{d\times d}$. [[Let $M=A+A^\top$. Then $M=M^\top$.]][[Let $M=AB$. Then $M=M^\top$.]]", "M = A B."),
    (r"Let $\theta\in\mathbb R^d$. [[For $f(\theta)=\frac12\|\theta\|^2$, $\nabla f(\theta)=\theta$.]][[For $f(\theta)=\|\theta\|^2$, $\nabla f(\theta)=\theta$.]]", "f(θ) = ‖θ‖₂²."),
])  # fmt: skip
def test_a_letter_is_what_was_said_last_of_it(body, said, tmp_path):
    assert _paper(tmp_path, body).claims[-1].note.endswith(said)


@pytest.mark.parametrize("again", [r"Let $f$ be a function. Then $f(x)\ge0$.", r"For every function $f$, $f(x)\ge0$."])
def test_any_function_is_not_the_one_before(again, tmp_path):
    assert len(_paper(tmp_path, f"{REAL}{FIRST}[[{again}]]").claims) == 1


MATRIX, GAUSSIAN = r"Let $A\in\mathbb R^{d\times d}$. ", r"Let $x\sim\mathcal N(0,I_d)$. "
LOSS = r"Let $u,v\in\mathbb R^d$ and $L(u,v)=\frac12(u^\top v-1)^2$. "


@pytest.mark.parametrize("body", [
    GAUSSIAN + r"Let $w\sim\mathcal N(0,I_d)$ be independent of $x$. [[Conditionally on $x$, $\mathbb E[\|w\|^2\mid w]=\|w\|^2$.]]",
    GAUSSIAN + r"Let $w\sim\mathcal N(0,I_d)$ be independent of $x$. [[Conditionally on $w$, $\mathbb E\|x+w\|^2=2d$.]]",
    r"Let $z\sim\mathcal N(0,I_d)$ be the noise. Let $w\sim\mathcal N(0,I_d)$ be independent of the inputs. [[$\mathbb E[(w^\top z)^2]=d$.]]",
    r"Let $z\sim\mathcal N(0,I_d)$. Let $w\sim\mathcal N(0,I_d)$ be independent of the labels. [[$\mathbb E[(w^\top z)^2]=d$.]]",
    GAUSSIAN + r"\begin{lemma}[Truncated inputs] $\mathbb E\|x\|^2=d$.\end{lemma}", GAUSSIAN + r"\section{Clipped inputs}[[$\mathbb E\|x\|^2=d$.]]",
    GAUSSIAN + r"We only keep inputs of length one. [[$\mathbb E\|x\|^2=d$.]]", GAUSSIAN + r"Expectations are over the noise. [[$\mathbb E\|x\|^2=d$.]]",
    GAUSSIAN + r"We write $\mathbb E$ for the empirical average. [[$\mathbb E\|x\|^2=d$.]]",
    MATRIX + r"Matrix powers are taken entrywise. [[$A^2=AA$.]]", MATRIX + r"Traces are normalised. [[$\operatorname{tr}(A+I)=\operatorname{tr}(A)+d$.]]",
    MATRIX + r"Throughout, the trace is divided by the dimension. [[$\operatorname{tr}(A+I)=\operatorname{tr}(A)+d$.]]",
    r"Let $x,y\in\mathbb R^d$. Norms are $\ell_1$ norms. [[$\|x+y\|^2+\|x-y\|^2=2\|x\|^2+2\|y\|^2$.]]",
    r"Let $x\in\mathbb R^d$. Gradients are row vectors. [[$\nabla(x^\top x)=2x$.]]",
    LOSS + r"Throughout, time runs backwards. [[Under gradient flow on $L$, $\frac{d}{dt}(\|u\|^2-\|v\|^2)=0$.]]",
    LOSS + r"The second layer is frozen. [[Under gradient flow on $L$, $\frac{d}{dt}(\|u\|^2-\|v\|^2)=0$.]]",
    r"The numbers below are positive. Let $a\in\mathbb R$. [[$a^3>0$.]]",
    r"[[Let $a_1,\dots,a_n\in\mathbb R$ be positive. Then $\sum_{i=1}^na_i>0$.]]",
    r"Let $a\in\mathbb R^n$. [[Let $a_1,\dots,a_m\in\mathbb R$. Then $\|a\|^2=\sum_{i=1}^ma_i^2$.]]",
    r"[[Let $P\in\mathbb R^{d\times d}$ be a projection matrix, i.e.\ $P^2=P$. Then $P=P^\top$.]]",
    LOSS + r"[[Every global minimum of $L$ satisfies $u^\top v=1$ and $u\ne0$.]]", LOSS + r"[[The origin is a strict saddle point of $L$.]]",
    r"Let $b,x\in\mathbb R^d$ and $f(x)=\|x-b\|^2$. [[Let $g(x)=\|x\|^2$. The gradient of $f$ is $\nabla f(x)=2(x-b)$, and its unique minimizer is $\hat x=b$.]]",
    r"Let $a,b\in\mathbb R$. [[$a$ satisfies \[ a\ge b. \] Then $a+1\ge b$.]]",
    r"[[For every $b>0$, $b+1/b\ge2$. Hence, for $b<0$, $b+1/b\ge2$.]]",
    r"Let $X\in\mathbb R^{n\times d}$. \newtheorem{assumption}{Assumption}\begin{assumption} $X^\top X=I$.\end{assumption}[[$\|X\|_F^2=d$.]]",
    REAL + r"[[Let $f:[1,2]\to\mathbb R$ be given by $f(x)=x^2$. Then $\min_x f(x)=0$.]]",
    REAL + r"Let $f(x):=x^2$. [[Let $f(x)=x$. Then $f(x)\ge0$.]]", r"[[For symmetric $A$ and $B\in\mathbb R^{d\times d}$, $AB=(BA)^\top$.]]",
    r"Let $a>0$. [[$\min_a (a+1)^2=0$.]]", r"Let $A\in\mathbb R^{d\times d}$ be symmetric. Symmetry is not needed below. [[$A=A^\top$.]]",
    r"Let $A\in\mathbb R^{d\times d}$ be symmetric. \begin{lemma}[Skew matrices] $A=A^\top$.\end{lemma}",
    r"Let $x,y\in\mathbb R^d$. We use the $\ell_1$ norm. [[$\|x+y\|^2+\|x-y\|^2=2\|x\|^2+2\|y\|^2$.]]",
    MATRIX + r"\begin{lemma}[Complex case] $A^\top A\succeq0$.\end{lemma}", GAUSSIAN + r"\section{Bernoulli inputs}[[$\mathbb E\|x\|^2=d$.]]",
])  # fmt: skip
def test_what_may_mean_another_thing_is_not_read(body, tmp_path):
    assert left_open(_paper(tmp_path, body))


def test_what_is_taken_over_is_of_the_letter_that_is_named(tmp_path):
    first = r"\begin{lemma}\label{l} Let $A$ be symmetric and let $B\in\mathbb R^{d\times d}$. Then $BAB^\top=BA^\top B^\top$.\end{lemma}"
    (_, second) = _paper(tmp_path, MATRIX + first + r"[[With $B$ as in Lemma~\ref{l}, $B+A=B+A^\top$.]]").claims
    assert "A: d x d;" in second.note
    (_, second) = _paper(tmp_path, r"Let $A\in\mathbb R^{d\times d}$ and $b>0$. [[Let $A$ be symmetric. Then $A=A^\top$.]][[Assume in addition that $b<1$. Then $bA=bA^\top$.]]").claims
    assert "A: d x d;" in second.note


@pytest.mark.parametrize("body", [
    r"\section{Symmetric matrices}[[Let $A\in\mathbb R^{d\times d}$. Then $A=A^\top$.]]", MATRIX + r"\begin{lemma}[Singular matrix] $\det A=0$.\end{lemma}",
    r"\section{The noiseless case} Let $w,x\in\mathbb R^d$, $\varepsilon\in\mathbb R$, and $y=w^\top x+\varepsilon$. [[$y=w^\top x$.]]",
])  # fmt: skip
def test_what_a_title_says_is_not_refuted(body, tmp_path):
    (claim,) = _paper(tmp_path, body).claims
    assert claim.may_suppose


def test_all_of_several_matrices_have_what_is_said_of_them(tmp_path):
    (claim,) = _paper(tmp_path, r"[[For all symmetric matrices $A\in\mathbb R^{d\times d}$ and $B\in\mathbb R^{d\times d}$, $(AB)^\top=BA$.]]").claims
    assert claim.note == "With A: d x d, symmetric; B: d x d, symmetric."
    assert plain(claim.parts[0].readings[0].prop) == "(A B)ᵀ = B A"
