"""The dependency graph of the claims as an inline SVG, coloured by what became of them.  Standard library only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from ..registry import Statement
from ..results import Result
from ..verdict import GOOD, Verdict

COLOURS = {
    Verdict.PROVED: "#b7e4c7",
    Verdict.SUPPORTED: "#bfe3f0",
    Verdict.REFUTED: "#f4b6b6",
    Verdict.FACT: "#c9d6f5",
    Verdict.DEFINED: "#c9d6f5",
    Verdict.UNDECIDED: "#fbe7a2",
    Verdict.NOT_APPLICABLE: "#eeeeee",
    Verdict.NOT_RUN: "#fbe7a2",
    Verdict.NOT_TRANSCRIBED: "#ffffff",
    Verdict.STALE: "#e5c7ee",
}
SETTLED = "#52b788"
"""The border of a claim that is good together with everything that it rests on."""
_WIDTH, _HEIGHT, _GAP_X, _GAP_Y = 190, 22, 60, 8


def layers(uses: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The ids by depth: what rests on nothing first; uses beyond the mapping are ignored.

    >>> layers({"c": ["a", "b"], "b": ["a"], "a": []})
    [['a'], ['b'], ['c']]
    """
    depth: dict[str, int] = {}

    def visit(id: str, path: tuple[str, ...]) -> int:
        if id not in depth:
            below = [visit(used, (*path, id)) for used in uses[id] if used in uses and used not in path]
            depth[id] = 1 + max(below, default=-1)
        return depth[id]

    for id in uses:
        visit(id, ())
    found: list[list[str]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for id in uses:
        found[depth[id]].append(id)
    return found


def settled(uses: Mapping[str, Sequence[str]], results: Mapping[str, Result]) -> frozenset[str]:
    """The claims that are good together with all that they rest on."""
    done: set[str] = set()
    for layer in layers(uses):
        done |= {id for id in layer if results[id].verdict in GOOD and all(u in done for u in uses[id] if u in uses)}
    return frozenset(done)


def svg(statements: Sequence[Statement], results: Mapping[str, Result]) -> str:
    """The graph of the transcribed statements; every node links to its row of the table."""
    shown = {s.id: s for s in statements if s.claim is not None}
    uses = {id: [u for u in s.uses if u in shown] for id, s in shown.items()}
    columns = layers(uses)
    good = settled(uses, results)
    place = {
        id: (x * (_WIDTH + _GAP_X) + 10, y * (_HEIGHT + _GAP_Y) + 10)
        for x, column in enumerate(columns)
        for y, id in enumerate(column)
    }
    width = len(columns) * (_WIDTH + _GAP_X) + 20
    height = max((len(column) for column in columns), default=0) * (_HEIGHT + _GAP_Y) + 20
    edges = [_edge(place[used], place[id]) for id in uses for used in uses[id]]
    nodes = [_node(id, place[id], results[id], id in good) for id in uses]
    inside = "\n".join((*edges, *nodes))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">\n{inside}\n</svg>'


def _edge(start: tuple[int, int], end: tuple[int, int]) -> str:
    x0, y0 = start[0] + _WIDTH, start[1] + _HEIGHT // 2
    x1, y1 = end[0], end[1] + _HEIGHT // 2
    bend = (x0 + x1) // 2
    return f'<path d="M{x0},{y0} C{bend},{y0} {bend},{y1} {x1},{y1}" fill="none" stroke="#bbb"/>'


def _node(id: str, place: tuple[int, int], result: Result, is_settled: bool) -> str:
    x, y = place
    border = f'stroke="{SETTLED}" stroke-width="2.5"' if is_settled else 'stroke="#999"'
    label = id.split("/", 1)[1]
    short = label if len(label) <= 30 else label[:29] + "…"
    return (
        f'<a href="#{escape(id)}"><title>{escape(id)}: {result.verdict.name}</title>'
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="4" fill="{COLOURS[result.verdict]}" {border}/>'
        f'<text x="{x + 6}" y="{y + 15}" font-size="11">{escape(short)}</text></a>'
    )
