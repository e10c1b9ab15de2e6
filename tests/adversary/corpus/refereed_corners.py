"""Corners that a referee tried: powers of 0, indices at the end of their range, sizes that are numbers too, traits of bound
letters, least values that are not attained, limits of powers, functions on half lines, conditions of values."""

from collections.abc import Iterator

from .refereed_words import *

t, s_ = scalar("t_2"), scalar("s_2")
z0 = scalar("z_0", "integer", "nonnegative")
it = n - z0
nz = scalar("n_0", "nonzero")
i1, j1 = index("i_1", "d"), index("j_1", "d")
k1, k2 = index("k_1", "N"), index("k_2", "N")
X, Y = matrix("X_2", "d", "N"), matrix("Y_2", "N", "d")
V_, W = vector("V_2", "d"), matrix("W_2", "d", "d")
Sx, Px, Qx = matrix("S_x", "d", "d", "symmetric", "posdef"), scalar("p_x", "positive"), scalar("q_x", "nonnegative")
Kx = matrix("K_x", "d", "d", "symmetric", "psd")
Fx = matrix("F_x", "d", "d", "symmetric")
ff = vector("f_2", "N")
xs = gaussian("x_2", "d", cov=S, iid=True)
fi = entry(ff, k1, 1)
bb = layers("b_2")
ell = layer("l_2")


def _all(truth, *props: Prop, **more: object) -> Iterator[Stated]:
    for prop in props:
        yield truth(prop, **more)


@family("refereed_corners")
def powers() -> Iterator[Stated]:
    """Powers with 0, integers of either sign, letters as exponents; true by algebra, false at 0, 1, 2 or -1."""
    yield from _all(
        true, eq(a**2 * a**3, a**5), eq((a**2)**n, a**(2 * n)), eq(p**n * p**m, p**(n + m)), eq((p * r)**n, p**n * r**n), eq(sqrt(a**2), absolute(a)), ge(z0 * (z0 - 1), 0),
        ge(it**2, it), eq(term(1)**n, 1), eq((-term(1))**(2 * n), 1), le(n, term(2)**n), eq(sqrt(p)**2, p), eq(sqrt(p**2), p), eq(exp(a)**2, exp(2 * a)), gt(exp(a) * exp(-a), 0), eq(A**2 * A, A**3),
        eq(half(S) * half(S), S), eq(inv(half(S)) * half(S), Id), eq(tr(A**3), tr((A.T)**3)), eq((S**2)**2, S**4), ne(nz**2, 0), gt(nz**2, 0), ge(it * (it + 1), 0), ge(z0 * (z0 - 1) * (z0 - 2), 0),
        eq(half(S**2), S), eq(half(K)**4, K**2), eq((a * Id)**3, a**3 * Id), eq(absolute(a)**2, a**2), eq(absolute(a)**3, a**2 * absolute(a)), le(a, absolute(a)), eq(relu(a) * a, relu(a)**2),
        eq(relu(a)**2 + relu(-a)**2, a**2), eq(relu(relu(a)), relu(a)), eq(relu(-absolute(a)), 0), eq(least(a, a), a), eq(absolute(least(a, b) - a) + absolute(least(a, b) - b), absolute(a - b)),
    )  # fmt: skip
    yield from _all(
        false, eq(sqrt(a**2), a), eq((-term(1))**n, 1), eq((-term(1))**n, -1), ge(it, 0), gt(z0, 0), ge(it**3, it), ge(z0**2, z0 + 1), le(term(2)**n, n + 1), le(n**2, term(2)**n), lt(n, term(2)**(n - 1)), eq(half(F**2), F), eq(half(S * S), R),
        eq(half(2 * S), 2 * half(S)), eq(inv(S + R), inv(S) + inv(R)), eq((A * B)**2, A**2 * B**2), eq((A + B)**2, A**2 + 2 * A * B + B**2), eq(exp(a * b), exp(a) * exp(b)), eq(exp(a)**2, exp(a**2)), gt(nz, 0), gt(nz**3, 0), ge(it * (it + 2), 0),
        eq(absolute(a + b)**2, (absolute(a) + absolute(b))**2), eq(absolute(a)**3, a**3), eq(relu(a * b), relu(a) * relu(b)), eq(relu(a)**2, a**2), eq(least(a, 2 * a), a), eq(least(a, b) * c, least(a * c, b * c)), eq(least(p * a, p * b), a * p), lt(z0 * (z0 - 5), 7),
        ge((n - H(3, 2))**2, 1), eq(n * (n - 1) * (n - 2), 0), ne(n**2 - 7 * n + 12, 0), ne(it**2 + it - 56, 0), ge(n**3 - 6 * n**2 + 11 * n - 6, 1), ge(d - 2, 0), gt(d * N, d), ge(N * d, N + d), ne(d, N), ge((d - N)**2, 1),
    )  # fmt: skip


