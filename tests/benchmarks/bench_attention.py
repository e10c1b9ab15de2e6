"""Attention: the forward pass, the exact gradient over an orbit, and what words and entries say of one statement."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import fmpq

from numeric.attention.activations import EXP, QUADRATIC
from numeric.attention.forward import Head, forward, start, value_matrix
from numeric.attention.losses import FAMILIES, Data, Weights, combined, coordinates, gradient, loss, unit
from numeric.attention.orbits import orbit, rationals, signed_permutations
from numeric.streams import generator
from proofs_check import registry
from proofs_check.claims import Part, Reading
from proofs_check.witnesses import Context, witness

D, N, LAYERS, BATCH = 5, 30, 3, 200
STATEMENT = "ccs/eq-65"


def seconds(function: Callable[[], Any]) -> float:
    """Processor time, so that other work on the machine does not count."""
    begun = time.process_time()
    function()
    return time.process_time() - begun


def said(benchmark: Any, name: str, baseline: float, least: float) -> None:
    ratio = baseline / benchmark.stats.stats.min
    benchmark.extra_info.update(baseline=name, baseline_seconds=baseline, ratio=ratio)
    assert ratio >= least


def by_columns(X: np.ndarray, y: np.ndarray, r: float) -> float:
    """(2), (3) with V = diag(0, r) and exp, sums over demonstrations written out; the prediction (4)."""
    columns = X.shape[1]
    K = [[np.exp(sum(X[i, p] * X[i, q] for i in range(len(X)))) for q in range(columns)] for p in range(columns)]
    z = [*y[: columns - 1], 0.0]
    for _ in range(LAYERS):
        z = [z[q] + r * sum(z[p] * K[p][q] for p in range(columns - 1)) for q in range(columns)]
    return float(z[-1])


@pytest.mark.benchmark(timer=time.process_time)
def test_the_forward_pass_of_many_contexts(benchmark: Any) -> None:
    rng = generator("bench/attention", "contexts")
    X, y = rng.standard_normal((BATCH, D, N + 1)) / 4, rng.standard_normal((BATCH, 1, N + 1))
    V, one = value_matrix(np.zeros((D, D)), np.full((1, 1), -0.01)), np.eye(D)
    layers = [[Head(V, one, one, EXP)] for _ in range(LAYERS)]
    baseline = BATCH * seconds(lambda: by_columns(X[0], y[0, 0], -0.01))
    outputs = benchmark(lambda: forward(start(X, y), layers))
    assert outputs[-1][0, -1, -1] == pytest.approx(by_columns(X[0], y[0, 0], -0.01))
    said(benchmark, "sums over columns in Python, context by context", baseline, 5)


@pytest.mark.benchmark(timer=time.process_time)
def test_the_exact_gradient_over_an_orbit(benchmark: Any) -> None:
    root, xi = rationals([[2, 0], [0, 1]]), rationals([[1, 2], [2, Fraction(1, 2)]])
    X = orbit(root, xi, signed_permutations(2))
    inner = np.swapaxes(X, -1, -2) @ X
    data = Data(X, inner + inner * inner, QUADRATIC)
    A, B, C = [[0, 1], [1, 0]], [[1, 0], [1, 1]], [[1, 0], [0, 1]]
    values = {"r": [[[1]], [[-1]]], "A": [A, A], "B": [B, B], "C": [C, C]}
    weights = Weights(**{name: np.stack([rationals(rows) for rows in values[name]]) for name in FAMILIES})
    places = coordinates(weights)

    def quotients() -> list[Any]:
        step = fmpq(1, 1000)
        return [
            (loss(data, combined([weights, unit(weights, p)], [1, step])) - loss(data, weights)) / step
            for p in places
        ]  # fmt: skip

    baseline = seconds(quotients)
    found = benchmark.pedantic(lambda: gradient(data, weights), rounds=3)
    assert sum(found[name].size for name in FAMILIES) == len(places)
    said(benchmark, "difference quotients in fractions, which are no derivatives", baseline, 0.3)


def _asks(name: str) -> Callable[[], Any]:
    known = registry.load()
    claim = known.find(STATEMENT).claim
    assert claim is not None
    part: Part = claim.parts[0]
    reading: Reading = part.readings[0]
    examiner, context = witness(name), Context(tier="fast", known=known)
    return lambda: examiner.examine(claim, part, reading, context)


@pytest.mark.parametrize(("name", "against", "least"), [("words", "entries", 1), ("entries", "balls", 0.1)])
@pytest.mark.benchmark(timer=time.process_time)
def test_one_statement_by_each_engine(benchmark: Any, name: str, against: str, least: float) -> None:
    other = _asks(against)
    other()  # what is imported and remembered at the first time does not count
    baseline = seconds(other)
    ask = _asks(name)
    ask()
    outcome = benchmark.pedantic(ask, rounds=3)
    assert outcome.verdict.name in {"PROVED", "SUPPORTED"}
    said(benchmark, f"{against}, on {STATEMENT}", baseline, least)
