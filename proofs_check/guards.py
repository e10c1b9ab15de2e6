"""The public functions, called with what cannot be meant: a sentence in the place of whatever Python raises.

What writes a statement down computes nothing: whatever goes wrong there is wrong in what it was given.  Functions that
compute look at their arguments themselves; where one of them fails otherwise, and an argument is not of the kind that
its parameter asks for, that is said, and nothing else, so that no defect of the tool passes for a mistake of its
user's.  Classes hold what they were given: it is looked at when they are made.  Standard library only.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import wraps
from types import FunctionType
from typing import Any

from .annotations import fits, misfit, resolved, shown
from .errors import UserError

_SYMBOLS = frozenset({"matrix", "parameter", "scalar", "vector"})
_KEEPING = frozenset({".claims"})
"""Modules whose functions keep what they were given, and look at it later."""


_OTHERS = ("numeric.", "symbolic.")
"""Wings whose classes take whatever their functions make sense of."""


def guarded(name: str, value: Any, module: str) -> Any:
    """``value`` as the package gives it: a function that says what is wrong with its arguments, anything else as is."""
    if isinstance(value, type):
        init = vars(value).get("__init__")
        if isinstance(init, FunctionType) and not hasattr(init, "__wrapped__"):
            keeps = not module.startswith(_OTHERS)
            value.__init__ = _explained(name, value, keeps=keeps)  # type: ignore[misc]
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
            _pass_on(error)
            what = misfit(value, args, kwargs) or (_words(error) if writes or isinstance(error, RecursionError) else "")
            if not what:
                raise
            raise UserError(_sentence(name, value, args, kwargs, what)) from error
        what = misfit(value, args, kwargs) if writes or module in _KEEPING else ""
        if what:
            raise UserError(_sentence(name, value, args, kwargs, what))
        return made

    return called


def _explained(name: str, made: type, *, keeps: bool) -> Callable[..., None]:
    """The ``__init__`` of a class, which says what it takes."""
    init: Callable[..., None] = made.__init__  # type: ignore[misc]
    hints: dict[str, Any] = {}

    @wraps(init)
    def called(self: Any, *args: Any, **kwargs: Any) -> None:
        try:
            init(self, *args, **kwargs)
            what = _wrong_field(self, hints) if keeps else ""
        except Exception as error:
            _pass_on(error)
            raise UserError(_sentence(name, made, args, kwargs, misfit(made, args, kwargs) or _words(error))) from error
        if what:
            raise UserError(_sentence(name, made, args, kwargs, what))

    return called


def _pass_on(error: Exception) -> None:
    """Raise what says itself what is wrong; the wings, which import nothing from here, have errors of their own."""
    if isinstance(error, UserError):
        raise error
    if getattr(error, "is_user_error", False):
        raise UserError(str(error)) from error


def _wrong_field(made: Any, hints: dict[str, Any]) -> str:
    """The first field that holds something else than it is declared to; ``hints`` are looked up once."""
    if not is_dataclass(made):
        return ""
    if not hints:
        known = vars(sys.modules[type(made).__module__])
        hints |= {one.name: (resolved(one.type, known), one.type) for one in fields(made)}
    for name, (hint, written) in hints.items():
        value = getattr(made, name)
        if not fits(value, hint):
            return f"{name} is {shown(value)}, where {written} is asked for"
    return ""


def _sentence(
    name: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], what: str
) -> str:
    given = ", ".join([*map(shown, args), *(f"{key}={shown(value)}" for key, value in kwargs.items())])
    parameters = ", ".join(_parameter(one) for one in inspect.signature(function).parameters.values())
    return f"{name}({given}) cannot be meant: {what}. It is written {name}({parameters})."


def _words(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return str(error).split("\n")[0] or type(error).__name__


def _parameter(one: inspect.Parameter) -> str:
    kind = "" if one.annotation is one.empty else f": {one.annotation}"
    return str(one.replace(annotation=one.empty, default=one.empty)) + kind


def _check_made(name: str, made: Any) -> None:
    """Raise :class:`UserError` where what was written holds something that is neither a formula nor a proposition."""
    from .statement.heads import HEADS
    from .statement.props import Prop
    from .statement.terms import Op, Sym, Term

    if isinstance(made, Sym):
        if not isinstance(made.tex, str):
            raise UserError(f"{name}(..., tex={shown(made.tex)}): how a symbol is printed is a text of LaTeX.")
        odd = next((trait for trait in made.traits if not isinstance(trait, str)), None)
        if odd is not None:
            raise UserError(f"{name}(...) is given {shown(odd)} where a trait stands: traits are texts, 'symmetric'.")
        if name in _SYMBOLS:
            from .own.wellformed import trait_problems

            for sentence in trait_problems(made, {made}):
                raise UserError(sentence)
    if isinstance(made, (Op, Prop)):
        row = HEADS.get(made.head)
        if row is not None and row.binds and row.takes.endswith("...") and len(made.args) < len(row.arguments):
            raise UserError(f"{name}(...) names no symbol: it is written {row.example}.")
        for arg in made.args:
            if not isinstance(arg, (Term, Prop)):
                raise UserError(f"{name}(...) is applied to {shown(arg)}: it takes formulas; a number n is term(n).")
