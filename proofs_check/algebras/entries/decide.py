"""Equality of two terms, decided entry by entry, with what it covers and a small exact counterexample."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from symbolic.entries import Matrix, Ratio
from symbolic.errors import InputError

from ...model import Model, model_of
from ...statement.binding import bound_symbols
from ...statement.fold import Lacks
from ...statement.props import Prop, terms_in
from ...statement.ranges import over_a_space
from ...statement.terms import Num, Op, Sym, Term, nodes, substitute, symbols, where
from .algebra import EntriesAlgebra
from .cases import cases_of
from .enclosure import certainly_differ, certified_sign, vanishes
from .extents import Extent, at, extent
from .hypotheses import Hypotheses, hypotheses
from .laws import speaks_of_laws
from .lengths import UNKNOWN_SAMPLE, values_needed
from .needs import LENGTHS, UPPER, is_length, lengths_in, letters_of, needs_lengths, own_sizes, with_loss
from .point_laws import averages_rotations, described
from .points import points
from .prompts import HasSamples, algebra_for, is_along_samples, is_better_written
from .sizes_met import Excluded, are_met, sizes_met
from .space import Setting
from .support import are_possible
from .truth import truth
from .turning import in_its_basis

GENERAL_D = 3
"""Up to this d Lam is a general symmetric matrix unless square roots force it diagonal."""
COMPARE = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}
QUICK_POINTS = 3
MORE_POINTS = 12


@dataclass(frozen=True, slots=True)
class Decision:
    equal: bool
    extent: Extent
    """What this covers."""
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

    ``given``: hypotheses (see :func:`hypotheses`); a counterexample satisfies them.
    Raises :class:`Lacks` where a head has no entrywise meaning, a computation would be too large, or
    square roots leave the question open.
    """
    model = model or model_of("zfb")
    assumed = hypotheses(given, [lhs, rhs], model)
    own = sizes_met(own_sizes([lhs, rhs], model, d), d, given, model)
    if averages_rotations([lhs, rhs]):
        raise Lacks("entries lacks the law of a random rotation")
    # Every value of a rotation is one, be it drawn or said to be orthogonal by its trait.
    turning = {s.name for side in (lhs, rhs) for s in symbols(side) if s.has("orthogonal")}
    setting = Setting(
        d, own, orthogonal=assumed.orthogonal | turning, model=model, laws=dict(assumed.laws),
        definite=assumed.definite,
    )
    if assumed.bindings:
        lhs, rhs = where(lhs, *assumed.bindings), where(rhs, *assumed.bindings)
        assumed = assumed.bound()
    read = with_loss([lhs, rhs], model)
    names = _lengths_of(read, model, own)
    found = _counterexample(lhs, rhs, assumed, setting, names, seed, QUICK_POINTS)
    if found:
        return Decision(False, at(d), (), True, found)
    if speaks_of_laws([lhs, rhs], model) and not (model.derived_loss and lengths_in(read, own)):
        try:
            return _for_every_length(lhs, rhs, assumed, setting, names, seed)
        except Lacks:
            if is_along_samples(read):
                raise
        names, setting = _sampled_lengths(*read), replace(setting, written=True)
    written = needs_lengths(read, own)
    # Of a loss given as a term no bound on its degree in the lengths is known.
    bound = () if not written else values_needed([lhs, rhs], d) if len(read) == 2 else None
    values = UNKNOWN_SAMPLE if bound is None else bound
    # The longest prompts come first: what is too large is found out at once.
    choices = product(reversed(values), repeat=len(names)) if written else [()]
    looked_at = [dict(zip(names, choice, strict=False)) for choice in choices]
    grids = [lengths for lengths in looked_at if are_met(own | lengths, d, given, model)]
    if not grids:
        raise Excluded(f"entries finds that no size looked at, {at(d)}, meets the hypotheses")
    bound = bound if len(grids) == len(looked_at) else None  # where one is left out, degrees do not tell of all
    diagonal = d > GENERAL_D
    for lengths in grids:
        outcome, diagonal = _symbolic(lhs, rhs, assumed, replace(setting, lengths=own | lengths), diagonal)
        if outcome:
            continue
        found = _counterexample(lhs, rhs, assumed, setting, names, seed, MORE_POINTS)
        if found is None and outcome is None:
            raise Lacks("entries lacks a decision: square roots or hypotheses leave a remainder that is no zero")
        return Decision(False, at(d), (), True, found)
    used = tuple(grids) if written and names else ()
    every = ("N",) if model.derived_loss else names
    shown = names if written else ()
    covered = extent(
        setting, diagonal, every=() if shown else every or ("N",), written=shown, values=values,
        by_degree=bound is not None,
    )  # fmt: skip
    return Decision(True, covered, used, bound is not None)


