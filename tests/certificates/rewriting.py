"""Equals put in for equals, step by step: what a forger would write by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs_check.statement.props import almost_surely, always, conj, eq, exists, for_all, implies, le, lt, ne
from proofs_check.statement.terms import Op, at, entry, exp, expect, grad, inv, minimum, term, total, where

from .disguises import raw
from .kernel import assume, e1, from_, kernel, log, normal, surely, whole
from .places import l_
from .statements import A, B, a, b, c, f, i, k0, n, p, u

Made = Callable[[], dict[str, Any]]
ph, ps, xs = raw("ph"), raw("ps"), raw("xs", "iid", "random", shape=("d", 1))
r = raw("r", "layers")


def rewrite(*path: Any) -> dict[str, Any]:
    return kernel("rewrite", path=list(path))


def by_0(x: Any) -> Op:
    return Op("/", (x * 0, term(0)))


def turned(path: list[int], given: Any, before: Any, after_: Any) -> Made:
    """By an equation read from right to left, which itself comes from a rewriting of left = left."""
    left, right = given.args
    back = eq(right, left)
    return log(
        after_,
        [
            ("1", eq(left, left), normal, []),
            ("2", back, rewrite(0), ["h", "1"]),
            ("3", after_, rewrite(*path), ["2", "k"]),
        ],
        h=given,
        k=before,
    )


def recursion(given: Any) -> Made:
    """F_(l+1) = A F_l, and then something for F_l."""
    F = raw("F", shape=("d", "d"))

    def step(k: Any) -> Op:
        return Op("sequence", (F, l_, A, A * F, term(k)))

    return log(
        eq(step(l_ + 1), A * B),
        [("1", eq(step(l_ + 1), A * step(l_)), normal, []), ("2", eq(step(l_ + 1), A * B), rewrite(1, 1), ["h", "1"])],
        h=given(step),
    )


TRUE: dict[str, Made] = {
    "an equation read backwards": turned([0, 0], eq(a, b), eq(exp(b), c), eq(exp(a), c)),
    "the next term of a sequence": recursion(lambda step: eq(step(l_), B)),
}
FALSE: dict[str, Made] = {
    "the next term of a sequence, from one at another layer": recursion(lambda step: eq(step(k0), B)),
    "the next term of a sequence, from what differs": recursion(lambda step: ne(step(l_), B)),
    "backwards below a mean": turned([0, 0], eq(b, e1), eq(expect(b), c), eq(expect(e1), c)),
    "backwards below a sum": turned([0, 2], eq(b, i), eq(total(i, n, b), c), eq(total(i, n, i), c)),
    "backwards below a derivative": turned([0, 0], eq(b, f), eq(grad(b, f), c), eq(grad(f, f), c)),
    "backwards below a quantifier": turned([1, 0], eq(b, a), for_all(a, lt(b, c)), for_all(a, lt(a, c))),
    "backwards where the left side stands": turned([0, 0], eq(a, b), eq(exp(a), c), eq(exp(b), c)),
    "backwards from an inequality": turned([0, 0], le(a, b), eq(exp(b), c), eq(exp(a), c)),
    "both sides at once": log(eq(b, b + 1), [("1", eq(a, a + 1), rewrite(), ["h", "k"])], h=eq(a, b), k=eq(b, b)),
    "at one value, below a minimum": from_(eq(minimum(b, f), c), rewrite(0, 0), h=eq(f**2, b), k=eq(minimum(f**2, f), c)),
    "at one value, below what exists": from_(exists(c, eq(c, b + c)), rewrite(1, 1, 0), h=eq(a, b), k=exists(c, eq(c, a + c)), m=eq(a, a)),
    "of the letter of what exists": from_(exists(c, lt(b, a)), rewrite(1, 0), h=eq(c, b), k=exists(c, lt(c, a))),
    "of the letter of all": from_(for_all(c, eq(b, c)), rewrite(1, 0), h=eq(c, b), k=for_all(c, eq(c, c))),
    "of the letter of where": from_(eq(where(b, (p, a)), c), rewrite(0, 0), h=eq(p, b), k=eq(where(p, (p, a)), c)),
    "of the place of an index": from_(eq(entry(A, k0, 1), c), rewrite(0, 2), h=eq(k0, a), k=eq(entry(A, k0, 1), c)),
    "of a function": from_(eq(Op("apply", (ps, a)), c), rewrite(0, 0), h=eq(ph, ps), k=eq(Op("apply", (ph, a)), c)),
    "of a family": from_(eq(at(u, 1), c), rewrite(0, 0), h=eq(xs, u), k=eq(at(xs, 1), c)),
    "of layers": from_(eq(at(a, 1), c), rewrite(0, 0), h=eq(r, a), k=eq(at(r, 1), c)),
    "of a member of layers, from one moment": log(always(eq(at(r, 1), a)), [("1", always(eq(at(r, 1), a)), whole, ["h"])], h=eq(at(r, 1), a)),
    "of a member of layers, from one outcome": log(almost_surely(eq(at(r, 1), a)), [("1", almost_surely(eq(at(r, 1), a)), surely, ["h"])], h=eq(at(r, 1), a)),
    "of a member of layers, below a mean": from_(eq(expect(a * e1), c), rewrite(0, 0, 0), h=eq(at(r, 1), a), k=eq(expect(at(r, 1) * e1), c)),
    "of a member of layers, below the flow": from_(always(eq(a, f)), rewrite(0, 0), h=eq(at(r, 1), a), k=always(eq(at(r, 1), f))),
    "by a division by 0": log(eq(a, b), [
        ("1", eq(by_0(a), by_0(b)), normal, []), ("2", eq(by_0(a), a), normal, []), ("3", eq(a, by_0(b)), rewrite(0), ["2", "1"]),
        ("4", eq(by_0(b), b), normal, []), ("5", eq(a, b), rewrite(1), ["4", "3"])]),
    "by what may be 0": log(eq(a, b), [
        ("1", eq(a * c * inv(c), a), normal, []), ("2", eq(b * c * inv(c), a), rewrite(0, 0), ["h", "1"]),
        ("3", eq(b * c * inv(c), b), normal, []), ("4", eq(b, a), rewrite(0), ["3", "2"])], h=eq(a * c, b * c)),
    "by the hypothesis of another branch": log(conj(implies(eq(a, b), eq(a, b)), eq(a, b)), [
        ("A", eq(a, b), assume, []), ("1", implies(eq(a, b), eq(a, b)), {"rule": "Discharge", "assumption": "A"}, ["A", "A"]),
        ("2", eq(a, a), normal, []), ("3", eq(a, b), rewrite(1), ["A", "2"]),
        ("4", conj(implies(eq(a, b), eq(a, b)), eq(a, b)), kernel("conjoin"), ["1", "3"])]),
    "by a step that comes later": log(eq(a, b), [("1", eq(a, b), rewrite(1), ["2", "3"]), ("2", eq(a, b), rewrite(1), ["1", "3"]), ("3", eq(a, a), normal, [])]),
    "for all values, after it was assumed of one": log(for_all(a, eq(a, b)), [
        ("1", eq(a, a), normal, []), ("2", eq(a, b), rewrite(1), ["h", "1"]), ("3", for_all(a, eq(a, b)), kernel("generalise"), ["2"])], h=eq(a, b)),
    "a quantifier moved over another": log(exists(c, for_all(a, eq(c, a))), [
        ("1", eq(a, a), normal, []), ("2", for_all(a, eq(a, a)), kernel("generalise"), ["1"]),
        ("3", exists(c, for_all(a, eq(c, a))), kernel("exhibit", value=a), ["2"])]),
    "a path that is a truth value": from_(eq(a, b), rewrite(True), h=eq(b, b), k=eq(a, b), m=le(a, b)),
    "of a function, from the end": from_(eq(Op("apply", (ps, a)), c), rewrite(0, -2), h=eq(ph, ps), k=eq(Op("apply", (ph, a)), c)),
    "of the name of an index, from the end": from_(eq(total(n, n, i), c), rewrite(0, -3), h=eq(i, n), k=eq(total(i, n, i), c)),
    "a premise of signs that is an equation": log(lt(0, a), [("1", lt(0, a), kernel("sign"), ["h"])], h=eq(a, a)),
    "a computation with an equation": log(eq(exp(a), exp(b)), [("1", eq(exp(a), exp(b)), normal, ["h"])], h=le(a, b)),
    "two symbols of one name": log(eq(raw("w", "positive"), b), [
        ("1", eq(raw("w", "positive"), b), rewrite(1), ["h", "k"])], h=eq(a, b), k=eq(raw("w"), a)),
}  # fmt: skip
