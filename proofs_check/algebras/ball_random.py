"""Random covariances and bound indices in balls: laws of finitely many values, so that expectations are finite sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import flint

from numeric.arithmetic import ball
from numeric.matrices import operator_norm

from ..statement.fold import Lacks, Meaning
from ..statement.priors import refuse_priors
from ..statement.terms import Op, Sym, Term, symbols
from .ball_moments import gaussian_mean, is_gaussian
from .ball_prompts import mean_squared_error
from .ball_values import Value, number, whole

if TYPE_CHECKING:
    from .balls import BallsAlgebra

Read = Callable[[Term], Value]
Law = tuple[tuple[Fraction, Value], ...]
"""The probabilities, which add up to 1, and the values of a random covariance or of the vector of its diagonal."""


def outcomes(algebra: BallsAlgebra, drawn: frozenset[Sym]) -> Iterator[tuple[Fraction, BallsAlgebra]]:
    """Every joint outcome of the random symbols ``drawn``, with its probability; different symbols are independent."""
    ordered = sorted(drawn, key=lambda s: s.name)
    laws = [law_of(algebra.laws, sym) for sym in ordered]
    for choice in product(*laws):
        probability = Fraction(1)
        for p, _ in choice:
            probability *= p
        yield probability, algebra.moved({s.name: v for s, (_, v) in zip(ordered, choice, strict=True)})


def law_of(laws: Mapping[str, Law], sym: Sym) -> Law:
    """The law of a random symbol, or of the symbol that it is a copy of."""
    original = next((t.removeprefix("copy:") for t in sym.traits if t.startswith("copy:")), sym.name)
    if original not in laws:
        raise Lacks(f"balls lacks a law of finitely many values for {sym.name}")
    return laws[original]


def random_symbols(node: Term, fixed: frozenset[Sym] = frozenset()) -> frozenset[Sym]:
    """What is drawn in ``node``."""
    return frozenset(s for s in symbols(node) if s.has("random")) - fixed


@cache
def place(k: int) -> Value:
    """The number k as the value of an index: one object, so that what depends on it is remembered."""
    return number(k)


def heads(algebra: BallsAlgebra) -> dict[str, Meaning]:
    """The meanings of the heads of :mod:`proofs_check.statement.laws`, and of sums."""

    def mean(node: Op, read: Read) -> Value:
        body, fixed = node.args[0], frozenset(a for a in node.args[1:] if isinstance(a, Sym))
        refuse_priors(node, algebra.model.derived_loss if algebra.model is not None else "")
        if algebra.is_own and not fixed and is_gaussian(random_symbols(body)):
            return algebra.remembered(node, lambda: gaussian_mean(body, algebra))
        error = mean_squared_error(body, frozenset(s.name for s in fixed), algebra)
        if error is not None:
            return error
        return algebra.remembered(node, lambda: summed(body, fixed))

    def summed(body: Term, fixed: frozenset[Sym]) -> Value:
        total: flint.arb_mat | None = None
        for probability, there in outcomes(algebra, random_symbols(body, fixed)):
            part = there.read(body).matrix * ball(probability)
            total = part if total is None else total + part
        assert total is not None, "an empty product has one outcome"
        return Value(total)

    def at(node: Op, **places: int) -> Value:
        return algebra.moved({name: place(k) for name, k in places.items()}).read(node.args[-1])

    def one(node: Op, read: Read) -> list[Value]:
        i, upper, _ = node.args
        return [at(node, **{_name(i): k}) for k in range(1, whole(read(upper)) + 1)]

    def two(node: Op, read: Read) -> list[Value]:
        i, j, upper, _ = node.args
        places = range(1, whole(read(upper)) + 1)
        return [at(node, **{_name(i): k, _name(j): m}) for k in places for m in places if k != m]

    return {
        "expect": mean,
        "expect_given": mean,
        "diag": lambda node, read: _diagonal(read(node.args[0])),
        "sum": lambda node, read: _sum(one(node, read)),
        "sum_unequal": lambda node, read: _sum(two(node, read)),
        "least_over": lambda node, read: _least(one(node, read)),
        "least_unequal": lambda node, read: _least(two(node, read)),
        "delta": lambda node, read: number(int(whole(read(node.args[0])) == whole(read(node.args[1])))),
        "cond": lambda node, read: _condition(read(node.args[0])),
        "relu": lambda node, read: number(read(node.args[0]).scalar.max(flint.arb(0))),
    }


def _name(index: Term) -> str:
    if not isinstance(index, Sym):
        raise Lacks("balls lacks sums over a compound index")
    return index.name


def _diagonal(v: Value) -> Value:
    entries = v.matrix.entries()
    n = len(entries)
    return Value(flint.arb_mat(n, n, [entries[i] if i == j else 0 for i in range(n) for j in range(n)]))


def _sum(values: list[Value]) -> Value:
    if not values:
        return number(0)
    total = values[0].matrix
    for value in values[1:]:
        total = total + value.matrix
    return Value(total)


def _least(values: list[Value]) -> Value:
    least = flint.arb("inf")
    for value in values:
        least = least.min(value.scalar)
    return Value(flint.arb_mat([[least]]))


def _condition(A: Value) -> Value:
    if not _is_definite(A):
        raise Lacks("balls lacks a value here: a condition number is one of a positive definite matrix")
    if A.spectrum is None:
        return number(operator_norm(A.matrix) * operator_norm(A.matrix.inv()))
    largest, smallest = A.spectrum[0], A.spectrum[0]
    for x in A.spectrum[1:]:
        largest, smallest = largest.max(x), smallest.min(x)
    return number(largest / smallest)


def _is_definite(A: Value) -> bool:
    """Whether all leading minors, or all eigenvalues, are certainly positive."""
    if A.spectrum is not None:
        return all(x > 0 for x in A.spectrum)
    rows = A.matrix.nrows()
    leading = (flint.arb_mat(k, k, [A.matrix[i, j] for i in range(k) for j in range(k)]) for k in range(1, rows + 1))
    return all(minor.det() > 0 for minor in leading)
