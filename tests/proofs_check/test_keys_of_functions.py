"""Whatever is changed in code that was executed, or that it sees, makes stale what was found by it; a comment does not.

A small package is really executed, with notes; then it is changed, and executed again.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from types import ModuleType

import pytest

from proofs_check import executed, relevant_code, shelf
from proofs_check.compiled import code_of

FILES = {
    "names": '''
from __future__ import annotations
LIMIT = 3

def limit(x):
    """Words."""
    return min(x, LIMIT)

def rows(x):
    return [x]
''',
    "base": """
from __future__ import annotations
from .names import limit, rows
RATE = 2

class Base:
    weight = 1

    def value(self):
        return self.weight * RATE

    def other(self):
        return 5

    def mean(self):
        return 0

def helper(x, times=1):
    return times * x + limit(x)  # words

def unused(x):
    return helper(x) - 1
""",
    "tables": """
from __future__ import annotations

def add(x):
    return x + 1

def subtract(x):
    return x - 1

def told(x):
    return subtract(x) + 7

TABLE = {"add": add, "subtract": subtract}
SIZES = [n for n in range(3)]
""",
    "late": """
from __future__ import annotations
HELD = 4

def closing(x):
    def inner():
        return x + HELD
    return inner()
""",
    "apart": """
from __future__ import annotations
FAR = 1

def far(x):
    return x
""",
    "engine": """
from __future__ import annotations
from functools import lru_cache
from . import tables
from .base import Base, helper, rows

@lru_cache(9)
def remembered(x):
    return x * x

def never(x):
    from .apart import far
    return far(x)

def lazy(x):
    yield x

class Engine(Base):
    def run(self, x):
        from .late import closing
        found = sum(f(x) for f in tables.TABLE.values()) + helper(x) + self.value() + self.mean() + closing(x)
        return found + remembered(x) + len(tables.SIZES) + bool(lazy(x)) + len(rows(x))
