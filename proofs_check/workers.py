"""The processes that examine claims: each can be stopped alone, and all end with the run, however it ends."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import pickle
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NoReturn, TypeVar, cast

from .executed import watch
from .frames import with_room
from .memory import bounded

if TYPE_CHECKING:
    from pebble import ProcessPool

Given = TypeVar("Given")
Found = TypeVar("Found")
_PR_SET_PDEATHSIG = 1
CLAIMS_OF_A_LEAN_PROCESS = 16
ALLOCATIONS = 400_000
"""Between two looks for cyclic garbage: of what exact algebra makes and remembers hardly anything is, and looking
through all of it for every 700 took a twelfth of the time."""

_LIBRARIES = frozenset({"flint", "mpmath", "numpy", "scipy", "sympy", "torch"})


class Died(Exception):
    """A process ended without a word; how, as far as that is known."""


def forks() -> bool:
    """Whether a process can be copied as it stands."""
    return sys.platform == "linux"


@contextmanager
def pool(processes: int, names: Sequence[str] = (), *, lean: bool = False) -> Iterator[ProcessPool]:
    """Fresh processes (torch and BLAS do not survive a fork) that have the witnesses called ``names`` ready.

    What is left of them is stopped on the way out, a hung process like any other.  ``lean``: a process ends after some
    claims, and gives the memory of what it remembered back; another takes its place.
    """
    from pebble import ProcessPool  # with asyncio: a tenth of the start of a command that has no use for it

    threads = max(1, (os.cpu_count() or 1) // processes)
    _start_quiet_tracker()
    made = ProcessPool(
        processes, max_tasks=CLAIMS_OF_A_LEAN_PROCESS if lean else 0, initializer=_prepare,
        initargs=(threads, tuple(names)), context=multiprocessing.get_context("spawn"),
    )  # fmt: skip
    try:
        with _interrupts_held():
            made.schedule(int)  # starts the pool
        yield made
        made.close()
    except BaseException:
        made.stop()
        raise
    finally:
        made.join()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """What is started within never sees Ctrl-C, not even while it imports: that is the parent's business."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_quiet_tracker() -> None:
    """What a killed run leaves, the tracker removes, as it should, and need not complain of.

    Whoever first needs it starts it, a queue of the pool's or the first process: then its complaints would be heard,
    and interrupts let in again.
    """
    if not hasattr(signal, "pthread_sigmask"):
        return
    name, ours = "PYTHONWARNINGS", "ignore:resource_tracker"
    before = os.environ.get(name)
    os.environ[name] = ",".join(filter(None, (before, ours)))
    try:
        resource_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def release() -> None:
    """Give freed memory back to the system: glibc keeps what exact algebra needed for a moment, a gigabyte at times."""
    with suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def _prepare(threads: int, names: Sequence[str]) -> None:
    """In a worker: Ctrl-C is the parent's business; a worker ends with its parent, however the parent ends."""
    gc.set_threshold(ALLOCATIONS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A handler of Python's would wait for a hung call in C to return.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, str(threads))
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    watch()
    for module in ("runner", "registry", "witnesses"):
        import_module(f"{__package__}.{module}")
    from .registry import load
    from .witnesses import witness

    for name in names:
        with suppress(ModuleNotFoundError):
            witness(name)
    import_module(f"{__package__}.standings").share(load())  # before a claim's time limit runs
    gc.freeze()


def alone(
    function: Callable[[Given], Found], given: Given, *, limit: float | None = None, memory: int | None = None,
    anywhere: bool = False,
) -> Found:  # fmt: skip
    """``function(given)`` in a copy of this process that ends with it; where there is no such copy, here.

    Args:
        limit: seconds after which the copy is killed, whatever it does, also in the midst of native code; those in
            which it waits for a core do not count, up to :data:`PATIENCE` times as many.
        memory: bytes that the copy may take beside what it holds.
        anywhere: make a copy of whatever process; else of processes alone that were made for such work.

    Raises:
        TimeoutError: it took longer than ``limit``.
        MemoryError: it asked for more than ``memory``.
        Died: the copy ended without a word.
    """
    if not forks() or (multiprocessing.parent_process() is None and not anywhere):
        return function(given)
    reading, writing = os.pipe()
    before, child = os.getpid(), os.fork()
    if child == 0:
        os.close(reading)
        _tell(writing, function, given, before, memory)
    os.close(writing)
    said = None
    try:
        said = _heard(reading, limit, child)
    finally:
        os.close(reading)
        if said is None:
            os.kill(child, signal.SIGKILL)
        _, status, used = os.wait4(child, 0)
    if not said or status:  # it may die in the midst of its answer
        gave_up = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGABRT
        if memory and gave_up and used.ru_maxrss << 11 > memory:
            raise MemoryError  # so native code ends that is refused memory
        raise Died(_how(status))
    found, error, modules = pickle.loads(said)
    for name in modules:  # the next copies have them
        with suppress(Exception):
            import_module(name)
    if error is not None:
        raise error
    return cast(Found, found)


def _how(status: int) -> str:
    if not os.WIFSIGNALED(status):
        return f"status {os.waitstatus_to_exitcode(status)}"
    name = signal.Signals(os.WTERMSIG(status)).name
    return f"{name}, out of memory?" if name == "SIGKILL" else name


def _heard(reading: int, limit: float | None, child: int) -> bytes:
    """All that is said until the end; a TimeoutError where that does not come within the limit."""
    started = time.monotonic()
    left = limit
    said = []
    while True:
        if select.select([reading], [], [], left)[0]:
            said.append(os.read(reading, 1 << 20))
            if not said[-1]:
                return b"".join(said)
        if limit is not None:
            passed = time.monotonic() - started
            left = min(limit - passed + _waited(child), PATIENCE * limit - passed)
            if left <= 0:
                raise TimeoutError


PATIENCE = 10.0
"""On a busy machine a copy may take so many times its limit."""


def _waited(process: int) -> float:
    """Seconds in which the process could have run and had no core; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def shared_out(function: Callable[[Given], Found], given: Sequence[Given], processes: int) -> Iterator[Found]:
    """``function`` of each, in their order, by copies of this process; what none of them answers is found here."""
    if sys.platform != "linux" or processes <= 1:
        yield from map(function, given)
        return
    with ExitStack() as stack:
        copies = [stack.enter_context(_copy(function, given[k::processes])) for k in range(processes)]
        for k, one in enumerate(given):
            try:
                found = pickle.load(copies[k % processes])
            except (EOFError, pickle.UnpicklingError):
                found = None
            yield function(one) if found is None else cast(Found, found[0])


@contextmanager
def _copy(function: Callable[[Given], Found], given: Sequence[Given]) -> Iterator[BinaryIO]:
    """What a copy of this process says to each, one after the other; it ends at the first that it cannot answer."""
    reading, writing = os.pipe()
    before, child = os.getpid(), os.fork()
    if child == 0:
        try:
            os.close(reading)
            _die_with(before)
            with os.fdopen(writing, "wb") as stream:
                for one in given:
                    pickle.dump((with_room(function, one),), stream)
                    stream.flush()
        finally:
            os._exit(0)
    os.close(writing)
    try:
        with os.fdopen(reading, "rb") as stream:
            yield stream
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _die_with(parent: int) -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
    if os.getppid() != parent:
        os._exit(1)


def _tell(
    writing: int, function: Callable[[Given], Found], given: Given, parent: int, memory: int | None
) -> NoReturn:
    """In the copy: the answer, or what went wrong, and the end."""
    try:
        _die_with(parent)
        had = set(sys.modules)
        try:
            with bounded(memory):
                found = with_room(function, given)
            said = pickle.dumps((found, None, _imported_since(had)))
        except MemoryError:
            said = pickle.dumps((None, MemoryError(), ()))
        except Exception as error:
            said = pickle.dumps((None, error, ()))
        with os.fdopen(writing, "wb") as stream:
            stream.write(said)
        os._exit(0)
    finally:
        os._exit(1)


def _imported_since(had: set[str]) -> list[str]:
    """The modules of libraries, in their order: those of the package are noted for the claim that imports them."""
    return [name for name in sys.modules if name not in had and name.partition(".")[0] in _LIBRARIES]


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)
