"""Gradient flow of linear self-attention (zfb (27)): float64 for small and large d, 50 digits, rigorous."""

from .dense import dense_flow, full_flow
from .fast import FastTrajectory, fast_flow
from .precise import PreciseTrajectory, precise_flow
from .trajectory import Problem, Trajectory, assumption_3, measure, printed_bounds, problem

__all__ = [
    "FastTrajectory",
    "PreciseTrajectory",
    "Problem",
    "Trajectory",
    "assumption_3",
    "dense_flow",
    "fast_flow",
    "full_flow",
    "measure",
    "precise_flow",
    "printed_bounds",
    "problem",
]
