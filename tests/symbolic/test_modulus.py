"""The modulus of a symmetric matrix on words: itself where it is positive semi-definite, otherwise an opaque letter."""

from __future__ import annotations

import pytest

from symbolic.errors import InputError
from symbolic.words import Matrix, letter, matrix, substitute
from symbolic.words.blocks import Block
from symbolic.words.modulus import modulus

S = Matrix.of(letter("S", "n", "n", symmetric=True))
A = Matrix.of(letter("A", "n", "n", psd=True))


def test_a_psd_matrix_is_its_own_modulus() -> None:
    assert modulus(A) == A
    assert modulus(S) != S


def test_the_modulus_is_symmetric_and_follows_what_is_put_in() -> None:
    assert modulus(S) == modulus(S).T
    assert substitute(modulus(S), {letter("S", "n", "n", symmetric=True): A}) == A


def test_a_matrix_that_is_not_symmetric_has_none() -> None:
    with pytest.raises(InputError, match="not symmetric"):
        modulus(matrix("B", "n", "n"))


def test_a_matrix_cut_into_blocks_has_a_modulus_with_the_same_cuts() -> None:
    column = matrix("v", "n", 1)
    block = Block([[S, column], [column.T, column.T * column]])
    found = modulus(block)
    assert found.rows == block.rows
    assert found == found.T
