"""What a source file is compiled to: its code without comments, docstrings and layout.  Standard library only.

It is told apart by what runs when: the frame when the file is imported, each function when it is called.  A change of
one is a change of all that can see it, and of nothing else.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

Functions = Mapping[str, tuple[str, tuple[str, ...]]]
"""By qualified name: the digest, and the files that it may import, by their modules' names."""


_SEE_ALL_NAMES = frozenset({"dir", "eval", "exec", "globals", "locals", "vars"})


@dataclass(frozen=True, slots=True)
class Code:
    """Digests of what a file is compiled to, and the files that it may import, by their modules' names."""

    whole: str
    frame: str
    """Of what runs when the file is imported, and may be seen where none of its functions is ever called: constants,
    tables, imports, classes, the heads of methods; neither bodies nor what :attr:`heads` has."""
    imports: tuple[str, ...] = ()
    on_import: tuple[str, ...] = ()
    """Those of ``imports`` that are made when the file is imported, not when a function is called."""
    heads: Mapping[str, str] = field(default_factory=dict)
    """Of the functions of the module whose heads do nothing on import: whoever does not name them does not see them."""
    functions: Functions = field(default_factory=dict)
    """Of the functions of the module and of its classes, with the heads that they name; what is inside is theirs."""


def code_of(text: bytes, path: str) -> Code:
    """The code of a file; of one that is no Python, or none that can be read, the digests of its bytes."""
    if path.endswith(".py"):
        try:
            tree = _without_layout(without_docstrings(ast.parse(text)))
            made = compile(tree, path, "exec", dont_inherit=True, optimize=0)
        except (SyntaxError, ValueError, RecursionError):
            pass
        else:
            return _code(tree, made, path)
    held = hashlib.sha256(text).hexdigest()[:32]
    return Code(held, held)


def _code(tree: ast.Module, made: CodeType, path: str) -> Code:
    package = path.split("/")[:-1]
    found = dict.fromkeys(_imports(tree, package, inside=False))
    everything, on_import = ({name for name, at_once in found if at_once or late} for late in (True, False))
    bodies = dict[str, list[CodeType]]()
    for body in _bodies(made):
        bodies.setdefault(body.co_qualname, []).append(body)
    plain = _plain(tree)
    heads = {
        node.name: _digest([*map(ast.dump, (node.args, *node.decorator_list)), *map(_head, bodies[node.name])])
        for node in plain
    }
    imports = _imports_of_functions(tree, package)
    functions = {
        name: (_seen(codes, heads, {name}, bodies=True), imports.get(name, ())) for name, codes in bodies.items()
    }
    tree.body = [node for node in tree.body if node not in plain]
    frame = compile(tree, path, "exec", dont_inherit=True, optimize=0)
    special = {name for name in heads if name.startswith("__")}  # the interpreter looks for these
    return Code(
        _digest(_told(made, bodies=True)), _seen([frame], heads, special, bodies=False),
        tuple(sorted(everything)), tuple(sorted(on_import)), heads, functions,
    )  # fmt: skip


def _seen(codes: Sequence[CodeType], heads: Mapping[str, str], also: set[str], *, bodies: bool) -> str:
    """The digest of the codes with the heads of the functions that they name."""
    named = also.union(*(_names(code, bodies) for code in codes))
    told = [line for code in codes for line in _told(code, bodies)]
    return _digest([*told, *(f"{name} {heads[name]}" for name in sorted(named & heads.keys()))])


def _names(code: CodeType, bodies: bool) -> set[str]:
    inside = [one for one in code.co_consts if isinstance(one, CodeType) and (bodies or not _is_body(one))]
    return set(code.co_names).union(*(_names(one, bodies) for one in inside))


def _bodies(code: CodeType) -> Iterator[CodeType]:
    """The functions of the module and of its classes; the same name may be there more than once."""
    for one in code.co_consts:
        if isinstance(one, CodeType) and _is_body(one):
            yield one
        elif isinstance(one, CodeType):
            yield from _bodies(one)


