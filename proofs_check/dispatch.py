"""Where jobs run: here, in processes of this machine, or wherever an executor has its workers.

Every claim runs in a copy of the process that took it, where there are such copies: what it does to that copy, it does
to itself alone.  A claim whose copy or worker dies is tried once more when the others are done, in another copy of
another process, one such claim after the other: where two at once had no room, one may.  Then it is said.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from . import registry, sources, standings
from .claims import Claim
from .errors import UserError
from .executors import Manned
from .merging import merge
from .own.folders import LeftOut
from .results import Examined, Result
from .verdict import Outcome, Verdict
from .witnesses import Context
from .workers import PATIENCE, Died, alone, forks, pool

_GRACE = 60.0
"""Seconds after the end of patience at which a whole worker is stopped, where its copy could not be."""


@dataclass(frozen=True, slots=True)
class Job:
    """One claim to examine; ``folders`` are the user's claim folders, loaded again where the job runs."""

    id: str
    names: tuple[str, ...]
    context: Context
    folders: tuple[str, ...] = ()
    limit: float | None = None
    """Seconds that it may take."""
    memory: int | None = None
    """Bytes that it may take, beside those that its process holds already."""
    deadly: LeftOut = ()
    """Files of the folders that are not read."""


Perform = Callable[[Job], Result]
Asked = Iterator[tuple[Job, Callable[[], Result]]]
"""Jobs in the order in which they end, each with what gives its result or raises what became of it."""
Found = TypeVar("Found")


Lost = dict[Job, Exception]
"""Jobs whose process died, each with what is known of how."""


def performed(jobs: Sequence[Job], perform: Perform, processes: int, executor: Executor | None) -> Iterator[Result]:
    """The results as they come."""
    once, twice = Lost(), Lost()
    if executor is None:
        yield from _settled(_asked(jobs, perform, processes), once)
        yield from _settled(_by_pool(tuple(once), perform, 1), twice)
    else:
        manned = Manned(executor)
        yield from _settled(_by_executor(jobs, perform, executor, manned), once)
        yield from _settled(_by_executor(tuple(once), perform, executor, manned), twice)
        if twice and not _works(executor):  # it fell as a whole, with innocent claims
            fallen, twice = twice, Lost()
            yield from _settled(_by_pool(tuple(fallen), perform, processes), twice)
    yield from (_lost(job, error) for job, error in twice.items())


def _asked(jobs: Sequence[Job], perform: Perform, processes: int) -> Asked:
    """On this machine."""
    bounded = any(job.limit is not None or job.memory is not None for job in jobs)
    if len(jobs) > 1 and (processes > 1 or bounded):
        return _by_pool(jobs, perform, processes)
    return ((job, partial(_here, perform, job) if bounded else partial(perform, job)) for job in jobs)


def _here(perform: Perform, job: Job) -> Result:
    """In a copy of this very process, or, where there are none, in a process of its own."""
    if forks():
        return alone(perform, job, limit=job.limit, memory=job.memory, anywhere=True)
    with pool(1, job.names) as workers:
        found: Result = workers.schedule(_alone, (perform, job), timeout=job.limit).result()
        return found


def _alone(perform: Perform, job: Job, *, anywhere: bool = False) -> Result:
    """In a worker: by a copy of it, which remembers nothing of other claims but how those stand that are cited."""
    news_too = partial(_with_news, perform)
    found, news = alone(news_too, job, limit=job.limit, memory=job.memory, anywhere=anywhere)
    standings.hear(news)
    return found


def _with_news(perform: Perform, job: Job) -> tuple[Result, standings.Known]:
    return perform(job), standings.news()


POOLS = 3
"""So many pools may fall one after the other: one whose worker dies before it has work falls as a whole."""


def _by_pool(jobs: Sequence[Job], perform: Perform, processes: int) -> Asked:
    for _ in range(POOLS):
        if not jobs:
            return
        fallen: list[Job] = []
        yield from _by_one_pool(jobs, perform, processes, fallen)
        jobs = fallen
    yield from ((job, _gone) for job in jobs)


def _by_one_pool(jobs: Sequence[Job], perform: Perform, processes: int, fallen: list[Job]) -> Asked:
    """The jobs that the pool was not at when it fell are added to ``fallen``."""
    names = dict.fromkeys(name for job in jobs for name in job.names)
    lean = any(job.context.tier == "full" for job in jobs)
    with pool(min(processes, len(jobs)), tuple(names), lean=lean) as workers:
        scheduled: dict[Future[Result], Job] = {}
        for job in jobs:
            timeout = job.limit if job.limit is None or not forks() else PATIENCE * job.limit + _GRACE
            try:
                scheduled[workers.schedule(_alone, (perform, job), timeout=timeout)] = job
            except RuntimeError:
                fallen.append(job)
        for future in finished(scheduled, lambda: workers.active):
            if not future.done() or isinstance(future.exception(), BrokenProcessPool):
                fallen.append(scheduled[future])
            else:
                yield scheduled[future], future.result


