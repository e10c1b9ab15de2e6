"""Generators that are added as they are met: one letter each, an exponential, a square root."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flint import arb, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from .quotients import Quotient


class NeedsFiner(Exception):
    """An exponent that is no multiple of ``1/scale``; ``scale`` is a finer one that suffices."""

    def __init__(self, scale: int) -> None:
        super().__init__(f"exponents need the denominator {scale}")
        self.scale = scale


ROOM = 64
"""Generators of the smallest ring with room."""


class Generators:
    """The rings of one computation.

    ``roomy``: rings have room for further generators, which print as ``g0``, ``g1``, ...: where letters are met one by
    one, values are not carried into another ring at each.

    >>> g = Generators()
    >>> x, y = g.letter("x"), g.letter("y")
    >>> (x + y) * (x - y) == x * x - y * y
    True
    """

    def __init__(self, scale: int = 1, *, roomy: bool = False) -> None:
        self.scale, self._roomy = scale, roomy
        """Exponentials are powers of :math:`\\exp(m/scale)`, m a monomial."""
        self._names: list[str] = []
        self._index: dict[str, int] = {}
        self.exponents: dict[str, Any] = {}
        """What an exponential is the exponential of, by the name of its generator."""
        self.radicands: dict[str, Any] = {}
        """What a square root is the root of."""

    def letter(self, name: str) -> Quotient:
        """The generator called ``name``; added where it is new."""
        return self.letters([name])[0]

    def letters(self, names: list[str]) -> list[Quotient]:
        """Several at once: the ring grows once."""
        for name in names:
            if name not in self._index:
                self._index[name] = len(self._names)
                self._names.append(name)
        ring = fmpq_mpoly_ctx.get(_anonymous(len(self._names)) if self._roomy else self.names, "degrevlex")
        return [Quotient(ring.gen(self._index[name])) for name in names]

    def position(self, name: str) -> int:
        """The position of a generator in every ring that has it."""
        return self._index[name]

    def used(self, poly: fmpq_mpoly) -> list[str]:
        """The names of the generators that occur."""
        return [self._names[i] for i, degree in enumerate(poly.degrees()) if degree > 0]

    @property
    def names(self) -> tuple[str, ...]:
        """All generators so far."""
        return tuple(self._names)

    def root(self, value: Any) -> Any:
        """A square root of something positive, as a generator; see :meth:`reduced`."""
        name = f"root{len(self.radicands) + 1}"
        found = next((n for n, v in self.radicands.items() if not v - value), None)
        if found is None:
            self.radicands[name] = value
        return self.letter(found or name)

    def reduced(self, value: Any) -> Any:
        """The numerator of ``value``, every square of a square root in it replaced by what is under the root."""
        if not isinstance(value, Quotient) or not self.radicands:
            return value
        above: Any = Quotient(value.num)
        for name in reversed(self.radicands):
            above = self._without_squares(above, name)
        return above

    def _without_squares(self, value: Any, name: str) -> Any:
        place = self._index[name]
        if not isinstance(value, Quotient) or place >= value.ctx.nvars():
            return value
        parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
        for exponent, coefficient in value.num.to_dict().items():
            powers = [int(e) for e in exponent]
            times, powers[place] = divmod(powers[place], 2)
            part = parts.setdefault(times, {})
            part[tuple(powers)] = part.get(tuple(powers), fmpq(0)) + coefficient
        total: Any = fmpq(0)
        for times, part in parts.items():
            total = total + Quotient(value.ctx.from_dict(part)) * self.radicands[name] ** times
        return Quotient(total.num) if isinstance(total, Quotient) else total

    # Enclosures -----------------------------------------------------------------------------------------------

    def enclosure(self, value: Any) -> arb | None:
        """A ball around the real number that ``value`` is; None where it holds a letter."""
        if not isinstance(value, Quotient):
            return arb(fmpq(value))
        above = self._polynomial(value.num)
        below = arb(1) if value.den is None else self._polynomial(value.den)
        return None if above is None or below is None else above / below

    def _polynomial(self, poly: fmpq_mpoly) -> arb | None:
        known: dict[int, arb] = {}
        for name in self.used(poly):
            ball = self._real(name)
            if ball is None:
                return None
            known[self._index[name]] = ball
        total = arb(0)
        for exponent, coefficient in poly.to_dict().items():
            term = arb(coefficient)
            for place, e in enumerate(exponent):
                if e:
                    term *= known[place] ** int(e)
            total += term
        return total

    def _real(self, name: str) -> arb | None:
        if name in self.exponents:
            inside = self.enclosure(self.exponents[name])
            return None if inside is None else inside.exp()
        if name in self.radicands:
            inside = self.enclosure(self.radicands[name])
            return None if inside is None else inside.sqrt()
        return None


@lru_cache(maxsize=32)
def _anonymous(least: int) -> tuple[str, ...]:
    room = ROOM
    while room < least:
        room *= 2
    return tuple(f"g{i}" for i in range(room))
