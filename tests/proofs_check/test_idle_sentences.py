r"""``%! idle sentences``: the author says that sentences which are not understood mean no more than they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_check import check
from proofs_check.claims import Claim
from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.verdict import Verdict

SETTING = r"""
Somewhat informally, a prompt bundles inputs $x_1,\dots,x_n\sim\mathcal N(0,\Lambda)$ iid, with $\Lambda\succ0$, and a
task vector $w\in\mathbb R^d$ that nobody has seen before. After a long week of merging things, one writes
$S=\frac1n\sum_{i=1}^n x_ix_i^\top$ and forgets about the rest.
"""


def read(tmp_path: Path, text: str, *, idle: bool = True) -> PaperRead:
    file = tmp_path / "paper.tex"
    start = "%! idle sentences\n" if idle else ""
    file.write_text(rf"\begin{{document}}{start}{text}\end{{document}}", encoding="utf-8")
    return paper(file)


def one(found: PaperRead) -> Claim:
    assert not found.unread, found.unread
    (claim,) = found.claims
    return claim


def verdict(claim: Claim) -> Verdict:
    return check(claim, only=("words",)).verdict


def test_what_they_display_is_stated_and_what_they_declare_is_declared(tmp_path: Path) -> None:
    moment = r"\mathbb E[S A S]=\frac{n+1}n\Lambda A\Lambda+\frac{\operatorname{tr}(A\Lambda)}n\Lambda"
    text = rf"Let $A\in\mathbb R^{{d\times d}}$.{SETTING} Sleeping over it, we get \[ {moment} \] for all of us."
    (unread,) = read(tmp_path, text, idle=False).unread
    assert unread.if_idle
    claim = one(read(tmp_path, text))
    assert "taken for talk: lines" in claim.note
    assert verdict(claim) is Verdict.REFUTED  # A is not symmetric
    right = text.replace(r"\frac{n+1}n\Lambda A\Lambda", r"\Lambda A\Lambda+\frac1n\Lambda A^\top\Lambda")
    assert verdict(one(read(tmp_path, right))) is Verdict.PROVED


@pytest.mark.parametrize(
    "sentence",
    [
        r"Suppose $A$ is rather tame.",
        r"All this only works when $A$ behaves.",
        r"As hinted above, pick $A$ among the tame ones.",
        r"We require tameness throughout.",
    ],
)
def test_one_that_may_suppose_is_a_condition(tmp_path: Path, sentence: str) -> None:
    text = rf"Let $A\in\mathbb R^{{d\times d}}$. {sentence} We have \[ A=A^\top. \]"
    claim = one(read(tmp_path, text))
    assert claim.may_suppose
    assert verdict(claim) is Verdict.UNDECIDED
    true = one(read(tmp_path, text.replace(r"A=A^\top", r"(A^\top)^\top=A")))
    assert verdict(true) is Verdict.PROVED


@pytest.mark.parametrize(
    "lead",
    ["Suppose tamely that", "Nobody would believe that", "It is false that", "We seek some wild $A$ such that"],
)
def test_what_is_supposed_or_denied_is_not_stated(tmp_path: Path, lead: str) -> None:
    found = read(tmp_path, rf"Let $A\in\mathbb R^{{d\times d}}$. {lead} \[ A=A^\top. \]")
    assert all(claim.may_suppose for claim in found.claims)


def test_in_a_statement_it_may_be_a_condition(tmp_path: Path) -> None:
    text = r"\begin{lemma} Let $A\in\mathbb R^{d\times d}$. Think of $A$ as a wild beast. Then $A=A^\top$. \end{lemma}"
    claim = one(read(tmp_path, text))
    assert claim.may_suppose
    assert verdict(claim) is Verdict.UNDECIDED


def test_a_relation_stated_in_a_sentence_that_is_not_understood_is_not_dropped(tmp_path: Path) -> None:
    text = (
        r"\begin{lemma} Let $A\in\mathbb R^{d\times d}$. By magic and moonlight it befalls us that $A=A^\top$."
        r" Then $(A^\top)^\top=A$. \end{lemma}"
    )
    assert not read(tmp_path, text).claims


def test_headings_that_name_matters_are_talk_and_cases_are_not(tmp_path: Path) -> None:
    text = r"\section{%s} Let $A\in\mathbb R^{d\times d}$. Then \[ A=A^\top. \]"
    assert verdict(one(read(tmp_path, text % "The zoo"))) is Verdict.REFUTED
    assert one(read(tmp_path, text % "Symmetric beasts")).may_suppose


def test_a_letter_that_is_made_of_itself_gets_a_sentence(tmp_path: Path) -> None:
    text = r"%! let x ~ N(0,\Sigma); \Sigma: d x d; \Sigma := x x^\top" + "\nWe have \\[ x=x. \\]"
    assert not read(tmp_path, text, idle=False).claims
