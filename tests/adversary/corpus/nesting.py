"""Conditions inside conditions, quantifiers inside premises, and places that one condition moves from under another."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    activated,
    activation,
    at,
    commute,
    conj,
    entry,
    eq,
    exists,
    expect,
    for_all,
    ge,
    gt,
    iff,
    implies,
    index,
    inner,
    inv,
    kernel,
    kernel_value,
    layer,
    layers,
    lt,
    matrix,
    ne,
    norm_2,
    psd,
    same_law,
    scalar,
)
from proofs_check.statement.attention import differentiable
from proofs_check.statement.laws import finite
from proofs_check.statement.props import almost_surely
from proofs_check.statement.terms import Op, Term

from ..stating import Stated, false, family, true
from .letters import A, B, Id, U, Zero, a, b, c, d, e, g, o, u, v, w, x1, z

ker, act = kernel("K_9"), activation("h_9")
ell, B_l, c_l = layer("l_9"), layers("B_9", "d", "d"), layers("c_9")
X = matrix("X_9", "d", "n_1")
k, s = index("k_9", "d"), scalar("s_9")


def K(y: Term, z: Term) -> Op:
    return kernel_value(ker, y, z)


@family("nesting")
def conditions_inside_premises() -> Iterator[Stated]:
    """Where a is not 0, 'b = 0 if a = 0' holds whatever b is; Peirce's law holds of any two statements."""
    yield false(implies(implies(eq(a, 0), eq(b, 0)), eq(b, 0)))
    yield false(implies(implies(eq(a, 0), eq(b, 1)), eq(b, 1)))
    yield false(implies(implies(implies(eq(a, 3), eq(b, 0)), eq(b, 0)), eq(a, 3)))
    yield false(implies(implies(implies(ge(a, 0), ge(b, 0)), ge(c, 0)), ge(c, 0)))
    yield false(implies(iff(eq(a, 0), eq(b, 0)), eq(a * b, 0)))
    yield false(implies(iff(eq(a, 0), eq(b, 0)), eq(b, a)))
    yield false(implies(conj(implies(eq(a, 1), eq(b, 0)), implies(eq(a, 2), eq(b, 0))), eq(b, 0)))
    yield true(implies(implies(implies(eq(a, 0), eq(b, 0)), eq(a, 0)), eq(a, 0)))
    yield true(implies(implies(implies(eq(a, 3), eq(b, 0)), eq(a, 3)), eq(a, 3)))
    yield true(implies(implies(implies(eq(a, 1), eq(b, 0)), eq(b, 2)), implies(ne(a, 1), eq(b, 2))))
    yield true(implies(implies(implies(eq(a, 1), eq(b, 0)), eq(a, 2)), implies(ne(a, 1), eq(a, 2))))
    yield true(implies(conj(eq(a, 0), implies(eq(a, 0), eq(b, 0))), eq(b, 0)))
    yield true(implies(conj(implies(eq(a, 1), eq(b, 0)), implies(ne(a, 1), eq(b, 0))), eq(b, 0)))
    yield true(iff(implies(eq(a, 0), eq(b, 0)), implies(ne(b, 0), ne(a, 0))))


@family("nesting")
def three_levels() -> Iterator[Stated]:
    """Conditions one below the other are all met, or nothing is said."""
    yield true(implies(eq(a, 1), implies(eq(b, 2), implies(eq(c, 3), eq(a + b, c)))))
    yield true(implies(eq(a, b), implies(eq(b, c), eq(a, c))))
    yield true(implies(eq(a, 1), implies(eq(a, 2), eq(b, 0))))
    yield true(implies(conj(gt(a, b), gt(b, a)), eq(b, 0)))
    yield true(implies(ge(a, 1), implies(ge(b, 1), implies(ge(c, 1), ge(a * b * c, 1)))))
    yield true(implies(psd(A), implies(psd(-A), eq(A, Zero))))
    yield false(implies(eq(a, 1), implies(eq(b, 2), implies(eq(c, 3), eq(a * b, c)))))
    yield false(implies(eq(a, b), implies(eq(b, c), implies(eq(a, 1), eq(c, 2)))))
    yield false(implies(ge(a, 1), implies(ge(b, 1), implies(ge(c, -1), ge(a * b * c, 1)))))


