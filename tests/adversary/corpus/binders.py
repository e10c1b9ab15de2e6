"""Sums, minima and stacks over indices, sequences over layers, one-sided slopes, curvature and laws of entries."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    activated,
    activation,
    at,
    curvature,
    eq,
    expect,
    expect_given,
    exponential,
    gamma,
    gaussian,
    ge,
    gt,
    iid_entries,
    index,
    layer,
    layers,
    le,
    mask,
    masked_softmax,
    matrix,
    norm_2,
    norm_F,
    relu,
    scalar,
    sequence,
    slope,
    slope_left,
    slope_right,
    term,
    total,
    tr,
    two_point,
    vector,
)
from proofs_check.statement.attention import jacobian
from proofs_check.statement.laws import least_over, least_unequal, total_unequal
from proofs_check.statement.terms import beside_over, entry, stack_over

from ..stating import Stated, false, family, ill_shaped, true
from .letters import A, B, N, S, a, b, e, f, i, j, n, p, q, r, t_, v, w, y, z

x = gaussian("x_9", "d", cov=S, iid=True)
X = vector("X_9", "d", "random", "law", "independent")
F = scalar("F_9")
FF = matrix("F_8", "d", "d")
ell = layer("l")
C = layers("C_9", "d", "d")
h = activation("h_9", "smooth")
U9, W9 = matrix("U_9", "d", "n_1"), matrix("W_9", "d", "m_1")
T9 = matrix("T_9", "d", "n_1")


@family("binders")
def double_sums() -> Iterator[Stated]:
    """Over pairs i != j there are N(N-1) terms; with the diagonal it is the whole double sum."""
    yield true(eq(total_unequal(i, j, N, term(1)), N * (N - 1)))
    yield true(eq(total_unequal(i, j, N, i * j), total(i, N, i) ** 2 - total(i, N, i**2)))
    yield true(eq(total_unequal(i, j, 2, i + j), 6))
    yield true(eq(total_unequal(i, j, 1, a), 0))
    yield false(eq(total_unequal(i, j, N, term(1)), N**2))
    yield false(eq(total_unequal(i, j, N, i * j), total(i, N, i) ** 2))
    yield false(eq(total_unequal(i, j, 2, i + j), 3))


@family("binders")
def least_of_several() -> Iterator[Stated]:
    """The least of finitely many is below each; over pairs it needs two."""
    yield true(eq(least_over(i, 3, term(1) * i), 1))
    yield true(le(least_over(i, N, (i - a) ** 2), (1 - a) ** 2))
    yield true(ge(least_over(i, N, (i - a) ** 2), 0))
    yield true(eq(least_unequal(i, j, 2, (i - j) ** 2), 1))
    yield false(eq(least_over(i, 3, term(1) * i), 3))
    yield false(ge(least_over(i, N, i - a), 0))
    yield false(eq(least_unequal(i, j, 3, (i - j) ** 2), 4))


@family("binders")
def stacks() -> Iterator[Stated]:
    """A stack of N numbers is a vector; its squared length is the sum of squares."""
    yield true(eq(stack_over(i, 2, term(1) * i).T * stack_over(i, 2, term(1) * i), 5))
    yield true(eq(entry(stack_over(i, 3, i * a), 2, 1), 2 * a))
    yield true(eq(beside_over(i, 3, i * v), v * beside_over(i, 3, term(1) * i)))
    yield true(eq(stack_over(i, 2, i * v).T, beside_over(i, 2, i * v.T)))
    yield false(eq(entry(stack_over(i, 3, i * a), 2, 1), a))
    yield false(eq(beside_over(i, 3, i * v), beside_over(i, 3, v)))
    yield false(eq(stack_over(i, 2, term(1) * i).T * stack_over(i, 2, term(1) * i), 3))
    yield ill_shaped(lambda: eq(stack_over(i, 2, v), v))


@family("binders")
def sequences() -> Iterator[Stated]:
    """F_0 = a, F_{l+1} = 2 F_l gives 2^l a; matrices in the order in which they are multiplied."""
    yield true(eq(sequence(F, ell, a, 2 * F, 3), 8 * a))
    yield true(eq(sequence(F, ell, a, F + b, 4), a + 4 * b))
    yield true(eq(sequence(F, ell, a, F, 2), a))
    yield true(eq(sequence(FF, ell, A, FF * B, 2), A * B**2))
    yield true(eq(sequence(FF, ell, A, at(C, ell) * FF, 2), at(C, 1) * at(C, 0) * A))
    yield false(eq(sequence(F, ell, a, 2 * F, 3), 6 * a))
    yield false(eq(sequence(FF, ell, A, FF * B, 2), B**2 * A))
    yield false(eq(sequence(FF, ell, A, at(C, ell) * FF, 2), at(C, 0) * at(C, 1) * A))
    yield ill_shaped(lambda: eq(sequence(FF, ell, a, FF * B, 2), A))


@family("binders")
def one_sided_slopes() -> Iterator[Stated]:
    """|t| has the slopes 1 and -1 at 0; what is smooth has one."""
    yield true(eq(slope_right(t_, absolute(t_)), 1))
    yield true(eq(slope_left(t_, absolute(t_)), -1))
    yield true(eq(slope_right(t_, relu(t_)), 1))
    yield true(eq(slope_left(t_, relu(t_)), 0))
    yield true(eq(slope_right(t_, (a + t_) ** 2), slope_left(t_, (a + t_) ** 2)))
    yield true(eq(slope_right(t_, a * t_), slope(t_, a * t_)))
    yield false(eq(slope_right(t_, absolute(t_)), slope_left(t_, absolute(t_))))
    yield false(eq(slope_left(t_, relu(t_)), 1))
    yield false(eq(slope_right(t_, a * t_ + b), b))


@family("binders")
def curvatures() -> Iterator[Stated]:
    """The second derivative along a line: 2 b^2 for a^2 in the direction b."""
    yield true(eq(curvature(a**2, (a, b)), 2 * b**2))
    yield true(eq(curvature(v.T * A * v, (v, w)), 2 * w.T * A * w))
    yield true(eq(curvature(a * b, (a, p), (b, q)), 2 * p * q))
    yield true(ge(curvature(norm_2(v - w) ** 2, (v, w)), 0))
    yield true(eq(curvature(3 * a, (a, b)), 0))
    yield false(eq(curvature(a**2, (a, b)), 2))
    yield false(eq(curvature(v.T * A * v, (v, w)), w.T * A * w))
    yield false(ge(curvature(a**3, (a, b)), 0))
    yield false(gt(curvature(norm_2(v) ** 2, (v, w)), 0))
    yield ill_shaped(lambda: eq(curvature(a**2, (a, v)), 0))


@family("binders")
def conditional_means() -> Iterator[Stated]:
    """What is held fixed counts as known; taking the mean of that is the whole mean."""
    yield true(eq(expect_given(z.T * y, z), 0))
    yield true(eq(expect_given((z.T * y) ** 2, z), expect_given(z.T * y * y.T * z, z)))
    yield true(eq(expect_given(e * f + e**2, e), e**2))
    yield true(eq(expect(expect_given(e**2 * f**2, e)), p**2 * r**2))
    yield false(eq(expect_given(e**2, e), p**2))
    yield false(eq(expect_given(e * f + e**2, f), e**2))
    yield false(eq(expect(expect_given(e**2 * f**2, e)), p * r))


@family("binders")
def laws_of_entries() -> Iterator[Stated]:
    """Moments of exponential, gamma and two-point entries: E|x|^2 = d m_2."""
    d = scalar("d", "integer", "positive")
    yield true(eq(expect(X.T * X), 2 * d), iid_entries(X, exponential(1)))
    yield true(eq(expect(X.T * X), 6 * d), iid_entries(X, gamma(2, 1)))
    yield true(eq(expect(X.T * X), 5 * d), iid_entries(X, two_point(1, 3, term(1) / 2)))
    yield false(eq(expect(X.T * X), d), iid_entries(X, exponential(1)))
    yield false(eq(expect(X.T * X), 5 * d), iid_entries(X, gamma(2, 1)))
    yield false(eq(expect(X.T * X), 4 * d), iid_entries(X, two_point(1, 3, term(1) / 2)))


@family("binders")
def derivatives_of_activations() -> Iterator[Stated]:
    """The derivative is linear in its direction."""
    yield true(eq(jacobian(h, 1, U9, W9, 2 * T9), 2 * jacobian(h, 1, U9, W9, T9)))
    yield true(eq(jacobian(h, 1, U9, W9, T9 - T9), 0 * activated(h, U9, W9)))
    yield false(eq(jacobian(h, 1, U9, W9, T9), activated(h, T9, W9)))
    yield false(eq(jacobian(h, 1, U9, W9, 2 * T9), jacobian(h, 1, U9, W9, T9)))
    yield ill_shaped(lambda: eq(jacobian(h, 1, U9, W9, W9), activated(h, U9, W9)))


@family("binders")
def masks() -> Iterator[Stated]:
    """A mask is a projection of trace n; the last row of a masked softmax is 0."""
    M, Z = mask("n+1"), matrix("Z_9", "n+1", "n+1")
    size = scalar("n", "integer", "positive")
    yield true(eq(M * M, M))
    yield true(eq(tr(M), size))
    yield true(eq(M * masked_softmax(Z), masked_softmax(Z)))
    yield false(eq(tr(M), size + 1))
    yield false(eq(Z * M, M * Z))
    yield false(eq(masked_softmax(Z), Z))
    yield false(eq(masked_softmax(Z).T, masked_softmax(Z.T)))


@family("binders")
def families_of_draws() -> Iterator[Stated]:
    """Members of an iid family are uncorrelated; the mean of squares adds up."""
    k = index("k_9", "N")
    yield true(eq(expect(total(k, N, at(x, k).T * at(x, k))), N * tr(S)))
    yield true(eq(expect(norm_2(total(k, N, at(x, k))) ** 2), N * tr(S)))
    yield true(eq(expect(at(x, 1) * at(x, 2).T), 0 * S))
    yield false(eq(expect(norm_2(total(k, N, at(x, k))) ** 2), N**2 * tr(S)))
    yield false(eq(expect(at(x, 1) * at(x, 1).T), 0 * S))
    yield false(eq(expect(total(k, n, at(x, k).T * at(x, k))), n * norm_F(S)))
