r"""Letters on the space of samples: the vector of ones, and diagonal matrices of functions of the sample.

With :math:`X=(x_1\dots x_M)` the sum :math:`\sum_ig(x_i)x_ix_i^\top` is the word :math:`XD_gX^\top`, and
:math:`\sum_ig(x_i)x_i` is :math:`XD_g\mathbf 1`.  The function g is kept as a scalar in the basis vector ``e_?`` of the
sample, such as :math:`(w^\top Xe_?)^3`.
"""

from __future__ import annotations

from .letters import Dim, Letter, basis, letter
from .scalars import Scalar

SAMPLE = "?"
"""The index of the sample in a weight."""

_WEIGHTED: dict[tuple[Scalar, Dim], Letter] = {}


def sample_basis(dim: Dim) -> Letter:
    """The basis vector ``e_?`` in which weights are written."""
    return basis(SAMPLE, dim)


def ones(dim: Dim) -> Letter:
    """The vector of ones, ``dim x 1``."""
    return letter("1", dim, 1)


def weighted(g: Scalar, dim: Dim) -> Letter:
    r"""The diagonal letter :math:`D_g`, ``dim x dim``."""
    found = _WEIGHTED.get((g, dim))
    if found is None:
        found = _WEIGHTED[g, dim] = Letter(f"diag[{g!r}]", dim, dim)
        found.weight = g
    return found
