"""Statements of known truth, examined on the CPU: nothing true is said to be false, nothing false is supported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Union

import pytest

pytest.importorskip("torch")

from proofs_check.claims import Claim, Hypothesis, Kind, claim
from proofs_check.model import Model, gradient_flow
from proofs_check.statement.attention import (
    activated,
    activation,
    gram,
    haar,
    kernel,
    kernel_value,
    layer,
    orthogonal,
    sequence,
)
from proofs_check.statement.laws import expect_given, gaussian, noise, relu
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    always,
    conj,
    conserved,
    eq,
    for_all,
    ge,
    global_minimum,
    gt,
    implies,
    le,
    lt,
    minimisers_satisfy,
    ne,
    posdef,
    psd,
)
from proofs_check.statement.psd import curvature, eigenvalue, pinv, rank
from proofs_check.statement.terms import (
    Abbrev,
    Sym,
    absolute,
    apply,
    at0,
    ddt,
    det,
    entry,
    exp,
    expect,
    eye,
    grad,
    index,
    inner,
    matrix,
    minimum,
    norm_2,
    norm_F,
    norm_op,
    parameter,
    scalar,
    sqrt,
    tr,
    vec,
    vector,
    where,
)
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses.gpu.deciding import decide
from proofs_check.witnesses.gpu.efforts import EFFORTS
from proofs_check.witnesses.gpu.record import make_record

a, b, c, m = (scalar(name) for name in "abcm")
p, q, s = (scalar(name, "positive") for name in "pqs")
r = scalar("r", "nonnegative")
d, i, ell = scalar("d", "integer", "positive"), index("i", "d"), layer()
j = index("j", "d")
A, B, S = matrix("A"), matrix("B"), matrix("S", "d", "d", "symmetric")
P, C = matrix("P", "d", "d", "symmetric", "psd"), matrix("C", "d", "d", "symmetric", "posdef")
u, v, one = vector("u"), vector("v"), eye("d")
x, y = gaussian("x", "d", C), gaussian("y", "d")
e, f, g = noise("e", s), noise("f", s), noise("g", s, normal=True)
Q, V, X = haar("Q"), orthogonal("V"), matrix("X", "d", "n")
th, ph, t = parameter("th"), parameter("ph"), scalar("t", "nonnegative")
function = Sym("F", (1, 1), frozenset({"function"}))
query = gaussian("k", "d", C)
label = Sym("z", (1, 1), frozenset({"random", "label:k", "label"}))
columns_of_A = Abbrev(vector("o", "d^2"), vec(A))
pair = Fraction(1, 2) * (th * ph - p) ** 2
ANYWHERE = gradient_flow(pair, (th, ph))
EQUAL = gradient_flow(pair, (th, ph), {th: q, ph: q})
LINE = gradient_flow(Fraction(1, 2) * (th - 1) ** 2, (th,), {th: 0})
STAYS = gradient_flow(Fraction(1, 2) * (th - p) ** 2, (th,), {th: p})
AT_REST = gradient_flow(Fraction(1, 2) * expect((th - e) ** 2), (th,), {th: 0})
FREE = gradient_flow(Fraction(1, 2) * expect((th * e - ph * f) ** 2), (th, ph), {th: 1, ph: 1})


EFFORT = replace(EFFORTS["small"], starts=16, descent=300, twins=0)


def examined(prop: Prop, given: Sequence[Prop] = (), model: Union[str, Model] = "") -> Outcome:
    def body() -> Prop:
        """A statement."""
        return prop

    hypotheses = [Hypothesis(f"h{k}", hypothesis) for k, hypothesis in enumerate(given)]
    made: Claim = claim("attack/statement", kind=Kind.IDENTITY, given=hypotheses, model=model)(body)
    return decide(make_record(made, EFFORT, "cpu", None, None).outcomes, "", "")


FALSE: dict[str, tuple[Prop, tuple[Prop, ...], Union[str, Model]]] = {
    # Where strict inequalities are equalities
    "a square is positive": (gt(a**2, 0), (), ""),
    "the squared length is positive": (gt(tr(A.T * A), 0), (), ""),
    "a length is positive": (gt(norm_2(u), 0), (), ""),
    "Cauchy-Schwarz is strict": (lt(inner(u, v) ** 2, inner(u, u) * inner(v, v)), (), ""),
    "Cauchy-Schwarz with roots is strict": (lt(inner(u, v), norm_2(u) * norm_2(v)), (), ""),
    "the means are strictly ordered": (lt(2 * a * b, a**2 + b**2), (), ""),
    "and so are those of positive numbers": (gt(p + q, 2 * sqrt(p * q)), (), ""),
    "the exponential is above its tangent": (gt(exp(a), 1 + a), (), ""),
    "norms differ": (lt(norm_op(A), norm_F(A)), (), ""),
    "products of norms are larger": (gt(norm_F(A) * norm_F(B), norm_F(A * B)), (), ""),
    "no determinant vanishes": (ne(det(A), 0), (), ""),
    "there is more than one dimension": (gt(d, 1), (), ""),
    "psd is posdef": (posdef(P), (), ""),
    "a gram matrix is posdef": (posdef(A.T * A), (), ""),
    "the least eigenvalue is positive": (gt(eigenvalue(P, d), 0), (), ""),
    "psd implies posdef": (implies(psd(S), posdef(S)), (), ""),
    "what touches psd is posdef": (posdef(norm_op(S) * one - S), (), ""),
    "a product of psd matrices is psd": (psd(C * P), (), ""),
    "what is not symmetric is psd": (psd(100 * tr(C) * one + (A - A.T) / 100), (), ""),
    "every psd matrix has full rank": (eq(rank(P), d), (), ""),
    "every psd matrix is inverted": (eq(pinv(P) * P, one), (), ""),
    "every matrix is injective": (implies(eq(A * u, A * v), eq(u, v)), (), ""),
    "noise that may be absent": (gt(expect(noise("n", r) ** 2), 0), (), ""),
    # Functions that are left open
    "every kernel is psd": (psd(gram(kernel("K"), X, X)), (), ""),
    "every kernel knows angles alone": (
        eq(kernel_value(kernel("K", "psd"), V * u, V * v), kernel_value(kernel("K", "psd"), u, v)), (), "",
    ),
    "every activation does": (eq(activated(activation("h"), V * X, V * X), activated(activation("h"), X, X)), (), ""),
    # Expectations
    "a mean of squares": (eq(where(a * a, (a, expect(g**2))), 3 * s**4), (), ""),
    "a square of a mean": (eq(where(a * a, (a, expect(g))), s**2), (), ""),
    "layers of means": (eq(sequence(a, ell, expect(g**2), a * a, 1), 3 * s**4), (), ""),
    "the curvature along a mean": (eq(curvature(a**2, (a, expect(g))), 2 * s**2), (), ""),
    "a mean by hypothesis": (
        eq(m * m + expect(e), tr(C) ** 2 + 2 * tr(C * C)), (eq(m, expect(x.T * x)), posdef(C)), "",
    ),
    "rare events have no mean": (eq(expect(relu(g - 6 * s)), 0), (), ""),
    "a slope at a kink": (eq(where(grad(expect(absolute(a) * e**2), a), (a, 0)), 0), (), ""),
    "another slope at a kink": (eq(where(grad(expect(relu(a) * e**2), a), (a, 0)), 0), (), ""),
    "conditioning does nothing": (eq(expect(expect_given((y.T * x) ** 2, x) ** 2), tr(C) ** 2), (), ""),
    # Flows
    "time is positive": (always(gt(t, 0)), (), ANYWHERE),
    "what starts at 0 is positive": (always(gt(th, 0)), (), LINE),
    "what rests moves": (always(gt(th**2, 0)), (), AT_REST),
    "the loss is below its start": (always(lt(pair, at0(pair))), (), ANYWHERE),
    "what is not conserved": (conserved(th**2 + ph**2), (), ANYWHERE),
    "premises at all times": (always(implies(ge(th, 0), gt(th, 0))), (), LINE),
    # Minima
    "a wrong minimum": (eq(minimum((a - 1) ** 2 + b**2, a), b**2 + 1), (), ""),
    "a wrong minimiser": (global_minimum((a - b) ** 2, (a, b + 1)), (), ""),
    "one of two minimisers": (minimisers_satisfy((a**2 - 1) ** 2, eq(a, 1), a), (), ""),
}

TRUE: dict[str, tuple[Prop, tuple[Prop, ...], Union[str, Model]]] = {
    # Hypotheses that give values
    "a gradient holds what is given": (eq(grad(tr(B * A), A), B.T), (eq(B, A * A),), ""),
    "also within a mean": (eq(grad(expect(e**2) * tr(B * A), A), s**2 * B.T), (eq(B, A * A),), ""),
    "a substitution too": (eq(where(c * a, (a, 2)), 2 * c), (eq(c, a + b),), ""),
    "what is given keeps its sign": (implies(eq(p, a), gt(a, 0)), (), ""),
    "and its symmetry": (implies(eq(S, A), eq(A, A.T)), (), ""),
    "and is definite": (implies(eq(P, a * one), ge(a, 0)), (), ""),
    "two values of one symbol": (implies(eq(a, 2), eq(a, 1)), (eq(a, 1),), ""),
    "an impossible scale": (implies(eq(-p, 1), eq(p, 5)), (), ""),
    "no rotation doubles": (implies(eq(V, 2 * one), eq(0 * a, 1)), (), ""),
    "two hypotheses on one matrix": (eq(tr(A), 0), (eq(norm_F(A), 1), eq(tr(A), 0)), ""),
    "a circle of definitions": (implies(conj(eq(a, b), eq(b, a)), eq(a - b, 0)), (), ""),
    "premises at every index": (for_all(i, implies(gt(entry(A, i, i), 0), gt(entry(A, i, i), 0))), (), ""),
    "vacuous": (implies(gt(0 * a, 1), eq(a, b)), (), ""),
    "a gradient in an abbreviation": (eq(grad(tr(A.T * A), columns_of_A), 2 * columns_of_A), (), ""),
    "an activation of both arguments is drawn": (
        eq(expect(activated(activation("h"), x, x)), expect(activated(activation("h"), x, x))), (), "",
    ),
    # Laws
    "a covariance that is put in": (eq(where(expect(x.T * x), (C, one)), d), (posdef(C),), ""),
    "a deviation that is put in": (eq(where(expect(e**2), (s, 2)), 4), (), ""),
    "a covariance by hypothesis": (eq(expect(x.T * x), p * d), (eq(C, p * one),), ""),
    "a deviation by hypothesis": (eq(expect(e**2), p**2), (eq(s, p),), ""),
    "a gradient in the deviation": (eq(grad(expect(e**2), s), 2 * s), (), ""),
    "a gradient in the covariance": (eq(grad(expect((u.T * x) ** 2), C), u * u.T), (posdef(C),), ""),
    # Constants of a place
    "a function has one value": (
        implies(eq(u, v), eq(apply(function, u) + 0 * expect(e), apply(function, v))), (), "",
    ),
    "a label has one law": (eq(expect(label * query), expect(label * query)), (), ""),
    "a label has one law in a product": (
        eq(expect(label * query).T * expect(label * query), expect(label * query).T * expect(label * query)), (), "",
    ),
    "an index has one value": (eq(entry(A, i, j) * expect(e**2), s**2 * entry(A, i, j)), (), ""),
    "a flow and its start have the same constants": (always(eq(th, p)), (), STAYS),
    # What is drawn
    "continuous laws have no ties": (almost_surely(ne(entry(y, 1, 1), entry(x, 1, 1))), (), ""),
    "the mean of a heavy tail": (eq(expect(exp(20 * g)), exp(200 * s**2)), (), ""),
    "of a tail less heavy": (eq(expect(exp(8 * g)), exp(32 * s**2)), (), ""),
    "a high moment": (eq(expect(g**12), 10395 * s**12), (), ""),
    "different scales": (eq(expect(g**2 + 10**16) - 10**16, s**2), (), ""),
    "a square of a mean by substitution": (eq(where(a * a, (a, expect(e**2))), s**4), (), ""),
    "by layers": (eq(sequence(a, ell, expect(g**2), a * a, 1), s**4), (), ""),
    "by a direction": (eq(curvature(a**2, (a, expect(g))), 0), (), ""),
    "by a hypothesis": (eq(m * m + expect(e), tr(C) ** 2), (eq(m, expect(x.T * x)), posdef(C)), ""),
    "rotations": (eq(expect(Q * A * Q.T), tr(A) / d * one), (), ""),
    "constants far too small for a float": (gt(Fraction(1, 10**400) + 0 * a, 0), (), ""),
    # Flows
    "conserved from the starts of the model": (conserved(th - ph), (), EQUAL),
    "conserved from everywhere": (conserved(th**2 - ph**2), (), ANYWHERE),
    "at rest in the mean": (always(le(th**2, 0)), (), AT_REST),
    "equal in the mean": (always(le((th - ph) ** 2, 0)), (), FREE),
    "a premise that is met at times": (always(implies(gt(th, Fraction(1, 2)), gt(th, Fraction(1, 2)))), (), LINE),
    "the rate of a rate": (eq(ddt(ddt(th)), -ddt(th)), (), LINE),
    # Minima
    "over positive numbers": (global_minimum(p + 1 / p, (p, 1)), (), ""),
    "over nonnegative numbers": (global_minimum(r, (r, 0)), (), ""),
    "of what is magnified": (global_minimum(10**8 * (a**2 - 2 * a + 1), (a, 1)), (), ""),
    "far away": (eq(minimum((a - 100) ** 2, a), 0), (), ""),
    "far away, bounded": (le(minimum((a - 100) ** 2, a), 1), (), ""),
    "within a formula": (eq(2 - minimum((a - 100) ** 2, a), 2), (), ""),
    "in a flat valley": (minimisers_satisfy((a - 1) ** 16, eq(a, 1), a), (), ""),
    "that is nowhere attained": (minimisers_satisfy(exp(-a), eq(a, 7), a), (), ""),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_not_supported(name: str) -> None:
    assert examined(*FALSE[name]).verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_not_said_to_be_false(name: str) -> None:
    assert not examined(*TRUE[name]).against


KNOWN: dict[str, tuple[Prop, tuple[Prop, ...], Union[str, Model]]] = {
    "conserved": TRUE["conserved from everywhere"],
    "from equal starts": TRUE["conserved from the starts of the model"],
    "a fourth moment": (eq(expect((x.T * x) ** 2), tr(C) ** 2 + 2 * tr(C * C)), (), ""),
    "conditional means": (eq(expect(expect_given((y.T * x) ** 2, x)), tr(C)), (), ""),
    "the flow itself": (always(eq(th, 1 - exp(-t))), (), LINE),
    "a bound that is met": (le(tr(A) ** 2, d * tr(A.T * A)), (), ""),
    "a minimum": (eq(minimum((a - 1) ** 2 + b**2, a), b**2), (), ""),
    "a law that is put in": TRUE["a covariance that is put in"],
    "a law by hypothesis": TRUE["a covariance by hypothesis"],
    "a gradient in a law": TRUE["a gradient in the deviation"],
    "constants": TRUE["a flow and its start have the same constants"],
    "functions": TRUE["a function has one value"],
    "labels": TRUE["a label has one law"],
    "indices": TRUE["an index has one value"],
    "a gradient": (eq(grad(expect((u.T * x) ** 2), u), 2 * C * u), (), ""),
    "a premise that one dimension cannot meet": (implies(ne(i, j), eq(entry(one, i, j), 0)), (), ""),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_plainly_true_is_supported(name: str) -> None:
    assert examined(*KNOWN[name]).verdict is Verdict.SUPPORTED


SEEN = ("psd is posdef", "a square is positive", "Cauchy-Schwarz is strict", "every kernel is psd", "a wrong minimum",
        "what is not conserved", "psd implies posdef", "what is not symmetric is psd",
        "there is more than one dimension")  # fmt: skip


@pytest.mark.parametrize("name", SEEN)
def test_what_is_plainly_false_is_seen_to_be(name: str) -> None:
    assert examined(*FALSE[name]).against
