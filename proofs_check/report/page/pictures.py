"""The pictures of a statement's page: trajectories against bounds, training against theory, records of figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from markupsafe import Markup

from ...catalogue import Statement
from ...claims import Claim
from ...digest import claim_digest, source_digest
from ...evidence.experiments import FIGURE
from ...evidence.records import Record
from ...results import Examined, Result
from ...statement.props import subprops
from ..render import latex
from .evidence import place
from .kept import kept
from .mathml import inline
from .plots import INK, ONE, THREE, TWO, inlined, panels, svg
from .training import Trained, runs
from .trajectories import Curve, sides, trajectory

_SPREAD = 30
"""From this ratio of the largest to the smallest value on, the axis is logarithmic."""
_SHORT = 46


@dataclass(frozen=True)
class Picture:
    """An inline SVG with its accessible name, and what stands below it, as HTML."""

    svg: str
    title: str
    caption: str


def pictures(statement: Statement, result: Result) -> list[dict[str, Any]]:
    """All pictures of a transcribed statement, for its template; kept in the store once they are drawn."""
    claim = statement.claim
    if claim is None:
        return []
    drawn = []
    if any(sub.head == "always" for part in claim.parts for r in part.readings for _, sub in subprops(r.prop)):
        drawn += kept(f"{claim.id}.flow", [claim_digest(claim), source_digest()], lambda: _data(_trajectories(claim)))
    raw = [w for w in result.witnesses if w.figures.get("raw")]
    if raw:
        figures = [dict(w.figures) for w in raw]
        drawn += kept(f"{claim.id}.trained", [claim_digest(claim), figures], lambda: _data(_training(claim, raw)))
    drawn += _records(claim.id)
    return [{"svg": Markup(p["svg"]), "title": p["title"], "caption": Markup(p["caption"])} for p in drawn]


def _data(pictures: Iterable[Picture]) -> list[dict[str, str]]:
    return [asdict(picture) for picture in pictures]


# Along the flow ------------------------------------------------------------------------------------------

def _trajectories(claim: Claim) -> Iterator[Picture]:
    seen: set[tuple[str, Curve]] = set()
    for part in claim.parts:
        for reading in part.readings:
            found = trajectory(claim, reading)
            for curve in found.curves if found else ():
                assert found is not None, "it has curves"
                if (found.point, curve) not in seen:
                    seen.add((found.point, curve))
                    yield _bound(curve, found.point, place(part.name, reading.name), f"t{len(seen)}-")


def _bound(curve: Curve, point: str, where: str, prefix: str) -> Picture:
    figure, (axis,) = panels(1, 4.6, 2.9)
    axis.plot(curve.times, curve.larger, color=ONE)
    axis.plot(curve.times, curve.smaller, color=TWO, linestyle=(0, (4, 2)))
    axis.fill_between(curve.times, curve.smaller, curve.larger, color=ONE, alpha=0.08, linewidth=0)
    values = (*curve.smaller, *curve.larger)
    if min(values) > 0 and max(values) > _SPREAD * min(values):
        axis.set_yscale("log")
    axis.set_xlabel("time t")
    title = f"Both sides along the gradient flow {where}".strip()
    small, large = (inline(latex(side)) for side in sides(curve.prop))
    caption = (
        f'<span class="swatch one"></span> {large}<br><span class="swatch two"></span> {small}<br>'
        f"{escape(where)} along the gradient flow, both sides as transcribed, for {escape(point)}."
    )
    return Picture(svg(figure, title, prefix), title, caption)


def _cut(text: str) -> str:
    text = text.replace("$", r"\$")  # a dollar sign would start a formula of matplotlib's own
    return text if len(text) <= _SHORT else text[: _SHORT - 1] + "…"


# Training ------------------------------------------------------------------------------------------------

def _training(claim: Claim, outcomes: Sequence[Examined]) -> Iterator[Picture]:
    drawn: set[Trained] = set()
    for w in outcomes:
        for run in runs(claim, w):
            if run in drawn:
                continue
            drawn.add(run)
            yield _trained(run, f"r{len(drawn)}-")


def _trained(run: Trained, prefix: str) -> Picture:
    title = f"Training against theory, {run.label}"
    figure, axes = panels(3 if run.weights else 2, 3.6, 3.0)
    axes[0].plot(run.times, run.losses, color=ONE, marker="o", markersize=3)
    axes[0].set_xlabel("time t of the descent")
    axes[0].set_title("loss of the trained model")
    _estimates(axes[-1], run)
    if run.weights:
        stated, trained = zip(*run.weights, strict=True)
        ends = min((*stated, *trained)), max((*stated, *trained))
        axes[1].plot(ends, ends, color=INK, linewidth=0.8, linestyle=":")
        axes[1].plot(stated, trained, linestyle="none", marker="o", markersize=4, color=THREE, alpha=0.8)
        axes[1].set_xlabel("limit as stated")
        axes[1].set_title("trained weights, entry by entry")
    caption = (
        f"{title}: the loss along the descent"
        + ("; each entry of the trained weights against the limit that the claim states" if run.weights else "")
        + "; the expected gradient at the stated limit, which should be zero (circles), and at wrong limits, which "
        "should not (squares), with confidence intervals."
    )
    return Picture(svg(figure, title, prefix), title, escape(caption))


def _estimates(axis: Any, run: Trained) -> None:
    for k, test in enumerate(reversed(run.tests)):
        colour, marker = (TWO, "s") if test.wrong else (ONE, "o")
        axis.errorbar(test.estimate, k, xerr=test.radius, color=colour, marker=marker, markersize=4, capsize=2)
        axis.text(0.98, k + 0.2, _cut(test.name), transform=axis.get_yaxis_transform(), ha="right", fontsize=7)
    axis.axvline(0, color=INK, linewidth=0.8)
    axis.set_yticks([])
    axis.set_ylim(-0.5, len(run.tests) - 0.2)
    axis.set_title("expected gradient along a direction")


# Figures of a paper ---------------------------------------------------------------------------------------

def _records(id: str) -> list[dict[str, str]]:
    """What the committed records draw of a figure, preset by preset."""
    found = []
    for preset, (record, draw) in _drawings(id).items():
        found += kept(f"{id}.{preset}", dict(record.digests), partial(_record, id, preset, record, draw))
    return found


def _drawings(id: str) -> dict[str, tuple[Record, Callable[[Path], None]]]:
    """By preset, the record that dates a picture, and what draws it."""
    from ...witnesses.trained.experiment import find
    from .. import figure, figures_attention

    if id == FIGURE:
        records = {preset: find(preset) for preset in figure.drawn()}
        return {preset: (record, partial(figure.draw, record)) for preset, record in records.items() if record}
    return figures_attention.drawings(id)


def _record(id: str, preset: str, record: Record, draw: Callable[[Path], None]) -> list[dict[str, str]]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "figure.svg"
        draw(path)
        text = path.read_text(encoding="utf-8")
    for fixed, themed in (("#ffffff", "none"), ("#000000", "var(--ink)")):
        text = text.replace(f"fill: {fixed}", f"fill: {themed}").replace(f"stroke: {fixed}", f"stroke: {themed}")
    title = f"Error against the number of examples, preset {preset}"
    relative = ", relative to predicting 0"
    if id != FIGURE:
        title, relative = f"{id} as trained here, preset {preset}", ""
    made = f"{record.provenance['device_name']}, {record.provenance['made']}"
    caption = f"{title}{relative}. Record: {made}."
    return [asdict(Picture(inlined(text, title, f"f{preset}-"), title, escape(caption)))]
