"""The public names: one import line, nothing heavy, the same for Python and for type checkers."""

from __future__ import annotations

import ast
import importlib
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import proofs_check
from proofs_check import lsa, proof

HERE = Path(proofs_check.__file__)


def test_every_public_name_is_there_and_listed() -> None:
    for name in proofs_check.__all__:
        assert getattr(proofs_check, name) is not None
    assert type(proofs_check.__all__) is list


def test_a_prompt_completes_public_names_that_nobody_has_used_yet() -> None:
    code = (
        "import proofs_check, rlcompleter; ask = rlcompleter.Completer({'p': proofs_check}).complete;"
        "print([ask('p.local_m', 0), ask('p.local_m', 1)], 'local_minimum' in dir(proofs_check))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=HERE.parents[1], check=True)
    assert done.stdout == "['p.local_minimum(', None] False\n"


def test_type_checkers_see_the_names_that_python_gives() -> None:
    (block,) = [node for node in ast.parse(HERE.read_text(encoding="utf-8")).body if isinstance(node, ast.If)]
    seen = {
        alias.name: "." * node.level + (node.module or "")
        for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert seen == proofs_check._PLACE


def test_the_manual_names_every_public_name() -> None:
    manual = proofs_check.__doc__ or ""
    assert [name for name in proofs_check.__all__ if name not in manual] == []


def test_a_claim_file_needs_one_import_and_loads_nothing_heavy() -> None:
    code = (
        "import sys; import proofs_check; before = [m for m in sys.modules if m.startswith('proofs_check.')];"
        "from proofs_check import Kind, claim, eq, expect, gaussian, matrix, tr, gradient_flow, Proof, Paper;"
        "from proofs_check.lsa import Lam, N, d, x_q; from proofs_check.proof import Identity;"
        "heavy = {'sympy', 'flint', 'numpy', 'scipy', 'torch', 'symbolic', 'numeric', 'click', 'rich'};"
        "print(before, sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=HERE.parents[1], check=True)
    assert done.stdout == "[] []\n"


@pytest.mark.parametrize("first", ["", "import proofs_check.registry; ", "from proofs_check.claims import Kind; "])
def test_claim_is_the_decorator_whatever_was_imported_before(first: str) -> None:
    code = (
        f"{first}from proofs_check import Kind, claim, eq, scalar; a = scalar('a');"
        "made = claim('mine/a', kind=Kind.IDENTITY)(lambda: eq(a, a)); print(made.id)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=HERE.parents[1], check=True)
    assert done.stdout == "mine/a\n"


def test_deep_imports_go_on_working() -> None:
    deep = importlib.import_module("proofs_check.claims")
    assert deep.Kind is proofs_check.Kind
    assert deep.with_proof is not None


def test_a_mistyped_name_is_met_with_the_nearest() -> None:
    with pytest.raises(AttributeError, match="no attribute 'expct': did you mean 'expect'"):
        proofs_check.expct  # noqa: B018
    with pytest.raises(ImportError):
        exec("from proofs_check import expct")


@pytest.mark.parametrize("module", [lsa, proof])
def test_what_the_other_two_modules_list_is_there(module: object) -> None:
    assert all(hasattr(module, name) for name in module.__all__)  # type: ignore[attr-defined]


def test_no_folder_or_module_bears_the_name_of_a_public_function() -> None:
    """Once it is imported, the name would be the module's."""
    beside = {path.stem for path in Path(proofs_check.__file__).parent.iterdir()}
    assert not beside & set(proofs_check.__all__)


def test_the_manual_is_read_on_three_screens() -> None:
    shown = pydoc.plain(pydoc.render_doc(proofs_check))
    assert len(shown.splitlines()) <= 140
    assert (proofs_check.__doc__ or "").splitlines()[-2].strip() in shown
    assert "eq" in proofs_check.__all__


def test_everything_public_is_imported_by_a_star() -> None:
    names: dict[str, object] = {}
    exec("from proofs_check import *", names)
    assert set(proofs_check.__all__) == set(names) - {"__builtins__"}
