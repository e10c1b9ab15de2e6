"""Verdicts: what became of a claim, always with its scope, and how they merge.  Standard library only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Verdict(Enum):
    """Each member carries the sentence that a reader sees."""

    PROVED = "proved in the stated scope"
    SUPPORTED = "proved in a smaller scope, enclosed, or statistically supported"
    REFUTED = "fails, with a certified witness"
    FACT = "cited from the literature, not proved here"
    DEFINED = "a definition; both wings implement the same object"
    UNDECIDED = "not decided; the sentence says what it would take"
    NOT_APPLICABLE = "there is nothing to decide"
    NOT_RUN = "not run; the sentence says why"
    NOT_TRANSCRIBED = "registered, not yet transcribed"
    STALE = "the claim, model or trainer changed since the record was made"

    @property
    def sentence(self) -> str:
        return self.value


GOOD = frozenset({Verdict.PROVED, Verdict.SUPPORTED, Verdict.FACT, Verdict.DEFINED, Verdict.NOT_APPLICABLE})
OPEN = frozenset({Verdict.UNDECIDED, Verdict.NOT_RUN, Verdict.NOT_TRANSCRIBED})


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a verdict holds.  ``whole`` says that this covers all that the claim quantifies over.

    Conditions under which the terms of the claim have values, and which nothing closes, end the text: ``every a where
    a != 0``, several of them joined by ``and``.
    """

    text: str
    whole: bool = False
    dims: tuple[int, ...] = ()
    """The values of d at which alone it was examined; empty where it speaks of every d, or does not say."""
    also: tuple[int, ...] = ()
    """The values of d at which it holds at points, beside what was proved: they support, and prove nothing there."""

    @property
    def sizes(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The values of d, and those of the other sizes and numbers that the text names.

        >>> Scope("d = 1, 2; k = 0, 1", dims=(1, 2)).sizes
        (('d', (1, 2)), ('k', (0, 1)))
        """
        found: dict[str, tuple[int, ...]] = {}
        named = re.findall(r"\b([A-Za-z_]\w*) = (\d+(?:, \d+)*)(?![\w/.])", self.text)
        for name, values in named:
            found[name] = found.get(name, ()) + tuple(map(int, values.split(", ")))
        return tuple((found | ({"d": self.dims} if self.dims else {})).items())


@dataclass(frozen=True, slots=True)
class Taken:
    """A value that an unspecified function takes: an activation or a kernel at its two arguments."""

    at: tuple[Any, ...]
    value: Any
    along: tuple[Any, ...] = ()
    """Directions, one for each argument: then ``value`` is the derivative along them."""


@dataclass(frozen=True, slots=True)
class Point:
    """Where a statement fails, as data: exact numbers (``Fraction`` or int) and matrices as lists of rows."""

    sizes: Mapping[str, int] = field(default_factory=dict)
    """By the names of dimensions and of integers."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """By the names of the other symbols; the first of several draws of ``z`` is ``z[1]``, which nobody can write."""
    more: str = ""
    """What else was chosen, in words: values of functions, laws; empty where the above is all."""
    functions: Mapping[str, tuple[Taken, ...]] = field(default_factory=dict)
    """What unspecified functions take at the arguments that are met; by their names."""
    laws: Mapping[str, tuple[tuple[Any, Any], ...]] = field(default_factory=dict)
    """What is drawn from finitely many values, with their probabilities; of labels (those of the prompt are called
    ``y``) the coefficients of the monomials in the entries of the covariate and, last, a random sign, each with its
    exponents."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one witness says of one proposition (a reading of a part)."""

    verdict: Verdict
    sentence: str
    scope: Scope = Scope("")
    figures: dict[str, Any] = field(default_factory=dict)
    counterexample: str | None = None
    point: Point | None = None
    """The counterexample as data, where it consists of sizes and exact values."""
    against: bool = False
    """The witness finds it false without a certificate (UNDECIDED): where another proves it, one of them is wrong."""
    doubts: bool = False
    """The witness finds where it may fail and cannot tell (UNDECIDED): the points of another do not support it then."""


def merge_witnesses(outcomes: list[Outcome]) -> Verdict:
    """The verdict on one proposition from all its witnesses; conservative.

    A certified refutation wins over everything (two witnesses that contradict one another are a defect of the
    tool, which the runner reports as such).  PROVED needs a witness whose scope is the whole claim.

    >>> whole, small = Scope("every d", whole=True), Scope("d = 1, 2")
    >>> merge_witnesses([Outcome(Verdict.PROVED, "", whole), Outcome(Verdict.UNDECIDED, "")]).name
    'PROVED'
    >>> merge_witnesses([Outcome(Verdict.PROVED, "", small)]).name
    'SUPPORTED'
    """
    seen = {o.verdict for o in outcomes}
    if Verdict.REFUTED in seen:
        return Verdict.REFUTED
    if any(o.verdict is Verdict.PROVED and o.scope.whole for o in outcomes):
        return Verdict.PROVED
    for single in (Verdict.FACT, Verdict.DEFINED):
        if single in seen:
            return single
    if seen & {Verdict.PROVED, Verdict.SUPPORTED}:
        return Verdict.SUPPORTED
    for remaining in (Verdict.STALE, Verdict.UNDECIDED, Verdict.NOT_RUN, Verdict.NOT_APPLICABLE):
        if remaining in seen:
            return remaining
    return Verdict.UNDECIDED


def merge_readings(verdicts: list[Verdict]) -> Verdict:
    """A part with several admissible readings is REFUTED only if every reading is; otherwise the best stands."""
    order = [
        Verdict.PROVED, Verdict.FACT, Verdict.DEFINED, Verdict.SUPPORTED, Verdict.STALE, Verdict.NOT_RUN,
        Verdict.UNDECIDED, Verdict.NOT_APPLICABLE, Verdict.NOT_TRANSCRIBED, Verdict.REFUTED,
    ]
    return min(verdicts, key=order.index)


def merge_parts(verdicts: list[Verdict]) -> Verdict:
    """The verdict on a claim from its parts: the weakest one.  A part that is only cited is not proved here.

    >>> merge_parts([Verdict.PROVED, Verdict.FACT]).name
    'FACT'
    """
    order = [
        Verdict.REFUTED, Verdict.STALE, Verdict.NOT_TRANSCRIBED, Verdict.UNDECIDED, Verdict.NOT_RUN,
        Verdict.SUPPORTED, Verdict.FACT, Verdict.PROVED, Verdict.DEFINED, Verdict.NOT_APPLICABLE,
    ]
    return min(verdicts, key=order.index)
