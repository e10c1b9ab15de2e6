r"""Finite-grid proofs: an identity on finitely many points that is an identity everywhere.

**The principle.**  Let two functions lie in the span of known functions :math:`b_1,\dots,b_c`.  Their difference is
:math:`\sum_j\kappa_jb_j` with unknown rational :math:`\kappa`.  If it vanishes at points :math:`p_1,\dots,p_m` and the
matrix :math:`(b_j(p_i))` has rank c, then :math:`\kappa=0`: the functions agree wherever the b are defined.  Rank c
modulo a prime implies rank c over the rationals (a minor that is non-zero modulo p is non-zero), so the rank is
certified exactly.  That the functions lie in the span is the caller's argument; the result records everything else.

**Two spans.**

* *Polynomials* of degree at most :math:`m_k` in the k-th variable: the span of all monomials; a grid of
  :math:`\prod_k(m_k+1)` points suffices, its matrix being a Kronecker product of Vandermonde matrices.
  Gaussian moments of traces are polynomials in d and N of known degree: each free index of size d and each sum over
  samples contributes at most one (Wick: a pairing leaves at most that many free indices).
* *Contractions* of matrices and vectors, times powers of N (and of d).  A polynomial in matrices and vectors that is
  unchanged by :math:`A\mapsto QAQ^\top,\ v\mapsto Qv` for every orthogonal Q, homogeneous of degree :math:`m_k` in the
  k-th letter, is a combination of complete contractions of its letters' indices (first fundamental theorem for O(d)):
  products of traces of words and of bilinear forms :math:`v^\top Ww`, one for each perfect matching of all index
  slots.  Expectations over N(0, Lam) and N(0, I) have this invariance, and by Wick their coefficients are the same for
  every d, polynomial in N after clearing the printed powers of 1/N.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from flint import nmod_mat

from .contractions import Contraction, Letter, contractions, points
from .errors import InputError

PRIME = 2**61 - 1
Point = Mapping[str, Any]
Function = Callable[[Point], Any]


@dataclass(frozen=True, slots=True)
class GridProof:
    """What was checked: the identity holds in the span iff ``holds``; then ``rank == columns`` is the certificate."""

    holds: bool
    columns: int
    """How many functions span the space."""
    points: tuple[Point, ...]
    rank: int
    """Rank of the evaluation matrix of the span, modulo ``prime`` (hence at least that over the rationals)."""
    degrees: tuple[Mapping[str, int], ...]
    counterexample: Point | None = None
    prime: int = PRIME

    @property
    def sentence(self) -> str:
        if self.counterexample is not None:
            return f"the two sides differ at {dict(self.counterexample)}"
        return f"agreement at {len(self.points)} points of rank {self.rank} in a span of {self.columns} functions"


def prove_polynomial(lhs: Function, rhs: Function, degrees: Mapping[str, int], start: int = 1) -> GridProof:
    """Decide ``lhs == rhs`` for polynomials of at most the given degree in each variable.

    Each function takes a point (variable name -> integer) and returns an exact number or anything with exact
    equality; the grid is ``start, ..., start + degree`` in each variable.  Raises InputError for a negative degree.

    >>> prove_polynomial(lambda p: (p["d"] + p["N"]) ** 2, lambda p: p["d"] ** 2 + p["N"] ** 2, {"d": 2, "N": 2}).holds
    False
    """
    for name, degree in degrees.items():
        if degree < 0:
            raise InputError(f"the degree in {name} must not be negative, but is {degree}: pass an upper bound.")
    axes = {name: range(start, start + degree + 1) for name, degree in degrees.items()}
    grid = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    rank = 1
    for nodes in axes.values():
        rank *= _rank([[node**k for k in range(len(nodes))] for node in nodes])
    return _compare(lhs, rhs, grid, columns=len(grid), rank=rank, degrees=(dict(degrees),))


def prove_contractions(
    lhs: Function,
    rhs: Function,
    letters: Sequence[Letter],
    degrees: Sequence[Mapping[str, int]],
    *,
    powers: Mapping[str, int] | None = None,
    dims: Sequence[int] = (1, 2, 3),
    seed: int = 0,
) -> GridProof:
    """Decide ``lhs == rhs`` for functions in the span of contractions of ``letters``.

    ``degrees`` lists the multiplicities that occur (one mapping letter name -> degree for each homogeneous part);
    ``powers`` gives the degree in each integer variable: ``"N"``, or ``"d"`` (traces of the empty word).  A point maps
    "d", "N" to integers and each letter to a nested list (a scalar to an integer).  Points of the given dims
    are drawn until the rank is full; InputError if that does not happen: pass larger dims.
    """
    span = [(m, e) for part in degrees for m in contractions(letters, part) for e in _exponents(powers or {})]
    rows: list[list[int]] = []
    chosen: list[Point] = []
    rank = 0
    source = points(letters, dims, _largest(powers or {}), seed)
    while rank < len(span):
        if len(rows) > 3 * len(span) + 20:
            raise InputError(
                f"dims {tuple(dims)} reach rank {rank} of {len(span)} only: pass larger dims, "
                f"or a span without relations between its functions."
            )
        batch = [next(source) for _ in range(max(4, len(span) - rank))]
        rows += [_evaluate(span, point) for point in batch]
        chosen += batch
        rank = _rank(rows)
    return _compare(lhs, rhs, chosen, columns=len(span), rank=rank, degrees=tuple(dict(m) for m in degrees))


def verify(proof: GridProof, letters: Sequence[Letter], powers: Mapping[str, int] | None = None) -> bool:
    """Compute the rank of a contraction proof's points again, from the recorded points and degrees alone."""
    span = [(m, e) for part in proof.degrees for m in contractions(letters, part) for e in _exponents(powers or {})]
    rank = _rank([_evaluate(span, point) for point in proof.points])
    return proof.holds and rank == proof.rank == proof.columns == len(span)


def _compare(
    lhs: Function,
    rhs: Function,
    grid: Sequence[Point],
    *,
    columns: int,
    rank: int,
    degrees: tuple[Mapping[str, int], ...],
) -> GridProof:
    bad = next((point for point in grid if lhs(point) != rhs(point)), None)
    return GridProof(bad is None and rank == columns, columns, tuple(grid), rank, degrees, bad)


def _rank(rows: list[list[int]]) -> int:
    return int(nmod_mat(len(rows), len(rows[0]), [x % PRIME for row in rows for x in row], PRIME).rank()) if rows else 0


def _exponents(powers: Mapping[str, int]) -> Iterator[dict[str, int]]:
    for values in product(*(range(degree + 1) for degree in powers.values())):
        yield dict(zip(powers, values, strict=True))


def _largest(powers: Mapping[str, int]) -> int:
    """Prompt lengths 1, ..., degree + 1 separate the powers of N."""
    return powers.get("N", 0) + 1


def _evaluate(span: Sequence[tuple[Contraction, Mapping[str, int]]], point: Point) -> list[int]:
    memory: dict[Any, int] = {}
    row = []
    for contraction, exponents in span:
        value = contraction.value(point, PRIME, memory)
        for name, exponent in exponents.items():
            value = value * pow(point[name], exponent, PRIME) % PRIME
        row.append(value)
    return row

