"""Errata as JSON data, schema 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..render import Node, latex, plain
from .model import (
    Better,
    Change,
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

SCHEMA = 1


def data(found: Errata) -> dict[str, Any]:
    """The document of `lemmata errata --format json`; formulas are given in LaTeX and as plain text."""
    return {
        "schema": SCHEMA,
        "errata": [_erratum(e) for e in found.errata],
        "repairs": [_repair(r) for r in found.repairs],
        "readings": [_reading(r) for r in found.readings],
        "unsaid": [_unsaid(u) for u in found.unsaid],
        "better": [{**_place(b), "not_needed": list(b.not_needed), "met": [
            {"latex": latex(prop), "plain": plain(prop), "at": where} for prop, where in b.met
        ]} for b in found.better],
        "misprints": [{**_place(s), "part": s.misprint.part, "misprint": s.misprint.printed, "meant": s.misprint.meant}
                      for s in found.slips],
    }


def _place(item: Erratum | Repair | FalseReading | LeftUnsaid | Slip | Better) -> dict[str, Any]:
    paper = item.paper
    return {
        "id": item.id,
        "paper": (paper.citation or None) if paper else None,
        "version": (paper.version or None) if paper else None,
        "source": item.source,
        "ours": item.ours or None,
        "printed": item.printed,
    }


def _erratum(e: Erratum) -> dict[str, Any]:
    return {
        **_place(e),
        "kind": e.kind,
        "excerpt": e.excerpt,
        "scan": list(e.scan),
        "reconstructed": e.reconstructed,
        "expected": e.expected,
        "fails": [_line(line) for line in e.lines],
        "holds_as": [_line(line) for line in e.standing],
        "where": [{"symbol": latex(a.sym), "latex": latex(a.body), "plain": plain(a.body)} for a in e.where],
        "hypotheses": [h.name for h in e.hypotheses],
        "reason": e.reason or None,
        "counterexample": e.counterexample,
        "script": e.script.read_text(encoding="utf-8") if e.script else e.generated or None,
        "no_script": e.no_script or None,
        "correction": _correction(e.correction) if e.correction else None,
        "changes": [_change(c) for c in e.changes],
        "evidence": [_evidence(row) for row in e.evidence],
        "unused_hypotheses": list(e.unused_hypotheses),
        "printed_proof": e.printed_proof,
    }


def _correction(c: Correction) -> dict[str, Any]:
    return {
        "id": c.id,
        "source": c.source,
        "corrects": c.corrects,
        "printed": c.printed,
        "statement": [_line(line) for line in c.lines],
        "verdict": c.verdict.name if c.verdict else None,
        "scope": c.scope,
        "evidence": [_evidence(row) for row in c.evidence],
    }


def _repair(r: Repair) -> dict[str, Any]:
    return {
        **_place(r),
        "verdict": r.verdict.name,
        "scope": r.scope,
        "printed_proof": r.status,
        "steps": _steps(r.steps),
        "left_out_on_the_page": _steps(r.silent),
        "unused_hypotheses": list(r.unused_hypotheses),
    }


def _steps(steps: Sequence[RepairedStep]) -> list[dict[str, Any]]:
    return [{"step": s.label, "printed": s.printed or None, "latex": s.latex, "plain": s.plain} for s in steps]


def _reading(r: FalseReading) -> dict[str, Any]:
    return {
        **_place(r),
        "excerpt": r.excerpt,
        "scan": list(r.scan),
        "part": r.part,
        "fails": [_line(line) for line in r.failing],
        "holds": [_line(line) for line in r.standing],
        "counterexample": r.counterexample,
    }


def _unsaid(u: LeftUnsaid) -> dict[str, Any]:
    return {
        **_place(u),
        "conditions": [
            {"parts": list(line.parts), "prop": line.condition.prop, "discharged_by": line.condition.discharged_by}
            for line in u.what.conditions
        ],
        "hypotheses": [{"name": h.name, "latex": latex(h.prop), "plain": plain(h.prop)} for h in u.what.hypotheses],
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "part": line.part,
        "reading": line.reading,
        "why": line.why or None,
        "latex": line.latex,
        "plain": line.plain,
        "verdict": line.verdict.name if line.verdict else None,
        "scope": line.scope,
    }


def _change(c: Change) -> dict[str, Any]:
    def shown(node: Node | None) -> str | None:
        return latex(node) if node is not None else None

    return {
        "part": c.part, "hypothesis": c.hypothesis, "inside": shown(c.inside), "old": shown(c.old), "new": shown(c.new),
        "sentence": c.sentence(plain),
    }  # fmt: skip


def _evidence(row: Evidence) -> dict[str, Any]:
    return {
        "witness": row.witness,
        "part": row.part,
        "reading": row.reading,
        "verdict": row.verdict.name,
        "scope": row.scope,
        "sentence": row.sentence,
    }
