"""Gradient flow of linear self-attention (zfb (27)): float64 for small and large d, many digits, rigorous.

The float64 forms need NumPy and SciPy alone; the others need python-flint and are imported when first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .dense import dense_flow, full_flow
from .fast import FastTrajectory, fast_flow
from .trajectory import Problem, Trajectory, assumption_3, measure, printed_bounds, problem

if TYPE_CHECKING:
    from .enclosure import Enclosure, enclose_flow
    from .precise import PreciseTrajectory, precise_flow

__all__ = [
    "Enclosure",
    "FastTrajectory",
    "PreciseTrajectory",
    "Problem",
    "Trajectory",
    "assumption_3",
    "dense_flow",
    "enclose_flow",
    "fast_flow",
    "full_flow",
    "measure",
    "precise_flow",
    "printed_bounds",
    "problem",
]


def __getattr__(name: str) -> Any:
    if name in {"PreciseTrajectory", "precise_flow"}:
        from . import precise

        return getattr(precise, name)
    if name in {"Enclosure", "enclose_flow"}:
        from . import enclosure

        return getattr(enclosure, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
