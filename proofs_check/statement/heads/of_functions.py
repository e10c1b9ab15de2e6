"""What is said of a function of some symbols: where it is least, convex, on what it depends."""

from __future__ import annotations

from . import shape_rules as shapes
from .binding import AT_POINTS, BODY_TOO, NONE, OF_A_FUNCTION, Binder, Over, Places
from .forms import ANY, KRON, SUM, Form
from .row import PropHead

_VALUES: Places = (2, None, 2)
_LOSS = "norm_F(W - 2 * A)**2"


def _said(latex: str, plain: str) -> Form:
    return Form(latex, plain, SUM)


def _of_variables(
    head: str, means: str, says: str, fits: shapes.Check = shapes.anything, *, binds: Binder = OF_A_FUNCTION,
    further: bool = False,
) -> PropHead:
    return PropHead(
        head, "f u...", means, form=_said(rf"@0 \text{{ {says} }} @+", f"@0 {says} @+"), binds=binds, fits=fits,
        of_variables=further, example=f"{head}({_LOSS}, W)",
    )


def _at_a_point(head: str, means: str, form: Form) -> PropHead:
    return PropHead(
        head, "f (u a)...", means, form=form, binds=AT_POINTS, fits=shapes.at_points, printed=_VALUES,
        example=f"{head}({_LOSS}, (W, 2 * A))",
    )


HEADS = (
    _at_a_point("global_minimum", "The function has its least value at the point.", _said(
        r"@0 \text{ attains its global minimum at } @=", "@0 attains its global minimum at @="
    )),
    _at_a_point("local_minimum", "The function has a local minimum at the point.", _said(
        r"@0 \text{ has a local minimum at } @=", "@0 has a local minimum at @="
    )),
    _at_a_point("saddle", "The point is stationary, and neither a local minimum nor a local maximum.", _said(
        r"@= \text{ is a saddle point of } @0", "@= is a saddle point of @0"
    )),
    PropHead(
        "minimisers_satisfy", "f body u...", "At every global minimum of the function, the body holds.",
        form=Form(r"\text{at every global minimum of } @0:\ @1", "at every global minimum of @0: @1", SUM, (ANY, KRON)),
        binds=BODY_TOO,
        fits=shapes.of_a_number, printed=NONE, example=f"minimisers_satisfy({_LOSS}, eq(W, 2 * A), W)",
    ),
    PropHead(
        "minimum_where", "f body u...", "Every point at which the body holds is a global minimum of the function.",
        form=Form(
            r"\text{wherever } @1,\ @0 \text{ is at its global minimum}", "wherever @1, @0 is at its global minimum",
            SUM, (ANY, KRON),
        ),
        binds=BODY_TOO, fits=shapes.of_a_number, example=f"minimum_where({_LOSS}, eq(W, 2 * A), W)",
    ),
    _of_variables("convex", "The function is convex in the symbols jointly.", "is convex in", shapes.of_a_number),
    _of_variables("nonconvex", "The function is not convex in the symbols jointly.", "is not convex in",
                  shapes.of_a_number),
    _of_variables("differentiable", "The function is differentiable in the symbols jointly, at every point.",
                  "is differentiable in"),
    _of_variables("independent_of", "The value does not depend on the symbols.", "does not depend on", further=True),
    _of_variables("depends_on", "The value depends on each of the symbols: it changes with it for some values.",
                  "depends on", binds=Binder(Over.SOME)),
)
