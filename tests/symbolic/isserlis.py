"""Brute force for tests: Gaussian expectations of polynomials in entries, and prompts written out sample by sample.

Nothing here knows of words: polynomials are dictionaries from sorted tuples of variables to Fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random

Poly = dict[tuple[str, ...], Fraction]
Rows = list[list[Fraction]]


def variable(name: str) -> Poly:
    return {(name,): Fraction(1)}


def constant(value: Fraction | int) -> Poly:
    return {(): Fraction(value)} if value else {}


def add(*polys: Poly) -> Poly:
    out: Poly = {}
    for p in polys:
        for m, c in p.items():
            out[m] = out.get(m, Fraction(0)) + c
    return {m: c for m, c in out.items() if c}


def mul(a: Poly, b: Poly) -> Poly:
    out: Poly = {}
    for m1, c1 in a.items():
        for m2, c2 in b.items():
            m = tuple(sorted(m1 + m2))
            out[m] = out.get(m, Fraction(0)) + c1 * c2
    return {m: c for m, c in out.items() if c}


def expectation(p: Poly, covariance: Callable[[str, str], Fraction]) -> Fraction:
    """Isserlis' theorem: the sum over all perfect pairings."""

    @cache
    def moment(names: tuple[str, ...]) -> Fraction:
        if not names:
            return Fraction(1)
        if len(names) % 2:
            return Fraction(0)
        total = Fraction(0)
        for i in range(1, len(names)):
            c = covariance(names[0], names[i])
            if c:
                total += c * moment(names[1:i] + names[i + 1 :])
        return total

    return sum((c * moment(m) for m, c in p.items()), Fraction(0))


def random_fraction(random: Random) -> Fraction:
    return Fraction(random.randint(-4, 4), random.randint(1, 3))


def random_matrix(random: Random, rows: int, cols: int) -> Rows:
    return [[random_fraction(random) for _ in range(cols)] for _ in range(rows)]


def random_posdef(random: Random, d: int) -> Rows:
    A = random_matrix(random, d, d)
    return [
        [sum((A[i][k] * A[j][k] for k in range(d)), Fraction(i == j)) for j in range(d)] for i in range(d)
    ]


def loss(
    d: int,
    n: int,
    U11: Rows,
    u12: list[Fraction],
    u21: list[Fraction],
    u_1: Fraction,
    Lam: Rows,
    mean: list[Fraction] | None = None,
    Psi: Rows | None = None,
    noise: tuple[Fraction, ...] | None = None,
) -> Fraction:
    """The population loss at numbers, from the definition: samples, labels, E E^T, the bilinear prediction.

    ``mean`` and ``Psi`` are those of the task's law; ``noise`` is what is added to the n labels and the query's.
    """
    x = [[variable(f"x{i}_{a}") for a in range(d)] for i in range(n)]
    q = [variable(f"q_{a}") for a in range(d)]
    w = [add(variable(f"w_{a}"), constant(mean[a] if mean else 0)) for a in range(d)]
    *added, last = map(constant, noise or (0,) * (n + 1))

    def dot(a: list[Poly], b: list[Poly]) -> Poly:
        return add(*(mul(s, t) for s, t in zip(a, b, strict=True)))

    columns = [[*xi, add(dot(w, xi), e)] for xi, e in zip(x, added, strict=True)] + [[*q, {}]]
    left = [constant(v) for v in [*u12, u_1]]
    weights = [*U11, u21]
    right = [add(*(mul(constant(weights[r][a]), q[a]) for a in range(d))) for r in range(d + 1)]
    y_hat = add(*(mul(dot(left, z), dot(z, right)) for z in columns))
    residual = add(mul(constant(Fraction(1, n)), y_hat), mul(constant(-1), add(dot(w, q), last)))

    def covariance(a: str, b: str) -> Fraction:
        (left_name, i), (right_name, j) = a.split("_"), b.split("_")
        if left_name != right_name:
            return Fraction(0)
        if left_name == "w":
            return Psi[int(i)][int(j)] if Psi else Fraction(i == j)
        return Lam[int(i)][int(j)]

    return expectation(mul(residual, residual), covariance) / 2
