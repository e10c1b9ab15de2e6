"""What is supposed of a letter with a formula, of the letter of a minimum, and of one letter in two places."""

from __future__ import annotations

import pytest

from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.reading.tex.claims import PaperRead, paper

from .left_open import left_open

BEFORE = r"""\newtheorem{lemma}{Lemma}\newcommand{\R}{\mathbb R}
\begin{document}
Let $a\in\R$, $X\in\R^{n\times d}$, $M\in\R^{d\times d}$ and $y\in\R^n$.
"""


def _paper(tmp_path, text: str, lemma: str) -> PaperRead:
    file = tmp_path / "p.tex"
    file.write_text(f"{BEFORE}{text}\n\\begin{{lemma}} {lemma} \\end{{lemma}}\n\\end{{document}}\n", encoding="utf-8")
    return paper(file)


@pytest.mark.parametrize(("lemma", "given"), [
    (r"Let $b:=a-1$ with $b\ge0$. Then $a\ge1$.", ["b ≥ 0"]),
    (r"Let $b:=a-1$ and $e:=b-1$. If $e\ge-1$, then $a\ge1$.", ["e ≥ -1"]),
    (r"Let $v:=X^\top y$. Then $\|X^\top y\|=0$ if $\|v\|\le0$.", ["‖v‖₂ ≤ 0"]),
    (r"The unique minimizer of $w\mapsto\|w-X^\top y\|^2+\|w\|^2$ over $\R^d$ is $\hat w=X^\top y$, if $\hat w=0$.",
     ["w\u0302 = 0"]),
    (r"Let $b:=a-1$. Then $a\ge1$.", []),
    (r"Let $b:=y^\top y$ with $b\ge1$. Then $a\ge1$.", []),
])  # fmt: skip
def test_a_condition_on_a_letter_with_a_formula_is_one_on_the_letters_of_the_formula(tmp_path, lemma, given):
    (found,) = _paper(tmp_path, "Let $w\\in\\R^d$.", lemma).claims
    assert [h.name for h in found.given] == given


@pytest.mark.parametrize("lemma", [
    r"Let $b:=a-1$ be nonnegative. Then $a\ge1$.", r"Suppose that $b:=a-1$ is nonnegative. Then $a\ge1$.",
    r"Let $S:=X^\top X$ be invertible. Then $\det(X^\top X)>0$.",
    r"Let $b:=a-1$. Suppose that $b$ is large. Then $a\ge1$.",
])  # fmt: skip
def test_what_is_not_understood_of_a_letter_with_a_formula_leaves_the_lemma_unread(tmp_path, lemma):
    assert left_open(_paper(tmp_path, "", lemma))


@pytest.mark.parametrize(("text", "lemma", "read"), [
    (r"Let $w\in\R^d$ with $\|w\|=1$.", r"$\min_w w^\top w=1$.", False),
    (r"Let $Q\in\R^{d\times d}$ be orthogonal.", r"$\min_Q \|Q-M\|_F^2=0$.", False),
    (r"Let $c\in\R$ with $c>0$.", r"$\min_c \|X+cX\|_F^2=0$.", False),
    (r"Let $c\in\R$ with $c>0$ and let $w\in\R^d$.", r"$\min_w c\,w^\top w=0$.", True),
    (r"Let $w\in\R^d$ with $\|w\|=1$ and $g(w):=w^\top w$.", r"$\nabla g(w)=2w$.", True),
])  # fmt: skip
def test_a_minimum_over_a_letter_of_which_something_is_supposed_is_not_read(tmp_path, text, lemma, read):
    assert bool(_paper(tmp_path, text, lemma).claims) is read


@pytest.mark.parametrize(("text", "lemma", "read"), [
    (r"Let $S\in\R^{d\times d}$ be symmetric.", r"$\nabla_S\operatorname{tr}(SM)=M^\top$.", False),
    (r"Let $S\in\R^{d\times d}$ be positive definite.", r"$\nabla_S\operatorname{tr}(SM)=\frac12(M+M^\top)$.", False),
    (r"Let $S\in\R^{d\times d}$.", r"$\nabla_S\operatorname{tr}(SM)=M^\top$.", True),
    (r"Let $S\in\R^{d\times d}$ be symmetric and let $w\in\R^d$.", r"$\nabla_w\,w^\top Sw=2Sw$.", True),
])  # fmt: skip
def test_a_gradient_by_a_symmetric_letter_is_not_read(tmp_path, text, lemma, read):
    assert bool(_paper(tmp_path, text, lemma).claims) is read


LETTERS = declared("f(x) := x^3; h(x, z) := x^2 z; x: number; z: number; v: number; w: d; L(w) := w^\\top w")


@pytest.mark.parametrize("source", [
    r"\nabla_x f(2x) = 12x^2", r"\nabla_x h(x,x) = 2x^2", r"\nabla_x h(z,x) = z^2", r"\nabla_x h(x^2,z) = 2x^2z",
    r"\nabla_x h(x,z+x) = 1", r"\nabla_x f(x)^2 = 9x^4", r"\nabla_w L(2w) = 4w",
])  # fmt: skip
def test_the_derivative_in_a_slot_or_by_a_letter_is_not_guessed(source):
    assert isinstance(read(source, LETTERS), NotRead)


@pytest.mark.parametrize("source", [
    r"\nabla_x f(x) = 3x^2", r"\nabla_x h(x,z) = 2xz", r"\nabla_x h(x,v) = 2xv", r"\nabla_x h(x,z^2) = 2xz^2",
    r"\nabla_v f(2v) = 24v^2", r"(\nabla_x f(x))^2 = 9x^4", r"\nabla_w L(w)^\top w = 2L(w)", r"\nabla_x x^2 = 2x",
])  # fmt: skip
def test_the_derivative_by_a_letter_that_stands_in_one_place_is_read(source):
    assert isinstance(read(source, LETTERS), Read)
