"""What is said along the gradient flow."""

from __future__ import annotations

from . import shape_rules as shapes
from .binding import AFTER_TWO, SECOND, TWO, Binder, Over
from .forms import KRON, SUM, Form
from .row import PropHead
from .slips import LAST_TERM_DOUBLED, SECOND_DOUBLED

_ALONG_OTHERS = Binder(Over.FLOWS, AFTER_TWO, TWO)

HEADS = (
    PropHead(
        "always", "p", "For every time along the gradient flow, from the assumed start.",
        form=Form(r"@0 \quad \text{for all } t \ge 0", "@0   for all t ≥ 0", SUM, (KRON,)), binds=Binder(Over.MOMENTS),
        of_the_flow=True, example="always(eq(tr(W), 0))",
    ),
    PropHead(
        "limit", "body value", "The body tends to the value as time tends to infinity along the gradient flow.",
        form=Form(r"\lim_{t\to\infty} @0 = @1", "lim_{t→∞} @0 = @1", needs=(KRON,)), binds=Binder(Over.MOMENTS),
        fits=shapes.sides_alike, of_the_flow=True, printed=SECOND, whole=SECOND_DOUBLED, example="limit(W, A)",
    ),
    PropHead(
        "conserved", "body", "The body keeps its value along the gradient flow, from every start.",
        form=Form(r"@0 \text{ is conserved}", "@0 is conserved", SUM, (SUM,)), binds=Binder(Over.FLOWS),
        whole=LAST_TERM_DOUBLED, example="conserved(norm_F(W)**2 - w**2)",
    ),
    PropHead(
        "flow_exists", "f", "The gradient flow of the function exists for every time.",
        form=Form(
            r"\text{the gradient flow of } @0 \text{ exists for all } t \ge 0",
            "the gradient flow of @0 exists for all t ≥ 0", SUM,
        ),
        binds=Binder(Over.FLOWS), example="Prop('flow_exists', (norm_F(W)**2,))",
    ),
    PropHead(
        "always_along", "f body u...", "The body at every time along the gradient flow of the symbols on the function.",
        form=Form(
            r"@1 \quad \text{for all } t \ge 0 \text{ along the gradient flow on } @0",
            "@1   for all t ≥ 0 along the gradient flow on @0", SUM,
        ),
        binds=_ALONG_OTHERS, of_the_flow=True, example="always_along(norm_F(W)**2, eq(tr(W), 0), W)",
    ),
    PropHead(
        "same_flow", "f g u...", "Gradient flow on the one function moves the symbols as on the other.",
        form=Form(
            r"\text{gradient flow on } @0 \text{ moves } (@++) \text{ as gradient flow on } @1",
            "gradient flow on @0 moves (@++) as gradient flow on @1", SUM,
        ),
        binds=_ALONG_OTHERS, whole=SECOND_DOUBLED, example="same_flow(norm_F(W)**2 + a, norm_F(W)**2, W)",
    ),
)
