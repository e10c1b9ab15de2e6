"""Something is computed for so many seconds, in a process of its own, which is ended when they are over."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from typing import Any

from ..errors import UserError


def within(compute: Callable[[], Any], limit: float) -> Any:
    """What ``compute`` returns; None after ``limit`` seconds.

    Raises:
        UserError: the one that ``compute`` raised, or the process died.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        return compute()
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    worker = context.Process(target=_send, args=(compute, theirs), daemon=True)
    worker.start()
    theirs.close()
    try:
        found = ours.recv() if ours.poll(limit) else None
    except EOFError:
        raise UserError("The process that examined it died: ask again, with more memory.") from None
    finally:
        worker.kill()
        worker.join()
    if isinstance(found, UserError):
        raise found
    return found


def _send(compute: Callable[[], Any], theirs: Any) -> None:
    try:
        theirs.send(compute())
    except UserError as error:
        theirs.send(UserError(str(error)))
