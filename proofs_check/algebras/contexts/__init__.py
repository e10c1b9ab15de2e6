"""Attention statements entry by entry: small d, n and k, exact contexts, unspecified functions as oracles."""

from .decide import decide_statement, differs_at, refuted_at
from .speaks import speaks_of_contexts

__all__ = ["decide_statement", "differs_at", "refuted_at", "speaks_of_contexts"]
