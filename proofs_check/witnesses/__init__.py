"""Witnesses: independent ways to examine a proposition.

A witness reads the statement tree in its own algebra.  It may answer UNDECIDED, and says then what it lacks.
Every witness that supports a proposition is also shown its wrong twins (:mod:`proofs_check.twins`).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ..routes import NAMES, OF_FACTS
from .asked import Context, Witness, resolving

__all__ = ["NAMES", "OF_FACTS", "Context", "Witness", "resolving", "witness"]


@cache
def witness(name: str) -> Witness:
    """The witness called ``name``; its module, and what it needs, is imported now."""
    found = getattr(import_module(f"{__name__}.{name}.witness"), f"{name.capitalize()}Witness")()
    from .in_letters import InLetters, ReasoningInLetters

    return ReasoningInLetters(found) if name == "proof" else InLetters(found)
