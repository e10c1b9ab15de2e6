"""Whether the shapes in a statement fit together, as far as they can be read off the tree.

Dimensions are compared by name: ``"d"`` and ``"N"`` are different.  Of what is not known nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..errors import UserError
from .props import Prop, subprops
from .terms import Abbrev, Dim, Num, Op, Sym, Term

Shape = tuple[Dim, Dim]
SCALAR: Shape = (1, 1)
Say = Callable[[Term], str]
Row = tuple[Term, Shape | None]
"""A term with its shape, None where the tree does not tell."""

_ZERO = Num(Fraction(0))
"""Beside a matrix, the number 0 stands for a zero of its shape."""
_NUMBERS = frozenset({
    "tr", "det", "norm_F", "norm_op", "norm_2", "inner", "sqrt", "abs", "exp", "relu", "entry", "nuclear", "columns",
    "singular_product_sum", "least", "unknowns", "least_over", "least_unequal", "delta", "cond", "minimum",
})  # fmt: skip
"""Heads whose value is a number, whatever they are applied to."""
_OF_ONE_NUMBER = frozenset({"sqrt", "exp", "relu"})
_SQUARE = frozenset({"tr", "det", "cond", "modulus", "masked_softmax"})
_FIRST = frozenset({"neg", "softmax", "expect", "expect_given", "ddt", "at0", "where", "at", "modulus",
                    "relu_each", "exp_each", "masked_softmax"})
"""Heads whose value has the shape of their first argument."""
_LAST = frozenset({"sum", "sum_unequal", "per_prompt"})
_ALIKE = frozenset({"eq", "ne", "limit", "tends", "differs", "tends_jointly", "in_mean_square", "same_law"})
_ORDERED = frozenset({"le", "lt", "ge", "gt"})
_SQUARE_PROPS = frozenset({"psd", "psd_form", "posdef", "commute"})


def check_sizes(prop: Prop, say: Say) -> None:
    """Raise :class:`UserError` at the first place in ``prop`` where shapes do not fit; ``say`` prints terms for it."""
    sizes = _Sizes(say)
    for _, inner in subprops(prop):
        rows = [(arg, sizes(arg)) for arg in inner.args if isinstance(arg, Term)]
        if inner.head in _ORDERED:
            for row in rows:
                sizes.ordered(row)
        if inner.head in _ALIKE:
            sizes.alike("The two sides", *rows[:2])
        if inner.head in _SQUARE_PROPS:
            for row in rows:
                sizes.square(inner.head, row)


def check_number(what: str, value: Term, say: Say) -> None:
    """Raise :class:`UserError` where shapes in ``value`` do not fit, or it is no number as far as the tree tells."""
    shape = _Sizes(say)(value)
    if shape not in (None, SCALAR):
        raise UserError(
            f"{what} must be a number: {say(value)} is {_text(shape)}. Of a matrix A, norm_F(A) ** 2 is one, or tr(A)."
        )


def _text(shape: Shape | None) -> str:
    assert shape is not None
    return "a number" if shape == SCALAR else f"{shape[0]} x {shape[1]}"


class _Sizes:
    """Shapes of terms, each read once."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self._seen: dict[Term, Shape | None] = {}

    def __call__(self, node: Term) -> Shape | None:
        if node not in self._seen:
            self._seen[node] = self._shape(node)
        return self._seen[node]

    def _shape(self, node: Term) -> Shape | None:
        match node:
            case Num():
                return SCALAR
            case Sym(shape=shape):
                return shape
            case Abbrev(sym=sym, body=body):
                self(body)
                return sym.shape
            case Op(head=head, args=args):
                for arg in args:
                    if not isinstance(arg, Term):
                        raise UserError(f"{head}(...) is applied to {arg!r}: it takes formulas; a number n is term(n).")
                return self._value(node, [(arg, self(arg)) for arg in args])
        return None

    def _value(self, node: Op, rows: list[Row]) -> Shape | None:
        head = node.head
        if head in _SQUARE:
            self.square(head, rows[0])
        if head in _OF_ONE_NUMBER:
            self.number(head, rows[0])
        if head == "inner":
            self.alike("The arguments of inner", *rows)
        if head in _NUMBERS:
            return SCALAR
        if head in _FIRST | _LAST:
            return rows[0 if head in _FIRST else -1][1]
        return _RULES[head](self, node, rows) if head in _RULES else None

    # Requirements -------------------------------------------------------------------------------------------

    def alike(self, what: str, *rows: Row) -> None:
        told = [(term, shape) for term, shape in rows if shape is not None and term != _ZERO]
        for term, shape in told[1:]:
            if shape != told[0][1]:
                first = f"{self.say(told[0][0])} is {_text(told[0][1])}"
                raise UserError(f"{what} have different shapes: {first}, {self.say(term)} is {_text(shape)}.")

    def square(self, head: str, row: Row) -> None:
        term, shape = row
        if shape is not None and shape[0] != shape[1]:
            raise UserError(f"{head} needs a square matrix: {self.say(term)} is {_text(shape)}.")

    def number(self, head: str, row: Row) -> None:
        term, shape = row
        if shape not in (None, SCALAR):
            raise UserError(f"{head} takes a number: {self.say(term)} is {_text(shape)}.")

    def ordered(self, row: Row) -> None:
        term, shape = row
        if shape not in (None, SCALAR):
            raise UserError(
                f"le, lt, ge and gt compare numbers: {self.say(term)} is {_text(shape)}. For matrices write psd(B - A)."
            )

    # Values -------------------------------------------------------------------------------------------------

    def sum(self, node: Op, rows: list[Row]) -> Shape | None:
        self.alike(f"In {self.say(node)} the terms", *rows)
        return next((shape for _, shape in rows if shape is not None), None)

    def product(self, node: Op, rows: list[Row]) -> Shape | None:
        (left, a), (right, b) = rows
        if a == SCALAR or b == SCALAR:
            return b if a == SCALAR else a
        if a is None or b is None:
            return None
        if a[1] != b[0]:
            vectors = a[1] == b[1] == 1
            hint = " Write u.T * v for the scalar product, u * v.T for the matrix." if vectors else ""
            raise UserError(
                f"In {self.say(node)} the columns of {self.say(left)} ({_text(a)}) are not the rows of "
                f"{self.say(right)} ({_text(b)}).{hint}"
            )
        return a[0], b[1]

    def quotient(self, node: Op, rows: list[Row]) -> Shape | None:
        if rows[1][1] not in (None, SCALAR):
            raise UserError(f"In {self.say(node)} the divisor is {_text(rows[1][1])}: multiply by inv(...) instead.")
        return rows[0][1]

    def power(self, node: Op, rows: list[Row]) -> Shape | None:
        term, shape = rows[0]
        if shape is not None and shape[0] != shape[1]:
            raise UserError(f"A power needs a square matrix: {self.say(term)} is {_text(shape)}. A norm is norm_2(v).")
        return shape

    def transposed(self, node: Op, rows: list[Row]) -> Shape | None:
        shape = rows[0][1]
        return None if shape is None else (shape[1], shape[0])

    def gradient(self, node: Op, rows: list[Row]) -> Shape | None:
        self.number("grad", rows[0])
        return rows[1][1]

    def row(self, node: Op, rows: list[Row]) -> Shape | None:
        shape = rows[0][1]
        return None if shape is None else (1, shape[1])

    def column(self, node: Op, rows: list[Row]) -> Shape | None:
        shape = rows[0][1]
        return None if shape is None else (shape[0], 1)

    def activation(self, node: Op, rows: list[Row]) -> Shape | None:
        """As many rows as the first argument has columns, as many columns as the second."""
        (U, u), (W, w) = rows[1:3]
        if u is not None and w is not None and u[0] != w[0]:
            raise UserError(
                f"In {self.say(node)} the arguments have different rows: {self.say(U)} is {_text(u)}, {self.say(W)} is "
                f"{_text(w)}."
            )
        return None if u is None or w is None else (u[1], w[1])

    def derivative(self, node: Op, rows: list[Row]) -> Shape | None:
        """Of an activation, in the direction of a change of its first or second argument."""
        h, which, *arguments, direction = rows
        if which[0] in (Num(Fraction(1)), Num(Fraction(2))):
            self.alike("An argument and its direction", arguments[int(which[0].value) - 1], direction)
        return self.activation(node, [h, *arguments])

    def recursion(self, node: Op, rows: list[Row]) -> Shape | None:
        F, _, start, step, upto = rows
        self.alike(f"In {self.say(node)} the letter, the start and the step", F, start, step)
        self.number("the layer of a sequence", upto)
        return F[1]

    def layers(self, node: Op, rows: list[Row]) -> Shape | None:
        _, last, body = rows
        self.number("the last layer of a product", last)
        self.square("A product over layers", body)
        return body[1]

    def slope(self, node: Op, rows: list[Row]) -> Shape | None:
        self.number("slope", rows[0])
        return rows[1][1]

    def kernel(self, node: Op, rows: list[Row]) -> Shape | None:
        self.alike("The arguments of a kernel", *rows[1:])
        return SCALAR

    def diagonal(self, node: Op, rows: list[Row]) -> Shape | None:
        shape = rows[0][1]
        return None if shape is None else (shape[0], shape[0])


_RULES: dict[str, Callable[[_Sizes, Op, list[Row]], Shape | None]] = {
    "+": _Sizes.sum, "-": _Sizes.sum, "*": _Sizes.product, "/": _Sizes.quotient, "^": _Sizes.power,
    "T": _Sizes.transposed, "grad": _Sizes.gradient, "row": _Sizes.row, "col": _Sizes.column, "diag": _Sizes.diagonal,
    "activated": _Sizes.activation, "gram": _Sizes.activation, "jacobian": _Sizes.derivative,
    "sequence": _Sizes.recursion, "product_up": _Sizes.layers, "product_down": _Sizes.layers, "slope": _Sizes.slope,
    "kernel_value": _Sizes.kernel, "slope_right": _Sizes.slope, "slope_left": _Sizes.slope,
}  # fmt: skip
