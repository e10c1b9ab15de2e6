"""What is wrong with a witness alone, where the merged verdict would hide it.

A witness that names sizes speaks of these: what is false in general may be true at them.  So a proof of something false
is wrong where it names no sizes, where NumPy finds a point at which the statement fails there, or where another witness
refutes it there.  A refutation of something true is wrong wherever it was found.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

from proofs_check.results import Examined
from proofs_check.verdict import Verdict

from .fuzzing import seen
from .stating import Stated, Truth

SIZES = re.compile(r"\b([A-Za-z_]\w*) = (\d+(?:, \d+)*)(?!\w)")
BOUND = re.compile(r"\b\w+ (?:[<>]=?|!=) ")
SPANS = re.compile(r" \(by degree from [^()]*\)")
"""What a proof for every size was seen at: it names no sizes."""
Sizes = Mapping[str, Sequence[int]]


def wrong_alone(rows: Sequence[Examined], stated: Stated) -> str:
    """The fault of a witness, with its name; empty where none is wrong."""
    for row in rows:
        if row.verdict is Verdict.REFUTED and stated.truth in (Truth.TRUE, Truth.VACUOUS):
            return f"true REFUTED by {row.name} alone"
        if row.verdict is Verdict.PROVED and _says_what_is_not(row, rows, stated):
            return f"false PROVED by {row.name} alone"
    return ""


def _says_what_is_not(row: Examined, rows: Sequence[Examined], stated: Stated) -> bool:
    scope, _, conditions = SPANS.sub("", row.scope).partition(" where ")
    if stated.truth is Truth.ILL_SHAPED or (stated.truth is Truth.VALUELESS and row.whole and not conditions):
        return True
    if stated.truth is not Truth.FALSE:
        return False
    if row.whole or not (SIZES.search(scope) or BOUND.search(scope)):
        return True
    return any(_refuted_at(other, there) for other in rows for there in pieces(scope)) or _fails(stated, scope)


def pieces(scope: str) -> list[Sizes]:
    """The sizes that a scope names, by name: places at which it holds.

    >>> pieces("d = 1, every N; d = 2, N, M = 1, 2, 3")
    [{'d': (1,)}, {'d': (2,), 'M': (1, 2, 3)}]
    """
    return [{name: tuple(map(int, values.split(", "))) for name, values in SIZES.findall(piece)}
            for piece in scope.split("; ")]  # fmt: skip


def _refuted_at(row: Examined, there: Sizes) -> bool:
    """Whether a counterexample of this row lies at such sizes."""
    at = (row.point or {}).get("sizes", {})
    return row.verdict is Verdict.REFUTED and bool(there) and all(at.get(name) in there[name] for name in there)


def _fails(stated: Stated, scope: str) -> bool:
    """Whether NumPy finds it to fail at such sizes."""
    if stated.model or BOUND.search(scope):
        return False
    places = [dict(zip(there, sizes, strict=True)) for there in pieces(scope) for sizes in product(*there.values())]
    return any(seen(stated.statement(), stated.given, 0, 12, at)[1] for at in places)
