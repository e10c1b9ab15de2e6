"""Experiments within a budget: they stop in time, go on after kill -9, and what fails costs itself alone."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

pytest.importorskip("torch")

from numeric.training.attention import settings as attention
from proofs_check.errors import UserError
from proofs_check.evidence import budgeted, experiments
from proofs_check.evidence.budgeted import plan, run_experiments
from proofs_check.evidence.records import read_record
from proofs_check.witnesses.trained.experiment import EXPERIMENTS, stale

FIGURES = ("ccs/figure-1", "ccs/figure-5")
BARE = Path(__file__).with_name("bare.py")
LONG = """
import sys
from dataclasses import replace
from types import MappingProxyType
from numeric.training.attention import run, settings
tiny = settings.PRESETS["figure-5"]["tiny"]
settings.PRESETS = {"figure-5": {"tiny": replace(tiny, steps=STEPS)}}
run.EVERY = {"cpu": 25}
from proofs_check.evidence.budgeted import run_experiments
run_experiments(600, sys.argv[1], "cpu", "tiny", only=["ccs/figure-5"])
"""


def quiet(line: str) -> None:
    """Nobody listens."""


def run(folder: Path, *only: str, budget: float = 600, **options: Any) -> list[budgeted.Ran]:
    return run_experiments(budget, folder, "cpu", "tiny", options.pop("progress", quiet), only=only, **options)


def lengthened(monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    """Figure 5 at its smallest, but with so many steps."""
    tiny = attention.PRESETS["figure-5"]["tiny"]
    longer = MappingProxyType({**attention.PRESETS["figure-5"], "tiny": replace(tiny, steps=steps)})
    presets = MappingProxyType({**attention.PRESETS, "figure-5": longer})
    monkeypatch.setattr(attention, "PRESETS", presets)
    changed = replace(EXPERIMENTS["ccs/figure-5"], presets=longer)
    monkeypatch.setitem(EXPERIMENTS, "ccs/figure-5", changed)


def curves(path: Path) -> list[dict[str, Any]]:
    return [{name: value for name, value in row.items() if name != "seconds"} for row in read_record(path).outcomes[1:]]


def test_records_are_written_and_another_call_finds_them(tmp_path: Path) -> None:
    lines: list[str] = []
    ran = run(tmp_path, *FIGURES, progress=lines.append)
    assert {one.id: one.state for one in ran} == dict.fromkeys(FIGURES, "finished")
    for one in ran:
        assert one.path is not None
        record = read_record(one.path)
        assert stale(record, "tiny") is None
        assert record.provenance["device_name"] == "cpu"
    assert any("ccs/figure-5: finished" in line for line in lines)
    assert not [*tmp_path.rglob("*.checkpoint"), *tmp_path.rglob("*.part")]
    assert {one.state for one in run(tmp_path, *FIGURES)} == {"there already"}


def test_what_is_stopped_by_the_budget_goes_on_and_ends_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path / "first", "ccs/figure-1")  # torch imports half of itself for the first optimiser
    lengthened(monkeypatch, 900)
    states: list[str] = []
    for k in range(20):
        budget = 0.7 * 1.3**k  # on a busy machine the first ones get nothing done
        at = time.process_time()  # what others do on the machine does not count
        (ran,) = run(tmp_path / "cut", "ccs/figure-5", budget=budget)
        assert time.process_time() - at < budget + 1.0
        states.append(ran.state)
        if ran.state == "finished":
            break
    assert set(states[:-1]) <= {"left out", "stopped"}
    assert "stopped" in states
    assert states[-1] == "finished", states
    (whole,) = run(tmp_path / "whole", "ccs/figure-5")
    assert ran.path
    assert whole.path
    assert curves(ran.path) == curves(whole.path)


def test_a_killed_run_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lengthened(monkeypatch, 600)
    code = LONG.replace("STEPS", "600")
    child = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "killed")], stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while not [*tmp_path.rglob("*.checkpoint")] and time.monotonic() < until:
            time.sleep(0.01)
    finally:
        child.kill()
        child.wait()
    assert [*tmp_path.rglob("*.checkpoint")]
    assert not [*tmp_path.glob("killed/*.json")]
    (again,) = run(tmp_path / "killed", "ccs/figure-5")
    (whole,) = run(tmp_path / "whole", "ccs/figure-5")
    assert again.path
    assert whole.path
    assert curves(again.path) == curves(whole.path)


def test_a_full_disk_costs_one_experiment_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    move = os.replace

    def full(source: Any, target: Any) -> None:
        if "figure-5" in str(target):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))
        move(source, target)

    monkeypatch.setattr(os, "replace", full)
    ran = {one.id: one for one in run(tmp_path, *FIGURES)}
    assert ran["ccs/figure-5"].state == "failed"
    assert "No space left on device" in ran["ccs/figure-5"].said
    assert "\n" not in ran["ccs/figure-5"].said
    assert ran["ccs/figure-1"].state == "finished"
    monkeypatch.undo()
    assert {one.state for one in run(tmp_path, *FIGURES)} == {"finished", "there already"}


def test_a_checkpoint_that_is_too_large_for_the_disk_is_told_by_the_system(tmp_path: Path) -> None:
    code = (
        "import resource, sys, torch; from pathlib import Path; from numeric.training.checkpoint import save_state\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "try:\n    save_state(Path(sys.argv[1]), {'a': torch.zeros(100_000)})\n"
        "except ValueError as error:\n    print(type(error).__name__, error)"
    )
    target = tmp_path / "a.checkpoint"
    done = subprocess.run([sys.executable, "-c", code, str(target)], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("InputError out cannot be written")
    assert "File too large" in done.stdout
    assert not [*tmp_path.iterdir()]


def test_a_missing_library_costs_the_experiments_that_need_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = "transformers is not installed"
    monkeypatch.setattr("numeric.training.in_context.run.transformers_missing", lambda: missing)
    ran = run(tmp_path, experiments.FIGURE, experiments.TABLE, "ccs/figure-2")
    states = {one.id: (one.state, missing in one.said) for one in ran}
    assert states == {
        experiments.FIGURE: ("failed", True), experiments.TABLE: ("failed", True), "ccs/figure-2": ("finished", False),
    }  # fmt: skip


def test_an_error_of_any_kind_is_named_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("CUDA error: an illegal memory access\nlong advice")

    monkeypatch.setattr("numeric.training.attention.training.GroupTrainer.losses", broken)
    (ran,) = run(tmp_path, "ccs/figure-4")
    assert (ran.state, ran.said) == ("failed", "RuntimeError: CUDA error: an illegal memory access")


@pytest.mark.parametrize("held", ["damaged", "of another configuration"])
def test_a_checkpoint_that_cannot_be_used_is_begun_anew(tmp_path: Path, held: str) -> None:
    import torch

    folder = tmp_path / "runs" / experiments.run_name("ccs/figure-5", "tiny", "cpu")
    folder.mkdir(parents=True)
    (name,) = budgeted.Experiment.of("ccs/figure-5", "tiny", "cpu", None, tmp_path).shares.values()
    if held == "damaged":
        name.checkpoint.write_bytes(b"half")
    else:
        torch.save({"identity": "another"}, name.checkpoint)
    lines: list[str] = []
    (ran,) = run(tmp_path, "ccs/figure-5", progress=lines.append)
    assert ran.state == "finished"
    assert any("begun anew" in line for line in lines)


def test_a_part_whose_file_is_damaged_is_made_anew(tmp_path: Path) -> None:
    (share,) = budgeted.Experiment.of("ccs/figure-5", "tiny", "cpu", None, tmp_path).shares.values()
    share.file.parent.mkdir(parents=True)
    share.file.write_text('{"key": ')
    assert run(tmp_path, "ccs/figure-5")[0].state == "finished"


def test_the_figures_need_torch_and_numpy_alone(tmp_path: Path) -> None:
    ids = [*experiments.ATTENTION, *([experiments.TABLE] if find_spec("transformers") else [])]
    command = [sys.executable, str(BARE), "proofs_check.evidence.budgeted", "--budget", "600", "--out", str(tmp_path),
               "--device", "cpu", "--preset", "tiny", *ids]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {path.name for path in tmp_path.glob("*.json")} == {f"{id.replace('/', '_')}.tiny.json" for id in ids}


def test_the_bare_machine_lacks_what_it_should(tmp_path: Path) -> None:
    for name, found in (("flint", "False"), ("click", "False"), ("numpy", "True"), ("sympy", "False")):
        (tmp_path / "asks.py").write_text(f"import importlib.util as u; print(u.find_spec({name!r}) is not None)")
        code = (
            f"import sys, runpy; sys.path.insert(0, {str(BARE.parent)!r}); import bare; bare.make_bare(); "
            f"bare.ROOT = __import__('pathlib').Path({str(tmp_path)!r}); runpy.run_path({str(tmp_path / 'asks.py')!r})"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == found, name


@pytest.mark.parametrize(
    ("budget", "out", "sentence"), [(0, "", "positive number of seconds"), (9, "file", "must be a folder")]
)
def test_bad_input_gives_one_sentence(tmp_path: Path, budget: float, out: str, sentence: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=sentence):
        run_experiments(budget, tmp_path / out, "cpu", "tiny", quiet)
    with pytest.raises(UserError, match="is no experiment"):
        run(tmp_path, "ccs/figure-3")


def test_what_is_worth_most_for_a_second_comes_first_if_it_can_be_finished(tmp_path: Path) -> None:
    made = [budgeted.Experiment.of(id, "gpu", "cpu", None, tmp_path) for id in experiments.PACKAGES]
    first = min(made, key=lambda one: one.rank(1e9))
    assert first.id == "ccs/figure-5"
    (worst,) = [one for one in made if one.id == experiments.FIGURE]
    assert worst.rank(60.0) > first.rank(60.0)
    # What is finished of an experiment counts: the rest of it costs less.
    share = next(iter(worst.shares.values()))
    before = worst.remaining()
    share.file.parent.mkdir(parents=True)
    share.file.write_text(json.dumps({"key": share.key}))
    assert worst.remaining() == pytest.approx(before * 7 / 8)


def test_the_plan_names_every_experiment_with_its_minutes() -> None:
    lines = plan()
    assert len(lines) == len(experiments.PACKAGES) + 1
    assert all("minutes" in line for line in lines)
    assert any(line.startswith("zwb/table-1   gpu") for line in lines)
