"""Digests of what decides a result: the claim, and the source that examines it.  Standard library only."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterable, Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from .claims import Claim
from .statement.terms import Term

_HOME = Path(__file__).resolve().parent
_WINGS = ("symbolic", "numeric", "proofs_check")
_NOT_DECIDING = frozenset({
    "__init__.py", "answers.py", "arguments.py", "cli.py", "commands", "config.py", "errors.py",
    "lsa.py", "notebook.py", "options.py", "own", "pytest_plugin.py", "registry.py", "report",
})  # fmt: skip
"""Parts of proofs_check that only show, select or read options; whatever is new there counts as deciding."""
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
            return inspect.getsource(value)
        except (OSError, TypeError):
            return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__name__)}"
    raise TypeError(f"no canonical text for {type(value).__name__}: use numbers, strings, tuples, dataclasses")


@lru_cache(maxsize=1 << 15)
def _text_of_term(value: Term) -> str:
    """Claims share many subterms: each is written once."""
    return _text_of_fields(value)


def _text_of_fields(value: Any) -> str:
    inside = ",".join(f"{f.name}={canonical(getattr(value, f.name))}" for f in fields(value) if f.compare)
    return f"{type(value).__name__}({inside})"


def digest(*values: Any) -> str:
    """The first 32 hexadecimal digits of the SHA-256 of the canonical texts."""
    return hashlib.sha256("\n".join(canonical(value) for value in values).encode()).hexdigest()[:32]


def claim_digest(claim: Claim) -> str:
    """What the witnesses see of the claim; its printed prose and its expected verdict are not part of it."""
    return digest(
        claim.id, claim.kind, claim.parts, claim.forall, claim.given, claim.fact, claim.proofs, claim.options,
        claim.model, claim.uses,
    )


@cache
def source_digest() -> str:
    """The source files and the library versions that decide results."""
    found = [path for wing in _WINGS for path in (_HOME.parent / wing).rglob("*") if _decides(path)]
    state = hashlib.sha256()
    for path in sorted(found):
        state.update(str(path.relative_to(_HOME.parent)).encode() + b"\0" + path.read_bytes() + b"\0")
    for library in _LIBRARIES:
        state.update(f"{library} {_version(library)}\n".encode())
    return state.hexdigest()[:32]


def _decides(path: Path) -> bool:
    """Claims are covered by their own digests, so of the papers only what a model is counts here."""
    if path.suffix not in (".py", ".json"):
        return False
    wing, *inside = path.relative_to(_HOME.parent).parts
    if wing == "symbolic":
        return inside[0] != "typesetting"  # it prints what the rest has derived
    if wing != "proofs_check":
        return True
    if inside[0] == "papers":
        return path.name == "model.py"
    # The scripts for authors decide nothing, unlike the records beside them.
    return inside[0] not in _NOT_DECIDING and inside[:2] != ["evidence", "errata"]


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "absent"
