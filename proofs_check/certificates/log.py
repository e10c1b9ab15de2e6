"""What the kernel did, row by row: a theorem is a rule, what it shows, its premises (rows above) and its details.

Nothing is derived again.  Premises that a rule asks for only so that terms have values are left out: verify.py makes
every function total, and says in the end where a statement may lack a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..statement.props import Prop
from ..statement.terms import Term
from ..theorems.binding import Refused, key
from ..theorems.kernel import Lam, Theorem, assume, filled
from ..theorems.schemes import ALL
from ..theorems.values import promised
from .nodes import TURNED, Rows

Row = dict[str, Any]
_MANY = {"modus ponens": 2, "contradiction": 2, "choose": 2, "induction": 2, "rewrite": 2, "discharge": 1}
_SAME = {"has value": "assume", "slope": "degree"}
"""That what is shown has a value is a condition of the statement, or of a hypothesis."""
"""How many premises of these rules are more than conditions."""
_SIGNS = frozenset({"ne", "le", "lt", "ge", "gt", "psd", "posdef"})
_TELLING = _SIGNS | {"eq", "commute", "integer"}
"""What tells more than that a term has a value."""


class Log:
    """The rows of one certificate; a theorem that serves twice is written once."""

    def __init__(self, rows: Rows) -> None:
        self.rows: list[Row] = []
        self.formulas = rows
        self._known: dict[object, int] = {}
        self._kept: list[Theorem] = []
        self._started: dict[int, list[Theorem]] = {}

    def add(self, goal: Theorem) -> int:
        """The row of a theorem; what it rests on stands above."""
        todo = [goal]
        while todo:
            th = todo[-1]
            if id(th) in self._known:
                todo.pop()
                continue
            needed = self._needed(th)
            if (open_ := [p for p in needed if id(p) not in self._known]):
                todo += open_
                continue
            self._write(th, [self._known[id(p)] for p in needed])
            todo.pop()
        return self._known[id(goal)]

    def by_words(self, p: Prop, given: Sequence[int] = ()) -> int:
        """What the words algebra decides at once, link by link: where the kernel makes no theorem of it."""
        add, args = self.formulas.add, [a for a in p.args if isinstance(a, Prop)]
        match p.head:
            case "and":
                return self.row("conjoin", p, [self.by_words(q, given) for q in args])
            case "always":
                return self.row("at every time", p, [self.by_words(args[0], given)])
            case "for_all":
                return self.row("generalise", p, [self.by_words(args[0], given)])
            case "implies":
                held = self.supposed(args[0])
                return self.row("discharge", p, [self.by_words(args[1], [*given, *held])], assumed=add(args[0]))
        if p.head != "eq" and p.head not in _SIGNS:
            raise Refused("no computation: ", p)
        return self.row("normal form" if p.head == "eq" else "sign", p, list(given))

    def supposed(self, p: Prop, above: int | None = None) -> list[int]:
        """The links of what is assumed."""
        k = self.row("assume", p, []) if above is None else above
        if p.head != "and":
            return [k]
        links = [(n, q) for n, q in enumerate(p.args) if isinstance(q, Prop)]
        return [j for n, q in links for j in self.supposed(q, self.row("link", q, [k], link=n))]

    def row(self, rule: str, shows: Prop, premises: list[int], **details: Any) -> int:
        below = {"from": premises} if premises else {}
        self.rows.append({"rule": rule, "shows": self.formulas.add(shows), **below, **details})
        return len(self.rows) - 1

    def _needed(self, th: Theorem) -> Sequence[Theorem]:
        """The premises that tell more than that terms have values; of an oracle also what it knows of the start."""
        known = frozenset[Prop]().union(*(p.hypotheses for p in th.premises))
        if th.rule != "normal form" or th.hypotheses <= known:
            return _needed(th)
        if id(th) not in self._started:
            self._started[id(th)] = [assume(h) for h in ordered(th.hypotheses - known) if h.head == "eq"]
            self._kept.append(th)
        return (*_needed(th), *self._started[id(th)])

    def _write(self, th: Theorem, premises: list[int]) -> None:
        rule = _SAME.get(th.rule, th.rule)
        row: Row = {"rule": rule, "shows": self.formulas.add(th.proposition)}
        if premises:
            row["from"] = premises
        row.update(self._details(th))
        said = repr(row)
        if said not in self._known:
            self._known[said] = len(self.rows)
            self.rows.append(row)
        self._known[id(th)] = self._known[said]
        self._kept.append(th)  # so that no other gets its id

    def _details(self, th: Theorem) -> Row:
        told, add = th.detail, self.formulas.add
        match th.rule:
            case "discharge" | "contradiction":
                return {"assumed": add(told["assumption"])}
            case "specialise" | "exhibit":
                return {"value": add(told["value"])}
            case "link":
                return {"link": told["link"]}
            case "rewrite":
                return {"path": _turned(th.premises[1].proposition, told["path"])}
            case "instance":
                return {"scheme": told["scheme"], "bind": [[m, self._value(v)] for m, v in told["bind"].items()]}
        return {}

    def _value(self, value: Term | Lam) -> Any:
        if isinstance(value, Lam):
            return [[self.formulas.add(x) for x in value.variables], self.formulas.add(value.body)]
        return self.formulas.add(value)


def _needed(th: Theorem) -> Sequence[Theorem]:
    """The premises that tell more than that terms have values; of an oracle also what it knows of the start."""
    if th.rule == "has value":
        return ()
    if th.rule in {"normal form", "sign"}:
        return [p for p in th.premises if p.proposition.head in _TELLING]
    if th.rule == "instance":
        scheme = ALL[th.detail["scheme"]]
        asked, _, _ = filled(scheme, {m: th.detail["bind"][m.name] for m in scheme.metas})
        names = {key(p) for p in asked}
        return [p for p in th.premises if p.proposition.head in _TELLING or key(p.proposition) in names]
    if th.rule in _MANY:
        return th.premises[: _MANY[th.rule]]
    if th.rule == "specialise":
        x = th.premises[0].proposition.args[0]
        return (th.premises[0], *_among(_promises(x, th.detail["value"]), th.premises[1:]))
    if th.rule == "exhibit":
        x = th.proposition.args[0]
        return (th.premises[0], *_among(_promises(x, th.detail["value"]), th.premises[1:]))
    return th.premises


def ordered(props: Iterable[Prop]) -> list[Prop]:
    """A set of propositions in the same order each time."""
    return sorted(props, key=repr)


def _turned(x: Any, path: Iterable[int]) -> list[int]:
    """A place in a formula as it is written, where a >= b is b <= a."""
    places = []
    for k in path:
        places.append(1 - k if x.head in TURNED else k)
        x = x.args[k]
    return places


def _promises(x: Any, value: Any) -> list[Prop]:
    try:
        return promised(x, value)
    except Refused:
        return []


def _among(wanted: Iterable[Prop], having: Sequence[Theorem]) -> list[Theorem]:
    names = {key(p) for p in wanted}
    return [th for th in having if key(th.proposition) in names]


def behind(log: Sequence[Row], goals: Iterable[int]) -> tuple[list[Row], list[int]]:
    """The steps behind some, numbered anew, and where these then stand."""
    used, todo = set[int](), list(goals)
    wanted = list(todo)
    while todo:
        k = todo.pop()
        if k not in used:
            used.add(k)
            todo += log[k].get("from", [])
    place = {k: n for n, k in enumerate(sorted(used))}
    kept = [dict(log[k]) for k in sorted(used)]
    for row in kept:
        if "from" in row:
            row["from"] = [place[j] for j in row["from"]]
    return kept, [place[k] for k in wanted]
