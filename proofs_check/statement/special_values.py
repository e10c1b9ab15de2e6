"""Numbers at which a statement is likely to fail if it fails anywhere, read off the statement itself.

For each symbol that is a number: the roots of the polynomials in it alone, among them the differences of sides that are
compared; then the numbers of the statement, their negatives, reciprocals and sums.  For vectors and matrices: lengths,
these numbers and their roots.  No letter is known, and a value is only looked at where traits and hypotheses admit it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from .props import Prop, subprops
from .terms import Abbrev, Num, Op, Sym, Term, children, symbols

MOST = 12
"""So many values are named for one symbol."""
FINE = 400
"""Bits of the root of a number that is no square: beyond what balls tell from the root itself."""
_COMPARE = frozenset({"eq", "ne", "le", "lt", "ge", "gt"})
_Polynomial = dict[int, Fraction]
_HIGHEST = 8


@lru_cache(maxsize=256)
def special_values(props: tuple[Prop, ...]) -> dict[Sym, tuple[Fraction, ...]]:
    """Values for the symbols in ``props`` that are numbers, the roots before the others.

    >>> from .props import gt
    >>> from .terms import scalar
    >>> a = scalar("a")
    >>> str(special_values((gt((2 * a - 7) ** 2, 0),))[a][0])
    '7/2'
    """
    terms = list(_terms(props))
    scalars = {s for t in terms for s in symbols(t) if s.shape == (1, 1) and not s.traits & {"index", "identity"}}
    numbers = _numbers(terms)
    found: dict[Sym, tuple[Fraction, ...]] = {}
    for s in scalars:
        roots = dict.fromkeys(r for t in terms for p in _alone(t, s) for r in _roots(p))
        found[s] = tuple(dict.fromkeys([*roots, *numbers]))[:MOST]
    lengths = tuple(x for n in _met(terms)[:2] for x in (n, _root(n)))
    return found | {s: lengths for t in terms for s in symbols(t) if s.shape != (1, 1)}


def _terms(props: Iterable[Prop]) -> Iterator[Term]:
    """The terms that stand in propositions, and the differences of those that are compared."""
    for prop in props:
        for _, sub in subprops(prop):
            args = [arg for arg in sub.args if isinstance(arg, Term)]
            yield from args
            if sub.head in _COMPARE and len(args) == 2:
                yield args[0] - args[1]


def _numbers(terms: Iterable[Term]) -> list[Fraction]:
    """The numbers that occur, exponents apart, the largest first, with what is made of them."""
    met = _met(terms)
    found: dict[Fraction, None] = {}
    for x in met:
        found |= dict.fromkeys((x, -x))
    sums = (x + s * y for k, x in enumerate(met) for y in met[k + 1:] for s in (1, -1))
    return list(found | dict.fromkeys(sums) | dict.fromkeys(1 / x for x in met))


def _met(terms: Iterable[Term]) -> list[Fraction]:
    return sorted({abs(x) for t in terms for x in _constants(t) if abs(x) > 1}, reverse=True)[:4]


def _constants(node: Term) -> Iterator[Fraction]:
    if isinstance(node, Num):
        yield node.value
        return
    under = node.args[:1] if isinstance(node, Op) and node.head == "^" else children(node)
    for child in under:
        yield from _constants(child)


def _alone(node: Term, s: Sym) -> Iterator[_Polynomial]:
    """The largest parts of ``node`` that are polynomials in this symbol alone, and what powers and products hide."""
    if isinstance(node, Abbrev):
        yield from _alone(node.body, s)
        return
    if not isinstance(node, Op) or s not in symbols(node):
        return
    found = _polynomial(node, s)
    if found is not None and node.head in {"+", "-"}:
        yield found
    for child in node.args:
        yield from _alone(child, s)


@lru_cache(maxsize=1 << 12)
def _polynomial(node: Term, s: Sym) -> _Polynomial | None:
    match node:
        case Num(value):
            return {0: value}
        case Abbrev(body=body):
            return _polynomial(body, s)
        case Sym():
            return {1: Fraction(1)} if node == s else None
        case Op(head="neg", args=(a,)):
            inside = _polynomial(a, s)
            return None if inside is None else {k: -c for k, c in inside.items()}
        case Op(head="^", args=(a, Num(value=power))) if power.denominator == 1 and 0 <= power <= _HIGHEST:
            inside, found = _polynomial(a, s), {0: Fraction(1)}
            for _ in range(int(power)):
                found = {} if inside is None else _times(found, inside)
            return None if inside is None else found
        case Op(head="+" | "-" | "*" | "/" as head, args=(a, b)):
            left, right = _polynomial(a, s), _polynomial(b, s)
            if left is None or right is None:
                return None
            if head == "*":
                return _times(left, right)
            if head == "/":
                below = right.get(0, Fraction(0)) if set(right) <= {0} else Fraction(0)
                return {k: c / below for k, c in left.items()} if below else None
            sign = 1 if head == "+" else -1
            return {k: left.get(k, Fraction(0)) + sign * right.get(k, Fraction(0)) for k in {*left, *right}}
    return None


def _times(a: _Polynomial, b: _Polynomial) -> _Polynomial:
    found: _Polynomial = {}
    for j, x in a.items():
        for k, y in b.items():
            found[j + k] = found.get(j + k, Fraction(0)) + x * y
    return found if max(found, default=0) <= _HIGHEST else {}


def _roots(p: _Polynomial) -> Iterator[Fraction]:
    """The real roots of what is linear or quadratic; of a number that is no square, the nearest fractions."""
    p = {k: c for k, c in p.items() if c}
    if not p or max(p) > 2 or max(p) == 0:
        return
    a, b, c = (p.get(k, Fraction(0)) for k in (2, 1, 0))
    if not a:
        yield -c / b
        return
    under = b * b - 4 * a * c
    if under >= 0:
        for sign in (1, -1):
            yield (-b + sign * _root(under)) / (2 * a)


def _root(x: Fraction) -> Fraction:
    n, m = isqrt(x.numerator), isqrt(x.denominator)
    if n * n == x.numerator and m * m == x.denominator:
        return Fraction(n, m)
    return Fraction(isqrt(x.numerator * x.denominator << (2 * FINE)), x.denominator << FINE)
