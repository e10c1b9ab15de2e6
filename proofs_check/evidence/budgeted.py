"""The papers' experiments within a budget of time: what can be stopped at any moment, and goes on there the next time.

``run_experiments(1200, folder)`` trains the figures and the table in the order of what their records are worth for a
second, on one device and in this process, and writes each record as soon as it is finished; ``lemmata records add
folder`` takes them in.  It needs torch and NumPy, and transformers for Figure 1 of zfb and Table 1 of zwb.  An
experiment that fails costs itself alone.  From a shell::

    python -m proofs_check.evidence.budgeted --budget 1200 --out records
    python -m proofs_check.evidence.budgeted --budget 1200 --out records --plan
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from numeric.training import require_device
from numeric.training.checkpoint import UnusableCheckpoint
from numeric.training.costs import expected_seconds
from numeric.training.deadline import OutOfTime, out_of_time, stop_at
from numeric.training.devices import release
from numeric.training.resumable import Loss
from numeric.training.several import Share
from numeric.training.tasks import without_key

from ..errors import UserError
from ..store import check_folder, write_text
from . import experiments, records

PRINTED = {**dict.fromkeys(experiments.PACKAGES, "full"), experiments.TABLE: "gpu"}
"""The presets of the printed sizes; of Table 1, whose size the paper does not print, the one for a GPU."""
KEPT_FREE = 3.0
"""Seconds at the end of a budget for the last step, its checkpoint and the last lines; at most a tenth of it."""
TOLD_EVERY = 10.0
ABANDONED = 600.0
"""Seconds after which a half-written file is that of a process that was killed."""
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of an experiment: ``finished``, ``there already``, ``stopped``, ``failed`` or ``left out``."""

    id: str
    preset: str
    state: str
    said: str
    path: Path | None = None


def run_experiments(
    budget_seconds: float, out_folder: Path | str, device: str = "cuda", preset: str = "printed",
    progress: Told = print, *, only: Sequence[str] = (), seed: int | None = None,
) -> list[Ran]:  # fmt: skip
    """Train the experiments as far as the budget goes; records go to ``out_folder``, checkpoints below it.

    Args:
        preset: one for all of them, or "printed": see :data:`PRINTED`.
        progress: is told a line now and then.
        only: ids of experiments; by default all.

    Raises:
        UserError: the folder cannot be written, or the budget is no positive number of seconds.
        InputError: there is no such preset, torch is missing, or the device.
        KeyboardInterrupt: Ctrl-C, after the step and its checkpoint.
    """
    began = time.monotonic()
    if not 0 < budget_seconds < float("inf"):
        raise UserError(f"budget must be a positive number of seconds, not {budget_seconds!r}. Pass one.")
    require_device(device)
    folder = Path(out_folder)
    check_folder(folder, "out")
    until = began + budget_seconds - min(KEPT_FREE, budget_seconds / 10)
    waiting = [Experiment.of(id, preset, device, seed, folder) for id in only or experiments.PACKAGES]

    def tell(line: str) -> None:
        progress(f"{time.monotonic() - began:6.0f} s  {line}")

    ran = []
    with stop_at(until):
        while waiting:
            left = until - time.monotonic()
            one = min(waiting, key=lambda each: each.rank(left))
            waiting.remove(one)
            ran.append(_ran(one, tell))
            tell(f"{one.id}: {ran[-1].state}{f': {ran[-1].said}' if ran[-1].said else ''}")
    return ran


@dataclass(frozen=True)
class Experiment:
    """One experiment at one size, its parts, and where its record goes."""

    id: str
    preset: str
    settings: Any
    shares: dict[str, Share]
    path: Path

    @classmethod
    def of(cls, id: str, preset: str, device: str, seed: int | None, folder: Path) -> Experiment:
        if id not in experiments.PACKAGES:
            raise UserError(f"{id!r} is no experiment: choose among {', '.join(experiments.PACKAGES)}.")
        name = PRINTED[id] if preset == "printed" else preset
        settings = experiments.settings_of(id, name, device, seed)
        runs = folder / "runs" / experiments.run_name(id, name, device, seed)
        made: dict[str, Share] = _trainer(id).shares(settings, runs)
        seeded = "" if seed is None else f".seed-{seed}"
        return cls(id, name, settings, made, folder / f"{id.replace('/', '_')}.{name}{seeded}.json")

    def remaining(self) -> float:
        """Seconds on an H200 that what is not finished is expected to take."""
        open_ = sum(share.steps for share in self.shares.values() if not _done(share))
        return expected_seconds(self.id, self.preset) * open_ / sum(share.steps for share in self.shares.values())

    def rank(self, left: float) -> tuple[bool, float]:
        """First what can be finished in the seconds that are left, then by statements decided for a second."""
        seconds = self.remaining()
        return seconds > left, -statements(self.id) / max(seconds, 1e-3)


def _done(share: Share) -> bool:
    with suppress(ValueError, KeyError, OSError):  # a file that cannot be read is made anew
        return share.done
    return False


def statements(id: str) -> int:
    """How many statements of the papers are decided from the records of this experiment."""
    from ..registry import load
    from ..witnesses.trained.experiment import statements_of

    return len({claim.id for claim, _, _ in statements_of(id, load())})


def _trainer(id: str) -> Any:
    return import_module(f"{experiments.PACKAGES[id]}.run")


