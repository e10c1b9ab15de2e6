"""What is wrong with the store costs no run its results, and no file in it is taken for what it is not."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs_check import runner, store
from proofs_check.cli import main
from proofs_check.errors import UserError
from proofs_check.results import Result
from proofs_check.store import KEPT, Store
from proofs_check.verdict import Verdict
from tests.proofs_check.stubs import make_claim, make_registry
from tests.proofs_check.test_runner import CONTEXT, examine, stubs  # noqa: F401 (a fixture)

RESULT = Result("t/a", Verdict.REFUTED, "a = 1", seconds=0.5)


def kept(folder: Path, result: Result = RESULT) -> Path:
    Store(folder).write(result.id, "k" * 32, result)
    (path,) = (folder / "results" / result.id.replace("/", "_")).glob("*.json")
    return path


def test_what_is_written_is_read(tmp_path: Path) -> None:
    kept(tmp_path)
    assert Store(tmp_path).read("t/a", "k" * 32) == RESULT


def test_what_a_change_left_valid_is_not_looked_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = replace(RESULT, executed=("proofs_check/store.py read",))
    kept(tmp_path, result)
    monkeypatch.setattr(store.sources, "state", lambda: "another state")
    assert Store(tmp_path).read("t/a", "k" * 32) == RESULT
    monkeypatch.setattr(store, "_code", lambda executed: pytest.fail("it is looked up again"))
    assert Store(tmp_path).read("t/a", "k" * 32) == RESULT


def test_a_verdict_edited_by_hand_counts_as_none(tmp_path: Path) -> None:
    path = kept(tmp_path)
    path.write_text(path.read_text().replace("REFUTED", "PROVED"))
    assert Store(tmp_path).read("t/a", "k" * 32) is None


def test_a_result_under_another_claims_key_counts_as_none(tmp_path: Path) -> None:
    path = kept(tmp_path)
    for folder, name in (("t_b", path.name), ("t_a", "j" * 32 + path.name[32:])):
        (tmp_path / "results" / folder).mkdir(exist_ok=True)
        (tmp_path / "results" / folder / name).write_text(path.read_text())
    assert Store(tmp_path).read("t/b", "k" * 32) is None
    assert Store(tmp_path).read("t/a", "j" * 32) is None


@pytest.mark.parametrize("wrong", [
    {"figures": None}, {"seconds": "abc"}, {"seconds": None}, {"defects": [1]}, {"witnesses": 3}, {"seal": 1},
    {"executed": 3}, {"parts": [[]]}, {"more": 1}, {"id": "t/b"},
])  # fmt: skip
def test_json_of_wrong_types_counts_as_none(tmp_path: Path, wrong: dict[str, object]) -> None:
    path = kept(tmp_path)
    path.write_text(json.dumps({**json.loads(path.read_text()), **wrong}))
    assert Store(tmp_path).read("t/a", "k" * 32) is None
    assert Store(tmp_path).last_seconds("t/a") in (0.5, None)


def test_a_store_that_cannot_be_written_costs_the_run_no_result(stubs, monkeypatch, tmp_path) -> None:  # noqa: F811
    def full(path: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(store, "write_text", full)
    known, said = make_registry(make_claim("t/a"), make_claim("t/b")), list[str]()
    results = examine(known, monkeypatch, store=Store(tmp_path), say=said.append)
    assert [result.verdict for result in results.values()] == [Verdict.PROVED, Verdict.PROVED]
    assert len(said) == 1
    assert said[0].startswith("results cannot be kept: No space left on device (")
    assert said[0].endswith("set LEMMATA_HOME to a folder that can be written.")


@pytest.mark.parametrize("place", ["results", "results/t_a"])
def test_a_file_where_a_folder_of_the_store_should_be_is_told_and_costs_nothing(
    stubs, monkeypatch, tmp_path, place: str  # noqa: F811
) -> None:  # fmt: skip
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_text("")
    said = list[str]()
    known = make_registry(make_claim("t/a"))
    assert examine(known, monkeypatch, store=Store(tmp_path), say=said.append)["t/a"].verdict is Verdict.PROVED
    assert len(said) == 1
    assert runner.stored(tuple(known), CONTEXT, known=known, store=Store(tmp_path)) == {}


def test_two_runs_that_prune_the_results_of_one_claim_do_not_meet_in_an_error(tmp_path: Path) -> None:
    wrong: list[BaseException] = []

    def write(who: int) -> None:
        try:
            for k in range(60):
                Store(tmp_path).write("t/a", f"{who}{k:031}", RESULT)
        except OSError as error:
            wrong.append(error)

    threads = [threading.Thread(target=write, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(list((tmp_path / "results" / "t_a").glob("*.json"))) <= KEPT + 4


WRITER = """
import sys
from pathlib import Path
from proofs_check.results import Result
from proofs_check.store import Store
from proofs_check.verdict import Verdict
folder, who = sys.argv[1:]
sys.stdin.readline()  # all begin at once
for k in range(300):
    Store(Path(folder)).write("t/a", f"{who}{k:031}", Result("t/a", Verdict.REFUTED))
    Store(Path(folder)).last_seconds("t/a")
