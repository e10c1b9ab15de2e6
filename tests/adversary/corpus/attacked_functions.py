"""Least values, saddles, convexity, kinks and gradients, as a hostile referee wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    argmin,
    convex,
    curvature,
    det,
    eigenvalue,
    eq,
    exp,
    expect,
    ge,
    global_minimum,
    grad,
    half,
    independent_of,
    infimum,
    inv,
    le,
    local_minimum,
    minimisers_satisfy,
    minimum,
    minimum_where,
    nonconvex,
    norm_2,
    norm_F,
    norm_op,
    pinv,
    posdef,
    rank,
    relu,
    saddle,
    sqrt,
    tr,
    where,
)
from proofs_check.statement.attention import differentiable
from proofs_check.statement.laws import cond
from proofs_check.statement.props import depends_on
from proofs_check.statement.psd import least_eigenvalue
from proofs_check.statement.terms import least, nuclear

from ..stating import Stated, false, family, true, valueless
from .letters import (
    A,
    B,
    F,
    Id,
    K,
    S,
    Zero,
    a,
    b,
    d,
    eye,
    matrix,
    n,
    p,
    parameter,
    q,
    r,
    scalar,
    u,
    v,
    vector,
    w,
    w_,
    x1,
    z,
)

HALF = Fraction(1, 2)
m = scalar("m", "integer", "positive")
X, data = matrix("X", "m", "d"), vector("y", "m")
W, V2, P1 = matrix("W", "d", "d"), matrix("V_2", "d", "d"), parameter("P_5", "d", "d")
left, right, k = matrix("L_5", "d", "k"), matrix("R_5", "k", "d"), scalar("k", "integer", "positive")
L2 = (u * w_ - 1)**2

@family("attacked_functions")
def least_values() -> Iterator[Stated]:
    """Completed squares, pseudo-inverses and the best rank; k < d, a transpose and an open end break the others."""
    yield from map(true, (
        eq(minimum(a**2 + b * a, a), -b**2 / 4), eq(infimum((a * b - 1)**2 + a**2, a), 1 / (1 + b**2)),
        eq(infimum(1 / p, p), 0), eq(infimum((p + 1)**2, p), 1), eq(minimum((p - 1)**2, p), 0),
        eq(minimum(p + 1 / p, p), 2), eq(minimum((q + 1)**2, q), 1), eq(minimum((n - HALF)**2, n), Fraction(1, 4)),
        eq(minimum(relu(a) - a, a), 0), eq(minimum(absolute(a) + absolute(a - 1), a), 1),
        eq(minimum(a**4 - 2 * a**2, a), -1), eq(minimum(a**4 - 2 * b * a**2, a), -relu(b)**2),
        eq(minimum(norm_2(A * w - v)**2, w), norm_2((Id - A * pinv(A)) * v)**2),
        eq(minimum(norm_F(v * w.T - A)**2, v, w), norm_F(A)**2 - norm_op(A)**2),
    ))  # fmt: skip
    yield from (
        true(eq(infimum(norm_F(left * right - A)**2, left, right), 0), ge(k, d)),
    )  # fmt: skip
    yield from map(false, (
        eq(minimum(a**2 + b * a, a), b**2 / 4), eq(infimum((a * b - 1)**2 + a**2, a), 1 / (2 + b**2)),
        eq(minimum((p + 1)**2, p), 0), eq(minimum(p + 1 / p, p), 1), eq(minimum((n - HALF)**2, n), 0),
        eq(minimum(absolute(a) + absolute(a - 1), a), Fraction(1, 2)), eq(minimum(norm_2(A * w - v)**2, w), 0),
        eq(minimum(norm_2(A * w - v)**2, w), norm_2((Id - pinv(A) * A) * v)**2),
        eq(infimum(norm_F(left * right - A)**2, left, right), 0),
    ))  # fmt: skip


@family("attacked_functions")
def regression() -> Iterator[Stated]:
    """The normal equations; a saddle, a factor m and a kernel break the others."""
    yield from map(true, (
        eq(argmin(norm_2(X * w - data)**2 + p * norm_2(w)**2, w), inv(X.T * X + p * Id) * X.T * data),
        eq(argmin(norm_2(X * w - data)**2 + p * norm_2(w)**2, w), X.T * inv(X * X.T + p * eye("m")) * data),
        global_minimum(norm_2(X * w - data)**2, (w, pinv(X) * data)),
        minimisers_satisfy(norm_2(X * w - data)**2, eq(X.T * X * w, X.T * data), w),
        minimum_where(norm_2(X * w - data)**2, eq(X.T * X * w, X.T * data), w),
        eq(minimum((u * w_ - 1)**2 + (u**2 + w_**2) / 2, u, w_), Fraction(3, 4)),
    ))  # fmt: skip
    yield from (
        true(eq(argmin(norm_2(X * w - data)**2, w), pinv(X) * data), posdef(X.T * X)),
    )  # fmt: skip
    yield from map(false, (
        eq(argmin(norm_2(X * w - data)**2 + p * norm_2(w)**2, w), inv(X.T * X + m * p * Id) * X.T * data),
        eq(argmin(HALF * norm_2(X * w - data)**2 + p * norm_2(w)**2, w), inv(X.T * X + p * Id) * X.T * data),
        eq(argmin(norm_2(X * w - data)**2, w), pinv(X) * data),
        global_minimum(norm_2(X * w - data)**2, (w, X.T * data)),
        minimisers_satisfy(norm_2(X * w - data)**2, eq(X * w, data), w),
        minimisers_satisfy(norm_2(X * w - data)**2, eq(w, pinv(X) * data), w),
        eq(minimum((u * w_ - 1)**2 + (u**2 + w_**2) / 2, u, w_), Fraction(1, 2)),
    ))  # fmt: skip


@family("attacked_functions")
def saddles() -> Iterator[Stated]:
    """Peano's function has a minimum on every line and none at 0; odd orders have none either."""
    yield from map(true, (
        local_minimum(L2, (u, 2), (w_, HALF)), local_minimum(u**4, (u, 0)), local_minimum(absolute(u), (u, 0)),
        saddle((w_ - u**2) * (w_ - 2 * u**2), (u, 0), (w_, 0)), local_minimum((w_ - u**2)**2, (u, 0), (w_, 0)),
        local_minimum((w_ - u**2)**2 + u**6, (u, 0), (w_, 0)), local_minimum(u**2 * w_**2, (u, 0), (w_, 0)),
        local_minimum(u**2 * w_, (u, 0), (w_, 1)), saddle(u**3 - 3 * u * w_**2, (u, 0), (w_, 0)),
        local_minimum(absolute(u) - u, (u, 0)), local_minimum(exp(u) - u, (u, 0)),
        saddle(exp(u) - u - u**2 / 2, (u, 0)), local_minimum(p * u**2 + b * u**3, (u, 0)),
        local_minimum(tr(P1.T * P1), (P1, Zero)),
    ))  # fmt: skip
    yield from (
        true(local_minimum(tr(P1 * P1), (P1, Zero)), eq(d, 1)), true(saddle(det(P1), (P1, Zero)), ge(d, 2)),
    )  # fmt: skip
    yield from map(false, (
        local_minimum(L2, (u, 2), (w_, 1)), saddle(u**4, (u, 0)),
        local_minimum((w_ - u**2) * (w_ - 2 * u**2), (u, 0), (w_, 0)),
        local_minimum((w_ - 3 * u**2) * (w_ - u**2), (u, 0), (w_, 0)),
        local_minimum((w_ - u**2)**2 - u**5, (u, 0), (w_, 0)), local_minimum(u**2 * w_, (u, 0), (w_, 0)),
        local_minimum(absolute(u) - 2 * u, (u, 0)), saddle(exp(u) - u, (u, 0)), local_minimum(b * u**2, (u, 0)),
        local_minimum(q * u**2 + b * u**3, (u, 0)), saddle(norm_F(P1 * P1 - A)**2, (P1, Zero)),
        local_minimum(tr(P1 * P1), (P1, Zero)), saddle(det(P1), (P1, Zero)),
    ))  # fmt: skip


