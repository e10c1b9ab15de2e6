"""A claim that takes too long is stopped with its process; the run goes on, keeps the rest, and leaves no process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from proofs_check import workers

_ROOT = Path(__file__).resolve().parents[2]
_CLAIMS = '''
"""One claim that is decided at once, one whose examination hangs in C, one whose process dies, one that is greedy."""
import os
import re
from pathlib import Path

from proofs_check import runner
from proofs_check.claims import Kind, claim
from proofs_check.statement.props import eq
from proofs_check.statement.terms import scalar

a = scalar("a")


def made(name):
    return claim(f"mine/{name}", kind=Kind.IDENTITY, source="my draft", witnesses=("words",))(lambda: eq(a, a))


quick, slow, dead, greedy = made("quick"), made("slow"), made("dead"), made("greedy")
usual = runner.examine


def examine(claim, names, context):
    if claim is slow:
        Path(__file__).with_name("pid").write_text(str(os.getpid()))
        re.fullmatch("(a+)+", "a" * 64 + "b")
    if claim is dead:
        os._exit(9)
    if claim is greedy:
        held = [bytearray(1 << 26) for _ in range(1 << 10)]
    return usual(claim, names, context)


runner.examine = examine  # claims are examined in copies of the process
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(_CLAIMS)
    return tmp_path


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    command = (sys.executable, "-m", "proofs_check.cli", "check", "--claims", str(folder), *arguments)
    return subprocess.Popen(
        command, cwd=_ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "LEMMATA_HOME": str(folder / "home")},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # ignored in background jobs
    )


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


def ends(pid: int) -> bool:
    for _ in range(200):
        if not alive(pid):
            return True
        time.sleep(0.05)
    return False


def pid_of_slow(folder: Path) -> int:
    for _ in range(2400):
        if (text := (folder / "pid").read_text() if (folder / "pid").exists() else ""):
            return int(text)
        time.sleep(0.05)
    raise AssertionError("the slow claim was never started")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_claim_that_takes_too_long_is_undecided_and_the_others_are_decided_and_kept(folder: Path, jobs: str) -> None:
    run = start(folder, "mine/quick", "mine/slow", "--time-limit", "2", "--jobs", jobs, "--json", "-")
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    rows = {row["id"]: row for row in json.loads(out)["claims"]}
    assert (rows["mine/quick"]["verdict"], rows["mine/slow"]["verdict"]) == ("PROVED", "UNDECIDED")
    (said,) = rows["mine/slow"]["witnesses"]
    assert said["sentence"] == "stopped at the time limit of 2 s; a larger limit, or none, lets it finish"
    assert [path.parent.name for path in folder.glob("home/results/*/*.json")] == ["mine_quick"]
    assert ends(pid_of_slow(folder))


def test_what_was_stopped_is_said_and_strict_fails_on_it(folder: Path) -> None:
    run = start(folder, "mine/slow", "--time-limit", "2", "--strict")
    out, err = run.communicate(timeout=60)
    assert run.returncode == 1, err
    assert "stopped mine/slow: stopped at the time limit of 2 s" in out


def test_a_process_that_dies_takes_its_own_claim_alone_along(folder: Path) -> None:
    run = start(folder, "mine/dead", "mine/quick", "--jobs", "2", "--json", "-")
    out, err = run.communicate(timeout=60)
    rows = {row["id"]: row for row in json.loads(out)["claims"]}
    assert run.returncode == 1, err
    assert rows["mine/quick"]["verdict"] == "PROVED"
    assert "the process that examined it died" in rows["mine/dead"]["defects"][0]


def test_a_claim_that_fills_the_memory_is_undecided_and_each_result_is_told_when_it_is_there(folder: Path) -> None:
    run = start(folder, "mine/greedy", "mine/quick", "--memory-limit", "0.5", "--jobs", "1")
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    assert "stopped mine/greedy: stopped at the memory limit of 0.5 GiB; a larger limit, or fewer processes" in out
    lines = err.splitlines()
    assert [line.split(",")[0] for line in sorted(lines)] == ["mine/greedy UNDECIDED", "mine/quick PROVED"]


@pytest.mark.skipif(sys.platform != "linux", reason="who waits for a core is told by the kernel")
@pytest.mark.parametrize(("waited", "end"), [(0.5, 1.5), (1.0, 2.0), (1e9, 10.0)])
def test_what_a_copy_waits_for_a_core_is_not_counted_but_patience_ends(
    waited: float, end: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_waited", lambda process: waited)
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        workers.alone(time.sleep, 60.0, limit=1.0 if end < 10 else 0.1, anywhere=True)
    assert (end if end < 10 else 1.0) <= time.monotonic() - started < end + 5


@pytest.mark.skipif(sys.platform != "linux", reason="who waits for a core is told by the kernel")
def test_what_a_process_waits_for_a_core_is_what_it_neither_slept_nor_ran() -> None:
    started, ran, waited = time.monotonic(), time.process_time(), workers._waited(os.getpid())
    while time.process_time() - ran < 0.3:
        pass
    passed = time.monotonic() - started
    assert abs(passed - 0.3 - (workers._waited(os.getpid()) - waited)) < 0.1
    waited = workers._waited(os.getpid())
    time.sleep(0.3)
    assert workers._waited(os.getpid()) - waited < 0.2


def test_a_copy_is_stopped_within_a_second_of_its_limit_in_the_midst_of_native_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "_waited", lambda process: 0.0)
    started = time.monotonic()
    with pytest.raises(TimeoutError):
        workers.alone(partial(re.fullmatch, "(a+)+"), "a" * 64 + "b", limit=0.3, anywhere=True)
    assert time.monotonic() - started < 1.3


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_or_killed_run_leaves_no_hung_process_behind(folder: Path, sign: signal.Signals) -> None:
    run = start(folder, "mine/quick", "mine/slow", "mine/dead", "--jobs", "2")
    pid = pid_of_slow(folder)
    run.send_signal(sign)
    _, err = run.communicate(timeout=60)
    assert run.returncode == (130 if sign is signal.SIGINT else -signal.SIGKILL), err
    assert ends(pid)
    assert "leaked" not in err


def test_ctrl_c_never_reaches_a_worker_not_even_while_it_starts() -> None:
    ask = signal.pthread_sigmask, (signal.SIG_BLOCK, ())
    with workers.pool(1) as made:
        held = made.schedule(*ask).result(timeout=60)
    assert signal.SIGINT in held
    assert signal.SIGINT not in ask[0](*ask[1]), "here it is as before"


@pytest.mark.parametrize("value", ["0", "-3", "nan"])
def test_a_limit_that_is_no_positive_number_is_refused(folder: Path, value: str) -> None:
    run = start(folder, "--time-limit", value)
    _, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (
        2, f"lemmata: --time-limit {value} must be a positive number of seconds, for example 60.\n"
    )


def test_memory_is_given_back_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoTrim:
        """A C library without glibc's function."""

    workers.release()
    monkeypatch.setattr(workers.ctypes, "CDLL", lambda name: NoTrim())
    workers.release()
