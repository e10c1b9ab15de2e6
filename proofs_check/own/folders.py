"""Claim files of one's own: a folder of Python files, read as a package of its own, or a paper in LaTeX.

The files of a folder, and of the folders directly inside, import each other by a leading dot: ``from .notation import
A``.  Files that start with ``_``, ``.`` or ``test_``, ``conftest.py``, ``setup.py`` and whatever imports neither
``proofs_check`` nor another file of the folder are left alone, unless a claim file imports them.

All claims that are made while a file is read are its claims, also those that a loop or a function makes and no name
keeps.  One that cannot be meant is told with its place, and the rest of the file and of the folder is read.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from difflib import get_close_matches
from enum import EnumMeta
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from ..claims import Claim, noted
from ..errors import UserError
from ..statement.terms import Term

if TYPE_CHECKING:
    from ..reading.outcomes import Unread

_PREFIX = "lemmata_claims_"
_LEFT_OUT = frozenset({"conftest.py", "setup.py"})
_IMPORTS = re.compile(r"^\s*((from|import)\s+(proofs_check|\.)|@(\w+\.)*claim\b)", re.MULTILINE)
"""What a claim file has: imports of the package or of another file of its folder, or claims; no other script is run."""
State = tuple[tuple[str, int, int], ...]


def state(path: Path) -> State:
    """What changes when a file of the folder does: names, times and sizes."""
    folder = path if path.is_dir() else path.parent
    kind = path.suffix if is_paper(path) else ".py"
    found = sorted((*folder.glob(f"*{kind}"), *folder.glob(f"*/*{kind}")))
    return tuple((str(file), *_written(file)) for file in found if not file.name.startswith("."))


def _written(file: Path) -> tuple[int, int]:
    """When, and how much; of a link that leads nowhere, of the link."""
    stat = file.lstat() if file.is_symlink() and not file.exists() else file.stat()
    return stat.st_mtime_ns, stat.st_size


@dataclass(frozen=True)
class Read:
    """What a file gives."""

    module: ModuleType | None
    """None where it cannot be imported."""
    made: tuple[Claim, ...]
    """The claims made while it was read, whether or not a name keeps them."""
    wrong: tuple[str, ...]
    """A sentence with file and line for each thing in it that cannot be meant."""
    unread: tuple[Unread, ...] = ()
    """What is not read of a paper in LaTeX."""


def is_paper(path: Path) -> bool:
    """Whether this names a paper in LaTeX."""
    return path.suffix == ".tex"


def _paper(path: Path) -> Read:
    """The claims of a paper in LaTeX as those of a module."""
    from ..reading.tex.claims import paper

    found = paper(path)
    module = ModuleType(_PREFIX + found.name)
    module.__file__ = str(path)
    vars(module).update({claim.id: claim for claim in found.claims})
    return Read(module, tuple(found.claims), (), found.unread)


on_file: Callable[[Path], None] = lambda file: None  # noqa: E731
"""Called with each file that is run from now on, and with the folder or the paper where none is; who watches over the
reading puts it in."""
LeftOut = tuple[tuple[str, str], ...]
"""Files that end the process that reads them, or do not come to an end, each with the sentence that says so."""
_left_out: dict[str, str] = {}


def read(path: Path, left_out: LeftOut = ()) -> tuple[Read, ...]:
    """The files of the folder ``path``, or the one file ``path``, imported anew, but for those that are ``left_out``.

    Raises:
        UserError: there is no such folder, or it holds no claim file.
    """
    if is_paper(path):
        on_file(path)
        return (_paper(path),)
    files = claim_files(path)
    folder = path if path.is_dir() else path.parent
    _left_out.clear()
    _left_out.update(left_out)
    on_file(folder)
    root = _PREFIX + hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:8]
    _forget(root)
    importlib.invalidate_caches()
    with _no_bytecode(), _claims_guarded(), redirect_stdout(sys.stderr):  # what they print is no output of a command
        package = _read(folder, folder, lambda: _package(root, folder))
        found = [_read(file, folder, lambda file=file: _module(root, file, folder)) for file in files]  # type: ignore[misc]
    return (package, *found) if package.made or package.wrong else tuple(found)


def _read(file: Path, folder: Path, importing: Callable[[], ModuleType]) -> Read:
    """What ``importing`` gives; whatever it raises is a sentence with the place in the user's own files."""
    if str(file) in _left_out:
        return Read(None, (), (_left_out[str(file)],))
    _wrong.clear()
    module, made = None, list[Claim]()
    with noted(lambda claim: made.append(claim) if _importing().is_relative_to(folder) else None):
        try:
            module = importing()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            _wrong.append(error)
    return Read(module, tuple(made), tuple(explain(error, file, folder) for error in _wrong))


