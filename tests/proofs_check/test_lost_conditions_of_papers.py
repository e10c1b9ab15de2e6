"""Where papers put conditions besides the sentence: what stands there is understood, or the statement is not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_check.errors import UserError
from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.report.render import plain

from .left_open import left_open

AB = r"Let $A,B\in\mathbb R^{d\times d}$. "
ab = r"Let $a,b\in\mathbb R$. "


def _paper(tmp_path: Path, body: str) -> PaperRead:
    file = tmp_path / "p.tex"
    file.write_text(body, encoding="utf-8")
    return paper(file)


def _lemma(tmp_path: Path, body: str, *, title: str = "", before: str = "", proof: str = "") -> PaperRead:
    end = f"\\begin{{proof}}{proof}\\end{{proof}}" if proof else ""
    return _paper(tmp_path, f"{before}\n\\begin{{lemma}}{title}\\label{{it}}{body}\\end{{lemma}}\n{end}")


def _statements(found: PaperRead) -> list[str]:
    return [plain(one.prop) for claim in found.claims for part in claim.parts for one in part.readings]


@pytest.mark.parametrize("title", ["[Self-adjoint operators]", "[Commuting weights]", "[The symmetric part]"])
def test_a_title_that_says_how_something_is_may_be_a_condition(tmp_path, title):
    assert all(claim.may_suppose for claim in _lemma(tmp_path, AB + "Then $A^\\top B=AB$.", title=title).claims)


def test_a_title_that_names_the_matter_is_no_condition(tmp_path):
    assert _lemma(tmp_path, AB + "Then $A+B=B+A$.", title="[Gradient of the Frobenius norm]").claims


def test_a_trait_behind_the_letter_belongs_to_it(tmp_path):
    for opener in ("Suppose $A$ symmetric.", "Let $x\\in\\mathbb R^d$ with $A$ symmetric."):
        (found,) = _lemma(tmp_path, AB + opener + " Then $A^\\top B=AB$.").claims
        assert "A: d x d, symmetric" in found.note


def test_a_trait_behind_several_letters_apart_is_not_passed_over(tmp_path):
    assert left_open(_lemma(tmp_path, AB + "Suppose $A$, $B$ symmetric. Then $A^\\top B=AB$."))


def test_what_is_recalled_is_not_stated(tmp_path):
    assert left_open(_lemma(tmp_path, AB + "Recall that $A=A^\\top$. Then $A^\\top B=AB$."))


@pytest.mark.parametrize(
    "body",
    [
        r"Then $a^2\ge0$, and if $a=b$, $ab\ge0$ and $ba\ge0$.",
        r"Then $a^2\ge0$ for $b=0$, and $b=b$.",
        r"Then $a^2\ge0$ if $a=b$, $b\ge0$.",
    ],
)
def test_a_relation_behind_a_condition_and_a_comma_is_not_taken_for_a_condition(tmp_path, body):
    assert not _lemma(tmp_path, ab + body).claims


@pytest.mark.parametrize(
    "body",
    [
        r"\[ a^2=b^2 \tag{$a=b$} \]",
        r"\[ a^2=b^2 \tag*{for $a=b$} \]",
        r"Then \begin{tabular}{c} $a=b$ \end{tabular} $a^2=b^2$.",
        r"\begin{table} Set $a=b$. \end{table} Then $a^2=b^2$.",
        r"\begin{algorithm} Set $a=b$. \end{algorithm} Then $a^2=b^2$.",
        r"\begin{description}\item[If $a=b$] $a^2=b^2$.\end{description}",
        r"\begin{description}\item[Equal] $a^2=b^2$.\end{description}",
        r"\paragraph{If $a=b$} $a^2=b^2$.",
        r"By \eqref{eq:assumed}, $a^2=b^2$.",
    ],
)
def test_what_stands_beside_the_sentences_is_not_passed_over(tmp_path, body):
    assert not _lemma(tmp_path, ab + body).claims


def test_numbers_of_items_and_short_tags_say_nothing(tmp_path):
    body = r"\begin{enumerate}\item[(i)] $a^2\ge0$. \item[\textbf{2.}] $b^2\ge0$.\end{enumerate} \[ a=a \tag{A1} \]"
    assert len(_statements(_lemma(tmp_path, ab + body))) == 3


@pytest.mark.parametrize(
    "before",
    [
        "Every matrix is symmetric.",
        "We only work with symmetric matrices.",
        "Let $C\\in\\mathbb R^{d\\times d}$ where, as usual, all matrices are hermitian.",
    ],
)
def test_a_sentence_about_all_matrices_stops_the_statements_behind_it(tmp_path, before):
    found = _lemma(tmp_path, AB + "Then $A^\\top B=AB$.", before=before + "\n\n").claims
    assert all(claim.may_suppose for claim in found)


@pytest.mark.parametrize("title", ["The self-adjoint regime", "$d=1$"])
def test_the_title_of_a_section_may_be_a_condition(tmp_path, title):
    before = f"{AB}\\section{{{title}}}"
    assert all(claim.may_suppose for claim in _lemma(tmp_path, "We have $AB=BA$.", before=before).claims)


@pytest.mark.parametrize(
    "proof",
    [
        r"At a critical point, the gradient vanishes. Hence \[ A=0. \]",
        r"The induction step gives \[ A=0. \]",
        r"The matrix may be taken diagonal. Therefore \[ A=A^\top. \]",
        r"Stationarity yields \[ A=0. \]",
        r"Now redefine $A:=2B$. Then \[ A=2B. \]",
    ],
)
def test_behind_a_sentence_of_a_proof_that_is_not_understood_no_step_is_examined(tmp_path, proof):
    found = _lemma(tmp_path, AB + "Then $A+B=B+A$.", proof=proof)
    assert all(claim.id == "p/it" or claim.may_suppose for claim in found.claims)


def test_letters_before_a_family_are_no_members_of_it(tmp_path):
    said = r"Let $x,x_1,\dots,x_d\in\mathbb R^d$. "
    assert not _lemma(tmp_path, said + r"Then $\|x\|^2=\sum_{i=1}^d x_i^2$.").claims


@pytest.mark.parametrize("text", [r"\newcommand{\a}{\a\a} $\a$", r"\def\a#1{\a{#1#1}} $\a{x}$"])
def test_a_command_that_stands_for_itself_is_one_sentence(tmp_path, text):
    with pytest.raises(UserError, match="stands for too much"):
        _paper(tmp_path, text)


def test_an_input_without_a_name_is_one_sentence(tmp_path):
    with pytest.raises(UserError, match="no such file"):
        _paper(tmp_path, r"\input{}")


def test_a_trait_behind_the_last_letter_is_not_one_of_the_letters_before(tmp_path):
    before = r"Let $A,B\in\mathbb R^{d\times d}$ and $A$ symmetric. "
    assert left_open(_lemma(tmp_path, before + r"Then $B^\top=B$."))


def test_two_samples_are_not_independent_of_each_other_because_each_is_iid(tmp_path):
    said = r"Let $x_1,\dots,x_n\sim\mathcal N(0,S)$ be i.i.d., and let $y_1,\dots,y_n\sim\mathcal N(0,S)$ be i.i.d. "
    (left,) = _lemma(tmp_path, said + r"Then $\mathbb E[x_1^\top y_1]=0$.").unread
    assert "independent" in left.sentence
