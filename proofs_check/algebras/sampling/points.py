"""General rational values of symbols, from streams named after the claim and the symbol."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from numeric.streams import generator

from ...statement.fold import Lacks
from ...statement.terms import Sym


@cache
def point_value(claim: str, sym: Sym, shape: tuple[int, int], seed: int | None) -> tuple[tuple[Fraction, ...], ...]:
    """A general rational value of a symbol, with the traits that matter."""
    rng = generator(claim, f"value of {sym.name} {shape}", seed)

    def entries(rows: int, columns: int) -> list[list[Fraction]]:
        made = rng.integers(1, 6, (rows, columns)) * rng.choice([-1, 1], (rows, columns))
        while 1 in (rows, columns) and len({abs(int(v)) for v in made.ravel()}) < min(rows * columns, 5):
            made = rng.integers(1, 6, (rows, columns)) * rng.choice([-1, 1], (rows, columns))  # none alike
        return [[Fraction(int(v), 4) for v in row] for row in made]

    rows, columns = shape
    A = entries(rows, columns)
    if sym.has("orthogonal"):
        raise Lacks("sampled lacks orthogonal symbols")
    if sym.has("posdef") or sym.has("psd"):
        half = [[sum((A[i][k] * A[j][k] for k in range(rows)), Fraction(0)) for j in range(rows)] for i in range(rows)]
        A = [[half[i][j] / 2 + (Fraction(1, 2) if i == j else 0) for j in range(rows)] for i in range(rows)]
    elif sym.has("symmetric"):
        A = [[A[max(i, j)][min(i, j)] for j in range(rows)] for i in range(rows)]
    elif sym.has("invertible") and rows == columns:
        # Its diagonal outweighs the rest of each row.
        A = [[v + (2 * rows if v > 0 else -2 * rows) * (i == j) for j, v in enumerate(row)] for i, row in enumerate(A)]
    elif sym.has("integer"):
        A = [[Fraction(int(abs(v) * 4)) for v in row] for row in A]
    elif sym.has("positive") or sym.has("nonnegative"):
        A = [[abs(v) for v in row] for row in A]
    return tuple(tuple(row) for row in A)


@cache
def psd_value(claim: str, sym: Sym, size: int, seed: int | None, rank: int) -> tuple[tuple[Fraction, ...], ...]:
    """A general rational psd matrix of this rank whose square root is rational too."""
    rng = generator(claim, f"psd value of {sym.name} {size}", seed)
    skew = [Fraction(int(k), 4) for k in rng.integers(-4, 5, size * (size - 1) // 2)]
    roots = [Fraction(int(k), 4) for k in rng.permutation(max(7, size))[:size] + 2]
    from numeric.psd import with_rational_root  # needs python-flint, which a machine that only trains may lack

    A = with_rational_root([r if k < rank else Fraction(0) for k, r in enumerate(roots)], skew)
    return tuple(tuple(Fraction(int(A[i, j].p), int(A[i, j].q)) for j in range(size)) for i in range(size))
