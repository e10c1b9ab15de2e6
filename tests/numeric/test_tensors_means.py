"""Tests of means over blocks: false alarms at a loosened level, what they find, and whose draws are whose."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from numeric.mean_rows import MeanRow, decided
from numeric.training.tensors import Draws, means
from numeric.training.tensors.means import BLOCKS, Known, Means, collect, is_tame, with_known

Law = Callable[[np.random.Generator, int], np.ndarray]
LAWS: dict[str, tuple[Law, bool]] = {
    "normal": (lambda rng, n: rng.standard_normal(n), True),
    "a product of four": (lambda rng, n: np.prod(rng.standard_normal((4, n)), 0), True),
    "a square": (lambda rng, n: rng.standard_normal(n) ** 2 - 1, True),
    "skewed": (lambda rng, n: np.where(rng.random(n) < 0.1, 3, -1 / 3), True),
    "an eighth power": (lambda rng, n: rng.standard_normal(n) ** 8 - 105, False),
    "a lognormal": (lambda rng, n: np.exp(2 * rng.standard_normal(n)) - np.exp(2), False),
    "a heavy lognormal": (lambda rng, n: np.exp(4 * rng.standard_normal(n)) - np.exp(8), False),
    "a lognormal seen by none": (lambda rng, n: np.exp(9 * rng.standard_normal(n)) - np.exp(40.5), False),
    "of barely a variance": (lambda rng, n: rng.standard_t(2.2, n), False),
}


@pytest.mark.parametrize("law", LAWS)
def test_false_alarms_stay_below_the_level_and_detectable_errors_are_found(
    law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(means, "ALPHA", 1e-2)
    draw, light = LAWS[law]
    rng, alarms, decisive, found, rounds, block = np.random.default_rng(7), 0, 0, 0, 40, 4
    for _ in range(rounds):
        values = draw(rng, BLOCKS * block).reshape(BLOCKS, block).mean(1)
        row = means._row(values, 1.0, block)
        if row.get("radius") is None:
            continue
        decisive += 1
        alarms += decided(row, "eq") is False
        moved = means._row(values + row["detectable"], 1.0, block)
        found += moved.get("radius") is None or decided(moved, "eq") is False
    assert alarms <= 2  # at 1e-2 a third has probability 0.007
    assert found >= decisive - 2
    assert decisive >= rounds - 2 or not light


VARIANCES = {"normal": 1.0, "a product of four": 1.0, "a square": 2.0, "skewed": 1.0}


def known_row(values: np.ndarray, known: Known, block: int) -> MeanRow:
    """The row of draws (blocks, block) whose variance is said to be known."""
    row = means._row(values.mean(1), 1.0, block)
    return with_known(row, values.mean(1), ((values - known.mean) ** 2).mean(1), known)


@pytest.mark.parametrize("law", VARIANCES)
def test_with_an_exact_variance_false_alarms_stay_below_the_level_and_less_is_needed_to_be_seen(
    law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(means, "ALPHA", 1e-2)
    draw, known = LAWS[law][0], Known(0.0, VARIANCES[law], 0.0)
    rng, alarms, found, rounds, block = np.random.default_rng(11), 0, 0, 20, 256
    for _ in range(rounds):
        values = draw(rng, BLOCKS * block).reshape(BLOCKS, block)
        row = known_row(values, known, block)
        assert row["ground"] == "EXACT"
        assert row["variance"] == pytest.approx(VARIANCES[law] / block)
        assert row["detectable"] < 0.95 * means._row(values.mean(1), 1.0, block)["detectable"]
        alarms += decided(row, "eq") is False
        moved = with_known(
            means._row(values.mean(1) + row["detectable"], 1.0, block), values.mean(1) + row["detectable"],
            ((values - known.mean) ** 2).mean(1), known,
        )  # fmt: skip
        found += decided(moved, "eq") is False
    assert alarms <= 1
    assert found >= rounds - 2


@pytest.mark.parametrize("factor", [0.25, 0.4, 2.5, 4.0])
def test_a_wrong_variance_is_contradicted_by_the_draws_and_decides_nothing(factor: float) -> None:
    values = np.random.default_rng(2).standard_normal((BLOCKS, 16))
    row = known_row(values, Known(0.0, factor, 0.0), 16)
    assert row["why"] == means.CONTRADICTED
    assert row["radius"] is None
    assert decided(row, "eq") is None
    assert abs(row["measured"] - row["stated"]) > row["apart"]


def test_a_variance_about_another_mean_is_contradicted_as_well() -> None:
    values = np.random.default_rng(2).standard_normal((BLOCKS, 16))
    assert known_row(values, Known(1.5, 1.0, 0.0), 16)["why"] == means.CONTRADICTED


def test_of_what_is_too_heavy_to_average_its_squares_a_variance_that_is_far_too_small_is_contradicted() -> None:
    draw = LAWS["an eighth power"][0]
    values = draw(np.random.default_rng(2), BLOCKS * 64).reshape(BLOCKS, 64)
    true = 2027025.0 - 105.0**2
    row = known_row(values, Known(0.0, true, 0.0), 64)
    assert "measured" not in row
    assert row["ground"] == "EXACT"
    assert decided(row, "eq") is True
    assert known_row(values, Known(0.0, true / 100, 0.0), 64)["why"] == means.CONTRADICTED


@pytest.mark.parametrize("law", ["normal", "an eighth power", "a lognormal"])
def test_a_true_variance_is_not_contradicted(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(means, "ALPHA", 1e-2)
    true = {"normal": 1.0, "an eighth power": 2027025.0 - 105.0**2, "a lognormal": np.exp(4.0) * (np.exp(4.0) - 1)}[law]
    draw, rng = LAWS[law][0], np.random.default_rng(3)
    for _ in range(20):
        row = known_row(draw(rng, BLOCKS * 4).reshape(BLOCKS, 4), Known(0.0, true, 0.0), 4)
        assert row["radius"] is not None
        assert decided(row, "eq") is True


def test_where_the_draws_are_too_few_to_bear_a_variance_out_it_is_not_used() -> None:
    values = np.random.default_rng(2).standard_normal((100, 1))
    row = known_row(values, Known(0.0, 1.0, 0.0), 1)
    assert row["unused"] == means.TOO_FEW
    assert "stated" not in row


def test_a_tail_that_hides_behind_a_constant_is_asked_for_by_name() -> None:
    rng = np.random.default_rng(3)
    tail = torch.from_numpy(np.exp(20 * rng.standard_normal((BLOCKS, 1))))
    constant = torch.full_like(tail, np.exp(200.0))
    apart, sizes = tail - constant, tail + constant
    for watched, decisive in ((None, True), (tail, False)):
        made = Means(1)
        made.add(apart, sizes, watched)
        (row,) = made.rows()
        assert (decided(row, "eq") is not None) is decisive


def test_what_may_be_rare_must_be_seen_to_vary() -> None:
    nothing = torch.zeros(BLOCKS, 1, dtype=torch.float64)
    for rare, expected in ((False, True), (True, None)):
        made = Means(1, rare)
        made.add(nothing, nothing, nothing)
        (row,) = made.rows()
        assert decided(row, "eq") is expected


def test_figures_of_any_size_are_figures() -> None:
    rng = np.random.default_rng(5)
    values = rng.standard_normal(BLOCKS)
    for size in (1e-250, 1e-100, 1.0, 1e100, 1e250):
        row = means._row(values * size, size, 1)
        assert decided(row, "eq") is True
        assert row["estimate"] == pytest.approx(means._row(values, 1.0, 1)["estimate"] * size)
        assert decided(means._row((values + 1) * size, size, 1), "eq") is False


def test_means_of_few_are_not_tame_and_constants_are() -> None:
    one = np.zeros((1, BLOCKS))
    assert is_tame(one + 3.0)
    one[0, 0] = 1.0
    assert not is_tame(one)
    assert not is_tame(np.full((1, BLOCKS), np.inf))


def test_chunks_are_cut_into_blocks_and_none_is_counted_twice() -> None:
    seen: list[int] = []

    def draw(count: int, number: int) -> tuple[torch.Tensor, torch.Tensor]:
        seen.append(number)
        values = torch.full((count, 1), float(number), dtype=torch.float64) + torch.randn(
            count, 1, generator=torch.Generator().manual_seed(number), dtype=torch.float64
        )
        return values, values.abs()

    (row,) = collect(draw, 1 << 14, 1 << 12)
    assert seen == [0, 1, 2, 3]
    assert row["n"] == 1 << 14
    assert row["estimate"] == pytest.approx(1.5, abs=row["radius"])


def test_streams_of_different_names_are_independent_and_of_equal_names_the_same() -> None:
    n = 1 << 14
    names = ["x 0 in occurrence 0", "x 1 in occurrence 0", "x 0 in occurrence 1", "y 0 in occurrence 0",
             "noise of x 0 in occurrence 0"]  # fmt: skip
    drawn = [Draws(owner).normal(name, n) for owner in ("claim chunk 0", "claim chunk 1", "claim chunk -1")
             for name in names]  # fmt: skip
    correlations = torch.corrcoef(torch.stack(drawn)) - torch.eye(len(drawn), dtype=torch.float64)
    assert float(correlations.abs().max()) < 6 / n**0.5
    assert torch.equal(Draws("claim chunk 0").normal(names[0], n), drawn[0])


@pytest.mark.parametrize("law", ["Gaussian", "uniform", "Rademacher", "skewed"])
def test_every_noise_has_mean_0_and_variance_1(law: str) -> None:
    n = 1 << 16
    z = Draws("noise").noise("z", law, n)
    assert abs(float(z.mean())) < 6 / n**0.5
    assert abs(float((z * z).mean()) - 1) < 6 * 3 / n**0.5


def test_rotations_are_orthogonal_and_have_no_favourite_direction() -> None:
    n = 1 << 13
    Q = Draws("rotations").orthogonal("Q", n, 3)
    assert float((Q @ Q.mT - torch.eye(3, dtype=torch.float64)).abs().max()) < 1e-13
    assert float(Q.mean(0).abs().max()) < 6 / n**0.5
    assert float(((Q**2).mean(0) - 1 / 3).abs().max()) < 6 / n**0.5
    assert abs(float(torch.linalg.det(Q).mean())) < 6 / n**0.5


def test_the_skewed_noise_has_the_mean_0_of_doubles() -> None:
    values = Draws("noise").noise("z", "skewed", 256)
    assert set(values.tolist()) == {3.0, -1 / 3}


def test_an_order_that_is_not_strict_holds_where_nothing_varies_and_both_sides_are_the_same() -> None:
    same = {"estimate": 1e-17, "radius": 0.0, "size": 1.0}
    assert decided(same, "le") is decided(same, "ge") is True
    assert decided(same, "lt") is decided({**same, "radius": 1e-3}, "le") is None
    assert decided({**same, "estimate": 1e-3}, "le") is False
