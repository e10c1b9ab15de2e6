"""Where the sampled witness reads terms: sizes, a general rational point of all symbols, and draws.

Symbols get their values from a stream named after the claim and the symbol, so that a twin or another reading of the
same claim is read at the same point.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from numeric.prompts import draw
from numeric.streams import generator

from ..claim import Claim
from ..model import model_of
from ..statement.fold import Lacks
from ..statement.props import subprops
from ..statement.terms import Op, Sym, Term, symbols
from .samples import Array, Draws, Prompt, SamplesAlgebra

CHUNK = 20_000
SIDE = 1000
"""More than the expectations of one side of an equation."""
GRID = 1024
"""Exact prompts are drawn, then rounded to multiples of 1/GRID."""


@dataclass(frozen=True)
class Setting:
    """One (d, N) with its point and its draws."""

    claim: Claim
    algebra: SamplesAlgebra
    prompt: Prompt | None
    seed: int | None

    def read(self, node: Term, which: int) -> Array:
        """The value per draw of one side (0 or 1) of an equation; each side has draws of its own."""
        self.algebra.draws.next = SIDE * which
        return self.algebra.read(node)

    def project(self, value: Array, count: int) -> Array:
        """``count`` fixed random projections a^T V b of each draw's value."""
        rng = generator(self.claim.id, f"projections {value.shape[1:]}", self.seed)
        a, b = rng.standard_normal((count, value.shape[1])), rng.standard_normal((count, value.shape[2]))
        return np.einsum("pr,nrc,pc->np", a, value, b, optimize=True)

    def variances(self, node: Term, count: int) -> Array | None:
        """The exact variances of the projections of one side, where this is a cubature.

        Summands have draws of their own, so their variances add; None if a summand has several expectations, whose
        draws together have too many dimensions.
        """
        weights = self.algebra.weights
        assert weights is not None
        per_node = replace(self.algebra, weights=None)
        total = np.zeros(count)
        for summand in _summands(node):
            self.algebra.draws.next = 0
            value = self.project(per_node.read(summand), count)
            if self.algebra.draws.next > 1:
                return None
            if len(value) > 1:
                total += weights @ (value - weights @ value) ** 2
        return total

    def describe(self, lhs: Term, rhs: Term) -> str:
        """The point and the first draw with both values."""
        left, right = (self.read(side, which)[0] for which, side in enumerate((lhs, rhs)))
        return f"{self.describe_point(lhs, rhs)}: left {_plain(left)}, right {_plain(right)}"

    def describe_draw(self, k: int) -> str:
        assert self.prompt is not None
        drawn = ", ".join(f"{name} = {_plain(value[k])}" for name, value in self.prompt.items())
        return f"{self._sizes()}, {drawn}"

    def describe_point(self, *sides: Term) -> str:
        named = sorted(frozenset().union(*(symbols(side) for side in sides)), key=lambda sym: sym.name)
        shown = [s for s in named if not s.traits & {"random", "derived", "identity", "zero", "index", "integer"}]
        values = ", ".join(f"{s.name} = {_plain(self.algebra.symbol(s)[0])}" for s in shown)
        return f"{self._sizes()}, {values}" if values else self._sizes()

    def _sizes(self) -> str:
        return f"d = {self.algebra.sizes['d']}, N = {self.algebra.sizes['N']}"


def _summands(node: Term) -> list[Term]:
    """The terms of a sum, signs left out."""
    if isinstance(node, Op) and node.head in {"+", "-", "neg"}:
        return [piece for arg in node.args for piece in _summands(arg)]
    return [node]


def _plain(value: Any) -> str:
    array = np.asarray(value)
    return str(array.item()) if array.size == 1 else "[" + ", ".join(_plain(part) for part in array) + "]"


@cache
def point_value(claim: str, sym: Sym, shape: tuple[int, int], seed: int | None) -> tuple[tuple[Fraction, ...], ...]:
    """A general rational value of a symbol, with the traits that matter."""
    rng = generator(claim, f"value of {sym.name} {shape}", seed)

    def entries(rows: int, columns: int) -> list[list[Fraction]]:
        made = rng.integers(1, 6, (rows, columns)) * rng.choice([-1, 1], (rows, columns))
        return [[Fraction(int(v), 4) for v in row] for row in made]

    rows, columns = shape
    A = entries(rows, columns)
    if sym.has("orthogonal"):
        raise Lacks("sampled lacks orthogonal symbols")
    if sym.has("posdef"):
        half = [[sum((A[i][k] * A[j][k] for k in range(rows)), Fraction(0)) for j in range(rows)] for i in range(rows)]
        A = [[half[i][j] / 2 + (Fraction(1, 2) if i == j else 0) for j in range(rows)] for i in range(rows)]
    elif sym.has("symmetric"):
        A = [[A[max(i, j)][min(i, j)] for j in range(rows)] for i in range(rows)]
    elif sym.has("positive"):
        A = [[abs(v) for v in row] for row in A]
    elif sym.has("integer"):
        A = [[Fraction(int(abs(v) * 4)) for v in row] for row in A]
    return tuple(tuple(row) for row in A)


