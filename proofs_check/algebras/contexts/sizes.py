"""The integers that a statement speaks of: dimensions, numbers of demonstrations and layers, free layers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import product

from ...statement.binding import NAMING, free_symbols
from ...statement.fold import Lacks
from ...statement.props import Prop, nodes_in
from ...statement.terms import Dim, Sym, Term

LOOKED = 3
"""So many values of each size, and of each free layer, are looked at."""
PROVED = 2
"""So many where identities are decided as polynomials."""


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


def may_be_zero(statements: Sequence[Prop]) -> frozenset[str]:
    """The sizes that their traits allow to be 0, dimensions apart: no matrix is empty.

    >>> from ...statement.props import ge
    >>> from ...statement.terms import matrix, scalar, tr
    >>> layers, rows = scalar("L", "integer", "nonnegative"), scalar("m", "integer", "nonnegative")
    >>> sorted(may_be_zero([ge(layers + rows * tr(matrix("A", "m", "m")), 0)]))
    ['L']
    """
    met = [node for prop in statements for node in nodes_in(prop) if isinstance(node, Sym)]
    dimensions = {dim for sym in met for dim in sym.shape}
    return frozenset(s.name for s in met if is_size(s) and not s.has("positive") and s.name not in dimensions)


def choices(
    names: Sequence[str], layers: Sequence[str], count: int = LOOKED, dims: Sequence[int] | None = None,
    from_zero: Set[str] = frozenset(),
) -> Iterator[dict[str, int]]:  # fmt: skip
    """All small values of the sizes and free layers, the smallest first; of ``dims`` those of the dimension d."""
    spans: list[Sequence[int]] = [range(count) if name in from_zero else range(1, count + 1) for name in names]
    spans += [range(count)] * len(layers)
    keys = [*names, *layers]
    for values in sorted(product(*spans), key=lambda v: (sum(v), v)):
        found = dict(zip(keys, values, strict=True))
        if dims is None or found.get("d", dims[0]) in dims:
            yield found
