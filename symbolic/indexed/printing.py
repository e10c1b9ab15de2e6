"""Values with indices as text, bound indices being named i, j, k, ..."""

from __future__ import annotations

import re

from .matrices import AnyIndexed
from .values import Indexed

_BOUND = re.compile(r"~(\d+)\.(\d+):\w+")
_ENTRY = {"@row": "i", "@col": "j"}


def text(value: AnyIndexed) -> str:
    """A text of the normal form; of a matrix its entry at i, j."""
    body = value if isinstance(value, Indexed) else value.body
    taken = {i[1] for i in body.free} | ({"i", "j"} if body is not value else set())
    letters = [x for x in "ijklmnpqrstuvwxyz" if x not in taken]
    names: dict[tuple[str, str], str] = {}

    def named(match: re.Match[str]) -> str:
        key = (match[1], match[2])
        if key not in names:
            names[key] = letters[len(names)] if len(names) < len(letters) else f"i{len(names)}"
        return names[key]

    out = _BOUND.sub(named, body.key)
    for mark, name in _ENTRY.items():
        out = out.replace(mark, name)
    return out
