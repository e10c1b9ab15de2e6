"""A small report for the tests of the pages: made claims with every kind of outcome, beside claims of the library."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from proofs_check.catalogue import Registry, Statement
from proofs_check.registry import load
from proofs_check.report.page import files, write
from proofs_check.results import Decided, Examined, Result
from proofs_check.verdict import Verdict

IDS = (
    "zfb/lemma-17", "zfb/theorem-4", "zfb/lemma-10", "zfb/eq-33", "zfb/section-4.1-noiseless-sigma",
    "zfb/lemma-19", "zfb/section-4.2-query-orthogonal",
    "zfb/section-4.2-query-orthogonal-corrected", "zfb/lemma-31", "zfb/definition-1", "zfb/figure-1-spike",
    "zfb/section-4.1-noiseless-bound",
)  # fmt: skip
VERDICTS = {
    "zfb/section-4.2-query-orthogonal": Verdict.REFUTED, "zfb/lemma-31": Verdict.FACT,
    "zfb/definition-1": Verdict.DEFINED, "zfb/figure-1-spike": Verdict.UNDECIDED,
    "zfb/section-4.1-noiseless-bound": Verdict.SUPPORTED,
}  # fmt: skip
COUNTEREXAMPLE = "d = 2, N = 1: left <1/2 & more>, right 0"


def chosen(known: Registry) -> tuple[Statement, ...]:
    """The claims above, and rows of another paper as if nothing of it were transcribed."""
    found = (s if s.id in IDS else Statement(s.id) for s in known if s.id in IDS or s.paper == "ccs")
    return tuple(s for s in found if s.claim or s.id in known.listed)


def results_of(statements: tuple[Statement, ...], verdicts: dict[str, Verdict] = VERDICTS) -> dict[str, Result]:
    """A result for each, PROVED where ``verdicts`` says nothing else."""
    found = {}
    for s in statements:
        verdict = verdicts.get(s.id, Verdict.PROVED) if s.claim else Verdict.NOT_TRANSCRIBED
        found[s.id] = result_of(s, verdict)
    return found


def result_of(statement: Statement, verdict: Verdict) -> Result:
    claim = statement.claim
    if claim is None:
        return Result(statement.id, verdict)
    readings = [(part.name, reading.name) for part in claim.parts for reading in part.readings]
    twins = {"made": 3, "refuted": 3, "undecided": 0, "uncertified": 0, "missed": [], "defect": False}
    sampled = {
        "twins": twins, "tests": 2, "draws": 20000, "false_alarm_rate": 1e-9, "power": 0.99,
        "detectable": {"least": 0.04, "most": 0.3},
    }  # fmt: skip
    proof = {"rests_on": ["Gronwall's inequality"], "citations": {"Gronwall's inequality": "Teschl"}, "claims": []}
    example = COUNTEREXAMPLE if verdict is Verdict.REFUTED else None
    witnesses = tuple(
        Examined(name, *place, verdict, "every d", True, f"{name} says <so>", 0.1, figures, example)
        for place in readings[:1]
        for name, figures in (("words", {"twins": twins}), ("sampled", sampled), ("proof", proof))
    ) + tuple(Examined("grid", *place, Verdict.UNDECIDED, "", False, "no answer", 0.1) for place in readings)
    unused = tuple(h.name for h in claim.given[:1])
    parts = tuple(Decided(*place, verdict, "every d") for place in readings)
    return Result(claim.id, verdict, "every d", parts, witnesses, "follows", unused)


def report(folder: Path, verdicts: dict[str, Verdict] = VERDICTS) -> Path:
    """The report of these claims in ``folder``; pictures are kept beside it."""
    known = load()
    statements = chosen(known)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEMMATA_HOME", str(folder.parent / "home"))
        write(folder, files(statements, results_of(statements, verdicts), known))
    return folder


@cache
def _kept() -> TemporaryDirectory[str]:
    """Where the report that several test files read is; removed when the interpreter ends."""
    return TemporaryDirectory()


@cache
def shared() -> Path:
    """The report of these claims, written once; not to be changed."""
    return report(Path(_kept().name) / "out")


def pages(folder: Path) -> dict[str, str]:
    """All HTML files of a report by their path."""
    return {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