def finished(
    waiting: Mapping[Future[Found], Job], alive: Callable[[], bool] = lambda: True
) -> Iterator[Future[Found]]:
    """The futures as they end; once the pool is not ``alive`` any more, nothing more is waited for."""
    pending = set(waiting)
    while pending:
        working = alive()
        done, pending = wait(pending, timeout=1.0, return_when=FIRST_COMPLETED)
        if not done and not working:
            done, pending = pending, set()
        yield from done


# Executors of others ---------------------------------------------------------------------------------------

@dataclass(frozen=True)
class _Told:
    """What a worker of an executor says: whatever else its future raises is the executor's matter."""

    result: Result | None
    error: Exception | None
    state: str
    """Of the code that said it."""


def _tell(perform: Perform, job: Job) -> _Told:
    """In a worker, of whatever kind: where it runs no threads, it can be copied."""
    try:
        return _Told(_alone(perform, job, anywhere=threading.active_count() == 1), None, sources.state())
    except Exception as error:
        return _Told(None, error, sources.state())


def _by_executor(jobs: Sequence[Job], perform: Perform, executor: Executor, manned: Callable[[], bool]) -> Asked:
    waiting: dict[Future[_Told], Job] = {}
    for job in jobs:
        try:
            waiting[executor.submit(_tell, perform, job)] = job
        except RuntimeError:  # broken, or shut down
            yield job, _gone
    for future in finished(waiting, manned):
        yield waiting[future], partial(_heard, future)


def _heard(future: Future[_Told]) -> Result:
    if not future.done():
        raise Died("the cluster has no workers any more")
    try:
        told = future.result()
    except Exception as error:
        raise Died(f"{type(error).__name__}: {error}".strip(": ")) from error
    if told.state != sources.state():
        raise UserError(
            "The executor's workers run other code than this process, or other versions of Python or of libraries: "
            "give them the same environment."
        )
    return _said(told)


def _gone() -> Result:
    raise Died


def _said(told: _Told) -> Result:
    if told.error is not None:
        raise told.error
    assert told.result is not None, "one of the two is there"
    return told.result


def _works(executor: Executor) -> bool:
    try:
        return bool(executor.submit(int).result(timeout=60) == 0)
    except Exception:
        return False


# What becomes of a job -------------------------------------------------------------------------------------

def _settled(asked: Asked, lost: Lost) -> Iterator[Result]:
    """The results; jobs whose process died are added to ``lost``."""
    for job, ask in asked:
        try:
            yield ask()
        except TimeoutError:
            yield stopped(_claim(job), at_time_limit(job.limit), job.limit)
        except MemoryError:
            yield stopped(_claim(job), _at_memory_limit(job.memory))
        except Exception as error:
            if isinstance(error, Died) or _is_of_a_dead_worker(error):
                lost[job] = error
            elif getattr(error, "is_user_error", False):
                raise
            else:
                said = f"{job.id}: defect: {type(error).__name__}: {error}"
                yield Result(job.id, Verdict.UNDECIDED, defects=(said,))


def _is_of_a_dead_worker(error: Exception) -> bool:
    from pebble import ProcessExpired  # slow to import

    return isinstance(error, ProcessExpired)


def _lost(job: Job, error: Exception) -> Result:
    how = str(error).removesuffix(".") or "out of memory?"
    sentence = f"{job.id}: defect: the process that examined it died, and so did the next ({how})"
    return Result(job.id, Verdict.UNDECIDED, defects=(sentence,))


def _claim(job: Job) -> Claim:
    claim = registry.read(job.folders, job.deadly).find(job.id).claim
    assert claim is not None, "only transcribed claims are examined"
    return claim


def at_time_limit(limit: float | None) -> str:
    """Why a claim was stopped, and what to do about it."""
    return f"stopped at the time limit of {limit:g} s; a larger limit, or none, lets it finish"


def _at_memory_limit(memory: int | None) -> str:
    if memory is None:
        return "stopped as the memory was full; fewer processes at once, or more memory, let it finish"
    gib = f"{memory / (1 << 30):.3g}"
    return f"stopped at the memory limit of {gib} GiB; a larger limit, or fewer processes, lets it finish"


def stopped(claim: Claim, sentence: str, seconds: float | None = None) -> Result:
    """A claim that was stopped at a limit is UNDECIDED, and says so."""
    rows = [
        Examined.of("limit", part.name, reading.name, Outcome(Verdict.UNDECIDED, sentence), 0.0)
        for part in claim.parts
        for reading in part.readings
    ]
    return replace(merge(claim, rows, seconds or 0.0), stopped=sentence)
