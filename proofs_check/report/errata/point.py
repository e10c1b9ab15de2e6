"""The counterexamples of the witnesses, read back as exact values.

>>> point = read("d = 2, N = 1, Lam = [[3, -1], [-1, 1/2]]: left -2/95, right 0")
>>> point.values["d"], point.values["Lam"][1][1], point.left
(Fraction(2, 1), Fraction(1, 2), Fraction(-2, 95))
>>> read("the paper has no lemma-49") is None
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Value = Any
"""A Fraction, or a list of values."""
_NUMBER = re.compile(r"-?\d+(?:/\d+)?")
_SIDES = re.compile(r"left (?P<left>.*), right (?P<right>.*)", re.S)


@dataclass(frozen=True, slots=True)
class Point:
    """Exact values by symbol name, and what both sides of the failing relation are there, where that is exact, too."""

    values: Mapping[str, Value]
    left: Value | None
    right: Value | None


def read(text: str) -> Point | None:
    """The point; None for a counterexample of another form, one that names a law for instance."""
    rest, colon, said = text.partition(": ")
    values: dict[str, Value] = {}
    while colon and rest:
        name, sign, after = rest.partition(" = ")
        value, rest = _value(after)
        if not sign or value is None or (rest and not rest.startswith(", ")):
            return None
        values[name], rest = value, rest[2:]
    sides = _SIDES.fullmatch(said)
    left, right = (_whole(sides[name]) if sides else None for name in ("left", "right"))
    return Point(values, left, right) if values else None


def _whole(text: str) -> Value:
    value, rest = _value(text)
    return None if rest else value


def _value(text: str) -> tuple[Value, str]:
    """The value at the start of ``text``, None if there is none, and what follows it."""
    number = _NUMBER.match(text)
    if number:
        return Fraction(number.group()), text[number.end():]
    if not text.startswith("["):
        return None, text
    items: list[Value] = []
    rest = text[1:]
    while not rest.startswith("]"):
        value, rest = _value(rest.removeprefix(", "))
        if value is None:
            return None, text
        items.append(value)
    return items, rest[1:]
