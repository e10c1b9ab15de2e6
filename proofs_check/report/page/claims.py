"""What the page of one statement shows, ready for its template."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ...catalogue import Statement
from ...certificates.depth import BY_ENGINES
from ...claims import Claim, Differs
from ...merging import as_expected
from ...results import Result
from ...routes import told
from ...statement.props import Prop
from ...statement.terms import Term
from ...verdict import Verdict
from .. import latex, render
from ..jsonio import erratum
from ..letters import supposed
from ..looseness import Row, rows
from ..printed import remarks, words
from ..steps import shown_steps
from ..theorems import theorems
from ..theorems import told as told_theorem
from ..unsaid import lines
from .evidence import comparisons, ground, place
from .evidence import rows as evidence_rows
from .kept import remembered
from .mathml import inline, math
from .prose import line, prose
from .site import Site, heading
from .status import Status, of_verdict, weak_ground

_SHORT = 80
"""A formula with fewer characters fits on one line."""


def formula(prop: Prop) -> Markup:
    """A proposition, displayed."""
    tex = render.latex(prop)
    if len(tex) < _SHORT:
        return Markup(math(tex, block=True))
    return Markup(remembered("broken", tex, lambda: math(latex.broken(prop), block=True)))


def short(node: Prop | Term) -> Markup:
    """A term or proposition in running text."""
    return Markup(inline(render.latex(node)))


@dataclass(frozen=True)
class Transcribed:
    """One reading of one part, from the tree, with what became of it."""

    place: str
    why: Markup
    formula: Markup
    status: Status
    scope: str
    rests_on: str
    """The routes on which it is proved or supported, in words."""
    kernel: str
    """Whether it is a theorem of the kernel, and on what."""


@dataclass(frozen=True)
class Step:
    label: str
    formula: Markup
    at_one_moment: bool
    by: str
    ours: bool
    instead_of: Markup


def printed(site: Site, claim: Claim) -> Markup:
    """The printed statement."""
    return Markup(prose(words(claim), [part.name for part in claim.parts], site.link))


def transcribed(site: Site, claim: Claim) -> Iterator[Transcribed]:
    """The statement as the witnesses read it."""
    result = site.results[claim.id]
    decided, made = {(d.part, d.reading): d for d in result.parts}, theorems(result)
    for part in claim.parts:
        for reading in part.readings:
            found = decided.get((part.name, reading.name))
            status = of_verdict(found.verdict) if found else Status.EMPTY
            why = Markup(prose(reading.why, (), site.link)) if reading.why else Markup()
            scope = found.scope if found else ""
            rests_on = told(found.routes) if found else ""
            kernel = told_theorem(made.get((part.name, reading.name)))
            shown = formula(reading.prop)
            yield Transcribed(place(part.name, reading.name), why, shown, status, scope, rests_on, kernel)


def _steps(proof: object) -> Iterator[Step]:
    for step in shown_steps(proof):
        instead = Markup(prose(step.instead_of)) if step.instead_of else Markup()
        yield Step(step.label, formula(step.shows), step.at_one_moment, step.by, step.ours, instead)


def _proves(result: Result) -> bool:
    return any(d.verdict is Verdict.PROVED for d in result.parts)


def unused(claim: Claim, result: Result) -> list[Markup]:
    """The hypotheses that the proof never uses, by their formulas."""
    named = {h.name: short(h.prop) for h in claim.given}
    return [named.get(name, Markup("{}").format(name)) for name in result.unused_hypotheses]


def transcribed_in(claim: Claim) -> str:
    """File and line of the transcription: from the library's own folder on, or the mere name of a user's file."""
    if not claim.file:
        return ""
    file, home = Path(claim.file), Path(__file__).parents[3]
    shown = file.relative_to(home).as_posix() if file.is_relative_to(home) else file.name
    return f"{shown}:{claim.line}" if claim.line else shown


def view(site: Site, statement: Statement) -> dict[str, Any]:
    """The variables of ``claim.html`` for a transcribed statement."""
    claim = statement.claim
    assert claim is not None, "only transcribed statements have a page"
    result = site.results[claim.id]
    spoke, silent = evidence_rows(result)
    found = ground(result)
    named = dict.fromkeys(
        (a.sym, a.body) for part in claim.parts for r in part.readings for a in render.abbreviations(r.prop)
    )
    looseness: list[Row] = list(rows(claim, result))
    uses = {s.id: s.uses for s in site.statements}
    return {
        "id": claim.id,
        "heading": heading(claim.label),
        "source": Markup(line(statement.source)),
        "kind": claim.kind.value,
        "reconstructed": claim.reconstructed,
        "is_ours": statement.is_ours,
        "note": Markup(prose(remarks(claim), (), site.link)),
        "misprints": claim.misprints,
        "fidelity": [d for d in claim.differences if d.kind is not Differs.RECONSTRUCTED],
        "read_as": result.read_as,
        "status": site.status[claim.id],
        "verdict": result.verdict.name.replace("_", " ").lower(),
        "sentence": result.verdict.sentence,
        "scope": result.scope,
        "unexpected": as_expected(statement, result) is False,
        "expected": claim.expected,
        "defects": result.defects,
        "printed": printed(site, claim),
        "transcribed": list(transcribed(site, claim)),
        "where": [(short(sym), short(body)) for sym, body in named],
        "forall": [short(symbol) for symbol in claim.forall],
        "given": [(h.name, short(h.prop), h.unstated) for h in claim.given],
        "conditions": lines(claim, result),
        "meets": result.meets,
        "letters": supposed(claim, render.plain),
        "moving": [] if isinstance(claim.model, str) else [short(p) for p in claim.model.parameters],
        "loss": None if isinstance(claim.model, str) else short(claim.model.loss_in_full),
        "file": transcribed_in(claim),
        "see": claim.see,
        "fact": claim.fact,
        "spoke": spoke,
        "silent": silent,
        "ground": found,
        "facts": [(Markup(line(name, site.link)), cited) for name, cited in found.facts] if found else [],
        "depth": list(site.depths.get(claim.id) or [BY_ENGINES]) if _proves(result) else [],
        "printed_proof": result.printed_proof,
        "unused": unused(claim, result),
        "looseness": looseness,
        "comparisons": [(place(w.part, w.reading), comparisons(w)) for w in result.witnesses if comparisons(w)],
        "proofs": [(part, list(_steps(proof))) for part, proof in claim.proofs.items()],
        "erratum": erratum(statement, result, site.known, site.results),
        "corrections": [c.id for c in site.known.corrections(claim.id)],
        "corrects": claim.corrects.split("#")[0] if claim.corrects else None,
        "uses": claim.uses,
        "users": site.users.get(claim.id, []),
        "weak": weak_ground(claim.id, uses, site.results) if site.status[claim.id] is Status.PROVED else [],
    }
