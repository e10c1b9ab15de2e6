"""The layers of the GPT-2 of ``transformers``, one after the other.

The same operations as ``GPT2Model.forward`` in the same order, without what that does for language: looking through the
positions for packed sequences, for which it asks the device for a number in every pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jaxtyping import Float
    from torch import Tensor


def activation(device: str) -> str:
    """GPT-2's activation, by the name that ``transformers`` has for it: the tanh approximation of GELU.

    On a GPU it is one kernel; written out in elementary operations, it would be most of what a step moves in memory.
    """
    return "gelu_new" if device == "cpu" else "gelu_pytorch_tanh"


def hidden_states(
    gpt2: Any, embedded: Float[Tensor, "batch tokens width"]
) -> Float[Tensor, "batch tokens width"]:
    """What ``gpt2(inputs_embeds=embedded).last_hidden_state`` is, without dropout."""
    hidden: Tensor = embedded + gpt2.wpe.weight[: embedded.shape[1]]
    for block in gpt2.h:
        made = block(hidden)
        hidden = made[0] if isinstance(made, tuple) else made
    hidden = gpt2.ln_f(hidden)
    return hidden
