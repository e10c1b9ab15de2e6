"""GPT-2 of the library ``transformers`` on prompts of linear tasks, as in Garg et al. (2022)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from ...streams import seed_of
from ..gpt import activation, hidden_states
from .settings import OWNER, Curve, Settings

if TYPE_CHECKING:
    from jaxtyping import Float

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # nothing is ever fetched: the model is made here, at random


class InContextGPT2(nn.Module):
    """x_1, y_1, x_2, y_2, ... as tokens of their own; what stands at x_i predicts y_i from the pairs before it."""

    def __init__(self, settings: Settings, curve: Curve) -> None:
        from transformers import GPT2Config, GPT2Model

        super().__init__()
        self.d = settings.d
        self.read_in = nn.Linear(settings.d, settings.embedding)
        self.gpt2 = GPT2Model(
            GPT2Config(
                vocab_size=1,  # no words: embeddings come from read_in
                bos_token_id=None,
                eos_token_id=None,
                n_positions=settings.table,
                n_embd=settings.embedding,
                n_layer=settings.layers,
                n_head=settings.heads,
                resid_pdrop=0.0,
                embd_pdrop=0.0,
                attn_pdrop=0.0,
                use_cache=False,
                activation_function=activation(settings.device),
            )
        )
        self.read_out = nn.Linear(settings.embedding, 1)
        self.gpt2.wte.weight.requires_grad_(False)
        if curve.positions == "none":
            self.positions.requires_grad_(False).zero_()

    @property
    def positions(self) -> Float[Tensor, "table embedding"]:
        """The learned absolute positional encodings."""
        table: Tensor = self.gpt2.wpe.weight
        return table

    def forward(
        self, x: Float[Tensor, "batch points d"], y: Float[Tensor, "batch points"]
    ) -> Float[Tensor, "batch points"]:
        """The prediction of every y_i; that of y_i does not see y_i."""
        batch, points, d = x.shape
        wide = torch.cat([y[:, :, None], y.new_zeros(batch, points, d - 1)], 2)
        tokens = torch.stack([x, wide], 2).reshape(batch, 2 * points, d)
        hidden = hidden_states(self.gpt2, self.read_in(tokens))
        prediction: Tensor = self.read_out(hidden[:, ::2])[:, :, 0]
        return prediction


def initial_model(settings: Settings, curve: Curve) -> InContextGPT2:
    """The model at step 0; its weights are drawn from the curve's stream "init" on the CPU, whatever the device."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed_of(f"{OWNER}/{curve.name}", "init", settings.seed) >> 65)
        return InContextGPT2(settings, curve).to(settings.device)