@family("refereed_corners")
def indices() -> Iterator[Stated]:
    """Sums, entries and columns: ranges d and N, an index at the end, one sum in another; false at d, N <= 3."""
    yield from _all(
        true, eq(total(k1, N, term(1)), N), eq(total(i1, d, total(k1, N, entry(X, i1, k1)**2)), norm_F(X)**2), eq(total(k1, N, fi)**2, total(k1, N, total(k2, N, fi * entry(ff, k2, 1)))),
        eq(total_unequal(k1, k2, N, fi * entry(ff, k2, 1)), total(k1, N, fi)**2 - total(k1, N, fi**2)), eq(total(k1, N, delta(k1, k2) * fi), entry(ff, k2, 1)), eq(total_unequal(k1, k2, N, term(1)), N * (N - 1)),
        le(total(k1, N, fi)**2, N * total(k1, N, fi**2)), eq(total(k1, N, a * fi + b), a * total(k1, N, fi) + N * b), eq(entry(A * X, i1, k1), total(j1, d, entry(A, i1, j1) * entry(X, j1, k1))), eq(entry(A.T, i1, j1), entry(A, j1, i1)),
        eq(total(k1, N, col(X, k1) * row(Y, k1)), X * Y), eq(row(A * X, i1), row(A, i1) * X), eq(total(k1, N, k1) * 2, N * (N + 1)), eq(entry(Id, i1, j1), delta(i1, j1)), eq(total(k1, N, total(k2, N, delta(k1, k2))), N),
        le(least_over(k1, N, fi), fi), eq(least_over(k1, N, a), a), eq(total(k1, N, total(k2, N, fi)), N * total(k1, N, fi)), eq(entry(X * Y, i1, i1), row(X, i1) * col(Y, i1)), eq(tr(X * Y), total(k1, N, row(Y, k1) * col(X, k1))), eq(entry(v * w.T, i1, j1), entry(v, i1, 1) * entry(w, j1, 1)),
        eq(columns(X), N), eq(unvec(vec(X), "d"), X), eq(total(k1, N, (N + 1 - k1)), total(k1, N, k1)), le(total(k1, N, absolute(fi))**2, N * total(k1, N, fi**2)), eq(entry(kron(v, w), 1, 1), entry(v, 1, 1) * entry(w, 1, 1)), eq(total(k1, N, k1 * fi) + total(k1, N, (1 - k1) * fi), total(k1, N, fi)),
    )  # fmt: skip
    yield from _all(
        false, eq(total(k1, N, term(1)), N + 1), eq(total(k1, N, fi)**2, total(k1, N, fi**2)), eq(total_unequal(k1, k2, N, term(1)), N**2), eq(total_unequal(k1, k2, N, fi * entry(ff, k2, 1)), total(k1, N, fi)**2), eq(total(k1, N, delta(k1, k2) * entry(ff, k2, 1)), fi),
        eq(total(k1, N, total(k2, N, fi)), total(k1, N, fi)), eq(entry(A * X, i1, k1), entry(A, i1, i1) * entry(X, i1, k1)), eq(entry(A, i1, j1), entry(A, j1, i1)), eq(total(k1, N, col(X, k1) * row(Y, k1)), N * X * Y), eq(total(k1, N, fi * entry(ff, k1, 1)), total(k1, N, fi)), gt(total(k1, N, fi**2), 0),
        le(fi, total(k1, N, fi)), le(total(k1, N, fi)**2, total(k1, N, fi**2)), lt(total(k1, N, fi)**2, N * total(k1, N, fi**2)), eq(least_over(k1, N, fi), fi), lt(least_over(k1, N, fi), total(k1, N, fi)), eq(total(k1, N, k1 * fi), N * total(k1, N, fi)), eq(total(k1, N, k1**2), N * (N + 1) * (2 * N + 1) / 6 + N - 1),
        eq(delta(k1, k2), 0), eq(delta(k1, k2), 1), eq(entry(Id, i1, j1), 1), eq(columns(X), d), ne(k1, k2), le(k1, k2), le(k1, i1), lt(k1, N), ge(k1, 2), eq(tr(X * Y), total(k1, N, row(Y, k1) * col(X, k1)) * 2), ge(least_unequal(k1, k2, N, absolute(fi - entry(ff, k2, 1))), 1), eq(least_unequal(k1, k2, N, 1), 1), le(least_unequal(k1, k2, N, 1), 1),
        eq(total(k1, N, (N - k1)), total(k1, N, k1)), implies(eq(entry(ff, 1, 1), 0), eq(fi, 0)), implies(ge(total(k1, N, fi), 0), ge(fi, 0)), implies(eq(total(k1, N, fi), total(k1, N, a + 0)), eq(fi, a)), implies(for_all(k1, ge(fi, 0)), gt(total(k1, N, fi), 0)), eq(total(i1, d, total(k1, N, term(1))), d**2), eq(vec(X.T), vec(X)),
    )  # fmt: skip
    yield from _all(
        true, implies(for_all(k1, ge(fi, 0)), ge(total(k1, N, fi), 0)), implies(for_all(k1, eq(fi, a)), eq(total(k1, N, fi), N * a)), implies(eq(total(k1, N, fi**2), 0), eq(fi, 0)), implies(eq(N, 1), eq(total(k1, N, fi), entry(ff, 1, 1))), implies(eq(d, 1), commute(A, B)), implies(eq(d, 1), eq(A, A.T)), implies(ge(d, 2), ge(N * d, 2 * N)),
    )  # fmt: skip
    yield from _all(false, implies(le(d, 2), commute(A, B)), implies(le(d, 2), eq(A, A.T)), implies(le(N, 2), eq(total(k1, N, fi), entry(ff, 1, 1))), implies(eq(d, N), eq(X, Y)), implies(ge(d, 1), ge(N * d, 2 * N)), implies(eq(d, 1), eq(X.T * X, norm_F(X)**2 * eye("N"))))


