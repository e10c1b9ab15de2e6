"""`lemmata report`: one static HTML page with the verdicts, the evidence and the dependency graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from ..jsonio import erratum, summary
from ..registry import PAPERS, Registry, Statement
from ..results import Result, as_expected
from ..verdict import Verdict
from .graph import COLOURS, SETTLED, svg
from .looseness import table, times
from .render import plain

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #ddd; padding: .35rem .5rem; text-align: left; vertical-align: top; }
.verdict { border-radius: 4px; padding: .05rem .45rem; white-space: nowrap; font-size: 13px; }
.unexpected { outline: 2px solid #d00; }
.graph { overflow-x: auto; border: 1px solid #ddd; }
details { margin: .2rem 0; } code, .tree { font-family: ui-monospace, monospace; font-size: 13px; }
.tree { white-space: pre-wrap; } .small { color: #666; font-size: 13px; }
"""


def page(statements: Sequence[Statement], results: Mapping[str, Result], known: Registry) -> str:
    """The whole page; it needs no script and nothing from the network."""
    totals = summary(statements, results)
    counts = " ".join(f"{_badge(Verdict[name])} {count}" for name, count in totals["verdicts"].items())
    body = "\n".join(
        (
            "<h1>Lemmata</h1>",
            f"<p>{totals['total']} statements: {counts}. {len(totals['unexpected'])} unexpected, "
            f"{len(totals['defects'])} defects.</p>",
            *_errata(statements, results, known),
            *_unused(statements, results),
            *_looseness(statements, results),
            "<h2>What rests on what</h2>",
            f'<p class="small">Each claim stands right of what it uses; the border '
            f'<span style="color:{SETTLED}">green</span> where it and all that it rests on hold.</p>',
            f'<div class="graph">{svg(statements, results)}</div>',
            *(line for paper in PAPERS for line in _paper(paper.name, paper.citation, statements, results)),
            *_paper("", "Claims of your own", [s for s in statements if s.paper not in _NAMES], results),
        )
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Lemmata</title><style>{_STYLE}</style>'
        f"</head>\n<body>\n{body}\n</body></html>\n"
    )


_NAMES = frozenset(paper.name for paper in PAPERS)


def _badge(verdict: Verdict, extra: str = "") -> str:
    return f'<span class="verdict {extra}" style="background:{COLOURS[verdict]}">{verdict.name}</span>'


def _errata(statements: Sequence[Statement], results: Mapping[str, Result], known: Registry) -> Iterator[str]:
    rows = [(s, found) for s in statements if (found := erratum(s, results[s.id], known, results))]
    if not rows:
        return
    yield "<h2>Wrong as printed</h2><table><tr><th>statement</th><th>counterexample</th><th>corrected claim</th></tr>"
    for s, found in rows:
        reason = s.claim.expected.reason if s.claim and s.claim.expected else ""
        yield (
            f'<tr><td><a href="#{escape(s.id)}">{escape(s.id)}</a><br><span class="small">{escape(reason)}</span></td>'
            f"<td><code>{escape(found['counterexample'] or '')}</code></td>"
            f"<td>{escape(found['correction'] or 'none yet')} {escape(found['verdict'] or '')}</td></tr>"
        )
    yield "</table>"


def _unused(statements: Sequence[Statement], results: Mapping[str, Result]) -> Iterator[str]:
    rows = [(s.id, results[s.id].unused_hypotheses) for s in statements if results[s.id].unused_hypotheses]
    if not rows:
        return
    yield "<h2>Hypotheses that the proof never uses</h2><table><tr><th>statement</th><th>hypotheses</th></tr>"
    for id, unused in rows:
        yield f'<tr><td><a href="#{escape(id)}">{escape(id)}</a></td><td>{escape("; ".join(unused))}</td></tr>'
    yield "</table>"


def _looseness(statements: Sequence[Statement], results: Mapping[str, Result]) -> Iterator[str]:
    rows = table(statements, results)
    if not rows:
        return
    yield "<h2>How loose the inequalities are</h2>"
    yield '<p class="small">How many times the smaller side goes into the larger, over the points examined.</p>'
    yield "<table><tr><th>statement</th><th>inequality</th><th>tightest</th><th>loosest</th></tr>"
    for row in rows:
        yield (
            f'<tr><td><a href="#{escape(row.id)}">{escape(row.id)}</a> {escape(row.place)}</td>'
            f"<td><code>{escape(row.relation)}</code></td>"
            f'<td>{times(row.tightest)}<br><span class="small">{escape(row.tightest_at)}</span></td>'
            f'<td>{times(row.loosest)}<br><span class="small">{escape(row.loosest_at)}</span></td></tr>'
        )
    yield "</table>"


def _paper(name: str, title: str, statements: Sequence[Statement], results: Mapping[str, Result]) -> Iterator[str]:
    own = [s for s in statements if not name or s.paper == name]
    if not own:
        return
    yield f"<h2>{escape(title)}</h2><table><tr><th>statement</th><th>verdict</th><th>evidence</th></tr>"
    for s in own:
        if s.claim is not None:
            yield _row(s, results[s.id])
    yield "</table>"
    waiting = [s for s in own if s.claim is None]
    if waiting:
        listed = ", ".join(f'<span id="{escape(s.id)}">{escape(s.label)}</span>' for s in waiting)
        yield f'<details><summary>{len(waiting)} not transcribed yet</summary><p class="small">{listed}</p></details>'


def _row(s: Statement, result: Result) -> str:
    assert s.claim is not None
    trees = "\n".join(
        (f"({part.name}) " if part.name else "") + (f"[{reading.name}] " if reading.name else "") + plain(reading.prop)
        for part in s.claim.parts
        for reading in part.readings
    )
    evidence = "".join(
        f"<li>{escape(w.name)}{f' ({escape(w.part)})' if w.part else ''}: {w.verdict.name}. {escape(w.sentence)}</li>"
        for w in result.witnesses
    )
    surprise = "unexpected" if as_expected(s, result) is False else ""
    return (
        f'<tr id="{escape(s.id)}"><td><b>{escape(s.id)}</b> <span class="small">{escape(s.source)}</span>'
        f'<details><summary class="small">statement</summary><div class="tree">{escape(trees)}</div>'
        f'<p class="small">{escape(s.claim.printed)}</p></details></td>'
        f'<td>{_badge(result.verdict, surprise)}<br><span class="small">{escape(result.scope)}</span></td>'
        f"<td><details><summary>{len(result.witnesses)} outcomes</summary><ul>{evidence}</ul></details></td></tr>"
    )
