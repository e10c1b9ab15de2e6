"""`lemmata errata`: what is wrong as printed, with counterexamples and corrections."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import cores, ids, run, select, with_papers

if TYPE_CHECKING:
    from ..report.errata import Errata

FORMATS = {".md": "markdown", ".markdown": "markdown", ".json": "json"}


@click.command(epilog="Example: lemmata errata 'zfb/*' -o errata.md")
@ids
@click.option("-o", "--out", metavar="FILE", help="Write here instead of printing.")
@click.option("--format", "shape", type=click.Choice(["text", "markdown", "json"]), default=None,
              help="By default that of the name of --out (.md, .json), else text.")
@click.option("--jobs", type=int, default=None, help="Processes; by default one per core.")
@click.option("-q", "--quiet", is_flag=True, help="No progress bar.")
def errata(patterns: tuple[str, ...], folders: tuple[str, ...], out: str | None, shape: str | None,
           jobs: int | None, quiet: bool) -> None:  # fmt: skip
    """What is wrong as printed: statements that fail, proofs with a gap, false readings.

    Each with what is printed, the counterexample, a script that shows it without this tool, the correction, and how
    all that is known; the Markdown can be sent to the authors. Claims that were not checked yet are checked first, in
    the fast tier.
    """
    from .. import options
    from ..report.errata import errata as found
    from ..store import check_writable, write_text
    from ..witnesses import Context

    processes = options.positive(jobs, "--jobs") if jobs is not None else cores()
    if out:
        check_writable(Path(out), "--out")
    patterns, folders = with_papers(patterns, folders)
    known, selected = select(patterns, folders)
    statements = options.with_corrections(selected, known)
    results = run(statements, known, Context(), (), folders, processes, fresh=False, quiet=quiet)
    if any(result.defects for result in results.values()):
        click.echo("lemmata: the tool itself met a defect; `lemmata check` with the same ids says which.", err=True)
    text = _written(found(statements, results, known), shape or FORMATS.get(Path(out or "").suffix, "text"))
    if out:
        write_text(Path(out), text)
    else:
        click.echo(text, nl=False)


def _written(found: Errata, shape: str) -> str:
    from ..report.errata.data import data
    from ..report.errata.letter import markdown, text

    if shape == "json":
        return json.dumps(data(found), indent=1, ensure_ascii=False) + "\n"
    return markdown(found) if shape == "markdown" else text(found)
