"""Statements that fail on an edge alone: where what is assumed is met with equality, at a start that is singular or
beyond a target, under bounds that are negative; each beside true neighbours."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    always,
    at0,
    conj,
    convex,
    det,
    eq,
    exp,
    expect,
    ge,
    global_minimum,
    gradient_flow,
    gt,
    implies,
    le,
    local_minimum,
    lt,
    ne,
    norm_2,
    norm_F,
    norm_op,
    parameter,
    posdef,
    psd,
    sqrt,
    tr,
)
from proofs_check.statement.laws import order
from proofs_check.statement.terms import inv, unknowns

from ..stating import Stated, false, family, true
from .letters import A, Id, K, R, S, U, V, Zero, a, b, c, d, m, n, o, p, q, r, u, v, w, w_

P, x = parameter("P_7", "d", "d"), parameter("x_7", "d")


@family("edges")
def with_equality() -> Iterator[Stated]:
    """A strict conclusion fails where an inequality assumed is an equation, at roots that are no fractions: c^2 = 5,
    c^3 = 7, e^a = 3, v'v = 7, a matrix of norm sqrt 3."""
    below, cubed = le(c**2, 5), le(c**3, 7)
    flat = (5 - c**2) * a**2
    yield from (
        false(gt(5 - c**2, 0), below), false(gt(7 - c**3, 0), cubed), false(ne(c**2 + c, 5 + c), below),
        false(implies(below, ne(c**2, 5))), false(implies(le(c**5, 3), lt(c**5, 3))),
        false(gt(flat + (5 - c**2) * a**4, 0), below, ne(a, 0)), false(gt(7 - v.T * v, 0), le(v.T * v, 7)),
        false(posdef(5 * Id - v * v.T), le(v.T * v, 5)), false(posdef(3 * Id - A.T * A), le(norm_F(A)**2, 3)),
        false(implies(le(a**2 + b**2, 3), lt(a**2 + b**2, 3))), false(implies(le(a**4 + b**2, 3), lt(a**4 + b**2, 3))),
        false(implies(le(exp(a), 3), lt(exp(a), 3))), false(implies(le(a * exp(a), 3), lt(a * exp(a), 3))),
        false(implies(le(c**3 + c, 7), ne(c**3 + c, 7))), false(implies(le(tr(S), 1), lt(det(S), 1))),
        false(implies(le(norm_op(A), 1), posdef(Id - A.T * A))), false(gt(tr(S) - tr(R), 0), psd(S - R)),
    )  # fmt: skip
    yield from (
        false(local_minimum(flat - a**4, (a, 0)), below), false(local_minimum(flat + a**3, (a, 0)), below),
        false(local_minimum(flat - a**4, (a, 0)), le(c**4, 25)), false(convex(flat + a**3, a), below),
        false(local_minimum((7 - c**3) * a**2 - a**4, (a, 0)), cubed),
        false(local_minimum(b**2 + flat - a**4, (a, 0), (b, 0)), below),
        false(global_minimum(flat + a**3, (a, 0)), below),
        false(local_minimum((1 - c) * a**2 - a**4, (a, 0)), le(c, 1)),
    )  # fmt: skip
    yield from (
        true(ge(5 - c**2, 0), below), true(psd(5 * Id - v * v.T), le(v.T * v, 5)), true(le(c**4, 25), below),
        true(lt(c**2, 6), below), true(gt(2 - c, 0), le(c, 1)), true(implies(le(a**2 + b**2, 1), lt(a + b, 2))),
        true(implies(le(norm_2(v), 1), lt(v.T * w, 2 + norm_2(w)**2))), true(posdef(3 * Id - S), psd(2 * Id - S)),
        true(gt(tr(S) + 1 - tr(R), 0), psd(S - R)), true(local_minimum((2 - c) * a**2 - a**4, (a, 0)), le(c, 1)),
        true(implies(ge(a * b, 2), ne(b, 0))), true(implies(ge(v.T * w, 1), ne(v, o))),
        true(implies(conj(ge(a, 1), ge(b, 1)), gt(a * b, 0))), true(implies(le(q, 3), lt(q, 4))),
        true(implies(le(norm_F(A)**2, 1), lt(tr(A), 2 * d))), true(implies(psd(Id - S), gt(tr(inv(S)), d - 1))),
        true(implies(le(norm_op(A), 1), posdef(2 * Id - A.T * A))), true(implies(ge(tr(K), 1), ne(K, Zero))),
        true(implies(ge(v.T * S * v, 1), gt(norm_2(v), 0))), true(posdef(2 * Id - K), psd(Id - K)),
    )  # fmt: skip


