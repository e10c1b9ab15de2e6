"""Digests of what decides a result: the claim, and the source that examines it.  Standard library only."""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

from .claims import Claim
from .relevant_code import digest_of
from .statement.terms import Term

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*")
"""What may be the id of a claim; much else reads like one, 1/N and d/dt."""


def canonical(value: Any) -> str:
    """One text per value, the same in every process: sets are sorted, functions stand for their source.

    >>> canonical(frozenset({"b", "a"})) == canonical(frozenset({"a", "b"}))
    True
    """
    if value is None or isinstance(value, (bool, int, float, str, Fraction)):
        return repr(value)
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, Term):
        return _text_of_term(value)
    if is_dataclass(value) and not isinstance(value, type):
        return _text_of_fields(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(sorted(f"{canonical(k)}:{canonical(v)}" for k, v in value.items())) + "}"
    if isinstance(value, Set):
        return "{" + ",".join(sorted(canonical(item) for item in value)) + "}"
    if isinstance(value, Iterable):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if callable(value):
        try:
            return f"{inspect.getsource(value)}{_file_of(value)}"
        except (OSError, TypeError):
            return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__name__)}"
    raise TypeError(f"no canonical text for {type(value).__name__}: use numbers, strings, tuples, dataclasses")


def _file_of(function: Any) -> str:
    """The digest of the file that a function stands in: it may use anything there."""
    return hashlib.sha256(Path(inspect.getfile(function)).read_bytes()).hexdigest()[:32]


_TEXTS: dict[int, tuple[Term, str]] = {}
_MOST_TEXTS = 1 << 16


def _text_of_term(value: Term) -> str:
    """Claims share many subterms: each is written once.

    What is remembered is remembered of the very object: equal terms may be printed otherwise, and which of them came
    first must not show.
    """
    known = _TEXTS.get(id(value))
    if known is not None and known[0] is value:
        return known[1]
    text = _text_of_fields(value)
    if len(_TEXTS) >= _MOST_TEXTS:
        _TEXTS.clear()
    _TEXTS[id(value)] = value, text
    return text


def _text_of_fields(value: Any) -> str:
    inside = ",".join(f"{f.name}={canonical(getattr(value, f.name))}" for f in fields(value) if f.compare)
    return f"{type(value).__name__}({inside})"


def digest(*values: Any) -> str:
    """The first 32 hexadecimal digits of the SHA-256 of the canonical texts."""
    return hashlib.sha256("\n".join(canonical(value) for value in values).encode()).hexdigest()[:32]


def claim_digest(claim: Claim) -> str:
    """What the witnesses see of the claim; its printed prose and its expected verdict are not part of it."""
    return digest(*_seen(claim))


def ids_in(claim: Claim) -> frozenset[str]:
    """Whatever reads like an id in what the witnesses see of the claim, but for ``uses``: no examination follows it.

    No other claim can be asked for: an id that a witness resolves stands in a proof, a part, a hypothesis or an option.
    """
    *seen, _ = _seen(claim)
    return frozenset(found for value in seen for found in _ID.findall(canonical(value))) - {claim.id}


def _seen(claim: Claim) -> tuple[Any, ...]:
    marked = [(p.name, r.name, r.literal, r.filled) for p in claim.parts for r in p.readings if r.literal or r.filled]
    return (
        *marked, claim.id, claim.kind, claim.parts, claim.forall, claim.given, claim.fact, claim.proofs, claim.options,
        claim.model, claim.uses,
    )


def source_digest() -> str:
    """What may decide results: the code of the source files, the records beside it, the versions of the libraries."""
    return digest_of(None)
