"""Points moved so as to satisfy equations that are linear in one symbol's entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symbolic.errors import InputError

from ...statement.binding import bound_symbols
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Abbrev, Num, Op, Sym, Term, substitute, symbols
from .enclosure import certainly_differ
from .needs import is_length
from .space import Setting
from .truth import read_at

Vector = list[Fraction]
MOST_UNKNOWNS = 4
"""Symbols with more entries are not solved for."""


def meeting(equations: Sequence[Prop], point: Setting) -> Setting:
    """``point`` with one symbol's value changed so that all ``equations`` hold; Lacks where that is not found."""
    gaps = [gap for e in equations for gap in _written_out(_gap(e), point)]
    if not _off(gaps, point):
        return point
    for sym in sorted({s for gap in gaps for s in symbols(gap)}, key=lambda s: (s.shape == (1, 1), s.name)):
        if sym.name not in point.values or is_length(sym) or sym.has("iid") or _size(sym, point) > MOST_UNKNOWNS:
            continue
        if isinstance(point.laws.get(sym.name), Op):
            continue  # an outcome of a law that is named stays one
        found = _scaled(gaps, sym, point) if _is_definite(sym) else _solved(gaps, sym, point)
        if found is not None:
            return found
    raise Lacks("entries lacks a point that meets the hypotheses")


def _size(sym: Sym, point: Setting) -> int:
    return point.size(sym.shape[0]) * point.size(sym.shape[1])


def _is_definite(sym: Sym) -> bool:
    return any(map(sym.has, ("posdef", "psd", "positive", "nonnegative", "invertible", "law")))


def _gap(equation: Prop) -> Term:
    lhs, rhs = (arg for arg in equation.args if isinstance(arg, Term))
    return lhs - rhs


def _written_out(gap: Term, point: Setting) -> list[Term]:
    """The equation for every member of a sample that it speaks of."""
    indices = [s for s in symbols(gap) if s.has("index") and not _binds(gap, s)]
    found = [gap]
    for sym in indices:
        dim = next((t.removeprefix("range:") for t in sym.traits if t.startswith("range:")), "1")
        count = point.size(dim)
        found = [substitute(g, {sym: Num(Fraction(k))}) for g in found for k in range(1, count + 1)]
    return found


def _binds(node: Term, sym: Sym) -> bool:
    if isinstance(node, Abbrev):
        return _binds(node.body, sym)
    if not isinstance(node, Op):
        return False
    return sym in bound_symbols(node) or any(_binds(a, sym) for a in node.args)


def _residuals(gaps: Sequence[Term], point: Setting) -> Vector:
    values: Vector = []
    for gap in gaps:
        _, (value,) = read_at([gap], point)
        try:
            values += [entry.constant() for entry in value.entries()]
        except InputError as error:
            raise Lacks(f"entries lacks rational equations: {error}") from error
    return values


def _off(gaps: Sequence[Term], point: Setting) -> bool:
    """Whether an equation fails at ``point``, or is not known to hold."""
    for gap in gaps:
        algebra, (value,) = read_at([gap], point)
        if certainly_differ(value.entries(), algebra.space.roots) is not False:
            return True
    return False


def _with(point: Setting, sym: Sym, entries: Vector) -> Setting:
    rows, columns = (point.size(dim) for dim in sym.shape)
    value: Any = entries[0] if sym.shape == (1, 1) else [entries[i * columns : (i + 1) * columns] for i in range(rows)]
    return replace(point, values={**point.values, sym.name: value})


def _solved(gaps: Sequence[Term], sym: Sym, point: Setting) -> Setting | None:
    """The equations solved for ``sym``: a solution that is not zero where there is one."""
    zero, units = [Fraction(0)] * _size(sym, point), _units(sym, point)
    constant = _residuals(gaps, _with(point, sym, zero))
    columns = [[a - b for a, b in zip(_residuals(gaps, _with(point, sym, u)), constant, strict=True)] for u in units]
    for free in range(len(units)):
        for solution in _solutions(columns, constant, free):
            entries = [
                sum((x * y for x, y in zip(solution, at, strict=True)), Fraction(0)) for at in zip(*units, strict=True)
            ]
            moved = _with(point, sym, entries)
            if any(solution) and not _off(gaps, moved):
                return moved
    return None


def _units(sym: Sym, point: Setting) -> list[Vector]:
    """The matrices with one entry 1, or two such entries where that keeps them symmetric."""
    rows, columns = (point.size(dim) for dim in sym.shape)
    places = [(i, j) for i in range(rows) for j in range(i if sym.has("symmetric") else 0, columns)]
    same = [{(i, j), (j, i)} if sym.has("symmetric") else {(i, j)} for i, j in places]
    return [[Fraction(int((k, m) in ones)) for k in range(rows) for m in range(columns)] for ones in same]


def _solutions(columns: Sequence[Vector], constant: Vector, free: int) -> list[Vector]:
    """Solutions of ``sum_k x_k columns[k] = -constant`` by elimination, variables without a pivot being 0 or, for the
    one with number ``free``, 1."""
    size, count = len(columns), len(constant)
    rows = [[columns[k][i] for k in range(size)] + [-constant[i]] for i in range(count)]
    order = [k for k in range(size) if k != free] + [free]
    pivots: dict[int, int] = {}
    level = 0
    for k in order:
        pivot = next((i for i in range(level, count) if rows[i][k]), None)
        if pivot is None:
            continue
        rows[level], rows[pivot] = rows[pivot], rows[level]
        rows[level] = [v / rows[level][k] for v in rows[level]]
        for i in range(count):
            if i != level and rows[i][k]:
                factor = rows[i][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[level], strict=True)]
        pivots[k] = level
        level += 1
    solution = [Fraction(int(k == free)) for k in range(size)]
    for k, row in pivots.items():
        rest = sum((rows[row][j] * solution[j] for j in range(size) if j not in pivots), Fraction(0))
        solution[k] = rows[row][-1] - rest
    return [solution]


def _scaled(gaps: Sequence[Term], sym: Sym, point: Setting) -> Setting | None:
    """A positive multiple of the value, for symbols whose values must stay positive."""
    value = point.values[sym.name]
    flat = [Fraction(x) for row in value for x in row] if isinstance(value, list) else [Fraction(value)]
    once, twice = (_residuals(gaps, _with(point, sym, [k * x for x in flat])) for k in (1, 2))
    for a, b in zip(once, twice, strict=True):
        if a != b and 1 - a / (b - a) > 0:
            factor = 1 - a / (b - a)
            moved = _with(point, sym, [factor * x for x in flat])
            return None if _off(gaps, moved) else moved
    return None