"""


def test_runs_of_their_own_that_prune_at_once_do_not_meet_in_an_error(tmp_path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(who)], text=True,
                         stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        for who in range(3)
    ]  # fmt: skip
    for writer in writers:
        writer.stdin.write("\n")  # type: ignore[union-attr]
        writer.stdin.flush()  # type: ignore[union-attr]
    said = [writer.communicate()[1] for writer in writers]
    assert (said, [writer.returncode for writer in writers]) == (["", "", ""], [0, 0, 0])
    assert len(list((tmp_path / "results" / "t_a").iterdir())) <= KEPT + 3


CLAIMS = """from proofs_check import Kind, claim, eq, matrix, tr
A = matrix("A")
@claim("mine/a", kind=Kind.IDENTITY, witnesses=("words",))
def a():
    return eq(tr(A), tr(A.T))
"""


@pytest.mark.parametrize("home", ["file", "file/below", "/proc/nowhere"])
def test_a_home_that_cannot_be_written_costs_no_command_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "one.py").write_text(CLAIMS)
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / home))
    done = CliRunner().invoke(main, ["check", "--claims", str(tmp_path), "-q", "--json=-", "--time-limit=none"])
    assert done.exit_code == 0, done.output
    assert '"verdict": "PROVED"' in done.stdout
    assert done.stderr.startswith("lemmata: results cannot be kept: ")
    assert done.stderr.endswith("set LEMMATA_HOME to a folder that can be written.\n")
    assert done.stderr.count("\n") == 1
    for line in (["list", "--claims", str(tmp_path)], ["show", "mine/a", "--claims", str(tmp_path)]):
        done = CliRunner().invoke(main, line)
        assert (done.exit_code, done.stderr) == (0, ""), done.output
        assert "mine/a" in done.stdout


def test_a_home_that_can_only_be_read_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*args: object, **more: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    kept(tmp_path)
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path))
    monkeypatch.setattr(store.tempfile, "TemporaryFile", refused)
    assert Store(store.store_folder()).read("t/a", "k" * 32) == RESULT
    with pytest.raises(UserError, match="cannot be written: Read-only file system"):
        store.home()


def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "chmod", full)
    with pytest.raises(OSError, match="No space left on device") as told:
        store.write_bytes(tmp_path / "out.json", b"{}")
    assert told.value.filename == str(tmp_path / "out.json")
    assert list(tmp_path.iterdir()) == []


def test_what_killed_writers_left_is_removed_and_what_is_being_written_is_not(tmp_path: Path) -> None:
    folder = kept(tmp_path).parent
    old, new = folder / ".k.json.abc", folder / ".k.json.def"
    for path in (old, new):
        path.write_text("half")
    os.utime(old, (time.time() - 7200,) * 2)
    kept(tmp_path)
    assert (old.exists(), new.exists()) == (False, True)


def test_an_output_that_cannot_be_written_is_one_sentence_and_status_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, held: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(store, "write_bytes", full)
    done = CliRunner().invoke(main, ("new", "mine/a", "--claims", str(tmp_path)))
    assert done.exit_code == 2
    place = str(tmp_path / "a.py")
    assert done.stderr == (
        f"lemmata: {place!r}: No space left on device. Mend that, then run the same command again.\n"
    )
    assert not (tmp_path / "a.py").exists()
