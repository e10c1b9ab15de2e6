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
    limits,
    lines,
    minima,
    mixed,
    names,
    near,
    nesting,
    orders,
    paths,
    propositions,
    rotations,
    scalars,
    shapes,
    special,
    standard,
    thin,
    three,
    values,
)

__all__ = [
    "attention", "binders", "chains", "conditions", "convexity", "expectations", "field", "flows", "heads",
    "identities", "kinds", "limits", "lines", "minima", "mixed", "names", "near", "nesting", "orders", "paths",
    "propositions", "rotations", "scalars", "shapes", "special", "standard", "thin", "three", "values",
]  # fmt: skip
