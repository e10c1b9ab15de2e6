r"""The attention layers of the paper, from their definitions (1) to (5) and (26) alone.

Arrays may have any leading axes, and entries in any arithmetic (float64, fractions, ``fmpq``, balls), or be jets.

==================  ===============  ==================================================================
name                shape            meaning
==================  ===============  ==================================================================
X                   (d, n+1)         covariates, the query last
Y                   (m, n+1)         labels, the query's included; m = 1 in the paper
Z                   (d+m, n+1)       X above the labels with 0 in place of the query's
V, B, C             one per head     value, query and key matrices; V is (d+m, d+m), B and C are (d, d)
==================  ===============  ==================================================================

Several rows of labels evolve side by side under :math:`V=\mathrm{diag}(A,rI_m)`: no row of labels enters another, so
that m rows are m forward passes with the same covariates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from .activations import Activation
from .jets import Array, Jet, Number


@dataclass(frozen=True, eq=False)
class Head:
    """One head of one layer."""

    V: Number
    B: Number
    C: Number
    activation: Activation


Layer = Sequence[Head]


def mask(n: int) -> Array:
    r""":math:`M=\mathrm{diag}(1,\dots,1,0)`, n+1 wide."""
    M = np.eye(n + 1, dtype=int)
    M[n, n] = 0
    return M


def start(X: Array, Y: Array) -> Array:
    """(1): X above the labels, with 0 in place of the query's."""
    if X.shape[-1] != Y.shape[-1]:
        raise InputError(f"X and Y must have the same columns, not {X.shape[-1]} and {Y.shape[-1]}.")
    hidden = Y @ mask(Y.shape[-1] - 1)
    lead = np.broadcast_shapes(X.shape[:-2], Y.shape[:-2])
    return np.concatenate(
        [np.broadcast_to(A, (*lead, *A.shape[-2:])) for A in (X, hidden)], axis=-2
    )


def value_matrix(A: Number, r: Number, labels: int = 1) -> Number:
    r"""Assumption 4.4: :math:`V=\mathrm{diag}(A,rI_m)`; A is (..., d, d), r (..., 1, 1), m = ``labels``."""
    d = (A.terms[0] if isinstance(A, Jet) else A).shape[-1]
    top = np.eye(d + labels, dtype=int)[:, :d]
    bottom = np.diag([0] * d + [1] * labels)
    return top @ A @ top.T + r * bottom


def attention(Z: Number, head: Head, d: int) -> Number:
    r"""(2): :math:`VZM\tilde h(BX,CX)`, X the first d rows of Z."""
    columns = (Z.terms[0] if isinstance(Z, Jet) else Z).shape[-1]
    X = Z[..., :d, :]
    weights = head.activation(head.B @ X, head.C @ X)
    return head.V @ (Z @ mask(columns - 1)) @ weights


def forward(Z: Number, layers: Sequence[Layer]) -> list[Number]:
    r"""(3), (26): :math:`Z_0,\dots,Z_{k+1}` with :math:`Z_{\ell+1}=Z_\ell+\sum_s V^sZ_\ell M\tilde h^s(B^sX,C^sX)`."""
    outputs = [Z]
    for layer in layers:
        now = outputs[-1]
        total = now
        for head in layer:
            total = total + attention(now, head, _size(head.B))
        outputs.append(total)
    return outputs


def prediction(Z: Number) -> Number:
    r"""(4): :math:`[Z_\ell]_{(d+1),(n+1)}`, of every row of labels where there are several: see :func:`forward`."""
    return Z[..., -1, -1]


def _size(B: Number) -> int:
    shape: tuple[Any, ...] = (B.terms[0] if isinstance(B, Jet) else B).shape
    return int(shape[-1])
