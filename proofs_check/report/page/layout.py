"""A layered layout of the dependency graph: what rests on nothing on top, rows of bounded width.  Standard library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter

Uses = Mapping[str, Sequence[str]]
_SWEEPS = 12


@dataclass(frozen=True)
class Layout:
    """Rows of ids, and the edges (used, user) that are drawn."""

    rows: tuple[tuple[str, ...], ...]
    edges: tuple[tuple[str, str], ...]


def layout(uses: Uses, width: int) -> Layout:
    """Rows of at most ``width`` ids, each id below all that it uses; edges implied by others are left out."""
    known = {id: tuple(u for u in used if u in uses) for id, used in uses.items()}
    edges = reduced(known)
    return Layout(_ordered(_rows(known, width), edges, width), edges)


def reduced(uses: Uses) -> tuple[tuple[str, str], ...]:
    """The edges (used, user) that no longer path implies.

    >>> reduced({"c": ["a", "b"], "b": ["a"], "a": []})
    (('a', 'b'), ('b', 'c'))
    """
    below: dict[str, set[str]] = {}
    found = []
    for id in TopologicalSorter(uses).static_order():
        beyond: set[str] = set().union(*(below[used] for used in uses[id]))
        found += [(used, id) for used in uses[id] if used not in beyond]
        below[id] = beyond | set(uses[id])
    return tuple(found)


def _rows(uses: Uses, width: int) -> list[list[str]]:
    """Each id in the first row below what it uses that is not full, in the order of the paper."""
    place: dict[str, int] = {}
    rows: list[list[str]] = []
    sorter = TopologicalSorter(uses)
    sorter.prepare()
    order = {id: k for k, id in enumerate(uses)}
    while sorter.is_active():
        ready = sorted(sorter.get_ready(), key=order.__getitem__)
        for id in ready:
            row = 1 + max((place[used] for used in uses[id]), default=-1)
            while row < len(rows) and len(rows[row]) >= width:
                row += 1
            rows.extend([] for _ in range(row + 1 - len(rows)))
            rows[row].append(id)
            place[id] = row
        sorter.done(*ready)
    return rows


def _ordered(rows: list[list[str]], edges: Sequence[tuple[str, str]], width: int) -> tuple[tuple[str, ...], ...]:
    """Rows sorted by the mean place of the neighbours above, then below, over and over."""
    above: dict[str, list[str]] = {id: [] for row in rows for id in row}
    below: dict[str, list[str]] = {id: [] for id in above}
    for used, user in edges:
        above[user].append(used)
        below[used].append(user)
    x = {id: place for row in rows for id, place in zip(row, columns(len(row), width), strict=True)}
    for sweep in range(_SWEEPS):
        near = above if sweep % 2 == 0 else below
        for row in rows if sweep % 2 == 0 else reversed(rows):
            mean = {id: sum(x[n] for n in near[id]) / len(near[id]) if near[id] else x[id] for id in row}
            row.sort(key=mean.__getitem__)
            x.update(zip(row, columns(len(row), width), strict=True))
    return tuple(map(tuple, rows))


def columns(count: int, width: int) -> list[float]:
    """The places of a row of ``count``, centred among ``width`` columns.

    >>> columns(2, 4)
    [1.0, 2.0]
    """
    return [(width - count) / 2 + k for k in range(count)]
