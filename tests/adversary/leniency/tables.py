"""Rows of tables, each without what it asks, in the running process: such a condition is no code of a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, cast

from proofs_check.errors import UserError
from proofs_check.proof.rules import RULES as PROOF_RULES
from proofs_check.statement.binders import BINDERS, Binder, Over
from proofs_check.statement.domains import DOMAINS, KINKS, OF_PROPOSITIONS
from proofs_check.statement.head_shapes import RULES as SHAPES
from proofs_check.statement.head_shapes import UNKNOWN

from .guards import Guard

_STATEMENT, _PROOF = "proofs_check/statement", "proofs_check/proof"


class Table(NamedTuple):
    file: str
    name: str
    rows: Mapping[Any, Any]
    read_in: str
    """The function that looks up a row: what executes it is what may notice."""
    what: str
    lenient: Callable[[Any], Any]
    """The row without what it asks; None where it has none to ask, and :func:`lost` where the row goes away."""


def lost(row: Any) -> Any:
    """Stands for no row at all."""
    return lost


def _binds_nothing(row: Binder) -> Binder:
    return Binder(Over.VALUES, at_a_point=True, scope=(0, 0, 1))


def _refuses_nothing(rule: Callable[..., Any]) -> Callable[..., Any]:
    def lenient(*asked: Any) -> Any:
        try:
            return rule(*asked)
        except UserError:
            return UNKNOWN

    return lenient


def _at_a_moment(entry: Any) -> Any:
    """A rule about the whole flow, used under an assumption about a single moment."""
    return replace(entry, whole_flow=lambda step: False) if entry.whole_flow.__name__ != "_never" else None


TABLES = (
    Table(f"{_STATEMENT}/domains.py", "DOMAINS", DOMAINS, f"{_STATEMENT}/domains.py::asked", "lost", lost),
    Table(f"{_STATEMENT}/domains.py", "KINKS", KINKS, f"{_STATEMENT}/domains.py::kinks", "lost", lost),
    Table(f"{_STATEMENT}/domains.py", "OF_PROPOSITIONS", OF_PROPOSITIONS, f"{_PROOF}/conditions.py::_walk", "lost",
          lost),
    Table(f"{_STATEMENT}/binders.py", "BINDERS", BINDERS, f"{_STATEMENT}/binders.py::names_of", "binds nothing",
          _binds_nothing),
    Table(f"{_STATEMENT}/head_shapes.py", "RULES", SHAPES, f"{_STATEMENT}/head_shapes.py::HeadShapes._shape",
          "refuses nothing", _refuses_nothing),
    Table(f"{_PROOF}/rules.py", "whole_flow", PROOF_RULES, f"{_PROOF}/checker.py::Checker._guard",
          "under an assumption about a single moment", _at_a_moment),
)  # fmt: skip


def rows_of(file: str) -> list[Guard]:
    """A guard for each row of the tables in a file that asks something."""
    return [_guard(table, key) for table in TABLES if table.file == file
            for key, row in table.rows.items() if table.lenient(row) is not None]  # fmt: skip


def _guard(table: Table, key: Any) -> Guard:
    def change() -> None:
        rows = cast(dict[Any, Any], table.rows)
        new = table.lenient(rows[key])
        if new is lost:
            del rows[key]
        else:
            rows[key] = new

    row = key.__name__ if isinstance(key, type) else key
    return Guard(table.file, table.name, 0, f"{table.what}: {row}", change, table.read_in)
