"""Statements with known truth, by theme: importing this package registers every family."""

from . import (
    attention,
    binders,
    chains,
    conditions,
    convexity,
    expectations,
    field,
    flows,
    heads,
    identities,
    kinds,
    minima,
    names,
    orders,
    propositions,
    rotations,
    scalars,
    shapes,
    special,
    standard,
    thin,
    values,
)

__all__ = [
    "attention", "binders", "chains", "conditions", "convexity", "expectations", "field", "flows", "heads",
    "identities", "kinds", "minima", "names", "orders", "propositions", "rotations", "scalars", "shapes",
    "special", "standard", "thin", "values",
]  # fmt: skip
