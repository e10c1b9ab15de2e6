"""Which integers are sizes, and which letters stand for every layer."""

from __future__ import annotations

from collections.abc import Iterable
from re import findall

from ...statement.props import Prop
from ...statement.terms import Sym, symbols


def is_size(sym: Sym, others: Iterable[Sym]) -> bool:
    """Whether the integer is a dimension of one of the symbols, or the range of an index."""
    sizes = (str(dim) for s in others for dim in (*s.shape, *(t for t in s.traits if t.startswith("range:"))))
    return any(sym.name in findall(r"\w+", size) for size in sizes)


_LAYER = frozenset({"integer", "nonnegative", "layer"})
"""Of which nothing is known but that it is a layer."""


def is_any_layer(sym: Sym) -> bool:
    """Whether the letter stands for each of the layers 0, 1, 2, ..., and for nothing else."""
    return sym.traits == _LAYER


def symbols_in(props: Iterable[Prop]) -> frozenset[Sym]:
    """All symbols in the propositions, bound ones included."""
    return frozenset(s for prop in props for arg in prop.args
                     for s in (symbols_in([arg]) if isinstance(arg, Prop) else symbols(arg)))
