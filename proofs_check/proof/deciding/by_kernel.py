"""Rules that are tactics alone: a step follows where the kernel makes a theorem of it from its premises.

A premise is assumed as it was shown, at the same values of its symbols and at the same time; what is shown along the
flow, under no assumption about one moment, at every time.  Nothing else is assumed: a tactic makes a theorem of each
condition under which a term has a value, or there is none of the step.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...statement.fold import Lacks
from ...statement.props import always
from ...theorems import kernel as K
from ...theorems.binding import Refused, key, moves, same
from ...theorems.kernel import HERE, Theorem
from ...theorems.oracles import reading_of
from ...theorems.tactics.desk import Desk as Tactics
from ...theorems.tactics.further import FAILURES, further
from ..chain import Step
from ..desk import Check, Desk, Gap, Given, Ledger
from ..logic import Line, is_closed


def by_kernel(fact: str = "") -> Check:
    """How a rule is decided that is a tactic; ``fact`` names what its axioms say, for the report."""

    def check(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
        try:
            _make(step, shown, given, desk, ledger)
        except FAILURES as why:
            reason = why if isinstance(why, (Refused, Lacks, Gap)) else "the rule is about statements of another form"
            raise Gap(f"the kernel makes no theorem of this: {reason}") from why
        ledger.facts |= {fact} if fact else set()

    return check


def _make(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    """A theorem for each line that is shown, from the premises alone."""
    reading = reading_of(desk.claim)
    held = [[_assumed(line, g, desk) for line in g.lines] for g in given]
    flat = [th for some in held for th in some]
    made = further(Tactics(reading), step.by, [line.prop for line in shown], held, flat)
    granted = {key(h) for h in (*reading.start, *(h for th in flat for h in th.hypotheses if h != HERE))}
    for line, th in zip(shown, made, strict=True):
        if not same(th.proposition, line.prop):
            raise Gap("it makes another one")
        at_rest = line.along or is_closed(line.prop)
        for h in th.hypotheses:
            if not (at_rest if h == HERE else key(h) in granted or h.head == "as_named"):
                raise Gap(f"{h!r}, on which this rests, is not among the premises")
        for one in _below(th):
            if one.rule == "has value":
                raise Gap(f"that {one.proposition!r} is not known")
            ledger.assumed |= one.detail.get("traits", frozenset())


def _assumed(line: Line, of: Given, desk: Desk) -> Theorem:
    """A premise as an assumption."""
    if line.along and moves(line.prop) and desk.rest_on_closed(of.assumptions):
        return K.at_one_time(K.assume(always(line.prop)))
    return K.assume(line.prop)


def _below(th: Theorem) -> Iterator[Theorem]:
    """The theorem and all that it rests on."""
    pending, seen = [th], set[int]()
    while pending:
        one = pending.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            pending += one.premises
