"""A claim file is a program: whatever it does ends in a sentence, and one bad claim never hides the others."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs_check import registry
from proofs_check.cli import main
from proofs_check.errors import UserError
from proofs_check.own import trial
from proofs_check.registry import load, read, tried
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


@pytest.mark.parametrize("raised", ["ValueError('odd')", "Odd('odd')", "SystemExit('odd')"])
def test_a_claim_that_raises_anything_hides_no_later_one(tmp_path: Path, raised: str) -> None:
    bad = claim_of(f"raise {raised}", id="mine/bad", name="bad")
    text = TOP + "class Odd(BaseException): pass\n" + bad + TRUE
    known = read(written(tmp_path, {"one.py": text}))
    assert known.own == {"mine/a"}
    assert [sentence.split(": ", 1)[1] for sentence in known.wrong] == [f"{raised.split('(')[0]}: odd."]


def test_what_is_no_file_that_can_be_read_is_told_and_the_rest_is_examined(tmp_path: Path) -> None:
    written(tmp_path, {"a.py": TOP + TRUE})
    (tmp_path / ".#a.py").symlink_to("somebody@elsewhere.1")  # what Emacs leaves beside a file that is being edited
    (tmp_path / "nowhere.py").symlink_to("absent.py")
    (tmp_path / "folder.py").mkdir()
    done = CliRunner().invoke(main, ("list", "--claims", str(tmp_path)))
    assert (done.exit_code, "mine/a" in done.stdout) == (2, True), done.output
    folder, nowhere = done.stderr.splitlines()
    assert "folder.py: it cannot be read, for it is a folder: rename it." in folder
    assert "nowhere.py: it cannot be read, for it is a link that leads nowhere" in nowhere


def test_what_a_claim_file_prints_is_no_output_of_a_command(tmp_path: Path) -> None:
    text = "print('printed at the top')\n" + TOP + claim_of("print('printed inside'); return eq(A, A)")
    folders = written(tmp_path, {"one.py": text})
    done = CliRunner().invoke(main, ("check", "--claims", *folders, "--witness=words", "--json=-", "--quiet"))
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["claims"]
    assert "printed at the top" in done.stderr
    assert "printed inside" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="the shell of POSIX closes the stream")
def test_a_closed_standard_output_is_no_matter(tmp_path: Path) -> None:
    folders = written(tmp_path, {"one.py": TOP + TRUE})
    command = [sys.executable, "-m", "proofs_check.cli", "check", "--claims", *folders, "--witness=words", "--fresh"]
    done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *command], capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import os\nos._exit(0)\n", "one.py ends the process that reads it, with status 0: take out of it"),
        ("import ctypes\nctypes.string_at(0)\n", "one.py crashes the process that reads it, by SIGSEGV"),
        ("raise KeyboardInterrupt\n", "one.py ends the process that reads it, with status 130"),
        ("while True: pass\n", "one.py is still being read after 4 s: take out of it the loop"),
        ("import os, threading\nthreading.Timer(99, os._exit, (0,)).start()\n", "one.py leaves a thread running: "),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="there is no copy of the process elsewhere")
def test_a_file_that_ends_crashes_or_never_ends_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    monkeypatch.setattr(trial, "SECONDS", 4.0)
    folders = written(tmp_path, {"a.py": TOP + TRUE, "one.py": "import proofs_check\n" + text})
    done = CliRunner().invoke(main, ("list", "--claims", *folders))
    assert (done.exit_code, sentence in done.stderr, done.stderr.count("\n")) == (2, True, 1), done.stderr
    assert "mine/a" in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="there is no copy of the process elsewhere")
def test_the_claims_beside_files_that_end_the_process_are_examined(tmp_path: Path) -> None:
    top = "import proofs_check\nimport os\n"
    folders = written(tmp_path, {
        "leans.py": "from .helper import x\n" + TOP + claim_of("return eq(A, A)", id="mine/leans"),
        "helper.py": top + "os._exit(3)\n",
        "aborts.py": top + "os.abort()\n",
        "one.py": TOP + TRUE,
        "two.py": TOP + claim_of("return eq(A, A)", id="mine/b"),
    })  # fmt: skip
    line = ("check", "--claims", *folders, "--witness=words", "--jobs=2", "--fresh", "--quiet", "--json=-")
    done = CliRunner().invoke(main, line)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 3), done.output
    assert "leans.py, line 1: " in done.stderr
    assert done.stderr.count("helper.py ends the process that reads it, with status 3") == 2
    assert "aborts.py crashes the process that reads it, by SIGABRT" in done.stderr
    assert done.stdout.count('"verdict": "PROVED"') >= 2
    assert {found["id"] for found in json.loads(done.stdout)["claims"]} == {"mine/a", "mine/b"}


def test_a_thread_that_ends_with_its_file_is_no_matter(tmp_path: Path) -> None:
    text = "import threading\nthreading.Timer(0.01, print).start()\n" + TOP + TRUE
    known = tried(written(tmp_path, {"one.py": text}))
    assert (known.own, known.wrong) == ({"mine/a"}, ())


@pytest.mark.parametrize("before", ["", "import threading; threading.Timer(999, print).start()"])
def test_in_python_such_a_file_is_told_and_the_program_goes_on(tmp_path: Path, before: str) -> None:
    folder = written(tmp_path, {"one.py": TOP + TRUE, "two.py": "import proofs_check\nimport os\nos._exit(3)\n"})[0]
    program = f"""
{before}
from proofs_check import check, load
from proofs_check.errors import UserError
try:
    load({folder!r})
except UserError as error:
    print(error)
print(check("mine/a", claims={folder!r}, only=("words",)).verdict.name)
import os, sys; sys.stdout.flush(); sys.stderr.flush(); os._exit(0)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "two.py ends the process that reads it, with status 3" in done.stdout
    assert done.stdout.endswith("PROVED\n"), done.stderr


def test_how_long_a_file_may_run_is_said_by_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEMMATA_READING_SECONDS", "1")
    folders = written(tmp_path, {"one.py": "import time\ntime.sleep(60)\n" + TOP + TRUE})
    done = CliRunner().invoke(main, ("list", "--claims", *folders))
    assert "one.py is still being read after 1 s" in done.stderr
    monkeypatch.setenv("LEMMATA_READING_SECONDS", "soon")
    done = CliRunner().invoke(main, ("list", "--claims", *folders))
    assert "LEMMATA_READING_SECONDS='soon' must be a positive number" in done.stderr


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


@pytest.mark.skipif(sys.platform != "linux", reason="there is no copy of the process elsewhere")
def test_a_copy_that_reads_for_ever_ends_with_the_process_that_waits_for_it(tmp_path: Path) -> None:
    told = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))"
    text = f"import proofs_check\nimport os\n{told}\nwhile True: pass\n"
    folder = written(tmp_path, {"one.py": text})[0]
    with subprocess.Popen([sys.executable, "-m", "proofs_check.cli", "list", "--claims", folder]) as command:
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            time.sleep(0.05)
        command.kill()
    place = Path("/proc", (tmp_path / "pid").read_text(), "stat")
    time.sleep(0.5)
    assert not place.exists() or place.read_text().split()[2] == "Z"
