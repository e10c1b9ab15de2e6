r"""Linear self-attention in torch, written from the paper's definition, and its residuals on contexts.

The model is (3) of Zhang, Frei, Bartlett (arXiv 2306.09927) with both weight matrices full; autograd goes through it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from .contexts import Contexts

if TYPE_CHECKING:
    from jaxtyping import Float


class LinearSelfAttention(nn.Module):
    r""":math:`f_{LSA}(E;\theta)=E+W^{PV}E\,E^\top W^{KQ}E/\rho`, all of both matrices trained."""

    def __init__(self, d: int, device: str = "cpu", dtype: torch.dtype = torch.float64) -> None:
        super().__init__()
        self.W_PV = nn.Parameter(torch.zeros(d + 1, d + 1, device=device, dtype=dtype))
        self.W_KQ = nn.Parameter(torch.zeros(d + 1, d + 1, device=device, dtype=dtype))

    def forward(self, E: Float[Tensor, "batch d_e d_N"]) -> Float[Tensor, "batch d_e d_N"]:
        """The layer (3), as printed."""
        return E + self.W_PV @ E @ (E.transpose(1, 2) @ self.W_KQ @ E / (E.shape[2] - 1))

    @torch.no_grad()
    def initialise(self, sigma: float, Theta: Float[Tensor, "d d"]) -> None:
        r"""Assumption 3, (10): sigma in the bottom right of W_PV, sigma Theta Theta^T in the top left of W_KQ."""
        d = len(Theta)
        self.W_PV.zero_()
        self.W_KQ.zero_()
        self.W_PV[d, d] = sigma
        self.W_KQ[:d, :d] = sigma * Theta @ Theta.T


def random_theta(d: int, generator: torch.Generator, device: str = "cpu") -> Tensor:
    r"""Theta with :math:`\Theta\Theta^\top=MM^\top/\|MM^\top\|_F`, M with i.i.d. normal entries (Section 3.3)."""
    M = torch.randn(d, d, generator=generator, dtype=torch.float64, device=device)
    return M / torch.linalg.matrix_norm(M @ M.T) ** 0.5


def residuals_literal(
    contexts: Contexts, model: LinearSelfAttention
) -> Float[Tensor, "n tasks queries"]:
    r""":math:`\hat y_q-y_q` for every pair of a task and a query, through the embedding (4)."""
    x, y = contexts.x, contexts.y
    if x is None or y is None:
        raise ValueError("the literal forward needs contexts drawn with keep_x=True")
    n, N, d = x.shape
    tasks, queries = contexts.w.shape[2], contexts.x_q.shape[2]
    E = x.new_zeros(n, tasks, queries, d + 1, N + 1)
    E[..., :d, :N] = x.transpose(1, 2)[:, None, None]
    E[..., d, :N] = y.transpose(1, 2)[:, :, None]
    E[..., :d, N] = contexts.x_q.transpose(1, 2)[:, None]
    y_hat = model(E.reshape(-1, d + 1, N + 1))[:, d, N].reshape(n, tasks, queries)
    return y_hat - contexts.y_q


def residuals_gram(
    contexts: Contexts, W_PV: Float[Tensor, "*n d_e d_e"], W_KQ: Float[Tensor, "*n d_e d_e"]
) -> Float[Tensor, "n tasks queries"]:
    r"""The same through S = sum x x^T, sum x y and sum y^2: only the query's row of the layer.

    With :math:`k=U_{11}x_q`: :math:`\rho\,\hat y_q=(u_{12}^\top S+u_{-1}\sum y x^\top)k+(u_{12}^\top\sum yx+
    u_{-1}\sum y^2)(u_{21}^\top x_q)+(u_{12}^\top x_q)(x_q^\top k)`.
    """
    S, Sy, x_q = contexts.S, contexts.Sy, contexts.x_q
    d = S.shape[1]
    # One pair of matrices, or one pair per context: the batch axis stays in front.
    u12, u_1, U11, u21 = W_PV[..., d, :d], W_PV[..., d, d], W_KQ[..., :d, :d], W_KQ[..., d, :d]
    key = U11 @ x_q
    row, scale = u12[..., None, :], u_1[..., None, None]
    last = row @ Sy + scale * contexts.yy[:, None]
    context = (row @ S + scale * Sy.transpose(1, 2)) @ key + last.transpose(1, 2) * (u21[..., None, :] @ x_q)
    query = (u12[..., None, :] @ x_q) * (x_q * key).sum(1)[:, None, :]
    return (context + query) / contexts.N - contexts.y_q


class Statistics:
    r"""The loss (7) of a fixed sample as a function of the weights, through sufficient statistics.

    The prediction (6) is linear in the products of an entry of v, the last row of W_PV, and an entry of K, the first
    d columns of W_KQ: :math:`\hat y_q=\sum v_pK_{qk}\,F_{pqk}` with :math:`F=\frac{EE^\top}N\otimes x_q`.  So the mean
    loss needs only the means of :math:`FF^\top`, of :math:`Fy_q` and of :math:`y_q^2`; a step then costs the same for
    every size of the sample.
    """

    def __init__(self, contexts: Contexts, chunk: int = 512) -> None:
        d = contexts.S.shape[1]
        # E E^T is symmetric: entries p <= q suffice.
        self.upper = torch.triu_indices(d + 1, d + 1, device=contexts.S.device)
        size = self.upper.shape[1] * d
        self.FF, self.Fy, self.yy = contexts.S.new_zeros(size, size), contexts.S.new_zeros(size), 0.0
        for begin in range(0, len(contexts), chunk):
            F, y = self._features(contexts.part(begin, begin + chunk))
            self.FF += F.T @ F
            self.Fy += F.T @ y
            self.yy += float(y @ y)
        pairs = len(contexts) * contexts.w.shape[2] * contexts.x_q.shape[2]
        self.FF, self.Fy, self.yy = self.FF / pairs, self.Fy / pairs, self.yy / pairs

    def _features(self, part: Contexts) -> tuple[Tensor, Tensor]:
        """F and the target for every pair of a task and a query."""
        n, d = len(part), part.S.shape[1]
        tasks, queries = part.w.shape[2], part.x_q.shape[2]
        Sy, x_q = part.Sy.transpose(1, 2), part.x_q.transpose(1, 2)
        Z = part.S.new_zeros(n, tasks, queries, d + 1, d + 1)
        Z[..., :d, :d] = part.S[:, None, None] + (x_q[..., :, None] * x_q[..., None, :])[:, None]
        Z[..., :d, d] = Sy[:, :, None]
        Z[..., d, :d] = Sy[:, :, None]
        Z[..., d, d] = part.yy[:, :, None]
        p, q = self.upper
        F = (Z[..., p, q] / part.N)[..., None] * x_q[:, None, :, None, :]
        return F.reshape(n * tasks * queries, -1), part.y_q.reshape(-1)

    def loss(self, W_PV: Tensor, W_KQ: Tensor) -> Tensor:
        """The mean loss of the sample."""
        d = len(W_PV) - 1
        vK = W_PV[d, :, None, None] * W_KQ[None, :, :d]
        p, q = self.upper
        z = torch.where((p == q)[:, None], vK[p, q], vK[p, q] + vK[q, p]).reshape(-1)
        return (z @ self.FF @ z - 2 * z @ self.Fy + self.yy) / 2


def losses(contexts: Contexts, W_PV: Tensor, W_KQ: Tensor) -> Float[Tensor, " n"]:
    r"""Per context the mean of :math:`\frac12(\hat y_q-y_q)^2` over its tasks and queries (7)."""
    return residuals_gram(contexts, W_PV, W_KQ).square().mean((1, 2)) / 2
