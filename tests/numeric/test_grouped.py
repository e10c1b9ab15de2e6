"""Statistics of independent groups: the bootstrap covers, the sign test has exactly its rate."""

from math import comb

import numpy as np
import pytest

from numeric.errors import InputError
from numeric.grouped import bootstrap, interval, resamples, sign_test
from numeric.streams import generator


def test_the_bootstrap_interval_covers_about_as_often_as_it_says() -> None:
    rng = generator("tests/grouped", "coverage")
    hits = 0
    for _ in range(400):
        found = bootstrap(rng.exponential(size=64), rng, trials=300)
        hits += found.low <= 1 <= found.high
    # 90 % nominal; percentile intervals of 64 skewed values cover a little less.
    assert 0.82 < hits / 400 < 0.95


def test_resampling_is_over_whole_groups_and_reproducible() -> None:
    groups = [0.0] * 32 + [1.0] * 32
    one, two = (bootstrap(groups, generator("tests/grouped", "same")) for _ in range(2))
    assert one == two
    width = one.high - one.low
    assert 0.15 < width < 0.26  # 2 * 1.645 * 0.5 / sqrt(64) = 0.206


def test_the_sign_test_is_the_binomial_tail() -> None:
    values = np.r_[np.ones(40), -np.ones(23), 0.0]
    test = sign_test(values)
    assert (test.positive, test.n) == (40, 64)
    assert test.p_above == sum(comb(64, k) for k in range(40, 65)) / 2**64
    assert test.p_below == sum(comb(64, k) for k in range(23, 65)) / 2**64


def test_the_sign_test_rejects_as_rarely_as_it_says_whatever_the_tails() -> None:
    rng = generator("tests/grouped", "rate")
    rejections = sum(sign_test(rng.standard_cauchy(64)).p_above <= 0.05 for _ in range(2000))
    assert rejections / 2000 < 0.065


def test_resamples_of_other_groups_are_refused() -> None:
    weights = resamples(3, generator("tests/grouped", "weights"), trials=10)
    assert np.allclose(weights.sum(1), 1)
    with pytest.raises(InputError, match="weights must resample 4 groups, not 3"):
        interval(np.ones(4), weights)


@pytest.mark.parametrize("bad", [[], [[1.0]], [np.nan]])
def test_what_is_no_vector_of_means_is_refused(bad: list[float]) -> None:
    with pytest.raises(InputError, match="groups must be"):
        sign_test(bad)
    with pytest.raises(InputError, match="level must lie"):
        bootstrap([1.0], np.random.default_rng(0), level=1.5)
