"""Runs tests against lenient versions: pytest collects once, and each version is tried in a forked child.

Which tests execute which function is found once, each test in a child of its own, and kept in a file.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import TypeVar

import pytest

from .applying import ROOT, apply, live_functions
from .guards import Guard

SLOWEST = 20.0
"""Tests that take longer than so many seconds of CPU notice nothing: they are not run."""
T = TypeVar("T")
NOTICED, SURVIVED, STOPPED, UNCOVERED, FIXED = "noticed", "survived", "stopped", "uncovered", "not applied"


@dataclass
class Map:
    """What each test takes, and the functions that it executes, as ``file::function``."""

    path: Path
    budget: float
    """What the tests of one version may take, in seconds of CPU, by what they took before."""
    tests: dict[str, tuple[float, list[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path.exists():
            self.tests = {key: (seconds, where) for key, (seconds, where) in json.loads(self.path.read_text()).items()}

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.tests))

    def of(self, guard: Guard) -> list[str]:
        """The tests that execute the function, the quickest first, as many as the budget allows."""
        name = guard.read_in or f"{guard.file}::{guard.where}"
        chosen, left = [], self.budget
        for seconds, test in sorted((seconds, t) for t, (seconds, where) in self.tests.items() if name in where):
            left -= seconds
            if left < 0 or seconds > SLOWEST:
                break
            chosen.append(test)
        return chosen


Outcome = tuple[Guard, str, str]
"""The guard, what became of its lenient version, and the test that noticed it."""


class Killer:
    """The pytest plugin that runs lenient versions instead of tests."""

    def __init__(self, chosen: Sequence[Guard], map: Map, jobs: int, told: Callable[[Outcome], None]) -> None:
        self.chosen, self.map, self.jobs, self.told = chosen, map, jobs, told
        self.outcomes: list[Outcome] = []
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        live_functions()
        files = {str(ROOT / guard.file): guard.file for guard in self.chosen}
        new = [item for name, item in items.items() if name not in self.map.tests]
        for name, text in forked([(item.nodeid, self._mapping(item, files)) for item in new], self.jobs, SLOWEST * 4):
            self.map.tests[name] = tuple(json.loads(text)) if text else (1e9, [])  # type: ignore[assignment]
            if len(self.map.tests) % 200 == 0:
                self.map.save()
        self.map.save()
        work = []
        for guard in self.chosen:
            tests = [items[name] for name in self.map.of(guard) if name in items]
            if tests:
                work.append((guard, self._trying(guard, tests)))
            else:
                self._tell((guard, UNCOVERED, ""))
        for guard, text in forked(work, self.jobs, 60 + 10 * self.map.budget):
            became, _, test = text.partition(" ") if text else (STOPPED, "", "")
            self._tell((guard, became.replace("_", " "), test))
        return True

    def _tell(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        self.told(outcome)

    def _run(self, item: pytest.Item) -> bool:
        """Whether the test passes."""
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.failed

    def _mapping(self, item: pytest.Item, files: dict[str, str]) -> Callable[[], str]:
        def run() -> str:
            seen: set[CodeType] = set()

            def called(frame: FrameType, event: str, argument: object) -> None:
                seen.add(frame.f_code)

            started = time.process_time()
            sys.settrace(called)
            passed = self._run(item)
            sys.settrace(None)
            root = f"{ROOT}/"
            where = {
                f"{code.co_filename.removeprefix(root)}::{code.co_qualname.split('.<locals>')[0]}"
                for code in seen if code.co_filename.startswith(root) and "/tests/" not in code.co_filename
            }  # fmt: skip
            return json.dumps((time.process_time() - started if passed else 1e9, sorted(where)))

        return run

    def _trying(self, guard: Guard, items: Sequence[pytest.Item]) -> Callable[[], str]:
        def run() -> str:
            if not apply(guard):
                return FIXED.replace(" ", "_")
            for item in items:
                if not self._run(item):
                    return f"{NOTICED} {item.nodeid}"
            return SURVIVED

        return run


def forked(work: Sequence[tuple[T, Callable[[], str]]], jobs: int, seconds: float) -> Iterator[tuple[T, str]]:
    """What each piece of work says, done in a child of its own; nothing where that takes too long or dies."""
    waiting, running = list(reversed(work)), dict[int, tuple[T, Path, float]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            key, run = waiting.pop()
            opened, name = tempfile.mkstemp()
            os.close(opened)
            child = os.fork()
            if child == 0:
                _as_child(run, Path(name))
            running[child] = (key, Path(name), time.monotonic())
        for child, (key, said, started) in list(running.items()):
            if time.monotonic() - started > seconds:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(child, signal.SIGKILL)
            if os.waitpid(child, os.WNOHANG)[0]:
                yield key, said.read_text()
                said.unlink()
                del running[child]
        time.sleep(0.005)


def _as_child(run: Callable[[], str], said: Path) -> None:
    """Never returns: what it says goes into the file, what it prints nowhere."""
    try:
        os.setpgid(0, 0)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        said.write_text(run())
    finally:
        os._exit(0)
