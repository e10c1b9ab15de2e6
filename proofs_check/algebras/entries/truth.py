"""Whether a proposition holds at an exact point: yes, no, or not to be told."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from symbolic.entries import Matrix, Ratio
from symbolic.errors import InputError

from ... import logic
from ...logic import Answer, AtPoint, Truth, Values, answer, graded, known, unknown
from ...logic.interpreter import MEANINGS
from ...proof.smooth import has_convex_domain, is_flat
from ...proof.traits import is_derived, is_random
from ...statement.binders import names_of
from ...statement.fold import Lacks
from ...statement.indices import reach
from ...statement.premises import said
from ...statement.props import Prop, conjuncts, inside, subprops, substitute_in, subterms, terms_in, with_terms
from ...statement.terms import Op, Sym, Term, at0, expect, inner, symbols, term, where
from .algebra import EntriesAlgebra
from .asymptotic import is_of_order, limit_of
from .enclosure import certainly_differ, certified_sign
from .existence import exists_at
from .extremes import bends_down, is_convex, is_least_at, minimisers_at
from .prompts import is_better_written, law_algebra, wide_algebra
from .space import Setting

COMPARE = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
CLOSED = frozenset({"le", "ge", "eq", "psd", "psd_form"})
"""Relations that fail on an open set of outcomes, hence with positive probability, where they fail at all."""


def truth(prop: Prop, point: Setting) -> bool | None:
    """True, False, or None where the point does not tell."""
    return logic.truth(prop, At(point)).known


class At(AtPoint):
    """An exact point."""

    name = "entries"
    silent = (Lacks, ZeroDivisionError, InputError)
    definitions = frozenset()

    def __init__(self, point: Setting) -> None:
        self.point = point

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        algebra, (a, b) = read_at([lhs, rhs], self.point)
        differ = certainly_differ((a - b).entries(), algebra.space.roots)
        return known(False, prop) if differ else answer(_none_of(differ))

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        algebra, (a, b) = read_at([lhs, rhs], self.point)
        gap = _number(algebra, a - b)
        sign = certified_sign(gap, algebra.space.roots) if gap else 0
        if gap and not sign:
            return answer(None)
        return known(True) if COMPARE[prop.head](sign, 0) else known(False, prop)

    def definite(self, prop: Prop, A: Term) -> Answer:
        algebra, (value,) = read_at([A], self.point)
        return answer(_definite(value, algebra, prop.head))

    def said(self, prop: Prop) -> Answer:
        reader = _HEADS.get(prop.head)
        return super().said(prop) if reader is None else answer(reader(prop, self.point))

    def values(self, variable: Sym, body: Prop) -> Values:
        """Every value of an index; of another variable the point has one, which can show that not all will do."""
        if not variable.has("index"):
            return super().values(variable, body)
        numbers = range(1, self.point.size(reach(variable)) + 1)
        return Values(((substitute_in(body, {variable: term(k)}), self) for k in numbers), whole=True)

    def exists(self, prop: Prop, variable: Sym, body: Prop) -> Answer:
        return answer(exists_at(prop, self.point))

    def almost_surely(self, prop: Prop, body: Prop) -> Answer:
        """What holds at one outcome need not hold at others.  What fails there strictly fails around it; anything
        that fails does so with positive probability where all that is drawn has two values."""
        if body.head in {"tends", "tends_jointly"}:
            return answer(_tends(body, self.point, surely=False))
        found = logic.truth(body, self)
        if found.known:
            return graded(Truth.TOUCHES) if _is_drawn(body) else found
        return found if found.known is None or _fails_openly(body) or _is_likely(body, self.point) else unknown()

    def always(self, prop: Prop, body: Prop) -> Answer:
        """What always holds also holds at time 0."""
        if any(names_of(sub) for _, sub in subprops(body)):
            return unknown()
        found = logic.truth(with_terms(body, at0), self)
        return found if found.known is False else unknown()


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
    return any(
        inside(link)[0].head in {"exists", "eq", "almost_surely"} if link.head == "exists" else
        link.head in {*MEANINGS, *_HEADS}
        for _, link in said(prop, {"almost_surely", "always", "for_all"})
    )  # fmt: skip


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


def _none_of(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


def _is_drawn(body: Prop) -> bool:
    """Whether it speaks of one outcome of many."""
    said = [arg for _, sub in subprops(body) for arg in sub.args if isinstance(arg, Term)]
    return any(is_random(term) or is_derived(term) for term in said)


def _is_likely(body: Prop, point: Setting) -> bool:
    """Whether the outcome of the point has a positive probability: what is drawn has laws of two values."""
    drawn = {s for _, t in subterms(body) for s in symbols(t) if s.traits & {"random", "derived"}}
    laws = [point.laws.get(s.name) for s in drawn]
    return all(isinstance(law, Op) and law.head == "two_point" for law in laws)


def _fails_openly(body: Prop) -> bool:
    return all(link.head in CLOSED for link in conjuncts(body))


def _definite(A: Matrix, algebra: EntriesAlgebra, head: str) -> bool | None:
    """By leading minors, or of what may be singular by all principal ones."""
    if head == "psd_form":
        A = A + A.T
    elif (skew := certainly_differ((A - A.T).entries(), algebra.space.roots)) is not False:
        return _none_of(skew)
    n, strict = len(A.rows), head == "posdef"
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
    body, value, *moving = terms_in(prop)
    lengths = [s.name for s in moving if isinstance(s, Sym)]
    free = replace(point, lengths={k: n for k, n in point.lengths.items() if k not in lengths})
    algebra = law_algebra([body, value, *moving], free)
    difference = algebra.finish(algebra.read(body) - algebra.read(value))
    limits = [limit_of(e, lengths, algebra, surely=surely) for e in difference.entries()]
    return _none_of(certainly_differ(limits, algebra.space.roots))


def _order(prop: Prop, point: Setting) -> bool | None:
    f, g, *moving = terms_in(prop)
    if not all(isinstance(s, Sym) and s.has("integer") and s.has("positive") for s in moving):
        return None  # it is claimed for all values, 0 and those below 1 among them
    lengths = [s.name for s in moving if isinstance(s, Sym)]
    free = replace(point, lengths={k: n for k, n in point.lengths.items() if k not in lengths})
    algebra = law_algebra([f, g, *moving], free)
    a, b = (algebra.finish(algebra.read(t)) for t in (f, g))
    return is_of_order(a[0, 0], b[0, 0], lengths, algebra)


def mean_square(prop: Prop) -> Prop:
    """Convergence in mean square as convergence of a number."""
    body, value, *moving = terms_in(prop)
    return Prop("tends_jointly", (expect(inner(body - value, body - value)), term(0), *moving))


def _in_mean_square(prop: Prop, point: Setting) -> bool | None:
    return _tends(mean_square(prop), point)


def _minimisers_satisfy(prop: Prop, point: Setting) -> bool | None:
    """A minimiser at the problem of the point at which the body fails."""
    (body,) = inside(prop)
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
    f, *bound = terms_in(prop)
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
    "global_minimum": _global_minimum, "tends": _tends, "tends_jointly": _tends, "order": _order,
    "in_mean_square": _in_mean_square,
    "minimisers_satisfy": _minimisers_satisfy, "minimum_where": _minimum_where, "convex": _convex,
    "nonconvex": _nonconvex,
}
