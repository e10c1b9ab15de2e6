"""`lemmata train zfb/figure-1`, `zwb/table-1`, `ccs/figure-5`, …: a whole experiment, resumable, and its record.

Checkpoints and finished models lie in the store; the record goes where `lemmata check` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import asdict, replace
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..results import jsonable
from ..store import check_writable, home, write_text
from .records import EVIDENCE, Record, outcomes_digest

FIGURE, TABLE = "zfb/figure-1", "zwb/table-1"
ATTENTION = tuple(f"ccs/figure-{k}" for k in (1, 2, 4, 5, 6))
"""Figure 3 is drawn from the records of Figures 5 and 6."""
PACKAGES = {
    FIGURE: "numeric.training.in_context", TABLE: "numeric.training.table_1",
    **dict.fromkeys(ATTENTION, "numeric.training.attention"),
}  # fmt: skip
"""What trains each experiment: its modules ``settings`` and ``run``."""
NAMES = {**{id.partition("/")[2]: id for id in (FIGURE, TABLE)}, **{id: id for id in PACKAGES}}
"""The experiments by every name that the command takes; ``figure-1`` alone means that of zfb."""


def train_experiment(
    id: str, preset: str, device: str, seed: int | None, out: str | None, *, resume: bool, jobs: int,
    progress: bool = True, executor: Executor | None = None,
) -> tuple[Path, Record]:  # fmt: skip
    """Train every model of a preset, measure, and write the record; returns where it is, and the record.

    ``jobs`` models are trained at once by processes of this machine, or all of them by the workers of an ``executor``.

    Raises:
        UserError: the record cannot be written.
        InputError: torch, transformers or the device is missing; the preset does not exist.
        KeyboardInterrupt: Ctrl-C; what was done is kept.
    """
    trainer = import_module(f"{PACKAGES[id]}.run")
    chosen = settings_of(id, preset, device, seed)
    path = _record_path(id, preset, seed, out)
    require(id, device)
    folder = home() / "runs" / run_name(id, preset, device, seed)
    outcomes = trainer.run(chosen, folder, resume=resume, jobs=jobs, progress=progress, executor=executor)
    record = record_from(id, outcomes, device)
    write_text(path, text_of(record))
    return path, record


def record_from(id: str, outcomes: Mapping[str, Any], device: str) -> Record:
    """The record of a finished experiment."""
    from ..witnesses.trained.experiment import EXPERIMENTS, record_of

    spent = sum(curve["seconds"] for curve in outcomes["curves"])
    return record_of(outcomes, EXPERIMENTS[id], **_provenance(id, device), training_seconds=round(spent, 1))


def settings_of(id: str, preset: str, device: str, seed: int | None = None) -> Any:
    """What determines the runs of an experiment in the size of a preset."""
    figure = {"figure": id.partition("/")[2]} if id in ATTENTION else {}
    made = import_module(f"{PACKAGES[id]}.settings").settings(preset, **figure)
    return replace(made, device=device, seed=seed)


def run_name(id: str, preset: str, device: str, seed: int | None = None) -> str:
    """The folder in which checkpoints and finished models lie."""
    return f"{id.replace('/', '_')}.{preset}{'' if seed is None else f'.seed-{seed}'}.{device}"


def text_of(record: Record) -> str:
    """The record as JSON with the digest of its outcomes: one line for the baselines and one for each curve."""
    sealed = replace(record, digests={**record.digests, "outcomes": outcomes_digest(record)})
    data = jsonable(asdict(sealed))
    lines = ",\n".join(json.dumps(outcome, separators=(",", ":")) for outcome in data.pop("outcomes"))
    head = json.dumps(data, indent=1)
    return f'{head[:-2]},\n "outcomes": [\n{lines}\n]}}\n'


def summary(record: Record) -> list[str]:
    """One line for each model: of Figure 1 its error at M = N in every panel, relative to the estimator that predicts
    0; of Table 1 its error, and those of predicting 0 and <beta*, x>."""
    from statistics import fmean

    from ..witnesses.trained.experiment import outcomes_of

    outcomes = outcomes_of(record)
    if record.claim == TABLE:
        return _table(outcomes)
    if record.claim in ATTENTION:
        return _attention(outcomes)
    zero = {panel: fmean(groups) for panel, groups in outcomes["baselines"]["zero"].items()}
    lines = ["errors at M = N, relative to predicting 0, in the panels " + ", ".join(zero)]
    for curve in outcomes["curves"]:
        errors = (fmean(curve["errors"][panel][str(curve["N"])]) / zero[panel] for panel in zero)
        shown = "  ".join(f"{error:.4f}" for error in errors)
        lines.append(f"  {curve['curve']:<28} {shown}   {curve['steps']} steps in {curve['seconds']:.0f} s")
    return lines


def _table(outcomes: Mapping[str, Any]) -> list[str]:
    from statistics import fmean

    lines = ["mean squared error at the query, by model and entries of the task mean"]
    for cell in outcomes["curves"]:
        timed = f"{cell['steps']} steps in {cell['seconds']:.0f} s"
        lines.append(f"  {cell['curve']:<18} {fmean(cell['errors']):10.4f}   {timed}")
    for name, said in (("zero", "predicting 0"), ("mean", "predicting <beta*, x>")):
        row = ", ".join(f"{fmean(groups):.4f} at {mean}" for mean, groups in outcomes["baselines"][name].items())
        lines.append(f"  {said}: {row}")
    return lines


def _attention(outcomes: Mapping[str, Any]) -> list[str]:
    """One line for each shape of models: the mean loss by kernel, the Bayes loss in brackets; then distances."""
    from statistics import fmean

    def mean(values: list[list[float]]) -> float:
        return fmean(value for run in values for value in run)

    shapes = list(dict.fromkeys(curve["curve"].split(" ", 2)[2] for curve in outcomes["curves"]))
    lines = ["mean loss by kernel of the labels, that of the Bayes estimator in brackets"]
    for shape in shapes:
        curves = [curve for curve in outcomes["curves"] if curve["curve"].split(" ", 2)[2] == shape]
        shown = "  ".join(f"{c['kernel']} {mean(c['errors']):z.4f} ({mean(c['bayes']):z.4f})" for c in curves)
        lines.append(f"  {shape:<24} {shown}")
        for curve in curves:
            if "dist" in curve:
                found = [fmean(layer) for layer in zip(*curve["dist"], strict=True)]
                lines.append(f"    dist, {curve['kernel']} labels: " + ", ".join(f"{value:.3f}" for value in found))
    return lines


def _record_path(id: str, preset: str, seed: int | None, out: str | None) -> Path:
    from ..witnesses.trained.experiment import EXPERIMENTS, PRESETS_OF, file_name

    if out is None and preset not in {name for names in PRESETS_OF.values() for name in names}:
        raise UserError(f"--preset {preset} makes a record that no witness reads: name its file with --out.")
    if out is None and seed is not None:
        raise UserError(f"--seed {seed} makes another record than the committed one: name its file with --out.")
    path = Path(out) if out else EVIDENCE / file_name(preset, EXPERIMENTS[id])
    check_writable(path, "--out")
    return path


def require(id: str, device: str) -> None:
    """Raise :class:`InputError` where the experiment cannot be trained."""
    if id in ATTENTION:
        from numeric.training import require_device

        require_device(device)
        return
    from numeric.training.in_context.run import require_transformers

    require_transformers(device, id.partition("/")[2])


def _provenance(id: str, device: str) -> dict[str, Any]:
    from numeric.training.devices import device_name

    library = {} if id in ATTENTION else {"transformers": metadata.version("transformers")}
    return {"device_name": device_name(device), **library}
