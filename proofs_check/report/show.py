"""`lemmata show`: one statement with everything that is known about it, on the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..catalogue import Registry, Statement
from ..certificates.depth import BY_ENGINES
from ..certificates.depth import told as told_depth
from ..claims import Claim, Kind
from ..fidelity.kept import compared
from ..own.folders import shown as typed
from ..results import Result
from ..routes import told
from ..store import store_folder
from ..verdict import Verdict
from .fidelity import in_one_line
from .jsonio import erratum
from .letters import supposed
from .looseness import rows, times
from .printed import remarks, words
from .render import Node, abbreviations, latex, plain
from .steps import shown_steps
from .terminal import both, coloured
from .theorems import theorems
from .theorems import told as told_theorem
from .unsaid import lines

Shown = Callable[[Node], str]
"""How the tree is printed: as LaTeX or as Unicode text."""


def print_statement(
    console: Console, statement: Statement, known: Registry, results: Mapping[str, Result], *, tex: bool = False,
    folders: Sequence[str] = (),
) -> None:  # fmt: skip
    """Statement, hypotheses, proof, evidence and errata; ``tex`` prints the tree as LaTeX instead of Unicode.

    ``folders`` are those that the claims were read from, as the user types them.
    """
    paper = known.papers.get(statement.paper)
    console.print(f"[bold]{statement.id}[/]  {statement.kind.value}", highlight=False)
    source = " of ".join(filter(None, (statement.source, paper.title if paper else "")))
    if source:
        console.print(escape(source), highlight=False)
    claim = statement.claim
    if claim is None:
        console.print("\nNot transcribed yet. It rests on " + (", ".join(statement.uses) or "nothing else") + ".",
                      highlight=False)
        return
    if claim.see and not claim.parts:
        console.print(f"\n{escape(claim.printed)}\n\nA summary, without a check of its own; it points to:")
        console.print("  " + ", ".join(claim.see), highlight=False)
        return
    console.print(_side_by_side(statement, latex if tex else plain))
    _print_lists(console, claim, latex if tex else plain, ours=statement.is_ours)
    _print_proofs(console, claim)
    result = results.get(claim.id)
    if result is None:
        command = shlex.join(["lemmata", "check", claim.id, *(word for name in folders for word in ("--claims", name))])
        console.print(
            "\n[bold]Evidence[/]  none is kept: not run yet, or the tool met a defect, whose results are not kept.\n"
            f"  {escape(command)}", highlight=False, soft_wrap=True,
        )
    else:
        _print_evidence(console, claim, result)
        _print_looseness(console, claim, result)
        _print_depth(console, claim, known)
    if claim.kind is Kind.EXPERIMENT:
        _print_records(console, claim)
    _print_errata(console, statement, known, results)


def _side_by_side(statement: Statement, shown: Shown) -> Table:
    """The printed words beside the transcription: a slip in either is seen at once."""
    claim = statement.claim
    assert claim is not None, "only transcribed statements are shown"
    table = Table(show_lines=True, expand=True)
    table.add_column("as we state it" if statement.is_ours else "as printed", ratio=1, overflow="fold")
    table.add_column("as transcribed (rendered from the tree)", ratio=1, overflow="fold")
    right: list[str] = []
    for part in claim.parts:
        for reading in part.readings:
            named = f"[{reading.name}{', literally' if reading.literal else ''}] " if reading.name else ""
            place = (f"({part.name}) " if part.name else "") + named
            right.append(place + shown(reading.prop))
    table.add_row(escape(words(claim)), escape("\n\n".join(right)))
    return table


def _print_lists(console: Console, claim: Claim, shown: Shown, *, ours: bool) -> None:
    """What stands beside the formulas; a statement of ours has no page that it could be true to."""
    own = None if isinstance(claim.model, str) else claim.model
    moving = ", ".join(map(shown, own.parameters)) if own else ""
    rows: list[tuple[str, list[str]]] = [
        ("readings", list(dict.fromkeys(f"{r.name}: {r.why}" for p in claim.parts for r in p.readings if r.why))),
        ("where", _where(claim, shown)),
        ("for all", [", ".join(shown(symbol) for symbol in claim.forall)] if claim.forall else []),
        ("hypotheses", [shown(h.prop) + ("  (not on the page)" if h.unstated else "") for h in claim.given]),
        ("letters", supposed(claim, shown)),
        ("flow", [f"{moving} along the gradient flow of {shown(own.loss)}"] if own else []),
        ("uses", [", ".join(claim.uses)] if claim.uses else []),
        ("points to", [", ".join(claim.see)] if claim.see else []),
        ("note", [found] if (found := remarks(claim)) else []),
        ("misprints", [f"{m.printed}: read {m.meant}" for m in claim.misprints]),
        ("fidelity", [f"{d.kind.value}: {d.what}" for d in claim.differences] or ([] if ours else ["as printed"])),
        ("page", [] if ours or not (said := in_one_line(compared(claim))) else [said]),
        ("cited from", [claim.fact] if claim.fact else []),
        ("corrects", [claim.corrects] if claim.corrects else []),
    ]
    for title, texts in rows:
        for k, line in enumerate(texts):
            console.print(f"[bold]{title if k == 0 else '':<11}[/]{escape(line)}", highlight=False)


def _where(claim: Claim, shown: Shown) -> list[str]:
    """The abbreviations, once each; one that means another thing in another reading says in which."""
    found: dict[tuple[str, Node], list[str]] = {}
    for part in claim.parts:
        for reading in part.readings:
            for a in abbreviations(reading.prop):
                found.setdefault((shown(a.sym), a.body), []).append(reading.name)
    if not isinstance(claim.model, str):
        for a in abbreviations(claim.model.loss):
            found.setdefault((shown(a.sym), a.body), [])
    letters = [letter for letter, _ in found]
    several = {letter for letter in letters if letters.count(letter) > 1}
    return [
        f"{letter} = {shown(body)}" + (f"  [{', '.join(dict.fromkeys(names))}]" if letter in several else "")
        for (letter, body), names in found.items()
    ]


def _print_proofs(console: Console, claim: Claim) -> None:
    for part, proof in claim.proofs.items():
        console.print(f"\n[bold]Proof{f' of ({part})' if part else ''}[/]", highlight=False)
        for line in _steps(proof):
            console.print(escape(line), highlight=False)


def _steps(proof: object) -> Iterator[str]:
    for step in shown_steps(proof):
        yield f"  {step.label}: {plain(step.shows)}" + ("   at one moment t" if step.at_one_moment else "")
        yield f"      by {step.by}" + (" (left out on the page)" if step.ours else "")
        if step.instead_of:
            yield f"      the page prints instead: {step.instead_of}"


def _print_evidence(console: Console, claim: Claim, result: Result) -> None:
    scope = f": {escape(result.scope)}" if result.scope else ""
    console.print(f"\n[bold]Verdict[/]  {both(result)}{scope}", highlight=False)
    for routes, places in rests_on(result).items():
        named = f"({', '.join(places)}) " if any(places) else ""
        console.print(f"[bold]Routes[/]  {escape(named + routes)}", highlight=False)
    for (part, reading), theorem in theorems(result).items():
        named = f"({place}) " if (place := " ".join(filter(None, (part, reading)))) else ""
        console.print(f"[bold]Kernel[/]  {escape(named + told_theorem(theorem))}", highlight=False)
    if result.printed_proof:
        console.print(f"[bold]Printed proof[/]  {escape(result.printed_proof)}", highlight=False)
    if result.unused_hypotheses:
        console.print(f"[bold]Hypotheses never used[/]  {escape('; '.join(result.unused_hypotheses))}", highlight=False)
    for k, line in enumerate(lines(claim, result)):
        console.print(f"[bold]{'Conditions' if k == 0 else '':<10}[/]  {escape(line.sentence)}", highlight=False)
    if result.meets:
        console.print(f"[bold]Hypotheses[/]  {escape(result.meets.sentence)}", highlight=False)
    table = Table("witness", "part", "verdict", "sentence", "s", title="Evidence", title_justify="left")
    for row in result.witnesses:
        place = " ".join(filter(None, (row.part, row.reading)))
        table.add_row(row.name, escape(place), coloured(row.verdict), escape(row.sentence), f"{row.seconds:.2f}")
    console.print(table)
    for row in result.witnesses:
        facts = row.figures.get("rests_on")
        if facts:
            console.print(f"the proof rests on {escape(', '.join(map(str, facts)))}", highlight=False)


def _print_depth(console: Console, claim: Claim, known: Registry) -> None:
    """Which parts verify.py has re-checked, as `lemmata certify` last found."""
    rows = told_depth(store_folder(), [claim.id], known).get(claim.id, [BY_ENGINES])
    for k, line in enumerate(rows):
        console.print(f"[bold]{'Depth' if k == 0 else '':<5}[/]  {escape(line)}", highlight=False)


def rests_on(result: Result) -> dict[str, list[str]]:
    """What the verdicts rest on, in words, and the parts and readings of which this is true."""
    found: dict[str, list[str]] = {}
    for d in result.parts:
        if d.routes:
            found.setdefault(told(d.routes), []).append(" ".join(filter(None, (d.part, d.reading))))
    return found


def _print_looseness(console: Console, claim: Claim, result: Result) -> None:
    for row in rows(claim, result):
        console.print(f"[bold]How loose[/]  {escape(f'{row.place} {row.relation}'.strip())}", highlight=False)
        console.print(f"  between {times(row.tightest)} times, at {escape(row.tightest_at)},", highlight=False)
        console.print(f"  and {times(row.loosest)} times, at {escape(row.loosest_at)}", highlight=False)
        console.print(f"  over {escape(row.family)}", highlight=False)


def _print_records(console: Console, claim: Claim) -> None:
    """The committed records of the experiments that the claim speaks of, and where their pictures are."""
    from ..evidence.experiments import summary
    from ..witnesses.trained.experiment import FIGURE, PRESETS_OF, experiments_of, find
    from .figure import drawn
    from .figures_attention import drawn as drawn_attention

    speaks_of = {of.id: of for p in claim.parts for r in p.readings for of in experiments_of(claim.paper, r.prop)}
    presets = dict.fromkeys(name for names in PRESETS_OF.values() for name in names)
    for preset, of in product(presets, speaks_of.values()):
        pictures = drawn() if of is FIGURE else drawn_attention().get(of.id, {})
        record = find(preset, of)
        if record is None:
            continue
        console.print(f"\n[bold]Record[/]  preset {preset}, {escape(str(record.provenance['device_name']))}, "
                      f"made {record.provenance['made']}", highlight=False)
        for line in summary(record):
            console.print("  " + escape(line), highlight=False)
        if preset in pictures and pictures[preset].exists():
            console.print(f"  drawn in {escape(typed(pictures[preset]))}", highlight=False)


def _print_errata(console: Console, statement: Statement, known: Registry, results: Mapping[str, Result]) -> None:
    result = results.get(statement.id)
    if statement.claim and statement.claim.expected:
        console.print(f"[bold]Expected[/]  {statement.claim.expected.verdict.name}: "
                      f"{escape(statement.claim.expected.reason)}", highlight=False)
    if result is None or result.verdict is not Verdict.REFUTED:
        return
    found = erratum(statement, result, known, results) or {}
    console.print(f"[bold]Counterexample[/]  {escape(found.get('counterexample') or 'none stored')}", highlight=False)
    if found.get("script"):
        console.print(f"[bold]Without this tool[/]  python {escape(found['script'])}", highlight=False)
    if found.get("correction"):
        correction = known.find(found["correction"]).claim
        assert correction is not None
        became = found["verdict"] or "not run yet"
        console.print(f"[bold]Corrected claim[/]  {correction.id}: {became}", highlight=False)
        for part in correction.parts:
            console.print("  " + escape(plain(part.meant.prop)), highlight=False)
