"""Reading the command line's values: one clear sentence for each that cannot be used.  Standard library only."""

from __future__ import annotations

import difflib
import json
import reprlib
from collections.abc import Mapping, Sequence

from .arguments import check_largest
from .catalogue import Registry, Statement
from .errors import UserError


def dims(text: str) -> tuple[int, ...]:
    """``"1,2,3"`` as dimensions.

    >>> dims("1,2,3")
    (1, 2, 3)
    """
    try:
        values = tuple(int(word) for word in text.split(","))
    except ValueError:
        raise UserError(f"--dims {text!r} must be integers separated by commas, for example 1,2,3.") from None
    if min(values) < 1:
        raise UserError(f"--dims {text!r} must be positive: dimension {min(values)} does not exist. Use 1 or more.")
    check_largest(max(values), f"--dims {reprlib.repr(text)}")
    return tuple(dict.fromkeys(values))


def shard(text: str) -> tuple[int, int]:
    """``"2/5"`` as (2, 5): the second of five shards."""
    try:
        i, k = (int(word) for word in text.split("/"))
    except ValueError:
        raise UserError(f"--shard {text!r} must read I/K, for example 2/5 for the second of five.") from None
    if not 1 <= i <= k:
        raise UserError(f"--shard {text!r} must satisfy 1 <= I <= K: use 1/{max(k, 1)} to {max(k, 1)}/{max(k, 1)}.")
    return i, k


def matrix(text: str, argument: str) -> list[list[float]]:
    """A matrix, or its diagonal, as JSON.

    >>> matrix("[2, 1]", "--lam")
    [[2, 0.0], [0.0, 1]]
    """
    try:
        rows = json.loads(text)
    except ValueError:
        rows = None
    if not isinstance(rows, list) or not rows:
        raise UserError(f"{argument} {text!r} must be a JSON list: [[2, 0], [0, 1]], or its diagonal [2, 1].")
    if any(isinstance(row, list) for row in rows):
        return rows
    return [[value if i == k else 0.0 for k in range(len(rows))] for i, value in enumerate(rows)]


def witness_names(texts: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """The names given, repeated or separated by commas; an unknown one raises with the nearest known."""
    names = tuple(dict.fromkeys(word for text in texts for word in text.split(",")))
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.0)[0]
            raise UserError(f"Unknown witness {name!r}: did you mean {near!r}? The witnesses are {', '.join(known)}.")
    return names


def positive(value: int, argument: str) -> int:
    if value < 1:
        raise UserError(f"{argument} {value} must be a positive integer: use 1 or more.")
    return value


def seconds(value: float, argument: str) -> float:
    if not 0 < value < float("inf"):
        raise UserError(f"{argument} {value:g} must be a positive number of seconds, for example 60.")
    return value


LONGEST = 300.0
"""Seconds that a claim of the fast tier may take where nothing else is said."""


def time_limit(text: str | None, tier: str) -> float | None:
    """Seconds that one claim may take, by default bounded in the fast tier; ``none`` for no limit.

    >>> time_limit("60", "fast"), time_limit("none", "fast"), time_limit(None, "full")
    (60.0, None, None)
    """
    if text is None:
        return LONGEST if tier == "fast" else None
    if text == "none":
        return None
    try:
        return seconds(float(text), "--time-limit")
    except UserError:
        raise
    except ValueError:
        raise UserError(f"--time-limit {text!r} must be a number of seconds, for example 60, or none.") from None


def memory_limit(text: str | None, share: int | None) -> int | None:
    """Bytes that one claim may take; by default its ``share`` of the machine's."""
    if text is None:
        return share
    try:
        gib = float(text)
    except ValueError:
        gib = 0.0
    if not 0 < gib < float("inf"):
        raise UserError(f"--memory-limit {text!r} must be a positive number of GiB, for example 4.")
    return int(gib * (1 << 30))


def with_corrections(selected: Sequence[Statement], known: Registry) -> tuple[Statement, ...]:
    """The selection with the corrected claims that stand beside its printed ones, in the registry's order."""
    wanted = {s.id for s in selected}
    wanted |= {id for s in selected for id in known.corrected_by(s.id)}
    return tuple(s for s in known if s.id in wanted)


def of_shard(
    selected: Sequence[Statement], part: tuple[int, int], seconds: Mapping[str, float] | None = None
) -> tuple[Statement, ...]:
    """Shard I of K; the shards are disjoint, cover everything, and keep a correction with the printed claim.

    Args:
        seconds: about how long the claims take, by ids: the longest are dealt first, each to the shard with the least.
            Those that are not among them count as the mean.
    """
    i, k = part
    took = seconds or {}
    mean = sum(took.values()) / len(took) if took else 1.0
    groups: dict[str, list[Statement]] = {}
    for s in selected:
        groups.setdefault(s.row.corrects.split("#")[0] if s.row and s.row.corrects else s.id, []).append(s)
    weights = {root: sum(took.get(s.id, mean) for s in group) for root, group in groups.items()}
    loads = [0.0] * k
    mine: set[str] = set()
    for root in sorted(groups, key=lambda root: -weights[root]):
        least = loads.index(min(loads))
        loads[least] += weights[root]
        mine |= {s.id for s in groups[root]} if least == i - 1 else set()
    return tuple(s for s in selected if s.id in mine)
