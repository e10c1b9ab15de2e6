"""What words values do as integers grow: limits and orders of magnitude."""

from __future__ import annotations

from collections.abc import Mapping

from symbolic.errors import InputError
from symbolic.indexed.laws import Moment
from symbolic.words import Letter, Matrix, Scalar
from symbolic.words.asymptotics import exceeds, is_of_order, tends_to_zero

from ...statement.fold import Lacks
from .by_entries import has_entries
from .comparing import tends_by_entries
from .shapes import Any_, difference, parts_of


def tends(a: Any_, b: Any_, lengths: tuple[str, ...], moments: Mapping[Letter, Moment] | None = None) -> bool:
    """Whether ``a`` tends to ``b`` as all these lengths tend to infinity; for random values, whatever is drawn.

    ``moments`` are those of random covariances whose law is known.
    """
    if has_entries(a) or has_entries(b):
        return tends_by_entries(a, b, lengths, moments or {})
    if isinstance(a, Matrix) and isinstance(b, Scalar) and not b:
        b = a.scaled(0)
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
        if is_of_order(f, g, lengths):
            return True
        if exceeds(f, g, lengths):
            return False
    except InputError as error:
        raise Lacks(f"words lacks this order: {error}") from error
    raise Lacks("words does not see this bound term by term")
