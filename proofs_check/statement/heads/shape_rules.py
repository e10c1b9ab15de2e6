"""The shape of each head from those of its arguments, and what it asks of them; what a proposition asks of its.

The first line of a rule is what the reference page says, ``{0}`` standing for the first argument.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from ...errors import UserError
from ..dimensions import ONE
from ..trees import Num, Op, Sym
from .shaping import SCALAR, UNKNOWN, ZERO, Row, Shape, Shaping, fits, known, plus, times, together

if TYPE_CHECKING:
    from ..props import Prop

Rule = Callable[[Shaping, Op, list[Row]], Shape]
Check = Callable[[Shaping, "Prop", list[Row]], None]


def total(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """all are of one shape, which it has too; 0 stands for a zero of any shape"""
    shapes.alike("the terms", *rows, node=node)
    return together(*(shape for term, shape in rows if term != ZERO)) if len(rows) > 1 else rows[0][1]


def product(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """{0} or {1} is a number, or the columns of {0} are the rows of {1}: m x k times k x n is m x n"""
    (left, a), (right, b) = rows
    if SCALAR in (a, b):
        return b if a == SCALAR else a
    if a[1] is not None and b[0] is not None and a[1] != b[0]:
        vectors = a[1] == b[1] == ONE
        hint = " Write u.T * v for the scalar product, u * v.T for the matrix." if vectors else ""
        raise UserError(
            f"In {shapes.say(node)} the columns of {shapes.say(left)} ({shapes.text(a)}) are not the rows of "
            f"{shapes.say(right)} ({shapes.text(b)}).{hint}"
        )
    return UNKNOWN if UNKNOWN in (a, b) else (a[0], b[1])


def quotient(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """{1} is a number; gives the shape of {0}"""
    if not fits(rows[1][1], SCALAR):
        below = shapes.text(rows[1][1])
        raise UserError(f"In {shapes.say(node)} the divisor is {below}: multiply by inv(...) instead.")
    return rows[0][1]


def power(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """{0} is square, {1} a number; gives the shape of {0}"""
    (term, (above, beside)), exponent = rows
    if above is not None and beside is not None and above != beside:
        text = shapes.text((above, beside))
        raise UserError(f"A power needs a square matrix: {shapes.say(term)} is {text}. A norm is norm_2(v).")
    shapes.number("an exponent", exponent)
    return above, beside


def where(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """what is put in has the shape of its symbol; gives the shape of {0} at the sizes that are put in"""
    (_, body), pairs = rows[0], list(zip(rows[1::2], rows[2::2], strict=True))
    sizes = {sym.name: shapes.size(value) for (sym, _), (value, _) in pairs if isinstance(sym, Sym)}
    for (sym, shape), row in pairs:
        now = tuple(None if n is None else n.where(sizes) for n in shape)
        shapes.alike("A symbol and what is put in its place", (sym, (now[0], now[1])), row)
    found = [None if n is None else n.where(sizes) for n in body]
    return found[0], found[1]


def activation(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """{1} and {2} have as many rows: d x m and d x n give m x n"""
    (_, u), (_, w) = rows[1:3]
    shapes.side("the arguments", 0, *rows[1:3], node=node)
    return u[1], w[1]


def derivative(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """{4} has the shape of the argument that {1} names; gives the shape of {0}({2}, {3})"""
    h, which, *arguments, direction = rows
    if which[0] in (Num(Fraction(1)), Num(Fraction(2))):
        shapes.alike("An argument and its direction", arguments[int(which[0].value) - 1], direction)
    return activation(shapes, node, [h, *arguments])


def recursion(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """{0}, {2} and {3} are of one shape, which it has too; {4} is a number"""
    F, _, start, step, upto = rows
    shapes.alike("the letter, the start and the step", F, start, step, node=node)
    shapes.number("the layer of a sequence", upto)
    return F[1]


def layers(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """{1} is a number, {2} square; gives the shape of {2}"""
    _, last, body = rows
    shapes.number("the last layer of a product", last)
    shapes.square("A product over layers", body)
    return body[1]


def block(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """blocks beside each other have as many rows, above each other as many columns"""
    a, b, c, d = rows
    for what, place, pair in (
        ("above", 0, (a, b)), ("below", 0, (c, d)), ("on the left", 1, (a, c)), ("on the right", 1, (b, d)),
    ):  # fmt: skip
        shapes.side(f"the blocks {what}", place, *pair, node=node)
    above, below = known(a[1][0], b[1][0]), known(c[1][0], d[1][0])
    left, right = known(a[1][1], c[1][1]), known(b[1][1], d[1][1])
    return plus(above, below), plus(left, right)


def over(side: int) -> Rule:
    """Of ``stack_over`` (side 0) and ``beside_over`` (1): as many times as the upper limit says."""

    def rule(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
        limit, (_, (above, beside)) = shapes.size(node.args[1]), rows[2]
        return (times(limit, above), beside) if side == 0 else (above, times(limit, beside))

    rule.__doc__ = "{1} times as many " + ("rows as {2}", "columns as {2}")[side]
    return rule


def joined(side: int) -> Rule:
    """Of ``stack`` (side 0) and ``beside`` (1)."""

    def rule(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
        (_, a), (_, b) = rows
        shapes.side("the parts", 1 - side, *rows, node=node)
        return (plus(a[0], b[0]), known(a[1], b[1])) if side == 0 else (known(a[0], b[0]), plus(a[1], b[1]))

    rule.__doc__ = ("as many columns; the rows are added", "as many rows; the columns are added")[side]
    return rule


def kronecker(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """m x n and p x q give mp x nq"""
    (_, a), (_, b) = rows
    return times(a[0], b[0]), times(a[1], b[1])


def unstacked(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """mn x 1 gives m x n, {1} having m rows"""
    (_, (length, _)), (_, (above, _)) = rows
    return above, None if length is None or above is None else length.over(above)


def curved(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """{0} is a number, each direction has the shape of its symbol; gives a number"""
    shapes.number("curvature", rows[0])
    for pair in zip(rows[1::2], rows[2::2], strict=True):
        shapes.alike("A symbol and its direction", *pair)
    return SCALAR


def of_vector(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """{0} is a column or a row; gives a number"""
    term, (above, beside) = rows[0]
    if above not in (None, ONE) and beside not in (None, ONE):
        raise UserError(
            f"{node.head} takes a vector: {shapes.say(term)} is {shapes.text((above, beside))}. Of a matrix A, "
            "norm_F(A) is the Frobenius norm, norm_op(A) the operator norm."
        )
    return SCALAR


def counted(counts: tuple[int, ...], gives: Callable[[Shape], Shape], *, square: bool = False) -> Rule:
    """Places counted by numbers that are not beyond the number of rows (0) or columns (1)."""

    def rule(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
        (A, shape), places = rows[0], rows[1:]
        if square:
            shapes.square(node.head, rows[0])
        for row in places:
            shapes.number(f"a place in {node.head}", row)
        for side, (k, _) in zip(counts, places, strict=True):
            n, asked = shape[side], shapes.size(k)
            last, number = None if n is None else n.value({}), None if asked is None else asked.value({})
            if last is not None and number is not None and number > last:
                raise UserError(
                    f"{shapes.say(node)} has no value: {shapes.say(A)} is {shapes.text(shape)}, which has no place "
                    f"{number}."
                )
        return gives(shape)

    said = [f"{{{k}}} at most the number of {'columns' if side else 'rows'}" for k, side in enumerate(counts, 1)]
    rule.__doc__ = ", ".join(["{0} is square"] * square + said)
    return rule


def diagonal(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """n x 1 gives n x n"""
    term, (above, beside) = rows[0]
    if beside not in (None, ONE):
        raise UserError(f"diag takes a vector: {shapes.say(term)} is {shapes.text((above, beside))}.")
    return above, above


def like(place: int, *, square: bool = False, number: bool = False) -> Rule:
    """The shape of the argument at ``place``; the first one square, or a number."""

    def rule(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
        if square:
            shapes.square(node.head, rows[0])
        if number:
            shapes.number(node.head, rows[0])
        return rows[place][1]

    rule.__doc__ = "{0} is square; " * square + "{0} is a number; " * number + f"gives the shape of {{{place}}}"
    return rule


def number(*, square: bool = False, numbers: int = 0, alike: int = 0, skip: int = 0) -> Rule:
    """A number; behind ``skip`` arguments the first is square, so many are ``numbers``, so many ``alike`` in shape."""

    def rule(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
        asked = rows[skip:]
        if square:
            shapes.square(node.head, asked[0])
        for row in asked[:numbers]:
            shapes.number(node.head, row)
        if alike:
            shapes.alike(f"The arguments of {node.head}", *asked[:alike])
        return SCALAR

    said = [f"{{{skip}}} is square"] * square + [f"{{{k}}} is a number" for k in range(skip, skip + numbers)]
    said += [" and ".join(f"{{{k}}}" for k in range(skip, skip + alike)) + " are of one shape"] * (alike > 0)
    rule.__doc__ = "; ".join([*said, "gives a number"])
    return rule


def turned(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """m x n gives n x m"""
    _, (above, beside) = rows[0]
    return beside, above


def on_the_rows(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """m x n gives m x m"""
    return rows[0][1][0], rows[0][1][0]


def stacked(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """m x n gives mn x 1"""
    return times(*rows[0][1]), ONE


def of_the_variable(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """gives the shape of the one symbol; of several nothing is told"""
    return rows[1][1] if len(rows) == 2 else UNKNOWN


def untold(shapes: Shaping, node: Op, rows: list[Row]) -> Shape:
    """not told"""
    return UNKNOWN


# Propositions -----------------------------------------------------------------------------------------------

def anything(shapes: Shaping, prop: Prop, rows: list[Row]) -> None:
    """any shapes"""


def sides_alike(shapes: Shaping, prop: Prop, rows: list[Row]) -> None:
    """{0} and {1} are of one shape"""
    shapes.alike("The two sides", *rows[:2])


def ordered(shapes: Shaping, prop: Prop, rows: list[Row]) -> None:
    """{0} and {1} are numbers"""
    for term, shape in rows:
        if not fits(shape, SCALAR):
            raise UserError(
                f"le, lt, ge and gt compare numbers: {shapes.say(term)} is {shapes.text(shape)}. For matrices write "
                "psd(B - A)."
            )


def square(shapes: Shaping, prop: Prop, rows: list[Row]) -> None:
    """{0} is square"""
    shapes.square(prop.head, rows[0])


def square_alike(shapes: Shaping, prop: Prop, rows: list[Row]) -> None:
    """{0} and {1} are square and of one shape"""
    for row in rows[:2]:
        shapes.square(prop.head, row)
    shapes.alike("The matrices of commute", *rows)


def of_a_number(shapes: Shaping, prop: Prop, rows: list[Row]) -> None:
    """{0} is a number"""
    shapes.number(prop.head, rows[0])


def at_points(shapes: Shaping, prop: Prop, rows: list[Row]) -> None:
    """{0} is a number, each value has the shape of its symbol"""
    shapes.number(prop.head, rows[0])
    for pair in zip(rows[1::2], rows[2::2], strict=True):
        shapes.alike("A symbol and its value", *pair)
