"""What closes a condition, and what looks alike and does not: each pair is told apart by one line of the closing."""

from __future__ import annotations

import pytest

from proofs_check import (
    eq,
    gaussian,
    ge,
    gt,
    inner,
    inv,
    le,
    lt,
    matrix,
    ne,
    noise,
    norm_2,
    norm_F,
    parameter,
    posdef,
    psd,
    scalar,
    sqrt,
    tends,
    tr,
    vector,
)  # fmt: skip
from proofs_check.proof.values.closing import Closing, grows
from proofs_check.proof.values.conditions import conditions
from proofs_check.statement.props import Prop, almost_surely, always, for_all, implies
from proofs_check.statement.terms import Sym, Term, det, eye

a, b, c, x = (scalar(name) for name in "abcx")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
m, n = Sym("m", (1, 1), frozenset({"integer"})), scalar("n", "integer", "positive")
u = parameter("u")
v, w = vector("v", "d"), vector("w", "d")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
S, H = matrix("S", "d", "d", "symmetric", "posdef"), matrix("H", "d", "d", "symmetric", "psd")
z = gaussian("z", "d")


def is_closed(prop: Prop, *given: Prop) -> bool:
    return not Closing(given).left(conditions(prop, {}))


def has_value(node: Term, *given: Prop) -> bool:
    return is_closed(eq(node, node), *given)


@pytest.mark.parametrize(("node", "enough", "too_little"), [
    (1 / a, [lt(0, a), ne(a, 0), eq(a, 2), lt(1, a), gt(0, a)], [le(0, a), eq(a, 0), ne(b, 0), eq(a, b), ne(a, 1)]),
    (1 / (a - b), [ne(a, b), lt(a, b), ne(b, a)], [ne(a, c), le(a, b), ne(a, -b), ne(2 * a, b)]),
    (1 / (2 * a - b), [ne(2 * a, b), lt(b, 2 * a)], [ne(a, b), ne(3 * a, b)]),
    (1 / (a - b + c), [ne(a + c, b)], [ne(a - c, b), ne(a, b)]),
    (sqrt(a), [le(0, a), lt(0, a), eq(a, 2), ge(a, p)], [le(b, a), ne(a, 0), eq(a, -2), le(a, 0)]),
    (inv(A), [posdef(A), ne(det(A), 0), eq(A, S)], [psd(A), eq(det(A), 0), ne(det(B), 0), ne(det(A), 1), posdef(B)]),
    (1 / c, [eq(c, p), eq(c, p * p)], [eq(c, q), eq(c, p * q), eq(c, a * p), eq(c, b), eq(c, p * (a - b))]),
    (1 / (v.T * S * v), [ne(v, 0 * v)], [ne(w, 0 * w), le(0, a)]),
    (1 / (v.T * S * w), [], [ne(v, 0 * v), ne(w, 0 * w)]),
    (1 / (v.T * H * v), [], [ne(v, 0 * v)]),
    (1 / norm_2(v), [ne(v, 0 * v), lt(0, norm_2(v))], [ne(w, 0 * w), le(0, norm_2(v))]),
    (1 / (n - 1), [le(2, n), lt(1, n), le(p + 2, n)], [le(1, n), le(a, n), le(2, m)]),
    (1 / m, [le(1, m), lt(0, m)], [le(0, m), le(-1, m)]),
    (1 / (m + 1), [le(0, m)], [le(-1, m), le(-1, a)]),
    (1 / (a * b + 1), [le(0, a * b)], [le(-1, a), le(0, a)]),
], ids=lambda node: repr(node)[:30])  # fmt: skip
def test_a_premise_closes_a_condition_only_if_it_says_so(
    node: Term, enough: list[Prop], too_little: list[Prop]
) -> None:
    assert not has_value(node)
    for prop in enough:
        assert has_value(node, prop), prop
    for prop in too_little:
        assert not has_value(node, prop), prop


def test_a_product_is_not_0_where_no_factor_is() -> None:
    ratio = 1 / c
    assert has_value(ratio, eq(c, a * b), ne(a, 0), ne(b, 0))
    assert not has_value(ratio, eq(c, a * b), ne(a, 0))
    assert not has_value(ratio, eq(c, a * b), ne(b, 0))
    assert not has_value(ratio, eq(c, a + b), ne(a, 0), ne(b, 0))


def test_integers_have_the_bounds_that_they_are_given() -> None:
    assert has_value(1 / n)
    assert has_value(1 / (n + 1))
    assert has_value(1 / (p + 1))
    assert not has_value(1 / (n - 1))
    assert not has_value(1 / m)
    assert not has_value(1 / (m + 1))
    assert not has_value(1 / (p - 1))
    assert not has_value(1 / (n * m + 1))
    assert not has_value(1 / (a * a - n))


def test_what_grows_is_an_integer_plus_what_does_not() -> None:
    for node in (1 / (n - 3), 1 / (n - a), 1 / (n + a - b)):
        assert is_closed(tends(node, 0, n)), node
    other = scalar("k", "integer", "positive")
    for node in (1 / (a * n + 1), 1 / (n - other * n), 1 / (a + 1), 1 / (n * n - a), 1 / (other - 3), 1 / (n - n + a)):
        assert not is_closed(tends(node, 0, n)), node


def test_nothing_that_holds_of_one_value_holds_of_all() -> None:
    assert is_closed(implies(ne(a, 0), eq(1 / a, 1 / a)))
    assert not is_closed(for_all(a, eq(1 / a, 1 / a)), ne(a, 0))
    assert not is_closed(implies(ne(b, 0), eq(1 / a, 1 / a)))
    assert not is_closed(eq(1 / a, 1 / a), implies(ne(b, 0), ne(a, 0)))


def test_what_holds_at_one_moment_does_not_hold_along_the_flow() -> None:
    moving = always(eq(1 / u, 1 / u))
    assert is_closed(moving, always(lt(0, u)))
    assert not is_closed(moving, lt(0, u))
    assert not is_closed(eq(1 / u, 1 / u), always(lt(0, b)))


def test_zero_is_drawn_with_probability_0_where_there_is_a_density() -> None:
    flat = gaussian("g", "d")
    singular = type(flat)(flat.name, flat.shape, flat.traits | {"degenerate"})
    for sym, holds in ((z, True), (singular, False)):
        node = inner(v, sym) / norm_2(sym)
        assert is_closed(almost_surely(eq(node, node))) is holds, sym
    for normal in (True, False):
        e = noise("e", p, normal=normal)
        assert is_closed(almost_surely(eq(1 / e, 1 / e))) is normal
    fixed = inner(v, w) / norm_2(w)
    assert not is_closed(almost_surely(eq(fixed, fixed)))


@pytest.mark.parametrize(("node", "expected"), [
    (n - 1, True), (n - a, True), (n - tr(eye("n")), False), (n - norm_F(eye("n")) ** 2, False),
    (n - norm_2(vector("e_n", "n")), False), (n - tr(A), True),
], ids=repr)  # fmt: skip
def test_a_size_grows_in_shapes_too(node: Term, expected: bool) -> None:
    assert grows(node, frozenset({n})) is expected
