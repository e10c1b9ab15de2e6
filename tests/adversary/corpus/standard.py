"""Standard theory of matrices, means, flows and regression, each beside what is nearly the same and false."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    always,
    argmin,
    at0,
    conserved,
    convex,
    ddt,
    det,
    eigenvalue,
    eq,
    exp,
    expect,
    ge,
    global_minimum,
    gradient_flow,
    gt,
    half,
    iff,
    implies,
    inv,
    le,
    limit,
    lt,
    minimisers_satisfy,
    minimum,
    ne,
    norm_2,
    norm_F,
    norm_op,
    parameter,
    pinv,
    posdef,
    projection,
    psd,
    rank,
    relu,
    sqrt,
    tr,
)
from proofs_check.statement.terms import eye

from ..stating import Stated, false, family, true, valueless
from .letters import P_, A, B, F, G, Id, K, L, R, S, a, b, d, g, k0, o, p, q, u, v, w, w_, x1, z

s = parameter("s_1", "d")
RIDGE = norm_2(A * s - v) ** 2 + p * norm_2(s) ** 2
LEAST_SQUARES = norm_2(A * s - v) ** 2


@family("standard")
def updates() -> Iterator[Stated]:
    """Sherman, Morrison and Woodbury, the matrix determinant lemma, and pushing through; the false ones have a sign, a
    transpose or a rank wrong and fail at d = 1 or d = 2."""
    one = inv(S) * v * v.T * inv(S) / (1 + v.T * inv(S) * v)
    inner = inv(eye("k") + P_.T * inv(S) * P_)
    yield true(eq(inv(S + v * v.T), inv(S) - one))
    yield false(eq(inv(S + v * v.T), inv(S) + one))
    yield valueless(eq(inv(S - v * v.T), inv(S) + inv(S) * v * v.T * inv(S) / (1 - v.T * inv(S) * v)))
    yield true(eq(inv(S + P_ * P_.T), inv(S) - inv(S) * P_ * inner * P_.T * inv(S)))
    yield true(eq(inv(A * A.T + p * Id) * A, A * inv(A.T * A + p * Id)))
    yield false(eq(inv(A * A.T + p * Id) * A, A * inv(A * A.T + p * Id)))
    yield valueless(eq(inv(A * A.T + q * Id) * A, A * inv(A.T * A + q * Id)))
    yield true(eq(det(S + v * v.T), det(S) * (1 + v.T * inv(S) * v)))
    yield true(eq(det(Id + v * w.T), 1 + w.T * v))
    yield true(eq(det(Id + v * w.T + w * v.T), (1 + v.T * w) ** 2 - (v.T * v) * (w.T * w)))
    yield false(eq(det(Id + v * w.T + w * v.T), 1 + 2 * v.T * w))
    yield false(eq(det(Id + F), 1 + tr(F)))
    yield true(eq(inv(S + R), inv(S) - inv(S) * inv(inv(S) + inv(R)) * inv(S)))
    yield true(eq(inv(inv(S) + inv(R)), S * inv(S + R) * R))
    yield true(eq(S * inv(S + R) * R, R * inv(S + R) * S))


@family("standard")
def orders_of_matrices() -> Iterator[Stated]:
    """Roots and inverses are operator monotone, squares are not; the inverse is operator convex."""
    yield true(implies(psd(S - R), psd(half(S) - half(R))))
    yield true(implies(psd(S - R), psd(inv(R) - inv(S))))
    yield false(implies(psd(S - R), psd(S**2 - R**2)))
    yield true(implies(psd(S**2 - R**2), psd(S - R)))
    yield false(implies(psd(K - L), psd(K**2 - L**2)))
    yield false(psd(S * R + R * S))
    yield true(psd((inv(S) + inv(R)) / 2 - inv((S + R) / 2)))
    yield true(psd(S - inv(inv(S) + inv(R))))
    yield false(psd(S - 2 * inv(inv(S) + inv(R))))
    yield true(psd((S + R) / 2 - 2 * inv(inv(S) + inv(R))))
    yield true(psd(S + inv(S) - 2 * Id))
    yield false(psd(F + pinv(F) - 2 * Id))
    yield true(psd(2 * F**2 + 2 * G**2 - (F + G) ** 2))
    yield false(psd(2 * F**2 + 2 * G**2 - 3 * (F * G + G * F)))
    yield true(implies(psd(A), eq(A, A.T)))
    yield false(implies(psd(A + A.T), psd(A)))
    yield true(le(eigenvalue(F + G, 1), eigenvalue(F, 1) + eigenvalue(G, 1)))
    yield false(eq(eigenvalue(F + G, 1), eigenvalue(F, 1) + eigenvalue(G, 1)))
    yield true(ge(det(S + R), det(S) + det(R)))
    yield false(ge(det(F + G), det(F) + det(G)))
    yield true(ge(det(Id + K), 1 + tr(K)))
    yield true(ge(tr(S) * tr(inv(S)), d**2))
    yield false(ge(tr(S) * tr(inv(S)), d**2 + d - 1))


@family("standard")
def inequalities() -> Iterator[Stated]:
    """Cauchy and Schwarz in every form, and what holds of symmetric or definite matrices alone."""
    yield true(le((v.T * K * w) ** 2, (v.T * K * v) * (w.T * K * w)))
    yield false(le((v.T * F * w) ** 2, (v.T * F * v) * (w.T * F * w)))
    yield true(le((v.T * w) ** 2, (v.T * S * v) * (w.T * inv(S) * w)))
    yield true(le(tr(A * B) ** 2, tr(A * A.T) * tr(B * B.T)))
    yield false(le(tr(A * B) ** 2, tr(A**2) * tr(B**2)))
    yield true(le(tr(F * G * F * G), tr(F**2 * G**2)))
    yield false(le(tr(A * B * A * B), tr(A**2 * B**2)))
    yield true(ge(tr(S * R * S * R), 0))
    yield false(ge(tr(F * G * F * G), 0))
    yield true(le(tr(S * R) ** 2, tr(S) ** 2 * tr(R) ** 2))
    yield true(le(tr(K * L * K * L), tr(K * L) ** 2))
    yield false(le(tr(F * G * F * G), tr(F * G) ** 2))
    yield true(le(norm_F(A * B), norm_op(A) * norm_F(B)))
    yield false(le(norm_F(A * B), norm_op(A) * norm_op(B)))
    yield true(le(norm_F(A * B - B * A) ** 2, 4 * norm_F(A) ** 2 * norm_F(B) ** 2))
    yield true(le(tr(A) ** 2, d * norm_F(A) ** 2))
    yield true(le(tr(K) ** 2, rank(K) * tr(K**2)))
    yield false(le(tr(A) ** 2, rank(A) * tr(A**2)))
    yield true(le(norm_2(v + w) ** 2, (1 + p) * norm_2(v) ** 2 + (1 + 1 / p) * norm_2(w) ** 2))
    yield valueless(le(norm_2(v + w) ** 2, (1 + q) * norm_2(v) ** 2 + (1 + 1 / q) * norm_2(w) ** 2))
    yield false(le(absolute(norm_2(v) - norm_2(w)), norm_2(v + w) / 2))
    yield true(le(absolute(norm_2(v) - norm_2(w)), norm_2(v + w)))


@family("standard")
def of_degree_six_and_eight() -> Iterator[Stated]:
    """Isserlis; forms with matrices that are not symmetric see their symmetric parts alone."""
    f, h, k = tr(F * S), tr(G * S), tr(K * S)
    fh, hk, kf = tr(F * S * G * S), tr(G * S * K * S), tr(K * S * F * S)
    form = (z.T * F * z) * (z.T * G * z) * (z.T * K * z)
    yield true(eq(expect(form), f * h * k + 2 * (f * hk + h * kf + k * fh) + 8 * tr(F * S * G * S * K * S)))
    yield false(eq(expect(form), f * h * k + 2 * (f * hk + h * kf + k * fh) + 6 * tr(F * S * G * S * K * S)))
    yield true(eq(expect((v.T * z) ** 6), 15 * (v.T * S * v) ** 3))
    yield true(eq(expect((v.T * z) ** 8), 105 * (v.T * S * v) ** 4))
    yield false(eq(expect((v.T * z) ** 8), 105 * (v.T * S**2 * v) ** 2))
    yield true(eq(expect((z.T * z) ** 3), tr(S) ** 3 + 6 * tr(S) * tr(S**2) + 8 * tr(S**3)))
    yield false(eq(expect((z.T * z) ** 3), 15 * tr(S) ** 3))
    yield true(eq(expect((g.T * g) ** 3), d * (d + 2) * (d + 4)))
    yield true(eq(expect((g.T * g) ** 4), d * (d + 2) * (d + 4) * (d + 6)))
    yield false(eq(expect((g.T * g) ** 2), 5 * d - 2))
    yield false(eq(expect((g.T * g) ** 3), 33 * d - 18))
    yield false(eq(expect((g.T * g) ** 3), 12 * d**2 - 3 * d + 6), large=True)
    yield true(eq(expect((z.T * F * z) ** 2) - tr(F * S) ** 2, 2 * tr(F * S * F * S)))
    yield false(eq(expect((z.T * A * z) ** 2) - tr(A * S) ** 2, 2 * tr(A * S * A * S)))
    yield false(ge(expect((z.T * A * z) ** 2), 2 * tr(A * S) ** 2))
    yield true(ge(expect((z.T * K * z) ** 3), tr(K * S) ** 3))
    yield true(eq(expect(x1**8), 105 * p**8))
    yield false(eq(expect(x1**8), 105 * p**4))
    yield true(eq(expect(relu(x1) ** 4), 3 * p**4 / 2))
    yield false(eq(expect(relu(x1)), p / 2))


@family("standard")
def of_singular_covariances() -> Iterator[Stated]:
    """A covariance that is psd may be 0, and then the vector is 0."""
    yield true(eq(expect((v.T * k0) ** 6), 15 * (v.T * K * v) ** 3))
    yield true(eq(expect(k0.T * pinv(K) * k0), rank(K)))
    yield false(eq(expect(k0.T * pinv(K) * k0), d))
    yield valueless(eq(expect(k0.T * inv(K) * k0), d))
    yield false(posdef(expect(k0 * k0.T)))
    yield false(implies(ne(v, o), gt(expect((v.T * k0) ** 2), 0)))
    yield true(iff(eq(expect((v.T * k0) ** 2), 0), eq(K * v, o)))
    yield true(eq(expect(exp(v.T * k0)), exp(v.T * K * v / 2)))
    yield false(gt(expect(exp(v.T * k0)), 1))
    yield true(eq(expect((k0.T * projection(K) * k0) ** 2), expect((k0.T * k0) ** 2)))


@family("standard")
def regression() -> Iterator[Stated]:
    """Normal equations, and the least value by the pseudoinverse; what needs an invertible A fails at A = 0, v != 0."""
    yield true(global_minimum(RIDGE, (s, inv(A.T * A + p * Id) * A.T * v)))
    yield false(global_minimum(RIDGE, (s, inv(A.T * A + p * Id) * A * v)))
    yield true(eq(minimum(RIDGE, s), p * v.T * inv(A * A.T + p * Id) * v))
    yield false(eq(minimum(RIDGE, s), p * v.T * inv(A.T * A + p * Id) * v))
    yield true(eq(argmin(RIDGE, s), inv(A.T * A + p * Id) * A.T * v))
    yield true(global_minimum(LEAST_SQUARES, (s, pinv(A) * v)))
    yield valueless(eq(argmin(LEAST_SQUARES, s), pinv(A) * v))
    yield false(eq(minimum(LEAST_SQUARES, s), 0))
    yield true(eq(minimum(LEAST_SQUARES, s), norm_2(v - A * pinv(A) * v) ** 2))
    yield false(minimisers_satisfy(LEAST_SQUARES, eq(A * s, v), s))
    yield true(minimisers_satisfy(LEAST_SQUARES, eq(A.T * A * s, A.T * v), s))
    yield false(minimisers_satisfy(LEAST_SQUARES, eq(s, pinv(A) * v), s))
    yield true(eq(minimum(absolute(u - a) + absolute(u - b), u), absolute(a - b)))
    yield valueless(eq(argmin(absolute(u - a) + absolute(u - b), u), a))
    yield false(eq(minimum(absolute(u - a) + u**2, u), a**2))
    yield true(le(minimum(absolute(u - a) + u**2, u), a**2))
    yield false(eq(minimum(s.T * S * s - 2 * v.T * s, s), -(v.T * S * v)))
    yield true(eq(minimum(s.T * S * s - 2 * v.T * s, s), -(v.T * inv(S) * v)))
    yield true(convex(absolute(u) ** 3, u))
    yield true(convex(relu(u**2 - 1), u))
    yield false(convex(relu(1 - u**2), u))
    yield false(convex(absolute(u - a) - absolute(u), u))
    yield true(convex(sqrt(u**2 + 1), u))
    yield false(convex(u**4 + p * u**2 + a * u**3, u))
    yield false(convex(u**2 + w_**2 + a * u * w_, u, w_))


FORM = gradient_flow(s.T * S * s / 2, (s,))
SINGULAR = gradient_flow(s.T * K * s / 2, (s,))
UNEVEN = gradient_flow((u**2 * w_ - 1) ** 2, (u, w_))
SADDLE = gradient_flow(u * w_, (u, w_))
WELLS = gradient_flow((u**2 - 1) ** 2, (u,))
RIGHT_WELL = gradient_flow((u**2 - 1) ** 2, (u,), {u: p})
FALLING = gradient_flow(exp(u), (u,))


@family("standard")
def flows() -> Iterator[Stated]:
    """s' = -S s; where K is singular, its kernel stays; u^2 w has weights 2 and 1; the saddle's flow has modes that
    fall and that grow; from 0 or the left the wells do not lead to 1."""
    yield true(eq(ddt(s.T * s), -2 * s.T * S * s), model=FORM)
    yield true(le(ddt(s.T * s), -2 * eigenvalue(S, d) * s.T * s), model=FORM)
    yield false(le(ddt(s.T * s), -2 * eigenvalue(S, 1) * s.T * s), model=FORM)
    yield true(limit(s, o), model=FORM)
    yield false(limit(s, o), model=SINGULAR)
    yield true(limit(K * s, o), model=SINGULAR)
    yield true(conserved((Id - projection(K)) * s), model=SINGULAR)
    yield false(conserved(projection(K) * s), model=SINGULAR)
    yield false(always(lt(s.T * s, at0(s.T * s) + 0 * s.T * s)), model=SINGULAR)
    yield true(conserved(u**2 - 2 * w_**2), model=UNEVEN)
    yield false(conserved(u**2 - w_**2), model=UNEVEN)
    yield true(conserved(u**2 - w_**2), model=SADDLE)
    yield false(conserved(u + w_), model=SADDLE)
    yield true(limit(u + w_, 0), model=SADDLE)
    yield false(limit(u - w_, 0), model=SADDLE)
    yield false(limit(u, 0), model=SADDLE)
    yield false(always(ge(u * w_, 0)), model=SADDLE)
    yield false(limit(u**2, 1), model=WELLS)
    yield false(limit(u, 1), model=WELLS)
    yield true(limit(u, 1), model=RIGHT_WELL)
    yield true(always(gt(u, 0)), model=RIGHT_WELL)
    yield false(always(le(u, 1)), model=RIGHT_WELL)
    yield true(limit(exp(u), 0), model=FALLING)
    yield false(limit(u, 0), model=FALLING)
