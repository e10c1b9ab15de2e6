"""Beyond the paper: the output moves alike as B moves by t R^T B and as C moves by t R C, by induction over layers."""

from __future__ import annotations

from collections.abc import Callable

from ....proof.chain import Assume, Discharge, Identity, Proof, Step
from ....proof.steps.families import SlopeOfInvariance
from ....proof.steps.recursions import Induction, Instance, Rewriting
from ....statement.attention import jacobian
from ....statement.laws import delta
from ....statement.props import Prop, eq, implies
from ....statement.terms import Term, TermLike
from ..notation import A_of, B_of, C_of, M, R, X_at, Y_at, h_, k, r_of
from ..notation_rotations import d_dt, i, j

Moving = Callable[[TermLike, bool], Term]
"""What a layer holds; whether B moves, or C."""


def alike(B: Term, C: Term, X: Term) -> Prop:
    """What the invariance of Assumption 4.3 says of the two Jacobians at (BX, CX)."""
    return eq(jacobian(h_, 1, B * X, C * X, R.T * B * X), jacobian(h_, 2, B * X, C * X, R * C * X))


def of_attention(B: Term, C: Term, X: Term) -> Proof:
    """(a)."""
    return Proof((Step("a", alike(B, C, X), SlopeOfInvariance(R)),))


def of_output(covariates: Moving, labels: Moving) -> Proof:
    """(b), of the covariates before each layer and then of the labels."""
    X, Y = X_at(i), Y_at(i)
    here = alike(B_of(i), C_of(i), X)
    steps = [
        Step("attention", here, SlopeOfInvariance(R)),
        *_by_induction("covariates", covariates, A_of(i) * X * M, here),
        *_by_induction("labels", labels, r_of(i) * (Y * M), here, ("covariates",)),
    ]
    return Proof((*steps, Step("b", _same_slopes(labels, k + 1), Instance((i, k + 1)), ("labels",))))


def _same_slopes(what: Moving, layer: TermLike) -> Prop:
    return eq(d_dt(what(layer, True)), d_dt(what(layer, False)))


def _by_induction(
    label: str, what: Moving, before: Term, here: Prop, premises: tuple[str, ...] = ()
) -> tuple[Step, ...]:
    """``before``: what stands before the matrix of attention in one layer."""
    now, above = _same_slopes(what, i), _same_slopes(what, i + 1)
    first, second = here.args
    assert isinstance(first, Term)
    assert isinstance(second, Term)
    moved, other = above.args
    assert isinstance(moved, Term)
    assert isinstance(other, Term)
    differ = eq(moved, other + before * (delta(i, j) * (first - second)))
    return (
        Step(f"{label} at 0", _same_slopes(what, 0), Identity()),
        Step(f"{label} at i", now, Assume()),
        Step(f"{label}: what differs", differ, Rewriting(), (f"{label} at i", *premises)),
        Step(f"{label} at i + 1", above, Identity(1, (delta(i, j) * before, 1)),
             (f"{label}: what differs", "attention")),
        Step(f"{label} pass", implies(now, above), Discharge(f"{label} at i"),
             (f"{label} at i", f"{label} at i + 1")),
        Step(label, now, Induction(i), (f"{label} at 0", f"{label} pass")),
    )  # fmt: skip
