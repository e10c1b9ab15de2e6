"""What the witnesses said, in words: outcomes as rows, their figures as short sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...results import Examined, Result
from ...verdict import OPEN, Verdict
from .status import Status, of_verdict

WITNESSES = {
    "words": "derives the other side from the model's definition, for every d and N",
    "entries": "the same entry by entry, at fixed d, by different code",
    "grid": "exact agreement on enough points of a finite span",
    "proof": "walks the paper's own proof, step by step",
    "balls": "rigorous enclosures at points, over boxes and along trajectories",
    "sampled": "Monte Carlo from the definition, never from the formula under test",
    "trained": "trains the real model and compares",
    "gpu": "the same on a GPU, from a committed record",
    "definition": "compares the two implementations in exact rationals",
}


@dataclass(frozen=True)
class Row:
    """One outcome: who, of which part and reading, what, and the figures worth seeing."""

    name: str
    place: str
    status: Status
    verdict: str
    sentence: str
    scope: str
    notes: tuple[str, ...]
    seconds: float


def rows(result: Result) -> tuple[list[Row], list[Row]]:
    """The outcomes that say something, and those that leave the question open."""
    spoke: list[Row] = []
    silent: list[Row] = []
    for w in result.witnesses:
        row = Row(
            w.name, place(w.part, w.reading), of_verdict(w.verdict), w.verdict.name.replace("_", " ").lower(),
            w.sentence, w.scope, tuple(notes(w)), w.seconds,
        )  # fmt: skip
        (silent if w.verdict in OPEN or w.verdict is Verdict.NOT_APPLICABLE else spoke).append(row)
    return spoke, silent


def place(part: str, reading: str) -> str:
    """Part and reading, as in "(b) the spectral norm"."""
    return " ".join(filter(None, (f"({part})" if part else "", reading)))


def notes(w: Examined) -> Iterator[str]:
    """The figures of an outcome as sentences."""
    figures = w.figures
    yield from _twins(figures.get("twins"))
    if "draws" in figures:
        yield f"{figures['draws']:,} draws in each of {figures['tests']} tests".replace(",", "\u2009")
    if "false_alarm_rate" in figures:
        yield f"false-alarm rate {number(figures['false_alarm_rate'])}"
    found = figures.get("detectable")
    if isinstance(found, Mapping):
        least, most = (number(found[name]) for name in ("least", "most"))
        size = least if least == most else f"{least} (in the sharpest test) to {most} (in the bluntest)"
        yield f"would detect an error of {size} with probability {figures['power']}"
    if "rank" in figures:
        yield f"{figures['points']} points of rank {figures['rank']} in a span of {figures['columns']} functions"
    if isinstance(figures.get("identities"), int) and w.name == "entries":
        yield f"{figures['identities']} polynomial identities"
    if "share_of_horizon_decided" in figures:
        yield f"decided throughout at least {figures['share_of_horizon_decided']:.0%} of the time"
    if changes := figures.get("smallest_refuted_change"):
        smallest = min(changes.values())
        yield f"a constant wrong by more than {smallest:.2g} of its size would be refuted" if smallest else (
            "tight: any smaller constant would be refuted"
        )
    yield from map(str, figures.get("notes", ())[:2])


def _twins(twins: Mapping[str, Any] | None) -> Iterator[str]:
    if not twins or not twins["made"]:
        return
    yield f"rejects {twins['refuted']} of {twins['made']} wrong twins"
    if twins["missed"]:
        yield f"does not tell apart: {'; '.join(map(str, twins['missed']))}"


def number(value: Any) -> str:
    """A figure in three digits.

    >>> number(1e-9), number(0.04104739)
    ('1e-09', '0.041')
    """
    return f"{value:.2g}" if isinstance(value, (int, float)) else str(value)


@dataclass(frozen=True)
class Ground:
    """What the proofs of a claim rest on."""

    facts: tuple[tuple[str, str], ...]
    """Elementary facts with their citations."""
    claims: tuple[str, ...]
    left_out: tuple[str, ...]
    """Steps that the page leaves out."""


def ground(result: Result) -> Ground | None:
    """Of all proof chains of the claim together; None without any."""
    figures = [w.figures for w in result.witnesses if w.name == "proof" and "rests_on" in w.figures]
    if not figures:
        return None
    cited: dict[str, str] = {}
    for each in figures:
        cited.update({str(name): str(each.get("citations", {}).get(name, "")) for name in each["rests_on"]})
    claims = dict.fromkeys(name.split()[0].split("#")[0] for name in _all(figures, "claims"))
    return Ground(tuple(cited.items()), tuple(claims), _all(figures, "left_out_on_the_page"))


def _all(figures: Sequence[Mapping[str, Any]], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(item) for each in figures for item in each.get(name, ())))


@dataclass(frozen=True)
class Comparison:
    """One comparison of measured means in a record of the experiment."""

    text: str
    left: float
    right: float
    p: str
    holds: str


def comparisons(w: Examined) -> list[Comparison]:
    """The sign tests of a statement about the experiment."""
    tests = w.figures.get("tests")
    if not isinstance(tests, (list, tuple)):
        return []
    answers = {True: "holds", False: "contrary", None: "open"}
    return [
        Comparison(str(t["text"]), t["left"], t["right"], number(t.get("p")), answers[t["holds"]]) for t in tests
    ]
