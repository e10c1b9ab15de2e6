"""Statements of textbooks and papers, each beside two that are subtly wrong: Matrix Cookbook, Boyd and Vandenberghe,
Horn and Johnson, Vershynin, Nesterov, Bach, Kalman's filter, Wishart moments, Stein's lemma."""

from collections.abc import Iterator

from .refereed_words import *

k_, s_ = scalar("k", "integer", "positive"), scalar("s_2", "positive")
Sk, Ak, Ik = matrix("S_k", "k", "k", "symmetric", "posdef"), matrix("A_k", "k", "k"), eye("k")
X, Y, Hk = matrix("X_2", "d", "k"), matrix("Y_2", "d", "k"), matrix("H_2", "k", "d")
E_, W, D = matrix("E_2", "d", "d"), matrix("W_2", "d", "d"), matrix("D_2", "d", "d")
t, V_ = scalar("t_2"), vector("V_2", "d")
xs = gaussian("x_2", "d", cov=S, iid=True)
i1, j1 = index("i_1", "d"), index("j_1", "d")
hat = total(i, N, at(xs, i) * at(xs, i).T) / N
mean = total(j, N, at(xs, j)) / N


def _three(right: Prop, wrong: Prop, other: Prop, *given: Prop) -> Iterator[Stated]:
    yield true(right, *given)
    yield false(wrong, *given)
    yield false(other, *given)


@family("refereed_textbooks")
def cookbook() -> Iterator[Stated]:
    """The Matrix Cookbook: inverses, determinants, Kronecker products, derivatives; wrong at d = 1 or 2."""
    G_ = inv(S) * X * inv(inv(Sk) + X.T * inv(S) * X) * X.T * inv(S)
    rows = [
        (eq(inv(S * R), inv(R) * inv(S)), eq(inv(S * R), inv(S) * inv(R)), eq(inv(S * R), inv(R) * S)),
        (eq(inv(S + X * Sk * X.T), inv(S) - G_), eq(inv(S + X * Sk * X.T), inv(S) + G_), eq(inv(S + X * Sk * X.T), inv(S) - inv(S) * X * inv(Sk + X.T * inv(S) * X) * X.T * inv(S))),
        (eq(inv(S + v * v.T), inv(S) - inv(S) * v * v.T * inv(S) / (1 + v.T * inv(S) * v)), eq(inv(S + v * v.T), inv(S) - inv(S) * v * v.T * inv(S) / (1 + v.T * S * v)), eq(inv(S + v * v.T), inv(S) - inv(S) * v * v.T / (1 + v.T * inv(S) * v))),
        (eq(X * inv(Ik + X.T * X), inv(Id + X * X.T) * X), eq(X * inv(Ik + X.T * X), inv(Id + 2 * X * X.T) * X), eq(X * inv(Ik + X.T * X), X - X * X.T * X)),
        (eq(det(S + v * v.T), det(S) * (1 + v.T * inv(S) * v)), eq(det(S + v * v.T), det(S) + v.T * v), eq(det(S + v * v.T), det(S) * (1 + v.T * S * v))),
        (eq(det(2 * A), term(2)**d * det(A)), eq(det(2 * A), 2 * det(A)), eq(det(2 * A), term(2)**(d + 1) * det(A))),
        (eq(det(A * B), det(A) * det(B)), eq(det(A + B), det(A) + det(B)), eq(det(A * B), det(A)**2)),
        (eq(det(A.T), det(A)), eq(det(-A), -det(A)), eq(det(A.T), -det(A))),
        (eq(tr(A.T * B), vec(A).T * vec(B)), eq(tr(A * B), vec(A).T * vec(B)), eq(tr(A.T * B), vec(A.T).T * vec(B))),
        (eq(tr(A.T * B * C * E_.T), vec(A).T * kron(E_, B) * vec(C)), eq(tr(A.T * B * C * E_.T), vec(A).T * kron(B, E_) * vec(C)), eq(tr(A.T * B * C * E_), vec(A).T * kron(E_, B) * vec(C))),
        (eq(vec(A * X * Ak), kron(Ak.T, A) * vec(X)), eq(vec(A * X * Ak), kron(Ak, A) * vec(X)), eq(vec(A * X * Ak), kron(Ak.T, A.T) * vec(X))),
        (eq(inv(kron(S, R)), kron(inv(S), inv(R))), eq(inv(kron(S, R)), kron(inv(R), inv(S))), eq(inv(kron(S, R)), kron(inv(S), R))),
        (eq(det(kron(A, Ak)), det(A)**k_ * det(Ak)**d), eq(det(kron(A, Ak)), det(A)**d * det(Ak)**k_), eq(det(kron(A, Ak)), det(A) * det(Ak))),
        (eq(det(block(S, X, X.T, Sk)), det(S) * det(Sk - X.T * inv(S) * X)), eq(det(block(S, X, X.T, Sk)), det(S) * det(Sk + X.T * inv(S) * X)), eq(det(block(S, X, X.T, Sk)), det(S) * det(Sk))),
        (eq(vec(A * W + W * A.T), (kron(Id, A) + kron(A, Id)) * vec(W)), eq(vec(A * W + W * A.T), (kron(Id, A) + kron(A.T, Id)) * vec(W)), eq(vec(A * W + W * A), (kron(Id, A) + kron(A, Id)) * vec(W))),
        (eq(grad(tr(A * X * Ak * X.T * C), X), A.T * C.T * X * Ak.T + C * A * X * Ak), eq(grad(tr(A * X * Ak * X.T * C), X), A.T * C.T * X * Ak + C * A * X * Ak.T), eq(grad(tr(A * X * Ak * X.T * C), X), C * A * X * Ak * 2)),
        (eq(where(grad(v.T * inv(W) * w, W), (W, S)), -(inv(S) * v * w.T * inv(S))), eq(where(grad(v.T * inv(W) * w, W), (W, S)), -(inv(S) * w * v.T * inv(S))), eq(where(grad(v.T * inv(W) * w, W), (W, S)), inv(S) * v * w.T * inv(S))),
        (eq(grad(norm_F(A * X - Y)**2, X), 2 * A.T * (A * X - Y)), eq(grad(norm_F(A * X - Y)**2, X), 2 * A * (A * X - Y)), eq(grad(norm_F(A * X - Y)**2, X), A.T * (A * X - Y))),
        (eq(grad(tr(W**3), W), 3 * (W**2).T), eq(grad(tr(W**3), W), 3 * W**2), eq(grad(tr(W**3), W), 3 * W.T * W)),
        (eq(curvature(tr(W**3), (W, D)), 6 * tr(W * D * D)), eq(curvature(tr(W**3), (W, D)), 6 * tr(W * W * D)), eq(curvature(tr(W**3), (W, D)), 6 * tr(W * D * D.T))),
        (eq(slope(t, inv(S + t * A)), -(inv(S) * A * inv(S))), eq(slope(t, inv(S + t * A)), -(inv(S) * A.T * inv(S))), eq(slope(t, inv(S + t * A)), inv(S) * A * inv(S))),
        (eq(slope(t, det(Id + t * A)), tr(A)), eq(slope(t, det(Id + t * A)), det(A)), eq(slope(t, det(Id + t * A)), tr(A) + tr(A)**2 - tr(A * A))),
        (eq(slope(t, tr(inv(S + t * R))), -tr(inv(S) * inv(S) * R)), eq(slope(t, tr(inv(S + t * R))), -tr(inv(S) * R)), eq(slope(t, tr(inv(S + t * R))), tr(inv(S)**2 * R))),
        (eq(tr(kron(A, B)), tr(A) * tr(B)), eq(tr(kron(A, B)), tr(A * B)), eq(tr(kron(A, B)), tr(A) + tr(B))),
        (eq(kron(A, B).T, kron(A.T, B.T)), eq(kron(A, B).T, kron(B.T, A.T)), eq(kron(A, B).T, kron(A, B))),
        (eq(norm_F(kron(A, Ak)), norm_F(A) * norm_F(Ak)), eq(norm_F(kron(A, Ak)), norm_F(A) + norm_F(Ak)), eq(norm_F(kron(A, A)), norm_F(A * A))),
        (eq(inv(Id + S) + inv(Id + inv(S)), Id), eq(inv(Id + S) - inv(Id + inv(S)), Id), eq(inv(Id + S) + inv(Id + S), Id)),
        (eq(inv(S + R), inv(S) * inv(inv(S) + inv(R)) * inv(R)), eq(inv(S + R), inv(inv(S) + inv(R))), eq(inv(S + R), S * inv(inv(S) + inv(R)) * R)),
    ]  # fmt: skip
    for row in rows:
        yield from _three(*row)


