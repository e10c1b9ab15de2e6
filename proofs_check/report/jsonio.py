"""The documents that commands write: JSON, schema 1.  Standard library only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..catalogue import Registry, Statement
from ..certificates.depth import told
from ..merging import as_expected
from ..results import Result
from ..routes import independent
from ..store import store_folder
from ..verdict import OPEN, Verdict
from .errata import erratum_of
from .printed import remarks, words
from .theorems import theorems

SCHEMA = 1


def erratum(
    statement: Statement, result: Result, known: Registry, results: Mapping[str, Result]
) -> dict[str, Any] | None:
    """For a refuted printed statement: the counterexample, the corrected claim and what became of it.

    ``script`` is the path of a script that shows the counterexample and needs nothing of ours, where there is one.
    """
    found = erratum_of(statement, result, known, results)
    if found is None:
        return None
    corrected = found.correction
    return {
        "kind": found.kind,
        "counterexample": found.counterexample,
        "correction": corrected.id if corrected else None,
        "verdict": corrected.verdict.name if corrected and corrected.verdict else None,
        "script": from_here(found.script) if found.script else None,
    }


def from_here(path: Path) -> str:
    """``path`` as the user would type it: relative to the current directory where it lies below it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def claim_row(statement: Statement, result: Result, known: Registry, results: Mapping[str, Result]) -> dict[str, Any]:
    """One element of ``claims``; ``expected`` is true, false, or null where nothing came out yet."""
    claim = statement.claim
    return {
        "id": statement.id,
        "paper": statement.paper,
        "label": statement.label,
        "kind": statement.kind.value,
        "source": statement.source,
        "reconstructed": claim.reconstructed if claim else "",
        "verdict": result.verdict.name,
        "scope": result.scope,
        "read_as": {"reading": result.read_as.reading, "verdict": result.read_as.verdict.name}
        if result.read_as else None,
        "page": words(claim) if claim and not statement.is_ours else "",
        "note": remarks(claim) if claim else "",
        "fidelity": [{"kind": d.kind.value, "what": d.what} for d in claim.differences] if claim else [],
        "misprints": [{"part": m.part, "printed": m.printed, "meant": m.meant} for m in claim.misprints]
        if claim else [],
        "expected": as_expected(statement, result),
        "reason": claim.expected.reason if claim and claim.expected else None,
        "parts": [
            {
                "part": d.part,
                "reading": d.reading,
                "literal": d.literal,
                "filled": d.filled,
                "verdict": d.verdict.name,
                "scope": d.scope,
                "routes": list(d.routes),
                "theorem": theorems(result).get((d.part, d.reading)),
                "conditions": [
                    {"prop": c.prop, "discharged_by": c.discharged_by, "stated": c.stated} for c in d.conditions
                ],
            }
            for d in result.parts
        ],
        "hypotheses": [{"name": h.name, "unstated": h.unstated} for h in claim.given] if claim else [],
        "meets": {"at": result.meets.at} if result.meets and result.meets.at is not None else None,
        "contradictory": bool(result.meets and result.meets.contradictory),
        "printed_proof": result.printed_proof,
        "unused_hypotheses": list(result.unused_hypotheses),
        "witnesses": [
            {
                "name": w.name,
                "part": w.part,
                "reading": w.reading,
                "verdict": w.verdict.name,
                "scope": w.scope,
                "sentence": w.sentence,
                "seconds": w.seconds,
                "figures": dict(w.figures),
                "counterexample": w.counterexample,
                "point": w.point,
                "dims": list(w.dims),
            }
            for w in result.witnesses
        ],
        "erratum": erratum(statement, result, known, results),
        "defects": list(result.defects),
        "seconds": result.seconds,
    }


def document(statements: Sequence[Statement], results: Mapping[str, Result], known: Registry) -> dict[str, Any]:
    """The JSON document of `lemmata check`, schema 1."""
    depths = told(store_folder(), [s.id for s in statements if s.id in known.claims], known)
    return {
        "schema": SCHEMA,
        "claims": [
            {**claim_row(s, results[s.id], known, results), "certificate": depths.get(s.id, [])} for s in statements
        ],
        "summary": summary(statements, results),
        **({"not_read": [one.as_json() for one in known.unread]} if known.unread else {}),
    }


def listing(statements: Sequence[Statement], results: Mapping[str, Result], known: Registry) -> dict[str, Any]:
    """The JSON document of `lemmata list`: ``verdict`` is null where nothing was run yet."""
    rows = [
        {
            "id": s.id,
            "paper": s.paper,
            "label": s.label,
            "kind": s.kind.value,
            "source": s.source,
            "reconstructed": s.reconstructed,
            "uses": list(s.uses),
            "verdict": results[s.id].verdict.name if s.id in results else None,
        }
        for s in statements
    ]
    papers = {p.name: {"citation": p.citation, "version": p.version} for p in known.papers_of(statements)}
    return {"schema": SCHEMA, "papers": papers, "claims": rows}


def summary(statements: Sequence[Statement], results: Mapping[str, Result]) -> dict[str, Any]:
    """Counts by verdict, and the ids that did not come out as expected, that stay open, and the defects."""
    counts = Counter(results[s.id].verdict for s in statements)
    proved = [d for s in statements for d in results[s.id].parts if d.verdict is Verdict.PROVED]
    return {
        "total": len(statements),
        "verdicts": {v.name: counts[v] for v in Verdict if counts[v]},
        "unexpected": [s.id for s in statements if as_expected(s, results[s.id]) is False],
        "read_otherwise": [s.id for s in statements if results[s.id].read_as],
        "open": sum(counts[v] for v in OPEN),
        "propositions": {
            "proved": len(proved), "theorems": sum(_theorems(results[s.id]) for s in statements),
            "on_one_route": sum(1 for d in proved if independent(d.routes) == 1),
        },
        "defects": [sentence for s in statements for sentence in results[s.id].defects],
        "seconds": round(sum(results[s.id].seconds for s in statements), 3),
    }


def _theorems(result: Result) -> int:
    """How many of its proved propositions are theorems of the kernel."""
    found = theorems(result)
    return sum("axioms" in found.get((d.part, d.reading), ()) for d in result.parts if d.verdict is Verdict.PROVED)


def passed(statements: Sequence[Statement], results: Mapping[str, Result], *, strict: bool) -> bool:
    """Whether `check` exits with 0: nothing unexpected, no defect, and (strict) nothing left open."""
    totals = summary(statements, results)
    return not (totals["unexpected"] or totals["defects"] or (strict and totals["open"]))
