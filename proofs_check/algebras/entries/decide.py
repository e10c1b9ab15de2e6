"""Equality of two terms, decided entry by entry, with its scope and a small exact counterexample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

from symbolic.entries import Matrix, Ratio
from symbolic.errors import InputError

from ...model import Model, model_of
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Num, Op, Sym, Term, substitute, symbols, tr, walk
from .algebra import EntriesAlgebra
from .lengths import UNKNOWN_SAMPLE, values_needed
from .points import points
from .space import Setting, is_length, needs_lengths

GENERAL_D = 3
"""Up to this d Lam is a general symmetric matrix unless square roots force it diagonal."""
QUICK_POINTS = 2
MORE_POINTS = 12


@dataclass(frozen=True, slots=True)
class Decision:
    equal: bool
    scope: str
    lengths: tuple[dict[str, int], ...] = ()
    """The prompt lengths at which prompts were written out; empty where N stayed symbolic."""
    every_length: bool = True
    """Whether these decide every length."""
    counterexample: dict[str, Any] | None = field(default=None)
    """Values by symbol name, with "d", the lengths, and both sides' values "lhs" and "rhs"."""


def decide_equal(
    lhs: Term, rhs: Term, d: int, *, given: Sequence[Prop] = (), model: Model | None = None, seed: int = 0
) -> Decision:
    """Whether ``lhs == rhs`` at dimension ``d``: for all entries, and for all prompt lengths where a bound is known.

    ``given``: hypotheses; equations between scalars (or ``norm_F(A) = c``) are used, others are not needed for
    identities.  Raises :class:`Lacks` where a head has no entrywise meaning, a computation would be too large, or
    square roots leave the question open.
    """
    setting = Setting(d, model=model or model_of("zfb"))
    relations = [r for prop in given for r in _relations(prop)]
    names = _lengths_of(lhs, rhs)
    for lhs_k, rhs_k in _indexed(lhs, rhs, setting):
        found = _counterexample(lhs_k, rhs_k, relations, setting, names, seed, QUICK_POINTS)
        if found:
            return Decision(False, f"d = {d}", (), True, found)
    written = needs_lengths([lhs, rhs])
    values = (values_needed([lhs, rhs], d) or UNKNOWN_SAMPLE) if written else ()
    bounded = not written or values_needed([lhs, rhs], d) is not None
    # The longest prompts come first: what is too large is found out at once.
    choices = product(reversed(values), repeat=len(names)) if written else [()]
    grids = [dict(zip(names, choice, strict=False)) for choice in choices]
    diagonal = d > GENERAL_D
    for lengths in grids:
        outcome, diagonal = _symbolic(lhs, rhs, relations, replace(setting, lengths=lengths), diagonal)
        if not outcome:
            found = None
            for lhs_k, rhs_k in _indexed(lhs, rhs, setting):
                found = found or _counterexample(lhs_k, rhs_k, relations, setting, names, seed, MORE_POINTS)
            if found is None and outcome is None:
                raise Lacks("entries lacks a decision: square roots or hypotheses leave a remainder that is no zero")
            return Decision(False, f"d = {d}", (), True, found)
    used = tuple(grids) if written and names else ()
    return Decision(True, _scope(d, diagonal, names if written else (), values, bounded), used, bounded)


def exact_values(term: Term, setting: Setting) -> list[list[Fraction]]:
    """The entries of ``term`` where ``setting`` gives a value to every symbol; Lacks for irrational ones."""
    algebra = EntriesAlgebra([term], setting)
    return _numbers(algebra, algebra.finish(algebra.read(term)))


def _numbers(algebra: EntriesAlgebra, value: Matrix) -> list[list[Fraction]]:
    try:
        return [[algebra.space.roots.reduce(entry).constant() for entry in row] for row in value.rows]
    except InputError as error:
        raise Lacks(f"entries lacks a rational value here: {error}") from error


# One setting ----------------------------------------------------------------------------------------------

def _symbolic(
    lhs: Term, rhs: Term, relations: Sequence[Term], setting: Setting, diagonal: bool
) -> tuple[bool | None, bool]:
    """True, False, or None (a remainder that may still be zero); and whether Lam had to be diagonal."""
    try:
        return _same(lhs, rhs, relations, replace(setting, diagonal=diagonal)), diagonal
    except Lacks:
        if diagonal or setting.d == 1:
            raise
        # Roots of functions of Lam exist entrywise where Lam is diagonal.
        return _same(lhs, rhs, relations, replace(setting, diagonal=True)), True


