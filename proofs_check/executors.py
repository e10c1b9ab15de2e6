"""Executors by name: ``lemmata check --executor`` hands the claims, ``lemmata train --executor`` the models of an
experiment, to the workers of another library.

``loky``
    processes of this machine, by the library loky.
``dask:tcp://HOST:PORT``
    the workers of a dask cluster, whose scheduler is there.
``MODULE:FUNCTION``
    whatever the function, called without arguments, returns: a :class:`concurrent.futures.Executor`, or what is none
    but submits jobs that are asked whether they are done, such as ``submitit.AutoExecutor("jobs")`` for a batch system.

The workers need the same environment, and claim folders under the same path.  Python hands any executor to
``check(..., executor=...)``.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from .errors import UserError


@contextmanager
def opened(text: str, processes: int) -> Iterator[Executor]:
    """The executor that ``text`` names, shut down at the end.

    Raises:
        UserError: it names none, its library is not installed, or its cluster cannot be reached.
    """
    kind, _, rest = text.partition(":")
    if text == "loky":
        executor = _library("loky", text).get_reusable_executor(max_workers=processes)
        try:
            yield executor
        finally:
            executor.shutdown(kill_workers=True)
    elif kind == "dask" and rest:
        distributed = _library("distributed", text)
        try:
            client = distributed.Client(rest, timeout="20s")
        except (OSError, ValueError) as error:
            raise UserError(f"--executor {text!r} cannot be reached: {error}. Name the scheduler's address.") from error
        with client:
            yield client.get_executor(pure=False)
    elif kind and rest.isidentifier():
        with _made(text, kind, rest) as executor:
            yield executor
    else:
        raise UserError(f"--executor {text!r} must be loky, dask:tcp://HOST:PORT or MODULE:FUNCTION.")


def _library(name: str, text: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise UserError(
            f"--executor {text!r} needs {error.name}, which is not installed: pip install 'lemmata[cluster]'."
        ) from error


def _made(text: str, module: str, function: str) -> Executor:
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        made = getattr(import_module(module), function)()
    except Exception as error:
        raise UserError(f"--executor {text!r} cannot be made: {type(error).__name__}: {error}.") from error
    return check_executor(made, f"--executor {text!r}")


def check_executor(made: Any, argument: str) -> Executor:
    """``made`` as an executor; only ``submit`` is asked of it."""
    if isinstance(made, Executor):
        return made
    if isinstance(made, type) or not callable(getattr(made, "submit", None)):
        raise UserError(f"{argument} gives {made!r}, which is no concurrent.futures.Executor: pass one.")
    return Polled(made)


class Manned:
    """Whether an executor still has workers, when called: a dask cluster that has lost all of them would wait for new
    ones for ever.  Before the first has come it is waited for, and of other executors nothing is known."""

    PATIENCE = 60.0
    """Seconds in which others may take the place of the last workers."""

    def __init__(self, executor: Executor) -> None:
        self._client = getattr(executor, "_client", None)
        self._seen: float | None = None
        self()

    def __call__(self) -> bool:
        try:
            if self._client is None or self._client.nthreads():
                self._seen = time.monotonic()
        except Exception:  # the scheduler is gone: so are its futures
            return True
        return self._seen is None or time.monotonic() - self._seen < self.PATIENCE


class Polled(Executor):
    """What submits jobs that are asked whether they are done, with ``done`` and ``result``, as an executor."""

    EVERY = 0.5
    """Seconds between two looks at the jobs."""

    def __init__(self, made: Any) -> None:
        self.made = made
        self._waiting: list[tuple[Any, Future[Any]]] = []
        self._lock = threading.Lock()
        self._polling = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        job = self.made.submit(fn, *args, **kwargs)
        if isinstance(job, Future):
            return job
        future: Future[Any] = Future()
        with self._lock:
            self._waiting.append((job, future))
            if not self._polling:
                self._polling = True
                threading.Thread(target=self._poll, daemon=True).start()
        return future

    def _poll(self) -> None:
        while True:
            time.sleep(self.EVERY)
            done = [(job, future) for job, future in self._waiting[:] if _answered(job, future)]
            with self._lock:
                self._waiting = [one for one in self._waiting if one not in done]
                self._polling = bool(self._waiting)
                if not self._polling:
                    return

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Jobs that nobody waits for any more are cancelled."""
        with self._lock:
            jobs, self._waiting = self._waiting, []
        for job, _ in jobs:
            with suppress(Exception):
                job.cancel()


def _answered(job: Any, future: Future[Any]) -> bool:
    """Whether the job is done, and the future says what it gave."""
    if future.cancelled():
        job.cancel()
        return True
    try:
        if not job.done():
            return False
        future.set_result(job.result())
    except Exception as error:
        future.set_exception(error)
    return True
