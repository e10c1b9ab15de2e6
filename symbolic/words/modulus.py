r"""The modulus :math:`U|D|U^\top` of a symmetric matrix :math:`UDU^\top`: a function of which words know few laws.

It is positive semi-definite, and the matrix itself where that is so; of a matrix cut into blocks it has the same cuts.
"""

from __future__ import annotations

from typing import Any

from ..errors import InputError
from .blocks import Block
from .calls import CALLS, Calling, called
from .letters import Dim
from .matrices import Matrix, Value
from .opaque import absolute
from .operators import as_block, unwrapped
from .scalars import Scalar


def modulus(A: Any) -> Any:
    r""":math:`U|D|U^\top`, (n, n) like A; raises :class:`InputError` for a matrix that is not symmetric."""
    if isinstance(A, Scalar):
        return absolute(A)
    block = as_block(A)
    if block.rows != block.cols or block != block.T:
        raise InputError(f"the matrix {A} is not symmetric: it has no modulus.")
    if _is_semidefinite(A):
        return A
    pieces = tuple(x for row in block.entries for x in row)
    size = len(block.rows)
    return unwrapped(Block([[_piece(block.rows, i, j, pieces) for j in range(size)] for i in range(size)]))


def _piece(cuts: tuple[Dim, ...], i: int, j: int, pieces: tuple[Value, ...]) -> Value:
    """The piece in row i and column j of the modulus of the matrix with these pieces."""
    value = modulus_piece(cuts, min(i, j), max(i, j), *pieces)
    return value if i <= j else value.T


def modulus_piece(cuts: tuple[Dim, ...], i: int, j: int, *pieces: Value) -> Value:
    """The same, for i <= j, from the arguments that its letter keeps."""
    if len(cuts) == 1 and _is_semidefinite(pieces[0]):
        return pieces[0]
    return called("modulus", (cuts, i, j, *pieces), cuts[i], cuts[j], symmetric=i == j)


def _is_semidefinite(A: Any) -> bool:
    """Whether A is a letter that is positive semi-definite."""
    if not isinstance(A, Matrix) or len(A.terms) != 1:
        return False
    ((word, c),) = A.terms.items()
    return len(word) == 1 and word[0].semidefinite and c.is_nonnegative


CALLS["modulus"] = Calling(modulus_piece)
