"""`lemmata train`: one training run, or a whole experiment of a paper, with its record."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path

import click

from ..errors import UserError
from . import cores

_EXAMPLES = """
\b
Examples:
  lemmata train lsa --dim 3 --context 8 -o run.json
  lemmata train zfb/figure-1 --preset small --resume
  lemmata train zwb/table-1 --preset small --resume
  lemmata train ccs/figure-5 --preset small --resume
"""


@click.command(epilog=_EXAMPLES)
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
              help="Of an experiment: its size.")
@click.option("--jobs", type=int, default=None,
              help="Of an experiment: models trained at once; by default one per core, on a GPU one.")
@click.option("--executor", metavar="NAME", default=None,
              help="Of an experiment: train its models elsewhere: loky, dask:tcp://HOST:PORT, or MODULE:FUNCTION that "
                   "returns a concurrent.futures.Executor.")
@click.option("-q", "--quiet", is_flag=True, help="No progress bar.")
def train(
    model: str, dim: int, context: int, lam: str | None, sigma: float | None, method: str, steps: int, device: str,
    seed: int | None, out: str | None, resume: bool, as_json: bool, preset: str, jobs: int | None,
    executor: str | None, quiet: bool,
) -> None:  # fmt: skip
    """Train a model once, by autograd through its definition, and keep the record.

    MODEL is zfb/lsa, or an experiment: zfb/figure-1, zwb/table-1, ccs/figure-1, -2, -4, -5, -6 (of the last
    two Figure 3 is drawn); all of its models in the size of --preset. The preset small takes minutes on two cores;
    that of the five ccs/figure-... together less than half an hour.
    """
    progress = sys.stderr.isatty() and not quiet
    from ..evidence.experiments import NAMES

    if model in NAMES:
        shown = {"as_json": as_json, "progress": progress}
        _train_experiment(NAMES[model], preset, device, seed, out, jobs, executor, resume=resume, **shown)
        return
    if executor is not None:
        raise UserError(f"--executor trains the models of an experiment, {model} is one: leave it out.")
    from numeric.training import run
    from numeric.training.config import MODELS, config

    from ..options import matrix
    from ..store import check_writable

    if model not in MODELS:
        raise UserError(
            f"model {model!r} is neither a model nor an experiment: choose {MODELS[0]} or one of "
            f"{', '.join(dict.fromkeys(NAMES.values()))}."
        )
    settings = config(
        model, dim, context, matrix(lam, "--lam") if lam else None, sigma, method=method, steps=steps, device=device,
        seed=seed,
    )
    if out:
        check_writable(Path(out), "--out")
    try:
        record = run(settings, out=out, resume=resume, progress=progress)
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


def _train_experiment(
    id: str, preset: str, device: str, seed: int | None, out: str | None, jobs: int | None,
    executor: str | None, *, resume: bool,
    as_json: bool, progress: bool,
) -> None:  # fmt: skip
    from .. import options
    from ..evidence import experiments
    from ..executors import opened

    source = click.get_current_context().get_parameter_source
    for name, option in (("dim", "--dim"), ("context", "--context"), ("lam", "--lam"), ("sigma", "--sigma"),
                         ("method", "--method"), ("steps", "--steps")):  # fmt: skip
        if source(name) is click.core.ParameterSource.COMMANDLINE:
            raise UserError(f"{option} does not apply to {id}: its size is that of a preset. Use --preset.")
    default = cores() if device == "cpu" else 1
    at_once = options.positive(jobs, "--jobs") if jobs is not None else default
    try:
        with opened(executor, at_once) if executor else nullcontext() as workers:
            path, record = experiments.train_experiment(
                id, preset, device, seed, out, resume=resume, jobs=at_once, progress=progress, executor=workers
            )
    except KeyboardInterrupt:
        click.echo("lemmata: interrupted; what is done is kept, go on with --resume.", err=True)
        sys.exit(130)
    if as_json:
        click.echo(experiments.text_of(record), nl=False)
        return
    for line in (*experiments.summary(record), f"record: {path}"):
        click.echo(line)
