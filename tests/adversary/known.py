"""What the adversary found and what is still open, with its cause: a mend removes its entry, for a test asks that it is open."""

from __future__ import annotations

KNOWN: dict[str, str] = {
    "rotations/means/12": "E u11^3 = 0 is REFUTED at d = 1, U = [[1]]: the odd moment of an entry is read as its value",
}
"""Verdicts that can never be: by the id of the statement."""
