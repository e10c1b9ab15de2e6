"""How the rules about greatest lower bounds are decided."""

from __future__ import annotations

from collections.abc import Sequence

from ..statement.props import Prop
from ..statement.terms import Op, Sym, Term
from .binding import unfit
from .chain import Step
from .desk import Desk, Gap, Given, Ledger, only, signs_of
from .extremes import ValueAt, Within
from .logic import Line, free_parameters, sides
from .matching import same_prop
from .positivity import free_symbols
from .traits import is_random

Bindings = Sequence[tuple[Sym, Term]]


def within(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Within)
    low, high = _sides(only(shown))
    f, xs = _infimum(low)
    g, ys = _infimum(high)
    named = {x for x, _ in rule.at}
    if not named <= set(xs):
        raise Gap("a value is stated for what the smaller infimum is not taken over")
    if any(x not in named and x not in ys for x in xs):
        raise Gap("each symbol of the smaller infimum needs a value, or is one of the other's")
    if (_free(f) - set(xs)) & set(ys):
        raise Gap("what the larger infimum is taken over stands still in the smaller one")
    _fits(rule.at, given, desk)
    _universal(given, ys, desk)
    _at_most(_there(f, rule.at), g, given, desk)


def from_below(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    bound, low = _sides(only(shown))
    f, xs = _infimum(low)
    if _free(bound) & set(xs):
        raise Gap("the bound may not depend on what the infimum is taken over")
    _universal(given, xs, desk)
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
    _fits(rule.at, given, desk)
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


def _free(node: Term) -> frozenset[Sym]:
    """The symbols on whose values the term depends; of parameters those do not count for which something is put in."""
    others = frozenset(sym for sym in free_symbols(node) if not sym.has("parameter"))
    return others | free_parameters(node)


def _fits(at: Bindings, given: list[Given], desk: Desk) -> None:
    """Whether the values are among those that the infimum looks at: they may not vary with the outcome."""
    signs = signs_of(given, desk)
    if len({sym for sym, _ in at}) < len(at):
        raise Gap("a symbol is given two values")
    for sym, value in at:
        lacking = unfit(sym, value, signs, desk.algebra, {})
        if lacking:
            raise Gap(f"{sym.name} {lacking}, the stated value is not known to")
        if is_random(value):
            raise Gap(f"the value of {sym.name} may not vary with the outcome")


def _universal(given: list[Given], variables: Sequence[Sym], desk: Desk) -> None:
    if desk.speaks_of(given, variables):
        raise Gap("the premises rest on an assumption about what the infimum is taken over")


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
