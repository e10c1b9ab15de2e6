"""Degrees, parities and what is tied together, read off the formula whose values are drawn."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")

import torch

from numeric.training.tensors import along
from numeric.training.tensors import functions as f
from numeric.training.tensors.degrees import UNBOUNDED, Degree
from numeric.training.tensors.dual import multiplied
from numeric.training.tensors.streams_summed import Rule, Stream, halved, rule_for, signed_permutations

x, z = Degree.drawn("x", 2, 1), Degree.drawn("z", 1, 1)
A = torch.tensor([[[1.0, 0.0], [0.0, 2.0]]], dtype=torch.float64)


def test_degrees_add_in_products_and_the_larger_counts_in_sums() -> None:
    square = f.product(x.mT, f.product(A, x))
    assert square.most("x") == 2
    assert f.times(square, z).most("x") == 2
    assert f.added(f.power(z, 3), z).most("z") == 3
    assert f.determinant(f.joined([x, f.product(A, x)], 2)).most("x") == 2


def test_what_is_certainly_zero_has_no_degree() -> None:
    column = f.joined([x, torch.zeros(1, 1, 1, dtype=torch.float64)], 1)
    assert f.product(column[:, 2:], z).most("x") == 0
    assert f.inner(column, f.joined([torch.zeros(1, 2, 1, dtype=torch.float64), f.power(z, 5)], 1)).most("z") == 0


def test_what_is_no_polynomial_has_no_bound_in_what_it_is_made_of() -> None:
    for made in (x.exp(), f.length(x), f.half(f.product(x, x.mT)), f.softmax(x, 2), x.relu(), f.inverse(z)):
        assert made.most("x" if made is not x and "x" in made.names else "z") == UNBOUNDED
    assert f.times(x.exp(), z).most("z") == 1
    assert f.times(torch.ones(1, 1, 1, dtype=torch.float64).exp(), z).most("z") == 1


def test_derivatives_have_the_degrees_of_what_is_differentiated() -> None:
    w = torch.zeros(1, 2, 1, dtype=torch.float64)
    value = along(lambda at: f.power(f.inner(at, x), 2), w, torch.ones_like(w))
    assert value.most("x") <= 2
    assert along(lambda at: multiplied(at, z), torch.zeros(1, 1, 1), torch.ones(1, 1, 1)).most("z") == 1


def test_parity_tells_what_a_change_of_sign_does() -> None:
    assert f.inner(x, x).is_even("x")
    assert not x.is_even("x")
    assert not f.added(f.inner(x, x), f.trace(f.product(x, x.mT)[:, :1, :1] * z)).is_even("z")
    assert f.inner(x, x).exp().is_even("x")
    assert not f.added(f.inner(x, x), x[:, :1]).exp().is_even("x")


def test_only_what_is_multiplied_is_tied_together() -> None:
    assert not f.added(f.inner(x, x), z).mixed
    assert f.times(f.inner(x, x), z).mixed == {("x", "z")}
    assert f.added(f.inner(x, x), z).exp().mixed == {("x", "z")}


def outcomes(rule: Rule) -> tuple[torch.Tensor, torch.Tensor]:
    return rule.at(torch.arange(rule.total))


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("degree", [2, 3, 4, 6])
def test_rotations_of_a_rule_average_as_haar_does(d: int, degree: int) -> None:
    rule = rule_for(Stream("orthogonal", d, d), degree)
    assert rule is not None
    Q, weights = outcomes(rule)
    assert float((Q @ Q.mT - torch.eye(d)).abs().max()) < 1e-14
    # E Q_11^k over the sphere: 1/d, 3/(d(d+2)), 15/(d(d+2)(d+4)); odd ones vanish.
    known = {1: 0, 2: 1 / d, 3: 0, 4: 3 / (d * (d + 2)), 5: 0, 6: 15 / (d * (d + 2) * (d + 4))}
    for k in range(1, degree + 1):
        for i in range(d):
            for j in range(d):
                assert float((weights * Q[:, i, j] ** k).sum()) == pytest.approx(known[k], abs=1e-14)


def test_signed_permutations_are_used_up_to_degree_3_alone() -> None:
    fourth = (signed_permutations(3)[:, 0, 0] ** 4).mean()
    assert float(fourth) == pytest.approx(1 / 3)  # over all rotations it is 1/5
    assert rule_for(Stream("spherical", 3, 1), 4) is None
    assert rule_for(Stream("orthogonal", 4, 4), 4) is None


@pytest.mark.parametrize("law", ["normal", "uniform", "Rademacher", "skewed"])
def test_numbers_of_a_rule_have_the_moments_of_the_law(law: str) -> None:
    rule = rule_for(Stream(law, 2, 1), 4)
    assert rule is not None
    values, weights = outcomes(rule)
    assert float(weights.sum()) == pytest.approx(1)
    assert float((weights * values[:, 0, 0]).sum()) == pytest.approx(0, abs=1e-14)
    assert float((weights * values[:, 1, 0] ** 2).sum()) == pytest.approx(1)
    fourth = {"normal": 3, "uniform": 9 / 5, "Rademacher": 1, "skewed": 0.1 * 81 + 0.9 / 81}[law]
    assert float((weights * values[:, 0, 0] ** 4).sum()) == pytest.approx(fourth)
    assert float((weights * values[:, 0, 0] ** 2 * values[:, 1, 0] ** 2).sum()) == pytest.approx(1)


def test_half_of_the_outcomes_serve_for_what_is_even() -> None:
    stream = Stream("normal", 2, 1)
    rule = rule_for(stream, 4)
    assert rule is not None
    half = halved(stream, rule)
    assert half.total == (rule.total + 1) // 2
    values, weights = outcomes(half)
    assert float(weights.sum()) == pytest.approx(1)
    assert float((weights * (values[:, 0, 0] + values[:, 1, 0]) ** 4).sum()) == pytest.approx(12)
