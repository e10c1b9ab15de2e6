"""Minimisers and curvature at exact points: whether a statement about them fails there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symbolic.entries import Matrix, Ratio
from symbolic.entries.psd import inertia
from symbolic.entries.ring import places

from ...statement.fold import Lacks
from ...statement.props import Prop, conjuncts
from ...statement.ranges import over_a_space
from ...statement.terms import Op, Sym, Term
from .algebra import EntriesAlgebra
from .prompts import algebra_for
from .signs import Signs
from .space import Setting
from .squares import all_minimisers, is_affine, solved, under_the_square


def minimisers_at(prop: Prop, point: Setting) -> list[Setting]:
    """Minimisers of a mean square at the problem ``point``: one, and one more for each variable that is free there."""
    f, _, *bound = prop.args
    variables = [v for v in bound if isinstance(v, Sym)]
    assert isinstance(f, Term)
    over_a_space(variables, "entries")
    inside = under_the_square(f)
    if inside is None:
        raise Lacks("entries lacks the minimisers of a function that is not written as a mean square")
    algebra, names = _opened([f, inside], variables, point)
    value, g = (_number(algebra, t, names) for t in (f, inside))
    found = all_minimisers(value, g, list(names.values()), Signs(algebra.space).strict)
    free = [name for block in names.values() for name in block if name not in found]
    choices = [dict.fromkeys(free, Fraction(0)), *({n: Fraction(int(n == one)) for n in free} for one in free)]
    return [_moved(found, chosen, names, point, algebra) for chosen in choices]


def is_least_at(prop: Prop, point: Setting) -> bool:
    """Whether a mean square is least at a solution of the equations of ``minimum_where``, at the problem ``point``."""
    f, body, *bound = prop.args
    assert isinstance(f, Term)
    assert isinstance(body, Prop)
    variables = [v for v in bound if isinstance(v, Sym)]
    over_a_space(variables, "entries")
    links = list(conjuncts(body))
    if not all(link.head == "eq" for link in links):
        raise Lacks("entries lacks the places where this holds")
    gaps = [link.args[0] - link.args[1] for link in links]  # type: ignore[operator]
    least = Op("minimum", (f, *variables))
    algebra, names = _opened([f, least, *gaps], variables, point)
    flat = [name for block in names.values() for name in block]
    values = [e for gap in gaps for e in algebra.finish(algebra.read(gap)).entries()]
    values = [algebra.space.roots.without_roots_of(e, flat) for e in values]
    found = solved(values, flat, Signs(algebra.space).strict)
    zero = {name: algebra.space.constant(0) for name in flat if name not in found}
    there = zero | {name: value.substitute(zero) for name, value in found.items()}
    return not (_number(algebra, f, names).substitute(there) - _number(algebra, least, names))


def bends_down(f: Term, variables: Sequence[Sym], point: Setting) -> bool:
    """Whether the Hessian of ``f`` in the variables has a negative eigenvalue at ``point``."""
    algebra, names = _opened([f], variables, point)
    value = _number(algebra, f, names)
    flat = [name for block in names.values() for name in block]
    here = {
        name: algebra.space.constant(number)
        for sym, block in names.items()
        for name, number in zip(block, _flat(point.values[sym.name]), strict=True)
    }
    rows = [[value.derivative(a).derivative(b).substitute(here).constant() for b in flat] for a in flat]
    return inertia(Matrix.of(rows))[1] > 0


def is_convex(f: Term, variables: Sequence[Sym], point: Setting) -> bool:
    """Whether ``f`` is a mean square of what is affine in the variables, at the problem ``point``."""
    inside = under_the_square(f)
    if inside is None:
        return False
    algebra, names = _opened([f, inside], variables, point)
    flat = [name for block in names.values() for name in block]
    return not any(map(_number(algebra, f, names).derivative, flat)) or is_affine(_number(algebra, inside, names), flat)


def _opened(
    terms: Sequence[Term], variables: Sequence[Sym], point: Setting
) -> tuple[EntriesAlgebra, dict[Sym, list[str]]]:
    """An algebra at ``point`` in which the variables keep their generators; Lacks where they have none of their own."""
    gone = {v.name for v in variables}
    setting = replace(point, values={k: v for k, v in point.values.items() if k not in gone})
    algebra = algebra_for([*terms, *variables], setting)
    names = {v: [str(e) for e in algebra.read(v).entries()] for v in variables}
    if not places(algebra.space.ctx).keys() >= {name for block in names.values() for name in block}:
        raise Lacks("entries lacks derivatives by what is the square of its root")
    return algebra, names


def _number(algebra: EntriesAlgebra, f: Term, names: Mapping[Sym, Sequence[str]]) -> Ratio:
    """The value of ``f``, in which the generators ``names`` move; Lacks where one is under a root."""
    value: Ratio = algebra.finish(algebra.read(f))[0, 0]
    return algebra.space.roots.without_roots_of(value, [name for block in names.values() for name in block])


def _moved(
    found: dict[str, Ratio], chosen: dict[str, Fraction], names: dict[Sym, list[str]], point: Setting,
    algebra: EntriesAlgebra,
) -> Setting:
    numbers = {name: algebra.space.constant(value) for name, value in chosen.items()}
    values: dict[str, Any] = {}
    for sym, block in names.items():
        entries = [found[n].substitute(numbers).constant() if n in found else chosen[n] for n in block]
        columns = point.size(sym.shape[1])
        grid = [entries[k : k + columns] for k in range(0, len(entries), columns)]
        values[sym.name] = entries[0] if sym.shape == (1, 1) else grid
    return replace(point, values={**point.values, **values})


def _flat(value: Any) -> list[Fraction]:
    if isinstance(value, (list, tuple)):
        return [x for part in value for x in _flat(part)]
    return [Fraction(value)]
