"""Exact problems with positive semi-definite covariances: plain ones first, then the corner cases of "every".

These are: a mean that is zero, or not zero but in the kernel of the covariance; singular covariances; no noise; no
randomness of the task at all, so that what is divided by its size vanishes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...model import Model
from ...statement.terms import Sym
from .laws import covariance_of, deviation_of
from .space import Setting

Grid = list[list[Fraction]]
MORE = 4
"""So many points are looked at beside those of other statements."""


@dataclass(frozen=True, slots=True)
class Corner:
    """What stands for the first covariance (of the covariates), the other ones, fixed vectors and deviations."""

    first: str
    others: str
    vectors: str
    deviation: int
    length: int = 1


CORNERS = (
    Corner("generic", "spread", "rising", 1),
    Corner("spread", "generic", "signed", 2, 2),
    Corner("unit", "unit", "zero", 1),
    Corner("first", "last", "last", 0),
    Corner("kernel", "unit", "last", 1),
    Corner("unit", "first", "rising", 1),
    Corner("unit", "zero", "first", 1, 2),
    Corner("ones", "generic", "signed", 0, 3),
    Corner("generic", "ones", "zero", 1, 2),
)
"""At d = 1 'last' of two is zero, so that the fourth has neither noise nor a random task."""


def is_about_corners(needed: Iterable[Sym], model: Model) -> bool:
    """Whether a covariance may be singular, in a model of one's own."""
    return not model.derived_loss and any(map(_is_covariance, needed))


def corner_values(
    needed: Iterable[Sym], setting: Setting, step: int, draw: random.Random, rooted: frozenset[str]
) -> dict[str, Any]:
    """Values of covariances, fixed vectors and deviations at the corner with this number; later ones are drawn."""
    needed = sorted(needed, key=lambda s: s.name)
    found: dict[str, Any] = {}
    covariances = [s for s in needed if _is_covariance(s)]
    named = {s.name for s in needed if s.has("random") for C in [covariance_of(s)] if C is not None}
    covariances.sort(key=lambda s: (s.name in named, s.name))
    corner = CORNERS[step] if step < len(CORNERS) else None
    for k, sym in enumerate(covariances):
        size = setting.size(sym.shape[0])
        kind = "drawn" if corner is None else corner.others if k else corner.first
        found[sym.name] = _covariance(kind, size, sym.name in setting.definite, sym.name in rooted, draw)
    for sym in needed:
        if _is_fixed_vector(sym):
            size = setting.size(sym.shape[0])
            found[sym.name] = _vector("drawn" if corner is None else corner.vectors, size, draw)
        elif sym.shape == (1, 1) and sym.has("nonnegative"):
            found[sym.name] = Fraction(draw.randint(0, 3) if corner is None else corner.deviation)
    return found


def corner_length(step: int) -> int:
    """The number of samples there."""
    return CORNERS[step].length if step < len(CORNERS) else 1 + step % 3


def in_the_support(sym: Sym, values: Mapping[str, Any], value: Any) -> Any:
    """An outcome of a random symbol: Gaussian vectors lie in the image of their covariance."""
    if sym.has("noise"):
        deviation = values.get(deviation_of(sym).name, 1)
        return deviation * value
    C = covariance_of(sym)
    if C is None or C.name not in values or not isinstance(value, list):
        return value
    grid = values[C.name]
    return [[sum((c * v[0] for c, v in zip(row, value, strict=True)), Fraction(0))] for row in grid]


def _is_covariance(sym: Sym) -> bool:
    return sym.has("psd") and not sym.has("posdef") and sym.shape[0] == sym.shape[1] != 1 and not sym.has("random")


def _is_fixed_vector(sym: Sym) -> bool:
    return sym.shape != (1, 1) and sym.shape[1] == 1 and not sym.traits


def _covariance(kind: str, d: int, definite: bool, rooted: bool, draw: random.Random) -> Grid:
    if definite and kind in {"first", "last", "zero", "kernel", "ones"}:
        kind = "unit"
    if kind == "kernel":
        kind = "zero" if d == 1 else "first"
    if kind == "drawn":
        rank = d if definite else draw.randint(1, d)
        G = [[Fraction(draw.randint(-2, 2)) for _ in range(rank)] for _ in range(d)]
        drawn = [[sum((a * b for a, b in zip(p, q, strict=True)), Fraction((i == j) * definite))
                  for j, q in enumerate(G)] for i, p in enumerate(G)]
        return _square(drawn) if rooted else drawn
    root = [[Fraction(_KINDS[kind](i, j, d)) for j in range(d)] for i in range(d)]
    return _square(root) if rooted else root


_KINDS: dict[str, Callable[[int, int, int], int]] = {
    "unit": lambda i, j, d: int(i == j),
    "zero": lambda i, j, d: 0,
    "ones": lambda i, j, d: 1,
    "first": lambda i, j, d: int(i == j == 0),
    "last": lambda i, j, d: int(i == j == d - 1 > 0),
    "generic": lambda i, j, d: d - max(i, j),
    "spread": lambda i, j, d: (i + 1) * (i == j),
}


def _square(A: Grid) -> Grid:
    n = range(len(A))
    return [[sum((A[i][k] * A[k][j] for k in n), Fraction(0)) for j in n] for i in n]


def _vector(kind: str, d: int, draw: random.Random) -> Grid:
    entries = {
        "zero": [0] * d,
        "rising": list(range(1, d + 1)),
        "signed": [(-1) ** k * 2 for k in range(d)],
        "first": [int(k == 0) for k in range(d)],
        "last": [int(k == d - 1) for k in range(d)],
        "drawn": [draw.randint(-2, 2) for _ in range(d)],
    }
    return [[Fraction(e)] for e in entries[kind]]
