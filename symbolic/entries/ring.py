"""Polynomial rings over the rationals with named generators, and conversion of exact numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from types import MappingProxyType

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

Exponent = tuple[int, ...]
Scalar = int | Fraction | fmpq


def ring(names: Sequence[str]) -> fmpq_mpoly_ctx:
    """The ring of polynomials in ``names`` over the rationals (degree reverse lexicographic order).

    >>> x, y = ring(["x", "y"]).gens()
    >>> str((x + y) ** 2)
    'x^2 + 2*x*y + y^2'
    """
    return fmpq_mpoly_ctx.get(list(names), "degrevlex")


def rational(value: Scalar) -> fmpq:
    """An exact number as ``fmpq``."""
    return fmpq(value.numerator, value.denominator) if isinstance(value, Fraction) else fmpq(value)


def fraction(value: fmpq) -> Fraction:
    """An ``fmpq`` as a standard fraction."""
    return Fraction(int(value.p), int(value.q))


def generators(ctx: fmpq_mpoly_ctx) -> dict[str, fmpq_mpoly]:
    """The generators of ``ctx`` by name."""
    return dict(_generators(ctx))


@lru_cache(maxsize=256)
def _generators(ctx: fmpq_mpoly_ctx) -> tuple[tuple[str, fmpq_mpoly], ...]:
    """Rings are made anew for every few terms, most of them with the same names."""
    return tuple(zip(ctx.names(), ctx.gens(), strict=True))


@lru_cache(maxsize=256)
def places(ctx: fmpq_mpoly_ctx) -> Mapping[str, int]:
    """The numbers of the generators of ``ctx`` by name."""
    return MappingProxyType({name: k for k, name in enumerate(ctx.names())})


def occurring(poly: fmpq_mpoly) -> frozenset[str]:
    """The names of the generators that occur in ``poly``."""
    return frozenset(name for (name, _), k in zip(_generators(poly.context()), poly.degrees(), strict=True) if k > 0)


def total(terms: Iterable[fmpq_mpoly], ctx: fmpq_mpoly_ctx) -> fmpq_mpoly:
    """The sum of many polynomials, by halving: adding them one by one would copy the growing sum each time."""
    pending = list(terms)
    if not pending:
        return ctx.constant(0)
    while len(pending) > 1:
        odd = [pending[-1]] if len(pending) % 2 else []
        pending = [a + b for a, b in zip(pending[::2], pending[1::2], strict=False)] + odd
    return pending[0]


def product(factors: Iterable[fmpq_mpoly], ctx: fmpq_mpoly_ctx) -> fmpq_mpoly:
    """The product of ``factors``."""
    return reduce(lambda a, b: a * b, factors, ctx.constant(1))
