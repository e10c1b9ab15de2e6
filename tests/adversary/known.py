"""What the adversary found and what is still open, with its cause: a mend removes its entry, for a test asks that
it is open."""

from __future__ import annotations

KNOWN: dict[str, str] = {
    "judged/means/4": "noise of one size has E|e| = p, which no engine reads as an exact mean of an absolute value",
    "judged/flows_of_quadratics/10": "no start of the flow has one entry 0 and others that are not",
}
"""Verdicts that can never be, and their causes: by the id of the statement."""
