"""Exact points at which balls examine claims on models of one's own: psd matrices of every rank, with rational roots.

At each size three points: everything of full rank; the first of the matrices that may be singular of rank d - 1; the
others so, and zero what may be zero.  Then the extreme points: all of these matrices zero; the first and the others
with orthogonal images, and zero what may be zero; for d = 3 a singular matrix of rank 2.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import flint

from numeric.psd import with_rational_root

from ...algebras.balls import BallsAlgebra
from ...model import SAMPLES, names_in, sizes_of
from ...statement.terms import Sym
from .exact import NOT_DRAWN, Point, Rows, general_value, has_law

KINDS = 3
ZERO, APART = 3, 4
"""The extreme kinds of point."""
EXTREME = {1: (ZERO,), 2: (ZERO, APART), 3: (1,)}
"""By dimension, at the smallest number of examples."""
_CONTEXTS = {1: (1, 2, 5), 2: (1, 3), 3: (2,)}
"""Numbers of context examples, by dimension."""
_ROOTS = (Fraction(1), Fraction(3, 2), Fraction(1, 2), Fraction(2), Fraction(3, 4))
_SPREAD = (Fraction(2), Fraction(1, 2))
"""Roots of eigenvalues of ill-conditioned matrices."""
_APART = (Fraction(4), Fraction(1, 4), Fraction(1, 2))
_SIZE = Fraction(1, 2)
STARTS = {(1, 1): 4, (2, 4): 16, (2, 1): 4}
"""How many starts are looked at, by d and M."""
_SMALL = Fraction(1, 6)
"""Of parameters from which a flow starts."""


def own_points(needed: frozenset[Sym], dims: Sequence[int], seed: str) -> Iterator[Point]:
    """Points for these symbols at every d of ``dims`` and several numbers of examples, smallest first."""
    for d in sorted(dims):
        for M in _CONTEXTS.get(d, (1,)):
            for k in range(KINDS if d < 3 else 1):
                yield own_point(needed, d, M, k, f"{seed}/{d}/{M}/{k}")
        for k in EXTREME.get(d, ()):
            yield own_point(needed, d, _CONTEXTS[d][0], k, f"{seed}/{d}/{k}")


def own_points_of_minima(needed: frozenset[Sym], dims: Sequence[int], seed: str) -> Iterator[Point]:
    """Few points, the same for all claims: least values are found once for each."""
    for d, M, k in ((1, 1, 0), (1, 3, 2), (1, 1, ZERO), (2, 1, 0), (2, 1, 1), (2, 1, 2)):
        if d in dims:
            yield own_point(needed, d, M, k, f"least/{seed}/{d}/{M}/{k}")


def own_flow_points(needed: frozenset[Sym], d: int, seed: str, count: int) -> Iterator[Point]:
    """A few points from which trajectories start, one of each kind; the same for all claims with these symbols."""
    for k in range(count):
        yield own_point(needed, d, 1 + k // KINDS, (k + 1) % KINDS, f"{seed}/{d}/{k}", _SMALL)


def own_starts(needed: frozenset[Sym], dims: Sequence[int], seed: str, moving: frozenset[str]) -> Iterator[Point]:
    """Many starts of the flow, far from the optimum, of ill-conditioned problems: there what is claimed along the flow
    is looked at when it starts.  ``moving`` are the symbols of the start."""
    for (d, M), count in STARTS.items():
        if d not in dims:
            continue
        fixed = own_point(needed, d, M, 0, f"start/{seed}/{d}/{M}", Fraction(1), _SPREAD)
        for k in range(count):
            other = own_point(needed, d, M, 0, f"start/{seed}/{d}/{M}/{k}", Fraction(1), _SPREAD)
            pairs = zip(fixed.exact, other.exact, strict=True)
            yield replace(fixed, exact=tuple(new if new[0] in moving else old for old, new in pairs))


def hostile_starts(
    needed: frozenset[Sym], d: int, seed: str, moving: Mapping[str, Sequence[Fraction]]
) -> Iterator[Point]:
    """Starts where a flow may stay, or that it leaves the wrong way: 0, all alike, of opposite signs, unlike, farther
    away, and values that the statement or the loss names; then one where every matrix that may be is 0, so that what is
    weighed by it does not move: those of which nothing is said, and psd ones; one where these, vectors and numbers are
    far away; and one where such numbers are negative.  ``moving`` are the symbols of the start with these values.  A
    value that the traits of its symbol do not allow is not taken."""
    by_name = {sym.name: sym for sym in needed}
    base = own_point(needed, d, 1, 1, f"{seed}/{d}/0", _SMALL)
    at = [name for name, _ in base.exact if name in moving]
    alike = [tuple(Fraction(x) for _ in at) for x in (0, 1, -1, 2, -2)]
    apart = [tuple(Fraction((-1) ** (k + j)) for k in range(len(at))) for j in (0, 1)]
    apart += [tuple(Fraction(1 + k % 2) for k in range(len(at)))] if len(at) > 1 else []
    longest = max((len(moving[name]) for name in at), default=0)
    named = [tuple(moving[name][j % len(moving[name])] if moving[name] else Fraction(1) for name in at)
             for j in range(min(longest, MOST_NAMED))]  # fmt: skip

    def started(point: Point, values: Sequence[Fraction]) -> Point:
        chosen = dict(zip(at, values, strict=True))
        exact = tuple((name, _start(by_name[name], rows, chosen[name]) if name in chosen else rows)
                      for name, rows in point.exact)  # fmt: skip
        return replace(point, exact=exact, extreme=True, hostile=True)

    yield from (started(base, values) for values in dict.fromkeys([*alike, *apart, *named]))
    free = {name for name, sym in by_name.items() if 1 not in sym.shape and sym.traits <= {"symmetric"}} - moving.keys()
    if free:
        cleared = tuple((name, _zero(len(rows), len(rows[0])) if name in free else rows) for name, rows in base.exact)
        yield started(replace(base, exact=cleared), alike[1])
    plain = {name for name, sym in by_name.items() if not sym.traits} - moving.keys()
    if plain:
        away = tuple((name, tuple(tuple(AWAY * x for x in row) for row in rows) if name in plain else rows)
                     for name, rows in base.exact)  # fmt: skip
        yield started(replace(base, exact=away), alike[0])
    numbers = {name for name, sym in by_name.items() if sym.shape == (1, 1) and not sym.traits} - moving.keys()
    if numbers:
        negative = tuple((name, ((Fraction(-1),),) if name in numbers else rows) for name, rows in base.exact)
        yield started(replace(base, exact=negative), alike[1])
    positive = {name for name, sym in by_name.items() if sym.shape == (1, 1) and sym.traits == {"positive"}}
    rates = positive - moving.keys()
    for rate in (FAST, 1 / FAST) if rates else ():
        exact = tuple((name, ((rate,),) if name in rates else rows) for name, rows in base.exact)
        yield started(replace(base, exact=exact), alike[1])
    if any(sym.has("psd") and not sym.has("posdef") and not has_law(sym) for sym in needed):
        yield started(own_point(needed, d, 1, ZERO, f"{seed}/{d}/0", _SMALL), alike[1])


def starts_on_the_last_axis(needed: frozenset[Sym], d: int, seed: str, moving: Collection[str]) -> Iterator[Point]:
    """Starts whose columns have no first entry: what is said of one entry alone fails as soon as they turn.  Nothing
    that they are weighed by is diagonal."""
    by_name = {sym.name: sym for sym in needed}
    base = own_point(needed, d, 1, 0, f"{seed}/{d}/0", _SMALL, _APART)
    last = {name: tuple((Fraction(int(i == len(rows) - 1)),) for i in range(len(rows))) for name, rows in base.exact
            if name in moving and len(rows) > 1 == len(rows[0])}  # fmt: skip
    allowed = {name: rows for name, rows in last.items() if _allows(by_name[name], Fraction(1), rows)}
    if allowed:
        exact = tuple((name, allowed.get(name, rows)) for name, rows in base.exact)
        yield replace(base, exact=exact, extreme=True, hostile=True)


def starts_across(needed: frozenset[Sym], d: int, seed: str, moving: Collection[str]) -> Iterator[Point]:
    """Starts between the axes of definite matrices that are far from commuting, in either order: what one of them
    shortens another one may lengthen."""
    base = own_point(needed, d, 1, 0, f"{seed}/{d}/0", _SMALL)
    rows = dict(base.exact)
    definite = [s.name for s in sorted(needed, key=lambda s: s.name)
                if s.traits & {"psd", "posdef"} and len(rows.get(s.name, ())) == d]  # fmt: skip
    starts = [name for name in rows if name in moving and len(rows[name]) == d > len(rows[name][0])]
    free = {s.name for s in needed if not s.traits & _NOT_BETWEEN}
    if d != len(_BETWEEN) or len(definite) < 2 or not free.issuperset(starts):
        return
    for turn in range(len(_ACROSS)):
        chosen = {name: _ACROSS[(k + turn) % len(_ACROSS)] for k, name in enumerate(definite)}
        values = rows | chosen | dict.fromkeys(starts, _BETWEEN)
        yield replace(base, exact=tuple(values.items()), extreme=True, hostile=True)


_ACROSS: tuple[Rows, ...] = (
    ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1, 64))),
    ((Fraction(9, 8), Fraction(2)), (Fraction(2), Fraction(33, 8))),
)
_BETWEEN: Rows = ((Fraction(1),), (Fraction(-1),))
_NOT_BETWEEN = frozenset({"positive", "nonnegative"})
FAST = Fraction(4)
"""The rate, and its reciprocal, at which what is weighed by positive numbers moves."""
AWAY = 16
"""So many times farther than elsewhere lies what a flow may tend to."""
MOST_NAMED = 4
"""Starts with values that are named."""


def _start(sym: Sym, rows: Rows, x: Fraction) -> Rows:
    """The symbol with x on its diagonal, where its traits allow that; else as it is."""
    new = _on_the_diagonal(rows, x)
    return new if _allows(sym, x, new) else rows


def _allows(sym: Sym, x: Fraction, rows: Rows) -> bool:
    """Whether the symbol may be a matrix with x on its diagonal and zeros elsewhere."""
    least = min(entry for row in rows for entry in row)
    if (sym.has("positive") and least <= 0) or (sym.has("nonnegative") and least < 0):
        return False
    if (sym.has("posdef") and x <= 0) or (sym.has("psd") and x < 0):
        return False
    if sym.traits & {"orthogonal", "haar"}:
        return abs(x) == 1
    if sym.has("integer"):
        return x.denominator == 1
    return x != 0 or not sym.traits & {"nonzero", "invertible"}


def _on_the_diagonal(rows: Rows, x: Fraction) -> Rows:
    return tuple(tuple(x if i == j else Fraction(0) for j in range(len(row))) for i, row in enumerate(rows))


def own_point(
    needed: frozenset[Sym],
    d: int,
    M: int,
    k: int,
    seed: str,
    size: Fraction = _SIZE,
    roots: tuple[Fraction, ...] = _ROOTS,
    others: int | None = None,
) -> Point:
    """The point of kind ``k`` at these sizes, where dimensions of other names than d are ``others``, if that is given;
    a symbol's value does not depend on which others there are."""
    names = {name for sym in needed for dim in sym.shape for name in names_in(dim)}
    chosen = {name: others or size for name, size in sizes_of(names - SAMPLES, d).items()}
    sizes = {"d": d, "N": M, "M": M, **chosen}
    measure = BallsAlgebra({}, sizes, flint.fmpq_mat(d, d))
    drawn = [s for s in sorted(needed, key=lambda s: s.name) if _is_free(s, sizes)]
    singular = [s.name for s in drawn if s.has("psd") and not s.has("posdef")]
    short = {1: singular[:1], 2: singular[1:]}.get(k, [])
    basis = random.Random(f"{seed}/basis")
    exact: list[tuple[str, Rows]] = []
    for sym in drawn:
        rng = random.Random(f"{seed}/{sym.name}")
        rows, cols = (measure.size(dim) for dim in sym.shape)
        if k in (ZERO, APART) and sym.name in singular:
            first = sym.name == singular[0]
            exact.append((sym.name, _zero(rows, cols) if k == ZERO else _part(rows, first, basis.getstate())))
        elif sym.traits & {"psd", "posdef"}:
            exact.append((sym.name, _psd(rows, rows - (sym.name in short and rows > 1), roots, rng)))
        elif k in (2, APART) and sym.has("nonnegative") and not sym.has("positive"):
            exact.append((sym.name, _zero(rows, cols)))
        else:
            exact.append((sym.name, general_value(sym, rows, cols, size, k, rng)))
    spectrum, skew = (Fraction(1),) * d, (Fraction(0),) * (d * (d - 1) // 2)
    return Point(tuple(sizes.items()), spectrum, skew, tuple(exact), by_spectrum=False, extreme=k in (ZERO, APART))


def _is_free(sym: Sym, sizes: dict[str, int]) -> bool:
    """Whether the symbol has a value at a point."""
    if sym.traits & NOT_DRAWN or has_law(sym) or sym.has("noise"):
        return False
    return not (sym.name in sizes and sym.shape == (1, 1))


def _zero(rows: int, cols: int) -> Rows:
    return ((Fraction(0),) * cols,) * rows


def _part(size: int, first: bool, state: tuple[Any, ...]) -> Rows:
    """A psd matrix on the first, or on the other, axes of one basis."""
    rng = random.Random()
    rng.setstate(state)
    roots = rng.sample(_ROOTS, size)
    skew = [Fraction(rng.randint(-3, 3), 4) for _ in range(size * (size - 1) // 2)]
    cut = (size + 1) // 2
    return _rows(with_rational_root([r if (k < cut) is first else Fraction(0) for k, r in enumerate(roots)], skew))


def _psd(size: int, rank: int, among: tuple[Fraction, ...], rng: random.Random) -> Rows:
    roots = rng.sample(among, size)
    skew = [Fraction(rng.randint(-3, 3), 4) for _ in range(size * (size - 1) // 2)]
    A = with_rational_root([r if k < rank else Fraction(0) for k, r in enumerate(roots)], skew)
    return _rows(A)


def _rows(A: flint.fmpq_mat) -> Rows:
    return tuple(tuple(Fraction(int(A[i, j].p), int(A[i, j].q)) for j in range(A.ncols())) for i in range(A.nrows()))
