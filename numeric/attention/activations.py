r"""Concrete activations :math:`\tilde h(U,W)`: (12), kernels, and others that an unspecified one must allow for.

U has d rows and m columns, W d rows and p columns, the value m x p.  Written once for arrays of any arithmetic and for
jets (:mod:`numeric.attention.jets`).  ``invariant``: Assumption 4.3; ``smooth``: continuously differentiable;
``rational``: rational entries give rational values; ``kernel``: a function of pairs of columns, symmetric in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import numpy as np

from ..errors import InputError
from .jets import Array, Jet, Number, column_sums, exp, matmul, reciprocal, relu, transposed


@dataclass(frozen=True)
class Activation:
    """A named activation with what is known of it."""

    name: str
    function: Callable[[Number, Number], Number]
    invariant: bool = True
    smooth: bool = True
    rational: bool = False
    kernel: bool = False
    rotation_invariant: bool = True
    """:math:`\\tilde h(QU,QW)=\\tilde h(U,W)` for orthogonal Q; follows from ``invariant``."""
    psd: bool = False
    """Its Gram matrices are positive semi-definite in every dimension; only of kernels."""

    def __call__(self, U: Number, W: Number) -> Number:
        return self.function(U, W)


def of_kernel(kernel: Callable[[Array, Array], Any], name: str = "of one's own") -> Activation:
    r""":math:`[\tilde h(U,W)]_{ij}=\mathcal K(U^{(i)},W^{(j)})`, of a function of two columns.

    >>> of_kernel(lambda u, w: (1 + u @ w) ** 2)(np.array([[1, 2]]), np.array([[3, 4]])).tolist()
    [[16, 25], [49, 81]]
    """

    if not callable(kernel):
        raise InputError(f"kernel is {kernel!r}: pass a function of two columns, such as lambda u, w: (1 + u @ w)**2.")

    def values(U: Number, W: Number) -> Number:
        if isinstance(U, Jet) or isinstance(W, Jet) or U.ndim != 2 or W.ndim != 2:
            raise InputError("a kernel of one's own takes two matrices: pass a named activation for jets and batches.")
        return np.array([[kernel(u, w) for w in W.T] for u in U.T])

    return Activation(name, values, invariant=False, smooth=False, kernel=True, rotation_invariant=False)


def scores(U: Number, W: Number) -> Number:
    r""":math:`U^\top W`."""
    product: Number = matmul(transposed(U), W)
    return product


def _unmasked(x: Number) -> Number:
    """The same with its last row 0."""
    rows = (x.terms[0] if isinstance(x, Jet) else x).shape[-2]
    kept = np.ones((rows, 1), dtype=int)
    kept[-1, 0] = 0
    return x * kept


def softmax(A: Number) -> Number:
    r"""(6): :math:`\exp(A_{ij})/\sum_{k\le n}\exp(A_{kj})`; the last row 0."""
    if not isinstance(A, Jet) and A.dtype.kind == "f":
        # The same quotients, of exponentials that cannot overflow.
        lowered: Array = A - A[..., :-1, :].max(axis=-2, keepdims=True)
        lowered[..., -1, :] = 0
        A = lowered
    weights = _unmasked(exp(A))
    return weights * reciprocal(column_sums(weights))


def _normalised(U: Number, W: Number) -> Number:
    r"""A rational stand-in for the softmax: :math:`1+A+A^2` in place of :math:`\exp A`, positive for every A."""
    A = scores(U, W)
    weights = _unmasked(A * A + A + 1)
    return weights * reciprocal(column_sums(weights))


def _mixed(U: Number, W: Number) -> Number:
    """The square of the scores; where they are not square, their product with their transpose and themselves."""
    A = scores(U, W)
    rows, columns = (A.terms[0] if isinstance(A, Jet) else A).shape[-2:]
    return matmul(A, A) if rows == columns else matmul(matmul(A, transposed(A)), A)


def _squared_distances(U: Number, W: Number) -> Number:
    return transposed(column_sums(U * U)) + column_sums(W * W) - scores(U, W) * 2


def _first(U: Number) -> Number:
    """The first coordinates, as a row."""
    return U[..., :1, :]


def _beside(row: Number, W: Number) -> Number:
    """The row as a column, once for every column of W."""
    ones = _first(W) * 0 + 1
    found: Number = transposed(row) @ ones
    return found


def _feature(U: Number) -> Number:
    return _first(U) + _first(U) * _first(U)


LINEAR = Activation("linear", scores, rational=True, kernel=True, psd=True)
RELU = Activation("relu", lambda U, W: relu(scores(U, W)), smooth=False, rational=True, kernel=True)
EXP = Activation("exp", lambda U, W: exp(scores(U, W)), kernel=True, psd=True)
SOFTMAX = Activation("softmax", lambda U, W: softmax(scores(U, W)))
QUADRATIC = Activation(
    "quadratic", lambda U, W: scores(U, W) * scores(U, W) + scores(U, W), rational=True, kernel=True, psd=True
)
r""":math:`\langle u,w\rangle^2+\langle u,w\rangle`: a positive semi-definite kernel."""
SQUARED = Activation("squared", lambda U, W: scores(U, W) * scores(U, W), rational=True, kernel=True, psd=True)
NORMALISED = Activation("normalised", _normalised, rational=True)
MIXED = Activation("mixed", _mixed, rational=True)
r""":math:`(U^\top W)^2`, the matrix product: every column depends on all covariates."""
RBF = Activation("rbf", lambda U, W: exp(_squared_distances(U, W) * -1 * _half(U)), invariant=False, kernel=True,
                 psd=True)  # fmt: skip
r""":math:`\exp(-\|u-w\|^2/2)`, which depends on more than :math:`\langle u,w\rangle`."""
DISTANCE = Activation("distance", lambda U, W: reciprocal(_squared_distances(U, W) + 1), invariant=False,
                      rational=True, kernel=True, psd=True)  # fmt: skip
r""":math:`1/(1+\|u-w\|^2)`, a rational kernel that is invariant under rotations alone."""

FEATURES = Activation("features", lambda U, W: transposed(_feature(U)) @ _feature(W) + 1, invariant=False,
                      rational=True, kernel=True, psd=True, rotation_invariant=False)  # fmt: skip
r""":math:`1+\varphi(u)\varphi(w)`, :math:`\varphi(u)=u_1+u_1^2`: a kernel that neither rotations nor signs keep."""
FIRST_SUM = Activation(
    "first sum", lambda U, W: _beside(_first(U), W) + transposed(_beside(_first(W), U)), invariant=False, rational=True,
    kernel=True, rotation_invariant=False,
)  # fmt: skip
r""":math:`u_1+w_1`: symmetric, indefinite, kept by no rotation."""
TILTED = Activation(
    "tilted", lambda U, W: scores(U, W) + _beside(_first(U) + column_sums(U * U), W), invariant=False, rational=True,
    rotation_invariant=False,
)  # fmt: skip
r""":math:`\langle u,w\rangle+u_1+|u|^2`: no kernel, and kept by no rotation."""

ACTIVATIONS = (
    LINEAR, RELU, EXP, SOFTMAX, QUADRATIC, SQUARED, MIXED, NORMALISED, RBF, DISTANCE, FEATURES, FIRST_SUM, TILTED,
)  # fmt: skip
NAMED = {h.name: h for h in ACTIVATIONS}


def check_activation(given: object) -> None:
    """Raise :class:`InputError` unless ``given`` is a name, an activation or some function."""
    if isinstance(given, str) and given not in NAMED:
        near = get_close_matches(given, NAMED, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise InputError(
            f"activation of a head is {given!r}: {hint}choose one of {', '.join(NAMED)}, or pass a function of U and W."
        )
    if not isinstance(given, str) and not callable(given):
        raise InputError(f"activation of a head is {given!r}: pass a name, an Activation or a function of U and W.")


def activations(*, invariant: bool = False, smooth: bool = False, rational: bool = False, kernel: bool = False,
                psd: bool = False, rotation_invariant: bool = False) -> tuple[Activation, ...]:  # fmt: skip
    """Those that have every property asked for."""
    wanted = {"invariant": invariant, "smooth": smooth, "rational": rational, "kernel": kernel, "psd": psd,
              "rotation_invariant": rotation_invariant}  # fmt: skip
    return tuple(h for h in ACTIVATIONS if all(getattr(h, name) for name, asked in wanted.items() if asked))


def _half(like: Number) -> Array:
    """1/2 in the arithmetic of the entries."""
    first = (like.terms[0] if isinstance(like, Jet) else like).ravel()[0]
    one = first * 0 + 1
    return np.asarray(one / 2)
