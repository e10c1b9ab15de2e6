"""A process notes the functions that it calls; a worker examines each claim in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from proofs_check import executed
from proofs_check.store import Store, _unpacked

_ROOT = Path(__file__).resolve().parents[2]
_ASKED = """
from proofs_check import executed
assert executed.executed() is None, "nothing is watched yet"
executed.watch()
import proofs_check.statement.terms, symbolic.words, symbolic.landscape
before = set(executed.executed())
symbolic.landscape.landscape()
found = set(executed.executed())
print(*sorted(found - before), sep="\\n")
assert symbolic.landscape.landscape.__doc__
"""


def run(home: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LEMMATA_HOME": str(home), "PYTHONPATH": str(_ROOT), **variables}
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, cwd=_ROOT, env=environment)


def test_functions_count_as_executed_once_they_are_called(tmp_path: Path) -> None:
    for _ in range(2):  # the second time from kept code
        done = run(tmp_path, "-c", _ASKED, XDG_CACHE_HOME=str(tmp_path))
        assert done.returncode == 0, done.stderr
        called = {path: names for path, *names in map(str.split, done.stdout.splitlines())}
        assert "landscape" in called["symbolic/landscape.py"]
        assert "Scalar.__mul__" in called["symbolic/words/scalars.py"]
        assert "symbolic/words/weights.py" not in called


def test_without_a_watch_nobody_knows_what_was_executed() -> None:
    watched = any(isinstance(finder, executed._Finder) for finder in sys.meta_path)
    assert watched or executed.executed() is None


def test_each_claim_of_a_run_is_kept_with_what_it_alone_executed(tmp_path: Path) -> None:
    done = run(tmp_path, "-m", "proofs_check.cli", "check", "zfb/lemma-32-trace", "zfb/eq-2*", "--jobs", "2", "-q",
               "--witness", "words,entries")  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    kept = [json.loads(path.read_text()) for path in (tmp_path / "results").glob("*/*.json")]
    assert len(kept) > 2
    assert len({one["executed"] for one in kept}) > 1
    for one in kept:
        called = {path: names for path, *names in map(str.split, _unpacked(one["executed"]) or ())}
        assert {"perform", "examine"} <= set(called["proofs_check/runner.py"])
        assert "run" not in called["proofs_check/runner.py"]
        assert "numeric/training/attention/run.py" not in called
    again = run(tmp_path, "-m", "proofs_check.cli", "check", "zfb/lemma-32-trace", "-q", "--witness", "words,entries")
    assert again.returncode == 0
    assert Store(tmp_path).last_seconds("zfb/lemma-32-trace") is not None
