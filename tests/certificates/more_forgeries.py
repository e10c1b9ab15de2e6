"""False statements where something depends on what is not seen in it, on what is not there, or on what was put in."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from proofs_check.statement.laws import expect_given, least_over, least_unequal
from proofs_check.statement.props import Prop, always, conj, eq, exists, for_all, iff, implies, le, lt, ne, posdef, psd
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import (
    Op,
    Term,
    absolute,
    at0,
    ddt,
    exp,
    expect,
    eye,
    grad,
    index,
    inv,
    matrix,
    minimum,
    norm_F,
    scalar,
    sqrt,
    term,
    total,
    tr,
    vector,
    where,
)
from proofs_check.statement.terms import at as member

from .forged import forged
from .infima import V, at, below, e, h, one, square, within
from .proofs import assume, by, cites, combination, discharge, g, identity, positive
from .statements import A, B, L, P, S, U, a, b, c, d, f, i, k0, m, n, p, r, u, v, x, z

Made = Callable[[], dict[str, Any]]
j = index("j", "n")
hidden = {name: matrix(f"Z_{name}", "d", "d", name) for name in ("derived", "prompt", "measured", "setting")}
unseen = {name: scalar(f"z_{name}", name) for name in hidden}
moving = {"a derivative along the flow": ddt(V)}
family, drawn = vector("xf", "d", "random", "iid", "cov:L"), vector("x0", "d", "random")
noise, eps = scalar("ei", "random", "std:i", "normal"), scalar("eps", "random", "noise")
own = matrix("K_own")
covariance, deviation = matrix("Lam"), scalar("s", "positive")
random_law = matrix("Lw", "d", "d", "symmetric", "psd", "law")
of_a_law, of_a_copy = vector("xw", "d", "random", "cov:Lw", "degenerate"), vector("xc", "d", "random", "cov:Lc")
a_copy = matrix("Lc", "d", "d", "symmetric", "posdef", "copy:L")


def instance(known: Prop, prop: Prop, *pairs: tuple[Term, Term], rule: Any = None, given: Any = None) -> Made:
    """A true line, and the instance that a forger makes of it."""
    return lambda: forged(prop, [
        ("1", known, rule or identity(), []),
        ("2", prop, by("Instance", at=[list(pair) for pair in pairs]), ["1", *(given or ())])], given)  # fmt: skip


def bounded(bound: Term, more: Term, letter: Term, given: Any = None) -> Made:
    """bound <= inf (bound + more) over a letter, from more >= 0."""
    prop = le(bound, infimum(bound + more, letter))
    return lambda: forged(prop, [
        ("1", le(0, more), positive, []), ("2", le(bound, bound + more), combination(1), ["1"]),
        ("3", prop, below, ["2"])], given)  # fmt: skip


def bare(prop: Prop, rule: Any = None) -> Made:
    """One step, and no condition stated."""
    return lambda: forged(prop, [("1", prop, rule or identity(), [])], where=())


def cited(known: Prop, prop: Prop, *bind: tuple[Term, Term], given: tuple[Prop, ...] = (), here: Any = None) -> Callable[[], list[dict[str, Any]]]:
    """A true statement of another certificate, and what is made of it."""
    rows = [("1", known, identity(*[1] * len(given)), [f"h{k}" for k in range(len(given))])]
    return lambda: [
        forged(known, rows, {f"h{k}": p for k, p in enumerate(given)}, id="own/other"),
        forged(prop, [("1", prop, cites(known, given, [list(k) for k in bind]), list(here or ()))], here)]  # fmt: skip


def itself(t: Term) -> Prop:
    return eq(t, t)


def _of_hidden() -> dict[str, Made]:
    """What a hidden symbol stands for may change with what is drawn, with an index, with a parameter: Z = x x', i, U."""
    made: dict[str, Made] = {}
    for name, Z in hidden.items():
        t = unseen[name]
        made |= {
            f"{name}, put in below a mean": instance(eq(expect(x.T * A * x), tr(A * L)), eq(expect(x.T * Z * x), tr(Z * L)), (A, Z)),
            f"{name}, put in below a gradient": instance(eq(grad(tr(U * A), U), A.T), eq(grad(tr(U * Z), U), Z.T), (A, Z)),
            f"{name}, put in below a sum": instance(eq(total(i, n, a), n * a), eq(total(i, n, t), n * t), (a, t)),
            f"{name}, for all, put in below a mean": one(eq(expect(x.T * Z * x), tr(Z * L)), by("Instance", at=[[A, Z]]),
                                                         {"h": for_all(A, eq(expect(x.T * A * x), tr(A * L)))}),
            f"{name}, the value of an infimum of means": one(le(infimum(expect((f - e) ** 2), f), expect((t - e) ** 2)), at((f, t))),
            f"{name}, the value of an infimum of gradients": one(
                le(infimum(norm_F(grad(tr(U * A), U) - B) ** 2, A), norm_F(grad(tr(U * Z), U) - B) ** 2), at((A, Z))),
            f"{name}, the value of an infimum of sums": one(
                le(infimum(total(i, n, (f - i) ** 2), f), total(i, n, (t - i) ** 2)), at((f, t))),
            f"{name}, stated below a gradient": one(eq(where(grad(tr(U * A), U), (A, Z)), grad(tr(U * Z), U)), identity()),
            f"{name}, stated below a sum": one(eq(where(total(i, n, a * i), (a, t)), total(i, n, t * i)), identity()),
            f"{name}, summed": one(eq(total(i, n, t), n * t), identity()),
            f"{name}, summed with an index": one(eq(total(i, n, t * member(family, i)), t * total(i, n, member(family, i))), identity()),
            f"{name}, out of a mean": one(eq(expect(t * x.T * L * x), t * tr(L * L)), identity()),
            f"{name}, in a bound": bounded(t, f**2, f),
            f"{name}, at what exists": one(exists(c, eq(expect(e * c), expect(e * t))), by("Exhibit", at=[[c, t]])),
        }  # fmt: skip
    for name, W in moving.items():
        made |= {
            f"{name}, put in below a gradient": instance(eq(grad(tr(U * A), U), A.T), eq(grad(tr(U * W), U), W.T), (A, W)),
            f"{name}, the value of an infimum of gradients": one(
                le(infimum(norm_F(grad(tr(U * A), U) - B) ** 2, A), norm_F(grad(tr(U * W), U) - B) ** 2), at((A, W))),
            f"{name}, stated below a gradient": one(eq(where(grad(tr(U * A), U), (A, W)), grad(tr(U * W), U)), identity()),
        }  # fmt: skip
    return made


