"""Polynomials in one real variable: where they are negative, zero and positive, exactly.

The real roots of all of them cut the line into points and intervals, on each of which every sign is constant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import flint

_FINER = 2
"""How many times as many bits tell the roots of one polynomial from those of the others."""


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
    own = [real_roots(p, _FINER * max(map(_bits, roots), default=1)) for p in polynomials]
    for k in range(len(roots) + 1):
        here = _between(roots, k)
        yield tuple(_sign(p(here)) for p in polynomials)
        if k < len(roots):
            yield tuple(_sign_at(p, k, roots, found) for p, found in zip(polynomials, own, strict=True))


def signs_at_integers(polynomials: Sequence[flint.fmpq_poly], least: int = 1) -> Iterator[tuple[int, ...]]:
    """The signs of the polynomials at so many of the integers from ``least`` on that every other one has those of one
    of them: at the first, and at those around each real root.

    >>> list(signs_at_integers([flint.fmpq_poly([-2, 1])]))
    [(-1,), (0,), (1,)]
    """
    tried = {least}
    for p in polynomials:
        for low, high in map(_ends, _finer_than_integers(p)):
            tried.update(range(int(low.floor()), int(high.floor()) + 2))
    yield from (tuple(_sign(p(flint.fmpq(n))) for p in polynomials) for n in sorted(tried) if n >= least)


def _finer_than_integers(p: flint.fmpq_poly) -> list[flint.arb]:
    """The real roots, each known to less than 1."""
    bits, found = 64, real_roots(p)
    while any(x.rad() >= flint.arb(0.25) for x in found):
        bits *= 2
        found = real_roots(p, bits)
    return found


def real_roots(p: flint.fmpq_poly, bits: int = 64) -> list[flint.arb]:
    """Enclosures of the distinct real roots, in order, known to at least so many bits; fractions lie between them."""
    if p.degree() < 1:
        return []
    before = flint.ctx.prec
    try:
        flint.ctx.prec = max(bits, before)
        found = _isolated(p)
        while any(end >= start for (_, end), (start, _) in pairwise(map(_ends, found))):
            flint.ctx.prec *= 2
            found = _isolated(p)
        return found
    finally:
        flint.ctx.prec = before


def _isolated(p: flint.fmpq_poly) -> list[flint.arb]:
    free = p // _common(p, p.derivative())
    whole = flint.fmpz_poly([int((c * free.denom()).p) for c in free.coeffs()])
    roots: Any = whole.complex_roots()
    found = [root.real for root, _ in roots if root.imag.is_zero()]
    return sorted(found, key=lambda x: _fraction(x.mid()))


def _common(p: flint.fmpq_poly, q: flint.fmpq_poly) -> flint.fmpq_poly:
    return p.gcd(q) if q.degree() >= 0 else flint.fmpq_poly([1])


def _between(roots: Sequence[flint.arb], k: int) -> flint.fmpq:
    """A fraction left of root k and right of the one before it."""
    if not roots:
        return flint.fmpq(0)
    if k == 0:
        return _ends(roots[0])[0] - 1
    if k == len(roots):
        return _ends(roots[-1])[1] + 1
    return (_ends(roots[k - 1])[1] + _ends(roots[k])[0]) / 2


def _ends(x: flint.arb) -> tuple[flint.fmpq, flint.fmpq]:
    """Without rounding: what is rounded outwards may lie beyond the next root."""
    middle, radius = _fraction(x.mid()), _fraction(x.rad())
    return middle - radius, middle + radius


def _bits(x: flint.arb) -> int:
    """How many bits of its middle are told."""
    return max(64, int(x.mid().man_exp()[0]).bit_length())


def _fraction(x: flint.arb) -> flint.fmpq:
    mantissa, exponent = x.man_exp()
    return flint.fmpq(mantissa) * flint.fmpq(2) ** int(exponent)


def _sign(x: flint.fmpq) -> int:
    return (x > 0) - (x < 0)


def _sign_at(p: flint.fmpq_poly, k: int, roots: Sequence[flint.arb], own: Sequence[flint.arb]) -> int | None:
    """At root ``k`` of the product of all: zero where that is a root of this one, too."""
    here = [x for x in own if x.overlaps(roots[k])]
    if not here:
        left, right = _between(roots, k), _between(roots, k + 1)
        sign = _sign(p(left))
        return sign if sign == _sign(p(right)) else None
    return None if any(here[0].overlaps(other) for j, other in enumerate(roots) if j != k) else 0
