"""Heads that need no more than the values of their arguments, dimensions, and what counts as averaged."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np

from ...statement.fold import Lacks, Meaning, strict
from ...statement.terms import Op, Sym, Term, children, symbols
from ..arrays import Array, block, inner, joined, kron, position, times, trace, transposed, unvec, vec
from ..exact_inverse import are_fractions

Read = Callable[[Term], Array]
MOST_EXPANDED = 3
"""Rows of determinants of what is no number."""
LOSSES = frozenset({"L", "L_rdm", "L_diag", "L_noise", "L_prior"})


@lru_cache(maxsize=1 << 14)
def averaged(node: Term) -> bool:
    """Whether an expectation that is estimated, explicit or in a loss and its flow, occurs in ``node``.

    Expectations over the law of a covariance alone are known, and count as constants.
    """
    if isinstance(node, Sym):
        return node.name in LOSSES and node.has("derived")
    if isinstance(node, Op):
        if node.head == "ddt" or (node.head in {"expect", "expect_given"} and not is_known(node)):
            return True
        if node.head == "expect":
            return False
    return any(averaged(child) for child in children(node))


@lru_cache(maxsize=1 << 14)
def is_known(node: Op) -> bool:
    """Whether ``node`` is an expectation over random covariances and nothing else."""
    random = [sym for sym in symbols(node) if sym.has("random")]
    return node.head == "expect" and bool(random) and all(is_covariance(sym) for sym in random)


def is_covariance(sym: Sym) -> bool:
    return sym.has("law") or any(trait.startswith("copy:") for trait in sym.traits)


def refuse_averaged(node: Term, what: str) -> None:
    """The mean of a function that is not linear is not the function of the mean."""
    if averaged(node):
        raise Lacks(f"sampled lacks {what} of an expectation")


_OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: operator.pow}


def evaluate_dimension(dim: str, sizes: Mapping[str, int]) -> int:
    """The integer of a dimension such as ``"(d+1)^2"`` or ``"d(d+1)"``."""

    def value(node: ast.expr) -> int:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name) and node.id in sizes:
            return sizes[node.id]
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
            return int(_OPERATIONS[type(node.op)](value(node.left), value(node.right)))
        raise Lacks(f"sampled lacks a size for {dim}")

    return value(_parsed(dim))


@lru_cache(maxsize=256)
def _parsed(dim: str) -> ast.expr:
    text = re.sub(r"([\w)])\(", r"\1*(", dim.replace("^", "**"))
    return ast.parse(text, mode="eval").body


def names_in(node: Term) -> frozenset[str]:
    """The names of the symbols in ``node``."""
    return frozenset(sym.name for sym in symbols(node))


def _quotient(node: Op, read: Read) -> Array:
    refuse_averaged(node.args[1], "the inverse")
    a, b = read(node.args[0]), read(node.args[1])
    if b.shape[1:] != (1, 1):
        raise Lacks("sampled lacks division by anything but a number")
    if not np.all(b):
        raise Lacks("sampled lacks a quotient by 0")
    return a / b


def _convex(function: Callable[..., Array], what: str) -> Meaning:
    """A head whose arguments must be no means: it is not linear."""

    def meaning(node: Op, read: Read) -> Array:
        for arg in node.args:
            refuse_averaged(arg, what)
        return function(*(read(arg) for arg in node.args))

    return meaning


def _in_float(name: str, function: Callable[[Array], Array]) -> Callable[[Array], Array]:
    def evaluate(a: Array) -> Array:
        if a.dtype == object:
            raise Lacks(f"sampled lacks {name} in exact fractions")
        return function(a)[:, None, None]

    return evaluate


def _condition(a: Array) -> Array:
    eigenvalues = np.linalg.eigvalsh(a)
    if np.any(eigenvalues[:, 0] <= 0):
        raise Lacks("sampled lacks a value here: a condition number is one of a positive definite matrix")
    return np.asarray(eigenvalues[:, -1] / eigenvalues[:, 0])


def _determinant(a: Array) -> Array:
    if a.dtype != object:
        return np.linalg.det(a)[:, None, None]
    if not are_fractions(a) and 1 <= a.shape[1] == a.shape[2] <= MOST_EXPANDED:
        return _expanded(a)
    from .. import exact_psd  # needs python-flint, which a machine that only trains may lack

    return np.concatenate([exact_psd.determinant(a[k : k + 1]) for k in range(len(a))])


def _expanded(a: Array) -> Array:
    """The determinant of a matrix of polynomials, along its first row."""
    if a.shape[1] == 1:
        return a
    columns = range(a.shape[2])
    minors = (_expanded(a[:, 1:, [j for j in columns if j != k]]) for k in columns)
    return sum((-1) ** k * a[:, :1, k : k + 1] * minor for k, minor in enumerate(minors))


def _entry(a: Array, i: int, j: int) -> Array:
    if not (0 <= i < a.shape[1] and 0 <= j < a.shape[2]):
        raise Lacks(f"sampled lacks entry {i + 1}, {j + 1} of a matrix of shape {a.shape[1:]}")
    return a[:, i, j, None, None]


def _diagonal(v: Array) -> Array:
    return v * np.eye(v.shape[1], dtype=int)


def _place(k: Array, a: Array, axis: int) -> int:
    """Where ``a`` has its row or column ``k``; small sizes have fewer than a statement names."""
    found = position(k)
    if not 0 <= found < a.shape[axis]:
        raise Lacks(f"sampled lacks row or column {found + 1} of a matrix of shape {a.shape[1:]}")
    return found


HEADS: dict[str, Meaning] = {
    "+": strict(operator.add), "-": strict(operator.sub), "neg": strict(operator.neg), "*": strict(times),
    "/": _quotient, "T": strict(transposed), "tr": strict(trace), "inner": strict(inner),
    "vec": strict(vec), "unvec": strict(unvec), "kron": strict(kron), "block": strict(block),
    "stack": strict(lambda a, b: joined([a, b], 1)), "beside": strict(lambda a, b: joined([a, b], 2)),
    "entry": strict(lambda a, i, j: _entry(a, position(i), position(j))),
    "row": strict(lambda a, k: a[:, None, _place(k, a, 1), :]),
    "col": strict(lambda a, k: a[:, :, _place(k, a, 2), None]),
    "diag": strict(_diagonal), "delta": strict(lambda i, j: (i == j).astype(i.dtype)),
    "least": _convex(np.minimum, "the smaller"), "abs": _convex(np.abs, "the absolute value"),
    "det": _convex(_determinant, "the determinant"),
    "relu": _convex(lambda a: np.maximum(a, 0), "the larger"),
    "norm_op": _convex(_in_float("norm_op", lambda a: np.linalg.norm(a, 2, axis=(1, 2))), "the norm"),
    "cond": _convex(_in_float("cond", _condition), "the condition number"),
}  # fmt: skip
