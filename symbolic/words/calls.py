"""Functions of which words know few laws, with values that are matrices: letters that hold their arguments.

A function is called on arguments in normal form, so equal arguments give the same letter (or the same scalar, for a
value that is 1 x 1).  Its constructor may first bring the arguments to a canonical place by the laws that hold for it;
it is run again when something is put into the arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .letters import Dim, Letter, with_transpose
from .matrices import Matrix, Value
from .scalars import atom

Arguments = tuple[Any, ...]
"""Scalars, matrices and whatever else is hashable, in the order in which the constructor takes them."""
Derivative = Callable[[Arguments, Callable[[Value], Value], Any], Value]
"""The derivative of a value, from its arguments, the derivative of what stands in them, and the velocities."""


@dataclass(frozen=True)
class Calling:
    """How a function is built from arguments, how its values move and how they are printed.

    Without ``derivative`` it is not known how they move; without ``text`` they are numbered.
    """

    build: Callable[..., Value]
    derivative: Derivative | None = None
    text: Callable[[Arguments], str] | None = None


CALLS: dict[str, Calling] = {}
"""The functions by name."""

_CALLED: dict[tuple[object, ...], Letter] = {}


def called(name: str, args: Arguments, rows: Dim, cols: Dim, *, symmetric: bool = False) -> Value:
    """The value of the function ``name`` at arguments that need no further law."""
    if rows == 1 and cols == 1:
        return atom("opaque", name, args).power()
    key = (name, args, rows, cols, symmetric)
    found = _CALLED.get(key)
    if found is None:
        found = _CALLED[key] = Letter(call_text(name, args) or f"{name}#{len(_CALLED) + 1}", rows, cols)
        found.call = (name, args)
        if not symmetric:
            with_transpose(found)
    return Matrix.of(found)


def call_text(name: str, args: Arguments) -> str:
    """How the function says that its value is printed, or nothing."""
    text = CALLS[name].text
    return "" if text is None else text(args)


def called_at(name: str, args: Arguments) -> Value:
    """The function built at these arguments, by its laws."""
    return CALLS[name].build(*args)
