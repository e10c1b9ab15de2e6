"""Every witness reads claims in the letters of the engines (:mod:`proofs_check.naming`) and answers in the claim's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from ..claims import Claim, Part, Reading
from ..engine_names import Naming
from ..naming import Resolve, in_engine_letters
from ..statement import oriented
from ..statement.apart import apart
from ..statement.props import Prop
from ..verdict import Outcome
from .asked import Context, Witness, resolving


class Reasoner(Witness, Protocol):
    """A witness whose steps are fixed."""

    @property
    def claims(self) -> Resolve: ...

    def would_show(self, claim: Claim, part: Part, reading: Reading, twin: Prop) -> bool: ...

    def lax_steps(self, claim: Claim, part: Part) -> tuple[str, ...]: ...


Turned = Callable[[Prop], Prop]


def _as_written(prop: Prop) -> Prop:
    return prop


class InLetters:
    """A witness that is asked in whatever letters; what is assumed of a symbol's value has the symbol on the left."""

    assumed: Turned = staticmethod(oriented.assumed)
    premises: Turned = staticmethod(oriented.with_premises)
    apart: Callable[[Sequence[Prop]], tuple[Prop, ...]] = staticmethod(apart)

    def __init__(self, inner: Witness) -> None:
        self.inner = inner
        self.name = inner.name
        self._asked = lru_cache(maxsize=64)(self._turned)
        """One and the same claim for all twins of a reading: engines remember what they know of it."""

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        other, by = in_engine_letters(claim, resolving(context))
        return by.outcome(self.inner.examine(*self._asked(other, *stated(by, part, reading)), context))

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        other, by = in_engine_letters(claim, resolving(context))
        asked = self._asked(other, *stated(by, part, reading))
        return self.inner.refutes(*asked, self._read(other, by.prop(twin)), context)

    def _turned(self, claim: Claim, part: Part, reading: Reading) -> tuple[Claim, Part, Reading]:
        theirs = self.apart([*(h.prop for h in claim.given), *(one.prop for one in part.readings)])
        given = tuple(replace(h, prop=self.assumed(prop)) for h, prop in zip(claim.given, theirs, strict=False))
        readings = tuple(replace(one, prop=self._read(claim, one.prop)) for one in part.readings)
        if given == claim.given and readings == part.readings:
            return claim, part, reading
        place = next((k for k, one in enumerate(part.readings) if one is reading), None)
        turned = replace(reading, prop=self._read(claim, reading.prop)) if place is None else readings[place]
        return replace(claim, given=given), replace(part, readings=readings), turned

    def _read(self, claim: Claim, prop: Prop) -> Prop:
        """What is stated or asked beside the hypotheses of the claim."""
        return self.premises(self.apart([*(h.prop for h in claim.given), prop])[-1])


class ReasoningInLetters(InLetters):
    """The proof checker, whose steps are fixed: they speak of what is assumed as it is written."""

    assumed = premises = staticmethod(_as_written)
    apart = staticmethod(tuple)

    def __init__(self, inner: Reasoner) -> None:
        super().__init__(inner)
        self.reasoner = inner

    def would_show(self, claim: Claim, part: Part, reading: Reading, twin: Prop) -> bool:
        other, by = in_engine_letters(claim, self.reasoner.claims)
        return self.reasoner.would_show(other, *stated(by, part, reading), by.prop(twin))

    def lax_steps(self, claim: Claim, part: Part) -> tuple[str, ...]:
        other, by = in_engine_letters(claim, self.reasoner.claims)
        return tuple(by.told(step) for step in self.reasoner.lax_steps(other, by.data(part)))


def stated(by: Naming, part: Part, reading: Reading) -> tuple[Part, Reading]:
    """A part and one of its readings, which stays one of them."""
    there = by.data(part)
    place = next((k for k, one in enumerate(part.readings) if one is reading), None)
    return there, by.data(reading) if place is None else there.readings[place]
