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
    r"""(3.4): :math:`\big[E+\frac1MW_P^\top W_VE\,\mathbf M\,E^\top W_K^\top W_QE\big]_{-1,-1}`."""

    def __init__(self, d: int, d_k: int, d_v: int, device: str = "cpu") -> None:
        super().__init__()
        self.d = d
        self.W_K, self.W_Q, self.W_P, self.W_V = (
            nn.Parameter(torch.zeros(width, d + 1, dtype=torch.float64, device=device))
            for width in (d_k, d_k, d_v, d_v)
        )

    def attended(self, E: Float[Tensor, "n d+1 M+1"]) -> Float[Tensor, "n d+1 M+1"]:
        """The layer; the mask (3.2) leaves the query column out of the sum."""
        context = E[:, :, :-1]
        return E + self.W_P.T @ self.W_V @ context @ (context.transpose(1, 2) @ self.W_K.T @ self.W_Q @ E) / (
            context.shape[2]
        )

    def forward(self, E: Float[Tensor, "n d+1 M+1"]) -> Float[Tensor, " n"]:
        return self.attended(E)[:, -1, -1]

    def reduced(self) -> Reduced:
        """(D.1)."""
        return self._reduced(self.W_P.T @ self.W_V)

    def _reduced(self, value: Tensor) -> Reduced:
        d, key = self.d, self.W_K.T @ self.W_Q
        return {"u_1": value[d, :d], "s": value[d, d], "B_1": key[:d, :d], "b": key[d, :d]}


class LinearTransformerBlock(LinearSelfAttention):
    r"""(3.3): the same behind :math:`W_2^\top W_1`."""

    def __init__(self, d: int, d_k: int, d_v: int, d_f: int, device: str = "cpu") -> None:
        super().__init__(d, d_k, d_v, device)
        self.W_1, self.W_2 = (
            nn.Parameter(torch.zeros(d_f, d + 1, dtype=torch.float64, device=device)) for _ in range(2)
        )

    def forward(self, E: Float[Tensor, "n d+1 M+1"]) -> Float[Tensor, " n"]:
        made: Tensor = (self.W_2.T @ self.W_1 @ self.attended(E))[:, -1, -1]
        return made

    def reduced(self) -> Reduced:
        mlp = self.W_2.T @ self.W_1
        return {"w_1": mlp[self.d, : self.d], **self._reduced(mlp @ self.W_P.T @ self.W_V)}


class GradientStep(nn.Module):
    r"""(5.1): :math:`\langle\beta-\frac1M\Gamma X^\top(X\beta-\mathbf y),x\rangle`."""

    def __init__(self, d: int, device: str = "cpu") -> None:
        super().__init__()
        self.d = d
        self.beta = nn.Parameter(torch.zeros(d, dtype=torch.float64, device=device))
        self.Gamma = nn.Parameter(torch.zeros(d, d, dtype=torch.float64, device=device))

    def forward(self, E: Float[Tensor, "n d+1 M+1"]) -> Float[Tensor, " n"]:
        X, y, x = E[:, : self.d, :-1].transpose(1, 2), E[:, self.d, :-1], E[:, : self.d, -1]
        gradient = (X.transpose(1, 2) @ (X @ self.beta - y)[:, :, None])[..., 0] / X.shape[1]
        return ((self.beta - gradient @ self.Gamma.T) * x).sum(1)

    def reduced(self) -> Reduced:
        return {"beta": self.beta, "Gamma": self.Gamma}


Model = LinearSelfAttention | GradientStep


def initial_model(settings: Settings) -> Model:
    """The model at step 0: every weight i.i.d. normal, drawn on the CPU whatever the device."""
    d, (d_k, d_v, d_f) = settings.problem.d, settings.widths
    made: Model
    if settings.model == "ltb":
        made = LinearTransformerBlock(d, d_k, d_v, d_f)
    elif settings.model == "lsa":
        made = LinearSelfAttention(d, d_k, d_v)
    else:
        made = GradientStep(d)
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
