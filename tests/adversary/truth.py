"""An evaluator in NumPy that decides the truth of a statement at a point.  It shares no code with the engines.

It walks the trees, which are data, and knows the mathematics of each head by itself.  Values are arrays of shape
``(..., rows, columns)``: the leading axis is that of a quadrature where something is drawn.  ``None`` for a truth value
says that doubles do not settle it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import isqrt

import numpy as np

from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Abbrev, Num, Op, Sym, Term, symbols

from .laws import nodes_of

Point = Mapping[str, np.ndarray]
EXACT = frozenset({"+", "-", "neg", "*", "T", "tr", "inner", "abs", "relu", "entry", "vec", "kron", "diag"})
"""Heads that integers do not leave: at integer points both sides are exact in doubles."""


class NoValue(Exception):
    """A term has no value here."""


class Unread(Exception):
    """The evaluator does not know the head, or cannot tell."""


def value(node: Term, at: Point, sizes: Mapping[str, int]) -> np.ndarray:
    """The value of a term at a point."""
    if isinstance(node, Num):
        return np.array([[float(node.value)]])
    if isinstance(node, Abbrev):
        return value(node.body, at, sizes)
    if isinstance(node, Sym):
        return _symbol(node, at, sizes)
    assert isinstance(node, Op)
    if node.head == "expect":
        return _mean(node.args[0], at, sizes)
    if node.head == "where":
        bound = dict(at)
        for sym, new in zip(node.args[1::2], node.args[2::2], strict=True):
            assert isinstance(sym, Sym)
            bound[sym.name] = value(new, at, sizes)
        return value(node.args[0], bound, sizes)
    if node.head not in _HEADS:
        raise Unread(node.head)
    with np.errstate(all="ignore"):
        found = _HEADS[node.head](*(value(arg, at, sizes) for arg in node.args))
    if not np.all(np.isfinite(found)):
        raise Unread("overflow")
    return found


def _symbol(sym: Sym, at: Point, sizes: Mapping[str, int]) -> np.ndarray:
    if sym.has("identity"):
        return np.eye(size(sym.shape[0], sizes))
    if sym.has("zero"):
        return np.zeros(tuple(size(dim, sizes) for dim in sym.shape))
    if sym.has("integer") and sym.name in sizes:
        return np.array([[float(sizes[sym.name])]])
    if sym.name not in at:
        raise Unread(f"{sym.name} has no value")
    return at[sym.name]


def size(dim: str | int, sizes: Mapping[str, int]) -> int:
    """The size that a dimension has at a point."""
    if isinstance(dim, int):
        return dim
    if dim not in sizes:
        raise Unread(f"the dimension {dim}")
    return sizes[dim]


def _mean(body: Term, at: Point, sizes: Mapping[str, int]) -> np.ndarray:
    drawn = sorted((s for s in symbols(body) if s.has("random")), key=lambda s: s.name)
    if any(n.head in {"expect", "/", "exp", "^"} and not _plain(n) for n in _ops(body)):
        raise Unread("a mean that a quadrature does not give exactly")
    outcomes, weights = nodes_of(drawn, at, sizes, 2 * _degree(body))
    found = value(body, {**at, **outcomes}, sizes)
    if found.ndim == 2:
        return found
    return np.einsum("q,qij->ij", weights, found)


def _ops(node: Term) -> list[Op]:
    if isinstance(node, Abbrev):
        return _ops(node.body)
    return [node, *(op for arg in node.args for op in _ops(arg))] if isinstance(node, Op) else []


def _plain(node: Op) -> bool:
    """Whether it stays a polynomial in what is drawn."""
    if node.head == "^":
        power = node.args[1]
        whole = isinstance(power, Num) and power.value.denominator == 1 and power.value >= 0
        return whole or not any(s.has("random") for s in symbols(node))
    return node.head != "expect" and not any(s.has("random") for s in symbols(node.args[-1]))


def _degree(node: Term) -> int:
    """A bound of the degree in what is drawn."""
    if isinstance(node, Sym):
        return int(node.has("random"))
    if isinstance(node, Abbrev):
        return _degree(node.body)
    if not isinstance(node, Op):
        return 0
    if node.head == "^" and isinstance(node.args[1], Num):
        return _degree(node.args[0]) * max(1, int(node.args[1].value))
    below = [_degree(arg) for arg in node.args]
    if node.head in {"abs", "relu", "norm_2", "norm_F", "norm_op", "sqrt", "det", "pinv", "projection"} and any(below):
        raise Unread(f"the mean of {node.head}")
    return sum(below) if node.head in {"*", "inner", "kron"} else max(below, default=0)


def _product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.shape[-2:] == (1, 1) or b.shape[-2:] == (1, 1):
        return a * b
    if a.shape[-1] != b.shape[-2]:
        raise Unread("shapes")
    return a @ b


def _sum(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.shape[-2:] != b.shape[-2:]:
        raise Unread("shapes")
    return a + b


def _quotient(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if b.shape[-2:] != (1, 1):
        raise Unread("shapes")
    if np.any(b == 0):
        raise NoValue
    return a / b


def _power(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    exponent = float(np.squeeze(b)) if b.size == 1 else np.nan
    if exponent == int(exponent) and exponent >= 0:
        return np.linalg.matrix_power(a, int(exponent))
    if a.ndim > 2:
        raise Unread("a power of what is drawn")
    if exponent == int(exponent):
        return np.linalg.matrix_power(_inverse(a), -int(exponent))
    if exponent == 0.5:
        return _root(a)
    raise Unread("power")


def _inverse(a: np.ndarray) -> np.ndarray:
    if a.shape[-1] != a.shape[-2]:
        raise Unread("shapes")
    sigma = np.linalg.svd(a, compute_uv=False)
    if sigma[-1] <= 1e-12 * max(sigma[0], 1e-300):
        raise NoValue
    if sigma[-1] < 1e-6 * sigma[0]:
        raise Unread("nearly singular")
    return np.linalg.inv(a)


def _root(a: np.ndarray) -> np.ndarray:
    low, vectors = np.linalg.eigh(_symmetric(a))
    top = max(abs(low).max(), 1e-300)
    if low[0] < -1e-7 * top:
        raise NoValue
    return (vectors * np.sqrt(np.where(abs(low) <= 1e-12 * top, 0, np.maximum(low, 0)))) @ vectors.T


def _symmetric(a: np.ndarray) -> np.ndarray:
    if a.ndim > 2 or a.shape[0] != a.shape[1]:
        raise Unread("shapes")
    if abs(a - a.T).max() > 1e-9 * max(abs(a).max(), 1.0):
        raise NoValue
    return (a + a.T) / 2


def _number(of: object) -> np.ndarray:
    found = np.asarray(of)
    return found[..., None, None]


def _det(a: np.ndarray) -> np.ndarray:
    """By cofactors, each minor of the last rows once: exact at integers."""
    n = a.shape[-1]
    minors: dict[tuple[int, ...], np.ndarray] = {(j,): a[..., n - 1 :, j : j + 1] for j in range(n)}
    for size in range(2, n + 1):
        row = n - size
        minors = {
            columns: sum(
                (-1) ** k * a[..., row : row + 1, j : j + 1] * minors[columns[:k] + columns[k + 1 :]]
                for k, j in enumerate(columns)
            )
            for columns in combinations(range(n), size)
        }
    return minors[tuple(range(n))]


def _pinv(a: np.ndarray) -> np.ndarray:
    sigma = np.linalg.svd(a, compute_uv=False)
    if np.any((sigma > 1e-12 * sigma[0]) & (sigma < 1e-6 * sigma[0])):
        raise Unread("nearly of lower rank")
    return np.linalg.pinv(a, rcond=1e-9)


def _length(a: np.ndarray) -> np.ndarray:
    squared = (a**2).sum((-2, -1))
    if np.iscomplexobj(squared):  # a derivative is taken: see along.py
        return _number(np.sqrt(squared))
    whole = np.vectorize(lambda s: float(isqrt(int(s))) if s < 2**50 and isqrt(int(s)) ** 2 == s else np.sqrt(s))
    return _number(whole(squared))


def _entry(a: np.ndarray, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    r, c = int(i.item()), int(j.item())
    if not (1 <= r <= a.shape[-2] and 1 <= c <= a.shape[-1]):
        raise NoValue
    return a[..., r - 1 : r, c - 1 : c]


def _scalar_root(a: np.ndarray) -> np.ndarray:
    if np.any(a < 0):
        raise NoValue
    return np.sqrt(a)


def _kron(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.ndim > 2 or b.ndim > 2:
        raise Unread("kron of what is drawn")
    return np.kron(a, b)


_HEADS = {
    "+": _sum, "-": lambda a, b: _sum(a, -b), "neg": lambda a: -a, "*": _product, "/": _quotient, "^": _power,
    "T": lambda a: np.swapaxes(a, -1, -2), "tr": lambda a: _number(np.trace(a, axis1=-2, axis2=-1)), "det": _det,
    "inner": lambda a, b: _number((a * b).sum((-2, -1))), "norm_F": _length, "norm_2": _length,
    "norm_op": lambda a: _number(np.linalg.svd(a, compute_uv=False)[..., 0]), "abs": abs, "exp": np.exp,
    "sqrt": _scalar_root, "relu": lambda a: np.maximum(a, 0), "pinv": _pinv,
    "projection": lambda a: a @ _pinv(a), "entry": _entry, "kron": _kron,
    "rank": lambda a: _number(np.linalg.matrix_rank(a)),
    "vec": lambda a: np.swapaxes(a, -1, -2).reshape(*a.shape[:-2], -1, 1),
    "diag": lambda a: a * np.eye(a.shape[-2]),
}  # fmt: skip


def holds(prop: Prop, at: Point, sizes: Mapping[str, int]) -> bool | None:
    """Whether the proposition holds at a point; None where doubles do not settle it."""
    if prop.head == "and":
        links = [holds(p, at, sizes) for p in prop.args if isinstance(p, Prop)]
        return False if False in links else None if None in links else True
    if prop.head in {"implies", "iff"}:
        first, second = (p for p in prop.args if isinstance(p, Prop))
        left = holds(first, at, sizes)
        if prop.head == "implies":
            if left is False:
                return True
            right = holds(second, at, sizes)
            return True if right else None if left is None else right
        right = holds(second, at, sizes)
        return None if left is None or right is None else left is right
    if prop.head in {"eq", "ne", "le", "lt", "ge", "gt"}:
        return _compared(prop, at, sizes)
    if prop.head in {"psd", "posdef"}:
        return _definite(prop, at, sizes)
    raise Unread(prop.head)


def _compared(prop: Prop, at: Point, sizes: Mapping[str, int]) -> bool | None:
    a, b = (value(arg, at, sizes) for arg in prop.args if isinstance(arg, Term))
    if a.shape != b.shape:
        raise Unread("shapes")
    gap, scale = a - b, max(abs(a).max(), abs(b).max(), 1.0)
    if scale > 2**50:
        return None
    if prop.head in {"eq", "ne"}:
        same = True if abs(gap).max() <= 1e-9 * scale else False if abs(gap).max() > 1e-5 * scale else None
        return same if prop.head == "eq" or same is None else not same
    less = gap.item() if prop.head in {"le", "lt"} else -gap.item()
    if abs(less) > 1e-6 * scale:
        return less < 0
    if prop.head in {"le", "ge"}:
        return True if less <= 0 else False if _close_is_equal(prop, at) else None
    return False if less >= 0 and _close_is_equal(prop, at) else None


def _close_is_equal(prop: Prop, at: Point) -> bool | None:
    """Whether both sides are exact in doubles: integers, and heads that stay among them."""
    ops = [op for arg in prop.args if isinstance(arg, Term) for op in _ops(arg)]
    whole = all(np.array_equal(v, np.round(v)) for v in at.values())
    plain = all(op.head in EXACT or (op.head == "^" and _plain(op)) or op.head == "det" for op in ops)
    return True if whole and plain else None


def _definite(prop: Prop, at: Point, sizes: Mapping[str, int]) -> bool | None:
    (node,) = (arg for arg in prop.args if isinstance(arg, Term))
    found = value(node, at, sizes)
    try:
        low = np.linalg.eigvalsh(_symmetric(found))
    except NoValue:
        return False
    top = max(abs(low).max(), 1.0)  # what cancels leaves rounding errors behind
    if prop.head == "psd":
        return True if low[0] > -1e-9 * top else False if low[0] < -1e-6 * top else None
    if not found.any():
        return False
    return True if low[0] > 1e-6 * top else False if low[0] < -1e-6 * top else None
