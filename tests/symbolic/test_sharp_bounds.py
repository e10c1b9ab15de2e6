"""Printed and sharper constants of Lemmas 12 and 19."""

from fractions import Fraction

import pytest
from flint import arb

from symbolic.errors import InputError
from symbolic.sharp_bounds import bounds, table

HALF = Fraction(1, 2)


@pytest.mark.parametrize("share", [Fraction(1, 10), HALF, Fraction(9, 10)])
@pytest.mark.parametrize("lam", [[1, 1], [1, HALF], [3, 1, Fraction(1, 7)]])
def test_the_sharper_constants_are_never_worse(lam, share):
    for overlap in ([1] * len(lam), range(len(lam)), range(1, len(lam) + 1)):
        found = bounds(lam, list(overlap), 4, share)
        assert found.square > found.printed_square
        assert found.mu > found.printed_mu


def test_the_best_factor_is_larger_by_the_squared_dimension_for_a_multiple_of_the_identity():
    found = bounds([2] * 5, [1] * 5, 3, HALF)
    of_square, of_mu = found.gains
    assert (of_mu / of_square).overlaps(arb(25))


def test_a_small_start_along_the_square_makes_the_bound_attained():
    """Theta Theta^T proportional to Lambda^2: the bound on u_-1^2 is sigma^2 (1 - O(sigma^2))."""
    lam, N, share = [Fraction(1), HALF], 2, Fraction(1, 10**6)
    found = bounds(lam, [x * x for x in lam], N, share)
    largest = (1 + Fraction(1, N)) * max(lam) + sum(lam) / N
    start = arb(2) * share.numerator / share.denominator * largest.denominator / largest.numerator / arb(2).sqrt()
    assert found.square < start
    assert found.square > start * (1 - arb(1) / 10**5)


def test_the_table_has_a_row_for_each_setting():
    assert len(table(spectra=((1, 1),), lengths=(1, 2), shares=(HALF,)).splitlines()) == 3


def test_bad_input_is_refused():
    with pytest.raises(InputError, match="eigenvalues must be positive"):
        bounds([0, 1], [1, 1], 1, HALF)
    with pytest.raises(InputError, match="overlap must be"):
        bounds([1, 1], [1], 1, HALF)
    with pytest.raises(InputError, match="share must be between 0 and 1"):
        bounds([1], [1], 1, Fraction(1))
