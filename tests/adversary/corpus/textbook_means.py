"""Means, laws and samples as papers state them: Isserlis, Wishart, Haar, Rademacher, regression, attention."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    at,
    det,
    diag,
    entry,
    eq,
    exp,
    exp_each,
    expect,
    exponential,
    gamma,
    gaussian,
    ge,
    gram,
    gt,
    iid_entries,
    index,
    inner,
    inv,
    kernel,
    kernel_value,
    kron,
    le,
    lt,
    matrix,
    ne,
    noise,
    norm_2,
    norm_F,
    norm_op,
    pinv,
    projection,
    psd,
    rank,
    relu,
    relu_each,
    same_law,
    sqrt,
    tends,
    total,
    tr,
    two_point,
    vector,
    zeros,
)
from proofs_check.statement.laws import in_mean_square, least_over, order, probably
from proofs_check.statement.props import almost_surely
from proofs_check.statement.terms import softmax

from ..stating import Stated, family, true
from .letters import A, B, F, G, Id, K, N, R, S, U, V, a, d, e, f, g, h, k0, o, p, r, v, w, x1, y, y1, z

HALF = Fraction(1, 2)
i, j = index("i", "N"), index("j", "N")
law = vector("X_6", "d", "random", "law", "independent")
xs, gs = gaussian("x_8", "d", cov=S, iid=True), gaussian("g_8", "d", iid=True)
eps = noise("eps_8", p, iid=True)
xq = gaussian("x_9", "d", cov=S)
E_ = gaussian("E_8", "N")
D = matrix("D_8", "N", "d")
Hat = total(i, N, at(xs, i) * at(xs, i).T) / N
Iso = total(i, N, at(gs, i) * at(gs, i).T)
Kp = kernel("K_5", "psd")
X_, Y_ = matrix("X_7", "d", "n"), matrix("Y_7", "d", "n")
SM = softmax(v)
k = index("k", "d")
signs = iid_entries(law, two_point(1, -1, HALF))
rare = iid_entries(law, two_point(1000, 0, Fraction(1, 1000)))


@family("textbook")
def gaussian_moments() -> Iterator[Stated]:
    """Isserlis, Stein, moment generating functions, arc-cosine kernels where they are rational."""
    ab = tr(A * S) * tr(B * S) + tr(A * S * B * S) + tr(A * S * B.T * S)
    sym = (A + A.T) / 2
    yield true(eq(expect((z.T * A * z) * (z.T * B * z)), ab))
    yield true(eq(expect((z.T * A * z) ** 2) - expect(z.T * A * z) ** 2, 2 * tr(sym * S * sym * S)))
    yield true(eq(expect((v.T * z) * (w.T * z) * z * z.T),
                  (v.T * S * w) * S + S * v * w.T * S + S * w * v.T * S))  # fmt: skip
    yield true(eq(expect(z * z.T * A * z), zeros("d", 1)))
    yield true(eq(expect(exp(-z.T * z / 2)), 1 / sqrt(det(Id + S))))
    yield true(eq(expect(exp(v.T * z) * z), exp(v.T * S * v / 2) * S * v))
    yield true(eq(expect(exp(v.T * z) * exp(w.T * z)), exp((v + w).T * S * (v + w) / 2)))
    yield true(eq(expect(exp(v.T * k0 - v.T * K * v / 2)), 1))
    yield true(eq(expect(relu(v.T * g) * g), v / 2))
    yield true(eq(expect(relu(v.T * z) ** 2), v.T * S * v / 2))
    yield true(eq(expect(relu(v.T * z) * relu(-v.T * z)), 0))
    yield true(eq(expect(relu(v.T * k0) * (v.T * k0)), v.T * K * v / 2))
    yield true(eq(expect(absolute(v.T * z)), 2 * expect(relu(v.T * z))))
    yield true(eq(expect((v.T * g) ** 2 * norm_2(g) ** 2), (d + 2) * norm_2(v) ** 2))
    yield true(eq(expect(g * g.T * g * g.T * g * g.T), (d + 2) * (d + 4) * Id))
    yield true(eq(expect(norm_2(g) ** 2 * norm_2(h) ** 2 - (g.T * h) ** 2), d * (d - 1)))
    yield true(eq(expect(det(g * g.T + h * h.T)), 2), eq(d, 2))
    yield true(eq(expect(det(z * z.T + y * y.T)), det(S) * tr(inv(S) * R)), eq(d, 2))
    yield true(le(expect(norm_2(g)) ** 2, d))
    yield true(eq(expect(1 / norm_2(g) ** 2), 1 / (d - 2)), ge(d, 3))
    yield true(eq(expect(g * g.T / norm_2(g) ** 2), Id / d))
    yield true(eq(expect((v.T * g) ** 4 / norm_2(g) ** 4), 3 * norm_2(v) ** 4 / (d * (d + 2))))
    yield true(le(expect(norm_2(z)) ** 2, tr(S)))
    yield true(ge(expect(norm_2(z) ** 4), expect(norm_2(z) ** 2) ** 2))
    yield true(le(expect(norm_2(z) ** 4), 3 * tr(S) ** 2))
    yield true(eq(expect((x1 + a) ** 4), 3 * p**4 + 6 * a**2 * p**2 + a**4))
    yield true(eq(expect(x1**3 * exp(x1)), (p**6 + 3 * p**4) * exp(p**2 / 2)))
    yield true(eq(expect((x1**2 - p**2) * (x1**2 - p**2)), 2 * p**4))
    yield true(eq(expect(x1 * y1 * absolute(x1 * y1)), 0))
    yield true(eq(expect(kron(z, y) * kron(z, y).T), kron(S, R)))
    yield true(eq(expect(norm_2(kron(z, z)) ** 2), tr(S) ** 2 + 2 * tr(S**2)))
    yield true(eq(expect((k0.T * A * k0) ** 2), tr(A * K) ** 2 + tr(A * K * A * K) + tr(A * K * A.T * K)))
    yield true(almost_surely(eq((Id - projection(K)) * k0, zeros("d", 1))))
    yield true(almost_surely(eq(K * pinv(K) * k0, k0)))


@family("textbook")
def tails() -> Iterator[Stated]:
    """Chebyshev, Cantelli (with equality for +p and -p), Paley and Zygmund, Markov; rare outcomes have probability."""
    yield true(probably(lt(norm_2(z) ** 2, 4 * tr(S)), Fraction(3, 4)))
    yield true(probably(le(absolute(x1), 2 * p), Fraction(3, 4)))
    yield true(probably(lt(e, p), HALF))
    yield true(probably(ge(norm_2(g) ** 2, d * HALF), Fraction(1, 12)))
    yield true(probably(gt(v.T * g, 0), HALF), ne(v, o))
    yield true(probably(ge(v.T * g, 0), HALF))
    yield true(probably(lt(norm_2(law) ** 2, 1001 * d * 1000), Fraction(9, 10)), rare)
    yield true(probably(lt(entry(law, 1, 1), 1), HALF), signs)
    yield true(almost_surely(eq(norm_2(law) ** 2, d)), signs)
    yield true(almost_surely(le(norm_2(law) ** 2, 10**6 * d)), rare)
    yield true(eq(expect(norm_2(law) ** 2), 1000 * d), rare)
    yield true(eq(expect(norm_2(law) ** 4), 10**6 * d**2 + (10**9 - 10**6) * d), rare)
    yield true(eq(expect((v.T * law) * (w.T * law)), v.T * w), signs)
    yield true(eq(expect(law.T * A * law), tr(A)), signs)
    yield true(le(expect((v.T * law) ** 4), 3 * norm_2(v) ** 4), signs)
    yield true(
        eq(expect((law.T * F * law) ** 2), tr(F) ** 2 + 2 * norm_F(F) ** 2 - 2 * total(k, d, entry(F, k, k) ** 2)),
        signs,
    )
    yield true(eq(expect(norm_2(A * law) ** 2), norm_F(A) ** 2), signs)
    yield true(eq(expect(law.T * law), 2 * d / p**2), iid_entries(law, exponential(p)))
    yield true(eq(expect(norm_2(law) ** 2), 6 * r**2 * d), iid_entries(law, gamma(2, r)))
    yield true(eq(expect(exp(a * e)), exp(a * e)), eq(a, 0))
    yield true(ge(expect(e**2 * f**2), p**2 * r**2))
    yield true(le(expect(absolute(e)) * expect(absolute(f)), p * r))


@family("textbook")
def wishart() -> Iterator[Stated]:
    """Second moments of sample covariances, of one step of descent in context, of least squares and of ridge."""
    B_ = A * S * A.T
    yield true(eq(expect(Hat * F * Hat), (1 + 1 / N) * S * F * S + tr(F * S) / N * S))
    yield true(eq(expect(norm_F(Hat - S) ** 2), (tr(S) ** 2 + tr(S**2)) / N))
    yield true(eq(expect(tr(Hat) ** 2), tr(S) ** 2 + 2 * tr(S**2) / N))
    yield true(eq(expect((v.T * Hat * A * xq - v.T * xq) ** 2),
                  (1 + 1 / N) * v.T * S * B_ * S * v + tr(B_ * S) / N * v.T * S * v - v.T * S * A * S * v
                  - v.T * S * A.T * S * v + v.T * S * v))  # fmt: skip
    yield true(eq(expect(det(Iso)), N * (N - 1)), eq(d, 2))
    yield true(eq(expect(det(Iso)), N), eq(d, 1))
    yield true(eq(expect(det(Iso)), N * (N - 1) * (N - 2)), eq(d, 3))
    yield true(eq(expect(tr(Iso) ** 2), N * d * (N * d + 2)))
    yield true(eq(expect(tr(Iso * A * Iso * B)), N**2 * tr(A * B) + N * tr(A * B.T) + N * tr(A) * tr(B)))
    yield true(eq(expect(norm_2(total(i, N, at(eps, i) * at(gs, i))) ** 2), N * d * p**2))
    yield true(eq(expect(total(i, N, at(eps, i)) ** 2), N * p**2))
    yield true(eq(expect((total(i, N, at(eps, i)) / N) ** 2), p**2 / N))
    yield true(eq(expect(norm_2(inv(D.T * D) * D.T * (D * v + E_) - v) ** 2), tr(inv(D.T * D))), ne(det(D.T * D), 0))
    ridge = inv(D.T * D + p * Id)
    yield true(eq(expect(norm_2(ridge * D.T * (D * v + E_) - v) ** 2),
                  tr(D.T * D * ridge**2) + p**2 * norm_2(ridge * v) ** 2))  # fmt: skip
    yield true(eq(expect(norm_2(D * pinv(D) * E_) ** 2), rank(D)))
    yield true(eq(expect(norm_2(E_ - D * pinv(D) * E_) ** 2), N - rank(D)))
    yield true(tends(expect(norm_F(Hat - S) ** 2), 0, N))
    yield true(in_mean_square(Hat * v, S * v, N))
    yield true(order(expect((v.T * (Hat - S) * w) ** 2), 1 / N, N))
    yield true(psd(expect(Hat * K * Hat) - S * K * S))
    yield true(eq(expect(Hat * inv(S) * Hat), (1 + (d + 1) / N) * S))


@family("textbook")
def haar_moments() -> Iterator[Stated]:
    """Moments of random rotations; the law is kept by fixed ones, also at d = 1."""
    yield true(eq(expect(U * v * v.T * U.T), norm_2(v) ** 2 / d * Id))
    yield true(eq(expect((v.T * U * w) ** 4), 3 * norm_2(v) ** 4 * norm_2(w) ** 4 / (d * (d + 2))))
    yield true(eq(expect(tr(U) ** 2), 1))
    yield true(eq(expect(tr(U * A) ** 2), norm_F(A) ** 2 / d))
    yield true(eq(expect(tr(U * U)), 1))
    yield true(eq(expect((v.T * U * v) * (w.T * U * w)), (v.T * w) ** 2 / d))
    yield true(eq(expect(tr(U * A) * tr(U.T * B)), tr(A * B) / d))
    yield true(eq(expect(U * A * U.T * B * U), zeros("d", "d")))
    yield true(eq(expect(norm_F(U * A - A * U) ** 2), 2 * norm_F(A) ** 2 - 2 * tr(A) ** 2 / d))
    yield true(eq(expect(norm_F(U - V) ** 2), 2 * d))
    yield true(eq(expect(norm_F(U - Id) ** 2), 2 * d))
    yield true(eq(expect(tr(U * F * U.T * G)), tr(F) * tr(G) / d))
    yield true(same_law(U * V, U))
    yield true(same_law(U.T, U))
    yield true(same_law(U * A, U * V * A))
    yield true(almost_surely(eq(det(U) ** 2, 1)))
    yield true(almost_surely(le(tr(U), d)))
    yield true(eq(expect(det(U) * tr(U)), 0), eq(d, 2))
    yield true(eq(expect(det(U) * tr(U)), 1), eq(d, 1))
    yield true(eq(expect((z.T * U * y) ** 2), tr(S) * tr(R) / d))


@family("textbook")
def attention_facts() -> Iterator[Stated]:
    """Softmax is a probability vector, its Jacobian is psd and singular; kernels are; relu is a contraction."""
    yield true(psd(diag(SM) - SM * SM.T))
    yield true(eq(total(k, d, entry(SM, k, 1)), 1))
    yield true(eq(total(k, d, entry(softmax(X_), k, 1)), 1))
    yield true(gt(entry(SM, 1, 1), 0))
    yield true(le(norm_2(SM), 1))
    yield true(ge(norm_2(SM) ** 2, 1 / d))
    yield true(eq(det(diag(SM) - SM * SM.T), 0))
    yield true(le(v.T * SM, norm_2(v)))
    yield true(ge(d * v.T * SM, total(k, d, entry(v, k, 1))))
    yield true(le(least_over(k, d, entry(v, k, 1)), v.T * SM))
    yield true(psd(gram(Kp, X_, X_)))
    yield true(le(kernel_value(Kp, v, w) ** 2, kernel_value(Kp, v, v) * kernel_value(Kp, w, w)))
    yield true(le(2 * kernel_value(Kp, v, w), kernel_value(Kp, v, v) + kernel_value(Kp, w, w)))
    yield true(eq(gram(Kp, X_, Y_).T, gram(Kp, Y_, X_)))
    yield true(psd(exp_each(K)))
    yield true(psd(exp_each(X_.T * X_)))
    yield true(eq(relu_each(A) - relu_each(-A), A))
    yield true(le(norm_F(relu_each(A) - relu_each(B)), norm_F(A - B)))
    yield true(le(tr(A), tr(relu_each(A))))
    yield true(le(norm_F(relu_each(A)) ** 2 + norm_F(relu_each(-A)) ** 2, norm_F(A) ** 2))
    yield true(eq(inner(relu_each(A), relu_each(-A)), 0))
    yield true(eq(softmax(2 * zeros("d", 1)), softmax(zeros("d", 1))))
    yield true(le(norm_op(softmax(A)) ** 2, d))
    yield true(eq(det(softmax(A) * 0), 0))
