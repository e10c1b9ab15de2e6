"""The command `lemmata`.  The file of a command is imported when it is called or listed: `--help` answers at once."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from importlib import import_module
from typing import IO, Any

import click

from .frames import with_room

COMMANDS = {
    "ask": "ask", "new": "new", "list": "list_", "check": "check", "show": "show", "derive": "derive", "latex": "latex",
    "report": "report", "errata": "errata", "diff": "diff", "train": "train", "records": "records",
    "certify": "certify", "fidelity": "fidelity",
}  # fmt: skip
"""The commands in the order of ``--help``, with the modules of :mod:`proofs_check.commands` that hold them."""


ALLOCATIONS = 400_000
"""Between two looks for cyclic garbage, of which a command hardly makes any: looking for it was half of its start."""


class _Sentence(click.ClickException):
    """What is wrong with a command line, without the usage of the command."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"lemmata: {self.message}", err=True)


_NUMBERS = {
    "a valid integer range": "a whole number, such as 2", "a valid integer": "a whole number, such as 2",
    "a valid float": "a number, such as 2.5",
}  # fmt: skip


@contextmanager
def _in_one_sentence(ctx: click.Context | None = None) -> Iterator[None]:
    """Bad usage that click finds is told as everything else is: the argument, its value, what it must be, a remedy."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        raise _Sentence(_sentence(error, ctx)) from error


def _sentence(error: click.UsageError, ctx: click.Context | None) -> str:
    names = _names(error.ctx) if error.ctx else [ctx.invoked_subcommand or ""] if ctx else []
    said = error.format_message()
    if isinstance(error, click.BadParameter) and error.param is not None and error.message:
        named = error.param.opts[0] if isinstance(error.param, click.Option) else error.param.human_readable_name
        must = reduce(lambda text, words: text.replace(*words), _NUMBERS.items(), error.message)
        said = f"{named} {must}"
    remedy = f"`{' '.join(['lemmata', *filter(None, names)])} --help` says what there is."
    return said if said.endswith("?") else f"{said.removesuffix('.')}. {remedy}"


def _names(ctx: click.Context) -> list[str]:
    """Of the command and of the groups that it is in, but for the whole."""
    return [*_names(ctx.parent), ctx.info_name or ""] if ctx.parent is not None else []


class _Lemmata(click.Group):
    """A group that shows what goes wrong at the user's hands as one sentence, with exit status 2."""

    def main(self, *args: Any, **more: Any) -> Any:
        _open_closed()
        return super().main(*args, **more)

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        with _in_one_sentence():
            return super().make_context(*args, **more)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"{__package__}.commands.{module}"), module)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, with the defaults of ``[tool.lemmata]``; a mistyped one is met with the nearest."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            import difflib

            near = difflib.get_close_matches(name, COMMANDS, n=1, cutoff=0.5)
            hint = f"Did you mean {near[0]!r}?" if near else f"The commands are {', '.join(COMMANDS)}."
            raise click.UsageError(f"No such command {name!r}. {hint}", ctx)
        if not {"-h", "--help"}.intersection(args):
            from .config import default_map

            ctx.default_map = {name: default_map(name)}
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        from .commands import LEFT_OUT, tell

        try:
            try:
                with _in_one_sentence(ctx):
                    with_room(super().invoke, ctx)
            finally:
                sys.stdout.flush()
        except KeyboardInterrupt:
            click.echo("lemmata: interrupted.", err=True)
            ctx.exit(130)
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            place = f"{str(error.filename)!r}" if error.filename else "standard output"
            tell(f"{place}: {error.strerror or error}. Mend that, then run the same command again.")
            _give_up_output()
            ctx.exit(2)
        except Exception as error:
            if not getattr(error, "is_user_error", False):
                raise
            tell(str(error))
            ctx.exit(2)
        except SystemExit as end:
            ctx.exit(2 if ctx.meta.get(LEFT_OUT) else end.code)  # type: ignore[arg-type]
        ctx.exit(2 if ctx.meta.get(LEFT_OUT) else 0)


def _open_closed() -> None:
    """Standard streams that the caller closed lead nowhere, and no file that is opened later takes their place."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


def _give_up_output() -> None:
    """What stays in the buffer of a full device would fail once more at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=_Lemmata, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="lemmata")
def main() -> None:
    """Verify the theory of in-context learning, statement by statement."""
    gc.set_threshold(ALLOCATIONS)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an encoding without the letters of a formula is no reason to fail


if __name__ == "__main__":
    main()
