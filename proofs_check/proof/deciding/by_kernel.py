"""Rules that are tactics alone: a step follows where the kernel makes a theorem of it from its premises.

The premises are what the theorem assumes, each for all values of those symbols of which nothing is assumed below it,
and at every time where it holds along the flow.  Besides these it may rest on the conditions under which what is shown
has values, which the checker asks of every step, and on what the model means by its letters: on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from ...model import model_for
from ...statement.domains import Kind
from ...statement.fold import Lacks
from ...statement.props import Prop, almost_surely, always, nodes_in, subprops
from ...statement.terms import Op, Sym, Term
from ...theorems import kernel as K
from ...theorems.binding import Group, Refused, free, is_variable, key, moves, same, touches
from ...theorems.kernel import HERE, Theorem
from ...theorems.oracles import Reading
from ...theorems.tactics.desk import Desk as Tactics
from ...theorems.tactics.further import FAILURES, further
from ...theorems.values import domain, for_all, promised
from ..chain import Step
from ..desk import Check, Desk, Gap, Given, Ledger
from ..logic import Line, is_closed
from ..values.conditions import SOMEWHERE, Condition, conditions
from ..values.gaussian import drawn_in
from ..values.parts import as_prop


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
    """A theorem for each line that is shown, and that each rests on nothing else."""
    tactics = Tactics(reading := _reading(desk))
    held = [[_assumed(line, g, desk) for line in g.lines] for g in given]
    flat = [th for some in held for th in some]
    flat += [th for g in given for line in g.lines for th in _for_all_outcomes(line, g, desk)]
    stated = [_assumed(line, _all(given), desk) for line in _conditions(shown, desk)]
    tactics.suppose(stated)
    made = further(tactics, step.by, [line.prop for line in shown], held, flat)
    granted = {key(h) for h in (*reading.start, *(h for th in (*flat, *stated) for h in th.hypotheses))}
    for line, th in zip(shown, made, strict=True):
        if not same(th.proposition, line.prop):
            raise Gap("it makes another one")
        at_rest = line.along or is_closed(line.prop)
        for h in th.hypotheses:
            known = at_rest if h == HERE else key(h) in granted or h.head == "as_named"
            if not known and not _is_known(h, given, line.along, desk, ledger):
                raise Gap(f"{h!r}, on which this rests, is not among the premises")
        for one in _below(th):
            ledger.assumed |= one.detail.get("traits", frozenset())
            if one.rule == "has value" and _is_of_the_kernel(one.proposition, one.premises[0].proposition):
                raise Gap(f"that {one.proposition!r} is not known")


_READINGS: WeakKeyDictionary[Desk, Reading] = WeakKeyDictionary()


def _reading(desk: Desk) -> Reading:
    """How the oracles of the kernel read the terms of the claim, with what they have found of them."""
    if desk not in _READINGS:
        _READINGS[desk] = Reading(desk.claim)
    return _READINGS[desk]


def _conditions(shown: tuple[Line, ...], desk: Desk) -> Iterator[Line]:
    """When what is shown has values, as far as the checker asks it.

    Of what holds somewhere alone (what exists, what holds from some integer on) the kernel asks it everywhere, the
    checker does not: there only what it asks by itself is taken for known.
    """
    for line in shown:
        theirs = _asked(line, desk) if any(p.head in SOMEWHERE for _, p in subprops(line.prop)) else None
        for c in domain(line.prop):
            try:
                K.assume(c)
            except Refused:
                continue
            known = theirs is None or any(same(_inside(c), p) and _bound(c) <= bound for p, bound in theirs)
            if known and not _is_of_the_kernel(c, line.prop):
                yield Line(c, line.along)


def _asked(line: Line, desk: Desk) -> list[tuple[Prop, frozenset[Sym]]]:
    """The conditions that the checker asks of the line, each with the symbols for all values of which it is asked."""
    model = model_for(desk.claim)
    found = conditions(line.prop, dict(model.initial), model.loss, drawn_in(model))
    return [(p, c.bound) for c in found if not (c.late or c.almost) and (p := as_prop(c)) is not None]


def _bound(c: Prop) -> frozenset[Sym]:
    """The symbols of which the condition is said for all values."""
    return frozenset(p.args[0] for _, p in subprops(c) if p.head == "for_all" and isinstance(p.args[0], Sym))


def _is_of_the_kernel(c: Prop, of: Prop) -> bool:
    """Whether the kernel alone asks for this condition: that there are so many layers, or that a value that is put in
    for a symbol keeps its traits."""
    asked = [_inside(found) for found in domain(of)]
    counted = [n for found in asked if found.head == "integer" for n in found.args]
    return any(n in counted for n in _inside(c).args) or any(same(_inside(c), p) for p in _promises(of))


def _promises(of: Prop) -> Iterator[Prop]:
    for node in nodes_in(of):
        if isinstance(node, Op) and node.head == "where":
            for x, value in zip(node.args[1::2], node.args[2::2], strict=True):
                if isinstance(x, Sym):
                    yield from promised(x, value)


def _inside(c: Prop) -> Prop:
    last = c.args[-1] if c.head in {"for_all", "always", "implies", "almost_surely"} else None
    return _inside(last) if isinstance(last, Prop) else c


def _all(given: list[Given]) -> Given:
    """What rests on all that the premises rest on."""
    rests, below = (frozenset[str]().union(*names) for names in ([g.assumptions for g in given],
                                                                 [g.below for g in given]))
    return Given("", (), rests, below)


def _is_known(h: Prop, given: list[Given], along: bool, desk: Desk, ledger: Ledger) -> bool:
    """Whether a mean that a tactic takes to be finite is so, or may be stated to be."""
    bound = set[Sym]()
    while h.head == "for_all" and isinstance(h.args[0], Sym) and isinstance(h.args[1], Prop):
        bound.add(h.args[0])
        h = h.args[1]
    mean = h.args[0] if h.args else None
    if h.head != "finite" or not isinstance(mean, Term):
        return False
    return desk.closes(Condition(Kind.FINITE, mean, frozenset(bound)), given, along, ledger)


def _assumed(line: Line, of: Given, desk: Desk) -> Theorem:
    """A premise as an assumption, for all values of what it leaves open."""
    whole = line.along and moves(line.prop) and desk.rest_on_closed(of.assumptions)
    prop, bound = always(line.prop) if whole else line.prop, []
    for x in sorted(free(prop), key=lambda s: s.name):
        if is_variable(x) and not desk.introduced({x}) and not desk.speaks_of([of], {x}):
            try:
                K.specialise(K.assume(for_all(x, prop)), x)
            except Refused:
                continue
            prop = for_all(x, prop)
            bound.append(x)
    th = K.assume(prop)
    for x in reversed(bound):
        th = K.specialise(th, x)
    return K.at_one_time(th) if whole else th


def _for_all_outcomes(line: Line, of: Given, desk: Desk) -> list[Theorem]:
    """A premise that holds whatever is drawn."""
    drawn = any(touches(frozenset({Group.RANDOM}), s) for s in free(line.prop))
    return [K.assume(almost_surely(line.prop))] if drawn and not desk.speaks_of_outcomes([of]) else []


def _below(th: Theorem) -> Iterator[Theorem]:
    """The theorem and all that it rests on."""
    pending, seen = [th], set[int]()
    while pending:
        one = pending.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            pending += one.premises