def _for_every_length(
    lhs: Term, rhs: Term, assumed: Hypotheses, setting: Setting, names: Sequence[str], seed: int
) -> Decision:
    """The decision with sums over samples as power sums, all lengths symbolic."""
    outcome, diagonal = _symbolic(lhs, rhs, assumed, setting, setting.d > GENERAL_D)
    if outcome:
        return Decision(True, extent(setting, diagonal, every=names))
    found = _counterexample(lhs, rhs, assumed, setting, names, seed, MORE_POINTS)
    if found is None and outcome is None:
        raise Lacks("entries lacks a decision: square roots or hypotheses leave a remainder that is no zero")
    return Decision(False, at(setting.d), (), True, found)


def _sampled_lengths(*terms: Term) -> tuple[str, ...]:
    """The lengths that sums over samples run up to."""
    uppers = [
        node.args[UPPER[node.head]]
        for root in terms
        for node in nodes(root)
        if isinstance(node, Op) and node.head in UPPER
    ]
    derived = {"N"} if any(sym.name == "y_hat_rdm" for root in terms for sym in symbols(root)) else set()
    return tuple(sorted({sym.name for upper in uppers for sym in symbols(upper) if is_length(sym)} | derived))


def certainly_nonzero(value: Term, d: int, model: Model) -> bool:
    """Whether the number is of one sign for every N and every positive definite Lam, by its coefficients at ``d``.

    They have one sign, entries beside the diagonal have even exponents, and one term has none of these.
    """
    if needs_lengths([value]):
        raise Lacks("entries lacks a certificate that a sum over samples vanishes for no number of them")
    algebra = algebra_for([value], Setting(d, own_sizes([value], model, d), model=model))
    number = algebra.finish(algebra.read(value))[0, 0]
    names, positive = number.ctx.names(), algebra.space.roots.positive
    signs = set()
    for part in (number.num, number.denominator):
        loose = [[e for name, e in zip(names, exponent, strict=True) if e and name not in positive]
                 for exponent in part.monoms()]
        signs.add(len({c > 0 for c in part.coeffs()}) == 1 and all(e % 2 == 0 for es in loose for e in es)
                  and not all(loose))
    return signs == {True}


def decide_at_minimisers(f: Term, variables: Sequence[Sym], lhs: Term, rhs: Term, setting: Setting) -> Decision:
    r"""Whether the sides agree wherever ``f``, a quadratic q of s U with a matrix U and a scalar s, is least.

    Where :math:`K\ne 0` is the minimiser of q, these are the points with :math:`sU=K`, all with :math:`s\ne 0`.
    """
    over_a_space(variables, "entries")
    algebra = algebra_for([f, lhs, rhs, *variables], setting)
    scale = next((v for v in variables if v.shape == (1, 1)), None)
    K, entries = algebra.minimiser(f, [v for v in variables if v is not scale], scale)
    s = None if scale is None else algebra.read(scale)[0, 0]
    if s is not None and not any(K.values()):
        raise Lacks("entries lacks the minimisers of a function whose quadratic is least at 0")
    bindings = {name: K[name] if s is None else K[name] / s for name in entries}
    for lhs_k, rhs_k in _indexed(lhs, rhs, setting):
        for entry in _difference(algebra, lhs_k, rhs_k).entries():
            zero = vanishes(algebra.space.roots.substitute(entry, bindings), algebra.space.roots)
            if zero is None:
                raise Lacks("entries lacks a decision: square roots leave a remainder that may be zero")
            if not zero:
                return Decision(False, at(setting.d))
    return Decision(True, extent(setting, False, every=("N",)))


def exact_values(term: Term, setting: Setting) -> list[list[Fraction]]:
    """The entries of ``term`` where ``setting`` gives a value to every symbol; Lacks for irrational ones."""
    algebra = algebra_for([term], setting)
    try:
        value = algebra.finish(algebra.read(term))
    except HasSamples:
        return exact_values(term, replace(setting, written=True))
    return _numbers(algebra, value)


def _numbers(algebra: EntriesAlgebra, value: Matrix) -> list[list[Fraction]]:
    try:
        return [[algebra.space.roots.reduce(entry).constant() for entry in row] for row in value.rows]
    except InputError as error:
        raise Lacks(f"entries lacks a rational value here: {error}") from error


# One setting ----------------------------------------------------------------------------------------------

