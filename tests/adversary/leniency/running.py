"""``python -m tests.adversary --leniency [--file F] --seed S --count N``: lenient versions, and what noticed them."""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from .applying import ROOT, found_in, loaded
from .equivalent import EQUIVALENT
from .files import DECIDING, TESTS
from .guards import Guard
from .killing import NOTICED, STOPPED, Killer, Map, Outcome

QUIET = ("-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:benchmark")
STORE = Path(os.environ.get("LEMMATA_HOME", ROOT / ".lemmata")) / "leniency.json"


def chosen(file: str, where: str, count: int, seed: int) -> list[Guard]:
    """Guards of the files whose path contains ``file``, in functions that contain ``where``."""
    files = [one for one in DECIDING if file in one]
    found = [guard for one in files for guard in found_in(one) if where in guard.where]
    drawn = Random(seed).sample(found, count) if 0 < count < len(found) else found
    return [guard for guard in drawn if guard.id not in EQUIVALENT]


def tried(
    guards: Sequence[Guard], jobs: int, tests: Sequence[str] = TESTS, budget: float = 60.0, loud: bool = True
) -> list[Outcome]:
    """What became of each lenient version; the examples in the files that are changed are tests, too."""
    files = sorted({guard.file for guard in guards})
    for file in files:
        loaded(file)
    said = (lambda outcome: print(f"{outcome[1]:10} {outcome[0].id}", flush=True)) if loud else (lambda outcome: None)
    killer = Killer(guards, Map(STORE, budget), jobs, lambda o: None if o[1] in (NOTICED, STOPPED) else said(o))
    asked = [*QUIET, "-s", "--doctest-modules", "-m", "not exhaustive and not slow"]
    pytest.main(["-o", "addopts=--import-mode=importlib", *asked, *(str(ROOT / test) for test in (*tests, *files))],
                plugins=[killer])  # fmt: skip
    return killer.outcomes


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what survives and the counts; 1 where something survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.adversary --leniency", description=__doc__)
    parser.add_argument("--file", default="", help="a part of the path of the files that are changed")
    parser.add_argument("--where", default="", help="a part of the name of the functions that are changed")
    parser.add_argument("--tests", default="", help="a part of the path of the test files that are run")
    parser.add_argument("--count", type=int, default=0, help="so many guards, drawn by the seed; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--budget", type=float, default=60.0, help="seconds of tests for one version")
    parser.add_argument("--killers", action="store_true", help="print what noticed each version")
    asked = parser.parse_args(arguments)
    guards = chosen(asked.file, asked.where, asked.count, asked.seed)
    outcomes = tried(guards, asked.jobs, [test for test in TESTS if asked.tests in test], asked.budget)
    if asked.killers:
        print("\n".join(f"{guard.id}  <-  {test}" for guard, became, test in outcomes if became == NOTICED))
    counts = Counter(became for _, became, _ in outcomes)
    print(f"{len(outcomes)} lenient versions: " + ", ".join(f"{n} {became}" for became, n in counts.most_common()))
    return 0 if counts[NOTICED] + counts[STOPPED] == len(outcomes) else 1
