"""Values of matrices and vectors that belong together, in up to three dimensions.

Much holds of matrices of two rows, of those that commute nearly, and of values chosen one by one.  A theme gives three
values to each kind of symbol: identities; matrix units, and definite matrices far from commuting; a cyclic permutation
beside a diagonal matrix; shifts; projections; repeated eigenvalues; rotations; every scale at once; one sign unlike the
others.  The symbols of a statement get them in every order.  Values depend on traits and shapes alone, never on names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

from ...statement.terms import Sym
from .exact import Rows

BIG, SMALL = Fraction(2) ** 30, Fraction(1, 2**30)
SIZE = 3
NUMBERS = (Fraction(1), SMALL, Fraction(-1), Fraction(2), Fraction(0), BIG, Fraction(1, 8))
"""Values of numbers, in turn."""
_NEARLY = Fraction(1, 1024)
Three = tuple[Rows, Rows, Rows]


@dataclass(frozen=True)
class Theme:
    """Three values each of a general, a definite, a psd, a symmetric and an orthogonal matrix, and of a vector."""

    general: Three
    definite: Three
    psd: Three
    symmetric: Three
    vectors: Three
    orthogonal: Three

    def of(self, s: Sym, n: int, k: int) -> Three | None:
        """The values of a symbol of this shape; none of those that stay as they are."""
        if s.traits & {"haar", "layers", "layer", "integer"}:
            return None
        if s.traits & {"orthogonal", "invertible"}:
            return self.orthogonal if n == k == SIZE else None
        if n == 1 or k == 1:
            return _map(self.vectors, lambda rows: _signed(s, _fitted(rows if k == 1 else _turned(rows), n, k)))
        if s.traits & {"positive", "nonnegative"}:
            return None
        if s.has("posdef"):
            return _map(self.definite, lambda rows: _fitted(rows, n, n, 1))
        kind = self.psd if s.has("psd") else self.symmetric if s.has("symmetric") else self.general
        return _map(kind, lambda rows: _fitted(rows, n, k))


def designed_values(symbols: Sequence[tuple[Sym, int, int]], themes: Sequence[Theme]) -> Iterator[dict[str, Rows]]:
    """Values by name of the symbols that have designed ones, given with their rows and columns; each once."""
    numbers = [s for s, n, k in symbols if n == k == 1 and not s.has("integer")]
    seen: set[tuple[Rows, ...]] = set()
    for j, (theme, order) in enumerate((t, o) for t in themes for o in permutations(range(SIZE))):
        threes = [(s.name, theme.of(s, n, k)) for s, n, k in symbols if (n, k) != (1, 1)]
        chosen = [(name, three) for name, three in threes if three is not None]
        if not chosen:
            return
        values = {name: three[(order[i % SIZE] + i // SIZE) % SIZE] for i, (name, three) in enumerate(chosen)}
        values |= {s.name: _number(s, j + i) for i, s in enumerate(numbers)}
        if (key := tuple(values.values())) not in seen:
            seen.add(key)
            yield values


def _number(s: Sym, j: int) -> Rows:
    if s.traits & {"positive", "posdef"}:
        pool = [x for x in NUMBERS if x > 0]
    elif s.traits & {"nonnegative", "psd"}:
        pool = [x for x in NUMBERS if x >= 0]
    else:
        pool = [x for x in NUMBERS if x or not s.traits & {"nonzero", "invertible", "orthogonal"}]
    return ((Fraction(1) if s.has("orthogonal") else pool[j % len(pool)],),)


def _signed(s: Sym, rows: Rows) -> Rows:
    """The entries without their signs, where a symbol has none; 1 for 0 where it is positive, in one place where it
    is not 0."""
    if s.has("nonzero") and not any(map(any, rows)):
        rows = ((Fraction(1), *rows[0][1:]), *rows[1:])
    if not s.traits & {"positive", "nonnegative"}:
        return rows
    return tuple(tuple(abs(x) or Fraction(int(s.has("positive"))) for x in row) for row in rows)


def _map(three: Three, f: Callable[[Rows], Rows]) -> Three:
    a, b, c = three
    return f(a), f(b), f(c)


def _fitted(rows: Rows, n: int, k: int, rest: int = 0) -> Rows:
    """The first rows and columns; beyond them zeros, with ``rest`` on the diagonal."""
    def entry(i: int, j: int) -> Fraction:
        return rows[i][j] if i < len(rows) and j < len(rows[0]) else Fraction(rest if i == j else 0)

    return tuple(tuple(entry(i, j) for j in range(k)) for i in range(n))


def _turned(rows: Rows) -> Rows:
    return tuple(zip(*rows, strict=True))


def _matrix(*entries: Fraction | int) -> Rows:
    return tuple(tuple(Fraction(x) for x in entries[SIZE * i : SIZE * (i + 1)]) for i in range(SIZE))


def _vector(*entries: Fraction | int) -> Rows:
    return tuple((Fraction(x),) for x in entries)


def _diagonal(*entries: Fraction | int) -> Rows:
    return tuple(tuple(Fraction(x if i == j else 0) for j in range(SIZE)) for i, x in enumerate(entries))


def _along(*u: int, least: Fraction | int = 0) -> Rows:
    """u u' and a multiple of the identity."""
    return tuple(tuple(Fraction(x * y + least * (i == j)) for j, y in enumerate(u)) for i, x in enumerate(u))


