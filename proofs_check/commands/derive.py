"""`lemmata derive`: loss, flow, minima, invariants and PL constant of a model, from its definition."""

from __future__ import annotations

import json

import click


@click.command(epilog="Example: lemmata derive lsa --what invariants")
@click.argument("model")
@click.option("--dim", type=int, default=None, help="A fixed dimension; without it, every d, in words.")
@click.option(
    "--what", type=click.Choice(["loss", "flow", "minima", "invariants", "pl", "forward"]), default="loss",
    show_default=True
)
@click.option("--n", "demonstrations", type=int, default=None, help="ccs/attention: demonstrations, with --dim.  [1]")
@click.option("--layers", type=int, default=None, help="ccs/attention: the number of layers.  [2]")
@click.option(
    "--activation", default=None,
    help="ccs/attention, with --dim: general, kernel, linear, relu, exp, softmax, rbf; with commas, one for each head.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def derive(
    model: str, dim: int | None, what: str, demonstrations: int | None, layers: int | None, activation: str | None,
    as_json: bool,
) -> None:
    """Derive a model's loss, flow, minima, invariants or PL constant, or a forward pass, from its definition.

    MODEL is zfb/lsa (lsa for short), zwb/ltb, zwb/lsa, zwb/gd-beta or ccs/attention.
    """
    from symbolic.derive import derive as derived

    from ..report.progress import working

    with working(f"deriving: {what} of {model}"):
        data = derived(
            model, what, dim, demonstrations=demonstrations, layers=layers, activation=activation
        )
    if as_json:
        click.echo(json.dumps(data, indent=1))
        return
    from symbolic.derived import lines

    for line in lines(data):
        click.echo(line)
