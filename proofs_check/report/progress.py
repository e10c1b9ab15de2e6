"""Progress on standard error while claims are examined: each as it ends, and on terminals a bar with the time left."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

if TYPE_CHECKING:
    from ..catalogue import Statement
    from ..results import Result
    from ..runner import Progress as Report
    from ..store import Store


@contextmanager
def progress_bar(
    statements: Sequence[Statement], store: Store, processes: int, *, quiet: bool = False
) -> Iterator[Report]:
    """A line for each of several claims as it ends, and a bar where stderr is a terminal; silent where ``quiet``."""
    told = len(statements) > 1
    if quiet or not sys.stderr.isatty():
        yield lambda result, found: _tell(result) if told and found and not quiet else None
        return
    left = TimeLeft({s.id: store.last_seconds(s.id) if s.row else 0.0 for s in statements}, processes)
    screen = Console(stderr=True)
    name = max(12, min(40, screen.width - 55))
    columns = (
        TextColumn(f"{{task.description:<{name}.{name}}}"), BarColumn(bar_width=min(40, max(5, screen.width // 6))),
        MofNCompleteColumn(), TimeElapsedColumn(), _LeftColumn(left),
    )  # fmt: skip
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=len(statements))

        def report(result: Result, found: bool) -> None:
            if told and found:
                bar.console.print(escape(_line(result)), highlight=False)
            left.finish(result)
            bar.update(task, advance=1, description=result.id)

        yield report


def _tell(result: Result) -> None:
    with suppress(OSError):
        print(_line(result), file=sys.stderr, flush=True)


def _line(result: Result) -> str:
    why = f", {result.stopped}" if result.stopped else ", a defect of the tool" if result.defects else ""
    return f"{result.id} {result.verdict.name}, {result.seconds:.1f} s{why}"


@contextmanager
def working(what: str) -> Iterator[None]:
    """A sign of life while something of unknown length is done; on terminals alone."""
    if not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True).status(escape(what)):
        yield


class TimeLeft:
    """How long a run still takes, by what each claim took the last time; a new claim counts as an average one.

    The longest claims start first: what is left of the longest has been running since the start.
    """

    def __init__(
        self, last: dict[str, float | None], processes: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._unfinished = last
        self._known = [seconds for seconds in last.values() if seconds]
        self._processes = processes
        self._clock = clock
        self._start = self._at = clock()

    def finish(self, result: Result) -> None:
        """``result`` is there; what it took says how long new claims take."""
        if not self._unfinished.pop(result.id, None):
            self._known.append(result.seconds)
        self._at = self._clock()

    def seconds(self) -> float | None:
        """The estimate now; None where nothing is known yet."""
        if not self._unfinished:
            return 0.0
        if not self._known:
            return None
        average = sum(self._known) / len(self._known)
        open_ = [average if seconds is None else seconds for seconds in self._unfinished.values()]
        now = self._clock()
        return max(0.0, sum(open_) / self._processes - (now - self._at), max(open_) - (now - self._start))


class _LeftColumn(ProgressColumn):
    def __init__(self, left: TimeLeft) -> None:
        self._left = left
        super().__init__()

    def render(self, task: Task) -> Text:
        """As ``1:05 left``; nothing before the first estimate."""
        seconds = self._left.seconds()
        return Text("" if seconds is None else f"{clock_time(seconds)} left", style="progress.remaining")


def clock_time(seconds: float) -> str:
    """Minutes and seconds, with hours where there are any.

    >>> clock_time(65), clock_time(3725)
    ('1:05', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
