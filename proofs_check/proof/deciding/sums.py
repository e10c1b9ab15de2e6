"""The rule that sums are equal whose summands are."""

from __future__ import annotations

from ...statement.props import Prop
from ...statement.terms import Op, Sym, Term, symbols, term
from ..chain import Step, Summands
from ..desk import Desk, Gap, Given, Ledger, only, premise_props
from ..logic import Line, sides


def summands(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Summands)
    prop = only(shown)
    if prop.head != "eq":
        raise Gap("this rule shows an equation between sums")
    left, right = sides(prop)
    match left:
        case Op(head="sum", args=(Sym() as i, upper, f)) if i not in symbols(upper):
            pass
        case _:
            raise Gap("the left side is not a sum")
    g = _summand(right, i, upper)
    if g is None:
        raise Gap("the right side is neither 0 nor a sum over the same index")
    for premise in premise_props(given):
        match premise:
            case Prop(head="for_all", args=(Sym() as j, Prop(head="eq") as body)) if j == i and _runs_to(i, upper):
                p, q = sides(body)
                if desk.algebra.same(f - g, rule.multiplier * (p - q)):
                    return
    raise Gap("no premise says for every index that the summands are equal")


def _summand(right: Term, i: Sym, upper: Term) -> Term | None:
    """The summand on the right; 0 where nothing is left."""
    match right:
        case Op(head="sum", args=(j, n, g)) if j == i and n == upper:
            return g
    return term(0) if right == term(0) else None


def _runs_to(i: Sym, upper: Term) -> bool:
    """Whether the index ranges over 1, ..., upper, as 'for every i' means."""
    return isinstance(upper, Sym) and i.has(f"range:{upper.name}")
