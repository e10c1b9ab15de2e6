"""Installed packages announce their claims by an entry point; one that is broken takes nothing else down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTATION = "from proofs_check import matrix\nA, B = matrix('A'), matrix('B')\n"
LEMMA = """\
from proofs_check import Kind, claim, eq, tr
from .notation import A, B


@claim("theirs/trace", kind=Kind.IDENTITY, source="Lemma 1", witnesses=("words",))
def trace():
    r"Traces of products."
    return eq(tr(A * B), tr(B * A))
"""
INIT = """\
from proofs_check import Paper
PAPER = Paper("theirs", "They, On Traces", "2026")
MODULES = ("lemma_1",)
"""


def installed(target: Path, package: str, files: dict[str, str]) -> None:
    """What pip leaves behind: the package, and its metadata with the entry point."""
    for name, text in {"__init__.py": "", "notation.py": NOTATION, **files}.items():
        file = target / package / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    info = target / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[lemmata.papers]\n{package} = {package}\n", encoding="utf-8")


def lemmata(target: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": f"{target}{os.pathsep}{ROOT}", "LEMMATA_HOME": str(target / "home")}
    command = [sys.executable, "-m", "proofs_check.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=target, check=False)


def test_the_claims_of_an_installed_package_are_there_without_options(tmp_path: Path) -> None:
    installed(tmp_path, "their_paper", {"__init__.py": INIT, "lemma_1.py": LEMMA})
    listed = json.loads(lemmata(tmp_path, "list", "--json").stdout)
    assert [row["id"] for row in listed["claims"]][-1] == "theirs/trace"
    assert listed["papers"]["theirs"] == {"citation": "They, On Traces", "version": "2026"}
    done = lemmata(tmp_path, "check", "theirs/*", "--json", "-")
    assert [row["verdict"] for row in json.loads(done.stdout)["claims"]] == ["PROVED"]
    assert (done.returncode, done.stderr) == (0, "")


def test_what_an_installed_package_prints_is_no_output_of_a_command(tmp_path: Path) -> None:
    installed(tmp_path, "their_paper", {"__init__.py": "print('printed')\n" + INIT, "lemma_1.py": LEMMA})
    done = lemmata(tmp_path, "list", "theirs/*", "--json")
    assert [row["id"] for row in json.loads(done.stdout)["claims"]] == ["theirs/trace"]
    assert done.stderr == "printed\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import proofs_check\n1 / 0\n", "broken_paper/lemma_1.py, line 2: ZeroDivisionError: division by zero."),
        (LEMMA.replace("theirs/trace", "zfb/lemma-17"), "the id 'zfb/lemma-17' is taken by the claim in"),
        (LEMMA.replace("tr(A * B)", "A"), "theirs/trace: The two sides have different shapes"),
        ("raise SystemExit(1)\n", "broken_paper/lemma_1.py, line 1: SystemExit: 1."),
    ],
)
def test_a_broken_package_is_left_out_with_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    installed(tmp_path, "broken_paper", {"__init__.py": INIT, "lemma_1.py": text})
    installed(tmp_path, "their_paper", {"__init__.py": INIT, "lemma_1.py": LEMMA})
    done = lemmata(tmp_path, "list", "theirs/*", "--json")
    assert [row["id"] for row in json.loads(done.stdout)["claims"]] == ["theirs/trace"]
    assert done.stderr.startswith("lemmata: the claims of the installed package broken_paper 1.0 are left out: ")
    assert (sentence in done.stderr, done.stderr.count("\n"), done.returncode) == (True, 1, 0)


def test_an_announced_module_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    installed(tmp_path, "their_paper", {})
    (tmp_path / "their_paper-1.0.dist-info" / "entry_points.txt").write_text(
        "[lemmata.papers]\na = their_paper.absent\nb = absent_altogether\n", encoding="utf-8"
    )
    done = lemmata(tmp_path, "show", "zfb/lemma-17")
    assert done.returncode == 0
    assert "No module named 'their_paper.absent'" in done.stderr
    assert "No module named 'absent_altogether'" in done.stderr
    assert "Traceback" not in done.stderr
