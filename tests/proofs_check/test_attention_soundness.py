"""True and false statements about attention: neither engine supports a false one or rejects a true one."""

from fractions import Fraction

import pytest

from proofs_check import runner
from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.papers.ccs.notation import (
    X_0,
    Y_0,
    A_of,
    B_of,
    C_of,
    I,
    K,
    M,
    X_at,
    Y_at,
    Y_hidden,
    d,
    h,
    k,
    l,
    t,
)
from proofs_check.statement.attention import (
    activated,
    activation,
    exp_each,
    gram,
    haar,
    jacobian,
    layer,
    masked_softmax,
    product_down,
    product_up,
    relu_each,
    sequence,
    slope,
)
from proofs_check.statement.props import eq
from proofs_check.statement.terms import entry, expect, matrix, tr, zeros
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

W, T, S, O = matrix("W", "d", "n+1"), matrix("T", "d", "n+1"), matrix("S"), zeros("d", "n+1")  # noqa: E741
Q, F, q = haar("Q"), matrix("F", "d", "n+1"), layer("q")
invariant, smooth = activation("g", "invariant"), activation("g", "invariant", "smooth")
two_halves = (2 * W, Fraction(1, 2) * T)
B, C = B_of(0) * W, C_of(0) * W
TRUE = {
    "a continuous invariant activation of 0": eq(activated(smooth, O, W), activated(smooth, O, O)),
    "one argument doubled, the other halved": eq(activated(invariant, *two_halves), activated(invariant, W, T)),
    "the derivative of the invariance": eq(
        jacobian(smooth, 1, B, C, S.T * B), jacobian(smooth, 2, B, C, S * C)
    ),
    "an abbreviated start": eq(Y_at(l, start=Y_0 * M), Y_at(l, start=Y_hidden)),
    "other bound letters": eq(
        X_at(l), sequence(F, q, X_0, F + A_of(q) * F * M * h(B_of(q) * F, C_of(q) * F), l)
    ),
    "the last factor of a product": eq(product_up(l, k + 1, B_of(l)), product_up(l, k, B_of(l)) * B_of(k + 1)),
    "the first factor of a product": eq(product_down(l, k + 1, B_of(l)), B_of(k + 1) * product_down(l, k, B_of(l))),
    "the slope of a square": eq(slope(t, (1 + t) ** 2), 2),
    "a Gram matrix is symmetric": eq(gram(K, X_0, X_0).T, gram(K, X_0, X_0)),
    "a Gram matrix of two": eq(gram(K, X_0, W).T, gram(K, W, X_0)),
    "both parts of relu": eq(relu_each(W) - relu_each(-W), W),
    "a mean over rotations": eq(expect(Q.T * S * Q), tr(S) / d * I),
    "a mean rotation": eq(expect(Q), zeros("d", "d")),
}
FALSE = {
    "an invariant activation of 0, not continuous": eq(activated(invariant, O, W), activated(invariant, O, O)),
    "invariance under a singular matrix": eq(activated(invariant, S.T * W, T), activated(invariant, W, S * T)),
    "invariance that is not assumed": eq(
        activated(activation("f"), *two_halves), activated(activation("f"), W, T)
    ),
    "the derivative in the other argument": eq(
        jacobian(smooth, 1, B, C, S.T * B), jacobian(smooth, 2, B, C, S.T * C)
    ),
    "the next layer": eq(X_at(l), X_at(l + 1)),
    "the order of a product": eq(product_up(l, k, B_of(l)), product_down(l, k, B_of(l))),
    "the last factor first": eq(product_up(l, k + 1, B_of(l)), B_of(k + 1) * product_up(l, k, B_of(l))),
    "the mask on the other side": eq(M * h(X_0, X_0), h(X_0, X_0) * M),
    "half the slope": eq(slope(t, (1 + t) ** 2), 1),
    "covariates for their mean": eq(expect(X_0), X_0),
    "the square of a mean": eq(expect(entry(Y_0, 1, 1) ** 2), expect(entry(Y_0, 1, 1)) ** 2),
    "a Gram matrix of two, not transposed": eq(gram(K, X_0, W), gram(K, W, X_0)),
    "an activation is not symmetric": eq(h(X_0, X_0).T, h(X_0, X_0)),
    "relu is not odd": eq(relu_each(-W), -relu_each(W)),
    "exp of the double": eq(exp_each(2 * W), exp_each(W)),
    "the softmax of the double": eq(masked_softmax(2 * gram(K, X_0, X_0)), masked_softmax(gram(K, X_0, X_0))),
    "a mean over rotations without 1/d": eq(expect(Q.T * S * Q), tr(S) * I),
}


def verdict(prop, name):
    claim = Claim("mine/x", Kind.IDENTITY, "", "x", (Part("", (Reading("", prop),)),))
    result = runner.examine(claim, (name,), Context(dims=(1, 2)))
    assert not result.defects
    return result.verdict


@pytest.mark.parametrize("what", TRUE)
@pytest.mark.parametrize("name", ["words", "entries"])
def test_what_is_true_is_not_refuted(what, name):
    assert verdict(TRUE[what], name) in {Verdict.PROVED, Verdict.SUPPORTED, Verdict.UNDECIDED}


@pytest.mark.parametrize("what", TRUE)
def test_what_is_true_is_shown_by_one_engine(what):
    assert {verdict(TRUE[what], name) for name in ("words", "entries")} & {Verdict.PROVED, Verdict.SUPPORTED}


@pytest.mark.parametrize("what", FALSE)
def test_what_is_false_is_not_supported_and_a_place_shows_it(what):
    assert verdict(FALSE[what], "words") in {Verdict.REFUTED, Verdict.UNDECIDED}
    assert verdict(FALSE[what], "entries") is Verdict.REFUTED
