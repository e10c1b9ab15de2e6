"""Figures 1 to 6 of `ccs` from records alone: losses, and distances along training, as means over the runs.

The bands are bootstrap intervals of these means over resampled runs.  Figure 3 is drawn from the records of Figures 5
and 6.  Logarithms are natural; the page leaves their base open.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

from numeric.grouped import Interval, bootstrap
from numeric.streams import generator

from ..evidence.records import Record
from ..witnesses.trained.experiment import ATTENTION, PRESETS_OF, find, outcomes_of
from .figure import COLOURS, IMAGES

LEVEL = 0.9
COLOUR = dict(zip(("linear", "relu", "exp", "softmax", "linear+exp"), (*COLOURS, "#c0394b", "#3a5fa0"), strict=False))
Curve = Mapping[str, Any]


def heads(curve: Curve) -> str:
    return "+".join(curve["heads"])


def interval(curve: Curve, name: str = "errors") -> Interval:
    """The mean over runs of the log-loss's argument, with its interval over resampled runs."""
    rng = generator(f"ccs/{curve['curve']}", f"bootstrap {name}")
    return bootstrap([fmean(run) for run in curve[name]], rng, level=LEVEL)


def _band(axis: Any, at: Sequence[float], found: Sequence[Interval], *, color: str, **style: Any) -> None:
    """The logarithms of means and of their intervals."""
    axis.plot(at, [math.log(f.mean) for f in found], color=color, **style)
    low, high = ([math.log(bound) for bound in side] for side in ([f.low for f in found], [f.high for f in found]))
    axis.fill_between(at, low, high, color=color, alpha=0.15, linewidth=0)


def _losses(axis: Any, curves: Sequence[Curve], along: str) -> None:
    """log(test loss) against n or L, one curve for each activation, and the Bayes loss in black."""
    # A point at which some run diverged has no mean.
    whole = [curve for curve in curves if all(math.isfinite(value) for run in curve["errors"] for value in run)]
    for name in dict.fromkeys(heads(curve) for curve in whole):
        chosen = sorted((c for c in whole if heads(c) == name), key=lambda c: int(c[along]))
        found = [interval(curve) for curve in chosen]
        at, colour = [c[along] for c in chosen], COLOUR.get(name, "#7b4ea3")
        _band(axis, at, found, color=colour, marker="o", markersize=2.5, label=name)
    first = heads(curves[0])
    least = [(c[along], interval(c, "bayes").mean) for c in curves if heads(c) == first]
    if min(value for _, value in least) > 1e-6:
        axis.plot([at for at, _ in least], [math.log(value) for _, value in least], color="black", label="Bayes")
    axis.set_xlabel({"n": "n, demonstrations", "layers": "L, layers"}[along])


def _distances(axis: Any, curve: Curve) -> None:
    """log(dist) along training, one curve for each matrix."""
    names = [r"\Sigma^{1/2}B_%d^TC_%d\Sigma^{1/2}", "A_%d"]
    for kind, name in enumerate(names[: len(curve["trace"][0]) - 1]):
        for layer in range(len(curve["trace"][0][1 + kind][0])):
            rng = generator(f"ccs/{curve['curve']}", f"bootstrap distances {kind} {layer}")
            along = [bootstrap([run[layer] for run in row[1 + kind]], rng, level=LEVEL) for row in curve["trace"]]
            _band(axis, [row[0] for row in curve["trace"]], along, color=COLOURS[layer], linestyle=("-", "--")[kind],
                  label="$" + name.replace("%d", str(layer)) + "$")  # fmt: skip
    axis.axhline(math.log(0.2), color="gray", linewidth=0.6, linestyle=":")
    axis.set_xlabel("steps")


