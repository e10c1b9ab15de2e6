"""The polynomials in one symbol that stand in a term."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from .roots import Polynomial
from .terms import Abbrev, Num, Op, Sym, Term, symbols

HIGHEST = 8
"""The degree up to which they are read."""
Values = tuple[tuple[Sym, Fraction], ...]


def polynomials_in(node: Term, s: Sym, values: Values = ()) -> Iterator[Polynomial]:
    """The largest parts of ``node`` that are polynomials in this symbol alone, and what powers and products hide;
    other symbols may have ``values``.

    >>> from .terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> [{k: str(p[k]) for k in sorted(p)} for p in polynomials_in((a - b) * (a**2 - 2), a, ((b, Fraction(3)),))]
    [{0: '-3', 1: '1'}, {0: '-2', 2: '1'}]
    """
    if isinstance(node, Abbrev):
        yield from polynomials_in(node.body, s, values)
        return
    if not isinstance(node, Op) or s not in symbols(node):
        return
    found = polynomial_in(node, s, values)
    if found is not None and node.head in {"+", "-"}:
        yield found
    for child in node.args:
        yield from polynomials_in(child, s, values)


@lru_cache(maxsize=1 << 12)
def polynomial_in(node: Term, s: Sym, values: Values = ()) -> Polynomial | None:
    """The term as a polynomial in this symbol, up to degree :data:`HIGHEST`; None of any other."""
    match node:
        case Num(value):
            return {0: value}
        case Abbrev(body=body):
            return polynomial_in(body, s, values)
        case Sym():
            if node == s:
                return {1: Fraction(1)}
            known = next((x for sym, x in values if sym == node), None)
            return None if known is None else {0: known}
        case Op(head="neg", args=(a,)):
            inside = polynomial_in(a, s, values)
            return None if inside is None else {k: -c for k, c in inside.items()}
        case Op(head="^", args=(a, Num(value=power))) if power.denominator == 1 and 0 <= power <= HIGHEST:
            inside = polynomial_in(a, s, values)
            found: Polynomial | None = {0: Fraction(1)}
            for _ in range(int(power)):
                found = None if found is None or inside is None else _times(found, inside)
            return None if inside is None else found
        case Op(head="+" | "-" | "*" | "/" as head, args=(a, b)):
            left, right = polynomial_in(a, s, values), polynomial_in(b, s, values)
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


def _times(a: Polynomial, b: Polynomial) -> Polynomial | None:
    found: Polynomial = {}
    for j, x in a.items():
        for k, y in b.items():
            found[j + k] = found.get(j + k, Fraction(0)) + x * y
    return found if max(found, default=0) <= HIGHEST else None