@family("refereed_textbooks")
def inequalities() -> Iterator[Stated]:
    """Boyd and Vandenberghe, Hardy-Littlewood-Polya: wrong by a factor, a strictness or a side."""
    rows = [
        (le(w.T * v, v.T * S * v / 2 + w.T * inv(S) * w / 2), le(w.T * v, v.T * S * v / 2 + w.T * S * w / 2), lt(w.T * v, v.T * S * v / 2 + w.T * inv(S) * w / 2)),
        (ge(v.T * inv(S) * v, 2 * w.T * v - w.T * S * w), ge(v.T * inv(S) * v, 2 * w.T * v - w.T * w), ge(v.T * inv(S) * v, 2 * w.T * v - w.T * S * w / 2)),
        (iff(psd(block(S, X, X.T, Sk)), psd(Sk - X.T * inv(S) * X)), iff(psd(block(S, X, X.T, Sk)), posdef(Sk - X.T * inv(S) * X)), iff(psd(block(S, X, X.T, Sk)), psd(Sk + X.T * inv(S) * X))),
        (ge(exp(a), 1 + a), ge(exp(a), 1 + a + a**2 / 2), gt(exp(a), 1 + a)),
        (le(p * r * s_, (p + r + s_)**3 / 27), le(p * r * s_, (p + r + s_)**3 / 28), lt(p * r * s_, (p + r + s_)**3 / 27)),
        (le(2 / (1 / p + 1 / r), sqrt(p * r)), ge(2 / (1 / p + 1 / r), sqrt(p * r)), lt(2 / (1 / p + 1 / r), sqrt(p * r))),
        (le((p + r) / 2, sqrt((p**2 + r**2) / 2)), lt((p + r) / 2, sqrt((p**2 + r**2) / 2)), ge((p + r) / 2, sqrt((p**2 + r**2) / 2))),
        (le((v.T * w)**2, (v.T * S * v) * (w.T * inv(S) * w)), le((v.T * w)**2, (v.T * S * v) * (w.T * S * w)), lt((v.T * w)**2, (v.T * S * v) * (w.T * inv(S) * w))),
        (le((v.T * A * w)**2, (v.T * v) * (w.T * A.T * A * w)), le((v.T * A * w)**2, (v.T * v) * (w.T * A * A.T * w)), le((v.T * A * w)**2, (v.T * A * v) * (w.T * A * w))),
        (ge((1 + q)**n, 1 + n * q), ge((1 + q)**n, 1 + n * q + q**2), gt((1 + q)**n, 1 + n * q)),
        (ge(exp(a) + exp(-a), 2 + a**2), ge(exp(a) + exp(-a), 2 + 2 * a**2), gt(exp(a) + exp(-a), 2 + a**2)),
        (eq(1 / (1 + exp(-a)) + 1 / (1 + exp(a)), 1), eq(1 / (1 + exp(-a)) - 1 / (1 + exp(a)), 1), eq(1 / (1 + exp(-a)) + 1 / (1 + exp(-a)), 1)),
        (ge(1 / p, 2 / r - p / r**2), ge(1 / p, 2 / r - 1 / (r * p)), gt(1 / p, 2 / r - p / r**2)),
        (le(absolute(norm_2(v) - norm_2(w)), norm_2(v - w)), le(norm_2(v - w), norm_2(v) - norm_2(w)), lt(absolute(norm_2(v) - norm_2(w)), norm_2(v - w))),
        (le(total(i1, d, absolute(entry(v, i1, 1))), sqrt(d) * norm_2(v)), le(total(i1, d, absolute(entry(v, i1, 1))), norm_2(v)), ge(total(i1, d, absolute(entry(v, i1, 1))), sqrt(d) * norm_2(v))),
        (le(least_over(i1, d, entry(v, i1, 1)), total(i1, d, entry(v, i1, 1)) / d), ge(least_over(i1, d, entry(v, i1, 1)), total(i1, d, entry(v, i1, 1)) / d), lt(least_over(i1, d, entry(v, i1, 1)), total(i1, d, entry(v, i1, 1)) / d)),
        (eq(total(i, N, i), N * (N + 1) / 2), eq(total(i, N, i), N * (N - 1) / 2), eq(total(i, N, i), N**2 / 2 + N)),
        (eq(total(i, N, i**2), N * (N + 1) * (2 * N + 1) / 6), eq(total(i, N, i**2), N * (N + 1) * (2 * N + 1) / 3), eq(total(i, N, i**2), N**2 * (N + 1) / 2)),
        (eq(total(i, N, i**3), N**2 * (N + 1)**2 / 4), eq(total(i, N, i**3), N**2 * (N + 1)**2 / 2), eq(total(i, N, i**3), N**4 / 4 + N**3 / 2 + N / 4)),
        (le((p + r)**3, 4 * (p**3 + r**3)), le((p + r)**3, 3 * (p**3 + r**3)), lt((p + r)**3, 4 * (p**3 + r**3))),
        (le(sqrt(p + r), sqrt(p) + sqrt(r)), ge(sqrt(p + r), sqrt(p) + sqrt(r)), eq(sqrt(p + r), sqrt(p) + sqrt(r))),
        (le(absolute(sqrt(p) - sqrt(r)), sqrt(absolute(p - r))), lt(absolute(sqrt(p) - sqrt(r)), sqrt(absolute(p - r))), le(absolute(sqrt(p) - sqrt(r)), absolute(p - r))),
        (ge((a**2 + b**2) * (c**2 + t**2), (a * c + b * t)**2), gt((a**2 + b**2) * (c**2 + t**2), (a * c + b * t)**2), ge((a**2 + b**2) * (c**2 + t**2), (a * c + b * t)**2 + (a * t + b * c)**2)),
        (eq((a**2 + b**2) * (c**2 + t**2), (a * c - b * t)**2 + (a * t + b * c)**2), eq((a**2 + b**2) * (c**2 + t**2), (a * c + b * t)**2 + (a * t + b * c)**2), eq((a**2 + b**2) * (c**2 + t**2), (a * c - b * t)**2 + (a * t - b * c)**2)),
        (ge(p / (r + s_) + r / (p + s_) + s_ / (p + r), H(3, 2)), ge(p / (r + s_) + r / (p + s_) + s_ / (p + r), H(1501, 1000)), gt(p / (r + s_) + r / (p + s_) + s_ / (p + r), H(3, 2))),
        (ge(a**4 + b**4 + 1, a**2 * b**2 + a**2 + b**2 - 0), gt(a**4 + b**4 + 1, a**2 * b**2 + a**2 + b**2), ge(a**4 + b**4 + 1, H(1001, 1000) * (a**2 * b**2 + a**2 + b**2))),
        (ge(a**4 * b**2 + a**2 * b**4 + 1, 3 * a**2 * b**2), gt(a**4 * b**2 + a**2 * b**4 + 1, 3 * a**2 * b**2), ge(a**4 * b**2 + a**2 * b**4 + 1, H(30001, 10000) * a**2 * b**2)),
        (le(relu(a) * relu(b), relu(a * b)), eq(relu(a) * relu(b), relu(a * b)), ge(relu(a) * relu(b), relu(a * b))),
        (le(absolute(relu(a) - relu(b)), absolute(a - b)), eq(absolute(relu(a) - relu(b)), absolute(a - b)), le(absolute(relu(a) - relu(b)), absolute(a - b) / 2)),
        (eq(absolute(a), relu(a) + relu(-a)), eq(absolute(a), relu(a) - relu(-a)), eq(absolute(a), 2 * relu(a))),
        (eq(relu(p * a), p * relu(a)), eq(relu(b * a), b * relu(a)), eq(relu(p + a), p + relu(a))),
        (le(least(a, c) + least(b, t), least(a + b, c + t)), ge(least(a, c) + least(b, t), least(a + b, c + t)), eq(least(a, c) + least(b, t), least(a + b, c + t))),
        (eq(least(a, b) + least(-a, -b), -absolute(a - b)), eq(least(a, b) + least(-a, -b), 0), eq(least(a, b) + least(-a, -b), absolute(a - b))),
    ]  # fmt: skip
    for row in rows:
        yield from _three(*row)


