"""What is taken from a sentence that is not understood as a whole: what it declares, may limit, denies and states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import harmless, idle_sentences, partly, prose
from .doubts import doubts_of
from .pieces import Piece
from .sources import Unreadable
from .supposed import Entry, Fact


@dataclass(frozen=True)
class Around:
    """Where a sentence stands."""

    idle: frozenset[str]
    """Words of which the author says that they are no conditions."""
    letters: frozenset[str]
    """Of which something was said."""
    sure: bool
    """Whether nothing but its words leaves open what it states."""
    strict: bool
    """Whether it stands in a statement."""
    trusting: bool
    """Whether the author says that such sentences are conditions at most."""
    abstract: bool
    proof: bool
    cases: bool
    """Whether words may open another case here."""


@dataclass(frozen=True)
class Loosely:
    states: bool
    """Whether what it displays is stated."""
    defines: bool
    """Whether a display of a new letter may be its formula: the words before it say that it holds, and nothing else."""
    trusted: bool
    problem: bool
    """Whether the statement that it stands in is not read."""
    told: tuple[Fact, ...]
    doubts: tuple[Entry, ...]
    denied: bool
    """Whether it may deny, or suppose, what is displayed next."""


def loosely(items: Sequence[Piece], problem: Unreadable, around: Around) -> Loosely:
    """Of a sentence that is left at the ``problem``."""
    strict, idle = around.strict, around.idle
    displays = [k for k, piece in enumerate(items) if piece.display]
    mean = harmless.averages([piece.text.lower() for piece in items if piece.kind == "word"])
    words = problem.outcome == "NOT_READ" and partly.is_of_words(problem) and not mean
    sure = around.sure and words and not strict and _is_led(items, displays, idle)
    states = sure or (words and bool(displays) and partly.states(items, whole=strict))
    known = words and (partly.supposes(items) or (states and not partly.claims_beside(items)))
    beside = strict and idle_sentences.states_beside(items)
    trusted = around.trusting and problem.outcome == "NOT_READ" and not beside and not mean
    if trusted:
        states = bool(displays) and idle_sentences.states(items)
    told, doubts = tuple[Fact, ...](), tuple[Entry, ...]()
    if not sure:
        told = () if around.abstract else tuple(partly.told(items, around.letters))
        doubts = (*doubts_of(items, problem, idle, proof=around.proof, cases=around.cases, abstract=around.abstract),)
    if trusted:
        doubts = tuple(idle_sentences.left_of(doubts, items))
    denied = not sure and not displays and (mean or (not trusted and prose.may_deny(items)))
    return Loosely(states, sure, trusted, strict and not (known or trusted), told, doubts, denied)


def _is_led(items: Sequence[Piece], displays: Sequence[int], idle: frozenset[str]) -> bool:
    """Whether displays end the sentence, and the words before them say that they hold, and nothing else."""
    ends = bool(displays) and len(displays) == len(items) - displays[0]
    return ends and (displays[0] == 0 or harmless.leads(items[: displays[0]], idle))
