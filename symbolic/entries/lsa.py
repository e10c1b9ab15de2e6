r"""Linear self-attention, read literally from its definition at a fixed dimension and prompt length.

zfb, eqs. (3), (4) and Section 3.3: the embedding of the prompt
:math:`(x_1,\langle w,x_1\rangle,\dots,x_N,\langle w,x_N\rangle,x_q)` is

.. math:: E=\begin{pmatrix}x_1&\cdots&x_N&x_q\\ \langle w,x_1\rangle&\cdots&\langle w,x_N\rangle&0\end{pmatrix},

the layer is :math:`f(E)=E+W^{PV}E\,E^\top W^{KQ}E/\rho` over all N+1 columns, and the prediction is its bottom
right entry.  Everything here works over any exact entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .matrix import Matrix


def embedding(xs: Sequence[Matrix], x_q: Matrix, w: Matrix, zero: Any) -> Matrix:
    """E, shape (d+1, N+1), from the columns ``xs`` (each (d, 1)), the query ``x_q`` and the task ``w`` (eq. (4))."""
    columns = [Matrix((*x.rows, *(w.T @ x).rows)) for x in xs]
    columns.append(Matrix((*x_q.rows, (zero,))))
    return Matrix.blocks([columns])


def attention(E: Matrix, W_PV: Matrix, W_KQ: Matrix) -> Matrix:
    r""":math:`\rho\,(f(E)-E)=W^{PV}E\,E^\top W^{KQ}E`, shape (d+1, N+1): eq. (3) without residual and normaliser."""
    return W_PV @ E @ E.T @ W_KQ @ E


def attention_at_query(E: Matrix, W_PV: Matrix, W_KQ: Matrix) -> Any:
    r"""The bottom right entry of :func:`attention`, from the last row and the last column alone.

    The bottom right entry of E itself is 0, so the prediction (display after (4)) is this over :math:`\rho`.
    """
    last_row, last_column = E.shape[0] - 1, E.shape[1] - 1
    return (W_PV.row(last_row) @ E @ (E.T @ (W_KQ @ E.column(last_column))))[0, 0]


def weights(U11: Matrix, u12: Matrix, u21: Matrix, u_1: Any, zero: Any) -> tuple[Matrix, Matrix]:
    """(W_PV, W_KQ), both (d+1, d+1), carrying the parameters of Lemma 9; the entries that Lemma 9 omits are zero.

    The last row of W_PV is (u12^T, u_-1); the first d columns of W_KQ are U11 above u21^T.
    """
    d = U11.shape[0]
    nothing = Matrix.build(d, d + 1, lambda i, j: zero)
    W_PV = Matrix.blocks([[nothing], [Matrix.blocks([[u12.T, Matrix(((u_1,),))]])]])
    column = Matrix.build(d + 1, 1, lambda i, j: zero)
    W_KQ = Matrix.blocks([[Matrix.blocks([[U11], [u21.T]]), column]])
    return W_PV, W_KQ
