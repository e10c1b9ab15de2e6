"""verify.py is read and run by strangers: the standard library, and nothing of ours."""

import ast
import sys
from pathlib import Path

from proofs_check.certificates import verify
from proofs_check.statement.heads.binding import Over
from proofs_check.theorems.binding import BINDERS


def test_it_imports_the_standard_library_alone():
    tree = ast.parse(Path(verify.__file__).read_text())
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_it_executes_nothing_that_a_certificate_says():
    tree = ast.parse(Path(verify.__file__).read_text())
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"eval", "exec", "__import__", "compile", "open"}


def test_what_it_says_of_heads_that_bind_is_what_the_table_says():
    for head, (group, names, scope) in verify.BINDERS.items():
        row = BINDERS[head]
        places = range(8)
        assert (places[slice(*row.names)], places[slice(*row.scope)]) == (places[names], places[scope]), head
        told = {Over.OUTCOMES: verify.RANDOM, Over.MOMENTS: verify.FLOW, Over.FLOWS: verify.FLOW}.get(row.over, "")
        assert told == group, head
        assert row.at_a_point == (head in verify.AT_POINT), head
    assert not verify.PLAIN & BINDERS.keys()
