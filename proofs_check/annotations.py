"""Whether a value is what a parameter's annotation asks for, as far as that can be told.  Standard library only."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import import_module
from numbers import Rational, Real
from typing import Any, Union, get_args, get_origin

_NUMBERS: dict[object, type] = {int: Rational, float: Real}
"""What stands for a Python number: whether 2.5 is an integer, a function says itself."""


def misfit(function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """The first argument of a call that is not what its parameter asks for, in words; else ``""``."""
    try:
        given = inspect.signature(function).bind(*args, **kwargs).arguments
    except TypeError as error:
        return str(error)
    plain = inspect.unwrap(function.__init__ if isinstance(function, type) else function)  # type: ignore[misc]
    for name, value in given.items():
        parameter = inspect.signature(function).parameters[name]
        hint = resolved(parameter.annotation, getattr(plain, "__globals__", {}))
        several = parameter.kind is parameter.VAR_POSITIONAL
        for one in value if several else () if parameter.kind is parameter.VAR_KEYWORD else (value,):
            if not fits(one, hint):
                return f"{name} is {shown(one)}, where {_written(parameter.annotation)} is asked for"
    return ""


def resolved(annotation: Any, known: Mapping[str, Any]) -> Any:
    """What the annotation names; ``Any`` where that cannot be told."""
    if annotation is inspect.Parameter.empty:
        return Any
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, {}, _Names(known))
    except Exception:
        return Any


class _Names(dict[str, Any]):
    """Names of a module, and those that it imports for type checkers alone, where they are public."""

    def __missing__(self, name: str) -> Any:
        package = import_module(__package__ or "")
        if name in vars(package)["__all__"]:
            return getattr(package, name)
        raise KeyError(name)


def fits(value: Any, hint: Any) -> bool:
    """Whether the value is one of the kind.

    >>> fits((1, 2), tuple[int, ...]), fits("12", tuple[int, ...]), fits(None, Union[int, None])
    (True, False, True)
    """
    if hint is None:
        return value is None
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in inside)
    kind = _NUMBERS.get(hint, origin or hint)
    if not isinstance(kind, type):
        return True
    try:
        found = isinstance(value, kind) or (hint is int and hasattr(value, "__index__"))
    except TypeError:  # a protocol
        return True
    if not found or not inside or not isinstance(value, (tuple, list, range, set, frozenset, dict, str)):
        return found
    if kind is tuple and inside[-1] is not Ellipsis:
        return len(value) == len(inside) and all(map(fits, value, inside))
    return not issubclass(kind, (Iterable, Collection)) or all(fits(one, inside[0]) for one in value)


_LONG = 60


def shown(value: Any) -> str:
    """The value in one line, as far as it shows itself."""
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


def _written(annotation: Any) -> str:
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
