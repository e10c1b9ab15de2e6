"""Where training runs."""

from __future__ import annotations


def device_name(device: str) -> str:
    """The kind of the device: "cpu", or what CUDA calls the GPU."""
    if device == "cpu":
        return device
    import torch

    return str(torch.cuda.get_device_name())
