"""For which values of a scalar a mean is finite, and whether a stated condition says just that: exactly."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import sympy as sp

from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Sym, Term
from .pieces import Exponent, Pieces, described, minors
from .reading import pieces_of

_COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "eq": sp.Eq, "ne": sp.Ne,
}


def diverging(pieces: Pieces, length: int | None = None) -> str | None:
    """An exponential that certainly occurs and has no finite mean, in words; None where all means are finite.

    Scalars have numbers as values.  ``length``: the number of demonstrations, None for every number of them at once.

    Raises ``Lacks`` where it is not certain that such an exponential occurs.
    """
    doubtful = None
    groups = (pieces if length is None else pieces.with_members(length)).grouped()
    for exponent, group in sorted(groups.items(), key=lambda item: described(item[0])):
        least = max(len(piece.indices) for piece in group)
        failing = next((m for m in minors(exponent) if not _holds(m > 0)), None)
        if failing is None:
            continue
        occurs = pieces.occurs(exponent, groups)
        if occurs and (least <= 1 or length is not None):
            return f"the mean of exp({described(exponent)}) is infinite, of a quadratic form that is not positive"
        if occurs is not False:
            doubtful = doubtful or exponent
    if doubtful is not None:
        raise Lacks(f"words does not see whether exp({described(doubtful)}) occurs")
    return None


def finite_at_all(body: Term) -> tuple[bool, str]:
    """Whether the mean is finite for all values of the scalars, or infinite for all, with the reason."""
    pieces = pieces_of(body)
    free = _scalars_in(pieces)
    if not free:
        why = diverging(pieces)
        return why is None, why or _FINITE
    found = [diverging(pieces.at(values)) for values in _samples(pieces, free, [])]
    if all(why is None for why in found):
        return True, _FINITE
    if all(found):
        return False, str(found[0])
    raise Lacks("words finds the mean finite for some values of " + ", ".join(map(str, free)))


def disagreement(body: Term, condition: Prop) -> str | None:
    """A value of the scalar at which the mean is finite and the condition fails, or the contrary; None if none is.

    Asked for one demonstration, and for so many that every coincidence of two of them occurs.
    """
    return next((where for stated, finite, where in _cases(body, condition) if stated is not finite), None)


def exception(body: Term, condition: Prop, *, finite: bool) -> str | None:
    """A value of the scalar at which the condition holds and the mean is not finite (with ``finite`` False: is finite);
    None if none is.  Raises ``Lacks`` where it holds nowhere, which would say nothing."""
    met = [(found, where) for stated, found, where in _cases(body, condition) if stated]
    if not met:
        raise Lacks("words finds no value at which the condition holds")
    return next((where for found, where in met if found is not finite), None)


def _cases(body: Term, condition: Prop) -> Iterator[tuple[bool, bool, str]]:
    """Whether the condition holds and whether the mean is finite, wherever either may change, in words."""
    pieces = pieces_of(body)
    sides = [_number(side, pieces) for side in condition.args if isinstance(side, Term)]
    compare = _COMPARE.get(condition.head)
    if compare is None:
        raise Lacks(f"words lacks '{condition.head}' as a condition on a scalar")
    gap = sides[0] - sides[1]
    free = sorted(_scalars_in(pieces) | gap.free_symbols, key=str)
    most = pieces.most_members
    for length in range(1, max(most, 1) + 1):
        for values in _samples(pieces, free, [gap]):
            stated = _holds(compare(gap.subs(values), sp.Integer(0)))
            why = diverging(pieces.at(values), length)
            named = [f"{name} = {value}" for name, value in values.items()] + ([f"n = {length}"] if most else [])
            yield stated, why is None, f"{', '.join(named)}: {why or 'the mean is finite'}"


def conditions(body: Term) -> str:
    """The leading principal minors on which it depends which exponentials have finite means, as text."""
    found = {m for exponent in pieces_of(body).grouped() for m in minors(exponent) if not m.is_number}
    return ", ".join(sorted(f"{m} > 0" for m in found))


_FINITE = "every exponential in it has a finite mean: I - 2Q is positive definite for its quadratic form Q"


def _number(node: Term, pieces: Pieces) -> sp.Expr:
    found = pieces_of(node)
    if found.letters or any(p.indices for p in found.pieces):
        raise Lacks("words lacks this condition on a scalar")
    for letter, sym in found.scalars.items():
        pieces.scalars.setdefault(letter, sym)
    return sp.Add(*(p.coefficient for p in found.pieces))


def _scalars_in(pieces: Pieces) -> set[sp.Symbol]:
    """The scalars that exponents depend on: of those in coefficients it is enough which vanish."""
    return {s for piece in pieces.pieces for _, c in piece.exponent for s in c.free_symbols}


def instances(pieces: Pieces) -> Iterator[Pieces]:
    """The pieces at every number of demonstrations, and at every value of the scalar, that may make a difference.

    Raises ``Lacks`` where exponents depend on several scalars.
    """
    free = _scalars_in(pieces)
    for length in range(1, max(pieces.most_members, 1) + 1):
        for values in _samples(pieces, free, []) if free else ({},):
            yield pieces.at(values).with_members(length)


def _samples(
    pieces: Pieces, free: Iterable[sp.Symbol], further: list[sp.Expr]
) -> Iterator[dict[sp.Symbol, sp.Expr]]:
    """Values of the scalar: every one at which something may change, one between any two, one on either side."""
    letters = list(free)
    if len(letters) != 1:
        raise Lacks("words decides for one scalar at a time when means are finite")
    (s,) = letters
    sym = pieces.scalars.get(s)
    if sym is None or sym.has("integer"):
        raise Lacks("words decides for a real scalar when means are finite")
    points = sorted(set(_breakpoints(pieces, s, further)))
    ends = [points[0] - 1, points[-1] + 1] if points else [sp.Integer(1)]
    between = [_rational(a, b) for a, b in pairwise(points)]
    for value in [*points, *between, *ends]:
        if not _is_excluded(sym, value):
            yield {s: value}


def _is_excluded(sym: Sym, value: sp.Expr) -> bool:
    if sym.has("positive"):
        return not _holds(value > 0)
    if sym.has("nonnegative"):
        return not _holds(value >= 0)
    return sym.has("nonzero") and value == 0


def _breakpoints(pieces: Pieces, s: sp.Symbol, further: list[sp.Expr]) -> Iterator[sp.Expr]:
    exponents = list(pieces.grouped())
    changing = list(further)
    for exponent in exponents:
        changing += minors(exponent)
        changing += [c for _, c in exponent]
    changing += list(_differences(exponents))
    changing += list(_coefficients(pieces, s))
    for expression in changing:
        for part in sp.fraction(sp.together(expression)):
            if s in part.free_symbols:
                yield from sp.real_roots(sp.Poly(part, s))


def _coefficients(pieces: Pieces, s: sp.Symbol) -> Iterator[sp.Expr]:
    """What vanishes where the coefficient of an exponential does, among any number of demonstrations."""
    for length in range(pieces.most_members + 1):
        for group in pieces.with_members(length).grouped().values():
            total = sp.expand(sum(piece.coefficient for piece in group))
            for written in (total, *pieces.on_the_line(total)):
                others = sorted(written.free_symbols - {s}, key=str)
                yield from sp.Poly(written, *others).coeffs() if others else [written]


def _differences(exponents: list[Exponent]) -> Iterator[sp.Expr]:
    """What vanishes where two exponents coincide."""
    for a in exponents:
        for b in exponents:
            one, other = dict(a), dict(b)
            for form in one.keys() | other.keys():
                yield sp.expand(one.get(form, sp.Integer(0)) - other.get(form, sp.Integer(0)))


def _rational(a: sp.Expr, b: sp.Expr) -> sp.Expr:
    """A rational number between two numbers, with a small denominator."""
    for q in range(1, 1000):
        p = sp.floor(a * q) + 1
        if _holds(sp.Rational(p, q) < b):
            return sp.Rational(p, q)
    raise Lacks("words lacks a number between two bounds")


def _holds(relation: Any) -> bool:
    """Of numbers; raises ``Lacks`` where SymPy does not decide it."""
    if relation in (True, sp.true):
        return True
    if relation in (False, sp.false):
        return False
    raise Lacks("words does not see the sign of a number")
