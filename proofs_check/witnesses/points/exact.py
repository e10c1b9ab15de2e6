"""Exact points of the parameters at which balls examine a claim: deterministic, smallest first.

The covariance has a rational spectrum in a rational orthogonal basis (a Cayley transform).  Theta is a rational matrix
divided by the root that makes :math:`\\|\\Theta\\Theta^\\top\\|_F = 1`, so that the hypothesis holds by construction.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import flint

from numeric.arithmetic import ball
from numeric.matrices import frobenius
from numeric.psd import cayley

from ...algebras.ball_values import Value
from ...algebras.balls import BallsAlgebra
from ...model import Model
from ...statement.fold import Lacks
from ...statement.terms import Sym
from ...verdict import Point as PlainPoint

Rows = tuple[tuple[Fraction, ...], ...]
_SIGMAS = (Fraction(1, 2), Fraction(4), Fraction(1, 10))
_SIZES = (Fraction(1), Fraction(1, 8), Fraction(1, 60))
_LONG = 10**12
_LENGTHS = (1, 2, 5, 20)
_FAR = (Fraction(10_000), Fraction(1, 10_000))
_FAR_SIGMA = Fraction(1, 1000)
NOT_DRAWN = frozenset({"identity", "zero", "derived", "index", "iid", "prompt", "function", "claim"})
_STARTS = ((1, 0), (5, 1), (2, 2), (20, 1), (1, 1), (20, 2))


@dataclass(frozen=True)
class Point:
    """Sizes and exact values; the covariance by spectrum and basis, Theta before its normalisation."""

    sizes: tuple[tuple[str, int], ...]
    spectrum: tuple[Fraction, ...]
    skew: tuple[Fraction, ...]
    exact: tuple[tuple[str, Rows], ...]
    laws: tuple[tuple[str, tuple[tuple[Fraction, Rows], ...]], ...] = field(default=(), hash=False)
    """Random covariances by name: probabilities and values."""
    unit: bool = True
    """Whether Theta is divided by that root."""
    by_spectrum: bool = True
    """Whether what is asked for are functions of the covariance alone, and not of other exact matrices."""
    extreme: bool = False
    """Whether matrices that may be singular vanish here, or what they have in common: not all need be defined."""
    special: bool = False
    """Whether some of its numbers are read off the statement."""
    hostile: bool = False
    """Whether the point is extreme on purpose in every respect: there hypotheses must hold exactly."""

    def algebra(self, model: Model | None) -> BallsAlgebra:
        """The point in balls at the working precision."""
        d = len(self.spectrum)
        laws = {name: tuple((p, _value(rows)) for p, rows in law) for name, law in self.laws}
        plain = BallsAlgebra({}, dict(self.sizes), cayley(d, self.skew), model, laws=laws)
        values = {"Lam": plain.spectral([ball(x) for x in self.spectrum])}
        for name, rows in self.exact:
            value = _value(rows)
            values[name] = Value(_normalised(value.matrix)) if name == "Theta" and self.unit else value
        moved = plain.moved(values)
        return moved if self.by_spectrum else replace(moved, exact={n: _rational(rows) for n, rows in self.exact})

    def smaller(self, name: str) -> Point | None:
        """The same with the scalar ``name`` halved; None where the point has no such scalar."""
        if name not in dict(self.exact):
            return None
        halved = tuple((n, ((rows[0][0] / 2,),) if n == name else rows) for n, rows in self.exact)
        return replace(self, exact=halved)

    def covariance(self) -> list[list[Fraction]]:
        """Lam in exact rationals."""
        d = len(self.spectrum)
        Q = cayley(d, self.skew)
        rows = [[Fraction(int(Q[i, j].p), int(Q[i, j].q)) for j in range(d)] for i in range(d)]
        return [
            [sum((rows[i][k] * self.spectrum[k] * rows[j][k] for k in range(d)), Fraction(0)) for j in range(d)]
            for i in range(d)
        ]

    def plain(self, names: frozenset[str], more: str = "") -> PlainPoint:
        """The same as data."""
        values: dict[str, Any] = {
            name: rows[0][0] if len(rows) == len(rows[0]) == 1 else rows
            for name, rows in self.exact if name in names and not (name == "Theta" and self.unit)
        }  # fmt: skip
        if "Lam" in names and "Lam" not in values:
            values["Lam"] = self.covariance()
        laws = [f"{name} with a law of {len(law)} values" for name, law in self.laws if name in names]
        if "Theta" in names and "Theta" not in values:
            laws.append("Theta normalised")
        sizes = {name: n for name, n in self.sizes if name in names}
        return PlainPoint(sizes, values, "; ".join(filter(None, (*laws, more))))

    def rounded(self) -> Point:
        """The same, for the eye, with numbers of many digits rounded."""
        def near(x: Fraction) -> Fraction:
            return x if x.denominator < _LONG else Fraction(round(x * 10**6), 10**6)

        return replace(self, exact=tuple(
            (name, tuple(tuple(map(near, row)) for row in rows)) for name, rows in self.exact
        ))

    def shown(self, names: frozenset[str]) -> str:
        """The point as text, of exact rationals, restricted to the symbols that matter."""
        parts = [f"{name} = {n}" for name, n in self.sizes if name in names]
        if "Lam" in names and "Lam" not in dict(self.exact):
            parts.append(f"Lam = {_plain(self.covariance())}")
        for name, rows in self.exact:
            if name not in names:
                continue
            if name == "Theta" and self.unit:
                parts.append(f"Theta = T / ||T T^T||_F^(1/2) with T = {_plain(rows)}")
            else:
                parts.append(f"{name} = {rows[0][0] if len(rows) == len(rows[0]) == 1 else _plain(rows)}")
        for name, law in self.laws:
            if name in names:
                outcomes = "; ".join(f"{_plain(rows)} with probability {p}" for p, rows in law)
                parts.append(f"{name} = {outcomes}")
        return ", ".join(parts)


def draw(symbols: frozenset[Sym], dims: tuple[int, ...], seed: str, per_size: int = 3) -> Iterator[Point]:
    """Points for these symbols: every d of ``dims``, several prompt lengths, several covariances, smallest first.

    A few last ones lie far out, with a large and a small covariance and a small sigma: constants differ there.
    """
    for d in sorted(dims):
        for N in _LENGTHS if any(s.name == "N" for s in symbols) else (1,):
            for k in range(per_size):
                yield _point(symbols, d, N, k, random.Random(f"{seed}/{d}/{N}/{k}"))
    for d in sorted(dims):
        for k, scale in enumerate(_FAR, start=1):
            yield _point(symbols, d, 3, k, random.Random(f"{seed}/{d}/far/{k}"), scale)


def along_flow(symbols: frozenset[Sym], d: int, seed: str, count: int) -> Iterator[Point]:
    """A few points from which trajectories start; the same for all claims with these symbols."""
    for N, k in _STARTS[:count]:
        yield _point(symbols, d, N, k, random.Random(f"{seed}/{d}/{N}/{k}"))


def _point(
    symbols: frozenset[Sym], d: int, N: int, k: int, rng: random.Random, scale: Fraction = Fraction(1)
) -> Point:
    sizes = {"d": d, "N": N, "M": N + 1, "B": 2, "n": d + k % 2}
    drawn = [Fraction(1) if k == 0 else Fraction(rng.randint(1, 12), rng.randint(2, 6)) for _ in range(d)]
    spectrum = tuple(x * scale for x in drawn)
    skew = tuple(Fraction(0) if k == 0 else Fraction(rng.randint(-4, 4), 5) for _ in range(d * (d - 1) // 2))
    exact: list[tuple[str, Rows]] = []
    measure = BallsAlgebra({}, sizes, flint.fmpq_mat(d, d))
    size = _SIZES[k % len(_SIZES)]
    for sym in sorted(symbols, key=lambda s: s.name):
        size_itself = sym.name in sizes and sym.shape == (1, 1)
        if sym.name == "Lam" or size_itself or sym.traits & NOT_DRAWN or has_law(sym):
            continue
        rows, cols = (measure.size(dim) for dim in sym.shape)
        far = sym.name == "sigma" and scale != 1
        exact.append((sym.name, ((_FAR_SIGMA,),) if far else general_value(sym, rows, cols, size, k, rng)))
    return Point(tuple(sizes.items()), spectrum, skew, tuple(exact), _laws(d, k, scale))


def has_law(sym: Sym) -> bool:
    """Whether the symbol has a law here; a random symbol without one, left free, stands for every outcome."""
    return any(trait == "law" or trait.startswith(("copy:", "cov:")) for trait in sym.traits)


@lru_cache(maxsize=64)
def _laws(d: int, k: int, scale: Fraction) -> tuple[tuple[str, tuple[tuple[Fraction, Rows], ...]], ...]:
    """A diagonal with independent entries of two values each, and a covariance of three values, not diagonal."""
    rng = random.Random(f"laws/{d}/{k}/{scale}")
    entries = []
    for _ in range(d):
        p = Fraction(rng.randint(1, 3), 4)
        a, b = (scale * Fraction(rng.randint(1, 4), rng.randint(2, 3)) for _ in range(2))
        entries.append(((p, a), (1 - p, b + scale / 4)))
    diagonal = []
    for choice in product(*entries):
        probability = Fraction(1)
        for p, _ in choice:
            probability *= p
        diagonal.append((probability, tuple((x,) for _, x in choice)))
    probabilities = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    general = []
    for p in probabilities:
        root = [[Fraction(rng.randint(-3, 3), 2) for _ in range(d)] for _ in range(d)]
        rows = tuple(
            tuple(scale * (sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0)) + Fraction(int(i == j), 2))
                  for j, b in enumerate(root))
            for i, a in enumerate(root)
        )
        general.append((p, rows))
    return ("lam_tau", tuple(diagonal)), ("Lam_tau", tuple(general))


def _rational(rows: Rows) -> flint.fmpq_mat:
    return flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator) for x in row] for row in rows])


def _value(rows: Rows) -> Value:
    return Value(flint.arb_mat([[ball(x) for x in row] for row in rows]))


def general_value(sym: Sym, rows: int, cols: int, size: Fraction, k: int, rng: random.Random) -> Rows:
    """A rational value of about this size with the traits of the symbol."""
    if sym.name == "sigma":
        return ((_SIGMAS[k % len(_SIGMAS)],),)
    if sym.name == "Theta" and k == 0:
        return tuple(tuple(Fraction(int(i == j)) for j in range(cols)) for i in range(rows))
    drawn = [[Fraction(rng.randint(-6, 6), rng.randint(1, 4)) * size for _ in range(cols)] for _ in range(rows)]
    if not any(x for row in drawn for x in row):
        drawn[0][0] = size
    if "integer" in sym.traits:
        drawn = [[Fraction(abs(x.numerator) + 1) for x in row] for row in drawn]
    elif sym.traits & {"psd", "posdef"}:
        if "posdef" not in sym.traits and k % 2:
            # What may be singular is so at some points: of rank one, and zero where it is a number.
            drawn = [[x if j == 0 and rows > 1 else Fraction(0) for j, x in enumerate(row)] for row in drawn]
        drawn = [[sum((a * b for a, b in zip(p, q, strict=True)), Fraction(0)) for q in drawn] for p in drawn]
        if "posdef" in sym.traits:
            drawn = [[x + size * (i == j) for j, x in enumerate(row)] for i, row in enumerate(drawn)]
    elif "symmetric" in sym.traits:
        drawn = [[(drawn[i][j] + drawn[j][i]) / 2 for j in range(cols)] for i in range(rows)]
    elif sym.traits & {"positive", "nonnegative"} or ("nonzero" in sym.traits and not drawn[0][0]):
        drawn = [[abs(x) or size for x in row] for row in drawn]
    elif "invertible" in sym.traits and _rational(tuple(map(tuple, drawn))).det() == 0:
        # The diagonal outweighs the rest of each row.
        drawn = [[x + 14 * rows * size * (i == j) for j, x in enumerate(row)] for i, row in enumerate(drawn)]
    return tuple(tuple(row) for row in drawn)


def _normalised(T: flint.arb_mat) -> flint.arb_mat:
    size = frobenius(T * T.transpose())
    if not size > 0:
        raise Lacks("balls lacks a normalisation of Theta = 0")
    return T * (1 / size.sqrt())


def _plain(rows: object) -> str:
    assert isinstance(rows, (list, tuple))
    return "[" + ", ".join("[" + ", ".join(str(x) for x in row) + "]" for row in rows) + "]"

