"""`lemmata train zfb/figure-1` and `lemmata train zwb/table-1`: a whole experiment, resumable, and its record.

Checkpoints and finished models lie in the store; the record goes where `lemmata check` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..results import jsonable
from ..store import check_writable, home, write_text
from .records import EVIDENCE, Record, outcomes_digest

FIGURE, TABLE = "zfb/figure-1", "zwb/table-1"
PACKAGES = {FIGURE: "numeric.training.in_context", TABLE: "numeric.training.table_1"}
"""What trains each experiment: its modules ``settings`` and ``run``."""
NAMES = {name: id for id in PACKAGES for name in (id, id.partition("/")[2])}
"""The experiments by every name that the command takes."""


def train_experiment(
    id: str, preset: str, device: str, seed: int | None, out: str | None, *, resume: bool, jobs: int,
    progress: bool = True,
) -> tuple[Path, Record]:  # fmt: skip
    """Train every model of a preset, measure, and write the record; returns where it is, and the record.

    Raises:
        UserError: the record cannot be written.
        InputError: torch, transformers or the device is missing; the preset does not exist.
        KeyboardInterrupt: Ctrl-C; what was done is kept.
    """
    settings, trainer = (import_module(f"{PACKAGES[id]}.{module}") for module in ("settings", "run"))
    from numeric.training.in_context.run import require_transformers

    chosen = replace(settings.settings(preset), device=device, seed=seed)
    path = _record_path(id, preset, seed, out)
    require_transformers(device)
    folder = home() / "runs" / f"{id.replace('/', '_')}.{preset}{'' if seed is None else f'.seed-{seed}'}.{device}"
    outcomes = trainer.run(chosen, folder, resume=resume, jobs=jobs, progress=progress)
    from ..witnesses.experiment import EXPERIMENTS, record_of

    spent = sum(curve["seconds"] for curve in outcomes["curves"])
    of = EXPERIMENTS[id.partition("/")[0]]
    record = record_of(outcomes, of, **_provenance(device), training_seconds=round(spent, 1))
    write_text(path, text_of(record))
    return path, record


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

    from ..witnesses.experiment import outcomes_of

    outcomes = outcomes_of(record)
    if record.claim == TABLE:
        return _table(outcomes)
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


def _record_path(id: str, preset: str, seed: int | None, out: str | None) -> Path:
    from ..witnesses.experiment import EXPERIMENTS, PRESETS_OF, file_name

    if out is None and preset not in {name for names in PRESETS_OF.values() for name in names}:
        raise UserError(f"--preset {preset} makes a record that no witness reads: name its file with --out.")
    if out is None and seed is not None:
        raise UserError(f"--seed {seed} makes another record than the committed one: name its file with --out.")
    path = Path(out) if out else EVIDENCE / file_name(preset, EXPERIMENTS[id.partition("/")[0]])
    check_writable(path, "--out")
    return path


def _provenance(device: str) -> dict[str, Any]:
    from numeric.training.devices import device_name

    return {"device_name": device_name(device), "transformers": metadata.version("transformers")}
