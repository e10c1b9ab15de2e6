"""Steps as :mod:`.verify` reads them: nothing is left for it to search.

A computation names just the premises that it uses.  Equals are put in for equals by steps of their own: a place, an
equation, and what stands there then.  Each step is tried as it is written; one that does not follow is on trust.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from . import verify
from .axioms import known
from .log import Row
from .nodes import Rows

MOST = 200
"""Places at which one step puts in equals."""
_COMPUTED = frozenset({"normal form", "sign"})
Formula = Any
"""One of those that :mod:`.verify` makes."""
_Table = dict[Formula, Formula]
_Change = tuple[tuple[int, ...], Formula, Formula]
"""A place in a formula, what stands there, and what is put there."""


class Steps:
    """The steps of a certificate, followed as they are written."""

    def __init__(self, data: dict[str, Any], formulas: Rows) -> None:
        self.formulas, self.data = formulas, {**data, "log": []}
        self.nodes: list[Formula] = verify.read_nodes(formulas.rows)
        self.rows_of = {x: k for k, x in enumerate(self.nodes)}
        self.log, wrong = verify.follow(self.data, self.nodes, known())
        assert not wrong, wrong
        self.places: list[int] = []
        """Where each step that was added stands now."""

    @property
    def rows(self) -> list[Row]:
        return self.data["log"]

    def add(self, row: Row) -> None:
        """One more step, with what has to stand above it; on trust where it does not follow in any way."""
        row = {**row, **({"from": [self.places[j] for j in row["from"]]} if "from" in row else {})}
        ways = (*self._ways(row), [{**row, "trust": True}])
        if not any(map(self._all, ways)):
            raise ValueError(f"not even on trust: {row}")
        self.places.append(len(self.rows) - 1)

    def _ways(self, row: Row) -> Iterator[Iterable[Row]]:
        if row["rule"] not in _COMPUTED:
            yield [row]
            return
        below = row.get("from", [])
        facts = [k for k in below if self.log.made[k].shows.head in verify.SAYS]
        yield [_resting(row, [])]
        if facts:
            yield [_resting(row, facts)]
        if row["rule"] == "normal form":
            equals = {k: self.log.made[k].shows.args for k in below if self.log.made[k].shows.head == "eq"}
            if equals:
                yield self._by_equals(row, facts, equals)

    def _all(self, rows: Iterable[Row]) -> bool:
        """Whether all of these steps follow; if not, none is written, and their work is not counted."""
        before, spent = len(self.rows), verify.SPENT[0]
        for row in rows:
            self.rows.append(row)
            _, wrong = verify.follow(self.data, self.nodes, known(), self.log)
            if wrong:
                del self.rows[before:], self.log.made[before:]
                verify.SPENT[0] = spent
                return False
        return len(self.rows) > before

    def _by_equals(self, row: Row, facts: list[int], equals: dict[int, tuple[Any, ...]]) -> Iterator[Row]:
        """What is computed where equals are put in, and then, place by place, what stood there before."""
        changes: list[_Change] = []
        goal = self.nodes[row["shows"]]
        now = _rewritten(goal, dict(equals.values()), (), changes)
        if not changes or len(changes) > MOST:
            return
        yield _resting({**row, "shows": self._formula(now)}, facts)
        last, back = len(self.rows) - 1, dict[tuple[Formula, Formula], int]()
        for path, old, new in reversed(changes):
            if (old, new) not in back:
                premise = next((k for k, sides in equals.items() if sides == (old, new)), None)
                yield from self._turned(old, new, premise)
                back[old, new] = len(self.rows) - 1
            now = _replaced(now, path, old)
            yield {"rule": "rewrite", "shows": self._formula(now), "from": [back[old, new], last], "path": list(path)}
            last = len(self.rows) - 1

    def _turned(self, old: Formula, new: Formula, premise: int | None) -> Iterator[Row]:
        """new = old, from the premise old = new, or by computation."""
        turned = self._formula(verify.op("eq", new, old))
        if premise is None:
            yield {"rule": "normal form", "shows": turned}
            return
        yield {"rule": "normal form", "shows": self._formula(verify.op("eq", old, old))}
        yield {"rule": "rewrite", "shows": turned, "from": [premise, len(self.rows) - 1], "path": [0]}

    def _formula(self, x: Formula) -> int:
        """The row of a formula, which is written if it is new."""
        if x not in self.rows_of:
            if x.head == "num":
                row: list[Any] = ["num", str(x.value)]
            elif x.head == "sym":
                row = ["sym", x.name, list(x.shape), sorted(x.traits)]
            else:
                row = ["op", x.head, [self._formula(a) for a in x.args]]
            self.rows_of[x] = self.formulas.row(row)
            if self.rows_of[x] == len(self.nodes):
                self.nodes.append(x)
        return self.rows_of[x]


def _resting(row: Row, below: list[int]) -> Row:
    """The step, resting on just these."""
    return {name: told for name, told in row.items() if name != "from"} | ({"from": below} if below else {})


def _rewritten(x: Formula, table: _Table, path: tuple[int, ...], changes: list[_Change]) -> Formula:
    """Equals put in where the heads above look at the same point; sequences and products said in other words."""
    new = table.get(x) or verify.unrolled(x)
    if new is not x:
        changes.append((path, x, new))
        return new if x in table else _rewritten(new, table, path, changes)
    if not x.args or x.head not in verify.POINTWISE | verify.AT_A_POINT or len(changes) > MOST:
        return x
    inside = (
        a if k == 0 and x.head in verify.FUNCTIONS else _rewritten(a, table, (*path, k), changes)
        for k, a in enumerate(x.args)
    )
    return verify.node(x.head, tuple(inside))


def _replaced(x: Formula, path: tuple[int, ...], new: Formula) -> Formula:
    """The formula with something else at one place."""
    if not path:
        return new
    k, *rest = path
    return verify.node(x.head, (*x.args[:k], _replaced(x.args[k], tuple(rest), new), *x.args[k + 1 :]))
