"""Other values of what a statement about least values, or means, leaves free: what holds at one point may fail where
numbers have another sign or size, or a vector or a matrix vanishes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...statement.binding import NAMING, free_symbols
from ...statement.props import Prop
from ...statement.special_values import special_values
from ...statement.terms import Sym

_VALUES = (Fraction(-1), Fraction(16), Fraction(0), Fraction(1, 64), Fraction(-16))
_SPECIAL = 3
_NOT_FREE = frozenset({
    "random", "derived", "index", "identity", "zero", "integer", "parameter", "law", "layers", "layer",
})  # fmt: skip
_WITH_ZERO = frozenset({"symmetric", "psd", "nonnegative"})


def other_numbers(props: Sequence[Prop]) -> list[dict[str, Fraction]]:
    """Values for all of these numbers at once, by name; none where nothing is left free.

    >>> from ...statement.props import ge
    >>> from ...statement.terms import minimum, scalar
    >>> a, c = scalar("a"), scalar("c")
    >>> [{name: str(x) for name, x in values.items()} for values in other_numbers([ge(minimum(a**2 + c, a), 0)])][:2]
    [{'c': '-1'}, {'c': '16'}]
    """
    free = [s for s in _free(props) if s.shape == (1, 1)]
    if not free:
        return []
    named = special_values(tuple(props))
    found = [{s.name: x for s in free if _admits(s, x)} for x in _VALUES]
    for sign in (Fraction(16), Fraction(-16)):
        found.append({s.name: x for k, s in enumerate(free) if _admits(s, x := sign * (-1) ** k)})
    found += [{s.name: x} for s in free for x in named.get(s, ())[:_SPECIAL] if _admits(s, x)]
    return [values for k, values in enumerate(found) if values and values not in found[:k]]


def may_vanish(props: Sequence[Prop]) -> list[Sym]:
    """The vectors and matrices among what is left free that may be zero."""
    return [s for s in _free(props) if s.shape != (1, 1) and s.traits <= _WITH_ZERO]


def _free(props: Sequence[Prop]) -> list[Sym]:
    met = frozenset[Sym]().union(*(free_symbols(prop, NAMING) for prop in props))
    return sorted((s for s in met if not s.traits & _NOT_FREE), key=lambda s: s.name)


def _admits(s: Sym, x: Fraction) -> bool:
    if s.traits & {"positive", "posdef"}:
        return x > 0
    return x >= 0 if s.traits & {"nonnegative", "psd"} else x != 0 or not s.traits & {"nonzero", "invertible"}
