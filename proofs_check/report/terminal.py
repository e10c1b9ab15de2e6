"""Tables on the terminal, by rich; plain text of whole lines in a file or a pipe."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ..catalogue import Registry, Statement
from ..merging import as_expected
from ..results import Examined, Result
from ..verdict import OPEN, Verdict
from .jsonio import erratum, from_here, summary

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


_WHOLE = 100_000
"""Columns enough for every line of a table."""
_WITNESSES, _SECONDS = 26, 8
"""Columns for what the witnesses say and for the seconds, with the gap before them."""
_REASONS = 6
"""So many different reasons why a claim stays open are told."""
_PARTS_NAMED = 3
_FEW = 12
"""Of so many statements each is told why it stays open."""


def console(*, rows: bool = False) -> Console:
    """Standard output: as wide as the terminal, elsewhere 150 columns, or (``rows``) so wide that no line is broken.

    Colours on terminals alone; NO_COLOR takes them away there, FORCE_COLOR gives them to a pipe.
    """
    width = None if sys.stdout.isatty() else _WHOLE if rows else 150
    return Console(width=width, color_system=None if os.environ.get("NO_COLOR") else "auto")


def coloured(verdict: Verdict) -> str:
    return f"[{COLOURS[verdict]}]{verdict.name}[/]"


def list_table(statements: Sequence[Statement], results: Mapping[str, Result], width: int = _WHOLE) -> Table | Text:
    """The statements with their verdicts so far; without one where nothing was run.

    Of ``width`` columns, the ids and the verdicts come first.
    """
    wide = width >= max((len(s.id) for s in statements), default=0) + 50
    title = f"{len(statements)} statements"
    names = ("id", *(("kind", "source") if wide else ()), "verdict so far")
    rows = []
    for s in statements:
        verdict = results[s.id].verdict if s.id in results else None
        said = Text("not run yet", "dim") if verdict is None else Text(verdict.name, COLOURS[verdict])
        ours = " (formula reconstructed)" if s.reconstructed else ""
        rows.append((s.id, *((s.kind.value, s.source + ours) if wide else ()), said))
    if width >= _WHOLE:
        return _unbroken(title, names, rows)
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    _add_id_column(table, whole=wide)
    for name in names[1:]:
        table.add_column(name)
    for row in rows:
        table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return table


def _unbroken(title: str, names: Sequence[str], rows: Sequence[Sequence[str | Text]]) -> Text:
    """What a table without borders prints where no cell is broken, at a tenth of its cost."""
    told = [[cell if isinstance(cell, str) else cell.plain for cell in row] for row in (names, *rows)]
    widths = [max(map(cell_len, column)) for column in zip(*told, strict=True)]
    whole = Text(no_wrap=True, overflow="ignore", end="")
    whole.append(set_cell_size(title, sum(widths) + 2 * len(widths) - 2) + "\n", "italic")
    for row in (tuple(Text(name, "bold") for name in names), *rows):
        for cell, room in zip(row[:-1], widths, strict=False):
            plain, style = (cell, "") if isinstance(cell, str) else (cell.plain, cell.style)
            whole.append(set_cell_size(plain, room), style).append("  ")
        last = row[-1] if isinstance(row[-1], Text) else Text(row[-1])
        whole.append(set_cell_size(last.plain, widths[-1]), last.style).append("\n")
    whole.right_crop(1)
    return whole


def check_table(statements: Sequence[Statement], results: Mapping[str, Result], width: int = _WHOLE) -> Table:
    """The transcribed statements with verdict, scope and what each witness said.

    Marks: + for, - against, ~ for some parts, ! stale; ? where every witness leaves it open.  Of ``width`` columns, the
    ids and the verdicts come first, then the witnesses, then the scope.
    """
    shown = [(s.id, results[s.id], as_expected(s, results[s.id]) is False) for s in statements
             if results[s.id].verdict is not Verdict.NOT_TRANSCRIBED]  # fmt: skip
    left = width - max((len(id) + 2 for id, _, _ in shown), default=0)
    left -= max((len(_verdict(result, surprise).plain) + 2 for _, result, surprise in shown), default=0)
    with_witnesses = left >= _WITNESSES + _SECONDS
    scope = min(44, left - _WITNESSES - _SECONDS - 2)
    table = Table(box=None, pad_edge=False)
    _add_id_column(table, whole=left >= 0)
    table.add_column("verdict", no_wrap=True)
    if scope >= 12:
        table.add_column("scope", no_wrap=True)
    if with_witnesses:
        table.add_column("witnesses")
        table.add_column("s", justify="right", no_wrap=True)
    for id, result, surprise in shown:
        cells: list[str | Text] = [id, _verdict(result, surprise)]
        cells += [escape(shortened(result.scope, scope, lines=width < _WHOLE))] if scope >= 12 else []
        cells += [_marks(result), f"{result.seconds:.2f}"] if with_witnesses else []
        table.add_row(*cells)
    return table


_LONG = 60
"""A condition of more characters is counted, and told by `lemmata show`."""
_CONDITION = re.compile(r" where (.*?)(?=; |$)")
"""What a part of a scope takes for granted."""


def _told(found: Sequence[str]) -> str:
    """The conditions of all parts, in one phrase."""
    each = dict.fromkeys(condition for where in found for condition in where.split(" and "))
    short = [condition for condition in each if len(condition) <= _LONG]
    longer = len(each) - len(short)
    counted = [f"{longer} {'longer ' if short else 'long '}condition{'s' if longer > 1 else ''}"] if longer else []
    return " and ".join(short + counted)


def shortened(scope: str, width: int, *, lines: bool) -> str:
    """The scope in so many columns; what is cut is the range, never a condition, which gets ``lines`` of its own.

    >>> shortened("every d, N, Lam, Theta where a != 0", 16, lines=False)
    'every d, N, Lam… where a != 0'
    """
    if len(scope) <= width:
        return scope
    conditions = _told(_CONDITION.findall(scope))
    bare = _CONDITION.sub("", scope)
    bare = bare if len(bare) <= width else bare[: width - 1].rstrip(" ,;") + "…"
    if not conditions:
        return bare
    if not lines:
        return f"{bare} where {conditions}"
    return "\n".join([bare, *textwrap.wrap(f"where {conditions}", width)])


def _verdict(result: Result, surprise: bool) -> Text:
    otherwise = f", else {coloured(result.read_as.verdict)}" if result.read_as else ""
    return Text.from_markup(coloured(result.verdict) + otherwise + (" [bold red]unexpected[/]" if surprise else ""))


def _add_id_column(table: Table, *, whole: bool) -> None:
    """An id is never cut: one that is too long for the terminal goes on in the next line."""
    table.add_column("id", overflow="fold", no_wrap=whole)


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
    console: Console, statements: Sequence[Statement], results: Mapping[str, Result], known: Registry, *,
    quiet: bool = False, strict: bool = False,
) -> None:  # fmt: skip
    """The table, then what needs attention (under ``strict`` also what is open), then the counts.

    ``quiet`` leaves out what came out as expected and ends with one line.
    """
    if not quiet:
        console.print(check_table(statements, results, console.width))
    for s in statements:
        _print_attention(console, s, results[s.id], strict=strict, gap="" if quiet else "\n")
        if not quiet:
            _print_readings(console, results[s.id])
        if not quiet or as_expected(s, results[s.id]) is False:
            _print_erratum(console, s, erratum(s, results[s.id], known, results))
    _print_stopped(console, [results[s.id] for s in statements if results[s.id].stopped])
    if not quiet and len(statements) <= _FEW:
        for s in statements:
            _print_reasons(console, s, results[s.id])
    _print_unread(console, known)
    totals = summary(statements, results)
    if not quiet:
        counts = "  ".join(f"{coloured(Verdict[name])} {count}" for name, count in totals["verdicts"].items())
        console.print(f"\n{totals['total']} statements: {counts}", highlight=False)
        of = totals["propositions"]
        if totals["read_otherwise"]:
            console.print(f"{len(totals['read_otherwise'])} of the refuted stand when read otherwise than printed",
                          highlight=False)
        if of["proved"]:
            console.print(f"{of['proved']} propositions proved, {of['theorems']} of them as theorems of the kernel, "
                          f"{of['on_one_route']} on one route alone", highlight=False)
        ours = sum(1 for s in statements if s.reconstructed)
        if ours:
            console.print(f"the formulas of {ours} of them are our reconstruction: our copy of the paper lost them",
                          highlight=False)
    console.print(
        f"{len(totals['unexpected'])} unexpected, {len(totals['defects'])} defects, {totals['open']} open "
        "(undecided, not run or not transcribed)", highlight=False,
    )


def _print_unread(console: Console, known: Registry) -> None:
    """What of the user's papers is not examined, where it stands and why."""
    for one in known.unread:
        where = f"{from_here(one.file)}:{one.line}:{one.column}"
        console.print(f"{where}: {one.outcome} {one.id}: {escape(one.sentence)}", highlight=False, soft_wrap=True)
    if known.unread:
        from ..reading.outcomes import with_idle

        more = with_idle(known.unread)
        console.print(f"{len(known.unread)} statements are not read, and not examined{more and '; ' + more}",
                      highlight=False)


