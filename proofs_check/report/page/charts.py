"""Charts drawn directly as SVG, coloured by the style sheet: looseness of bounds, power of statistical checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from ...catalogue import Statement
from ...results import Result
from ..looseness import Row
from .evidence import number, place

_LEFT, _RIGHT, _WIDTH, _STEP, _TOP = 320, 24, 900, 20, 26
_LABEL = 44
Href = Callable[[str], str]


@dataclass(frozen=True)
class Band:
    """One row of a chart: a band on a logarithmic axis."""

    id: str
    label: str
    low: float
    high: float
    said: str


def bands(rows: Sequence[Band], href: Href, title: str, axis: str, strong: float = 0.0) -> str:
    """Rows of bands on one logarithmic axis; those that start below ``strong`` are set off."""
    if not rows:
        return ""
    low = floor(log10(min(row.low for row in rows)))
    high = max(ceil(log10(max(row.high for row in rows))), low + 1)
    height = _TOP + _STEP * len(rows) + 30

    def x(value: float) -> float:
        return round(_LEFT + (log10(value) - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT), 1)

    lines = []
    for power in range(low, high + 1):
        at = x(10.0**power)
        label = f"{10.0**power:g}" if -4 <= power <= 5 else f"1e{power}"
        lines.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{_TOP - 8}" y2="{height - 28}"/>')
        lines.append(f'<text class="axis" x="{at}" y="{_TOP - 12}" text-anchor="middle">{label}</text>')
    for k, row in enumerate(rows):
        y = _TOP + _STEP * k
        label = row.label if len(row.label) <= _LABEL else row.label[: _LABEL - 1] + "…"
        start = x(row.low)
        length = round(max(x(row.high) - start, 0) + 4, 1)
        kind = "strong" if row.low < strong else "band"
        lines.append(
            f'<a href="{escape(href(row.id))}" aria-label="{escape(f"{row.label}: {row.said}")}">'
            f"<title>{escape(f'{row.label}: {row.said}')}</title>"
            f'<text x="{_LEFT - 10}" y="{y + 12}" text-anchor="end">{escape(label)}</text>'
            f'<rect class="{kind}" x="{start - 2}" y="{y + 4}" width="{length}" height="10" rx="4"/></a>'
        )
    lines.append(f'<text class="axis" x="{_WIDTH - _RIGHT}" y="{height - 8}" text-anchor="end">{escape(axis)}</text>')
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(title)}">'
        f'<svg class="chart" role="group" aria-label="{escape(title)}" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}">{"".join(lines)}</svg></div>'
    )


def looseness(rows: Sequence[Row], href: Href) -> str:
    """From the tightest to the loosest point, for each inequality; the tightest of all first."""
    shown = [
        Band(
            row.id, f"{row.id.split('/', 1)[1]} {row.place}".strip(), max(row.tightest, 1.0), max(row.loosest, 1.0),
            f"{row.relation}, {number(row.tightest)} to {number(row.loosest)} times",
        )
        for row in sorted(rows, key=lambda row: row.tightest)
    ]  # fmt: skip
    return bands(shown, href, "Looseness of the inequalities", "times (logarithmic)", strong=1.0001)


def power_rows(statements: Sequence[Statement], results: Mapping[str, Result]) -> list[Band]:
    """The statistical checks with the errors they detect, the sharpest first."""
    found = []
    for s in statements:
        for w in results[s.id].witnesses:
            sizes = w.figures.get("detectable")
            if not isinstance(sizes, Mapping):
                continue
            low, high = float(sizes["least"]), float(sizes["most"])
            if 0 < low <= high < float("inf"):
                said = f"{number(low)} to {number(high)} at {w.figures['draws']} draws, false-alarm rate "
                said += number(w.figures["false_alarm_rate"])
                label = f"{s.label} {place(w.part, w.reading)}".strip()
                found.append(Band(s.id, label, low, high, said))
    return sorted(found, key=lambda band: band.low)


def power(rows: Sequence[Band], href: Href) -> str:
    return bands(rows, href, "Errors that the statistical checks detect", "size of an error (logarithmic)")
