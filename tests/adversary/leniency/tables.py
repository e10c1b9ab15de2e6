"""Rows of tables, each without what it asks, in the running process: such a condition is no code of a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, cast

from proofs_check.errors import UserError
from proofs_check.proof.rules import RULES as PROOF_RULES
from proofs_check.statement.binders import BINDERS
from proofs_check.statement.heads import PROPS, TERMS
from proofs_check.statement.heads.asking import nothing
from proofs_check.statement.heads.binding import Binder, Over
from proofs_check.statement.heads.row import PropHead, TermHead
from proofs_check.statement.heads.shaping import UNKNOWN

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
    """The row without what it asks; None where it has none to ask."""


def _asks_nothing(row: TermHead) -> TermHead | None:
    return replace(row, asks=nothing, counts=()) if row.counts or row.asks is not nothing else None


def _has_no_kinks(row: TermHead) -> TermHead | None:
    return replace(row, kinks=nothing) if row.kinks is not nothing else None


def _asks_nothing_of_its_first(row: PropHead) -> PropHead | None:
    return replace(row, asks=None) if row.asks is not None else None


def _binds_nothing(row: Binder) -> Binder:
    return Binder(Over.VALUES, at_a_point=True, scope=(0, 0, 1))


def _refuses_nothing(row: TermHead) -> TermHead:
    def lenient(*asked: Any) -> Any:
        try:
            return row.shape(*asked)
        except UserError:
            return UNKNOWN

    return replace(row, shape=lenient)


def _at_a_moment(entry: Any) -> Any:
    """A rule about the whole flow, used under an assumption about a single moment."""
    return replace(entry, whole_flow=lambda step: False) if entry.whole_flow.__name__ != "_never" else None


TABLES = (
    Table(f"{_STATEMENT}/domains.py", "asks", TERMS, f"{_STATEMENT}/domains.py::asked", "asks nothing", _asks_nothing),
    Table(f"{_STATEMENT}/domains.py", "kinks", TERMS, f"{_STATEMENT}/domains.py::kinks", "no kinks", _has_no_kinks),
    Table(f"{_STATEMENT}/domains.py", "of propositions", PROPS, f"{_STATEMENT}/domains.py::asked_of", "asks nothing",
          _asks_nothing_of_its_first),
    Table(f"{_STATEMENT}/binders.py", "BINDERS", BINDERS, f"{_STATEMENT}/binders.py::names_of", "binds nothing",
          _binds_nothing),
    Table(f"{_STATEMENT}/head_shapes.py", "shapes", TERMS, f"{_STATEMENT}/head_shapes.py::HeadShapes._shape",
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
        rows[key] = table.lenient(rows[key])

    row = key.__name__ if isinstance(key, type) else key
    return Guard(table.file, table.name, 0, f"{table.what}: {row}", change, table.read_in)
