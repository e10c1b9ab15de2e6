"""`lemmata report`: the page to look at."""

from __future__ import annotations

from pathlib import Path

import click

from . import cores, ids, run, select


@click.command()
@ids
@click.option("-o", "--out", metavar="DIR", default="lemmata-report", show_default=True)
def report(patterns: tuple[str, ...], folders: tuple[str, ...], out: str) -> None:
    """Write the page to look at: verdicts, evidence, errata and the dependency graph.

    Claims that were not checked yet are checked first, in the fast tier.
    """
    from ..errors import UserError
    from ..options import with_corrections
    from ..report.page import page
    from ..store import check_writable, write_text
    from ..witnesses import Context

    folder = Path(out)
    check_writable(folder if not folder.is_dir() else folder / "index.html", "--out")
    if folder.exists() and not folder.is_dir():
        raise UserError(f"--out {out!r} must be a folder: it is a file. Name a folder.")
    known, selected = select(patterns, folders)
    statements = with_corrections(selected, known)
    results = run(statements, known, Context(), (), folders, cores(), fresh=False)
    write_text(folder / "index.html", page(statements, results, known))
    click.echo(folder / "index.html")
