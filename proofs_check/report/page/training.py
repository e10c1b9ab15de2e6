"""Training against theory: what the stored runs of the `trained` witness came to, beside what the claim states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...claims import Claim
from ...results import Examined, jsonable
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...witnesses import Context


@dataclass(frozen=True)
class Trained:
    """One training run."""

    label: str
    times: tuple[float, ...]
    losses: tuple[float, ...]
    weights: tuple[tuple[float, float], ...]
    """(stated limit, trained value) of every entry of both weight matrices; empty where the run is not the stated
    one's."""
    tests: tuple[Test, ...]


@dataclass(frozen=True)
class Test:
    """A direction in which the trained weights would move towards something else: 0 where the limit is right."""

    name: str
    estimate: float
    radius: float
    wrong: bool
    """At the limit of a wrong twin, where it should be away from 0."""


def runs(claim: Claim, w: Examined) -> list[Trained]:
    """The runs of one outcome."""
    prop = next(r.prop for r in claim.part(w.part).readings if r.name == w.reading)
    return [_run(claim, prop, raw) for raw in w.figures.get("raw", ())]


def _run(claim: Claim, prop: Prop, raw: Mapping[str, Any]) -> Trained:
    history = raw["record"]["history"]
    config = raw["config"]
    return Trained(
        str(raw.get("label") or f"(d, N) = ({config['d']}, {config['N']})"),
        tuple(row[1] for row in history),
        tuple(row[2] for row in history),
        _weights(claim, prop, raw),
        tuple(_tests(raw["raw"])),
    )


def _tests(raw: Mapping[str, Any]) -> Sequence[Test]:
    stated = [
        Test(t["name"], t["estimate"], t["radius"], False) for t in raw["stated"] if t["name"].startswith("towards")
    ]
    wrong = [
        Test(f"at the limit with {name}", t["estimate"], t["radius"], True)
        for name, tests in raw["others"].items()
        for t in tests
        if t["name"] == f"towards {name}"
    ]
    return [*stated, *wrong]


def _weights(claim: Claim, prop: Prop, raw: Mapping[str, Any]) -> tuple[tuple[float, float], ...]:
    """Stated and trained entries, where the run can be made again from its settings."""
    from ...witnesses.trained.once import owner_of
    from ...witnesses.trained.runs import limit_weights, run_of, runs_of

    for tier in ("fast", "full"):
        for run in runs_of(claim, tier):
            made = run_of(run, owner_of(claim), "cpu", Context().seed)
            if jsonable(made.settings.as_json()) == jsonable(raw["config"]):
                try:
                    stated = limit_weights(prop, made)
                except Lacks:
                    return ()
                trained = raw["record"]["W_PV"], raw["record"]["W_KQ"]
                return tuple(
                    (float(left), float(right))
                    for limits, values in zip(stated, trained, strict=True)
                    for left, right in zip(limits.ravel(), (x for row in values for x in row), strict=True)
                )
    return ()
