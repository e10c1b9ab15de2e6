"""The trained witness of statements about LTB, LSA and GD-beta.

LTB and LSA are trained in their weights, GD-beta in (beta, Gamma), by SGD on fresh prompts from a random
initialisation; fresh prompts then say, with a declared false-alarm rate, what the minimum near which a run ended is
(:mod:`numeric.training.block.estimates`).  GD-beta's gradient flow is also followed exactly, from several starts.
Wrong statements are tried beside the stated one, and the sentence says which are rejected.  Raw outcomes are the sides
of every comparison; :func:`judge` recomputes the verdict from them alone.  Training can support, not refute.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from numeric.streams import generator
from numeric.training.block import BLOCK_VERSION

from ...algebras.sampling.heads import evaluate_dimension
from ...claims import Claim
from ...digest import digest
from ...evidence import records
from ...model import model_of
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops
from ...statement.terms import Sym
from ...verdict import Outcome, Scope, Verdict
from .block_reading import Reading, read
from .block_rows import Row, holds, trains
from .block_runs import ALPHA, TRAINERS, Bench, benches
from .block_wrong import wrong


def knows(claim: Claim) -> bool:
    """Whether the claim is about a paper whose models are trained here."""
    return isinstance(claim.model, str) and claim.paper in TRAINERS


def reading_at(claim: Claim, bench: Bench) -> Reading:
    trainers = TRAINERS[claim.paper]
    models = {name: model_of(claim.paper, name) for name in trainers}
    known = {p.name for model in models.values() for p in model.parameters} | bench.constants.keys()
    free = [sym for sym in claim.forall if not sym.has("integer") and sym.name not in known]
    return Reading(bench, models, trainers, free={sym.name: _value_of(sym, bench) for sym in free})


def _value_of(sym: Sym, bench: Bench) -> np.ndarray:
    """The value of what a statement leaves free: a half, or a vector or matrix with entries of size 1."""
    if sym.shape == (1, 1):
        return np.array([[[0.5]]])
    sizes = {"d": bench.problem.d, "M": bench.problem.M}
    rows, columns = (dim if isinstance(dim, int) else evaluate_dimension(dim, sizes) for dim in sym.shape)
    return generator(bench.owner, f"free/{sym.name}", bench.seed).standard_normal((1, rows, columns))


def met(claim: Claim, reading: Reading) -> bool:
    """Whether the problem meets the hypotheses of the claim; of time 0, which is free here, there are none."""
    return all(reading.true(hypothesis.prop) for hypothesis in claim.given)


def examine(claim: Claim, prop: Prop, tier: str, device: str, seed: int | None) -> Outcome:
    """Train what the statement speaks of, and hold it against that."""
    if not trains(prop):
        return Outcome(Verdict.NOT_APPLICABLE, "training determines nothing in this statement")
    try:
        return judge(raw_of(claim, prop, benches(tier, device, seed, names_one(prop))))
    except Lacks as lacks:
        return Outcome(Verdict.UNDECIDED, str(lacks))


def names_one(prop: Prop) -> bool:
    """Whether a statement is about one exact problem: a certified local minimum."""
    return any(sub.head == "local_minimum" for _, sub in subprops(prop))


def raw_of(claim: Claim, prop: Prop, at: Sequence[Bench]) -> list[dict[str, Any]]:
    """Raw outcomes by problem: the rows of the statement, and of wrong ones that it might be taken for, each until a
    problem rejects it."""
    found: list[dict[str, Any]] = []
    rejected: set[str] = set()
    for bench in at:
        reading = reading_at(claim, bench)
        if not met(claim, reading):
            continue
        rows = read(prop, reading)
        if not rows:
            continue
        others = {}
        for name, changed, other in wrong(prop, reading):
            if name not in rejected:
                others[name] = _tried(changed, other)
                rejected |= {name} if any(holds(row) is False for row in others[name]) else set()
        others = {name: tried for name, tried in others.items() if tried}
        found.append({"label": bench.label, "rows": rows, "others": others, "trained": bench.trained()})
    return found


def _tried(prop: Prop, reading: Reading) -> list[Row]:
    try:
        return read(prop, reading)
    except Lacks:
        return []


def judge(outcomes: Sequence[Mapping[str, Any]], lacking: str = "") -> Outcome:
    """The verdict on the raw outcomes of several problems."""
    rows = [(outcome["label"], row, holds(row)) for outcome in outcomes for row in outcome["rows"]]
    if not rows:
        return Outcome(Verdict.NOT_APPLICABLE, "no problem on which models are trained meets the conditions")
    scope = Scope("; ".join(outcome["label"] for outcome in outcomes))
    rejected = {
        name: [o["label"] for o in outcomes if any(holds(row) is False for row in o["others"].get(name, ()))]
        for name in dict.fromkeys(name for outcome in outcomes for name in outcome["others"])
    }
    figures = {
        "false_alarm_rate": ALPHA, "rejected": rejected, "measured": [dict(outcome) for outcome in outcomes],
        "smallest_error_found": max((w or 0.0 for _, row, _ in rows for w in row["width"]), default=0.0),
    }  # fmt: skip
    against = [(label, row) for label, row, answer in rows if answer is False]
    open_ = [(label, row) for label, row, answer in rows if answer is None]
    if against or open_:
        label, row = (against or open_)[0]
        what = "trained models contradict this" if against else "the runs do not decide this"
        sentence = f"{what}: {row['text']}, {row['how']}, at {label} ({len(against)} against and {len(open_)} open, of "
        return Outcome(Verdict.UNDECIDED, f"{sentence}{len(rows)})", scope, figures, against=bool(against))
    said = [f"{name} is rejected" for name, labels in rejected.items() if labels]
    missed = [name for name, labels in rejected.items() if not labels]
    more = "; ".join([*said, *([f"not told apart: {', '.join(missed)}"] if missed else [])])
    ways = ", ".join(dict.fromkeys(row["how"].partition(", at time")[0] for _, row, _ in rows))
    sentence = f"{len(rows)} comparisons hold ({ways}){'; ' + more if more else ''}{lacking}"
    return Outcome(Verdict.SUPPORTED, sentence, scope, figures)


def refutes(claim: Claim, twin: Prop, tier: str, device: str, seed: int | None) -> bool:
    """Whether a comparison of ``twin`` fails at one of the problems; nothing is trained anew."""
    for bench in benches(tier, device, seed, names_one(twin)):
        reading = reading_at(claim, bench)
        try:
            if met(claim, reading) and any(holds(row) is False for row in read(twin, reading)):
                return True
        except Lacks:
            continue
    return False


def digests_of(claim: Claim) -> dict[str, str]:
    """What a record of this claim depends on: its statement, the paper's models, and the trainer's version."""
    models = [model_of(claim.paper, name) for name in TRAINERS[claim.paper]]
    return records.digests(claim, digest(models), BLOCK_VERSION)
