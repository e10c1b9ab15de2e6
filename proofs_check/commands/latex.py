"""`lemmata latex`: formulas for a paper."""

from __future__ import annotations

from pathlib import Path

import click

from . import ids, select, so_far


@click.command()
@ids
@click.option("-o", "--out", metavar="FILE", help="Write here instead of printing.")
@click.option("--standalone", is_flag=True, help="A document that compiles, not a file to \\input.")
def latex(patterns: tuple[str, ...], folders: tuple[str, ...], out: str | None, standalone: bool) -> None:
    """Derived formulas and statements as LaTeX macros.

    An id may also be a model, zfb/lsa, for its derived formulas alone; without ids, everything.
    """
    from ..report import latex as tex
    from ..store import check_writable, write_text

    if out:
        check_writable(Path(out), "--out")
    models, ids = tex.split_models(patterns)
    known, statements = select(ids, folders) if ids or not patterns else (None, ())
    results = so_far(statements, known) if known else {}
    formulas = [*tex.derived_formulas(models), *tex.statement_formulas(statements, results)]
    text = tex.standalone(formulas) if standalone else tex.macros(formulas)
    if out:
        write_text(Path(out), text)
    else:
        click.echo(text, nl=False)
