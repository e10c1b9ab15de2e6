"""Points of symbols and quadratures of what is drawn, in NumPy: hostile values as traits allow, nothing of the
engines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

import numpy as np

from proofs_check.statement.terms import Sym

NUMBERS = (0, 1, -1, 2, -2, 3, -5, 7, 100, -1000)
POSITIVE = (1, 2, 3, 5, 9, 64, 1000, 0.5, 0.25, 0.001)
TWO = (np.array([1.0, -1.0]), np.array([0.5, 0.5]))
SKEW = (np.array([2.0, -0.5]), np.array([0.2, 0.8]))


def values_of(
    syms: Iterable[Sym], sizes: Mapping[str, int], rng: np.random.Generator, small: bool = False
) -> dict[str, np.ndarray]:
    """A value for each symbol that is not drawn, as its traits allow."""
    return {
        sym.name: _value(sym, sizes, rng, small)
        for sym in sorted(syms, key=lambda s: s.name)
        if not sym.traits & {"identity", "zero", "random"} and not (sym.has("integer") and sym.name in sizes)
    }


def _value(sym: Sym, sizes: Mapping[str, int], rng: np.random.Generator, small: bool) -> np.ndarray:
    rows, cols = (dim if isinstance(dim, int) else sizes[dim] for dim in sym.shape)
    if sym.traits & {"kernel", "activation", "iid", "layers", "index"}:
        raise KeyError(sym.name)
    if (sym.shape) == (1, 1) and not sym.traits & {"psd", "posdef"}:
        return np.array([[_number(sym, rng, small)]], dtype=float)
    made = _matrix(rows, cols, rng)
    if sym.has("orthogonal"):
        signs = np.diag(rng.choice([-1.0, 1.0], rows))
        return signs[rng.permutation(rows)]
    if sym.has("posdef"):
        return made @ made.T + rng.integers(1, 4) * np.eye(rows)
    if sym.has("psd"):
        return made @ made.T
    return made + made.T if sym.has("symmetric") else made


def _number(sym: Sym, rng: np.random.Generator, small: bool) -> float:
    if sym.has("integer"):
        low = 1 if sym.has("positive") else 0 if sym.has("nonnegative") else -4
        return float(rng.integers(low, 9))
    few = 5 if small else None
    pool: Sequence[float] = NUMBERS[:few]
    if sym.has("positive"):
        pool = POSITIVE[:few]
    elif sym.has("nonnegative"):
        pool = (0, *POSITIVE[:few])
    elif sym.has("nonzero"):
        pool = NUMBERS[1:few]
    return float(pool[rng.integers(len(pool))])


def _matrix(rows: int, cols: int, rng: np.random.Generator) -> np.ndarray:
    style = rng.integers(8)
    if style == 0:
        return np.zeros((rows, cols))
    if style == 1:
        return np.eye(rows, cols)
    if style == 2:
        return np.outer(rng.integers(-2, 3, rows), rng.integers(-2, 3, cols)).astype(float)
    if style == 3:
        return np.triu(rng.integers(-2, 3, (rows, cols)), 1).astype(float)
    return rng.integers(-3, 4, (rows, cols)).astype(float)


def nodes_of(
    drawn: Sequence[Sym], at: Mapping[str, np.ndarray], sizes: Mapping[str, int], degree: int
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Nodes and weights of a quadrature that is exact to this degree, for all that is drawn together."""
    order = max(2, degree // 2 + 1)
    laws = [_law(sym, at, sizes, order) for sym in drawn]
    count = int(np.prod([len(w) for _, w in laws]))
    if count > 60_000:
        raise KeyError("too many nodes")
    picks = np.array(list(product(*(range(len(w)) for _, w in laws)))) if laws else np.zeros((1, 0), int)
    weights = np.ones(len(picks))
    outcomes = {}
    for k, (sym, (places, w)) in enumerate(zip(drawn, laws, strict=True)):
        outcomes[sym.name] = places[picks[:, k]]
        weights = weights * w[picks[:, k]]
    return outcomes, weights


def _law(sym: Sym, at: Mapping[str, np.ndarray], sizes: Mapping[str, int], order: int) -> tuple[np.ndarray, np.ndarray]:
    rows = sym.shape[0] if isinstance(sym.shape[0], int) else sizes[sym.shape[0]]
    if sym.has("iid"):
        raise KeyError("a family")
    if sym.has("haar"):
        return _rotations(rows, order)
    named = {t.split(":")[0]: t.split(":")[1] for t in sym.traits if ":" in t}
    nodes, weights = np.polynomial.hermite_e.hermegauss(order)
    weights = weights / weights.sum()
    if sym.has("noise"):
        std = at[named["std"]].item() if "std" in named else at["s"].item()
        if not sym.has("normal"):
            nodes, weights = SKEW if len(sym.name) % 2 else TWO
        return (std * nodes)[:, None, None], weights
    if "cov" not in named or sym.has("label"):
        raise KeyError("a law")
    places = np.array(list(product(nodes, repeat=rows)))[..., None]
    root = np.eye(rows)
    if named["cov"] != "I":
        low, vectors = np.linalg.eigh(at[named["cov"]])
        root = vectors * np.sqrt(np.maximum(low, 0))
    return root @ places, np.array([np.prod(w) for w in product(weights, repeat=rows)])


def _rotations(d: int, order: int) -> tuple[np.ndarray, np.ndarray]:
    """The orthogonal group for d <= 2: angles and reflections; exact for polynomials."""
    if d == 1:
        return np.array([[[1.0]], [[-1.0]]]), np.array([0.5, 0.5])
    if d > 2:
        raise KeyError("rotations of space")
    count = 4 * order + 3
    angles = 2 * np.pi * np.arange(count) / count
    c, s = np.cos(angles), np.sin(angles)
    turned = np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], -2)
    both = np.concatenate([turned, turned @ np.diag([1.0, -1.0])])
    return both, np.full(len(both), 1 / len(both))
