"""What a row about a limit decides, from what the flows of many starts came to.  Standard library alone.

A row holds for each start the distance from the stated limit at T, 2T and 4T (``near``, ``middle``, ``far``), where 4T
is as long as it was followed, what both step sizes differ by at the end (``error``), how far the quantity moved from
2T to 4T (``moved``), all relative to the largest size that it or the limit has, and 4T itself (``time``) in units of
the inverse Lipschitz constant of the flow at the start.  ``certain`` counts starts whose flow is enclosed in a ball in
which the loss is strongly convex, so that it ends there, where the quantity is certainly not what was stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

RESOLUTION = 2.0**-10
"""Distances below this, with their errors, are not told from 0."""
FALL = 0.75
"""From T to 2T, and from there to 4T, a distance above that must fall by this factor at least."""
LONG = 16.0
"""Shorter flows decide nothing."""
SEEN = 2.0**-4
"""A start ends elsewhere where its distance is larger than this, beyond the error, ..."""
RESTS = 2.0**-20
"""... what it moved from 2T to 4T is less than this part of it, ..."""
AT_LEAST = 2.0**16
"""... and it was followed for so long: what is slow seems to rest for a shorter time, too."""

Row = Mapping[str, Any]


def arrived(row: Row) -> int:
    """Starts whose distance falls consistently and ends below the resolution."""
    return sum(_arrives(*start) for start in _starts(row))


def elsewhere(row: Row) -> int:
    """Starts that are seen to end elsewhere."""
    return sum(_rests(far, error, moved, time) for _, _, far, error, moved, time in _starts(row))


def answer(row: Row) -> bool | None:
    """True where every start arrives, False where one ends elsewhere, and nothing else."""
    if elsewhere(row) or row["certain"]:
        return False
    return True if row["starts"] and arrived(row) == row["starts"] else None


def said(rows: Sequence[Row]) -> list[str]:
    """Of all rows together: the number of starts, the resolution and the worst of their ends."""
    if not rows:
        return []
    starts = sum(row["starts"] for row in rows)
    worst = max(far + error for row in rows for _, _, far, error, _, _ in _starts(row))
    least = min(time for row in rows for *_, time in _starts(row))
    return [
        f"{len(rows)} limits are approached from all of {starts} starts: at T, 2T and 4T the distances fall and end "
        f"below {RESOLUTION:.1e} of the size (at most {worst:.1e} with the discretisation error; 4T is at least "
        f"{least:.0e} times the fastest time of the flow)"
    ]


def _starts(row: Row) -> Iterator[tuple[float, ...]]:
    names = ("near", "middle", "far", "error", "moved", "time")
    return zip(*(row[name] for name in names), strict=True)


def _arrives(near: float, middle: float, far: float, error: float, moved: float, time: float) -> bool:
    if time < LONG or far + error > RESOLUTION:
        return False
    return middle + error <= max(FALL * near, RESOLUTION) and far + error <= max(FALL * middle, RESOLUTION)


def _rests(far: float, error: float, moved: float, time: float) -> bool:
    return time >= AT_LEAST and far - error > SEEN and moved < RESTS * far
