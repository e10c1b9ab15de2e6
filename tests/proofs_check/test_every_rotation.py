# ruff: noqa: E501, a statement and its hypotheses stand side by side
"""What is assumed of every orthogonal matrix is known at no one of them: true statements are not refuted."""

from __future__ import annotations

import pytest

from proofs_check import Hypothesis, Kind, Verdict, claim
from proofs_check.runner import examine
from proofs_check.statement.attention import activated, activation, kernel, kernel_value, mask, orthogonal, same_law
from proofs_check.statement.laws import finite
from proofs_check.statement.props import Prop, eq, for_all, ne
from proofs_check.statement.terms import det, expect, eye, matrix, tr, vector
from proofs_check.witnesses import Context

X, X2 = (matrix(name, "d", "n+1", "context", "random") for name in ("X", "X2"))
Y = matrix("Y", 1, "n+1", "context", "random")
A, Z, M, Id, J = matrix("A", "d", "d"), matrix("Z", "d", "n+1"), mask("n+1"), eye("d"), eye("n+1")
u, v, w = (vector(name, "d") for name in "uvw")
U, Q, U1, Uw = orthogonal("U"), orthogonal("Q"), orthogonal("U1", 1), orthogonal("Uw", "n+1")
h, K = activation("h"), kernel("K")
Q_TURNS = eq(Q * Q.T, Id)


def _claim(name: str, prop: Prop, *given: Prop):
    made = [Hypothesis(f"h{k}", p) for k, p in enumerate(given)]
    return claim(f"own/{name}", kind=Kind.IDENTITY, given=made)(lambda: prop)


def _finite(t) -> Prop:
    return finite(expect(t))


TRUE = {
    "kept": (eq(X, 0 * X), for_all(U, eq(U * X, X))),
    "even": (eq(activated(h, -Z, -Z), activated(h, Z, Z)), for_all(U, eq(activated(h, U * Z, U * Z), activated(h, Z, Z)))),
    "kernel": (eq(kernel_value(K, Q * v, Q * w), kernel_value(K, v, w)), for_all(U, eq(kernel_value(K, U * v, U * w), kernel_value(K, v, w)))),
    "sign": (eq(kernel_value(K, u, v), 0), for_all(U, eq(det(U) * kernel_value(K, u, v), kernel_value(K, u, v)))),
    "commutes": (eq(Q * A * X, A * Q * X), Q_TURNS, for_all(U, eq(U * A * X, A * U * X))),
    "scalar": (eq(A * X * X.T, X * X.T * A), for_all(U, eq(U * X * X.T, X * X.T * U))),
    "trace": (eq(A * X, 0 * X), for_all(U, eq(tr(U * A * X * X.T), 0)), ne(det(X * X.T), 0)),
    "factor": (eq(tr(A) * kernel_value(K, u, v), 0), for_all(U, eq(tr(U * A) * kernel_value(K, u, v), 0))),
    "no action": (eq(expect(X.T * X), expect((2 * M - J) * X.T * X * (2 * M - J))), for_all(U, same_law(U * X * (2 * M - J), X))),
    "twice": (eq(expect(tr(X * X.T)), 0), for_all(U, same_law(2 * U * X, X)), _finite(tr(X * X.T))),
    "two laws": (eq(expect(tr(X * (J - M) * X.T)), 0), for_all(U, same_law(U * X * M, X)), for_all(U, same_law(U * X, X)), _finite(tr(X * X.T))),
    "another": (eq(expect(tr(X2 * X2.T)), expect(tr(X * X.T))), for_all(U, same_law(U * X2, X)), _finite(tr(X * X.T)), _finite(tr(X2 * X2.T))),
    "both sides": (eq(expect(X), 0 * X), for_all(U, same_law(U * X, X)), for_all(Uw, same_law(X * Uw, X)), _finite(X)),
    "labels": (eq(expect(Y), 0 * Y), for_all(U1, same_law(U1 * Y, Y)), _finite(Y)),
}
"""What follows from what is assumed."""


@pytest.mark.parametrize("name", sorted(TRUE))
@pytest.mark.parametrize("witness", ["entries", "balls", "sampled"])
def test_what_follows_is_not_refuted(name, witness):
    prop, *given = TRUE[name]
    assert examine(_claim(name.replace(" ", "-"), prop, *given), (witness,), Context()).verdict is not Verdict.REFUTED


FALSE = {
    "mean": (eq(expect(X * X.T), 0 * Id), for_all(U, same_law(U * X, X)), _finite(X * X.T)),
    "another": (eq(expect(tr(X * X.T)), 1), for_all(U, same_law(U * X, X)), _finite(X * X.T)),
}
"""What is still refuted: the law that is looked at is one of those assumed."""


@pytest.mark.parametrize("name", sorted(FALSE))
def test_what_a_rotated_law_refutes_is_refuted(name):
    prop, *given = FALSE[name]
    assert examine(_claim(f"not-{name}", prop, *given), ("entries",), Context()).verdict is Verdict.REFUTED


def test_a_rotation_that_is_given_is_not_every_one():
    said = _claim("one", eq(expect(X), 0 * X), Q_TURNS, same_law(Q * X, X), _finite(X))
    assert examine(said, ("entries",), Context()).verdict is Verdict.UNDECIDED


def test_a_context_of_a_fixed_size_is_said_to_be_out_of_reach():
    fixed, turn = matrix("X22", 2, 3, "context", "random"), orthogonal("Q2", 2)
    said = _claim("fixed", eq(expect(fixed), 0 * fixed), eq(turn * turn.T, eye(2)), same_law(turn * fixed, fixed), _finite(fixed))
    result = examine(said, ("sampled", "balls", "entries"), Context())
    assert result.verdict is Verdict.UNDECIDED
    assert not result.defects
