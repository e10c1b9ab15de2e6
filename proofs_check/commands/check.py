"""`lemmata check`: examine claims by their witnesses."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import cores, ids, run, select, with_papers

if TYPE_CHECKING:
    from ..catalogue import Registry, Statement
    from ..results import Result

_EXAMPLES = """
\b
Examples:
  lemmata check 'zfb/lemma-1*'
  lemmata check --claims claims --quiet
  lemmata check paper.tex
  lemmata check --claims claims --junitxml lemmata.xml --sarif lemmata.sarif
"""


@click.command(epilog=_EXAMPLES)
@ids
@click.option("--tier", type=click.Choice(["fast", "full"]), default="fast", show_default=True)
@click.option("--witness", "witnesses", metavar="W", multiple=True, help="Only these witnesses (repeat, or commas).")
@click.option("--dims", default="1,2,3", show_default=True, help="Dimensions for what is checked at fixed d.")
@click.option("--seed", type=int, default=None, help="Vary the random streams; by default hashes of the ids.")
@click.option("--jobs", type=int, default=None, help="Processes; by default one per core.")
@click.option("--time-limit", metavar="SECONDS|none", default=None,
              help="Stop a claim that takes longer, but for what it waits for a core: it is UNDECIDED, and the run "
                   "goes on.  [default: 300 in the fast tier, none in the full one]")
@click.option("--memory-limit", metavar="GIB", default=None,
              help="Stop a claim that asks for more, in the same way.  [default: its share of the machine's]")
@click.option("--executor", metavar="NAME", default=None,
              help="Examine elsewhere: loky, dask:tcp://HOST:PORT, or MODULE:FUNCTION that returns a "
                   "concurrent.futures.Executor.")
@click.option("--shard", metavar="I/K", default="1/1", help="The I-th of K disjoint parts of the selection.")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option("--strict/--no-strict", help="Fail on UNDECIDED, NOT_RUN and NOT_TRANSCRIBED, too.")
@click.option("--fresh", is_flag=True, help="Do not reuse stored results.")
@click.option("-q", "--quiet", is_flag=True, help="Print what needs attention and the last line; no progress bar.")
@click.option("--json", "json_file", metavar="FILE|-", help="Write the JSON document.")
@click.option("--junitxml", "junit_file", metavar="FILE", help="Write a JUnit report.")
@click.option("--sarif", "sarif_file", metavar="FILE", help="Write SARIF 2.1.0, for code scanning.")
@click.option("--github/--no-github", default=None,
              help="Annotate the lines of claims on GitHub and write the step's summary; by default where "
                   "GITHUB_ACTIONS is true.")
@click.option("--watch", "watched", is_flag=True,
              help="Examine again whenever a file of the papers in LaTeX changes, until Ctrl-C.")
def check(*, watched: bool, **given: Any) -> None:
    """Examine claims by their witnesses.

    Exit status 0 when every claim came out as expected, 1 when any did not, 2 for bad usage.

    What [tool.lemmata] of pyproject.toml says (claims, ids, tier, strict) holds where the line says nothing.

    Finished results are kept in $LEMMATA_HOME, else in .lemmata of the current folder, and reused until the claim or
    the code that decides it changes. Anything in there may be deleted at any time. What --time-limit stopped is not
    kept.
    """
    sys.exit(_again_and_again(given) if watched else _once(**given))


def _again_and_again(given: dict[str, Any]) -> int:
    from ..errors import UserError
    from ..reading.tex.watching import changes

    papers = [Path(name) for name in (*given["patterns"], *given["folders"]) if name.endswith(".tex")]
    if not papers:
        raise UserError("--watch waits for changes of papers in LaTeX: name one, lemmata check paper.tex --watch.")
    status = 0
    try:
        for _ in changes(papers):
            try:
                status = _once(**given)
            except UserError as error:
                click.echo(f"Error: {error}", err=True)
                status = 2
            click.echo("waiting for changes; Ctrl-C ends it", err=True)
    except KeyboardInterrupt:
        return status
    return status


def _once(
    patterns: tuple[str, ...], folders: tuple[str, ...], tier: str, witnesses: tuple[str, ...], dims: str,
    seed: int | None, jobs: int | None, time_limit: str | None, memory_limit: str | None, executor: str | None,
    shard: str, device: str, strict: bool, fresh: bool, quiet: bool,
    json_file: str | None, junit_file: str | None, sarif_file: str | None, github: bool | None,
) -> int:  # fmt: skip
    from ..executed import watch

    watch()  # before the engines are imported
    from .. import options
    from ..executors import opened
    from ..memory import share
    from ..recorded import seconds
    from ..report.ci.github import on_github
    from ..report.jsonio import document, passed
    from ..store import check_writable
    from ..witnesses import NAMES, Context

    only = options.witness_names(witnesses, NAMES)
    context = Context(seed, options.dims(dims), tier, device)
    processes = options.positive(jobs, "--jobs") if jobs is not None else cores()
    limit = options.time_limit(time_limit, tier)
    memory = options.memory_limit(memory_limit, None if executor or device == "cuda" else share(processes))
    part = options.shard(shard)
    for argument, file in (("--json", json_file), ("--junitxml", junit_file), ("--sarif", sarif_file)):
        if file and not (file == "-" and file is json_file):
            check_writable(Path(file), argument)
    if device == "cuda":
        _require_cuda()
    patterns, folders = with_papers(patterns, folders)
    known, selected = select(patterns, folders)
    statements = options.of_shard(options.with_corrections(selected, known), part, seconds() if part[1] > 1 else None)
    with opened(executor, processes) if executor else nullcontext() as workers:
        results = run(
            statements, known, context, only, folders, processes, fresh, limit, memory, executor=workers, quiet=quiet
        )
    if json_file == "-":
        click.echo(json.dumps(document(statements, results, known), indent=1))
    else:
        from ..report.terminal import console, print_check

        print_check(console(rows=True), statements, results, known, quiet=quiet, strict=strict)
    _write_margins(folders, results)
    _write(statements, results, known, json_file, junit_file, sarif_file, strict=strict)
    if github or (github is None and on_github()):
        _tell_github(statements, results, known, strict=strict, err=json_file == "-")
    complete = (bool(patterns or folders) or not known.left_out) and not (strict and known.unread)
    return 0 if complete and passed(statements, results, strict=strict) else 1


def _write_margins(folders: tuple[str, ...], results: dict[str, Result]) -> None:
    """For papers that load lemmata.sty: the file with the verdicts of their statements."""
    papers = [Path(folder) for folder in folders if folder.endswith(".tex")]
    if not papers:
        return  # the reader of papers takes a while to import
    from ..report.latex import margin
    from ..store import write_text

    for file in papers:
        if margin.wanted(file):
            write_text(margin.destination(file), margin.text(file, results))


def _write(
    statements: tuple[Statement, ...], results: dict[str, Result], known: Registry, json_file: str | None,
    junit_file: str | None, sarif_file: str | None, *, strict: bool,
) -> None:  # fmt: skip
    from ..report.ci.findings import repository, unread
    from ..report.jsonio import document
    from ..store import write_text

    if json_file and json_file != "-":
        write_text(Path(json_file), json.dumps(document(statements, results, known), indent=1) + "\n")
    if junit_file:
        from ..report.ci.junit import junit

        write_text(Path(junit_file), junit(statements, results, repository(), strict=strict))
    if sarif_file:
        from ..report.ci.sarif import sarif

        log = sarif(statements, results, repository(), strict=strict, beside=unread(known, strict=strict))
        write_text(Path(sarif_file), json.dumps(log, indent=1))


def _tell_github(
    statements: tuple[Statement, ...], results: dict[str, Result], known: Registry, *, strict: bool, err: bool
) -> None:
    """The runner reads both streams; standard output stays one JSON document where that was asked for."""
    from ..report.ci.findings import repository, unread
    from ..report.ci.github import step_summary, workflow_commands, write_step_summary
    from ..report.jsonio import summary

    beside = unread(known, strict=strict)
    for command in workflow_commands(statements, results, repository(), strict=strict, beside=beside):
        click.echo(command, err=err)
    try:
        write_step_summary(step_summary(statements, results, summary(statements, results), strict=strict))
    except OSError as error:
        click.echo(f"lemmata: the step's summary cannot be written: {error}.", err=True)


def _require_cuda() -> None:
    from numeric.training import require_device

    require_device("cuda")
