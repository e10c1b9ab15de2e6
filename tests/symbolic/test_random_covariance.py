"""The loss with a random covariance against averages of the loss given the covariance, in exact rationals."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random
from typing import Any, cast

import pytest

from symbolic.indexed import Indexed, IndexedMatrix, free_index, substitute
from symbolic.lsa import PARAMETERS, population_loss
from symbolic.random_covariance import random_flow, random_loss, random_minimum
from symbolic.words import evaluate, gradient, name_of
from tests.symbolic.places import Place

Table = list[list[F]]
U11, u12, u21, u_1 = (name_of(x) for x in (PARAMETERS.U11, PARAMETERS.u12, PARAMETERS.u21, PARAMETERS.u_1))


def numbers(rng: Random, rows: int, cols: int) -> Table:
    return [[F(rng.randint(-4, 4), rng.randint(1, 3)) for _ in range(cols)] for _ in range(rows)]


def parameters(d: int, seed: int) -> dict[str, Any]:
    rng = Random(seed)
    vectors = {"u12": numbers(rng, d, 1), "u21": numbers(rng, d, 1)}
    return {"U11": numbers(rng, d, d), **vectors, "u_-1": F(rng.randint(1, 5), 3)}


def flat(tables: dict[str, Any]) -> dict[str, Any]:
    """Vectors as lists, as values with indices read them."""
    return {name: [row[0] for row in x] if name in {"u12", "u21"} else x for name, x in tables.items()}


def diagonal(v: list[F]) -> Table:
    return [[x if r == c else F(0) for c in range(len(v))] for r, x in enumerate(v)]


def law(d: int, diagonal_ones: bool) -> list[Any]:
    rng = Random(d)
    if diagonal_ones:
        return [[F(rng.randint(1, 5), rng.randint(1, 3)) for _ in range(d)] for _ in range(3)]
    n = range(d)
    return [[[sum((T[r][m] * T[c][m] for m in n), F(r == c)) for c in n] for r in n] for T in
            (numbers(rng, d, d) for _ in range(2))]


@pytest.mark.parametrize(("d", "is_diagonal"), [(1, True), (2, True), (3, True), (1, False), (2, False)])
def test_the_loss_is_the_average_of_the_losses_given_the_covariance(d: int, is_diagonal: bool) -> None:
    outcomes, at = law(d, is_diagonal), parameters(d, 7)
    dims = {"d": d, "N": 4}
    given = population_loss()
    tables = [diagonal(x) if is_diagonal else x for x in outcomes]
    average = sum(cast(F, evaluate(given, dims, {**at, "Lam": x})) for x in tables) / len(outcomes)
    place = Place(dims, flat(at), {"lam_tau" if is_diagonal else "Lam_tau": outcomes})
    assert place.of(random_loss(is_diagonal), {}) == average


@pytest.mark.parametrize("is_diagonal", [True, False])
def test_the_flow_is_the_average_of_the_flows_given_the_covariance(is_diagonal: bool) -> None:
    d, at = 2, parameters(2, 8)
    outcomes, dims = law(d, is_diagonal), {"d": 2, "N": 3}
    tables = [diagonal(x) if is_diagonal else x for x in outcomes]
    place = Place(dims, flat(at), {"lam_tau" if is_diagonal else "Lam_tau": outcomes})
    velocity = random_flow(is_diagonal).velocities[U11]
    assert isinstance(velocity, IndexedMatrix)
    i, j = free_index("i", "d"), free_index("j", "d")
    slope = gradient(population_loss(), PARAMETERS.U11)
    slopes = [cast(Table, evaluate(slope, dims, {**at, "Lam": x})) for x in tables]
    for r in range(d):
        for c in range(d):
            found = place.of(velocity.at(i, j), {i: r, j: c})
            assert found == -sum((s[r][c] for s in slopes), F(0)) / len(slopes)


def test_the_block_is_invariant() -> None:
    for is_diagonal in (True, False):
        inside = random_flow(is_diagonal, block=True).velocities
        assert not cast(IndexedMatrix, inside[u12]).body
        assert not cast(IndexedMatrix, inside[u21]).body
        assert cast(Indexed, inside[u_1])


def test_no_point_lies_below_the_minimum() -> None:
    dims, outcomes = {"d": 2, "N": 3}, {"lam_tau": law(2, True)}
    least = Place(dims, {}, outcomes).of(random_minimum(), {})
    values = [Place(dims, flat(parameters(2, seed)), outcomes).of(random_loss(True), {}) for seed in range(8)]
    assert min(values) > least
    nothing = substitute(random_loss(True), {u_1: Indexed.of(0), u21: IndexedMatrix("d", 1, Indexed.of(0))})
    assert Place(dims, flat(parameters(2, 0)), outcomes).of(nothing, {}) > least
