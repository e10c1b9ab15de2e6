"""Polynomials in one real variable: where they are negative, zero and positive, exactly.

The real roots of all of them cut the line into points and intervals, on each of which every sign is constant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import flint


def signs(polynomials: Sequence[flint.fmpq_poly]) -> Iterator[tuple[int | None, ...]]:
    """The signs of the polynomials on each point and interval, from left to right; None for one that is not told.

    >>> list(signs([flint.fmpq_poly([-2, 0, 1])]))
    [(1,), (0,), (-1,), (0,), (1,)]
    >>> list(signs([flint.fmpq_poly([0, 1]), flint.fmpq_poly([3])]))
    [(-1, 1), (0, 1), (1, 1)]
    """
    every = flint.fmpq_poly([1])
    for p in polynomials:
        every = every * p if p.degree() > 0 else every
    roots = real_roots(every)
    for k in range(len(roots) + 1):
        here = _between(roots, k)
        yield tuple(_sign(p(here)) for p in polynomials)
        if k < len(roots):
            yield tuple(_sign_at(p, k, roots) for p in polynomials)


def real_roots(p: flint.fmpq_poly) -> list[flint.arb]:
    """Enclosures of the distinct real roots, in order; they do not meet."""
    if p.degree() < 1:
        return []
    free = p // _common(p, p.derivative())
    whole = flint.fmpz_poly([int((c * free.denom()).p) for c in free.coeffs()])
    roots: Any = whole.complex_roots()
    found = [root.real for root, _ in roots if root.imag.is_zero()]
    return sorted(found, key=lambda x: float(x.mid()))


def _common(p: flint.fmpq_poly, q: flint.fmpq_poly) -> flint.fmpq_poly:
    return p.gcd(q) if q.degree() >= 0 else flint.fmpq_poly([1])


def _between(roots: Sequence[flint.arb], k: int) -> flint.fmpq:
    """A fraction left of root k and right of the one before it."""
    if not roots:
        return flint.fmpq(0)
    if k == 0:
        return _fraction(roots[0].lower()) - 1
    if k == len(roots):
        return _fraction(roots[-1].upper()) + 1
    return (_fraction(roots[k - 1].upper()) + _fraction(roots[k].lower())) / 2


def _fraction(x: flint.arb) -> flint.fmpq:
    mantissa, exponent = x.man_exp()
    return flint.fmpq(mantissa) * flint.fmpq(2) ** int(exponent)


def _sign(x: flint.fmpq) -> int:
    return (x > 0) - (x < 0)


def _sign_at(p: flint.fmpq_poly, k: int, roots: Sequence[flint.arb]) -> int | None:
    """At root ``k`` of the product of all: zero where that is a root of this one, too."""
    if p.degree() < 1:
        return _sign(p(flint.fmpq(0)))
    own = [x for x in real_roots(p) if x.overlaps(roots[k])]
    if own and not any(own[0].overlaps(other) for j, other in enumerate(roots) if j != k):
        return 0
    value = flint.arb(0)
    for j in range(p.degree(), -1, -1):
        value = value * roots[k] + flint.arb(p[j])
    return 1 if value > 0 else -1 if value < 0 else None
