"""Entries, sums over indices, diagonal matrices, least values."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, cast

from symbolic import indexed
from symbolic.errors import InputError
from symbolic.indexed import AnyIndexed, Indexed, IndexedMatrix
from symbolic.indexed.factors import Index
from symbolic.indexed.from_words import value_of
from symbolic.words import Letter, Matrix, Scalar, names
from symbolic.words.layers import apart

from ...statement.fold import Lacks, Meaning
from ...statement.terms import Num, Op, Sym, Term, substitute, symbols, term
from .analysis import INDEX_AS_NUMBER, dim_of, ranged
from .by_entries import Read, Value, has_gaussians, is_lifted, lifted, negative, plus, scalar_of
from .indices import MARK

if TYPE_CHECKING:
    from .algebra import WordsAlgebra


def _index(node: Term, read: Read, algebra: WordsAlgebra, dim: Any) -> Index:
    """The index that a term means, over the dimension ``dim``."""
    algebra.ranged(node)
    value = read(node)
    if isinstance(value, Scalar):
        ratio = value.as_ratio()
        if ratio is not None and ratio.is_constant and ratio.at(1).denominator == 1 and ratio.at(1) >= 1:
            return indexed.free_index(str(ratio.at(1)), dim)
        marks = [a.name[len(MARK):] for a in value.atoms() if a.kind == "symbol" and a.name.startswith(MARK)]
        if len(marks) == 1 and value == Scalar.symbol(MARK + marks[0]) and algebra.ranges.get(marks[0]) == dim:
            return indexed.free_index(marks[0], dim)
    raise Lacks(f"words lacks the index {value} over {dim}")


def entry(node: Op, read: Read, plain: Meaning, algebra: WordsAlgebra) -> Value:
    A = read(node.args[0])
    if not isinstance(A, IndexedMatrix):
        return cast(Value, plain(node, read))
    i, j = (
        A.row if dim == 1 else _index(arg, read, algebra, dim)
        for arg, dim in zip(node.args[1:], (A.rows, A.cols), strict=True)
    )
    return A.at(i, j)


def _dim(upper: Term, read: Read) -> str:
    dim = dim_of(upper, read)
    if not isinstance(dim, str) or not dim.isidentifier():
        raise Lacks(f"words lacks sums over entries up to {dim}")
    return dim


def _summed(i: Sym, dim: str, body: Term, read: Read) -> Indexed | IndexedMatrix:
    bound = ranged(i, dim)
    read(bound)
    value = lifted(read(body if bound is i else substitute(body, {i: bound})))

    def over_all(x: Indexed) -> Indexed:
        if any(MARK + bound.name in factor.leaves for mono in x.terms for factor, _ in mono):
            raise Lacks(INDEX_AS_NUMBER)
        return indexed.summed([seen(indexed.free_index(bound.name, dim), x)], x)

    return value.map(over_all)


def seen(index: Index, value: AnyIndexed) -> Index:
    """The index, which stands in no letter of the value whose entries are known by name alone."""
    hidden = (x for mono in value_of(value).terms for factor, _ in mono for x in factor.leaves)
    if any(isinstance(x, Letter) and x.index == index[1] for x in hidden):
        raise Lacks(f"words lacks sums over {index[1]} of functions whose arguments depend on it")
    return index


def total(node: Op, read: Read, plain: Meaning, algebra: WordsAlgebra) -> Value:
    i, upper, body = node.args
    assert isinstance(i, Sym)
    read(i)
    if is_lifted(read(body)):
        if isinstance(upper, Num) and upper.value.denominator == 1 and upper.value >= 1:
            terms = (substitute(body, {i: term(k)}) for k in range(1, int(upper.value) + 1))
            return cast(Value, read(reduce(lambda a, b: a + b, terms)))
        return _summed(i, _dim(upper, read), body, read)
    try:
        return cast(Value, plain(node, read))
    except (Lacks, InputError):
        # No contraction of words: an index that occurs otherwise than twice.
        if not isinstance(read(body), (Scalar, Matrix)) or has_gaussians(read(body)):
            raise
        return _summed(i, _dim(upper, read), body, read)


def sum_unequal(node: Op, read: Read, algebra: WordsAlgebra) -> Value:
    """The sum over all pairs without that over equal ones."""
    i, j, upper, body = node.args
    dim = _dim(upper, read)
    first, second = (_index(x, read, algebra, dim) for x in (i, j))
    value = lifted(read(body))
    for index in (first, second):
        seen(index, value)
    everywhere = value.map(lambda x: indexed.summed([first, second], x))
    same = value.map(lambda x: indexed.summed([first], indexed.rename(x, {second: first})))
    return plus(everywhere, negative(same))


def delta(node: Op, read: Read, algebra: WordsAlgebra) -> Value:
    """Of two indices, or of two layers."""
    for arg in node.args:
        algebra.ranged(arg)
    values = [read(arg) for arg in node.args]
    if all(isinstance(v, Scalar) and not any(str(name).startswith(MARK) for name in names(v)) for v in values):
        return apart(*values)
    reach = next((algebra.ranges[s.name] for arg in node.args for s in symbols(arg) if read(s) is not None
                  and s.name in algebra.ranges), "d")
    i, j = (_index(arg, read, algebra, reach) for arg in node.args)
    if any(index[1].isdigit() and index[1] != "1" for index in (i, j)):
        raise Lacks(f"words lacks indices that are numbers beside those up to {reach}, which may end before them")
    return indexed.delta(i, j)


def diag(node: Op, read: Read) -> Value:
    v = read(node.args[0])
    if isinstance(v, Matrix) and v.cols == 1 and len(v.terms) == 1:
        ((word, c),) = v.terms.items()
        if len(word) == 1 and c == 1:
            return Matrix.of(indexed.diagonal_letter(word[0]))
    v = lifted(v)
    if not isinstance(v, IndexedMatrix) or v.cols != 1:
        raise Lacks("words lacks diagonal matrices of anything but vectors")
    return IndexedMatrix.of(v.rows, v.rows, lambda i, j: indexed.delta(i, j) * v.at(i, v.col))


def least_over(node: Op, read: Read, algebra: WordsAlgebra) -> Indexed:
    i, upper, body = node.args
    dim = _dim(upper, read)
    at_i = _index(i, read, algebra, dim)
    value = scalar_of(lifted(read(body)))
    seen(at_i, value)
    return indexed.call("least_over", IndexedMatrix.of(dim, 1, lambda r, _: indexed.rename(value, {at_i: r})))


def least_unequal(node: Op, read: Read, algebra: WordsAlgebra) -> Indexed:
    i, j, upper, body = node.args
    dim = _dim(upper, read)
    at_i, at_j = (_index(k, read, algebra, dim) for k in (i, j))
    # What stands on the diagonal does not matter.
    value = scalar_of(lifted(read(body))) * (1 - indexed.delta(at_i, at_j))
    for index in (at_i, at_j):
        seen(index, value)
    off = IndexedMatrix.of(dim, dim, lambda r, c: indexed.rename(value, {at_i: r, at_j: c}))
    return indexed.call("least_unequal", off)


def least(a: Value, b: Value) -> Indexed:
    first, second = sorted((scalar_of(lifted(a)), scalar_of(lifted(b))), key=lambda v: v.key)
    return indexed.call("least", first, second)
