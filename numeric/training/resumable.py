"""A training that goes on where its last checkpoint stands; on a CPU the resumed run is the same to the last bit.

Nothing in a step waits for the device: the loss is a number only when somebody asks for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from .checkpoint import deferred_interrupt, load_state, save_state
from .deadline import OutOfTime, out_of_time
from .devices import synchronise

Loss = Callable[[], float]
"""Asking for it waits until the device has made the step."""
Progress = Callable[[int, Loss], None]
"""Is told the number of steps that were done, and the loss before the last one."""
SAVED_EVERY = 60.0
"""Seconds after which a checkpoint is due, however few steps were made."""


class Resumable(Protocol):
    """A trainer: ``state`` holds everything that the next step depends on."""

    done: int
    seconds: float

    def advance(self) -> None: ...

    def loss(self) -> float:
        """Before the last step."""
        ...

    def state(self) -> dict[str, Any]: ...

    def restore(self, held: dict[str, Any]) -> None: ...


Trainer = TypeVar("Trainer", bound=Resumable)


def train_to(
    trainer: Trainer, steps: int, identity: dict[str, Any], device: str, saved: Path | None = None, *,
    resume: bool = False, every: int = 500, progress: Progress = lambda done, loss: None,
) -> Trainer:  # fmt: skip
    """Train to the last step; with ``saved`` a checkpoint is kept there after every ``every`` steps, and every minute.

    Raises:
        InputError: the checkpoint is of another configuration (``identity``) or is damaged, or cannot be written.
        KeyboardInterrupt: Ctrl-C, after the step and its checkpoint.
        OutOfTime: the same at the moment of :func:`numeric.training.deadline.stop_at`.
    """
    import torch

    # One thread: sums are then added in one order, and a resumed run is the same to the last bit.
    torch.set_num_threads(1)
    if resume and saved and saved.exists():
        trainer.restore(load_state(saved, identity, device))
    began = written = time.perf_counter()

    def keep() -> None:
        """Count the time of the steps since the last call, which the device may still be making, and save them."""
        nonlocal began, written
        synchronise(device)
        trainer.seconds += time.perf_counter() - began
        if saved:
            save_state(saved, trainer.state())
        began = written = time.perf_counter()

    with deferred_interrupt() as interrupted:
        while trainer.done < steps:
            if out_of_time():
                keep()
                raise OutOfTime(f"stopped after {trainer.done} of {steps} steps")
            trainer.advance()
            progress(trainer.done, trainer.loss)
            stop = interrupted()
            if stop or trainer.done % every == 0 or time.perf_counter() - written > SAVED_EVERY:
                keep()
            if stop:
                raise KeyboardInterrupt
    keep()
    return trainer
