"""The finder of conserved quantities, on flows whose invariants are known and on ones that have none."""

import pytest
import sympy as sp

from symbolic.errors import InputError
from symbolic.invariants import conserved_quantities, verify
from symbolic.vector_field import Field, field_from_sympy


def test_the_rotation_conserves_the_radius_and_its_powers():
    x, y, a = sp.symbols("x y a")
    result = conserved_quantities(field_from_sympy({x: a * y, y: -a * x}), 4)
    assert [str(q) for q in result.basis] == ["x^4 + 2*x^2*y^2 + y^4", "x^2 + y^2"]
    assert result.certificate.complete
    assert verify(result)


def test_a_flow_to_the_origin_conserves_nothing():
    x, y = sp.symbols("x y")
    result = conserved_quantities(field_from_sympy({x: -x, y: -2 * y}), 4)
    assert result.basis == ()
    assert result.certificate.complete
    assert verify(result)


def test_an_invariant_whose_coefficients_depend_on_the_parameters_is_found():
    """Lotka-Volterra without logarithms: x' = a x y, y' = -b x y conserves b x + a y."""
    x, y, a, b = sp.symbols("x y a b")
    result = conserved_quantities(field_from_sympy({x: a * x * y, y: -b * x * y / (a + 1)}), 1)
    assert [str(q) for q in result.basis] == ["x*b + y*a^2 + y*a"]
    assert result.certificate.complete
    assert verify(result)


def test_the_rigid_body_conserves_energy_and_angular_momentum():
    p, q, r, A, B, C = sp.symbols("p q r A B C")
    result = conserved_quantities(
        field_from_sympy({p: (B - C) / A * q * r, q: (C - A) / B * r * p, r: (A - B) / C * p * q}), 2
    )
    assert len(result.basis) == 2
    assert result.certificate.complete
    assert verify(result)


def test_the_reduced_flow_at_d_1_conserves_balancedness_alone():
    U, u, Lam, n = sp.symbols("U u Lam n")
    Gam = (1 + 2 * n) * Lam
    loss = u**2 * Gam * Lam**2 * U**2 / 2 - u * Lam**2 * U
    result = conserved_quantities(field_from_sympy({U: -sp.diff(loss, U), u: -sp.diff(loss, u)}), 3)
    assert [str(q) for q in result.basis] == ["U^2 - u^2"]
    assert result.certificate.generic_in == ("Lam", "n")
    assert verify(result)


def test_a_result_with_a_member_taken_away_does_not_verify():
    from dataclasses import replace

    x, y = sp.symbols("x y")
    result = conserved_quantities(field_from_sympy({x: y, y: -x}), 4)
    assert not verify(replace(result, basis=result.basis[:1]))


@pytest.mark.parametrize("degree", [0, -1, True, 2.0])
def test_a_degree_that_is_no_positive_integer_is_refused(degree):
    x = sp.Symbol("x")
    with pytest.raises(InputError, match="degree must be a positive integer"):
        conserved_quantities(field_from_sympy({x: x}), degree)


def test_a_flow_that_is_not_polynomial_is_refused():
    x = sp.Symbol("x")
    with pytest.raises(InputError, match="polynomial"):
        field_from_sympy({x: sp.sin(x)})
    with pytest.raises(InputError, match="denominator"):
        field_from_sympy({x: 1 / (1 + x)})


def test_a_variable_that_is_no_generator_is_refused():
    field = field_from_sympy({sp.Symbol("x"): sp.Symbol("x")})
    with pytest.raises(InputError, match="no generator"):
        Field(("z",), field.velocities)