def _importing() -> Path:
    """The file that is being imported, whatever function of it or of others runs just now."""
    frame = sys._getframe()
    while frame.f_code.co_name != "<module>" and frame.f_back is not None:
        frame = frame.f_back
    return Path(frame.f_code.co_filename)


def _module(root: str, file: Path, folder: Path) -> ModuleType:
    if not file.is_file():
        link = "it is a link that leads nowhere, or no file: remove it"
        what = "it is a folder: rename it" if file.is_dir() else link
        raise UserError(f"it cannot be read, for {what}.")
    if "." in str(file.relative_to(folder).with_suffix("")):
        raise UserError("the name has a dot too many to be imported: rename the file.")
    parts = [part for part in file.relative_to(folder).with_suffix("").parts if part != "__init__"]
    return importlib.import_module(".".join([root, *parts]))


def claim_files(path: Path) -> tuple[Path, ...]:
    """The files that may hold claims, those of the folder itself first."""
    if path.is_file() and path.suffix == ".py":
        return (path,)
    if not path.is_dir():
        what = "it is no Python file" if path.exists() else "there is no such folder"
        raise UserError(f"--claims {shown(path)!r} must be a folder of claim files: {what}.")
    files = sorted(_python_files(path), key=lambda file: (len(file.parts), file))
    if not files:
        _check_readable(path)
        raise UserError(
            f"--claims {shown(path)!r} holds no claim file: write one with `lemmata new my-paper/lemma-1 --claims "
            f"{shown(path)}`."
        )
    return tuple(files)


def _python_files(folder: Path) -> Iterator[Path]:
    """The files that are read, one folder deep."""
    for file in _looked_at(folder):
        try:
            meant = not file.is_file() or _IMPORTS.search(file.read_text("utf-8", "replace"))
        except OSError:
            meant = True  # what is wrong with it is told where it is read
        if meant:
            yield file


def _looked_at(folder: Path) -> Iterator[Path]:
    inner = (one for one in folder.iterdir() if one.is_dir() and one.name[0] not in "._" and one.suffix != ".py")
    for place in (folder, *inner):
        for file in place.glob("*.py"):
            hidden = file.name.startswith(("_", ".", "test_")) or file.name in _LEFT_OUT
            if file.name == "__init__.py" or not hidden:
                yield file


def _check_readable(folder: Path) -> None:
    """Raise :class:`UserError` where a file of a folder without claims cannot be read: it may have been meant as one.

    It is not run; what it imports at its top is looked for.
    """
    for file in sorted(_looked_at(folder)):
        try:
            tree = ast.parse(file.read_text("utf-8", "replace"), str(file))
        except SyntaxError as error:
            raise UserError(explain(error, file, folder)) from error
        for node in tree.body:
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                modules = [node.module or ""]
            for root in (name.split(".")[0] for name in modules):
                if find_spec(root) is None:
                    raise UserError(f"{shown(file)}, line {node.lineno}: there is no module {root!r} to be imported.")


def shown(path: Path | str) -> str:
    """``path`` as the user would type it: relative to the current folder where it lies below it."""
    path, here = Path(path), Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _forget(root: str) -> None:
    for name in [name for name in sys.modules if name == root or name.startswith(f"{root}.")]:
        del sys.modules[name]


