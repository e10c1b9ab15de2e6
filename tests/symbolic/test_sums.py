"""Power sums: expectations for every number of samples, compared with samples written out."""

from fractions import Fraction
from itertools import product

import pytest

from symbolic.entries.ring import fraction, ring
from symbolic.entries.sums import PowerSums, Table, expectation, partitions

VALUES = ((Fraction(1, 3), -1), (Fraction(2, 3), 2))
"""Outcomes of one sample with their probabilities."""


def moment_of(k):
    return sum(p * Fraction(z) ** k for p, z in VALUES)


def power_sums(length):
    ctx = ring(["z", "m", "p1", "p2", "p3", "w"])
    gen = dict(zip(ctx.names(), ctx.gens(), strict=True))
    m = gen["m"] if length is None else ctx.constant(length)
    sums = PowerSums(
        ctx, m, lambda alpha: 1 + alpha[0],
        lambda alpha: ctx.constant(0) + int(moment_of(alpha[0]) * 27) * ctx.constant(1) / 27,
    )
    return ctx, gen, sums


def brute(length, f):
    """E f(z_1, ..., z_length) over all outcomes."""
    total = Fraction(0)
    for outcome in product(VALUES, repeat=length):
        weight = Fraction(1)
        for p, _ in outcome:
            weight *= p
        total += weight * f([z for _, z in outcome])
    return total


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_the_mean_of_a_cube_of_sums_is_that_of_samples_written_out(length):
    _, gen, sums = power_sums(length)
    folded = sums.folded(gen["z"] + gen["z"] ** 2, [0])
    value = expectation(folded**3, [], [sums])
    assert fraction(value.leading_coefficient()) == brute(length, lambda zs: Fraction(sum(z + z * z for z in zs)) ** 3)


def test_the_length_may_stay_a_symbol():
    _, gen, sums = power_sums(None)
    value = expectation(sums.folded(gen["z"], [0]) ** 2, [], [sums])
    for m in (1, 2, 5):
        assert fraction(value(0, m, 0, 0, 0, 0)) == brute(m, lambda zs: Fraction(sum(zs)) ** 2)


def test_a_constant_summed_is_the_length_times_it():
    _, gen, sums = power_sums(None)
    assert sums.folded(gen["w"], [0]) == gen["m"] * gen["w"]


def test_groups_are_independent():
    ctx = ring(["a", "b"])
    a, b = ctx.gens()
    coin = Table((0,), lambda alpha: ctx.constant(1 - alpha[0] % 2))
    shifted = Table((1,), lambda alpha: ctx.constant(2 ** alpha[0]))
    assert expectation(a**2 * b**3 + a * b, [coin, shifted]) == 8


def test_set_partitions_are_counted_by_the_bell_numbers():
    assert [len(list(partitions([(k,) for k in range(n)]))) for n in range(5)] == [1, 1, 2, 5, 15]
