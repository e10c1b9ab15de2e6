"""The models of Table 1: GPT-2 on the token matrix (3.1), with and without MLP, and one layer of LTB or LSA."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from ...streams import seed_of, torch_generator
from ..block.models import LinearSelfAttention, LinearTransformerBlock
from ..gpt import activation, hidden_states
from .settings import GPT, OWNER, Cell, Settings

if TYPE_CHECKING:
    from jaxtyping import Float

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # nothing is ever fetched: the model is made here, at random
SPREAD = 0.02
"""The standard deviation of weights in Wolf et al. (2020)."""
LAYER_SCALE = 0.3
"""Of the weights of a single layer at the start."""


class Removed(nn.Module):
    """In the place of an MLP branch: it has no weights and adds nothing."""

    def forward(self, hidden: Tensor, *_: Any, **__: Any) -> Tensor:
        return torch.zeros_like(hidden)


class TokenGPT2(nn.Module):
    """GPT-2 whose tokens are the columns of E; what stands at the query's token predicts its label."""

    def __init__(self, settings: Settings, mlp: bool) -> None:
        from transformers import GPT2Config, GPT2Model

        super().__init__()
        self.read_in = nn.Linear(settings.d + 1, settings.embedding)
        self.gpt2 = GPT2Model(
            GPT2Config(
                vocab_size=1,  # no words: embeddings come from read_in
                bos_token_id=None,
                eos_token_id=None,
                n_positions=settings.M + 1,
                n_embd=settings.embedding,
                n_layer=settings.layers,
                n_head=settings.heads,
                resid_pdrop=0.0,
                embd_pdrop=0.0,
                attn_pdrop=0.0,
                initializer_range=SPREAD,
                use_cache=False,
                activation_function=activation(settings.device),
            )
        )
        self.read_out = nn.Linear(settings.embedding, 1)
        self.gpt2.wte.weight.requires_grad_(False)
        for block in self.gpt2.h:
            if not mlp:
                block.mlp, block.ln_2 = Removed(), nn.Identity()
        self.residuals = settings.layers * (2 if mlp else 1)
        """The number of residual connections."""
        for name, weight in self.gpt2.named_parameters():
            if name.endswith("c_proj.weight"):
                nn.init.normal_(weight, 0.0, SPREAD / math.sqrt(self.residuals))

    def forward(self, tokens: Float[Tensor, "batch tokens d+1"]) -> Float[Tensor, " batch"]:
        hidden = hidden_states(self.gpt2, self.read_in(tokens))
        made: Tensor = self.read_out(hidden[:, -1])[:, 0]
        return made


class Layer(nn.Module):
    """One layer of LTB or LSA, of the least widths, on tokens."""

    def __init__(self, settings: Settings, mlp: bool) -> None:
        super().__init__()
        d = settings.d
        self.block = LinearTransformerBlock(d, d, d + 1, d + 1) if mlp else LinearSelfAttention(d, d, d + 1)
        generator = torch_generator(OWNER, f"init/{'LTB' if mlp else 'LSA'}", settings.seed)
        with torch.no_grad():
            for weight in self.block.parameters():
                weight.copy_(LAYER_SCALE * torch.randn(weight.shape, generator=generator, dtype=torch.float64))

    def forward(self, tokens: Float[Tensor, "batch tokens d+1"]) -> Float[Tensor, " batch"]:
        made: Tensor = self.block(tokens.double().mT)
        return made


def initial_model(settings: Settings, cell: Cell) -> nn.Module:
    """The model at step 0, drawn on the CPU whatever the device; the same for every task mean."""
    if cell.model not in GPT:
        return Layer(settings, cell.model == "LTB").to(settings.device)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed_of(f"{OWNER}/{cell.model}", "init", settings.seed) >> 65)
        return TokenGPT2(settings, cell.model == "GPT2").to(settings.device)
