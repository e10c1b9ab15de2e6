"""A short script for a counterexample, made from the statement's tree; it must come to the counterexample's values.

Nothing of ours, no engine: exact fractions of the standard library.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from ...claims import Claim
from ...results import Result
from ...statement.premises import said
from ...statement.props import Prop, inside
from ...statement.terms import Sym, Term
from ..render import plain
from .code import HELPERS, Code, NoCode, Writer, identifier
from .gaussian import MOST
from .model import Line
from .point import Point, Value, read

_RELATIONS = {"eq": "==", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"}


def generate(claim: Claim, lines: Sequence[Line], result: Result) -> tuple[str, str]:
    """The text of a script that shows the counterexample, and ""; or "", and why there is none.

    Both sides of a failing relation must be closed expressions, means of polynomials in Gaussian entries among them:
    no derivative, no minimum, no root.
    """
    point = read(result.counterexample or "")
    if point is None:
        return "", "the counterexample is no list of exact values"
    reason = "no relation of the statement has these values"
    given = tuple(hypothesis.prop for hypothesis in claim.given)
    for line in lines:
        for relation, premises in _relations(line.prop, given):
            try:
                text = _script(claim, relation, premises, point)
            except NoCode as error:
                reason = str(error)
                continue
            if _comes_to(text, point):
                return text, ""
    return "", reason


def _relations(prop: Prop, premises: tuple[Prop, ...]) -> Iterator[tuple[Prop, tuple[Prop, ...]]]:
    """The relations that the statement makes, each with what it is said under."""
    return ((link, under) for under, link in said(prop, under=premises) if link.head in _RELATIONS)


def _script(claim: Claim, relation: Prop, premises: Sequence[Prop], point: Point) -> str:
    write = Writer()
    left, right = _sides(relation, write)
    values = dict(_values(write.symbols, point))
    held, untold = _premises(premises, write, values)
    drawn = [_draw(sym, covariance) for sym, covariance in write.drawn.items()]
    _check_size(write, values)
    helpers = "\n\n\n".join(HELPERS[name] for name in HELPERS if name in write.helpers)
    shown = "{}" if left.number and right.number else "[[str(a) for a in row] for row in {}]"
    sign = _RELATIONS[relation.head]
    body = [
        *(f"assert {line}" for line in held),
        f"left = {left.text}",
        f"right = {right.text}",
        f"print('left', {shown.format('left')}, 'right', {shown.format('right')}, "
        f"'; the statement says left {sign} right')",
        f"assert not left {sign} right",
    ]
    title = f"Counterexample to {claim.id} ({claim.source}): {plain(relation)}"
    assumed = f"Assumed, and not shown here: {'; '.join(map(plain, untold))}." if untold else ""
    note = "Exact fractions; nothing but Python's standard library is needed."
    words = "\n\n".join(textwrap.fill(text, 115, break_long_words=False) for text in (title, assumed, note) if text)
    blocks = (
        '"""' + words.replace("\\", "\\\\") + '\n"""',
        "from fractions import Fraction as F"
        + ("\nfrom functools import cache" if "paired" in write.helpers else "")
        + (f"\n\n\n{helpers}\n" if helpers else ""),
        "\n".join(f"{identifier(name)} = {_literal(value)}" for name, value in values.items()),
        "\n".join(drawn),
        "\n".join(body),
    )
    return "\n\n".join(filter(None, blocks)) + "\n"


def _sides(relation: Prop, write: Writer) -> tuple[Code, Code]:
    left, right = (write(arg) for arg in relation.args if isinstance(arg, Term))
    return left, right


def _draw(sym: Sym, covariance: str) -> str:
    """The line that draws it; of a family each member under a name of its own."""
    name = identifier(sym.name)
    if sym.has("iid"):
        return f"{name}_drawn = lambda i: gaussian(f\"{name}_{{i}}\", {covariance})"
    return f"{name}_drawn = gaussian(\"{name}\", {covariance})"


def _check_size(write: Writer, values: Mapping[str, Value]) -> None:
    """Raise :class:`NoCode` where so many products would be written out that a reader would wait for the script."""
    sizes = [int(v) for v in values.values() if isinstance(v, Fraction) and v.denominator == 1]
    longest = max([1, *sizes])
    rows = {name: len(v) for name, v in values.items() if isinstance(v, list)}
    entries = sum(max([1, *rows.values()]) * (longest if sym.has("iid") else 1) for sym in write.drawn)
    if comb(entries + write.degree, write.degree) > MOST:
        raise NoCode(f"the mean of a polynomial of degree {write.degree} in {entries} entries is too long to write out")


def _premises(
    premises: Sequence[Prop], write: Writer, values: Mapping[str, Value]
) -> tuple[list[str], list[Prop]]:
    """The premises as conditions in Python, those that are relations between the values there; and the others."""
    held, untold = [], []
    for premise in [link for p in premises for link in (inside(p) if p.head == "and" else [p])]:
        attempt = Writer(set(write.helpers))
        try:
            left, right = _sides(premise, attempt) if premise.head in _RELATIONS else (None, None)
        except NoCode:
            left = right = None
        if left is None or right is None or not attempt.symbols.keys() <= values.keys():
            untold.append(premise)
        else:
            write.helpers |= attempt.helpers
            write.drawn |= attempt.drawn
            write.degree = max(write.degree, attempt.degree)
            held.append(f"{left.text} {_RELATIONS[premise.head]} {right.text}")
    return held, untold


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
