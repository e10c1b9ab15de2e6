"""False statements, each with the step by which a forger would have it re-checked, and true ones beside them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from proofs_check.statement.props import (
    Prop,
    always,
    conj,
    eq,
    exists,
    for_all,
    ge,
    gt,
    implies,
    le,
    lt,
    ne,
    posdef,
    psd,
)
from proofs_check.statement.terms import (
    Op,
    absolute,
    at0,
    ddt,
    det,
    entry,
    exp,
    expect,
    eye,
    grad,
    half,
    index,
    inner,
    inv,
    matrix,
    minimum,
    norm_2,
    norm_F,
    norm_op,
    parameter,
    scalar,
    sqrt,
    term,
    total,
    tr,
    vector,
    where,
    zeros,
)

a, b, c = scalar("a"), scalar("b"), scalar("c")
p, q = scalar("p", "positive"), scalar("q", "positive")
r, s = scalar("r", "nonnegative"), scalar("s", "nonnegative")
z = scalar("z", "nonzero")
n, m, d = (scalar(k, "integer", "positive") for k in "nmd")
k0 = scalar("k", "integer", "nonnegative")
A, B, C = matrix("A"), matrix("B"), matrix("C")
X, Y = matrix("X", "d", "m"), matrix("Y", "m", "d")
S, T = matrix("S", "d", "d", "symmetric"), matrix("T_", "d", "d", "symmetric")
P, Q = matrix("P", "d", "d", "symmetric", "psd"), matrix("Q", "d", "d", "symmetric", "psd")
L, M = matrix("L", "d", "d", "symmetric", "posdef"), matrix("M_", "d", "d", "symmetric", "posdef")
O = matrix("O", "d", "d", "orthogonal")  # noqa: E741 - an orthogonal matrix
D, E = matrix("D", "d", "d", "diagonal"), matrix("E", "d", "d", "diagonal")
I = eye("d")  # noqa: E741 - the identity
u, v, w = vector("u"), vector("v"), vector("w")
x, y = vector("x", "d", "random", "cov:L"), vector("y", "d", "random", "cov:L")
U, f = parameter("U", "d", "d"), parameter("f")
i = index("i", "n")
G = (1 + 1 / n) * L + tr(L) / n * I
Fr = Fraction

g1 = vector("g1", "d", "random", "cov:I")
SECOND = tr(S * L)
FELT = scalar("cx", "context")
"""What may depend on parameters, though it does not show."""
TRUE_EQUATIONS: tuple[Prop, ...] = (
    eq(grad(norm_F(U) ** 2, U), 2 * U), eq(grad(tr(A * U * B * U.T), U), A.T * U * B.T + A * U * B), eq(grad(f**3, f), 3 * f**2),
    eq(grad(tr(U * U * U), U), 3 * (U * U).T), eq(grad(f * tr(A * U), U), f * A.T), eq(grad(f * tr(A * U), f), tr(A * U)),
    eq(grad(tr(U * U * L), U), (U * L + L * U).T), eq(grad(tr(U) ** 2, U), 2 * tr(U) * I), eq(grad(u.T * U * v, U), u * v.T),
    eq(expect(x * x.T), L), eq(expect(x.T * S * x), SECOND), eq(expect(x) + L * u, L * u), eq(expect(x * y.T), 0 * L),
    eq(expect((x.T * S * x) ** 2), SECOND**2 + 2 * tr(S * L * S * L)), eq(expect(x * x.T * A * x * x.T), L * (A + A.T) * L + tr(A * L) * L),
    eq(expect((x.T * S * x) ** 3), SECOND**3 + 6 * SECOND * tr(S * L * S * L) + 8 * tr(S * L * S * L * S * L)),
    eq(expect((x.T * y) ** 2), tr(L * L)), eq(expect(A * x * x.T * u), A * L * u), eq(expect(g1.T * g1), d), eq(expect(a * u), a * u),
    eq(expect((g1.T * g1) ** 2), d**2 + 2 * d), eq(expect(x.T * u * (v.T * x)), u.T * L * v), eq(expect(x * (x.T * g1) * g1.T), L),
    eq(tr(A * B), tr(B * A)), eq((A * B).T, B.T * A.T), eq(inv(L) * L, I), eq(half(P) * half(P), P),
    eq(tr(X * Y), tr(Y * X)), eq(u * (v.T * w), (v.T * w) * u), eq(inner(A, B), tr(A * B.T)), eq(G * inv(G), I),
    eq(inv(G) * L, L * inv(G)), eq(norm_F(A) ** 2, tr(A * A.T)), eq(sqrt(p) * sqrt(p), p), eq(a / z * z, a),
    eq(O * O.T, I), eq(D * E, E * D), eq(tr(I), d), eq(norm_F(-2 * A), 2 * norm_F(A)),
    eq(where(a * b, (a, c)), c * b), eq(p ** Fr(1, 2) * p ** Fr(3, 2), p**2), eq(term(Fr(9, 4)) ** Fr(1, 2), Fr(3, 2)),
    eq(u.T * A * v, v.T * A.T * u), eq(expect(x) - expect(x), zeros("d", 1)), eq(1 / (1 + 1 / n), n / (n + 1)),
    eq(absolute(a) ** 2, a**2),
)  # fmt: skip
FALSE_EQUATIONS: tuple[Prop, ...] = (
    eq(grad(tr(S * A), S), A.T), eq(expect(x.T * S * x) + SECOND, SECOND),
    eq(grad(norm_F(U) ** 2, U), U), eq(grad(tr(A * U * B * U.T), U), A * U * B + A * U * B), eq(grad(f**3, f), f**2),
    eq(grad(tr(A * U), U), A), eq(grad(u.T * U * v, U), v * u.T), eq(grad(norm_F(U), U), U), eq(grad(tr(S * S), S), 2 * I),
    eq(grad(1 / f, f), -f), eq(grad(tr(U) ** 2, U), 2 * tr(U) * U), eq(grad(exp(f), f), exp(f) * f), eq(grad(f * tr(U), f), U),
    eq(expect(x * x.T) + L - L, 2 * L), eq(expect((x.T * S * x) ** 2) + SECOND, SECOND**2 + SECOND),
    eq(expect((x.T * S * x) ** 3), SECOND**3 + 6 * SECOND * tr(S * L * S * L) + 7 * tr(S * L * S * L * S * L)),
    eq(expect(x * x.T * A * x * x.T), 2 * L * A * L + tr(A * L) * L), eq(expect(x * x.T * A * x * x.T), L * (A + A.T) * L + tr(A) * L),
    eq(expect((x.T * y) ** 2), tr(L) ** 2), eq(expect(x.T * x * (y.T * y)) - tr(L * L), tr(L) ** 2), eq(expect((g1.T * g1) ** 2), d**2),
    eq(expect((x.T * L * x) / (x.T * x)), tr(L * L) / tr(L)), eq(expect(norm_2(x) * 1), sqrt(tr(L))), eq(expect(exp(u.T * x) - 1), 0 * a),
    eq(expect(vector("o", "d", "random") * u.T), 0 * L), eq(expect(scalar("e", "random") * L), 0 * L), eq(expect(x * u.T), x * u.T),
    eq(expect(Op("at", (vector("xs", "d", "random", "iid"), term(1))) * u.T), 0 * L), eq(expect(inv(x * x.T + L) * x), 0 * u),
    eq(expect(vector("h", "d", "random", "cov:L", "copy:x") * x.T) + L, L), eq(expect(x.T * u * (y.T * x)), tr(L)),
    eq(A * B, B * A), eq(tr(A * B), tr(A) * tr(B)), eq((A * B).T, A.T * B.T), eq(tr(A * B * C), tr(A * C * B)),
    eq(a / a, 1), eq(A * inv(A), I), eq(inv(A) * A, I), eq(S * inv(S), I), eq(P * inv(P), I), eq(half(A) * half(A), A),
    eq(half(S) * half(S), S), eq(sqrt(a) * sqrt(a), a), eq(sqrt(a**2), a), eq(sqrt(z**2), z), eq(absolute(a), a),
    eq(norm_F(A) ** 2, tr(A * A)), eq(norm_F(A + B), norm_F(A) + norm_F(B)), eq(norm_F(a * A), a * norm_F(A)),
    eq(norm_F(A * B), norm_F(A) * norm_F(B)), eq(norm_2(u + v), norm_2(u) + norm_2(v)), eq(norm_op(-A), -norm_op(A)),
    eq(tr(A) * I, A), eq(tr(A) * I, d * A), eq(u * u.T, (u.T * u) * I), eq(tr(I), 1), eq(det(A), tr(A)), eq(d, 1),
    eq(u * v.T, v * u.T), eq(inv(L * M), inv(L) * inv(M)), eq(half(L * M), half(L) * half(M)), eq(L * M, M * L),
    eq(half(L) * half(M), half(M) * half(L)), eq(inv(L + M), inv(L) + inv(M)), eq(inv(2 * L), 2 * inv(L)),
    eq(inv(G) * M, M * inv(G)), eq(G * inv(G), 2 * I), eq(inv(G), inv(L)), eq(inv(G) * L, I),
    eq(inv(G) * inv(L) * tr(L) / n, inv(L) - inv(G)), eq(inv(G), n / (n + 1) * inv(L)), eq(half(G), half(L)),
    eq(O * O, I), eq(O.T, O), eq(O * A * O.T, A), eq(tr(O), d), eq(D * A, A * D), eq(D * D, D), eq(S * T, T * S),
    eq(A.T, A), eq(A.T * A, A * A.T), eq(a**2, a), eq((a + b) ** 2, a**2 + b**2), eq((A + B) ** 2, A**2 + 2 * A * B + B**2),
    eq(sqrt(p + q), sqrt(p) + sqrt(q)), eq(sqrt(a * b), sqrt(a) * sqrt(b)), eq((p * a) ** Fr(1, 2), p ** Fr(1, 2) * a),
    eq((a * b) ** -1 * a * b, 1), eq(1 / (p + q), 1 / p + 1 / q), eq((a + b) / (a + b), 1), eq((r - s) / (r - s), 1),
    eq(r / r, 1), eq(r ** Fr(-1, 2) * r ** Fr(1, 2), 1), eq(k0 / k0, 1), eq(exp(a + b), exp(a) + exp(b)),
    eq(exp(a) * exp(b), exp(a * b)), eq(tr(A * A), tr(A) ** 2), eq(tr(A * A.T), tr(A * A)), eq(u.T * A * u, tr(A)),
    eq(u.T * A * v, u.T * A.T * v), eq(inner(A, B), tr(A * B)), eq(ddt(U * U), 2 * U * ddt(U)), eq(ddt(U), zeros("d", "d")),
    eq(ddt(f**2), 2 * f), eq(ddt(f * U), f * ddt(U)), eq(ddt(sqrt(f)), ddt(f) / 2), eq(ddt(absolute(f)), ddt(f)),
    eq(ddt(1 / f), -ddt(f)), eq(ddt(inv(U)), -ddt(U)), eq(at0(U), U), eq(at0(f) * at0(U), at0(U)), eq(at0(U * A), U * A),
    eq(where(a * b, (a, c)), a * b), eq(where(a * b, (a, b), (b, a)), a**2), eq(where(tr(grad(f**2, f) * U), (f, term(1))), 0),
    eq(where(total(i, n, a), (a, n)), total(i, n, n) + 1), eq(total(i, n, a), a), eq(total(i, n, i), i),
    eq(total(i, n, entry(u, i, 1)), entry(u, i, 1)), eq(entry(A, i, i), tr(A)), eq(entry(A, 1, 2), entry(A, 2, 1)),
    eq(entry(A * B, 1, 1), entry(A, 1, 1) * entry(B, 1, 1)), eq(expect(x * x.T), x * x.T), eq(expect(x), x),
    eq(expect(x.T * y), expect(x.T) * expect(y) + 1), eq(expect((x.T * x) ** 2), expect(x.T * x) ** 2),
    eq(expect(x * x.T * A * x * x.T), expect(x * x.T) * A * expect(x * x.T)), eq(minimum(f**2, f), f**2),
    eq(minimum(f**2, f), minimum(f**2 + 1, f)), eq(grad(tr(U), U), U), eq(Op("pinv", (A,)) * A, I), eq(A - A + 1 * B, A),
    eq(Op("projection", (X,)), I), eq(Op("rank", (A,)), d), eq(norm_op(A), norm_F(A)), eq(X * Y, I), eq(tr(X * Y), m),
    eq(p ** Fr(1, 2) * p ** Fr(1, 2), 1), eq(term(8) ** Fr(1, 2), 2 * term(3) ** Fr(1, 2)), eq(term(2018) ** Fr(1, 2), term(2) ** Fr(1, 2)), eq(n / (n + 1), 1 / (1 + n)),
    eq(a * (u * v.T), (u * v.T)), eq(u.T * u, 1), eq((u.T * v) * w, (u.T * w) * v), eq(tr(u * v.T), tr(u * w.T)),
    eq(P ** Fr(1, 2) * Q ** Fr(1, 2), Q ** Fr(1, 2) * P ** Fr(1, 2)), eq(P ** Fr(-1, 2) * P ** Fr(1, 2), I), eq(L**0, zeros("d", "d")),
    eq(matrix("K", 1, 1) * A, A), eq(tr(eye("n")), d), eq(total(index("ia", "a"), a, term(1)), a), eq(eye("n"), I),
    eq(tr(where(matrix("Bn", "n", "n"), (n, term(2))) * eye("n")), tr(where(matrix("Bn", "n", "n"), (n, term(2))))),
    eq(total(i, n, entry(vector("un", "n"), i, 1) ** 3), vector("un", "n").T * vector("un", "n")), eq(Op("where", (A, A, a)), a * I),
    eq(Op("stack_over", (i, n, A)).T * eye("n") * Op("stack_over", (i, n, A)), Op("stack_over", (i, n, A)).T * Op("stack_over", (i, n, A))),
    eq(grad(f * FELT, f), FELT), eq((L + 2 * I) ** Fr(3, 2) * inv(L + I), (L + 2 * I) ** Fr(1, 2) - (L + 2 * I) ** Fr(1, 2) * inv(L + I)), eq(inv(D) * D, I), eq(D ** Fr(1, 2) * D ** Fr(1, 2), D),
)  # fmt: skip
TRUE_SIGNS: tuple[Prop, ...] = (
    le(0, a**2), lt(0, p + q), le(0, p * r), le(0, tr(P * Q)), le(0, u.T * P * u), psd(A * A.T), psd(A * P * A.T), posdef(inv(L)),
    posdef(L + P), lt(0, tr(inv(L))), le(0, norm_F(A)), lt(0, exp(a)), posdef(G), ne(p, 0), le(0, a**2 * r),
    psd(half(P)), le(0, tr(A * P * A.T)), lt(0, 1 / p), ge(tr(L * inv(G)), 0), posdef(L * inv(G)),
)  # fmt: skip
FALSE_SIGNS: tuple[Prop, ...] = (
    lt(0, p + a), le(0, a + r), posdef(L + S), psd(S + P), le(0, tr(S) + p),
    le(0, a), lt(0, a**2), lt(0, r), le(0, a * b), le(0, p - q), lt(0, p * r), le(0, p * a), le(0, tr(A)), le(0, tr(P * S)),
    le(0, tr(P * Q * matrix("R", "d", "d", "symmetric", "psd"))), psd(P * Q), psd(L * M), posdef(P), posdef(L - M),
    posdef(A * A.T), psd(A), psd(S), psd(-P), psd(a * P), posdef(r * L), lt(0, norm_F(A)), lt(0, u.T * P * u),
    lt(0, u.T * L * u), le(0, n - 2), lt(0, n - 1), le(0, k0 - 1), lt(0, k0), ne(a, 0), ne(r, 0), ne(A, zeros("d", "d")),
    ne(P, zeros("d", "d")), le(0, a**3), le(0, z), lt(0, z), le(0, -p), le(0, p - 1), lt(0, absolute(a)), le(0, exp(a) - 1),
    le(0, u.T * v), le(0, u.T * A * u), psd(A * P * B.T), psd(u * v.T), le(0, 1 / a), lt(0, 1 / r), le(0, a / p), le(0, tr(L * S)),
    psd(P - Q), posdef(half(P)), posdef(inv(P)), psd(inv(S)), le(0, tr(A * B.T)), le(0, inner(A, B)), psd(A * A), le(0, tr(A * A)),
    le(0, total(i, n, a)), le(0, expect(x.T * y)), lt(0, expect(x.T * x)), le(0, minimum(f, f)), le(0, det(P) - 1), psd(O),
    le(0, at0(f)), le(0, ddt(f**2)), psd(D), le(n, 1), lt(p, q), lt(tr(P * Q), 0), le(norm_F(A), 0), le(a, norm_F(A)),
    le(norm_F(A * B), norm_F(A) * norm_F(B)), le(norm_op(A), 1), lt(0, tr(P)), le(0, tr(S * S * S)), psd(S * P), le(0, entry(P, 1, 2)), psd(zeros("d", 2)),
)  # fmt: skip
IDENTITY: Mapping[str, Any] = {"rule": "Identity", "multipliers": []}
POSITIVITY: Mapping[str, Any] = {"rule": "Positivity"}
__all__ = ["FALSE_EQUATIONS", "FALSE_SIGNS", "IDENTITY", "POSITIVITY", "TRUE_EQUATIONS", "TRUE_SIGNS", "always", "conj",
           "exists", "for_all", "gt", "implies"]
