"""From claims and results to errata: nothing is written by hand here but what the claim files say."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from ...catalogue import Registry, Statement
from ...claims import Claim, Part
from ...merging import as_expected
from ...results import Result
from ...verdict import GOOD, Verdict
from ..looseness import rows
from ..printed import excerpt, without_notes
from ..render import abbreviations
from ..unsaid import unsaid
from .changes import repairs
from .model import (
    Better,
    Correction,
    Errata,
    Erratum,
    Evidence,
    FalseReading,
    LeftUnsaid,
    Line,
    Repair,
    RepairedStep,
    Slip,
)
from .script import generate

SCRIPTS = Path(__file__).resolve().parents[2] / "evidence" / "errata"
"""Scripts written by hand: named after the id of a refuted statement; one of several names them in its docstring."""


def errata(statements: Sequence[Statement], results: Mapping[str, Result], known: Registry) -> Errata:
    """What is wrong as printed among ``statements``; those without a result are left out."""
    done = [(s, results[s.id]) for s in statements if s.id in results and s.claim is not None]
    refuted = (erratum_of(s, result, known, results) for s, result in done)
    repaired = (_repair(s, result, known) for s, result in done)
    return Errata(
        tuple(erratum for erratum in refuted if erratum),
        tuple(repair for repair in repaired if repair),
        tuple(reading for s, result in done for reading in _readings(s, result, known)),
        tuple(left for s, result in done for left in _unsaid(s, result, known)),
        tuple(slip for s, result in done for slip in _slips(s, result, known)),
        tuple(found for s, result in done if (found := _better(s, result, known))),
    )


def erratum_of(
    statement: Statement, result: Result, known: Registry, results: Mapping[str, Result]
) -> Erratum | None:
    """The erratum of one statement; None unless it is refuted."""
    claim = statement.claim
    if claim is None or result.verdict is not Verdict.REFUTED:
        return None
    failing = {name for name, verdict in result.part_verdicts().items() if verdict is Verdict.REFUTED}
    read = [line for part in claim.parts if part.name in failing for line in _lines(part, result)]
    lines = tuple(line for line in read if line.verdict is Verdict.REFUTED)
    words, notes = _excerpt(claim, failing)
    beside = known.corrections(claim.id)
    script = script_of(claim.id)
    generated, why_none = ("", "") if script else generate(claim, lines, result)
    return Erratum(
        claim.id, known.papers.get(claim.paper), claim.source, _ours(statement), bool(claim.reconstructed),
        as_expected(statement, result),
        without_notes(claim.printed)[0], words, notes, lines,
        tuple({a.sym: a for line in lines for a in abbreviations(line.prop)}.values()), claim.given,
        claim.expected.reason if claim.expected else "", result.counterexample, script, generated, why_none,
        _correction(beside[0], results) if beside else None, repairs(claim, beside[0], failing) if beside else (),
        tuple(e for e in _evidence(result, {Verdict.REFUTED}) if e.part in failing),
        result.unused_hypotheses, result.printed_proof, tuple(line for line in read if line.verdict in GOOD),
        failing <= {slip.part for slip in claim.misprints},
        tuple(slip for slip in claim.misprints if slip.part in failing),
    )


def script_of(id: str) -> Path | None:
    """The script written by hand for the statement ``id``, where there is one."""
    path = SCRIPTS / (re.sub(r"[^a-z0-9]+", "_", id) + ".py")
    return path if path.exists() else _of_several().get(id)


@cache
def _of_several() -> dict[str, Path]:
    """The scripts by the ids in their docstrings."""
    found: dict[str, Path] = {}
    for path in sorted(SCRIPTS.glob("*.py")):
        words = ast.get_docstring(ast.parse(path.read_text())) or ""
        found |= dict.fromkeys(re.findall(r"\b[a-z]+/[a-z0-9.-]*[a-z0-9]", words), path)
    return found


def _ours(statement: Statement) -> str:
    """Why the statement is ours rather than the paper's; empty where the paper prints it."""
    claim = statement.claim
    assert claim is not None, "only transcribed claims have results of witnesses"
    if claim.reconstructed:
        return claim.reconstructed
    if claim.corrects:
        return f"a corrected statement, which stands beside {claim.corrects}"
    return "a statement beyond the paper" if statement.is_ours else ""


