"""Sentences that agree on what the language means anyway leave what stands below them as it is; their twins do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_check.reading.tex.claims import paper

AGREED = [
    r"All vectors are column vectors.",
    r"We use standard notation throughout.",
    r"For symmetric matrices $P$ and $Q$ we write $P\succeq Q$ if $P-Q$ is positive semidefinite.",
    r"Expectations are taken over everything that is random.",
    r"The superscript $\top$ denotes transposition.",
    r"This section collects some notation.",
    r"The constants are not optimized.",
    r"Bold letters denote vectors, and capital letters matrices.",
    r"All proofs are deferred to Appendix A.",
    r"All quantities are real-valued.",
    r"We identify vectors with $d\times1$ matrices.",
    r"Throughout, $\|\cdot\|$ is the Euclidean norm of a vector and the operator norm of a matrix.",
]
OTHERS = [
    r"All vectors are row vectors.",
    r"We use non-standard notation throughout.",
    r"For symmetric matrices $P$ and $Q$ we write $P\succeq Q$ if $Q-P$ is positive semidefinite.",
    r"Expectations are taken over the training set.",
    r"The superscript $\top$ denotes inversion.",
    r"Bold letters denote symmetric matrices.",
    r"All quantities are complex-valued.",
    r"We identify vectors with $1\times d$ matrices.",
]


def _is_plain(tmp_path: Path, text: str) -> bool:
    file = tmp_path / "paper.tex"
    lemma = r"\begin{lemma} We have $\|Ax\|^2=x^\top A^\top Ax$. \end{lemma}"
    file.write_text(rf"\begin{{document}}{text}{lemma}\end{{document}}", encoding="utf-8")
    found = paper(file)
    return bool(found.claims) and not found.claims[0].may_suppose


@pytest.mark.parametrize("sentence", AGREED)
def test_agreed(tmp_path: Path, sentence: str) -> None:
    letters = r"Let $A\in\mathbb R^{d\times d}$ and $x\in\mathbb R^d$. "
    assert _is_plain(tmp_path, f"{sentence} {letters}\n\n")
    assert _is_plain(tmp_path, f"{letters} {sentence}\n\n")


@pytest.mark.parametrize("sentence", OTHERS)
def test_others_are_heard(tmp_path: Path, sentence: str) -> None:
    letters = r"Let $A\in\mathbb R^{d\times d}$ and $x\in\mathbb R^d$. "
    assert not _is_plain(tmp_path, f"{letters} {sentence}\n\n")
