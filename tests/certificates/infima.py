"""Infima, equivalences and means of equals: proofs that are checked, and what a forger would make of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs_check.statement.laws import expect_given
from proofs_check.statement.props import always, eq, iff, implies, le, lt, ne
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import at0, exp, expect, parameter, scalar, term, tr

from .forged import forged
from .proofs import assume, by, discharge, g, identity
from .statements import L, U, a, b, c, f, n, p, u, x

h, e = parameter("h"), scalar("e", "random")
V = parameter("V", "d", "d")
square = (f - a) ** 2
everywhere = {"h": le(c, square)}


def at(*pairs: Any, rule: str = "ValueAt") -> dict[str, Any]:
    return by(rule, at=[list(pair) for pair in pairs])


def one(prop: Any, rule: dict[str, Any], given: Any = None) -> Callable[[], dict[str, Any]]:
    """The statement in one step, from all hypotheses."""
    return lambda: forged(prop, [("1", prop, rule, list(given or {}))], given)


def within(prop: Any, *pairs: Any, given: Any = None) -> Callable[[], dict[str, Any]]:
    """inf f <= inf g: from a value of f that is at most g, whatever the letters of g are."""
    low, high = prop.args
    first = le(low, high.args[0])
    return lambda: forged(prop, [("1", first, at(*pairs), list(given or {})), ("2", prop, below, ["1"])], given)


below = by("FromBelow")
LAW = {"h": eq(x.T * u, c)}
FALSE: dict[str, Callable[[], dict[str, Any]]] = {
    "the value of what has no lower bound": one(le(infimum(f, f), b), at((f, b))),
    "the value of what may be negative": one(le(infimum(f * a, f), -1), at((f, -1 / a)), {"h": ne(a, 0)}),
    "an infimum that exists by a hypothesis on what is bound": one(le(infimum(f, f), -1), at((f, -term(1))), {"h": le(0, f)}),
    "a smaller value": one(le(infimum(square, f), -1), at((f, a))),
    "a value elsewhere": one(le(infimum(square, f), 0), at((f, b))),
    "a value of another letter": one(le(infimum(square, f), 0), at((g, a))),
    "a value put in for a constant": one(le(infimum(square, f), 0), at((a, f))),
    "a value of a strict letter": one(le(infimum(p**2, p), 0), at((p, term(0)))),
    "a value that is drawn": one(le(infimum(expect((f - e) ** 2), f), 0), at((f, e))),
    "a value of another shape": one(le(infimum(tr(U * U.T), U), 0), at((U, term(0)))),
    "a value by a premise about another place": one(le(infimum(square, f), c), at((f, b)), {"h": le((b + a) ** 2, c)}),
    "a bigger side": one(le(0, infimum(square, f) - 1), at((f, a))),
    "a bound at one place": one(le(c, infimum(square, f)), below, everywhere),
    "a bound with the letter in it": lambda: forged(le(square, infimum(square, f)), [
        ("1", le(square, square), by("Combination", multipliers=[], plus=[]), []),
        ("2", le(square, infimum(square, f)), below, ["1"])]),
    "a bound under an assumption": lambda: forged(implies(le(c, square), le(c, infimum(square, f))), [
        ("A", le(c, square), assume(), []), ("1", le(c, infimum(square, f)), below, ["A"]),
        ("2", implies(le(c, square), le(c, infimum(square, f))), discharge("A"), ["A", "1"])]),
    "a bound under an assumption for the whole flow": one(le(c, infimum(square, f)), below, {"h": always(le(c, square))}),
    "a bound along the flow": one(always(le(c, infimum(square, f))), below, {"h": always(le(c, square))}),
    "a bound by the letter at time 0": one(le(at0(f), infimum(f**2 + 1, f)), below, {"h": le(at0(f), f**2 + 1)}),
    "another bound": lambda: forged(le(1, infimum(square, f)), [
        ("1", le(0, square), by("Positivity"), []), ("2", le(1, infimum(square, f)), below, ["1"])]),
    "a strict bound": lambda: forged(lt(0, infimum(exp(f), f)), [
        ("1", lt(0, exp(f)), by("Positivity"), []), ("2", lt(0, infimum(exp(f), f)), below, ["1"])]),
    "a bound of another letter": lambda: forged(le(f**2, infimum(f**2 + g**2, g)), [
        ("1", le(0, g**2), by("Positivity"), []),
        ("2", le(f**2, f**2 + g**2), by("Combination", multipliers=[1]), ["1"]),
        ("3", le(f**2, infimum(f**2 + g**2, f)), below, ["2"])]),
    "within, the other way": within(le(infimum((g**2 + 1) ** 2, g), infimum(f**2, f)), (g, f)),
    "within, without a value": within(le(infimum((f - g) ** 2 + f**2, f, g), infimum(h**2, h)), (f, h)),
    "within, by a premise at one place": within(le(infimum(f**2 + 1, f), infimum(f**2, f)), (f, f), given={"h": le(f**2 + 1, f**2)}),
    "within, what has no lower bound": within(le(infimum(f, f), infimum(g**2, g)), (f, g**2)),
    "within, where a hypothesis speaks of the letter": within(le(infimum(p**2, p), infimum(g**2, g)), (p, g), given={"h": lt(0, g)}),
    "within, a promise that is not kept": within(le(infimum((n - a) ** 2, n), infimum((g - a) ** 2, g)), (n, g)),
    "one way": lambda: forged(iff(eq(a, 0), eq(a * b, 0)), [
        ("A", eq(a, 0), assume(), []), ("1", eq(a * b, 0), identity(b), ["A"]),
        ("2", implies(eq(a, 0), eq(a * b, 0)), discharge("A"), ["A", "1"]),
        ("3", iff(eq(a, 0), eq(a * b, 0)), by("BothWays"), ["2"])]),
    "one way twice": lambda: forged(iff(eq(a, 0), eq(a * b, 0)), [
        ("A", eq(a, 0), assume(), []), ("1", eq(a * b, 0), identity(b), ["A"]),
        ("2", implies(eq(a, 0), eq(a * b, 0)), discharge("A"), ["A", "1"]),
        ("3", iff(eq(a, 0), eq(a * b, 0)), by("BothWays"), ["2", "2"])]),
    "means of what is equal at one outcome": one(eq(expect(exp(x.T * u)), exp(c)), identity(), LAW),
    "means of what is equal at one outcome, by a multiplier": one(
        eq(expect(exp(x.T * u)), expect(exp(c))), by("Substitution"), LAW),
    "means of a quotient with a value at one outcome": one(
        eq(expect(e / e * exp(e * a)), expect(exp(e * a))), identity(), {"h": ne(e, 0)}),
    "means given other things": one(eq(expect_given(exp(x.T * u), e), expect_given(exp(x.T * u), x)), identity()),
    "means of other sizes": one(eq(expect(exp(tr(x * x.T * L))), expect(exp(tr(L) * (x.T * x)))), identity()),
    "an infimum over another set": one(eq(infimum(f**2, f), infimum(f**2, g)), identity()),
    "infima of what differs": within(le(infimum(tr(U * U.T), U), infimum(tr(V * L * V.T), V)), (U, V)),
}  # fmt: skip
