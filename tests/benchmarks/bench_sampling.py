"""Prompts per second: the fast roads against the definition-level layer, d = 20, N = 40."""

from time import perf_counter

import numpy as np
import pytest

from numeric import prompts
from numeric.streams import generator

D, N, BATCH = 20, 40, 4_000
LAM = np.diag(np.linspace(0.5, 2.0, D))


def general_weights() -> tuple[np.ndarray, np.ndarray]:
    rng = generator("bench/sampling", "weights")
    return rng.standard_normal((D + 1, D + 1)), rng.standard_normal((D + 1, D + 1))


def definition(rng: np.random.Generator) -> np.ndarray:
    sample = prompts.draw(D, N, LAM, BATCH, rng)
    return prompts.prediction(prompts.embedding(**sample), *general_weights())


def seconds_per_call(function, repeats: int) -> float:
    function()
    start = perf_counter()
    for _ in range(repeats):
        function()
    return (perf_counter() - start) / repeats


@pytest.mark.benchmark(group="sampling")
def test_fast_predictions_against_the_definition(benchmark) -> None:
    rng = generator("bench/sampling", "data")
    baseline = seconds_per_call(lambda: definition(rng), 3)
    benchmark(lambda: prompts.fast_predictions(D, N, LAM, BATCH, rng, *general_weights()))
    ratio = baseline / benchmark.stats.stats.mean
    benchmark.extra_info["baseline"] = "literal embedding (4) and layer (3), batch of 4000"
    benchmark.extra_info["ratio"] = round(ratio, 1)
    assert ratio >= 10


@pytest.mark.benchmark(group="sampling")
def test_bartlett_against_the_outer_products(benchmark) -> None:
    rng = generator("bench/sampling", "data")

    def outer() -> np.ndarray:
        x = prompts.draw(D, N, LAM, BATCH, rng)["x"]
        return x.transpose(0, 2, 1) @ x

    baseline = seconds_per_call(outer, 3)
    benchmark(lambda: prompts.wishart(D, N, LAM, BATCH, rng))
    benchmark.extra_info["baseline"] = "sum of outer products of drawn covariates"
    benchmark.extra_info["ratio"] = round(baseline / benchmark.stats.stats.mean, 1)