def _print_readings(console: Console, result: Result) -> None:
    """Which parts fail as printed and stand when read otherwise; which readings fail where the words are vague."""
    if result.read_as:
        console.print(f"{result.id} is {both(result)}", highlight=False)
    for d in result.refuted_readings():
        place = f"{result.id} ({d.part})" if d.part else result.id
        named = f" when read as {escape(repr(d.reading))}" if d.reading else ""
        why = "; our copy of the page lost the formula, and this fills it" if d.filled else ""
        console.print(f"one reading fails: {place} is {coloured(Verdict.REFUTED)}{named}{why}", highlight=False)


def both(result: Result) -> str:
    """The verdict as printed and, where it fails and another reading stands, that one's: markup for a terminal."""
    if result.read_as is None:
        return coloured(result.verdict)
    reading = escape(repr(result.read_as.reading))
    return f"{coloured(result.verdict)} as printed; {coloured(result.read_as.verdict)} read as {reading}"


def _print_attention(console: Console, s: Statement, result: Result, *, strict: bool, gap: str) -> None:
    for sentence in result.defects:
        console.print(f"[bold red]defect[/] {escape(sentence)}", highlight=False)
    if as_expected(s, result) is False:
        console.print(f"{gap}[bold red]unexpected[/] {s.id} is {result.verdict.name}: {result.verdict.sentence}",
                      highlight=False)
        for row in result.witnesses:
            if row.verdict in (result.verdict, Verdict.REFUTED):
                place = f" ({row.part})" if row.part else ""
                console.print(f"  {row.name}{place}: {escape(row.sentence)}", highlight=False)
    if strict and result.verdict in OPEN:
        console.print(f"[bold yellow]open[/] {s.id} is {result.verdict.name}: {result.verdict.sentence}",
                      highlight=False)


