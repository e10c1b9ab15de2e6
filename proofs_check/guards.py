"""The public functions, called with what cannot be meant: a sentence in the place of whatever Python raises.

What writes a statement down computes nothing: whatever goes wrong there is wrong in what it was given.  Functions that
compute look at their arguments themselves; of these, a call that does not fit is explained, and nothing else, so that
no defect of the tool passes for a mistake of its user's.  Standard library only.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any

from .errors import UserError

_LONG = 60
_SYMBOLS = frozenset({"matrix", "parameter", "scalar", "vector"})


def guarded(name: str, value: Any, module: str) -> Any:
    """``value`` as the package gives it: a function that says what is wrong with its arguments, anything else as is."""
    if isinstance(value, type):
        init = vars(value).get("__init__")
        if isinstance(init, FunctionType) and not hasattr(init, "__wrapped__"):
            value.__init__ = _explained(name, value)  # type: ignore[misc]
        return value
    if not isinstance(value, FunctionType):
        return value
    writes = module.startswith(".statement.")

    @wraps(value)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            made = value(*args, **kwargs)
            if writes:
                _check_made(name, made)
        except Exception as error:
            if getattr(error, "is_user_error", False):
                raise
            if not writes and not _does_not_fit(error):
                raise
            raise UserError(_sentence(name, value, args, kwargs, error)) from error
        return made

    return called


def _explained(name: str, made: type) -> Callable[..., None]:
    """The ``__init__`` of a class, which says what it takes."""
    init: Callable[..., None] = made.__init__  # type: ignore[misc]

    @wraps(init)
    def called(self: Any, *args: Any, **kwargs: Any) -> None:
        try:
            init(self, *args, **kwargs)
        except TypeError as error:
            if not _does_not_fit(error):
                raise
            raise UserError(_sentence(name, made, args, kwargs, error)) from error

    return called


def _does_not_fit(error: Exception) -> bool:
    """Whether the call itself went wrong: no line of what was called did."""
    here = error.__traceback__
    return isinstance(error, TypeError) and here is not None and here.tb_next is None


def _sentence(
    name: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception
) -> str:
    given = ", ".join([*map(_shown, args), *(f"{key}={_shown(value)}" for key, value in kwargs.items())])
    parameters = ", ".join(_parameter(one) for one in inspect.signature(function).parameters.values())
    what = "it is nested too deep" if isinstance(error, RecursionError) else str(error).split("\n")[0]
    return f"{name}({given}) cannot be meant: {what}. It is written {name}({parameters})."


def _parameter(one: inspect.Parameter) -> str:
    kind = "" if one.annotation is one.empty else f": {one.annotation}"
    return str(one.replace(annotation=one.empty, default=one.empty)) + kind


def _shown(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


def _check_made(name: str, made: Any) -> None:
    """Raise :class:`UserError` where what was written holds something that is neither a formula nor a proposition."""
    from .statement.props import Prop
    from .statement.terms import Op, Sym, Term

    if isinstance(made, Sym) and name in _SYMBOLS:
        from .own.wellformed import trait_problems

        for sentence in trait_problems(made, {made}):
            raise UserError(sentence)
    if isinstance(made, (Op, Prop)):
        for arg in made.args:
            if not isinstance(arg, (Term, Prop)):
                raise UserError(f"{name}(...) is applied to {_shown(arg)}: it takes formulas; a number n is term(n).")