@family("refereed_textbooks")
def spectra() -> Iterator[Stated]:
    """Horn and Johnson, Bhatia: eigenvalues, norms, ranks, roots, orders; wrong at d = 1 or 2."""
    rows = [
        (le(eigenvalue(F + G, 1), eigenvalue(F, 1) + eigenvalue(G, 1)), eq(eigenvalue(F + G, 1), eigenvalue(F, 1) + eigenvalue(G, 1)), le(least_eigenvalue(F + G), least_eigenvalue(F) + least_eigenvalue(G))),
        (le(norm_op(A), norm_F(A)), le(norm_F(A), norm_op(A)), lt(norm_op(A), norm_F(A))),
        (le(norm_F(A)**2, d * norm_op(A)**2), le(norm_F(A)**2, d / 2 * norm_op(A)**2), eq(norm_F(A)**2, d * norm_op(A)**2)),
        (le(nuclear(A), sqrt(d) * norm_F(A)), le(nuclear(A), norm_F(A)), ge(nuclear(A), sqrt(d) * norm_F(A))),
        (le(absolute(tr(A)), nuclear(A)), le(absolute(tr(A)), norm_F(A)), eq(tr(A), nuclear(A))),
        (le(tr(A * B), singular_product_sum(A, B)), ge(tr(A * B), singular_product_sum(A, B)), le(tr(A * B), singular_product_sum(A, B) / 2)),
        (le(rank(A + B), rank(A) + rank(B)), eq(rank(A + B), rank(A) + rank(B)), eq(rank(A * B), rank(B * A))),
        (ge(rank(A * B), rank(A) + rank(B) - d), ge(rank(A * B), rank(A) + rank(B) - d + 1), ge(rank(A * B), least(rank(A), rank(B)))),
        (ge(entry(F, 1, 1), least_eigenvalue(F)), ge(entry(F, 1, 1), eigenvalue(F, 1)), gt(entry(F, 1, 1), least_eigenvalue(F))),
        (le(norm_op(K), tr(K)), le(norm_op(F), tr(F)), lt(norm_op(K), tr(K))),
        (psd(norm_op(K) * Id - K), psd(norm_op(K) / 2 * Id - K), posdef(norm_op(K) * Id - K)),
        (psd(norm_op(K) * K - K**2), psd(norm_op(F) * F - F**2), psd(K - K**2)),
        (psd(modulus(F) - F), eq(modulus(F), F), psd(modulus(F) + modulus(G) - modulus(F + G))),
        (le(tr(modulus(F + G)), tr(modulus(F)) + tr(modulus(G))), eq(tr(modulus(F + G)), tr(modulus(F)) + tr(modulus(G))), le(tr(modulus(F)), tr(F))),
        (implies(psd(K - L), psd(half(K) - half(L))), implies(psd(K - L), psd(K**2 - L**2)), eq(half(K + L), half(K) + half(L))),
        (implies(psd(S - R), psd(inv(R) - inv(S))), implies(psd(S - R), psd(inv(S) - inv(R))), implies(psd(S - R), posdef(inv(R) - inv(S)))),
        (ge(det(S + R), det(S) + det(R)), le(det(S + R), det(S) + det(R)), ge(det(S + R), det(S) + det(R) + 1)),
        (ge(det(Id + K), 1 + tr(K)), ge(det(Id + K), 1 + 2 * tr(K)), gt(det(Id + K), 1 + tr(K))),
        (eq(tr(projection(X)), rank(X)), eq(tr(projection(X)), rank(X) + 1), eq(tr(X.T * X), rank(X))),
        (eq(projection(X) * X, X), eq(projection(A * B), projection(A)), eq(projection(X), X * X.T)),
        (eq(pinv(X * X.T), pinv(X.T) * pinv(X)), eq(pinv(A * B), pinv(B) * pinv(A)), eq(pinv(X * X.T), pinv(X).T * X.T)),
        (eq(pinv(X), pinv(X.T * X) * X.T), eq(pinv(A), pinv(A.T)), eq(pinv(A) * A, Id)),
        (eq(X * pinv(X) * X, X), eq(A * pinv(A), pinv(A) * A), eq(pinv(A + B), pinv(A) + pinv(B))),
        (eq(cond(S**2), cond(S)**2), eq(cond(2 * S), 2 * cond(S)), eq(cond(S + R), cond(S) + cond(R))),
        (ge(cond(S), 1), gt(cond(S), 1), ge(cond(S), d)),
        (implies(commute(K, L), psd(K * L)), psd(K * L), implies(commute(A, B), commute(A.T, B))),
        (le(tr(A**2), tr(A.T * A)), ge(tr(A**2), 0), lt(tr(A**2), tr(A.T * A))),
        (le(tr((F * G)**2), tr(F**2 * G**2)), le(tr((A * B)**2), tr(A**2 * B**2)), eq(tr((F * G)**2), tr(F**2 * G**2))),
        (le(tr(K * L), eigenvalue(K, 1) * tr(L)), le(tr(K * L), least_eigenvalue(K) * tr(L)), le(tr(F * G), eigenvalue(F, 1) * tr(G))),
        (ge(least_eigenvalue(F + K), least_eigenvalue(F)), gt(least_eigenvalue(F + K), least_eigenvalue(F)), le(eigenvalue(F + K, 1), eigenvalue(F, 1))),
        (le(norm_op(A * B), norm_op(A) * norm_op(B)), eq(norm_op(A * B), norm_op(A) * norm_op(B)), eq(norm_op(A * B), norm_op(B * A))),
        (le(norm_F(A * B), norm_op(A) * norm_F(B)), le(norm_F(A * B), norm_op(A) * norm_op(B)), eq(norm_F(A * B), norm_op(A) * norm_F(B))),
        (eq(norm_op(A.T * A), norm_op(A)**2), eq(norm_op(A * A), norm_op(A)**2), eq(norm_op(A.T * A), norm_op(A))),
        (le(norm_F(A)**2, norm_op(A) * nuclear(A)), eq(norm_F(A)**2, norm_op(A) * nuclear(A)), le(norm_F(A)**2, norm_op(A)**2)),
        (le(norm_F(A)**2, rank(A) * norm_op(A)**2), le(norm_F(A)**2, norm_op(A)**2 * rank(A)**2 / 2), eq(norm_F(A)**2, rank(A) * norm_op(A)**2)),
        (psd(kron(S, Id) + kron(Id, R)), psd(kron(F, Id) + kron(Id, F)), psd(kron(F, G))),
        (psd(block(Id, A, A.T, A.T * A)), psd(block(Id, A, A.T, A * A.T)), posdef(block(Id, A, A.T, A.T * A))),
        (ge(tr(inv(S)), d**2 / tr(S)), ge(tr(inv(S)), d**2 / tr(S) + H(1, 10**9)), gt(tr(inv(S)), d**2 / tr(S))),
        (eq(rank(A.T * A), rank(A)), eq(rank(A * A), rank(A)), eq(rank(A.T * A), rank(A)**2)),
        (eq(v.T * (A - A.T) * v, 0), eq(v.T * (A - A.T) * w, 0), eq(v.T * A * v, 0)),
        (inertia(block(Zero, S, S, Zero), d, d), inertia(block(Zero, S, S, Zero), 2 * d, 0), inertia(block(S, S, S, Zero), d, 0)),
        (inertia(v * v.T - w * w.T, 1, 1), inertia(v * v.T - w * w.T, 2, 0), inertia(v * v.T + w * w.T, 1, 1), gt((v.T * v) * (w.T * w), (v.T * w)**2)),
        (implies(eq(A * A, A), eq((Id - A) * (Id - A), Id - A)), implies(eq(A * A, A), eq(A.T, A)), implies(eq(A * A, A), psd(A))),
        (implies(eq(A * A.T, Id), eq(norm_F(A * B), norm_F(B))), implies(eq(A * A.T, Id), eq(A, Id)), implies(eq(A * A.T, Id), eq(det(A), 1))),
        (le(least_eigenvalue(S) * norm_2(v)**2, v.T * S * v), le(norm_2(v)**2, v.T * S * v), lt(least_eigenvalue(S) * norm_2(v)**2, v.T * S * v)),
        (psd(inv(R) + inv(S) - 4 * inv(S + R)), psd(inv(R) + inv(S) - 5 * inv(S + R)), posdef(inv(R) + inv(S) - 4 * inv(S + R))),
        (psd(A * inv(S) * A.T - A - A.T + S), psd(A * inv(S) * A.T - A - A.T + S / 2), posdef(A * inv(S) * A.T - A - A.T + S)),
        (psd(Id - X * inv(X.T * X + p * Ik) * X.T), psd(Id - X * inv(X.T * X + p * Ik) * X.T * 2), psd(X * inv(X.T * X + p * Ik) * X.T - Id)),
    ]  # fmt: skip
    for row in rows:
        yield from _three(*row)


