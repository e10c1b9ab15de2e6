"""Catalogue rows: what a paper states, one row per checkable statement, transcribed as a claim or not yet.

A row names the statement and its place; the exact statement is the claim with the same id.  Standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..claims import Kind


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement of a paper: where it stands, what it rests on, which witnesses fit its form."""

    id: str
    kind_name: str
    source: str
    uses: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()
    part: str = ""
    """``chain`` for the road from linear self-attention to Theorem 4 of `zfb`, ``rest`` for all else there."""

    @property
    def kind(self) -> Kind:
        return Kind(self.kind_name)
