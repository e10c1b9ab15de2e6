"""What the table of the benchmarks measures: each figure with its baseline, and how figures grow."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import flint
import numpy as np

from numeric import parameters, prompts
from numeric.ode import assumption_3, dense_flow, fast_flow, precise_flow
from numeric.streams import generator
from proofs_check import registry
from proofs_check.witnesses import Context, witness
from symbolic.entries import loss as entrywise
from symbolic.entries.loss import _loss
from symbolic.words import Matrix, expect, gaussian, letter, matrix, trace
from tests.benchmarks import bench_flow, bench_sampling, bench_startup, bench_words

RIVALS = 5
"""Of so many pairs, taken alternately, the least seconds on each side count; of long ones, of fewer."""
_LONG = 2.0


@dataclass(frozen=True)
class Figure:
    """CPU seconds of something, and of what it is compared with in the same run."""

    name: str
    seconds: float
    baseline: str
    baseline_seconds: float
    wall: str
    """Where it ends: what grows, or what no cleverness takes away."""

    @property
    def ratio(self) -> float:
        return self.seconds / self.baseline_seconds


@dataclass(frozen=True)
class Growth:
    """CPU seconds by size, and what the wall is."""

    name: str
    size: str
    rows: tuple[tuple[int, float], ...]
    wall: str


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def least(work: Callable[[], object]) -> float:
    """The least CPU seconds of several runs; of long ones, of fewer."""
    found = [seconds(work)]
    while len(found) < RIVALS and sum(found) < _LONG:
        found.append(seconds(work))
    return min(found)


def pair(work: Callable[[], object], baseline: Callable[[], object], each: int = 1) -> tuple[float, float]:
    """The least CPU seconds of each; ``work`` is done ``each`` times where it is too quick for the clock."""
    ours, theirs = [], []
    for _ in range(RIVALS):
        ours.append(seconds(lambda: [work() for _ in range(each)]) / each)
        theirs.append(seconds(baseline))
        if ours[-1] * each + theirs[-1] > _LONG:
            break
    return min(ours), min(theirs)


def figures() -> Iterator[Figure]:
    yield from start_up()
    loss = pair(bench_words.loss_and_gradient, lambda: bench_words.sympy_ring_and_isserlis(4), 20)
    yield _figure(
        "words: loss and gradient, every d", loss, "SymPy ring and Isserlis, d = 4", "the number of distinct traces"
    )
    entries = pair(lambda: fresh_loss(3), lambda: by_flint(3))
    yield _figure("entries: loss, d = 3", entries, "python-flint, plain square, N = 2", "the number of monomials")
    small = assumption_3(parameters.rotated(np.linspace(0.5, 1.5, 60), "bench"), 50, np.eye(60), 0.05)
    times = np.linspace(1, 40, 20)
    flow = pair(lambda: fast_flow(small, times), lambda: dense_flow(small, times))
    yield _figure("flow in float64, d = 60", flow, "dense DOP853", "an eigendecomposition, d^3")
    digits = pair(lambda: precise_flow(*_PRECISE), bench_flow._odefun)
    yield _figure("flow to 50 digits, d = 2", digits, "mpmath.odefun", "one Taylor step in Python")
    d, n, batch = bench_sampling.D, bench_sampling.N, bench_sampling.BATCH
    rng = generator("bench/sampling", "data")
    weights = bench_sampling.general_weights()
    drawn = pair(
        lambda: prompts.fast_predictions(d, n, bench_sampling.LAM, batch, rng, *weights),
        lambda: rng.standard_normal((batch, n + 1, d)),
    )
    yield _figure(
        "4000 predictions, d = 20, N = 40", drawn, "the random-number generator for 4000 whole prompts",
        "the random-number generator",
    )  # fmt: skip
    yield _figure(
        "balls: one statement", pair(asked("balls", 2), lambda: by_flint(2)), "python-flint, plain square, d = 2",
        "polynomials of entries, 200 000 terms",
    )  # fmt: skip


_PRECISE: tuple[Any, ...] = (
    [[2, Fraction(1, 3)], [Fraction(1, 3), 1]], 4,
    [[Fraction(3, 10), Fraction(1, 10)], [Fraction(1, 10), Fraction(1, 5)]], Fraction(2, 5), [5],
)  # fmt: skip


def _figure(name: str, pair: tuple[float, float], baseline: str, wall: str) -> Figure:
    return Figure(name, pair[0], baseline, pair[1], wall)


def start_up() -> Iterator[Figure]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        bench_startup.prepare(folder)
        imported = bench_startup.baseline(folder)
        for command, line in bench_startup.COMMANDS.items():
            bench_startup.seconds(folder, line, 1)
            found = bench_startup.seconds(folder, line)
            yield Figure(f"lemmata, {command}", found, "import sympy", imported, "the interpreter and what it imports")


def growths() -> Iterator[Growth]:
    yield Growth(
        "words: E of a product of quadratic forms, each with its own matrix", "order",
        tuple((2 * k, least(lambda k=k: product_of_forms(k))) for k in (2, 3, 4, 5, 6)),
        "the terms of the answer: with matrices that are not symmetric all 3, 15, 105, 945, 10395 pairings differ",
    )  # fmt: skip
    yield Growth(
        "entries: the loss", "d", tuple((d, least(lambda d=d: fresh_loss(d))) for d in (2, 3, 4, 5, 6)),
        "the number of monomials",
    )  # fmt: skip
    yield Growth(
        "balls: one statement", "d", tuple((d, least(asked("balls", d))) for d in (1, 2, 3)),
        "the number of monomials in the entries of a context",
    )  # fmt: skip


def fresh_loss(d: int) -> object:
    _loss.cache_clear()
    return entrywise(d)


def product_of_forms(k: int) -> object:
    """E (x'A_1 x) ... (x'A_k x) for Gaussian x, for every dimension."""
    x = gaussian("x", "d", 1, letter("Lam", "d", "d", posdef=True))
    found = trace(x.T * Matrix.identity("d") * x) * 0 + 1
    for number in range(k):
        found = found * trace(x.T * matrix(f"A{number}", "d", "d") * x)
    return expect(found)


def by_flint(d: int, N: int = 2) -> int:
    """The square of the residual entry by entry in python-flint, without sorting; the terms with a mean."""
    names = [f"{v}{k}" for v in [*(f"x{i}_" for i in range(N)), "q", "w"] for k in range(d)]
    names += [f"U{i}_{j}" for i in range(d + 1) for j in range(d + 1)]
    ring = flint.fmpq_mpoly_ctx.get(names)
    gens = ring.gens()
    *xs, q, w = [gens[k * d : (k + 1) * d] for k in range(N + 2)]
    U = gens[(N + 2) * d :]
    columns = [[*x, sum(p * s for p, s in zip(w, x, strict=True))] for x in xs] + [[*q, ring.from_dict({})]]
    right = [sum(U[i * (d + 1) + j] * q[j] for j in range(d)) for i in range(d + 1)]
    residual = -N * sum(p * s for p, s in zip(w, q, strict=True))
    for column in columns:
        left = sum(U[i * (d + 1) + d] * c for i, c in enumerate(column))
        residual += left * sum(c * r for c, r in zip(column, right, strict=True))
    square = residual * residual
    return sum(all(e % 2 == 0 for e in monomial[: (N + 2) * d]) for monomial in square.to_dict())


def asked(name: str, d: int, id: str = "ccs/eq-65") -> Callable[[], object]:
    """One witness, asked for the first part of a statement at one size."""
    known = registry.load()
    claim = known.claims[id]
    part = claim.parts[0]
    context = replace(Context(known=known), dims=(d,))
    witness(name).examine(claim, part, part.readings[0], context)  # what is imported does not count
    return lambda: witness(name).examine(claim, part, part.readings[0], context)
