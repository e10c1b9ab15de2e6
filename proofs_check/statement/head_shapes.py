"""The shape of every head from those of its arguments, and what it asks of them.

Dimensions are compared by name (:mod:`.dimensions`): ``"d"`` and ``"N"`` are different.  Of a dimension that the tree
does not tell nothing is said.  A head without a row here is none of the language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from ..errors import UserError
from .dimensions import ONE, Size, size, size_of_term
from .terms import Abbrev, Num, Op, Sym, Term

Shape = tuple[Size | None, Size | None]
"""Rows and columns; None for one that the tree does not tell."""
SCALAR: Shape = (ONE, ONE)
UNKNOWN: Shape = (None, None)
Say = Callable[[Term], str]
Row = tuple[Term, Shape]

_ZERO = Num(Fraction(0))
"""Beside a matrix, the number 0 stands for a zero of its shape."""
_FUNCTIONS = {
    "activation": "an activation: its values are activated({0}, U, W)",
    "kernel": "a kernel: its values are kernel_value({0}, u, v) and gram({0}, U, W)",
    "function": "a function: its values are apply({0}, x)",
}
"""What is no number or matrix itself, by its trait."""
_FUNCTION_OF = {"activated": "activation", "jacobian": "activation", "gram": "kernel", "kernel_value": "kernel"}
"""Heads whose first argument is a function of that kind."""
LAWS = frozenset({"exponential", "gamma", "two_point"})
"""Laws of a number, which are no numbers themselves."""


class HeadShapes:
    """Shapes of terms, each read once; raises :class:`UserError` where they do not fit.

    ``sizes``: dimensions that a hypothesis fixes, as in ``d = 2``.
    """

    def __init__(self, say: Say, sizes: Mapping[str, Size | None] | None = None) -> None:
        self.say = say
        self.sizes = sizes or {}
        self._seen: dict[Term, Shape] = {}

    def __call__(self, node: Term) -> Shape:
        if node not in self._seen:
            self._seen[node] = self._shape(node)
        return self._seen[node]

    def _shape(self, node: Term) -> Shape:
        match node:
            case Sym(shape=(rows, columns)):
                return size(rows).where(self.sizes), size(columns).where(self.sizes)
            case Abbrev(sym=sym, body=body):
                self(body)
                return self(sym)
            case Op(head=head, args=args):
                for arg in args:
                    if not isinstance(arg, Term):
                        raise UserError(f"{head}(...) is applied to {arg!r}: it takes formulas; a number n is term(n).")
                self.no_bare_function(node)
                rule = RULES.get(head)
                if rule is None:
                    raise UserError(f"{head!r} is no head of the statement language.")
                return rule(self, node, [(arg, self(arg)) for arg in args])
        return SCALAR

    def text(self, shape: Shape) -> str:
        return "a number" if shape == SCALAR else f"{shape[0] or '?'} x {shape[1] or '?'}"

    def _size(self, node: Term) -> Size | None:
        found = size_of_term(node)
        return None if found is None else found.where(self.sizes)

    # Requirements -------------------------------------------------------------------------------------------

    def no_bare_function(self, node: Op) -> None:
        for place, arg in enumerate(node.args):
            allowed = node.head == "apply" or (place == 0 and node.head in _FUNCTION_OF)
            if not allowed:
                self.value(arg)
        wanted = _FUNCTION_OF.get(node.head)
        first = node.args[0] if node.args else None
        if wanted and not (isinstance(first, Sym) and first.has(wanted)):
            article = "an" if wanted[0] in "aeiou" else "a"
            said = self.say(first) if first is not None else "nothing"
            raise UserError(f"{node.head}(...) is of {article} {wanted}: {said} is none. Write {wanted}('h').")

    def value(self, node: Term) -> None:
        """What has a value itself: neither a function nor a law."""
        kind = next((trait for trait in _FUNCTIONS if isinstance(node, Sym) and node.has(trait)), "")
        if kind:
            raise UserError(f"{self.say(node)} is {_FUNCTIONS[kind].format(self.say(node))}.")
        if isinstance(node, Op) and node.head in LAWS:
            raise UserError(f"{self.say(node)} is a law, no number: it stands in iid_entries(v, law).")

    def alike(self, what: str, *rows: Row) -> None:
        told = [(term, shape) for term, shape in rows if shape != UNKNOWN and term != _ZERO]
        for term, shape in told[1:]:
            if not fits(shape, told[0][1]):
                first = f"{self.say(told[0][0])} is {self.text(told[0][1])}"
                raise UserError(f"{what} have different shapes: {first}, {self.say(term)} is {self.text(shape)}.")

    def square(self, head: str, row: Row) -> None:
        term, (rows, columns) = row
        if rows is not None and columns is not None and rows != columns:
            raise UserError(f"{head} needs a square matrix: {self.say(term)} is {self.text((rows, columns))}.")

    def number(self, head: str, row: Row) -> None:
        term, shape = row
        if not fits(shape, SCALAR):
            raise UserError(f"{head} takes a number: {self.say(term)} is {self.text(shape)}.")

    def side(self, what: str, place: int, *rows: Row) -> None:
        """The same rows (place 0) or columns (1) throughout."""
        told = [(term, shape) for term, shape in rows if shape[place] is not None]
        for term, shape in told[1:]:
            if shape[place] != told[0][1][place]:
                first = f"{self.say(told[0][0])} is {self.text(told[0][1])}"
                name = "columns" if place else "rows"
                raise UserError(f"{what} have different {name}: {first}, {self.say(term)} is {self.text(shape)}.")

    # Values -------------------------------------------------------------------------------------------------

    def sum(self, node: Op, rows: list[Row]) -> Shape:
        self.alike(f"In {self.say(node)} the terms", *rows)
        return together(*(shape for term, shape in rows if term != _ZERO)) if len(rows) > 1 else rows[0][1]

    def product(self, node: Op, rows: list[Row]) -> Shape:
        (left, a), (right, b) = rows
        if SCALAR in (a, b):
            return b if a == SCALAR else a
        if a[1] is not None and b[0] is not None and a[1] != b[0]:
            vectors = a[1] == b[1] == ONE
            hint = " Write u.T * v for the scalar product, u * v.T for the matrix." if vectors else ""
            raise UserError(
                f"In {self.say(node)} the columns of {self.say(left)} ({self.text(a)}) are not the rows of "
                f"{self.say(right)} ({self.text(b)}).{hint}"
            )
        return UNKNOWN if UNKNOWN in (a, b) else (a[0], b[1])

    def quotient(self, node: Op, rows: list[Row]) -> Shape:
        if not fits(rows[1][1], SCALAR):
            below = self.text(rows[1][1])
            raise UserError(f"In {self.say(node)} the divisor is {below}: multiply by inv(...) instead.")
        return rows[0][1]

    def power(self, node: Op, rows: list[Row]) -> Shape:
        (term, (above, beside)), exponent = rows
        if above is not None and beside is not None and above != beside:
            text = self.text((above, beside))
            raise UserError(f"A power needs a square matrix: {self.say(term)} is {text}. A norm is norm_2(v).")
        self.number("an exponent", exponent)
        return above, beside

    def where(self, node: Op, rows: list[Row]) -> Shape:
        """What is put in has the shape of the symbol that it is put in for, whose sizes may be put in as well."""
        (_, body), pairs = rows[0], list(zip(rows[1::2], rows[2::2], strict=True))
        sizes = {sym.name: self._size(value) for (sym, _), (value, _) in pairs if isinstance(sym, Sym)}
        for (sym, shape), row in pairs:
            now = tuple(None if n is None else n.where(sizes) for n in shape)
            self.alike("A symbol and what is put in its place", (sym, (now[0], now[1])), row)
        found = [None if n is None else n.where(sizes) for n in body]
        return found[0], found[1]

    def activation(self, node: Op, rows: list[Row]) -> Shape:
        """As many rows as the first argument has columns, as many columns as the second."""
        (_, u), (_, w) = rows[1:3]
        self.side(f"In {self.say(node)} the arguments", 0, *rows[1:3])
        return u[1], w[1]

    def derivative(self, node: Op, rows: list[Row]) -> Shape:
        """Of an activation, in the direction of a change of its first or second argument."""
        h, which, *arguments, direction = rows
        if which[0] in (Num(Fraction(1)), Num(Fraction(2))):
            self.alike("An argument and its direction", arguments[int(which[0].value) - 1], direction)
        return self.activation(node, [h, *arguments])

    def recursion(self, node: Op, rows: list[Row]) -> Shape:
        F, _, start, step, upto = rows
        self.alike(f"In {self.say(node)} the letter, the start and the step", F, start, step)
        self.number("the layer of a sequence", upto)
        return F[1]

    def layers(self, node: Op, rows: list[Row]) -> Shape:
        _, last, body = rows
        self.number("the last layer of a product", last)
        self.square("A product over layers", body)
        return body[1]

    def block(self, node: Op, rows: list[Row]) -> Shape:
        a, b, c, d = rows
        for what, place, pair in (
            ("above", 0, (a, b)), ("below", 0, (c, d)), ("on the left", 1, (a, c)), ("on the right", 1, (b, d)),
        ):  # fmt: skip
            self.side(f"In {self.say(node)} the blocks {what}", place, *pair)
        above, below = known(a[1][0], b[1][0]), known(c[1][0], d[1][0])
        left, right = known(a[1][1], c[1][1]), known(b[1][1], d[1][1])
        return plus(above, below), plus(left, right)

    def over(self, node: Op, rows: list[Row]) -> Shape:
        """``stack_over``, ``beside_over``: as many times as the upper limit says."""
        limit, (_, (above, beside)) = self._size(node.args[1]), rows[2]
        if node.head == "stack_over":
            return times(limit, above), beside
        return above, times(limit, beside)

    def joined(self, node: Op, rows: list[Row]) -> Shape:
        """``stack`` and ``beside``."""
        (_, a), (_, b) = rows
        above = node.head == "stack"
        self.side(f"In {self.say(node)} the parts", 1 if above else 0, *rows)
        return (plus(a[0], b[0]), known(a[1], b[1])) if above else (known(a[0], b[0]), plus(a[1], b[1]))

    def kronecker(self, node: Op, rows: list[Row]) -> Shape:
        (_, a), (_, b) = rows
        return times(a[0], b[0]), times(a[1], b[1])

    def unstacked(self, node: Op, rows: list[Row]) -> Shape:
        (_, (length, _)), (_, (above, _)) = rows
        return above, None if length is None or above is None else length.over(above)

    def curved(self, node: Op, rows: list[Row]) -> Shape:
        self.number("curvature", rows[0])
        for pair in zip(rows[1::2], rows[2::2], strict=True):
            self.alike("A symbol and its direction", *pair)
        return SCALAR

    def of_vector(self, node: Op, rows: list[Row]) -> Shape:
        """A column, or a row."""
        term, (above, beside) = rows[0]
        if above not in (None, ONE) and beside not in (None, ONE):
            raise UserError(
                f"{node.head} takes a vector: {self.say(term)} is {self.text((above, beside))}. Of a matrix A, "
                "norm_F(A) is the Frobenius norm, norm_op(A) the operator norm."
            )
        return SCALAR

    def place(self, node: Op, rows: list[Row]) -> Shape:
        """An entry, a row, a column or an eigenvalue, counted by numbers that are not beyond the size."""
        (A, (above, beside)), places = rows[0], rows[1:]
        if node.head == "eigenvalue":
            self.square(node.head, rows[0])
        for row in places:
            self.number(f"a place in {node.head}", row)
        sizes = {"col": (beside,), "row": (above,), "eigenvalue": (above,)}.get(node.head, (above, beside))
        for n, (k, _) in zip(sizes, places, strict=True):
            last, asked = None if n is None else n.value({}), self._size(k)
            number = None if asked is None else asked.value({})
            if last is not None and number is not None and number > last:
                text = self.text((above, beside))
                raise UserError(f"{self.say(node)} has no value: {self.say(A)} is {text}, which has no place {number}.")
        return {"row": (ONE, beside), "col": (above, ONE)}.get(node.head, SCALAR)

    def diagonal(self, node: Op, rows: list[Row]) -> Shape:
        term, (above, beside) = rows[0]
        if beside not in (None, ONE):
            raise UserError(f"diag takes a vector: {self.say(term)} is {self.text((above, beside))}.")
        return above, above


Rule = Callable[[HeadShapes, Op, list[Row]], Shape]


def fits(a: Shape, b: Shape) -> bool:
    return all(m is None or n is None or m == n for m, n in zip(a, b, strict=True))


def known(a: Size | None, b: Size | None) -> Size | None:
    return b if a is None else a


def plus(a: Size | None, b: Size | None) -> Size | None:
    return None if a is None or b is None else a + b


def times(a: Size | None, b: Size | None) -> Size | None:
    return None if a is None or b is None else a * b


def together(*shapes: Shape) -> Shape:
    """What any of some shapes that fit together tells."""
    found = UNKNOWN
    for shape in shapes:
        found = known(found[0], shape[0]), known(found[1], shape[1])
    return found


def _like(place: int, *, square: bool = False, number: bool = False) -> Rule:
    """The shape of the argument at ``place``; the first one square, or a number."""

    def rule(shapes: HeadShapes, node: Op, rows: list[Row]) -> Shape:
        if square:
            shapes.square(node.head, rows[0])
        if number:
            shapes.number(node.head, rows[0])
        return rows[place][1]

    return rule


def _number(*, square: bool = False, number: int = 0, alike: int = 0, skip: int = 0) -> Rule:
    """A number; behind ``skip`` arguments the first is square, ``number`` are numbers, ``alike`` have one shape."""

    def rule(shapes: HeadShapes, node: Op, rows: list[Row]) -> Shape:
        asked = rows[skip:]
        if square:
            shapes.square(node.head, asked[0])
        for row in asked[:number]:
            shapes.number(node.head, row)
        if alike:
            shapes.alike(f"The arguments of {node.head}", *asked[:alike])
        return SCALAR

    return rule


RULES: dict[str, Rule] = {
    "+": HeadShapes.sum, "-": HeadShapes.sum, "*": HeadShapes.product, "/": HeadShapes.quotient, "^": HeadShapes.power,
    "neg": _like(0), "where": HeadShapes.where, "diag": HeadShapes.diagonal, "kron": HeadShapes.kronecker,
    "block": HeadShapes.block, "stack": HeadShapes.joined, "beside": HeadShapes.joined, "unvec": HeadShapes.unstacked,
    "stack_over": HeadShapes.over, "beside_over": HeadShapes.over, "curvature": HeadShapes.curved,
    "activated": HeadShapes.activation, "gram": HeadShapes.activation, "jacobian": HeadShapes.derivative,
    "sequence": HeadShapes.recursion, "product_up": HeadShapes.layers, "product_down": HeadShapes.layers,
    "T": lambda _, node, rows: (rows[0][1][1], rows[0][1][0]),
    "pinv": lambda _, node, rows: (rows[0][1][1], rows[0][1][0]),
    "projection": lambda _, node, rows: (rows[0][1][0], rows[0][1][0]),
    "norm_2": HeadShapes.of_vector, **dict.fromkeys(("entry", "row", "col", "eigenvalue"), HeadShapes.place),
    "vec": lambda _, node, rows: (times(*rows[0][1]), ONE),
    "argmin": lambda shapes, node, rows: rows[1][1] if len(rows) == 2 else UNKNOWN,
    "apply": lambda _, node, rows: UNKNOWN,
    "grad": _like(1, number=True),
    **dict.fromkeys(("slope", "slope_right", "slope_left", "per_prompt"), _like(1)),
    **dict.fromkeys(("softmax", "expect", "expect_given", "ddt", "at0", "at", "relu_each", "exp_each"), _like(0)),
    **dict.fromkeys(("modulus", "masked_softmax"), _like(0, square=True)),
    **dict.fromkeys(("sum", "sum_unequal"), _like(-1)),
    **dict.fromkeys((
        "norm_F", "norm_op", "nuclear", "columns", "singular_product_sum", "unknowns", "rank", "prediction",
        "prediction_on",
    ), _number()),
    **dict.fromkeys(("tr", "det", "cond", "least_eigenvalue", "least_positive_eigenvalue"),
                    _number(square=True)),
    **dict.fromkeys(("sqrt", "exp", "relu", "abs", "minimum", "infimum"), _number(number=1)),
    **dict.fromkeys(("least", "delta", *sorted(LAWS)), _number(number=3)),
    "least_over": _number(number=1, skip=2), "least_unequal": _number(number=1, skip=3),
    "inner": _number(alike=2), "kernel_value": _number(alike=2, skip=1),
}  # fmt: skip
