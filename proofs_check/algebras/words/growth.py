"""What words values do as integers grow: limits and orders of magnitude."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from symbolic.errors import InputError
from symbolic.indexed.laws import Moment
from symbolic.words import Letter, Matrix, N, Scalar, substitute
from symbolic.words.asymptotics import exceeds, is_of_order, tends_to_zero
from symbolic.words.structure import names

from ...statement.fold import Lacks
from .by_entries import has_entries
from .comparing import tends_by_entries
from .shapes import Any_, difference, mapped, parts_of


def _in_coefficients(values: list[Any_], lengths: tuple[str, ...]) -> tuple[list[Any_], tuple[str, ...]]:
    """One length that is not N, renamed N: words expand in the length that stands in coefficients."""
    inside = {name for value in values for part in parts_of(value) for name in names(part)}
    counted = any(isinstance(x, Letter) and lengths[0] in (x.rows, x.cols) for x in inside)
    if len(lengths) != 1 or lengths == ("N",) or "N" in inside or counted:
        return values, lengths
    renamed = [mapped(value, lambda x: substitute(x, {lengths[0]: N})) for value in values]
    return renamed, ("N",)


def tends(a: Any_, b: Any_, lengths: tuple[str, ...], moments: Mapping[Letter, Moment] | None = None) -> bool:
    """Whether ``a`` tends to ``b`` as all these lengths tend to infinity; for random values, whatever is drawn.

    ``moments`` are those of random covariances whose law is known.
    """
    if has_entries(a) or has_entries(b):
        return tends_by_entries(a, b, lengths, moments or {})
    if isinstance(a, Matrix) and isinstance(b, Scalar) and not b:
        b = a.scaled(0)
    (a, b), lengths = _in_coefficients([a, b], lengths)
    gap = difference(a, b)
    if gap is None:
        raise Lacks("words lacks limits of another shape")
    try:
        return all(tends_to_zero(x, lengths) for x in parts_of(gap))
    except InputError:
        return tends_by_entries(a, b, lengths, moments or {})


def of_order(f: Any_, g: Any_, lengths: tuple[str, ...]) -> bool:
    """Whether ``|f| <= C g`` for all these lengths with C free of them, as expansions show; else that they do not."""
    if not isinstance(f, Scalar) or not isinstance(g, Scalar):
        raise Lacks("words compares orders of numbers only")
    try:
        (f, g), lengths = cast("tuple[list[Scalar], tuple[str, ...]]", _in_coefficients([f, g], lengths))
        if is_of_order(f, g, lengths):
            return True
        if exceeds(f, g, lengths):
            return False
    except InputError as error:
        raise Lacks(f"words lacks this order: {error}") from error
    raise Lacks("words does not see this bound term by term")
