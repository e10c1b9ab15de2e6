"""What holds for all tests: one thread for linear algebra, in this process and in those that it starts.

The workers of pytest-xdist fill the cores already; further threads would wait for each other on matrices this small.
What takes longest is begun first: else one worker ends alone with it.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest

from proofs_check.workers import ALLOCATIONS

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")


gc.set_threshold(ALLOCATIONS)  # as where claims are examined: exact algebra leaves hardly any cyclic garbage


def pytest_collection_finish() -> None:
    """What all tests were collected with stays: nobody looks through it for garbage."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(autouse=True)
def usual_collection() -> Iterator[None]:
    """The command sets when a process looks for garbage: here that is the business of one test alone."""
    usual = gc.get_threshold()
    yield
    gc.set_threshold(*usual)