@family("refereed_corners")
def least_values() -> Iterator[Stated]:
    """Over letters with traits, not attained, unbounded, of functions with several least points."""
    yield from _all(
        true, eq(infimum(tr(Sx), Sx), 0), eq(infimum(Px, Px), 0), eq(minimum(Qx, Qx), 0), eq(minimum(Qx**2 - 2 * Qx, Qx), -1), eq(minimum(Qx**2 + 2 * Qx, Qx), 0), eq(minimum(Px + 1 / Px, Px), 2), eq(infimum(1 / Px, Px), 0), eq(minimum(tr(Kx), Kx), 0), eq(minimum(norm_F(Fx - F)**2, Fx), 0), eq(minimum(norm_F(Fx - A)**2, Fx), norm_F(A - A.T)**2 / 4),
        eq(minimum(tr(S * Sx) + tr(R * inv(Sx)), Sx), minimum(tr(S * Sx) + tr(R * inv(Sx)), Sx) + 0), eq(minimum((t**2 - 1)**2, t), 0), eq(minimum(n**2 - 3 * n, n), -2), eq(minimum((n - H(5, 2))**2, n), H(1, 4)), eq(infimum(t**2 + s_**2 - 2 * t * s_, t, s_), 0), eq(minimum(t**2 + minimum((t - s_)**2, s_), t), 0), le(infimum(t**2 - a * t, t), 0), ge(a**2, infimum(t**2, t)),
        convex(1 / Px, Px), convex(tr(inv(Sx)), Sx), convex(Px * exp(Px), Px), convex(-sqrt(Qx), Qx), convex(Px**3, Px), convex(relu(t) * 2 - t, t), convex(Px**2 / 2 + 1 / Px**2, Px), convex(norm_op(W - A), W), convex(eigenvalue(Fx, 1), Fx), convex(-least_eigenvalue(Fx), Fx), nonconvex(Px * t, Px, t), nonconvex(t**3, t),
    )  # fmt: skip
    yield from _all(
        false, eq(infimum(tr(Sx), Sx), 1), gt(infimum(Px, Px), 0), eq(minimum(Qx**2 + 2 * Qx, Qx), -1), eq(minimum(Qx**2 - 2 * Qx, Qx), 0), eq(infimum(Px + 1 / Px, Px), 0), eq(infimum(1 / Px, Px), 1), eq(minimum(norm_F(Fx - A)**2, Fx), 0), eq(minimum(norm_F(Kx - F)**2, Kx), 0), eq(minimum(n**2 - 3 * n, n), -H(9, 4)), eq(minimum((n - H(5, 2))**2, n), 0), eq(minimum((t**2 - 1)**2, t), 1),
        ge(a, infimum(t**2, t)), le(a**2, infimum(t**2, t)), global_minimum(n**2 - 3 * n, (n, 3)), global_minimum((t**2 - 1)**2, (t, 0)), minimisers_satisfy((t**2 - 1)**2, eq(t, 1), t), minimisers_satisfy(n**2 - 3 * n, eq(n, 1), n), local_minimum(t**3, (t, 0)), local_minimum(-t**4, (t, 0)), saddle(t**4, (t, 0)), saddle(t**2 - s_**2 + t, (t, 0), (s_, 0)),
        local_minimum(t**2 - s_**4, (t, 0), (s_, 0)), convex(Px * Qx, Px, Qx), convex(sqrt(Qx), Qx), convex(-1 / Px, Px), convex(Px**3 - 3 * Px**2, Px), convex(1 / Px - Px**2, Px), convex(det(Sx), Sx), convex(least_eigenvalue(Fx), Fx), convex(eigenvalue(Fx, 1) - least_eigenvalue(Fx) * 2 - 3 * eigenvalue(Fx, 1), Fx), convex(tr(Sx * S * Sx * R) * -1, Sx), convex(norm_F(W) * norm_F(V_), W, V_), convex(t**4 - t**2 / 10**9, t), nonconvex(t**4, t), convex(absolute(t**2 - 1), t), convex(least(t, -t), t), convex(rank(W), W), convex(t**2 * s_**2, t, s_),
        convex(a * t**2 + t**4, t), convex((a - 100) * t**2 + 10**6 * t**2, t), convex(exp(a * t) - t**2, t), nonconvex(a * t**2, t),
    )  # fmt: skip
    yield from _all(true, local_minimum(t**4, (t, 0)), saddle(t**3, (t, 0)), saddle(t**2 - s_**2, (t, 0), (s_, 0)), global_minimum(n**2 - 3 * n, (n, 1)), global_minimum(n**2 - 3 * n, (n, 2)), minimisers_satisfy((t**2 - 1)**2, eq(t**2, 1), t), convex(absolute(t), t), convex(exp(a * t) + b * t, t), convex(a**2 * t**2 + b**4 * t**4, t))