_least_k, _least_n = least_over(index("i", "k"), k0, a**2), least_unequal(i, j, n, a**2)
kept = Prop("conserved", (f,))
_turned = Op("sequence", (p, k0, term(0), 1 / p, k0))
FALSE: dict[str, Made] = {
    **_of_hidden(),
    # What moves with f, a, Lam, s though these are not seen in it: with a loss f h, or a start h(0) = a, or Lam = 0.
    "a bound that is a derivative along the flow": bounded(ddt(h) ** 2, f**2, f),
    "a bound that is a value at time 0": bounded(at0(h) ** 2, (a - b) ** 2, a),
    "a bound by the covariance that no trait names": bounded(expect((drawn.T * u) ** 2), norm_F(covariance) ** 2, covariance),
    "a bound by the deviation that no trait names": bounded(expect(eps**2), deviation**2, deviation),
    "a bound by the covariance of a family": bounded(expect((member(vector("xi", "d", "iid"), 1).T * u) ** 2), norm_F(covariance) ** 2, covariance),
    "a bound by a named covariance": bounded(expect(exp(x.T * u)), norm_F(L) ** 2, L),
    "a bound by a named deviation": bounded(expect(exp(scalar("eb", "random", "std:p", "normal"))), p**2, p),
    "a bound by a size": bounded(tr(eye("d")), d**2, d),
    "a bound with a letter in a range": bounded(total(index("l", "m"), m, a**2), m**2, m),
    "a bound with the letter below a minimum": bounded(minimum((f - g) ** 2 + f, g), f**2, f),
    "within, where the derivative moves": within(le(infimum(f**2, f), infimum(ddt(h) ** 2 + g**2, g)), (f, g)),
    "all values of a deviation that no trait names": one(eq(expect(eps**2), 4), by("Instance", at=[[deviation, term(2)]]),
                                                         {"h": for_all(deviation, eq(expect(eps**2), deviation**2))}),
    "all values of a covariance that no trait names": one(
        eq(expect(drawn * drawn.T), 2 * L), by("Instance", at=[[covariance, 2 * L]]),
        {"h": for_all(covariance, eq(expect(drawn * drawn.T), covariance))}),
    "an index that a law names": one(eq(total(i, n, expect(exp(noise))), n * expect(exp(noise))), identity()),
    "an index that the default names": one(
        eq(total(index("s", "n"), n, expect(exp(eps))), n * expect(exp(eps))), identity()),
    # What is drawn twice: the covariance 2 I or 0; another matrix of the same law.
    "a covariance that is drawn": one(eq(expect(of_a_law * of_a_law.T), random_law), identity()),
    "a covariance that is a copy": one(eq(expect(of_a_copy * of_a_copy.T), a_copy), identity()),
    "a mean for each covariance that is drawn": one(eq(expect(of_a_law.T * S * of_a_law), tr(S * random_law)), identity()),
    **{f"a mean of what has a law by {trait} alone": one(eq(expect(x.T * L * vector("y1", "d", trait)), 0 * tr(L)), identity())
       for trait in ("label", "noise", "haar", "law", "cov:L", "copy:x")},
    # Members that a family does not have: 0 stands for them.
    **{f"the member {k} of a family": one(eq(expect(member(family, k) * member(family, k).T), L), identity())
       for k in (term(0), term(-1), term(Fraction(1, 2)), a, p, k0, z, n - 2)},
    **{f"the members {k} and {k1} of a family are orthogonal": one(
        eq(expect((member(family, k).T * member(family, k1)) ** 2), tr(L * L)), identity())
       for k, k1 in ((term(0), term(1)), (term(Fraction(1, 2)), term(2)), (n, n + 1 - 1), (i, j))},
    # Values of no letter, of two, of another shape.
    "a value stated twice": one(le(infimum(where((f - a) ** 2, (f, b), (f, a)), g), 0), at((g, a))),
    "a value stated twice, the other first": one(le(infimum(where((f - a) ** 2, (f, a), (f, b)), g), (b - a) ** 2 - 1), at((g, a))),
    "a value stated in another shape": one(le(infimum(where(tr(U * U.T), (U, g)), g), 0), at((g, term(0)))),
    "a value stated in another shape, within": one(
        le(infimum(where(tr(U * U.T), (U, g)), g), infimum(f**2, f)), at((g, f), rule="Within")),
    # Infima: inf f^2 = 0, inf (f - a)^2 = 0, inf (f - a)^2 + (f - b)^2 = (a - b)^2 / 2.
    "an infimum below its least value": one(le(infimum((f - a) ** 2 + (f - b) ** 2, f), 0), at((f, (a + b) / 2))),
    "a value at another letter's place": one(le(infimum((f - a) ** 2 + g**2, f, g), 0), at((f, a))),
    "a value of one letter at two places": one(le(infimum((f - a) ** 2 + (f - b) ** 2, f), 0), at((f, a), (f, b))),
    "values that speak of each other": one(le(infimum((f - g - 1) ** 2 + (g - f) ** 2, f, g), 0), at((f, g + 1), (g, f))),
    "a value at a letter that is not there": one(le(infimum(f**2 + a**2, f), 0), at((f, term(0)), (a, term(0)))),
    "a value with no promise, of a positive letter": one(le(infimum((p - a) ** 2, p), 0), at((p, a))),
    "a value >= 0, of a positive letter": one(le(infimum((p - r) ** 2 + p, p), r - 1), at((p, r))),
    "a value of a positive letter, by a fact of another": one(le(infimum((p - a) ** 2, p), 0), at((p, a)), {"h": lt(0, b)}),
    "a value of an integer letter": one(le(infimum((n - term(Fraction(1, 2))) ** 2, n), 0), at((n, term(Fraction(1, 2))))),
    "a value 0 of a positive integer": one(le(infimum(n**2, n), 0), at((n, term(0)))),
    "a symmetric place of a definite letter": one(le(infimum(norm_F(L - S) ** 2, L), 0), at((L, S))),
    "a place of a semi-definite letter": one(le(infimum(norm_F(P - A) ** 2, P), 0), at((P, A))),
    "a symmetric letter at any place": one(le(infimum(norm_F(S - A) ** 2, S), 0), at((S, A))),
    "the letter of a covariance": one(le(infimum(expect((x.T * u) ** 2) + norm_F(L - 2 * P) ** 2, L), expect((x.T * u) ** 2)), at((L, 2 * P))),
    "a drawn place below a mean": one(le(infimum(expect((e - f) ** 2), f), 0), at((f, e))),
    "another drawn place below a mean": one(le(infimum(expect((e - f) ** 2), f), expect((e - eps) ** 2) - expect(eps**2)), at((f, eps))),
    "a mean of least values": one(eq(expect(infimum((f - e) ** 2, f)), infimum(expect((f - e) ** 2), f)), identity()),
    "the least of a mean is the mean of the least": one(
        le(infimum(expect((f - e) ** 2), f), expect(infimum((f - e) ** 2, f))), at((f, e))),
    "a sum of least values": one(le(infimum(total(i, n, (f - i) ** 2), f), total(i, n, infimum((f - i) ** 2, f))), at((f, i))),
    "an index as a place": one(le(infimum(total(i, n, (f - i) ** 2), f), 0), at((f, i))),
    "an infimum of what is put in below a gradient": one(le(infimum((grad(f**2 + f * g, f) - g) ** 2, g), 0), at((g, f))),
    "an infimum at time 0": one(le(infimum((at0(f) - a) ** 2, f), 0), at((f, a))),
    "an infimum of a derivative": one(le(infimum(ddt(f) ** 2, f), 0), at((f, term(0)))),
    "an infimum of an infimum": one(le(infimum(infimum((f - g) ** 2 + 1, g), f), 0), at((f, g))),
    "an infimum of what may be negative at one value": one(le(infimum(f**2 - 2 * f, f), -2), at((f, term(1)))),
    "an infimum of an inverse": one(le(infimum(1 / p, p), -1), at((p, r))),
    "an infimum by a premise turned": one(le(infimum(square, f), c), at((f, b)), {"h": le(c, (b - a) ** 2)}),
    "an infimum by a premise that is not 0": one(le(infimum(square, f), c), at((f, b)), {"h": ne((b - a) ** 2, c)}),
    "a bound from the flow": one(le(c, infimum(square, f)), below, {"h": always(le(c, square))}),
    "a bound by an implication": lambda: forged(le(1, infimum(f**2, f)), [
        ("A", le(1, f**2), assume(), []), ("1", le(1, infimum(f**2, f)), below, ["A"])]),
    "a bound discharged before it is used": lambda: forged(le(1, infimum(f**2, f)), [
        ("A", le(1, f**2), assume(), []), ("1", implies(le(1, f**2), le(1, f**2)), discharge("A"), ["A"]),
        ("2", le(1, infimum(f**2, f)), below, ["1"])]),
    "a bound under a hypothesis of two letters": one(le(c, infimum(square, f)), below, {"h": le(c, square), "k": lt(f, g)}),
    "a bound by a law of the letter": one(le(c, infimum(p**2, p)), below, {"h": le(c, p**2)}),
    "a bound by an equation at one place": one(le(c, infimum(square, f)), below, {"h": eq(c, square)}),
    "a bound of a part": one(le(a, infimum(square, f)), below, {"h": conj(le(a, c), le(c, b))}),
    "a bound over fewer letters": lambda: forged(le((g - a) ** 2, infimum(f**2 + (g - a) ** 2, f, g)), [
        ("1", le(0, f**2), positive, []), ("2", le((g - a) ** 2, f**2 + (g - a) ** 2), combination(1), ["1"]),
        ("3", le((g - a) ** 2, infimum(f**2 + (g - a) ** 2, f, g)), below, ["2"])]),
    "within, by a smaller set": within(le(infimum((p - a) ** 2, p), infimum((f - a) ** 2, f)), (p, f)),
    "within, by a set that a hypothesis bounds": within(le(infimum((n - a) ** 2, n), infimum((r - a) ** 2, r)), (n, r), given={"h": lt(0, r)}),
    "within, one value for all": within(le(infimum((f - g) ** 2 + 1, f), infimum((f - g) ** 2, f)), (f, f)),
    "within, another constant": within(le(infimum((f - a) ** 2 + a, f), infimum((g - b) ** 2 + b, g)), (f, g - b + a)),
    "within, a letter left as it is": within(le(infimum((f - g) ** 2 + (g - 1) ** 2, f), infimum(f**2, f)), (f, f)),
    "within, along the flow": one(always(le(infimum(square + 1, f), infimum((f - b) ** 2, f))), at((f, f), rule="Within"), {"h": always(le(square + 1, (f - b) ** 2))}),
    "within, what cannot be reached": within(le(infimum((f**2 + a) ** 2, f), infimum(g**2, g)), (f, sqrt(g - a))),
    # Both ways, exists, for all.
    "both ways, from the other": one(iff(lt(0, a), ne(a, 0)), by("BothWays"), {"h": implies(lt(0, a), ne(a, 0)), "k": implies(lt(a, 0), ne(a, 0))}),
    "both ways, along the flow": one(iff(eq(f, a), eq(g, a)), by("BothWays"), {
        "h": always(implies(eq(f, a), eq(g, a))), "k": always(implies(eq(g, a), eq(f, a)))}),
    "both ways, one moment and the flow": lambda: forged(iff(always(eq(f, a)), eq(f, a)), [
        ("A", eq(f, a), assume(), []), ("1", implies(eq(f, a), always(eq(f, a))), discharge("A"), ["A"]),
        ("B", always(eq(f, a)), assume(True), []), ("2", implies(always(eq(f, a)), eq(f, a)), discharge("B"), ["B"]),
        ("3", iff(always(eq(f, a)), eq(f, a)), by("BothWays"), ["2", "1"])]),
    "both ways, time 0 and now": lambda: forged(iff(eq(at0(f), a), eq(f, a)), [
        ("A", eq(f, a), assume(), []), ("1", eq(at0(f), a), identity(1), ["A"]), ("2", implies(eq(f, a), eq(at0(f), a)), discharge("A"), ["A", "1"]),
        ("3", iff(eq(at0(f), a), eq(f, a)), by("BothWays"), ["2", "2"])]),
    "exists at a parameter": one(exists(c, always(eq(f, c))), by("Exhibit", at=[[c, f]])),
    "exists at what is drawn": one(exists(c, eq(expect((e - c) ** 2), 0)), by("Exhibit", at=[[c, e]])),
    "exists with a promise by another fact": one(exists(p, eq(p, a)), by("Exhibit", at=[[p, a]]), {"h": lt(0, b)}),
    "exists with an integer between": one(exists(n, eq(n, b)), by("Exhibit", at=[[n, b]]), {"h": eq(b, term(Fraction(1, 2)))}),
    "all values, where one is assumed": one(le(0, b), by("Instance", at=[[a, b]]), {"h": le(0, a)}),
    "all values of what is positive": one(lt(0, a), by("Instance", at=[[p, a]]), {"h": for_all(p, lt(0, p))}),
    "all values below a mean": one(eq(expect(x.T * x), 0), by("Instance", at=[[u, x]]), {"h": for_all(u, eq(expect(x.T * u), 0))}),
    "all values below a sum": instance(eq(total(i, n, b), n * b), eq(total(i, n, i), n * i), (b, i)),
    "all values below a gradient": instance(eq(grad(a * f, f), a), eq(grad(f * f, f), f), (a, f)),
    "all values below where": instance(eq(where(a * f, (f, b)), a * b), eq(where(f * f, (f, b)), f * b), (a, f)),
    # Means of equals, and of what is equal at one outcome.
    **{f"means of equals at one outcome, {name}": one(prop, identity(), given) for name, prop, given in (
        ("a root", eq(expect(exp(sqrt(e**2))), expect(exp(e))), {"h": le(0, e)}),
        ("an absolute value", eq(expect(exp(absolute(e))), expect(exp(e))), {"h": lt(0, e)}),
        ("a quotient of a derived letter", eq(expect(exp(unseen["derived"] / unseen["derived"] * e)), expect(exp(e))), {"h": ne(unseen["derived"], 0)}),
        ("a quotient of a prompt", eq(expect(exp(unseen["prompt"] / unseen["prompt"] * e)), expect(exp(e))), {"h": ne(unseen["prompt"], 0)}),
        ("a quotient of a measured letter", eq(expect(exp(unseen["measured"] / unseen["measured"] * e)), expect(exp(e))), {"h": ne(unseen["measured"], 0)}),
        ("a member", eq(expect(exp(absolute(member(family, 1).T * u))), expect(exp(member(family, 1).T * u))), {"h": lt(0, member(family, 1).T * u)}),
        ("an inverse", eq(expect(exp(x.T * inv(x * x.T + S) * (x * x.T + S) * u)), expect(exp(x.T * u))), {"h": posdef(x * x.T + S)}),
        ("an average of members", eq(expect(exp(member(family, 1).T * u)), expect(exp(member(family, 2).T * v))), None),
        ("another law", eq(expect(exp(x.T * u)), expect(exp(of_a_law.T * u))), None),
        ("a quotient", eq(expect(exp(e / e)), exp(term(1))), None),
        ("an inverse of 0", eq(expect(1 / e * e), 1), None),
        ("a mean of a mean", eq(expect(exp(e * expect(exp(e)))), exp(expect(e * exp(e)))), None),
        ("given itself", eq(expect_given(exp(e), e), expect(exp(e))), None))},
    "a sign below a sum from one index": one(eq(total(i, n, absolute(i - a)), total(i, n, i - a)), identity(), {"h": lt(0, i - a)}),
    "a definite mean": one(psd(expect(-(x * x.T))), positive, {"h": psd(-(x * x.T))}),
    "a mean that is 0 at one outcome": one(eq(expect(exp(e) * e), 0), identity(0), {"h": eq(e, 0)}),
    "an infimum at one outcome": one(le(infimum(expect((f - e) ** 2), f), 0), at((f, a)), {"h": eq(e, a)}),
    # Conditions left out: 1/0, a least value of nothing, a member that is not there.
    "no condition: a promise that where breaks": bare(itself(where(1 / p, (p, term(0))))),
    "no condition: a promise that where may break": bare(itself(where(1 / p, (p, r)))),
    "no condition: a root where where makes it negative": bare(itself(where(sqrt(r), (r, -p)))),
    "no condition: an inverse where where makes it singular": bare(itself(where(inv(L), (L, P)))),
    "no condition: a sequence that starts at 0": bare(itself(_turned)),
    "no condition: the least of nothing": bare(le(0, _least_k), positive),
    "no condition: the least over unequal indices": bare(le(0, _least_n), positive),
    "no condition: the member 0": bare(itself(member(family, 0))),
    "no condition: the member of no integer": bare(itself(member(family, a))),
    "no condition: the mean for a drawn covariance": bare(itself(expect(of_a_law.T * of_a_law))),
    "no condition: what is conserved": lambda: forged(implies(kept, kept), [
        ("A", kept, assume(), []), ("1", implies(kept, kept), discharge("A"), ["A"])], where=()),
    "no condition: the mean of an exponential": bare(itself(expect(exp(e**2)))),
    "no condition: the mean of an unknown law": bare(itself(expect(eps**4))),
    "no condition: the gradient of a root": bare(itself(grad(sqrt(f**2), f))),
    "no condition: the gradient past what is derived": bare(itself(grad(f * unseen["derived"], f))),
    "no condition: an infimum": bare(itself(infimum(f, f))),
    "no condition: a quotient below a mean of Gaussians": bare(itself(expect(x.T * u / a))),
}  # fmt: skip

