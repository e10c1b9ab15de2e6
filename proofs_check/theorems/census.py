"""How many proof chains replay whole as steps of the kernel, and why others do not.

``python -m proofs_check.theorems.census`` counts them all; with ids of claims it lists their steps that do not replay.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ..catalogue import Registry
from ..claims import Claim
from ..naming import in_engine_letters
from ..proof.chain import Proof
from ..registry import load
from .binding import Refused
from .tactics.further import FAILURES
from .tactics.replay import Replay


@dataclass(frozen=True)
class Row:
    """One chain: its steps that replay, those that do not with the reasons, the parts that are theorems."""

    id: str
    chain: str
    steps: int
    refused: tuple[tuple[str, str, str], ...]
    """Label, rule and reason."""
    parts: tuple[str, ...]
    theorems: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        return not self.refused and self.parts == self.theorems


def rows(known: Registry, ids: frozenset[str] = frozenset()) -> Iterator[Row]:
    """All chains of the library, or those of some claims."""

    def resolve(id: str) -> Claim:
        claim = known.find(id).claim
        if claim is None:
            raise Refused(id, " is not transcribed")
        return in_engine_letters(claim, known.claims.get)[0]

    for id, claim in known.claims.items():
        if claim.proofs and (not ids or id in ids):
            read = resolve(id)
            for name, proof in read.proofs.items():
                if isinstance(proof, Proof):
                    yield _row(read, name, proof, Replay(read, proof, resolve))


def _row(claim: Claim, name: str, proof: Proof, replay: Replay) -> Row:
    refused = tuple((o.label, o.rule, o.refused) for o in replay.outcomes if o.refused)
    own = [part for part in claim.parts if part.name == name or (not name and part.name not in claim.proofs)]
    made = []
    for part in own:
        try:
            replay.theorem(part.meant.prop)
        except FAILURES:
            continue
        made.append(part.name)
    return Row(claim.id, name, len(proof.steps), refused, tuple(p.name for p in own), tuple(made))


def main(*ids: str) -> None:
    found = list(rows(load(), frozenset(ids)))
    for row in found:
        if ids:
            print(row.id, row.chain, f"{row.steps - len(row.refused)} of {row.steps} steps, theorems: {row.theorems}")
            for label, rule, why in row.refused:
                print(f"    {label} ({rule}): {why[:200]}")
    whole = [row for row in found if row.is_whole]
    steps, refused = sum(row.steps for row in found), [r for row in found for r in row.refused]
    print(f"{len(whole)} of {len(found)} chains replay whole; {steps - len(refused)} of {steps} steps;",
          f"{sum(len(row.theorems) for row in found)} of {sum(len(row.parts) for row in found)} parts are theorems.")
    for (rule, why), count in Counter((rule, _kind(why)) for _, rule, why in refused).most_common(60):
        print(f"{count:5}  {rule}: {why}")


def _kind(why: str) -> str:
    """The reason, without the terms that it names."""
    return re.split(r": | below the", why)[0][:80] if not why.startswith("no tactic") else why


if __name__ == "__main__":
    main(*sys.argv[1:])
