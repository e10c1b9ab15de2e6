"""What a paper leaves open about a letter is told, and not decided: scripts that may be operations, the 0 of N."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.report.render import plain

from .left_open import left_open

BEFORE = r"Let $A,B\in\mathbb R^{d\times d}$ and $x\in\mathbb R^d$."


def _lemma(tmp_path: Path, body: str, before: str = BEFORE) -> PaperRead:
    file = tmp_path / "p.tex"
    file.write_text(f"{before}\n\\begin{{lemma}}\\label{{it}} {body} \\end{{lemma}}\n", encoding="utf-8")
    return paper(file)


def _read(tmp_path: Path, body: str, before: str = BEFORE) -> tuple[str, list[str], str]:
    (found,) = _lemma(tmp_path, body, before).claims
    return plain(found.parts[0].readings[0].prop), [h.name for h in found.given], found.note


@pytest.mark.parametrize(
    "body",
    [
        "Let $A'=A+I$. Then $A'=A-I$.", "With $B'=A+I$, we have $B'-A=I$.", "Where $A'$ is symmetric, $A'B=B$.",
        r"Let $A^\top$ be symmetric. Then $A^\top=A$.", "Let $A^2$ be symmetric. Then $A^2=AA$.",
        r"Let $A^\dagger$ be symmetric. Then $AA^\dagger A=A$.", "Let $A^{-1}$ be symmetric. Then $A^{-1}A=I$.",
        r"Let $A_{11}>0$. Then $A_{11}^2\le\|A\|_F^2$.", r"Let $A^+=A-I$. Then $A^+=A$.",
    ],
)  # fmt: skip
def test_a_script_that_may_be_an_operation_is_no_letter_of_its_own(tmp_path, body):
    (left,) = _lemma(tmp_path, body).unread
    assert left.outcome == "AMBIGUOUS"


def test_a_definition_with_a_colon_makes_a_letter_of_a_prime(tmp_path):
    prop, given, note = _read(tmp_path, "Let $A':=A+I$. Then $A'-A=I$.")
    assert (prop, given) == ("A' - A = I", [])
    assert "A' = A + I" in note


@pytest.mark.parametrize("noun", ["a Gram matrix", "a projection", "an oblique projection"])
def test_a_noun_behind_a_declaration_is_not_passed_over(tmp_path, noun):
    said = rf"Let $K\in\mathbb R^{{d\times d}}$ be {noun}, and let $y\in\mathbb R^d$. Then $y^\top Ky\ge0$."
    assert left_open(_lemma(tmp_path, said))


@pytest.mark.parametrize(
    ("body", "read"),
    [
        (r"Let $n\in\mathbb N$. Then $n+1\ge2$.", False), (r"For $n\in\mathbb N$, $n\ge0$, we have $n+1\ge2$.", False),
        (r"Let $n\in\mathbb N$ and $n\ge1$. Then $n+1\ge2$.", True), (r"For $n>0$, $(-1)^{2n}=1$.", False),
        (r"Let $n\in\mathbb N_{\ge1}$. Then $n+1\ge2$.", True), (r"Let $n\in\mathbb Z_{>0}$. Then $n+1\ge2$.", True),
        (r"Let $n\in\mathbb N$. Then $\frac1{2n}\le\frac12$.", True),
        (r"Let $n\in\mathbb N$ and $C\in\mathbb R^{n\times n}$. Then $\|C\|_F\ge n-n$.", True),
    ],
)  # fmt: skip
def test_whether_0_is_a_natural_number_is_not_guessed(tmp_path, body, read):
    assert bool(_lemma(tmp_path, body).claims) == read


@pytest.mark.parametrize(
    ("body", "prop", "given"),
    [
        (r"Let $t\ge-1$. Then $t+1\ge0$.", "t + 1 ≥ 0", ["t ≥ -1"]),
        (r"If $0<\mu\le L$, then $\mu\le L$.", "μ ≤ L", ["0 < μ ≤ L"]),
        (r"Let $v\in\mathbb R^d$ be a unit vector. Then $\|v\|=1$.", "‖v‖₂ = 1", ["‖v‖₂ = 1"]),
        (r"Let $Q\in\mathbb R^{d\times d}$ be orthogonal. Then $QQ^\top=I$.", "Q Qᵀ = I", ["Qᵀ Q = I"]),
        (r"Set $g(x)=x^\top Ax$. Then $g(-x)=g(x)$.", "g(-x) = g(x)", []),
        (r"$\mathbf I A=A\bm I_d$.", "I A = A I", []),
        (r"Let $a,b\in\mathbb R$ and let $a\not=b$. Then $b\not=a$.", "b ≠ a", ["a ≠ b"]),
        (r"Suppose in addition that $A=B$. Then $B=A$.", "B = A", ["A = B"]),
    ],
)  # fmt: skip
def test_more_habits_are_read(tmp_path, body, prop, given):
    assert _read(tmp_path, body)[:2] == (prop, given)


@pytest.mark.parametrize(
    "body",
    [
        r"Let $Q\in\mathbb R^{d\times k}$ be orthogonal. Then $Q^\top Q=I$.",
        r"Let $z\sim\mathcal N(0,S)$ be a standard Gaussian vector. Then $\mathbb E[z]=0$.",
        r"Let $y_1,\dots,y_n\sim\mathcal N(0,S)$ be independent of $w$. Then $\mathbb E[y_1^\top y_2]=0$.",
        r"Let $a,b\in\mathbb R$. Then $a^2=b^2$, $a\not=b$.",
        r"Suppose $C=A+B$ and $C\in\mathbb R^{d\times k}$. Then $C=A+B$.",
    ],
)
def test_what_does_not_fit_is_left_unread(tmp_path, body):
    assert left_open(_lemma(tmp_path, body))


def test_a_letter_that_is_defined_anew_leaves_the_first_definition_behind(tmp_path):
    before = BEFORE + " Let $S=A+B$. Then $S-A=B$. Now let $S=A-B$."
    prop, given, note = _read(tmp_path, "$S-A=-B$.", before)
    assert (prop, given) == ("S - A = -B", [])
    assert "S = A - B" in note


def test_a_letter_with_a_formula_that_is_introduced_anew_is_not_said_to_have_it(tmp_path):
    before = BEFORE + r" Let $S=A+B$. Then $S-A=B$. Now let $S\in\mathbb R^{d\times d}$ be symmetric."
    assert not _lemma(tmp_path, "$S=A+B$.", before).claims


@pytest.mark.parametrize("said", ["a unit matrix", r"orthogonal to $B$", "an orthogonal basis"])
def test_words_that_begin_like_a_known_one_are_not_taken_for_it(tmp_path, said):
    body = rf"Let $K\in\mathbb R^{{d\times d}}$ be {said}. Then $\|K\|_F\ge0$."
    assert left_open(_lemma(tmp_path, body))


def test_independent_members_of_one_law_are_iid(tmp_path):
    said = r"Let $y_1,\dots,y_n\sim\mathcal N(0,S)$ be independent. Then $\mathbb E[y_1^\top y_2]=0$."
    assert "independent members" in _read(tmp_path, said)[2]
