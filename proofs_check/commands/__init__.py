"""The commands of `lemmata`, one file each, and what they share.  Nothing heavy is imported before a command runs."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import UserError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..catalogue import Registry, Statement
    from ..results import Result
    from ..witnesses import Context

F = TypeVar("F", bound=Callable[..., Any])


def ids(command: F) -> F:
    """The arguments that select claims; without ids, those of the folders where there are any, else all."""
    return click.argument("patterns", nargs=-1, metavar="[ID|GLOB|PAPER.tex]...")(claims_option(command))


def claims_option(command: F) -> F:
    """The option that names folders of claim files."""
    text = "A folder of claim files of your own, or one file (repeatable); without ids, its claims are meant."
    return click.option("--claims", "folders", metavar="DIR", multiple=True, help=text)(command)


def with_papers(patterns: tuple[str, ...], folders: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids and the folders, where papers in LaTeX may stand among the ids: those are folders, and all of them."""
    papers = tuple(pattern for pattern in patterns if pattern.endswith(".tex"))
    if not papers:
        return patterns, folders
    from ..reading.tex.claims import name_of

    ids = tuple(pattern for pattern in patterns if pattern not in papers)
    return (*ids, *(f"{name_of(Path(file))}/*" for file in papers)), (*folders, *papers)


def select(patterns: tuple[str, ...], folders: tuple[str, ...]) -> tuple[Registry, tuple[Statement, ...]]:
    """The registry with the user's folders, and the statements that the patterns name."""
    patterns, folders = with_papers(patterns, folders)
    known = registry(folders)
    return known, known.select(patterns)


def registry(folders: tuple[str, ...]) -> Registry:
    """The registry with the user's folders; what cannot be read or meant is told on standard error, and left out.

    Where something of the user's own was left out, the command ends with 2, whatever else it finds.
    """
    from ..registry import load, tried

    for sentence in load().left_out:
        click.echo(f"lemmata: {sentence}", err=True)
    known = tried(resolved(folders))
    for sentence in known.wrong[: None if known.own else -1]:
        tell(sentence)
    if known.wrong:
        if not known.own:
            raise UserError(known.wrong[-1])
        click.get_current_context().find_root().meta[LEFT_OUT] = True
    return known


LEFT_OUT = "proofs_check.commands.left_out"
"""Under this key of the context's ``meta``: whether something of the user's own could not be meant."""


def tell(sentence: str) -> None:
    """One sentence on standard error, and where GitHub's runner reads it."""
    click.echo(f"lemmata: {sentence}", err=True)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        from ..report.ci.github import error_command

        click.echo(error_command(sentence), err=True)


def resolved(folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(str(Path(folder).resolve()) for folder in folders)


def so_far(statements: tuple[Statement, ...], known: Registry) -> dict[str, Result]:
    """The stored results of the default run, without running anything."""
    from ..runner import stored
    from ..store import Store, store_folder
    from ..witnesses import Context

    return stored(statements, Context(), known=known, store=Store(store_folder()))


def run(
    statements: tuple[Statement, ...], known: Registry, context: Context, only: tuple[str, ...],
    folders: tuple[str, ...], processes: int, fresh: bool, limit: float | None = None, memory: int | None = None, *,
    executor: Executor | None = None, quiet: bool = False,
) -> dict[str, Result]:  # fmt: skip
    """The results, with a progress bar unless ``quiet``; Ctrl-C keeps what is finished and exits with 130."""
    from .. import runner
    from ..report.progress import progress_bar
    from ..store import Store, store_folder

    store: Store = Store(store_folder())
    try:
        with progress_bar(statements, store, processes, quiet=quiet) as progress:
            return runner.run(
                statements, context, known=known, only=only, folders=resolved(folders), jobs=processes, limit=limit,
                memory=memory, executor=executor, store=store, fresh=fresh, progress=progress, say=tell,
            )
    except KeyboardInterrupt:
        click.echo("lemmata: interrupted; finished claims are kept, run the same command to go on.", err=True)
        sys.exit(130)


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
