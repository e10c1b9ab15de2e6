"""Bad usage of the command is one sentence: argument, value, requirement, remedy; and the exit status is 2."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from proofs_check.cli import COMMANDS, main


def commands() -> Iterator[tuple[list[str], click.Command]]:
    for name, module in COMMANDS.items():
        command = getattr(import_module(f"proofs_check.commands.{module}"), module)
        inner = command.commands if isinstance(command, click.Group) else {}
        yield from [([name, *more], one) for more, one in [([], command), *(([n], c) for n, c in inner.items())]]


TYPED = [
    (line, option) for line, command in commands() for option in command.params
    if isinstance(option, click.Option) and not option.is_flag and option.type.name != "text"
]  # fmt: skip


def refused(line: list[str]) -> str:
    """What a command that cannot be meant says, which is one line."""
    done = CliRunner().invoke(main, line)
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.output
    return done.stderr


@pytest.mark.parametrize(("line", "option"), TYPED, ids=[f"{line[0]}-{option.name}" for line, option in TYPED])
def test_a_value_that_an_option_does_not_take_is_one_sentence(line: list[str], option: click.Option) -> None:
    said = refused([*line, option.opts[0], "abc"])
    assert said.startswith(f"lemmata: {option.opts[0]} 'abc' is not ")
    assert "not a whole number" in said or "not a number" in said or "not one of" in said
    assert said.endswith(f"`lemmata {' '.join(line)} --help` says what there is.\n")


@pytest.mark.parametrize("line", [line for line, command in commands() if not isinstance(command, click.Group)])
def test_an_option_that_there_is_not_is_one_sentence(line: list[str]) -> None:
    said = refused([*line, "--zz0"])
    assert said.startswith("lemmata: No such option '--zz0'. ")
    assert f"`lemmata {' '.join(line)} --help`" in said


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["check", "--jobs"], "Option '--jobs' requires an argument. `lemmata check --help` says what there is."),
        (["ask"], "Missing argument 'FORMULA'. `lemmata ask --help` says what there is."),
        (["ask", "a", "b"], "Got unexpected extra argument (b). `lemmata ask --help` says what there is."),
        (["records", "nope"], "No such command 'nope'. `lemmata records --help` says what there is."),
        (["--nope"], "No such option '--nope'. `lemmata --help` says what there is."),
        (["chek"], "No such command 'chek'. Did you mean 'check'?"),
        (["derive", "lsa", "--dim"], "Option '--dim' requires an argument. `lemmata derive --help` says what there is.")
    ],
)
def test_what_is_missing_or_too_much_is_one_sentence(line: list[str], sentence: str) -> None:
    assert refused(line) == f"lemmata: {sentence}\n"


def test_without_a_command_the_commands_are_shown() -> None:
    done = CliRunner().invoke(main, [])
    assert "Commands:" in done.output
    assert "records" in done.output
