"""``An arbitrary matrix $A$`` of which more was said before, and words that are no talk."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_check.reading.tex.claims import PaperRead, paper


def read(tmp_path: Path, text: str) -> PaperRead:
    file = tmp_path / "paper.tex"
    file.write_text(rf"\begin{{document}}{text}\end{{document}}", encoding="utf-8")
    return paper(file)


@pytest.mark.parametrize(
    "text",
    [
        r"Let $A\in\mathbb R^{d\times d}$ be symmetric. For any matrix $A$ we have \[A^\top=A.\]",
        r"Let $A\in\mathbb R^{d\times d}$ be symmetric. Let $A$ be a real matrix. We have \[A^\top=A.\]",
        r"Let $a,b\in\mathbb R$. Let $s:=a+b$. Let $s$ be arbitrary. We have \[s=a+b.\]",
        r"Let $a\in\mathbb R$. Suppose $a\ge0$. From now on, $a$ is arbitrary. We have \[a\ge0.\]",
    ],
)
def test_a_letter_that_is_any_such_thing_is_not_what_it_was(tmp_path: Path, text: str) -> None:
    assert not read(tmp_path, text).claims


@pytest.mark.parametrize(
    "text",
    [
        r"Let $A\in\mathbb R^{d\times d}$ be an arbitrary matrix. We have \[(A^\top)^\top=A.\]",
        r"Let $A$ be a symmetric matrix. We have \[A^\top=A.\]",
    ],
)
def test_what_is_said_once_stays(tmp_path: Path, text: str) -> None:
    (claim,) = read(tmp_path, text).claims
    assert not claim.may_suppose


@pytest.mark.parametrize(
    "text",
    [
        r"For projections the following identity holds. \[A^2=A.\]",
        r"We are at the optimum. We have \[\operatorname{tr}(A)=0.\]",
        r"In one dimension. We have \[A^\top=A.\]",
        r"We have \[A^\top=A\quad\text{by optimality}.\]",
        r"We have \[\underbrace{A^\top=A}_{\text{if symmetric}}.\]",
        r"We have \[A^\top=A,\qquad d=1.\]",
        r"Taking expectations, we get the following. \[A^2=A.\]",
        r"The following holds in expectation. \[A^2=A.\]",
        r"In expectation, \[A^2=A.\]",
    ],
)
def test_words_that_may_be_a_condition_are_heard(tmp_path: Path, text: str) -> None:
    found = read(tmp_path, rf"Let $A\in\mathbb R^{{d\times d}}$. {text}")
    assert all(claim.may_suppose for claim in found.claims)
