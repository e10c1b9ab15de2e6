"""`lemmata latex`: formulas for a paper."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import ids, registry, select, so_far

if TYPE_CHECKING:
    from ..catalogue import Registry, Statement
    from ..report.latex import Formula


@click.command(epilog="Example: lemmata latex lsa 'zfb/lemma-1*' -o macros.tex; in the paper \\input{macros}")
@ids
@click.option("-o", "--out", metavar="FILE", help="Write here instead of printing.")
@click.option("--dim", "dims", type=int, multiple=True, help="Derived formulas of a model at this dimension, too.")
@click.option(
    "--width", type=click.IntRange(150, 2000), default=None, show_default="345: article's",
    help="The paper's \\columnwidth in points; longer formulas are broken.",
)
@click.option("--standalone", is_flag=True, help="A document that compiles, not a file to \\input.")
@click.option("--style", "style", is_flag=True, help="lemmata.sty, which shows in a paper's margin what became of it.")
@click.option("--check", "written", metavar="FILE", help="Which macros of this file are out of date?")
def latex(
    patterns: tuple[str, ...], folders: tuple[str, ...], out: str | None, dims: tuple[int, ...], width: int | None,
    standalone: bool, style: bool, written: str | None,
) -> None:  # fmt: skip
    """Derived formulas, statements and their statuses as LaTeX macros.

    An id may also be a model, zfb/lsa (lsa for short), for what is derived from its definition; without ids,
    everything.

    --check FILE exits with 0 when all macros of the file are up to date, 1 when any is not.
    """
    from symbolic.typesetting.lines import WIDTH

    from ..errors import UserError
    from ..report import latex as tex
    from ..report.latex import file
    from ..report.progress import working
    from ..store import check_writable

    if written is not None:
        if patterns or out or dims or standalone or width:
            raise UserError("--check takes ids, --dim and --width from the file: give it alone, or with --claims DIR.")
        sys.exit(0 if _check(Path(written), folders) else 1)
    if out:
        check_writable(Path(out), "--out")
    if style:
        from ..report.latex import margin

        _put(margin.style(), out)
        return
    models, chosen = tex.split_models(patterns)
    if folders and not patterns:
        models = ()
    if dims and not models:
        raise UserError("--dim is for the derived formulas of a model: name one, for example lsa.")
    known, statements = select(chosen, folders) if chosen or not patterns else (None, ())
    with working("deriving and typesetting"):
        width = width or WIDTH
    formulas = tex.checked([*tex.derived_formulas(models, dims, width), *_statements(statements, known, width)])
    call = [*patterns, *_options(folders, dims), *(["--width", str(width)] if width != WIDTH else [])]
    text = (file.standalone if standalone else file.text)(formulas, call, width)
    _put(text, out)


def _put(text: str, out: str | None) -> None:
    from ..store import write_text

    if out:
        write_text(Path(out), text)
    else:
        click.echo(text, nl=False)


def _options(folders: Iterable[str], dims: Iterable[int]) -> list[str]:
    """The options that matter for what is written."""
    return [x for folder in folders for x in ("--claims", folder)] + [x for d in dims for x in ("--dim", str(d))]


def _statements(statements: tuple[Statement, ...], known: Registry | None, width: int) -> list[Formula]:
    from ..certificates.depth import told
    from ..report.latex import statement_formulas
    from ..store import store_folder

    if known is None:
        return []
    corrections = [known.find(claim.id) for s in statements for claim in known.corrections(s.id)]
    results = so_far(tuple(dict.fromkeys((*statements, *corrections))), known)
    depths = told(store_folder(), [s.id for s in statements if s.id in known.claims], known)
    return list(statement_formulas(statements, results, known, width, depths))


def _check(path: Path, folders: tuple[str, ...]) -> bool:
    """Print what is out of date; True when nothing is."""
    from ..report.latex import check, derived_among, file

    written = file.read(path)
    known = registry(folders)
    named = dict.fromkeys(entry.place.split("#")[0] for entry in written.entries)
    statements = tuple(s for s in known if s.id in named)
    derived = derived_among([id for id in named if id not in {s.id for s in statements}], written.width)
    found = check.compare(written, [*derived, *_statements(statements, known, written.width)])
    for line in check.lines(path, written, found):
        click.echo(line)
    return check.up_to_date(written, found)
