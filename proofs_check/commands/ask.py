"""`lemmata ask`: one formula in LaTeX, its closed form or its verdict."""

from __future__ import annotations

import json
import sys

import click

_EXAMPLES = r"""
\b
Examples:
  lemmata ask '\mathbb E[x x^\top A x x^\top]' --let 'x ~ N(0,S), A: d x d'
  lemmata ask '\operatorname{tr}(AB) = \operatorname{tr}(BA)' --let 'A: d x m, B: m x d'
  lemmata ask '\nabla_W \tfrac12\|WX-Y\|_F^2' --let 'W: m x d; X: d x n; Y: m x n'
"""


@click.command(epilog=_EXAMPLES)
@click.argument("formula")
@click.option("--let", "let", metavar="DECLARATIONS", multiple=True,
              help="What the letters are: 'x ~ N(0,S) iid; A: d x d symmetric; sigma > 0' (repeatable).")
@click.option("--python", "python", is_flag=True, help="Print a claim file that states it, and examine nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--time-limit", metavar="SECONDS", type=float, default=20.0, show_default=True,
              help="Stop a relation that takes longer: it is UNDECIDED.")
def ask(formula: str, let: tuple[str, ...], python: bool, as_json: bool, time_limit: float) -> None:
    """Read FORMULA, in LaTeX: print the closed form of a term for every d, or examine a relation.

    A formula that can be read in more than one way, or in none, is not decided: it is said where, and what to write.

    Exit status 0 for a closed form and for a relation that holds, 1 for any other verdict, 2 where nothing was read.
    """
    from ..options import seconds
    from ..reading.outcomes import ReadingError

    try:
        _ask(formula, let, python=python, as_json=as_json, limit=seconds(time_limit, "--time-limit"))
    except ReadingError as error:
        if not as_json:
            raise
        click.echo(json.dumps(error.as_json(), indent=1, ensure_ascii=False))
        sys.exit(2)


def _ask(formula: str, let: tuple[str, ...], *, python: bool, as_json: bool, limit: float) -> None:
    if python:
        from ..reading.ask import as_python

        click.echo(as_python(formula, let), nl=False)
        return
    from ..reading.ask import ask as asked
    from ..reading.ask import lines

    answer = asked(formula, let, limit=limit)
    if as_json:
        click.echo(json.dumps(answer.as_json(), indent=1, ensure_ascii=False))
    else:
        for line in lines(answer):
            click.echo(line)
    sys.exit(0 if answer.holds else 1)
