"""A trace is a sum over an orthonormal eigenbasis of a symmetric matrix: what looks like one and is none."""

from __future__ import annotations

import pytest

from proofs_check import eq, implies, le, lt, matrix, scalar, tr, vector
from proofs_check.proof.chain import Discharge, Eigenvectors, Positivity, Step
from proofs_check.statement.props import Prop, psd_form
from proofs_check.statement.terms import Sym, Term
from tests.proofs_check.test_put_in import sentences
from tests.proofs_check.test_refusals import assume

S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
Y, B = matrix("Y", "d", "d", "symmetric"), matrix("B", "d", "d")
q, r = vector("q", "d"), vector("r", "d")
c, p = scalar("c"), scalar("p", "positive")


def concluded(pair: Prop, q: Sym, A: Term, shown: Prop) -> str:
    """What the checker says of ``shown`` after 0 <= q^T A q under the assumption ``pair``."""
    return sentences(
        le(0, tr(B)), assume("pair", pair), Step("low", le(0, q.T * A * q), Positivity()),
        Step("every", implies(pair, le(0, q.T * A * q)), Discharge("pair"), ("pair", "low")),
        Step("trace", shown, Eigenvectors(), ("every",)),
    )["trace"]


@pytest.mark.parametrize(("S", "c"), [(S, c), (S, p), (Y, c)], ids=repr)
def test_a_trace_is_a_sum_over_eigenvectors(S: Term, c: Sym) -> None:
    assert concluded(eq(S * q, c * q), q, R, le(0, tr(R))) == "follows"


@pytest.mark.parametrize(("pair", "A", "shown"), [
    (eq(S * q, c * q), R, lt(0, tr(R))), (eq(S * q, c * q), R, le(1, tr(R))), (eq(S * q, c * q), R, le(0, tr(B))),
    (eq(S * q, c * q), R, psd_form(R)), (eq(Y * q, p * q), R, le(0, tr(R))), (eq(B * q, c * q), R, le(0, tr(R))),
    (eq(S * q, c * r), R, le(0, tr(R))), (le(0, c), R, le(0, tr(R))), (eq(S * q, c * q), q * q.T, le(0, tr(q * q.T))),
    (eq(q * q.T * q, c * q), R, le(0, tr(R))), (eq(c * q, S * q), R, le(0, tr(R))),
], ids=repr)  # fmt: skip
def test_what_is_no_sum_over_eigenvectors_shows_nothing(pair: Prop, A: Term, shown: Prop) -> None:
    assert concluded(pair, q, A, shown) != "follows"


def test_an_eigenvector_is_any_vector() -> None:
    for vector_ in (vector("q", "d", "positive"), vector("q", "d", "random"), vector("q", "n")):
        assert concluded(eq(S * vector_, c * vector_), vector_, R, le(0, tr(R))) != "follows"
