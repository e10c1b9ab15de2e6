"""Blocks, entries, sums, stacks and means of Gaussian rows: what is true of them, and what only looks so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs_check.statement.props import Prop, eq, for_all, implies, le, lt, ne
from proofs_check.statement.terms import (
    Op,
    Sym,
    Term,
    at,
    beside_over,
    block,
    entry,
    expect,
    eye,
    grad,
    half,
    index,
    inv,
    matrix,
    norm_2,
    norm_F,
    parameter,
    scalar,
    stack_over,
    term,
    total,
    tr,
    vector,
    where,
    zeros,
)

from .forged import forged
from .proofs import assume, by, discharge, identity
from .statements import A, B, C, Fr, I, L, O, P, S, U, a, b, d, f, i, m, n, p, q, u, v, w, x

g, h = index("g", "n"), index("h", "n")
k, l_, m_ = (Sym(name, (1, 1), frozenset({"integer", "nonnegative", "layer"})) for name in ("k", "l", "m"))
xs = vector("xs", "d", "random", "iid", "cov:L")
ys = vector("ys", "d", "random", "iid", "cov:L")
loose = vector("loose", "d", "random", "iid")
noise = Sym("noise", (1, 1), frozenset({"random", "iid", "noise", "normal", "std:p"}))
coin = Sym("coin", (1, 1), frozenset({"random", "iid", "noise", "std:p"}))
X, Y, E = stack_over(i, n, at(xs, i).T), stack_over(i, n, at(ys, i).T), stack_over(i, n, at(noise, i))
W = X.T * X
wide, tall = matrix("G", "m", "n"), matrix("H_", "n", "d")
c1, z1 = scalar("c"), zeros("d", 1)
whole = block(A, u, v.T, a)
pinv = lambda M: Op("pinv", (M,))  # noqa: E731
onto = lambda M: Op("projection", (M,))  # noqa: E731
corner = entry(whole, d + 1, d + 1)
TRUE: tuple[Prop, ...] = (
    eq(corner, a), eq(tr(whole), tr(A) + a), eq(whole.T, block(A.T, v, u.T, a)), eq(Op("col", (whole, d + 1)), Op("stack", (u, a))),
    eq(whole * block(B, w, u.T, b), block(A * B + u * u.T, A * w + u * b, v.T * B + a * u.T, v.T * w + a * b)),
    eq(total(i, n, a), n * a),
    eq(total(i, n, entry(tall, i, 1) ** 2), Op("col", (tall, term(1))).T * Op("col", (tall, term(1)))),
    eq(total(i, n, at(xs, i) * at(xs, i).T), W), eq(beside_over(i, n, at(xs, i)), X.T), eq(stack_over(i, n, entry(tall, i, 1)), Op("col", (tall, term(1)))),
    eq(expect(W), n * L), eq(expect(W * A * W), n * n * L * A * L + n * L * A.T * L + n * tr(A * L) * L),
    eq(expect(E.T * E), n * p**2), eq(expect((E.T * E) ** 2), (n * n + 2 * n) * p**4), eq(expect(X.T * E) + p * L * u, p * L * u),
    eq(expect(X.T * Y) + L, L), eq(expect(at(xs, 1) * at(xs, 1).T), L), eq(expect(at(xs, 1) * at(xs, 2).T), 0 * L),
    eq(onto(P) * P, P), eq(pinv(half(P)) * half(P), onto(P)), eq(pinv(P) * P * P, P), eq(where(expect(x.T * U * x), (U, I)), tr(L)),
    eq(grad(expect(x.T * U * x), U), L), eq(where(grad(f**2 * tr(U), f), (U, I)), 2 * f * d),
)  # fmt: skip
FALSE: tuple[Prop, ...] = (
    eq(corner, 0 * a), eq(corner, entry(A, 1, 1)), eq(entry(whole, 1, 1), 0 * a), eq(tr(whole), tr(A)), eq(whole.T, block(A.T, u, v.T, a)), eq(whole, whole.T),
    eq(whole * whole, block(A * A, u * a, a * v.T, a**2)), eq(block(I, z1, z1.T, term(0)), eye("d+1")), eq(entry(A, d, d), tr(A)),
    eq(entry(A, i, i), 1), eq(entry(A, g, h), entry(A, h, g)), eq(entry(eye("n"), g, h), 0), eq(entry(eye("n"), g, h), 1),
    eq(entry(eye("n"), k, k), 1), eq(entry(eye("d"), i, i), 1), eq(entry(whole, 1, 1), a), eq(entry(whole, d, d + 1), entry(v, d, 1)),
    eq(entry(matrix("R2", 2, 2), 3, 3), 1), eq(entry(whole, d + 2, 1) + 1, a), eq(block(A, u, v.T, a), block(u * v.T, u, v.T, a)),
    eq(Op("stack", (u, v)), Op("stack", (v, u))), eq(Op("stack", (u, v)).T * Op("stack", (v, u)), 2 * (u.T * u)),
    eq(Op("block", (A, u, u, a)), Op("block", (A, v, v, a))), eq(Op("stack", (A, tall)) * u, Op("stack", (A, tall)) * v),
    eq(total(i, n, a), a), eq(total(i, n, entry(tall, i, 1)), entry(tall, 1, 1)), eq(total(i, n, entry(wide, i, i)), tr(wide * wide.T)),
    eq(total(i, n, at(xs, i)), n * at(xs, 1)), eq(total(i, n, at(xs, i) * at(xs, g).T), W), eq(total(i, n, i), n * i),
    eq(total(i, n, at(xs, i) * at(xs, i).T * A * at(xs, i)), W * A * at(xs, 1)), eq(total(i, n, i * a), i * n * a),
    eq(total(i, n, total(i, n, at(xs, i) * at(xs, i).T)), W), eq(total(i, d, at(xs, i) * at(xs, i).T), W), eq(total(i, n + 1, a), n * a),
    eq(total(g, n, entry(tall, g, 1) * entry(tall, h, 1)), Op("col", (tall, term(1))).T * Op("col", (tall, term(1)))),
    eq(total(i, n, norm_2(at(xs, i))), n * norm_2(at(xs, 1))), eq(stack_over(i, n, at(xs, i).T), stack_over(i, n, at(ys, i).T)),
    eq(expect(W), L), eq(expect(W * W), n * n * L * L), eq(expect(W * A * W), n * n * L * A * L + n * L * A * L + n * tr(A * L) * L),
    eq(expect(W * A * W), n * n * L * A * L + n * L * A.T * L + n * tr(A) * L), eq(expect((E.T * E) ** 2), n * n * p**4),
    eq(expect(E.T * E), n * p), eq(expect((E.T * E) ** 2), 3 * n * p**4), eq(expect(X.T * X), expect(X.T * Y)), eq(expect(at(xs, 1) * at(xs, 2).T), L),
    eq(expect(at(xs, g) * at(xs, h).T), 0 * L), eq(expect(at(xs, g) * at(xs, h).T), L), eq(expect(W * at(xs, 1)) + u, u),
    eq(expect(stack_over(i, n, at(loose, i).T)) + 1 * X, X), eq(expect((stack_over(i, n, at(coin, i)).T * stack_over(i, n, at(coin, i))) ** 2), (n * n + 2 * n) * p**4),
    eq(expect(inv(W)), inv(n * L)), eq(expect(norm_2(E)), p), eq(expect(x.T * x * inv(L + W)), tr(L) * inv(L + n * L)),
    eq(expect(stack_over(i, n, at(xs, i).T).T * stack_over(i, Sym("m", (1, 1), frozenset({"integer", "positive"})), at(xs, i).T)), 0 * L),
    eq(onto(P), I), eq(pinv(P) * P, I), eq(onto(P) * A, A), eq(onto(S) * S, S * onto(A)), eq(pinv(A) * A * A, A), eq(P**-1 * P, onto(P)),
    eq(pinv(P) * P, P * inv(P)), eq(pinv(P + P), pinv(P)), eq(onto(half(P)) * P, half(P)), eq(pinv(a * P), pinv(P) / a),
    eq(where(expect(x.T * U * x), (U, x * x.T)), tr(L * L)), eq(where(expect(x.T * U * x), (x, u)), u.T * U * u),
    eq(where(total(i, n, at(xs, i) * f), (f, 1 * i)), X.T * X * f), eq(where(grad(f**2, f), (f, term(3))), 6 * f), eq(where(grad(f * a, f), (a, f)), 2 * f),
    eq(grad(Op("exp", (f,)), f), 0 * f), eq(grad(expect(x.T * U * x), U), L * L), eq(grad(total(i, n, at(xs, i).T * U * at(xs, i)), U), n * L), eq(where(expect(x.T * x), (L, I)), d),
    eq(expect(Op("gram", (Sym("K", (1, 1), frozenset({"kernel"})), O * A, O * A))), expect(Op("gram", (Sym("K", (1, 1), frozenset({"kernel"})), A, A)))),
    eq(Op("gram", (Sym("K", (1, 1), frozenset({"kernel"})), O * A, O * A)), Op("gram", (Sym("K", (1, 1), frozenset({"kernel"})), A, A))),
    eq(Op("gram", (Sym("K", (1, 1), frozenset({"kernel", "rotation_invariant"})), O * A, A)), Op("gram", (Sym("K", (1, 1), frozenset({"kernel", "rotation_invariant"})), A, A))),
    eq(Op("gram", (Sym("K", (1, 1), frozenset({"kernel", "rotation_invariant"})), B * A, B * C)), Op("gram", (Sym("K", (1, 1), frozenset({"kernel", "rotation_invariant"})), A, C))),
)  # fmt: skip
F = matrix("F", "d", "d")
r = Sym("r", (1, 1), frozenset({"layers"}))


def after(step: Term, count: Any, start: Term = I, number: Sym = l_) -> Op:
    return Op("sequence", (F, number, start, step, term(count)))


def _induction(prop: Prop, first: Prop, then: Prop, **more: Any) -> Callable[[], dict[str, Any]]:
    given = more.pop("given", {})
    return lambda: forged(prop, [("0", first, by("Identity", multipliers=[]), []), ("A", prop, assume(), []), ("B", then, identity(2), ["A"]),
                                 ("C", implies(prop, then), discharge("A"), ["A", "B"]),
                                 ("D", prop, by("Induction", layer=l_, **more), ["0", "C", *given])], given)


nothing = by("Identity", multipliers=[])


def _from(given: Prop, shown: Prop, rule: Any, **more: Prop) -> Callable[[], dict[str, Any]]:
    return lambda: forged(shown, [("1", shown, rule, ["h", *more])], {"h": given, **more})


doubled = after(2 * F, l_)
TRUE_PROOFS = {
    "an instance": _from(for_all(b, eq(b * a, p)), eq(c1 * a, p), by("Instance", at=[[b, c1]])),
    "the norm of a product": lambda: forged(le(norm_F(A * B), norm_F(A) * norm_F(B)), [
        ("1", le(norm_F(A * B), norm_F(A) * norm_F(B)), by("FromFact", name="submultiplicativity", bind=[["A", A], ["B", B]]), [])]),
    "a sequence rewritten": lambda: forged(eq(after(A * F, l_ + 1), A * B), [
        ("1", eq(after(A * F, l_ + 1), A * after(A * F, l_)), identity(), []),
        ("2", eq(after(A * F, l_ + 1), A * B), by("Kernel", kernel="rewrite", details={"path": [1, 1]}), ["h", "1"])],
        {"h": eq(after(A * F, l_), B)}),
}  # fmt: skip
FALSE_PROOFS = {
    "an induction without a first layer": _induction(eq(after(2 * F, l_), 0 * I), eq(after(2 * F, 0), I), eq(after(2 * F, l_ + 1), 0 * I)),
    "an induction of one layer": _from(eq(a, b), eq(a, b + k), by("Induction", layer=l_)),
    "an induction over a bound letter of the same name": lambda: forged(eq(doubled, I), [
        ("0", eq(after(2 * F, 0), I), identity(), []), ("A", eq(doubled, I), assume(), []),
        ("C", implies(eq(doubled, I), eq(doubled, I)), discharge("A"), ["A"]), ("D", eq(doubled, I), by("Induction", layer=l_), ["0", "C"])]),
    "an induction from an assumption about the layer": lambda: forged(le(l_, 0), [
        ("0", le(term(0), 0), by("Positivity"), []), ("D", le(l_, 0), by("Induction", layer=l_), ["0", "h"])], {"h": implies(le(l_, 0), le(l_ + 1, 0))}),
    "an induction over what is no layer": _from(implies(eq(a, 0), eq(a + 1, 0)), eq(a, 0), by("Induction", layer=a), first=eq(term(0), 0)),
    "an induction over a positive integer": _from(eq(n, n), eq(n, 0), by("Induction", layer=n)),
    "an induction up to itself": _from(eq(k, 0), implies(le(l_, l_), eq(l_, 0)), by("Induction", layer=l_, upto=l_)),
    "an instance of a hypothesis about a fixed letter": _from(eq(a, p), eq(b, p), by("Instance", at=[[a, b]])),
    "an instance that breaks a promise": _from(for_all(p, lt(0, p)), lt(0, a), by("Instance", at=[[p, a]])),
    "an instance of another shape": _from(for_all(b, eq(b * c1, c1 * b)), eq(A * c1, b), by("Instance", at=[[b, A]])),
    "an instance with a captured letter": _from(for_all(b, eq(total(i, n, b), n * b)), eq(total(i, n, i), n * i), by("Instance", at=[[b, i]])),
    "an instance captured by a sequence": _from(for_all(B, eq(after(F + B, 1), I + B)), eq(after(F + k * I, 1, number=k), I), by("Instance", at=[[B, k * I]])),
    "an instance drawn below a mean": _from(for_all(B, eq(expect(x.T * B * x), tr(B * L))), eq(expect(x.T * (x * x.T) * x), tr(x * x.T * L)),
                                            by("Instance", at=[[B, x * x.T]])),
    "an instance of a covariance": _from(for_all(L, eq(expect(x * x.T), L)), eq(expect(x * x.T), I + L - L), by("Instance", at=[[L, I]])),
    "an instance of a parameter": _from(eq(f, a), eq(b, a), by("Instance", at=[[f, b]])),
    "an instance of an index out of range": _from(for_all(i, lt(0, entry(v, i, 1))), lt(0, entry(v, n + 1, 1)), by("Instance", at=[[i, n + 1]])),
    "an instance of half a layer": _from(for_all(k, eq(at(r, k), 0)), eq(at(r, q), 0), by("Instance", at=[[k, q]])),
    "two instances at once": _from(for_all(a, eq(a, b)), eq(c1, c1 + 1), by("Instance", at=[[a, c1], [b, c1 + 1]])),
    "what is known of one index, in a sum": _from(ne(entry(u, h, 1), 0), eq(total(h, n, entry(u, h, 1) / entry(u, h, 1)), n + 0 * entry(u, h, 1)),
                                                  identity()),
    "what is known of one index, in a sum of squares": _from(
        ne(entry(tall, h, 1), 0), eq(total(h, n, entry(tall, h, 1) / entry(tall, h, 1)), n + 0 * entry(tall, h, 1)), identity()),
    "what is known of one outcome, in a mean": _from(lt(0, x.T * x), eq(expect(x.T * x / (x.T * x)), 1), identity()),
    "an instance of the range of an index": _from(for_all(n, le(i, n)), le(i, 1), by("Instance", at=[[n, term(1)]])),
    "a promise of the letter of a sequence": _from(eq(a, a), eq(Op("sequence", (P, k, A, half(P) * half(P) * A, l_)), Op("sequence", (P, k, A, P * A, l_))),
                                                   identity()),
    "what is known of one layer, in a product": _from(
        ne(k, 0), eq(Op("product_up", (k, m_, k / k)), Op("product_up", (k, m_, 1 + 0 * k))), identity()),
    "a promise of the letter of a slope": _from(eq(a, a), eq(Op("slope", (p, (p**2) ** Fr(1, 2))), Op("slope", (p, 1 * p))), identity()),
    "the range of an index in another sum": _from(
        eq(a, a), eq(total(g, m_ + 1, entry(eye("n"), g, g)), total(g, m_ + 1, 1 + 0 * a)), identity()),
    "rewritten below a mean, with what is drawn": _from(
        eq(Op("exp", (a,)), x.T * x), eq(expect(Op("exp", (a,)) * (x.T * L * x)), tr(L) * tr(L * L) + 2 * tr(L * L * L)), by("Rewriting")),
    "rewritten below a gradient": _from(eq(Op("exp", (a,)), tr(U)), eq(grad(Op("exp", (a,)) * tr(U), U), 2 * tr(U) * I), by("Rewriting")),
    "an instance below a letter that is bound": _from(for_all(l_, eq(after(at(r, l_) * F, l_), B)), eq(after(at(r, k + 1) * F, k + 1), B),
                                                      by("Instance", at=[[l_, k + 1]])),
    "a sum over more than the range": _from(eq(a, a), eq(total(g, m, entry(eye("n"), g, g)), m), identity()),
    "the norm of a product of others": lambda: forged(le(norm_F(A * B), norm_F(A) * norm_F(C)), [
        ("1", le(norm_F(A * B), norm_F(A) * norm_F(C)), by("FromFact", name="submultiplicativity", bind=[["A", A], ["B", B]]), [])]),
    "the norm of a product, at least": lambda: forged(le(norm_F(A) * norm_F(B), norm_F(A * B)), [
        ("1", le(norm_F(A) * norm_F(B), norm_F(A * B)), by("FromFact", name="submultiplicativity", bind=[["A", A], ["B", B]]), [])]),
    "another fact by its name": lambda: forged(le(tr(A * B), tr(A) * tr(B)), [
        ("1", le(tr(A * B), tr(A) * tr(B)), by("FromFact", name="of traces", bind=[["A", A], ["B", B]]), [])]),
    "apart from nothing": lambda: forged(eq(Op("delta", (k, l_)), 0), [("1", eq(Op("delta", (k, l_)), 0), nothing, [])]),
    "apart by at most": _from(le(k, l_), eq(Op("delta", (k, l_)), 0), nothing),
    "apart from another": _from(lt(k, m_), eq(Op("delta", (k, l_)), 0), nothing),
    "apart, but 1": _from(lt(k, l_), eq(Op("delta", (k, l_)), 1), nothing),
    "rewritten with what differs": _from(ne(after(A * F, l_), B), eq(after(A * F, l_ + 1), A * B), by("Rewriting")),
    "rewritten at another layer": _from(eq(after(A * F, k), B), eq(after(A * F, l_ + 1), A * B), by("Rewriting")),
    "rewritten below a letter that is bound": _from(eq(after(A * F, l_), B), eq(Op("sequence", (C, l_, I, after(A * F, l_), k)), Op("sequence", (C, l_, I, B, k))),
                                                   by("Rewriting")),
    "rewritten below a mean": _from(eq(Op("exp_each", (x,)), u), eq(expect(Op("exp_each", (x,))), u), by("Rewriting")),
    "rewritten by what has no opaque side": _from(eq(a, b), eq(Op("exp", (a,)), Op("exp", (c1,))), by("Rewriting")),
    "a step of another sequence": _from(eq(a, a), eq(after(A * F, l_ + 1), B * after(A * F, l_)), identity()),
    "a step with the order lost": _from(eq(a, a), eq(after(A * F * B, l_ + 1), B * after(A * F * B, l_) * A), identity()),
    "a sequence before it starts": _from(eq(a, a), eq(after(A * F, k - 1), inv(A) * after(A * F, k)), identity()),
    "a layer taken for the bound one": _from(eq(a, a), eq(after(at(r, l_) * F, l_ + 1), at(r, l_ + 1) * after(at(r, l_) * F, l_)), identity()),
}  # fmt: skip
__all__ = ["FALSE", "FALSE_PROOFS", "TRUE", "TRUE_PROOFS", "parameter", "q"]
