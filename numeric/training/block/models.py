r"""LTB (3.3), LSA (3.4) and GD-beta (5.1) in their weights, and what of the weights a prediction depends on.

``forward`` is the printed formula on the token matrix; autograd goes through it.  ``reduced`` are the parameters (D.1):
(w_1, u_1, s, B_1, b) of LTB, the same without w_1 of LSA, (beta, Gamma) of GD-beta.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from ...streams import torch_generator
from .settings import Settings

if TYPE_CHECKING:
    from jaxtyping import Float

Reduced = dict[str, Tensor]


class LinearSelfAttention(nn.Module):
    r"""(3.4): :math:`\big[E+\frac1MW_P^\top W_VE\,\mathbf M\,E^\top W_K^\top W_QE\big]_{-1,-1}`.

    Weights may have an axis in front, ``starts`` of them: several models on the same prompts at once.
    """

    def __init__(self, d: int, d_k: int, d_v: int, starts: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.d = d
        self.W_K, self.W_Q, self.W_P, self.W_V = (
            nn.Parameter(torch.zeros(*starts, width, d + 1, dtype=torch.float64)) for width in (d_k, d_k, d_v, d_v)
        )

    def attended(self, E: Float[Tensor, "n d+1 M+1"]) -> Float[Tensor, "*starts n d+1 M+1"]:
        """The layer; the mask (3.2) leaves the query column out of the sum."""
        context = E[:, :, :-1]
        value, key = (product[..., None, :, :] for product in (self.W_P.mT @ self.W_V, self.W_K.mT @ self.W_Q))
        return E + value @ context @ (context.mT @ key @ E) / context.shape[2]

    def forward(self, E: Float[Tensor, "n d+1 M+1"]) -> Float[Tensor, "*starts n"]:
        return self.attended(E)[..., -1, -1]

    def reduced(self) -> Reduced:
        """(D.1)."""
        return self._reduced(self.W_P.mT @ self.W_V)

    def _reduced(self, value: Tensor) -> Reduced:
        d, key = self.d, self.W_K.mT @ self.W_Q
        return {"u_1": value[..., d, :d], "s": value[..., d, d], "B_1": key[..., :d, :d], "b": key[..., d, :d]}


class LinearTransformerBlock(LinearSelfAttention):
    r"""(3.3): the same behind :math:`W_2^\top W_1`."""

    def __init__(self, d: int, d_k: int, d_v: int, d_f: int, starts: tuple[int, ...] = ()) -> None:
        super().__init__(d, d_k, d_v, starts)
        self.W_1, self.W_2 = (
            nn.Parameter(torch.zeros(*starts, d_f, d + 1, dtype=torch.float64)) for _ in range(2)
        )

    def forward(self, E: Float[Tensor, "n d+1 M+1"]) -> Float[Tensor, "*starts n"]:
        made: Tensor = ((self.W_2.mT @ self.W_1)[..., None, :, :] @ self.attended(E))[..., -1, -1]
        return made

    def reduced(self) -> Reduced:
        mlp = self.W_2.mT @ self.W_1
        return {"w_1": mlp[..., self.d, : self.d], **self._reduced(mlp @ self.W_P.mT @ self.W_V)}


class GradientStep(nn.Module):
    r"""(5.1): :math:`\langle\beta-\frac1M\Gamma X^\top(X\beta-\mathbf y),x\rangle`."""

    def __init__(self, d: int, starts: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.d = d
        self.beta = nn.Parameter(torch.zeros(*starts, d, dtype=torch.float64))
        self.Gamma = nn.Parameter(torch.zeros(*starts, d, d, dtype=torch.float64))

    def forward(self, E: Float[Tensor, "n d+1 M+1"]) -> Float[Tensor, "*starts n"]:
        X, y, x = E[:, : self.d, :-1].mT, E[:, self.d, :-1], E[:, : self.d, -1]
        gradient = (X.mT @ (X @ self.beta[..., None, :, None] - y[:, :, None]))[..., 0] / X.shape[1]
        return ((self.beta[..., None, :] - gradient @ self.Gamma.mT) * x).sum(-1)

    def reduced(self) -> Reduced:
        return {"beta": self.beta, "Gamma": self.Gamma}


Model = LinearSelfAttention | GradientStep


def initial_model(settings: Settings) -> Model:
    """The models at step 0: every weight i.i.d. normal, drawn on the CPU whatever the device."""
    d, (d_k, d_v, d_f), starts = settings.problem.d, settings.widths, (settings.starts,)
    made: Model
    if settings.model == "ltb":
        made = LinearTransformerBlock(d, d_k, d_v, d_f, starts)
    elif settings.model == "lsa":
        made = LinearSelfAttention(d, d_k, d_v, starts)
    else:
        made = GradientStep(d, starts)
    generator = torch_generator(settings.owner, f"init/{settings.model}", settings.seed)
    with torch.no_grad():
        for weight in made.parameters():
            weight.copy_(settings.scale * torch.randn(weight.shape, generator=generator, dtype=torch.float64))
    return made.to(settings.device)


def slope(reduced: Reduced, S: Float[Tensor, "n d+1 d+1"]) -> Float[Tensor, "n d"]:
    r"""The vector v with prediction :math:`\langle v,x\rangle` (D.1), from :math:`S=\frac1ME\mathbf ME^\top`.

    Every entry of ``reduced`` may carry a batch of its own in front.
    """
    d = S.shape[-1] - 1
    if "beta" in reduced:
        beta, Gamma = reduced["beta"], reduced["Gamma"]
        gradient = S[..., :d, :d] @ beta[..., None] - S[..., :d, d:]
        return beta - (Gamma @ gradient)[..., 0]
    u = torch.cat([reduced["u_1"], reduced["s"][..., None]], -1)[..., None, :]
    B = torch.cat([reduced["B_1"], reduced["b"][..., None, :]], -2)
    made = (u @ S @ B)[..., 0, :]
    return made + reduced["w_1"] if "w_1" in reduced else made


def predictions(
    reduced: Reduced, S: Float[Tensor, "n d+1 d+1"], x: Float[Tensor, "n d"]
) -> Float[Tensor, "starts n"]:
    r"""The same numbers as ``forward`` of the models with these parameters, through :math:`S=\frac1ME\mathbf ME^\top`:
    few large products in the place of many small ones.  Parameters have an axis of starts in front."""
    n, size = len(S), S.shape[-1]
    d = size - 1
    if "beta" in reduced:
        beta, Gamma = reduced["beta"], reduced["Gamma"]
        moved = (S[:, :d, :d].reshape(n * d, d) @ beta.T).reshape(n, d, -1).permute(2, 0, 1)
        return ((beta[:, None] - (moved - S[:, :d, d]) @ Gamma.mT) * x).sum(-1)
    u = torch.cat([reduced["u_1"], reduced["s"][:, None]], -1)
    B = torch.cat([reduced["B_1"], reduced["b"][:, None, :]], -2)
    read = (S.reshape(n * size, size) @ u.T).reshape(n, size, -1).permute(2, 0, 1)
    made = (read * (x @ B.mT)).sum(-1)
    return made + reduced["w_1"] @ x.T if "w_1" in reduced else made