@family("nesting")
def matrices_inside_premises() -> Iterator[Stated]:
    """As for numbers; that A and B commute is weaker than that B = 1."""
    yield false(implies(implies(eq(A, Id), eq(B, Id)), eq(B, Id)))
    yield false(implies(implies(eq(A, A.T), eq(B, Zero)), eq(B, Zero)))
    yield false(implies(implies(commute(A, B), eq(A, Zero)), eq(A, Zero)))
    yield false(implies(implies(eq(d, 1), eq(A, A.T)), eq(A, A.T)))
    yield false(iff(implies(eq(A, Id), eq(B, Id)), eq(A, B)))
    yield true(implies(implies(eq(A, A.T), eq(B, Zero)), implies(eq(A, Id), eq(B, Zero))))
    yield true(implies(implies(commute(A, B), eq(A, Zero)), implies(eq(B, Id), eq(A, Zero))))
    yield true(implies(implies(eq(A * B, B * A), eq(a, 0)), implies(eq(d, 1), eq(a, 0))))


@family("nesting")
def what_exists_is_looked_for_at_one_point() -> Iterator[Stated]:
    """A number is not both 6 and 7, so that for d > 1 one of the two conditions fails; for d = 1 it need not."""
    yield true(exists(k, implies(eq(a, k + 5), eq(a, b))), ge(d, 2))
    yield false(exists(k, implies(eq(a, k + 5), eq(a, b))))
    yield true(implies(for_all(k, ne(a, k)), ne(a, 1)))
    yield true(implies(for_all(k, eq(entry(A, k, 1), 0)), eq(entry(A, 1, 1), 0)))
    yield false(implies(exists(k, eq(entry(A, k, 1), 0)), eq(entry(A, 1, 1), 0)))
    yield false(implies(for_all(k, implies(eq(a, k), eq(b, 0))), eq(b, 0)))


@family("nesting")
def orders_of_quantifiers() -> Iterator[Stated]:
    """Each number equals some number; no number equals all, nor is a bound below for all."""
    yield true(for_all(s, exists(u, eq(u, s))))
    yield true(exists(u, for_all(s, ge(s**2, u))))
    yield true(implies(for_all(s, ge(a * s, 0)), eq(a, 0)))
    yield true(implies(for_all(s, eq(a * s, b)), eq(a, 0)))
    yield true(implies(implies(exists(s, eq(a * s, b)), eq(b, 5)), implies(ne(a, 0), eq(b, 5))))
    yield true(iff(exists(u, eq(a * u, b)), implies(eq(a, 0), eq(b, 0))))
    yield true(exists(s, conj(eq(s, a), exists(s, eq(s, b)))))
    yield false(exists(u, for_all(s, eq(u, s))))
    yield false(exists(u, for_all(s, ge(s, u))))
    yield false(implies(exists(s, eq(a * s, b)), eq(b, 0)))
    yield false(implies(for_all(s, ge(s**2, 0)), ge(s, 0)))
    yield false(implies(exists(s, gt(s, 0)), gt(s, 0)))
    yield false(implies(eq(s, 1), for_all(s, eq(s, 1))))


@family("nesting")
def laws_inside_premises() -> Iterator[Stated]:
    """z is orthogonal to v almost surely only where v = 0; one outcome of z is no constant."""
    yield true(implies(almost_surely(eq(inner(z, v), 0)), eq(v, o)))
    yield true(almost_surely(implies(eq(x1, 0), eq(a, 1))))
    yield true(iff(eq(expect(inner(v, z) ** 2), 0), eq(v, o)))
    yield true(implies(same_law(U, 2 * U), eq(a, 0)))
    yield true(implies(finite(expect(inv(norm_2(g) ** 2))), ge(d, 3)))
    yield false(implies(almost_surely(eq(inner(z, v), 0)), eq(w, o)))
    yield false(almost_surely(implies(gt(x1, 0), eq(a, 1))))
    yield false(implies(implies(almost_surely(eq(inner(g, v), 0)), eq(a, 0)), eq(a, 0)))
    yield false(implies(implies(eq(expect(inner(v, z) ** 2), 0), eq(a, 0)), eq(a, 0)))
    yield false(implies(eq(a, e), eq(expect(a * e), expect(e * e))))


