"""Gradient flows: limits, rates, invariants and starts, as a hostile referee wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from proofs_check import (
    absolute,
    always,
    at0,
    conserved,
    ddt,
    det,
    entry,
    eq,
    exp,
    expect,
    ge,
    gradient_flow,
    gt,
    le,
    limit,
    lt,
    ne,
    norm_2,
    norm_F,
    norm_op,
    pinv,
)
from proofs_check.statement.props import Prop
from proofs_check.statement.psd import least_eigenvalue

from ..stating import Stated, false, family, true
from .letters import A, F, Id, K, S, matrix, p, parameter, q, r, scalar, u, v, vector, w_, x1, zeros

HALF = Fraction(1, 2)
m = scalar("m", "integer", "positive")
X, data, time, c0 = matrix("X", "m", "d"), vector("y", "m"), scalar("t", "nonnegative"), scalar("c_0")
kk, par, P1, P2 = r, parameter("v_5", "d"), parameter("P_5", "d", "d"), parameter("P_6", "d", "d")
double, line = (u**2 - 1)**2 / 4, (u * w_ - 1)**2 / 2
q1, dw, two = gradient_flow(kk * u**2 / 2, (u,)), gradient_flow(double, (u,)), gradient_flow(line, (u, w_))
dwp, dw0 = gradient_flow(double, (u,), {u: p}), gradient_flow(double, (u,), {u: q})
blow, blown = gradient_flow(-u**4 / 4, (u,), {u: p}), gradient_flow(-u**4 / 4, (u,), {u: 0})
ln = gradient_flow(HALF * norm_F(P1 * P2 - A)**2, (P1, P2))
sy = gradient_flow(Fraction(1, 4) * norm_F(P1 * P1.T - S)**2, (P1,))
lr = gradient_flow(HALF * norm_2(X * par - data)**2, (par,))
rg = gradient_flow(HALF * par.T * S * par, (par,))

@family("attacked_flows")
def of_numbers() -> Iterator[Stated]:
    """Solutions in closed form, or monotone ones; 0 stays, and what grows like u^3 ends in finite time."""
    yield from (
        true(limit(u, 0), model=q1), true(always(eq(u, exp(-(kk * time)) * at0(u))), model=q1),
        true(always(le(u**2, exp(-(2 * kk * time)) * at0(u**2))), model=q1),
        true(always(le(u**2, at0(u**2))), model=q1), true(always(gt(u, 0)), model=dwp),
        true(limit(u, 1), model=gradient_flow(double, (u,), {u: Fraction(1, 10**9)})),
        true(limit(u, 0), model=gradient_flow(double, (u,), {u: 0})), true(always(eq(u, 0)), model=blown),
        true(always(eq(u, exp(time) * at0(u))), model=gradient_flow(-u**2 / 2, (u,))),
        true(limit(u, 0), model=gradient_flow(u**4 / 4, (u,))),
        true(eq(ddt(u), -(u * p**2)), model=gradient_flow(HALF * expect((u * x1)**2), (u,))),
    )  # fmt: skip
    yield from (
        false(limit(u, 1), model=q1), false(always(eq(u, exp(-(2 * kk * time)) * at0(u))), model=q1),
        false(always(le(u**2, exp(-(3 * kk * time)) * at0(u**2))), model=q1), false(always(gt(u, 0)), model=q1),
        false(always(lt(u**2, at0(u**2))), model=q1), false(limit(u, 1), model=dw), false(limit(u, -1), model=dwp),
        false(limit(u, 1), model=dw0),
        false(limit(u, 1), model=gradient_flow(double, (u,), {u: -Fraction(1, 10**9)})),
        false(Prop("flow_exists", (-u**4 / 4,)), model=blow), false(always(le(u, 100)), model=blow),
        false(always(ge(u, 0)), model=gradient_flow(u**3 / 3, (u,), {u: c0})),
        false(always(le(u**2, exp(-time) * at0(u**2))), model=gradient_flow(u**4 / 4, (u,))),
        false(always(gt(u, 0)), model=gradient_flow(absolute(u), (u,), {u: p})),
        false(eq(ddt(u), -(2 * u * p**2)), model=gradient_flow(HALF * expect((u * x1)**2), (u,))),
        false(always(le(time, 1)), model=q1), false(always(le(u * time, 1)), model=q1),
    )  # fmt: skip


@family("attacked_flows")
def of_two_layers() -> Iterator[Stated]:
    """u^2 - w^2 is conserved; from w = -u the flow of (u w - 1)^2 ends at the saddle."""
    yield from (
        true(conserved(u**2 - w_**2), model=two), true(conserved((u**2 - w_**2)**2), model=two),
        true(limit(u * w_, 1), model=gradient_flow(line, (u, w_), {u: p, w_: r})),
        true(limit(u, 1), model=gradient_flow(line, (u, w_), {u: p, w_: p})),
        true(limit(u * w_, 0), model=gradient_flow(line, (u, w_), {u: p, w_: -p})),
        true(limit(u * w_, 1), ne(p, r), model=gradient_flow(line, (u, w_), {u: p, w_: -r})),
        true(le(ddt((u * w_ - 1)**2), 0), model=two),
    )  # fmt: skip
    yield from (
        false(conserved(u**2 + w_**2), model=two), false(conserved(u * w_), model=two),
        false(limit(u * w_, 1), model=two), false(limit(u, 1), model=gradient_flow(line, (u, w_), {u: p, w_: r})),
        false(limit(u * w_, 1), model=gradient_flow(line, (u, w_), {u: p, w_: -p})),
        false(limit(u * w_, 1), model=gradient_flow(line, (u, w_), {u: p, w_: -r})),
        false(lt(ddt((u * w_ - 1)**2), 0), model=two), false(le(ddt(u**2), 0), model=two),
    )  # fmt: skip


@family("attacked_flows")
def of_matrices() -> Iterator[Stated]:
    """Balancedness of linear networks; d = 1 shows what is not conserved, A of larger rank what is not learned."""
    yield from (
        true(conserved(P1.T * P1 - P2 * P2.T), model=ln), true(conserved(norm_F(P1)**2 - norm_F(P2)**2), model=ln),
        true(eq(ddt(P1 * P2), -(P1 * P2 - A) * P2.T * P2 - P1 * P1.T * (P1 * P2 - A)), model=ln),
    )  # fmt: skip
    yield from (
        false(conserved(P1 * P1.T - P2.T * P2), model=ln), false(conserved(P1.T * P1 + P2 * P2.T), model=ln),
        false(conserved(det(P1)**2 - det(P2)**2), model=ln),
        false(eq(ddt(P1 * P2), -(P1 * P2 - A) * P2 * P2.T - P1 * P1.T * (P1 * P2 - A)), model=ln),
        false(limit(P1 * P2, A), model=ln), false(conserved(P1 * P1.T), model=sy),
        false(conserved(P1 - P1.T), model=sy), false(conserved(P1.T * S * P1), model=sy),
    )  # fmt: skip


@family("attacked_flows")
def of_regression() -> Iterator[Stated]:
    """Gradient flow keeps what the data does not see, and converges as fast as the least eigenvalue."""
    yield from (
        true(conserved((Id - pinv(X) * X) * par), model=lr), true(limit(X * par, X * pinv(X) * data), model=lr),
        true(le(ddt(norm_2(par - pinv(X) * data)**2), 0), model=lr), true(limit(par, zeros("d", 1)), model=rg),
        true(always(le(norm_2(par)**2, exp(-(2 * least_eigenvalue(S) * time)) * at0(norm_2(par)**2))), model=rg),
        true(always(le(par.T * S * par, at0(par.T * S * par))), model=rg),
        true(eq(ddt(par), -(A + A.T) * par / 2), model=gradient_flow(HALF * par.T * A * par, (par,))),
        true(conserved(norm_2(par)**2), model=gradient_flow(HALF * par.T * (A - A.T) * par, (par,))),
    )  # fmt: skip
    yield from (
        false(conserved(pinv(X) * X * par), model=lr), false(limit(par, pinv(X) * data), model=lr),
        false(limit(X * par, data), model=lr), false(le(ddt(norm_2(par - v)**2), 0), model=lr),
        false(limit(par, zeros("d", 1)), model=gradient_flow(HALF * par.T * K * par, (par,))),
        false(always(le(norm_2(par)**2, at0(norm_2(par)**2))), model=gradient_flow(HALF * par.T * F * par, (par,))),
        false(always(le(norm_2(par)**2, exp(-(2 * norm_op(S) * time)) * at0(norm_2(par)**2))), model=rg),
        false(always(le(entry(par, 1, 1)**2, at0(entry(par, 1, 1)**2))), model=rg),
        false(eq(ddt(par), -A * par), model=gradient_flow(HALF * par.T * A * par, (par,))),
        false(conserved(norm_2(par)**2), model=gradient_flow(HALF * par.T * A * par, (par,))),
    )  # fmt: skip
