"""The code that a result was found by, as one digest: all deciding files, or those that were executed.

Of a file that was executed all of it counts.  Of the files that it may import, and of those that these import in turn,
what runs when they are imported: constants, tables, classes, the heads of functions.  Nothing else can have had a part
in the result, as long as importing a file changes no other.  Standard library only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache

from . import shelf, sources

_BY_NAME = ("model.py", "written_out.py")
"""Files of a paper that engines import by the name of the paper."""
_KEEPERS = frozenset(
    f"proofs_check/{name}.py" for name in ("compiled", "digest", "executed", "relevant_code", "shelf", "sources")
)
"""What decides which code counts: every result was kept by it."""
_READS_RECORDS = ("proofs_check/evidence/", "proofs_check/witnesses/experiment.py")
"""Where records are looked for."""


def digest_of(executed: Iterable[str] | None) -> str:
    """The digest of the code that counts where these files were executed; None: of all that may decide."""
    known = shelf.source_digest() if executed is None else None
    if known is not None:
        return known
    found = hashlib.sha256(sources.platform().encode())
    code = shelf.code()
    whole = _all() if executed is None else _counting(executed)
    frames = 0
    for path in whole:
        frames |= _imported(path)
    for path in sorted(whole):
        found.update(f"{path} {code[path].whole}\n".encode())
    for number, path in enumerate(code):
        if frames >> number & 1 and path not in whole:
            found.update(f"{path} {code[path].frame}\n".encode())
    return found.hexdigest()[:32]


def _counting(executed: Iterable[str]) -> set[str]:
    """What a paper's file makes of its claims stands in their digests, unless an engine may import the file, too."""
    found = _all() & (_KEEPERS | set(executed))
    if any(path.startswith(_READS_RECORDS) for path in found):
        found |= {path for path in shelf.code() if path.endswith(".json")}
    return set(found)


@cache
def _all() -> frozenset[str]:
    """Every deciding file, and those of the papers that one of them may import."""
    code = shelf.code()
    base = {path for path in code if sources.decides(path) or _by_name(path)}
    frames = 0
    for path in base:
        frames |= _imported(path)
    return frozenset(base | {path for number, path in enumerate(code) if frames >> number & 1})


def _by_name(path: str) -> bool:
    return path.startswith("proofs_check/papers/") and path.rpartition("/")[2] in _BY_NAME


@cache
def _imported(path: str) -> int:
    """The files that are imported on account of one that is executed, one bit for each."""
    found = set[str]()
    waiting = [*_files(shelf.code()[path].imports, path), *filter(_by_name, shelf.code())]
    while waiting:
        next = waiting.pop()
        if next not in found:
            found.add(next)
            waiting += _at_once(next)
    return sum(1 << _numbers()[file] for file in found)


@cache
def _numbers() -> Mapping[str, int]:
    return {path: number for number, path in enumerate(shelf.code())}


@cache
def _at_once(path: str) -> frozenset[str]:
    """The files that are imported when this one is."""
    return frozenset(_files(shelf.code()[path].on_import, path))


def _files(names: Iterable[str], path: str) -> set[str]:
    """The files of modules, or of the modules that names are taken from, and of the packages around them."""
    found = set(_packages(path))
    for name in names:
        parts = name.split(".")
        for end in range(1, len(parts) + 1):
            place = "/".join(parts[:end])
            found |= {file for file in (f"{place}.py", f"{place}/__init__.py") if file in shelf.code()}
    return found


def _packages(path: str) -> Iterable[str]:
    parts = path.split("/")[:-1]
    places = ("/".join([*parts[:end], "__init__.py"]) for end in range(1, len(parts) + 1))
    return (place for place in places if place in shelf.code())
