"""Rules about minima, existence and what reduces to identities."""

from __future__ import annotations

from ...statement.props import Prop, terms_in
from ...statement.terms import Op, Sym, Term
from ..binding import unfit
from ..chain import Attained, Exhibit, Step
from ..desk import Desk, Gap, Given, Ledger, only, signs_of
from ..logic import Line, sides
from ..matching import same_prop, shown_in
from ..traits import is_random
from .binders import fits, holds_for_all, varies_with


def attained(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Attained)
    prop = only(shown)
    held = [line.prop for g in given for line in g.lines if not line.along]
    f, floor = _optimum(prop, rule, desk)
    variables = [sym for sym, _ in rule.at]
    fits(rule.at, given, desk)
    holds_for_all(given, variables, desk, "the minimum")
    fixed = [value for _, value in rule.at] + ([floor] if prop.head == "eq" else [])
    if any(varies_with(value, variables) for value in fixed):
        raise Gap("the least value and the point may not depend on the symbols of the minimum")
    flat = [part for pair in rule.at for part in pair]
    point = Op("where", (f, *flat))
    if prop.head == "eq" and not any(p.head == "eq" and _same_pair(p, point, floor, desk) for p in held):
        raise Gap("no premise says that the function takes this value at the stated point")
    if not any(p.head == "le" and _same_pair(p, floor, f, desk) for p in held):
        raise Gap("no premise bounds the function from below by this value for all parameters")


def _fits(rule: Exhibit, given: list[Given], desk: Desk) -> None:
    signs = signs_of(given, desk)
    for sym, value in rule.at:
        lacking = unfit(sym, value, signs, desk.algebra, {})
        if lacking:
            raise Gap(f"{sym.name} {lacking}, the stated value is not known to")


def _optimum(prop: Prop, rule: Attained, desk: Desk) -> tuple[Term, Term]:
    """The function and its least value, from what the step shows."""
    if prop.head == "eq":
        lhs, rhs = sides(prop)
        if not (isinstance(lhs, Op) and lhs.head == "minimum"):
            raise Gap("the equation shown must have a minimum on its left")
        if set(lhs.args[1:]) != {sym for sym, _ in rule.at}:
            raise Gap("the point must bind exactly the symbols of the minimum")
        return lhs.args[0], rhs
    if prop.head == "global_minimum":
        f, *flat = prop.args
        assert isinstance(f, Term)
        if list(flat) != [part for pair in rule.at for part in pair]:
            raise Gap("the point is not the one that the step shows")
        return f, Op("where", (f, *(part for pair in rule.at for part in pair)))
    raise Gap(f"an attained bound shows a minimum, not {prop.head!r}")


def _same_pair(prop: Prop, lhs: Term, rhs: Term, desk: Desk) -> bool:
    return same_prop(prop, Prop(prop.head, (lhs, rhs)), desk.algebra)


def at_minimisers(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head != "minimisers_satisfy":
        raise Gap("this rule shows what holds at minimisers")
    f, body, *variables = prop.args
    assert isinstance(f, Term)
    assert isinstance(body, Prop)
    least = Op("minimum", (f, *(v for v in variables if isinstance(v, Sym))))
    wanted = Prop("implies", (Prop("eq", (f, least)), body))
    for premise in given:
        if shown_in(Line(wanted, False), premise.lines, desk.algebra):
            holds_for_all([premise], [v for v in variables if isinstance(v, Sym)], desk, "the minimum")
            return
    raise Gap("no premise says that the body holds wherever the function equals its minimum")


def the_minimiser(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    lhs, point = sides(prop) if prop.head == "eq" else (prop, prop)
    match lhs:
        case Op(head="argmin", args=(f, Sym() as v)) if isinstance(point, Term) and not varies_with(point, {v}):
            pass
        case _:
            raise Gap("this rule shows that argmin over one symbol is a point free of that symbol")
    wanted = (
        Prop("global_minimum", (f, v, point)), Prop("minimisers_satisfy", (f, Prop("eq", (v, point)), v)),
    )
    held = [line for g in given for line in g.lines]
    if not all(shown_in(Line(p, False), held, desk.algebra) for p in wanted):
        raise Gap("that the minimum is attained at this point, and nowhere else, is not among the premises")


def exhibit(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Exhibit)
    prop = only(shown)
    _fits(rule, given, desk)
    for sym, value in rule.at:
        if is_random(value):
            raise Gap(f"the value of {sym.name} may not vary with the outcome: it exists for all outcomes")
        if prop.head != "exists" or prop.args[0] != sym:
            raise Gap(f"what is shown does not begin with the existence of {sym.name}")
        inner = prop.args[1]
        assert isinstance(inner, Prop)
        prop = inner
    flat = tuple(part for pair in rule.at for part in pair)
    terms = terms_in(prop)
    if prop.head not in _OF_VALUES:
        raise Gap(f"a value is exhibited for a relation between terms, not for {prop.head!r}")
    if any(map(is_random, terms)) and desk.speaks_of_outcomes(given):
        raise Gap("what exists would depend on what is drawn: something is assumed of one outcome")
    point = Prop(prop.head, tuple(Op("where", (side, *flat)) for side in terms))
    held = [line for g in given for line in g.lines]
    if not shown_in(Line(point, False), held, desk.algebra):
        raise Gap("no premise shows the body at the stated values")


_OF_VALUES = frozenset({"eq", "ne", "le", "lt", "psd", "posdef"})
"""What is said of values alone: other propositions bind symbols, or look along the flow, where a value may vary."""
_REDUCIBLE = frozenset({"saddle", "nonconvex", "independent_of", "same_flow"})


def reduction(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    from ...witnesses.deciding.decide import decide

    for line in shown:
        if line.prop.head not in _REDUCIBLE:
            raise Gap(f"{line.prop.head!r} does not reduce to identities")
        finding = decide(line.prop, desk.algebra.engine)
        if not finding.holds:
            raise Gap(finding.how)
