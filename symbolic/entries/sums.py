r"""Sums over samples as generators, so that expectations hold for every number of samples at once.

For independent, identically distributed samples :math:`z_1,z_2,\dots` a polynomial summed over the samples is a
combination of the power sums :math:`p_\alpha=\sum_{i=1}^m z_i^\alpha`.  A product of power sums is a sum over tuples of
samples; sorting the tuples by which of their members coincide gives

.. math:: E[p_{\alpha_1}\cdots p_{\alpha_k}]
   =\sum_{\pi}m(m-1)\cdots(m-|\pi|+1)\prod_{B\in\pi}E\Bigl[z^{\sum_{j\in B}\alpha_j}\Bigr],

over the set partitions of :math:`\{1,\dots,k\}`: a polynomial in m.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from .ring import Exponent, product, total


class Group(Protocol):
    """Random generators that are independent of all others: their places, and the moments of their monomials."""

    @property
    def places(self) -> tuple[int, ...]: ...

    def moment(self, alpha: Exponent) -> fmpq_mpoly: ...


@dataclass
class Table:
    """A group whose moments some function gives."""

    places: tuple[int, ...]
    rule: Callable[[Exponent], fmpq_mpoly]
    _memory: dict[Exponent, fmpq_mpoly] = field(default_factory=dict, repr=False)

    def moment(self, alpha: Exponent) -> fmpq_mpoly:
        if alpha not in self._memory:
            self._memory[alpha] = self.rule(alpha)
        return self._memory[alpha]


@dataclass
class PowerSums:
    r"""The power sums :math:`\sum_{i=1}^m z_i^\alpha` of one family of samples.

    ``length`` is m, a generator or a number; ``allocate`` gives the place of the generator that stands for a
    power sum with this exponent; ``moment`` is :math:`E[z^\alpha]`.
    """

    ctx: fmpq_mpoly_ctx
    length: fmpq_mpoly
    allocate: Callable[[Exponent], int]
    moment: Callable[[Exponent], fmpq_mpoly]
    exponents: dict[int, Exponent] = field(default_factory=dict)
    """Which exponent the generator at a place stands for."""
    _memory: dict[tuple[Exponent, ...], fmpq_mpoly] = field(default_factory=dict, repr=False)

    def folded(self, poly: fmpq_mpoly, places: Sequence[int]) -> fmpq_mpoly:
        """The sum of ``poly`` over the samples, whose variables stand at ``places``."""
        gens = self.ctx.gens()
        parts: defaultdict[Exponent, dict[Exponent, fmpq]] = defaultdict(dict)
        for exponent, coefficient in poly.to_dict().items():
            alpha, rest = taken(exponent, places)
            parts[alpha][rest] = coefficient
        terms = []
        for alpha, rest_terms in parts.items():
            if any(alpha):
                place = self.allocate(alpha)
                self.exponents[place] = alpha
                factor = gens[place]
            else:
                factor = self.length
            terms.append(self.ctx.from_dict(rest_terms) * factor)
        return total(terms, self.ctx)

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(self.exponents)

    def forget(self) -> None:
        """Moments are computed anew: the law that they depend on has changed."""
        self._memory.clear()

    def expectation(self, powers: Exponent) -> fmpq_mpoly:
        """The expectation of a monomial in the power sums (in the order of ``places``)."""
        factors = sorted(alpha for alpha, k in zip(self.exponents.values(), powers, strict=True) for _ in range(k))
        key = tuple(factors)
        if key not in self._memory:
            self._memory[key] = total((self._pattern(blocks) for blocks in partitions(factors)), self.ctx)
        return self._memory[key]

    def _pattern(self, blocks: Sequence[Sequence[Exponent]]) -> fmpq_mpoly:
        """The tuples of samples that coincide exactly within the blocks."""
        falling = product((self.length - k for k in range(len(blocks))), self.ctx)
        moments = [self.moment(tuple(map(sum, zip(*block, strict=True)))) for block in blocks]
        return falling * product(moments, self.ctx)


def partitions(items: Sequence[Exponent]) -> Iterator[list[list[Exponent]]]:
    """All set partitions, equal items counted as different."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for smaller in partitions(rest):
        yield [[first], *smaller]
        for k, block in enumerate(smaller):
            yield [*smaller[:k], [first, *block], *smaller[k + 1 :]]


def taken(exponent: Exponent, places: Sequence[int]) -> tuple[Exponent, Exponent]:
    """The exponents at ``places``, and the exponent with zeros there."""
    rest = list(exponent)
    for place in places:
        rest[place] = 0
    return tuple([int(exponent[place]) for place in places]), tuple(rest)


def expectation(poly: fmpq_mpoly, groups: Sequence[Group], sums: Sequence[PowerSums] = ()) -> fmpq_mpoly:
    """The expectation of ``poly`` over independent ``groups`` and over the samples of ``sums``."""
    ctx = poly.context()
    readers = [(group.places, group.moment) for group in groups] + [(s.places, s.expectation) for s in sums]
    if not readers:
        return poly
    parts: defaultdict[tuple[Exponent, ...], dict[Exponent, fmpq]] = defaultdict(dict)
    for exponent, coefficient in poly.to_dict().items():
        key = []
        for places, _ in readers:
            alpha, exponent = taken(exponent, places)
            key.append(alpha)
        parts[tuple(key)][exponent] = coefficient
    terms = []
    for alphas, rest in parts.items():
        moments = [moment(alpha) for (_, moment), alpha in zip(readers, alphas, strict=True) if any(alpha)]
        if all(moments):
            terms.append(product([ctx.from_dict(rest), *moments], ctx))
    return total(terms, ctx)
