"""Rotations: a rotation invariant function, functions that are not, and the flow."""

from fractions import Fraction

import pytest

from symbolic.equivariance import flow_is_equivariant, is_invariant, rotation
from symbolic.errors import InputError
from symbolic.lsa import PARAMETERS, population_loss
from symbolic.words.matrices import Matrix, matrix, trace
from symbolic.words.scalars import N, Scalar

Lam = matrix("Lam", "d", "d", posdef=True)
U = matrix("U11", "d", "d")
u12 = matrix("u12", "d", 1)
u = Scalar.symbol("u_-1")
Gam = Lam * (1 + 1 / N) + Matrix.identity("d") * (trace(Lam) / N)
printed_loss = trace(Gam * Lam * U * Lam * U.T) * u**2 * Fraction(1, 2) - trace(Lam**2 * U.T) * u


def test_the_reduced_loss_and_its_flow_turn_with_Lambda():
    turn = rotation(Lam, U)
    assert is_invariant(printed_loss, turn)
    assert flow_is_equivariant(printed_loss, turn, [U], [u])


def test_the_loss_over_all_parameters_and_its_flow_turn_with_Lambda():
    p = PARAMETERS
    turn = rotation(Lam, p.U11, p.u12, p.u21)
    assert is_invariant(population_loss(), turn)
    assert flow_is_equivariant(population_loss(), turn, [p.U11, p.u12, p.u21], [p.u_1])
    assert not is_invariant(population_loss(), rotation(Lam, p.U11, p.u12))


def test_a_bilinear_form_turns_with_its_vectors():
    f = (u12.T * Lam * U * u12) * u
    assert is_invariant(f, rotation(Lam, U, u12))
    assert not is_invariant(f, rotation(Lam, U))


def test_turning_Lambda_alone_changes_the_loss():
    assert not is_invariant(printed_loss, rotation(Lam))
    assert not flow_is_equivariant(printed_loss, rotation(Lam), [U], [u])


def test_a_fixed_matrix_that_is_not_turned_breaks_the_invariance():
    A = matrix("A", "d", "d")
    assert not is_invariant(trace(A * U), rotation(Lam, U))


def test_a_shape_that_does_not_turn_is_refused():
    with pytest.raises(InputError, match="only d x d matrices"):
        rotation(Lam, matrix("X", "d", "N"))
