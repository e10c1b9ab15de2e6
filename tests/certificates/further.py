"""Further forged proofs: what looks like a rule's case and is not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from proofs_check.statement.props import Prop, always, conj, eq, exists, for_all, implies, le, lt, ne, posdef, psd
from proofs_check.statement.terms import (
    Op,
    at0,
    ddt,
    expect,
    grad,
    index,
    inv,
    matrix,
    norm_F,
    parameter,
    term,
    total,
    tr,
    vector,
    where,
    zeros,
)

from .forged import forged, sealed
from .proofs import assume, by, cites, combination, discharge, identity, positive
from .statements import A, B, I, L, P, S, U, X, a, b, c, d, f, i, k0, m, n, p, q, u, v, x, y, z

g, V = parameter("g"), parameter("V", "d", "d")
row = matrix("rho", 1, "d")
derived, prompted = matrix("Z", "d", "d", "derived"), vector("xi", "d", "prompt")


def shows(prop: Prop, rule: Any = None, given: Any = None) -> Callable[[], dict[str, Any]]:
    """One step, from all hypotheses."""
    return lambda: forged(prop, [("1", prop, rule or identity(), list(given or ()))], given)


def exhibits(prop: Prop, body: Prop, *at: Any) -> Callable[[], dict[str, Any]]:
    return lambda: forged(prop, [("0", body, identity(), []), ("1", prop, by("Exhibit", at=[list(k) for k in at]), ["0"])])


def _engines(trust: str) -> dict[str, Any]:
    data = forged(eq(a, b), [("1", eq(c, c), cites(eq(c, c)), [])])
    data["theorems"][0].update(chain=None, trust=trust)
    return sealed(data)


FURTHER: dict[str, Callable[[], dict[str, Any]]] = {
    "exists where nothing is bound": exhibits(eq(a, b), eq(c, c), (a, c), (b, c)),
    "exists, with a free letter exchanged": exhibits(exists(p, eq(p, a)), eq(q, q), (p, q), (a, q)),
    "exists at a prompt": exhibits(exists(u, eq(prompted, u)), eq(prompted, prompted), (u, prompted)),
    "exists below for all": exhibits(for_all(a, exists(c, eq(c, b))), for_all(a, exists(c, eq(c, c))), (b, c)),
    "exists at another bound letter": exhibits(exists(c, exists(b, ne(c, b))), ne(c, b), (c, b), (b, c)),
    "a matrix that is the number 0, to the power 0": shows(eq(tr(A**0), 1), by("Substitution"), {"h": eq(A, 0)}),
    "a matrix that is the number 0, in an exponential": shows(eq(tr(Op("exp_each", (A,))), Op("exp_each", (term(0),))), by("Substitution"), {"h": eq(A, 0)}),
    "the gradient of a matrix": shows(eq(grad(A * U, U), 0 * U)),
    "the gradient of a matrix in a number": shows(eq(grad(f * A, f), term(1))),
    "a gradient in what another depends on": shows(eq(grad(tr(U * derived), U), derived.T)),
    "a gradient past a time derivative": shows(eq(grad(tr(ddt(U) * U), U), ddt(U).T)),
    "a gradient past a value at time 0": shows(eq(grad(f * at0(f), f), 0 * f)),
    "a gradient of an inverse": shows(eq(grad(tr(A * inv(U)), U), -A.T)),
    "a gradient of a norm": shows(eq(grad(norm_F(U) ** 3, U), 3 * norm_F(U) * U + U)),
    "a gradient of a power with its order lost": shows(eq(grad(tr(A * U * U), U), 2 * (U * A).T)),
    "Leibniz past what is derived": shows(eq(ddt(U * derived), ddt(U) * derived)),
    "Leibniz with the order lost": shows(eq(ddt(U * V), ddt(U) * V + ddt(V) * U)),
    "Leibniz of a quotient": shows(eq(ddt(f / g), ddt(f) / g)),
    "Leibniz of a trace": shows(eq(ddt(tr(U * U * U)), 3 * tr(U * ddt(U)))),
    "Leibniz past the time": shows(eq(ddt(parameter("t") * f), ddt(f) * parameter("t"))),
    "the time is constant": shows(eq(ddt(matrix("t", 1, 1)), 0 * a)),
    "the derivative of a square at time 0": shows(eq(ddt(at0(f) * f), at0(f) * ddt(at0(f)))),
    "the derivative below where": shows(eq(where(ddt(f**2), (f, a)), 2 * a * ddt(f))),
    "where with a derivative put in": shows(eq(ddt(where(a * b, (a, f))), 0 * b)),
    "where below time 0": shows(eq(at0(where(f * a, (a, f))), f * at0(f))),
    "time 0 below where": shows(eq(where(at0(f) * f, (f, a)), a * a)),
    "where with the time put in": shows(eq(where(f * parameter("t"), (parameter("t"), term(0))), 0 * f)),
    "where with a random letter": shows(eq(where(expect(x.T * u), (u, x)), x.T * x)),
    "where with two values": shows(eq(where(a, (a, b), (a, c)), b)),
    "a sum with its index put in": shows(eq(where(total(i, n, i * a), (a, i)), total(i, n, i * i) + 1)),
    "a sum over another range": shows(eq(total(i, n, a), total(index("i", "m"), m, a))),
    "a sum that is one summand": shows(eq(total(i, n, a * i), i * total(i, n, a))),
    "a sum that is >= its summand": shows(le(a, total(i, n, a)), positive),
    "a mean of correlated vectors": shows(eq(expect(x * vector("x2", "d", "random", "cov:L", "given:x").T), zeros("d", "d") * 1)),
    "a mean of a scaled vector": shows(eq(expect((2 * x) * (2 * x).T), 2 * L)),
    "a mean of a shifted vector": shows(eq(expect((x + u) * (x + u).T), L)),
    "a mean of a rotated vector": shows(eq(expect(A * x * (A * x).T), A * L)),
    "a mean of a fourth moment of two": shows(eq(expect((x.T * S * y) * (y.T * S * x)), tr(S * L) ** 2)),
    "a mean with a row outside": shows(eq(u.T * expect((x.T * u) * (v.T * x) * row.T), (row * u) * (row * u))),
    "a mean with rows inside": shows(eq(expect((row * x) * (x.T * v)), (row * v) * tr(L))),
    "a mean of odd order": shows(eq(expect((x.T * S * x) * x), tr(S * L) * u)),
    "a mean in a letter of another law": shows(eq(expect(vector("e", "d", "random", "cov:A") * u.T), 0 * L)),
    "a mean whose law moves": shows(eq(expect(vector("e", "d", "random", "cov:U") * u.T), 0 * L)),
    "a singular inverse": shows(eq(P * inv(P) * P, P)),
    "an inverse from a determinant": shows(eq(A * inv(A), I), by("Substitution"), {"h": ne(Op("det", (A,)), 0)}),
    "an inverse of what is not 0": shows(eq(A * inv(A), I), by("Substitution"), {"h": ne(A, zeros("d", "d"))}),
    "an inverse of a product of singular matrices": shows(eq(inv(A * B), inv(B) * inv(A))),
    "an inverse of a rectangular product": shows(eq(inv(X * X.T) * (X * X.T), I)),
    "a root of a square": shows(eq((S * S) ** Fraction(1, 2), S)),
    "a fraction and its inverse": shows(eq(a / b * (b / a), 1)),
    "a root of a product": shows(eq(Op("sqrt", (a * b,)) ** 2, a * b)),
    "a sixth root of a power": shows(eq((z**6) ** Fraction(1, 6), z)),
    "a power 0 of a root": shows(eq(a**0, a)),
    "an equation of three sides": shows(Prop("eq", (a, a, b))),
    "an inequality of three sides": shows(Prop("le", (term(0), p, -p)), positive),
    "a trace of two matrices": shows(eq(Op("tr", (A, B)), tr(A))),
    "a definite pair": shows(Prop("posdef", (L, S)), positive),
    "no inequality of matrices is its negation": lambda: forged(le(B, A), [
        ("A", lt(A, B), assume(), []), ("1", lt(2 * A, 2 * B), combination(2), ["A"]),
        ("2", le(B, A), by("Contradiction", assumption="A"), ["A", "1", "h"])], {"h": le(2 * B, 2 * A)}),
    "a sign of the flow at time 0": shows(le(0, at0(f)), positive, {"h": le(0, f)}),
    "a value at time 0 of what was assumed now": shows(eq(at0(f), a), identity(1), {"h": eq(f, a)}),
    "a whole flow discharged at one moment": lambda: forged(always(implies(eq(f, a), eq(g, a))), [
        ("A", always(eq(f, a)), assume(True), []), ("1", always(eq(g, a)), by("ModusPonens"), ["h", "A"]),
        ("2", always(implies(eq(f, a), eq(g, a))), discharge("A"), ["A", "1"])], {"h": implies(always(eq(f, a)), always(eq(g, a)))}),
    "a whole flow discharged as one value": lambda: forged(implies(eq(f, a), eq(ddt(f), 0)), [
        ("A", always(eq(f, a)), assume(True), []), ("1", eq(ddt(f), 0), by("ModusPonens"), ["h", "A"]),
        ("2", implies(eq(f, a), eq(ddt(f), 0)), discharge("A"), ["A", "1"])], {"h": implies(always(eq(f, a)), eq(ddt(f), 0))}),
    "definite somewhere on the flow": shows(posdef(U), positive, {"h": always(posdef(U))}),
    "definite below a mean": shows(psd(expect(x * u.T)), positive, {"h": psd(x * u.T)}),
    "engines that name a claim": lambda: _engines('claim ["own/other", "", ""]'),
    "a condition that the flow alone gives": lambda: forged(eq(a / f, a / f), [("1", eq(a / f, a / f), identity(), [])],
                                                           {"h": always(ne(f, 0))}, where=()),
    "a condition of the flow that one moment gives": lambda: forged(always(eq(a / f, a / f)), [
        ("1", always(eq(a / f, a / f)), identity(), [])], {"h": ne(f, 0)}, where=()),
    "a condition at time 0 that the point gives": lambda: forged(
        eq(at0(a / f), at0(a / f)), [("1", eq(at0(a / f), at0(a / f)), identity(), [])], {"h": ne(f, 0)}, where=("at0 has a value",)),
    "a condition of a bound letter": lambda: forged(exists(c, eq(1 / c, 1 / b)), [
        ("0", eq(1 / b, 1 / b), identity(), []), ("1", exists(c, eq(1 / c, 1 / b)), by("Exhibit", at=[[c, b]]), ["0"])],
        {"h": conj(ne(c, 0), ne(b, 0))}, where=()),
    "a power that is too large": shows(eq(term(2) ** -(10**9), 1)),
    "a layer that is none": shows(eq(k0 + 1, k0)),
}  # fmt: skip


def _other(prop: Prop, rule: Any = None) -> dict[str, Any]:
    return forged(prop, [("1", prop, rule or identity(), [])], id="own/other")


FURTHER_BUNDLES: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "one citation that fits, for one that does not": lambda: [_other(eq(a, a)), forged(eq(a, b), [
        ("1", eq(a, a), cites(eq(a, a)), []), ("2", eq(a, b), cites(eq(a, b)), [])])],
    "engines that name a claim that is checked": lambda: [_other(eq(c, c)), _engines('claim ["own/other", "", ""]')],
    "a size made equal to a number": lambda: [_other(eq(tr(I), d)), forged(eq(tr(I), 2 * n), [
        ("1", eq(tr(I), 2 * n), cites(eq(tr(I), d), [], [[d, 2 * n]]), [])])],
    "two sizes exchanged on one side": lambda: [_other(eq(tr(I) * n, d * n)), forged(eq(tr(I) * n, d * d), [
        ("1", eq(tr(I) * n, d * d), cites(eq(tr(I) * n, d * n), [], [[n, d]]), [])])],
    "a size that a sum binds": lambda: [_other(eq(total(i, n, a) * d, d * total(i, n, a))), forged(eq(total(i, n, a) * n, d * total(i, n, a)), [
        ("1", eq(total(i, n, a) * n, d * total(i, n, a)), cites(eq(total(i, n, a) * d, d * total(i, n, a)), [], [[d, n]]), [])])],
    "a mean with a vector put in": lambda: [_other(eq(expect(x.T * u), 0 * a)), forged(eq(expect(x.T * x), 0 * a), [
        ("1", eq(expect(x.T * x), 0 * a), cites(eq(expect(x.T * u), 0 * a), [], [[u, x]]), [])])],
    "a parameter put in below a derivative": lambda: [_other(eq(ddt(a * f), a * ddt(f))), forged(eq(ddt(f * f), f * ddt(f)), [
        ("1", eq(ddt(f * f), f * ddt(f)), cites(eq(ddt(a * f), a * ddt(f)), [], [[a, f]]), [])])],
    "a condition of the cited dropped": lambda: [
        forged(eq(a, b), [("1", eq(a, b), identity(1), ["h"])], {"h": eq(a, b)}, id="own/other"),
        forged(eq(a, b), [("1", eq(a, b), cites(eq(a, b)), [])])],
}  # fmt: skip
