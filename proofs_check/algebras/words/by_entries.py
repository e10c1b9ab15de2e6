"""Values with indices among the values of words: how one becomes the other, and the heads of linear algebra.

Until a mean over a random covariance is taken, its value is a word like any other; after that, and wherever a sum over
indices is no contraction of words, values are those of :mod:`symbolic.indexed`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, Union, cast

from symbolic import indexed
from symbolic.errors import InputError
from symbolic.indexed import AnyIndexed, Indexed, IndexedMatrix, as_word, from_words, hides_indices
from symbolic.indexed.factors import Name
from symbolic.indexed.from_words import value_of
from symbolic.words import Letter, Matrix, Scalar
from symbolic.words.blocks import Block
from symbolic.words.operators import Map, Vec
from symbolic.words.structure import names

from ...statement.fold import Lacks, Meaning
from ...statement.terms import Op, Term
from . import linear
from .shapes import parts_of

Read = Callable[[Term], Any]
Value = Union[Scalar, Matrix, Block, Vec, Map, Indexed, IndexedMatrix]


def is_lifted(value: Any) -> bool:
    return isinstance(value, (Indexed, IndexedMatrix))


def is_mixed(value: Value) -> bool:
    """Whether the value, or part of it, is one with indices."""
    return is_lifted(value) or any(hides_indices(part) for part in parts_of(cast(Any, value)))


def lifted(value: Value) -> AnyIndexed:
    """The value with indices that a scalar or an uncut matrix is."""
    if isinstance(value, (Indexed, IndexedMatrix)):
        return value
    if isinstance(value, (Scalar, Matrix)):
        return from_words(value)
    raise Lacks("words lacks the entries of matrices cut into blocks")


def has_entries(value: Any) -> bool:
    """Whether a value of words may be known better by its entries: it contains a diagonal matrix, say."""
    return is_mixed(value) or has_meaning(value)


def has_meaning(value: Value) -> bool:
    return not is_lifted(value) and any(
        isinstance(x, Letter) and indexed.has_indexed_meaning(x)
        for part in parts_of(cast(Any, value)) for x in names(part)
    )


def by_parts(value: Value, function: Callable[[AnyIndexed], AnyIndexed]) -> Value:
    """A linear operation on a value with indices, on each block of a matrix cut into blocks."""
    if isinstance(value, Block):
        return value.map(lambda part: as_word(function(from_words(part))))
    return function(lifted(value))


def _is_gaussian(x: Name) -> bool:
    return isinstance(x, Letter) and x.covariance is not None


def has_gaussians(value: Any) -> bool:
    if isinstance(value, (Indexed, IndexedMatrix)):
        return any(map(_is_gaussian, value_of(value).leaves))
    return any(_is_gaussian(x) for part in parts_of(value) for x in names(part))


def strict(node: Op, read: Read, plain: Meaning) -> Value:
    values = [read(arg) for arg in node.args]
    if not any(map(is_lifted, values)):
        try:
            return cast(Value, plain(node, read))
        except (Lacks, InputError):
            if not any(map(is_mixed, values)) and not any(map(has_meaning, values)):
                raise
    cut = any(isinstance(v, (Block, Vec, Map)) for v in values) or node.head in _BLOCKS
    random = [is_lifted(v) for v in values if has_gaussians(v)]
    if cut or (random and not any(random)):
        # Expectations are taken on words, so what is random stays a word.
        words = [as_word(v) if is_lifted(v) else v for v in values]
        return cast(Value, linear.STRICT[node.head](*words))
    function = _STRICT.get(node.head)
    if function is None:
        raise Lacks(f"words lacks {node.head} of sums over indices")
    return function(*map(lifted, values))


_BLOCKS = frozenset({"block", "stack", "beside", "vec", "unvec", "kron"})


def plus(a: AnyIndexed, b: AnyIndexed) -> AnyIndexed:
    if isinstance(a, Indexed) and isinstance(b, Indexed):
        return a + b
    if isinstance(a, IndexedMatrix) and isinstance(b, IndexedMatrix):
        return a + b
    raise Lacks("words lacks the sum of a scalar and a matrix")


def _times(a: AnyIndexed, b: AnyIndexed) -> AnyIndexed:
    if isinstance(a, Indexed):
        return b.map(lambda body: a * body)
    return a.scaled(b) if isinstance(b, Indexed) else a.times(b)


def negative(a: AnyIndexed) -> AnyIndexed:
    return a.map(lambda body: -body)


def scalar_of(a: AnyIndexed) -> Indexed:
    if not isinstance(a, Indexed):
        raise Lacks("words lacks this of a matrix")
    return a


def _number(e: AnyIndexed) -> Fraction:
    terms = dict(scalar_of(e).terms)
    c = terms.pop((), None)
    if terms or (c is not None and not c.is_constant):
        raise Lacks(f"words lacks powers with the exponent {e}")
    return c.at(1) if c is not None else Fraction(0)


def _trace(a: AnyIndexed) -> Indexed:
    return a.trace() if isinstance(a, IndexedMatrix) else a


def _transpose(a: AnyIndexed) -> AnyIndexed:
    return a.T if isinstance(a, IndexedMatrix) else a


_STRICT: dict[str, Callable[..., AnyIndexed]] = {
    "+": plus,
    "-": lambda a, b: plus(a, negative(b)),
    "neg": negative,
    "*": _times,
    "/": lambda a, b: _times(a, scalar_of(b) ** -1),
    "^": lambda a, e: a.power(_number(e)) if isinstance(a, IndexedMatrix) else a ** _number(e),
    "T": _transpose,
    "tr": _trace,
    "sqrt": lambda a: scalar_of(a) ** Fraction(1, 2),
    "norm_F": indexed.norm_F,
    "norm_2": indexed.norm_F,
    "inner": lambda a, b: _trace(_times(a, _transpose(b))),
    "abs": lambda a: indexed.absolute(scalar_of(a)),
    "exp": lambda a: indexed.call("exp", a),
    **{name: partial(indexed.call, name) for name in ("norm_op", "nuclear", "singular_product_sum")},
}
