"""Lenient versions that change no verdict, with the reason: the condition is asked elsewhere, too, or saves time."""

from __future__ import annotations

EQUIVALENT: dict[str, str] = {}
"""By the id of the guard."""
