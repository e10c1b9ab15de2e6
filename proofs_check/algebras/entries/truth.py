"""Whether a proposition holds at an exact point: yes, no, or not to be told."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from symbolic.entries import Matrix, Ratio
from symbolic.errors import InputError

from ...proof.smooth import has_convex_domain, is_flat
from ...statement.fold import Lacks
from ...statement.props import Prop, substitute_in, with_terms
from ...statement.terms import Sym, Term, at0, expect, inner, term, where
from .algebra import EntriesAlgebra
from .asymptotic import is_of_order, limit_of
from .enclosure import certainly_differ, certified_sign
from .extremes import bends_down, is_convex, is_least_at, minimisers_at
from .prompts import is_better_written, law_algebra, wide_algebra
from .space import Setting

COMPARE = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
CLOSED = frozenset({"le", "ge", "eq", "psd", "psd_form"})
"""Relations that fail on an open set of outcomes, hence with positive probability, where they fail at all."""


def truth(prop: Prop, point: Setting) -> bool | None:
    """True, False, or None where the point does not tell."""
    reader = _HEADS.get(prop.head)
    if reader is None:
        return None
    try:
        return reader(prop, point)
    except (Lacks, ZeroDivisionError, InputError):
        return None


def _terms(prop: Prop) -> list[Term]:
    return [arg for arg in prop.args if isinstance(arg, Term)]


def _inside(prop: Prop) -> list[Prop]:
    return [arg for arg in prop.args if isinstance(arg, Prop)]


def read_at(terms: Sequence[Term], point: Setting) -> tuple[EntriesAlgebra, list[Matrix]]:
    """The values of ``terms`` at ``point``; samples are written out where sums over them cannot be read."""
    try:
        algebra = wide_algebra(terms, point)
        return algebra, [algebra.finish(algebra.read(t)).map(algebra.space.roots.reduce) for t in terms]
    except Lacks as lacks:
        if not point.lengths or not is_better_written(lacks, terms, point):
            raise
        return read_at(terms, replace(point, written=True))


def can_fail(prop: Prop) -> bool:
    """Whether a point can show that ``prop`` fails."""
    if prop.head in {"and", "almost_surely", "always", "for_all"}:
        return any(map(can_fail, _inside(prop)))
    if prop.head == "implies":
        return can_fail(_inside(prop)[1])
    if prop.head == "exists":
        return _inside(prop)[0].head in {"exists", "eq", "almost_surely"}
    return prop.head in _HEADS


def shown(algebra: EntriesAlgebra, value: Matrix) -> str:
    """The entries as text; square roots are written out."""
    roots = algebra.space.roots

    def text(entry: Ratio) -> str:
        written = str(entry)
        for name in reversed(roots.values):
            written = written.replace(name, f"sqrt({roots.values[name]})")
        return written

    entries = [[text(roots.reduce(e)) for e in row] for row in value.rows]
    return entries[0][0] if value.shape == (1, 1) else str(entries).replace("'", "")


def _number(algebra: EntriesAlgebra, value: Matrix) -> Ratio:
    if value.shape != (1, 1):
        raise Lacks("entries lacks a comparison of matrices")
    entry: Ratio = value[0, 0]
    return algebra.space.roots.reduce(entry)


def _eq(prop: Prop, point: Setting) -> bool | None:
    algebra, (a, b) = read_at(_terms(prop), point)
    return _none_of(certainly_differ((a - b).entries(), algebra.space.roots))


def _none_of(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def _ne(prop: Prop, point: Setting) -> bool | None:
    return _none_of(_eq(prop, point))


def _compare(prop: Prop, point: Setting) -> bool | None:
    algebra, (a, b) = read_at(_terms(prop), point)
    gap = _number(algebra, a - b)
    sign = certified_sign(gap, algebra.space.roots) if gap else 0
    if gap and not sign:
        return None
    return bool(COMPARE[prop.head](sign, 0))


def _and(prop: Prop, point: Setting) -> bool | None:
    known = True
    for part in _inside(prop):
        found = truth(part, point)
        if found is False:
            return False
        known = known and found is not None
    return True if known else None


def _implies(prop: Prop, point: Setting) -> bool | None:
    hypothesis, conclusion = _inside(prop)
    assumed = truth(hypothesis, point)
    if assumed is False:
        return True
    found = truth(conclusion, point)
    return found if found is True or assumed is True else None


def _for_all(prop: Prop, point: Setting) -> bool | None:
    """For every value of an index; of another variable the point has one value, which can show that it does not."""
    variable, body = prop.args
    assert isinstance(body, Prop)
    if not isinstance(variable, Sym) or not variable.has("index"):
        return False if truth(body, point) is False else None
    dim = next(t.removeprefix("range:") for t in variable.traits if t.startswith("range:"))
    numbers = range(1, point.size(dim) + 1)
    return _and(Prop("and", tuple(substitute_in(body, {variable: term(k)}) for k in numbers)), point)


def _iff(prop: Prop, point: Setting) -> bool | None:
    a, b = (truth(p, point) for p in _inside(prop))
    return None if a is None or b is None else a == b


def _almost_surely(prop: Prop, point: Setting) -> bool | None:
    (body,) = _inside(prop)
    if body.head in {"tends", "tends_jointly"}:
        return _tends(body, point, surely=False)
    found = truth(body, point)
    # One outcome has probability 0, but what fails there strictly fails around it.
    return found if found is not False or _fails_openly(body) else None


def _fails_openly(body: Prop) -> bool:
    return body.head in CLOSED or (body.head == "and" and all(map(_fails_openly, _inside(body))))


def _always(prop: Prop, point: Setting) -> bool | None:
    """What always holds also holds at time 0."""
    (body,) = _inside(prop)
    found = truth(with_terms(body, at0), point)
    return False if found is False else None


def _definite(strict: bool) -> Callable[[Prop, Setting], bool | None]:
    def decide(prop: Prop, point: Setting) -> bool | None:
        algebra, (A,) = read_at(_terms(prop), point)
        if prop.head == "psd_form":
            A = A + A.T
        elif (skew := certainly_differ((A - A.T).entries(), algebra.space.roots)) is not False:
            return _none_of(skew)
        n = len(A.rows)
        orders = [tuple(range(k + 1)) for k in range(n)] if strict else [
            c for k in range(1, n + 1) for c in combinations(range(n), k)
        ]
        signs = []
        for rows in orders:
            minor = Matrix.build(len(rows), len(rows), lambda i, j: A[rows[i], rows[j]]).det()  # noqa: B023
            minor = algebra.space.roots.reduce(minor)
            sign = certified_sign(minor, algebra.space.roots) if minor else 0
            if minor and not sign:
                return None
            signs.append(sign)
        return all(s > 0 for s in signs) if strict else all(s >= 0 for s in signs)

    return decide


def _global_minimum(prop: Prop, point: Setting) -> bool | None:
    """The values of the point itself are another place to look: the function must not be less there."""
    f, *pairs = prop.args
    assert isinstance(f, Term)
    bindings = [(s, v) for s, v in zip(pairs[::2], pairs[1::2], strict=True) if isinstance(s, Sym)]
    there = where(f, *bindings)  # type: ignore[arg-type]
    found = truth(Prop("le", (there, f)), point)
    return False if found is False else None


def _tends(prop: Prop, point: Setting, *, surely: bool = True) -> bool | None:
    """Everything but the lengths that grow has its value."""
    body, value, *moving = _terms(prop)
    lengths = [s.name for s in moving if isinstance(s, Sym)]
    free = replace(point, lengths={k: n for k, n in point.lengths.items() if k not in lengths})
    algebra = law_algebra([body, value, *moving], free)
    difference = algebra.finish(algebra.read(body) - algebra.read(value))
    limits = [limit_of(e, lengths, algebra, surely=surely) for e in difference.entries()]
    return _none_of(certainly_differ(limits, algebra.space.roots))


def _order(prop: Prop, point: Setting) -> bool | None:
    f, g, *moving = _terms(prop)
    lengths = [s.name for s in moving if isinstance(s, Sym)]
    free = replace(point, lengths={k: n for k, n in point.lengths.items() if k not in lengths})
    algebra = law_algebra([f, g, *moving], free)
    a, b = (algebra.finish(algebra.read(t)) for t in (f, g))
    return is_of_order(a[0, 0], b[0, 0], lengths, algebra)


def mean_square(prop: Prop) -> Prop:
    """Convergence in mean square as convergence of a number."""
    body, value, *moving = _terms(prop)
    return Prop("tends_jointly", (expect(inner(body - value, body - value)), term(0), *moving))


def _in_mean_square(prop: Prop, point: Setting) -> bool | None:
    return _tends(mean_square(prop), point)


def _exists(prop: Prop, point: Setting) -> bool | None:
    from .existence import exists_at

    return exists_at(prop, point)


def _minimisers_satisfy(prop: Prop, point: Setting) -> bool | None:
    """A minimiser at the problem of the point at which the body fails."""
    (body,) = _inside(prop)
    return False if any(truth(body, there) is False for there in minimisers_at(prop, point)) else None


def _minimum_where(prop: Prop, point: Setting) -> bool | None:
    return None if is_least_at(prop, point) else False


def _convex(prop: Prop, point: Setting) -> bool | None:
    """False where a second derivative is negative, or where a chord lies below the graph."""
    f, variables = _function(prop)
    if not all(map(has_convex_domain, variables)):
        return None
    return False if _bends_down(f, variables, point) or chord_below(f, variables, point) else None


def _nonconvex(prop: Prop, point: Setting) -> bool | None:
    """True where the function bends down at the point; where it is a mean square of something affine it never does."""
    f, variables = _function(prop)
    if not all(map(has_convex_domain, variables)):
        return None
    if _bends_down(f, variables, point) or chord_below(f, variables, point):
        return True
    return False if is_convex(f, variables, point) else None


def how_not_convex(prop: Prop, point: Setting) -> str:
    """What shows at the point that a function is not convex."""
    f, variables = _function(prop)
    if _bends_down(f, variables, point):
        return "a second derivative is negative there"
    chord = chord_below(f, variables, point)
    names = ", ".join(v.name for v in variables)
    return f"the chord from {chord[0]} to {chord[1]} times {names} is below the graph halfway" if chord else ""


def _function(prop: Prop) -> tuple[Term, list[Sym]]:
    f, *bound = _terms(prop)
    return f, [v for v in bound if isinstance(v, Sym)]


def _bends_down(f: Term, variables: Sequence[Sym], point: Setting) -> bool:
    try:
        return bends_down(f, variables, point)
    except (Lacks, ZeroDivisionError, InputError):
        return False  # kinks, say: chords may still tell


def chord_below(f: Term, variables: Sequence[Sym], point: Setting) -> tuple[Fraction, Fraction] | None:
    """A chord, of a few, halfway on which the value is certainly above the mean of the values at its ends.

    The chords run through the variables' values at the point, or through 0, and past them by as much again, or end
    there where the domain does.
    """
    flat = all(map(is_flat, variables))
    ends = [(Fraction(-1), Fraction(1)), (Fraction(0), Fraction(2)), (Fraction(-1), Fraction(3))] if flat else [
        (Fraction(1, 2), Fraction(3, 2))
    ]
    for low, high in ends:
        at = [_scaled(f, variables, t) for t in (low, (low + high) / 2, high)]
        if truth(Prop("lt", (at[0] + at[2], 2 * at[1])), point) is True:
            return low, high
    return None


def _scaled(f: Term, variables: Sequence[Sym], by: Fraction) -> Term:
    return where(f, *((v, by * v) for v in variables))


_HEADS: dict[str, Callable[[Prop, Setting], bool | None]] = {
    "eq": _eq, "ne": _ne, "lt": _compare, "le": _compare, "gt": _compare, "ge": _compare, "and": _and,
    "for_all": _for_all, "implies": _implies, "iff": _iff, "almost_surely": _almost_surely, "always": _always,
    "psd": _definite(False), "psd_form": _definite(False), "posdef": _definite(True),
    "global_minimum": _global_minimum, "tends": _tends, "tends_jointly": _tends, "order": _order,
    "in_mean_square": _in_mean_square, "exists": _exists,
    "minimisers_satisfy": _minimisers_satisfy, "minimum_where": _minimum_where, "convex": _convex,
    "nonconvex": _nonconvex,
}
