"""How an object is shown, in a notebook and in a message: the words are the report's, which stands above all objects.

Below it is known by name alone, and loaded when somebody looks.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def by(name: str) -> Callable[..., Any]:
    """The method that shows its object by the function ``name`` of :mod:`proofs_check.report.jupyter`."""

    def show(self: object, include: Any = None, exclude: Any = None) -> Any:
        return getattr(import_module(f"{__package__}.report.jupyter"), name)(self)

    return show
