"""Rules that unfold definitions: convergence in mean square, orders of magnitude, finite means."""

from __future__ import annotations

from ...statement.props import Prop, terms_in
from ...statement.shape import shape_of
from ...statement.terms import Op, Term, expect, norm_F, symbols, term
from ..chain import Bounded, Dominated, Step
from ..desk import Desk, Gap, Given, Ledger, only, premise_props
from ..logic import Line
from ..matching import same_prop, shown_in
from ..positivity import Sign, SignAlgebra
from ..traits import counts, is_derived, is_random


def mean_square(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head != "in_mean_square":
        raise Gap("this rule shows convergence in mean square")
    body, value, *lengths = terms_in(prop)
    squares = [expect(norm_F(body - value) ** 2)]
    if shape_of(body) == (1, 1):
        squares.append(expect((body - value) ** 2))
    held = [line for g in given for line in g.lines]
    wanted = [Prop("tends_jointly", (square, term(0), *lengths)) for square in squares]
    if len(lengths) == 1:
        wanted += [Prop("tends", (square, term(0), *lengths)) for square in squares]
    if not any(shown_in(Line(p, False), held, desk.algebra) for p in wanted):
        raise Gap("that the mean of the squared difference tends to 0 is not among the premises")


def bounded(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Bounded)
    prop = only(shown)
    if prop.head != "order":
        raise Gap("this rule shows an order of magnitude")
    f, g, *lengths = terms_in(prop)
    constant = rule.bound
    if any(counts(constant, n) for n in lengths) or is_derived(constant) or not symbols(constant) <= desk.stated:
        raise Gap("the bound depends on the integers that grow")
    if desk.speaks_of(given, lengths):
        raise Gap("what is assumed of an integer does not hold while that integer grows")
    held = [line for premise in given for line in premise.lines]
    above = Prop("le", (f, constant * g))
    below = (Prop("le", (term(0), f)), Prop("lt", (term(0), f)), Prop("le", (-(constant * g), f)))
    if not shown_in(Line(above, False), held, desk.algebra):
        raise Gap("no premise bounds the function by this multiple of the other")
    if not any(shown_in(Line(p, False), held, desk.algebra) for p in below):
        raise Gap("no premise bounds the function from below")


def dominated(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Dominated)
    match only(shown):
        case Prop(head="finite", args=(Op(head="expect", args=(f,)),)) if isinstance(f, Term):
            pass
        case _:
            raise Gap("this rule shows that an expectation is finite")
    if SignAlgebra((), desk.algebra.same).sign(f) is Sign.UNKNOWN:
        raise Gap("what is averaged is not known to be >= 0 for every outcome")
    if any(is_random(factor) for pair in rule.multipliers for factor in pair):
        raise Gap("a multiplier is random")
    means = [p.args[0] for p in premise_props(given) if p.head == "finite"]
    bodies = [mean.args[0] for mean in means if isinstance(mean, Op) and mean.head == "expect"]
    if len(bodies) != len(rule.multipliers):
        raise Gap(f"{len(rule.multipliers)} multipliers for {len(bodies)} finite means")
    bound: Term = term(0)
    for (left, right), body in zip(rule.multipliers, bodies, strict=True):
        bound = bound + left * body * right
    if not any(same_prop(p, Prop("le", (f, bound)), desk.algebra) for p in premise_props(given) if p.head == "le"):
        raise Gap("no premise bounds what is averaged by this combination")
