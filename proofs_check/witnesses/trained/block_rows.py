"""Rows: the comparisons of a statement with what training tells, and how they are decided from numbers alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...report.render import plain
from ...statement.props import Prop, subterms
from ...statement.terms import Abbrev, Op, Term

Row = dict[str, Any]
"""``{"text", "how", "relation", "left", "right", "width"}``, the numbers as flat lists (None for an unknown width)."""
RELATIONS = frozenset({"eq", "ne", "le", "lt", "ge", "gt"})
RESOLUTION = 0.15
"""A row decides nothing unless its width is at most this, relative to the larger of 1 and what is stated."""
ROUNDING = 1e-9
"""Of float64 in the evaluation of a statement's terms, relative."""
LEAST = frozenset({"minimum", "infimum"})


def holds(row: Mapping[str, Any]) -> bool | None:
    """True, False, or None where the row decides nothing."""
    if any(width is None for width in row["width"]):
        return None
    left, right, width = (np.array(row[name], dtype=float) for name in ("left", "right", "width"))
    relation = row["relation"]
    if relation in ("ge", "gt"):
        left, right, relation = right, left, {"ge": "le", "gt": "lt"}[relation]
    apart = left - right
    if relation == "ne":
        known = not apart.any() and not width.any()
        return True if bool((np.abs(apart) > width).any()) else False if known else None
    if relation == "lt":
        return True if bool((apart < -width).all()) else False if bool((apart > width).any()) else None
    if bool((apart > width).any()) or (relation == "eq" and bool((-apart > width).any())):
        return False
    if relation == "le" and bool((apart <= -width).all()):
        return True
    fine = width.max(initial=0.0) <= RESOLUTION * max(1.0, np.abs(right).max(initial=0.0))
    return True if fine else None


def row_of(prop: Prop, how: str, relation: str, left: Any, right: Any, width: Any) -> Row:
    shape = np.asarray(left).size
    flat = [np.broadcast_to(np.asarray(side, dtype=float).reshape(-1), (shape,)) for side in (left, right, width)]
    widths: Sequence[float | None] = [float(w) if np.isfinite(w) else None for w in flat[2]]
    return {
        "text": plain(prop), "how": how, "relation": relation, "left": [float(v) for v in flat[0]],
        "right": [float(v) for v in flat[1]], "width": list(widths),
    }  # fmt: skip


def excess(row: Row) -> float:
    """By how much a row fails, at its worst entry; negative where it holds."""
    apart = np.array(row["left"]) - np.array(row["right"])
    if row["relation"] in ("ge", "gt"):
        apart = -apart
    width = np.array([np.inf if w is None else w for w in row["width"]])
    return float(((np.abs(apart) if row["relation"] == "eq" else apart) - width).max())


def trains(prop: Prop) -> bool:
    """Whether a statement speaks of what training determines: limits, flows, least risks, minimisers."""
    if prop.head in {"limit", "always", "minimisers_satisfy", "global_minimum", "local_minimum"}:
        return True
    if any(isinstance(node, Op) and node.head in {"ddt", *LEAST} for _, node in subterms(prop)):
        return True
    return any(trains(arg) for arg in prop.args if isinstance(arg, Prop))


def mentions(node: Term, head: str) -> bool:
    if isinstance(node, Op):
        return node.head == head or any(mentions(arg, head) for arg in node.args)
    return mentions(node.body, head) if isinstance(node, Abbrev) else False
