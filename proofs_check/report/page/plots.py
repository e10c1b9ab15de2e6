"""Matplotlib figures as inline SVG whose colours come from the style sheet, so that they follow light and dark."""

from __future__ import annotations

import io
import re
from typing import Any

INK, GRID, ONE, TWO, THREE = "#010203", "#010204", "#010205", "#010206", "#010207"
"""Stand-ins, replaced by the variables of the style sheet."""
_VARIABLES = {INK: "var(--ink)", GRID: "var(--grid)", ONE: "var(--one)", TWO: "var(--two)", THREE: "var(--three)"}
_LOOK: Any = {
    "svg.fonttype": "none", "svg.hashsalt": "lemmata", "font.size": 9, "text.color": INK, "axes.edgecolor": INK,
    "axes.labelcolor": INK, "axes.facecolor": "none", "figure.facecolor": "none", "xtick.color": INK,
    "ytick.color": INK, "grid.color": GRID, "axes.grid": True, "axes.axisbelow": True, "axes.spines.top": False,
    "axes.spines.right": False, "axes.titlesize": 9, "axes.titlelocation": "left", "legend.frameon": False,
    "lines.linewidth": 1.8, "font.sans-serif": ["DejaVu Sans"],
}  # fmt: skip
_LEFT, _SIDE, _BELOW, _ABOVE = 0.7, 0.15, 0.5, 0.45
"""Margins of each panel in inches: to have them found takes longer than the picture."""


def panels(count: int, width: float, height: float) -> tuple[Any, list[Any]]:
    """A figure with ``count`` axes side by side; sizes in inches, each."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_LOOK):
        figure = Figure(figsize=(width * count, height))
        axes = list(figure.subplots(1, count, squeeze=False)[0])
        left, right = _LEFT / width / count, 1 - _SIDE / width / count
        between = (_LEFT + _SIDE) / (width - _LEFT - _SIDE)
        figure.subplots_adjust(left, _BELOW / height, right, 1 - _ABOVE / height, wspace=between)
        return figure, axes


def svg(figure: Any, title: str, prefix: str) -> str:
    """The figure as one ``<svg>`` element; ``prefix`` keeps its inner names apart from others on the same page."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    stream = io.StringIO()
    with matplotlib.rc_context(_LOOK):
        FigureCanvasSVG(figure).print_svg(stream, metadata={"Date": None, "Creator": None})
    return inlined(stream.getvalue(), title, prefix)


def inlined(text: str, title: str, prefix: str) -> str:
    """An SVG document for use inside a page."""
    from markupsafe import escape

    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    width, height = (round(float(size) * 4 / 3) for size in re.findall(r'(?:width|height)="([\d.]+)pt"', text)[:2])
    box = re.search(r'viewBox="[^"]*"', text)
    size = f'width="{width}" height="{height}" {box.group(0) if box else ""}'
    head = f'<svg role="img" aria-label="{escape(title)}" {size}>'
    text = head + text[text.index(">") + 1 :]
    text = re.sub(r'\b(xlink:href="#|id="|url\(#)', lambda m: m.group(0) + prefix, text).replace("xlink:href", "href")
    for colour, variable in _VARIABLES.items():
        text = text.replace(colour, variable)
    return text
