"""Figure 1 from a record alone: four panels, one curve for each trained model, with bootstrap intervals.

Errors are relative to c d, the mean square of a label, so that the estimator that predicts 0 stands at 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from numeric.grouped import Interval, bootstrap
from numeric.streams import generator
from numeric.training.in_context.baselines import limit_line

from ..evidence.records import EVIDENCE, Record
from ..witnesses.trained.experiment import MODEL, PRESETS_OF, find, outcomes_of

IMAGES = EVIDENCE.parents[1] / "notebooks" / "img"
HIGHEST = 1.6
"""Where the axes end: errors far above predicting 0 are all failures."""
COLOURS = ("#1b7f79", "#d98324", "#7b4ea3")
TITLES = {"I": "fixed covariance", "1": "random covariance, c = 1"}


def title(panel: str) -> str:
    return TITLES.get(panel, f"random covariance, c = {panel}")


def scale_of(panel: str, outcomes: Mapping[str, Any]) -> float:
    """c d, the mean square of a label in this panel."""
    return float(outcomes["settings"]["d"] * (1 if panel == "I" else int(panel)))


def points(outcomes: Mapping[str, Any], curve: Mapping[str, Any], panel: str) -> list[tuple[int, Interval]]:
    """(M, relative error with its interval) along one curve in one panel."""
    settings, scale = outcomes["settings"], scale_of(panel, outcomes)
    found = []
    for M, groups in sorted(curve["errors"][panel].items(), key=lambda item: int(item[0])):
        rng = generator(MODEL, f"bootstrap {curve['curve']} {panel} {M}", settings["seed"])
        relative = [value / scale for value in groups]
        found.append((int(M), bootstrap(relative, rng, level=settings["level"], trials=settings["trials"])))
    return found


def lines(panel: str) -> dict[str, float]:
    """The limit of linear self-attention for long prompts, relative to predicting 0, by its training."""
    c = None if panel == "I" else int(panel)
    return {kind: float(limit_line(kind, c)) / (c or 1) for kind in ("fixed", "random")}


def draw(record: Record, path: Path) -> None:
    """Draw the record as SVG; the same record gives the same file."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "lemmata", "svg.fonttype": "none", "font.size": 9})
    import matplotlib.pyplot as plt

    outcomes = outcomes_of(record)
    settings = outcomes["settings"]
    panels = ["I", *map(str, settings["scales"])]
    figure, axes = plt.subplots(2, 2, figsize=(9.5, 7.2), sharex=True, layout="constrained")
    for axis, panel in zip(axes.flat, panels, strict=False):
        _panel(axis, outcomes, panel)
    for axis in axes[-1]:
        axis.set_xlabel("M, examples in a test prompt")
    handles, labels = axes[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    size = f"d = {settings['d']}, {settings['layers']} layers, {settings['steps']} steps"
    figure.suptitle(f"GPT-2 on prompts of linear tasks: error relative to predicting 0 ({size})", fontsize=10)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def _panel(axis: Any, outcomes: Mapping[str, Any], panel: str) -> None:
    settings = outcomes["settings"]
    curves: Sequence[Mapping[str, Any]] = [c for c in outcomes["curves"] if c["positions"] == "learned"]
    for curve in curves:
        colour = COLOURS[settings["lengths"].index(curve["N"]) % len(COLOURS)]
        style = {"fixed": ":", "random": "-"}[curve["covariance"]]
        along = points(outcomes, curve, panel)
        lengths = [M for M, _ in along]
        axis.plot(lengths, [p.mean for _, p in along], style, color=colour, marker="o", markersize=2.5,
                  label=f"N = {curve['N']}, {curve['covariance']}")  # fmt: skip
        axis.fill_between(lengths, [p.low for _, p in along], [p.high for _, p in along], color=colour, alpha=0.15)
    least_squares = points(outcomes, {"curve": "LS", "errors": outcomes["baselines"]["least squares"]}, panel)
    axis.plot([M for M, _ in least_squares], [p.mean for _, p in least_squares], color="#555555", linewidth=0.9,
              label="least squares")  # fmt: skip
    longest = max(settings["lengths"])
    for kind, style in (("fixed", "--"), ("random", "-.")):
        means = outcomes["baselines"]["linear attention"][f"{longest} {kind}"][panel]
        along_M = sorted((int(M), mean / scale_of(panel, outcomes)) for M, mean in means.items())
        axis.plot(*zip(*along_M, strict=True), color="black", linestyle=style, linewidth=0.6, alpha=0.6,
                  label=f"LSA, N = {longest}, {kind}")  # fmt: skip
    axis.axhline(1, color="gray", linestyle="--", linewidth=1, label="predicting 0")
    beyond = []
    for (kind, value), style in zip(lines(panel).items(), ("--", "-."), strict=True):
        if value > HIGHEST:
            beyond.append(f"{kind}: {value:.3g}")
        else:
            axis.axhline(value, color="black", linestyle=style, linewidth=1)
    for kind, style in (("fixed", "--"), ("random", "-.")):
        axis.plot([], [], color="black", linestyle=style, linewidth=1, label=f"LSA limit, {kind}")
    if beyond:
        axis.text(0.98, 0.97, "LSA limit beyond the axis: " + ", ".join(beyond), transform=axis.transAxes, ha="right",
                  va="top", fontsize=7)  # fmt: skip
    axis.set_title(title(panel), fontsize=9)
    axis.xaxis.get_major_locator().set_params(integer=True)
    axis.set_ylim(0, HIGHEST)


def drawn() -> dict[str, Path]:
    """The pictures of all committed records, by preset; nothing is drawn here."""
    presets = [preset for names in PRESETS_OF.values() for preset in names]
    return {preset: IMAGES / f"figure-1-{preset}.svg" for preset in presets if find(preset) is not None}


def draw_all() -> list[Path]:
    """Draw every committed record."""
    for preset, path in drawn().items():
        record = find(preset)
        assert record is not None
        draw(record, path)
    return list(drawn().values())


if __name__ == "__main__":
    for path in draw_all():
        print(path)