@family("edges")
def starts_and_targets() -> Iterator[Stated]:
    """A flow to S from a psd start may start at a singular matrix; to u w = 1 it leads away from 2 where the start lies
    between; to a target far away it goes farther than any number."""
    to_s = gradient_flow(norm_F(P - S)**2 / 2, (P,), {P: K})
    product = gradient_flow((u * w_ - 1)**2 / 2, (u, w_), {u: p, w_: r})
    to_v, to_b = gradient_flow(norm_2(x - v)**2 / 2, (x,)), gradient_flow((u - b)**2 / 2, (u,))
    to_a = gradient_flow(norm_F(P - A)**2 / 2, (P,))
    far = (u * w_ - 2)**2
    yield from (
        false(always(posdef(P)), model=to_s), false(always(ne(det(P), 0)), model=to_s),
        false(always(posdef(P)), model=gradient_flow(norm_F(P - S)**2 / 2, (P,), {P: Zero})),
        false(always(le(far, at0(far))), model=product), false(always(le(norm_2(x), 1 + at0(norm_2(x)))), model=to_v),
        false(always(le(absolute(u), 1 + at0(absolute(u)))), model=to_b),
        false(always(le(norm_F(P), 1 + at0(norm_F(P)))), model=to_a),
    )  # fmt: skip
    near = (u * w_ - 1)**2
    yield from (
        true(always(psd(P)), model=to_s), true(always(le(near, at0(near))), model=product),
        true(always(posdef(P)), model=gradient_flow(norm_F(P - S)**2 / 2, (P,), {P: R})),
        true(always(le(norm_2(x), norm_2(v) + at0(norm_2(x)))), model=to_v),
        true(always(le(absolute(u), absolute(b) + at0(absolute(u)))), model=to_b),
    )  # fmt: skip


@family("edges")
def beside_a_determinant() -> Iterator[Stated]:
    """Of det U times a polynomial in U of degree 3 the mean is 0 for d = 2; for d = 3 that of tr(U)^3 is 1."""
    third, fourth = expect(det(U) * tr(U)**3), expect(tr(U)**4)
    yield from (
        false(eq(third, 0), ge(d, 2)), false(eq(third, 0), ne(d, 1)), false(le(third, 0), ge(d, 2)),
        false(eq(expect(det(U) * det(V) * tr(U * V)**3), 0), ge(d, 2)),
        false(eq(expect(det(U) * tr(A * U)**3), 0), ge(d, 2)), false(eq(expect(det(A * U) * tr(U)**3), 0), ge(d, 2)),
        false(eq(expect(det(U) * tr(U)), 0)), false(eq(expect(det(U) * tr(U)**2), 0), ge(d, 2)), false(eq(fourth, 3)),
    )  # fmt: skip
    yield from (
        true(eq(third, 0), eq(d, 2)), true(eq(expect(det(U) * tr(U)), 0), ge(d, 2)), true(eq(fourth, 3), ge(d, 2)),
        true(eq(expect(det(U) * tr(U)**2), 0), ge(d, 3)), true(eq(expect(det(U)**2), 1)), true(eq(expect(tr(U)**3), 0)),
    )  # fmt: skip


@family("edges")
def bounds_of_either_sign() -> Iterator[Stated]:
    """What is negative somewhere, or 0, bounds nothing there but 0."""
    yield from map(false, (
        order(1 / n, -1 / n, n), order(n, -n, n), order(n, n - 5, n), order(absolute(a), a, n), order(a * n, b * n, n),
        order(n**2, (n - 10)**2, n), order(n**2, n**2 - 9 * n, n), order(n * m, n * m - 6, n, m),
        order(n, -(absolute(a) * n), n), order(n + m, n - m, n, m),
    ))  # fmt: skip
    yield from map(true, (
        order(-n, n, n), order(0 * n, -n, n), order(n, n**2 - 9 * n + 21, n), order((n - 10)**2, n**2, n),
        order(a * n, (1 + a**2) * n, n), order(1 / (n + p), 1 / n, n), order(sqrt(n), n, n), order(n - m, n + m, n, m),
    ))  # fmt: skip


@family("edges")
def counted_once() -> Iterator[Stated]:
    """A symbol that is named twice has as many entries as before."""
    yield from (true(eq(unknowns(A, A), d**2)), true(eq(unknowns(A, v, A), d**2 + d)))
    yield from (false(eq(unknowns(A, A), 2 * d**2)), false(eq(unknowns(A, v, A), 2 * d**2 + d)))
