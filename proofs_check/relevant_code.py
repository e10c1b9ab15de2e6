"""The code that a result was found by, as one digest: all that may decide, or the functions that were executed.

Beside these functions counts what runs when their files are imported, and the files that they may import, and those
that these import in turn: constants, tables, classes, and the heads of functions that are named.  Nothing else can
have had a part in the result, as long as importing a file changes no other.  Standard library only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import compress, starmap

from . import shelf, sources
from .compiled import Code

_BY_NAME = ("model.py", "written_out.py")
"""Files of a paper that engines import by the name of the paper."""
_KEEPERS = tuple(
    f"proofs_check/{name}.py" for name in ("compiled", "digest", "executed", "relevant_code", "shelf", "sources")
)
"""What decides which code counts: every result was kept by it."""
_READS_RECORDS = ("proofs_check/evidence/", "proofs_check/witnesses/trained/experiment.py")
"""Where records are looked for."""


def digest_of(executed: Iterable[str] | None) -> str:
    """The digest of the code that counts where this was executed (of each file its path, then its functions); None: of
    all that may decide."""
    known = shelf.source_digest() if executed is None else None
    if known is not None:
        return known
    counting = _wholes(_all()) if executed is None else _counting(executed)
    bits = bin(counting)[:1:-1].encode().translate(_BITS)
    return hashlib.sha256(sources.platform().encode() + b"".join(compress(_lines(), bits))).hexdigest()[:32]


def _counting(executed: Iterable[str]) -> int:
    """What a paper's file makes of its claims stands in their digests, unless an engine may import the file, too."""
    found = _always()
    for line in executed:
        path = line.partition(" ")[0]
        if path in _all():
            found |= _of_file(line)
            if path.startswith(_READS_RECORDS):
                found |= _records()
    return found


@cache
def _always() -> int:
    return _wholes(_KEEPERS) | _on_import(tuple(filter(_by_name, shelf.code())))


@cache
def _records() -> int:
    return _wholes(file for file in shelf.code() if file.endswith(".json"))


@cache
def _of_file(line: str) -> int:
    """What counts where these functions of a file were executed: they, and what all that they may import runs."""
    path, *names = line.split(" ")
    code = shelf.code()[path]
    found = _on_import((path,))
    for name in names:
        if name in code.functions:
            imports = code.functions[name][1]
            found |= _units()[path, "function", name] | _named(imports) | _on_import(tuple(_files(imports, path)))
        else:  # all of them; or one that is gone, and what was found by it is stale
            found |= _wholes([path]) | _named(code.imports) | _on_import(tuple(_files(code.imports, path)))
    return found


@cache
def _all() -> frozenset[str]:
    """Every deciding file, and those of the papers that one of them may import."""
    code = shelf.code()
    base = {path for path in code if sources.decides(path) or _by_name(path)}
    return frozenset(base.union(*(_reached(file) for path in base for file in _files(code[path].imports, path))))


def _by_name(path: str) -> bool:
    return path.startswith("proofs_check/papers/") and path.rpartition("/")[2] in _BY_NAME


# Units of code, one bit for each ----------------------------------------------------------------------------------

@cache
def _units() -> Mapping[tuple[str, str, str], int]:
    """By path, kind and name: all of a file, its frame, a head, a function."""
    units = list[tuple[str, str, str]]()
    for path, code in shelf.code().items():
        units += [(path, "whole", ""), (path, "frame", "")]
        units += [(path, "head", name) for name in code.heads]
        units += [(path, "function", name) for name in code.functions]
    return {unit: 1 << number for number, unit in enumerate(units)}


_BITS = bytes.maketrans(b"01", b"\0\1")


@cache
def _lines() -> tuple[bytes, ...]:
    """What each unit is, in their order."""
    return tuple(starmap(_line, _units()))


def _line(path: str, kind: str, name: str) -> bytes:
    return f"{path} {kind} {name} {_digest(shelf.code()[path], kind, name)}\n".encode()


def _digest(code: Code, kind: str, name: str) -> str:
    if kind == "head":
        return code.heads[name]
    if kind == "function":
        return code.functions[name][0]
    return code.whole if kind == "whole" else code.frame


def _wholes(paths: Iterable[str]) -> int:
    return sum(_units()[path, "whole", ""] for path in set(paths))


@cache
def _on_import(files: tuple[str, ...]) -> int:
    """What runs when these files are imported, and the heads that are named then."""
    found = 0
    for file in set[str]().union(*map(_reached, files)):
        found |= _units()[file, "frame", ""] | _named(shelf.code()[file].on_import)
    return found


@cache
def _named(imports: tuple[str, ...]) -> int:
    """The heads of functions that are taken from modules; of a module that is taken itself, those of all."""
    found = 0
    for name in imports:
        module, _, last = name.rpartition(".")
        for place, wanted in ((module, last.strip("*")), (name, "")):
            for file in (path for path in _paths(place) if path in shelf.code()):
                heads = shelf.code()[file].heads
                for head in (wanted,) if wanted in heads else () if wanted else heads:
                    found |= _units()[file, "head", head]
    return found


@cache
def _reached(path: str) -> frozenset[str]:
    """The file, and those that are imported when it is."""
    found, waiting = set[str](), [path]
    while waiting:
        next = waiting.pop()
        if next not in found:
            found.add(next)
            waiting += _at_once(next)
    return frozenset(found)


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
            found |= {file for file in _paths(".".join(parts[:end])) if file in shelf.code()}
    return found


def _paths(module: str) -> tuple[str, str]:
    place = module.replace(".", "/")
    return f"{place}.py", f"{place}/__init__.py"


def _packages(path: str) -> Iterable[str]:
    parts = path.split("/")[:-1]
    places = ("/".join([*parts[:end], "__init__.py"]) for end in range(1, len(parts) + 1))
    return (place for place in places if place in shelf.code())