def _print_reasons(console: Console, s: Statement, result: Result) -> None:
    """Of a few claims: why one stays open, and where a proof has a gap."""
    open_parts = {part for part, verdict in result.part_verdicts().items() if verdict in OPEN}
    rows = [w for w in result.witnesses if (w.part in open_parts and w.verdict in OPEN) or _has_gap(w)]
    if rows:
        head = "open" if open_parts else "gap"
        console.print(f"\n[bold yellow]{head}[/] {s.id} is {result.verdict.name}", highlight=False)
    alike: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        alike.setdefault((row.name, row.sentence), []).append(row.part)
    for (name, sentence), parts in list(alike.items())[:_REASONS]:
        named = list(dict.fromkeys(f"({part})" for part in parts if part))
        place = " " + ", ".join(named) if 0 < len(named) <= _PARTS_NAMED else f" {len(named)} parts" if named else ""
        console.print(f"  {name}{place}: {escape(sentence)}", highlight=False)
    if len(alike) > _REASONS:
        console.print(f"  and {len(alike) - _REASONS} more: lemmata show {s.id}", highlight=False)


def _has_gap(row: Examined) -> bool:
    """Whether ``row`` is of a proof chain in which a step does not follow."""
    return str(row.figures.get("printed_proof", "")).startswith("gap")


def _print_erratum(console: Console, s: Statement, erring: dict[str, Any] | None) -> None:
    if erring is None:
        return
    if s.claim and s.claim.expected:
        console.print(f"\n[bold]erratum[/] {s.id}: {escape(s.claim.expected.reason)}", highlight=False)
    if erring["counterexample"]:
        console.print(f"  counterexample: {escape(erring['counterexample'])}", highlight=False)
    if erring["script"]:
        console.print(f"  to see it without this tool: python {escape(erring['script'])}", highlight=False)
    corrected = f"{erring['correction']}: {erring['verdict']}" if erring["correction"] else "none yet"
    console.print(f"  corrected claim: {corrected}", highlight=False)


def _print_stopped(console: Console, stopped: Sequence[Result]) -> None:
    for result in stopped:
        console.print(f"[yellow]stopped[/] {escape(f'{result.id}: {result.stopped}')}", highlight=False)