def _package(root: str, folder: Path) -> ModuleType:
    """The folder as a package, with its ``__init__.py`` where it has one."""
    init = folder / "__init__.py"
    if init.is_file():
        loader = _Guarded(root, str(init))
        spec = spec_from_file_location(root, init, loader=loader, submodule_search_locations=[str(folder)])
    else:
        spec = ModuleSpec(root, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
    assert spec is not None
    made = module_from_spec(spec)
    sys.modules[root] = made
    if spec.loader is not None:
        spec.loader.exec_module(made)
    return made


@contextmanager
def _no_bytecode() -> Iterator[None]:
    """Nothing is written into the user's folder, and an edit within the second is seen."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


class _Finder(MetaPathFinder):
    def find_spec(self, fullname: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not fullname.startswith(_PREFIX):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Guarded(fullname, spec.loader.path)
        return spec


class _Guarded(SourceFileLoader):
    """Reads a file in which a claim that cannot be meant does not stop the rest."""

    def get_code(self, fullname: str) -> CodeType:
        tree = _Guarding().visit(ast.parse(self.get_data(self.path), self.path))
        code: CodeType = compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)
        return code

    def exec_module(self, module: ModuleType) -> None:
        if self.path in _left_out:
            raise UserError(_left_out[self.path])
        setattr(module, _GUARD, _note)
        _running.append(Path(self.path))
        on_file(_running[-1])
        try:
            super().exec_module(module)
        finally:
            ended = _running.pop()
            if sys.exc_info()[0] is not KeyboardInterrupt:  # that ends the process here
                on_file(_running[-1] if _running else ended.parent)


_GUARD = "_lemmata_guard"
_wrong: list[BaseException] = []
"""What was wrong with the claims of the file that is being read."""


_running: list[Path] = []
"""The files that are run just now, each by the one before."""


def _note(error: BaseException) -> None:
    """One claim that cannot be meant, whatever it raises, does not stop the rest; Ctrl-C does."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    _wrong.append(error)


class _Guarding(ast.NodeTransformer):
    """Puts each decorated function of the module, also in a loop of it, into a ``try`` of its own."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        if not node.decorator_list:
            return node
        call = ast.Call(ast.Name(_GUARD, ast.Load()), [ast.Name(f"{_GUARD}_error", ast.Load())], [])
        handler = ast.ExceptHandler(ast.Name("BaseException", ast.Load()), f"{_GUARD}_error", [ast.Expr(call)])
        return ast.copy_location(ast.Try([node], [handler], [], []), node)

    def leave(self, node: ast.stmt) -> ast.stmt:
        """What is inside runs later, or goes wrong where its author looks after it."""
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_Try = leave


@contextmanager
def _claims_guarded() -> Iterator[None]:
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


# What goes wrong -------------------------------------------------------------------------------------------

def explain(error: BaseException, file: Path, folder: Path) -> str:
    """One sentence: file, line, what went wrong, and the remedy where it is known."""
    lines = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    own = [(name, line) for name, line in lines if Path(name).is_relative_to(folder)]
    place = own[-1] if own else (str(file), 0)
    if isinstance(error, SyntaxError) and error.filename:
        place = error.filename, error.lineno or 0
    what = str(error) if isinstance(error, UserError) else f"{type(error).__name__}: {_words(error)}."
    if isinstance(error, AttributeError) and isinstance(error.obj, EnumMeta):
        what = _no_member(error.obj, str(error.name))
    hint = _hint(error, file)
    return f"{shown(place[0])}{f', line {place[1]}' if place[1] else ''}: {what}{hint}"


def _no_member(kinds: EnumMeta, name: str) -> str:
    """For a misspelt member of an enumeration: the nearest, and all."""
    names = list(kinds.__members__)
    near = get_close_matches(name.upper(), names, n=1, cutoff=0.0)[0]
    title = kinds.__name__
    return f"there is no {title}.{name}: write {title}.{near}, or one of {', '.join(names)}."


def _words(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "it asks for more memory than the reading of claim files may take"
    return error.msg if isinstance(error, SyntaxError) else str(error).removesuffix(".")


def _hint(error: BaseException, file: Path) -> str:
    """What to write instead, for what newcomers write."""
    if isinstance(error, ModuleNotFoundError) and error.name and (file.parent / f"{error.name}.py").is_file():
        return f" Files of one folder import each other by a leading dot: from .{error.name} import ..."
    if isinstance(error, TypeError) and "Rational instances" in str(error):
        return " A fraction of symbols is a quotient: 1 / N."
    if isinstance(error, AttributeError) and isinstance(error.obj, Term):
        return " Operations are functions, inv(A), tr(A), norm_2(v); the transpose is A.T."
    if isinstance(error, NameError) and error.name:
        return f" Define it, or import it: from proofs_check import {error.name}" if _is_public(error.name) else ""
    return ""


def _is_public(name: str) -> bool:
    package = importlib.import_module("proofs_check")
    return name in getattr(package, "__all__", ())

