"""Means of Gaussian vectors and of noise."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    at,
    entry,
    eq,
    exp,
    expect,
    finite,
    gaussian,
    ge,
    gt,
    index,
    infinite,
    le,
    posdef,
    psd,
    total,
    tr,
)

from ..stating import Stated, false, family, true, valueless
from .letters import A, B, Id, K, N, R, S, Zero, a, d, e, f, g, k0, o, p, r, v, w, x1, y, y1, z


@family("expectations")
def second_moments() -> Iterator[Stated]:
    """E z z' = S, independence and mean 0."""
    yield true(eq(expect(z), o))
    yield true(eq(expect(z * z.T), S))
    yield true(eq(expect(z.T * z), tr(S)))
    yield true(eq(expect(z.T * A * z), tr(A * S)))
    yield true(eq(expect(z * y.T), Zero))
    yield true(eq(expect(A * z), o))
    yield true(eq(expect((z + y) * (z + y).T), S + R))
    yield true(eq(expect((z + v) * (z + v).T), S + v * v.T))
    yield true(eq(expect(A * z * (B * z).T), A * S * B.T))
    yield true(eq(expect((v.T * z) ** 2), v.T * S * v))
    yield true(eq(expect(g.T * g), d))
    yield true(eq(expect(k0 * k0.T), K))
    yield true(eq(expect(e**2), p**2))
    yield true(eq(expect(e), 0))
    yield true(eq(expect(e * f), 0))
    yield true(eq(expect((e + f) ** 2), p**2 + r**2))
    yield true(eq(expect((e + a) ** 2), p**2 + a**2))
    yield true(eq(expect(e**2 * f**2), p**2 * r**2))
    yield true(eq(expect(e * z), o))
    yield true(eq(expect(e**2 * z * z.T), p**2 * S))
    yield false(eq(expect(z), v))
    yield false(eq(expect(z.T * z), d))
    yield false(eq(expect(z.T * A * z), tr(A)))
    yield false(eq(expect(z * y.T), S))
    yield false(eq(expect((z + y) * (z + y).T), S))
    yield false(eq(expect(A * z * (B * z).T), A * B.T * S))
    yield false(eq(expect((v.T * z) ** 2), v.T * v))
    yield false(eq(expect(e**2), p))
    yield false(eq(expect(e**2 * f**2), p * r))
    yield false(eq(expect((e + f) ** 2), (p + r) ** 2))
    yield false(eq(expect((z + v) * (z + v).T), S))
    yield false(eq(expect(e), p))
    yield false(eq(expect(z.T * y), tr(S * R)))
    yield false(eq(expect((e - f) ** 2), p**2 - r**2))
    yield false(eq(expect(g * g.T), d * Id))


@family("expectations")
def fourth_moments() -> Iterator[Stated]:
    """Isserlis: E z z'Az z' = S(A + A')S + tr(AS)S, and what follows; noise of no known law has no fourth moment
    of its own."""
    yield true(eq(expect(z * z.T * A * z * z.T), S * (A + A.T) * S + tr(A * S) * S))
    yield true(eq(expect((z.T * z) ** 2), 2 * tr(S**2) + tr(S) ** 2))
    yield true(eq(expect((g.T * g) ** 2), d * (d + 2)))
    yield true(eq(expect(z.T * A * z * (z.T * B * z)), tr(A * S) * tr(B * S) + tr(A * S * (B + B.T) * S)))
    yield true(eq(expect((v.T * z) ** 4), 3 * (v.T * S * v) ** 2))
    yield true(eq(expect((z.T * y) ** 2), tr(S * R)))
    yield true(eq(expect(z * z.T * y * y.T), S * R))
    yield true(eq(expect(x1**4), 3 * p**4))
    yield true(eq(expect(x1**6), 15 * p**6))
    yield true(eq(expect(x1**3), 0))
    yield true(eq(expect((z.T * z) * z), o))
    yield true(eq(expect((v.T * z) ** 2 * (w.T * z) ** 2), v.T * S * v * (w.T * S * w) + 2 * (v.T * S * w) ** 2))
    yield true(eq(expect(x1**2 * y1**2), p**2 * r**2))
    yield true(eq(expect((g.T * g) ** 3), d * (d + 2) * (d + 4)))
    yield false(eq(expect(z * z.T * A * z * z.T), 2 * S * A * S + tr(A * S) * S))
    yield false(eq(expect((z.T * z) ** 2), tr(S) ** 2))
    yield false(eq(expect((z.T * z) ** 2), 3 * tr(S) ** 2))
    yield false(eq(expect((g.T * g) ** 2), d**2))
    yield false(eq(expect((g.T * g) ** 2), 3 * d))
    yield false(eq(expect((v.T * z) ** 4), (v.T * S * v) ** 2))
    yield false(eq(expect(x1**4), p**4))
    yield false(eq(expect(x1**6), 3 * p**6))
    yield false(eq(expect(e**4), 3 * p**4))
    yield false(eq(expect(e**3), 0))
    yield false(eq(expect(z * z.T * z * z.T), S**2 + tr(S) * S))
    yield false(eq(expect(z * z.T * y * y.T), R * S))
    yield false(eq(expect((z.T * y) ** 2), tr(S) * tr(R)))
    yield false(eq(expect((g.T * g) ** 3), d**3))
    yield false(eq(expect((v.T * z) ** 2 * (w.T * z) ** 2), v.T * S * v * (w.T * S * w)))


