"""One statement by its id: made again, asked about, and what came of it as a row that can be kept.

``orders/sums/3`` is of the corpus, ``fuzz/means/1.17`` random, ``shipped/zfb/lemma-17`` of a paper; behind a ``~``
stands the change.  The id is all that travels between processes, so a statement need not.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any

from proofs_check import UserError

from . import corpus as corpus
from . import shipped
from .fuzzing import one
from .judging import Stopped, asked, limited
from .metamorphic import variant
from .stating import Stated, Truth, members

SECONDS_SHIPPED = 240.0
"""What one statement of a paper may take."""
HARD = 120.0
"""How many seconds later a process that does not listen is stopped."""


@dataclass(frozen=True)
class Row:
    """What came of one statement."""

    id: str
    truth: str
    verdict: str
    scope: str = ""
    fault: str = ""
    said: str = ""
    """The statement and what was said of it, where something is wrong."""
    defects: tuple[str, ...] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    alone: Mapping[str, str] = field(default_factory=dict)
    """What each witness says, by its name."""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Row:
        return cls(**{**data, "defects": tuple(data["defects"])})

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def base(self) -> str:
        return self.id.partition("~")[0]

    @property
    def change(self) -> str:
        return self.id.partition("~")[2]

    @property
    def family(self) -> str:
        """What it is counted under."""
        first = self.id.split("/")[0]
        if self.change:
            return f"{'shipped' if first == 'shipped' else 'corpus'}~{self.change}"
        return "/".join(self.id.split("/")[:2]) if first == "fuzz" else first


@cache
def _members(name: str) -> Mapping[str, Stated]:
    return {stated.id: stated for stated in members(name)}


def stated(id: str) -> Stated | None:
    """The statement of the corpus or the random one of this id; None where the change changes nothing."""
    base, _, change = id.partition("~")
    made = one(base) if base.startswith("fuzz/") else _members(base.rpartition("/")[0])[base]
    return variant(made, change) if change else made


def answer(id: str) -> Row | None:
    """What the tool says; None where there is nothing to ask."""
    began = time.perf_counter()
    found = _shipped(id) if id.startswith("shipped/") else _own(id)
    return found and replace(found, seconds=round(time.perf_counter() - began, 2))


def _own(id: str) -> Row | None:
    made = stated(id)
    if made is None:
        return None
    found = asked(made)
    said = str(found) if found.fault or found.defects else ""
    alone = {row.name: row.verdict.name for row in found.witnesses}
    parts = {"": found.verdict}
    return Row(id, made.truth.name, found.verdict, found.scope, found.fault, said, found.defects, parts, alone=alone)


def _shipped(id: str) -> Row | None:
    base, _, change = id.removeprefix("shipped/").partition("~")
    try:
        with limited(SECONDS_SHIPPED):
            result = shipped.examined(base, change)
    except Stopped:
        return Row(id, Truth.UNKNOWN.name, "STOPPED", f"after {SECONDS_SHIPPED:g} s")
    except UserError as error:
        return Row(id, Truth.UNKNOWN.name, "REJECTED", str(error))
    if result is None:
        return None
    parts = {name: verdict.name for name, verdict in result.part_verdicts().items()}
    # Without its twins a witness has no defect but one that it raised.
    raised = tuple(w.defect for w in result.witnesses if w.defect)
    witnesses = {f"{w.name} {w.part} {w.reading}": w.verdict.name for w in result.witnesses}
    said = "; ".join(f"{name}: {verdict}" for name, verdict in witnesses.items())
    return Row(id, Truth.UNKNOWN.name, result.verdict.name, str(result.scope), "", said, raised, parts)
