"""Runs witnesses over claims, in parallel, and keeps every finished result at once.

One job is one claim.  A job is a function of picklable arguments with a picklable result, submitted through
:class:`concurrent.futures.Executor`: a cluster's executor can take the place of the process pool.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import Any

from . import registry
from .claim import Claim, Kind, Part, Reading
from .records import RecordError
from .registry import Registry, Statement
from .results import Examined, Result, merge
from .store import Store
from .verdict import Outcome, Verdict
from .witnesses import NAMES, Context, Witness, witness

Progress = Callable[[Result], None]


@dataclass(frozen=True, slots=True)
class Job:
    """One claim to examine; ``folders`` are the user's claim folders, loaded again where the job runs."""

    id: str
    names: tuple[str, ...]
    context: Context
    folders: tuple[str, ...] = ()


def applicable(statement: Statement, only: Sequence[str] = ()) -> tuple[str, ...]:
    """The witnesses of a claim: those it names (else its catalogue row's), its proof chain, its definition.

    ``only`` restricts them to the names given.
    """
    claim = statement.claim
    if claim is None or claim.kind is Kind.SUMMARY:
        return ()
    named = set(claim.witnesses or (statement.entry.witnesses if statement.entry else NAMES))
    if claim.proofs:
        named.add("proof")
    if claim.kind is Kind.DEFINITION:
        named.add("definition")
    return tuple(name for name in NAMES if name in named and (not only or name in only))


def perform(job: Job) -> Result:
    """Examine one claim by its witnesses: every part, every reading."""
    claim = registry.load(job.folders).find(job.id).claim
    if claim is None:
        return Result(job.id, Verdict.NOT_TRANSCRIBED)
    return examine(claim, job.names, job.context)


def examine(claim: Claim, names: Sequence[str], context: Context) -> Result:
    """Examine a claim, registered or not, by the witnesses called ``names``."""
    started = time.perf_counter()
    examined = [
        row
        for part in claim.parts
        for reading in part.readings
        for row in _examine(claim, part, reading, names, context)
    ]
    return merge(claim, examined, time.perf_counter() - started)


def _examine(
    claim: Claim, part: Part, reading: Reading, names: Sequence[str], context: Context
) -> Iterator[Examined]:
    if claim.fact:
        yield Examined.of("cited", part.name, reading.name, Outcome(Verdict.FACT, claim.fact), 0.0)
    for name in names:
        started = time.perf_counter()
        try:
            outcome, defect = _ask(name, claim, part, reading, context)
        except RecordError:
            raise
        except Exception as error:
            defect = f"{type(error).__name__}: {error}"
            outcome = Outcome(Verdict.UNDECIDED, f"defect: {defect}")
        yield Examined.of(name, part.name, reading.name, outcome, time.perf_counter() - started, defect)


def _ask(name: str, claim: Claim, part: Part, reading: Reading, context: Context) -> tuple[Outcome, str]:
    """What the witness says, its wrong twins among the figures; and what is wrong with the witness, if anything."""
    try:
        examiner = witness(name)
    except ModuleNotFoundError as error:
        sentence = f"the witness {name} needs the module {error.name}, which is not installed"
        return Outcome(Verdict.NOT_RUN, sentence), ""
    outcome = examiner.examine(claim, part, reading, context)
    if outcome.verdict not in (Verdict.PROVED, Verdict.SUPPORTED, Verdict.DEFINED):
        return outcome, ""
    twins = _twins(examiner, claim, part, reading, context)
    defect = f"supports the claim, but did not reject {', '.join(twins['missed'])}" if twins.get("defect") else ""
    return replace(outcome, figures={**outcome.figures, "twins": twins}), defect


def _twins(examiner: Witness, claim: Claim, part: Part, reading: Reading, context: Context) -> dict[str, Any]:
    """What became of the wrong twins; they need an engine, which is imported here, where it is installed."""
    try:
        from .twins import check_twins
    except ModuleNotFoundError as error:
        return {"not_shown": f"the wrong twins need the module {error.name}, which is not installed"}
    return check_twins(examiner, claim, part, reading, context)