def functions_in(tree: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions of the module and of its classes, by their qualified names; what is inside runs later."""
    for node in _blocks(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield f"{within}{node.name}", node
        else:
            yield from functions_in(node, f"{within}{node.name}." if isinstance(node, ast.ClassDef) else within)


def _without_layout(tree: ast.Module) -> ast.Module:
    """The tree, changed: where a call is broken, it may be compiled otherwise.  Each function has a line of its own, as
    equal ones on the same are compiled to one."""
    for line, node in enumerate((tree, *(node for _, node in functions_in(tree))), 1):
        place = ast.Pass(lineno=line, end_lineno=line, col_offset=0, end_col_offset=0)
        for inner in ast.walk(node):
            if "lineno" in inner._attributes:
                ast.copy_location(inner, place)
    return tree


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


def _plain(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of the module that may stand anywhere in it: their heads run nothing that another statement makes,
    and nothing else is called as they are."""
    functions = [
        node for node in tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and all(map(_only_remembers, node.decorator_list))
        and all(map(_is_literal, (*node.args.defaults, *filter(None, node.args.kw_defaults))))
    ]  # fmt: skip
    if not any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body):
        return []  # annotations may be evaluated
    others = (node for node in tree.body if node not in functions)
    bound = Counter(node.name for node in functions)
    bound.update(name for other in others for node in ast.walk(other) for name in _binds(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            bound.update(node.names)
        elif isinstance(node, ast.Name) and node.id in _SEE_ALL_NAMES:
            bound["*"] += 1
    return [node for node in functions if bound[node.name] == 1 and not bound["*"]]


def _binds(node: ast.AST) -> Iterable[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            return (name,)
        case ast.alias(name=name, asname=alias):
            return ((alias or name).split(".")[0],)
        case (
            ast.ClassDef(name=str(name)) | ast.FunctionDef(name=str(name)) | ast.AsyncFunctionDef(name=str(name))
            | ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name))
            | ast.MatchMapping(rest=str(name))
        ):  # fmt: skip
            return (name,)
    return ()


def _only_remembers(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    given = [*decorator.args, *(k.value for k in decorator.keywords)] if isinstance(decorator, ast.Call) else []
    return isinstance(called, ast.Name) and called.id in ("cache", "lru_cache") and all(map(_is_literal, given))


def _is_literal(value: ast.expr) -> bool:
    return all(isinstance(node, (ast.Constant, ast.Tuple, ast.UnaryOp, ast.Load, ast.USub)) for node in ast.walk(value))


def _imports_of_functions(tree: ast.Module, package: list[str]) -> dict[str, tuple[str, ...]]:
    found = dict[str, set[str]]()
    for name, node in functions_in(tree):
        found.setdefault(name, set()).update(name for name, _ in _imports(node, package, inside=True))
    return {name: tuple(sorted(names)) for name, names in found.items() if names}


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


def _digest(told: Iterable[str]) -> str:
    found = hashlib.sha256()
    for text in told:
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
            yield _head(constant)


def _constant(value: Any) -> str:
    """Sets have no order of their own, and numbers that are equal are not the same constant."""
    if isinstance(value, (frozenset, tuple)):
        inside = [_constant(item) for item in value]
        return f"{type(value).__name__}({','.join(inside if isinstance(value, tuple) else sorted(inside))})"
    return f"{type(value).__name__} {value!r}"


def _is_body(code: CodeType) -> bool:
    """Whether the code is of a function with a name: classes, lambdas and comprehensions run on import, or may."""
    return bool(code.co_flags & 1) and not code.co_name.startswith("<")


def _head(code: CodeType) -> str:
    arguments = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    counts = f"{code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount}"
    return f"{code.co_qualname} {code.co_flags} {counts} {code.co_varnames[:arguments]}"
