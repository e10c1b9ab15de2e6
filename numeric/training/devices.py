"""Where training runs."""

from __future__ import annotations


def device_name(device: str) -> str:
    """The kind of the device: "cpu", or what CUDA calls the GPU."""
    if device == "cpu":
        return device
    import torch

    return str(torch.cuda.get_device_name())


def fused(device: str) -> bool | None:
    """Whether Adam makes its step in one kernel; None: as torch chooses, entry by entry on a CPU."""
    return None if device == "cpu" else True


def release(device: str) -> None:
    """Give back the device's memory that nothing uses any more."""
    if device == "cpu":
        return
    import torch

    torch.cuda.empty_cache()


def synchronise(device: str) -> None:
    """Wait until the device has done all that it was given."""
    if device == "cpu":
        return
    import torch

    torch.cuda.synchronize()