@family("attacked_functions")
def convexity() -> Iterator[Stated]:
    """Hessians, suprema, partial infima and perspectives; a chord shows each of the others."""
    yield from map(true, (
        convex(a**2 / p, a, p), convex(1 / (p * r), p, r), convex(exp(a**2), a), convex(norm_op(W), W),
        convex(norm_op(W)**2, W), convex(nuclear(W), W), convex(1 / det(S), S), convex(eigenvalue(F, 1), F),
        convex(-least_eigenvalue(F), F), convex(tr(F * F), F), convex(tr(F**4), F), convex(tr(K**3), K),
        convex(-tr(half(K)), K), convex(v.T * inv(S) * v, v, S), convex(-least(a, b), a, b),
        convex(infimum((a - b)**2 + b**4, b), a), convex(sqrt(1 + a**2), a),
        convex(absolute(a - b) + absolute(a + b), a, b), convex(expect(exp(a * x1)), a),
    ))  # fmt: skip
    yield from map(false, (
        convex(a / p, a, p), convex(a**2 * p, a, p), convex(p * r, p, r), convex(relu(a) * relu(b), a, b),
        convex(absolute(a * a - 1), a), convex(nuclear(W) - norm_op(W), W), convex(norm_F(W) - norm_op(W), W),
        convex(norm_F(W)**2 - norm_op(W)**2, W), convex(-det(S), S), convex(rank(W), W), convex(rank(K), K),
        convex(least_eigenvalue(F), F), convex(cond(S), S), convex(tr(W * W), W), convex(tr(W * W * W * W), W),
        convex(tr(F**3), F), convex(tr(W.T * A * W), W), convex(tr(half(K)), K), convex(norm_F(W * V2 - A)**2, W, V2),
        convex(least(a, b), a, b), convex(sqrt(p * r), p, r), convex(expect((a**2 * x1**2 - p**2)**2), a),
        convex(expect((norm_2(z)**2 * a * b - 1)**2), a, b),
    ))  # fmt: skip


