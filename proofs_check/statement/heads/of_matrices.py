"""What is said of a matrix: definite, signs of eigenvalues, the spectrum."""

from __future__ import annotations

from . import shape_rules as shapes
from .asking import Kind
from .forms import POWER, SUM, Form
from .row import PropHead
from .slips import NEGATED


def _definite(head: str, means: str, form: Form) -> PropHead:
    return PropHead(head, "A", means, form=form, fits=shapes.square, whole=NEGATED, example=f"{head}(S)")


def _signs(head: str, takes: str, means: str, says: str, example: str) -> PropHead:
    words = says.replace("@1", "} @1 \\text{").replace("@2", "} @2 \\text{")
    return PropHead(
        head, takes, means, form=Form(rf"@0 \text{{ {words}}}", f"@0 {says}", SUM), fits=shapes.square,
        asks=Kind.SYMMETRIC, example=example,
    )


HEADS = (
    _definite("psd", "Symmetric and positive semi-definite.", Form(r"@0 \succeq 0", "@0 ⪰ 0")),
    _definite("posdef", "Symmetric and positive definite.", Form(r"@0 \succ 0", "@0 ≻ 0")),
    _definite("psd_form", "x^T A x >= 0 for every x; A need not be symmetric.", Form(
        r"x^\top @0 x \ge 0\ \text{for every } x", "xᵀ @0 x ≥ 0 for every x", needs=(POWER,)
    )),
    _signs("positive_eigenvalue", "A", "A symmetric matrix has at least one positive eigenvalue.",
           "has a positive eigenvalue", "positive_eigenvalue(S - A)"),
    _signs("negative_eigenvalues_at_least", "A count",
           "A symmetric matrix has at least so many negative eigenvalues, counted with multiplicity.",
           "has at least @1 negative eigenvalue@s", "negative_eigenvalues_at_least(S, 2)"),
    _signs("negative_eigenvalues_equal", "A count", "A symmetric matrix has exactly so many negative eigenvalues.",
           "has exactly @1 negative eigenvalue@s", "negative_eigenvalues_equal(S, 2)"),
    _signs("inertia", "A positive negative", "So many positive and so many negative eigenvalues of a symmetric matrix.",
           "has exactly @1 positive and @2 negative eigenvalues", "inertia(S, 1, 2)"),
    PropHead(
        "spectrum_products", "H A B", "The eigenvalues of H are the products of those of A and those of B.",
        form=Form(
            r"\operatorname{spec}@(@0@) = "
            r"\{\lambda\mu : \lambda\in\operatorname{spec}@(@1@),\ \mu\in\operatorname{spec}@(@2@)\}",
            "spec(@0) = {λμ : λ in spec(@1), μ in spec(@2)}",
        ),
        example="spectrum_products(2 * kron(A, B), 2 * A, B)",
    ),
)
