r"""(3) of the paper: :math:`Z_{\ell+1}=Z_\ell+\sum_sV^s_\ell Z_\ell M\tilde h^s(B^s_\ell X_\ell,C^s_\ell X_\ell)`.

Many models at once: every weight has a leading axis of models, and each model has its own contexts.  With Assumption
4.4 the covariates move by A and the labels by r, and the last row of Z_l is linear in that of Z_0:

.. math:: Y_{\ell+1}=Y_\ell\Bigl(I+\sum_sr^s_\ell M\tilde h^s_\ell\Bigr),\qquad
   \mathsf{TF}_{k+1}+y^{(n+1)}=Y\,g,\qquad g=\prod_{\ell=0}^k\Bigl(I+\sum_sr^s_\ell M\tilde h^s_\ell\Bigr)e_{n+1}.

The mask M = diag(I_n, 0) leaves the last entry of g at 1, so that g also carries the label of the query.  Scores need
:math:`B^\top C` alone, :math:`U^\top W=X^\top B^\top CX`; where A = 0 all layers see the same X, and one product
has the scores of all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from ...errors import InputError

if TYPE_CHECKING:
    from jaxtyping import Float


def activation(name: str, scores: Float[Tensor, "*batch n layers n+1"]) -> Float[Tensor, "*batch n layers n+1"]:
    r"""(12) from :math:`[U^\top W]_{ij}`, its first n rows: the mask removes the last row of every activation."""
    if name == "linear":
        return scores
    if name == "relu":
        return scores.relu()
    if name == "exp":
        return scores.exp()
    if name == "softmax":
        return scores.softmax(-3)
    raise InputError(f"activation must be linear, relu, exp or softmax, not {name!r}. Pass one of them.")


def _times(
    weights: Float[Tensor, "models k d d"], X: Float[Tensor, "models batch d m"]
) -> Float[Tensor, "models batch d k m"]:
    """Each of the k weights of a model times each of its X, in one product for each model."""
    models, batch, d, m = X.shape
    made: Tensor = weights.flatten(1, 2) @ X.transpose(1, 2).reshape(models, d, batch * m)
    return made.view(models, -1, d, batch, m).permute(0, 3, 2, 1, 4)


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

    def coefficients(self, X: Float[Tensor, "models batch d n+1"]) -> Float[Tensor, "models batch n+1"]:
        r"""The vector g with :math:`\mathsf{TF}_{k+1}+y^{(n+1)}=Yg`."""
        attended = self._moving(X) if self.free else self._attended(X, slice(None))
        last = torch.ones_like(X[:, :, 0, -1:])
        demonstrations = torch.zeros_like(X[:, :, 0, :-1])
        for layer in reversed(range(self.layers)):
            g = torch.cat([demonstrations, last], -1)[:, :, None]
            for head, h in enumerate(attended[layer]):
                demonstrations = demonstrations + self.r[:, layer, head, None, None] * (h * g).sum(-1)
        return torch.cat([demonstrations, last], -1)

    def _moving(self, X: Tensor) -> list[tuple[Tensor, ...]]:
        """The same as :meth:`_attended` of all layers where A moves the covariates from layer to layer."""
        attended: list[tuple[Tensor, ...]] = []
        for layer in range(self.layers):
            attended += self._attended(X, slice(layer, layer + 1))
            if layer < self.layers - 1:
                moves = [_times(self.A[:, layer, head, None], X[..., :-1] @ h) for head, h in enumerate(attended[-1])]
                X = X + torch.stack(moves).sum(0)[..., 0, :]
        return attended

    def _attended(self, X: Float[Tensor, "models batch d n+1"], layers: slice) -> list[tuple[Tensor, ...]]:
        """For each of these layers h~(B X, C X) of each head, without the row that the mask removes."""
        products = self.B[:, layers].mT @ self.C[:, layers]
        of_heads = []
        for head, name in enumerate(self.heads):
            scores = X[..., :-1].mT @ _times(products[:, :, head], X).flatten(3)
            of_heads.append(activation(name, scores.unflatten(3, (-1, X.shape[-1]))).unbind(3))
        return list(zip(*of_heads, strict=True))

    def forward(
        self, X: Float[Tensor, "models batch d n+1"], K: Float[Tensor, "models batch n+1 n+1"]
    ) -> Float[Tensor, "models batch"]:
        r"""The loss (5) given X, :math:`g^\top\mathbb K_+g`: exact over the labels."""
        g = self.coefficients(X)
        made: Tensor = ((K * g[..., None, :]).sum(-1) * g).sum(-1)
        return made

    def on_labels(
        self, X: Float[Tensor, "models batch d n+1"], y: Float[Tensor, "models batch n+1"]
    ) -> Float[Tensor, "models batch"]:
        r""":math:`(\mathsf{TF}_{k+1}+y^{(n+1)})^2` for drawn labels."""
        made: Tensor = (self.coefficients(X) * y).sum(-1).square()
        return made
