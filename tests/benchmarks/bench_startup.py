"""What a person waits for at the terminal, against ``import sympy``: CPU seconds of a command and of its children.

Results are stored before, and modules compiled; each command is a new process.  The figures go with the benchmark
(``extra_info``); no limit is asserted.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

_ROOT = Path(__file__).resolve().parents[2]
LEMMATA = ("-m", "proofs_check.cli")
COMMANDS: dict[str, tuple[str, ...]] = {
    "help": (*LEMMATA, "--help"),
    "show": (*LEMMATA, "show", "zfb/lemma-17"),
    "list": (*LEMMATA, "list"),
    "check, stored": (*LEMMATA, "check", "zfb/lemma-17"),
    "report, second time": (*LEMMATA, "report", "zfb/lemma-17", "--quiet", "-o", "report"),
    "new": (*LEMMATA, "new", "mine/lemma-2", "--claims", "claims", "-o", "/dev/stdout"),
    "own claim, stored": (*LEMMATA, "check", "--claims", "claims"),
    "own claim, fresh": (*LEMMATA, "check", "--claims", "claims", "--fresh", "--witness", "words,entries"),
    "pytest": ("-m", "pytest", "-q", "tests"),
    "pytest with a stored claim": ("-m", "pytest", "-q", "--lemmata-claims", "claims", "--lemmata", "mine/*", "tests"),
}
BASELINE = ("-c", "import sympy")


def seconds(folder: Path, command: tuple[str, ...], times: int = 3) -> float:
    """The least CPU seconds of several runs."""
    environment = {**os.environ, "LEMMATA_HOME": str(folder / "home"), "PYTHONPATH": str(_ROOT)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    found = []
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], cwd=folder, env=environment, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one claim and one test, the results of which are stored."""
    made = tmp_path_factory.mktemp("startup")
    prepare(made)
    return made


def prepare(made: Path) -> None:
    (made / "tests").mkdir()
    (made / "tests" / "test_one.py").write_text("def test_one():\n    pass\n")
    seconds(made, (*LEMMATA, "new", "mine/lemma-1", "--claims", "claims"), 1)
    seconds(made, (*LEMMATA, "check", "zfb/lemma-17"), 1)
    seconds(made, (*LEMMATA, "check", "--claims", "claims"), 1)


@cache
def baseline(folder: Path) -> float:
    seconds(folder, BASELINE, 1)
    return seconds(folder, BASELINE)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_against_import_sympy(benchmark: Any, folder: Path, name: str) -> None:
    seconds(folder, COMMANDS[name], 1)
    found = benchmark.pedantic(seconds, (folder, COMMANDS[name]), rounds=1)
    benchmark.extra_info |= {
        "CPU seconds": round(found, 3), "import sympy": round(baseline(folder), 3),
        "ratio": round(found / baseline(folder), 2),
    }  # fmt: skip
