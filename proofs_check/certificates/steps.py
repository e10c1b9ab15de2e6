"""Proof chains as the steps of a certificate: nothing is derived again, a chain is written as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..claims import Claim
from ..digest import digest
from ..errors import UserError
from ..model import model_for
from ..proof.chain import (
    Combination,
    Contradiction,
    Discharge,
    Exhibit,
    FromClaim,
    FromFact,
    Identity,
    Proof,
    Step,
    Substitution,
)
from ..proof.checker import proof_of
from ..proof.facts import FACTS
from ..proof.steps.extrema import ValueAt, Within
from ..proof.steps.recursions import Apart, Induction, Instance
from ..statement.props import Prop, le, symbols_in
from ..statement.terms import Op, Sym, Term
from .nodes import Rows

Resolve = Callable[[str], Claim]
Data = dict[str, Any]


def model_of(claim: Claim) -> list[str]:
    """The model whose flow and laws a statement speaks of, by its digest."""
    return [claim.paper if isinstance(claim.model, str) else "", digest(model_for(claim))[:16]]


def written(proof: Proof, rows: Rows, resolve: Resolve) -> list[Data]:
    """The steps of a chain."""
    return [data for step in proof.steps for data in _in_small_steps(_step(step, rows, resolve), step, rows)]


def _in_small_steps(data: Data, step: Step, rows: Rows) -> Iterator[Data]:
    """What verify.py has no rule of its own for, by rules that it has."""
    if isinstance(step.by, Apart):  # delta(i, j) is 0 by what the premises say of i - j
        data["by"] = {"rule": "Identity", "multipliers": []}
    if isinstance(step.by, Within) and step.shows.head == "le":  # inf f <= f at these values <= g, hence <= inf g
        low, high = step.shows.args
        between = f"{step.label}, everywhere"
        if isinstance(low, Op) and isinstance(high, Op) and isinstance(high.args[0], Term):
            first = rows.add(le(low, high.args[0]))
            yield {**data, "label": between, "shows": first, "by": {**data["by"], "rule": "ValueAt"}}
            data.update(premises=[between], by={"rule": "FromBelow"})
    yield data


def _step(step: Step, rows: Rows, resolve: Resolve) -> Data:
    rule: Data = {"rule": type(step.by).__name__, **_details(step, rows, resolve)}
    data: Data = {"label": step.label, "shows": rows.add(step.shows), "by": rule, "premises": list(step.premises)}
    if step.printed:
        data["printed"] = step.printed
    return data


def _details(step: Step, rows: Rows, resolve: Resolve) -> Data:
    match step.by:
        case Identity(multipliers=multipliers):
            return {"multipliers": [
                [rows.add(m[0]), rows.add(m[1])] if isinstance(m, tuple) else rows.add(m) for m in multipliers
            ]}  # fmt: skip
        case Combination(multipliers=factors, plus=plus):
            return {"multipliers": [rows.add(m) for m in factors], "plus": [rows.add(n) for n in plus]}
        case Substitution(into=into):
            return {"into": into}
        case Discharge(assumption=assumption) | Contradiction(assumption=assumption):
            return {"assumption": assumption}
        case Exhibit(at=at):
            return {"at": [[rows.add(sym), rows.add(value)] for sym, value in at]}
        case Induction(layer=layer, upto=upto):
            return {"layer": rows.add(layer), **({} if upto is None else {"upto": rows.add(upto)})}
        case Instance(at=at) | Within(at=at) | ValueAt(at=at):
            return {"at": [[rows.add(sym), rows.add(value)] for sym, value in at]}
        case FromFact(name=name, bind=bind):
            source = FACTS[name].citation if name in FACTS else ""
            return {"name": name, "bind": [[key, rows.add(value)] for key, value in bind], "source": source}
        case FromClaim():
            return _cited(step.by, rows, resolve)
    return {}


def _cited(rule: FromClaim, rows: Rows, resolve: Resolve) -> Data:
    try:
        claim = resolve(rule.id)
    except UserError:
        return {"id": rule.id, "part": rule.part, "reading": rule.reading}
    data: Data = {"id": rule.id, "part": rule.part, "reading": rule.reading}
    for prop, reading in _readings(claim, rule):
        data["reading"] = reading
        data["cited"] = {
            "prop": rows.add(prop), "given": [rows.add(h.prop) for h in claim.given], "model": model_of(claim),
        }
        laws = {trait for row in rows.rows if row[0] == "sym" for trait in row[3]}
        for sym in _symbols(claim):  # what its laws name is part of what is cited
            if not laws.isdisjoint({f"cov:{sym.name}", f"std:{sym.name}"}):
                rows.add(sym)
        break
    data["bind"] = [[rows.add(sym), rows.add(value)] for sym, value in rule.bind]
    return data


def _symbols(claim: Claim) -> list[Sym]:
    """The symbols of a claim and of its proofs."""
    stated = [h.prop for h in claim.given] + [reading.prop for part in claim.parts for reading in part.readings]
    shown = [step.shows for part in claim.parts if (proof := proof_of(claim, part)) for step in proof.steps]
    return sorted(frozenset().union(*map(symbols_in, stated + shown)), key=lambda sym: sym.name)


def _readings(claim: Claim, rule: FromClaim) -> Iterator[tuple[Prop, str]]:
    for part in claim.parts:
        for reading in part.readings:
            if part.name == rule.part and (
                reading.name == rule.reading or (not rule.reading and reading is part.meant)
            ):
                yield reading.prop, reading.name


def by_words(prop: Prop, names: list[str], rows: Rows) -> list[Data]:
    """What the words algebra decides at once, link by link: both sides of each equation, a sign of each inequality."""
    steps: list[Data] = []
    for k, link in enumerate(_links(prop)):
        _one(link, f"{k + 1}", names, rows, steps)
    return steps


def _links(prop: Prop) -> Iterator[Prop]:
    if prop.head == "and":
        for arg in prop.args:
            if isinstance(arg, Prop):
                yield from _links(arg)
    else:
        yield prop


_SIGNS = frozenset({"le", "lt", "ge", "gt", "ne", "psd", "posdef", "psd_form"})


def _one(prop: Prop, label: str, names: list[str], rows: Rows, steps: list[Data]) -> None:
    inside = prop
    while inside.head == "always" and isinstance(inside.args[0], Prop):
        inside = inside.args[0]
    if inside.head == "implies" and inside is prop:
        premise, conclusion = (arg for arg in prop.args if isinstance(arg, Prop))
        opened = f"{label}, premise"
        steps.append({"label": opened, "shows": rows.add(premise), "by": {"rule": "Assume"},
                      "premises": []})
        held = [*names, opened]
        proved = []
        for k, link in enumerate(_links(conclusion)):
            proved.append(f"{label}, {k + 1}")
            rule = "Positivity" if link.head in _SIGNS else "Substitution"
            steps.append({"label": proved[-1], "shows": rows.add(link), "by": {"rule": rule}, "premises": held})
        steps.append({"label": label, "shows": rows.add(prop), "by": {"rule": "Discharge", "assumption": opened},
                      "premises": [opened, *proved]})
        return
    rule = "Identity" if inside.head in {"eq", "commute"} else "Positivity" if inside.head in _SIGNS else "words"
    by: Data = {"rule": rule, "multipliers": []} if rule == "Identity" else {"rule": rule}
    steps.append({"label": label, "shows": rows.add(prop), "by": by, "premises": names})