@family("attacked_functions")
def not_convex() -> Iterator[Stated]:
    """Of a function with parameters every value of them counts."""
    yield from map(true, (
        nonconvex(u**3, u),
    ))  # fmt: skip
    yield from map(false, (
        nonconvex((u - 1)**2, u), nonconvex((u * 0 - 1)**2, u), nonconvex(b * u**2, u), nonconvex(p * u**2 - u**2, u),
        nonconvex(norm_F(P1 * P1 - A)**2, P1),
    ))  # fmt: skip


@family("attacked_functions")
def kinks() -> Iterator[Stated]:
    """Norms, absolute values and eigenvalues that meet have kinks; even powers take some of them away."""
    yield from map(true, (
        differentiable(norm_2(w)**2, w), differentiable(norm_2(w)**3, w), differentiable(a * absolute(a), a),
        differentiable(absolute(a)**3, a), differentiable(relu(a)**2, a), differentiable(sqrt(a**4), a),
        differentiable(sqrt(a**2 + 1), a), differentiable(det(W), W), differentiable(tr(half(S)), S),
        differentiable(1 / p, p), differentiable(relu(a) - relu(-a), a), differentiable(expect(absolute(a + x1)), a),
    ))  # fmt: skip
    yield from map(false, (
        differentiable(norm_2(w), w), differentiable(relu(a) * b, a), differentiable(norm_op(W)**2, W),
        differentiable(nuclear(W), W), differentiable(sqrt(a**2), a), differentiable(least(a, b), a, b),
        differentiable(eigenvalue(F, 1), F), differentiable(tr(half(K)), K), differentiable(1 / a, a),
        differentiable(tr(pinv(W)), W), differentiable(relu(a) + relu(-a), a),
        differentiable(expect(absolute(a * x1)), a),
    ))  # fmt: skip


@family("attacked_functions")
def dependence() -> Iterator[Stated]:
    """What cancels does not depend; a number that happens to be negative hides relu."""
    yield from map(true, (
        independent_of(u * w_ - w_ * u, u), independent_of(infimum((a - b)**2, a), b),
        depends_on(tr(A * B - B * A * A), A),
    ))  # fmt: skip
    yield from map(false, (
        independent_of(absolute(u) / u, u), independent_of(infimum((a * b - 1)**2, a), b), depends_on(u + w_ - u, u),
    ))  # fmt: skip


@family("attacked_functions")
def gradients() -> Iterator[Stated]:
    """Gradients are transposed; the constants of Polyak, Lojasiewicz and Lipschitz are the least and the largest
    eigenvalue."""
    yield from map(true, (
        eq(grad(w.T * A * w, w), (A + A.T) * w), eq(grad(tr(A * W * B), W), A.T * B.T),
        eq(grad(relu(a)**2, a), 2 * relu(a)), eq(curvature(HALF * norm_2(X * w - data)**2, (w, v)), norm_2(X * v)**2),
        ge(norm_2(grad(HALF * w.T * S * w, w))**2, 2 * least_eigenvalue(S) * (HALF * w.T * S * w)),
        le(norm_2(grad(HALF * w.T * S * w, w))**2, 2 * norm_op(S) * (HALF * w.T * S * w)),
        eq(grad((u * w_ - 1)**2, u)**2 + grad((u * w_ - 1)**2, w_)**2, 4 * (u**2 + w_**2) * (u * w_ - 1)**2),
        le(where(HALF * w.T * S * w, (w, w - S * w / norm_op(S))), HALF * w.T * S * w),
    ))  # fmt: skip
    yield from map(false, (
        eq(grad(w.T * A * w, w), 2 * A * w), eq(grad(det(W), W), det(W) * inv(W)), eq(grad(tr(A * W * B), W), B * A),
        eq(curvature(norm_2(X * w - data)**2, (w, v)), norm_2(X * v)**2),
        ge(norm_2(grad(HALF * w.T * S * w, w))**2, 2 * norm_op(S) * (HALF * w.T * S * w)),
        ge(grad((u * w_ - 1)**2, u)**2 + grad((u * w_ - 1)**2, w_)**2, (u * w_ - 1)**2),
        le(where(HALF * w.T * S * w, (w, w - 3 * S * w / norm_op(S))), HALF * w.T * S * w),
    ))  # fmt: skip
    yield from map(valueless, (
        eq(grad(det(W), W), det(W) * inv(W).T), eq(grad(tr(inv(W)), W), -(inv(W) * inv(W)).T),
        eq(grad(norm_2(w), w), w / norm_2(w)),
    ))  # fmt: skip
