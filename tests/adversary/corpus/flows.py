"""Gradient flows of losses of one's own, solved by hand."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    always,
    at0,
    conserved,
    ddt,
    eq,
    ge,
    gradient_flow,
    gt,
    le,
    limit,
    lt,
    norm_2,
    parameter,
)

from ..stating import Stated, false, family, true, valueless
from .letters import S, o, p, u, v, w_

s = parameter("s_1", "d")
PARABOLA = gradient_flow(u**2, (u,))
POSITIVE = gradient_flow(u**2, (u,), {u: p})
NETWORK = gradient_flow((u * w_ - 1) ** 2, (u, w_))
QUADRATIC = gradient_flow(norm_2(s - v) ** 2, (s,))
CUBIC = gradient_flow(-(u**4) / 4, (u,))
FORM = gradient_flow(s.T * S * s / 2, (s,))


@family("flows")
def of_a_parabola() -> Iterator[Stated]:
    """u' = -2u, hence u = u(0) exp(-2t): it falls in modulus, keeps its sign, tends to 0, and only 0 stays."""
    yield true(eq(ddt(u), -2 * u), model=PARABOLA)
    yield true(eq(ddt(u**2), -4 * u**2), model=PARABOLA)
    yield true(limit(u, 0), model=PARABOLA)
    yield true(limit(u**2, 0), model=PARABOLA)
    yield true(always(ge(u**2, 0)), model=PARABOLA)
    yield true(always(le(u**2, at0(u**2))), model=PARABOLA)
    yield true(always(gt(u, 0)), model=POSITIVE)
    yield true(eq(at0(u), p), model=POSITIVE)
    yield true(le(ddt(u**2), 0), model=PARABOLA)
    yield false(eq(ddt(u), 2 * u), model=PARABOLA)
    yield false(eq(ddt(u**2), -2 * u**2), model=PARABOLA)
    yield false(limit(u, 1), model=PARABOLA)
    yield false(limit(u, at0(u)), model=PARABOLA)
    yield false(conserved(u), model=PARABOLA)
    yield false(conserved(u**2), model=PARABOLA)
    yield false(always(gt(u, 0)), model=PARABOLA)
    yield false(always(eq(u, at0(u))), model=PARABOLA)
    yield false(always(ge(u, at0(u))), model=POSITIVE)
    yield false(lt(ddt(u**2), 0), model=PARABOLA)
    yield false(eq(at0(u), 0), model=POSITIVE)
    yield false(always(gt(u**2, 0)), model=PARABOLA)


@family("flows")
def of_a_product() -> Iterator[Stated]:
    """(uw - 1)^2: u' = -2(uw - 1)w, w' = -2(uw - 1)u, so u^2 - w^2 is conserved; from u = -w the flow tends to 0."""
    yield true(conserved(u**2 - w_**2), model=NETWORK)
    yield true(eq(ddt(u), -2 * (u * w_ - 1) * w_), model=NETWORK)
    yield true(eq(ddt(u * w_), -2 * (u * w_ - 1) * (u**2 + w_**2)), model=NETWORK)
    yield true(le(ddt((u * w_ - 1) ** 2), 0), model=NETWORK)
    yield true(eq(ddt(u**2 - w_**2), 0), model=NETWORK)
    yield true(always(le((u * w_ - 1) ** 2, at0((u * w_ - 1) ** 2))), model=NETWORK)
    yield false(conserved(u * w_), model=NETWORK)
    yield false(conserved(u**2 + w_**2), model=NETWORK)
    yield false(conserved(u - w_), model=NETWORK)
    yield false(eq(ddt(u), -2 * (u * w_ - 1) * u), model=NETWORK)
    yield false(limit(u * w_, 1), model=NETWORK)
    yield false(limit((u * w_ - 1) ** 2, 0), model=NETWORK)
    yield false(limit(u, 1), model=NETWORK)
    yield false(always(ge(u * w_, 0)), model=NETWORK)
    yield false(lt(ddt((u * w_ - 1) ** 2), 0), model=NETWORK)


@family("flows")
def of_quadratic_forms() -> Iterator[Stated]:
    """s' = -2(s - v) tends to v; s' = -S s tends to 0."""
    yield true(eq(ddt(s), -2 * (s - v)), model=QUADRATIC)
    yield true(eq(ddt(norm_2(s - v) ** 2), -4 * norm_2(s - v) ** 2), model=QUADRATIC)
    yield true(limit(s, v), model=QUADRATIC)
    yield true(eq(ddt(s), -S * s), model=FORM)
    yield true(le(ddt(s.T * S * s), 0), model=FORM)
    yield true(limit(s, o), model=FORM)
    yield false(eq(ddt(s), -2 * s), model=QUADRATIC)
    yield false(limit(s, o), model=QUADRATIC)
    yield false(conserved(s.T * s), model=QUADRATIC)
    yield false(eq(ddt(s), S * s), model=FORM)
    yield false(eq(ddt(s), -s), model=FORM)
    yield false(eq(ddt(norm_2(s) ** 2), -2 * norm_2(s) ** 2), model=FORM)
    yield false(conserved(norm_2(s) ** 2), model=FORM)
    yield false(lt(ddt(s.T * S * s), 0), model=FORM)


@family("flows")
def that_end_or_divide_by_zero() -> Iterator[Stated]:
    """u' = u^3 leaves every bound in finite time; u/u has no value at 0."""
    yield false(limit(u, 0), model=CUBIC)
    yield false(always(le(u**2, at0(u**2))), model=CUBIC)
    yield valueless(conserved(u / u), model=PARABOLA)
    yield valueless(eq(ddt(u) / u, -2), model=PARABOLA)
    yield true(eq(ddt(u), u**3), model=CUBIC)
    yield false(eq(ddt(u), -(u**3)), model=CUBIC)
    yield false(conserved(u), model=CUBIC)
