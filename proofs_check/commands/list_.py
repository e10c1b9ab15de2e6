"""`lemmata list`: the claims, their sources, kinds and verdicts so far."""

from __future__ import annotations

import json

import click

from . import ids, select, so_far


@click.command("list", epilog="Example: lemmata list 'zfb/theorem-*'")
@ids
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_(patterns: tuple[str, ...], folders: tuple[str, ...], as_json: bool) -> None:
    """The claims, their sources, kinds and verdicts so far."""
    known, statements = select(patterns, folders)
    results = so_far(statements, known)
    if as_json:
        from ..report.jsonio import listing

        click.echo(json.dumps(listing(statements, results, known), indent=1))
        return
    from rich.markup import escape

    from ..report.terminal import console, list_table

    screen = console(rows=True)
    screen.print(list_table(statements, results, screen.width))
    for paper in known.papers_of(statements):
        screen.print(f"[dim]{paper.name}/…  {escape(paper.title)}[/]", highlight=False)
