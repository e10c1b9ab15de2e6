"""The source files of the package: their state, and what of each one decides.  Standard library only.

Of a file counts what Python makes of it, without comments, docstrings and layout: the code that it is compiled to.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from types import CodeType
from typing import Any

HOME = Path(__file__).resolve().parent.parent
WINGS = ("symbolic", "numeric", "proofs_check")
_NOT_DECIDING = frozenset({
    "__init__.py", "answers.py", "arguments.py", "cli.py", "commands", "config.py", "errors.py",
    "lsa.py", "notebook.py", "options.py", "own", "pytest_plugin.py", "registry.py", "report", "shelf.py", "sources.py",
})  # fmt: skip
"""Parts of proofs_check that only show, select, find or read options; whatever is new there counts as deciding."""
_LIBRARIES = ("mpmath", "numpy", "python-flint", "scipy", "sympy", "torch")

_SEEN: list[tuple[int, int]] = []
"""When the files were written, and their sizes, as this process first met them."""


@dataclass(frozen=True, slots=True)
class Code:
    """Digests of what a file is compiled to: all of it, and what runs when it is imported (no body of a function)."""

    whole: str
    frame: str


@cache
def contents() -> dict[str, str]:
    """The digest of the bytes of every file of the package, by its path."""
    paths = sorted(_files())
    _SEEN.extend(map(_times, paths))
    return {path: hashlib.sha256(_bytes(path)).hexdigest()[:32] for path in paths}


@cache
def state() -> str:
    """The digest of every byte of the package, and of what it runs on: what is the same in one state is made once."""
    found = hashlib.sha256(platform().encode())
    for path, held in contents().items():
        found.update(f"{path} {held}\n".encode())
    return found.hexdigest()[:32]


@cache
def platform() -> str:
    """The versions of Python and of the libraries that decide; with -O, assertions are no part of the code."""
    python = f"python {sys.version_info[:3]} {sys.implementation.name} {sys.flags.optimize}"
    return "; ".join([python, *(f"{library} {_version(library)}" for library in _LIBRARIES)])


def unchanged() -> bool:
    """Whether no file was written since this process first looked: else nobody knows which version it has imported."""
    try:
        return list(map(_times, contents())) == _SEEN
    except OSError:
        return False


def _times(path: str) -> tuple[int, int]:
    found = os.stat(HOME / path)
    return found.st_mtime_ns, found.st_size


def _files() -> Iterator[str]:
    for wing in WINGS:
        for folder, inner, names in os.walk(HOME / wing):
            inner[:] = [name for name in inner if name != "__pycache__"]
            place = os.path.relpath(folder, HOME).replace(os.sep, "/")
            yield from (f"{place}/{name}" for name in names if name.endswith((".py", ".json")))


def _bytes(path: str) -> bytes:
    with open(HOME / path, "rb", buffering=0) as stream:
        return stream.read()


def decides(path: str) -> bool:
    """Claims are covered by their own digests, so of the papers only what a model is counts here."""
    wing, *inside = path.split("/")
    if wing == "symbolic":
        return inside[0] != "typesetting"  # it prints what the rest has derived
    if wing != "proofs_check":
        return True
    if inside[0] == "papers":
        return inside[-1] == "model.py"
    # The scripts for authors decide nothing, unlike the records beside them.
    return inside[0] not in _NOT_DECIDING and inside[:2] != ["evidence", "errata"]


def code_of(path: str) -> Code:
    """The digests of a file; of one that is no Python, or none that can be read, those of its bytes."""
    text = _bytes(path)
    if path.endswith(".py"):
        try:
            tree = ast.parse(text)
            _drop_docstrings(tree)
            made = compile(tree, path, "exec", dont_inherit=True, optimize=0)
        except (SyntaxError, ValueError, RecursionError):
            pass
        else:
            return Code(*(_digest(made, bodies=bodies) for bodies in (True, False)))
    held = hashlib.sha256(text).hexdigest()[:32]
    return Code(held, held)


def _drop_docstrings(node: ast.AST) -> None:
    """A docstring is the first statement of a module, a class or a function, wherever that stands."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, name, ()) if isinstance(getattr(node, name, ()), list) else ():
            _drop_docstrings(inner)
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            node.body[:1] = [ast.copy_location(ast.Pass(), first)]


def _digest(code: CodeType, *, bodies: bool) -> str:
    found = hashlib.sha256()
    for text in _told(code, bodies):
        found.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return found.hexdigest()[:32]


def _told(code: CodeType, bodies: bool) -> Iterator[str]:
    """All of the code but where it stands: lines and columns are layout."""
    yield (
        f"{code.co_qualname} {code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount} {code.co_flags} "
        f"{code.co_names} {code.co_varnames} {code.co_freevars} {code.co_cellvars} {code.co_exceptiontable.hex()}"
    )
    yield code.co_code.hex()
    for constant in code.co_consts:
        if not isinstance(constant, CodeType):
            yield _constant(constant)
        elif bodies or not _is_body(constant):
            yield from _told(constant, bodies)
        else:
            yield f"{constant.co_qualname} {constant.co_flags} {constant.co_varnames[: _arguments(constant)]}"


def _constant(value: Any) -> str:
    """Sets have no order of their own, and numbers that are equal are not the same constant."""
    if isinstance(value, (frozenset, tuple)):
        inside = [_constant(item) for item in value]
        return f"{type(value).__name__}({','.join(inside if isinstance(value, tuple) else sorted(inside))})"
    return f"{type(value).__name__} {value!r}"


def _is_body(code: CodeType) -> bool:
    """Whether the code is of a function with a name: classes, lambdas and comprehensions run on import, or may."""
    return bool(code.co_flags & 1) and not code.co_name.startswith("<")


def _arguments(code: CodeType) -> int:
    return code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "absent"
