"""Equations among hypotheses: where general points do not meet them, those that do are special and support nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ...statement.props import Prop
from ...statement.terms import Op, Sym, Term, nodes, symbols
from ..deciding.quantified import is_about_sizes

SENTENCE = "the equations assumed hold at special points alone, which say nothing of others"
_GIVEN_A_VALUE = frozenset({"at", "at0"})


def equations(hypothesis: Prop) -> Iterator[Prop]:
    """The equations in a hypothesis that do not merely give a symbol its value.

    >>> from ...statement.props import conj, eq, lt
    >>> from ...statement.terms import scalar
    >>> a, b = scalar("a"), scalar("b")
    >>> [str(e) for e in equations(conj(eq(a, 2), eq(a * b, 1), lt(a, b)))]
    ['a b = 1']
    """
    if hypothesis.head == "and":
        yield from _met_from_both_sides(hypothesis)
    if hypothesis.head in {"and", "for_all", "almost_surely"}:
        for arg in hypothesis.args:
            if isinstance(arg, Prop):
                yield from equations(arg)
    elif _is_equation(hypothesis) and not is_about_sizes(hypothesis):
        yield hypothesis


def assumes_equations(hypothesis: Prop) -> bool:
    """Whether there is one."""
    return next(equations(hypothesis), None) is not None


def _is_equation(prop: Prop) -> bool:
    return prop.head == "commute" or (prop.head == "eq" and not _gives_a_value(prop))


def _met_from_both_sides(conjunction: Prop) -> Iterator[Prop]:
    """The equations that two inequalities among the members are together."""
    members = [Prop("le", arg.args[::-1]) if arg.head == "ge" else arg
               for arg in conjunction.args if isinstance(arg, Prop)]
    for k, first in enumerate(members):
        if first.head == "le" and Prop("le", first.args[::-1]) in members[k + 1 :]:
            yield Prop("eq", first.args)


def _gives_a_value(equation: Prop) -> bool:
    """Whether the left side is a symbol, or a member of a family, that the right side says the value of."""
    left, right = equation.args
    if not isinstance(left, Term) or not isinstance(right, Term):
        return False
    if isinstance(left, Sym):
        return left not in symbols(right)
    return isinstance(left, Op) and left.head in _GIVEN_A_VALUE and left not in nodes(right)
