"""Sentences for what Python lets one write about terms and propositions though it means nothing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from ..errors import UserError


class Lacks(Exception):
    """An algebra has no meaning for something; the text completes '<algebra> lacks ...'."""


NO_TRUTH = (
    "a statement is neither true nor false before it is checked: join statements by conj(p, q), not by `and`, and "
    "write a chain of comparisons as chain(a, '<=', b, '<=', c)."
)


def no_term(value: object) -> UserError:
    """The error for a value that cannot stand in a formula, with the remedy.

    >>> print(no_term(0.5))
    the float 0.5 cannot stand in a formula, where numbers are exact: write Fraction(1, 2), or A / 2 for half of A.
    """
    if isinstance(value, bool):
        return UserError(f"{value} cannot stand in a formula: == compares how formulas are written; write eq(a, b).")
    if isinstance(value, float):
        return UserError(
            f"the float {value!r} cannot stand in a formula, where numbers are exact: write {_exact(value)}, or A / 2 "
            "for half of A."
        )
    if isinstance(value, str):
        return UserError(f"the text {value!r} cannot stand in a formula: define a symbol, scalar({value!r}), say.")
    if hasattr(value, "head"):
        return UserError("a statement cannot stand in a formula: formulas are made of symbols and numbers.")
    kind = type(value).__name__
    return UserError(f"{value!r} ({kind}) cannot stand in a formula: use symbols, integers and Fractions.")


def no_quotient(value: object) -> UserError:
    """The error for a division by 0.

    >>> print(no_quotient(1))
    1 is divided by 0, which is no number: divide by something else.
    """
    return UserError(f"{value!r} is divided by 0, which is no number: divide by something else.")


def check_dim(name: str, dim: object) -> None:
    """Raise :class:`UserError` where the symbol ``name`` would have no rows or columns, or half ones."""
    if not isinstance(dim, str) and (isinstance(dim, bool) or not isinstance(dim, int) or dim < 1):
        raise UserError(f"{name} has the dimension {dim!r}: a dimension is a positive integer, or a name such as 'd'.")


def check_place(what: str, k: object) -> None:
    """Raise :class:`UserError` for a number that counts no row or column: they are counted from 1."""
    if isinstance(k, (int, Fraction)) and (k < 1 or k.denominator != 1):
        raise UserError(f"{what} has the index {k}: rows and columns are counted 1, 2, 3 and so on.")


def _exact(value: float) -> str:
    if value != value or abs(value) == float("inf"):
        return "Fraction(p, q)"
    near = Fraction(value).limit_denominator(10**6)
    return f"Fraction({near.numerator}, {near.denominator})"


def refused(sentence: str) -> Callable[..., Any]:
    """A method for an operator that has no meaning here."""

    def method(*operands: object) -> NoReturn:
        raise UserError(sentence)

    return method


def compared(sign: str, maker: str) -> Callable[..., Any]:
    """A method for Python's comparison ``sign``, in the place of which ``maker`` stands."""
    return refused(f"formulas are not compared by {sign}: write {maker}(a, b) for the statement a {sign} b.")
