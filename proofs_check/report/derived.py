"""`lemmata derive` for the eye: one formula a line.  Standard library only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_SHOWN_ELSEWHERE = ("schema", "model", "what", "dim", "expression", "symbols", "latex")


def lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The derived formulas, and what else the derivation says of them."""
    scope = "every d and N" if data["dim"] is None else f"d = {data['dim']}"
    yield f"{data['model']}, {data['what']}, {scope}"
    yield from _formulas(data["expression"], "")
    for key, value in data.items():
        if key not in _SHOWN_ELSEWHERE and isinstance(value, (str, int, float)):
            yield f"{key}: {value}"


def _formulas(expression: Any, name: str) -> Iterator[str]:
    if isinstance(expression, Mapping):
        for key, value in expression.items():
            yield from _formulas(value, f"{name}.{key}" if name else str(key))
    elif isinstance(expression, (list, tuple)):
        for k, value in enumerate(expression, 1):
            yield from _formulas(value, f"{name}[{k}]")
    else:
        yield f"  {name} = {expression}" if name else f"  {expression}"