def _symbolic(
    lhs: Term, rhs: Term, assumed: Hypotheses, setting: Setting, diagonal: bool
) -> tuple[bool | None, bool]:
    """True, False, or None (a remainder that may still be zero); and whether Lam had to be diagonal."""
    turned = partial(in_its_basis, setting, (lhs, rhs, *assumed.relations, *(value for _, value in assumed.bindings)))
    try:
        return _same(lhs, rhs, assumed, turned() if diagonal else setting), diagonal
    except Lacks as first:
        if diagonal or setting.d == 1:
            raise
        try:
            # Roots of functions of Lam exist entrywise where Lam is diagonal.
            return _same(lhs, rhs, assumed, turned()), True
        except Lacks:
            raise first from None


def _same(lhs: Term, rhs: Term, assumed: Hypotheses, setting: Setting) -> bool | None:
    result: bool | None = True
    of_sizes = [r for r in assumed.relations if all(s.has("integer") for s in symbols(r))]
    sized = any(map(_compares_sizes, assumed.comparisons))
    for case in cases_of([lhs, rhs], assumed, setting):
        # One algebra for all index values: what does not depend on the indices is read once.
        algebra = algebra_for([lhs, rhs, *assumed.relations], case)
        if any(_is_number(entry) for r in of_sizes for entry in algebra.read(r).entries()):
            raise Lacks("entries finds that these sizes do not meet the hypotheses")
        zero = [entry for r in assumed.relations for entry in algebra.read(r).entries()]
        for lhs_k, rhs_k in _indexed(lhs, rhs, setting):
            for entry in _difference(algebra, lhs_k, rhs_k).entries():
                left = algebra.space.roots.reduce(entry)
                if left and not _divides(zero, left):
                    if not (algebra.space.roots.values or assumed.relations or assumed.opaque or sized):
                        return False
                    result = None
    return result


def _compares_sizes(hypothesis: Prop) -> bool:
    """Whether it admits some sizes alone: that an identity fails at others says nothing."""
    return all(s.has("integer") for arg in hypothesis.args if isinstance(arg, Term) for s in symbols(arg))


def _is_number(entry: Ratio) -> bool:
    """Whether it is a number other than 0, so that it never vanishes."""
    return bool(entry) and entry.den is None and entry.num.is_constant()


def same_for_all_entries(lhs: Term, rhs: Term, setting: Setting) -> bool:
    """Whether the sides agree for all entries and every number of samples, no hypothesis being used."""
    return _same(lhs, rhs, Hypotheses(), setting) is True


def _difference(algebra: EntriesAlgebra, lhs: Term, rhs: Term) -> Matrix:
    a, b = algebra.read(lhs), algebra.read(rhs)
    if a.shape != b.shape:
        raise Lacks(f"entries lacks a comparison of shapes {a.shape} and {b.shape}")
    return a - b


def _divides(relations: Sequence[Ratio], remainder: Ratio) -> bool:
    """Whether the remainder is a multiple of one of the relations (each vanishes by hypothesis)."""
    return any(bool(r) and divmod(remainder.num, r.num)[1].is_zero() for r in relations)


def _counterexample(
    lhs: Term, rhs: Term, assumed: Hypotheses, setting: Setting, names: Sequence[str], seed: int, count: int
) -> dict[str, Any] | None:
    """The first of ``count`` small exact points where the hypotheses hold and the two sides differ."""
    if assumed.opaque:
        return None
    compared = [arg for prop in assumed.comparisons for arg in prop.args if isinstance(arg, Term)]
    terms = [lhs, rhs, *assumed.relations]
    for point in points([*terms, *compared], setting, names, seed, count):
        try:
            if are_possible(terms, {**point.values, **_imposed(assumed, point)}) and not _violated(assumed, point):
                found = _difference_at(terms, lhs, rhs, point)
                if found is not None:
                    laws = dict(described(point.laws))
                    values = {**point.values, **_rotations(terms, point), **_imposed(assumed, point)}
                    return {"d": setting.d, **point.lengths, **values, **laws, **found}
        except Lacks:
            continue
    return None


def _imposed(assumed: Hypotheses, point: Setting) -> dict[str, Any]:
    """The values of the symbols that hypotheses give a value, where these are rational."""
    found: dict[str, Any] = {}
    for sym, value in assumed.bindings:
        with suppress(Lacks):
            exact = exact_values(value, point)
            found[sym.name] = exact[0][0] if sym.shape == (1, 1) else exact
    return found


def _rotations(terms: Sequence[Term], point: Setting) -> dict[str, Any]:
    """The values of orthogonal symbols, of which the point has the Cayley transforms."""
    rotations = {s for t in terms for s in symbols(t) if s.name in point.orthogonal}
    return {s.name: exact_values(s, point) for s in rotations}


