"""The index of the library: what is asked of every claim at once, without reading the papers.  Standard library only.

It is made from the sources and holds for the state of them that it was made in, down to the last byte; so it may be
deleted at any time.  It lies in ``lemmata`` of the user's cache directory; where that cannot be written, in the store.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import sources
from .compiled import Code, code_of

if TYPE_CHECKING:
    from .claims import Claim

_KEPT = 12
"""Indices of other states of the sources: branches, and what one may come back to."""
_KEPT_CODE = 6000
"""Files of code that :mod:`proofs_check.executed` keeps beside the indices."""
_OF_CLAIMS = (
    "proofs_check/papers/", "proofs_check/statement/", "proofs_check/proof/", "proofs_check/algebras/growth/",
    "proofs_check/algebras/__init__.py",
)
"""Where everything stands that a claim is made from, besides the files directly in proofs_check."""


@dataclass(frozen=True, slots=True)
class Row:
    """What the index knows of one claim; fields of the same name are those of the claim."""

    module: str
    digest: str
    ids: tuple[str, ...]
    """Whatever reads like the id of another claim in what the witnesses see."""
    uses: tuple[str, ...]
    see: tuple[str, ...]
    witnesses: tuple[str, ...]
    kind: str
    source: str
    corrects: str | None
    reconstructed: str
    propositions: int
    fact: bool
    proofs: bool
    cites: bool
    """Whether it says of statements what they cite: then their displays are looked at, too."""
    measures: bool
    """Whether it speaks of what experiments measure, or of their settings."""
    settings: bool
    expected: tuple[str, ...] = ()
    """The verdict that it is expected to have, and the parts that are to have it; empty: anything good."""


class Shelf(Mapping[str, "Claim"]):
    """Claims by id; the module of a claim is imported when the claim is asked for."""

    def __init__(self, modules: Mapping[str, str], read: Callable[[Any], Mapping[str, Claim]]) -> None:
        self._modules, self._read = modules, read
        self._claims: dict[str, Claim] = {}

    def __getitem__(self, id: str) -> Claim:
        if id not in self._claims:
            found = self._read(import_module(self._modules[id]))
            self._claims[id] = found[id]
        return self._claims[id]

    def __contains__(self, id: object) -> bool:
        return id in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


class Within(Mapping[str, "Claim"]):
    """Those of the claims that have one of the ``ids``."""

    def __init__(self, claims: Mapping[str, Claim], ids: frozenset[str]) -> None:
        self._claims, self._ids = claims, ids

    def __getitem__(self, id: str) -> Claim:
        if id not in self._ids:
            raise KeyError(id)
        return self._claims[id]

    def __contains__(self, id: object) -> bool:
        return id in self._ids and id in self._claims

    def __iter__(self) -> Iterator[str]:
        return (id for id in self._claims if id in self._ids)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def rows() -> dict[str, Row] | None:
    """The claims of the library in their order, from the index; None where there is none for this state."""
    held = _kept()
    if held is None or held.get("claims_state") != claims_state():
        return None
    return {id: _row(values) for id, values in held["rows"].items()}


def _row(values: list[Any]) -> Row:
    fields: Any = [tuple(value) if isinstance(value, list) else value for value in values]
    return Row(*fields)


@cache
def code() -> Mapping[str, Code]:
    """What files are compiled to, by path: those that decide results, and all of the papers'.

    Those that did not change since the index was made are not read again.
    """
    held = _kept_code()
    found = {}
    for path, content in sources.contents().items():
        if sources.decides(path) or sources.is_of_papers(path):
            known = held.get(path)
            found[path] = _code(known) if known and known[0] == content else code_of(sources.bytes_of(path), path)
    return found


def _kept_code() -> dict[str, Any]:
    try:
        return dict(json.loads((_kept() or {})["code"]))
    except (KeyError, ValueError, TypeError):
        return {}


def _code(values: list[Any]) -> Code:
    _, whole, frame, imports, on_import, heads, functions = values
    theirs = {name: (digest, tuple(names)) for name, (digest, names) in functions.items()}
    return Code(whole, frame, tuple(imports), tuple(on_import), heads, theirs)


def source_digest() -> str | None:
    """The digest of all code that may decide, from the index; None where there is none for this state."""
    held = _kept() or {}
    return held.get("source_digest") if held.get("state") == sources.state() else None


def keep(made: Mapping[str, Row], source_digest: str) -> None:
    """Write the index for this state of the sources, where there is a place for it."""
    contents = sources.contents()
    kept = {path: (contents[path], *astuple(one)) for path, one in code().items()}
    data = {
        "form": _form(), "state": sources.state(), "claims_state": claims_state(), "source_digest": source_digest,
        "rows": {id: astuple(row) for id, row in made.items()},
    }  # fmt: skip
    for folder in sources.cache_folders("index"):
        with suppress(OSError):
            held = "\n".join(json.dumps(part, separators=(",", ":")) for part in (data, kept)).encode()
            sources.write_bytes(folder / f"{sources.state()}.json", held)
            for outdated in (*_oldest(folder, _KEPT), *_oldest(folder.parent / "code", _KEPT_CODE)):
                outdated.unlink(missing_ok=True)
            for place in (folder, folder.parent / "code"):
                sources.sweep(place)
            return


def complete() -> bool:
    """Whether there is an index for this state, down to the last byte."""
    return (_kept() or {}).get("state") == sources.state()


@cache
def claims_state() -> str:
    """The digest of every file that a claim of the library is made from."""
    import hashlib

    found = hashlib.sha256(sources.platform().encode())
    for path, content in sources.contents().items():
        if path.startswith(_OF_CLAIMS) or (path.count("/") == 1 and path.startswith("proofs_check/")):
            found.update(f"{path} {content}\n".encode())
    return found.hexdigest()[:32]


@cache
def _form() -> str:
    """Of the index: one that other code wrote, or another Python, compiles the same files to something else."""
    writers = (sources.contents().get(f"proofs_check/{name}", "") for name in ("shelf.py", "compiled.py", "sources.py"))
    return " ".join((sources.platform(), *writers))


@cache
def _kept() -> dict[str, Any] | None:
    """The index for this state; else the newest one, of which what did not change is taken."""
    for folder in sources.cache_folders("index"):
        newest = _oldest(folder, 0)[-1:]
        for file in (folder / f"{sources.state()}.json", *newest):
            try:
                first, _, code = file.read_text(encoding="utf-8").partition("\n")
                held = json.loads(first)
                if held["form"] == _form() and isinstance(held["rows"], dict):
                    return {**held, "code": code}  # read where it is asked for: it is twenty times as long
            except (OSError, ValueError, KeyError, TypeError):
                continue
    return None


def _oldest(folder: Path, but: int) -> list[Path]:
    """The files in the folder but for the newest few, oldest first."""
    try:
        files = [path for path in folder.iterdir() if not path.name.startswith(".")]
        return sorted(files, key=lambda path: path.stat().st_mtime_ns)[: max(0, len(files) - but)]
    except OSError:
        return []
