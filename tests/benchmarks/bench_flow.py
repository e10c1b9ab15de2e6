"""The flow: d = 1000 in float64 and d = 2 to 50 digits, each against its named baseline in the same run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from fractions import Fraction

# One BLAS thread, set before NumPy loads: two threads waiting for a busy second core measure the neighbours.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import mpmath
import numpy as np

from numeric import parameters
from numeric.ode import assumption_3, dense_flow, fast_flow, precise_flow
from numeric.ode.field import reduced_gradient


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def test_the_fast_flow_at_d_1000_within_a_second_and_1e_9(benchmark):
    d = 1000
    Lam = parameters.rotated(np.linspace(0.5, 1.5, d), "bench")
    start = assumption_3(Lam, 50, parameters.random_theta(d, "bench"), 0.05)
    times = np.linspace(1, 40, 20)
    found = benchmark.pedantic(fast_flow, args=(start, times), rounds=3, warmup_rounds=1)
    assert found.error <= 1e-9
    assert benchmark.stats.stats.min <= 1.0
    small = assumption_3(parameters.rotated(np.linspace(0.5, 1.5, 60), "bench"), 50, np.eye(60), 0.05)
    ratio = seconds(lambda: dense_flow(small, times)) / seconds(lambda: fast_flow(small, times))
    benchmark.extra_info["times as fast as dense DOP853 at d = 60"] = ratio
    benchmark.extra_info["estimated global error"] = found.error


def test_fifty_digits_at_d_2_within_half_a_second(benchmark):
    Lam = [[2, Fraction(1, 3)], [Fraction(1, 3), 1]]
    U = [[Fraction(3, 10), Fraction(1, 10)], [Fraction(1, 10), Fraction(1, 5)]]
    found = benchmark.pedantic(precise_flow, args=(Lam, 4, U, Fraction(2, 5), [5]), rounds=3, warmup_rounds=1)
    assert found.error < mpmath.mpf(10) ** -50
    assert benchmark.stats.stats.min <= 0.5
    benchmark.extra_info["times as fast as mpmath.odefun"] = seconds(_odefun) / benchmark.stats.stats.min


def _odefun() -> None:
    with mpmath.workdps(50):
        third = mpmath.mpf(1) / 3
        Lam = np.array([[mpmath.mpf(2), third], [third, mpmath.mpf(1)]], dtype=object)

        def field(_: object, z: list[object]) -> list[object]:
            U, u = reduced_gradient(np.array(z[:4], dtype=object).reshape(2, 2), z[4], Lam, mpmath.mpf(4))
            return [-x for x in U.ravel()] + [-u]

        start = [mpmath.mpf(k) / 10 for k in (3, 1, 1, 2, 4)]
        mpmath.odefun(field, 0, start)(5)
