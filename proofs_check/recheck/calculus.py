"""Derivatives of the second evaluator: of polynomials, along the gradient flow of a user's own loss, and at 0.

A symbol is replaced by variables, the value is then a polynomial in them, and that is differentiated term by term.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from ..statement.props import Prop
from ..statement.terms import MadeSym, Op, Sym, Term, symbols
from . import matrices as m
from .matrices import Matrix
from .numbers import Number, Unread, add, derivative, drawn, multiply, negative, put_in

if TYPE_CHECKING:
    from .terms import At

Read = Callable[[Term, "At"], Matrix]
FREE = frozenset({"parameter"})
"""The traits of a symbol that may move in every direction."""


@dataclass(frozen=True)
class Varied:
    """A point with variables in the place of symbols."""

    at: At
    names: tuple[str, ...]
    values: Mapping[str, Number]
    """What the variables are there."""
    shown: Mapping[Sym, tuple[tuple[str, ...], ...]]
    """The variables of each symbol, entry by entry."""

    def slopes(self, f: Number) -> list[Number]:
        """The partial derivatives at the point."""
        return [put_in(derivative(f, name), self.values) for name in self.names]

    def curvatures(self, f: Number) -> list[list[Number]]:
        """The second ones."""
        return [self.slopes(derivative(f, name)) for name in self.names]


def varied(read: Read, symbols: Sequence[Term], at: At, *, anywhere: bool = False) -> Varied:
    """The symbols as variables, ``anywhere`` at 0 where the point gives them no value.

    Raises:
        Unread: what is no symbol, or may not move in every direction.
    """
    moved: dict[Sym, Matrix] = {}
    values: dict[str, Number] = {}
    shown: dict[Sym, tuple[tuple[str, ...], ...]] = {}
    for k, sym in enumerate(symbols):
        if not isinstance(sym, Sym) or not sym.traits <= FREE:
            raise Unread("a derivative by what does not move freely")
        here = _here(read, sym, at, anywhere)
        grid = tuple(tuple(f"{at.depth}.{k}.{i}.{j}" for j in range(len(row))) for i, row in enumerate(here))
        values |= {name: x for line, row in zip(grid, here, strict=True) for name, x in zip(line, row, strict=True)}
        moved[sym] = tuple(tuple(map(drawn, line)) for line in grid)
        shown[sym] = grid
    inside = replace(at.binding(moved), depth=at.depth + 1)
    return Varied(inside, tuple(values), values, shown)


def _here(read: Read, sym: Sym, at: At, anywhere: bool) -> Matrix:
    try:
        return read(sym, at)
    except Unread:
        if not anywhere:
            raise
        return m.zeros(at.size(sym.shape[0]), at.size(sym.shape[1]))


def slope(read: Read, node: Op, at: At) -> Matrix:
    """The derivative at 0 of what is a polynomial in the bound number."""
    t, body = node.args
    assert isinstance(t, Sym)
    name = f"{at.depth}.slope"
    inside = at.binding({t: ((drawn(name),),)})
    return _at_zero(read(body, replace(inside, depth=at.depth + 1, small=at.small | {name})), name)


def has_a_kink(read: Read, prop: Prop, at: At) -> bool:
    """True where the derivatives from the two sides differ along an entry; raises :class:`Unread` otherwise."""
    body, *symbols = prop.args
    assert isinstance(body, Term)
    name = f"{at.depth}.step"
    for sym in symbols:
        assert isinstance(sym, Sym)
        here = _here(read, sym, at, True)
        for place in product(range(len(here)), range(len(here[0]))):
            moved = tuple(
                tuple(add(x, drawn(name)) if (i, j) == place else x for j, x in enumerate(row))
                for i, row in enumerate(here)
            )
            there = replace(at.binding({sym: moved}), depth=at.depth + 1, small=at.small | {name})
            right, left = (_at_zero(read(body, replace(there, side=side)), name) for side in (1, -1))
            if right != left:
                return True
    raise Unread("differentiability")


def _at_zero(A: Matrix, name: str) -> Matrix:
    zero: Mapping[str, Number] = {name: Fraction(0)}
    return tuple(tuple(put_in(derivative(x, name), zero) for x in row) for row in A)


def rate(read: Read, node: Op, at: At) -> Matrix:
    """The time derivative along the flow: the parameters move against the gradient of the loss."""
    if at.model is None:
        raise Unread("the flow of a loss that is not given as a term")
    if any(sym in at.model.roles.time for sym in symbols(node)):
        raise Unread("a derivative of what the time itself stands in")
    start = at_start(read, at) if at.is_started else at
    if any(read(sym, start) != read(sym, at) for sym in at.model.parameters):
        raise Unread("a flow at a later time than 0")
    there = varied(read, at.model.parameters, at)
    velocity = [negative(x) for x in there.slopes(m.number(read(at.model.loss, there.at)))]
    return tuple(tuple(_along(there.slopes(x), velocity) for x in row) for row in read(node.args[0], there.at))


def _along(slopes: Sequence[Number], velocity: Sequence[Number]) -> Number:
    total: Number = Fraction(0)
    for x, y in zip(slopes, velocity, strict=True):
        total = add(total, multiply(x, y))
    return total


def at_start(read: Read, at: At, body: Term | None = None) -> At:
    """The point at time 0: parameters have the values that the model gives them, or start where the point has them.

    The time, which is 0 there, does not stand in ``body``.
    """
    if at.model is None:
        raise Unread("the start of a flow of a loss that is not given as a term")
    if body is not None and any(sym in at.model.roles.time for sym in symbols(body)):
        raise Unread("the start of what the time itself stands in")
    given = dict(at.model.initial)
    found: dict[Sym, Matrix] = {}
    for sym in at.model.parameters:
        start = given.get(sym)
        is_open = start is None or (isinstance(start, MadeSym) and start.name not in at.point.values)
        if start is not None and not is_open:
            found[sym] = read(start, at)
    return at.binding(found)


def depends(read: Read, f: Term, symbols: Sequence[Term], at: At) -> bool:
    """Whether the value is seen to depend on the symbols: some derivative is not 0."""
    there = varied(read, symbols, at, anywhere=True)
    return any(not _is_zero(x) for row in read(f, there.at) for entry in row for x in there.slopes(entry))


def _is_zero(x: Number) -> bool:
    if not isinstance(x, Fraction):
        raise Unread("a derivative that is not exact")
    return x == 0


def is_stationary(read: Read, f: Term, pairs: Sequence[Term], at: At) -> bool:
    """Whether all derivatives vanish where the symbols have these values."""
    symbols = [sym for sym in pairs[::2] if isinstance(sym, Sym)]
    values = {sym: read(new, at) for sym, new in zip(symbols, pairs[1::2], strict=True)}
    there = varied(read, symbols, at.binding(values))
    return all(map(_is_zero, there.slopes(m.number(read(f, there.at)))))


def curves_down(read: Read, f: Term, symbols: Sequence[Term], at: At) -> bool:
    """Whether some second derivative at the point is negative: then the function is not convex."""
    there = varied(read, symbols, at, anywhere=True)
    found = there.curvatures(m.number(read(f, there.at)))
    return m.definite(tuple(map(tuple, found)), strictly=False) is False


def is_convex(read: Read, f: Term, symbols: Sequence[Term], at: At) -> bool:
    """Whether it is of degree 2 with positive semi-definite second derivatives."""
    there = varied(read, symbols, at, anywhere=True)
    value = m.number(read(f, there.at))
    second = tuple(map(tuple, there.curvatures(value)))
    return is_quadratic(value, there.names) and m.definite(second, strictly=False) is True


def is_quadratic(f: Number, names: Sequence[str]) -> bool:
    """Whether all derivatives of the third order vanish."""
    thirds = (derivative(derivative(derivative(f, a), b), c) for a in names for b in names for c in names)
    return all(isinstance(x, Fraction) and x == 0 for x in thirds)
