"""What the rules of inference work with: premises, the ledger of what a step uses, and the desk they ask."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Protocol

from ..claims import Claim
from ..statement.props import Prop
from ..statement.terms import Sym, Term
from .algebra import ProofAlgebra
from .chain import Step
from .logic import Line
from .positivity import SignAlgebra
from .values.conditions import Condition

Cited = tuple[str, str, str]
"""A claim's id, a part and a reading ('' for the first one)."""


class Gap(Exception):
    """The step does not follow; the text says why, in one sentence."""


@dataclass(frozen=True)
class Given:
    """A premise: its name, lines, the assumptions it rests on, and all labels below it."""

    name: str
    lines: tuple[Line, ...]
    assumptions: frozenset[str]
    below: frozenset[str]


@dataclass
class Ledger:
    """What a step uses besides its premises."""

    facts: set[str] = field(default_factory=set)
    claims: set[Cited] = field(default_factory=set)
    through: dict[Cited, dict[str, str]] = field(default_factory=dict)
    """For a cited part: which of our hypotheses meets which of the cited claim's."""
    assumed: set[Prop] = field(default_factory=set)
    means: set[str] = field(default_factory=set)
    """The means, over laws that are not known, that the step takes to exist."""


class Desk(Protocol):
    """What the rules may ask the checker."""

    claim: Claim
    algebra: ProofAlgebra
    resolve: Callable[[str], Claim]
    hypotheses: dict[str, tuple[Line, ...]]
    stated: frozenset[Sym]
    """The symbols of the statement; one that a chain introduces may depend on all of them."""

    def rest_on_closed(self, assumptions: frozenset[str]) -> bool: ...

    def is_whole(self, assumption: str) -> bool: ...

    def speaks_of(self, given: list[Given], syms: Collection[Term]) -> bool: ...

    def speaks_of_outcomes(self, given: list[Given]) -> bool: ...

    def take_names(self, node: object) -> None: ...

    def is_fresh(self, sym: Sym) -> bool: ...

    def introduced(self, syms: Collection[Sym]) -> bool: ...

    def conditions_of(self, cited: Claim, prop: Prop) -> tuple[Condition, ...]: ...

    def has_values(self, shown: tuple[Line, ...], assumptions: frozenset[str], ledger: Ledger) -> None: ...

    def closes(self, found: Condition, given: list[Given], along: bool, ledger: Ledger) -> bool: ...

    def depends(self, syms: Collection[Sym], on: Sym) -> bool: ...


Check = Callable[[Step, tuple[Line, ...], list[Given], Desk, Ledger], None]


def only(shown: tuple[Line, ...]) -> Prop:
    if len(shown) != 1:
        raise Gap(f"this rule shows one link at a time, not {len(shown)}")
    return shown[0].prop


def premise_props(given: list[Given]) -> list[Prop]:
    return [line.prop for g in given for line in g.lines]


def signs_of(given: list[Given], desk: Desk) -> SignAlgebra:
    return SignAlgebra(premise_props(given), desk.algebra.same)