def _ran(one: Experiment, tell: Told) -> Ran:
    """Finish what there is time for; whatever goes wrong is this experiment's alone."""
    try:
        if _is_there(one):
            return Ran(one.id, one.preset, "there already", str(one.path), one.path)
        if out_of_time():
            return Ran(one.id, one.preset, "left out", "no time was left")
        experiments.require(one.id, one.settings.device)
        path = _finished(one, tell)
        return Ran(one.id, one.preset, "finished", str(path), path)
    except OutOfTime as stopped:
        done = sum(_done(share) for share in one.shares.values())
        said = f"{done} of {len(one.shares)} parts are finished, the same command goes on ({stopped})"
        return Ran(one.id, one.preset, "stopped", said)
    except Exception as error:
        # A failure of any kind, of torch or of a device, must not cost what comes after it.
        return Ran(one.id, one.preset, "failed", _sentence(error))
    finally:
        release(one.settings.device)


def _is_there(one: Experiment) -> bool:
    """Whether the folder has this very record, not a stale one."""
    from ..witnesses.trained.experiment import stale

    if not one.path.exists():
        return False
    try:
        return stale(records.read_record(one.path), one.preset) is None
    except (records.RecordError, LookupError, TypeError):
        return False


def _finished(one: Experiment, tell: Told) -> Path:
    """Train and measure what is missing, and write the record."""
    parts = []
    for name, share in one.shares.items():
        if not _done(share):
            share.file.unlink(missing_ok=True)
            tell(f"{one.id} {name}: {share.steps} steps")
        parts.append(without_key(_part(one, name, share, tell)))
        share.checkpoint.unlink(missing_ok=True)
    outcomes = _trainer(one.id).together(one.settings, parts)
    write_text(one.path, experiments.text_of(experiments.record_from(one.id, outcomes, one.settings.device)))
    return one.path


def _part(one: Experiment, name: str, share: Share, tell: Told) -> dict[str, Any]:
    """The outcome of one part; a checkpoint that cannot be used is begun anew."""
    last = time.monotonic()

    def shown(done: int, loss: Loss) -> None:
        nonlocal last
        if time.monotonic() - last >= TOLD_EVERY:
            tell(f"{one.id} {name}: step {done} of {share.steps}, loss {loss():.4g}")
            last = time.monotonic()

    _tidy(share.file.parent)
    try:
        made = share.finish(progress=shown)
    except UnusableCheckpoint as error:
        tell(f"{one.id} {name}: begun anew, for {error}")
        share.checkpoint.unlink(missing_ok=True)
        made = share.finish(progress=shown)
    if made is None:
        raise KeyboardInterrupt
    return made


def _tidy(folder: Path) -> None:
    """Take away what a killed process has left half-written."""
    for part in folder.glob("*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > ABANDONED:
                part.unlink()


def _sentence(error: Exception) -> str:
    """What went wrong in one line."""
    if isinstance(error, OSError):
        return f"{error.filename or 'a file'} cannot be written or read: {error.strerror or error}."
    first = next(iter(str(error).strip().splitlines()), "")
    return first if getattr(error, "is_user_error", False) else f"{type(error).__name__}: {first}"


def plan(preset: str = "printed", only: Sequence[str] = ()) -> list[str]:
    """What would be run, in which order, with the minutes that each is expected to take on an H200."""
    chosen = {id: PRINTED[id] if preset == "printed" else preset for id in only or experiments.PACKAGES}
    worth = {id: statements(id) for id in chosen}
    seconds = {id: expected_seconds(id, name) for id, name in chosen.items()}
    order = sorted(chosen, key=lambda id: -worth[id] / seconds[id])
    lines = [
        f"{id:<14}{chosen[id]:<6}{seconds[id] / 60:8.1f} minutes expected on an H200, for {worth[id]} statements"
        for id in order
    ]
    return [*lines, f"{'in all':<20}{sum(seconds.values()) / 60:8.1f} minutes"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status 0 where every experiment has its record, 1 where one was stopped or failed, 2 for bad usage."""
    parser = argparse.ArgumentParser(prog="python -m proofs_check.evidence.budgeted", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("ids", nargs="*", help=f"of {', '.join(experiments.PACKAGES)}; by default all")
    parser.add_argument("--budget", type=float, required=True, help="seconds for all of them together")
    parser.add_argument("--out", type=Path, required=True, help="the folder of records and checkpoints")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--preset", default="printed", help="printed (the default), full, gpu, small or tiny")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--plan", action="store_true", help="print what would be run, with the expected minutes")
    chosen = parser.parse_args(arguments)
    try:
        if chosen.plan:
            print("\n".join(plan(chosen.preset, chosen.ids)))
            return 0
        ran = run_experiments(
            chosen.budget, chosen.out, chosen.device, chosen.preset, lambda line: print(line, flush=True),
            only=chosen.ids, seed=chosen.seed,
        )  # fmt: skip
    except KeyboardInterrupt:
        print("interrupted; what is done is kept, the same command goes on", flush=True)
        return 130
    except ValueError as error:
        if not getattr(error, "is_user_error", False):
            raise
        parser.error(str(error))
    return 0 if all(one.path for one in ran) else 1


if __name__ == "__main__":
    raise SystemExit(main())
