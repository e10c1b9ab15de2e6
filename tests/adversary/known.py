"""What the adversary found and what is still open, with its cause: a mend removes its entry, for a test asks that
it is open."""

from __future__ import annotations

KNOWN: dict[str, str] = {
    "refereed_faults/supported/13": "a condition within a condition holds for every kernel that is tried",
}
"""Verdicts that can never be, and their causes: by the id of the statement."""
