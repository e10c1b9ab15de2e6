"""Exact points that are hostile on purpose: 0, negative, of every scale, singular, nilpotent, ordered, not commuting.

Values depend on traits and shapes alone, never on names or ids: renaming changes no point.  Where few symbols occur all
combinations of values are looked at, otherwise some; where d is 2 or 3 also the values of :mod:`.designed`, that
belong together.  All numbers are dyadic, so that balls hold them exactly.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from ...model import SAMPLES, names_in
from ...statement.joint_values import joint_values
from ...statement.props import Prop, subprops, subterms
from ...statement.special_values import beyond, special_values
from ...statement.terms import Abbrev, Num, Op, Sym, Term
from .designed import BIG, SMALL, THEMES, Theme, designed_values
from .exact import Point, Rows
from .own import own_point

DIMS = (1, 2, 3)
MOST = {1: 64, 2: 100}
"""How many combinations of values are looked at, by dimension; beyond these, designed ones alone."""
OTHER_SIZES = {1: 2, 2: 1, 3: 2}
"""What dimensions of another name than d are, too, by d: matrices may have fewer columns than rows, or more."""
MOST_OF_OTHER_SIZES = 24
SCALED = 32
"""Points at which numbers have random signs and scales."""
SINGLY = 4
"""How many values of one symbol are looked at in statements about least values, for d <= 2."""
LARGER = Fraction(8)
"""By how much a general value is larger there."""
LARGE_SIZES = (7, 128)
"""Dimensions at which a statement about numbers alone is looked at."""
_NUMBERS = (Fraction(0), Fraction(1), Fraction(-1), BIG, -BIG, SMALL, Fraction(3, 2))
_COUNTS = (1, 2, 9, 97, 2**30 + 1)
_FEW = (1, 2, 3, 5)
"""Of what something runs up to, or of exponents: odd ones and even ones."""
LONGEST = 5
"""Lengths and dimensions beyond a number of the statement, up to this one, are looked at as well."""
_LIMITS = frozenset({"tends", "tends_jointly", "in_mean_square", "order"})
_OF_SAMPLES = frozenset({"random", "iid", "prompt", "derived", "context", "label", "law"})
_OF_MODELS = frozenset({"ddt", "at0", "prediction", "prediction_on", "per_prompt"})
"""What a model that is trained on so many samples says of itself."""
_SIGNED = frozenset({"positive", "nonnegative", "psd", "posdef"})
_NO_NUMBERS = frozenset({"integer", "orthogonal", "haar", "layers", "layer"})
_ARITHMETIC = frozenset({"+", "-", "neg", "*", "/", "^", "sqrt", "abs", "least", "relu"})


def hostile_points(props: Sequence[Prop], needed: frozenset[Sym], dims: Sequence[int]) -> Iterator[Point]:
    """Points at which not everything need be defined, and not every hypothesis need hold."""
    runs = counting(props)
    stated = {node for prop in props for _, node in subterms(prop) if isinstance(node, Sym)}
    special = special_values(tuple(props))
    for d in (d for d in DIMS if d in dims):
        base = with_counts(own_point(needed, d, 1, 0, f"hostile/{d}"), props, needed)
        if d in MOST:
            yield from _combined(base, needed, stated, runs, MOST[d], special)
            yield from _singly(base, needed, stated, special)
        yield from _designed(base, needed, stated, THEMES.get(d, ()))
        if {name for name, _ in base.sizes} - SAMPLES - {"d"}:
            other = with_counts(own_point(needed, d, 1, 0, f"hostile/{d}", others=OTHER_SIZES[d]), props, needed)
            yield from _combined(other, needed, stated, runs, MOST_OF_OTHER_SIZES, special)
            for length in _beyond(props):
                longer = with_counts(own_point(needed, d, 1, 0, f"hostile/{d}", others=length), props, needed)
                yield from _uniform(longer, needed, stated)
        yield from _farther(base, needed, stated, beyond(props, BIG))
        if d == 1:
            yield from _scaled(base, needed, stated, runs)
        for joint in joint_values(tuple(props)) if d == 1 else ():
            values = {s.name: ((x,),) for s, x in joint.items() if s not in runs}
            exact = tuple((name, values.get(name, rows)) for name, rows in base.exact)
            yield replace(base, exact=exact, extreme=True, hostile=True, special=True)
    for d in (d for d in _beyond(props) if DIMS[-1] in dims and d > DIMS[-1]):
        if any("d" in names_in(dim) for sym in stated for dim in sym.shape):
            yield from _uniform(with_counts(own_point(needed, d, 1, 0, f"hostile/{d}"), props, needed), needed, stated)
    if any(sym.name == "d" for sym in stated) and all(sym.shape == (1, 1) for sym in stated) and not any(
        map(_has_binder, props)
    ):
        for d in LARGE_SIZES:
            yield replace(own_point(frozenset(stated), d, 1, 0, f"hostile/{d}"), extreme=True, hostile=True)


def hostile_points_of_minima(props: Sequence[Prop], needed: frozenset[Sym], dims: Sequence[int]) -> Iterator[Point]:
    """A few hostile values for one symbol at a time: each least value costs a few descents."""
    runs = counting(props)
    stated = {node for prop in props for _, node in subterms(prop) if isinstance(node, Sym)}
    for d in (d for d in MOST if d in dims):
        base = own_point(needed, d, 1, 0, f"hostile/{d}")
        if d > 1 and {name for name, _ in base.sizes} - SAMPLES - {"d"}:
            other = own_point(needed, d, 1, 0, f"hostile/{d}", others=OTHER_SIZES[d])
            yield replace(other, extreme=True, hostile=True)
        for sym in sorted(stated & needed, key=lambda s: s.name):
            rows = dict(base.exact).get(sym.name)
            pool = _pool(sym, rows, runs) if rows is not None and sym.shape != (1, 1) else ()
            larger = [_times(LARGER, rows)] if pool and rows is not None and not sym.traits & _NO_NUMBERS else []
            for value in sorted(filter(is_moderate, pool), key=_is_symmetric)[:SINGLY] + larger:
                exact = tuple((name, value if name == sym.name else other) for name, other in base.exact)
                yield replace(base, exact=exact, extreme=True, hostile=True)


def _is_symmetric(rows: Rows) -> bool:
    """Whether the matrix is so and not 0: what is no more than that hides a transpose that is missing."""
    return any(map(any, rows)) and tuple(zip(*rows, strict=True)) == rows


def is_moderate(rows: Rows) -> bool:
    """Whether descents find least values well: no entry is very large, or very small."""
    return all(not x or Fraction(1, 32) <= abs(x) <= 32 for row in rows for x in row)


def with_counts(base: Point, props: Sequence[Prop], needed: frozenset[Sym]) -> Point:
    """The point with numbers of samples among its values, where nothing is drawn, shaped or numbered by them, and none
    grows: there they are numbers like others."""
    grows = any(sub.head in _LIMITS for prop in props for _, sub in subprops(prop))
    follows = any(isinstance(node, Op) and node.head in _OF_MODELS for prop in props for _, node in subterms(prop))
    if grows or follows or any(s.traits & _OF_SAMPLES for s in needed):
        return base
    dims = [*(dim for s in needed for dim in s.shape), *(t.removeprefix("range:") for s in needed for t in s.traits)]
    bound = {name for dim in dims for name in names_in(dim)}
    free = {s.name for s in needed if s.shape == (1, 1) and s.has("integer")} & SAMPLES - bound
    counts = tuple((name, ((Fraction(n),),)) for name, n in base.sizes if name in free)
    sizes = tuple((name, n) for name, n in base.sizes if name not in free) if counts else base.sizes
    return replace(base, sizes=sizes, exact=(*base.exact, *counts))


def _combined(
    base: Point, needed: frozenset[Sym], stated: Set[Sym], counting: frozenset[Sym], most: int,
    special: Mapping[Sym, Sequence[Fraction]],
) -> Iterator[Point]:
    by_name = {sym.name: sym for sym in needed}
    pools = [
        _pool(sym, rows, counting, special.get(sym, ())) if sym in stated or sym.has("psd") else (rows,)
        for sym, rows in ((by_name[name], rows) for name, rows in base.exact)
    ]
    plain = {name: {*_pool(by_name[name], rows, counting), rows} for name, rows in base.exact}
    for values in _chosen(pools, most):
        exact = tuple((name, value) for (name, _), value in zip(base.exact, values, strict=True))
        read_off = any(value not in plain[name] for name, value in exact)
        yield replace(base, exact=exact, extreme=True, hostile=True, special=read_off)


def _singly(
    base: Point, needed: frozenset[Sym], stated: Set[Sym], special: Mapping[Sym, Sequence[Fraction]]
) -> Iterator[Point]:
    """A general point with one symbol at a value that the statement names, whatever else is there."""
    by_name = {sym.name: sym for sym in needed}
    for name, rows in base.exact:
        sym, (n, k) = by_name[name], (len(rows), len(rows[0]))
        if sym not in stated or sym.traits & _NO_NUMBERS or (n != k and not sym.traits <= {"parameter"}):
            continue
        for x in special.get(sym, ()):
            value = _diagonal(n, x, x) if n == k else _corner(n, k, x)
            if _admits(sym, x) and (not sym.traits & {"psd", "posdef"} or x > 0):
                exact = tuple((other, value if other == name else old) for other, old in base.exact)
                yield replace(base, exact=exact, extreme=True, hostile=True, special=True)


def _designed(base: Point, needed: frozenset[Sym], stated: Set[Sym], themes: Sequence[Theme]) -> Iterator[Point]:
    """The values that belong together, of the symbols in the statement."""
    by_name = {sym.name: sym for sym in needed}
    shaped = [(by_name[name], len(rows), len(rows[0])) for name, rows in base.exact if by_name[name] in stated]
    for values in designed_values(shaped, themes):
        exact = tuple((name, values.get(name, rows)) for name, rows in base.exact)
        yield replace(base, exact=exact, extreme=True, hostile=True)


def _beyond(props: Sequence[Prop]) -> list[int]:
    """Lengths beyond the whole numbers that the statement names: so many terms are no bound for more."""
    met = {node.value for prop in props for _, node in subterms(prop) if isinstance(node, Num)}
    whole = {int(x) for x in met if x.denominator == 1 and 2 <= x <= LONGEST}
    return sorted({n for x in whole for n in (x + 1, x + 2) if n <= LONGEST})


def _uniform(base: Point, needed: frozenset[Sym], stated: Set[Sym]) -> Iterator[Point]:
    """A general point; all entries alike, and the identity: what adds up, and what has the greatest rank."""
    yield replace(base, extreme=True, hostile=True)
    by_name = {sym.name: sym for sym in needed}
    for entry in (Fraction(1), Fraction(0)):
        values = dict(base.exact)
        for name, rows in base.exact:
            if by_name[name] in stated and not by_name[name].traits & _NO_NUMBERS and len(rows) + len(rows[0]) > 2:
                n, k = len(rows), len(rows[0])
                definite = by_name[name].traits & {"posdef", "invertible"}
                alone = 1 in (n, k) and not definite
                values[name] = tuple(
                    tuple(Fraction(1) if alone or i == j else entry if not definite else Fraction(0)
                          for j in range(k)) for i in range(n)
                )  # fmt: skip
        yield replace(base, exact=tuple(values.items()), extreme=True, hostile=True)


def _scaled(base: Point, needed: frozenset[Sym], stated: Set[Sym], counting: frozenset[Sym]) -> Iterator[Point]:
    """Several numbers, each of a sign and a scale of its own, neither tiny nor huge."""
    by_name = {sym.name: sym for sym in needed}
    moved = [name for name, rows in base.exact if by_name[name] in stated and len(rows) == len(rows[0]) == 1
             and not by_name[name].traits & _NO_NUMBERS]  # fmt: skip
    rng = random.Random(f"scaled/{len(moved)}")
    for _ in range(SCALED if len(moved) > 1 else 0):
        drawn = {name: rng.choice((1, 1, -1)) * Fraction(2) ** rng.randint(-12, 12) for name in moved}
        values = {name: abs(x) if by_name[name].traits & _SIGNED else x for name, x in drawn.items()}
        exact = tuple((name, ((values[name],),) if name in values else rows) for name, rows in base.exact)
        yield replace(base, exact=exact, extreme=True, hostile=True)


def _farther(base: Point, needed: frozenset[Sym], stated: Set[Sym], scale: Fraction | None) -> Iterator[Point]:
    """General values, larger or smaller by more than the numbers that the statement names: one, or all of them."""
    by_name = {sym.name: sym for sym in needed}
    moved = [name for name, _ in base.exact if by_name[name] in stated and not by_name[name].traits & _NO_NUMBERS]
    chosen = [[name] for name in moved] + [moved] * (len(moved) > 1)
    for factor in (scale, 1 / scale) if scale is not None else ():
        for names in chosen:
            exact = tuple((name, tuple(tuple(factor * x for x in row) for row in rows) if name in names else rows)
                          for name, rows in base.exact)  # fmt: skip
            yield replace(base, exact=exact, extreme=True, hostile=True)


def _times(factor: Fraction, rows: Rows) -> Rows:
    return tuple(tuple(factor * x for x in row) for row in rows)


def _chosen(pools: Sequence[Sequence[Rows]], most: int) -> Iterator[tuple[Rows, ...]]:
    """All combinations where there are not too many; else those of the first few values, and some of all."""
    if prod(map(len, pools)) <= most:
        yield from product(*pools)
        return
    few = next(k for k in range(max(map(len, pools)), 0, -1) if prod(min(k, len(pool)) for pool in pools) <= most)
    yield from product(*(pool[:few] for pool in pools))
    rng = random.Random(f"hostile/{len(pools)}/{most}")
    yield from (tuple(rng.choice(pool) for pool in pools) for _ in range(most))


def _pool(
    sym: Sym, general: Rows, counting: frozenset[Sym], special: Sequence[Fraction] = ()
) -> tuple[Rows, ...]:
    """Values with the traits of the symbol, in the shape of a general one; of numbers also those that the statement
    names, or is a root at."""
    pool = _values(sym, general, counting, special)
    return tuple(rows for rows in pool if any(map(any, rows))) if sym.has("nonzero") else pool


def _values(sym: Sym, general: Rows, counting: frozenset[Sym], special: Sequence[Fraction]) -> tuple[Rows, ...]:
    n, k = len(general), len(general[0])
    if sym.traits & {"orthogonal", "haar", "layers", "layer"}:
        return (general,)
    none = (Fraction(0),) if sym.has("nonnegative") and not sym.traits & {"positive", "nonzero"} else ()
    if sym.has("integer") and sym in counting:
        return tuple(dict.fromkeys((general, *(((Fraction(count),),) for count in (*none, *_FEW)))))
    if sym.has("integer"):
        named = (x for x in special if x.denominator == 1 and x > 0)
        counts = (Fraction(count) for count in _COUNTS if count < 2**30 or not sym.has("index"))
        return tuple(((x,),) for x in dict.fromkeys((*none, *counts, *named)))
    if sym.traits & {"psd", "posdef"}:
        lengthened = (_diagonal(n, abs(x), 1) for x in special if x)
        return tuple(dict.fromkeys((*psd_matrices(n, singular=not sym.has("posdef")), *lengthened)))
    if n == k == 1:
        numbers = dict.fromkeys((_NUMBERS[0], *special[:2], *_NUMBERS[1:], *special[2:]))
        return tuple(((x,),) for x in numbers if _admits(sym, x) and (not sym.has("integer") or x.denominator == 1))
    if sym.traits & {"positive", "nonnegative"}:
        return tuple(((x,) * k,) * n for x in _NUMBERS if _admits(sym, x))
    if sym.has("symmetric"):
        swap = _filled(n, {(0, 1): 1, (1, 0): 1})
        return (*psd_matrices(n, singular=True), _diagonal(n, 1, -1), _corner(n, k, -BIG), swap)
    if sym.has("invertible"):
        definite = _filled(n, {(0, 0): 2, (0, 1): 1, (1, 0): 1}, rest=1)
        return (definite, _diagonal(n, SMALL, BIG), _diagonal(n, -1, 1), _filled(n, {(0, 1): 1, (1, 0): -1}, rest=1))
    lengths = tuple(_corner(n, k, x) for x in special)
    if n != k:
        last = _filled(n, {(n - 1, k - 1): 1}, k)
        return (_filled(n, {}, k), _corner(n, k, 1), last, _corner(n, k, -BIG), _corner(n, k, SMALL), general,
                *lengths)
    return (
        _filled(n, {}), _diagonal(n, 1, 1), _diagonal(n, -1, -1), _corner(n, n, 1), _filled(n, {(0, 1): 1}),
        _filled(n, {(0, 1): 1, (1, 0): -1}), _filled(n, {(0, 0): 1, (0, 1): BIG, (1, 1): 1}), general,
        _filled(n, {(1, 0): 2, (0, 0): SMALL}), _filled(n, {(0, 1): BIG, (1, 0): -BIG}),
        _filled(n, {(0, 0): 1, (0, 1): 1}), _filled(n, {(0, 0): 1, (0, 1): 1, (1, 1): -1}, rest=1), *lengths,
    )


def _admits(sym: Sym, x: Fraction) -> bool:
    if sym.has("positive"):
        return x > 0
    return x >= 0 if sym.has("nonnegative") else x != 0 or not sym.traits & {"nonzero", "invertible"}


def psd_matrices(n: int, *, singular: bool) -> tuple[Rows, ...]:
    """Ordered ones whose squares are not ordered among them, and products with a negative trace."""
    if n == 1:
        numbers = (Fraction(1), BIG, SMALL, *([Fraction(0)] if singular else []))
        return tuple(((x,),) for x in numbers)
    definite = (
        _diagonal(n, 1, 1), _diagonal(n, 1, Fraction(1, 8)),
        _filled(n, {(0, 0): 2, (0, 1): 1, (1, 0): 1, (1, 1): Fraction(5, 4)}, rest=1),
        _filled(n, {(0, 0): 1, (0, 1): -4, (1, 0): -4, (1, 1): 17}, rest=1), _diagonal(n, SMALL, BIG),
        _diagonal(n, BIG, 1),
    )
    flat = (
        _corner(n, n, 1), _filled(n, {(0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 1}),
        _filled(n, {(0, 0): 1, (0, 1): -2, (1, 0): -2, (1, 1): 4}), _filled(n, {}), _diagonal(n, 0, 1),
        _corner(n, n, BIG),
    )
    return (*flat, *definite) if singular else definite


def _filled(
    n: int, entries: dict[tuple[int, int], Fraction | int], columns: int | None = None, rest: Fraction | int = 0
) -> Rows:
    k = n if columns is None else columns
    found = {(i, i): rest for i in range(2, min(n, k))} | entries
    return tuple(tuple(Fraction(found.get((i, j), 0)) for j in range(k)) for i in range(n))


def _diagonal(n: int, first: Fraction | int, second: Fraction | int) -> Rows:
    return _filled(n, {(0, 0): first, (1, 1): second}, rest=second)


def _corner(n: int, k: int, x: Fraction | int) -> Rows:
    return _filled(n, {(0, 0): x}, k)


def _has_binder(prop: Prop) -> bool:
    """Whether something may run up to a number: then it stays small."""
    return any(isinstance(node, Op) and node.head not in _ARITHMETIC for _, node in subterms(prop))


def counting(props: Sequence[Prop]) -> frozenset[Sym]:
    """The integers that something runs up to, or that stand anywhere but in arithmetic."""
    found: set[Sym] = set()

    def walk(node: Term, counts: bool) -> None:
        if isinstance(node, Sym):
            found.update({node} if counts else ())
        elif isinstance(node, Abbrev):
            walk(node.body, counts)
        elif isinstance(node, Op):
            for place, arg in enumerate(node.args):
                walk(arg, counts or node.head not in _ARITHMETIC or (node.head == "^" and place == 1))

    for prop in props:
        for arg in prop.args:
            if isinstance(arg, Term):
                walk(arg, False)
            else:
                found |= counting([arg])
    return frozenset(found)
