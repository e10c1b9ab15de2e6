"""`lemmata fidelity`: whether the formulas of the pages are those of the transcriptions."""

from __future__ import annotations

import json

import click

from . import ids, select

_EXAMPLE = """
\b
Examples:
  lemmata fidelity zfb/lemma-10
  lemmata fidelity 'zfb/*' --differing
"""


@click.command(epilog=_EXAMPLE)
@ids
@click.option("--differing", is_flag=True, help="Show what was read and is neither confirmed nor explained.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def fidelity(patterns: tuple[str, ...], folders: tuple[str, ...], differing: bool, as_json: bool) -> None:
    """Read the formulas of each page, and compare them with the transcription.

    A relation is confirmed, explained (it stands in the tree in another way, and it is written down how), differs, is
    not compared (the transcription does without its letter), or is not read, with the reason.  Nothing of this has a
    say in a verdict.
    """
    from ..fidelity.kept import compared
    from ..report.fidelity import as_rows, document, single
    from ..report.terminal import console

    _, statements = select(patterns, folders)
    found = {s.id: compared(s.claim) for s in statements if s.claim is not None and not s.is_ours}
    if as_json:
        click.echo(json.dumps(document(found), indent=1))
        return
    screen = console(rows=True)
    if len(found) == 1 or differing:
        screen.print(single(found, differing=differing), highlight=False)
    else:
        screen.print(as_rows(found))
