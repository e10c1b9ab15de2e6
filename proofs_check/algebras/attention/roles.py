"""Which size of a statement is the dimension of the covariates, which counts demonstrations and which layers, and which
matrix is the covariance: read off shapes, traits and hypotheses, never off names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...statement.props import Prop, nodes_in, subprops, subterms
from ...statement.terms import Op, Sym


@dataclass(frozen=True)
class Roles:
    """Names of sizes; those that a statement does not speak of have names that it does not use."""

    dimension: str = "d"
    columns: str = "n"
    layers: str = "k"
    others: tuple[str, ...] = ()
    """Further sizes, as they are met."""
    covariance: Sym = Sym("Sigma", ("d", "d"), frozenset({"symmetric", "posdef"}))  # noqa: RUF009 - a frozen symbol
    """The S of X = S^(1/2) xi."""
    query: bool = True
    """Whether a query follows the demonstrations, so that matrices have a column more than there are."""

    @property
    def three(self) -> tuple[str, str, str]:
        return self.dimension, self.columns, self.layers


def roles_of(props: Sequence[Prop]) -> Roles:
    """The roles in a statement and its hypotheses."""
    return _roles_of(tuple(props))


@lru_cache(maxsize=1 << 8)
def _roles_of(props: tuple[Prop, ...]) -> Roles:
    met = list(dict.fromkeys(node for prop in props for node in nodes_in(prop) if isinstance(node, Sym)))
    contexts = [sym for sym in met if sym.has("context")]
    turned = [sym for sym in met if sym.traits & {"haar", "orthogonal"}]
    bare = frozenset(dim for sym in met for dim in sym.shape if isinstance(dim, str) and "+" not in dim)
    counting = [s.name for s in met if _is_count(s) and not s.has("positive") and s.name not in bare]
    spoken = sorted((n for n in dict.fromkeys(_sizes_in(met)) if n not in counting), key=lambda n: n not in bare)
    taken = {sym.name for sym in met} | set(spoken)
    dimension = next((_head(s.shape[0]) for s in (*contexts, *turned) if _head(s.shape[0])), "")
    columns = next((name for s in contexts if (name := _head(s.shape[1])) and name != dimension), "")
    left = [name for name in spoken if name not in (dimension, columns)]
    dimension = dimension or (left.pop(0) if left else _new("d", taken))
    columns = columns or (left.pop(0) if left else _new("n", taken))
    layers = counting.pop(0) if counting else _new("k", taken)
    own = Sym(_new("Sigma", taken), (dimension, dimension), Roles.covariance.traits)
    covariance = next(_covariances(props, dimension), own)
    query = columns not in bare or any(str(dim).startswith(f"{columns}+") for sym in met for dim in sym.shape)
    return Roles(dimension, columns, layers, (*left, *counting), covariance, query)


def _covariances(props: Sequence[Prop], dimension: str) -> Iterator[Sym]:
    """Definite matrices of which something is said together with laws."""
    for prop in props:
        for _, sub in subprops(prop):
            heads = {node.head for _, node in subterms(sub) if isinstance(node, Op)}
            if sub.head == "same_law" or "expect_given" in heads:
                for sym in nodes_in(sub):
                    if isinstance(sym, Sym) and sym.has("posdef") and sym.shape == (dimension, dimension):
                        yield sym


def _is_count(sym: Sym) -> bool:
    return sym.has("integer") and sym.shape == (1, 1) and not sym.traits & {"layer", "index"}


def _sizes_in(met: Sequence[Sym]) -> Iterator[str]:
    for sym in met:
        yield from filter(None, map(_head, sym.shape))
        if _is_count(sym):
            yield sym.name
        yield from (_head(t.removeprefix("range:")) for t in sym.traits if t.startswith("range:"))


def _head(dim: object) -> str:
    """The name in a dimension such as ``n+1``; none in a number."""
    name = dim.partition("+")[0] if isinstance(dim, str) else ""
    return "" if name.isdigit() else name


def _new(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "_"
    return name
