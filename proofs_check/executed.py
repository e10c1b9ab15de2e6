"""What of the package a process executes: the code that decides what it finds.  Standard library only.

Once :func:`watch` was called, every deciding file that is imported notes which of its functions are called.  So a
result can say by which functions it was found: those, and what runs when the files are imported that they import.
What a process found earlier it may remember, so that nothing is forgotten until the process ends.
"""

from __future__ import annotations

import ast
import marshal
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

from . import sources
from .compiled import functions_in

ALL = "*"
"""For the functions of a file that was imported before the watch began."""
_NOTE = "__executed__"
"""The name under which a watched module holds its note."""
_FORM = "2"
"""Of what is added to the code: kept code of another form is not used."""
_notes: dict[str, dict[str, bool]] = {}
"""The functions that were called, by the path of their file; of all files that are watched."""
_also: dict[str, set[str]] = {}
"""Those that were called elsewhere, for what is used here."""


def watch() -> None:
    """Watch what is imported from now on."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def executed() -> tuple[str, ...] | None:
    """The functions that were called in this process; None where it is not watched.

    One text for each file: its path and the qualified names; of a file that was imported before the watch began,
    :data:`ALL`.
    """
    if not _notes:
        return None
    modules = {name for name in sys.modules if name.partition(".")[0] in sources.WINGS}
    places = {sources.path_of(getattr(sys.modules[name], "__file__", None)) for name in modules}
    if sources.path_of(__file__) not in places:
        return None  # the modules come from elsewhere than the files
    called = {path: {*_notes.get(path, (ALL,))} for path in filter(None, places)}
    for path, found in _also.items():
        called.setdefault(path, set()).update(found)
    return tuple(" ".join((path, *sorted(names))) for path, names in sorted(called.items()) if names)


def also(functions: tuple[str, ...] | None) -> None:
    """Count as called here what was called where something was found that is used here."""
    for text in functions or ():
        path, *names = text.split()
        _also.setdefault(path, set()).update(names)


class _Finder(MetaPathFinder):
    def find_spec(self, fullname: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname.partition(".")[0] not in sources.WINGS:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        place = sources.path_of(spec.origin) if spec else None
        if spec and place and (sources.decides(place) or sources.is_of_papers(place)):
            spec.loader = _Loader(fullname, str(spec.origin))
        return spec


class _Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        place = sources.path_of(self.path)
        assert place is not None, "files of the package are watched"
        setattr(module, _NOTE, _notes.setdefault(place, {}))
        super().exec_module(module)

    def get_code(self, fullname: str) -> CodeType:
        """The code with its notes, kept beside the index."""
        text = self.get_data(self.path)
        named = f"{_FORM} {sys.implementation.cache_tag} {sys.flags.optimize} {self.path}"
        name = sha256(named.encode() + b"\0" + text).hexdigest()[:40]
        for folder in sources.cache_folders("code"):
            with suppress(OSError, ValueError, EOFError, TypeError):
                kept = marshal.loads((folder / name).read_bytes())
                if isinstance(kept, CodeType):
                    return kept
        code: CodeType = compile(_noting(ast.parse(text)), self.path, "exec", dont_inherit=True)
        for folder in sources.cache_folders("code"):
            with suppress(OSError):
                sources.write_bytes(folder / name, marshal.dumps(code))
                break
        return code


def _noting(tree: ast.AST) -> Any:
    """The tree with a note at the start of each function of the module or of a class; what is inside runs later."""
    for name, node in functions_in(tree):
        node.body[_first(node) : _first(node)] = [_note(name, node.body[0])]
    return tree


def _first(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return int(ast.get_docstring(node, clean=False) is not None)


def _note(name: str, beside: ast.stmt) -> ast.stmt:
    place = ast.Subscript(ast.Name(_NOTE, ast.Load()), ast.Constant(name), ast.Store())
    return ast.fix_missing_locations(ast.copy_location(ast.Assign([place], ast.Constant(True)), beside))
