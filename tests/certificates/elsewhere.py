"""Forgeries by what stands elsewhere: laws of another certificate, predictions, places and sizes that are not there."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from proofs_check.statement.props import (
    Prop,
    always,
    conj,
    eq,
    exists,
    for_all,
    iff,
    implies,
    le,
    limit,
    lt,
    ne,
    posdef,
    psd,
)
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import (
    Op,
    absolute,
    at0,
    ddt,
    entry,
    exp,
    expect,
    eye,
    grad,
    half,
    index,
    inv,
    minimum,
    norm_2,
    norm_F,
    norm_op,
    sqrt,
    stack_over,
    term,
    total,
    tr,
)
from proofs_check.statement.terms import at as member

from .disguises import raw
from .forged import forged
from .further import shows
from .infima import at, below, e, g, within
from .more_forgeries import bounded, instance
from .places import W, k, l_, noise, onto, pinv, tall, xs, ys
from .proofs import assume, by, cites, combination, discharge, identity, positive
from .statements import A, B, D, E, I, L, M, O, P, Q, S, U, X, Y, a, b, c, d, f, i, m, n, p, q, r, u, v, x, y, z

Made = Callable[[], dict[str, Any]]
quarter, j = Fraction(1, 4), index("j", "n")
seen, other = Op("prediction", (U, U, n)), Op("prediction_on", (U, A))
weights, more = (raw(name, "layers", shape=("d", "d")) for name in ("Wl", "Vl"))
few = raw("k", "integer", "nonnegative")
K, turned, definite = raw("K", "kernel"), raw("K", "kernel", "rotation_invariant"), raw("K", "kernel", "psd")
xr, xi, en = raw("xr", "random", "cov:Lr", shape=("d", 1)), raw("xi", "random", "cov:I", shape=("d", 1)), raw("en", "random", "normal", "std:sg")
weaker, diagonal, strict = (raw("Lr", *more, shape=("d", "d")) for more in (("psd",), ("psd", "diagonal"), ("posdef",)))


def rows(prop: Prop, *steps: Any, given: Any = None) -> Made:
    return lambda: forged(prop, list(steps), given)


def bare(t: Any) -> Made:
    """No condition is stated."""
    return lambda: forged(eq(t, t), [("1", eq(t, t), identity(), [])], where=())


def of_another_law(law: Any, known: Prop, rule: Any, prop: Prop, then: Any) -> Callable[[], list[dict[str, Any]]]:
    """What is true under the law that stands in the other certificate, cited where the law of this name is another."""
    return lambda: [
        forged(known, [("0", eq(law, law), identity(), []), ("1", known, rule, [])], id="own/other"),
        forged(prop, [("1", known, cites(known), []), ("2", prop, then, ["1"])])]  # fmt: skip


def gram(kernel: Any, *columns: Any) -> Op:
    return Op("gram", (kernel, *columns))


BUNDLES = {
    "a law that is diagonal there": of_another_law(diagonal, eq(expect(xr * xr.T) * D, D * expect(xr * xr.T)), identity(), eq(weaker * D, D * weaker), identity(1)),
    "a law that is definite there": of_another_law(strict, lt(0, expect(xr.T * xr)), positive, lt(0, tr(weaker)), combination(1)),
    "a law that is the identity there": of_another_law(A, eq(expect(xi * xi.T), I), identity(), eq(raw("I", "posdef", shape=("d", "d")), I), identity(1)),
    "a deviation that is positive there": of_another_law(
        raw("sg", "positive"), lt(0, expect(en**2)), positive, lt(0, raw("sg", "nonnegative") ** 2), combination(1)),
}  # fmt: skip
UNREADABLE: dict[str, Made] = {
    # Heads of arguments that they do not have, sizes that are 0, members of what is no family.
    "a size that may be 0": shows(conj(lt(0, tr(raw("I_k", "identity", shape=("k", "k")))), le(0, few)), positive),
    **{f"{t.head} of {len(t.args)} arguments": shows(le(0, t), positive) for t in (
        Op("rank", (A, B)), Op("nuclear", ()), Op("least_positive_eigenvalue", (A, B)), Op("least", (p,)))},
    "the values of a kernel at three matrices": shows(psd(gram(definite, X, X, Y)), positive),
    "the absolute value of a matrix": shows(eq(Op("abs", (A,)), norm_F(A))), "the absolute value of a vector": shows(le(0, Op("abs", (u,))), positive),
    "the diagonal matrix of a matrix": shows(eq(Op("diag", (A,)) * D, D * Op("diag", (A,)))),
    "the diagonal matrix of a row": shows(posdef(Op("diag", (raw("pr", "positive", shape=(1, "d")),))), positive),
    "a member of twice a family": shows(eq(member(2 * xs, 1), member(2 * ys, 1)), by("Substitution"), {"h": eq(2 * xs, 2 * ys)}),
    "a layer of twice the weights": shows(eq(member(2 * weights, 1), member(2 * more, 1)), by("Substitution"), {"h": eq(2 * weights, 2 * more)}),
    "a layer of equal weights": shows(eq(member(weights, 1), member(more, 1)), by("Substitution"), {"h": eq(weights, more)}),
}  # fmt: skip
FALSE: dict[str, Made] = {
    **UNREADABLE,
    # A prediction is not 0, or positive, on this prompt.
    "a mean of equals on this prompt": shows(eq(expect(exp(e * a) * Op("delta", (seen, 0 * a))), 0 * a), identity(), {"h": lt(0, seen)}),
    "a mean of a sign on this prompt": shows(eq(expect(exp(e * a) * (sqrt(seen) * 0 + absolute(seen))), expect(exp(e * a) * seen)), identity(), {"h": lt(0, seen)}),
    "a mean of a quotient on this prompt": shows(eq(expect(seen / seen * exp(e * a)), expect(exp(e * a))), identity(), {"h": ne(seen, 0)}),
    "a mean of what has a value on this prompt": shows(eq(expect(exp(e * a) * sqrt(seen) ** 2), expect(exp(e * a) * seen)), identity(), {"h": lt(0, seen)}),
    "a mean of what differs at this outcome": shows(eq(expect(Op("delta", (x.T * u, a)) * x), 0 * u), identity(), {"h": ne(x.T * u - a, 0)}),
    "a bound that is a prediction": bounded(seen, f**2, f), "a bound that is a prediction on a prompt": bounded(other, f**2, f),
    "a bound that is a prediction, over a constant": bounded(seen, a**2, a), "a prediction along the flow": shows(always(eq(2 * seen, 2 * a)), identity(2), {"h": eq(seen, a)}),
    # Conditions that are not told.
    **{f"{t.head} without its condition": bare(t) for t in (
        Op("sum_unequal", (raw("i", "index"), raw("j", "index"), b, a)), Op("exponential", (a,)), Op("gamma", (a, b)), Op("two_point", (a, b, c)),
        Op("tr", (Op("+", (A, u)),)), Op("det", (X,)), Op("least_over", (raw("i", "index"), a, b)), Op("eigenvalue", (A, term(1))),
        Op("product_down", (raw("l", "integer", "nonnegative"), a, A)), Op("cond", (P,)), Op("^", (A, b)), Op("^", (r, b)), Op("sqrt", (a,)),
        Op("modulus", (S,)), entry(A, d, 1), Op("stack_over", (i, n - 1, u.T)), Op("^", (P, term(-quarter))))},
    "an implication without the condition of its conclusion": lambda: forged(implies(ne(a, 0), eq(b / a, b / a)), [
        ("A", ne(a, 0), assume(), []), ("1", eq(b / a, b / a), identity(), ["A"]),
        ("2", implies(ne(a, 0), eq(b / a, b / a)), discharge("A"), ["A", "1"])], where=()),
    # The value of a mean, a sum, a slope, a gradient from what is known of one outcome, index or place.
    "the sum of what is not 1 here": shows(eq(total(i, n, Op("delta", (i, 1 + 0 * a))), 0 * a), identity(), {"h": ne(i - 1, 0)}),
    "the sum of exponentials of what is not 1 here": shows(eq(total(i, n, exp(Op("delta", (i, 1 + 0 * a)))), total(i, n, exp(0 * i))), identity(), {"h": ne(i - 1, 0)}),
    "the sum of what is not negative here": shows(eq(total(i, n, absolute(member(noise, i))), total(i, n, member(noise, i))), identity(), {"h": le(0, member(noise, i))}),
    "the sum of an entry that is positive here": shows(eq(total(i, n, absolute(entry(tall, i, 1))), total(i, n, entry(tall, i, 1))), identity(), {"h": lt(0, entry(tall, i, 1))}),
    "a product over layers from one": shows(eq(Op("product_up", (l_, k, absolute(b + l_) * I)), Op("product_up", (l_, k, (b + l_) * I))), identity(), {"h": lt(0, b + l_)}),
    "the gradient of what is 0 here": shows(eq(grad(f**2 * Op("delta", (f, 0 * a)), f), 0 * f), identity(), {"h": ne(f, 0)}),
    "the gradient of an absolute value": shows(eq(grad(absolute(f), f), 1 + 0 * f), identity(), {"h": lt(0, f)}),
    "the gradient of a root of a square": shows(eq(grad(sqrt(f**2) * f, f), 2 * f), identity(), {"h": lt(0, f)}),
    "the slope of an absolute value": shows(eq(Op("slope", (c, absolute(c))), Op("slope", (c, 1 * c))), identity(), {"h": lt(0, c)}),
    "the slope of a square": shows(eq(Op("slope", (f, f**2)), 2 * f)), "a slope in what is put in": instance(
        eq(Op("slope", (c, c * a)), Op("slope", (c, a * c))), eq(Op("slope", (c, c * c)), Op("slope", (c, c * a))), (a, c)),
    # Means and sums.
    "a mean of a mean": shows(eq(expect(x * expect(x).T), L)), "a mean given what is drawn": shows(eq(Op("expect_given", (x * x.T, x)), L)),
    "a mean of a value at time 0": shows(eq(expect(at0(x)), 0 * u)), "a mean of three": shows(eq(expect(x.T * L * x * (u.T * x)), tr(L * L) * (u.T * x))),
    **{f"a mean of what is drawn with {', '.join(traits)}": shows(eq(expect(t * t.T), law)) for traits, size, law in (
        (("random", "cov:L", "cov:M"), ("d", 1), L), (("random", "cov:S"), ("d", 1), S), (("random", "normal", "std:p"), ("d", 1), p**2 * I),
        (("random", "cov:p"), (1, 1), p), (("random", "cov:L", "mean:u"), ("d", 1), L), (("random", "cov:L"), ("d", "m"), L))
       for t in [raw("xq", *traits, shape=size)]},
    "a mean of all members as of one": shows(eq(expect(xs * xs.T), L)), "the last member is not the first": shows(eq(expect(member(xs, n) * member(xs, 1).T), 0 * L)),
    "all members and the last": shows(eq(expect(W * member(xs, n) * member(xs, n).T), n * L * L)),
    "all members and the first": shows(eq(expect(total(i, n, member(noise, i)) * member(noise, 1)), 0 * p)),
    "a fourth moment": shows(eq(expect(en**4) + p, 2 * raw("sg", "positive") ** 4 + p)),
    "a sum in a sum of its own letter": shows(eq(total(i, n, member(xs, i).T * total(i, n, member(xs, i))), total(i, n, member(xs, i).T * member(xs, i)))),
    "a double sum": shows(eq(total(i, n, total(j, n, member(xs, i).T * member(xs, j))), total(i, n, member(xs, i).T * member(xs, i)))),
    "a sum of deltas": shows(eq(total(i, n, Op("delta", (i, j))), 1 + 0 * a)), "a sum over sums": shows(eq(total(i, n, total(index("h", "m"), m, a)), n * a)),
    "a sum of entries of I": shows(eq(total(i, n, entry(eye("n"), i, i)), 1 + 0 * a)), "a sum of n n": shows(eq(total(i, n, n * a), n * a)),
    "a sum over one": shows(eq(total(raw("i_", "index", "range:1"), 1, raw("i_", "index", "range:1") * a), 2 * a)),
    "rows of a row": shows(eq(stack_over(i, n, u.T), tall)), "rows of numbers": shows(eq(stack_over(i, n, 1 * i), stack_over(i, n, 1 + 0 * i))),
    "rows of two families": shows(eq(tr(stack_over(i, n, member(xs, i).T) * A * stack_over(i, n, member(ys, i).T).T), tr(A * W))),
    "two rows of one": shows(eq(Op("row", (stack_over(i, n, member(xs, i).T), term(2))), member(xs, 1).T)),
    **{f"a kernel at {what}": shows(eq(gram(turned, *two), gram(turned, *one))) for what, two, one in (
        ("twice the columns", (2 * O * A, O * A), (A, A)), ("rows that are turned", (A * O, A * O), (A, A)), ("columns that are moved", (A + B, A + B), (A, A)),
        ("two turns", (O * A, O.T * A), (A, A)), ("a turn too much", (O * O * A, O * A), (O * A, O * A)))},
    "a kernel turned around": shows(eq(gram(turned, A, B), gram(turned, B, A).T)), "a kernel of two": shows(psd(gram(definite, A, B)), positive),
    "a kernel that is definite": shows(posdef(gram(definite, A, A)), positive), "any kernel": shows(psd(gram(K, A, A)), positive),
    # Powers, roots, inverses.
    **{f"{what} are no equals": shows(eq(one, two)) for what, one, two in (
        ("a root of a square and it", sqrt(a**2), a), ("a root of a product and roots", sqrt(r * a), sqrt(r) * sqrt(a)), ("r / r and 1", r / r, term(1)),
        ("a fourth root of a square and a root", (a**2) ** quarter, a ** (2 * quarter)), ("a third root of a cube and it", (a**3) ** Fraction(1, 3), a),
        ("1 / (a + b) and 1 / a + 1 / b", 1 / (a + b), 1 / a + 1 / b), ("a root of P Q, squared, and P Q", half(P * Q) * half(P * Q), P * Q),
        ("a root of L M and of both", half(L * M), half(L) * half(M)), ("a root of O^2 and O", half(O * O), O), ("the inverse of A B and of both", inv(A * B), inv(B) * inv(A)),
        ("D^-1 D and I", D * inv(D), I), ("S + I over S + I and I", inv(S + I) * (S + I), I), ("P over P - I and more", inv(P - I) * P, I + inv(P - I)),
        ("a root of -L, squared, and -L", half(-L) * half(-L), -L), ("a root of z L and of both", half(z * L), half(L) * sqrt(z)), ("a projection and I", onto(P) * inv(P + I), inv(P + I)),
        ("the pseudo-inverse of P Q and of both", pinv(P * Q), pinv(Q) * pinv(P)), ("the norm of a A and a times it", norm_F(a * A), a * norm_F(A)),
        ("norms of sums and of parts", norm_2(u + v) ** 2, norm_2(u) ** 2 + norm_2(v) ** 2), ("a kernel at O u, O v and at u, u", Op("kernel_value", (turned, O * u, O * v)), Op("kernel_value", (turned, u, u))))},
    **{f"no sign of {what}": shows(prop, positive) for what, prop in (
        ("a cube", le(0, a**3)), ("A A", psd(A * A)), ("P Q + Q P", psd(P * Q + Q * P)), ("X X'", posdef(X * X.T)), ("tr P Q", lt(0, tr(P * Q))), ("A P A", le(0, tr(A * P * A))),
        ("u v'", psd(u * v.T)), ("P + Q", posdef(P + Q)), ("L M P", le(0, tr(L * M * P))), ("n - 2", le(0, n - 2)), ("x' S x", le(0, expect(x.T * S * x))), ("x' y", le(0, x.T * y)),
        ("u' L u", lt(0, u.T * L * u)), ("least(a, p)", le(0, Op("least", (a, p)))), ("n - 3", ne(n - 3, 0)), ("a value at time 0", lt(0, at0(r))), ("r / a", le(0, r / a)),
        ("blocks", psd(Op("block", (P, A, A.T, Q)))), ("A + A'", psd(A + A.T)), ("a pseudo-inverse", psd(pinv(S))), ("a root", psd(half(S))), ("exp(a) - 1", lt(0, exp(a) - 1)),
        ("the norm of A", lt(0, norm_op(A))), ("a projection", posdef(onto(A))), ("a modulus", posdef(Op("modulus", (S,)))), ("two diagonals", psd(D * E)), ("a minimum", le(0, minimum(f, f))))},
    # Along the flow.
    "along the flow, by one outcome": shows(always(eq(f, x.T * u)), identity(1), {"h": eq(f, x.T * u)}), "a sign along the flow": shows(always(lt(0, f)), positive, {"h": lt(0, f)}),
    "a flow that stands still": shows(always(eq(ddt(f), 0 * f)), identity(), {"h": always(eq(f, a))}), "two flows of one speed": shows(always(eq(ddt(f), ddt(g))), by("Substitution"), {"h": always(eq(f, g))}),
    "a limit": shows(limit(f, a), by("ModusPonens"), {"h": always(eq(f, a))}), "along the flow, by its limit": shows(always(eq(2 * f, 2 * a)), identity(2), {"h": limit(f, a)}),
    "along the flow, by what is conserved": shows(always(eq(f**2, at0(f) ** 2)), identity(1), {"h": Prop("conserved", (f**2,))}),
    "the time along the flow": shows(always(eq(2 * raw("t"), 2 * a)), identity(2), {"h": eq(raw("t"), a)}), "weights along the flow": shows(
        always(eq(2 * (member(weights, 1) * u), 2 * v)), identity(2), {"h": eq(member(weights, 1) * u, v)}),
    "a mean along the flow": shows(always(eq(2 * expect(f * (x.T * L * x)), 2 * a)), identity(2), {"h": eq(expect(f * (x.T * L * x)), a)}),
    "a minimum along the flow": shows(always(eq(2 * minimum(f**2 + g**2, f), 2 * a)), identity(2), {"h": eq(minimum(f**2 + g**2, f), a)}),
    "at each time it exists": shows(always(exists(c, eq(c, f))), by("Exhibit", at=[[c, f]]), {"h": always(eq(f, f))}),
    "all values along the flow": shows(eq(f, a), by("Instance", at=[[c, f]]), {"h": for_all(c, always(eq(f, a)))}),
    "a function at equals": shows(eq(Op("apply", (raw("ph"), a)), Op("apply", (raw("ph"), b))), by("Kernel", kernel="normal form", details={}), {"h": eq(a, b)}),
    # Logic.
    "the conclusion without its premise": rows(eq(a, b), ("1", Prop("and", ()), by("ModusPonens"), []), ("2", eq(a, b), by("ModusPonens"), ["1", "h"]), given={"h": implies(eq(a, c), eq(a, b))}),
    "both ways from one and a fact": shows(iff(eq(a, b), eq(b, c)), by("BothWays"), {"h": conj(eq(a, b), implies(eq(b, c), eq(a, c)))}),
    "an implication of an implication": shows(implies(eq(a, b), eq(a, c)), by("ModusPonens"), {"h": implies(eq(a, b), implies(eq(a, c), eq(a, c)))}),
    **{f"a head that is called {name}": shows(eq(a, b), by("ModusPonens"), {"h": Prop(name, props)}) for name, props in (("or", (eq(a, b), eq(a, c))), ("not", (eq(a, b),)))},
    "a contradiction of two assumptions": rows(ne(a, b), ("A", eq(a, b), assume(), []), ("B", ne(a, b), assume(), []), ("1", ne(a, b), by("Contradiction", assumption="A"), ["A", "B"])),
    "another assumption than was discharged": rows(implies(eq(a, c), ne(a, b)), ("A", eq(a, b), assume(), []), ("B", ne(a, b), assume(), []), (
        "1", ne(a, b), by("Contradiction", assumption="A"), ["A", "B"]), ("2", implies(eq(a, c), ne(a, b)), discharge("B"), ["B", "1"])),
    "matrices of one norm": shows(eq(A, B), by("Antisymmetry"), {"h": le(norm_F(A), norm_F(B)), "k": le(norm_F(B), norm_F(A))}),
    "for all from one": rows(for_all(c, eq(c, a)), ("0", eq(a, a), identity(), []), ("1", exists(c, eq(c, a)), by("Exhibit", at=[[c, a]]), ["0"]), ("2", for_all(c, eq(c, a)), by("ModusPonens"), ["1"])),
    "what exists, anywhere": shows(eq(b, a), by("Instance", at=[[c, b]]), {"h": exists(c, eq(c, a))}), "an instance of a hypothesis": shows(eq(b, a), by("Instance", at=[[c, b]]), {"h": eq(c, a)}),
    "an instance of the second premise": rows(eq(b, a), ("0", eq(c, c), identity(), []), ("1", eq(b, a), by("Instance", at=[[c, b]]), ["0", "h"]), given={"h": eq(c, a)}),
    "an instance of a law": rows(eq(tr(M), tr(L)), ("0", eq(expect(x.T * x), tr(L)), identity(), []), ("1", eq(expect(x.T * x), tr(M)), by("Instance", at=[[L, M]]), ["0"]), ("2", eq(tr(M), tr(L)), identity(1), ["1"])),
    "an induction that stands still": rows(le(l_, 3), ("0", le(0, term(3)), positive, []), ("A", le(l_, 3), assume(), []), ("1", implies(le(l_, 3), le(l_, 3)), discharge("A"), ["A"]), (
        "2", le(l_, 3), by("Induction", layer=l_), ["0", "1"])),
    "an induction over a number": rows(eq(a, 0 * a), ("0", eq(0 * a, 0 * a), identity(), []), ("2", eq(a, 0 * a), by("Induction", layer=a), ["0"])),
    # Infima.
    "an infimum of what stays": shows(le(infimum((f - a) ** 2 + b**2, f), 0 * a), at((f, a))), "a mean at a value that is drawn": shows(le(infimum(expect((f - x.T * u) ** 2), f), 0 * a), at((f, x.T * u))),
    "an infimum over laws": shows(le(infimum(expect(x.T * x), L), 0 * a), at((L, 0 * L))), "an infimum over outcomes": shows(le(infimum(expect((x.T * u) ** 2), x), 0 * a), at((x, 0 * u))),
    "an infimum over a draw": shows(le(infimum(e**2, e), 0 * a), at((e, 0 * a))), "an infimum over places": shows(le(infimum(entry(tall, i, 1) ** 2, i), entry(tall, 1, 1) ** 2), at((i, term(1)))),
    "an infimum over sizes": shows(le(infimum(tr(eye("d")) ** 2, d), 1 + 0 * a), at((d, term(1)))), "a bound of what exists nowhere": rows(
        lt(0, infimum(q, q)), ("0", lt(0, q), positive, []), ("1", lt(0, infimum(q, q)), below, ["0"])),
    "within a prediction": within(le(infimum(f**2, f), infimum(other + g**2, g)), (f, g)),
}  # fmt: skip
