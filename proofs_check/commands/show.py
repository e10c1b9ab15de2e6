"""`lemmata show`: all that is known about one claim."""

from __future__ import annotations

import click

from . import claims_option, registry, so_far

_EXAMPLE = """
\b
Example:
  lemmata show zfb/lemma-17
"""


@click.command(epilog=_EXAMPLE)
@click.argument("id")
@claims_option
@click.option("--latex", "tex", is_flag=True, help="Render the tree as LaTeX instead of Unicode.")
def show(id: str, folders: tuple[str, ...], tex: bool) -> None:
    """Statement, hypotheses, proof, evidence and errata of one claim.

    The transcription is rendered from the very tree that the witnesses read.
    """
    from ..report.show import print_statement
    from ..report.terminal import console

    known = registry(folders)
    statement = known.find(id)
    beside = tuple(known.find(other) for other in known.corrected_by(id))
    print_statement(console(), statement, known, so_far((statement, *beside), known), tex=tex, folders=folders)
