"""Loss and gradient of linear self-attention for every d, against SymPy's polynomial ring with Isserlis at d = 4."""

from __future__ import annotations

import time
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from symbolic.lsa import PARAMETERS, population_loss
from symbolic.words import gradient

D = 4
LIMIT_SECONDS = 0.005
LIMIT_RATIO = 100


def loss_and_gradient() -> tuple[Any, ...]:
    loss = population_loss()
    p = PARAMETERS
    return (loss, *(gradient(loss, x) for x in (p.U11, p.u12, p.u21, p.u_1)))


def sympy_ring_and_isserlis(d: int) -> Any:
    """2 N^2 times the same loss at fixed d with diagonal covariance, entry by entry, N symbolic.

    Two distinct samples stand for all pairs of samples:
    E (sum_i r_i)^2 = N E r_1^2 + N (N - 1) E r_1 r_2, with the query's part kept apart.
    """
    from sympy import QQ, ring

    letters = [f"U{i}{j}" for i in range(d) for j in range(d)]
    letters += [f"{name}{i}" for name in ("a", "b", "L") for i in range(d)] + ["u", "N"]
    gaussians = [f"{name}{i}" for name in ("x", "z", "q", "w") for i in range(d)]
    R, *gens = ring([*gaussians, *letters], QQ)
    at = dict(zip([*gaussians, *letters], gens, strict=True))

    def dot(s: list[Any], t: list[Any]) -> Any:
        return sum((x * y for x, y in zip(s, t, strict=True)), R.zero)

    q, w = [at[f"q{i}"] for i in range(d)], [at[f"w{i}"] for i in range(d)]
    left = [*(at[f"a{i}"] for i in range(d)), at["u"]]
    right = [dot([at[f"U{i}{j}"] for j in range(d)], q) for i in range(d)]
    right.append(dot([at[f"b{j}"] for j in range(d)], q))

    def term(v: list[Any], label: Any) -> Any:
        column = [*v, label]
        return dot(left, column) * dot(column, right)

    samples = [[at[f"{name}{i}"] for i in range(d)] for name in ("x", "z")]
    first, second = (term(v, dot(v, w)) for v in samples)
    query, target, N = term(q, R.zero), dot(w, q), at["N"]
    # N^2 (residual)^2 = (sum_i r_i + query - N target)^2.
    rest = query - N * target
    whole = N * first**2 + N * (N - 1) * first * second + 2 * N * first * rest + rest**2

    @cache
    def moment(exponents: tuple[int, ...]) -> Any:
        out = R.one
        for k, e in enumerate(exponents):
            if e % 2:
                return R.zero
            for m in range(e - 1, 0, -2):
                out = out * m
            if k < 3 * d:
                out = out * at[f"L{k % d}"] ** (e // 2)
        return out

    total = R.zero
    count = len(gaussians)
    groups: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
    for monomial, c in whole.terms():
        groups.setdefault(monomial[:count], {})[(0,) * count + monomial[count:]] = c
    for exponents, coefficients in groups.items():
        m = moment(exponents)
        if m:
            total += m * R.from_dict(coefficients)
    return total


@pytest.mark.benchmark(timer=time.process_time)
def test_loss_and_gradient_for_every_d(benchmark: Any) -> None:
    # Processor time on both sides: other work on the machine does not count.
    start = time.process_time()
    baseline = sympy_ring_and_isserlis(D)
    seconds = time.process_time() - start
    assert baseline
    loss, *_ = benchmark(loss_and_gradient)
    assert len(loss.terms) == 20
    fastest = benchmark.stats.stats.min
    benchmark.extra_info.update(
        baseline=f"SymPy ring and Isserlis, d = {D}, diagonal covariance", baseline_seconds=seconds,
        ratio=seconds / fastest,
    )
    assert fastest <= LIMIT_SECONDS
    assert seconds / fastest >= LIMIT_RATIO


def test_the_baseline_computes_the_same_loss() -> None:
    from symbolic.words import evaluate

    baseline = sympy_ring_and_isserlis(1)
    names = [str(g) for g in baseline.ring.gens]
    point = {"U00": 2, "a0": 3, "b0": -1, "L0": 5, "u": 7, "N": 4}
    value = baseline.evaluate([(baseline.ring.gens[i], point.get(n, 0)) for i, n in enumerate(names)])
    words = evaluate(
        population_loss(), {"d": 1, "N": 4},
        {"U11": [[2]], "u12": [[3]], "u21": [[-1]], "u_-1": 7, "Lam": [[5]]},
    )
    assert Fraction(int(value.numerator), int(value.denominator)) == 2 * 16 * words