def _difference_at(terms: Sequence[Term], lhs: Term, rhs: Term, point: Setting) -> dict[str, Any] | None:
    """Both sides where they differ at ``point``; samples are written out where sums over them cannot be read."""
    try:
        return _sides_at(algebra_for(terms, point), lhs, rhs, point)
    except Lacks as lacks:
        if not speaks_of_laws(terms, point.model) or not is_better_written(lacks, terms, point):
            raise
        return _difference_at(terms, lhs, rhs, replace(point, written=True))


def _sides_at(algebra: EntriesAlgebra, lhs: Term, rhs: Term, point: Setting) -> dict[str, Any] | None:
    for lhs_k, rhs_k in _indexed(lhs, rhs, point):
        difference = algebra.finish(_difference(algebra, lhs_k, rhs_k))
        if certainly_differ(difference.entries(), algebra.space.roots):
            sides = {"lhs": algebra.read(lhs_k), "rhs": algebra.read(rhs_k)}
            return {key: _shown(algebra, algebra.finish(value)) for key, value in sides.items()}
    return None


def _violated(assumed: Hypotheses, point: Setting) -> bool:
    """Whether a hypothesis fails at ``point``, or is not known to hold; Lacks where it cannot be read there."""
    for relation in assumed.relations:
        algebra = algebra_for([relation], point)
        if certainly_differ(algebra.finish(algebra.read(relation)).entries(), algebra.space.roots) is not False:
            return True
    if any(truth(prop, point) is not True for prop in assumed.checks):
        return True
    return any(_fails(prop, point) for prop in assumed.comparisons)


def _fails(prop: Prop, point: Setting) -> bool:
    """Whether the comparison is false at ``point``, or cannot be told."""
    sides = terms_in(prop)
    algebra = algebra_for(sides, point)
    left, right = (algebra.finish(algebra.read(side)) for side in sides)
    if prop.head == "ne":
        return not certainly_differ((left - right).entries(), algebra.space.roots)
    (gap,) = [algebra.space.roots.reduce(entry) for entry in (left - right).entries()]
    sign = certified_sign(gap, algebra.space.roots) if gap else 0
    return (bool(gap) and not sign) or not COMPARE[prop.head](sign, 0)


def _shown(algebra: EntriesAlgebra, value: Matrix) -> Any:
    try:
        return _numbers(algebra, value)
    except Lacks:
        return str(value.rows)


# Indices, lengths, hypotheses, scope ------------------------------------------------------------------------

def _indexed(lhs: Term, rhs: Term, setting: Setting) -> Iterator[tuple[Term, Term]]:
    """The identity at every value of its free indices."""
    bound = {
        sym for root in (lhs, rhs) for node in nodes(root) if isinstance(node, Op)
        for sym in bound_symbols(node) if node.head != "per_prompt"
    }
    lengths = {s.name for root in (lhs, rhs) for s in symbols(root) if is_length(s)} | LENGTHS
    free = sorted(
        (s for root in (lhs, rhs) for s in symbols(root) if _is_enumerated(s, setting, lengths) and s not in bound),
        key=lambda s: s.name,
    )
    free = list(dict.fromkeys(free))
    for choice in product(*(range(1, _range(sym, setting) + 1) for sym in free)):
        values: dict[Sym, Term] = {s: Num(Fraction(k)) for s, k in zip(free, choice, strict=True)}
        yield substitute(lhs, values), substitute(rhs, values)


def _is_enumerated(sym: Sym, setting: Setting, lengths: Collection[str]) -> bool:
    """Whether ``sym`` is an index with a known range; an index of samples of unknown number stands for any of them."""
    if not sym.has("index"):
        return False
    ranges = [t.removeprefix("range:") for t in sym.traits if t.startswith("range:")]
    return not any(letter in lengths and letter not in setting.lengths for dim in ranges for letter in letters_of(dim))


def _range(sym: Sym, setting: Setting) -> int:
    dim = next((trait.removeprefix("range:") for trait in sym.traits if trait.startswith("range:")), "1")
    return setting.size(dim)


def _lengths_of(terms: Sequence[Term], model: Model, fixed: Collection[str]) -> tuple[str, ...]:
    """The lengths that the terms mention, through derived objects and shapes too; not those of ``fixed`` size."""
    found = lengths_in(terms)
    for root in terms:
        for sym in symbols(root):
            if is_length(sym):
                found.add(sym.name)
            if sym.has("derived") or sym.has("prompt"):
                found.add("N")
        if model.derived_loss:
            found |= {"N" for node in nodes(root) if isinstance(node, Op) and node.head == "ddt"}
    return tuple(sorted(found - set(fixed)))
