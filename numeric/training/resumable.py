"""A training that goes on where its last checkpoint stands; on a CPU the resumed run is the same to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from .checkpoint import deferred_interrupt, load_state, save_state

Progress = Callable[[int, float], None]


class Resumable(Protocol):
    """A trainer: ``state`` holds everything that the next step depends on."""

    done: int

    def advance(self) -> float: ...

    def state(self) -> dict[str, Any]: ...

    def restore(self, held: dict[str, Any]) -> None: ...


Trainer = TypeVar("Trainer", bound=Resumable)


def train_to(
    trainer: Trainer, steps: int, identity: dict[str, Any], device: str, saved: Path | None = None, *,
    resume: bool = False, every: int = 500, progress: Progress = lambda done, loss: None,
) -> Trainer:  # fmt: skip
    """Train to the last step; with ``saved`` a checkpoint is kept there after every ``every`` steps.

    Raises:
        InputError: the checkpoint is of another configuration (``identity``) or is damaged.
        KeyboardInterrupt: Ctrl-C, after the step and its checkpoint.
    """
    import torch

    # One thread: sums are then added in one order, and a resumed run is the same to the last bit.
    torch.set_num_threads(1)
    if resume and saved and saved.exists():
        trainer.restore(load_state(saved, identity, device))
    with deferred_interrupt() as interrupted:
        while trainer.done < steps:
            progress(trainer.done, trainer.advance())
            stop = interrupted()
            if saved and (stop or trainer.done % every == 0):
                save_state(saved, trainer.state())
            if stop:
                raise KeyboardInterrupt
    if saved:
        save_state(saved, trainer.state())
    return trainer
