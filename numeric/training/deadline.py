"""A moment at which work stops: training after a step and its checkpoint, measuring between two passes.

>>> from numeric.training.deadline import out_of_time, stop_at
>>> with stop_at(0.0):
...     out_of_time()
True
>>> out_of_time()
False
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_MOMENT: ContextVar[float] = ContextVar("moment", default=math.inf)


class OutOfTime(Exception):
    """The moment has come; what was done is kept, and the next call goes on from there."""


@contextmanager
def stop_at(moment: float) -> Iterator[None]:
    """Whatever is trained or measured inside stops at this moment of :func:`time.monotonic`."""
    token = _MOMENT.set(min(moment, _MOMENT.get()))
    try:
        yield
    finally:
        _MOMENT.reset(token)


def out_of_time() -> bool:
    return time.monotonic() >= _MOMENT.get()


def require_time() -> None:
    """Raise :class:`OutOfTime` where the moment has come."""
    if out_of_time():
        raise OutOfTime("the time for this is over")
