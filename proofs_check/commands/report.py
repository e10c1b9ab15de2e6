"""`lemmata report`: the pages to look at."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import cores, ids, run, select, with_papers

if TYPE_CHECKING:
    from ..report.page import File


@click.command(epilog="Example: lemmata report 'zfb/*' -o report && xdg-open report/index.html")
@ids
@click.option("-o", "--out", metavar="DIR", default="lemmata-report", show_default=True)
@click.option("-q", "--quiet", is_flag=True, help="No progress bar.")
def report(patterns: tuple[str, ...], folders: tuple[str, ...], out: str, quiet: bool) -> None:
    """Write the pages to look at: statements, verdicts, evidence, pictures, errata and the dependency graph.

    One folder that opens offline in any browser.  Claims that were not checked yet are checked first, in the fast tier.
    """
    from ..options import with_corrections
    from ..report.page import check_folder, count, files, write
    from ..witnesses import Context

    folder = Path(out)
    check_folder(folder, "--out")
    patterns, folders = with_papers(patterns, folders)
    known, selected = select(patterns, folders)
    statements = with_corrections(selected, known)
    results = run(statements, known, Context(), (), folders, cores(), fresh=False, quiet=quiet)
    made = files(statements, results, known, processes=cores())
    try:
        write(folder, made if quiet or not sys.stderr.isatty() else _shown(made, count(statements)))
    except KeyboardInterrupt:
        click.echo("lemmata: interrupted; the folder is as it was, or complete.", err=True)
        sys.exit(130)
    click.echo(folder / "index.html")


def _shown(files: Iterator[File], total: int) -> Iterator[File]:
    """The files as they are made, with a bar and the time left on a terminal."""
    from rich.console import Console
    from rich.progress import track

    yield from track(files, "writing the report", total=total, console=Console(stderr=True), transient=True)
