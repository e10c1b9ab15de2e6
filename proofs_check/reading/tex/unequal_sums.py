r"""``\sum_{i\ne j} x_i^\top x_j`` of members of families that all have as many members: over all that differ."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .labels import INDICES, tokens_of
from .members import families_of, members_of
from .sources import Text, joined
from .spelled_letters import letters_in
from .supposed import Condition, Entry, Fact, Held

_INDEX = f"([{''.join(sorted(INDICES))}])"
_SUM = re.compile(rf"\\sum\s*(?:\\limits\s*)?_\s*\{{\s*{_INDEX}\s*\\neq?(?![A-Za-z])\s*{_INDEX}\s*\}}(?!\s*\^)")


def with_limits(body: Text, kept: Sequence[Entry], entries: Sequence[Entry]) -> Text:
    r"""The formula with ``\sum_{i,j=1,\,i\ne j}^n``, where i and j stand below members alone, and nothing is said of
    them."""
    found = _SUM.search(body.chars)
    counts = _counts(kept, entries)
    if found is None or found[1] == found[2] or len(counts) != 1 or _SUM.search(body.chars, found.end()):
        return body
    names = {found[1], found[2]}
    rest = [tok for tok in tokens_of(body.chars) if tok.text in names and not found.start() <= tok.start < found.end()]
    said = {entry.key for entry in kept if isinstance(entry, Fact)}
    said = said.union(*(letters_in(entry.body.chars) for entry in kept if isinstance(entry, Condition)))
    said = said.union(*(entry.letters for entry in kept if isinstance(entry, Held)))
    below = [tok for tok in members_of(body.chars, families_of(kept)) if tok.start > found.end()]
    if {tok.text for tok in rest} != names or not all(tok in below for tok in rest) or names & said:
        return body
    chars = rf"\sum_{{{found[1]},{found[2]}=1,\,{found[1]}\ne {found[2]}}}^{{{min(counts)}}}"
    place = body.place(found.start())
    return joined(body.part(0, found.start()), Text(chars, (place,) * len(chars)), body.part(found.end()))


def _counts(kept: Sequence[Entry], entries: Sequence[Entry]) -> set[str]:
    r"""How many members the families have: the n of ``x_1,\dots,x_n``."""
    places = [entry.place for entry in kept if isinstance(entry, Fact) and entry.family]
    numbers = {
        entry.place: entry.letter
        for entry in entries
        if isinstance(entry, Fact) and entry.place in places and entry.text == f"{entry.letter}: positive integer"
    }
    return set(numbers.values()) if numbers.keys() >= set(places) else set()
