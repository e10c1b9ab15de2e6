"""The dependency graph as inline SVG: every node a link with its status in colour, mark and words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from .layout import Uses, columns, layout
from .status import Status

WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN = 146, 50, 12, 38, 6
_LETTERS = 21


@dataclass(frozen=True)
class Node:
    """What is shown of a statement."""

    label: str
    href: str
    status: Status


def svg(uses: Uses, node: Callable[[str], Node], title: str, across: int = 8) -> str:
    """The graph of ``uses``; hovering over a node, or reaching it by keyboard, brings out its edges."""
    found = layout(uses, across)
    across = max((len(row) for row in found.rows), default=1)
    number = {id: k for k, id in enumerate(id for row in found.rows for id in row)}
    place = {
        id: (round(MARGIN + x * (WIDTH + GAP_X)), MARGIN + y * (HEIGHT + GAP_Y))
        for y, row in enumerate(found.rows)
        for id, x in zip(row, columns(len(row), across), strict=True)
    }
    width = across * (WIDTH + GAP_X) - GAP_X + 2 * MARGIN
    height = len(found.rows) * (HEIGHT + GAP_Y) - GAP_Y + 2 * MARGIN
    edges = "".join(_edge(place[a], place[b], f"e{number[a]} e{number[b]}") for a, b in found.edges)
    nodes = "".join(_node(node(id), place[id], f"n{number[id]}") for id in number)
    return (
        f'<svg class="graph" role="group" aria-label="{escape(title)}" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"><style>{_highlights(number)}</style><g fill="none">{edges}</g>{nodes}</svg>'
    )


def _highlights(number: Mapping[str, int]) -> str:
    """A rule for each node, so that no script is needed."""
    chosen, strong = ":is(:hover,:focus-visible)", "stroke:var(--accent);stroke-width:2.5;stroke-opacity:1"
    return "".join(f".graph:has(#n{k}{chosen}) .e{k}{{{strong}}}" for k in number.values())


def _edge(start: tuple[int, int], end: tuple[int, int], classes: str) -> str:
    x0, y0 = start[0] + WIDTH // 2, start[1] + HEIGHT
    x1, y1 = end[0] + WIDTH // 2, end[1]
    bend = max(GAP_Y // 2, (y1 - y0) // 2)
    return f'<path class="{classes}" d="M{x0},{y0}C{x0},{y0 + bend} {x1},{y1 - bend} {x1},{y1}"/>'


def _node(node: Node, place: tuple[int, int], id: str) -> str:
    x, y = place
    status = node.status
    lines = lines_of(node.label)
    top = y + (18 if len(lines) == 1 else 14)
    words = "".join(
        f'<text x="{x + 9}" y="{top + 13 * k}">{escape(line)}</text>' for k, line in enumerate(lines)
    )
    return (
        f'<a id="{id}" href="{escape(node.href)}" class="{status.key}" '
        f'aria-label="{escape(node.label)}: {escape(status.word)}"><title>{escape(node.label)}: '
        f'{escape(status.sentence)}</title><rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6"/>'
        f'{words}<text class="word" x="{x + 9}" y="{y + HEIGHT - 8}">{status.mark} {escape(status.word)}</text></a>'
    )


def lines_of(label: str) -> list[str]:
    """A label in at most two lines.

    >>> lines_of("section-5.1-negative-eigenvalues-corrected")
    ['section-5.1-negative-', 'eigenvalues-corrected']
    """
    lines = [""]
    for piece in re.findall(r"[^-/]+[-/]?", label):
        if lines[-1] and len(lines[-1]) + len(piece) > _LETTERS:
            lines.append("")
        lines[-1] += piece
    kept = lines[:2]
    if len(lines) > 2 or len(kept[-1]) > _LETTERS:
        kept[-1] = kept[-1][: _LETTERS - 1] + "…"
    return kept
