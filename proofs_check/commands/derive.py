"""`lemmata derive`: loss, flow, minima, invariants and PL constant of a model, from its definition."""

from __future__ import annotations

import json

import click


@click.command(epilog="Example: lemmata derive lsa --what invariants")
@click.argument("model")
@click.option("--dim", type=int, default=None, help="A fixed dimension; without it, every d, in words.")
@click.option(
    "--what", type=click.Choice(["loss", "flow", "minima", "invariants", "pl"]), default="loss", show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def derive(model: str, dim: int | None, what: str, as_json: bool) -> None:
    """Derive a model's loss, flow, minima, invariants or PL constant from its definition.

    MODEL is zfb/lsa (lsa for short), zwb/ltb, zwb/lsa or zwb/gd-beta.
    """
    from symbolic.derive import derive as derived

    from ..report.progress import working

    with working(f"deriving: {what} of {model}"):
        data = derived(model, what, dim)
    if as_json:
        click.echo(json.dumps(data, indent=1))
        return
    from symbolic.derived import lines

    for line in lines(data):
        click.echo(line)
