"""Logs of the kernel's rules: what follows by them, and what a forger has follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs_check.certificates.nodes import Rows
from proofs_check.statement.props import (
    Prop,
    almost_surely,
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
from proofs_check.statement.psd import convex, infimum
from proofs_check.statement.terms import (
    Op,
    Sym,
    Term,
    at0,
    ddt,
    entry,
    exp,
    expect,
    grad,
    index,
    inv,
    matrix,
    norm_F,
    parameter,
    scalar,
    substitute,
    symbols,
    term,
    total,
    tr,
    vector,
    where,
)

from .forged import forged, sealed
from .statements import FELT, A, B, I, L, P, S, U, a, b, c, d, f, i, k0, m, n, p, q, r, u, x, z

Made = Callable[[], dict[str, Any]]
g, w = parameter("g"), matrix("W_own")
HERE = Prop("here", ())
leaving = scalar("fp", "positive", "parameter")
e1 = scalar("e1", "random")
normal_, y_ = vector("gau", "d", "random", "cov:I"), vector("y_own", "d")
half_inverse = eq(inv(L) * L, I)


def kernel(rule: str, **details: Any) -> dict[str, Any]:
    return {"rule": "Kernel", "kernel": rule, "details": details}


def axiom(name: str, **bind: Any) -> dict[str, Any]:
    return {"rule": "FromFact", "name": name, "bind": list(bind.items())}


assume, equal, sign, normal = kernel("assume"), kernel("conjoin"), kernel("sign"), kernel("normal form")
every, surely, whole, now = kernel("generalise"), kernel("surely"), kernel("at every time"), kernel("at one time")
Steps = list[tuple[str, Prop, Any, list[str]]]


def log(prop: Prop, rows: Steps, **given: Prop) -> Made:
    return lambda: forged(prop, rows, given)


def from_(prop: Prop, rule: Any, **given: Prop) -> Made:
    """One step from hypotheses."""
    return log(prop, [("1", prop, rule, list(given))], **given)


mean = expect(x.T * x)
Lp = matrix("Lp", "d", "d", *L.traits)
body = (f - a) ** 2
def some_index(upto: str) -> Made:
    """That there is an index up to a size, beside a number of the name in it that may be 0."""
    j = index("j", upto)
    some, both = exists(j, eq(j, j)), conj(exists(j, eq(j, j)), eq(k0, k0))
    return log(both, [("1", eq(j, j), normal, []), ("2", some, kernel("exhibit", value=j), ["1"]), ("3", eq(k0, k0), normal, []), ("4", both, equal, ["2", "3"])])


def is_convex(slope: Term) -> Made:
    """A linear function, by an axiom that has a number s of its own, which has another name in the hypothesis."""
    s, low = scalar("s_1"), lambda y: slope * y
    line = implies(conj(le(0, s), le(s, 1)), le(low(s * a + (1 - s) * b), s * low(a) + (1 - s) * low(b)))
    return from_(convex(low(a), a), axiom("convex", f=((a,), low(a)), x=a, y=b), h=for_all(a, for_all(b, for_all(s, line))))


def is_round(drawn: Sym = normal_, body: Term = y_.T * u, turned: Term = A, *more: Sym) -> Made:
    """That a function of a Gaussian has the law of that of its rotation, from hypotheses on what rotates it."""
    def at(value: Term) -> Term:
        return substitute(body, {y_: value})

    shown = Prop("same_law", (at(turned * drawn), at(drawn)))
    rule = axiom("law of a rotated Gaussian", f=((y_,), body), A=turned, E=I, x=drawn)
    given = {"h": eq(turned.T * turned, I), "k": posdef(I), "l": eq(I * I, I), "m": le(0, drawn.T * drawn)}
    return from_(shown, rule, **given, **{s.name: eq(s, s) for s in more})


TRUE: dict[str, Made] = {
    "a rotated Gaussian": is_round(),
    "an index up to one more than what may be 0": some_index("k+1"),
    "a convex function": is_convex(c),
    "an implication": log(implies(le(a, b), le(a, b)), [("A", le(a, b), assume, []), ("1", implies(le(a, b), le(a, b)), kernel("discharge", assumed=le(a, b)), ["A"])]),
    "modus ponens": from_(eq(a, c), kernel("modus ponens"), h=implies(eq(a, b), eq(a, c)), k=eq(a, b)),
    "a contradiction": log(ne(a, b), [("A", eq(a, b), assume, []), ("1", ne(a, b), kernel("contradiction", assumed=eq(a, b)), ["h", "k"])], h=le(a, c), k=lt(c, a)),
    "a conjunction": from_(conj(eq(a, b), eq(b, c)), kernel("conjoin"), h=eq(a, b), k=eq(b, c)),
    "a link": from_(eq(b, c), kernel("link", link=1), h=conj(eq(a, b), eq(b, c))),
    "for all values": log(for_all(w, eq(tr(w * A), tr(A * w))), [("1", eq(tr(w * A), tr(A * w)), normal, []), ("2", for_all(w, eq(tr(w * A), tr(A * w))), every, ["1"])]),
    "at one of all values": from_(eq(A * B, B), kernel("specialise", value=A), h=for_all(w, eq(w * B, B))),
    "at a value that keeps a promise": log(le(p + q, a), [("0", lt(0, p + q), sign, []), ("1", le(p + q, a), kernel("specialise", value=p + q), ["h", "0"])], h=for_all(scalar("e", "positive"), le(scalar("e", "positive"), a))),
    "something exists": log(exists(c, eq(c, a + b)), [("1", eq(a + b, a + b), normal, []), ("2", exists(c, eq(c, a + b)), kernel("exhibit", value=a + b), ["1"])]),
    "an induction": log(for_all(k0, le(0, a * k0)), [
        ("A", le(0, a * k0), assume, []), ("0", le(0, a * term(0)), sign, []),
        ("H", implies(le(0, a * k0), le(0, a * (k0 + 1))), kernel("specialise", value=k0), ["h"]),
        ("1", le(0, a * (k0 + 1)), kernel("modus ponens"), ["H", "A"]),
        ("2", for_all(k0, le(0, a * k0)), kernel("induction"), ["0", "1"])], h=for_all(k0, implies(le(0, a * k0), le(0, a * (k0 + 1))))),
    "equals for equals": from_(eq(exp(b), c), kernel("rewrite", path=[0, 0]), h=eq(a, b), k=eq(exp(a), c)),
    "equals for equals below a sum": log(eq(total(i, n, b), c), [("1", eq(total(i, n, b), c), kernel("rewrite", path=[0, 2]), ["h", "k"])], h=eq(a, b), k=eq(total(i, n, a), c)),
    "what holds now, at every time": log(always(eq(f, f)), [("1", eq(f, f), normal, []), ("2", always(eq(f, f)), whole, ["1"])]),
    "what holds for each outcome": log(almost_surely(eq(tr(x * x.T), x.T * x)), [("1", eq(tr(x * x.T), x.T * x), normal, []), ("2", almost_surely(eq(tr(x * x.T), x.T * x)), surely, ["1"])]),
    "an axiom": from_(eq(a, b), axiom("antisymmetry", a=a, b=b), h=le(a, b), k=le(b, a)),
    "an axiom of two parts": from_(iff(eq(a, b), eq(c, 0)), axiom("both ways", P=((), eq(a, b)), R=((), eq(c, 0))), h=implies(eq(a, b), eq(c, 0)), k=implies(eq(c, 0), eq(a, b))),
    "an axiom about sums": log(le(total(i, n, a), total(i, n, b)), [
        ("1", for_all(i, le(a, b)), every, ["h"]), ("2", le(total(i, n, a), total(i, n, b)), axiom("sum by sum", f=((i,), a), h=((i,), b), i=i, n=n), ["1"])], h=le(a, b)),
    "an infimum": log(le(term(0), infimum(f**2, f)), [
        ("1", le(0, f**2), sign, []), ("2", for_all(f, le(0, f**2)), every, ["1"]),
        ("3", le(0, infimum(f**2, f)), axiom("infimum over 1", f=((f,), f**2), c=term(0), x_1=f), ["2"])]),
    "a derivative along the flow": from_(eq(ddt(f), ddt(f)), normal),
}  # fmt: skip

UNREADABLE: dict[str, Made] = {
    "a Gaussian of a covariance called I": is_round(normal_, y_.T * u, A, matrix("I", "d", "d", "symmetric", "psd")),
    "an index up to what may be 0": some_index("k"),
    "an index up to twice what may be 0": some_index("k+k"),
    "a size that is a number of that name which may be 0": from_(conj(eq(A, B), eq(k0, k0)), equal, h=eq(matrix("C", "k", 1), matrix("D", "k", 1)), k=eq(k0, k0)),
}  # fmt: skip
"""Of symbols that do not suit each other."""

FALSE: dict[str, Made] = {
    **UNREADABLE,
    "a rotated Gaussian of another covariance": is_round(vector("gau", "d", "random", "cov:Lam")),
    "a rotated Gaussian of no known law": is_round(vector("gau", "d", "random")),
    "a rotated Gaussian beside another draw": is_round(normal_, y_.T * u * e1),
    "a rotated Gaussian beside itself": is_round(normal_, y_.T * normal_),
    "a Gaussian rotated by what is drawn": is_round(normal_, y_.T * u, matrix("Rot", "d", "d", "random")),
    "an axiom with a symbol of the name of another": is_convex(tr(matrix("s"))),
    "rests on itself": lambda: _rests(0),
    "rests on what comes after": lambda: _rests(1),
    "rests on a step before the first": lambda: _rests(-1),
    "rests on no number": lambda: _rests(True),
    "a rule that is none": from_(eq(a, b), kernel("by inspection"), h=eq(b, a)),
    "an assumption as the statement": log(eq(a, b), [("1", eq(a, b), assume, [])]),
    "an open assumption": log(eq(a, c), [("A", implies(eq(b, b), eq(a, c)), assume, []), ("0", eq(b, b), normal, []), ("1", eq(a, c), kernel("modus ponens"), ["A", "0"])]),
    "discharges another assumption": log(implies(eq(a, c), le(a, b)), [("A", le(a, b), assume, []), ("1", implies(eq(a, c), le(a, b)), kernel("discharge", assumed=eq(a, c)), ["A"])]),
    "discharges in another place": log(implies(eq(a, c), le(a, b)), [("A", le(a, b), assume, []), ("1", implies(eq(a, c), le(a, b)), kernel("discharge", assumed=le(a, b)), ["A"])]),
    "discharges a stronger conclusion": log(implies(le(a, b), lt(a, b)), [("A", le(a, b), assume, []), ("1", implies(le(a, b), lt(a, b)), kernel("discharge", assumed=le(a, b)), ["A"])]),
    "the premise of another implication": from_(eq(a, c), kernel("modus ponens"), h=implies(eq(a, b), eq(a, c)), k=eq(b, c)),
    "the premise from the conclusion": from_(eq(a, b), kernel("modus ponens"), h=implies(eq(a, b), eq(a, c)), k=eq(a, c)),
    "a negation of what are no numbers": log(lt(A, B), [("C", le(B, A), assume, []), ("1", lt(A, B), kernel("contradiction", assumed=le(B, A)), ["h", "k"])], h=le(A, B), k=lt(B, A)),
    "for all sizes, where it was for all of something else": from_(
        for_all(n, for_all(i, eq(i, 1))), kernel("link", link=0), k=conj(for_all(m, for_all(i, eq(i, 1))), eq(n, 1))),
    "always, by a trait that the flow may leave": log(always(lt(0, leaving)), [("1", lt(0, leaving), sign, []), ("2", always(lt(0, leaving)), whole, ["1"])]),
    "a velocity of a root": lambda: _flowing(
        forged(eq(ddt(Op("abs", (f,))), ddt(f)), [("1", eq(ddt(Op("abs", (f,))), ddt(f)), normal, ["h"])], {"h": le(0, f)}), f**2 / 2),
    "no contradiction": log(ne(a, b), [("A", eq(a, b), assume, []), ("1", ne(a, b), kernel("contradiction", assumed=eq(a, b)), ["h", "k"])], h=le(a, c), k=le(c, a)),
    "a contradiction of something else": log(ne(a, b), [("1", ne(a, b), kernel("contradiction", assumed=eq(a, c)), ["h", "k"])], h=le(a, c), k=lt(c, a)),
    "a contradiction that shows more": log(lt(a, b), [("A", lt(b, a), assume, []), ("1", lt(a, b), kernel("contradiction", assumed=lt(b, a)), ["h", "k"])], h=le(a, c), k=lt(c, a)),
    "a conjunction of more": from_(conj(eq(a, b), eq(b, c)), kernel("conjoin"), h=eq(a, b)),
    "a conjunction in another order": from_(conj(eq(b, c), lt(a, b)), kernel("conjoin"), h=lt(a, b), k=eq(b, c)),
    "a link that is not there": from_(eq(a, b), kernel("link", link=2), h=conj(eq(a, b), eq(b, c))),
    "a link counted from the end": from_(eq(b, c), kernel("link", link=-1), h=conj(eq(a, b), eq(b, c))),
    "a link of an implication": from_(eq(a, b), kernel("link", link=0), h=implies(eq(a, b), eq(b, c))),
    "for all values, where one is assumed": from_(for_all(a, eq(a, b)), every, h=eq(a, b)),
    "for all values of a size": log(for_all(d, eq(tr(I), d)), [("1", eq(tr(I), d), normal, []), ("2", for_all(d, eq(tr(I), d)), every, ["1"])]),
    "for all values of the identity": log(for_all(I, eq(I * A, A)), [("1", eq(I * A, A), normal, []), ("2", for_all(I, eq(I * A, A)), every, ["1"])]),
    "for all values of the time": log(for_all(scalar("t"), eq(f, f)), [("1", eq(f, f), normal, []), ("2", for_all(scalar("t"), eq(f, f)), every, ["1"])]),
    "for all values of another letter": log(for_all(b, eq(a, c)), [("1", for_all(b, eq(a, b)), every, ["h"])], h=eq(a, c)),
    "at a value of another shape": from_(eq(A * a, a), kernel("specialise", value=A), h=for_all(b, eq(b * a, a))),
    "at a value that breaks a promise": from_(lt(0, a), kernel("specialise", value=a), h=for_all(p, lt(0, p))),
    "at a value that may break a promise": from_(lt(0, r), kernel("specialise", value=r), h=for_all(p, lt(0, p))),
    "at a matrix that may break a promise": from_(eq(P * inv(P), I), kernel("specialise", value=P), h=for_all(L, eq(L * inv(L), I))),
    "at no integer": from_(le(1, q), kernel("specialise", value=q), h=for_all(n, le(1, n))),
    "at a value that is captured by a sum": from_(eq(total(i, n, i), n * i), kernel("specialise", value=i), h=for_all(b, eq(total(i, n, b), n * b))),
    "at a value that is captured by a mean": from_(eq(mean, x.T * x), kernel("specialise", value=x.T * x), h=for_all(b, eq(expect(b), b))),
    "at a value that moves, below the flow": from_(always(eq(f, at0(f))), kernel("specialise", value=f), h=for_all(b, always(eq(b, at0(b))))),
    "at a covariance, below a mean": from_(eq(expect(x * x.T), I), kernel("specialise", value=I), h=for_all(L, eq(expect(x * x.T), L))),
    "at a value below a quantifier that captures it": from_(exists(a, ne(a, a)), kernel("specialise", value=a), h=for_all(b, exists(a, ne(a, b)))),
    "quantifiers exchanged": log(exists(b, for_all(a, eq(a, b))), [("1", for_all(a, eq(a, b)), kernel("specialise", value=b), ["h"]), ("2", exists(b, for_all(a, eq(a, b))), kernel("exhibit", value=a), ["1"])], h=for_all(a, exists(b, eq(a, b)))),
    "something exists that is drawn": log(exists(b, almost_surely(eq(b, e1))), [("1", eq(e1, e1), normal, []), ("2", almost_surely(eq(e1, e1)), surely, ["1"]), ("3", exists(b, almost_surely(eq(b, e1))), kernel("exhibit", value=e1), ["2"])]),
    "something exists that moves": log(exists(b, always(eq(b, f))), [("1", eq(f, f), normal, []), ("2", always(eq(f, f)), whole, ["1"]), ("3", exists(b, always(eq(b, f))), kernel("exhibit", value=f), ["2"])]),
    "something exists that breaks a promise": log(exists(p, eq(p, a)), [("1", eq(a, a), normal, []), ("2", exists(p, eq(p, a)), kernel("exhibit", value=a), ["1"])]),
    "something exists at another value": log(exists(c, lt(c, a)), [("2", exists(c, lt(c, a)), kernel("exhibit", value=a), ["h"])], h=lt(b, a)),
    "an induction without a first step": log(for_all(k0, lt(k0, a)), [("A", lt(k0, a), assume, []), ("1", lt(k0 + 1, a), kernel("modus ponens"), ["h", "A"]), ("2", for_all(k0, lt(k0, a)), kernel("induction"), ["h", "1"])], h=implies(lt(k0, a), lt(k0 + 1, a))),
    "an induction from an assumption about the number": log(for_all(k0, le(k0, 0)), [("0", le(term(0), 0), sign, []), ("A", le(k0, 0), assume, []), ("1", le(k0 + 1, 0), kernel("modus ponens"), ["h", "A"]), ("2", for_all(k0, le(k0, 0)), kernel("induction"), ["0", "1"])], h=implies(le(k0, 0), le(k0 + 1, 0))),
    "an induction over numbers": log(for_all(r, Prop("integer", (r,))), [
        ("A", Prop("integer", (r,)), assume, []), ("H", implies(Prop("integer", (r,)), Prop("integer", (r + 1,))), kernel("specialise", value=r), ["k"]),
        ("1", Prop("integer", (r + 1,)), kernel("modus ponens"), ["H", "A"]), ("2", for_all(r, Prop("integer", (r,))), kernel("induction"), ["h", "1"])],
        h=Prop("integer", (term(0),)), k=for_all(r, implies(Prop("integer", (r,)), Prop("integer", (r + 1,))))),
    "for all values of something else": log(for_all(a, eq(a, b)), [("1", eq(a, a), normal, []), ("2", for_all(a, eq(a, b)), every, ["1"])]),
    "at one of all sizes": from_(eq(tr(I), n), kernel("specialise", value=n), h=for_all(d, eq(tr(I), d))),
    "equals where something else stands": from_(eq(exp(b), c), kernel("rewrite", path=[0, 0]), h=eq(a, b), k=eq(exp(p), c)),
    "the last of two values": from_(eq(where(a, (a, b), (a, c)), c), normal),
    "an induction from 0 over what is positive": log(for_all(n, eq(n, 0)), [("0", eq(term(0), 0), normal, []), ("2", for_all(n, eq(n, 0)), kernel("induction"), ["0", "h"])], h=eq(n + 1, 0)),
    "other equals": from_(eq(exp(c), c), kernel("rewrite", path=[0, 0]), h=eq(a, b), k=eq(exp(a), c)),
    "equals at another place": from_(eq(exp(a), b), kernel("rewrite", path=[0, 0]), h=eq(a, b), k=eq(exp(a), c)),
    "equals at no place": from_(eq(exp(b), c), kernel("rewrite", path=[0, 3]), h=eq(a, b), k=eq(exp(a), c)),
    "equals from an inequality": from_(eq(exp(b), c), kernel("rewrite", path=[0, 0]), h=le(a, b), k=eq(exp(a), c)),
    "equals at one index, below a sum": from_(eq(total(i, n, b), c), kernel("rewrite", path=[0, 2]), h=eq(i, b), k=eq(total(i, n, i), c)),
    "equals at one outcome, below a mean": from_(eq(expect(b), c), kernel("rewrite", path=[0, 0]), h=eq(e1, b), k=eq(expect(e1), c)),
    "equals at one moment, below the flow": from_(always(eq(b, c)), kernel("rewrite", path=[0, 0]), h=eq(f, b), k=always(eq(f, c))),
    "equals at one value, below a derivative": from_(eq(grad(b, f), c), kernel("rewrite", path=[0, 0]), h=eq(f, b), k=eq(grad(f, f), c)),
    "equals at one value, below a quantifier": from_(for_all(a, lt(b, c)), kernel("rewrite", path=[1, 0]), h=eq(a, b), k=for_all(a, lt(a, c))),
    "equals in the name of an index": from_(eq(total(n, n, i), c), kernel("rewrite", path=[0, 0]), h=eq(i, n), k=eq(total(i, n, i), c)),
    "equals outside of traits, below where": from_(eq(where(Op("abs", (p,)), (p, -a)), where(p, (p, -a))), normal),
    "one moment taken for the flow": from_(always(eq(f, a)), whole, h=eq(f, a)),
    "one moment of a derivative taken for the flow": from_(always(eq(ddt(f), a)), whole, h=eq(ddt(f), a)),
    "the flow taken for everywhere": from_(eq(f, a), now, h=always(eq(f, a))),
    "one outcome taken for all": from_(almost_surely(eq(e1, a)), surely, h=eq(e1, a)),
    "one outcome exhibited for all": from_(exists(b, eq(b, e1)), kernel("exhibit", value=a), h=eq(a, e1)),
    "almost all outcomes taken for each": from_(eq(e1, a), now, h=almost_surely(eq(e1, a))),
    "an axiom that is none": from_(eq(a, b), axiom("everything is equal", a=a, b=b)),
    "an axiom with the values exchanged": from_(eq(a, b), axiom("antisymmetry", a=b, b=a), h=le(a, b), k=le(a, b)),
    "an axiom with a hypothesis left out": from_(eq(a, b), axiom("antisymmetry", a=a, b=b), h=le(a, b)),
    "an axiom with a value too few": from_(eq(a, b), axiom("antisymmetry", a=a), h=le(a, b), k=le(b, a)),
    "an axiom with no integer for an integer": from_(Prop("integer", (q,)), axiom("integer", z=q)),
    "an axiom with a matrix for a number": from_(eq(A, B), axiom("antisymmetry", a=A, b=B), h=psd(A - B), k=psd(B - A)),
    "an axiom about sums, from one index": log(le(total(i, n, i), total(i, n, b)), [
        ("2", le(total(i, n, i), total(i, n, b)), axiom("sum by sum", f=((i,), i), h=((i,), b), i=i, n=n), ["h"])], h=le(i, b)),
    "an axiom about sums over another range": log(le(total(i, d, a), total(i, d, b)), [
        ("1", for_all(i, le(a, b)), every, ["h"]), ("2", le(total(i, d, a), total(i, d, b)), axiom("sum by sum", f=((i,), a), h=((i,), b), i=i, n=d), ["1"])], h=le(a, b)),
    "an axiom in which a letter is captured": log(le(total(i, n, i), total(i, n, b)), [
        ("1", for_all(i, le(i, b)), every, ["k"]), ("2", le(total(i, n, i), total(i, n, b)), axiom("sum by sum", f=((a,), i), h=((a,), b), i=i, n=n), ["h"])], h=for_all(i, le(i, b)), k=le(a, b)),
    "an axiom about the flow, from one moment": from_(always(le(f, exp(-(a * scalar("t", "nonnegative"))) * at0(f))), axiom("Gronwall's inequality", g=f, c=a), h=Prop("smooth_along", (f,)), k=le(ddt(f), -(a * f))),
    "Gronwall's inequality with a rate that moves": from_(always(le(f, exp(-(g * scalar("t", "nonnegative"))) * at0(f))), axiom("Gronwall's inequality", g=f, c=g), h=Prop("smooth_along", (f,)), k=always(le(ddt(f), -(g * f)))),
    "an order of means, at one outcome": from_(le(expect(e1), expect(a)), axiom("order of means", X=e1, Y=a), h=le(e1, a), k=Prop("finite", (expect(e1),)), l=Prop("finite", (expect(a),))),
    "an order of means that may be infinite": from_(le(expect(e1), expect(a)), axiom("order of means", X=e1, Y=a), h=almost_surely(le(e1, a))),
    "equal, for a mean square that is infinite is taken for 0": from_(almost_surely(eq(e1, a)), axiom("vanishing mean square", X=e1, Y=a), h=eq(expect((e1 - a) ** 2), 0)),
    "the mean of anything is finite": from_(Prop("finite", (expect(e1),)), kernel("degree")),
    "the mean of a quotient is finite": from_(Prop("finite", (expect(1 / (x.T * x)),)), kernel("degree")),
    "a root is smooth": from_(Prop("smooth", (norm_F(U), U)), kernel("degree")),
    "a flow that nothing moves": from_(Prop("smooth_along", (f,)), kernel("degree")),
    "a loss that trains": from_(Prop("trains", (f**2,)), kernel("degree")),
    "an infimum above a value": log(le(term(1), infimum(f**2, f)), [
        ("1", for_all(f, le(1, f**2)), every, ["h"]), ("3", le(1, infimum(f**2, f)), axiom("infimum over 1", f=((f,), f**2), c=term(1), x_1=f), ["1"])], h=le(1, f**2)),
    "an infimum below by what moves with it": log(le(f - 1, infimum(f, f)), [
        ("0", le(f - 1, f), sign, []), ("1", for_all(f, le(f - 1, f)), every, ["0"]), ("3", le(f - 1, infimum(f, f)), axiom("infimum over 1", f=((f,), f), c=f - 1, x_1=f), ["1"])]),
    "definite by a wrong sign": from_(posdef(P - L), sign),
    "the sign of a premise turned": from_(le(0, -a), sign, h=le(0, a)),
    "a normal form of dependent vectors": from_(eq(expect((x.T * x) * (x.T * S * x)), tr(L) * tr(S * L)), normal),
    "a division by what may vanish": from_(eq(a * b / a, b), normal),
    "a division by what a hypothesis says may vanish": from_(eq(z * b / r, b), normal, h=le(0, r)),
    "equals of a family": from_(eq(Op("at", (vector("ys", "d", "random", "iid"), term(1))), u), normal, h=eq(vector("ys", "d", "random", "iid"), u)),
    "definite, for it is semi-definite and not 0": from_(posdef(S), sign, h=psd(S), k=ne(S, 0 * I)),
    "one outcome of a velocity at the start": from_(almost_surely(eq(at0(ddt(f)), a)), surely, h=eq(at0(ddt(f)), a)),
    "for all values of what the flow may speak of": from_(for_all(a, always(eq(f, b))), every, h=always(eq(f, b))),
    "a mean where a velocity is not 0 now": from_(eq(expect(ddt(f) / ddt(f) * exp(e1)), expect(exp(e1))), normal, h=ne(ddt(f), 0)),
    "a sum of numbers of which one is not 0": from_(eq(total(i, n, entry(w, i, i) / entry(w, i, i)), total(i, n, term(1))), normal, h=ne(entry(w, i, i), 0)),
    "a velocity at another value, on which it does not seem to depend": lambda: _flowing(
        forged(eq(where(ddt(exp(g)), (f, 0)), ddt(exp(g))), [("1", eq(where(ddt(exp(g)), (f, 0)), ddt(exp(g))), normal, [])]), (f * g) ** 2),
    "another conclusion of an implication": from_(eq(b, c), kernel("modus ponens"), h=implies(eq(a, b), eq(a, c)), k=eq(a, b)),
    "another statement at every time": log(always(eq(f, a)), [("1", eq(b, b), normal, []), ("2", always(eq(f, a)), whole, ["1"])]),
    "another statement at one time": log(always(eq(g, a)), [("1", eq(g, a), now, ["h"]), ("2", always(eq(g, a)), whole, ["1"])], h=always(eq(f, a))),
    "another statement for each outcome": log(almost_surely(eq(e1, a)), [("1", eq(b, b), normal, []), ("2", almost_surely(eq(e1, a)), surely, ["1"])]),
    "functions of one number": from_(eq(Op("apply", (b, p)), c), kernel("rewrite", path=[0, 0]), h=eq(a, b), k=eq(Op("apply", (a, p)), c)),
    "a value rewritten below where, outside of traits": log(eq(where(Op("abs", (p,)), (p, -a)), where(p, (p, -a))), [
        ("1", eq(Op("abs", (p,)), p), normal, []), ("2", eq(*[where(Op("abs", (p,)), (p, -a))] * 2), normal, []),
        ("3", eq(where(Op("abs", (p,)), (p, -a)), where(p, (p, -a))), kernel("rewrite", path=[1, 0]), ["1", "2"])]),
    "a bound covariance that a law names": from_(for_all(Lp, ne(mean, tr(Lp) + tr(L))), kernel("specialise", value=tr(L)), h=for_all(b, for_all(L, ne(mean, tr(L) + b)))),
    "a velocity of what the flow may change unseen": lambda: _flowing(
        forged(eq(ddt(f * FELT), ddt(f) * FELT), [("1", eq(ddt(f * FELT), ddt(f) * FELT), normal, [])]), f**2),
    "1 / a, as a number grows that is no integer": from_(Prop("tends", (1 / a, term(0), a)), axiom("1/N as an integer grows", N=a)),
    "any matrix for one that is invertible": from_(ne(Op("det", (A,)), 0), axiom("invertible", R=A)),
    "a limit of what does not move": from_(limit(f, a), now, h=always(eq(f, a))),
}  # fmt: skip


def _rests(on: Any) -> dict[str, Any]:
    data = forged(eq(a, b), [("1", eq(a, b), kernel("rewrite", path=[1]), ["h", "h"])], {"h": eq(a, c)})
    data["log"][-1]["from"] = [on if on in (True, -1) else len(data["log"]) - 1 + on] * 2
    return sealed(data)


def cited(prop: Prop, stated: Prop, rows: Steps, known: Prop, given: dict[str, Prop] | None = None) -> Callable[[], list[dict[str, Any]]]:
    """A statement that is shown, and another certificate that takes ``stated`` from it."""
    return lambda: [
        forged(known, [("1", known, normal if known.head == "eq" else sign, list(given or {}))], given, id="own/other"),
        forged(prop, [("C", stated, assume, []), *rows], cites=[(stated, "own/other")])]


def _flowing(data: dict[str, Any], loss: Term) -> dict[str, Any]:
    """With the flow of this loss."""
    rows = Rows()
    rows.rows = data["nodes"]
    rows._known = {repr(row): k for k, row in enumerate(rows.rows)}
    return sealed({**data, "flow": [rows.add(loss), [rows.add(x) for x in (f, g) if x in symbols(loss)]]}, all_conditions=True)


turned, turning = eq(tr(A * B), tr(B * A)), always(eq(ddt(f), ddt(f)))
BUNDLES: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "another statement than is there": cited(eq(a, b), eq(a, b), [("0", conj(eq(a, b), eq(a, b)), kernel("conjoin"), ["C", "C"]), ("1", eq(a, b), kernel("link", link=0), ["0"])], turned),
    "a hypothesis left out": cited(conj(eq(exp(a), exp(b)), eq(exp(a), exp(b))), eq(exp(a), exp(b)), [("1", conj(eq(exp(a), exp(b)), eq(exp(a), exp(b))), kernel("conjoin"), ["C", "C"])], eq(exp(a), exp(b)), {"h": eq(a, b)}),
    "for all values of a hypothesis": cited(eq(exp(c), exp(b)), for_all(a, eq(exp(a), exp(b))), [("1", eq(exp(c), exp(b)), kernel("specialise", value=c), ["C"])], eq(exp(a), exp(b)), {"h": eq(a, b)}),
    "the flow of another model": lambda: [
        forged(turning, [("0", eq(ddt(f), ddt(f)), normal, []), ("1", turning, whole, ["0"])], id="own/other", model=("", "other")),
        forged(conj(turning, turning), [("C", turning, assume, []), ("1", conj(turning, turning), kernel("conjoin"), ["C", "C"])], cites=[(turning, "own/other")])],
    "the flow of another loss": lambda: [
        _flowing(forged(eq(f * ddt(f), -(f**2)), [("1", eq(f * ddt(f), -(f**2)), normal, [])], id="own/other"), f**2 / 2),
        _flowing(forged(conj(*[eq(f * ddt(f), -(f**2))] * 2), [("C", eq(f * ddt(f), -(f**2)), assume, []), ("1", conj(*[eq(f * ddt(f), -(f**2))] * 2), kernel("conjoin"), ["C", "C"])],
                        cites=[(eq(f * ddt(f), -(f**2)), "own/other")]), f**3)],
    "for all values of a size": cited(eq(tr(I), n), for_all(d, eq(tr(I), d)), [("1", eq(tr(I), n), kernel("specialise", value=n), ["C"])], eq(tr(I), d)),
}  # fmt: skip
__all__ = ["BUNDLES", "FALSE", "TRUE", "Term"]
