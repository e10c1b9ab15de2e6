r"""Tasks and prompts, drawn from the definition, and the attention layer written from it.

Two roads to the same law (Zhang, Frei, Bartlett, arXiv 2306.09927, Sections 3.2 and 3.3):

* the *oracle*: covariates :math:`x_i, x_q\sim N(0,\Lambda)`, task :math:`w\sim N(0,I)`, the literal embedding (4)
  and the literal layer (3) with all its weights;
* *exact in law, fast*: :math:`S=\sum_i x_ix_i^\top` is Wishart and is drawn by Bartlett's decomposition; the
  prediction at given :math:`(w,x_q)` needs only one off-diagonal entry of a 2x2 Wishart matrix.

The fast roads are tested against the oracle, and serve where many prompts are needed.  In shapes, d_e = d + 1 and
d_N = N + 1 are the paper's height and width of the embedding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InputError
from .inputs import covariance, positive_integer

if TYPE_CHECKING:
    from jaxtyping import Float


def draw(d: int, N: int, Lam: ArrayLike, n: int, rng: np.random.Generator) -> dict[str, NDArray[np.float64]]:
    """``n`` independent draws of the random symbols of a prompt (Section 3.3).

    ``{"x": (n, N, d), "x_q": (n, d), "w": (n, d)}`` with x_i, x_q ~ N(0, Lam) and w ~ N(0, I), all independent.
    """
    d, N, n = positive_integer("d", d), positive_integer("N", N), positive_integer("n", n)
    root = np.linalg.cholesky(covariance("Lam", Lam, d))
    return {
        "x": rng.standard_normal((n, N, d)) @ root.T,
        "x_q": rng.standard_normal((n, d)) @ root.T,
        "w": rng.standard_normal((n, d)),
    }


def draw_given(covariances: Float[np.ndarray, "n d d"], count: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """``count`` independent covariates N(0, Lam_k) for each of the covariances given, (n, count, d)."""
    root = np.linalg.cholesky(covariances)
    normal: NDArray[np.float64] = rng.standard_normal((len(root), count, root.shape[1]))
    return normal @ root.transpose(0, 2, 1)


def embedding(
    x: Float[np.ndarray, "batch N d"], x_q: Float[np.ndarray, "batch d"], w: Float[np.ndarray, "batch d"]
) -> Float[np.ndarray, "batch d+1 N+1"]:
    r"""The embedding (4): columns :math:`(x_i,\langle w,x_i\rangle)`, the last column :math:`(x_q,0)`."""
    return labelled_embedding(x, (x @ w[:, :, None])[:, :, 0], x_q)


def labelled_embedding(
    x: Float[np.ndarray, "batch N d"], y: Float[np.ndarray, "batch N"], x_q: Float[np.ndarray, "batch d"]
) -> Float[np.ndarray, "batch d+1 N+1"]:
    """The embedding (4) of examples with any labels: columns (x_i, y_i), the last column (x_q, 0)."""
    batch, N, d = x.shape
    E = np.zeros((batch, d + 1, N + 1), dtype=x.dtype)
    E[:, :d, :N] = x.transpose(0, 2, 1)
    E[:, d, :N] = y
    E[:, :d, N] = x_q
    return E


def attention(
    E: Float[np.ndarray, "batch d_e d_N"],
    W_PV: Float[np.ndarray, "d_e d_e"],
    W_KQ: Float[np.ndarray, "d_e d_e"],
    rho: int | None = None,
) -> Float[np.ndarray, "batch d_e d_N"]:
    r"""Linear self-attention (3): :math:`E+W^{PV}E\cdot E^\top W^{KQ}E/\rho`, by default :math:`\rho=N`."""
    width = E.shape[2] - 1 if rho is None else positive_integer("rho", rho)
    return E + W_PV @ E @ (E.transpose(0, 2, 1) @ W_KQ @ E / width)


def prediction(
    E: Float[np.ndarray, "batch d_e d_N"],
    W_PV: Float[np.ndarray, "d_e d_e"],
    W_KQ: Float[np.ndarray, "d_e d_e"],
    rho: int | None = None,
) -> Float[np.ndarray, " batch"]:
    r"""The prediction :math:`\hat y_q`: the bottom right entry of the layer's output (display after (4))."""
    width = E.shape[2] - 1 if rho is None else positive_integer("rho", rho)
    query = E[:, :, -1]
    # The last column of (3) alone, and of it the last entry: a column of the output needs its own column of E and the
    # sum over all, in this order at the cost of products of matrices with vectors.
    keys = np.einsum("...ij,...j->...i", W_KQ, query)
    values = np.einsum("nik,nk->ni", E, np.einsum("nik,ni->nk", E, keys))
    return query[:, -1] + np.einsum("...i,...i->...", W_PV[..., -1, :], values) / width


