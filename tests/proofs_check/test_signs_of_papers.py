"""Sentences on signs, ranks, names and laws: what is understood of them, and what of it leaves a lemma unread."""

from __future__ import annotations

import pytest

from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.report.render import plain

BEFORE = r"\newtheorem{lemma}{Lemma}\newcommand{\R}{\mathbb R}\newcommand{\E}{\mathbb E}" + "\n\\begin{document}\n"


def _paper(tmp_path, text: str, lemma: str) -> PaperRead:
    file = tmp_path / "p.tex"
    file.write_text(f"{BEFORE}{text}\n\\begin{{lemma}} {lemma} \\end{{lemma}}\n\\end{{document}}\n", encoding="utf-8")
    return paper(file)


@pytest.mark.parametrize(("text", "lemma", "meant", "given"), [
    (r"Throughout, $\|\cdot\|$ denotes the Euclidean norm and $\langle\cdot,\cdot\rangle$ the Euclidean inner product. "
     r"Let $x\in\R^d$.", r"$\|x\|^2=\langle x,x\rangle$.", "‖x‖₂² = ⟨x, x⟩", []),
    (r"Here $\|\cdot\|_*$ denotes the nuclear norm. Let $x\in\R^d$.", r"$\|x\|^2=x^\top x$.", "‖x‖₂² = xᵀ x", []),
    (r"Let $X\in\R^{n\times d}$ be a matrix with full column rank.", r"$X^\top X=I$.", "Xᵀ X = I", ["det(Xᵀ X) ≠ 0"]),
    (r"Let $X\in\R^{n\times d}$ have full row rank.", r"$X^\top X=I$.", "Xᵀ X = I", ["det(X Xᵀ) ≠ 0"]),
    ("", r"Let $A\in\R^{d\times d}$ denote a symmetric matrix. Then $A=A^\top$.", "A = Aᵀ", []),
    (r"Let $A\in\R^{d\times d}$ and $P:=A^\top A$ be the Gram matrix.",
     r"The matrix $P$ satisfies $P^2=P$.", "P² = P", []),
    (r"Let $A\in\R^{d\times d}$ and $P:=A^\top A$.", r"If the matrix $P$ satisfies $P^2=P$, then $P=I$.", "P = I",
     ["P² = P"]),
    (r"Let $\Sigma\in\R^{d\times d}$ be positive definite.", r"$\E_{x\sim N(0,\Sigma)}[xx^\top]=\Sigma$.",
     "E[x xᵀ] = Σ", []),
    (r"Let $x$ be a random vector in $\R^n$ with distribution $N(0,\Sigma)$, where $\Sigma$ is positive definite.",
     r"$\E[xx^\top]=\Sigma$.", "E[x xᵀ] = Σ", []),
    (r"Let $y\in\R^d$.",
     r"Suppose that $y=Ax$ with $A\in\R^{d\times d}$ and $x\sim N(0,I_d)$. Then $\E[yy^\top]=AA^\top$.",
     "E[y yᵀ] = A Aᵀ", []),
    (r"Consider \[f(x)=x^\top x,\quad x\in\R^d.\]", r"$\nabla f(x)^\top x=2f(x)$.", "(∇_x f(x))ᵀ x = 2 f(x)", []),
    (r"Let $w\in\R^d$ and $x\sim N(0,I_d)$. The label is $y=w^\top x$.", r"$\E[y^2]=\|w\|^2$.",
     "E[y²] = ‖w‖₂²", []),
    (r"Let $a\in\R$.", r"$\min_{x\in\R}(x^2-2ax)=-a^2$.", "min_{x} (x² - 2 a x) = -a²", []),
    (r"Let $X\in\R^{n\times d}$, $y\in\R^n$ and $f(w):=\|Xw-y\|^2$.", r"$f(w)\ge0$.", "f(w) ≥ 0", []),
    (r"Let $x\in\R^d$ and $\eta>0$.", r"Let $x^+=x-\eta x$. Then $x^+=(1-\eta)x$.", "x^+ = (1 - η) x", []),
])  # fmt: skip
def test_a_sentence_as_papers_have_it_is_understood(tmp_path, text, lemma, meant, given):
    (found,) = _paper(tmp_path, text, lemma).claims
    assert plain(found.parts[0].readings[0].prop) == meant
    assert [h.name for h in found.given] == given


@pytest.mark.parametrize(("text", "lemma"), [
    (r"Here $\|\cdot\|$ denotes the $\ell_1$ norm. Let $x\in\R^d$.", r"$\|x\|^2=x^\top x$."),
    (r"Let $v\in\R^d$ and $\|v\|:=\sqrt{v^\top Mv}$. Let $x\in\R^d$.", r"$\|x\|^2=x^\top x$."),
    (r"For any vector $v$, define \[\|v\|:=\sqrt{v^\top Mv}.\] Let $x\in\R^d$.", r"$\|x\|^2=x^\top x$."),
    (r"Let $M\succ0$ be $d\times d$ and write $\langle x,y\rangle:=x^\top My$. Let $u\in\R^d$.",
     r"$\langle u,u\rangle=u^\top u$."),
    (r"Here $I$ denotes an index set. Let $x\in\R^d$.", "$Ix=x$."),
    (r"Let $A\in\R^{d\times d}$ be a random matrix and $x$ be drawn from $N(0,I_d)$.", r"$\E[Ax]=0$."),
    (r"Let $n$ be the number of the inputs.", r"$\frac1n\le1$."),
    (r"Let $A\in\R^{d\times d}$. The vector $w$ is sparse. Define $f(w):=w^\top Aw$.", r"$f(w)\ge0$."),
    (r"Let $a\in\R$. Let $x$ range over the integers.", r"$\min_{x}(x^2-2ax)=-a^2$."),
    (r"Let $A\in\R^{d\times d}$.", "The matrix $A$ satisfies $A^2=A$."),
    (r"Let $x\in\R^d$ be a fixed point of $T$.", r"$x^\top x\ge0$."),
    (r"Let $X\in\R^{n\times d}$ with $n\ge d$ have full rank.", r"$\det(X^\top X)\ne0$."),
    (r"Let $A\in\R^{d\times d}$ and $f(w):=w^\top Aw$.", r"$f(w)\ge0$."),
    (r"Let $y\in\R$. The label is $y=z$.", "$y=1$."),
    (r"Let $\Lambda$ be diagonal. Let $x\sim N(0,\Lambda)$.", r"$\E[xx^\top]=\Lambda$."),
    *((r"Let $x\in\R^d$ and $w\sim N(0,I_d)$ be drawn.", rf"{words} $w$, $\E[w^\top w]=d$.")
      for words in ("For every fixed", "For all", "For any")),
    (r"Let $n$ be even.", r"$\sum_{i=1}^n i=1$."),
    ("", r"$\E_{x\sim N(0,I_d)}[x^\top x]=x^\top x$."),
    (r"Let $A\in\R^{d\times d}$ and $x\in\R^d$.",
     r"\begin{align} x^\top Ax &\le 2x^\top x, \\ \|x\| &\le 1. \end{align}"),
])  # fmt: skip
def test_what_gives_a_sign_or_a_letter_another_meaning_leaves_the_lemma_unread(tmp_path, text, lemma):
    assert all(claim.may_suppose for claim in _paper(tmp_path, text, lemma).claims if "lemma" in claim.id)
