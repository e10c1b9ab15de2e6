"""Models written from the papers' definitions and their training.  Torch is imported here alone, and only when used.

NumPy and torch suffice (a machine with a GPU needs nothing else); nothing symbolic is imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .available import TRAINER_VERSION, cuda_missing, require_device, torch_missing

if TYPE_CHECKING:
    from .config import Config

__all__ = ["TRAINER_VERSION", "cuda_missing", "require_device", "run", "torch_missing"]


def run(config: Config, **options: Any) -> dict[str, Any]:
    """Train once and return the record (see :func:`numeric.training.trainer.train`)."""
    require_device(config.device)
    from .trainer import train

    return train(config, **options)
