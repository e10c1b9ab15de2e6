"""What can be trained here, and by which version of the trainer.  Torch is imported where CUDA is asked for alone."""

from __future__ import annotations

from importlib.util import find_spec

from ..errors import InputError

TRAINER_VERSION = "2"
"""Part of a record's digest: changed when the same configuration would give other raw outcomes."""


def torch_missing() -> str | None:
    """Why nothing can be trained here, or None."""
    if find_spec("torch") is None:
        return "torch is not installed; install it with: pip install 'lemmata[train]'"
    return None


def cuda_missing() -> str | None:
    """Why nothing can be trained on CUDA here, or None."""
    missing = torch_missing()
    if missing:
        return missing
    import torch

    return None if torch.cuda.is_available() else "no CUDA device is visible to torch"


def require_device(device: str) -> str:
    """``device``, or :class:`InputError` where it cannot be had."""
    if device.partition(":")[0] not in ("cpu", "cuda"):
        raise InputError(f"device must be 'cpu' or 'cuda', not {device!r}. Pass one of them.")
    missing = torch_missing() if device == "cpu" else cuda_missing()
    if missing:
        raise InputError(f"device {device!r} cannot train: {missing}. Pass device='cpu' on a machine with torch.")
    return device