def weights(
    U11: Float[np.ndarray, "d d"], u12: Float[np.ndarray, " d"], u21: Float[np.ndarray, " d"], u_1: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    r"""(W_PV, W_KQ) with the parameters of Lemma 9 in place and zeros elsewhere.

    Lemma 9: :math:`U_{11}=W^{KQ}_{11}`, :math:`u_{21}=w^{KQ}_{21}`, :math:`u_{12}=w^{PV}_{21}`,
    :math:`u_{-1}=w^{PV}_{22}`.
    """
    d = len(u12)
    W_PV, W_KQ = (np.zeros((d + 1, d + 1), dtype=U11.dtype) for _ in range(2))
    W_PV[d, :d], W_PV[d, d] = u12, u_1
    W_KQ[:d, :d], W_KQ[d, :d] = U11, u21
    return W_PV, W_KQ


def wishart(d: int, N: int, Lam: ArrayLike, n: int, rng: np.random.Generator) -> Float[np.ndarray, "n d d"]:
    r""":math:`S=\sum_{i\le N}x_ix_i^\top`, exactly in law, by Bartlett's decomposition.

    :math:`S=CTT^\top C^\top` with :math:`CC^\top=\Lambda`, T lower triangular, :math:`T_{kk}^2\sim\chi^2_{N-k+1}`
    and standard normals below the diagonal (Bartlett 1933; Anderson, *Multivariate Statistical Analysis*, 7.2).
    For N < d the last rows of T are longer than N degrees of freedom allow, and T is d x N.
    """
    d, N, n = positive_integer("d", d), positive_integer("N", N), positive_integer("n", n)
    root = np.linalg.cholesky(covariance("Lam", Lam, d))
    width = min(d, N)
    T = np.tril(rng.standard_normal((n, d, width)))
    for k in range(width):
        T[:, k, k] = np.sqrt(rng.chisquare(N - k, n))
    CT = root @ T
    return CT @ CT.transpose(0, 2, 1)


def prediction_from_gram(
    S: Float[np.ndarray, "batch d d"],
    x_q: Float[np.ndarray, "batch d"],
    w: Float[np.ndarray, "batch d"],
    W_PV: Float[np.ndarray, "d_e d_e"],
    W_KQ: Float[np.ndarray, "d_e d_e"],
    rho: int,
) -> Float[np.ndarray, " batch"]:
    r"""The same prediction from :math:`S=\sum x_ix_i^\top`: only the query's row of the layer is computed.

    With a = u12 + u_-1 w and b = U11 x_q + (u21.x_q) w, the columns of E give
    :math:`\hat y_q=\frac1\rho\big(a^\top Sb+(u_{12}^\top x_q)(x_q^\top U_{11}x_q)\big)`.
    """
    a, b, query = _query_row(x_q, w, W_PV, W_KQ)
    return ((a[:, None, :] @ S @ b[:, :, None])[:, 0, 0] + query) / positive_integer("rho", rho)


def fast_predictions(
    d: int,
    N: int,
    Lam: ArrayLike,
    n: int,
    rng: np.random.Generator,
    W_PV: Float[np.ndarray, "d_e d_e"],
    W_KQ: Float[np.ndarray, "d_e d_e"],
) -> tuple[Float[np.ndarray, " n"], Float[np.ndarray, " n"]]:
    r"""``n`` draws of :math:`(\hat y_q, \langle w,x_q\rangle)`, exactly in law, without drawing any context.

    Given (w, x_q) the prediction needs only :math:`a^\top Sb`, an off-diagonal entry of a 2x2 Wishart matrix with
    scale :math:`(a,b)^\top\Lambda(a,b)`: one chi variable and one normal.
    """
    d, N, n = positive_integer("d", d), positive_integer("N", N), positive_integer("n", n)
    root = np.linalg.cholesky(covariance("Lam", Lam, d))
    if W_PV.shape != (d + 1, d + 1) or W_KQ.shape != (d + 1, d + 1):
        raise InputError(
            f"W_PV and W_KQ must be {d + 1} x {d + 1} for d = {d}: their shapes are {W_PV.shape} and {W_KQ.shape}. "
            "Pass the full weight matrices."
        )
    x_q, w = rng.standard_normal((n, d)) @ root.T, rng.standard_normal((n, d))
    a, b, query = _query_row(x_q, w, W_PV, W_KQ)
    p, q = a @ root, b @ root
    pp, pq = np.einsum("nd,nd->n", p, p), np.einsum("nd,nd->n", p, q)
    qq = np.einsum("nd,nd->n", q, q)
    chi, normal = np.sqrt(rng.chisquare(N, n)), rng.standard_normal(n)
    # Bartlett for the 2x2 case: a^T S b = |p| chi (pq/|p| chi + sqrt(qq - pq^2/pp) normal).
    rest = np.sqrt(np.maximum(qq * pp - pq * pq, 0.0))
    return (chi * (pq * chi + rest * normal) + query) / N, np.einsum("nd,nd->n", w, x_q)


def _query_row(
    x_q: NDArray[np.float64], w: NDArray[np.float64], W_PV: NDArray[np.float64], W_KQ: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """a, b and the query column's own term (see :func:`prediction_from_gram`)."""
    d = x_q.shape[1]
    u12, u_1, U11, u21 = W_PV[d, :d], W_PV[d, d], W_KQ[:d, :d], W_KQ[d, :d]
    a = u12 + u_1 * w
    key = x_q @ U11.T
    b = key + (x_q @ u21)[:, None] * w
    return a, b, (x_q @ u12) * np.einsum("nd,nd->n", x_q, key)
