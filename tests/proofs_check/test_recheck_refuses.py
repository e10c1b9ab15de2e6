"""What the second evaluator does not confirm: points of statements that are true, or that it cannot tell."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest

from proofs_check.recheck import functions, matrices, numbers, recheck, spectra
from proofs_check.recheck.numbers import Interval, NoValueError, Unread
from proofs_check.statement.attention import activation, haar
from proofs_check.statement.laws import expect_given
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    conj,
    eq,
    exists,
    ge,
    gt,
    iff,
    lt,
    ne,
    negative_eigenvalues_at_least,
    negative_eigenvalues_equal,
    nonconvex,
    tends,
)
from proofs_check.statement.psd import infimum, rank
from proofs_check.statement.terms import Num, Sym, entry, expect, eye, matrix, scalar, sqrt, vector
from proofs_check.verdict import Point, Taken
from tests.adversary.stating import named

a, c, p = scalar("a"), scalar("c"), scalar("p", "positive")
n, k = scalar("n", "integer", "positive"), scalar("k", "integer", "nonnegative")
A, S, Q = matrix("A"), matrix("S", "d", "d", "symmetric", "psd"), haar("Q", "d")
e = scalar("e", "random", "noise", "std:s")
x, z = vector("x", "d", "random", "degenerate", "cov:S"), vector("z", "d", "random", "cov:I")
BETWEEN = Interval(F(-1), F(2))
HEADS = (F(1, 2), F(1)), (F(1, 2), F(-1))
ONE, TWO = ((F(1),),), ((F(2),),)
AT_1, COVARIANCE = Taken((ONE, ONE), TWO), frozenset({"activation", "symmetric"})
SINGULAR = [[F(1), F(1)], [F(1), F(1)]]


def confirmed(prop: Prop, d: int = 2, **values: Any) -> bool | None:
    sizes: dict[str, int] = {"d": d} | {name: values.pop(name) for name in ("n", "k") if name in values}
    laws = values.pop("laws", {})
    return recheck(named("own/examined", prop), prop, Point(sizes, values, laws=laws)).confirmed


@pytest.mark.parametrize(("prop", "point"), [
    (exists(c, almost_surely(eq(Q * Q.T, c * eye("d")))), {"d": 1}),
    (exists(c, almost_surely(eq(Q * Q.T, c * eye("d")))), {}),
    (exists(c, almost_surely(eq(e * e, c))), {"s": F(1)}),
    (exists(c, almost_surely(eq(entry(x, 1, 1), c * entry(x, 2, 1)))), {"S": SINGULAR}),
    (nonconvex(a**4 - a**2, a), {"a": F(1)}),
    (nonconvex(-(a**2), a), {"a": F(1)}),
    (eq(infimum(a**4 - 2 * a**2, a), -1), {"a": F(2)}),
    (eq(entry(A, k, 1), 1), {"k": 0, "A": SINGULAR, "d": 2}),
    (eq(entry(A, 1, k), 2), {"k": 0, "A": SINGULAR, "d": 2}),
    (tends(n + Num(F(1, 2)) ** n, n, n), {"n": 3}),
    (tends(n / (n + 1), 1, n), {}),
    (almost_surely(ge(x.T * x, 0 * a + 1)), {"S": SINGULAR, "x": [[F(0)], [F(1, 2)]]}),
    (almost_surely(gt(e * e, 0)), {"s": F(1), "e": F(0)}),
    (almost_surely(ne(entry(Q, 1, 1), 2)), {"Q": [[F(2), F(0)], [F(0), F(2)]]}),
    (almost_surely(gt(e * e, 0)), {"s": F(1), "e": F(0), "laws": {"e": HEADS}}),
    (almost_surely(gt(e * e, 0)), {"s": F(1), "e": F(0), "laws": {"e": (*HEADS, (F(0), F(0)))}}),
    (eq(expect(e**4), 0), {"s": F(2), "laws": {"e": ((F(2), F(1)), (F(2), F(-1)), (F(-3), F(0)))}}),
    (almost_surely(lt(e, 5)), {"s": F(1), "e": F(6)}),
    (almost_surely(eq(rank(z * z.T), 1)), {"z": [[F(0)], [F(0)]]}),
    (almost_surely(conj(gt(z.T * z, 0), gt(z.T * z + 1, 0))), {"z": [[F(0)], [F(0)]]}),
    (almost_surely(eq(e * e, 1)), {"s": F(1), "e": F(1), "laws": {"e": HEADS}}),
    (almost_surely(negative_eigenvalues_equal(z * z.T, 0)), {"z": [[F(1)], [F(0)]]}),
    (almost_surely(negative_eigenvalues_at_least(-z * z.T - eye("d"), 1)), {"z": [[F(1)], [F(0)]]}),
    (iff(eq(sqrt(p) * sqrt(p), p), eq(a, a)), {"p": F(2), "a": F(1)}),
    (iff(eq(a, a), eq(sqrt(p) * sqrt(p), p)), {"p": F(2), "a": F(1)}),
    (eq(expect_given(e * c, e), 0), {"s": F(1), "c": F(1)}),
])  # fmt: skip
def test_what_it_cannot_tell_is_not_confirmed(prop: Prop, point: dict[str, Any]) -> None:
    assert confirmed(prop, **point) is not True


@pytest.mark.parametrize(("read", "refusal"), [
    (lambda: numbers.reciprocal(BETWEEN), Unread),
    (lambda: numbers.root(BETWEEN), Unread),
    (lambda: numbers.exponential(F(401)), Unread),
    (lambda: numbers.power(F(8), F(1, 3)), Unread),
    (lambda: numbers.derivative(BETWEEN, "x"), Unread),
    (lambda: numbers.add(BETWEEN, numbers.drawn("x")), Unread),
    (lambda: matrices.number(((F(1), F(2)),)), Unread),
    (lambda: matrices.plus(((F(1),),), ((F(1), F(2)),)), Unread),
    (lambda: matrices.times(((F(1),), (F(2),)), ((F(1), F(2)), (F(3), F(4)))), Unread),
    (lambda: matrices.square(((F(1), F(2)),)), Unread),
    (lambda: matrices.inverse(((F(1), F(1)), (F(1), F(1)))), NoValueError),
    (lambda: spectra.half(((F(1), F(1)), (F(0), F(1)))), NoValueError),
    (lambda: functions.value(activation("h"), [AT_1], ((BETWEEN,),), ONE, frozenset()), Unread),
    (lambda: functions.value(Sym("K", (1, 1), COVARIANCE), [AT_1], ONE, ONE, frozenset()), Unread),
])  # fmt: skip
def test_numbers_and_matrices_without_a_certain_value_are_refused(
    read: Callable[[], object], refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        read()


def test_a_function_has_the_value_that_the_point_gives() -> None:
    assert functions.value(activation("h"), [AT_1], ONE, ONE, frozenset()) == TWO


def test_intervals_contain_what_they_enclose() -> None:
    low, high = numbers.ends(numbers.root(F(1, 2)))
    assert low * low < F(1, 2) < high * high
    low, high = numbers.ends(numbers.power(BETWEEN, F(3)))
    assert low <= -1
    assert high >= 8
    assert numbers.ends(numbers.power(BETWEEN, F(2)))[0] == 0
    assert matrices.definite(((BETWEEN,),), strictly=True) is None
