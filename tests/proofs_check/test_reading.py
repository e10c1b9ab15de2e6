"""LaTeX with declared letters: each formula of the corpus gives its tree, or is refused; nothing is misread."""

from __future__ import annotations

import random

import pytest

from proofs_check.reading.canonical import same
from proofs_check.reading.outcomes import Ambiguous, NotRead, Read, pointed
from proofs_check.reading.reader import read
from proofs_check.statement.terms import matrix, scalar

from . import reading_corpus as corpus

PIECES = r"""
A B u x z a f W U _ ^ { } ( ) [ ] | \| + - / = \le , & \\ ' 1 2 0 \top \frac \sqrt \tr \E \nabla \sum _{i=1} ^n _i
\min \left \right \mathbb \hat \Lambda \begin{pmatrix} \end{pmatrix} \otimes \mid \succeq \implies \quad \langle \rangle
$ . \lambda_1 \operatorname{tr} ^{-1} ^2
"""


def test_the_corpus_has_more_than_two_hundred_different_formulas() -> None:
    assert len({source for source, _ in corpus.CORPUS}) == len(corpus.CORPUS) > 200


@pytest.mark.parametrize(("source", "meant"), corpus.CORPUS, ids=[source for source, _ in corpus.CORPUS])
def test_a_formula_gives_its_tree_or_is_refused(source: str, meant: object) -> None:
    found = read(source, corpus.LETTERS)
    if meant == corpus.AMBIGUOUS:
        assert isinstance(found, Ambiguous), found
        assert len(found.trees) > 1
    elif meant == corpus.NOT_READ:
        assert isinstance(found, NotRead), found
        start, end = found.span
        assert 0 <= start <= end <= max(1, len(source))
        assert found.sentence.endswith((".", "?", "!"))
        assert "Traceback" not in str(found)
    else:
        assert isinstance(found, Read), str(found)
        assert same(found.tree, meant), found.tree  # type: ignore[arg-type]


def test_a_bound_index_is_the_one_of_its_sum_inside_brackets_that_a_prefix_takes() -> None:
    declared = corpus.index("i", "d")
    found = read(r"\sum_{i=1}^n \tr(z_i z_i^\top)", (*corpus.LETTERS, declared))
    assert isinstance(found, Read)
    z_i = corpus.at(corpus.z, corpus.i)
    assert same(found.tree, corpus.total(corpus.i, corpus.n, corpus.tr(z_i * z_i.T)))


def test_a_letter_that_is_declared_beside_a_family_is_itself_without_a_subscript() -> None:
    family, query = corpus.gaussian("x", "d", iid=True), corpus.gaussian("x_q", "d", tex="x")
    found = read(r"\E[x_1^\top x]", (family, query))
    assert isinstance(found, Read)
    assert same(found.tree, corpus.expect(corpus.at(family, 1).T * query))


def test_T_above_is_a_power_or_a_transpose_where_T_is_declared() -> None:
    assert isinstance(read("A^T", (matrix("A"), scalar("T", "integer", "positive"))), Ambiguous)


def test_two_dimensions_leave_open_which_identity_is_meant_unless_the_sum_tells() -> None:
    letters = (matrix("A"), matrix("B", "m", "m"))
    assert isinstance(read("I", letters), Ambiguous)
    found = read("A + I", letters)
    assert isinstance(found, Read)
    assert same(found.tree, letters[0] + corpus.eye("d"))


def test_what_is_refused_is_pointed_at() -> None:
    found = read(r"A + \Gamma B", (matrix("A"), matrix("B")))
    assert isinstance(found, NotRead)
    assert str(found).endswith("\n  A + \\Gamma B\n      ^^^^^^")
    assert pointed("a\nb c\nd", (4, 5)) == "  b c\n    ^"


def test_two_declarations_of_one_letter_are_an_error_of_the_user() -> None:
    with pytest.raises(corpus.UserError, match="declared twice"):
        read("A", (matrix("A"), scalar("A")))


def test_whatever_is_typed_is_read_or_refused_and_nothing_else_happens() -> None:
    pieces = PIECES.split()
    chance = random.Random(0)
    read_ones = 0
    for _ in range(4000):
        source = " ".join(chance.choice(pieces) for _ in range(chance.randint(1, 9)))
        found = read(source, corpus.LETTERS)
        assert isinstance(found, (Read, Ambiguous, NotRead)), source
        assert str(found)
        read_ones += isinstance(found, Read)
    assert read_ones > 50
