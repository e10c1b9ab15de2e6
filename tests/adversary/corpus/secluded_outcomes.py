"""Rare outcomes, outcomes of laws of two values, and starts from which a flow leads elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    always,
    at,
    at0,
    commute,
    conserved,
    det,
    diag,
    eigenvalue,
    entry,
    eq,
    exists,
    exp,
    expect,
    expect_given,
    exponential,
    for_all,
    gamma,
    gaussian,
    ge,
    gradient_flow,
    gt,
    half,
    iff,
    iid_entries,
    implies,
    index,
    le,
    limit,
    lt,
    ne,
    norm_2,
    norm_F,
    parameter,
    pinv,
    posdef,
    projection,
    psd,
    relu,
    same_law,
    scalar,
    sqrt,
    term,
    total,
    tr,
    two_point,
    vector,
)
from proofs_check.statement.laws import probably
from proofs_check.statement.props import almost_surely
from proofs_check.statement.psd import least_eigenvalue

from ..stating import Stated, false, family, true
from .letters import A, B, F, Id, K, L, N, R, S, U, Zero, a, b, c, d, e, f, g, k0, o, p, q, r, u, v, w, w_, x1, y, z

HALF, TINY = Fraction(1, 2), Fraction(1, 10**6)
i, j = index("i", "N"), index("j", "N")
t = scalar("t_9")
vs = vector("c_8", "N")
s, X, Y = parameter("s_8", "d"), parameter("X_8", "d", "d"), parameter("Y_8", "d", "d")
y_ = parameter("y_8")
law = vector("X_6", "d", "random", "law", "independent")
xs = gaussian("x_8", "d", cov=S, iid=True)
hat = total(i, N, at(xs, i) * at(xs, i).T) / N
lam, low = eigenvalue(S, 1), least_eigenvalue(S)
bracket = A * B - B * A
k = index("k", "d")


@family("secluded")
def rare_outcomes() -> Iterator[Stated]:
    """1/1000 to the power d is a probability; three of them together are beyond 5; a psd covariance may be 0."""
    rare = iid_entries(law, two_point(3, 0, Fraction(1, 1000)))
    yield false(almost_surely(le(norm_2(law), 5)), rare)
    yield true(almost_surely(le(norm_2(law), 6)), rare, le(d, 3))
    yield false(almost_surely(eq(norm_2(law), 0)), rare)
    yield false(le(expect(norm_2(law) ** 2), Fraction(8, 1000)), rare)
    yield false(eq(expect(norm_2(law) ** 4), 81 * d * Fraction(1, 1000)), rare)
    yield false(probably(eq(norm_2(law), 0), Fraction(9995, 10000)), rare)
    yield false(eq(expect(entry(law, 1, 1) ** 2), expect(entry(law, 1, 1)) ** 2), rare)
    signs = iid_entries(law, two_point(1, -1, HALF))
    yield false(probably(lt(entry(law, 1, 1), 1), Fraction(51, 100)), signs)
    yield false(almost_surely(lt(total(k, d, entry(law, k, 1)), d)), signs)
    yield false(eq(expect((law.T * F * law) ** 2), tr(F) ** 2 + 2 * norm_F(F) ** 2), signs)
    yield false(
        eq(expect((v.T * law) ** 2 * (w.T * law) ** 2), norm_2(v) ** 2 * norm_2(w) ** 2 + 2 * (v.T * w) ** 2), signs
    )
    yield false(almost_surely(ne(v.T * law, 0)), signs, ne(v, o))
    yield false(almost_surely(ne(law.T * A * law, 0)), signs, ne(A, Zero))
    yield false(eq(expect(relu(v.T * law)), norm_2(v) / 2), signs)
    yield false(almost_surely(ne(det(U), 1)))
    yield false(eq(expect(det(U) * tr(U)), 0))
    yield false(eq(expect((v.T * U * w) ** 4), norm_2(v) ** 4 * norm_2(w) ** 4 * 3 / (d**2 + 2)))
    yield false(eq(expect(tr(U * U)), tr(Id) / d + (d - 1) * (d - 2)))
    yield false(gt(expect((v.T * k0) ** 2) + norm_2(v - w) ** 2, 0))
    yield false(almost_surely(gt(norm_2(k0) + norm_F(K - L), 0)))
    yield false(probably(lt(e, p), Fraction(51, 100)))
    yield false(probably(le(absolute(e), p), HALF))
    yield false(almost_surely(ne(e + f, 0)))
    yield false(almost_surely(ne(e**2 * f**2, p**2 * r**2)))
    yield false(ge(expect(exp(v.T * z)), 1 + v.T * S * v / 2 + (v.T * S * v) ** 2 / 6))
    yield false(eq(expect(1 / norm_2(g) ** 2), HALF), eq(d, 3))
    yield false(same_law(z, y), eq(tr(S), tr(R)), eq(det(S), det(R)))
    yield false(same_law(U * F, F * U))
    yield false(same_law(norm_2(z), norm_2(y)), eq(tr(S), tr(R)))
    yield false(almost_surely(posdef(hat)), ge(N + 1, d))
    yield false(eq(expect(det(hat)), det(S)))
    yield false(psd(S * K * S * (1 + 1 / N) - expect(hat * K * hat)))
    yield false(eq(expect(hat * F * hat), S * F * S + (S * F * S + tr(F) * S) / N))


PAIR = gradient_flow((u * w_ - 1) ** 2 / 2, (u, w_))
HALVES = gradient_flow((u * w_ - 1) ** 2 / 2, (u, w_), {u: q, w_: q})
ROOT = gradient_flow(norm_F(X * X.T - S) ** 2 / 4, (X,))
ZERO = gradient_flow(norm_F(X * X.T - K) ** 2 / 4, (X,), {X: p * Id})
CROSS = gradient_flow(u**2 * w_**2, (u, w_))
TILTED = gradient_flow((u**2 - 1) ** 2 / 4 - c * u, (u,), {u: p})
ROOT_2 = gradient_flow((u**2 - 2) ** 2 / 4, (u,), {u: p})
DEEP = gradient_flow(norm_F(Y * X - A) ** 2 / 2, (X, Y))
CUBIC = gradient_flow(norm_2(s) ** 4 / 4, (s,))
LEAST = gradient_flow(norm_2(A * s - v) ** 2 / 2, (s,), {s: w})


@family("secluded")
def starts() -> Iterator[Stated]:
    """From u = -w, from 0, from a singular start, from beyond a ridge that a parameter moves."""
    yield false(limit(u * w_, 1), model=PAIR)
    yield false(limit(u * w_, 1), model=HALVES)
    yield true(limit(u * w_, 1), gt(q, 0), model=HALVES)
    yield false(always(ge(u * w_, at0(u * w_))), model=PAIR)
    yield false(implies(ne(at0(u), 0), limit(u * w_, 1)), model=PAIR)
    yield true(implies(gt(at0(u) + at0(w_), 0), limit(u * w_, 1)), model=PAIR)
    yield false(limit(X * X.T, S), model=ROOT)
    yield false(limit(X.T * X, S), model=ROOT)
    yield true(limit(X, half(K)), model=ZERO)
    yield false(always(posdef(X - half(K) / 2)), model=ZERO)
    yield false(limit(u, 0), model=CROSS)
    yield false(limit(u**2 + w_**2, 0), model=CROSS)
    yield false(limit(u, 1), eq(c, TINY), model=TILTED)
    yield true(limit(u, 1), eq(c, 0), model=TILTED)
    yield false(limit(u, Fraction(1414213, 10**6)), model=ROOT_2)
    yield true(limit(u, sqrt(term(2))), model=ROOT_2)
    yield false(always(gt(u, 0)), model=TILTED)
    yield false(conserved(X.T * X - Y * Y.T), model=DEEP)
    yield false(limit(Y * X, A), model=DEEP)
    yield false(implies(ne(at0(norm_F(X)), 0), limit(Y * X, A)), model=DEEP)
    yield true(limit(s, o), model=CUBIC)
    yield false(always(lt(norm_2(s), at0(norm_2(s)) + TINY * at0(norm_2(s)))), model=CUBIC)
    yield false(limit(s, pinv(A) * v), model=LEAST)
    yield true(limit(A * s, projection(A) * v), model=LEAST)
    yield true(limit(s, pinv(A) * v + w - projection(A.T) * w), model=LEAST)


SIGNS = iid_entries(law, two_point(1, -1, HALF))
BITS = iid_entries(law, two_point(1, 0, HALF))
UNEVEN = iid_entries(law, two_point(1, 2, HALF))
WAITS = iid_entries(law, exponential(p))


@family("secluded")
def outcomes_of_two_values() -> Iterator[Stated]:
    """A sign is 1 or -1 and nothing else; what is exponential is no less than 0, and may be anything above."""
    length = norm_2(law) ** 2
    yield from (true(prop, SIGNS) for prop in (
        almost_surely(eq(length, d)), eq(length, d), almost_surely(le(length, d)), le(length, d),
        almost_surely(ne(law, o)), almost_surely(commute(diag(law) ** 2, A)),
        almost_surely(eq(det(diag(law)) ** 2, 1)), ne(law, o), almost_surely(psd(Id - diag(law))),
        almost_surely(iff(gt(law.T * law, 0), eq(law.T * law, d))), almost_surely(ge(length, 1)),
        exists(a, almost_surely(eq(norm_2(law), a))), for_all(a, implies(almost_surely(eq(length, a)), eq(a, d))),
        eq(entry(law, 1, 1) ** 3, entry(law, 1, 1)), eq(expect_given((law.T * g) ** 2, law), d),
        almost_surely(ne(v.T * law, x1)), eq(expect_given((law.T * g) ** 2, g), norm_2(g) ** 2),
        eq(expect(absolute(entry(law, 1, 1))), 1), almost_surely(gt(length, 0)),
    ))  # fmt: skip
    yield from (false(prop, SIGNS) for prop in (
        almost_surely(eq(length, 1)), almost_surely(eq(entry(law, 1, 1), 1)), almost_surely(ge(v.T * law, 0)),
        almost_surely(eq(entry(law, 1, 1), entry(law, d, 1))), almost_surely(ne(norm_2(law), 1)),
        almost_surely(gt(length, 1)), eq(expect_given((law.T * g) ** 2, law), d + 1),
        eq(expect(relu(law.T * law - 1)), d),
    ))  # fmt: skip
    yield true(implies(SIGNS, almost_surely(eq(length, d))))
    yield false(almost_surely(eq(length, d)), BITS)
    yield false(almost_surely(ne(v.T * law, 0)), UNEVEN, ne(v, o))
    yield true(almost_surely(ne(entry(law, 1, 1), 2)), iid_entries(law, two_point(1, 2, 1)))
    yield false(almost_surely(eq(length, d)), iid_entries(law, two_point(a, -b, HALF)))
    yield true(almost_surely(eq(length, a**2 * d)), iid_entries(law, two_point(a, -a, HALF)))
    yield true(almost_surely(eq(length, d)), iid_entries(law, two_point(1, -1, p)))
    yield true(ge(entry(law, 1, 1), 0), WAITS)
    yield true(almost_surely(ge(entry(law, 1, 1), 0)), WAITS)
    yield false(almost_surely(ge(entry(law, 1, 1), 1)), WAITS)
    yield false(almost_surely(le(length, d)), WAITS)
    yield true(almost_surely(ge(v.T * law, 0)), iid_entries(law, gamma(2, p)), eq(d, 1), ge(entry(v, 1, 1), 0))
