"""Names of symbols: which of them one may write, and which are kept for what the engines make for themselves.

A name that one writes is a word of letters, digits and underscores (``U_star``, ``theta``, and ``u_-1`` of the papers).
Whatever an engine makes (a direction, a start, a value, an entry) has a name that is no such word: it is never equal to
a symbol that one may write, nor does it stand under its name in a table.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..errors import UserError

_WORD = re.compile(r"[^\W\d]\w*(_-\d+|\.\d+)?")
_POINTERS = {"claim": r"[\w./#-]+", "setting": r"[\w.]+", "measured": r"[\w+-]+"}
"""What points to a claim, a setting or a measurement bears its name; no engine reads it as a number."""


@lru_cache(maxsize=1 << 14)
def is_written(name: str, shape: tuple[object, object], traits: frozenset[str]) -> bool:
    """Whether a symbol of a statement may be called so."""
    if "identity" in traits:
        return name == f"I_{shape[0]}"
    if "zero" in traits:
        return name == f"0_{shape[0]}x{shape[1]}"
    if _WORD.fullmatch(name):
        return True
    return any(trait in traits and re.fullmatch(form, name) for trait, form in _POINTERS.items())


def check_name(name: str, shape: tuple[object, object], traits: frozenset[str]) -> None:
    """Raise :class:`UserError` for a name that no symbol of a statement may have."""
    if not isinstance(name, str) or not is_written(name, shape, traits):
        raise UserError(
            f"no symbol may be called {name!r}: a name is a word of letters, digits and underscores, such as 'U_star'. "
            "How it is printed is said by tex=..."
        )


def check_made(name: str) -> None:
    """What an engine makes for itself has a name that nobody can write."""
    if _WORD.fullmatch(name):
        raise ValueError(f"{name!r} could be the name of a symbol that somebody writes")
