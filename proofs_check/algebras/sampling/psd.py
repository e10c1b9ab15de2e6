"""Heads of psd matrices of any rank on draws: of constants alone, whose rank is exact.

The constants are rational, so that ranks, projections and Moore-Penrose inverses are read in fractions also where
everything else is float64.  Eigenvalues are continuous; in float64 they are right up to rounding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...statement.fold import Lacks, Meaning
from ...statement.terms import Op
from ..arrays import Array, position
from .heads import Read, refuse_averaged

if TYPE_CHECKING:
    from .algebra import SamplesAlgebra


def heads(algebra: SamplesAlgebra) -> dict[str, Meaning]:
    """The meanings, at the constants of ``algebra``."""
    in_fractions = algebra.dtype is object

    def exactly(name: str, node: Op) -> Array:
        from .. import exact_psd  # needs python-flint, which a machine that only trains may lack

        made: Array = getattr(exact_psd, name)(exact(node))
        return made

    def exact(node: Op) -> Array:
        refuse_averaged(node, "a function of a psd matrix")
        return algebra.exactly(node.args[0])

    def converted(value: Array) -> Array:
        return value if in_fractions else value.astype(np.float64)

    def spectrum(node: Op, read: Read) -> Array:
        """The eigenvalues in decreasing order, as a row."""
        refuse_averaged(node.args[0], "the eigenvalues")
        if in_fractions:
            from .. import exact_psd

            return np.array(exact_psd.eigenvalues(read(node.args[0])), dtype=object)[None]
        return np.linalg.eigvalsh(read(node.args[0]))[:, ::-1]

    def eigenvalue(node: Op, read: Read) -> Array:
        found, place = spectrum(node, read), position(read(node.args[1]))
        if not 0 <= place < found.shape[1]:
            raise Lacks(f"sampled lacks eigenvalue {place + 1} of {found.shape[1]}")
        return found[:, place, None, None]

    def least_positive(node: Op, read: Read) -> Array:
        rank = int(exactly("rank", node)[0, 0, 0])
        found = spectrum(node, read)[:, rank - 1, None, None]
        if rank == 0 or not np.all(found > 0):
            raise Lacks("sampled lacks a positive eigenvalue of what is not positive semi-definite and not 0")
        return found

    return {
        "pinv": lambda node, read: converted(exactly("pinv", node)),
        "modulus": lambda node, read: converted(exactly("modulus", node)),
        "projection": lambda node, read: converted(exactly("projection", node)),
        "rank": lambda node, read: converted(exactly("rank", node)),
        "eigenvalue": eigenvalue,
        "least_eigenvalue": lambda node, read: spectrum(node, read)[:, -1, None, None],
        "least_positive_eigenvalue": least_positive,
    }
