"""Digests of what decides a result: the claim, and the source that examines it.  Standard library only."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from .claim import Claim

_HOME = Path(__file__).resolve().parent
_DECIDING = (
    "../symbolic", "../numeric", "algebras", "evidence", "proof", "statement", "witnesses", "claim.py", "results.py",
    "twins.py", "verdict.py",
)  # fmt: skip
_LIBRARIES = ("mpmath", "numpy", "python-flint", "scipy", "sympy", "torch")


def canonical(value: Any) -> str:
    """One text per value, the same in every process: sets are sorted, functions stand for their source.

    >>> canonical(frozenset({"b", "a"})) == canonical(frozenset({"a", "b"}))
    True
    """
    if value is None or isinstance(value, (bool, int, float, str, Fraction)):
        return repr(value)
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if is_dataclass(value) and not isinstance(value, type):
        inside = ",".join(f"{f.name}={canonical(getattr(value, f.name))}" for f in fields(value))
        return f"{type(value).__name__}({inside})"
    if isinstance(value, Mapping):
        return "{" + ",".join(sorted(f"{canonical(k)}:{canonical(v)}" for k, v in value.items())) + "}"
    if isinstance(value, Set):
        return "{" + ",".join(sorted(canonical(item) for item in value)) + "}"
    if isinstance(value, Iterable):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if callable(value):
        try:
            return inspect.getsource(value)
        except (OSError, TypeError):
            return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__name__)}"
    raise TypeError(f"no canonical text for {type(value).__name__}: use numbers, strings, tuples, dataclasses")


def digest(*values: Any) -> str:
    """The first 32 hexadecimal digits of the SHA-256 of the canonical texts."""
    return hashlib.sha256("\n".join(canonical(value) for value in values).encode()).hexdigest()[:32]


def claim_digest(claim: Claim) -> str:
    """What the witnesses see of the claim; its printed prose and its expected verdict are not part of it."""
    return digest(claim.id, claim.kind, claim.parts, claim.forall, claim.given, claim.fact, claim.proofs, claim.options)


@cache
def source_digest() -> str:
    """The source files and the library versions that decide results."""
    found: list[Path] = []
    for name in _DECIDING:
        path = _HOME / name
        if path.is_dir():
            found += [p for p in path.rglob("*") if p.suffix in (".py", ".json")]
        elif path.is_file():
            found.append(path)
    state = hashlib.sha256()
    for path in sorted(p.resolve() for p in found):
        state.update(str(path.relative_to(_HOME.parent)).encode() + b"\0" + path.read_bytes() + b"\0")
    for library in _LIBRARIES:
        state.update(f"{library} {_version(library)}\n".encode())
    return state.hexdigest()[:32]


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "absent"
