"""Statements with known truth, by theme: importing this package registers every family."""

from . import (
    attention,
    chains,
    conditions,
    convexity,
    expectations,
    flows,
    identities,
    minima,
    names,
    orders,
    rotations,
    scalars,
    shapes,
    values,
)

__all__ = [
    "attention", "chains", "conditions", "convexity", "expectations", "flows", "identities", "minima", "names",
    "orders", "rotations", "scalars", "shapes", "values",
]  # fmt: skip
