"""Gaussian means of polynomials times exponentials: finite or not, exactly."""

import pytest
from flint import fmpq

from symbolic.contexts import Generators, divergence, exponential, not_positive
from symbolic.entries import Matrix
from symbolic.errors import InputError


def letters(scale: int = 1):
    generators = Generators(scale)
    return generators, *generators.letters(["x", "y"])


@pytest.mark.parametrize(("c", "finite"), [(-3, True), (0, True), (1, True), (2, False), (3, False)])
def test_the_mean_of_the_exponential_of_a_square_is_finite_up_to_one_half(c: int, finite: bool) -> None:
    g, x, _ = letters(4)
    assert (divergence(exponential(x * x * fmpq(c, 4), g), g, {"x", "y"}) is None) is finite


def test_a_factor_does_not_make_an_infinite_mean_finite_and_a_linear_exponent_is_harmless() -> None:
    g, x, y = letters(2)
    at_the_bound = exponential(x * x * fmpq(1, 2), g)
    assert divergence(y * at_the_bound, g, {"x", "y"}) is not None
    assert divergence(x**6 * exponential(x * 40 - y * 3, g), g, {"x", "y"}) is None


def test_infinite_means_do_not_cancel_unless_the_terms_do() -> None:
    g, x, y = letters()
    big, other = exponential(x * x, g), exponential(x * x + x, g)
    assert divergence(big - other, g, {"x", "y"}) is not None
    assert divergence(big * (x - y) - x * big + y * big, g, {"x", "y"}) is None


def test_a_form_that_is_only_semidefinite_has_an_infinite_mean_along_its_kernel() -> None:
    g, x, y = letters()
    found = divergence(exponential(x * y, g), g, {"x", "y"})
    assert found is not None
    assert found.direction == (1, 1)


def test_quotients_by_exponentials_are_read_and_other_quotients_refused() -> None:
    g, x, _ = letters()
    assert divergence(x / exponential(x * x, g), g, {"x", "y"}) is None
    assert divergence(1 / exponential(-(x * x), g), g, {"x", "y"}) is not None
    with pytest.raises(InputError, match="quotients"):
        divergence(1 / (1 + exponential(x, g)), g, {"x", "y"})
    with pytest.raises(InputError, match="degree 3"):
        divergence(exponential(x**3, g), g, {"x", "y"})
    with pytest.raises(InputError, match="growth along rays"):
        divergence(exponential(exponential(x, g), g), g, {"x", "y"})
    with pytest.raises(InputError, match="not known"):
        divergence(x * g.letter("unknown"), g, {"x", "y"})


def test_what_may_vanish_makes_no_mean_infinite() -> None:
    g, x, _ = letters()
    tame = g.letter("relu(x)")
    assert divergence(tame * x, g, {"x", "y"}, ["relu(x)"]) is None
    with pytest.raises(InputError, match="not certain"):
        divergence(tame * exponential(x * x, g), g, {"x", "y"}, ["relu(x)"])


def test_a_direction_certifies_that_a_matrix_is_not_positive_definite() -> None:
    A = Matrix.of([[fmpq(2), fmpq(-3), fmpq(0)], [fmpq(-3), fmpq(5), fmpq(1)], [fmpq(0), fmpq(1), fmpq(1)]])
    v = not_positive(A)
    assert v is not None
    assert sum(v[i] * A[i, j] * v[j] for i in range(3) for j in range(3)) <= 0
    assert not_positive(Matrix.of([[fmpq(2), fmpq(-3)], [fmpq(-3), fmpq(5)]])) is None


def test_an_exponential_of_exponentials_has_an_infinite_mean_where_one_of_them_prevails() -> None:
    g, x, y = letters()
    small, large = exponential(x * y, g), exponential(x * x + y * y, g)
    found = divergence(exponential(large - small * x, g), g, {"x", "y"})
    assert found is not None
    assert found.direction[0] != 0
    with pytest.raises(InputError):  # bounded by 1
        divergence(exponential(-large, g), g, {"x", "y"})
    with pytest.raises(InputError):  # the two grow at the same rate along every direction in which one prevails
        divergence(exponential(x * y * large - y * x * exponential(x * x + y * y + x, g), g), g, {"x", "y"})


def test_a_factor_that_vanishes_on_a_ray_decides_nothing_there() -> None:
    g, x, y = letters()
    vanishing = -((x - y) * (x - y)) * exponential(x * y, g)
    with pytest.raises(InputError):
        divergence(exponential(vanishing + exponential(x * y, g), g), g, {"x", "y"})
