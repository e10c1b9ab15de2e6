r"""What a notebook shows of terms, claims and results; loaded when a front end asks for it.

Formulas are LaTeX, claims Markdown, results HTML: verdicts in words with a mark, so that nothing is said by colour
alone, in colours that are read on a light and on a dark page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, Union

from ..claims import Claim
from ..results import Decided, Result, Results
from ..statement.props import Prop
from ..statement.terms import Op, Term
from ..verdict import OPEN, Verdict
from . import render
from .printed import words
from .steps import shown_steps

RESULTS = "application/vnd.lemmata.results+json"
"""The type of the data that stand beside a table of results: verdicts and scopes, to be compared by programs."""

_BADGES = {
    Verdict.PROVED: ("✓", "#1a7f37"),
    Verdict.SUPPORTED: ("✓", "#0e7490"),
    Verdict.REFUTED: ("✗", "#c62828"),
    Verdict.FACT: ("✓", "#1d4ed8"),
    Verdict.DEFINED: ("✓", "#1d4ed8"),
    Verdict.UNDECIDED: ("?", "#8a6100"),
    Verdict.NOT_RUN: ("?", "#8a6100"),
    Verdict.STALE: ("!", "#7e22ce"),
    Verdict.NOT_APPLICABLE: ("–", "#57606a"),
    Verdict.NOT_TRANSCRIBED: ("–", "#57606a"),
}
_SILENT = OPEN | {Verdict.NOT_APPLICABLE}
_CELL = 'style="text-align: left; vertical-align: top"'


# Formulas and claims -------------------------------------------------------------------------------------

def plain(node: Union[Term, Prop]) -> str:
    """The tree on one line; a malformed one by its heads, so that an error message can always show it."""
    try:
        return render.plain(node)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        if isinstance(node, (Op, Prop)):
            return f"{node.head}({', '.join(map(repr, node.args))})"
        return object.__repr__(node)


def formula(node: Union[Term, Prop]) -> str:
    """The tree in LaTeX between dollar signs, a long proposition with one relation a line."""
    return inline(tex(node))


def inline(tex: str) -> str:
    r"""``tex`` as notebooks take it.

    >>> inline("x^2")
    '$\\displaystyle x^2$'
    """
    return rf"$\displaystyle {tex}$"


def tex(node: Union[Term, Prop]) -> str:
    """The tree in LaTeX, for math mode."""
    from .latex import broken

    return broken(node) if isinstance(node, Prop) else render.latex(node)


def claim_line(claim: Claim) -> str:
    """The id, the kind and the parts."""
    names = [part.name for part in claim.parts if part.name]
    parts = f", parts {', '.join(names)}" if names else ""
    return f"<Claim {claim.id}: {claim.kind.value}{parts}>"


def claim_markdown(claim: Claim) -> str:
    """The statement as printed, and under it the transcription, rendered from the tree."""
    lines = [f"**{claim.id}** · {claim.source}", "> " + re.sub(r"\s*\n\s*", " ", words(claim))]
    for part in claim.parts:
        for reading in part.readings:
            lines.append(f"{_place(part.name, reading.name)}\n$$\n{tex(reading.prop)}\n$$".lstrip())
    if claim.forall:
        lines.append("for all " + ", ".join(f"${render.latex(symbol)}$" for symbol in claim.forall))
    if claim.given:
        unstated = {True: " (not on the page)", False: ""}
        lines.append("given " + ", ".join(f"${render.latex(h.prop)}${unstated[h.unstated]}" for h in claim.given))
    if claim.reconstructed:
        lines.append(f"*Our reconstruction of a formula that our copy lost:* {claim.reconstructed}")
    if not isinstance(claim.model, str):
        moving = ", ".join(f"${render.latex(p)}$" for p in claim.model.parameters)
        lines.append(f"{moving} along the gradient flow of ${render.latex(claim.model.loss_in_full)}$")
    return "\n\n".join(lines)


def claim_latex(claim: Claim) -> str:
    """The transcription alone, one proposition a line."""
    props = [reading.prop for part in claim.parts for reading in part.readings]
    return inline("\\begin{gathered}\n" + "\\\\\n".join(map(tex, props)) + "\n\\end{gathered}")


def proof_markdown(proof: object) -> str:
    """The steps, numbered: what each shows, and by what."""
    lines = []
    for k, step in enumerate(shown_steps(proof), 1):
        moment = " at one moment $t$" if step.at_one_moment else ""
        ours = ", left out on the page" if step.ours else ""
        formula = inline(tex(step.shows).replace("\n", " "))
        lines.append(f"{k}. `{step.label}`: {formula}{moment}  \n   by `{step.by}`{ours}")
    return "\n".join(lines)


# Results -------------------------------------------------------------------------------------------------

def result_line(result: Result) -> str:
    """The verdict and where it holds; of a refuted claim the counterexample."""
    scope = f" ({result.scope})" if result.scope else ""
    refuted = result.verdict is Verdict.REFUTED and result.counterexample
    against = f", counterexample: {result.counterexample}" if refuted else ""
    read_as = result.read_as
    otherwise = f"; {read_as.verdict.name} read as {read_as.reading!r}" if read_as else ""
    return f"<Result {result.id}: {result.verdict.name}{scope}{against}{otherwise}>"


def result_text(result: Result) -> str:
    """The verdict on each part and by whom, with what else is worth knowing; neither times nor figures."""
    lines = [f"{result.id}: {result.verdict.name}, {result.verdict.sentence}"]
    for decided in result.parts:
        by = f"by {_by(result, decided)}"
        lines.append("  " + "  ".join(filter(None, (_of(decided), decided.verdict.name, decided.scope, by))))
    return "\n".join([*lines, *(f"  {note}" for note in _notes(result))])


def result_html(result: Result) -> str:
    """The verdict, a table of the parts, the notes, and, folded, what each witness said."""
    several = any(_of(decided) for decided in result.parts)
    rows = [
        [*([escape(_of(decided))] if several else []), badge(decided.verdict), escape(decided.scope),
         escape(_by(result, decided))]
        for decided in result.parts
    ]
    heads = (*(["part"] if several else []), "verdict", "where", "by")
    head = f"<p><b>{escape(result.id)}</b> {badge(result.verdict)} {escape(result.verdict.sentence)}</p>"
    notes = "".join(f"<li>{escape(note)}</li>" for note in _notes(result))
    said = [
        f"<li>{escape(' '.join(filter(None, (w.name, _place(w.part, w.reading)))))}: {w.verdict.name}. "
        f"{escape(w.sentence)}</li>"
        for w in result.witnesses
    ]
    folded = f"<details><summary>what each witness said</summary><ul>{''.join(said)}</ul></details>" if said else ""
    return "\n".join(filter(None, (head, _table(heads, rows) if rows else "", notes and f"<ul>{notes}</ul>", folded)))


def results_html(results: Results) -> str:
    """One row a result."""
    rows = []
    for result in results.values():
        names = dict.fromkeys(w.name for w in result.witnesses if w.verdict not in _SILENT)
        where = escape(result.scope)
        if result.verdict is Verdict.REFUTED and result.counterexample:
            where = f"counterexample: {escape(result.counterexample)}"
        rows.append([escape(result.id), badge(result.verdict), where, escape(", ".join(names))])
    return _table(("claim", "verdict", "where", "by"), rows)


def result_bundle(result: Result) -> dict[str, Any]:
    """What programs compare."""
    return {RESULTS: _data([result])}


def results_bundle(results: Results) -> dict[str, Any]:
    """The same of several."""
    return {RESULTS: _data(results.values())}


def _data(results: Iterable[Result]) -> list[dict[str, Any]]:
    """Verdicts, and the scopes of proofs: without what may differ from one machine to another."""
    return [
        {
            "id": result.id,
            "verdict": result.verdict.name,
            "parts": [
                [d.part, d.reading, d.verdict.name, d.scope if d.verdict is Verdict.PROVED else ""]
                for d in result.parts
            ],
            "printed_proof": result.printed_proof,
        }
        for result in results
    ]


def badge(verdict: Verdict) -> str:
    """The verdict in words, with its mark and its colour."""
    mark, colour = _BADGES[verdict]
    style = f"background: {colour}; color: #ffffff; border-radius: 4px; padding: 1px 6px; white-space: nowrap"
    return f'<span style="{style}">{mark} {verdict.name.replace("_", " ")}</span>'


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th {_CELL}>{text}</th>" for text in heads)
    body = "\n".join(f"<tr>{''.join(f'<td {_CELL}>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _by(result: Result, decided: Decided) -> str:
    """The witnesses that answered of this reading."""
    rows = [w for w in result.witnesses if (w.part, w.reading) == (decided.part, decided.reading)]
    return ", ".join(w.name for w in rows if w.verdict not in _SILENT) or "none"


def _notes(result: Result) -> Iterator[str]:
    if result.read_as:
        yield f"as printed it fails; it is {result.read_as.verdict.name} read as: {result.read_as.reading}"
    if result.counterexample:
        of = "" if result.verdict is Verdict.REFUTED else " to the reading that is refuted"
        yield f"counterexample{of}: {result.counterexample}"
    if result.printed_proof:
        yield f"the printed proof: {result.printed_proof}"
        yield from (w.sentence for w in result.witnesses if w.figures.get("printed_proof", "follows") != "follows")
    facts = dict.fromkeys(str(f) for w in result.witnesses for f in w.figures.get("rests_on", ()))
    if facts:
        yield f"the proof rests on: {', '.join(facts)}"
    if result.unused_hypotheses:
        yield f"hypotheses that the proof never uses: {'; '.join(result.unused_hypotheses)}"
    answered = {w.name for w in result.witnesses if w.verdict not in _SILENT}
    asked = dict.fromkeys(w.name for w in result.witnesses if w.verdict is not Verdict.NOT_APPLICABLE)
    silent = [name for name in asked if name not in answered]
    if silent:
        yield f"no answer from: {', '.join(silent)}"
    yield from result.defects


def _of(decided: Decided) -> str:
    return _place(decided.part, decided.reading)


def _place(part: str, reading: str) -> str:
    return " ".join(filter(None, (f"({part})" if part else "", f"[{reading}]" if reading else "")))

