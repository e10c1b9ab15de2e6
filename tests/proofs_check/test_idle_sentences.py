r"""``%! idle sentences``: the author says that sentences which are not understood mean no more than they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_check import check
from proofs_check.claims import Claim
from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.verdict import Verdict

SETTING = r"""
Somewhat informally, a prompt bundles inputs and a task that nobody has seen before. After a long week of merging,
we write $S=\frac1n\sum_{i=1}^n x_ix_i^\top$ and forgets about the rest.
%! let \Lambda: d x d; \Lambda \succ 0; n: positive integer; x_1, \dots, x_n \sim \mathcal N(0,\Lambda) iid
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


def test_what_they_display_is_stated_and_what_they_define_is_defined(tmp_path: Path) -> None:
    trace = r"\frac{\operatorname{tr}(A\Lambda)}n\Lambda"
    moment = rf"\mathbb E[S A S]=\Lambda A\Lambda+\frac1n\Lambda A^\top\Lambda+{trace}"
    text = rf"Let $A\in\mathbb R^{{d\times d}}$.{SETTING} Half asleep, we get \[ {moment} \] for all of us."
    (unread,) = read(tmp_path, text, idle=False).unread
    assert unread.if_idle
    claim = one(read(tmp_path, text))
    assert "conditions at most: lines" in claim.note
    assert verdict(claim) is Verdict.PROVED
    wrong = one(read(tmp_path, text.replace(r"\Lambda A^\top\Lambda", r"\Lambda A\Lambda")))
    assert verdict(wrong) is Verdict.UNDECIDED  # a condition of those sentences might save it


@pytest.mark.parametrize(
    "sentence",
    [
        r"Suppose $A$ is rather tame.",
        r"Our $A$ is diagonal here.",
        r"We know that $A$ commutes with everything.",
        r"As hinted above, pick $A$ among the tame ones.",
        r"We require tameness throughout.",
        r"We confine ourselves to diagonal matrices.",
        r"Everything wild lives on the hyperplane $\operatorname{tr}(A)=0$.",
    ],
)
def test_each_may_be_a_condition(tmp_path: Path, sentence: str) -> None:
    text = rf"Let $A\in\mathbb R^{{d\times d}}$. {sentence} We have \[ A=A^\top. \]"
    claim = one(read(tmp_path, text))
    assert claim.may_suppose
    assert verdict(claim) is Verdict.UNDECIDED
    true = one(read(tmp_path, text.replace(r"A=A^\top", r"(A^\top)^\top=A")))
    assert verdict(true) is Verdict.PROVED


@pytest.mark.parametrize(
    "display",
    [
        r"Suppose tamely that \[ A=A^\top. \]",
        r"Nobody would believe that \[ A=A^\top. \]",
        r"It is not the case, alas, that \[ A=A^\top. \]",
        r"The claim \[ A=A^\top \] fails.",
        r"\begin{lemma}[At the optimum] We have \[ A=A^\top. \] \end{lemma}",
        r"We have \[ A=A^\top. \] Unfortunately this is wrong.",
        r"The claim is wrong. We have \[ A=A^\top. \]",
        r"\begin{assumption} Our weights obey \[ A=A^\top. \] \end{assumption} We have \[ A=A^\top. \]",
    ],
)
def test_what_may_be_denied_or_supposed_is_not_refuted(tmp_path: Path, display: str) -> None:
    found = read(tmp_path, rf"Let $A\in\mathbb R^{{d\times d}}$. {display}")
    assert all(claim.may_suppose for claim in found.claims)


@pytest.mark.parametrize(
    "case",
    [
        r"We do not assume $S\in\mathbb R$. We have \[ S^2\ge0. \]",
        r"For scalars, $S\in\mathbb R$, squares are fine. We have \[ S^2\ge0. \]",
        r"Experiments (with $S=I$ throughout) confirm this. In general \[ AS=A. \]",
        r"Our code hardwires $S=I$. In general \[ AS=A. \]",
        r"At initialization it happens that \[ S=I. \] In general \[ AS=A. \]",
        r"Garg and friends draw $S\sim\mathcal N(0,I)$. In general we have \[ \mathbb E[AS]=0. \]",
        r"The bracket $S=A-A=I$ is a joke. In general \[ AS=A. \]",
    ],
)
def test_no_case_is_taken_for_a_definition(tmp_path: Path, case: str) -> None:
    assert not read(tmp_path, rf"Let $A\in\mathbb R^{{d\times d}}$. {case}").claims


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


def test_a_letter_that_is_made_of_itself_gets_a_sentence(tmp_path: Path) -> None:
    text = r"%! let x ~ N(0,\Sigma); \Sigma: d x d; \Sigma := x x^\top" + "\nWe have \\[ x=x. \\]"
    assert not read(tmp_path, text, idle=False).claims


@pytest.mark.parametrize(
    "display",
    [
        r"It is not true that \[ A^\top A\succeq0. \]",
        r"Instead of \[ A^\top A\succeq0 \] the opposite holds.",
        r"Up to a factor, \[ A^\top A\succeq0. \]",
        r"The claim \[ A^\top A\succeq0 \] is wrong.",
    ],
)
def test_what_is_denied_or_changed_is_not_stated(tmp_path: Path, display: str) -> None:
    assert not read(tmp_path, rf"Let $A\in\mathbb R^{{d\times d}}$. {display}").claims
