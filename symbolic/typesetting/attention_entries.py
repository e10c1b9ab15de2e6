r"""What is derived of attention at a fixed dimension, in LaTeX: every letter with its layer, its head and its place.

``B0_1_2`` is :math:`[B_0]_{12}`, ``V1h2_1_1`` :math:`[V_1^{(2)}]_{11}`, ``X_1_3`` :math:`X_{13}`; what is 1 x 1 has no
place.  A forward pass is shown layer by layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_NAME = re.compile(r"([A-Za-z])(\d*)(?:h(\d+))?(?:_(\d+)_(\d+))?")


def rows(data: Mapping[str, Any], name: str) -> Iterator[tuple[str, str]]:
    """What stands before each formula, and its text; ``name`` before one that stands alone."""
    names = tex_names(data)
    if "steps" in data:
        for key, value in data["steps"].items():
            if isinstance(value, str):
                yield rf"\text{{{key}}} = ", value
                continue
            for i, row in enumerate(value, 1):
                yield from ((f"{tex(f'{key}_{i}_{j}', {})} = ", entry) for j, entry in enumerate(row, 1))
    elif isinstance(data["expression"], str):
        yield f"{name} = " if name else "", data["expression"]
    else:
        for key, value in data["expression"].items():
            for letter, text in zip(_leaves(data["symbols"][key]), _leaves(value), strict=True):
                yield rf"\frac{{d}}{{dt}}{names[letter]} = ", text


def tex_names(data: Mapping[str, Any]) -> dict[str, str]:
    """Every letter in LaTeX, those of the layers in between included."""
    known = list(_leaves(data["symbols"]))
    for name, value in data.get("steps", {}).items():
        if isinstance(value, list):
            known += [f"{name}_{i}_{j}" for i, row in enumerate(value, 1) for j, _ in enumerate(row, 1)]
    largest: dict[str, tuple[int, int]] = {}
    for found in filter(None, map(_NAME.fullmatch, known)):
        i, j = largest.get(found[1], (0, 0))
        largest[found[1]] = max(i, int(found[4] or 0)), max(j, int(found[5] or 0))
    return {name: tex(name, largest) for name in known}


def tex(name: str, largest: Mapping[str, tuple[int, int]]) -> str:
    """One letter; ``largest`` are the sizes by letter."""
    found = _NAME.fullmatch(name)
    assert found, name
    letter, layer, head, i, j = found.groups()
    shown = letter + (f"_{{{layer}}}" if layer else "") + (f"^{{({head})}}" if head else "")
    if i is None or largest.get(letter) == (1, 1):
        return shown
    place = f"{i}{j}" if len(i + j) == 2 else f"{i},{j}"
    return f"[{shown}]_{{{place}}}" if layer or head else f"{shown}_{{{place}}}"


def function(name: str) -> str:
    r"""An unspecified kernel: :math:`\mathcal{K}`, of head 2 :math:`\mathcal{K}^{(2)}`."""
    return r"\mathcal{K}" + (f"^{{({name[1:]})}}" if name[1:] else "")


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(inner)
