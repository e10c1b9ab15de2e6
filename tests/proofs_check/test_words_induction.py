"""Induction over layers on words, and differentiability read off the structure."""

from __future__ import annotations

from collections.abc import Callable

from proofs_check.algebras.words import WordsAlgebra
from proofs_check.algebras.words.induction import holds_by_induction
from proofs_check.papers.ccs.notation import (
    X_0,
    Y_0,
    B_of,
    C_of,
    I_n,
    M,
    R,
    S,
    U,
    U_Sigma,
    X_at,
    Y_at,
    h,
    h_free,
    h_relu,
    h_softmax,
    k,
    l,
    n,
    r,
    r_of,
    t,
)
from proofs_check.papers.ccs.notation_rotations import UX, X_B, i
from proofs_check.statement.attention import product_up
from proofs_check.statement.terms import Term, at, col, scalar
from proofs_check.witnesses.deciding.differentiable import rough_part


def by_induction(lhs: Term, rhs: Term) -> str:
    """The layer over which the words algebra makes an induction; empty where it sees none."""
    found = holds_by_induction(WordsAlgebra(), lhs, rhs)
    return "" if found is None else found.name


def test_induction_over_layers_for_rotated_covariates() -> None:
    assert by_induction(X_B(i, UX, 0), U_Sigma * X_B(i, X_0, 0)) == "i"
    assert by_induction(X_B(i, UX, 0), U * X_B(i, X_0, 0)) == ""
    assert by_induction(X_B(i, UX, S), U_Sigma * X_B(i, X_0, S)) == ""
    assert by_induction(X_B(i, UX, 0), U_Sigma * X_B(i + 1, X_0, 0)) == ""


def test_induction_over_layers_for_shifted_labels() -> None:
    e, c = col(I_n, n + 1), scalar("c")
    assert by_induction(Y_at(l, start=Y_0 * M + c * e.T), Y_at(l) + c * e.T) == "l"
    assert by_induction(Y_at(l, start=Y_0 * M + c * e.T) - Y_at(l), c * e.T) == "l"
    assert by_induction(Y_at(l, start=Y_0 * M + c * Y_0), Y_at(l) + c * Y_0) == ""
    assert by_induction(Y_at(l, start=Y_0 * M + c * e.T), Y_at(l) - c * e.T) == ""


def test_induction_over_layers_for_the_product_of_all_factors() -> None:
    def labels(X: Callable[[Term | int], Term], last: Term) -> Term:
        return Y_0 * product_up(l, last, I_n + r_of(l) * (M * h(B_of(l) * X(l), C_of(l) * X(l))))

    assert by_induction(Y_at(i, start=Y_0), labels(X_at, i - 1)) == "i"
    assert by_induction(Y_at(i + 1, start=Y_0), labels(X_at, i)) == "i"
    assert by_induction(Y_at(i + 1, start=Y_0), labels(lambda layer: X_0, i)) == ""
    assert by_induction(Y_at(i, start=Y_0), labels(X_at, i)) == ""


def test_no_induction_shows_that_a_family_is_constant() -> None:
    assert by_induction(at(r, l) * X_at(l), at(r, 0) * X_at(l)) == ""
    assert by_induction(X_at(l), X_0) == ""
    assert by_induction(X_at(l), X_at(k)) == ""


def test_what_is_composed_of_smooth_functions_is_differentiable() -> None:
    smooth, rough = (product_up(l, k, I_n + M * f((B_of(l) + t * S) * X_at(l, f), C_of(l) * X_0)) for f in (h, h_free))
    assert rough_part(smooth, frozenset({t, S})) is None
    assert rough_part(rough, frozenset({t, S})) is not None
    assert rough_part(rough, frozenset({R})) is None
    assert rough_part(h_relu(t * X_0, X_0), frozenset({t})) is not None
    assert rough_part(h_softmax(t * X_0, X_0), frozenset({t})) is None
    assert rough_part(1 / t, frozenset({t})) is not None
    assert rough_part(X_at(l, lambda X, W: h_relu(X, W) * t, start=X_0), frozenset({t})) is not None
