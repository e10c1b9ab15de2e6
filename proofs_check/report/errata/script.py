"""A short script for a counterexample, made from the statement's tree; it must come to the counterexample's values.

Nothing of ours, no engine: exact fractions of the standard library.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...claim import Claim
from ...results import Result
from ...statement.props import Prop
from ...statement.terms import Sym, Term
from ..render import plain
from .code import HELPERS, NoCode, Writer, identifier
from .model import Line
from .point import Point, Value, read

_RELATIONS = {"eq": "==", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"}


def generate(claim: Claim, lines: Sequence[Line], result: Result) -> tuple[str, str]:
    """The text of a script that shows the counterexample, and ""; or "", and why there is none.

    Both sides of a failing relation must be closed expressions: no mean, no derivative, no minimum.
    """
    point = read(result.counterexample or "")
    if point is None:
        return "", "the counterexample is no list of exact values"
    reason = "no relation of the statement has these values"
    for line in lines:
        for relation in _relations(line.prop):
            try:
                text = _script(claim, relation, point)
            except NoCode as error:
                reason = str(error)
                continue
            if _comes_to(text, point):
                return text, ""
    return "", reason


def _relations(prop: Prop) -> Iterator[Prop]:
    """The relations that the statement makes, conclusions only."""
    if prop.head in _RELATIONS:
        yield prop
    elif prop.head == "and":
        for link in prop.args:
            if isinstance(link, Prop):
                yield from _relations(link)
    elif prop.head == "implies" and isinstance(prop.args[1], Prop):
        yield from _relations(prop.args[1])


def _script(claim: Claim, relation: Prop, point: Point) -> str:
    sides = [arg for arg in relation.args if isinstance(arg, Term)]
    write = Writer()
    left, right = (write(side) for side in sides)
    helpers = "\n\n\n".join(HELPERS[name] for name in HELPERS if name in write.helpers)
    values = "\n".join(f"{identifier(name)} = {_literal(value)}" for name, value in _values(write.symbols, point))
    title = f"Counterexample to {claim.id} ({claim.source}): {plain(relation)}"
    matrices = not (left.number and right.number)
    shown = "[[str(a) for a in row] for row in {}]" if matrices else "{}"
    body = (
        f"left = {left.text}\nright = {right.text}\n"
        f"print('left', {shown.format('left')}, 'right', {shown.format('right')}, "
        f"'; the statement says left {_RELATIONS[relation.head]} right')\n"
        f"assert not left {_RELATIONS[relation.head]} right"
    )
    doc = '"""' + textwrap.fill(title, 115, break_long_words=False).replace("\\", "\\\\") + (
        '\n\nExact fractions; nothing but Python\'s standard library is needed.\n"""'
    )
    start = "from fractions import Fraction as F"
    return "\n\n".join(filter(None, (doc, f"{start}\n\n\n{helpers}\n" if helpers else start, values, body))) + "\n"


def _values(symbols: Mapping[str, Sym], point: Point) -> Iterator[tuple[str, Value]]:
    for name, sym in symbols.items():
        if name not in point.values:
            raise NoCode(f"the counterexample has no value of {name}")
        value = point.values[name]
        if not sym.has("iid"):
            while sym.shape == (1, 1) and isinstance(value, list):
                (value,) = value
            if sym.shape != (1, 1) and not isinstance(value, list):
                value = [[value]]
        yield name, value


def _literal(value: Value) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return f"F({value})" if value.denominator == 1 else f"F({value.numerator}, {value.denominator})"


def _comes_to(text: str, point: Point) -> bool:
    """Whether the script, run here, finds both sides as the witness did, and its assertion holds."""
    names: dict[str, Any] = {"print": lambda *_: None}
    try:
        exec(compile(text, "<counterexample>", "exec"), names)
    except Exception:
        return False
    return _same(names["left"], point.left) and _same(names["right"], point.right)


def _same(mine: Any, theirs: Value | None) -> bool:
    """Equal entry by entry; what the witness knows to some digits only is not compared."""

    def flat(value: Any) -> list[Fraction]:
        return [item for part in value for item in flat(part)] if isinstance(value, list) else [Fraction(value)]

    return theirs is None or flat(mine) == flat(theirs)