@family("refereed_corners")
def grow() -> Iterator[Stated]:
    """Limits of powers and quotients, orders in two integers; and of outcomes."""
    yield from _all(
        true, tends(term(H(1, 2))**n, 0, n), tends(n**2 * term(H(1, 2))**n, 0, n), tends((1 + 1 / n)**n, exp(term(1)), n), tends((1 + a / n)**n, exp(a), n), tends(n * (exp(1 / n) - 1), 1, n), tends(n * (sqrt(n**2 + 1) - n), H(1, 2), n), tends(p / (p + n), 0, n), tends((n + d) / (n + N), 1, n), tends(n**2 / exp(n), 0, n), order(n + m, n * m, n, m), order(n, n**2, n), order(2 * n + 5, n, n),
        order(sqrt(n), n, n), order(a / n + b / n**2, 1 / n, n), order(n**2, exp(n), n), tends(inv(Id + S / n), Id, n), tends(least(n, 5), 5, n), tends((n - 1) / n, 1, n), tends(S * inv(S + Id / n), Id, n), tends_jointly(n / (n * m), 0, n, m), tends_jointly((n + m) / (n * m), 0, n, m), tends(K * inv(K + Id / n) * K, K, n), tends(Id - inv(Id + n * K), projection(K), n),
    )  # fmt: skip
    yield from _all(
        false, tends(p**n, 0, n), tends((1 + 1 / n)**n, 1, n), tends((1 + a / n)**n, 1 + a, n), tends(n * (sqrt(n**2 + 1) - n), 0, n), tends((-term(1))**n, 0, n), tends((-term(1))**n, 1, n), tends((n + d) / (n + N), d / N, n), order(n * m, n + m, n, m), order(n**2, n, n), order(n, sqrt(n), n), order(exp(n), n**2, n), order(1, 1 / n, n), order(1 / n, 1 / n**2, n), order(n, m, n, m), order(n / m, 1, n, m), order(a * n**2, n, n), order(term(2)**n, n**10, n),
        tends(inv(Id / n + S / n), Id, n), tends(Id - inv(Id + n * K), Id, n), tends(K * inv(K + Id / n), Id, n), tends_jointly(n / m, 1, n, m), tends_jointly(n / (n + m**2), 0, n, m), tends_jointly((n - m) / (n + m), 0, n, m), tends(n / (n + 10**9), 0, n), tends(10**9 / n, 1, n), tends(term(H(999999999, 10**9))**n, 1, n), tends(term(1 + H(1, 10**9))**n, 1, n), tends(least(n, a), a + 1, n), tends(exp(a / n) * a, 1, n), tends(n * relu(a - n) + 1, 0, n), tends(relu(n - 10**9), 0, n), tends(absolute(n - 10**6) / n, 0, n),
        tends(1 / (1 + (n - 10**6)**2), 1, n), tends(least(n, 10**9) / 10**9, 0, n), tends(q**2 * n, 0, n), tends(q / n + q, 0, n),
    )  # fmt: skip
    g2 = gaussian("g_2", "d")
    yield from _all(
        true, eq(expect(norm_2(g2)**6), d * (d + 2) * (d + 4)), finite(expect(exp(a * x1))), infinite(expect(exp(x1**2 / p**2))), finite(expect(exp(x1**2 / (4 * p**2)))), infinite(expect(exp(x1**2 / (2 * p**2)))), finite(expect(sqrt(absolute(x1)))), finite(expect(1 / sqrt(absolute(x1)))), infinite(expect(1 / absolute(x1))), infinite(expect(exp(x1**4))), eq(expect(absolute(x1)**2), p**2), eq(expect(relu(x1) - relu(-x1)), 0), eq(expect(least(x1, -x1)), -expect(absolute(x1))),
        ge(expect(absolute(x1)) * expect(1 / (1 + absolute(x1))), 0), le(expect(relu(x1)), p / 2), ge(expect(relu(x1 + a)), relu(a)), ge(expect(absolute(x1 + a)), absolute(a)), le(expect(least(x1, a)), least(0, a)), ge(expect(exp(x1 + a)), exp(a)), ge(expect(norm_2(z + v)), norm_2(v)), ge(expect(norm_op(z * z.T)), norm_op(S)), eq(expect(norm_op(z * z.T)), tr(S)), eq(expect(det(z * z.T)) * (d - 1), 0), almost_surely(eq(rank(g * h.T), 1)), almost_surely(ne(v.T * v + x1, 0)), same_law(x1, -x1), same_law(g, Q * g), same_law(U * g, g), same_law(U, U.T), independent_of(expect((w.T * z) * x1), w),
    )  # fmt: skip
    yield from _all(
        false, finite(expect(exp(x1**2))), finite(expect(exp(a * x1**2))), infinite(expect(1 / sqrt(absolute(x1)))), finite(expect(1 / absolute(x1))), finite(expect(exp(x1**2 / (2 * p**2)))), finite(expect(1 / norm_2(g2)**2)), finite(expect(1 / norm_2(g2))), eq(expect(e**4), p**4), infinite(expect(exp(a * x1))), eq(expect(absolute(x1)), p), eq(expect(relu(x1)), p / 2), le(expect(relu(x1 + a)), relu(a)), eq(expect(exp(x1)), exp(p)), eq(expect(exp(x1 + y1)), exp(p**2 / 2) + exp(r**2 / 2)), eq(expect(det(z * z.T)), det(S)), eq(expect(norm_op(z * z.T)), norm_op(S)), eq(expect(norm_2(z)), norm_2(expect(z))),
        same_law(e, -e), same_law(x1, y1), same_law(x1 + y1, x1), same_law(x1, e), same_law(g, A * g), same_law(x1 + x1, x1 + y1), same_law(g * g.T, h * g.T), almost_surely(ge(x1, 0)), almost_surely(ne(e, 0)), almost_surely(eq(rank(z * y.T + y * z.T), 2)), almost_surely(posdef(g * g.T)), almost_surely(gt(z.T * F * z, 0)), probably(gt(x1, 0), H(51, 100)), probably(gt(e, 0), H(1, 2)), probably(ge(x1, p), H(1, 2)), eq(expect(1 / (1 + x1**2)), 1 / (1 + p**2)), eq(expect(x1 * absolute(x1)), p**2), depends_on(expect((w.T * z) * x1), w), eq(expect(rank(z * y.T + y * z.T)), 2), eq(expect_given(z * z.T, z), S), eq(expect(at(xs, 1) * at(xs, 2).T), S), eq(expect(at(xs, i) * at(xs, j).T), 0 * A), eq(expect(at(xs, i) * at(xs, j).T), S),
    )  # fmt: skip
    yield true(eq(expect(at(xs, i) * at(xs, j).T), delta(i, j) * S))
    yield true(eq(expect(at(xs, 1) * at(xs, 2).T), Zero))


@family("refereed_corners")
def contradictory() -> Iterator[Stated]:
    """No value meets the hypotheses: nothing is refuted."""
    for given in ((gt(a, 1), lt(a, 0)), (posdef(S - R), posdef(R - S)), (lt(p, 0),), (eq(a**2, -1),), (psd(-S),), (gt(exp(a), 2), lt(a, 0)), (lt(norm_F(A), 0),), (gt(n, 2), lt(n, 3)), (eq(2 * n, 3),), (eq(tr(S), 0),), (ne(a, a),), (lt(least(a, b), a), lt(a, b)), (lt(d, 1),), (gt(rank(A), d),), (eq(K, -Id),), (for_all(a, gt(a, 0)),), (exists(p, lt(p, 0)),), (eq(term(1), 2),), (gt(tr(A * A.T), 0), eq(A, Zero))):
        yield vacuous(eq(b, c), *given)
        yield vacuous(eq(b, b + 1), *given)
        yield vacuous(psd(G), *given)
        yield true(implies(conj(*given), eq(b, b + 1)))
