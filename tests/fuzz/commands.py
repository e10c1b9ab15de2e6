"""Command lines: all commands, with options and values that may be meant, and others."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

import click
from click.testing import CliRunner

from proofs_check.cli import COMMANDS, main

IDS = (
    "zfb/lemma-17", "zwb/lemma-a.1", "zfb/lemma-1[67]", "lsa", "nobody/*", "zfb/lemma", "../x", "*-17",
)  # fmt: skip
TEXTS = (
    "", "0", "-1", "1", "2", "1.5", "nan", "inf", "1e400", "x" * 3000, "é", "\x01", "../../x", "/dev/full", "/proc/x",
    ".", "a b", "--x", "-", "[[1, 0], [0, 1]]", "[1, 2]", "[[", "{}", "null", "none", "1,2", "2/3", "words", "wrds",
    "words,entries", "out.json", "no/where/out", "here.py", "HEAD", "loky", "os:getpid", "builtins:print", "cpu", "\\",
    "A: d x d", "x ~ N(0,S)", "tiny", "a.tex", "99999999999999999999",
)  # fmt: skip
ARGUMENTS = {
    "ask": ("\\operatorname{tr}(AB)", "A = B", "\\mathbb E[x x^\\top]", "A +", "", "\\frac{1}{0}"),
    "new": ("mine/a", "mine/b", "mine", "mine/../x", "zfb/lemma-17", "é/é"),
    "derive": ("lsa", "zwb/ltb", "zwb/lsa", "zwb/gd-beta", "ccs/attention", "zfb"),
    "train": ("zfb/lsa", "lsa", "zfb/figure-9", "zwb", ""),
    "diff": ("HEAD", "", "no-branch", "--claims", "HEAD~1"),
    "records": ("add", "list", "show", "x"),
}  # fmt: skip
ALWAYS = {"check": ("--time-limit=5", "--jobs=1"), "train": ("--steps=3", "-q"), "errata": ("--jobs=1",)}
"""What keeps a command short; its own choice of the same option comes later and wins."""
LONG = frozenset({"--executor", "--fresh", "--run", "--steps", "--preset", "--jobs", "--tier", "--help"})
"""Not drawn: by their meaning they take long."""
GOOD = '''from proofs_check import *
A = matrix("A", "d", "d")

@claim("mine/good", kind=Kind.IDENTITY)
def good():
    r"""Words."""
    return eq(tr(A), tr(A.T))
'''


def command_lines(draws: Random) -> Iterator[tuple[str, Callable[[], None]]]:
    """One command line, in a folder of its own."""
    name = draws.choice(list(COMMANDS))
    line = [name, *ALWAYS.get(name, ()), *_options(draws, name), *_arguments(draws, name)]
    if draws.random() < 0.05:
        line = [draws.choice(("", "chek", "-x", "--version", "--help", *COMMANDS)), *line[: draws.randint(0, 2)]]
        if line[0] in {"report", "latex", "errata", "check"}:
            line.append("nobody/at-all")

    def call() -> None:
        with a_folder() as folder:
            (folder / "here.py").write_text(GOOD)
            (folder / "a.tex").write_text("\\documentclass{article}\\begin{document}$a=b$\\end{document}\n")
            run(*line)

    yield f"lemmata {line}", call


def _arguments(draws: Random, name: str) -> list[str]:
    if name in ARGUMENTS and draws.random() < 0.95:
        first = [draws.choice(ARGUMENTS[name] if draws.random() < 0.8 else TEXTS)]
    else:
        first = []
    if name in {"ask", "new", "derive", "train", "records"}:
        return first + [draws.choice(TEXTS) for _ in range(draws.random() < 0.1)]
    return first + [draws.choice(IDS if draws.random() < 0.8 else TEXTS) for _ in range(draws.randint(1, 2))]


def _options(draws: Random, name: str) -> Iterator[str]:
    module = COMMANDS[name]
    command: click.Command = getattr(import_module(f"proofs_check.commands.{module}"), module)
    options = [one for one in command.params if isinstance(one, click.Option) and not LONG & set(one.opts)]
    for option in draws.sample(options, min(len(options), draws.choice((0, 0, 1, 1, 2, 3)))):
        yield draws.choice(option.opts)
        if not option.is_flag:
            listed = isinstance(option.type, click.Choice) and draws.random() < 0.8
            yield draws.choice(list(option.type.choices) if listed else TEXTS)  # type: ignore[attr-defined]


@contextmanager
def a_folder() -> Iterator[Path]:
    """A folder of its own for what a command reads and writes."""
    before = Path.cwd()
    with TemporaryDirectory() as made, patch.dict(os.environ, LEMMATA_HOME=f"{made}/.lemmata"):
        os.chdir(made)
        try:
            yield Path(made)
        finally:
            os.chdir(before)


def run(*line: str) -> None:
    """The command, which ends with 0, 1 or 2, with a sentence where it ends with 2, and never with a traceback."""
    done = CliRunner().invoke(main, line)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code in {0, 1, 2}, done.exit_code
    assert done.exit_code != 2 or done.output.strip(), "nothing is said"
    assert "Traceback" not in done.output + done.stderr
    assert "defect:" not in done.output, done.output