BUNDLES: dict[str, Callable[[], list[dict[str, Any]]]] = {
    **{f"{name}, in what is cited": cited(eq(grad(tr(U * A), U), A.T), eq(grad(tr(U * Z), U), Z.T), (A, Z))
       for name, Z in {**hidden, **moving}.items()},
    **{f"{name}, in a sum that is cited": cited(eq(total(i, n, a), n * a), eq(total(i, n, t), n * t), (a, t)) for name, t in unseen.items()},
    "other hypotheses than the cited": cited(eq(a, b), eq(a, b), given=(eq(a, b),)),
    "weaker hypotheses than the cited": cited(eq(a, b), eq(a, b), given=(eq(a, b),), here={"h": le(a, b)}),
    "a hypothesis of the flow for one of all points": cited(eq(f, g), eq(f, g), given=(eq(f, g),), here={"h": always(eq(f, g))}),
    "a hypothesis put in on one side": cited(eq(a, b), eq(a, c), (b, c), given=(eq(a, b),), here={"h": eq(a, b)}),
}  # fmt: skip

TRUE: dict[str, Made] = {
    "a constant put in below a mean": instance(eq(expect(x.T * own * x), tr(own * L)), eq(expect(x.T * S * x), tr(S * L)), (own, S)),
    "a parameter put in below a gradient": instance(eq(grad(tr(U * A), U), A.T), eq(grad(tr(U * V), U), V.T), (A, V)),
    "a value in a sum": instance(eq(total(i, n, a), n * a), eq(total(i, n, b + f), n * (b + f)), (a, b + f)),
    "a sum of equals that are not computed": one(eq(total(i, n, exp(i * a)), total(i, n, exp(a * i))), identity()),
    "two members": one(eq(expect(member(family, 1).T * member(family, 2)), 0 * tr(L)), identity()),
    "the member 2": one(eq(expect(member(family, 2) * member(family, 2).T), L), identity()),
    "the next member": one(eq(expect(member(family, n) * member(family, n).T), L), identity()),
    "no condition: a member": bare(itself(member(family, i))),
}  # fmt: skip
