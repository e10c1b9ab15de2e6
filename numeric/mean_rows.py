"""What the figures of a test of a mean decide; recomputed from a record, so nothing here needs torch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ALPHA = 1e-10
"""False-alarm rate of one comparison: ten thousand of them keep all records together at 1e-6."""
ROUNDING = 2.0**-36
"""Of float64 in what is averaged, relative to its size: a difference below this is not told from rounding."""
MeanRow = dict[str, Any]


def decided(row: Mapping[str, Any], relation: str) -> bool | None:
    """What a row says of ``mean relation 0``: True, False, or None where it decides nothing.

    An equation is supported where no discrepancy is seen; an order only where the interval excludes the contrary, and
    one that is not strict also where nothing varies and both sides are the same but for rounding.
    """
    if row.get("radius") is None or row["estimate"] is None:
        return None
    reach, value = row["radius"] + ROUNDING * row["size"] + row.get("rounding", 0.0), row["estimate"]
    if relation == "eq":
        return abs(value) <= reach
    if relation == "ne":
        return True if abs(value) > reach else None
    if relation in ("le", "ge") and row["radius"] == 0.0 and abs(value) <= reach:
        return True
    if relation in ("ge", "gt"):
        value = -value
    if value < -reach:
        return True
    return False if value > reach else None