@family("expectations")
def means_that_do_not_exist() -> Iterator[Stated]:
    """1/y, 1/y^2, exp(y^2) have no mean where y is Gaussian (of large variance); 1/z'z has none for d = 1, 2."""
    yield valueless(eq(expect(x1 / y1), 0))
    yield valueless(eq(expect(x1 * exp(y1**2)), 0))
    yield valueless(eq(expect(x1 / y1**2), 0))
    yield valueless(eq(expect(x1**3 / y1), 0))
    yield valueless(eq(expect(e / (g.T * g)), 0))
    yield valueless(eq(expect(e / y1), 0))
    yield valueless(eq(expect(f * exp(x1**2)), 0))
    yield valueless(eq(expect(y1 * exp(x1**4)), 0))
    yield valueless(eq(expect(x1 / (g.T * S * g)), 0))
    yield valueless(eq(expect(e * (1 / x1) ** 3), 0))
    yield true(infinite(expect(1 / entry(g, 1, 1))))
    yield false(finite(expect(1 / entry(g, 1, 1))))
    yield true(finite(expect(g.T * g)))
    yield false(infinite(expect((g.T * g) ** 2)))
    yield false(finite(expect(exp(g.T * g))))
    yield true(finite(expect(exp(v.T * g))))


@family("expectations")
def exponentials() -> Iterator[Stated]:
    """E exp(v'z) = exp(v'Sv/2)."""
    yield true(eq(expect(exp(v.T * z)), exp(v.T * S * v / 2)))
    yield true(eq(expect(exp(x1)), exp(p**2 / 2)))
    yield false(eq(expect(exp(v.T * z)), exp(v.T * S * v)))
    yield false(eq(expect(exp(v.T * z)), 1))
    yield false(eq(expect(exp(x1)), exp(p**2)))
    yield false(eq(expect(exp(x1)), 1))
    yield true(ge(expect(exp(x1)), 1))


@family("expectations")
def inequalities_of_means() -> Iterator[Stated]:
    """Means of squares are nonnegative; E f^2 >= (E f)^2."""
    yield true(ge(expect((z.T * A * z) ** 2), 0))
    yield true(psd(expect(z * z.T)))
    yield true(posdef(expect(z * z.T)))
    yield true(psd(expect(A * z * (A * z).T)))
    yield true(ge(expect((z.T * z) ** 2), tr(S) ** 2))
    yield true(gt(expect(z.T * z), 0))
    yield true(ge(expect(e**2), 0))
    yield true(psd(expect(k0 * k0.T)))
    yield false(posdef(expect(k0 * k0.T)))
    yield false(gt(expect(k0.T * k0), 0))
    yield false(ge(expect(z.T * A * z), 0))
    yield false(psd(expect(A * z * z.T)))
    yield false(le(expect((z.T * z) ** 2), tr(S) ** 2))
    yield false(posdef(expect(A * z * (A * z).T)))
    yield false(ge(expect(z.T * z), d))
    yield false(le(expect(e**2), 1))
    yield false(ge(expect(e**2), p))


@family("expectations")
def sums_of_independent_members() -> Iterator[Stated]:
    """x_1, ..., x_N independent with covariance S; the false ones fail at N = 1 or N = 2."""
    xs = gaussian("xs", "d", cov=S, iid=True)
    i = index("i", "N")
    sample = total(i, N, at(xs, i) * at(xs, i).T)
    mean = total(i, N, at(xs, i))
    yield true(eq(expect(sample), N * S))
    yield true(eq(expect(mean), o))
    yield true(eq(expect(mean * mean.T), N * S))
    yield true(eq(expect(tr(sample)), N * tr(S)))
    yield true(eq(expect(sample * A * sample), N * (N - 1) * S * A * S + N * (S * (A + A.T) * S + tr(A * S) * S)))
    yield true(eq(expect(sample) / N, S))
    yield false(eq(expect(sample), S))
    yield false(eq(expect(mean * mean.T), N**2 * S))
    yield false(eq(expect(sample**2), N**2 * S**2))
    yield false(eq(expect(sample * A * sample), N**2 * S * A * S))
    yield false(eq(expect(mean.T * mean), tr(S)))
    yield false(eq(expect(tr(sample) ** 2), N**2 * tr(S) ** 2))
    yield false(eq(expect(sample), (N - 1) * S))