@family("refereed_textbooks")
def laws() -> Iterator[Stated]:
    """Wishart moments, Stein's lemma, uniform rotations, Chebyshev and Jensen; wrong at d = 1 or 2, or for another law."""
    q_ = v.T * S * v
    rows = [
        (eq(expect(hat), S), eq(expect(hat), N * S), eq(expect(hat), S * (1 - 1 / N))),
        (eq(expect(hat * hat), (1 + 1 / N) * S**2 + tr(S) / N * S), eq(expect(hat * hat), S**2), eq(expect(hat * hat), (1 + 2 / N) * S**2 + tr(S) / N * S)),
        (eq(expect(hat * A * hat), S * A * S + (S * A.T * S + tr(A * S) * S) / N), eq(expect(hat * A * hat), S * A * S + (S * A * S + tr(A * S) * S) / N), eq(expect(hat * A * hat), S * A * S + (S * A.T * S + tr(A) * S) / N)),
        (eq(expect(tr(hat)**2), tr(S)**2 + 2 * tr(S**2) / N), eq(expect(tr(hat)**2), tr(S)**2 + tr(S**2) / N), eq(expect(tr(hat)**2), tr(S)**2 + 2 * tr(S)**2 / N)),
        (eq(N**2 * expect(hat**3), (N**2 + 3 * N + 4) * S**3 + 2 * (N + 1) * tr(S) * S**2 + (N + 1) * tr(S**2) * S + tr(S)**2 * S), eq(N**2 * expect(hat**3), (N**2 + 3 * N + 5) * S**3 + 2 * (N + 1) * tr(S) * S**2 + (N + 1) * tr(S**2) * S), eq(N**2 * expect(hat**3), (N**2 + 3 * N + 4) * S**3 + (N + 1) * tr(S) * S**2 + 2 * (N + 1) * tr(S**2) * S + tr(S)**2 * S)),
        (eq(expect(mean.T * mean), tr(S) / N), eq(expect(mean.T * mean), tr(S) / N**2), eq(expect(mean.T * mean), tr(S))),
        (eq(expect(total(i, N, (at(xs, i) - mean).T * (at(xs, i) - mean))), (N - 1) * tr(S)), eq(expect(total(i, N, (at(xs, i) - mean).T * (at(xs, i) - mean))), N * tr(S)), eq(expect(total(i, N, (at(xs, i) - mean).T * (at(xs, i) - mean))), (N - 1) / N * tr(S))),
        (probably(lt(absolute(e), 2 * p), H(3, 4)), probably(lt(absolute(e), 2 * p), H(4, 5)), probably(lt(absolute(e), p), H(1, 10))),
        (eq(expect(z * (v.T * z)**3), 3 * q_ * S * v), eq(expect(z * (v.T * z)**3), 3 * q_ * v), eq(expect(z * (v.T * z)**3), 2 * q_ * S * v)),
        (eq(expect(z * z.T * (w.T * z)**2), (w.T * S * w) * S + 2 * S * w * w.T * S), eq(expect(z * z.T * (w.T * z)**2), (w.T * S * w) * S + S * w * w.T * S), eq(expect(z * z.T * (w.T * z)**2), (w.T * S * w) * S + 2 * w * w.T)),
        (eq(expect(exp(w.T * z) * z * z.T), exp(w.T * S * w / 2) * (S + S * w * w.T * S)), eq(expect(exp(w.T * z) * z * z.T), exp(w.T * S * w / 2) * S), eq(expect(exp(w.T * z) * z * z.T), exp(w.T * S * w / 2) * (S + w * w.T))),
        (eq(expect((v.T * z)**2 * (w.T * z)**2), q_ * (w.T * S * w) + 2 * (v.T * S * w)**2), eq(expect((v.T * z)**2 * (w.T * z)**2), q_ * (w.T * S * w) + (v.T * S * w)**2), eq(expect((v.T * z)**2 * (w.T * z)**2), q_ * (w.T * S * w))),
        (eq(expect((A * z).T * (A * z)), tr(A * S * A.T)), eq(expect((A * z).T * (A * z)), tr(A.T * S * A)), eq(expect((A * z).T * (A * z)), tr(A * S * A))),
        (eq(expect((z.T * F * z)**2) - expect(z.T * F * z)**2, 2 * tr(F * S * F * S)), eq(expect((z.T * A * z)**2) - expect(z.T * A * z)**2, 2 * tr(A * S * A * S)), eq(expect((z.T * F * z)**2) - expect(z.T * F * z)**2, tr(F * S * F * S))),
        (eq(expect(U * A * U.T), tr(A) / d * Id), eq(expect(U * A * U.T), tr(A) * Id), eq(expect(U * A * U.T), A)),
        (eq(expect(U * A * U), A.T / d), eq(expect(U * A * U), A / d), eq(expect(U * A * U), tr(A) / d * Id)),
        (eq(expect((v.T * U * w)**2), (v.T * v) * (w.T * w) / d), eq(expect((v.T * U * w)**2), (v.T * w)**2 / d), eq(expect((v.T * U * w)**2), (v.T * v) * (w.T * w) / d**2)),
        (eq(expect((v.T * U * w)**4), 3 * (v.T * v)**2 * (w.T * w)**2 / (d * (d + 2))), eq(expect((v.T * U * w)**4), 3 * (v.T * v)**2 * (w.T * w)**2 / d**2), eq(expect((v.T * U * w)**4), (v.T * v)**2 * (w.T * w)**2 / (d * (d + 2)))),
        (eq(expect(tr(A * U)**2), tr(A.T * A) / d), eq(expect(tr(A * U)**2), tr(A)**2 / d), eq(expect(tr(A * U)**2), tr(A.T * A))),
        (eq(expect(x1**3), 0), eq(expect(e**3), 0), eq(expect(x1**3), p**3)),
        (eq(expect(x1**4), 3 * p**4), eq(expect(e**4), 3 * p**4), eq(expect(x1**4), p**4)),
        (eq(expect(e**2 * f**2), p**2 * r**2), eq(expect(e**2 * f**2), p**2 + r**2), eq(expect((e + f)**2), (p + r)**2)),
        (almost_surely(gt(norm_2(g), 0)), gt(norm_2(g), 0), almost_surely(gt(g.T * F * g, 0))),
        (infinite(expect(1 / x1**2)), finite(expect(1 / x1**2)), finite(expect(1 / (g.T * g)))),
        (eq(expect(1 / (g.T * g)), 1 / (d - 2)), eq(expect(1 / (g.T * g)), 1 / (d - 1)), eq(expect(1 / (g.T * g)), 1 / d), ge(d, 3)),
        (le(expect(sqrt(z.T * z)), sqrt(tr(S))), ge(expect(sqrt(z.T * z)), sqrt(tr(S))), eq(expect(sqrt(z.T * z)), sqrt(tr(S)))),
        (same_law(z, -z), same_law(z, 2 * z), same_law(z, y)),
        (same_law(U * A * U.T, U.T * A * U), same_law(U * A, U * B), same_law(g, z)),
        (eq(expect_given((v.T * z) * (w.T * y) * y, z), (v.T * z) * R * w), eq(expect_given((v.T * z) * (w.T * y) * y, z), (v.T * z) * S * w), eq(expect_given((v.T * z) * (w.T * y) * y, z), 0 * v)),
        (eq(expect(norm_2(g - h)**2), 2 * d), eq(expect(norm_2(g - h)**2), 0), eq(expect(norm_2(g - h)**2), d)),
        (eq(expect((g.T * h)**2), d), eq(expect((g.T * h)**2), d**2), eq(expect((g.T * h)**2), 1)),
        (eq(expect((g.T * h)**4), 3 * d * (d + 2)), eq(expect((g.T * h)**4), 3 * d**2), eq(expect((g.T * h)**4), d * (d + 2))),
        (eq(expect((g.T * A * h)**2), tr(A.T * A)), eq(expect((g.T * A * h)**2), tr(A * A)), eq(expect((g.T * A * h)**2), tr(A)**2)),
        (eq(expect(exp(w.T * g - w.T * w / 2)), 1), eq(expect(exp(w.T * g - w.T * w)), 1), eq(expect(exp(w.T * g)), 1)),
        (eq(expect(absolute(w.T * z)**2), w.T * S * w), eq(expect(absolute(w.T * z)), sqrt(w.T * S * w)), eq(expect(absolute(w.T * z)**2), w.T * w)),
        (eq(expect(relu(w.T * g) * g), w / 2), eq(expect(relu(w.T * g) * g), w), eq(expect(relu(w.T * g) * g), 0 * w)),
        (eq(expect(relu(w.T * z)**4), H(3, 2) * (w.T * S * w)**2), eq(expect(relu(w.T * z)**4), 3 * (w.T * S * w)**2), eq(expect(relu(w.T * z)**4), H(3, 2) * (w.T * S * w))),
        (le(expect(absolute(w.T * z)), sqrt(w.T * S * w)), lt(expect(absolute(w.T * z)), sqrt(w.T * S * w)), le(expect(absolute(w.T * z)), sqrt(w.T * S * w) / 2)),
    ]  # fmt: skip
    for row in rows:
        yield from _three(*row)


