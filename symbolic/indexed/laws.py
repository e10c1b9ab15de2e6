r"""Means over a vector with independent, identically distributed entries whose moments are known.

By Moebius inversion on partitions,

.. math:: \mathbb E\prod_k\lambda_{i_k}^{a_k}=\sum_\sigma\prod_{B\in\sigma}\kappa_B\,\mathbb 1(i_k\text{ equal on }B),
   \qquad\kappa_B=\sum_\pi(-1)^{|\pi|-1}(|\pi|-1)!\prod_{C\in\pi}m\Bigl(\sum_{k\in C}a_k\Bigr),

:math:`\sigma` over the partitions of the factors, :math:`\pi` over those of the block B: the joint cumulant of powers
of one entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import factorial
from typing import TypeVar

from ..errors import InputError
from ..words.letters import Letter
from .binders import rebuild
from .factors import Factor, Index, Mono
from .values import ONE, Indexed, delta, total

T = TypeVar("T")
Moment = Callable[[int], Indexed]
"""The k-th moment of one entry, k >= 1."""


def with_moments(value: Indexed, drawn: Letter, moment: Moment) -> Indexed:
    """``value`` with all means over the entries of ``drawn`` evaluated; raises where a mean is of no polynomial."""

    def change(f: Factor) -> Indexed | None:
        return joint_moment(f.args[1], drawn, moment) if f.kind == "mean" else None

    return rebuild(value, change, lambda f: _has_mean(f, drawn))


def _has_mean(f: Factor, drawn: Letter) -> bool:
    if f.kind == "mean":
        return f.args[0] is drawn
    if f.kind == "sum":
        return any(_has_mean(g, drawn) for g, _ in f.args[1])
    values = (getattr(v, "body", v) for v in f.args) if f.kind in {"poly", "call"} else ()
    return any(_has_mean(g, drawn) for v in values for mono in v.terms for g, _ in mono)


def joint_moment(body: Mono, drawn: Letter, moment: Moment) -> Indexed:
    """The mean of a product of powers of entries of ``drawn``."""
    powers: list[tuple[Index, int]] = []
    for f, e in body:
        if f.args[0] is not drawn or not isinstance(e, int) or e < 1:
            raise InputError(f"the mean of {f.key}**({e}) is no moment: only products of whole powers are evaluated.")
        powers.append((f.indices[0], e))
    out = []
    for sigma in partitions(powers):
        term = ONE
        for block in sigma:
            (first, _), *others = block
            for i, _ in others:
                term = term * delta(first, i)
            term = term * _cumulant([a for _, a in block], moment)
        out.append(term)
    return total(out)


def _cumulant(powers: Sequence[int], moment: Moment) -> Indexed:
    out = []
    for pi in partitions(list(powers)):
        term = Indexed.of((-1) ** (len(pi) - 1) * factorial(len(pi) - 1))
        for block in pi:
            term = term * moment(sum(block))
        out.append(term)
    return total(out)


def partitions(items: list[T]) -> Iterator[list[list[T]]]:
    """All partitions of the positions of a list."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for smaller in partitions(rest):
        yield [[first], *smaller]
        for k, block in enumerate(smaller):
            yield [*smaller[:k], [first, *block], *smaller[k + 1 :]]


def highest_moment(value: Indexed, drawn: Letter) -> Fraction | None:
    r"""The largest k such that a mean of order :math:`\|\lambda\|^k` over ``drawn`` occurs; None where a mean is of
    something not bounded by a power, such as an inverse."""
    orders = [_order_of_means(f, drawn) for mono in value.terms for f, _ in mono]
    known = [order for order in orders if order is not None]
    return max(known, default=Fraction(0)) if len(known) == len(orders) else None


def _order_of_means(f: Factor, drawn: Letter) -> Fraction | None:
    if f.kind == "mean" and f.args[0] is drawn:
        return _order(f.args[1], drawn)
    if f.kind == "sum":
        return highest_moment(Indexed({f.args[1]: ONE.terms[()]}), drawn)
    found = Fraction(0)
    for v in f.args if f.kind in {"poly", "call"} else ():
        inside = highest_moment(getattr(v, "body", v), drawn)
        if inside is None:
            return None
        found = max(found, inside)
    return found


def _order(mono: Mono, drawn: Letter) -> Fraction | None:
    """k with ``|product| <= C (1 + |drawn|)^k``."""
    out = Fraction(0)
    for f, e in mono:
        if drawn in f.leaves:
            base = _order_of(f, drawn)
            if base is None or e < 0:
                return None
            out += base * Fraction(e)
    return out


def _order_of(f: Factor, drawn: Letter) -> Fraction | None:
    if f.kind == "entry":
        x: Letter = f.args[0]
        p, q = Fraction(x.p), Fraction(x.q)
        return p + q * (2 if x.middle is not None else 1) if p >= 0 and q >= 0 else None
    if f.kind == "sum":
        return _order(f.args[1], drawn)
    if f.kind == "poly" or f.name in _BOUNDED:
        orders = [_order(mono, drawn) for mono in getattr(f.args[0], "body", f.args[0]).terms]
        known = [order for order in orders if order is not None]
        return max(known) if len(known) == len(orders) else None
    return None


_BOUNDED = frozenset({"abs", "norm_op", "nuclear"})
