r"""Attention with any activation, from the definitions (1) to (5) of arXiv 2312.06528, in SymPy matrices of fixed size.

==================  =========================================================================================
activation          :math:`\tilde h(U,W)`
==================  =========================================================================================
``general``         unspecified: its values in the first n rows are letters, new ones at every call
``kernel``          :math:`\mathcal K(U^{(i)},W^{(j)})`, :math:`\mathcal K` a function of 2d arguments
``linear``          :math:`U^\top W`
``relu``, ``exp``   of the entries of :math:`U^\top W`
``softmax``         (6): :math:`\exp(A_{ij})/\sum_{k\le n}\exp(A_{kj})` with :math:`A=U^\top W`; the last row 0
``rbf``             :math:`\exp(-\|U^{(i)}-W^{(j)}\|^2/2)`
==================  =========================================================================================

X is d x (n+1), the query last; Y is m x (n+1), m rows of labels; Z is X above Y with 0 in place of the query's labels.

>>> d, n = 1, 1
>>> head = Head(named("V", 2, 2), named("B", 1, 1), named("C", 1, 1), ACTIVATIONS["linear"])
>>> forward(start(named("X", d, n + 1), named("Y", 1, n + 1)), [[head]])[-1][1, 1]
B_1_1*C_1_1*X_1_1*X_1_2*(V_2_1*X_1_1 + V_2_2*Y_1_1)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy

from .errors import InputError

Grid = Any
"""A SymPy matrix."""
Activation = Callable[[Grid, Grid], Grid]


@dataclass(frozen=True)
class Head:
    """Value, query and key matrices and the activation of one head of a layer."""

    V: Grid
    B: Grid
    C: Grid
    activation: Activation


Layer = Sequence[Head]


def named(name: str, rows: int, cols: int) -> Grid:
    """A matrix of letters ``name_i_j``."""
    return sympy.Matrix(rows, cols, lambda i, j: sympy.Symbol(f"{name}_{i + 1}_{j + 1}"))


def symmetric(name: str, size: int) -> Grid:
    """The same, with ``name_i_j`` for i <= j alone."""
    return sympy.Matrix(size, size, lambda i, j: sympy.Symbol(f"{name}_{min(i, j) + 1}_{max(i, j) + 1}"))


def mask(size: int) -> Grid:
    """(2): the identity with a last 0."""
    return sympy.diag(*([1] * (size - 1)), 0)


def start(X: Grid, Y: Grid) -> Grid:
    """(1)."""
    if X.cols != Y.cols:
        raise InputError(f"X and Y must have the same columns, not {X.cols} and {Y.cols}.")
    return X.col_join(Y * mask(Y.cols))


def attention(Z: Grid, head: Head) -> Grid:
    r"""(2): :math:`VZM\tilde h(BX,CX)`, X the first d rows of Z."""
    X = Z[: head.B.cols, :]
    return head.V * (Z * mask(Z.cols)) * head.activation(head.B * X, head.C * X)


def forward(Z: Grid, layers: Sequence[Layer]) -> list[Grid]:
    r"""(3), (26): :math:`Z_0,\dots,Z_{k+1}` with :math:`Z_{\ell+1}=Z_\ell+\sum_sV^sZ_\ell M\tilde h^s(B^sX,C^sX)`."""
    outputs = [Z]
    for layer in layers:
        now = outputs[-1]
        outputs.append(sum((attention(now, head) for head in layer), now))
    return outputs


def sparse(A: Grid, r: Any, labels: int = 1) -> Grid:
    r"""Assumption 4.4: :math:`\mathrm{diag}(A,rI_m)`, m = ``labels``."""
    return sympy.diag(A, r * sympy.eye(labels))


def loss_given_covariates(X: Grid, K: Grid, layers: Sequence[Layer]) -> Any:
    r"""(5) given X: :math:`p^\top\mathbb K(X)p`, p the coefficients of the labels in the error of the query.

    K is :math:`\mathbb E_{Y|X}[Y^\top Y]`; the layers are of Assumption 4.4 with n+1 rows of labels, so that the output
    is linear in these: with the identity for labels the query's column of the output, and 1 for its own label, is p.
    """
    size = X.cols
    last = forward(start(X, sympy.eye(size)), layers)[-1]
    p = last[X.rows:, size - 1] + sympy.eye(size)[:, size - 1]
    return (p.T * K * p)[0, 0]


# Activations ------------------------------------------------------------------------------------------------------

def _scores(U: Grid, W: Grid) -> Grid:
    return U.T * W


def _relu(U: Grid, W: Grid) -> Grid:
    return _scores(U, W).applyfunc(lambda a: sympy.Max(0, a, evaluate=not a.free_symbols))


def _softmax(U: Grid, W: Grid) -> Grid:
    weights = mask(U.cols) * _scores(U, W).applyfunc(sympy.exp)
    sums = [sum(weights[:, j]) for j in range(W.cols)]
    return sympy.Matrix(U.cols, W.cols, lambda i, j: weights[i, j] / sums[j])


def _rbf(U: Grid, W: Grid) -> Grid:
    def value(i: int, j: int) -> Any:
        return sympy.exp(-sum((a - b) ** 2 for a, b in zip(U[:, i], W[:, j], strict=True)) / 2)

    return sympy.Matrix(U.cols, W.cols, value)


def kernel(name: str = "K") -> Activation:
    """An unspecified kernel: a function of this name, of the entries of two columns."""
    K = sympy.Function(name)
    return lambda U, W: sympy.Matrix(U.cols, W.cols, lambda i, j: K(*U[:, i], *W[:, j]))


ACTIVATIONS: dict[str, Activation] = {
    "kernel": kernel(),
    "linear": _scores,
    "relu": _relu,
    "exp": lambda U, W: _scores(U, W).applyfunc(sympy.exp),
    "softmax": _softmax,
    "rbf": _rbf,
}


@dataclass
class General:
    """An unspecified activation: every call gives new letters ``h0``, ``h1`` ...; the arguments are kept."""

    met: list[tuple[Grid, Grid]] = field(default_factory=list)

    def __call__(self, U: Grid, W: Grid) -> Grid:
        value = named(f"h{len(self.met)}", U.cols, W.cols)
        self.met.append((U, W))
        return value