@family("nesting")
def kernels_inside_premises() -> Iterator[Stated]:
    """Nothing is known of the kernel; what is asked of v and w holds no more once they are made equal."""
    yield true(implies(implies(eq(K(v, w), K(v, v)), eq(a, 0)), implies(eq(v, w), eq(a, 0))))
    yield true(implies(implies(eq(v, w), eq(a, 0)), implies(eq(v, w), eq(a * K(v, w), 0))))
    unless = implies(implies(eq(v, o), eq(K(v, v), 1)), eq(a, 7))
    yield true(implies(unless, implies(ne(a, 7), eq(v + 0 * K(v, v) * v, o))))
    yield true(implies(eq(a, -1), eq(K(v, v) * b, 7)), gt(a, 0))
    yield true(implies(eq(v, w), eq(a * K(v, v), 7)), gt(inner(v - w, v - w), 0))
    yield true(implies(conj(eq(K(v, w), 1), eq(K(w, v), 2)), eq(a, 0)))
    yield true(implies(same_law(U, 2 * U), eq(K(v, w), 0)))
    yield true(implies(eq(activated(act, X, X), 0 * (X.T * X)), eq(3 * activated(act, X, X), 0 * (X.T * X))))
    yield true(eq(K(v, w), 0), differentiable(absolute(s), s))
    yield false(implies(implies(eq(v, w), eq(a, 0)), eq(a * K(v, w), 0)))
    yield false(implies(implies(eq(K(v, w), 0), eq(a, 0)), eq(a, 0)))
    yield false(implies(iff(eq(v, w), eq(a, 0)), eq(a * K(v, w), 0)))
    yield false(iff(implies(eq(v, w), eq(K(v, w), 0)), eq(K(v, w), 0)))
    yield false(implies(eq(K(v, w), 1), eq(K(v, v), 1)))


@family("nesting")
def every_value_and_every_layer() -> Iterator[Stated]:
    """w = A v for all v says w = 0; that all members are at least 0 says so of the seventh."""
    yield true(implies(for_all(v, eq(w, A * v)), eq(K(w, w), K(o, o))))
    yield true(eq(K(w, w), K(o, o)), for_all(v, eq(w, A * v)))
    yield true(implies(for_all(v, eq(v, w)), eq(K(w, w), 0)))
    yield true(implies(for_all(a, eq(K(v, w), a)), eq(b, 0)))
    yield true(implies(for_all(a, eq(a * K(v, w), 0)), eq(K(v, w), 0)))
    yield true(implies(for_all(v, eq(K(v, w), 0)), eq(K(w, w), 0)))
    yield true(implies(for_all(v, ge(K(v, v), 0)), ge(K(w, w), 0)))
    yield true(eq(a * K(v, w), 0), for_all(s, eq(a * s, 0)))
    yield true(implies(for_all(ell, ge(at(c_l, ell), 0)), ge(at(c_l, 5) * K(v, v) ** 2, 0)))
    yield true(ge(at(c_l, 7) * K(v, v) ** 2, 0), for_all(ell, ge(at(c_l, ell), 0)))
    yield true(implies(for_all(ell, eq(at(B_l, ell), Zero)), eq(at(B_l, 4) * K(v, w), Zero)))
    yield false(ge(at(c_l, 7) * K(v, v), 0), for_all(ell, ge(at(c_l, ell), 0)))
    yield false(implies(for_all(ell, ge(at(c_l, ell), 1)), ge(at(c_l, 7), 2)))
    yield false(implies(eq(at(B_l, 0), Zero), eq(at(B_l, 1) * K(v, w), Zero)))
    yield false(implies(implies(for_all(ell, eq(at(B_l, ell), Zero)), eq(a, 0)), eq(a * K(v, w), 0)))
    yield false(implies(for_all(v, eq(K(v, v), 0)), eq(K(w, v), 0)))
    yield false(implies(exists(v, lt(K(v, v), 0)), lt(K(w, w), 0)))
    yield false(for_all(ell, eq(ell * (ell - 1) * (ell - 2) * K(v, w), 0)), large=True)
