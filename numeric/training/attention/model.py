r"""(3) of the paper: :math:`Z_{\ell+1}=Z_\ell+\sum_sV^s_\ell Z_\ell M\tilde h^s(B^s_\ell X_\ell,C^s_\ell X_\ell)`.

Many models at once: every weight has a leading axis of models, and each model has its own contexts.  With Assumption
4.4 the covariates move by A and the labels by r, and the last row of Z_l is linear in that of Z_0:

.. math:: Y_{\ell+1}=Y_\ell\Bigl(I+\sum_sr^s_\ell M\tilde h^s_\ell\Bigr),\qquad
   \mathsf{TF}_{k+1}+y^{(n+1)}=Y\,g,\qquad g=\prod_{\ell=0}^k\Bigl(I+\sum_sr^s_\ell M\tilde h^s_\ell\Bigr)e_{n+1}.

The mask M = diag(I_n, 0) leaves the last entry of g at 1, so that g also carries the label of the query.  Covariates
are rows here, X transposed: one product with a weight then serves all contexts of a model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from ...errors import InputError

if TYPE_CHECKING:
    from jaxtyping import Float


def activation(name: str, scores: Float[Tensor, "*batch n n+1"]) -> Float[Tensor, "*batch n n+1"]:
    r"""(12) from :math:`[U^\top W]_{ij}`, its first n rows: the mask removes the last row of every activation."""
    if name == "linear":
        return scores
    if name == "relu":
        return scores.relu()
    if name == "exp":
        return scores.exp()
    if name == "softmax":
        return scores.softmax(-2)
    raise InputError(f"activation must be linear, relu, exp or softmax, not {name!r}. Pass one of them.")


def _times(x: Float[Tensor, "models batch m d"], weight: Float[Tensor, "models d d"]) -> Tensor:
    """Rows of x times the transpose of each model's weight."""
    made: Tensor = (x.flatten(1, 2) @ weight.mT).view(x.shape)
    return made


class Attention(nn.Module):
    """So many models of the same shape: r, A, B, C for every layer and head."""

    def __init__(self, models: int, heads: tuple[str, ...], layers: int, d: int, *, free: bool) -> None:
        super().__init__()
        self.heads, self.layers, self.free = heads, layers, free and layers > 1
        shape = (models, layers, len(heads))
        self.r = nn.Parameter(torch.zeros(shape))
        self.B = nn.Parameter(torch.zeros(*shape, d, d))
        self.C = nn.Parameter(torch.zeros(*shape, d, d))
        # Covariates after the last layer are not looked at: it needs no A.
        self.A = nn.Parameter(torch.zeros(models, layers - 1, len(heads), d, d), requires_grad=self.free)

    def coefficients(self, x: Float[Tensor, "models batch n+1 d"]) -> Float[Tensor, "models batch n+1"]:
        r"""The vector g with :math:`\mathsf{TF}_{k+1}+y^{(n+1)}=Yg`."""
        n = x.shape[-2] - 1
        steps = []
        for layer in range(self.layers):
            attended = [self._attended(x, layer, head) for head in range(len(self.heads))]
            r = self.r[:, layer, :, None, None, None]
            steps.append(torch.stack([r[:, head] * h for head, h in enumerate(attended)]).sum(0))
            if self.free and layer < self.layers - 1:
                A = self.A[:, layer]
                moved = [_times(h.mT @ x[..., :n, :], A[:, head]) for head, h in enumerate(attended)]
                x = x + torch.stack(moved).sum(0)
        g = torch.zeros_like(x[..., 0])
        g[..., n] = 1
        for step in reversed(steps):
            demonstrations = g[..., :n] + (step @ g[..., None])[..., 0]
            g = torch.cat([demonstrations, g[..., n:]], -1)
        return g

    def _attended(self, x: Tensor, layer: int, head: int) -> Tensor:
        """h~(B X, C X) without the row that the mask removes."""
        n = x.shape[-2] - 1
        U, W = _times(x[..., :n, :], self.B[:, layer, head]), _times(x, self.C[:, layer, head])
        return activation(self.heads[head], U @ W.mT)

    def forward(
        self, x: Float[Tensor, "models batch n+1 d"], K: Float[Tensor, "models batch n+1 n+1"]
    ) -> Float[Tensor, "models batch"]:
        r"""The loss (5) given X, :math:`g^\top\mathbb K_+g`: exact over the labels."""
        g = self.coefficients(x)
        made: Tensor = ((K @ g[..., None])[..., 0] * g).sum(-1)
        return made

    def on_labels(
        self, x: Float[Tensor, "models batch n+1 d"], y: Float[Tensor, "models batch n+1"]
    ) -> Float[Tensor, "models batch"]:
        r""":math:`(\mathsf{TF}_{k+1}+y^{(n+1)})^2` for drawn labels."""
        made: Tensor = (self.coefficients(x) * y).sum(-1).square()
        return made
