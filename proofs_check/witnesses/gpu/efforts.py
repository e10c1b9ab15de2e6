"""How much is looked at: sizes, points and draws, by tier."""

from __future__ import annotations

from dataclasses import dataclass

from .population import Search
from .starts import Starts


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is done."""

    name: str
    draws: int
    """In a comparison of means."""
    most: int
    """Where so many do not show a small error."""
    chunk: int
    """Draws at a time."""
    sites: int
    means: int
    """Of these, at which means are compared, flows followed and descents made."""
    points: int
    """At which means are compared, at each site."""
    twins: int
    runs: int
    """Models whose flows are followed at once."""
    prompts: int
    """Of each of them."""
    steps: int
    starts: int
    """Of descents."""
    descent: int
    """Steps of each."""
    functions: int
    """Sites of a statement that leaves functions open: as many shapes of them; 0: no more than of others."""
    outcomes: int
    """Of complete sums in place of draws (:mod:`.summing`), at most."""
    tier: str
    """Of the runs that train models (:mod:`..trained_runs`, :mod:`..block_runs`)."""
    search: Search
    """For minima of expectations."""
    limits: Starts
    """Of flows that are followed to their limits."""


EFFORTS = {
    "dry": Effort("dry", 1 << 11, 1 << 11, 1 << 11, 1, 1, 1, 1, 2, 16, 3, 4, 40, 0, 1 << 10, "dry",
                  Search(4, 8, 12, 64, 6, 2, 1), Starts(1, 4, 40, 1 << 14)),
    "small": Effort("small", 1 << 15, 1 << 17, 1 << 13, 3, 2, 1, 2, 6, 128, 12, 16, 1000, 0, 1 << 14, "fast",
                    Search(1024, 8, 400, 1 << 11, 300, 64, 1), Starts(1, 64, 400, 1 << 24)),
    "gpu": Effort("gpu", 1 << 20, 1 << 24, 1 << 17, 3, 3, 1, 4, 32, 2048, 64, 64, 3000, 6, 1 << 24, "gpu",
                  Search(1024, 64, 400, 1 << 14, 300, 32, 2), Starts(3, 256, 800, 1 << 31)),
}
