"""What is known of a proposition: true, false, or neither; with reasons and evidence.

Of *one point* false means that the negation is true there.  *Everywhere*, of a set of points, true means true at every
point and false means false at some point: there the negation of what is false is unknown, and a disjunction may be true
everywhere without either side being so.  An engine says of which kind it is, and answers are never mixed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from ..statement.mistakes import Lacks


class Open(Lacks):
    """It was looked at, and what was seen does not decide it."""


class Truth(IntEnum):
    """Three values, two of them in two grades.  The least decides a conjunction, the greatest a disjunction."""

    FALSE = 0
    UNKNOWN = 1
    TOUCHES = 2
    """Unknown, but what was seen agrees with it as far as it was seen."""
    VACUOUS = 3
    """True, but only because a condition in it fails, or is not known to hold."""
    TRUE = 4

    @property
    def known(self) -> bool | None:
        """The value: true, false, or None where it is unknown."""
        return None if self in (Truth.UNKNOWN, Truth.TOUCHES) else self is not Truth.FALSE


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine knows of a proposition; of what is unknown the reasons, of what is known the evidence."""

    truth: Truth
    why: tuple[Lacks, ...] = ()
    evidence: tuple[object, ...] = ()

    @property
    def known(self) -> bool | None:
        return self.truth.known

    def read(self) -> Truth:
        """What is known; raises what is lacking, if anything but a decision is."""
        for reason in self.why:
            if not isinstance(reason, Open):
                raise reason
        return self.truth


def known(value: bool, *evidence: object) -> Answer:
    """What is so, or is not."""
    return Answer(Truth.TRUE if value else Truth.FALSE, (), evidence)


def unknown(*why: Lacks) -> Answer:
    """What is not told, with the reasons."""
    return Answer(Truth.UNKNOWN, why or (Open("it was looked at, and stays open"),))


def answer(value: bool | None) -> Answer:
    """What was found where None stands for what stays open."""
    return unknown() if value is None else known(value)


def graded(truth: Truth) -> Answer:
    """What was found in grades."""
    return Answer(truth, () if truth.known is not None else (Open("it was looked at, and stays open"),))


def all_of(answers: Iterable[Answer]) -> Answer:
    """The conjunction; what stands behind one that is false is not looked at."""
    met = _until(Truth.FALSE, answers)
    return _joined(min((one.truth for one in met), default=Truth.TRUE), met)


def every_one(answers: Iterable[Answer]) -> Answer:
    """The same of the values of a variable: it is not in vain where the condition holds for some of them alone."""
    met = _until(Truth.FALSE, answers)
    return all_of([one for one in met if one.truth is not Truth.VACUOUS] or met)


def any_of(answers: Iterable[Answer]) -> Answer:
    """The disjunction at one point; what stands behind one that is true is not looked at."""
    met = _until(Truth.TRUE, answers)
    return _joined(max((one.truth for one in met), default=Truth.FALSE), met)


def _until(last: Truth, answers: Iterable[Answer]) -> list[Answer]:
    """The answers up to one of this truth; it alone, where there is one."""
    met = []
    for one in answers:
        if one.truth is last:
            return [one]
        met.append(one)
    return met


def _joined(truth: Truth, answers: list[Answer]) -> Answer:
    evidence = tuple(dict.fromkeys(e for one in answers for e in one.evidence))
    if truth.known is not None:
        return Answer(truth, (), evidence)
    return Answer(truth, tuple(reason for one in answers for reason in one.why), evidence)


def opposite(one: Answer, one_point: bool) -> Answer:
    """The negation: of what is false somewhere nothing is known, but at one point."""
    if one.known is None:
        return unknown(*one.why)
    if one.truth is Truth.FALSE and not one_point:
        return unknown(Open("it fails somewhere, and whether it does everywhere is not told"))
    return known(not one.known, *one.evidence)
