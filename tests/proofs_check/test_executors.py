"""Claims are handed to any executor: the answers are those of one process, and a dead worker loses its own claim."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from proofs_check import check, dispatch, runner
from proofs_check.errors import UserError
from proofs_check.executors import Manned, Polled, check_executor, opened
from proofs_check.results import Result
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.workers import Died, alone

JOBS = [dispatch.Job(f"t/{k}", (), Context()) for k in range(4)]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="there is no copy of the process elsewhere")


def proved(job: dispatch.Job) -> Result:
    return Result(job.id, Verdict.PROVED)


def proved_but_for_2(job: dispatch.Job) -> Result:
    if job.id == "t/2":
        os._exit(9)
    return Result(job.id, Verdict.PROVED)


def kills_its_worker(job: dispatch.Job) -> Result:
    if job.id == "t/2":
        copied = os.getppid() != int(os.environ["PROCESS_OF_THE_TEST"])
        os.kill(os.getppid() if copied else os.getpid(), signal.SIGKILL)
    return Result(job.id, Verdict.PROVED)


def killed_the_first_time(job: dispatch.Job) -> Result:
    """The process that examines "t/2" is killed, but for the second time."""
    mark = Path(os.environ["MARK_OF_THE_TEST"])
    if job.id == "t/2" and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return Result(job.id, Verdict.PROVED)


class Losing(Executor):
    """Loses the worker of the claims in ``kills`` as often as told; ``whole``: and works no more from then on."""

    def __init__(self, kills: dict[str, int], *, whole: bool = False) -> None:
        self.kills, self.whole, self.broken = kills, whole, False
        self.asked: list[str] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.broken:
            raise BrokenExecutor("a child process terminated abruptly")
        future: Future[Any] = Future()
        job = args[-1] if args else None
        if isinstance(job, dispatch.Job):
            self.asked.append(job.id)
            if self.kills.get(job.id, 0):
                self.kills[job.id] -= 1
                self.broken = self.whole
                future.set_exception(Exception("KilledWorker"))
                return future
        future.set_result(fn(*args))
        return future


def results(executor: Executor, perform: dispatch.Perform = proved) -> dict[str, Result]:
    return {result.id: result for result in dispatch.performed(JOBS, perform, 1, executor)}


def test_a_claim_whose_worker_died_is_tried_once_more() -> None:
    executor = Losing({"t/1": 1})
    assert {result.verdict for result in results(executor).values()} == {Verdict.PROVED}
    assert executor.asked == ["t/0", "t/1", "t/2", "t/3", "t/1"]


def test_a_claim_whose_worker_died_twice_is_told_and_the_others_are_decided() -> None:
    found = results(Losing({"t/1": 2}))
    assert "the process that examined it died" in found["t/1"].defects[0]
    assert [found[f"t/{k}"].verdict.name for k in (0, 2, 3)] == ["PROVED"] * 3


@LINUX
@pytest.mark.parametrize(("perform", "way"), [
    (killed_the_first_time, "here"), (killed_the_first_time, "pool"), (killed_the_first_time, "executor"),
    (proved_but_for_2, "pool"), (proved_but_for_2, "executor"),
])  # fmt: skip
def test_a_claim_whose_copy_died_is_tried_once_more_whatever_the_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, perform: dispatch.Perform, way: str
) -> None:
    monkeypatch.setenv("MARK_OF_THE_TEST", str(tmp_path / "mark"))
    jobs = [replace(job, limit=60.0) for job in (JOBS[2:3] if way == "here" else JOBS)]
    made = ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) if way == "executor" else None
    with made or nullcontext():
        found = {result.id: result for result in dispatch.performed(jobs, perform, 2, made)}
    assert len(found) == len(jobs)
    again = found.pop("t/2")
    assert {result.verdict for result in found.values()} <= {Verdict.PROVED}
    if perform is killed_the_first_time:
        assert (again.verdict, again.defects) == (Verdict.PROVED, ())
    else:
        assert again.defects == ("t/2: defect: the process that examined it died, and so did the next (status 9)",)


@LINUX
@pytest.mark.parametrize(("sign", "how"), [(signal.SIGKILL, "SIGKILL, out of memory"), (signal.SIGTERM, "SIGTERM")])
def test_a_copy_that_dies_in_the_midst_of_its_answer_has_died(
    monkeypatch: pytest.MonkeyPatch, sign: signal.Signals, how: str
) -> None:
    class Dying(BytesIO):
        def __init__(self, number: int, mode: str) -> None:
            self.number = number

        def write(self, said: Any) -> int:
            os.write(self.number, said[: len(said) // 2])
            os.kill(os.getpid(), sign)
            return 0

    monkeypatch.setattr(os, "fdopen", Dying)
    with pytest.raises(Died, match=how):
        alone(str, 1, anywhere=True)


class Pools:
    """Pools of which the first so many fall before they have begun anything, when told of it or when asked."""

    def __init__(self, falling: int, *, at_once: bool) -> None:
        self.falling, self.at_once, self.active = falling, at_once, True

    @contextmanager
    def __call__(self, *args: Any, **more: Any) -> Iterator[Pools]:
        self.falling -= 1
        yield self

    def schedule(self, function: Any, args: Any, timeout: float | None) -> Future[Any]:
        if self.falling >= 0 and self.at_once:
            raise RuntimeError("Unexpected error within the Pool")
        future: Future[Any] = Future()
        if self.falling >= 0:
            future.set_exception(BrokenProcessPool("All workers expired"))
        else:
            future.set_result(args[0](args[1]))
        return future


@pytest.mark.parametrize("at_once", [False, True])
def test_a_pool_that_falls_before_it_has_begun_costs_no_claim(monkeypatch: pytest.MonkeyPatch, at_once: bool) -> None:
    monkeypatch.setattr(dispatch, "pool", Pools(2, at_once=at_once))
    assert [r.verdict.name for r in dispatch.performed(JOBS, proved, 2, None)] == ["PROVED"] * 4
    monkeypatch.setattr(dispatch, "pool", Pools(2 * dispatch.POOLS, at_once=at_once))
    told = list(dispatch.performed(JOBS, proved, 2, None))
    assert all("the process that examined it died" in result.defects[0] for result in told)
    assert len(told) == 4


class Deserted(Executor):
    """A dask cluster that loses its last worker at "t/1" and waits for another."""

    def __init__(self) -> None:
        self._client = self
        self.workers = {"tcp://127.0.0.1:1": 1}

    def nthreads(self) -> dict[str, int]:
        return self.workers

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if args and args[-1].id == "t/1":
            self.workers = {}
        if self.workers:
            future.set_result(fn(*args))
        return future


def test_what_a_cluster_without_workers_leaves_is_examined_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Manned, "PATIENCE", 0.0)
    monkeypatch.setattr(dispatch, "_works", lambda executor: False)
    found = results(Deserted(), proved)
    assert [found[f"t/{k}"].verdict.name for k in range(4)] == ["PROVED"] * 4


def test_a_cluster_whose_first_worker_has_not_come_is_waited_for() -> None:
    cluster = Deserted()
    cluster.workers = {}
    manned = Manned(cluster)
    assert manned()
    assert Manned(ThreadPoolExecutor(1))()
    cluster.workers = {"tcp://127.0.0.1:1": 1}
    assert manned()


def test_what_falls_with_a_pool_that_is_broken_as_a_whole_is_examined_here() -> None:
    with ProcessPoolExecutor(1) as executor:
        executor.submit(os.getpid).result()
        for process in list(executor._processes.values()):
            process.kill()
        found = results(executor, proved_but_for_2)
    assert "the process that examined it died" in found["t/2"].defects[0]
    assert [found[f"t/{k}"].verdict.name for k in (0, 1, 3)] == ["PROVED"] * 3


def test_workers_with_other_code_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_tell", lambda perform, job: dispatch._Told(proved(job), None, "other"))
    with pytest.raises(UserError, match="The executor's workers run other code than this process"):
        results(Losing({}))


def test_check_takes_any_executor_and_answers_as_one_process_does(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        "from proofs_check import *\nA = matrix('A')\n"
        "for k in range(2):\n"
        "    @claim(f'mine/{k}', kind=Kind.IDENTITY, witnesses=('words',))\n"
        "    def one():\n        return eq(tr(A), (k + 1) * tr(A.T))\n"
    )
    here = check("mine/*", claims=tmp_path)
    with ThreadPoolExecutor(1) as executor:
        there = check("mine/*", claims=tmp_path, executor=executor)
    assert {id: (r.verdict, r.parts) for id, r in here.items()} == {id: (r.verdict, r.parts) for id, r in there.items()}


class Batch:
    """As submitit has them: no executor of concurrent.futures, and its jobs are asked whether they are done."""

    def __init__(self, kills: int = 0) -> None:
        self.kills, self.cancelled = kills, 0

    def submit(self, fn: Any, *args: Any) -> Batched:
        return Batched(self, pickle.dumps((fn, args)))


class Batched:
    def __init__(self, batch: Batch, asked: bytes) -> None:
        self.batch, self.asked, self.looks = batch, asked, 0

    def done(self) -> bool:
        self.looks += 1
        return self.looks > 1

    def result(self) -> Any:
        fn, (*args,) = pickle.loads(self.asked)
        if args[1:] and args[1].id == "t/1" and self.batch.kills:
            self.batch.kills -= 1
            raise RuntimeError("the job was preempted")
        return pickle.loads(pickle.dumps(fn(*args)))

    def cancel(self) -> None:
        self.batch.cancelled += 1


@pytest.mark.parametrize("kills", [0, 1, 2])
def test_jobs_of_a_batch_system_are_asked_whether_they_are_done(monkeypatch: pytest.MonkeyPatch, kills: int) -> None:
    monkeypatch.setattr(Polled, "EVERY", 0.01)
    found = results(check_executor(Batch(kills), "executor"))
    lost = {id for id, result in found.items() if result.verdict is not Verdict.PROVED}
    assert (len(found), lost) == (4, {"t/1"} if kills == 2 else set())
    if kills == 2:
        assert "and so did the next (RuntimeError: the job was preempted)" in found["t/1"].defects[0]


def test_jobs_that_nobody_waits_for_any_more_are_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Polled, "EVERY", 60.0)
    batch = Batch()
    with check_executor(batch, "executor") as executor:
        executor.submit(int)
        executor.submit(int)
    assert batch.cancelled == 2


def test_claims_are_examined_by_submitit(tmp_path: Path) -> None:
    submitit = pytest.importorskip("submitit")
    made = submitit.AutoExecutor(tmp_path, cluster="local")
    made.update_parameters(timeout_min=5)
    found = results(check_executor(made, "executor"), proved_but_for_2)
    assert "and so did the next (status 9)" in found["t/2"].defects[0]
    assert [found[f"t/{k}"].verdict.name for k in (0, 1, 3)] == ["PROVED"] * 3


def made() -> Executor:
    return ThreadPoolExecutor(1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("somewhere", "'somewhere' must be loky, dask:tcp://HOST:PORT or MODULE:FUNCTION"),
        ("no_such_module:made", "cannot be made: ModuleNotFoundError"),
        ("os:getcwd", "which is no concurrent.futures.Executor: pass one"),
        ("dask:", "must be loky, dask:tcp://HOST:PORT"),
    ],
)
def test_an_executor_that_is_none_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence), opened(text, 1):
        pass


@pytest.mark.parametrize(("text", "library"), [("loky", "loky"), ("dask:tcp://127.0.0.1:1", "distributed")])
def test_what_must_be_installed_is_said(monkeypatch: pytest.MonkeyPatch, text: str, library: str) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    sentence = f"--executor '{text}' needs {library}, which is not installed: pip install 'lemmata[cluster]'."
    with pytest.raises(UserError) as told, opened(text, 1):
        pass
    assert str(told.value) == sentence


def test_a_function_of_ones_own_makes_the_executor() -> None:
    with opened("tests.proofs_check.test_executors:made", 1) as executor:
        assert executor.submit(int).result() == 0


@pytest.mark.parametrize("perform", [proved_but_for_2, kills_its_worker])
def test_loky_loses_the_claim_of_a_killed_worker_alone(
    monkeypatch: pytest.MonkeyPatch, perform: dispatch.Perform
) -> None:
    pytest.importorskip("loky")
    monkeypatch.setenv("PROCESS_OF_THE_TEST", str(os.getpid()))
    with opened("loky", 1) as executor:
        executor.submit(int).result()
        found = results(executor, perform)
    assert "the process that examined it died" in found["t/2"].defects[0]
    assert [found[f"t/{k}"].verdict.name for k in (0, 1, 3)] == ["PROVED"] * 3


def test_dask_loses_the_claim_of_a_killed_worker_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setenv("PROCESS_OF_THE_TEST", str(os.getpid()))
    made = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with made as cluster, opened(f"dask:{cluster.scheduler_address}", 1) as executor:
        for perform in (proved_but_for_2, kills_its_worker):
            found = results(executor, perform)
            assert "the process that examined it died" in found["t/2"].defects[0]
            assert [found[f"t/{k}"].verdict.name for k in (0, 1, 3)] == ["PROVED"] * 3


def test_the_runner_names_its_job_for_those_who_write_executors() -> None:
    assert runner.Job is dispatch.Job
