"""Rules of logic: assumptions, implication, contradiction, antisymmetry."""

from __future__ import annotations

from ...statement.premises import implication
from ...statement.props import Prop
from ...statement.terms import Term
from ..chain import Contradiction, Discharge, Step
from ..desk import Desk, Gap, Given, Ledger, only
from ..logic import Line, is_closed, is_relation, lines, negation, sides
from ..matching import same_prop, shown_in

# Logic -----------------------------------------------------------------------------------------------------

def discharge(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Discharge)
    prop = only(shown)
    opened = [g for g in given if g.name == rule.assumption]
    rest = [g for g in given if g.name != rule.assumption]
    parts = implication(prop)
    if parts is None or len(opened) != 1:
        raise Gap("discharging shows an implication and names its assumption among the premises")
    left, right = parts
    along = shown[0].along
    if any(link.along for link in lines(left)) and not desk.is_whole(rule.assumption):
        raise Gap("only an assumption about the whole flow gives an implication from what holds along it")
    if desk.is_whole(rule.assumption):
        hypothesis = lines(left)
        if along:
            raise Gap("an assumption about the whole flow gives an implication outside 'always'")
    else:
        hypothesis = tuple(Line(line.prop, along) for line in lines(left))
    for line in opened[0].lines:
        if not any(h.along == line.along and same_prop(h.prop, line.prop, desk.algebra) for h in hypothesis):
            raise Gap("the hypothesis of the implication is not the assumption")
    held = [line for g in rest for line in g.lines]
    for line in lines(right, along):
        if not shown_in(line, held, desk.algebra):
            raise Gap(f"{line.stated!r}, a link of the conclusion, is not among the premises")


def modus_ponens(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    first = given[0].lines[0] if given and len(given[0].lines) == 1 else None
    parts = implication(first.prop) if first else None
    if first is None or parts is None:
        raise Gap("the first premise must be an implication")
    along = first.along
    left, right = parts
    held = [line for g in given[1:] for line in g.lines]
    pointwise = any(line.along for line in shown)
    whole = any(line.along and not is_closed(line.prop) for line in lines(left))
    if whole and not all(desk.rest_on_closed(g.assumptions) for g in given):
        raise Gap("what holds along the whole flow is asked for, but it is assumed at a single moment")
    for line in lines(left, along):
        if not shown_in(line, held, desk.algebra, exact_mode=not pointwise):
            raise Gap(f"{line.stated!r}, the hypothesis of the implication, is not among the premises")
    conclusions = lines(right, along)
    for line in shown:
        if not shown_in(line, conclusions, desk.algebra):
            raise Gap("what is shown is not the conclusion of the implication")


def contradiction(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Contradiction)
    opened = [g for g in given if g.name == rule.assumption]
    rest = [line.prop for g in given if g.name != rule.assumption for line in g.lines]
    if desk.is_whole(rule.assumption):
        raise Gap("that something does not hold along the whole flow says nothing about each moment")
    if len(opened) != 1 or len(opened[0].lines) != 1 or not is_relation(opened[0].lines[0].prop):
        raise Gap("the assumption must be one relation, named among the premises")
    if not same_prop(only(shown), negation(opened[0].lines[0].prop), desk.algebra):
        raise Gap("what is shown is not the negation of the assumption")
    pairs = ((p, q) for i, p in enumerate(rest) for q in rest[:i] if is_relation(p) and is_relation(q))
    if not any(_contradict(p, q, desk) for p, q in pairs):
        raise Gap("the premises do not contradict one another")


def _contradict(p: Prop, q: Prop, desk: Desk) -> bool:
    return same_prop(p, negation(q), desk.algebra) or (
        p.head == q.head == "lt" and same_prop(p, Prop("lt", q.args[::-1]), desk.algebra)
    )


def antisymmetry(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    lhs, rhs = sides(only(shown))
    held = [line.prop for g in given for line in g.lines]
    wanted = (Prop("le", (lhs, rhs)), Prop("le", (rhs, lhs)))
    if only(shown).head != "eq" or not all(any(same_prop(w, p, desk.algebra) for p in held) for w in wanted):
        raise Gap("an equation needs both inequalities")


def both_ways(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head != "iff":
        raise Gap("this rule shows that two propositions are equivalent")
    held = [line for g in given for line in g.lines]
    for pair in (prop.args, prop.args[::-1]):
        if not shown_in(Line(Prop("implies", pair), shown[0].along), held, desk.algebra):
            raise Gap("an equivalence needs both implications")


def almost_surely(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head != "almost_surely":
        raise Gap("this rule shows what holds almost surely")
    everywhere = [line for g in given if not desk.speaks_of_outcomes([g]) for line in g.lines if not line.along]
    if all(shown_in(link, everywhere, desk.algebra) for link in _links(prop.args[0])):
        return
    held = [line for g in given for line in g.lines]
    events = [link for line in held if line.prop.head == "almost_surely" for link in _links(line.prop.args[0])]
    for line in (*held, *events):
        parts = implication(line.prop)
        if parts is None or line.along:
            continue
        left, right = parts
        if _argument(right, prop.args[0], desk) and all(shown_in(x, events, desk.algebra) for x in _links(left)):
            return
    raise Gap("no premise says that it follows from what is known almost surely")


def _links(node: Prop | Term) -> tuple[Line, ...]:
    assert isinstance(node, Prop)
    return lines(node)


def _argument(a: Prop | Term, b: Prop | Term, desk: Desk) -> bool:
    return isinstance(a, Prop) and isinstance(b, Prop) and same_prop(a, b, desk.algebra)
