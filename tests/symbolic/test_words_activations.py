"""Activations, kernels and functions of entries on words: a law is applied only where what it asks for is there."""

from __future__ import annotations

import pytest

from symbolic.errors import InputError
from symbolic.words import ONE, Matrix, Scalar, basis, derivative, matrix, name_of
from symbolic.words.activations import (
    Activation,
    Kernel,
    activated,
    column_of,
    each,
    gram,
    jacobian,
    kernel_value,
    masked_softmax,
    row_of,
)
from symbolic.words.blocks import Block
from symbolic.words.letters import invertible, letter

A, U, W = (matrix(name, "d", "n") for name in "AUW")
T = matrix("T", "d", "d")
ZERO_, ZERO_OTHER = Matrix.zero("d", "n"), Matrix.zero("d", "m")
x, y = matrix("x", "d", 1), matrix("y", "d", 1)
e_1 = Matrix.of(basis("1", "n"))
S, Q = Matrix.of(invertible("S", "d")), Matrix.of(letter("Q", "d", "d", orthogonal=True))
smooth, rough = Activation("h", invariant=True, smooth=True), Activation("g", invariant=True)
plain, kernel = Activation("k", smooth=True), Kernel("K", rotation_invariant=True)


def test_a_kernel_invariant_under_rotations_sees_other_maps() -> None:
    assert gram(kernel, Q * U, Q * W) == gram(kernel, U, W)
    assert gram(kernel, S * U, S * W) != gram(kernel, U, W)
    assert gram(Kernel("K'"), Q * U, Q * W) != gram(Kernel("K'"), U, W)


def test_a_continuous_invariant_activation_alone_is_constant_where_an_argument_is_zero() -> None:
    assert activated(smooth, U, ZERO_) == activated(smooth, A, ZERO_) == activated(smooth, ZERO_, ZERO_)
    assert activated(smooth, U, W) != activated(smooth, ZERO_, ZERO_)
    for other in (rough, plain):
        assert activated(other, U, ZERO_) != activated(other, ZERO_, ZERO_)


def test_jacobians_are_those_of_smooth_activations_in_directions_that_fit() -> None:
    assert jacobian(smooth, 1, U, ZERO_, A) == Matrix.zero("n", "n") != jacobian(plain, 1, U, ZERO_, A)
    with pytest.raises(InputError, match="not assumed to be differentiable"):
        jacobian(rough, 1, U, W, A)
    with pytest.raises(InputError, match="has the shape of the argument"):
        jacobian(smooth, 1, U, W, ZERO_OTHER)


def test_there_are_no_second_derivatives() -> None:
    first = jacobian(plain, 1, U, W, A)
    assert derivative(first, {name_of(A): U}) == jacobian(plain, 1, U, W, U)
    for moving in (U, W):
        with pytest.raises(InputError, match="second derivatives"):
            derivative(first, {name_of(moving): A})


def test_a_masked_softmax_has_no_derivative_here() -> None:
    top = masked_softmax(Block([[U], [Matrix.zero(1, "n")]])).entries[0][0]
    assert derivative(top, {name_of(W): A}) == Matrix.zero("d", "n")
    with pytest.raises(InputError, match="derivative of masked_softmax"):
        derivative(top, {name_of(U): A})


def test_a_kernel_is_of_two_vectors() -> None:
    assert kernel_value(kernel, x, y) == kernel_value(kernel, y, x)
    for u, v in ((U, x), (x, U)):
        with pytest.raises(InputError, match="two vectors"):
            kernel_value(kernel, u, v)


def test_what_is_cut_into_rows_is_no_row_of_columns() -> None:
    with pytest.raises(InputError, match="columns must be whole"):
        row_of(Block([[U], [U]]))


@pytest.mark.parametrize("rows", [[[U]], [[U], [U]], [[U], [U], [Matrix.zero(1, "n")]]], ids=len)
def test_a_masked_softmax_has_one_masked_row(rows: list[list[Matrix]]) -> None:
    with pytest.raises(InputError, match="one that is masked"):
        masked_softmax(Block(rows))


def test_a_softmax_is_written_out_for_a_single_column_alone() -> None:
    whole = masked_softmax(Block([[T], [Matrix.zero(1, "d")]])).entries[0][0]
    column = masked_softmax(Block([[x], [Matrix.zero(1, 1)]])).entries[0][0]
    e = Matrix.of(basis("1", "d"))
    assert column_of(whole, e) == masked_softmax(Block([[T * e], [Matrix.zero(1, 1)]])).entries[0][0]
    assert column_of(whole, x) == whole * x  # no column of the identity
    assert Matrix.of(letter("1", "d", 1)).T * column == ONE
    assert whole.terms.keys() != (each("exp_each", T)).terms.keys()


def test_functions_of_entries_go_through_columns_of_the_identity_alone() -> None:
    for name in ("relu_each", "exp_each"):
        assert each(name, U * e_1) == each(name, U) * e_1
        assert each(name, e_1.T * U.T) == e_1.T * each(name, U).T
        assert each(name, U * matrix("z", "n", 1)) != each(name, U) * matrix("z", "n", 1)
        assert each(name, T * U * W.T) != T * each(name, U * W.T)
        assert each(name, T * U) != each(name, U) != U
    assert each("relu_each", ZERO_) == ZERO_ != each("exp_each", ZERO_)
    assert each("exp_each", Scalar.symbol("s")) != Scalar.symbol("s")
