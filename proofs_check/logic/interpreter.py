"""The meaning of connectives and quantifiers: the one place that decides what an implication is.

A fold over propositions in three values (Kleene, Introduction to Metamathematics, 1952, section 64).  In ``implies(p,
q)`` values of q are asked for only where p holds, in a conjunction nothing behind what is false.  Relations and other
heads are the engine's (:mod:`.engine`); what it raises where it cannot tell becomes a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..statement.mistakes import Lacks
from ..statement.props import Prop, inside, terms_in
from ..statement.shape import shape
from ..statement.terms import Sym
from .engine import Engine
from .truth import Answer, Open, Truth, all_of, any_of, every_one, known, opposite, unknown


def truth(prop: Prop, at: Engine) -> Answer:
    """What ``at`` knows of ``prop``."""
    try:
        free = at.free(prop)
        if free is not None:
            return _for_every(free, prop, at)
        meaning = MEANINGS.get(prop.head)
        return at.said(prop) if meaning is None else meaning(prop, at)
    except at.silent as error:
        return unknown(error if isinstance(error, Lacks) else Lacks(f"{at.name} lacks a value here: {error}"))


# Connectives --------------------------------------------------------------------------------------------------

def _and(prop: Prop, at: Engine) -> Answer:
    """Links that define a name have nothing to decide beside the others."""
    links = inside(prop)
    asked = [x for x in links if x.head not in at.definitions] or links
    return all_of(at.in_turn((truth(link, at) for link in asked), cases=False))


def _implies(prop: Prop, at: Engine) -> Answer:
    hypothesis, conclusion = inside(prop)
    whole = at.implied(hypothesis, conclusion)
    if whole is not None:
        return whole
    held, there = at.under(hypothesis)
    if held.truth is Truth.FALSE:
        return Answer(Truth.VACUOUS)
    found = truth(conclusion, there)
    at.met(prop, held, found)
    touching = held.truth is Truth.TOUCHES
    if held.known or (touching and found.truth in (Truth.TOUCHES, Truth.VACUOUS, Truth.TRUE)):
        return found
    return Answer(Truth.VACUOUS, (), found.evidence) if found.known else unknown(*found.why, *held.why)


def _iff(prop: Prop, at: Engine) -> Answer:
    """Each side implies the other; what is compared for it is no comparison of the statement, nor a condition of it."""
    one, other = inside(prop)
    whole = at.equivalent(one, other)
    if whole is not None:
        return whole
    a, b = (truth(side, at.aside()) for side in (one, other))
    at.met(prop, a, b)
    found = all_of(any_of((opposite(p, at.one_point), q)) for p, q in ((a, b), (b, a)))
    return known(True, *found.evidence) if found.known else found


# Quantifiers --------------------------------------------------------------------------------------------------

def _for_all(prop: Prop, at: Engine) -> Answer:
    return _for_every(*_bound(prop), at)


def _for_every(variable: Sym, body: Prop, at: Engine) -> Answer:
    values = at.values(variable, body)
    found = every_one(at.in_turn((truth(case, there) for case, there in values.cases), cases=True))
    if found.known and not values.whole:
        seen = Truth.TOUCHES if found.truth is Truth.TRUE else Truth.UNKNOWN
        return Answer(seen, (Open(f"not every value of {variable.name} was looked at"),), found.evidence)
    return found


def _exists(prop: Prop, at: Engine) -> Answer:
    """Where no value will do at all points, one may at each."""
    variable, body = _bound(prop)
    whole = at.exists(prop, variable, body)
    if whole is not None:
        return whole
    values = at.values(variable, body)
    found = any_of(truth(case, there) for case, there in values.cases)
    if found.known is False and not (values.whole and at.one_point):
        return unknown(Open(f"no {variable.name} was found"))
    return found


def _bound(prop: Prop) -> tuple[Sym, Prop]:
    variable, body = prop.args
    assert isinstance(variable, Sym)
    assert isinstance(body, Prop)
    return variable, body


def _almost_surely(prop: Prop, at: Engine) -> Answer:
    return at.almost_surely(prop, inside(prop)[0])


def _always(prop: Prop, at: Engine) -> Answer:
    return at.always(prop, inside(prop)[0])


# Relations ----------------------------------------------------------------------------------------------------

def _eq(prop: Prop, at: Engine) -> Answer:
    return at.equal(prop, *terms_in(prop))


def _ne(prop: Prop, at: Engine) -> Answer:
    return at.differ(prop, *terms_in(prop))


def _compare(prop: Prop, at: Engine) -> Answer:
    return at.compare(prop, *terms_in(prop))


def _definite(prop: Prop, at: Engine) -> Answer:
    return at.definite(prop, *terms_in(prop))


def _commute(prop: Prop, at: Engine) -> Answer:
    A, B = terms_in(prop)
    return truth(Prop("eq", (A * B, B * A)), at)


def _same_shape(prop: Prop, at: Engine) -> Answer:
    """Shapes that differ in general may agree at one point."""
    a, b = map(shape, terms_in(prop))
    there = [[at.size(dim) for dim in of] for of in (a, b)] if at.one_point else [a, b]
    if a != b and any(None in of for of in there):
        raise at.lacks("the sizes at this point")
    return known(a == b or there[0] == there[1], f"shapes {a[0]} x {a[1]} and {b[0]} x {b[1]}")


MEANINGS: Mapping[str, Callable[[Prop, Engine], Answer]] = {
    "and": _and, "implies": _implies, "iff": _iff, "for_all": _for_all, "exists": _exists,
    "almost_surely": _almost_surely, "always": _always, "eq": _eq, "ne": _ne,
    **dict.fromkeys(("le", "lt", "ge", "gt"), _compare), **dict.fromkeys(("psd", "psd_form", "posdef"), _definite),
    "commute": _commute, "same_shape": _same_shape,
}
