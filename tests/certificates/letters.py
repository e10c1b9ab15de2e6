"""False derivatives, products over layers and masks, and values put in where derivatives were taken first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs_check.statement.props import Prop, eq, lt, ne, posdef
from proofs_check.statement.terms import (
    Op,
    Term,
    absolute,
    ddt,
    entry,
    exp,
    expect,
    eye,
    grad,
    inv,
    norm_F,
    scalar,
    sqrt,
    term,
    total,
    tr,
    where,
)
from proofs_check.statement.terms import at as member

from .disguises import raw
from .further import V, g, shows
from .infima import e
from .more_forgeries import instance
from .places import k, l_, xs
from .proofs import by, identity, positive
from .statements import A, B, C, I, L, O, S, U, X, Y, a, b, d, f, i, n, p, u, x, z

t, Act, lw = scalar("t_"), raw("h_", "activation"), raw("Bl", "layers", shape=("d", "d"))
mask, derived = raw("Mk", "mask", "symmetric", shape=("d", "d")), raw("Z", "derived", shape=("d", "d"))
dsc, meas = raw("z_d", "derived"), raw("ms", "measured")


def sl(body: Any) -> Op:
    return Op("slope", (t, term(body)))


def al(layer: Any) -> Term:
    return Op("at", (lw, term(layer)))


def pu(last: Any, body: Term, layer: Term = l_) -> Op:
    return Op("product_up", (layer, term(last), body))


def pd(last: Any, body: Term, layer: Term = l_) -> Op:
    return Op("product_down", (layer, term(last), body))


SLOPES: tuple[Prop, ...] = (
    eq(sl(t ** 2 * a), a),
    eq(sl(t ** 2), 2 * t),
    eq(sl((1 + t) ** 2), 1 + 0 * a),
    eq(sl(a), a),
    eq(sl(sqrt(1 + t)), 0 * a),
    eq(sl(1 / (1 + t)), 0 * a),
    eq(sl(absolute(t)), 1 + 0 * a),
    eq(sl(Op("activated", (Act, A + t * B, C))), 0 * Op("activated", (Act, A, C))),
    eq(sl(t * dsc), dsc),
    eq(sl(dsc), 0 * a),
    eq(sl(meas), 0 * a),
    eq(sl(ddt(f)), 0 * a),
    eq(sl(Op("prediction", (U, U, n))), 0 * a),
    eq(sl(sl(t ** 2)), 0 * a + 1),
    eq(Op("slope", (p, sqrt(p ** 2))), 1 + 0 * a),
    eq(Op("slope", (p, p)), 1 + 0 * a),
    eq(Op("slope", (A, A * B)), B),
    eq(sl(expect(x.T * x * t)), 0 * a),
    eq(sl(expect(exp(t * e))), 0 * a),
    eq(sl(grad(t * tr(U * A), U)), 0 * A),
    eq(sl(total(i, n, t * i)), n),
    eq(Op("slope", (raw("i", "index", "range:n"), raw("i", "index", "range:n") * a)), a),
    eq(Op("slope", (d, tr(I))), 0 * a),
    eq(Op("slope", (n, n * a)), 0 * a),
    eq(Op("slope", (e, e * a)), 0 * a),
    eq(Op("slope", (raw("q_"), expect(raw("ex", "random", "normal", "std:q_") ** 2))), 0 * a),
    eq(Op("slope_right", (t, absolute(t))), Op("slope_left", (t, absolute(t)))),
)  # fmt: skip
PUT_IN: tuple[Prop, ...] = (
    eq(where(grad(norm_F(U) ** 2, U), (U, A)), 2 * U),
    eq(where(grad(norm_F(U) ** 2, U), (U, A)), A),
    eq(where(grad(p * f / p, p), (p, 0 * p)), 0 * f),
    eq(where(grad(f * p, f) / p, (p, 0 * p)), 1 + 0 * f),
    eq(where(grad(f * p, f) / p, (p, 0 * p)), 1 + 0 * f),
    eq(where(grad(f * dsc, f), (f, a)), dsc),
    eq(where(ddt(f) + grad(f * b, f), (f, 0 * a)), ddt(f) + b),
    eq(where(Op("prediction", (U, U, n)) * grad(f * b, f), (f, 0 * a)), Op("prediction", (U, U, n)) * b),
    eq(where(grad(exp(f), f), (f, 0 * a)), 1 + 0 * a),
    eq(where(grad(f ** 2, f) * exp(f), (f, 0 * a)), 0 * a + 1),
    eq(where(grad(expect(f * x.T * x), f), (L, I)), d),
    eq(where(grad(expect(f * x.T * x), f) + tr(L), (L, I)), 2 * d),
    eq(where(grad(expect(f * (x.T * u) ** 2), f), (u, x)), tr(L * L)),
    eq(where(grad(f * (x.T * u), f), (x, 0 * u)), x.T * u),
    eq(where(grad(f * tr(I), f), (f, 1 + 0 * f)) * 1, 0 * d),
    eq(where(grad(tr(U * A * U), U), (U, B)), A * B + B * A),
    eq(where(grad(tr(U * V), U), (U, V), (V, U)), V.T),
    eq(where(where(grad(f * g, f), (g, f)), (f, a)), f),
    eq(where(grad(tr(inv(U)), U), (U, I)), I),
    eq(where(grad(sqrt(f), f), (f, 1 + 0 * f)), 1 + 0 * a),
    eq(where(grad(f ** 2, f) * f ** (-1), (f, 0 * a)), 2 + 0 * a),
    eq(where(grad(f ** 2, f) / f, (f, 0 * a)), 2 + 0 * a),
    eq(where(grad(f * z, f) / z, (z, 0 * z)), 1 + 0 * a),
    eq(where(grad(tr(U * S), U), (S, A)), A),
    eq(where(grad(tr(U * O * O.T), U), (O, A)), I),
    eq(where(f * a + grad(f * b, f), (a, f), (f, b)), b * b + b),
    eq(where(grad(f * member(xs, 1).T * u, f), (xs, u)), u.T * u),
    eq(where(grad(f * tr(al(1)), f), (lw, I)), d),
)  # fmt: skip
PRODUCTS: tuple[Prop, ...] = (
    eq(pu(-1, al(l_)), 0 * I),
    eq(pu(0, al(l_)), I),
    eq(pu(1, al(l_)), al(1) * al(0)),
    eq(pd(1, al(l_)), al(0) * al(1)),
    eq(pu(k, al(l_)), al(k) * pu(k - 1, al(l_))),
    eq(pu(k + 1, al(l_)), pu(k, al(l_)) * al(k)),
    eq(pu(k + 1 - 1, al(l_)), pu(k - 1, al(l_)) * al(k - 1)),
    eq(pu(-2, al(l_)), I),
    eq(pu(k - 1, al(l_)), I),
    eq(pu(n - 1, al(l_)), pu(n - 2, al(l_)) * al(n - 2)),
    eq(pu(raw("kk", "integer"), al(l_)), pu(raw("kk", "integer") - 1, al(l_)) * al(raw("kk", "integer"))),
    eq(pu(a, al(l_)), pu(a - 1, al(l_)) * al(a)),
    eq(pu(l_, al(l_)), pu(l_ - 1, al(l_)) * al(k)),
    eq(pu(1, derived), derived * derived),
    eq(pu(0, derived), derived),
    eq(pu(-1, X), 0 * X),
    eq(Op("product_up", (raw("lp", "integer", "positive"), term(0), raw("lp", "integer", "positive") * I)), I),
    eq(Op("product_up", (raw("lp", "integer", "positive"), term(0), I / raw("lp", "integer", "positive") * raw("lp", "integer", "positive"))), I),
    eq(expect(pu(0, x * x.T)), L),
    eq(Op("product_up", (raw("ii", "index", "range:n"), term(0), entry(eye("n"), raw("ii", "index", "range:n"), raw("ii", "index", "range:n")) * I)), I),
)  # fmt: skip
MASKS: tuple[Prop, ...] = (
    eq(mask, I),
    eq(mask * A, A * mask),
    eq(tr(mask), d),
    eq(entry(mask, 1, 1), 0 * a),
    eq(entry(mask, 1, 1), 1 + 0 * a),
    eq(entry(mask, d, d), 1 + 0 * a),
    eq(raw("Mr", "mask", shape=("d", "m")) * Y, 0 * A),
    eq(raw("M1", "mask", shape=(1, 1)), 1 + 0 * a),
    eq(raw("Md", "mask", "derived", shape=("d", "d")) * A, A),
    eq(raw("Mo", "mask", "orthogonal", shape=("d", "d")) * raw("Mo", "mask", "orthogonal", shape=("d", "d")), I),
    eq(inv(raw("Mi", "mask", "invertible", shape=("d", "d"))), I),
)  # fmt: skip
TRUE: tuple[Prop, ...] = (
    eq(sl(t * a), a), eq(sl((1 + t) ** 3 * tr(A)), 3 * tr(A)), eq(sl(A * (B + t * C)), A * C), eq(sl(exp(a)), 0 * a),
    eq(pu(-1, al(l_)), I), eq(pu(1, al(l_)), al(0) * al(1)), eq(pd(1, al(l_)), al(1) * al(0)),
    eq(pu(k, al(l_)), pu(k - 1, al(l_)) * al(k)), eq(pu(k + 1 - 1, al(l_)), pu(k, al(l_))), eq(mask * mask, mask), eq(tr(mask), d - 1), eq(mask * A * mask, (mask * A.T * mask).T),
)  # fmt: skip
FALSE: dict[str, Callable[[], dict[str, Any]]] = {
    **{f"{kind} {number}": shows(prop) for kind, props in (("slope", SLOPES), ("put in", PUT_IN), ("product", PRODUCTS), ("mask", MASKS))
       for number, prop in enumerate(props)},
    "slope fact": shows(eq(sl(t * b), 0 * a), identity(), {"h": eq(t, 0 * t)}),
    "slope fact ne": shows(eq(sl(t / t * t), 1 + 0 * a), identity(), {"h": ne(t, 0)}),
    "slope sub": instance(eq(sl(a * t), a), eq(sl(t * t), t), (a, t)),
    "slope sub2": instance(eq(sl(a), 0 * a), eq(sl(t), 0 * t), (a, t)),
    "slope free": instance(eq(sl(a * t), a), eq(Op("slope", (b, a * b)), 2 * a), (t, b)),
    "slope rewrite": shows(eq(sl(a * t), sl(b * t)), by("Substitution"), {"h": eq(a * t, b * t)}),
    "where fact": shows(eq(where(grad(f ** 2, f) / f, (f, 0 * f)), 2 + 0 * f), identity(), {"h": ne(f, 0)}),
    "where fact2": shows(eq(where(grad(f ** 2 * g / g, f), (g, 0 * g), (f, 1 + 0 * f)), 2 + 0 * f), identity(), {"h": ne(g, 0)}),
    "mask posdef": shows(posdef(mask), positive),
    "mask pd": shows(lt(0, a - a + tr(raw("Mp", "mask", "posdef", shape=(1, 1)))), positive),
}  # fmt: skip
