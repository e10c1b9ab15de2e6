"""Kinds of symbols side by side: noise of two kinds, integers that are to exist, oblique projections."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    commute,
    conj,
    eq,
    exists,
    exp,
    expect,
    for_all,
    ge,
    gt,
    implies,
    le,
    lt,
    ne,
    norm_op,
    psd,
    relu,
)
from proofs_check.statement.terms import scalar

from ..stating import Stated, false, family, ill_shaped, true
from .letters import A, Id, a, d, e, n, p, r, x1, y1

one, some = scalar("k_p", "integer", "positive"), scalar("k_q", "integer", "nonnegative")
either, other = scalar("k_z", "integer"), scalar("k_y", "integer", "nonzero")


@family("mixed")
def normal_noise_beside_noise_of_any_law() -> Iterator[Stated]:
    """y_1 is normal whatever the law of e is, of which only mean and variance are known."""
    yield true(lambda: eq(expect(y1**4 * e**2), 3 * r**4 * p**2))
    yield true(lambda: eq(expect(y1**4) + expect(e**2), 3 * r**4 + p**2))
    yield true(lambda: eq(expect(exp(y1) * e**2), p**2 * exp(r**2 / 2)))
    yield true(lambda: eq(expect(absolute(y1) * e**2), p**2 * expect(absolute(y1))))
    yield false(lambda: eq(expect(e**4), expect(x1**4)))
    yield false(lambda: eq(expect(absolute(e)), expect(absolute(x1))))
    yield false(lambda: eq(expect(relu(e)), expect(relu(x1))))
    yield false(lambda: eq(expect(y1**4 * e**2), r**4 * p**2))


@family("mixed")
def means_of_other_signs() -> Iterator[Stated]:
    """A factor leaves relu where it is positive; at 0 and -1 the sides differ."""
    yield true(lambda: eq(expect(relu(a * x1)), absolute(a) * expect(relu(x1))))
    yield false(lambda: eq(expect(relu(a * x1)), a * expect(relu(x1))))
    yield false(lambda: eq(expect(relu(x1 + a)), relu(a)))
    yield false(lambda: eq(expect(absolute(x1 + a)), expect(absolute(x1)) + absolute(a)))


@family("mixed")
def integers_that_exist() -> Iterator[Stated]:
    """2, 7, 0 and n + 1 are integers; n - 1 is not positive for n = 1, and n may be odd."""
    for prop in (eq(one, 2), eq(one**2, 49), gt(one, 7), eq(one, n + 1), eq(one, d), eq(one * 2, n * 2), gt(one, a)):
        yield true(exists(one, prop))
    for prop in (eq(some, 0), lt(some, 1), eq(some * n, 0), eq(some + 1, n)):
        yield true(exists(some, prop))
    for prop in (eq(one, 0), eq(one + 1, n), eq(one * 2, n), lt(one, a), eq(one, a), eq(one**2, n)):
        yield false(exists(one, prop))
    yield false(for_all(some, gt(some, 0)))
    yield false(for_all(some, ne(some, 5)))


@family("mixed")
def integers_of_either_sign() -> Iterator[Stated]:
    """Integers are counts here: others are differences of them, and a symbol for one is refused."""
    for prop in (ge(either, 0), eq(absolute(either), either), exists(either, eq(either, -2)), gt(other, 0)):
        yield ill_shaped(lambda prop=prop: prop)
    yield false(lambda: ge(n - one, 0))
    yield false(lambda: ge((n - one) ** 3, n - one))
    yield true(lambda: ge((n - one) ** 2, n - one))


@family("mixed")
def oblique() -> Iterator[Stated]:
    """An idempotent or an involution need not be symmetric: [[1, 1], [0, 0]] and [[1, 1], [0, -1]]."""
    idempotent, involution = eq(A * A, A), eq(A * A, Id)
    for prop in (eq(A, A.T), psd(A), le(norm_op(A), 1), commute(A, A.T)):
        yield false(prop, idempotent)
        yield false(lambda prop=prop: implies(idempotent, prop))
    yield false(eq(A, A.T), involution)
    yield false(le(norm_op(A), 1), involution)
    yield true(psd(A), conj(idempotent, eq(A, A.T)))
