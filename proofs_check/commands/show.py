"""`lemmata show`: all that is known about one claim."""

from __future__ import annotations

import click

from . import resolved, so_far


@click.command()
@click.argument("id")
@click.option("--claims", "folders", metavar="DIR", multiple=True, help="Add the claim files of a folder.")
@click.option("--latex", "tex", is_flag=True, help="Render the tree as LaTeX instead of Unicode.")
def show(id: str, folders: tuple[str, ...], tex: bool) -> None:
    """Statement, hypotheses, proof, evidence and errata of one claim.

    The transcription is rendered from the very tree that the witnesses read.
    """
    from ..registry import load
    from ..report.show import print_statement
    from ..report.terminal import console

    known = load(resolved(folders))
    statement = known.find(id)
    beside = tuple(known.find(c.id) for c in known.corrections(id))
    print_statement(console(), statement, known, so_far((statement, *beside), known), tex=tex)
