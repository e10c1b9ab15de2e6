"""Rules about minima, existence and what reduces to identities."""

from __future__ import annotations

from ...statement.props import Prop
from ...statement.terms import Op, Sym, Term
from ..chain import Attained, Step
from ..desk import Desk, Gap, Given, Ledger, only
from ..logic import Line, sides
from ..matching import same_prop, shown_in
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


_REDUCIBLE = frozenset({"saddle", "nonconvex", "independent_of", "same_flow"})


def reduction(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    from ...witnesses.deciding.decide import decide

    for line in shown:
        if line.prop.head not in _REDUCIBLE:
            raise Gap(f"{line.prop.head!r} does not reduce to identities")
        finding = decide(line.prop, desk.algebra.engine)
        if not finding.holds:
            raise Gap(finding.how)
