"""A claim file is a program: whatever it does ends in a sentence, and one bad claim never hides the others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs_check import registry
from proofs_check.cli import main
from proofs_check.errors import UserError
from proofs_check.own import trial
from proofs_check.registry import load, read
from tests.proofs_check.test_own_claims import TOP, TRUE, claim_of, written

FAMILY = """
for k in range(3):
    @claim(f"mine/loop-{k}", kind=Kind.IDENTITY)
    def member():
        return eq(k * tr(A), k * tr(A.T))

def made(k):
    @claim(f"mine/made-{k}", kind=Kind.IDENTITY)
    def member():
        return eq(k * tr(A), k * tr(A.T))
    return member

kept = [made(k) for k in range(2)]
made(2)
"""


def test_claims_that_a_loop_or_a_function_makes_are_all_examined(tmp_path: Path) -> None:
    known = load(written(tmp_path, {"one.py": TOP + TRUE + FAMILY}))
    ids = ["mine/a", *(f"mine/loop-{k}" for k in range(3)), *(f"mine/made-{k}" for k in range(3))]
    assert [statement.id for statement in known.select(())] == ids


def test_a_second_function_of_a_name_hides_no_claim(tmp_path: Path) -> None:
    known = load(written(tmp_path, {"one.py": TOP + TRUE + claim_of("return eq(A, A)", id="mine/b")}))
    assert known.own == {"mine/a", "mine/b"}


def test_a_loop_whose_claims_have_one_id_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"the id 'mine/same' is taken by .* \(1 more are wrong.\)"):
        load(written(tmp_path, {"one.py": TOP + FAMILY.replace('f"mine/loop-{k}"', '"mine/same"')}))


def test_a_claim_with_a_proof_added_is_one_claim(tmp_path: Path) -> None:
    text = TOP + TRUE + "from proofs_check.claims import with_proof\na = with_proof(a)\n"
    assert load(written(tmp_path, {"one.py": text})).own == {"mine/a"}


def test_claims_of_a_library_that_a_file_imports_are_not_its_own(tmp_path: Path) -> None:
    text = TOP + "from proofs_check.papers.zwb.section_3 import *\n" + TRUE
    assert load(written(tmp_path, {"one.py": text})).own == {"mine/a"}


BAD = {
    "shapes.py": TOP + claim_of("return eq(tr(A), A)", id="mine/shapes"),
    "names.py": TOP + claim_of("return eq(tr(A), Absent)", id="mine/names", name="n")
    + claim_of("return eq(A, A)", id="mine/below", name="m"),
    "syntax.py": "from proofs_check import *\ndef f(:\n",
    "leans.py": TOP + claim_of("return eq(A, A)", "uses=('mine/shapes',)", id="mine/leans"),
    "ends.py": TOP + TRUE.replace("mine/a", "mine/above") + "1 / 0\n",
    "base.py": "from proofs_check import *\nclass Odd(BaseException): pass\nraise Odd('odd')\n",
    "deep.py": "from proofs_check import *\ndef f(): f()\nf()\n",
    "good.py": TOP + TRUE,
}


def test_what_cannot_be_meant_is_told_and_the_rest_is_examined(tmp_path: Path) -> None:
    written(tmp_path, BAD)
    known = read((str(tmp_path),))
    assert known.own == {"mine/a", "mine/below", "mine/above"}
    told = "\n".join(known.wrong)
    for sentence in (
        "shapes.py, line 7: mine/shapes: The two sides have different shapes",
        "names.py, line 10: NameError: name 'Absent' is not defined",
        "syntax.py, line 2: SyntaxError",
        "leans.py, line 7: mine/leans: in uses=..., Unknown id 'mine/shapes'",
        "ends.py, line 11: ZeroDivisionError",
        "base.py, line 3: Odd: odd.",
        "deep.py, line 2: RecursionError",
    ):
        assert sentence in told
    assert len(known.wrong) == 7


def test_a_command_that_leaves_something_out_ends_with_2_whatever_else_it_finds(tmp_path: Path) -> None:
    written(tmp_path, {name: BAD[name] for name in ("shapes.py", "good.py")})
    for command in ("list", "check"):
        more = ("--witness=words", "-q") if command == "check" else ()
        done = CliRunner().invoke(main, (command, "--claims", str(tmp_path), *more))
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert "shapes.py, line 7: mine/shapes: The two sides" in done.stderr
        assert ("0 unexpected" if command == "check" else "mine/a") in done.stdout


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import os\nos._exit(0)\n", "one.py ends the process that reads it, with status 0: take out of it"),
        ("import ctypes\nctypes.string_at(0)\n", "one.py crashes the process that reads it, by SIGSEGV"),
        ("while True: pass\n", "one.py is still being read after 0.5 s: take out of it the loop"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="there is no copy of the process elsewhere")
def test_a_file_that_ends_crashes_or_never_ends_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    monkeypatch.setattr(trial, "SECONDS", 0.5)
    folders = written(tmp_path, {"a.py": TOP + TRUE, "one.py": "import proofs_check\n" + text})
    done = CliRunner().invoke(main, ("list", "--claims", *folders))
    assert (done.exit_code, sentence in done.stderr, done.stderr.count("\n")) == (2, True, 1), done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux alone")
def test_a_file_that_fills_the_memory_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "READING", 1 << 28)
    text = "import proofs_check\nheld = []\nwhile True: held.append(bytearray(1 << 24))\n"
    known = read(written(tmp_path, {"one.py": text, "two.py": TOP + TRUE}))
    assert known.own == {"mine/a"}
    assert "one.py, line 3: MemoryError: it asks for more memory than the reading of claim files" in known.wrong[0]


@pytest.mark.skipif(sys.platform != "linux", reason="there is no copy of the process elsewhere")
def test_pytest_examines_the_rest_and_fails_on_what_cannot_be_meant(tmp_path: Path) -> None:
    written(tmp_path, {name: BAD[name] for name in ("shapes.py", "good.py")})
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "--lemmata-claims", str(tmp_path))
    done = subprocess.run((*command, "--collect-only", "--rootdir", str(tmp_path), "-c", "/dev/null", str(tmp_path)),
                          capture_output=True, text=True, check=False)  # fmt: skip
    assert "lemmata::" in done.stdout
    assert "shapes.py, line 7" in done.stdout
    assert "lemmata::mine/a" in done.stdout
