"""Numbers: sums, products, powers, roots; what runs over indices."""

from __future__ import annotations

from . import shape_rules as shapes
from . import slips
from .asking import Kind, difference, itself, kink_of_power, of, power
from .binding import INDEX, SECOND, TWO_INDICES, Places
from .forms import ANY, KRON, SUM, Form, name
from .row import TermHead

_LIMIT: Places = SECOND
_LIMIT_OF_TWO: Places = (2, 3, 1)

HEADS = (
    TermHead(
        "+", "A B", "A sum.", form=None, shape=shapes.total, slips=(slips.exchanged_for("sign", "-"),),
        example="A + B", gives="d x d",
    ),
    TermHead(
        "-", "A B", "A difference.", form=Form("@0 - @1", "@0 - @1", SUM, (SUM, KRON)), shape=shapes.total,
        slips=(slips.exchanged_for("sign", "+"),), example="A - B", gives="d x d",
    ),
    TermHead(
        "neg", "A", "With the other sign.", form=Form("-@0", "-@0", SUM, (KRON,)), shape=shapes.like(0),
        slips=(slips.NO_MINUS,), example="-A", gives="d x d",
    ),
    TermHead(
        "*", "A B", "A product, of matrices in this order.", form=None, shape=shapes.product,
        slips=(slips.ORDER, slips.NO_STEP, slips.NO_MASK), example="A * B", gives="d x d",
    ),
    TermHead(
        "/", "A b", "A quotient by a number.", form=None, shape=shapes.quotient, asks=of(Kind.NONZERO, 1),
        slips=(slips.NO_LENGTH,), example="A / n", gives="d x d",
    ),
    TermHead(
        "^", "A b", "A power: `inv(A)` has the exponent -1, `half(A)` 1/2, the principal root of a matrix.", form=None,
        shape=shapes.power, asks=power, kinks=kink_of_power, slips=(slips.POWER_OF_TRACE,), example="tr(A)**2",
        gives="a number",
    ),
    TermHead(
        "sqrt", "a", "The square root of a number.", form=None, shape=shapes.number(numbers=1),
        asks=of(Kind.NONNEGATIVE), kinks=of(Kind.POSITIVE), example="sqrt(r)", gives="a number",
    ),
    TermHead(
        "abs", "a", "The absolute value of a number.", form=Form("@<|@0@>|", "|@0|"),
        shape=shapes.number(numbers=1), kinks=of(Kind.NONZERO), example="absolute(a)", gives="a number",
    ),
    TermHead(
        "exp", "a", "The exponential of a number.", form=name(r"\exp", "exp"), shape=shapes.number(numbers=1),
        example="exp(a)", gives="a number",
    ),
    TermHead(
        "log", "a", "The natural logarithm of a number.", form=name(r"\log", "log"), shape=shapes.number(numbers=1),
        asks=of(Kind.POSITIVE), example="log(r)", gives="a number",
    ),
    TermHead(
        "relu", "a", "The larger of a number and 0.", form=name(r"\operatorname{relu}", "relu"),
        shape=shapes.number(numbers=1), kinks=of(Kind.NONZERO), example="relu(a)", gives="a number",
    ),
    TermHead(
        "least", "a b", "The smaller of two numbers.", form=Form(r"\min\{@0, @1\}", "min{@0, @1}"),
        shape=shapes.number(numbers=2), kinks=difference, example="least(a, b)", gives="a number",
    ),
    TermHead(
        "delta", "i j", "1 where both are the same, else 0.", form=Form(r"\mathbf{1}(@0 = @1)", "𝟙(@0 = @1)"),
        shape=shapes.number(numbers=2), slips=(slips.NO_INDICATOR,), example="delta(i, j)", gives="a number",
    ),
    TermHead(
        "apply", "f x...", "The value of an unspecified function.", form=Form("@0@(@+@)", "@0(@+)"),
        shape=shapes.untold, of="anything", example="apply(f, a)", gives="? x ?",
    ),
    TermHead(
        "unknowns", "u...", "The number of scalar entries of the symbols together, each counted once.",
        form=Form(r"\#\{\text{entries of }@*\}", "#{entries of @*}"), shape=shapes.number(),
        example="unknowns(W, w)", gives="a number",
    ),
    TermHead(
        "sum", "i upper body", "The sum of the body for i = 1, ..., upper.",
        form=Form(r"\sum_{@0=1}^{@1} @2", "Σ_{@0=1..@1} @2", KRON, (ANY, ANY, KRON)), swallows=True,
        shape=shapes.like(2), binds=INDEX, kept=_LIMIT, slips=(slips.ONE_TERM_MORE,),
        example="total(i, n, col(Z, i))", gives="d x 1",
    ),
    TermHead(
        "sum_unequal", "i j upper body", "The sum of the body over different i and j up to upper.",
        form=Form(r"\sum_{@0\ne @1} @3", "Σ_{@0≠@1} @3", KRON, (ANY, ANY, ANY, KRON)), shape=shapes.like(3),
        binds=TWO_INDICES, kept=_LIMIT_OF_TWO, slips=(slips.ALL_INDICES,),
        example="total_unequal(i, j, n, entry(A, i, j))", gives="a number",
    ),
    TermHead(
        "least_over", "i upper body", "The least value of the body for i = 1, ..., upper.",
        form=Form(r"\min_{@0\le @1} @2", "min_{@0≤@1} @2", KRON, (ANY, ANY, KRON)),
        shape=shapes.number(numbers=1, skip=2), binds=INDEX, kept=_LIMIT, kinks=itself(Kind.SMOOTH),
        example="least_over(i, n, norm_2(col(X, i)))", gives="a number",
    ),
    TermHead(
        "least_unequal", "i j upper body",
        "The least value of the body over different i and j up to upper; plus infinity where upper is 1.",
        form=Form(r"\min_{@0\ne @1} @3", "min_{@0≠@1} @3", KRON, (ANY, ANY, ANY, KRON)),
        shape=shapes.number(numbers=1, skip=3), binds=TWO_INDICES, kept=_LIMIT_OF_TWO, kinks=itself(Kind.SMOOTH),
        example="least_unequal(i, j, n, norm_2(col(X, i) - col(X, j)))", gives="a number",
    ),
)
