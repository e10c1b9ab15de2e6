"""What is one thing by its letters and another by what they stand for: symbols, sizes, places, laws that are not seen."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from proofs_check.statement.props import conj, eq, le, lt, ne
from proofs_check.statement.terms import (
    Op,
    Sym,
    Term,
    at,
    entry,
    expect,
    eye,
    grad,
    index,
    matrix,
    norm_F,
    term,
    total,
    tr,
    vector,
)

from .forged import forged
from .further import shows
from .places import W, k, l_, xs
from .proofs import by, combination, identity, positive
from .statements import A, I, U, a, b, c, f, i, m, n, p, q, r, u


def raw(name: str, *traits: str, shape: tuple[Any, Any] = (1, 1)) -> Sym:
    """A symbol that the statement language refuses, and a forger writes down."""
    made = object.__new__(Sym)
    for key, value in (("name", name), ("shape", shape), ("traits", frozenset(traits)), ("tex", "")):
        object.__setattr__(made, key, value)
    return made


half = Fraction(1, 2)
counted, nothing = raw("n", "integer", "positive", "index", "range:3"), raw("pz", "positive", "zero")
at_zero, at_one, narrow = (raw("i", "index", "range:n", trait) for trait in ("zero", "identity", "range:m"))
J, B, tall = eye("n"), matrix("B", "n", "n"), matrix("T_", "n", "d")
law, other = (matrix(name, "d", "d", "psd") for name in ("LS", "LT"))

at_zero_, at_one_, size, called_I = raw("j", "zero"), raw("j", "identity"), raw("d"), raw("I", "posdef", shape=("d", "d"))
white, g = vector("xi_", "d", "random", "cov:I"), index("g_", "n")


def each(M: Term) -> Op:
    return Op("exp_each", (M,))


def walk(step: Term, count: Any) -> Op:
    """-1, then what the step makes of it; the bound letter promises to be >= 0."""
    return Op("sequence", (r, l_, term(-1), term(step), term(count)))


def at_another_law(L: Sym) -> Callable[[], dict[str, Any]]:
    x = vector("xl", "d", "random", f"cov:{L.name}")
    return lambda: forged(eq(other, A), [("1", eq(L, A), identity(1), ["h"]), ("2", eq(other, A), by("Instance", at=[[L, other]]), ["1"])],
                          {"h": eq(expect(x * x.T), A)})


def of_size(size: str) -> Callable[[], dict[str, Any]]:
    empty = raw("I_0", "identity", shape=(size, size))
    return lambda: forged(lt(a, a), [("1", lt(0, tr(empty)), positive, []), ("2", lt(a, a), combination(1), ["1"])])


def alike(head: str, *more: Term) -> Callable[[], dict[str, Any]]:
    """I and I again are both 1, in any size."""
    one, two = Op(head, (I * I, *more)), Op(head, (J * J, *more))
    return shows(eq(one, two) if head in ("rank", "nuclear", "entry") else eq(tr(one), tr(two)))


DISGUISES: dict[str, Callable[[], dict[str, Any]]] = {
    "a size that an outer sum binds": shows(eq(total(counted, 3, total(i, counted, 1 + 0 * a)), 3 * n)),
    "a size that is 0": of_size("0"),
    "a size that is 0 in other digits": of_size("\u0660"),
    "a size that is 00": of_size("00"),
    "a size with nothing after its +": shows(eq(entry(raw("I_e", "identity", shape=("d+", "d+")), 1, 1), 1)),
    "an index that is 0": shows(eq(total(at_zero, n, at_zero * a), 0 * a)),
    "an index that is 1": shows(eq(total(at_one, n, at_one * a), n * a)),
    "an index of two ranges": shows(eq(total(narrow, n, entry(eye("m"), narrow, narrow)), n)),
    "a symbol that cannot be": lambda: forged(lt(a, a), [("1", lt(0, nothing), positive, []), ("2", lt(a, a), combination(1), ["1"])]),
    "one vector with two laws": shows(conj(
        eq(expect(vector("x", "d", "random", "cov:LS") * vector("x", "d", "random", "cov:LT").T), 0 * law), eq(other, other))),
    "one letter with two promises": shows(conj(le(0, raw("a", "positive")), le(0, a**2)), positive),
    "the gradient of a sum that is not computed": shows(eq(grad(total(i, n, entry(tall, i, 1) ** 3), tall), 0 * tall)),
    "the gradient of a place that is not known": shows(eq(grad(entry(U, 3, 3), U), 0 * U)),
    "the gradient of a place in a product": shows(eq(grad(entry(U * A, 3, 3) * tr(U), U), entry(U * A, 3, 3) * I)),
    "the gradient of a member": shows(eq(grad(at(f, 1), f), 0 * f)),
    "the rank of I": alike("rank"), "the nuclear norm of I": alike("nuclear"), "a place in I": alike("entry", term(3), term(3)),
    "the pseudo-inverse of I": alike("pinv"), "the projection of I": alike("projection"), "a power of I": alike("^", c),
    "a product of many I": shows(eq(tr(Op("product_up", (l_, n, I * I))), tr(Op("product_up", (l_, n, J * J))))),
    "the exponentials of two matrices 0": shows(eq(tr(Op("exp_each", (A - A,))), tr(Op("exp_each", (B - B,))))),
    "roots of sums of I": shows(eq(tr((a * I + b * I) ** half), tr((a * J + b * J) ** half))),
    "inverses of sums of I": shows(eq(tr((p * I + q * I) ** -1), tr((p * J + q * J) ** -1))),
    "an instance of a letter that a law in a hypothesis names": at_another_law(law),
    "an instance of a Greek letter that a law names": at_another_law(raw("\u03bb", "psd", shape=("d", "d"))),
    "an instance of a letter with a sign in its name": at_another_law(raw("L-1", "psd", shape=("d", "d"))),
    "the exponential of a matrix": shows(lt(0, Op("exp", (A,))), positive),
    "the root of a matrix as a number": shows(eq(Op("sqrt", (law,)) * Op("sqrt", (law,)), tr(law))),
    "the Euclidean norm of a matrix": shows(eq(Op("norm_2", (A,)), norm_F(A))),
    "a promise of what a sequence makes": shows(eq(walk((r**2) ** half, k), walk(r, k))),
    "a promise of what a sequence makes, at 1": lambda: forged(eq(term(1), -1), [
        ("1", eq(walk((r**2) ** half, k), walk(r, k)), identity(), []),
        ("2", eq(walk((r**2) ** half, 1), walk(r, 1)), by("Instance", at=[[k, term(1)]]), ["1"]), ("3", eq(term(1), -1), identity(1), ["2"])]),
    "a sum whose letter promises to be 0": shows(le(0, total(at_zero_, n, -at_zero_)), positive),
    "a sum whose letter promises to be 1": shows(le(0, total(at_one_, n, 1 - at_one_)), positive),
    "a sum past the range of its letter": shows(le(0, total(g, m, entry(J, g, g) - 1)), positive),
    "a sum of members times what is not computed": shows(eq(total(i, n, at(xs, i).T * each(i * u)), total(i, n, at(xs, i)).T * each(i * u))),
    "a sum of squares of what is not computed": shows(eq(total(i, n, at(xs, i).T * each(i * A) * at(xs, i)), tr(W * each(i * A)))),
    "a sum of places in what is not computed": shows(eq(total(i, n, entry(tall * each(i * A), i, 1)), total(i, n, entry(tall * each(A), i, 1)))),
    "a covariance that is called I": shows(conj(eq(expect(white * white.T), I), eq(called_I, called_I))),
    "a gradient in a size": shows(eq(grad(size * tr(I), size), tr(I))),
    "a matrix that is not a number": shows(ne(A - a * I, 0 * A), positive, {"h": ne(A, a)}),
    "a promise >= 0 of the letter of a slope": shows(eq(Op("slope", (r, (r**2) ** half)), Op("slope", (r, 1 * r)))),
}  # fmt: skip
