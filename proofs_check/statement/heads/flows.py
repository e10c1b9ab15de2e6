"""The gradient flow; what the papers' models predict."""

from __future__ import annotations

from . import shape_rules as shapes
from .asking import Kind, of
from .binding import Binder, Over
from .forms import KRON, POWER, Form
from .row import TermHead

HEADS = (
    TermHead(
        "ddt", "body", "The derivative in time along the gradient flow of the population loss.",
        form=Form(r"\frac{d}{dt} @0", "d/dt @0", KRON, (POWER,)), swallows=True, shape=shapes.like(0),
        binds=Binder(Over.MOMENTS, at_a_point=True), is_derived=True, example="ddt(W)", gives="d x d",
    ),
    TermHead(
        "at0", "body", "The value at time 0, from the assumed start.", form=None, shape=shapes.like(0),
        binds=Binder(Over.MOMENTS), example="at0(W)", gives="d x d",
    ),
    TermHead(
        "prediction", "W_PV W_KQ length", "The prediction of linear self-attention with these weights on a prompt.",
        form=Form(r"\hat y_q@(@0, @1; @2@)", "ŷ_q(@0, @1; @2)"), shape=shapes.number(), asks=of(Kind.NONZERO, 2),
        kept=(2, 3, 1), example="prediction(W_PV, W_KQ, n)", gives="a number",
    ),
    TermHead(
        "prediction_on", "W_PV W_KQ i length x y x_q",
        "The prediction of linear self-attention on the prompt with covariate x and label y for i = 1, ..., length.",
        form=Form(
            r"\hat y_q@(@0, @1;\ (@4, @5)_{@2\le @3},\ @6@)", "ŷ_q(@0, @1; (@4, @5) for @2 ≤ @3; @6)"
        ),
        shape=shapes.number(), asks=of(Kind.NONZERO, 3), binds=Binder(Over.INDICES, (2, 3, 1), (4, 6, 1)),
        is_derived=True, example="prediction_on(W_PV, W_KQ, i, n, col(X, i), a, u)", gives="a number",
    ),
)
