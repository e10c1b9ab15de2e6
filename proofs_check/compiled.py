"""What a source file is compiled to: its code without comments, docstrings and layout.  Standard library only."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any


@dataclass(frozen=True, slots=True)
class Code:
    """Digests of what a file is compiled to, and the files that it may import, by their modules' names."""

    whole: str
    frame: str
    """Of what runs when the file is imported, and may be seen where none of its functions is ever called: constants,
    tables, imports, classes; neither the functions themselves nor the bodies of methods."""
    imports: tuple[str, ...] = ()
    on_import: tuple[str, ...] = ()
    """Those of ``imports`` that are made when the file is imported, not when a function is called."""


def code_of(text: bytes, path: str) -> Code:
    """The code of a file; of one that is no Python, or none that can be read, the digests of its bytes."""
    if path.endswith(".py"):
        try:
            tree = ast.parse(text)
            made = compile(without_docstrings(tree), path, "exec", dont_inherit=True, optimize=0)
        except (SyntaxError, ValueError, RecursionError):
            pass
        else:
            found = dict.fromkeys(_imports(tree, _package(path), inside=False))
            everything, on_import = ({name for name, at_once in found if at_once or late} for late in (True, False))
            frame = compile(_without_functions(tree), path, "exec", dont_inherit=True, optimize=0)
            digests = _digest(made, bodies=True), _digest(frame, bodies=False)
            return Code(*digests, tuple(sorted(everything)), tuple(sorted(on_import)))
    held = hashlib.sha256(text).hexdigest()[:32]
    return Code(held, held)


def _package(path: str) -> list[str]:
    return path.split("/")[:-1]


def _blocks(node: ast.AST) -> Iterator[ast.AST]:
    """The statements directly inside a statement."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inside = getattr(node, name, ())
        if isinstance(inside, list):
            yield from inside


def without_docstrings(node: ast.AST) -> Any:
    """The tree, changed: a docstring is the first statement of a module, a class or a function, wherever it stands."""
    for inner in _blocks(node):
        without_docstrings(inner)
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            left = isinstance(node, ast.Module) or len(node.body) > 1
            node.body[:1] = [] if left else [ast.copy_location(ast.Pass(), first)]
    return node


def _without_functions(tree: ast.Module) -> ast.Module:
    """The tree, changed: without the functions of the module, but for those that a decorator may note elsewhere."""
    tree.body = [
        node for node in tree.body
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        or not all(map(_only_remembers, node.decorator_list))
    ]  # fmt: skip
    return tree


def _only_remembers(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Name) and called.id in ("cache", "lru_cache")


def _imports(node: ast.AST, package: list[str], *, inside: bool) -> Iterator[tuple[str, bool]]:
    """The names of modules, or of what is taken from them, and whether the file's own import makes the import."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        for other in node.orelse:
            yield from _imports(other, package, inside=inside)
        return
    if isinstance(node, ast.Import):
        yield from ((alias.name, not inside) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        base = package[: len(package) + 1 - node.level] if node.level else []
        base = [*base, *(node.module or "").split(".")] if node.module else base
        yield from ((".".join([*base, alias.name]), not inside) for alias in node.names)
    inside = inside or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    for inner in _blocks(node):
        yield from _imports(inner, package, inside=inside)


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
