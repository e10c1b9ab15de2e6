"""Attention: unspecified activations and kernels, softmax, recursions and products over layers."""

from __future__ import annotations

from . import shape_rules as shapes
from . import slips
from .asking import Kind, of, smooth_activation
from .binding import PRODUCT_OF_LAYERS, SECOND, TWO, Binder, Over
from .forms import ANY, ATOM, KRON, POWER, Form, name
from .row import TermHead

_CALL = Form("@0@(@+@)", "@0(@+)")


def _product(head: str, means: str, latex: str, plain: str, other: str) -> TermHead:
    return TermHead(
        head, "l last body", means, form=Form(f"{latex} @2", f"{plain} @2", KRON, (ANY, ANY, POWER)), swallows=True,
        shape=shapes.layers, binds=PRODUCT_OF_LAYERS, kept=SECOND,
        slips=(slips.other_layer(1), slips.exchanged_for("factors reversed", other)),
        example=f"{head}(l, L, at(B_, l))", gives="d x d",
    )


HEADS = (
    TermHead(
        "activated", "h U W", "The value of an unspecified activation.", form=_CALL, shape=shapes.activation,
        of="activation", kinks=smooth_activation, slips=(slips.EXCHANGED,), example="activated(h, A, X)",
        gives="d x n",
    ),
    TermHead(
        "jacobian", "h which U W T",
        "The derivative of an activation at (U, W) in its first (1) or second (2) argument, in the direction T.",
        form=Form(r"\mathcal{J}^{@1}_{@0}@(@2, @3@)@[@4@]", "J^@1_@0(@2, @3)[@4]"), shape=shapes.derivative,
        of="activation", kept=SECOND, slips=(slips.OTHER_ARGUMENT,), example="jacobian(h, 1, A, X, B)", gives="d x n",
    ),
    TermHead(
        "kernel_value", "K u v", "The value of an unspecified kernel at two vectors.", form=_CALL,
        shape=shapes.number(alike=2, skip=1), of="kernel", example="kernel_value(K, u, v)", gives="a number",
    ),
    TermHead(
        "gram", "K U W", "The matrix of all values of a kernel at the columns of U and W.",
        form=Form("@[@0@(@1^{(i)}, @2^{(j)}@)@]_{ij}", "[@0(@1^(i), @2^(j))]_ij", needs=(ANY, ATOM, ATOM)),
        shape=shapes.activation, of="kernel", slips=(slips.EXCHANGED,), example="gram(K, A, X)", gives="d x n",
    ),
    TermHead(
        "relu_each", "A", "The larger of each entry and 0.", form=name(r"\operatorname{relu}", "relu"),
        shape=shapes.like(0), kinks=of(Kind.NO_ZERO_ENTRY), example="relu_each(X)", gives="d x n",
    ),
    TermHead(
        "exp_each", "A", "The exponential of each entry.", form=name(r"\exp", "exp"), shape=shapes.like(0),
        example="exp_each(X)", gives="d x n",
    ),
    TermHead(
        "softmax", "A", "Softmax of each column.", form=name(r"\operatorname{softmax}", "softmax"),
        shape=shapes.like(0), example="softmax(X)", gives="d x n",
    ),
    TermHead(
        "masked_softmax", "A", "Softmax of each column over all rows but the last, which is 0.",
        form=name(r"\operatorname{softmax}_M", "softmax_M"), shape=shapes.like(0, square=True),
        example="masked_softmax(A)", gives="d x d",
    ),
    TermHead(
        "sequence", "F l start step upto", "Member upto of the sequence F with this start and this step, from F and l.",
        form=None, shape=shapes.recursion, binds=Binder(Over.LAYERS, TWO, (3, 4, 1)), kept=(4, 5, 1),
        slips=(slips.other_layer(4),), example="sequence(F, l, A, at(B_, l) * F, L)", gives="d x d",
    ),
    _product("product_up", "The product of the body for l = 0, ..., last, the first one left.",
             r"\prod_{@0=0}^{@1}", "Π_{@0=0..@1}", "product_down"),
    _product("product_down", "The product of the body for l = last, ..., 0, the last one left.",
             r"\prod_{@0=@1}^{0}", "Π_{@0=@1..0}", "product_up"),
)
