"""Tables and progress on the terminal, by rich."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from ..jsonio import erratum, summary
from ..registry import Registry, Statement
from ..results import Result, as_expected
from ..runner import Progress as Report
from ..verdict import Verdict

COLOURS = {
    Verdict.PROVED: "green",
    Verdict.SUPPORTED: "cyan",
    Verdict.REFUTED: "red",
    Verdict.FACT: "blue",
    Verdict.DEFINED: "blue",
    Verdict.UNDECIDED: "yellow",
    Verdict.NOT_APPLICABLE: "dim",
    Verdict.NOT_RUN: "yellow",
    Verdict.NOT_TRANSCRIBED: "dim",
    Verdict.STALE: "magenta",
}
_MARKS = {
    Verdict.PROVED: "+", Verdict.SUPPORTED: "+", Verdict.FACT: "+", Verdict.DEFINED: "+", Verdict.REFUTED: "-",
    Verdict.STALE: "!",
}  # fmt: skip


def console() -> Console:
    """Standard output; into a file or a pipe, lines are wide enough for one row a claim."""
    made = Console()
    return made if made.is_terminal else Console(width=150)


def coloured(verdict: Verdict) -> str:
    return f"[{COLOURS[verdict]}]{verdict.name}[/]"


def list_table(statements: Sequence[Statement], results: Mapping[str, Result]) -> Table:
    """The statements with their verdicts so far; without one where nothing was run."""
    table = Table(title=f"{len(statements)} statements", title_justify="left")
    table.add_column("id", no_wrap=True)
    for name in ("kind", "source", "verdict so far"):
        table.add_column(name)
    for s in statements:
        verdict = coloured(results[s.id].verdict) if s.id in results else "[dim]not run yet[/]"
        table.add_row(s.id, s.kind.value, escape(s.source), verdict)
    return table


def check_table(statements: Sequence[Statement], results: Mapping[str, Result]) -> Table:
    """The transcribed statements with verdict, scope and what each witness said.

    Marks: + for, - against, ~ for some parts, ! stale; ? where every witness leaves it open.
    """
    table = Table(box=None, pad_edge=False)
    table.add_column("id", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("scope", no_wrap=True, overflow="ellipsis", max_width=44)
    table.add_column("witnesses")
    table.add_column("s", justify="right", no_wrap=True)
    for s in statements:
        result = results[s.id]
        if result.verdict is Verdict.NOT_TRANSCRIBED:
            continue
        surprise = " [bold red]unexpected[/]" if as_expected(s, result) is False else ""
        table.add_row(
            s.id, coloured(result.verdict) + surprise, escape(result.scope), _marks(result),
            f"{result.seconds:.2f}",
        )
    return table


def _marks(result: Result) -> str:
    """Each witness that said something: of all parts, or ``~`` where it supports some and leaves others open.

    That it refutes one reading of a part which another reading saves does not speak against the claim.
    """
    said: dict[str, set[str]] = {}
    parts = result.part_verdicts()
    for row in result.witnesses:
        if row.verdict is Verdict.REFUTED and parts[row.part] is not Verdict.REFUTED:
            continue
        said.setdefault(row.name, set()).add(_MARKS.get(row.verdict, "?"))
    shown = {name: "~" if marks == {"+", "?"} else min(marks, key="-!+?".index) for name, marks in said.items()}
    spoke = [mark + name for name, mark in shown.items() if mark != "?"]
    return " ".join(spoke) or "?"


def print_check(
    console: Console, statements: Sequence[Statement], results: Mapping[str, Result], known: Registry
) -> None:
    """The table, then what needs attention, then the counts."""
    console.print(check_table(statements, results))
    for s in statements:
        _print_attention(console, s, results[s.id], known, results)
    _print_stopped(console, [results[s.id] for s in statements if results[s.id].stopped])
    totals = summary(statements, results)
    counts = "  ".join(f"{coloured(Verdict[name])} {count}" for name, count in totals["verdicts"].items())
    console.print(f"\n{totals['total']} statements: {counts}", highlight=False)
    console.print(
        f"{len(totals['unexpected'])} unexpected, {len(totals['defects'])} defects, {totals['open']} open "
        "(undecided, not run or not transcribed)", highlight=False,
    )


def _print_attention(
    console: Console, s: Statement, result: Result, known: Registry, results: Mapping[str, Result]
) -> None:
    for sentence in result.defects:
        console.print(f"[bold red]defect[/] {escape(sentence)}", highlight=False)
    erring = erratum(s, result, known, results)
    if as_expected(s, result) is False:
        console.print(f"\n[bold red]unexpected[/] {s.id} is {result.verdict.name}: {result.verdict.sentence}",
                      highlight=False)
        for row in result.witnesses:
            if row.verdict in (result.verdict, Verdict.REFUTED):
                place = f" ({row.part})" if row.part else ""
                console.print(f"  {row.name}{place}: {escape(row.sentence)}", highlight=False)
    if erring and s.claim and s.claim.expected:
        console.print(f"\n[bold]erratum[/] {s.id}: {escape(s.claim.expected.reason)}", highlight=False)
    if erring:
        if erring["counterexample"]:
            console.print(f"  counterexample: {escape(erring['counterexample'])}", highlight=False)
        if erring["script"]:
            console.print(f"  to see it without this tool: python {escape(erring['script'])}", highlight=False)
        corrected = f"{erring['correction']}: {erring['verdict']}" if erring["correction"] else "none yet"
        console.print(f"  corrected claim: {corrected}", highlight=False)


def _print_stopped(console: Console, stopped: Sequence[Result]) -> None:
    for result in stopped:
        console.print(f"[yellow]stopped[/] {escape(f'{result.id}: {result.stopped}')}", highlight=False)


@contextmanager
def progress_bar(total: int) -> Iterator[Report]:
    """A bar on stderr while claims finish; silent where stderr is no terminal."""
    columns = (TextColumn("{task.description:<40.40}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda result: bar.update(task, advance=1, description=result.id)
