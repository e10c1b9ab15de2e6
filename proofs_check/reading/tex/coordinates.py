r"""``x = (x_1, \dots, x_n)`` says how long x is: its entries are called so anyway."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .pieces import Piece
from .sources import Text

_LETTER = r"(?:\\(?:mathbf|boldsymbol|bm)\s*(?:\{\s*\\?[A-Za-z]+\s*\}|\\?[A-Za-z]+)|[a-z]|\\[a-z]+)"
_BELOW = r"\s*_\s*(?:\{\s*%s\s*\}|%s)\s*"
_LISTED = re.compile(
    rf"\s*(?P<name>{_LETTER})\s*=\s*(?:\\left)?\s*[(\[]\s*(?P<first>{_LETTER}){_BELOW % ('1', '1')},"
    rf"(?:\s*(?P=first){_BELOW % ('2', '2')},)?"
    r"\s*\\[lc]?dots[bcmo]?\s*,\s*(?P=first)\s*_\s*(?P<last>\w|\{\s*\w\s*\})\s*"
    r"(?:\\right)?\s*[)\]]\s*(?:\^\s*(?:\\top|\\intercal|T|\{\s*\\top\s*\}|\{\s*T\s*\}))?"
    r"(?:\s*\\in\s*(?:\\mathbb\s*\{?\s*R\s*\}?|\\R)\s*\^\s*(?P<size>\w|\{\s*\w\s*\}))?\s*"
)


def with_coordinates(items: Sequence[Piece]) -> list[Piece]:
    """A letter that is given by its entries, as one of a space."""
    return [_in_space(item) if item.kind == "math" else item for item in items]


def _in_space(item: Piece) -> Piece:
    found = _LISTED.fullmatch(item.body.chars)
    if found is None or found["first"] != found["name"]:
        return item
    last, size = (re.sub(r"[\s{}]", "", text or "") for text in (found["last"], found["size"]))
    if size not in ("", last):
        return item
    chars = rf"{found['name']}\in\mathbb R^{{{last}}}"
    return replace(item, text=chars, body=Text(chars, (item.body.place(0),) * len(chars)))