@family("refereed_textbooks")
def optimisation() -> Iterator[Stated]:
    """Nesterov, Bach, ridge regression, Kalman's filter, kernels, limits: wrong by a sign, a factor, a side."""
    f1 = V_.T * S * V_ / 2 - w.T * V_
    gain = S * Hk.T * inv(Hk * S * Hk.T + Sk)
    other = matrix("G_2", "d", "k")
    step = where(f1, (V_, v - p * (S * v - w)))
    now = where(f1, (V_, v))
    sq = (S * v - w).T * (S * v - w)
    u1, w1, sc = parameter("u_2"), parameter("w_2"), scalar("c_2", "positive")
    ridge = norm_2(X.T * V_ - vector("y_2", "k"))**2 + p * norm_2(V_)**2
    y2 = vector("y_2", "k")
    best = inv(X * X.T + p * Id) * X * y2
    kern, free = kernel("K_2", "psd"), kernel("K_3")
    sig = 1 / (1 + exp(-t))
    rows = [
        (eq(minimum(f1, V_), -(w.T * inv(S) * w) / 2), eq(minimum(f1, V_), -(w.T * inv(S) * w)), eq(minimum(f1, V_), -(w.T * S * w) / 2)),
        (eq(argmin(f1, V_), inv(S) * w), eq(argmin(f1, V_), S * w), eq(argmin(f1, V_), -inv(S) * w)),
        (eq(minimum(norm_2(V_)**2 + norm_2(A * V_ - w)**2, V_), w.T * inv(Id + A * A.T) * w), eq(minimum(norm_2(V_)**2 + norm_2(A * V_ - w)**2, V_), w.T * inv(Id + A.T * A) * w), eq(minimum(norm_2(V_)**2 + norm_2(A * V_ - w)**2, V_), 0)),
        (eq(step, now - p * sq + p**2 / 2 * (S * v - w).T * S * (S * v - w)), eq(step, now - p * sq + p**2 * (S * v - w).T * S * (S * v - w)), eq(step, now - p * sq)),
        (le(step, now - p / 2 * sq), lt(step, now - p / 2 * sq), le(step, now - p * sq), le(p * norm_op(S), 1)),
        (ge(v.T * K * v, w.T * K * w + 2 * w.T * K * (v - w)), ge(v.T * F * v, w.T * F * w + 2 * w.T * F * (v - w)), ge(v.T * K * v, w.T * K * w + 2 * w.T * K * (v - w) + norm_2(v - w)**2)),
        (le(norm_2(S * v)**2, norm_op(S) * (v.T * S * v)), ge(norm_2(S * v)**2, norm_op(S) * (v.T * S * v)), le(norm_2(S * v)**2, least_eigenvalue(S) * (v.T * S * v))),
        (ge(v.T * S * S * v, least_eigenvalue(S) * (v.T * S * v)), gt(v.T * S * S * v, least_eigenvalue(S) * (v.T * S * v)), ge(v.T * S * S * v, v.T * S * v)),
        (lt(norm_op(Id - p * S), 1), lt(norm_op(Id - p * K), 1), le(norm_op(Id - p * S), H(1, 2)), le(p * norm_op(S), 1), le(p * norm_op(K), 1)),
        (eq(norm_2(v - w)**2, norm_2(v - x)**2 + norm_2(x - w)**2 + 2 * (v - x).T * (x - w)), eq(norm_2(v - w)**2, norm_2(v - x)**2 + norm_2(x - w)**2 - 2 * (v - x).T * (x - w)), eq(norm_2(v - w)**2, norm_2(v - x)**2 + norm_2(x - w)**2)),
        (ge((v.T * S * v) * (v.T * inv(S) * v), (v.T * v)**2), le((v.T * S * v) * (v.T * inv(S) * v), (v.T * v)**2), gt((v.T * S * v) * (v.T * inv(S) * v), (v.T * v)**2)),
        (le(4 * eigenvalue(S, 1) * least_eigenvalue(S) * (v.T * S * v) * (v.T * inv(S) * v), (eigenvalue(S, 1) + least_eigenvalue(S))**2 * (v.T * v)**2), le(5 * eigenvalue(S, 1) * least_eigenvalue(S) * (v.T * S * v) * (v.T * inv(S) * v), (eigenvalue(S, 1) + least_eigenvalue(S))**2 * (v.T * v)**2), lt(4 * eigenvalue(S, 1) * least_eigenvalue(S) * (v.T * S * v) * (v.T * inv(S) * v), (eigenvalue(S, 1) + least_eigenvalue(S))**2 * (v.T * v)**2)),
        (global_minimum(ridge, (V_, best)), global_minimum(ridge, (V_, 2 * best)), global_minimum(ridge, (V_, 0 * v))),
        (eq(X * inv(X.T * X + p * Ik), inv(X * X.T + p * Id) * X), eq(X * inv(X.T * X + p * Ik), inv(X * X.T + p**2 * Id) * X), eq(X * inv(X.T * X + p * Ik), inv(X * X.T + p * Id) * X / p)),
        (eq(inv(inv(S) + Hk.T * inv(Sk) * Hk), S - S * Hk.T * inv(Hk * S * Hk.T + Sk) * Hk * S), eq(inv(inv(S) + Hk.T * inv(Sk) * Hk), S + S * Hk.T * inv(Hk * S * Hk.T + Sk) * Hk * S), eq(inv(inv(S) + Hk.T * Sk * Hk), S - S * Hk.T * inv(Hk * S * Hk.T + Sk) * Hk * S)),
        (eq((Id - gain * Hk) * S * (Id - gain * Hk).T + gain * Sk * gain.T, (Id - gain * Hk) * S), eq((Id - other * Hk) * S * (Id - other * Hk).T + other * Sk * other.T, (Id - other * Hk) * S), eq((Id - gain * Hk) * S * (Id - gain * Hk).T, (Id - gain * Hk) * S)),
        (psd((Id - other * Hk) * S * (Id - other * Hk).T + other * Sk * other.T - (S - gain * Hk * S)), posdef((Id - other * Hk) * S * (Id - other * Hk).T + other * Sk * other.T - (S - gain * Hk * S)), psd((Id - other * Hk) * S * (Id - other * Hk).T - (S - gain * Hk * S))),
        (psd(gram(kern, X, X)), psd(gram(free, X, X)), posdef(gram(kern, X, X))),
        (le(kernel_value(kern, v, w)**2, kernel_value(kern, v, v) * kernel_value(kern, w, w)), le(kernel_value(free, v, w)**2, kernel_value(free, v, v) * kernel_value(free, w, w)), ge(kernel_value(kern, v, w), 0)),
        (tends_jointly(1 / (n + m), 0, n, m), tends_jointly(n / (n + m), 0, n, m), tends_jointly(n / (n * m + 1), 1, n, m)),
        (order((n + 1) / n**2, 1 / n, n), order((n + 1) / n**2, 1 / n**2, n), order(n, sqrt(n), n)),
        (saddle((a * b - 1)**2, (a, 0), (b, 0)), local_minimum((a * b - 1)**2, (a, 0), (b, 0)), saddle((a * b - 1)**2, (a, 1), (b, 1))),
        (global_minimum((a * b - 1)**2, (a, 2), (b, H(1, 2))), global_minimum((a * b - 1)**2, (a, 2), (b, 2)), local_minimum((a * b - 1)**2, (a, -1), (b, 1))),
        (nonconvex((a * b - 1)**2, a, b), convex((a * b - 1)**2, a, b), nonconvex((a + b - 1)**2, a, b)),
        (eq(grad(sig, t), sig * (1 - sig)), eq(grad(sig, t), sig * (1 + sig)), eq(grad(sig, t), sig**2)),
        (convex(nuclear(W), W), convex(det(W), W), convex(tr(W * W), W)),
        (convex(norm_op(W), W), convex(-norm_op(W), W), convex(norm_op(W) - norm_F(W), W)),
        (differentiable(relu(t)**2, t), differentiable(relu(t), t), differentiable(absolute(t), t)),
        (differentiable(absolute(t)**3, t), differentiable(absolute(t) * (t + 1), t), differentiable(sqrt(t**2), t)),
        (independent_of((t + 1)**2 - t**2 - 2 * t, t), independent_of((t + 1)**2 - t**2 - t, t), depends_on((t + 1)**2 - t**2 - 2 * t, t)),
        (eq(infimum((a - t)**2 + exp(t), t), infimum((a - t)**2 + exp(t), t) + 0), eq(infimum(exp(t) + exp(-t), t), 0), eq(infimum(t**2 * exp(t), t), 1)),
        (eq(infimum(exp(t) + exp(-t), t), 2), gt(infimum(exp(t), t), 0), eq(minimum(exp(t) + exp(-t), t), 1)),
        (minimisers_satisfy((t**2 - sc)**2, eq(t**2, sc), t), minimisers_satisfy((t**2 - sc)**2, eq(t, sqrt(sc)), t), minimisers_satisfy((t**2 - sc)**2, gt(t, 0), t)),
        (minimum_where((t**2 - sc)**2, eq(t**2, sc), t), minimum_where((t**2 - sc)**2, eq(t**4, sc), t), minimum_where((t**2 - sc)**2, ge(t, 0), t)),
        (eq(total(i1, d, entry(softmax(v), i1, 1)), 1), eq(total(i1, d, entry(softmax(v), i1, 1)), d), gt(entry(softmax(v), 1, 1), H(1, 10))),
        (eq(relu_each(X) - relu_each(-X), X), eq(relu_each(X) + relu_each(-X), X), eq(relu_each(X + Y), relu_each(X) + relu_each(Y))),
        (le(norm_F(relu_each(X)), norm_F(X)), lt(norm_F(relu_each(X)), norm_F(X)), le(norm_op(relu_each(X)), norm_op(X))),
        (eq(entry(diag(v) * A, i1, j1), entry(v, i1, 1) * entry(A, i1, j1)), eq(entry(diag(v) * A, i1, j1), entry(v, j1, 1) * entry(A, i1, j1)), eq(diag(v) * A, A * diag(v))),
        (eq(tr(diag(v) * diag(w)), v.T * w), eq(tr(diag(v) * A), v.T * A * v), eq(diag(v) * w, (v.T * w) * v)),
    ]  # fmt: skip
    for row in rows:
        yield from _three(*row)
    for loss, starts, right, wrong in (
        ((u1 * w1 - 1)**2, None, conserved(u1**2 - w1**2), conserved(u1**2 + w1**2)),
        ((u1 * w1 - 1)**2, {u1: term(1), w1: term(1)}, always(eq(u1 * w1, 1)), always(eq(u1, 2 * w1))),
        ((u1 * w1 - 1)**2, {u1: term(0), w1: term(0)}, always(eq(u1, 0)), limit(u1 * w1, 1)),
        (sc * u1**2 / 2, None, limit(u1, 0), always(lt(u1**2, at0(u1**2)))),
        (sc * (u1 - a)**2, None, limit(u1, a), limit(u1, -a)),
        (u1**4, None, limit(u1, 0), always(eq(u1, at0(u1)))),
        ((u1**2 - 1)**2, {u1: term(2)}, limit(u1, 1), limit(u1, -1)),
        ((u1**2 * w1 - 1)**2, None, conserved(u1**2 - 2 * w1**2), conserved(2 * u1**2 - w1**2)),
        (u1**2 + w1**2, {u1: term(1), w1: term(2)}, always(eq(w1, 2 * u1)), always(eq(u1, 2 * w1))),
        (u1**2 + 2 * w1**2, {u1: term(1), w1: term(1)}, always(le(w1, u1)), always(lt(w1, u1))),
        (u1**2 + 2 * w1**2, {u1: term(1), w1: term(1)}, always(eq(w1, u1**2)), always(eq(w1**2, u1))),
        (u1**2 - u1 * w1 + w1**2, {u1: term(1), w1: term(0)}, always(ge(w1, 0)), always(gt(w1, 0))),
    ):  # fmt: skip
        model = gradient_flow(loss, (u1, w1) if w1 in letters_of_loss(loss) else (u1,), *([starts] if starts else []))
        yield true(right, model=model)
        yield false(wrong, model=model)


def letters_of_loss(loss: object) -> set[object]:
    return set(symbols(loss))  # type: ignore
