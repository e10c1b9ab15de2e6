"""The integers that a statement speaks of: dimensions, numbers of demonstrations and layers, free layers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from ...statement.binding import NAMING, free_symbols
from ...statement.fold import Lacks
from ...statement.props import Prop, nodes_in
from ...statement.terms import Dim, Sym, Term

RANGES: Mapping[str, tuple[int, ...]] = {"d": (1, 2, 3), "n": (1, 2, 3), "k": (0, 1, 2)}
OTHERS = (1, 2)
LAYERS = (0, 1, 2)
PROVED: Mapping[str, tuple[int, ...]] = {"d": (1, 2), "n": (1, 2), "k": (0, 1)}
"""Where identities are decided as polynomials."""


def size_of(dim: Dim, sizes: Mapping[str, int]) -> int:
    """The value of a dimension such as ``"n+1"``.

    >>> size_of("n+1", {"n": 2})
    3
    """
    if isinstance(dim, int):
        return dim
    total = 0
    for sign, part in re.findall(r"([+-]?)\s*([A-Za-z_]\w*|\d+)", str(dim)):
        if not part.isdigit() and part not in sizes:
            raise Lacks(f"entries lacks a value of {part}")
        total += (-1 if sign == "-" else 1) * (int(part) if part.isdigit() else sizes[part])
    return total


def names_in(dim: Dim) -> list[str]:
    return re.findall(r"[A-Za-z_]\w*", dim) if isinstance(dim, str) else []


@lru_cache(maxsize=1 << 14)
def free_layers(node: Prop | Term) -> frozenset[Sym]:
    """The layers that nothing binds, no sequence and no quantifier.

    >>> from ...statement.attention import layer, layers
    >>> from ...statement.terms import at
    >>> [s.name for s in free_layers(at(layers("B"), layer("j")))]
    ['j']
    """
    return frozenset(sym for sym in free_symbols(node, NAMING) if sym.has("layer"))


def size_names(statements: Sequence[Prop]) -> list[str]:
    """The names of all sizes in these statements, d, n and k first."""
    found = frozenset[str]().union(*map(_sizes_in, statements))
    return sorted(found, key=lambda name: ("dnk".find(name) % 9, name))


@lru_cache(maxsize=1 << 10)
def _sizes_in(statement: Prop) -> frozenset[str]:
    found: set[str] = set()
    for sym in {node for node in nodes_in(statement) if isinstance(node, Sym)}:
        found |= {name for dim in sym.shape for name in names_in(dim)}
        if is_size(sym):
            found.add(sym.name)
        for trait in sym.traits:
            if trait.startswith("range:"):
                found |= set(names_in(trait.removeprefix("range:")))
    return frozenset(found)


def is_size(sym: Sym) -> bool:
    """Whether the symbol is an integer of which dimensions may be made."""
    return sym.has("integer") and not sym.traits & {"layer", "index"}


def choices(
    names: Sequence[str], layers: Sequence[str], ranges: Mapping[str, tuple[int, ...]] = RANGES,
    dims: Sequence[int] | None = None,
) -> Iterator[dict[str, int]]:
    """All small values of the sizes and free layers, the smallest first."""
    spans = [[d for d in ranges["d"] if dims is None or d in dims] if name == "d" else ranges.get(name, OTHERS)
             for name in names]
    spans += [LAYERS if ranges is RANGES else LAYERS[:2] for _ in layers]
    keys = [*names, *layers]
    for values in sorted(product(*spans), key=lambda v: (sum(v), v)):
        yield dict(zip(keys, values, strict=True))
