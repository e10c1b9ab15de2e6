"""Polynomial systems without a solution."""

from __future__ import annotations

import pytest
import sympy

from symbolic.systems import MOST_EQUATIONS, is_inconsistent

x, y = sympy.symbols("x y")


@pytest.mark.parametrize("equations", [[1 + 0 * x], [x * y - 1, x], [x**2 - 2, x - 1], [x + y, x + y - 1, x * y]])
def test_a_contradiction_is_found(equations: list[object]) -> None:
    assert is_inconsistent(equations)


@pytest.mark.parametrize("equations", [[], [0 * x], [x * y - 1], [x**2 + 1], [x + y, x - y]])
def test_what_has_a_solution_is_not_called_inconsistent(equations: list[object]) -> None:
    """A complex solution counts: of real ones alone nothing is said."""
    assert not is_inconsistent(equations)


def test_of_large_systems_nothing_is_said() -> None:
    assert not is_inconsistent([x**k - 2 * k for k in range(1, MOST_EQUATIONS + 5)])
