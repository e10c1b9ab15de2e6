"""The entrywise loss at fixed d; baseline: SymPy's polynomial ring with moments term by term, at d = 2."""

import resource
import time

import pytest
from sympy import QQ
from sympy import ring as sympy_ring

from symbolic.entries import loss as entrywise
from symbolic.entries.loss import _loss


def by_sympy_ring(d: int) -> int:
    """The same three values at N = 0, 1, 2, squared without sorting, in SymPy's sparse polynomials."""
    terms = 0
    for N in (0, 1, 2):
        names = [f"{v}{k}" for v in [*(f"x{i}_" for i in range(N)), "q", "w"] for k in range(d)]
        names += [f"U{i}{j}" for i in range(d + 1) for j in range(d + 1)]
        R, *gens = sympy_ring(names, QQ)
        vectors = [gens[k * d : (k + 1) * d] for k in range(N + 2)]
        U = gens[(N + 2) * d :]
        *xs, q, w = vectors
        columns = [[*x, sum(p * s for p, s in zip(w, x, strict=True))] for x in xs] + [[*q, R(0)]]
        last = [U[i * (d + 1) + d] for i in range(d + 1)]
        right = [sum(U[i * (d + 1) + j] * q[j] for j in range(d)) for i in range(d + 1)]
        residual = -N * sum(p * s for p, s in zip(w, q, strict=True))
        for column in columns:
            left = sum(p * s for p, s in zip(last, column, strict=True))
            residual += left * sum(p * s for p, s in zip(column, right, strict=True))
        terms += sum(all(e % 2 == 0 for e in m[: (N + 2) * d]) for m in (residual**2).to_dict())
    return terms


@pytest.mark.parametrize(("d", "seconds"), [(4, 0.2), (6, 1.0)])
def test_the_entrywise_loss_meets_its_target(benchmark, d, seconds):
    def fresh():
        _loss.cache_clear()
        return entrywise(d)

    start = time.perf_counter()
    by_sympy_ring(2)
    baseline = time.perf_counter() - start
    benchmark.pedantic(fresh, rounds=3)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    benchmark.extra_info |= {
        "baseline": "SymPy ring at d = 2, plain square", "ratio": benchmark.stats.stats.median / baseline,
        "target_seconds": seconds, "peak_MiB_of_the_process": peak,
    }
    assert benchmark.stats.stats.median <= seconds
