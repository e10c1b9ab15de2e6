"""What a statement speaks of, by name: what is said of it names these symbols and sizes, and no others.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from re import findall

from .claims import Claim
from .model import Model, is_own, model_for
from .papers import NAMES as PAPERS
from .roles import LETTERS
from .statement.binding import LETTERS as INSIDE
from .statement.binding import NAMING, free_symbols
from .statement.laws import STANDARD
from .statement.props import Prop, nodes_in, subprops, symbols_in
from .statement.terms import MadeSym, Op, Sym, symbols

_ALONG = frozenset({"always", "limit", "conserved", "same_flow"})
_OF_THE_MODEL = frozenset({"ddt", "at0", "prediction", "prediction_on"})
_MOVED = frozenset({"random", "parameter", "derived"})
"""What means and flows bind: it has a law or a start that a statement speaks of."""
ONE_POINT = "one point"
"""A place of which no size is told."""
COVARIANCE = "Lam"
"""The letter that engines have for the covariance of what has none of its own."""
_FREE_OF_VALUES = frozenset({"parameter", "random", "identity", "zero", "index", "integer", "derived", "claim",
                             "mask"})


@dataclass(frozen=True)
class Met:
    """What a statement and its hypotheses speak of, by name."""

    symbols: frozenset[Sym]
    sizes: Sequence[str]
    lengths: Sequence[str]
    fixed: Sequence[str]


@lru_cache(maxsize=256)
def met_in(claim: Claim, prop: Prop) -> Met:
    """What ``prop``, the hypotheses of the claim and, where they speak of one, its model have."""
    props = [prop, *(hypothesis.prop for hypothesis in claim.given)]
    met = frozenset[Sym]().union(*map(symbols_in, props))
    bound = bound_in(props)
    about_a_flow = any(_about_a_flow(one, met) for one in props)
    if isinstance(claim.model, Model) or (is_own(claim) and about_a_flow):
        model = model_for(claim)
        met |= symbols(model.loss) | set(model.parameters)
        met = met.union(*(symbols(start) for _, start in model.initial))
    sizes = {letter for sym in met for size in sym.shape for letter in findall(r"[A-Za-z_]\w*", str(size))}
    lengths = {sym.name for sym in met - bound if sym.has("integer")}
    lengths |= {letter for sym in met for name in _named_by(sym, "range") for letter in findall(r"[A-Za-z_]\w*", name)}
    listed = {sym.name: k for k, sym in enumerate(claim.forall)}
    fixed = {sym.name for sym in met - bound if not (sym.traits & _FREE_OF_VALUES or isinstance(sym, MadeSym))}
    # What moves along a flow has a start, not one value.
    fixed |= {sym.name for sym in met if sym.name in listed and sym.has("parameter") and not about_a_flow}
    fixed |= {name for sym in met for key in ("cov", "std") for name in _named_by(sym, key) if name != STANDARD}
    attention = not is_own(claim) and about_a_flow
    if attention:
        lengths.add("N")
    if attention or any(sym.name in {"x", "x_q"} and sym.has("random") and not _named_by(sym, "cov") for sym in met):
        sizes.add("d")
        fixed.add(COVARIANCE)

    def in_order(names: Set[str]) -> list[str]:
        places = listed if claim.paper in PAPERS else {}
        told = {name: claim.told.get(name, name) for name in set(names) - LETTERS}
        return sorted(names, key=lambda name: (places.get(name, len(listed)), told.get(name, name)))

    return Met(met - bound, in_order(sizes), in_order(lengths - sizes), in_order(fixed - sizes - lengths))


def bound_in(props: Sequence[Prop]) -> frozenset[Sym]:
    """What only limits, minima, sums and recursions speak of, so that no value of it is part of a place.

    Of "for all", which fails at one value, what it binds is none of these.

    >>> from .statement.props import eq, tends
    >>> from .statement.terms import minimum, scalar
    >>> a, c, n = scalar("a"), scalar("c"), scalar("n", "integer", "positive")
    >>> sorted(s.name for s in bound_in([eq(minimum(a**2 + c, a), c), tends(c + 1 / n, c, n)]))
    ['a', 'n']
    """
    every = {arg for p in props for _, one in subprops(p) if one.head == "for_all" for arg in one.args}
    free = frozenset[Sym]().union(*(free_symbols(prop, NAMING | INSIDE) for prop in props))
    return frozenset(s for s in frozenset[Sym]().union(*map(symbols_in, props)) - free - every if not s.traits & _MOVED)


def _named_by(sym: Sym, key: str) -> list[str]:
    return [trait.removeprefix(f"{key}:") for trait in sym.traits if trait.startswith(f"{key}:")]


def _about_a_flow(prop: Prop, met: frozenset[Sym]) -> bool:
    """Whether the statement speaks of what a paper's model derives, or of its flow."""
    return (
        any(sym.has("derived") or sym.has("prompt") for sym in met)
        or any(inner.head in _ALONG for _, inner in subprops(prop))
        or any(isinstance(node, Op) and node.head in _OF_THE_MODEL for node in nodes_in(prop))
    )


def spoken(claim: Claim, *props: Prop) -> frozenset[str]:
    """The names of all that these statements, or all of the claim, the hypotheses and the model have."""
    every = props or tuple(reading.prop for part in claim.parts for reading in part.readings)
    found = [met_in(claim, prop) for prop in every]
    named = frozenset(name for met in found for name in (*met.sizes, *met.lengths, *met.fixed))
    return named | {sym.name for met in found for sym in met.symbols}


def told(claim: Claim, prop: Prop) -> frozenset[str] | None:
    """The names that may be told of a place where the user's own claim is examined; None for all."""
    return None if claim.paper in PAPERS else spoken(claim, prop)


def at_sizes(sizes: Mapping[str, int], names: Collection[str]) -> str:
    """The sizes of a place, of which only those that are spoken of are told.

    >>> at_sizes({"d": 2, "N": 3}, {"d", "A"}), at_sizes({"d": 2, "N": 3}, {"a"})
    ('d = 2', 'one point')
    """
    return ", ".join(f"{name} = {size}" for name, size in sizes.items() if name in names) or ONE_POINT


def in_turn(names: Sequence[str], values: Iterable[Sequence[int]]) -> str:
    """Several places by their sizes, each told once; empty where no size is named.

    >>> in_turn(["d", "N"], [(1, 1), (2, 3)]), in_turn(["m"], [(1,), (2,), (2,)]), in_turn([], [(), ()])
    ('(d, N) = (1, 1), (2, 3)', 'm = 1, 2', '')
    """
    places = dict.fromkeys(tuple(one) for one in values)
    if len(names) < 2:
        return "".join(f"{name} = {', '.join(str(size) for (size,) in places)}" for name in names)
    return f"({', '.join(names)}) = {', '.join(_in_brackets(one) for one in places)}"


def _in_brackets(sizes: Sequence[int]) -> str:
    return f"({', '.join(map(str, sizes))})"
