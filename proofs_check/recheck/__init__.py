"""Every counterexample is read a second time before it is shown, by code that no engine has a part in.

The point, which engines hand over as data, is put into the hypotheses and into the statement.  Standard library only,
and the statement language: numbers are fractions and intervals of fractions, means are those of Isserlis.  What this
evaluator has no meaning for (means that may be infinite, laws with a density that is no Gaussian) it says, and what
shows the counterexample says so, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..claims import Claim
from ..model import initial_values, is_own, model_for
from ..statement.props import Prop, symbols_in
from ..statement.terms import Sym
from ..verdict import Point
from . import heads  # noqa: F401 - its meanings are looked up by name
from .functions import is_possible
from .laws import parameters_of
from .matrices import shape
from .means import has_finite_law, is_law_of
from .numbers import NoValueError, Unread
from .terms import At, Known, exact, member, value
from .truths import has_traits, holds, indexed

_OTHERWISE = frozenset({"index", "random", "law", "layers"})
"""Kinds of symbols whose values are checked where they are read."""


@dataclass(frozen=True)
class Answer:
    """What became of a counterexample."""

    confirmed: bool | None
    """None where it cannot be read here."""
    why: str = ""
    hypothesis: str = ""
    """One about means of given laws that is not read: no engine asks it of a point."""


def recheck(claim: Claim, prop: Prop, point: Point | None, known: Known | None = None) -> Answer:
    """Whether the point meets all hypotheses of ``claim`` and makes ``prop`` false; ``known`` are values that were read
    at this very point before, where some were."""
    if point is None:
        return Answer(None, "the counterexample is no point")
    started = is_own(claim) or bool(initial_values(claim))
    at = At(point, claim=claim, model=model_for(claim), is_started=started).keeping({} if known is None else known)
    props = [*(h.prop for h in claim.given), prop]
    try:
        for sym in sorted(_named(props, point), key=lambda s: s.name):
            if has_traits(sym, value(sym, at)) is False:
                return Answer(False, f"the value of {sym.name} is not what its traits say")
        for sym in sorted((s for s in _symbols(props) if has_finite_law(s, point)), key=lambda s: s.name):
            if not is_law_of(sym, at):
                return Answer(False, f"the law of {sym.name} is not what its traits say")
        for sym, k in _members(props, point):
            if has_traits(sym, member(sym, at, k)) is False:
                return Answer(False, f"the value of {sym.name}[{k}] is not what its traits say")
        for sym in sorted(_functions(props, point), key=lambda s: s.name):
            possible = is_possible(sym, point.functions[sym.name])
            if not possible:
                said = f"no {sym.name} takes these values"
                return Answer(possible, said if possible is False else f"it does not see whether {said}")
        # An index has one value in all of them.
        found = [_there(claim, prop, there) for there in indexed(Prop("and", tuple(props)), at)]
        told = (a for confirmed in (True, None, False) for a in found if a.confirmed is confirmed)
        return next(told, Answer(False, "an index has no value there"))
    except Unread as unread:
        return Answer(None, f"it does not read {unread}")
    except NoValueError as error:
        return Answer(None, f"a term has no value there: {error}")


def _there(claim: Claim, prop: Prop, at: At) -> Answer:
    """What becomes of it at these values of the indices."""
    for hypothesis in claim.given:
        try:
            met = holds(hypothesis.prop, at)
        except Unread as unread:
            unasked = hypothesis.prop.head in {"finite", "infinite"} and not at.point.laws
            return Answer(None, f"it does not read {unread}", hypothesis.name if unasked else "")
        if not met:
            what = "does not hold there" if met is False else "is not seen to hold there"
            return Answer(met, f"the hypothesis {hypothesis.name} {what}")
    try:
        found = holds(prop, at)
    except NoValueError as error:
        return Answer(None, f"a term has no value there: {error}")
    if found is None:
        return Answer(None, "intervals do not tell")
    return Answer(not found, "" if not found else "the statement is true there")


def _named(props: list[Prop], point: Point) -> set[Sym]:
    """The symbols to which the point gives a value, with the parameters of laws."""
    told, met = {*point.values, *point.sizes}, _symbols(props)
    plain = {s for s in met if s.name in told and (s.has("haar") or not s.traits & _OTHERWISE)}
    return plain | {of for s in met for of in parameters_of(s) if of.name in point.values and _fits(of, point)}


def _fits(sym: Sym, point: Point) -> bool:
    """Whether the value is square: a covariance may also be told as the vector of its diagonal."""
    rows, cols = shape(exact(point.values[sym.name]))
    return rows == cols


def _members(props: list[Prop], point: Point) -> list[tuple[Sym, int]]:
    """The members of families, by layers, to which the point gives a value."""
    families = sorted((s for s in _symbols(props) if s.has("layers")), key=lambda s: s.name)
    told = [(sym, name.removeprefix(f"{sym.name}[").removesuffix("]")) for sym in families for name in point.values
            if name.startswith(f"{sym.name}[")]  # fmt: skip
    return [(sym, int(k)) for sym, k in told if k.isdigit()]


def _functions(props: list[Prop], point: Point) -> set[Sym]:
    """The unspecified functions of which the point gives values."""
    return {s for s in _symbols(props) if s.name in point.functions and s.traits & {"activation", "kernel"}}


def _symbols(props: list[Prop]) -> set[Sym]:
    return set().union(*map(symbols_in, props))
