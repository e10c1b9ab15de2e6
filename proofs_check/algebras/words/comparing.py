"""Comparing values by their entries: equality, limits, signs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, cast

from symbolic.errors import InputError
from symbolic.indexed import Indexed, IndexedMatrix, as_word, from_words
from symbolic.indexed.binders import rebuild
from symbolic.indexed.laws import Moment, with_moments
from symbolic.indexed.limits import limit
from symbolic.minima import is_positive
from symbolic.words import Letter, Ratio, Scalar
from symbolic.words.blocks import Block
from symbolic.words.operators import Map, Vec
from symbolic.words.rewriting import Rule
from symbolic.words.squares import is_sum_of_squares

from ...statement.fold import Lacks
from .by_entries import Value, lifted
from .shapes import difference, parts_of

if TYPE_CHECKING:
    from .algebra import WordsAlgebra


def equal(a: Value, b: Value, algebra: WordsAlgebra) -> bool:
    """Whether two values, one of them with indices, are shown to be equal."""
    gaps = _gaps(a, b)
    try:
        return gaps is not None and all(vanishes(gap, algebra.rules, algebra.moments) for gap in gaps)
    except InputError as error:
        raise Lacks(f"words lacks this comparison: {error}") from error


def _gaps(a: Value, b: Value) -> Sequence[Value] | None:
    """The differences of two values, block by block; None when their shapes differ."""
    if any(isinstance(v, (Block, Vec, Map)) for v in (a, b)):
        x, y = (as_word(v) if isinstance(v, (Indexed, IndexedMatrix)) else v for v in (a, b))
        gap = difference(x, y)
        return None if gap is None else parts_of(gap)
    left, right = lifted(a), lifted(b)
    if isinstance(left, Indexed) and isinstance(right, Indexed):
        return [left - right]
    if isinstance(left, IndexedMatrix) and isinstance(right, IndexedMatrix):
        return [left - right] if (left.rows, left.cols) == (right.rows, right.cols) else None
    return None


def vanishes(gap: Value, rules: Iterable[Rule], moments: Mapping[Letter, Moment]) -> bool:
    """Whether a value with indices is 0, the equations and the moments of known laws being put in."""
    value = lifted(gap)
    body = value if isinstance(value, Indexed) else value.body
    for drawn, moment in moments.items():
        body = with_moments(body, drawn, moment)
    for rule in rules:
        body = _rewritten(body, rule)
    return body.is_zero()


def sign_of(value: Value, algebra: WordsAlgebra) -> int:
    """2 for a number that is positive for every d, N and covariance, 1 for one that is not negative, else 0."""
    if isinstance(value, Scalar) and (value.is_nonnegative or is_sum_of_squares(value)):
        return 2 if is_positive(value) else 1
    try:
        body = lifted(value)
        for drawn, moment in algebra.moments.items():
            body = body.map(partial(with_moments, drawn=drawn, moment=moment))
    except InputError as error:
        raise Lacks(f"words lacks this sign: {error}") from error
    if not isinstance(body, Indexed):
        raise Lacks("words compares numbers only")
    return body.sign if body.terms else 1


def tends_by_entries(a: Value, b: Value, lengths: tuple[str, ...], moments: Mapping[Letter, Moment]) -> bool:
    """Whether ``a`` tends to ``b`` as all these lengths tend to infinity; for random values, whatever is drawn."""
    gaps = _gaps(a, b)
    if gaps is None:
        raise Lacks("words lacks limits of another shape")
    try:
        return all(_at_infinity(gap, lengths, moments).is_zero() for gap in gaps)
    except InputError as error:
        raise Lacks(f"words lacks this limit: {error}") from error


def _at_infinity(gap: Value, lengths: tuple[str, ...], moments: Mapping[Letter, Moment]) -> Indexed:
    value = lifted(gap)
    body = value if isinstance(value, Indexed) else value.body
    for drawn, moment in moments.items():
        body = with_moments(body, drawn, moment)
    return limit(body, lengths)


def _rewritten(value: Indexed, rule: Rule) -> Indexed:
    """``value`` with a factor replaced that a rule says to be equal to something."""
    left = cast(Indexed, from_words(Scalar({rule.left: Ratio.of(1)})))
    if len(left.terms) != 1:
        return value
    ((mono, c),) = left.terms.items()
    if len(mono) != 1:
        return value
    ((found, e),) = mono
    new = (cast(Indexed, from_words(rule.right)) * c.inverse()) ** (1 / Fraction(e))
    return rebuild(value, lambda f: new if f is found else None, lambda f: found.leaves <= f.leaves)
