"""What the page says of a statement in one word: computed from its verdict and from those of all that it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from graphlib import TopologicalSorter

from ...catalogue import Statement
from ...merging import as_expected
from ...results import Result
from ...verdict import Verdict

Uses = Mapping[str, Sequence[str]]


class Status(Enum):
    """Key (the class in the style sheet), mark, word, and the sentence of the legend."""

    UNEXPECTED = ("unexpected", "!", "unexpected", "came out otherwise than expected")
    SETTLED = ("settled", "✓✓", "proved throughout", "proved, and so is everything that it rests on")
    PROVED = ("proved", "✓", "proved", "proved; something that the paper rests it on is not")
    SUPPORTED = ("supported", "≈", "supported", "proved in a smaller scope, enclosed, or statistically supported")
    DEFINED = ("defined", "≔", "defined", "a definition, implemented twice and compared")
    FACT = ("fact", "§", "cited", "cited from the literature, not proved here")
    REFUTED = ("refuted", "✗", "refuted", "fails as printed, with a certified counterexample")
    OPEN = ("open", "?", "open", "not decided or not run; the evidence says what it would take")
    STALE = ("stale", "↻", "stale", "something changed since the record was made")
    EMPTY = ("empty", "·", "nothing to decide", "there is nothing to decide")
    WAITING = ("waiting", "–", "not transcribed", "registered, not yet transcribed")

    def __init__(self, key: str, mark: str, word: str, sentence: str) -> None:
        self.key, self.mark, self.word, self.sentence = key, mark, word, sentence


_OF_VERDICT = {
    Verdict.PROVED: Status.PROVED, Verdict.SUPPORTED: Status.SUPPORTED, Verdict.REFUTED: Status.REFUTED,
    Verdict.FACT: Status.FACT, Verdict.DEFINED: Status.DEFINED, Verdict.UNDECIDED: Status.OPEN,
    Verdict.NOT_RUN: Status.OPEN, Verdict.NOT_APPLICABLE: Status.EMPTY, Verdict.STALE: Status.STALE,
    Verdict.NOT_TRANSCRIBED: Status.WAITING,
}  # fmt: skip
_GROUND = frozenset({Verdict.PROVED, Verdict.DEFINED, Verdict.FACT, Verdict.NOT_APPLICABLE})
"""What a proof may rest on without losing anything: definitions and cited facts are its ground."""


def of_verdict(verdict: Verdict) -> Status:
    return _OF_VERDICT[verdict]


def settled(uses: Uses, results: Mapping[str, Result]) -> frozenset[str]:
    """The claims that stand on proved ground: they and all that they rest on; what was not examined is no ground."""
    done: set[str] = set()
    for id in TopologicalSorter(uses).static_order():
        if id in uses and results[id].verdict in _GROUND and done.issuperset(uses[id]):
            done.add(id)
    return frozenset(done)


def statuses(statements: Sequence[Statement], results: Mapping[str, Result]) -> dict[str, Status]:
    """The status of each statement."""
    ground = settled({s.id: s.uses for s in statements}, results)
    found: dict[str, Status] = {}
    for s in statements:
        result = results[s.id]
        if as_expected(s, result) is False or result.defects:
            found[s.id] = Status.UNEXPECTED
        elif s.id in ground and result.verdict is Verdict.PROVED:
            found[s.id] = Status.SETTLED
        else:
            found[s.id] = _OF_VERDICT[result.verdict]
    return found


def weak_ground(id: str, uses: Uses, results: Mapping[str, Result]) -> list[str]:
    """The statements, near ones first, on which ``id`` rests and which are not proved ground."""
    found: list[str] = []
    seen, queue = {id}, list(uses.get(id, ()))
    for used in queue:
        if used in seen:
            continue
        seen.add(used)
        if used not in results or results[used].verdict not in _GROUND:
            found.append(used)
        queue.extend(uses.get(used, ()))
    return found
