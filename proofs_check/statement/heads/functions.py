"""Functions: derivatives, least values, what is put in."""

from __future__ import annotations

from . import shape_rules as shapes
from .asking import Asking, Kind, itself
from .binding import AT_POINTS, EVERY_OTHER, FIRST, OF_A_FUNCTION, REST, SLOPE, Binder, Over
from .forms import ANY, ATOM, KRON, POWER, Form
from .row import TermHead


def _slope(head: str, means: str, side: str, example: str) -> TermHead:
    return TermHead(
        head, "t body", means, binds=SLOPE, shape=shapes.like(1), is_derived=True, example=example, gives="d x d",
        form=Form(rf"\frac{{d}}{{d@0}} @1@!|_{{@0=0{side}}}", f"d/d@0 @1|[@0=0{side}]", KRON, (ANY, POWER)),
    )


def _least(
    head: str, means: str, latex: str, plain: str, asks: Asking, shape: shapes.Rule, gives: str, *, derived: bool
) -> TermHead:
    return TermHead(
        head, "f u...", means, form=Form(f"{latex} @0", f"{plain} @0", KRON, (POWER,)), shape=shape,
        binds=OF_A_FUNCTION, asks=asks, kinks=itself(Kind.SMOOTH), is_derived=derived,
        example=f"{head}(norm_F(W - A)**2, W)", gives=gives,
    )


_A_NUMBER = shapes.number(numbers=1)

HEADS = (
    TermHead(
        "grad", "f u", "The gradient of a number in a symbol, of the symbol's shape.", form=None, swallows=True,
        shape=shapes.like(1, number=True), binds=Binder(Over.VALUES, REST, FIRST, at_a_point=True), is_derived=True,
        example="grad(norm_F(W)**2, W)", gives="d x d",
    ),
    TermHead(
        "curvature", "f (u direction)...", "The second derivative of a number along a line with these directions.",
        form=Form(r"\nabla^2 @0@[@=@]", "∇²@0[@=]", POWER, (ATOM,)), shape=shapes.curved,
        binds=Binder(Over.VALUES, EVERY_OTHER, FIRST, at_a_point=True), example="curvature(norm_F(W)**2, (W, A))",
        gives="a number",
    ),
    _slope("slope", "The derivative in t at t = 0.", "", "slope(t, A + t * B)"),
    _slope("slope_right", "The derivative in t at t = 0 from the right.", "+", "slope_right(t, A + t * B)"),
    _slope("slope_left", "The derivative in t at t = 0 from the left.", "-", "slope_left(t, A + t * B)"),
    _least("minimum", "The least value over all values of the symbols; it is attained.", r"\min_{@+}", "min_{@+}",
           itself(Kind.ATTAINED), _A_NUMBER, "a number", derived=True),
    _least("infimum", "The greatest lower bound over all values of the symbols, attained or not.", r"\inf_{@+}",
           "inf_{@+}", itself(Kind.BOUNDED), _A_NUMBER, "a number", derived=False),
    _least("argmin", "The point at which the least value is attained.", r"\operatorname{argmin}_{@+}\,", "argmin_{@+}",
           itself(Kind.UNIQUE), shapes.of_the_variable, "d x d", derived=True),
    TermHead(
        "where", "body (u a)...", "The body, derivatives in it taken first, with values put in for symbols.",
        form=Form(r"@0@!|_{@=}", "@0|[@=]", POWER, (POWER,)), shape=shapes.where, binds=AT_POINTS,
        example="where(A * u, (u, v))", gives="d x 1",
    ),
)
