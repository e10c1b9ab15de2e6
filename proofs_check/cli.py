"""The command `lemmata`.  Nothing heavy is imported before a command needs it: `lemmata --help` answers at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from .registry import Registry, Statement
    from .results import Result
    from .store import Store
    from .witnesses import Context

F = TypeVar("F", bound=Callable[..., Any])


class _Lemmata(click.Group):
    """A group that shows what goes wrong at the user's hands as one sentence, with exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Exception as error:
            if not getattr(error, "is_user_error", False):
                raise
            click.echo(f"lemmata: {error}", err=True)
            ctx.exit(2)


@click.group(cls=_Lemmata, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lemmata")
def main() -> None:
    """Verify the theory of in-context learning, statement by statement."""


def _ids(command: F) -> F:
    claims = click.option("--claims", "folders", metavar="DIR", multiple=True, help="Add the claim files of a folder.")
    return click.argument("patterns", nargs=-1, metavar="[ID|GLOB]...")(claims(command))


def _select(patterns: tuple[str, ...], folders: tuple[str, ...]) -> tuple[Registry, tuple[Statement, ...]]:
    from .registry import load

    known = load(tuple(str(Path(folder).resolve()) for folder in folders))
    return known, known.select(patterns)


def _so_far(statements: tuple[Statement, ...], known: Registry) -> dict[str, Result]:
    """The stored results of the default run, without running anything."""
    from .runner import stored
    from .store import Store, home
    from .witnesses import Context

    return stored(statements, Context(), known=known, store=Store(home()))


@main.command("list")
@_ids
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def list_(patterns: tuple[str, ...], folders: tuple[str, ...], as_json: bool) -> None:
    """The claims, their sources, kinds and verdicts so far."""
    known, statements = _select(patterns, folders)
    results = _so_far(statements, known)
    if as_json:
        from .jsonio import listing

        click.echo(json.dumps(listing(statements, results), indent=1))
        return
    from .report.terminal import console, list_table

    console().print(list_table(statements, results))


@main.command()
@_ids
@click.option("--tier", type=click.Choice(["fast", "full"]), default="fast", show_default=True)
@click.option("--witness", "witnesses", metavar="W", multiple=True, help="Only these witnesses (repeat, or commas).")
@click.option("--dims", default="1,2,3", show_default=True, help="Dimensions for what is checked at fixed d.")
@click.option("--seed", type=int, default=None, help="Vary the random streams; by default hashes of the ids.")
@click.option("--jobs", type=int, default=None, help="Processes; by default one per core.")
@click.option("--shard", metavar="I/K", default="1/1", help="The I-th of K disjoint parts of the selection.")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option("--strict", is_flag=True, help="Fail on UNDECIDED, NOT_RUN and NOT_TRANSCRIBED, too.")
@click.option("--fresh", is_flag=True, help="Do not reuse stored results.")
@click.option("--json", "json_file", metavar="FILE|-", help="Write the JSON document.")
@click.option("--junitxml", "junit_file", metavar="FILE", help="Write a JUnit report.")
def check(
    patterns: tuple[str, ...], folders: tuple[str, ...], tier: str, witnesses: tuple[str, ...], dims: str,
    seed: int | None, jobs: int | None, shard: str, device: str, strict: bool, fresh: bool, json_file: str | None,
    junit_file: str | None,
) -> None:  # fmt: skip
    """Examine claims by their witnesses.

    Exit status 0 when every claim came out as expected, 1 when any did not, 2 for bad usage.
    """
    from . import options
    from .jsonio import document, junit, passed
    from .store import check_writable, write_text
    from .witnesses import NAMES, Context

    only = options.witness_names(witnesses, NAMES)
    context = Context(seed, options.dims(dims), tier, device)
    processes = options.positive(jobs, "--jobs") if jobs is not None else _cores()
    part = options.shard(shard)
    for argument, file in (("--json", json_file), ("--junitxml", junit_file)):
        if file and file != "-":
            check_writable(Path(file), argument)
    if device == "cuda":
        _require_cuda()
    known, selected = _select(patterns, folders)
    statements = options.of_shard(options.with_corrections(selected, known), part)
    results = _run(statements, known, context, only, folders, processes, fresh)
    if json_file == "-":
        click.echo(json.dumps(document(statements, results, known), indent=1))
    else:
        from .report.terminal import console, print_check

        print_check(console(), statements, results, known)
    if json_file and json_file != "-":
        write_text(Path(json_file), json.dumps(document(statements, results, known), indent=1) + "\n")
    if junit_file:
        write_text(Path(junit_file), junit(statements, results, strict=strict))
    sys.exit(0 if passed(statements, results, strict=strict) else 1)


def _require_cuda() -> None:
    from numeric.training import require_device

    require_device("cuda")


def _cores() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run(
    statements: tuple[Statement, ...], known: Registry, context: Context, only: tuple[str, ...],
    folders: tuple[str, ...], processes: int, fresh: bool,
) -> dict[str, Result]:  # fmt: skip
    from .report.terminal import progress_bar
    from .runner import run
    from .store import Store, home

    store: Store = Store(home())
    resolved = tuple(str(Path(folder).resolve()) for folder in folders)
    with progress_bar(len(statements)) as progress:
        try:
            return run(
                statements, context, known=known, only=only, folders=resolved, jobs=processes, store=store, fresh=fresh,
                progress=progress,
            )
        except KeyboardInterrupt:
            click.echo("lemmata: interrupted; finished claims are kept, run the same command to go on.", err=True)
            sys.exit(130)


@main.command()
@click.argument("id")
@click.option("--claims", "folders", metavar="DIR", multiple=True, help="Add the claim files of a folder.")
@click.option("--latex", "tex", is_flag=True, help="Render the tree as LaTeX instead of Unicode.")
def show(id: str, folders: tuple[str, ...], tex: bool) -> None:
    """Statement, hypotheses, proof, evidence and errata of one claim.

    The transcription is rendered from the very tree that the witnesses read.
    """
    from .registry import load
    from .report.show import print_statement
    from .report.terminal import console

    known = load(tuple(str(Path(folder).resolve()) for folder in folders))
    statement = known.find(id)
    beside = tuple(known.find(c.id) for c in known.corrections(id))
    print_statement(console(), statement, known, _so_far((statement, *beside), known), tex=tex)


@main.command()
@click.argument("model")
@click.option("--dim", type=int, default=None, help="A fixed dimension; without it, every d, in words.")
@click.option(
    "--what", type=click.Choice(["loss", "flow", "minima", "invariants", "pl"]), default="loss", show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def derive(model: str, dim: int | None, what: str, as_json: bool) -> None:
    """Derive a model's loss, flow, minima, invariants or PL constant from its definition.

    MODEL is zfb/lsa (lsa for short).
    """
    from symbolic.derive import derive as derived

    data = derived(model, what, dim)
    if as_json:
        click.echo(json.dumps(data, indent=1))
        return
    from .report.derived import lines

    for line in lines(data):
        click.echo(line)


@main.command()
@_ids
@click.option("-o", "--out", metavar="FILE", help="Write here instead of printing.")
@click.option("--standalone", is_flag=True, help="A document that compiles, not a file to \\input.")
def latex(patterns: tuple[str, ...], folders: tuple[str, ...], out: str | None, standalone: bool) -> None:
    """Derived formulas and statements as LaTeX macros.

    An id may also be a model, zfb/lsa, for its derived formulas alone; without ids, everything.
    """
    from .report import latex as tex
    from .store import check_writable, write_text

    if out:
        check_writable(Path(out), "--out")
    models, ids = tex.split_models(patterns)
    known, statements = _select(ids, folders) if ids or not patterns else (None, ())
    results = _so_far(statements, known) if known else {}
    formulas = [*tex.derived_formulas(models), *tex.statement_formulas(statements, results)]
    text = tex.standalone(formulas) if standalone else tex.macros(formulas)
    if out:
        write_text(Path(out), text)
    else:
        click.echo(text, nl=False)


@main.command()
@_ids
@click.option("-o", "--out", metavar="DIR", default="lemmata-report", show_default=True)
def report(patterns: tuple[str, ...], folders: tuple[str, ...], out: str) -> None:
    """Write the page to look at: verdicts, evidence, errata and the dependency graph.

    Claims that were not checked yet are checked first, in the fast tier.
    """
    from .errors import UserError
    from .options import with_corrections
    from .report.page import page
    from .store import check_writable, write_text
    from .witnesses import Context

    folder = Path(out)
    check_writable(folder if not folder.is_dir() else folder / "index.html", "--out")
    if folder.exists() and not folder.is_dir():
        raise UserError(f"--out {out!r} must be a folder: it is a file. Name a folder.")
    known, selected = _select(patterns, folders)
    statements = with_corrections(selected, known)
    results = _run(statements, known, Context(), (), folders, _cores(), fresh=False)
    write_text(folder / "index.html", page(statements, results, known))
    click.echo(folder / "index.html")


@main.command()
@click.argument("model")
@click.option("--dim", type=int, default=2, show_default=True, help="Covariate dimension d.")
@click.option("--context", type=int, default=4, show_default=True, help="Prompt length N.")
@click.option("--lam", metavar="MATRIX", help="Lambda as JSON, [[2,0],[0,1]] or its diagonal [2,1]; default I.")
@click.option("--sigma", type=float, default=None, help="Initial scale; by default half of what Theorem 4 allows.")
@click.option("--method", type=click.Choice(["gd", "sgd", "adam"]), default="gd", show_default=True)
@click.option("--steps", type=int, default=2000, show_default=True)
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option("--seed", type=int, default=None)
@click.option("-o", "--out", metavar="FILE", help="Write the record here, with a checkpoint beside it.")
@click.option("--resume", is_flag=True, help="Continue from the checkpoint beside the record.")
@click.option("--json", "as_json", is_flag=True, help="Print the record.")
@click.option("--preset", type=click.Choice(["tiny", "small", "gpu", "full"]), default="small", show_default=True,
              help="Of zfb/figure-1: its size.")
@click.option("--jobs", type=int, default=None,
              help="Of zfb/figure-1: curves at once; by default one per core, on a GPU one.")
def train(
    model: str, dim: int, context: int, lam: str | None, sigma: float | None, method: str, steps: int, device: str,
    seed: int | None, out: str | None, resume: bool, as_json: bool, preset: str, jobs: int | None,
) -> None:  # fmt: skip
    """Train a model once, by autograd through its definition, and keep the record.

    MODEL is zfb/lsa, or zfb/figure-1: all curves of that experiment in the size of --preset.
    """
    if model in ("zfb/figure-1", "figure-1"):
        _train_figure(preset, device, seed, out, resume, jobs, as_json)
        return
    from numeric.training import run
    from numeric.training.config import config

    from .options import matrix
    from .store import check_writable

    settings = config(
        model, dim, context, matrix(lam, "--lam") if lam else None, sigma, method=method, steps=steps, device=device,
        seed=seed,
    )
    if out:
        check_writable(Path(out), "--out")
    try:
        record = run(settings, out=out, resume=resume, progress=True)
    except KeyboardInterrupt:
        click.echo("lemmata: interrupted; " + ("go on with --resume." if out else "nothing was kept."), err=True)
        sys.exit(130)
    if as_json:
        click.echo(json.dumps(record, indent=1))
        return
    click.echo(f"{record['steps']} steps in {record['seconds']} s, {'converged' if record['converged'] else 'stopped'}")
    for name in ("W_PV", "W_KQ"):
        click.echo(f"{name} =")
        for row in record[name]:
            click.echo("  " + "  ".join(f"{value: .6f}" for value in row))


def _train_figure(
    preset: str, device: str, seed: int | None, out: str | None, resume: bool, jobs: int | None, as_json: bool
) -> None:
    from . import experiments, options
    from .errors import UserError

    source = click.get_current_context().get_parameter_source
    for name, option in (("dim", "--dim"), ("context", "--context"), ("lam", "--lam"), ("sigma", "--sigma"),
                         ("method", "--method"), ("steps", "--steps")):  # fmt: skip
        if source(name) is click.core.ParameterSource.COMMANDLINE:
            raise UserError(f"{option} does not apply to zfb/figure-1: its size is that of a preset. Use --preset.")
    default = _cores() if device == "cpu" else 1
    at_once = options.positive(jobs, "--jobs") if jobs is not None else default
    try:
        path, record = experiments.train_figure(preset, device, seed, out, resume=resume, jobs=at_once)
    except KeyboardInterrupt:
        click.echo("lemmata: interrupted; what is done is kept, go on with --resume.", err=True)
        sys.exit(130)
    if as_json:
        click.echo(experiments.text_of(record), nl=False)
        return
    for line in (*experiments.summary(record), f"record: {path}"):
        click.echo(line)


if __name__ == "__main__":
    main()
