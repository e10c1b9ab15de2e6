"""Points at which several numbers of a statement have values that belong together: where two of them are equal, where
one is a root of what the others make of a polynomial, and where it turns in each of them.

A set on which a statement fails may be so thin that no choice of values one by one meets it: of
(a^2 - 2)^2 + (b - a)^2 the points a = b = 2^(1/2) and its negative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice

from .affine_values import common_zeros
from .props import Prop
from .roots import derivative, real_roots
from .special_values import compared
from .terms import Num, Op, Sym, Term, nodes, symbols
from .univariate import Values, polynomials_in

MOST = 24
"""So many points are named, beside the common zeros of affine forms."""
MOST_SYMBOLS = 4
MOST_ROOTS = 4
"""Of one symbol, at each choice of the others."""
_PLAIN = (Fraction(1), Fraction(0), Fraction(2))
"""Values of what nothing determines."""
ROUNDS = 3


@lru_cache(maxsize=256)
def joint_values(props: tuple[Prop, ...]) -> tuple[dict[Sym, Fraction], ...]:
    """Values for all of the symbols in ``props`` that are numbers; none where there are not two of them, or many.

    >>> from .props import gt
    >>> from .terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> points = joint_values((gt((a**2 - 9) ** 2 + (b - 2 * a) ** 2, 0),))
    >>> any((point[a], point[b]) == (3, 6) for point in points)
    True
    """
    terms = list(compared(props))
    found = {s for t in terms for s in symbols(t) if s.shape == (1, 1) and not s.traits & {"index", "identity", "zero"}}
    numbers = sorted(found, key=lambda s: s.name)
    if not 2 <= len(numbers) <= MOST_SYMBOLS:
        return ()
    together = (tuple(z.items()) for z in common_zeros(terms, numbers) if all(_admits(s, x) for s, x in z.items()))
    turning = tuple(_where_it_turns(terms, numbers).items())
    alike = tuple(_of_one_scale(terms, numbers).items())
    in_turn = islice(dict.fromkeys(_points(terms, numbers, ())), MOST)
    distinct = dict.fromkeys((*([alike] if alike else ()), *in_turn, *together, turning))
    return tuple(map(dict, distinct))


def _points(terms: Sequence[Term], rest: Sequence[Sym], values: Values) -> Iterator[Values]:
    """All symbols one after another: what is a root first, else a plain value for the first."""
    if not rest:
        yield tuple(sorted(values, key=lambda pair: pair[0].name))
        return
    solved = False
    for s in rest:
        roots = _roots(terms, s, values)
        solved |= bool(roots)
        for x in roots[:MOST_ROOTS]:
            yield from _points(terms, [other for other in rest if other != s], (*values, (s, x)))
    if not solved or not values:
        for s in rest if not values else rest[:1]:
            for x in _PLAIN:
                if _admits(s, x):
                    yield from _points(terms, [other for other in rest if other != s], (*values, (s, x)))


def _roots(terms: Sequence[Term], s: Sym, values: Values) -> list[Fraction]:
    """Those that use the most of the values first: what determines a symbol by others is seldom seen else."""
    met = {sym for sym, _ in values}
    parts = sorted(terms, key=lambda t: -len(symbols(t) & met))
    found = (x for t in parts for p in polynomials_in(t, s, values) for x in real_roots(p))
    return [x for x in dict.fromkeys(found) if _admits(s, x)]


def _of_one_scale(terms: Sequence[Term], numbers: Sequence[Sym]) -> dict[Sym, Fraction]:
    """Each number by the reciprocal of what it is multiplied by: terms of different scales are equal there."""
    factors: dict[Sym, Fraction] = {}
    for term in terms:
        for node in nodes(term):
            match node:
                case Op(head="*", args=(Num(value=c), Sym() as s)) if c and s in numbers:
                    factors.setdefault(s, 1 / abs(c))
    return {s: factors.get(s, Fraction(1)) for s in numbers} if factors else {}


def _where_it_turns(terms: Sequence[Term], numbers: Sequence[Sym]) -> dict[Sym, Fraction]:
    """Each number in turn at the least or greatest value of a polynomial in it, the others being where they are."""
    values = {s: _PLAIN[0] for s in numbers}
    for s in [*numbers] * ROUNDS:
        others = tuple((other, x) for other, x in values.items() if other != s)
        found = (x for t in reversed(terms) for p in polynomials_in(t, s, others) for x in real_roots(derivative(p)))
        values[s] = next((x for x in found if _admits(s, x)), values[s])
    return values


def _admits(s: Sym, x: Fraction) -> bool:
    if s.has("integer") and x.denominator != 1:
        return False
    if s.has("positive"):
        return x > 0
    return x >= 0 if s.has("nonnegative") else x != 0 or not s.has("nonzero")
