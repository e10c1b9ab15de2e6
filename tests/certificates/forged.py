"""Certificates made by hand, sealed as a forger would: every digest fits, and no step says that it is on trust.

A step is told as on a page, by a label, what it shows, a rule and the labels on which it rests; here it becomes the rows
of a log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofs_check.certificates import verify
from proofs_check.certificates.axioms import known
from proofs_check.certificates.nodes import Rows
from proofs_check.statement.props import Prop, for_all, implies
from proofs_check.statement.terms import Sym, Term, term

Row = tuple[str, Prop, Mapping[str, Any], Sequence[str]]
"""A step: its label, what it shows, its rule with formulas in it, its premises."""


class Written:
    """The rows of a log."""

    def __init__(self, given: Mapping[str, Prop]) -> None:
        self.formulas, self.log = Rows(), list[dict[str, Any]]()
        self.at: dict[str, int] = {}
        self.props: dict[str, Prop] = {}
        self.cites: list[tuple[Prop, str]] = []
        for name, p in given.items():
            self.name(name, p, self.row("assume", p))

    def name(self, label: str, p: Prop, k: int) -> None:
        self.at[label], self.props[label] = k, p

    def row(self, rule: str, shows: Prop, *below: int, **details: Any) -> int:
        return self.write(rule, self.formulas.add(shows), *below, **details)

    def place(self, label: str) -> int:
        """What is not there, or comes after, is a row that is not above."""
        return self.at.get(label, len(self.log))

    def step(self, label: str, shows: Prop, by: Mapping[str, Any], premises: Sequence[str]) -> None:
        below, rule, add = [self.place(name) for name in premises], by["rule"], self.formulas.add
        match rule:
            case "Assume":
                k = self.row("assume", shows)
            case "Discharge" | "Contradiction":
                name = by["assumption"]
                rest = [self.place(p) for p in premises if p != name] or below
                assumed = self.formulas.add(self.props.get(name, shows))
                k = self.row(rule.lower(), shows, *(rest[-1:] if rule == "Discharge" else rest[:2]), assumed=assumed)
            case "ModusPonens":
                k = self.row("modus ponens", shows, *below)
            case "Instance":
                k = self.instance(shows, by["at"], premises[0], below[1:])
            case "Exhibit":
                k = self.exhibited(shows, list(by["at"]), below)
            case "Induction":
                if len(below) > 1 and self.props.get(premises[1], shows).head == "implies":
                    under, after = self.props[premises[1]].args
                    below[1] = self.row("modus ponens", after, below[1], self.row("assume", under))  # type: ignore[arg-type]
                k = self.row("induction", for_all(by["layer"], shows), *below[:2])
                k = self.row("specialise", shows, k, value=add(by["layer"]))
            case "Antisymmetry":
                a, b = shows.args
                k = self.row("instance", shows, *below, scheme="antisymmetry", bind=[["a", add(a)], ["b", add(b)]])
            case "FromClaim":
                k = self.cited(shows, by["cited"], [tuple(pair) for pair in by["bind"]], by["id"], below)
            case "FromFact" if "bind" in by:
                bind = [[m, [[add(x) for x in v[0]], add(v[1])] if isinstance(v, tuple) else add(term(v))] for m, v in by["bind"]]
                k = self.row("instance", shows, *below, scheme=by["name"], bind=bind)
            case "Kernel":
                details = {m: add(v) if isinstance(v, (Term, Prop)) else v for m, v in by["details"].items()}
                k = self.row(by["kernel"], shows, *below, **details)
            case _ if rule == "Positivity" or shows.head not in ("eq", "always", "commute"):
                k = self.row("sign", shows, *below)
            case _:
                k = self.by_equals(shows, below)
        self.name(label, shows, k)

    def by_equals(self, shows: Prop, below: list[int]) -> int:
        """Both sides computed, with equals put in wherever one stands, whatever is bound there."""
        nodes, goal, changes = self.formulas.rows, self.formulas.add(shows), list[tuple[tuple[int, ...], int]]()
        equals = [k for k in below if k < len(self.log) and nodes[self.log[k]["shows"]][1] == "eq"]
        now = goal
        for k in equals:
            old, new = nodes[self.log[k]["shows"]][2]
            for path in self.places(now, old):
                now = self.replaced(now, path, new)
                changes.append((path, k))
        last = self.write("normal form", now, *(k for k in below if not changes or k not in equals))
        for path, k in reversed(changes):
            old, new = nodes[self.log[k]["shows"]][2]
            itself = self.write("normal form", self.formulas.row(["op", "eq", [old, old]]))
            turned = self.write("rewrite", self.formulas.row(["op", "eq", [new, old]]), k, itself, path=[0])
            now = self.replaced(now, path, old)
            last = self.write("rewrite", now, turned, last, path=list(path))
        return last

    def write(self, rule: str, shows: int, *below: int, **details: Any) -> int:
        self.log.append({"rule": rule, "shows": shows, "from": list(below), **details})
        return len(self.log) - 1

    def places(self, formula: int, part: int) -> list[tuple[int, ...]]:
        """Where a part stands in a formula."""
        if formula == part:
            return [()]
        kind, _, args = (*self.formulas.rows[formula], [], [])[:3]
        return [(n, *path) for n, a in enumerate(args) for path in self.places(a, part)] if kind == "op" else []

    def replaced(self, formula: int, path: tuple[int, ...], new: int) -> int:
        """The formula with something else at one place."""
        if not path:
            return new
        _, head, args = self.formulas.rows[formula]
        changed = [self.replaced(a, path[1:], new) if n == path[0] else a for n, a in enumerate(args)]
        return self.formulas.row(["op", head, changed])

    def instance(self, shows: Prop, pairs: Sequence[Any], of: str, more: Sequence[int]) -> int:
        """For all values of what is put in, then at these values."""
        p, k = self.props.get(of, shows), self.place(of)
        bound, inside = [], p
        while inside.head == "for_all":
            bound.append(inside.args[0])
            inside = inside.args[1]  # type: ignore[assignment]
        for s, _ in reversed(pairs):
            if s not in bound:
                p = for_all(s, p)
                k = self.row("generalise", p, k)
        table = dict(tuple(pair) for pair in pairs)
        while p.head == "for_all":
            s, body = p.args
            value = term(table.get(s, s))  # type: ignore[arg-type]
            p = _put(body, s, value)  # type: ignore[arg-type]
            k = self.row("specialise", p, k, *more, value=self.formulas.add(value))
        self.log[k]["shows"] = self.formulas.add(shows)
        return k

    def cited(self, shows: Prop, of: Mapping[str, Any], bind: list[Any], id: str, below: list[int]) -> int:
        """A closed statement of another certificate, at these values, its hypotheses being among the premises."""
        p = of["prop"]
        for h in reversed(of["given"]):
            p = implies(h, p)
        for s, _ in reversed(bind):
            p = for_all(s, p)
        self.cites.append((p, id))
        k = self.row("assume", p)
        for s, value in bind:
            p = _put(p.args[1], s, term(value))
            k = self.row("specialise", p, k, *below, value=self.formulas.add(term(value)))
        for n, _ in enumerate(of["given"]):
            p = p.args[1]
            k = self.row("modus ponens", p, k, below[n] if n < len(below) else len(self.log))
        self.log[k]["shows"] = self.formulas.add(shows)
        return k

    def exhibited(self, shows: Prop, pairs: list[Any], below: list[int]) -> int:
        if len(pairs) <= 1 or shows.head != "exists":
            return self.row("exhibit", shows, *below, value=self.formulas.add(term(pairs[0][1])) if pairs else 0)
        s, body = shows.args
        value = term(dict(tuple(p) for p in pairs).get(s, s))  # type: ignore[arg-type]
        rest = [p for p in pairs if p[0] != s]
        k = self.exhibited(_put(body, s, value), rest, below)  # type: ignore[arg-type]
        return self.row("exhibit", shows, k, value=self.formulas.add(value))


def _put(node: Any, s: Sym, value: Term) -> Any:
    """As a forger puts it in: whatever is bound."""
    if node == s:
        return value
    return type(node)(node.head, tuple(_put(a, s, value) for a in node.args)) if hasattr(node, "args") else node


def forged(
    prop: Prop, rows: Sequence[Row], given: Mapping[str, Prop] | None = None, *, id: str = "own/it",
    model: Sequence[str] = ("", "none"), where: Sequence[int] | None = None, cites: Sequence[tuple[Prop, str]] = (),
) -> dict[str, Any]:  # fmt: skip
    """A sealed certificate of one statement; ``where`` None states every condition that it has."""
    made = Written(given or {})
    for label, shows, by, premises in rows:
        made.step(label, shows, by, premises)
    hypotheses = [{"name": name, "prop": made.formulas.add(p)} for name, p in (given or {}).items()]
    theorem = {"part": "", "reading": "", "prop": made.formulas.add(prop), "row": len(made.log) - 1 if rows else None,
               "where": list(where or ()), "cites": [[made.formulas.add(p), other, ""] for p, other in (*cites, *made.cites)], "trust": "nothing"}
    data = {"format": verify.FORMAT, "id": id, "model": list(model), "times": ["t"], "flow": None, "nodes": made.formulas.rows,
            "hypotheses": hypotheses, "log": made.log, "theorems": [theorem]}
    return sealed(data, all_conditions=where is None)


def sealed(data: dict[str, Any], *, all_conditions: bool = False) -> dict[str, Any]:
    """With digests that fit what stands there now, as far as it can be read."""
    try:
        verify.start(data)
        nodes = verify.read_nodes(data["nodes"])
        hypotheses = [nodes[h["prop"]] for h in data["hypotheses"]]
        for theorem in data["theorems"]:
            prop = nodes[theorem["prop"]]
            flow = data["flow"] and (nodes[data["flow"][0]], [nodes[k] for k in data["flow"][1]])
            if all_conditions:
                theorem["where"] = [nodes.index(x) for x in verify.conditions(prop, hypotheses)]
            theorem["digest"] = verify.statement(data["model"], flow, prop, hypotheses, [nodes[k] for k in theorem["where"]])
    except (verify.Refused, verify.Bad, verify.Unknown, IndexError, KeyError, TypeError, AttributeError):
        pass
    data["seal"] = verify.seal(data)
    return data


def verdicts(*certificates: dict[str, Any]) -> list[str]:
    """What verify.py says of a bundle of these."""
    files = [(data["id"].replace("/", "_"), verify.canonical(data).encode()) for data in certificates]
    return [found.status for found in checked_all(files)]


def checked_all(files: list[tuple[str, bytes]]) -> list[verify.Verdict]:
    """The verdicts of verify.py on files."""
    return verify.check(files, known())
