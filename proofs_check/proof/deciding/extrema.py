"""How the rules about greatest lower bounds are decided."""

from __future__ import annotations

from ...statement.props import Prop
from ...statement.terms import Op, Sym, Term
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only
from ..logic import Line, sides
from ..matching import same_prop
from ..steps.extrema import ValueAt
from .binders import Bindings, fits, holds_for_all, varies_with


def from_below(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    bound, low = _sides(only(shown))
    f, xs = _infimum(low)
    if varies_with(bound, xs):
        raise Gap("the bound may not depend on what the infimum is taken over")
    holds_for_all(given, xs, desk, "the infimum")
    if not any(
        same_prop(line.prop, Prop(head, (bound, f)), desk.algebra)
        for g in given for line in g.lines for head in ("le", "eq") if not line.along
    ):
        raise Gap("no premise bounds the function from below for all values")


def value_at(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, ValueAt)
    low, value = _sides(only(shown))
    f, xs = _infimum(low)
    if {x for x, _ in rule.at} != set(xs):
        raise Gap("the point must bind exactly the symbols of the infimum")
    fits(rule.at, given, desk)
    _at_most(_there(f, rule.at), value, given, desk)


def _sides(prop: Prop) -> tuple[Term, Term]:
    if prop.head != "le":
        raise Gap(f"this rule shows that one number is at most another, not {prop.head!r}")
    return sides(prop)


def _infimum(node: Term) -> tuple[Term, tuple[Sym, ...]]:
    if not (isinstance(node, Op) and node.head == "infimum"):
        raise Gap("this rule is about an infimum, which is not where it should stand")
    f, *xs = node.args
    return f, tuple(x for x in xs if isinstance(x, Sym))


def _there(f: Term, at: Bindings) -> Term:
    """The value there; where a symbol keeps its name nothing is put in."""
    moved = [part for pair in at if pair[0] != pair[1] for part in pair]
    return Op("where", (f, *moved)) if moved else f


def _at_most(value: Term, bound: Term, given: list[Given], desk: Desk) -> None:
    """Equal, or at most so by one of the premises."""
    held = [line.prop for g in given for line in g.lines if not line.along]
    wanted = [Prop(head, (value, bound)) for head in ("le", "eq")]
    if any(same_prop(prop, want, desk.algebra) for prop in held for want in wanted):
        return
    if not desk.algebra.same(value, bound):
        raise Gap("the function does not have this value at the stated point, and no premise says that it is less")