def _same(lhs: Term, rhs: Term, relations: Sequence[Term], setting: Setting) -> bool | None:
    result: bool | None = True
    for lhs_k, rhs_k in _indexed(lhs, rhs, setting):
        algebra = EntriesAlgebra([lhs_k, rhs_k, *relations], setting)
        difference = _difference(algebra, lhs_k, rhs_k)
        zero = [algebra.read(r)[0, 0] for r in relations]
        for entry in difference.entries():
            left = algebra.space.roots.reduce(entry)
            if left and not _divides(zero, left):
                open_question = bool(algebra.space.roots.values) or bool(relations)
                if not open_question:
                    return False
                result = None
    return result


def _difference(algebra: EntriesAlgebra, lhs: Term, rhs: Term) -> Matrix:
    a, b = algebra.read(lhs), algebra.read(rhs)
    if a.shape != b.shape:
        raise Lacks(f"entries lacks a comparison of shapes {a.shape} and {b.shape}")
    return a - b


def _divides(relations: Sequence[Ratio], remainder: Ratio) -> bool:
    """Whether the remainder is a multiple of one of the relations (each vanishes by hypothesis)."""
    return any(bool(r) and divmod(remainder.num, r.num)[1].is_zero() for r in relations)


def _counterexample(
    lhs: Term, rhs: Term, relations: Sequence[Term], setting: Setting, names: Sequence[str], seed: int, count: int
) -> dict[str, Any] | None:
    """The first of ``count`` small exact points where the two sides differ and the relations hold."""
    for point in points([lhs, rhs, *relations], setting, names, seed, count):
        try:
            algebra = EntriesAlgebra([lhs, rhs, *relations], point)
            if any(algebra.space.roots.reduce(algebra.finish(algebra.read(r))[0, 0]) for r in relations):
                continue
            difference = algebra.finish(_difference(algebra, lhs, rhs))
            if not any(algebra.space.roots.reduce(entry) for entry in difference.entries()):
                continue
            sides = {"lhs": algebra.finish(algebra.read(lhs)), "rhs": algebra.finish(algebra.read(rhs))}
        except Lacks:
            continue
        return {"d": setting.d, **point.lengths, **point.values} | {k: _shown(algebra, v) for k, v in sides.items()}
    return None


def _shown(algebra: EntriesAlgebra, value: Matrix) -> Any:
    try:
        return _numbers(algebra, value)
    except Lacks:
        return str(value.rows)


# Indices, lengths, hypotheses, scope ------------------------------------------------------------------------

def _indexed(lhs: Term, rhs: Term, setting: Setting) -> Iterator[tuple[Term, Term]]:
    """The identity at every value of its free indices."""
    bound = {
        node.args[0]
        for root in (lhs, rhs)
        for _, node in walk(root)
        if isinstance(node, Op) and node.head in {"sum", "stack_over", "beside_over"}
    }
    free = sorted(
        (s for root in (lhs, rhs) for s in symbols(root) if s.has("index") and s not in bound), key=lambda s: s.name
    )
    free = list(dict.fromkeys(free))
    for choice in product(*(range(1, _range(sym, setting) + 1) for sym in free)):
        values: dict[Sym, Term] = {s: Num(Fraction(k)) for s, k in zip(free, choice, strict=True)}
        yield substitute(lhs, values), substitute(rhs, values)


def _range(sym: Sym, setting: Setting) -> int:
    dim = next((trait.removeprefix("range:") for trait in sym.traits if trait.startswith("range:")), "1")
    return setting.size(dim)


def _lengths_of(lhs: Term, rhs: Term) -> tuple[str, ...]:
    """The lengths that the two sides mention, through derived objects and shapes too."""
    found: set[str] = set()
    for root in (lhs, rhs):
        for sym in symbols(root):
            if is_length(sym):
                found.add(sym.name)
            if sym.has("derived") or sym.has("prompt") or "N+1" in sym.shape:
                found.add("N")
        found |= {"N" for _, node in walk(root) if isinstance(node, Op) and node.head == "ddt"}
    return tuple(sorted(found))


def _relations(prop: Prop) -> Iterator[Term]:
    """Scalar terms that vanish under the hypothesis."""
    if prop.head == "and":
        for arg in prop.args:
            if isinstance(arg, Prop):
                yield from _relations(arg)
    if prop.head != "eq" or any(isinstance(arg, Prop) for arg in prop.args):
        return
    lhs, rhs = prop.args
    if isinstance(lhs, Op) and lhs.head == "norm_F" and isinstance(rhs, Num):
        A = lhs.args[0]
        yield tr(A * A.T) - rhs * rhs


def _scope(d: int, diagonal: bool, names: Sequence[str], values: Sequence[int], bounded: bool) -> str:
    lam = "diagonal Lam" if diagonal and d > 1 else "every Lam"
    if not names:
        return f"d = {d}, {lam}, every N"
    tested = f"{', '.join(names)} = {', '.join(map(str, values))}"
    every = f"every {' and '.join(names)} (by degree from {tested})"
    return f"d = {d}, {lam}, {every if bounded else tested}"
