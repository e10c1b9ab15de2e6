"""Integers that grow along other paths than all alike, others that stay, and dimensions of every order."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    at,
    det,
    entry,
    eq,
    expect,
    gaussian,
    ge,
    gt,
    implies,
    index,
    le,
    ne,
    norm_2,
    posdef,
    psd,
    rank,
    relu,
    scalar,
    tends,
    term,
    total,
    tr,
)
from proofs_check.statement.laws import order, tends_jointly
from proofs_check.statement.props import almost_surely

from ..stating import Stated, false, family, true
from .letters import P_, A, K, N, a, b, c, d, g, i, m, n, v

k = scalar("k", "integer", "positive")
X = gaussian("x_8", "d", iid=True)
sums = total(i, N, at(X, i) * at(X, i).T)


@family("paths")
def orders() -> Iterator[Stated]:
    """A ratio that is bounded along n = m grows along n = 2m, n = m^2 or m = n^2, or where one of them stays."""
    yield false(order(n, n / (1 + absolute(n - 2 * m)), n, m))
    yield false(order(n, n / (1 + absolute(n - m**2)), n, m))
    yield false(order(n, n / (1 + absolute(n - m - 1)), n, m))
    yield false(order(n * m, n + m**2, n, m))
    yield false(order(n * m, n**2 + m, n, m))
    yield false(order(n**2 * m**2, n**4 + m**2, n, m))
    yield true(order(n**2 * m**2, n**4 + m**4, n, m))
    yield true(order(n * m, n**2 + m**2, n, m))
    yield false(order(n, m, n, m))
    yield false(order(m, n, n, m))
    yield false(order(n / m, 1, n, m))
    yield true(order(n / (n + m), 1, n, m))
    yield false(order(n**2, n * m, n, m))
    yield true(order(n**2, n**2 * m, n, m))
    yield false(order(1 / m, 1 / (n + m), n, m))
    yield true(order(1 / (n + m), 1 / m, n, m))
    yield false(order(1, 1 / m + 1 / n, n, m))
    yield true(order(m * n, n, n))


@family("paths")
def joint_limits() -> Iterator[Stated]:
    """0 along n = m and where one grows faster, but not along n = 2m or n = m^2."""
    yield false(tends_jointly(n / (1 + (n - 2 * m) ** 2), 0, n, m))
    yield false(tends_jointly(n / (1 + (2 * n - m) ** 2), 0, n, m))
    yield false(tends_jointly(1 / (1 + absolute(n - 2 * m)), 0, n, m))
    yield false(tends_jointly(1 / (1 + absolute(n - m**2)), 0, n, m))
    yield false(tends_jointly(1 / (1 + absolute(n - m - 1)), 0, n, m))
    yield false(tends_jointly(n / (n + (n - m) ** 2), 1, n, m))
    yield true(tends_jointly(1 / (1 + n + m), 0, n, m))
    yield true(tends_jointly(1 / (1 + absolute(n + 2 * m)), 0, n, m))
    yield true(tends_jointly((n + m) / (n**2 + m**2), 0, n, m))


@family("paths")
def what_stays() -> Iterator[Stated]:
    """As n grows m stays, at any value, and d is any dimension: m = 2 and d = 1 are special."""
    yield false(tends((m - 2) * n / (n + 1), 0, n))
    yield false(tends((m - 1) * (m - 2) * n / (n + 1), 0, n))
    yield true(tends(m / n, 0, n))
    yield true(tends((m - 2) / n, 0, n))
    yield false(tends(((m - 1) / term(2)) ** n, 0, n))
    yield false(tends((d - 1) * n / (n + 1), 0, n))
    yield false(tends((d - 1) * (d - 2) * n / (n + 1), 0, n))
    yield true(tends(d * n / (n + 1), d, n))
    yield false(tends(norm_2(v) ** 2 * n / (n + 1), entry(v, 1, 1) ** 2, n))
    yield true(tends(norm_2(v) ** 2 * n / (n + 1), v.T * v, n))
    yield false(tends(tr(A) * n / (n + 1), entry(A, 1, 1), n))
    yield false(tends(tr(K) ** 2 - tr(K**2) + 1 / n, 0, n))
    yield false(tends(det(A) + 1 / n, tr(A), n))
    yield false(tends(expect(g.T * g) + 1 / n, 1, n))
    yield true(tends(expect(g.T * g) + 1 / n, d, n))
    yield false(order(d - 1, 1 / n, n))
    yield true(order(1 / n, 1 + 1 / n, n))


@family("paths")
def sizes() -> Iterator[Stated]:
    """A matrix may have fewer columns than rows, as many, or more; so may a sample."""
    yield false(ge(k, d))
    yield false(le(k, d))
    yield false(ne(k, d))
    yield false(implies(eq(rank(P_.T * P_), k), eq(rank(P_ * P_.T), d)))
    yield true(implies(eq(rank(P_.T * P_), k), le(k, d)))
    yield false(implies(posdef(P_.T * P_), posdef(P_ * P_.T)))
    yield false(implies(posdef(P_ * P_.T), posdef(P_.T * P_)))
    yield false(implies(ne(det(P_.T * P_), 0), eq(k, d)))
    yield true(implies(posdef(P_.T * P_), gt(det(P_.T * P_), 0)))
    yield false(eq(det(P_.T * P_), det(P_ * P_.T)))
    yield false(eq(det(P_.T * P_) * (k - d), 0))
    yield true(eq(tr(P_.T * P_), tr(P_ * P_.T)))
    yield true(eq(rank(P_), rank(P_.T * P_)))
    yield false(almost_surely(posdef(sums)))
    yield true(almost_surely(psd(sums)))
    yield true(almost_surely(le(rank(sums), N)))
    yield false(almost_surely(eq(rank(sums), N)))
    yield false(almost_surely(eq(rank(sums), d)))
    yield false(implies(ge(N, d - 1), almost_surely(posdef(sums))))


@family("paths")
def sums_and_kinks() -> Iterator[Stated]:
    """Equal at N = 1, 2 and no longer at 3; relu is not additive where signs differ."""
    i_ = index("i", "N")
    yield false(eq(total(i, N, i_), 2 * N - 1))
    yield true(eq(2 * total(i, N, i_), N * (N + 1)))
    yield false(eq(total(i, N, i_**3), 8 * N - 7))
    yield true(eq(4 * total(i, N, i_**3), N**2 * (N + 1) ** 2))
    yield false(le(total(i, N, i_**2), 4 * N - 1))
    yield false(eq((N - 1) * (N - 2) * (N - 3), 0))
    yield false(eq((N - 1) * (d - 1) * (N - d), 0))
    yield false(le(relu(a) + relu(b) + relu(c), relu(a + b + c) + relu(-a) + relu(-b)))
    yield true(le(relu(a + b + c), relu(a) + relu(b) + relu(c)))
    yield false(eq(absolute(a + b + c) + absolute(a) + absolute(b) + absolute(c),
                   absolute(a + b) + absolute(b + c) + absolute(c + a)))  # fmt: skip
    yield true(ge(absolute(a + b + c) + absolute(a) + absolute(b) + absolute(c),
                  absolute(a + b) + absolute(b + c) + absolute(c + a)))  # fmt: skip
