"""Puts a lenient version into the running process: the code of live functions is replaced, no file is touched."""

from __future__ import annotations

import ast
import gc
import importlib
import inspect
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from .guards import Guard, guards
from .named import named_changes
from .tables import rows_of

ROOT = Path(__file__).parents[3]
Live = dict[tuple[str, int], list[FunctionType]]


def found_in(file: str) -> list[Guard]:
    """All guards of a file of the tree, with those that are named by hand and the rows of its tables."""
    tree = _parsed(file)
    return [*guards(tree, file), *named_changes(tree, file), *rows_of(file)]


def _parsed(file: str) -> ast.Module:
    return ast.parse((ROOT / file).read_text())


def loaded(file: str) -> ModuleType:
    """The module of a file; imported, for only what lives can be changed."""
    return importlib.import_module(file.removesuffix("/__init__.py").removesuffix(".py").replace("/", "."))


@lru_cache(maxsize=1)
def live_functions() -> dict[str, Live]:
    """Every function that lives, by its file, qualified name and first line; ask after everything is imported."""
    found: dict[str, Live] = {}
    gc.unfreeze()  # what was frozen is not told of
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            code = one.__code__
            found.setdefault(code.co_filename, {}).setdefault((code.co_qualname, code.co_firstlineno), []).append(one)
    return found


def compiled(id: str, file: str) -> CodeType:
    """The code of the module, with this one guard changed."""
    tree = _parsed(file)
    all_of_them = [*guards(tree, file), *named_changes(tree, file)]
    next(guard for guard in all_of_them if guard.id == id).change()
    return compile(ast.fix_missing_locations(tree), inspect.getsourcefile(loaded(file)) or file, "exec")


def apply(guard: Guard) -> int:
    """Asks less from now on, in this process; the number of functions that changed."""
    if guard.read_in:
        guard.change()
        return 1
    code = compiled(guard.id, guard.file)
    live = live_functions().get(code.co_filename, {})
    changed = 0
    for inner in _codes(code):
        if inner.co_qualname == guard.where or inner.co_qualname.startswith(f"{guard.where}.<locals>"):
            for function in live.get((inner.co_qualname, inner.co_firstlineno), ()):
                function.__code__ = inner
                changed += 1
    return changed


def _codes(code: CodeType) -> list[CodeType]:
    inner = [const for const in code.co_consts if isinstance(const, CodeType)]
    return [*inner, *(deeper for one in inner for deeper in _codes(one))]