def run(
    statements: Sequence[Statement],
    context: Context,
    *,
    known: Registry,
    only: Sequence[str] = (),
    folders: tuple[str, ...] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    store: Store | None = None,
    fresh: bool = False,
    progress: Progress = lambda result: None,
) -> dict[str, Result]:
    """The result of every statement, by id, in the order given.

    Args:
        known: the registry that the statements come from.
        only: names of witnesses; empty for all that apply.
        folders: the user's claim folders, which the jobs load again.
        jobs: number of processes; 1 runs everything here.
        executor: where the jobs run instead; it is not shut down.
        store: where finished results are kept and looked up; None keeps nothing.
        fresh: do not look results up.
        progress: called with each result as soon as it is there.
    """
    results: dict[str, Result] = {}
    pending: dict[str, tuple[Job, Claim, str]] = {}

    def finish(result: Result) -> None:
        results[result.id] = result
        if result.id in pending and store is not None and not result.defects:
            _, claim, key = pending[result.id]
            store.write(claim, key, result)
        progress(result)

    for statement in statements:
        settled = _without_witnesses(statement)
        if settled is not None:
            finish(settled)
            continue
        claim = statement.claim
        assert claim is not None, "what is not transcribed is settled"
        job = Job(statement.id, applicable(statement, only), context, folders)
        key = store.key(claim, job.names, context, known) if store else ""
        found = store.read(claim, key) if store and not fresh else None
        if found is not None:
            finish(found)
        else:
            pending[statement.id] = (job, claim, key)
    ordered = sorted(pending.values(), key=lambda item: _weight(item[1], store), reverse=True)
    for result in _perform_all([job for job, _, _ in ordered], jobs, executor):
        finish(result)
    return {statement.id: results[statement.id] for statement in statements}


def stored(statements: Sequence[Statement], context: Context, *, known: Registry, store: Store) -> dict[str, Result]:
    """The results that a run in this context would reuse; statements without one are left out."""
    results: dict[str, Result] = {}
    for statement in statements:
        found = _without_witnesses(statement)
        if found is None and statement.claim is not None:
            key = store.key(statement.claim, applicable(statement), context, known)
            found = store.read(statement.claim, key)
        if found is not None:
            results[statement.id] = found
    return results


def _weight(claim: Claim, store: Store | None) -> tuple[float, int, int]:
    """Long jobs start first, so that no process ends up alone with one: by the seconds of the last time, else proofs
    before the rest, many readings before few."""
    seconds = store.last_seconds(claim) if store else None
    known = float("inf") if seconds is None else seconds
    return known, len(claim.proofs), sum(len(part.readings) for part in claim.parts)


def _without_witnesses(statement: Statement) -> Result | None:
    """The result where there is nothing to examine: not transcribed, or a summary that points elsewhere."""
    if statement.claim is None:
        return Result(statement.id, Verdict.NOT_TRANSCRIBED)
    if statement.claim.kind is Kind.SUMMARY:
        return Result(statement.id, Verdict.NOT_APPLICABLE, "see " + ", ".join(statement.claim.see))
    return None


def _perform_all(jobs: Sequence[Job], processes: int, executor: Executor | None) -> Iterator[Result]:
    if executor is not None:
        yield from _submitted(jobs, executor)
    elif processes == 1 or len(jobs) <= 1:
        for job in jobs:
            yield perform(job)
    else:
        others = set(multiprocessing.active_children())
        with _pool(min(processes, len(jobs))) as pool:
            try:
                yield from _submitted(jobs, pool)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                for worker in set(multiprocessing.active_children()) - others:
                    worker.kill()
                raise


def _submitted(jobs: Sequence[Job], executor: Executor) -> Iterator[Result]:
    waiting: dict[Future[Result], Job] = {executor.submit(perform, job): job for job in jobs}
    for future in as_completed(waiting):
        try:
            yield future.result()
        except BrokenProcessPool:
            sentence = f"{waiting[future].id}: defect: the process that examined it died (out of memory?)"
            yield Result(waiting[future].id, Verdict.UNDECIDED, defects=(sentence,))


def _pool(processes: int) -> ProcessPoolExecutor:
    """A pool of fresh processes: torch and BLAS do not survive a fork."""
    threads = max(1, (os.cpu_count() or 1) // processes)
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _prepare, (threads,))


def _prepare(threads: int) -> None:
    """In a worker: Ctrl-C is the parent's business; a worker ends with its parent, however the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, str(threads))
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
