"""The models of an experiment as tasks of an executor, of this machine or of a cluster: resumable, and one lost worker
costs its own model alone.

Each task leaves its checkpoints and its outcome in the folder of the run, which machines with one file system share;
the outcome comes back, too, so that without one a model that was finished is kept all the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from pathlib import Path
from typing import Any, TypeVar

from ..errors import InputError
from .checkpoint import save_json
from .tasks import INTERRUPTED, Named, Show, Work, held_in

Item = TypeVar("Item", bound=Named)
TRIES = 2
"""So often is a model tried whose worker is lost."""


def train_elsewhere(
    executor: Executor, what: str, work: Work, items: Sequence[Item], file: Callable[[Item], Path],
    key: dict[str, Any], steps: Callable[[Item], int], show: Show, interrupted: Callable[[], bool],
) -> None:  # fmt: skip
    """Finish every item by the executor's workers; the outcomes are in their files afterwards.

    Raises:
        InputError: what a worker could not go on with, a worker lost twice, workers that run other code.
        KeyboardInterrupt: Ctrl-C, here or there; what was begun goes on from its checkpoints, where they are shared.
    """
    waiting: dict[Future[Any], tuple[Item, int]] = {}

    def begin(item: Item, attempt: int) -> None:
        try:
            waiting[executor.submit(_there, work, item, file(item), key)] = (item, attempt)
        except RuntimeError as error:  # broken, or shut down
            raise InputError(_lost(what, item, error)) from error

    try:
        for item in items:
            begin(item, 1)
        while waiting:
            done, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                item, attempt = waiting.pop(future)
                held = _outcome(future, what, item, attempt)
                if held is None:
                    begin(item, attempt + 1)
                    continue
                if held["key"] != key:
                    raise InputError(f"The workers train {what} by other code or settings: give them this environment.")
                if not held_in(file(item), key):
                    save_json(file(item), held)
                show(item.name, steps(item), held["loss"][-1][1])
            if interrupted():
                raise KeyboardInterrupt
    finally:
        for future in waiting:
            future.cancel()


def _outcome(future: Future[Any], what: str, item: Named, attempt: int) -> dict[str, Any] | None:
    """What the worker gave; None where it was lost and the item is to be tried once more."""
    try:
        said = future.result()
    except Exception as error:
        if attempt >= TRIES:
            raise InputError(_lost(what, item, error)) from error
        return None
    if said == INTERRUPTED:
        raise KeyboardInterrupt
    if isinstance(said, str):
        raise InputError(said)
    assert isinstance(said, dict), "the outcome, a sentence, or that it was interrupted"
    return said


def _lost(what: str, item: Named, error: Exception) -> str:
    return (
        f"The worker that trained {item.name} of {what} was lost ({type(error).__name__}: {error}). What is done is "
        "kept: go on with --resume, with more memory or fewer workers."
    )


def _there(work: Work, item: Any, path: Path, key: dict[str, Any]) -> dict[str, Any] | str | int:
    """In the worker: the outcome; a sentence where it cannot go on; :data:`INTERRUPTED` where it was told to stop."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        finished = work(item, None)
    except InputError as error:
        return str(error)
    except KeyboardInterrupt:
        finished = False
    if not finished:
        return INTERRUPTED
    held: dict[str, Any] = json.loads(path.read_text())
    return held
