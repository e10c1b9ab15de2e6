"""Polynomial conserved quantities of the flow of all parameters: the list of the claim is complete to its degrees."""

import pytest

from symbolic.derive import derive


@pytest.mark.parametrize(("d", "degree", "powers"), [(1, 6, 3), (2, 2, 1), (3, 2, 1)])
def test_the_conserved_polynomials_are_powers_of_one(d, degree, powers):
    found = derive("lsa", "invariants", d, degree=degree)
    assert found["complete"]
    assert len(found["expression"]) == powers


@pytest.mark.slow
def test_the_same_in_two_dimensions_up_to_degree_four():
    found = derive("lsa", "invariants", 2, degree=4)
    assert found["complete"]
    assert len(found["expression"]) == 2
