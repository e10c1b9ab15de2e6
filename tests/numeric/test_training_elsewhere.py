"""The models of an experiment are tasks of an executor: outcomes are those of one process, what is done is kept."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from numeric.errors import InputError
from numeric.training.checkpoint import save_json
from numeric.training.several import finish_all
from proofs_check.executors import opened

KEY = {"version": "1"}


@dataclass(frozen=True)
class Model:
    name: str


MODELS = tuple(Model(f"model {k}") for k in range(4))


def trained(folder: Path, model: Model, reports: object) -> bool:
    """Counts how often it was trained, and leaves its outcome."""
    with (folder / "log").open("a") as log:
        log.write(f"{model.name}\n")
    if (folder / "stop").exists() and model.name == "model 2":
        return False
    if (folder / "bad").exists() and model.name == "model 2":
        raise InputError("the loss of model 2 is no number.")
    save_json(folder / f"{model.name}.json", {"key": KEY, "curve": model.name, "loss": [[1, 0.5]]})
    return True


class Losing(Executor):
    """Runs at once, and loses the worker of "model 2" so many times."""

    def __init__(self, times: int) -> None:
        self.times = times

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if args[1].name == "model 2" and self.times:
            self.times -= 1
            future.set_exception(Exception("KilledWorker"))
        else:
            future.set_result(fn(*args))
        return future


def finished(
    folder: Path, executor: Executor, *, resume: bool = True, key: dict[str, Any] = KEY, work: Any = trained
) -> list[str]:
    folder.mkdir(exist_ok=True)
    found = finish_all(
        "figure-0", MODELS, lambda model: folder / f"{model.name}.json", key, partial(work, folder),
        lambda model: 1, jobs=1, resume=resume, progress=False, executor=executor,
    )  # fmt: skip
    return [one["curve"] for one in found]


def log(folder: Path) -> list[str]:
    return (folder / "log").read_text().split("\n")[:-1]


def test_a_pool_trains_all_of_them_and_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        names = [model.name for model in MODELS]
        assert finished(tmp_path, pool) == names
        assert sorted(log(tmp_path)) == names
        (tmp_path / "model 1.json").unlink()
        assert finished(tmp_path, pool) == names
        assert len(log(tmp_path)) == 5
        assert finished(tmp_path, pool, resume=False) == names
        assert len(log(tmp_path)) == 9


def test_a_lost_worker_is_tried_once_more_and_then_told_and_costs_no_other_model(tmp_path: Path) -> None:
    assert finished(tmp_path / "once", Losing(1)) == [model.name for model in MODELS]
    with pytest.raises(InputError, match=r"The worker that trained model 2 of figure-0 was lost \(Exception: Kill"):
        finished(tmp_path / "twice", Losing(2))
    assert sorted(log(tmp_path / "twice")) == ["model 0", "model 1", "model 3"]
    assert finished(tmp_path / "twice", Losing(0)) == [model.name for model in MODELS]
    assert len(log(tmp_path / "twice")) == 4


def test_outcomes_of_machines_without_a_common_disk_are_kept_here(tmp_path: Path) -> None:
    class Far(Losing):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future = super().submit(fn, *args, **kwargs)
            (tmp_path / f"{args[1].name}.json").unlink()
            return future

    assert finished(tmp_path, Far(0)) == [model.name for model in MODELS]
    assert len(list(tmp_path.glob("*.json"))) == 4


def test_what_a_worker_cannot_go_on_with_is_told_and_an_interrupt_there_is_one_here(tmp_path: Path) -> None:
    (tmp_path / "bad").touch()
    with pytest.raises(InputError, match=r"the loss of model 2 is no number\."):
        finished(tmp_path, Losing(0))
    (tmp_path / "bad").rename(tmp_path / "stop")
    with pytest.raises(KeyboardInterrupt):
        finished(tmp_path, Losing(0))


def test_workers_of_other_code_are_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="The workers train figure-0 by other code or settings: give them this"):
        finished(tmp_path, Losing(0), key={"version": "2"})


def trained_by_one_that_dies(folder: Path, model: Model, reports: object) -> bool:
    """Its worker is killed in the middle of "model 2", the first time."""
    if model.name == "model 2" and not (folder / "killed").exists():
        (folder / "killed").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return trained(folder, model, reports)


def test_dask_trains_all_of_them_though_a_worker_is_killed_in_the_middle(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    made = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with made as cluster, opened(f"dask:{cluster.scheduler_address}", 1) as executor:
        names = [model.name for model in MODELS]
        assert finished(tmp_path, executor, work=trained_by_one_that_dies) == names
        assert sorted(set(log(tmp_path))) == names
        (tmp_path / "model 1.json").unlink()
        done = len(log(tmp_path))
        assert finished(tmp_path, executor) == names
        assert log(tmp_path)[done:] == ["model 1"]


def one_pool() -> Executor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))


@pytest.mark.slow
def test_a_figure_is_trained_by_the_workers_of_an_executor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    from click.testing import CliRunner

    from proofs_check.cli import main

    def train(home: str, *more: str) -> list[dict[str, Any]]:
        monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / home))
        line = ("train", "ccs/figure-5", "--preset", "tiny", "-q", "--jobs", "1", "-o", str(tmp_path / f"{home}.json"))
        done = CliRunner().invoke(main, (*line, *more))
        assert done.exit_code == 0, done.output
        record = json.loads((tmp_path / f"{home}.json").read_text())
        return [{**curve, "seconds": 0} for curve in record["outcomes"]]

    pool = f"{__name__}:{one_pool.__name__}"
    assert train("there", "--executor", pool) == train("here") == train("there", "--executor", pool, "--resume")


def test_one_model_is_trained_here() -> None:
    from click.testing import CliRunner

    from proofs_check.cli import main

    done = CliRunner().invoke(main, ("train", "lsa", "--executor", "loky"))
    assert (done.exit_code, "--executor trains the models of an experiment" in done.output) == (2, True)
