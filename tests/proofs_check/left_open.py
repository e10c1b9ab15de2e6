"""What a test of papers asks where a sentence is not understood: nothing is read, or no refutation would count."""

from __future__ import annotations

from proofs_check.reading.tex.claims import PaperRead


def left_open(found: PaperRead) -> bool:
    """Whether each claim is read with a sentence that may be a condition of it."""
    return all(claim.may_suppose for claim in found.claims)
