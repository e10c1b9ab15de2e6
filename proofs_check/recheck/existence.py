"""Whether nothing exists, or something is a minimiser, by the second evaluator: polynomial identities over fractions.

Equations between polynomials have no solution where elimination ends in 0 = 1, or in a sum of squares that is positive.
What solves an equation for every outcome of Gaussians with a density makes each of their coefficients 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ..claims import Claim
from ..counterexamples import Minimiser
from ..statement.props import Prop, conjuncts
from ..statement.terms import Sym, Term
from . import calculus
from . import matrices as m
from .laws import Laws
from .matrices import Matrix
from .numbers import Number, Polynomial, Unread, add, drawn, multiply, polynomial, put_in, subtract

if TYPE_CHECKING:
    from .terms import At

MOST_SPLITS = 12
"""The depth to which a product that is 0 is split into the cases in which a factor is."""


def exists_nothing(prop: Prop, read: calculus.Read, at: At) -> bool:
    """True where no values of the bound symbols meet the equations of the body; raises :class:`Unread` otherwise."""
    unknown: list[Sym] = []
    body: object = prop
    while isinstance(body, Prop) and body.head == "exists":
        assert isinstance(body.args[0], Sym)
        unknown.append(body.args[0])
        body = body.args[1]
    if isinstance(body, Prop) and body.head == "almost_surely":
        body = body.args[0]
    assert isinstance(body, Prop)
    laws = Laws()
    names, moved = _variables(unknown, at)
    inside = replace(at.binding(moved), laws=laws, depth=at.depth + 1)
    gaps: list[Number] = []
    for link in conjuncts(body):
        if link.head == "eq":
            left, right = (read(side, inside) for side in link.args if isinstance(side, Term))
            if m.shape(left) != m.shape(right):
                raise Unread("sides of different shapes")
            gaps += [subtract(x, y) for a, b in zip(left, right, strict=True) for x, y in zip(a, b, strict=True)]
    dead = {name for name, C in laws.covariances.items() if not any(x != 0 for row in C for x in row)}
    rest = {name: C for name, C in laws.covariances.items() if name not in dead}
    if laws.signs or laws.rotations or any(
        name not in laws.normal or not m.definite(C, strictly=True) for name, C in rest.items()
    ):
        raise Unread("what exists for outcomes without a density")
    equations = [c for gap in gaps for c in _coefficients(_without(gap, dead), names)]
    if has_no_solution(equations):
        return True
    raise Unread("existence that elimination does not rule out")


def _variables(unknown: Sequence[Sym], at: At) -> tuple[set[str], dict[Sym, Matrix]]:
    names: set[str] = set()
    moved: dict[Sym, Matrix] = {}
    for k, sym in enumerate(unknown):
        if sym.traits & {"integer", "index", "activation", "kernel", "function", "random"}:
            raise Unread(f"the existence of {sym.name}")
        rows, cols = (at.size(dim) for dim in sym.shape)
        moved[sym] = tuple(tuple(drawn(f"{at.depth}.?{k}.{i}.{j}") for j in range(cols)) for i in range(rows))
        names |= {f"{at.depth}.?{k}.{i}.{j}" for j in range(cols) for i in range(rows)}
    return names, moved


def _without(a: Number, dead: set[str]) -> Number:
    """With 0 for what is drawn with variance 0."""
    variables = {name for mono, _ in a.terms for name in mono} if isinstance(a, Polynomial) else set()
    return put_in(a, {name: Fraction(0) for name in variables if name.rpartition("#")[0] in dead})


def _coefficients(a: Number, names: set[str]) -> Iterator[Number]:
    """Of the monomials in what is drawn, as polynomials in the unknowns."""
    if not isinstance(a, Polynomial):
        yield a
        return
    found: dict[tuple[str, ...], dict[tuple[str, ...], Fraction]] = {}
    for mono, c in a.terms:
        outside = tuple(name for name in mono if name not in names)
        found.setdefault(outside, {})[tuple(name for name in mono if name in names)] = c
    yield from (polynomial(terms) for terms in found.values())


def has_no_solution(equations: Sequence[Number], splits: int = 0) -> bool:
    """Whether no real values make all of them 0; False where this does not show it."""
    left = [p for p in equations if not (isinstance(p, Fraction) and p == 0)]
    if any(not isinstance(p, (Fraction, Polynomial)) for p in left):
        raise Unread("equations that are not exact")
    if any(isinstance(p, Fraction) or _is_positive(p) for p in left):
        return True
    for p in left:
        assert isinstance(p, Polynomial)
        for name in sorted({name for mono, _ in p.terms for name in mono}):
            c = dict(p.terms).get((name,))
            if c is not None and sum(name in mono for mono, _ in p.terms) == 1:
                rest = subtract(p, multiply(c, drawn(name)))
                value = multiply(Fraction(-1) / c, rest)
                return has_no_solution([put_in(q, {name: value}) for q in left if q is not p], splits)
    for p in left:
        assert isinstance(p, Polynomial)
        if len(p.terms) == 1 and splits < MOST_SPLITS:
            ((mono, _),) = p.terms
            zeros = [[put_in(q, {name: Fraction(0)}) for q in left] for name in set(mono)]
            return all(has_no_solution(case, splits + 1) for case in zeros)
    return False


def _is_positive(p: Number) -> bool:
    """Whether it is a constant and squares of monomials, all with coefficients of one sign."""
    if not isinstance(p, Polynomial) or () not in dict(p.terms):
        return False
    even = all(mono.count(name) % 2 == 0 for mono, _ in p.terms for name in mono)
    return even and len({c > 0 for _, c in p.terms}) == 1


# Minimisers ----------------------------------------------------------------------------------------------------

def is_minimiser(f: Term, variables: Sequence[Sym], claim: Claim | None, read: calculus.Read, at: At) -> bool:
    """Whether the point's values minimise f: it is constant, convex of degree 2, or the claim's squares show it."""
    there = calculus.varied(read, variables, at)
    value = m.number(read(f, there.at))
    rise = subtract(value, put_in(value, there.values))
    if rise == 0:
        return True
    hints = [hint for hint in _hints(claim) if hint.at.keys() == set(variables)]
    for hint in hints:
        total: Number = rise
        for weight, q in hint.squares:
            square = m.number(read(q, there.at))
            total = subtract(total, multiply(Fraction(weight), multiply(square, square)))
        if total == 0 and all(weight > 0 for weight, _ in hint.squares):
            return True
    flat = all(x == 0 for x in there.slopes(value))
    second = tuple(map(tuple, there.curvatures(value)))
    return flat and calculus.is_quadratic(value, there.names) and m.definite(second, strictly=False) is True


def _hints(claim: Claim | None) -> list[Minimiser]:
    found: list[Minimiser] = []
    for named in (claim.options if claim is not None else {}).values():
        hints = named.get("minimisers", {}) if isinstance(named, Mapping) else {}
        found += [hint for hint in hints.values() if isinstance(hint, Minimiser)]
    return found


def lowest(f: Number, there: calculus.Varied, *, alone: bool = False) -> tuple[Matrix, Number]:
    """Where a polynomial is smallest, as a column of all variables, and its value there.

    It is constant (unless it is to be smallest there alone), or of degree 2 with positive definite second derivatives:
    one Newton step finds the place.
    """
    here: Matrix = tuple((there.values[name],) for name in there.names)
    occur = {name for mono, _ in f.terms for name in mono} if isinstance(f, Polynomial) else set()
    if not alone and not occur & set(there.names):
        return here, f
    second = tuple(map(tuple, there.curvatures(f)))
    if not calculus.is_quadratic(f, there.names) or m.definite(second, strictly=True) is not True:
        raise Unread("the minimum of what is no definite quadratic")
    gradient: Matrix = tuple((x,) for x in there.slopes(f))
    step = m.product(m.inverse(second), gradient)
    place = m.plus(here, m.minus(step))
    drop = multiply(Fraction(-1, 2), m.dot(m.transpose(gradient)[0], m.transpose(step)[0]))
    return place, add(put_in(f, there.values), drop)
