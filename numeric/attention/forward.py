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

import numpy as np

from ..errors import InputError
from .activations import Activation, check_activation
from .jets import Array, Jet, Number


@dataclass(frozen=True, eq=False)
class Head:
    """One head of one layer; for :func:`.passes.forward_pass` rows of numbers and an activation's name do, too."""

    V: Number
    B: Number
    C: Number
    activation: Activation

    def __post_init__(self) -> None:
        """Raise :class:`InputError` for what is no matrix or no activation; sizes are of the prompt."""
        for name in "VBC":
            given = getattr(self, name)
            if isinstance(given, (str, bytes, dict)) or not hasattr(given, "__getitem__"):
                raise InputError(f"{name} of a head is {given!r}: a matrix is needed. Pass rows of numbers.")
        check_activation(self.activation)


Layer = Sequence[Head]


def mask(n: int) -> Array:
    r""":math:`M=\mathrm{diag}(1,\dots,1,0)`, n+1 wide."""
    M = np.eye(n + 1, dtype=int)
    M[n, n] = 0
    return M


def start(X: Array, Y: Array) -> Array:
    """(1): X above the labels, with 0 in place of the query's."""
    if X.ndim < 2 or Y.ndim < 2:
        raise InputError(f"X and Y must be matrices, not of shapes {X.shape} and {Y.shape}. Pass Y[None] for a row.")
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
    r"""(3), (26): :math:`Z_0,\dots,Z_{k+1}` with :math:`Z_{\ell+1}=Z_\ell+\sum_s V^sZ_\ell M\tilde h^s(B^sX,C^sX)`.

    Raises :class:`InputError` for sizes that do not fit: d is that of B, and below it Z must have labels.
    """
    outputs = [Z]
    for layer in layers:
        now = outputs[-1]
        total = now
        for head in layer:
            total = total + attention(now, head, _checked_size(head, now))
        outputs.append(total)
    return outputs


def prediction(Z: Number) -> Number:
    r"""(4): :math:`[Z_\ell]_{(d+1),(n+1)}`, of every row of labels where there are several: see :func:`forward`."""
    return Z[..., -1, -1]


def _checked_size(head: Head, Z: Number) -> int:
    """d; without the check a B of too many columns would take labels for covariates."""
    rows, d = _shape(Z)[-2], _shape(head.B)[-1]
    if _shape(head.C)[-1] != d or d >= rows or _shape(head.V)[-2:] != (rows, rows):
        shapes = ", ".join(f"{name} {_shape(getattr(head, name))[-2:]}" for name in "VBC")
        raise InputError(
            f"a head has {shapes}, and Z has {rows} rows, m >= 1 of them labels: V must be (d+m, d+m), B and C (d, d)."
        )
    return d


def _shape(of: Number) -> tuple[int, ...]:
    return tuple((of.terms[0] if isinstance(of, Jet) else of).shape)
