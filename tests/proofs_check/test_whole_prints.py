"""A declared letter whose print is no letter with scripts is found by its whole print, and by nothing less."""

from __future__ import annotations

import pytest

from proofs_check.reading.canonical import same
from proofs_check.reading.outcomes import NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.report.render import latex
from proofs_check.statement.props import eq
from proofs_check.statement.terms import Sym, matrix

A, B = matrix("A"), matrix("B")
X = Sym("X_of", ("d", "d"), frozenset(), r"X_{i}(A, t B)")
X_LONG = Sym("X_long", ("d", "d"), frozenset(), r"X_{i}(A, t B)(B)")


@pytest.mark.parametrize("prop", [eq(X, A), eq(A * X.T * B, X), eq(X_LONG, X), eq(X ** 2, A * X)])
def test_a_letter_with_arguments_in_its_print_is_read_back(prop):
    found = read(latex(prop), (A, B, X, X_LONG))
    assert isinstance(found, Read), found
    assert same(found.tree, prop)


@pytest.mark.parametrize("source", [r"X_{i}(A, t A) = A", r"X_{i}(A) = A", r"X_{i} = A", r"X_{j}(A, t B) = A"])
def test_another_print_is_another_letter(source):
    assert isinstance(read(source, (A, B, X)), NotRead)
