r"""Kernels of pairs of columns, their Gram matrices, and the modulus :math:`\mathbb K_+` of Definition 3.3.

Gram matrices are those of :mod:`numeric.attention.activations` (an activation with ``kernel`` is one), in any
arithmetic.  The modulus :math:`U|D|U^\top` is continuous, so that float64 serves samplers even where the matrix is
singular; of an exact matrix it is enclosed in balls, from exact multiplicities.
"""

from __future__ import annotations

import flint
import numpy as np
from numpy.typing import NDArray

from ..arithmetic.balls import exact
from ..psd import function
from .activations import ACTIVATIONS, Activation
from .jets import Array

Floats = NDArray[np.float64]


def gram(kernel: Activation, X: Array) -> Array:
    r""":math:`\mathbb K_{ij}(X)=\mathcal K(x^{(i)},x^{(j)})`; X is (..., d, n+1)."""
    if X.ndim > 2 and kernel not in ACTIVATIONS:
        # A kernel of one's own knows two columns alone.
        return np.stack([gram(kernel, one) for one in X])
    found = kernel(X, X)
    assert isinstance(found, np.ndarray)
    return found


def modulus(K: Floats) -> Floats:
    r""":math:`U|D|U^\top` for :math:`K=UDU^\top` symmetric, (..., m, m).

    >>> modulus(np.array([[0.0, 1.0], [1.0, 0.0]])).round(12).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    values, vectors = np.linalg.eigh(K)
    found: Floats = (vectors * np.abs(values)[..., None, :]) @ np.swapaxes(vectors, -1, -2)
    return found


def root_of_modulus(K: Floats) -> Floats:
    r""":math:`U|D|^{1/2}`, whose square :math:`LL^\top` is the modulus."""
    values, vectors = np.linalg.eigh(K)
    found: Floats = vectors * np.sqrt(np.abs(values))[..., None, :]
    return found


def enclosed_modulus(K: Array) -> Array:
    """The modulus of one symmetric matrix of exact numbers, in balls at the working precision.

    Raises :class:`InputError` for a matrix that is not symmetric.
    """
    size = len(K)
    found = function(flint.fmpq_mat(size, size, [exact(v) for v in K.ravel()]), lambda e: abs(e.ball))
    made = np.empty((size, size), dtype=object)
    for i in range(size):
        for j in range(size):
            made[i, j] = found[i, j]
    return made


def relu_network_covariance(X: Floats, width: int = 1) -> Floats:
    r"""Appendix I.1: :math:`\mathbb E[y^{(i)}y^{(j)}]` of a random two-layer ReLU network, in closed form.

    With :math:`\theta` the angle between u and v: :math:`m\,\frac{\|u\|\|v\|}{2\pi}(\sin\theta+(\pi-\theta)\cos\theta)`
    (Cho, Saul 2009), m = ``width``.
    """
    inner = np.swapaxes(X, -1, -2) @ X
    norms = np.sqrt(np.einsum("...ii->...i", inner))
    sizes = norms[..., :, None] * norms[..., None, :]
    cosine = np.clip(np.divide(inner, sizes, out=np.zeros_like(inner), where=sizes > 0), -1, 1)
    angle = np.arccos(cosine)
    found: Floats = width * sizes / (2 * np.pi) * (np.sin(angle) + (np.pi - angle) * cosine)
    return found


def enclosed_relu_network_covariance(X: Array, width: int = 1) -> Array:
    """The same of exact covariates, (d, n+1), in balls at the working precision.

    The angle is enclosed as that of the point (<u, v>, sqrt(|u|^2|v|^2 - <u, v>^2)), whose coordinates are exact under
    the root: no cosine is rounded out of [-1, 1].
    """
    columns = [[exact(value) for value in column] for column in X.T]
    size = len(columns)
    found = np.empty((size, size), dtype=object)
    for i, u in enumerate(columns):
        for j, v in enumerate(columns):
            inner, uu, vv = (sum((a * b for a, b in zip(p, q, strict=True)), flint.fmpq(0))
                             for p, q in ((u, v), (u, u), (v, v)))  # fmt: skip
            if not uu * vv:
                found[i, j] = flint.arb(0)
                continue
            height = flint.arb(uu * vv - inner * inner).sqrt()
            angle = flint.arb.atan2(height, flint.arb(inner))
            found[i, j] = width / (2 * flint.arb.pi()) * (height + (flint.arb.pi() - angle) * flint.arb(inner))
    return found
