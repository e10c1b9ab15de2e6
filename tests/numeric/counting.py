"""What a computation costs, as torch sees it: operations by its own counter, bytes and kernels call by call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("torch")

from torch import Tensor
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from torch.utils.flop_counter import FlopCounterMode


class Calls(TorchDispatchMode):
    """Counts what operations read and write; views read and write nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes = 0
        self.called: Counter[str] = Counter()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        out = func(*args, **(kwargs or {}))
        is_view = any(made.alias_info and not made.alias_info.is_write for made in func._schema.returns)
        if is_view or "_unsafe_view" in str(func) or "detach" in str(func):
            return out
        touched = [leaf for leaf in tree_leaves((args, kwargs, out)) if isinstance(leaf, Tensor)]
        if touched:
            self.bytes += sum(leaf.numel() * leaf.element_size() for leaf in touched)
            self.called[str(func).removeprefix("aten.").partition(".")[0]] += 1
        return out


def calls(step: Callable[[], Any]) -> Calls:
    with Calls() as made:
        step()
    return made


def operations(step: Callable[[], Any]) -> int:
    """By torch's counter, which does not know the fused attention of a CPU: it is written out here."""
    with sdpa_kernel(SDPBackend.MATH), FlopCounterMode(display=False) as counter:
        step()
    return int(counter.get_total_flops())
