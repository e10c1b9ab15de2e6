"""Statement trees as rows of JSON, each subterm once; a row speaks of rows above it.  Standard library only."""

from __future__ import annotations

from typing import Any

from ..statement.props import Prop
from ..statement.terms import Abbrev, Num, Op, Sym, Term


class Rows:
    """The formulas of one certificate.  Abbreviations are opened: they mean their bodies."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._known: dict[object, int] = {}

    def add(self, node: Term | Prop) -> int:
        """The row of the formula, which is written if it is new."""
        if isinstance(node, Term) and node in self._known:
            return self._known[node]
        if isinstance(node, Abbrev):
            found = self.add(node.body)
        elif isinstance(node, Num):
            found = self._row(["num", str(node.value)])
        elif isinstance(node, Sym):
            found = self._row(["sym", node.name, list(node.shape), sorted(node.traits)])
        elif isinstance(node, (Op, Prop)):
            found = self._row(["op", node.head, [self.add(arg) for arg in node.args]])
        else:
            raise TypeError(f"no formula: {node!r}")
        if isinstance(node, Term):
            self._known[node] = found
        return found

    def _row(self, row: list[Any]) -> int:
        key = repr(row)
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows.append(row)
        return self._known[key]
