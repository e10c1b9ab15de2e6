"""How values are shown: printing and typesetting stand above them, and are loaded when somebody looks."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def by(module: str, name: str) -> Callable[[Any], str]:
    """The method that writes its object by the function ``name`` of the module, as ``words.printing``."""

    def show(self: Any) -> str:
        written: str = getattr(import_module(f"{__package__}.{module}"), name)(self)
        return written

    return show


def typeset_by(module: str, name: str) -> Callable[[Any], str]:
    """The same in LaTeX, as notebooks show it."""
    written = by(module, name)
    return lambda self: rf"$\displaystyle {written(self)}$"
