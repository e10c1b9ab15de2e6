"""The settings, prompts and baselines of the experiment of Figure 1; needs neither torch nor transformers."""

from fractions import Fraction

import numpy as np
import pytest

from numeric.errors import InputError
from numeric.grouped import bootstrap
from numeric.streams import generator
from numeric.training.in_context.baselines import (
    attention_weight,
    least_squares,
    limit_errors,
    limit_line,
    linear_attention,
)
from numeric.training.in_context.measuring import errors, measure_baselines, panels
from numeric.training.in_context.prompts import drawn_prompts
from numeric.training.in_context.settings import PRESETS, Curriculum, settings

TINY = settings("small", covariances=32, prompts=16)


def test_the_full_preset_is_the_printed_one_with_the_curriculum_of_garg() -> None:
    full = PRESETS["full"]
    assert [curve.name for curve in full.curves][:6] == [
        "40 fixed", "70 fixed", "100 fixed", "40 random", "70 random", "100 random"
    ]  # fmt: skip
    stages = [full.curriculum.at(step, 20, 40) for step in (0, 1999, 2000, 4000, 30000, 499999)]
    assert stages == [(5, 11), (5, 11), (6, 13), (7, 15), (20, 41), (20, 41)]
    assert full.table == 2 * (max(full.tested) + 1)
    assert all(N in full.tested for N in full.lengths)
    assert max(full.tested) > max(full.lengths)


def test_the_small_preset_keeps_the_ratio_of_length_and_dimension() -> None:
    full, small = PRESETS["full"], PRESETS["small"]
    assert [Fraction(N, full.d) for N in full.lengths] == [Fraction(N, small.d) for N in small.lengths]


def test_random_covariances_are_exponential_and_scaled_panels_share_their_draws() -> None:
    many = settings("small", covariances=4096, prompts=1)
    prompts = drawn_prompts(many, "random")
    for power, moment in ((1, 1), (2, 2)):
        interval = bootstrap((prompts.lam**power).mean(1), generator("tests/in-context", "moments"), level=0.9999)
        assert interval.low < moment < interval.high
    squares = (prompts.x[:, 0] ** 2 / prompts.lam[:, None]).mean((1, 2))
    interval = bootstrap(squares, generator("tests/in-context", "scale"), level=0.9999)
    assert interval.low < 1 < interval.high
    assert np.allclose(prompts.scaled(9).x, 3 * prompts.x)
    assert np.allclose(prompts.scaled(9).y, 3 * prompts.y)


def test_the_panels_of_equal_settings_are_equal_and_another_seed_changes_them() -> None:
    one, two, other = panels(TINY), panels(TINY), panels(settings("small", covariances=32, prompts=16, seed=1))
    assert all(np.array_equal(one[name].x, two[name].x) for name in one)
    assert not np.array_equal(one["I"].x, other["I"].x)


def test_least_squares_is_exact_from_d_examples_on_and_of_least_norm_before() -> None:
    prompts = drawn_prompts(TINY, "random")
    found = errors(prompts, (1, 2, 5), least_squares)
    assert max(found["5"]) < 1e-20
    assert min(found["1"]) > 1e-3
    x, y = prompts.x[:, :, :1], prompts.y[:, :, :1]
    by_hand = (x[:, :, 0] * prompts.x[:, :, 1]).sum(-1) * y[:, :, 0] / (x[:, :, 0] ** 2).sum(-1)
    assert np.allclose(least_squares(x, y, prompts.x[:, :, 1]), by_hand)


def test_linear_attention_of_weight_one_averages_the_examples() -> None:
    x, y, x_q = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([3.0, 5.0]), np.array([1.0, 1.0])
    assert linear_attention(x, y, x_q, 1.0) == (3 + 10) / 2


@pytest.mark.parametrize("kind", ["fixed", "random"])
def test_the_limit_line_is_what_long_prompts_tend_to(kind: str) -> None:
    """M = 4000 examples, the weight of N = infinity: the error per covariance meets the exact one."""
    d, M, rng = 3, 4000, generator("tests/in-context", f"line {kind}")
    lam = rng.standard_exponential((1, d))
    x = rng.standard_normal((400, M, d)) * np.sqrt(lam)
    x_q, w = rng.standard_normal((400, d)) * np.sqrt(lam), rng.standard_normal((400, d))
    a = float(attention_weight(kind, d, None))
    predicted = linear_attention(x, (x @ w[..., None])[..., 0], x_q, a)
    interval = bootstrap((predicted - (x_q * w).sum(-1)) ** 2, rng, level=0.9999)
    assert interval.low < limit_errors(lam, kind)[0] < interval.high + 0.02


def test_the_mean_of_the_limit_errors_is_the_line() -> None:
    rng = generator("tests/in-context", "mean line")
    lam = 4 * rng.standard_exponential((200_000, 1))
    for kind in ("fixed", "random"):
        interval = bootstrap(limit_errors(lam, kind)[:50_000], rng, level=0.9999, trials=200)
        assert interval.low < float(limit_line(kind, 4)) < interval.high
    assert [limit_line("fixed", c) for c in (1, 4, 9)] == [3, 324, 4059]
    assert [limit_line("random", c) for c in (1, 4, 9)] == [Fraction(1, 3), Fraction(76, 3), 387]


def test_the_weights_at_finite_length_tend_to_those_of_the_limit() -> None:
    assert attention_weight("fixed", 20, 40) == Fraction(40, 61)
    for kind in ("fixed", "random"):
        assert abs(attention_weight(kind, 20, 10**9) - attention_weight(kind, 20, None)) < Fraction(1, 10**6)


def test_the_baselines_have_a_number_for_every_group() -> None:
    found = measure_baselines(TINY)
    assert len(found["zero"]["9"]) == 32
    assert len(found["least squares"]["I"]["4"]) == 32
    assert set(found["linear attention"]) == {f"{N} {kind}" for N in (4, 7, 10) for kind in ("fixed", "random")}


def test_the_curriculum_stops_at_the_full_size() -> None:
    assert Curriculum(dims=1, points=3, every=10).at(10**9, 2, 4) == (2, 5)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"heads": 3}, "heads must divide"),
        ({"tested": (1, 2)}, "tested must hold every training length"),
        ({"steps": 0}, "steps must be an integer"),
        ({"rate": -1.0}, "rate must be a positive number"),
        ({"lengths": ()}, "lengths must name at least one"),
    ],
)
def test_settings_that_make_no_experiment_are_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        settings("small", **changes)
    with pytest.raises(InputError, match="preset must be one of full, gpu, small, tiny"):
        settings("huge")
