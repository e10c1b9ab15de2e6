"""Where training runs: names of devices, whether they are there, and whether they are fast in double precision."""

from __future__ import annotations

import re
import time

from .available import torch_missing

ENOUGH = 1e12
"""Floating-point operations a second in double precision, below which a device is called slow in it."""


def device_name(device: str) -> str:
    """The kind of the device: "cpu", or what CUDA calls the GPU."""
    if device == "cpu":
        return device
    import torch

    return str(torch.cuda.get_device_name(device))


def device_missing(device: str) -> str | None:
    """Why nothing can run on this device, in one sentence, or None.

    >>> device_missing("tpu")
    "a device is 'cpu', 'cuda' or 'cuda:K' with the number K of a GPU."
    """
    if not re.fullmatch(r"cpu|cuda(:\d+)?", device):
        return "a device is 'cpu', 'cuda' or 'cuda:K' with the number K of a GPU."
    missing = torch_missing()
    if missing or device == "cpu":
        return missing
    import torch

    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if count == 0:
        return "no CUDA device is visible to torch. Run this on a machine with a GPU, or try it with --dry-run."
    number = int(device.partition(":")[2] or 0)
    if number >= count:
        return f"torch sees {count} CUDA devices, cuda:0 to cuda:{count - 1}."
    return None


def double_rate(device: str, size: int = 2048) -> float:
    """Measured floating-point operations a second in double precision: one product of matrices."""
    import torch

    A = torch.ones(size, size, dtype=torch.float64, device=device)
    (A @ A).sum().item()
    began = time.perf_counter()
    (A @ A).sum().item()
    return 2 * size**3 / (time.perf_counter() - began)


def slow_in_double(rate: float) -> str | None:
    """A sentence where this is slow for a GPU, everything here being computed in double precision, or None.

    >>> slow_in_double(5e13)
    >>> slow_in_double(5e11)
    'note: 500 GFLOP/s in double precision on this device: all takes 2 times as long.'
    """
    if rate >= ENOUGH:
        return None
    times = ENOUGH / rate
    return f"note: {rate / 1e9:.0f} GFLOP/s in double precision on this device: all takes {times:.0f} times as long."


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


def out_of_memory() -> type[BaseException]:
    """What is raised where the device's memory is full."""
    import torch

    found: type[BaseException] = torch.cuda.OutOfMemoryError
    return found