def _constants(claim: Claim, sizes: dict[str, int], dtype: type, seed: int | None) -> Any:
    zero = _zero_by_hypothesis(claim)

    def constant(sym: Sym, shape: tuple[int, int]) -> Array:
        if sym.name in zero:
            rows = ((Fraction(0),) * shape[1],) * shape[0]
        elif sym.has("index"):
            rows = ((Fraction(_free_index(claim, sym, sizes, seed)),),)
        else:
            rows = point_value(claim.id, _traits_of(claim, sym), shape, seed)
        made = np.array(rows, dtype=object).reshape(1, *shape)
        return made if dtype is object else made.astype(np.float64)

    return constant


def _traits_of(claim: Claim, sym: Sym) -> Sym:
    """The model asks for its parameters by name; the same symbol of the statement has the same value."""
    for parameter in model_of(claim.paper, claim.model).parameters:
        if parameter.name == sym.name:
            return parameter
    return sym


def _zero_by_hypothesis(claim: Claim) -> frozenset[str]:
    """Symbols that the claim is given to be zero."""
    found = set()
    for hypothesis in claim.given:
        for _, prop in subprops(hypothesis.prop):
            if prop.head == "eq" and isinstance(prop.args[0], Sym):
                value = prop.args[1]
                if isinstance(value, Sym) and value.has("zero"):
                    found.add(prop.args[0].name)
    return frozenset(found)


def _free_index(claim: Claim, sym: Sym, sizes: dict[str, int], seed: int | None) -> int:
    """A value of an index that the statement leaves free."""
    bound = next((t.split(":", 1)[1] for t in sym.traits if t.startswith("range:")), "d")
    limit = {"d": sizes["d"], "N": sizes["N"], "d+1": sizes["d"] + 1}.get(bound)
    if limit is None:
        raise Lacks(f"sampled lacks the range {bound} of the index {sym.name}")
    return int(generator(claim.id, f"index {sym.name} {limit}", seed).integers(1, limit + 1))


def _covariance(claim: Claim, d: int, seed: int | None) -> np.ndarray:
    Lam = Sym("Lam", ("d", "d"), frozenset({"symmetric", "posdef"}))
    return np.array(point_value(claim.id, Lam, (d, d), seed), dtype=object)


def sampled_setting(claim: Claim, d: int, N: int, chunk: int, seed: int | None) -> Setting:
    """Float64, CHUNK prompts for every occurrence of an expectation."""
    Lam = _covariance(claim, d, seed).astype(np.float64)

    def make(k: int) -> Prompt:
        return draw(d, N, Lam, CHUNK, generator(claim.id, f"prompts {d} {N} {k} {chunk}", seed))

    return _setting(claim, d, N, Draws(make), np.float64, None, seed)


def exact_setting(claim: Claim, d: int, N: int, n: int, seed: int | None) -> Setting:
    """Fractions, ``n`` prompts drawn from the definition and rounded; all that is random refers to them."""
    Lam = _covariance(claim, d, seed).astype(np.float64)
    drawn = draw(d, N, Lam, n, generator(claim.id, f"exact prompts {d} {N}", seed))
    rounded = {name: _fractions(np.rint(value * GRID).astype(int)) for name, value in drawn.items()}

    def refuse(k: int) -> Prompt:
        raise Lacks("sampled lacks expectations in exact fractions")

    return _setting(claim, d, N, Draws(refuse), object, rounded, seed)


def cubature_setting(claim: Claim, d: int, N: int, nodes: int, seed: int | None) -> Setting:
    r"""Float64, a tensor Gauss-Hermite rule in place of draws.

    With m nodes in each of the (N + 2) d Gaussians of a prompt, expectations are exact, up to rounding, for
    polynomials of degree at most 2m - 1 in each.
    """
    points, weights = np.polynomial.hermite_e.hermegauss(nodes)
    weights = weights / weights.sum()
    count = (N + 2) * d
    grid = np.stack(np.meshgrid(*[points] * count, indexing="ij"), -1).reshape(-1, count)
    weight = np.prod(np.stack(np.meshgrid(*[weights] * count, indexing="ij"), -1).reshape(-1, count), axis=1)
    root = np.linalg.cholesky(_covariance(claim, d, seed).astype(np.float64))
    gaussians = grid.reshape(-1, N + 2, d)
    prompt = {"x": gaussians[:, :N] @ root.T, "x_q": gaussians[:, N] @ root.T, "w": gaussians[:, N + 1]}
    return _setting(claim, d, N, Draws(lambda k: prompt), np.float64, None, seed, weight)


def _setting(
    claim: Claim, d: int, N: int, draws: Draws, dtype: type, prompt: Prompt | None, seed: int | None,
    weights: Array | None = None,
) -> Setting:  # fmt: skip
    sizes = {"d": d, "N": N}
    constants = _constants(claim, sizes, dtype, seed)
    start = frozenset(s.name for s, v in model_of(claim.paper, claim.model).initial if isinstance(v, Sym) and v.has("zero"))
    algebra = SamplesAlgebra(sizes, constants, draws, dtype, start, prompt=prompt, weights=weights)
    return Setting(claim, algebra, prompt, seed)


def _fractions(integers: np.ndarray) -> Array:
    made = np.empty(integers.shape, dtype=object)
    made.ravel()[:] = [Fraction(int(v), GRID) for v in integers.ravel()]
    return made