_I = _diagonal(1, 1, 1)
_TURN, _BACK = _matrix(0, 1, 0, 0, 0, 1, 1, 0, 0), _matrix(0, 0, 1, 1, 0, 0, 0, 1, 0)
_SWAP = _matrix(0, 1, 0, 1, 0, 0, 0, 0, 1)
_SHIFT = _matrix(0, 1, 0, 0, 0, 1, 0, 0, 0)
_HALF_TURN = _diagonal(1, -1, -1)
_QUARTER = _matrix(0, -1, 0, 1, 0, 0, 0, 0, 1)
_AXES = (_vector(1, 0, 0), _vector(0, 1, 0), _vector(0, 0, 1))
_APART = ((1, 0, 0), (4, 7, 0), (4, -7, 0))
"""Nearly 60 degrees apart: the trace of the product of three matrices along these lines is nearly as negative as may
be."""
_a, _b, _c = _APART

ALIKE = Theme((_I,) * 3, (_I,) * 3, (_I,) * 3, (_I,) * 3, (_vector(1, 1, 1),) * 3, (_I,) * 3)
UNITS = Theme(
    (_matrix(0, 1, 0, 0, 0, 0, 0, 0, 0), _matrix(0, 0, 0, 0, 0, 1, 0, 0, 0), _matrix(0, 0, 1, 0, 0, 0, 0, 0, 0)),
    (_along(*_a, least=_NEARLY), _along(*_b, least=_NEARLY), _along(*_c, least=_NEARLY)),
    (_along(*_a), _along(*_b), _along(*_c)),
    (_matrix(0, 1, 0, 1, 0, 0, 0, 0, 0), _matrix(0, 0, 0, 0, 0, 1, 0, 1, 0), _diagonal(1, 1, 2)),
    _AXES, (_TURN, _HALF_TURN, _SWAP),
)  # fmt: skip
CYCLE = Theme(
    (_TURN, _diagonal(1, 2, 4), _BACK), (_along(1, 1, 1, least=2), _diagonal(1, 2, 4), _diagonal(1, 1, 2)),
    (_diagonal(1, 1, 0), _diagonal(0, 0, 1), _along(1, 1, 1)),
    (_diagonal(3, -1, -1), _matrix(0, 1, 1, 1, 0, 1, 1, 1, 0), _diagonal(1, -1, -1)),
    (_vector(1, 1, 1), _vector(1, -1, 0), _vector(1, 1, -2)), (_TURN, _BACK, _QUARTER),
)  # fmt: skip
SHIFT = Theme(
    (_SHIFT, _turned(_SHIFT), _diagonal(1, 1, 0)),
    (_along(1, 1, 1, least=_NEARLY), _diagonal(1, Fraction(1, 8), Fraction(1, 64)), _along(1, 2, 4, least=1)),
    (_matrix(1, 1, 0, 1, 2, 1, 0, 1, 1), _diagonal(1, 1, 0), _matrix(2, -1, -1, -1, 2, -1, -1, -1, 2)),
    (_matrix(0, 1, 0, 1, 0, 1, 0, 1, 0), _diagonal(-1, 0, 1), _diagonal(-3, 1, 1)),
    (_vector(1, 2, 4), _vector(1, 0, 0), _vector(0, 1, 1)), (_SWAP, _QUARTER, _TURN),
)  # fmt: skip
PROJECTIONS = Theme(
    (_diagonal(1, 1, 0), _diagonal(0, 0, 1), _diagonal(0, 1, 1)),
    (_diagonal(1, 1, 4), _diagonal(4, 1, 1), _along(1, 1, 1, least=1)),
    (_diagonal(1, 1, 0), _diagonal(0, 0, 1), _diagonal(0, 1, 1)),
    (_diagonal(1, 1, -1), _diagonal(0, 0, 1), _diagonal(-1, -1, -1)),
    (_vector(1, 1, 0), _vector(0, 0, 1), _vector(1, -1, 0)), (_HALF_TURN, _diagonal(-1, -1, 1), _I),
)  # fmt: skip
REPEATED = Theme(
    (_diagonal(1, 1, 2), _SWAP, _diagonal(1, -1, 0)),
    (_diagonal(1, 1, 2), _matrix(2, 1, 0, 1, 2, 0, 0, 0, 1), _diagonal(1, 2, 2)),
    (_diagonal(1, 0, 0), _diagonal(2, 1, 0), _diagonal(1, 0, 1)),
    (_diagonal(1, 1, 2), _SWAP, _diagonal(1, -1, 0)),
    (_vector(1, 1, 1), _vector(2, 2, 2), _vector(-1, -1, -1)), (_SWAP, _HALF_TURN, _diagonal(-1, -1, -1)),
)  # fmt: skip
ROTATIONS = Theme(
    (_TURN, _HALF_TURN, _QUARTER), (_matrix(2, 1, 0, 1, 2, 1, 0, 1, 2), _diagonal(1, 2, 4), _along(1, -1, 0, least=1)),
    (_along(0, 1, 1), _diagonal(1, 1, 0), _along(1, 0, 1)),
    (_SWAP, _HALF_TURN, _matrix(0, 0, 1, 0, -1, 0, 1, 0, 0)),
    (_vector(0, 1, 1), _vector(1, 1, 0), _vector(1, 0, 1)), (_TURN, _HALF_TURN, _QUARTER),
)  # fmt: skip
SCALES = Theme(
    (_diagonal(BIG, 1, SMALL), _matrix(1, BIG, 0, 0, 1, SMALL, 0, 0, 1), _matrix(0, 0, BIG, 0, 1, 0, SMALL, 0, 0)),
    (_diagonal(BIG, 1, SMALL), _diagonal(SMALL, 1, BIG), _diagonal(SMALL, SMALL, SMALL)),
    (_diagonal(BIG, 1, 0), _diagonal(SMALL, 0, BIG), _diagonal(0, SMALL, 0)),
    (_diagonal(BIG, -1, SMALL), _diagonal(-SMALL, 1, -BIG), _matrix(0, BIG, 0, BIG, 0, 0, 0, 0, SMALL)),
    (_vector(BIG, 1, SMALL), _vector(SMALL, 1, -1), _vector(0, 0, -BIG)), (_HALF_TURN, _diagonal(-1, -1, -1), _I),
)  # fmt: skip
SIGNS = Theme(
    (_diagonal(1, 1, -1), _diagonal(1, -1, 1), _diagonal(-1, 1, 1)),
    (_diagonal(BIG, 1, 1), _diagonal(1, BIG, 1), _diagonal(1, 1, BIG)),
    (_diagonal(1, 1, 0), _diagonal(1, 0, 1), _diagonal(0, 1, 1)),
    (_diagonal(4, -3, -2), _diagonal(-3, 4, -2), _diagonal(-2, -3, 4)),
    (_vector(1, 1, -1), _vector(1, -1, 1), _vector(-1, 1, 1)), (_HALF_TURN, _diagonal(-1, 1, 1), _diagonal(1, 1, -1)),
)  # fmt: skip
"""One sign unlike the others, in turn; a trace and a trace of cubes of different signs."""
_ROOT = _matrix(2, 1, 0, 1, Fraction(5, 4), 0, 0, 0, 1)
_SQUARE = _matrix(5, Fraction(13, 4), 0, Fraction(13, 4), Fraction(41, 16), 0, 0, 0, 1)
_LINE = _matrix(Fraction(-16, 25), Fraction(-12, 25), 0, Fraction(-12, 25), Fraction(-9, 25), 0, 0, 0, 0)
SQUARES = Theme(
    (_ROOT, _matrix(1, 1, 0, 0, 0, 0, 0, 0, 0), _SHIFT), (_SQUARE, _diagonal(1, Fraction(1, 64), 1), _ROOT),
    (_SQUARE, _diagonal(1, 0, 0), _ROOT), (_diagonal(1, 0, 0), _LINE, _ROOT), _AXES, (_QUARTER, _SWAP, _I),
)  # fmt: skip
"""Squares that are not ordered, of which the roots are; absolute values whose sum is not above that of the sum."""
NORMED = {
    n: Theme(
        (_I, _diagonal(n, 0, 0), _diagonal(1, -1, 1)),
        (_I, _diagonal(n - Fraction(n - 1, 4), Fraction(1, 4), Fraction(1, 4)), _diagonal(1, _NEARLY, _NEARLY)),
        (_diagonal(n, 0, 0), _I, _diagonal(1, 0, 0)), (_diagonal(n, 0, 0), _I, _diagonal(n + 1, -1, 0)),
        (_vector(1, 1, 1), _vector(1, 0, 0), _vector(0, 1, 1)), (_I, _TURN, _HALF_TURN),
    ) for n in (2, 3)
}  # fmt: skip
"""The trace, or the largest eigenvalue, of the identity, and other eigenvalues: what bounds the one leaves the others
free."""
ASSUMED = replace(UNITS, general=UNITS.definite, symmetric=UNITS.definite)
"""Definite, far from commuting, where a hypothesis says what no trait does."""
THEMES = {2: (UNITS, SQUARES, NORMED[2], ASSUMED),
          3: (ALIKE, UNITS, CYCLE, SHIFT, PROJECTIONS, REPEATED, ROTATIONS, SCALES, NORMED[3],
              SIGNS, ASSUMED)}  # fmt: skip
"""By dimension; where it is 2, only what belongs together in threes."""