""",
}
ORDER = ("names", "base", "tables", "late", "apart", "engine")

STALE = {
    "the body of a function": ("names", "min(x, LIMIT)", "max(x, LIMIT)"),
    "a function inside a function": ("late", "x + HELD", "x - HELD"),
    "an inlined constant": ("base", "self.weight * RATE", "self.weight * 3"),
    "a constant of the module": ("names", "LIMIT = 3", "LIMIT = 1"),
    "a constant of a module that a function imports": ("late", "HELD = 4", "HELD = 5"),
    "a constant of a class": ("base", "weight = 1", "weight = 2"),
    "a default": ("base", "times=1", "times=2"),
    "a name that resolves elsewhere": ("engine", "import Base, helper, rows", "import Base, unused as helper, rows"),
    "a function that takes the place of an import": (
        "engine", "class Engine", "def helper(x):\n    return 0\n\nclass Engine"),
    "a function that takes the place of a builtin": (
        "engine", "class Engine", "def sum(x):\n    return 0\n\nclass Engine"),
    "an import that takes the place of a builtin": (
        "engine", "class Engine", "from .base import unused as len\n\nclass Engine"),
    "a second function of the name": ("names", "def rows", "def limit(x):\n    return 9\n\ndef rows"),
    "the order of two functions of one name": (
        "late", "def closing(x):", "def closing(x):\n    return 0\n\ndef closing(x):"),
    "an assignment to a function": ("tables", "TABLE =", "add = subtract\nTABLE ="),
    "a changed row of a table": ("tables", '"add": add', '"add": told'),
    "an added row of a table": ("tables", '"add": add', '"add": add, "told": told'),
    "a row added by a statement": ("tables", "SIZES =", 'TABLE["told"] = told\nSIZES ='),
    "a comprehension of the module": ("tables", "range(3)", "range(4)"),
    "a changed base class": ("engine", "class Engine(Base)", "class Engine(object)"),
    "a method that overrides": ("engine", "    def run", "    def mean(self):\n        return 9\n\n    def run"),
    "a deleted function": ("late", "def closing", "def opening"),
    "a deleted method": ("base", "    def value(self):", "    def worth(self):"),
    "a decorator": ("engine", "@lru_cache(9)", "@lru_cache(8)"),
    "a decorator of a method": ("base", "    def value(self):", "    @property\n    def value(self):"),
    "a function that is called and makes a generator": ("engine", "    yield x", "    return 0"),
    "a function that is taken and not a generator any more": ("names", "return [x]", "yield x"),
    "a changed import of a function": ("engine", "from .late import closing", "from .apart import far as closing"),
    "an added import": (
        "engine", "from . import tables", "from . import apart, tables\ntables.TABLE['far'] = apart.far"),
    "a call on import": ("tables", "SIZES =", "TABLE.clear()\nSIZES ="),
    "what the interpreter looks for": (
        "engine", "class Engine", "def __getattr__(name):\n    return 1\n\nclass Engine"),
}  # fmt: skip
FRESH = {
    "a comment": ("base", "# words", "# other words"),
    "a docstring": ("names", '"""Words."""', '"""Other\n    words."""'),
    "blank lines": ("engine", "class Engine", "\n\n\nclass Engine"),
    "a function that is not called": ("base", "helper(x) - 1", "helper(x) - 2"),
    "a method that is not called": ("base", "return 5", "return 6"),
    "a function that nothing names": ("base", "def unused", "def added(x):\n    return x\n\ndef unused"),
    "a deleted function that nothing names": ("base", "def unused(x):\n    return helper(x) - 1", ""),
    "the head of a function that is not called": ("engine", "def never(x)", "def never(x, y)"),
    "the order of functions": (
        "engine",
        "def lazy(x):\n    yield x\n",
        "def more(x):\n    return x\n\ndef lazy(x):\n    yield x\n",
    ),
    "the body of a generator that is not followed": ("engine", "    yield x", "    yield x + 1"),
    "a constant of a file that only what is not called imports": ("apart", "FAR = 1", "FAR = 2"),
    "a function of a file that only what is not called imports": ("apart", "return x", "return x + 1"),
}


def changed(file: str, old: str, new: str) -> dict[str, str]:
    assert FILES[file].count(old) == 1, old
    return {**FILES, file: FILES[file].replace(old, new)}


def run(files: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> tuple[object, list[str]]:
    """What the engine finds, and the functions that it calls."""
    notes: dict[str, dict[str, bool]] = {}
    package = ModuleType("made")
    package.__path__ = []
    monkeypatch.setitem(sys.modules, "made", package)
    try:
        for name in ORDER:
            module = ModuleType(f"made.{name}")
            module.__dict__.update({"__package__": "made", executed._NOTE: notes.setdefault(f"made/{name}.py", {})})
            monkeypatch.setitem(sys.modules, module.__name__, module)
            setattr(package, name, module)
            exec(compile(executed._noting(ast.parse(files[name])), f"{name}.py", "exec"), module.__dict__)
        found: object = sys.modules["made.engine"].__dict__["Engine"]().run(2)
    except Exception as error:
        found = repr(error)
    return found, [" ".join((path, *sorted(names))) for path, names in notes.items() if names]


def digest(files: Mapping[str, str], called: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    made = {f"made/{name}.py": code_of(text.encode(), f"made/{name}.py") for name, text in files.items()}
    kept = {path: code for path, code in LIBRARY.items() if path in relevant_code._KEEPERS}
    forget()
    with monkeypatch.context() as patch:
        patch.setattr(shelf, "code", lambda: {**kept, **made})
        found = relevant_code.digest_of(called)
    forget()
    return found


LIBRARY = shelf.code()


def forget() -> None:
    for cached in vars(relevant_code).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    forget()


@pytest.mark.parametrize("change", STALE)
def test_what_is_changed_where_it_is_executed_or_seen_is_stale(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, called = run(FILES, monkeypatch)
    assert digest(changed(*STALE[change]), called, monkeypatch) != digest(FILES, called, monkeypatch)


@pytest.mark.parametrize("change", FRESH)
def test_what_is_neither_executed_nor_seen_is_fresh_and_finds_the_same(
    change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, called = run(FILES, monkeypatch)
    files = changed(*FRESH[change])
    assert digest(files, called, monkeypatch) == digest(FILES, called, monkeypatch)
    assert run(files, monkeypatch)[0] == found


STAR = {name: "from __future__ import annotations\n" + text for name, text in {
    "far": "def most(x):\n    return 1\n",
    "near": "from .far import *\n",
    "engine": "from .near import *\n\nclass Engine:\n    def run(self, x):\n        return len([x])\n",
}.items()}  # fmt: skip


@pytest.mark.parametrize("file", ["far", "near"])
def test_what_an_import_of_all_names_may_bring_is_seen(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ORDER", tuple(STAR))
    found, called = run(STAR, monkeypatch)
    files = {**STAR, file: STAR[file] + "\ndef len(x):\n    return 9\n"}
    assert run(files, monkeypatch)[0] != found
    assert digest(files, called, monkeypatch) != digest(STAR, called, monkeypatch)


def test_equal_methods_of_two_classes_are_told_apart() -> None:
    one = "class {}:\n    def f(self):\n        return 1\n"
    assert set(code_of((one.format("C") + one.format("D")).encode(), "a.py").functions) == {"C.f", "D.f"}


def test_most_of_what_is_stale_finds_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the changes are changes."""
    found, _ = run(FILES, monkeypatch)
    same = [change for change, where in STALE.items() if run(changed(*where), monkeypatch)[0] == found]
    assert len(same) < len(STALE) // 3, same
