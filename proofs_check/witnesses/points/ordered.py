"""Points at which matrices are ordered as a premise or a hypothesis says: the larger one is the smaller one and a psd
matrix more.

Values chosen one by one are hardly ever ordered, but where they are multiples of one another or far apart, and there
much holds that does not hold of ordered matrices.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from ...statement.props import Prop, subprops
from ...statement.terms import Num, Op, Sym, Term
from .exact import Point, Rows
from .hostile import psd_matrices
from .own import own_point

MANY = 240
_SCALES = (Fraction(1), Fraction(1, 64), Fraction(8), Fraction(1, 4096))
_OF_THE_POOL = 0.3
"""The others have rank 1, or nearly so."""
_LEAST = Fraction(1, 1024)
_SQUARE = frozenset({"symmetric", "psd", "posdef"})


def ordered_points(props: Sequence[Prop], needed: frozenset[Sym]) -> Iterator[Point]:
    """Points of dimension 2; none where no two matrices are said to be ordered."""
    pairs = _pairs(props)
    if not pairs:
        return
    base = own_point(needed, 2, 1, 0, "ordered")
    by_name = {s.name: s for s in needed}
    rng = random.Random(f"ordered/{len(pairs)}/{len(needed)}")
    for _ in range(MANY):
        values = {name: _drawn(by_name[name], rows, rng) for name, rows in base.exact}
        for large, small in _upwards(pairs):
            if large.name in values and small.name in values:
                more = _drawn(large, values[small.name], rng)
                values[large.name] = _sum(values[small.name], more)
        yield replace(base, exact=tuple((name, values[name]) for name, _ in base.exact), extreme=True, hostile=True)


def _pairs(props: Sequence[Prop]) -> list[tuple[Sym, Sym]]:
    """The larger and the smaller matrix of each such statement, each larger one once."""
    found: dict[Sym, Sym] = {}
    for prop in props:
        for _, sub in subprops(prop):
            if sub.head in {"psd", "posdef"} and isinstance(sub.args[0], Term):
                found = dict(_difference(sub.args[0])) | found
    return list(found.items())


def _difference(node: Term) -> Iterator[tuple[Sym, Sym]]:
    """The two matrices of which a positive multiple of the difference is written, the larger one first."""
    parts: dict[Term, Fraction] = {}
    for number, part in _multiples(node, Fraction(1)):
        parts[part] = parts.get(part, Fraction(0)) + number
    match sorted(parts.items(), key=lambda pair: pair[1]):
        case [(Sym() as small, less), (Sym() as large, more)] if less == -more:
            if large.traits & _SQUARE and small.traits & _SQUARE:
                yield large, small


def _multiples(node: Term, number: Fraction) -> Iterator[tuple[Fraction, Term]]:
    match node:
        case Op(head="+" | "-" as sign, args=(a, b)):
            yield from _multiples(a, number)
            yield from _multiples(b, number if sign == "+" else -number)
        case Op(head="neg", args=(a,)):
            yield from _multiples(a, -number)
        case Op(head="*", args=(Num(value), a)) | Op(head="*", args=(a, Num(value))):
            yield from _multiples(a, number * value)
        case Op(head="/", args=(a, Num(value))) if value:
            yield from _multiples(a, number / value)
        case _:
            yield number, node


def _upwards(pairs: Sequence[tuple[Sym, Sym]]) -> list[tuple[Sym, Sym]]:
    """The smallest first, as far as there is an order."""
    rest, done = list(pairs), []
    while rest:
        larger = {large for large, _ in rest}
        ready = [pair for pair in rest if pair[1] not in larger] or rest
        done += ready
        rest = [pair for pair in rest if pair not in ready]
    return done


def _drawn(s: Sym, general: Rows, rng: random.Random) -> Rows:
    n = len(general)
    if n < 2 or n != len(general[0]) or not s.traits & _SQUARE:
        return general
    scale = rng.choice(_SCALES)
    if rng.random() < _OF_THE_POOL:
        chosen = rng.choice(psd_matrices(n, singular=not s.has("posdef")))
    else:
        v = [rng.randint(-4, 4) for _ in range(n)]
        least = _LEAST if s.has("posdef") else Fraction(0)
        chosen = tuple(tuple(Fraction(v[i] * v[j]) + least * (i == j) for j in range(n)) for i in range(n))
    return tuple(tuple(scale * x for x in row) for row in chosen)


def _sum(a: Rows, b: Rows) -> Rows:
    return tuple(tuple(x + y for x, y in zip(p, q, strict=True)) for p, q in zip(a, b, strict=True))
