"""What is passed to ``claim``: a sentence for each value that cannot be meant.  Standard library only."""

from __future__ import annotations

import difflib
import re
import reprlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from .errors import UserError
from .statement.props import Prop
from .statement.terms import Term

T = TypeVar("T")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*")


def check_id(id: object) -> str:
    """``id`` where it reads ``paper/label``.

    >>> check_id("mine/lemma-1")
    'mine/lemma-1'
    >>> check_id("lemma 1")
    Traceback (most recent call last):
    proofs_check.errors.UserError: The id 'lemma 1' must read paper/label, for example mine/lemma-1.
    """
    if callable(id):
        raise UserError("@claim needs an id and a kind: write @claim('mine/lemma-1', kind=Kind.IDENTITY).")
    if not isinstance(id, str) or not _ID.fullmatch(id):
        raise UserError(f"The id {id!r} must read paper/label, for example mine/lemma-1.")
    return id


def check_kind(kind: Any, kinds: Iterable[Any]) -> None:
    """Raise :class:`UserError` unless ``kind`` is one of ``kinds``, members of an enum."""
    if kind not in tuple(kinds):
        names = [member.name for member in kinds]
        near = difflib.get_close_matches(str(kind).upper(), names, n=1, cutoff=0.0)[0]
        raise UserError(f"kind={kind!r} is no kind of statement: write kind=Kind.{near}, or one of {', '.join(names)}.")


def check_docstring(text: str | None) -> None:
    """Raise :class:`UserError` where Python has read LaTeX as control characters: a docstring without ``r``."""
    if text and re.search(r"[\a\b\f\v\r]|\S[^\n]*\t", text):
        raise UserError('Python reads \\t, \\b and \\f in the docstring as control characters: begin it with r""".')


def several(argument: str, values: Any, kind: type[T] | tuple[type[T], ...], example: str) -> tuple[T, ...]:
    """``values`` as a tuple of ``kind``; a single one, easily written for a tuple, is refused."""
    if isinstance(values, (str, Term, Prop)) or not isinstance(values, Iterable):
        raise UserError(f"{argument}={values!r} must be a tuple: write {argument}={example}, with the comma.")
    found = tuple(values)
    for value in found:
        if not isinstance(value, kind):
            names = " or ".join(one.__name__ for one in (kind if isinstance(kind, tuple) else (kind,)))
            raise UserError(f"{argument} holds {value!r}, which is no {names}: write {argument}={example}.")
    return found


def named_paths(argument: str, values: Any) -> tuple[str, ...]:
    """One path, or several, as a tuple of texts."""
    found = tuple(values) if isinstance(values, Iterable) and not isinstance(values, str) else (values,)
    if not all(isinstance(one, (str, Path)) for one in found):
        raise UserError(
            f"{argument}={values!r} must be a path or a tuple of paths: write {argument}='claims', or "
            f"{argument}=('claims', 'drafts')."
        )
    return tuple(map(str, found))


LARGEST = 64
"""The largest dimension that is tried entry by entry, far above those at which an engine comes to an end."""


def dimensions(values: object) -> tuple[int, ...]:
    """Dimensions as Python hands them over.

    >>> dimensions([1, 2])
    (1, 2)
    """
    found = tuple(values) if isinstance(values, (list, tuple, range)) else ()
    if not found or not all(isinstance(d, int) and not isinstance(d, bool) and d >= 1 for d in found):
        raise UserError(f"dims={values!r} must be a tuple of positive integers, for example dims=(1, 2, 3).")
    check_largest(max(found), f"dims={reprlib.repr(values)}")
    return tuple(dict.fromkeys(found))


def check_largest(dim: int, argument: str) -> None:
    if dim > LARGEST:
        raise UserError(f"{argument} must hold dimensions of at most {LARGEST}: use 1, 2 and 3, for example.")


def named_parts(body: Callable[[], Any], *, summary: bool = False) -> dict[str, Any]:
    """What the claim's function returns, by part: a proposition or lists of readings; of a summary nothing is asked."""
    name = getattr(body, "__name__", "the function")
    if getattr(getattr(body, "__code__", None), "co_argcount", 0):
        raise UserError(f"{name}(...) takes arguments, a claim's function takes none: define the symbols above it.")
    value = body()
    if isinstance(value, Prop) or _is_readings(value):
        return {"": value}
    if not isinstance(value, dict):
        raise UserError(f"{name}() returns {_returned(value)}")
    if not value and not summary:
        raise UserError(f"{name}() returns no parts: write {{'a': eq(...), 'b': le(...)}}.")
    for part, statement in value.items():
        if not isinstance(part, str):
            raise UserError(f"{name}() returns a part called {part!r}: name parts by text, 'a', 'b'.")
        if not isinstance(statement, Prop) and not _is_readings(statement):
            raise UserError(f"{name}() returns, as part {part!r}, {_returned(statement)}")
    return value


DEEPEST = 80
"""Levels of a statement that all engines read."""


def check_depth(where: str, statement: Prop) -> None:
    """Raise :class:`UserError` where the statement is nested deeper than can be read."""
    depths: dict[int, int] = {}
    waiting: list[tuple[Any, bool]] = [(statement, False)]
    while waiting:
        node, measured = waiting.pop()
        inside = [arg for arg in getattr(node, "args", ()) if hasattr(arg, "args")]
        if measured:
            depths[id(node)] = 1 + max((depths[id(arg)] for arg in inside), default=0)
        elif id(node) not in depths:
            waiting += [(node, True), *((arg, False) for arg in inside)]
    if depths[id(statement)] > DEEPEST:
        raise UserError(
            f"{where} is nested {depths[id(statement)]} levels deep, of which {DEEPEST} are read: write a long sum as "
            "total(...) over an index, or add the sums of its halves."
        )


def _is_readings(value: object) -> bool:
    listed = isinstance(value, (list, tuple)) and len(value) > 0
    return listed and all(isinstance(getattr(reading, "prop", None), Prop) for reading in value)  # type: ignore[attr-defined]


def _returned(value: object) -> str:
    if value is None:
        return "nothing: end it with `return eq(...)`."
    if isinstance(value, bool):
        return f"{value}: == compares how two formulas are written; write `return eq(a, b)`."
    if isinstance(value, Term):
        return f"the formula {value!r}, of which nothing is stated: write `return eq(..., ...)`."
    if isinstance(value, (list, tuple)):
        return "a list of something else than readings: join statements by conj(p, q), or name parts {'a': p, 'b': q}."
    return f"{value!r}, which is no statement: write `return eq(a, b)`, or parts {{'a': eq(a, b)}}."