def _grid(record: Record) -> tuple[list[list[str]], Callable[[Any, str], None]]:
    """The panels of a figure row by row, and how one is drawn."""
    outcomes = outcomes_of(record)
    curves: list[Curve] = outcomes["curves"]
    settings = outcomes["settings"]
    if settings["figure"] in ("figure-5", "figure-6"):
        by_title = {f"({c['kernel']}, {heads(c)})": c for c in curves}
        rows = [[f"({kernel}, {'+'.join(h)})" for h in settings["heads"]] for kernel in settings["kernels"]]
        return rows, lambda axis, title: _distances(axis, by_title[title])
    if settings["figure"] == "figure-2":
        rows = [[f"{kernel} labels, n = {n}" for n in settings["lengths"]] for kernel in settings["kernels"]]
        return rows, lambda axis, title: _losses(
            axis, [c for c in curves if title == f"{c['kernel']} labels, n = {c['n']}"], "layers"
        )
    along = "n" if settings["figure"] == "figure-1" else "layers"
    return [[f"{kernel} labels" for kernel in settings["kernels"]]], lambda axis, title: _losses(
        axis, [c for c in curves if title == f"{c['kernel']} labels"], along
    )


def _save(path: Path, rows: list[list[str]], draw_one: Callable[[Any, str], None], title: str, label: str) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "lemmata", "svg.fonttype": "none", "font.size": 9})
    import matplotlib.pyplot as plt

    size = 3.2 * len(rows[0]), 2.7 * len(rows) + 0.6
    figure, axes = plt.subplots(len(rows), len(rows[0]), figsize=size, squeeze=False, layout="constrained")
    for row, line in zip(rows, axes, strict=True):
        for name, axis in zip(row, line, strict=True):
            draw_one(axis, name)
            axis.set_title(name, fontsize=9)
        line[0].set_ylabel(label)
    found = [zip(*axis.get_legend_handles_labels(), strict=True) for axis in axes.flat]
    legend = {label: handle for pairs in reversed(found) for handle, label in pairs}
    figure.legend(list(legend.values()), list(legend), loc="outside lower center", ncols=5, frameon=False)
    figure.suptitle(title, fontsize=10)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def draw(record: Record, path: Path) -> None:
    """Draw the record of one figure as SVG; the same record gives the same file."""
    settings = outcomes_of(record)["settings"]
    rows, draw_one = _grid(record)
    distances = settings["figure"] in ("figure-5", "figure-6")
    size = f"d = {settings['d']}, {settings['runs']} runs, {settings['steps']} steps"
    _save(path, rows, draw_one, f"{settings['figure']} ({size})", "log dist" if distances else "log loss")


def draw_figure_3(constrained: Record, free: Record, path: Path) -> None:
    """The pair (exp, softmax) of Figures 5 and 6."""
    panels = {}
    for title, record in (("(a) A = 0", constrained), ("(b) A free", free)):
        curves = outcomes_of(record)["curves"]
        panels[title] = next(c for c in curves if c["kernel"] == "exp" and heads(c) == "softmax")
    title = "figure-3: (exp, softmax)"
    _save(path, [list(panels)], lambda axis, panel: _distances(axis, panels[panel]), title, "log dist")


def drawings(id: str) -> dict[str, tuple[Record, Callable[[Path], None]]]:
    """By preset, the record of a figure and what draws it; Figure 3 has the later of its two records."""
    presets = [preset for names in PRESETS_OF.values() for preset in names]
    if id == "ccs/figure-3":
        pairs = {p: (find(p, ATTENTION["figure-5"]), find(p, ATTENTION["figure-6"])) for p in presets}
        return {p: (free, partial(draw_figure_3, one, free)) for p, (one, free) in pairs.items() if one and free}
    of = next((of for of in ATTENTION.values() if of.id == id), None)
    records = {preset: find(preset, of) for preset in presets} if of else {}
    return {preset: (record, partial(draw, record)) for preset, record in records.items() if record}


def drawn() -> dict[str, dict[str, Path]]:
    """The pictures of all committed records, by figure and preset; nothing is drawn here."""
    ids = [f"ccs/figure-{k}" for k in range(1, 7)]
    return {id: {preset: IMAGES / f"{id.replace('/', '-')}-{preset}.svg" for preset in drawings(id)} for id in ids}


def draw_all() -> list[Path]:
    """Draw every committed record."""
    made = []
    for id, paths in drawn().items():
        for preset, path in paths.items():
            drawings(id)[preset][1](path)
            made.append(path)
    return made


if __name__ == "__main__":
    for path in draw_all():
        print(path)
