"""Rules that unfold definitions: convergence in mean square, orders of magnitude."""

from __future__ import annotations

from ..statement.props import Prop
from ..statement.terms import Term, expect, norm_F, term
from .chain import Bounded, Step
from .desk import Desk, Gap, Given, Ledger, only
from .logic import Line
from .matching import shown_in
from .traits import counts, is_derived, shape_of


def mean_square(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head != "in_mean_square":
        raise Gap("this rule shows convergence in mean square")
    body, value, *lengths = (arg for arg in prop.args if isinstance(arg, Term))
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
    f, g, *lengths = (arg for arg in prop.args if isinstance(arg, Term))
    constant = rule.bound
    if any(counts(constant, n) for n in lengths) or is_derived(constant):
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