def _excerpt(claim: Claim, parts: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """What is printed of the parts, and the notes on how the scan of them was read."""
    return without_notes(excerpt(claim.printed, [part.name for part in claim.parts], parts))


def _lines(part: Part, result: Result | None) -> tuple[Line, ...]:
    decided = {(d.part, d.reading): d for d in result.parts} if result else {}
    found = [(reading, decided.get((part.name, reading.name))) for reading in part.readings]
    return tuple(
        Line(part.name, r.name, r.why, r.prop, d.verdict if d else None, d.scope if d else "") for r, d in found
    )


def _evidence(result: Result, verdicts: set[Verdict]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(w.name, w.part, w.reading, w.verdict, w.scope, w.sentence)
        for w in result.witnesses
        if w.verdict in verdicts
    )


def _correction(claim: Claim, results: Mapping[str, Result]) -> Correction:
    result = results.get(claim.id)
    lines = tuple(line for part in claim.parts for line in _lines(part, result))
    bearing = {Verdict.PROVED, Verdict.SUPPORTED, Verdict.REFUTED}
    return Correction(
        claim.id, claim.source, claim.corrects or "", without_notes(claim.printed)[0], lines,
        result.verdict if result else None, result.scope if result else "",
        _evidence(result, bearing) if result else (),
    )


def _repair(statement: Statement, result: Result, known: Registry) -> Repair | None:
    """A printed proof with a gap, of a statement that stands; corrected claims are ours, as are their proofs."""
    claim = statement.claim
    assert claim is not None, "only transcribed claims have results of witnesses"
    if claim.corrects or result.printed_proof in (None, "follows") or result.verdict not in GOOD:
        return None
    steps = {step.label: step for proof in claim.proofs.values() for step in proof.steps}
    repaired = tuple(RepairedStep(s.label, s.shows, s.instead_of) for s in steps.values() if s.instead_of)
    silent = tuple(RepairedStep(s.label, s.shows, s.printed) for s in steps.values() if s.ours and not s.instead_of)
    return Repair(
        claim.id, known.papers.get(claim.paper), claim.source, _ours(statement), without_notes(claim.printed)[0],
        result.verdict, result.scope, result.printed_proof or "", repaired, silent, result.unused_hypotheses,
    )


def _unsaid(statement: Statement, result: Result, known: Registry) -> Iterator[LeftUnsaid]:
    """What the page of the statement leaves unsaid; a statement of ours has no page."""
    claim = statement.claim
    assert claim is not None, "only transcribed claims have results of witnesses"
    ours = _ours(statement)
    what = unsaid(claim, result)
    if what and (claim.reconstructed or not ours):
        yield LeftUnsaid(
            claim.id, known.papers.get(claim.paper), claim.source, ours, without_notes(claim.printed)[0], what
        )


ALIKE = 1.001
"""Two sides whose ratio is below this are said to come together."""


def _better(statement: Statement, result: Result, known: Registry) -> Better | None:
    """What a proved statement of the page could leave out, and which of its bounds cannot be improved."""
    claim = statement.claim
    assert claim is not None, "only transcribed claims have results of witnesses"
    if result.verdict is not Verdict.PROVED or statement.is_ours or claim.reconstructed:
        return None
    stated = {h.name for h in claim.given if not h.unstated}
    not_needed = tuple(name for name in result.unused_hypotheses if name in stated)
    met = tuple((row.prop, row.tightest_at) for row in rows(claim, result) if row.tightest < ALIKE)
    if not (not_needed or met):
        return None
    words = without_notes(claim.printed)[0]
    return Better(claim.id, known.papers.get(claim.paper), claim.source, "", words, not_needed, met)


def _slips(statement: Statement, result: Result, known: Registry) -> Iterator[Slip]:
    """The misprints, but for those by which a part fails as printed: these are among the errata."""
    claim = statement.claim
    assert claim is not None, "only transcribed claims have results of witnesses"
    failing = {name for name, verdict in result.part_verdicts().items() if verdict is Verdict.REFUTED}
    for slip in claim.misprints:
        if slip.part not in failing:
            yield Slip(
                claim.id, known.papers.get(claim.paper), claim.source, _ours(statement),
                without_notes(claim.printed)[0], slip,
            )


def _readings(statement: Statement, result: Result, known: Registry) -> Iterator[FalseReading]:
    """Parts whose words are vague, and that stand in one reading and fail in another."""
    claim = statement.claim
    assert claim is not None, "only transcribed claims have results of witnesses"
    for part in claim.parts:
        if any(reading.literal for reading in part.readings):
            continue
        lines = _lines(part, result)
        failing = tuple(line for line in lines if line.verdict is Verdict.REFUTED)
        standing = tuple(line for line in lines if line.verdict in GOOD)
        if not failing or not standing:
            continue
        names = {line.reading for line in failing}
        words, notes = _excerpt(claim, {part.name})
        points = [w.counterexample for w in result.witnesses if w.part == part.name and w.reading in names]
        yield FalseReading(
            claim.id, known.papers.get(claim.paper), claim.source, _ours(statement), without_notes(claim.printed)[0],
            words, notes, part.name, failing, standing,
            next((point for point in points if point), None),
        )
