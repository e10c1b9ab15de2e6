"""`lemmata certify`: certificates of what is proved, which a program of its own re-checks."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from . import cores, ids, run, select, with_papers

_EXAMPLES = """
\b
Examples:
  lemmata certify zfb/lemma-18 -o bundle
  lemmata certify --claims claims -o bundle
  python bundle/verify.py bundle
"""


@click.command(epilog=_EXAMPLES)
@ids
@click.option("-o", "--output", "output", metavar="DIR", required=True, help="The folder of the bundle.")
@click.option("--jobs", type=int, default=None, help="Processes that examine; by default one per core.")
@click.option("-q", "--quiet", is_flag=True, help="Print the last line alone.")
def certify(patterns: tuple[str, ...], folders: tuple[str, ...], output: str, jobs: int | None, quiet: bool) -> None:
    """Write certificates of what is proved, with the program that re-checks them.

    The bundle has a certificate for each claim of which a part is PROVED, verify.py (one file, the standard library
    alone, nothing of Lemmata's), a README and a page for the browser. Claims that were not examined yet are examined
    first. What is finished is kept: run the same command again to go on.

    Exit status 0 when nothing failed in verify.py, 1 otherwise, 2 for bad usage.
    """
    from .. import options
    from ..certificates import bundle
    from ..executed import watch
    from ..store import check_folder

    watch()
    from ..witnesses import Context

    folder = Path(output)
    check_folder(folder, "-o")
    processes = options.positive(jobs, "--jobs") if jobs is not None else cores()
    patterns, folders = with_papers(patterns, folders)
    known, statements = select(patterns, folders)
    results = run(statements, known, Context(), (), folders, processes, fresh=False, quiet=quiet)

    def tell(id: str) -> None:
        if not quiet:
            click.echo(id, err=True)

    try:
        made = bundle.bundle(folder, statements, results, known, tell)
    except KeyboardInterrupt:
        click.echo("lemmata: interrupted; finished certificates are kept, run the same command to go on.", err=True)
        sys.exit(130)
    for one in made.theorems if not quiet else ():
        click.echo(f"{one.status:<9} {one.detail}")
    if made.unkept:
        click.echo(f"lemmata: what was re-checked cannot be kept for `lemmata show`: {made.unkept}.", err=True)
    click.echo(f"{made.last}  ({folder / 'index.html'}; python {folder / 'verify.py'} {folder})")
    sys.exit(made.failed)
