"""Certificates made by hand, sealed as a forger would: every digest fits, and each step says that it is re-checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofs_check.certificates import verify
from proofs_check.certificates.nodes import Rows
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Term, term

Row = tuple[str, Prop, Mapping[str, Any], Sequence[str]]
"""A step: its label, what it shows, its rule with formulas in it, its premises."""


def forged(
    prop: Prop, rows: Sequence[Row], given: Mapping[str, Prop] | None = None, *, id: str = "own/it",
    model: Sequence[str] = ("", "none"), where: Sequence[str] | None = None, marked: bool = True,
) -> dict[str, Any]:  # fmt: skip
    """A sealed certificate of one statement; ``where`` None states every condition that it has."""
    made = Rows()

    def written(value: Any) -> Any:
        if isinstance(value, (Term, Prop)) or type(value) is int:
            return made.add(term(value) if isinstance(value, int) else value)
        if isinstance(value, (list, tuple)):
            return [written(item) for item in value]
        return {k: written(v) for k, v in value.items()} if isinstance(value, dict) else value

    steps = [
        {"label": label, "shows": made.add(shows), "by": written(dict(by)), "premises": list(premises),
         **({"checked": True} if marked and by["rule"] != "Assume" else {})}
        for label, shows, by, premises in rows
    ]  # fmt: skip
    hypotheses = [{"name": name, "prop": made.add(p)} for name, p in (given or {}).items()]
    theorem = {"part": "", "reading": "", "prop": made.add(prop), "chain": 0, "where": list(where or ())}
    data = {"format": verify.FORMAT, "id": id, "model": list(model), "times": ["t"], "nodes": made.rows,
            "hypotheses": hypotheses, "chains": [steps], "theorems": [theorem]}
    return sealed(data, all_conditions=where is None)


def sealed(data: dict[str, Any], *, all_conditions: bool = False) -> dict[str, Any]:
    """With digests that fit what stands there now, as far as it can be read."""
    try:
        verify.start(data)
        nodes = verify.read_nodes(data["nodes"])
        hypotheses = [nodes[h["prop"]] for h in data["hypotheses"]]
        for steps in data["chains"]:
            for step in steps:
                cited = step["by"].get("cited")
                if cited and not cited.get("digest"):
                    given = [nodes[k] for k in cited["given"]]
                    cited["digest"] = verify.statement(cited["model"], nodes[cited["prop"]], given)
        for theorem in data["theorems"]:
            theorem["digest"] = verify.statement(data["model"], nodes[theorem["prop"]], hypotheses)
            if all_conditions:
                theorem["where"] = verify.conditions(nodes[theorem["prop"]], hypotheses)
    except (verify.Refused, verify.Bad, IndexError, KeyError, TypeError, AttributeError):
        pass
    data["seal"] = verify.seal(data)
    return data


def verdicts(*certificates: dict[str, Any]) -> list[str]:
    """What verify.py says of a bundle of these."""
    files = [(data["id"].replace("/", "_"), verify.canonical(data).encode()) for data in certificates]
    return [found.status for found in verify.check(files)]
