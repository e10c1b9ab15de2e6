"""Statements that fail on a thin set alone, each beside a true one that is nearly the same: a few integers, two letters
that are equal, roots that are no fractions, eigenvalues that coincide, ends of intervals, samples of some length."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    at,
    conj,
    det,
    eq,
    exists,
    expect,
    gaussian,
    ge,
    gradient_flow,
    gt,
    implies,
    le,
    lt,
    minimum,
    ne,
    nonconvex,
    norm_2,
    norm_F,
    posdef,
    psd,
    rank,
    relu,
    scalar,
    sqrt,
    total,
    tr,
)
from proofs_check.statement.terms import entry

from ..stating import Stated, false, family, true
from .letters import M_, T_, A, B, Id, K, L, N, R, S, a, b, c, d, i, m, n, o, p, q, r, u, v, w, w_, x1

k9 = scalar("k_9", "integer", "positive")
x = gaussian("x_9", "d", cov=S, iid=True)
Sum = total(i, N, at(x, i))
LINE = gradient_flow(expect((u * x1 - x1) ** 2), (u,))
WELLS = gradient_flow(u**4 - 2 * c * u**2, (u,))


@family("thin")
def few_integers() -> Iterator[Stated]:
    """A parabola with its turn between two integers is negative at these alone; equations have small solutions."""
    yield false(ge(n**2 - 101 * n + 2549, 0))
    yield true(ge(n**2 - 101 * n + 2550, 0))
    yield false(ge(n**2 - 61 * n + 929, 0))
    yield true(ge(n**2 - 61 * n + 930, 0))
    yield false(gt((n - 37) ** 2, 0))
    yield true(gt((2 * n - 37) ** 2, 0))
    yield false(ne(n, 17))
    yield true(ne(2 * n, 17))
    yield false(ne(n**2, 2 * m**2 + 1))
    yield true(ne(n**2, 3 * m**2 + 2))
    yield false(ne(n**2 + m**2, k9**2))
    yield false(ne(n**3 + m**3, 1729))
    yield false(ne(n * m, 221))
    yield true(ne(2 * n * m, 221))
    yield false(ge((n - 7) * (n - 8) * (n - 9) * (n - 10), 1))
    yield true(ge((n - 7) * (n - 8) * (n - 9) * (n - 10), 0))
    yield false(ge((2 * n - 15) * (2 * n - 17), 3))
    yield true(ge((2 * n - 15) * (2 * n - 17), -1))
    yield false(gt((n - m) ** 2 + (n - 29) ** 2, 0))
    yield false(ge(d**2 - 101 * d + 2549, 0))
    yield true(ge(d**2 - 101 * d + 2550, 0))
    yield false(implies(gt(n, 3), gt((n - 23) ** 2, 0)))
    yield true(implies(gt(n, 23), gt((n - 23) ** 2, 0)))
    yield false(ne(n**2, 61 * m**2 + 1), large=True)


@family("thin")
def equal_letters() -> Iterator[Stated]:
    """Two or three letters that must be equal, or follow from one another."""
    yield false(gt((a - b) ** 2 + (b - c) ** 2, 0))
    yield true(gt((a - b) ** 2 + (b - c) ** 2 + (c - a - 1) ** 2, 0))
    yield false(gt((a - 2 * b) ** 2 + (b - 3) ** 2, 0))
    yield true(gt((a - 2 * b) ** 2 + (b - 3) ** 2 + 1, 0))
    yield false(gt(norm_2(v - w), 0))
    yield false(gt(norm_F(A - B) + norm_2(v), 0))
    yield false(ne(p * a, r * b))
    yield false(lt(2 * a * b, a**2 + b**2))
    yield true(le(2 * a * b, a**2 + b**2))
    yield false(implies(ne(a, 0), gt((a - b) ** 2, 0)))
    yield true(implies(ne(a, b), gt((a - b) ** 2, 0)))
    yield false(gt(absolute(a - b) + absolute(b - 5), 0))


@family("thin")
def roots() -> Iterator[Stated]:
    """Zeros that are no fractions; the twin has none, or excludes them."""
    yield false(gt((a**2 - 2) ** 2 + (b - a) ** 2, 0))
    yield true(gt((a**2 - 2) ** 2 + a**2, 0))
    yield false(gt((a**3 - 2) ** 2, 0))
    yield true(gt((a**2 + 2) ** 2, 0))
    yield false(gt((a**2 - 2) ** 2 + (b - a - 1) ** 2, 0))
    yield false(gt((a**2 - 3) ** 2 + (a * b - 1) ** 2, 0))
    yield false(gt((a**5 - a - 1) ** 2, 0))
    yield false(ne(p**2, 3))
    yield true(ne(p**2, -3))
    yield false(gt((p**2 - 5) ** 2, 0))
    yield false(implies(gt(a, 1), gt((a**2 - 2) ** 2, 0)))
    yield true(implies(gt(a, 2), gt((a**2 - 2) ** 2, 0)))
    yield false(gt((a**2 - b) ** 2 + (b - 7) ** 2, 0))
    yield false(gt((norm_2(v) ** 2 - 2) ** 2, 0))
    yield true(gt((norm_2(v) ** 2 + 2) ** 2, 0))


@family("thin")
def eigenvalues() -> Iterator[Stated]:
    """Equality where eigenvalues coincide, or a matrix is singular; traces of three psd matrices have any sign."""
    yield false(gt(d * tr(S * S), tr(S) ** 2))
    yield true(ge(d * tr(S * S), tr(S) ** 2))
    yield false(posdef(tr(S) * Id - S))
    yield true(psd(tr(S) * Id - S))
    yield false(gt(det(K), 0))
    yield true(ge(det(K), 0))
    yield false(ne(S, R))
    yield false(implies(ne(A, Id), ne(det(A - Id), 0)))
    yield false(eq(rank(K + L), rank(K) + rank(L)))
    yield false(implies(psd(K - L), ge(tr(K * L * M_), 0)))
    yield true(implies(psd(K - L), ge(tr(K * L), 0)))
    yield true(implies(psd(K - L), ge(tr(K * M_), tr(L * M_))))
    yield false(implies(conj(psd(K - L), psd(L - M_)), ge(tr(K * L * M_), 0)))
    yield true(implies(conj(psd(K - L), psd(L - M_)), ge(tr(K * L), tr(L * M_))))
    yield false(implies(psd(S - R), ge(tr(S * T_ * S), tr(R * T_ * R))))
    yield true(implies(psd(S - R), ge(tr(S * S), tr(R * R))))
    yield false(ge(tr(K * L * M_), 0), psd(K - L))
    yield true(ge(tr(K * M_), tr(L * M_)), psd(K - L))


@family("thin")
def ends() -> Iterator[Stated]:
    """Strict at the end of what is admitted, where the sides are equal."""
    yield false(implies(ge(a, 1), gt(a**2, a)))
    yield true(implies(gt(a, 1), gt(a**2, a)))
    yield false(implies(conj(ge(a, 0), le(a, 1)), gt(a * (1 - a), 0)))
    yield true(implies(conj(gt(a, 0), lt(a, 1)), gt(a * (1 - a), 0)))
    yield false(gt(relu(a) + relu(-a - 3), 0))
    yield false(gt(sqrt(q) + q, 0))
    yield true(gt(sqrt(q) + q + 1, 0))
    yield false(implies(ge(p, q), gt(p, q)))
    yield false(lt(a, b + 1), le(a, b + 1))
    yield true(lt(a, b + 1), lt(a, b))
    yield true(implies(ne(v, o), gt(norm_2(v) ** 2, 0)))
    yield false(implies(ne(v, o), gt(entry(v, 1, 1) ** 2, 0)))


@family("thin")
def for_every_parameter() -> Iterator[Stated]:
    """A function is bent down, or has a root, for some values of a parameter alone."""
    yield false(nonconvex(c * a**2, a))
    yield true(nonconvex(-p * a**2, a))
    yield false(nonconvex(a**4 - q * a**2, a))
    yield true(nonconvex(a**4 - p * a**2, a))
    yield false(nonconvex(a**2 * b, a))
    yield true(nonconvex(a**3 + c * a**2, a))
    yield false(nonconvex(c * u * w_, u, w_))
    yield true(nonconvex((u * w_ - c) ** 2, u, w_))
    yield false(exists(c, lt(c**2, a)))
    yield true(exists(c, gt(c, a)))
    yield false(exists(c, eq(c * a, 1)))
    yield true(exists(c, conj(lt(0, c), lt(c, p))))
    yield false(le(minimum(expect((u * x1 - x1) ** 2) + c, u), 5), model=LINE)
    yield true(ge(minimum(expect((u * x1 - x1) ** 2) + c**2, u), 0), model=LINE)
    yield false(eq(minimum(u**4 - 2 * c * u**2, u), -(c**2)), model=WELLS)
    yield true(eq(minimum(u**4 - 2 * p * u**2, u), -(p**2)), model=WELLS)
    yield false(ge(minimum(u**4 - 2 * p * u**2, u), -100), model=WELLS)


@family("thin")
def lengths() -> Iterator[Stated]:
    """The fifth member stands in a sum of at least five."""
    yield false(eq(expect(Sum.T * at(x, 5)), 0))
    yield true(implies(lt(N, 5), eq(expect(Sum.T * at(x, 5)), 0)))
    yield false(eq(expect(Sum.T * at(x, 2)), tr(S)))
    yield true(implies(ge(N, 2), eq(expect(Sum.T * at(x, 2)), tr(S))))
    yield false(implies(ge(N, 5), eq(expect(Sum.T * at(x, 6)), 0)))
    yield true(eq(expect(Sum.T * at(x, 1)), tr(S)))
    yield false(eq(expect(Sum.T * at(x, 100)), 0), large=True)
    yield false(implies(ge(N, 2), eq(expect(norm_2(Sum) ** 2), 2 * tr(S))))
    yield true(eq(expect(norm_2(Sum) ** 2), N * tr(S)))
    yield false(implies(gt(N, 7), eq(expect(norm_2(Sum) ** 2), 8 * tr(S))))
