"""Whether something with a stated property exists at an exact point."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from re import escape, fullmatch
from typing import Any

from symbolic.entries import Matrix, Ratio
from symbolic.entries.psd import rank
from symbolic.systems import is_inconsistent

from ...statement.fold import Lacks
from ...statement.props import Prop, inside
from ...statement.terms import Op, Sym, Term, symbols
from .algebra import EntriesAlgebra
from .prompts import wide_algebra
from .space import Setting


def exists_at(prop: Prop, point: Setting) -> bool | None:
    """False where no value of the bound symbols makes the two sides agree at every outcome (almost surely).

    An integer is a number of the point, and not an unknown of the equations: nothing is said of those that are bound.
    """
    unknown, body = _opened(prop)
    if any(s.has("integer") for s in unknown):
        return None
    surely = body.head == "almost_surely"
    if surely:
        (inner,) = inside(body)
        body = inner
    if body.head != "eq":
        return None
    lhs, rhs = (side for side in body.args if isinstance(side, Term))
    gap_term = lhs - rhs
    drawn = [s for s in symbols(gap_term) if s.has("random")]
    if any(isinstance(point.laws.get(s.name), Op) for s in drawn):
        raise Lacks("entries lacks what holds at the few outcomes of a law alone")
    free = {s.name for s in (*unknown, *drawn)}
    setting = replace(point, values={k: v for k, v in point.values.items() if k not in free}, written=True)
    algebra, (gap, *read) = read_terms([gap_term, *unknown], setting)
    names = {str(entry) for matrix in read for entry in matrix.entries()}
    gone = {name for s in drawn if surely and _is_fixed(s, point) for name in _names_of(s, algebra)}
    equations = [c for entry in gap.entries() for c in _coefficients(entry, names, gone)]
    return False if is_inconsistent(equations) else None


def _opened(prop: Prop) -> tuple[list[Sym], Prop]:
    unknown: list[Sym] = []
    while prop.head == "exists":
        variable, body = prop.args
        assert isinstance(variable, Sym)
        assert isinstance(body, Prop)
        unknown.append(variable)
        prop = body
    return unknown, prop


def read_terms(terms: list[Term], setting: Setting) -> tuple[EntriesAlgebra, list[Matrix]]:
    algebra = wide_algebra(terms, setting)
    return algebra, [algebra.finish(algebra.read(t)).map(algebra.space.roots.reduce) for t in terms]


def numbers_at(terms: list[Term], setting: Setting) -> list[Fraction]:
    _, read = read_terms(terms, setting)
    return [matrix[0, 0].constant() for matrix in read]


def _coefficients(gap: Ratio, unknown: Collection[str], gone: Collection[str]) -> Iterator[Any]:
    """The coefficients of a numerator, a polynomial in what is drawn, as polynomials in the unknown; ``gone`` are 0."""
    import sympy

    names = gap.num.context().names()
    found: dict[tuple[int, ...], Any] = {}
    for exponents, value in gap.num.to_dict().items():
        used = [(name, int(e)) for name, e in zip(names, exponents, strict=True) if e]
        if any(name in gone for name, _ in used):
            continue
        key = tuple(0 if name in unknown else int(e) for name, e in zip(names, exponents, strict=True))
        factor = sympy.Rational(int(value.p), int(value.q))
        for name, e in used:
            factor *= sympy.Symbol(name) ** e if name in unknown else 1
        found[key] = found.get(key, 0) + factor
    yield from found.values()


def _names_of(sym: Sym, algebra: EntriesAlgebra) -> list[str]:
    """The variables that stand for the entries of a random symbol, of all members of a family."""
    place = "" if sym.shape == (1, 1) else r"_\d+"
    return [n for n in algebra.space.ctx.names() if fullmatch(rf"{escape(sym.name)}{place}(#\w+)?", n)]


def _is_fixed(sym: Sym, point: Setting) -> bool:
    """Whether a random symbol is 0 almost surely at the point; Lacks where its law is singular but not that."""
    said = dict(trait.split(":", 1) for trait in sym.traits if ":" in trait)
    value = point.values.get(said.get("cov", said.get("std", "")))
    if value is None:
        return False
    rows = value if isinstance(value, list) else [[value]]
    found = rank(Matrix.of([[Fraction(entry) for entry in row] for row in rows]))
    if 0 < found < len(rows):
        raise Lacks("entries lacks what holds almost surely under a singular law")
    return found == 0
