"""A statement that says less of a letter than the paper did before: which of them holds is open."""

from __future__ import annotations

# ruff: noqa: E501, what the paper says and what the statement says stand side by side
import pytest

from proofs_check.reading.tex.claims import paper
from proofs_check.report.render import plain

MATRIX = r"Let $S\in\mathbb R^{d\times d}$ be positive definite."
TRACE = r"\operatorname{tr}(S)>0"


def _outcome(tmp_path, before: str, statement: str) -> str:
    file = tmp_path / "p.tex"
    file.write_text(
        rf"\newtheorem{{lemma}}{{Lemma}}\begin{{document}} {before}\begin{{lemma}} {statement}\end{{lemma}}\end{{document}}"
    )
    found = paper(file)
    return found.unread[0].outcome if found.unread else plain(found.claims[0].parts[0].readings[0].prop)


@pytest.mark.parametrize(("before", "statement"), [
    (MATRIX, f"Let $S$ be symmetric. Then ${TRACE}$."), (MATRIX, rf"Let $S\succeq0$. Then ${TRACE}$."),
    (MATRIX, rf"If $S\succeq0$, then ${TRACE}$."), (MATRIX, f"${TRACE}$, where $S$ is symmetric."),
    (MATRIX, f"For every symmetric $S$, ${TRACE}$."), (MATRIX, f"Let $S$ be a symmetric $d\\times d$ matrix. Then ${TRACE}$."),
    (r"Let $Q\in\mathbb R^{d\times d}$ be orthogonal.", r"Let $Q$ be invertible. Then $Q^\top Q=I$."),
    ("Let $a>0$.", r"Let $a\ge0$. Then $a>0$."), ("Let $a>0$.", "Let $a$ be a real number. Then $a>0$."),
    ("Let $a>0$.", r"Let $a\ne0$. Then $a>0$."), ("Let $0<a<1$.", "Let $a>0$. Then $a<1$."),
    ("Let $a>1$.", "Let $a>0$. Then $a>1$."), ("Let $a>0$ and $b>a$.", "Let $b>0$. Then $b>a$."),
    (r"Let $n\ge3$ be an integer.", r"Let $n\ge1$. Then $n>2$."),
    (r"Let $n\ge3$ be an integer.", "Let $n$ be a positive integer. Then $n>2$."),
])  # fmt: skip
def test_a_letter_of_which_less_is_said_anew_is_ambiguous(tmp_path, before, statement):
    assert _outcome(tmp_path, before, statement) == "AMBIGUOUS"


@pytest.mark.parametrize(("before", "statement", "read"), [
    (MATRIX, f"Let $S$ be positive definite. Then ${TRACE}$.", "tr(S) > 0"),
    (r"Let $S\in\mathbb R^{d\times d}$ be symmetric.", f"Let $S$ be positive definite. Then ${TRACE}$.", "tr(S) > 0"),
    (r"Let $S\in\mathbb R^{d\times d}$ be invertible.", r"Let $S$ be symmetric. Then $\det(S)\ne0$.", "det(S) ≠ 0"),
    (r"Let $S$ be an invertible $d\times d$ matrix.", r"Let $S$ be symmetric. Then $\det(S)\ne0$.", "det(S) ≠ 0"),
    ("Let $a>0$.", r"Let $a\le1$. Then $a>0$.", "a > 0"), ("Let $n$ be a positive integer.", r"Let $n\ge1$. Then $n>0$.", "n > 0"),
])  # fmt: skip
def test_a_letter_of_which_as_much_or_more_is_said_is_read(tmp_path, before, statement, read):
    assert _outcome(tmp_path, before, statement) == read


@pytest.mark.parametrize("traits", ["symmetric", "positive definite"])
def test_a_declaration_in_the_statement_decides(tmp_path, traits):
    decided = f"\n%! let S: d x d {traits}\nLet $S$ be symmetric. Then ${TRACE}$."
    assert _outcome(tmp_path, MATRIX, decided) == "tr(S) > 0"
