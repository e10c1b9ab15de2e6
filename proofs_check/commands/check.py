"""`lemmata check`: examine claims by their witnesses."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from . import cores, ids, run, select


@click.command()
@ids
@click.option("--tier", type=click.Choice(["fast", "full"]), default="fast", show_default=True)
@click.option("--witness", "witnesses", metavar="W", multiple=True, help="Only these witnesses (repeat, or commas).")
@click.option("--dims", default="1,2,3", show_default=True, help="Dimensions for what is checked at fixed d.")
@click.option("--seed", type=int, default=None, help="Vary the random streams; by default hashes of the ids.")
@click.option("--jobs", type=int, default=None, help="Processes; by default one per core.")
@click.option("--time-limit", metavar="SECONDS", type=float, default=None,
              help="Stop a claim that takes longer: it is UNDECIDED, and the run goes on.")
@click.option("--shard", metavar="I/K", default="1/1", help="The I-th of K disjoint parts of the selection.")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option("--strict", is_flag=True, help="Fail on UNDECIDED, NOT_RUN and NOT_TRANSCRIBED, too.")
@click.option("--fresh", is_flag=True, help="Do not reuse stored results.")
@click.option("--json", "json_file", metavar="FILE|-", help="Write the JSON document.")
@click.option("--junitxml", "junit_file", metavar="FILE", help="Write a JUnit report.")
def check(
    patterns: tuple[str, ...], folders: tuple[str, ...], tier: str, witnesses: tuple[str, ...], dims: str,
    seed: int | None, jobs: int | None, time_limit: float | None, shard: str, device: str, strict: bool, fresh: bool,
    json_file: str | None, junit_file: str | None,
) -> None:  # fmt: skip
    """Examine claims by their witnesses.

    Exit status 0 when every claim came out as expected, 1 when any did not, 2 for bad usage.
    """
    from .. import options
    from ..jsonio import document, junit, passed
    from ..store import check_writable, write_text
    from ..witnesses import NAMES, Context

    only = options.witness_names(witnesses, NAMES)
    context = Context(seed, options.dims(dims), tier, device)
    processes = options.positive(jobs, "--jobs") if jobs is not None else cores()
    limit = options.seconds(time_limit, "--time-limit") if time_limit is not None else None
    part = options.shard(shard)
    for argument, file in (("--json", json_file), ("--junitxml", junit_file)):
        if file and file != "-":
            check_writable(Path(file), argument)
    if device == "cuda":
        _require_cuda()
    known, selected = select(patterns, folders)
    statements = options.of_shard(options.with_corrections(selected, known), part)
    results = run(statements, known, context, only, folders, processes, fresh, limit)
    if json_file == "-":
        click.echo(json.dumps(document(statements, results, known), indent=1))
    else:
        from ..report.terminal import console, print_check

        print_check(console(), statements, results, known)
    if json_file and json_file != "-":
        write_text(Path(json_file), json.dumps(document(statements, results, known), indent=1) + "\n")
    if junit_file:
        write_text(Path(junit_file), junit(statements, results, strict=strict))
    sys.exit(0 if passed(statements, results, strict=strict) else 1)


def _require_cuda() -> None:
    from numeric.training import require_device

    require_device("cuda")
