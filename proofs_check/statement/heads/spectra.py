"""Eigenvalues, singular values, rank, inverses of any rank."""

from __future__ import annotations

from . import shape_rules as shapes
from .asking import Asking, Kind, itself, nothing, of, some_positive_eigenvalue
from .forms import ATOM, KRON, POWER, Form, name
from .row import TermHead
from .shaping import SCALAR

_ITSELF_SMOOTH = itself(Kind.SMOOTH)


def _of_a_matrix(
    head: str, means: str, form: Form, shape: shapes.Rule, example: str, gives: str = "a number", *,
    asks: Asking = nothing, kinks: Asking = _ITSELF_SMOOTH,
) -> TermHead:
    return TermHead(head, "A", means, form=form, shape=shape, example=example, gives=gives, asks=asks, kinks=kinks)


_SQUARE = shapes.number(square=True)

HEADS = (
    TermHead(
        "eigenvalue", "A i", "The i-th eigenvalue of a symmetric matrix, in decreasing order.",
        form=Form(r"\lambda_{@1}@(@0@)", "λ_@1(@0)"), shape=shapes.counted((0,), lambda shape: SCALAR, square=True),
        counts=(0,), asks=of(Kind.SYMMETRIC), kinks=_ITSELF_SMOOTH, example="eigenvalue(S, 1)", gives="a number",
    ),
    _of_a_matrix("least_eigenvalue", "The smallest eigenvalue of a symmetric matrix.",
                 name(r"\lambda_{\min}", "λ_min"), _SQUARE, "least_eigenvalue(S)", asks=of(Kind.SYMMETRIC)),
    _of_a_matrix("least_positive_eigenvalue", "The smallest eigenvalue > 0 of a positive semi-definite matrix.",
                 name(r"\lambda_{\min}^+", "λ⁺_min"), _SQUARE, "least_positive_eigenvalue(S)",
                 asks=some_positive_eigenvalue),
    _of_a_matrix("cond", "The condition number of a positive definite matrix: largest eigenvalue over smallest.",
                 name(r"\kappa", "κ"), _SQUARE, "cond(S)", asks=of(Kind.POSITIVE)),
    TermHead(
        "nuclear", "A", "The sum of the singular values.", form=Form(r"\sum_i \sigma_i(@0)", "Σ_i σ_i(@0)", KRON),
        swallows=True, shape=shapes.number(), kinks=_ITSELF_SMOOTH, example="nuclear(X)", gives="a number",
    ),
    TermHead(
        "singular_product_sum", "A B", "The sum of the products of the singular values, both in decreasing order.",
        form=Form(r"\sum_i \sigma_i(@0)\,\sigma_i(@1)", "Σ_i σ_i(@0) σ_i(@1)", KRON), swallows=True,
        shape=shapes.number(), kinks=_ITSELF_SMOOTH, example="singular_product_sum(A, B)", gives="a number",
    ),
    _of_a_matrix("rank", "The rank.", name(r"\operatorname{rank}", "rank"), shapes.number(), "rank(X)"),
    _of_a_matrix("pinv", "The Moore-Penrose inverse.", Form("@0^+", "@0⁺", POWER, (ATOM,)), shapes.turned, "pinv(X)",
                 "n x d"),
    _of_a_matrix("projection", "The orthogonal projection on the image.",
                 Form(r"\mathcal{P}_{\mathrm{Im}(@0)}", "P_Im(@0)"), shapes.on_the_rows, "projection(X)", "d x d"),
    _of_a_matrix("modulus", "U abs(D) U^T of a symmetric matrix U D U^T with diagonal D.", Form("@<|@0@>|", "|@0|"),
                 shapes.like(0, square=True), "modulus(S)", "d x d", asks=of(Kind.SYMMETRIC),
                 kinks=of(Kind.INVERTIBLE)),
)
