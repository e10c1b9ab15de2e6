"""`lemmata new`: a commented claim file to start from."""

from __future__ import annotations

from pathlib import Path

import click

_EXAMPLES = """
\b
Examples:
  lemmata new my-paper/lemma-1
  lemmata new my-paper/theorem-2 --kind inequality --claims draft/claims
"""
KINDS = ("identity", "inequality", "invariance", "optimum", "limit")
"""Each has a template; whatever else a statement is, it is written in the same way."""


@click.command(epilog=_EXAMPLES)
@click.argument("id", metavar="PAPER/LABEL")
@click.option("--kind", type=click.Choice(KINDS), default="identity", show_default=True, help="What is stated.")
@click.option("--claims", "folder", metavar="DIR", default=None,
              help="The folder of claim files; made if need be.  [default: that of [tool.lemmata], else claims]")
@click.option("-o", "--out", metavar="FILE", default=None, help="Write here; by default DIR/LABEL.py.")
def new(id: str, kind: str, folder: str | None, out: str | None) -> None:
    """Write a commented claim file, which runs at once: a true statement stands in the place of yours."""
    from ..config import settings
    from ..own.folders import shown
    from ..own.scaffold import destination, text
    from ..store import write_text

    configured = settings().claims
    chosen = Path(folder or (configured[0] if configured else "claims"))
    file = destination(id, chosen, Path(out) if out else None)
    place = shown(file.parent.resolve())
    written = text(id, kind, place)
    write_text(file, written)
    click.echo(f"{shown(file.resolve())} holds a true statement in the place of yours.  Next:")
    click.echo(f"  lemmata check {id} --claims {place}")
