"""`lemmata diff`: what changed since a commit."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from . import cores, ids, resolved


@click.command(epilog="Example: lemmata diff HEAD~1 'zfb/*'")
@click.argument("revision", metavar="REV")
@ids
@click.option("--run", is_flag=True, help="Examine the claims of both sides first, where no result is stored.")
@click.option("--jobs", type=int, default=None, help="Processes for --run; by default one per core.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def diff(
    revision: str, patterns: tuple[str, ...], folders: tuple[str, ...], run: bool, jobs: int | None, as_json: bool
) -> None:
    """Which claims, verdicts or derived formulas changed since the commit REV.

    REV is a commit, branch or tag of the project's repository, or with --claims of the one that holds these folders; it
    is compared with the files as they are now. Without ids all claims and, in the project, all derived formulas; an id
    may also be a model, lsa, for its derived formulas alone. Verdicts are those of stored results. The working tree is
    left as it is.

    Exit status 0 when nothing changed, 1 when something did, 2 for bad usage.
    """
    from rich.console import Console

    from .. import options
    from ..report.diff import shown
    from ..report.diff.since import Request, since
    from ..report.latex import split_models
    from ..report.terminal import console

    processes = options.positive(jobs, "--jobs") if jobs is not None else cores()
    models, chosen = split_models(patterns)
    claims, formulas = bool(chosen or not patterns), bool(models) and not (folders and not patterns)
    request = Request(chosen, tuple(map(Path, resolved(folders))), claims, formulas, run, processes)
    try:
        if run:
            commit, found = since(revision, request)
        else:
            with Console(stderr=True).status(f"reading {revision} and the files of now"):
                commit, found = since(revision, request)
    except KeyboardInterrupt:
        click.echo("lemmata: interrupted; finished claims are kept, run the same command to go on.", err=True)
        sys.exit(130)
    if as_json:
        click.echo(json.dumps(shown.data(commit, found), indent=1, ensure_ascii=False))
    else:
        shown.show(console(), commit, found)
    sys.exit(1 if found.any else 0)
