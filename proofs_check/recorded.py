"""Answers on record: what each witness says of the claims of a paper, so that none falls silent unseen.

A claim that several witnesses support stays supported when one of them breaks and has no answer any more.  So
``papers/<paper>/answers.json`` keeps, for each proposition, what each witness has said; a witness that says less is a
defect of the tool.  :mod:`.answers` records anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from .results import Examined, Result
from .verdict import Verdict
from .witnesses import Context

Answers = Mapping[str, Mapping[str, Mapping[str, str]]]
"""By id, by part and reading, by witness: ``PROVED, whole, twins`` for a proof of all that the claim quantifies over by
a witness that rejected wrong twins; ``premises`` where what a proof cites would not follow without its premises;
``theorem`` where the kernel made one of it."""
PAPERS = Path(__file__).resolve().parent / "papers"
STRENGTH = {Verdict.SUPPORTED: 1, Verdict.PROVED: 2}
DETERMINED = frozenset({"definition", "grid", "proof", "words"})
"""Witnesses whose answers depend neither on the tier nor on dimensions, seeds and devices."""
WHOLE, TWINS, PREMISES, THEOREM = "whole", "twins", "premises", "theorem"


@cache
def seconds() -> Mapping[str, float]:
    """About how long the claims of the shipped papers take, relative to each other, by ids."""
    found: dict[str, float] = {}
    for file in sorted(PAPERS.glob("*/seconds.json")):
        found |= json.loads(file.read_text(encoding="utf-8"))
    return found


def answer(row: Examined) -> str:
    """What ``row`` would be on record with; empty for a witness without an answer."""
    if row.name == "cited" or (row.verdict not in STRENGTH and row.verdict not in (Verdict.DEFINED, Verdict.REFUTED)):
        return ""
    said = [row.verdict.name]
    said += [WHOLE] if row.verdict is Verdict.PROVED and row.whole else []
    said += [TWINS] if row.figures.get("twins", {}).get("refuted") else []
    said += [PREMISES] if row.figures.get("premises_needed") else []
    said += [THEOREM] if _is_theorem(row) else []
    return ", ".join(said)


def _is_theorem(row: Examined) -> bool:
    return "axioms" in row.figures.get("theorem", ())


def weaker(recorded: str, row: Examined) -> str:
    """What the witness on record no longer does, in words; empty where it says as much, or was not run."""
    name, *marks = recorded.split(", ")
    before = Verdict[name]
    if row.verdict is Verdict.NOT_RUN:
        return ""
    if row.verdict is not before and STRENGTH.get(row.verdict, 0) <= STRENGTH.get(before, 9):
        return f"said {name} on record and now says {row.verdict.name} ({row.sentence})"
    if WHOLE in marks and not row.whole:
        return f"proved all of it on record and now only {row.scope}"
    twins = row.figures.get("twins", {})
    if TWINS in marks and not twins.get("refuted") and "not_shown" not in twins:
        return "rejected wrong twins on record and now none"
    if PREMISES in marks and not row.figures.get("premises_needed"):
        return "needed the premises of what it cites on record and now takes it without"
    if THEOREM in marks and not _is_theorem(row):
        refused = row.figures.get("theorem", {}).get("refused", "it is not handed to the kernel")
        return f"was a theorem of the kernel on record and is none now ({refused})"
    return ""


def with_losses(result: Result, context: Context, only: Sequence[str] = ()) -> Result:
    """The result, with a defect for each witness (among ``only``, where given) that says less than on record."""
    if result.stopped or not result.witnesses:
        return result
    rows = {(place_of(row), row.name): row for row in result.witnesses}
    usual = context == Context()
    lost = []
    for place, said in on_record(result.id.split("/", 1)[0]).get(result.id, {}).items():
        for name, words in said.items():
            if (only and name not in only) or not (usual or name in DETERMINED):
                continue
            row = rows.get((place, name))
            less = weaker(words, row) if row else f"said {words} on record and is not asked any more"
            if less and not (row and row.defect):
                lost.append(f"{result.id}{place and ' '}{place}: {name} {less}. `make answers` records what is meant.")
    return replace(result, defects=(*result.defects, *lost)) if lost else result


@cache
def on_record(paper: str) -> Answers:
    path = PAPERS / paper / "answers.json"
    found: Answers = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def place_of(row: Examined) -> str:
    return " ".join(filter(None, (row.part and f"({row.part})", row.reading and f"[{row.reading}]")))
