"""A letter in words: all that is supposed of it."""

from __future__ import annotations

from ..report.render import plain
from ..statement.terms import Abbrev, Sym
from .letters import Named

TRAITS = {"posdef": "positive definite", "psd": "positive semi-definite", "symmetric": "symmetric", "positive": "> 0",
         "nonnegative": ">= 0", "nonzero": "!= 0", "invertible": "invertible", "integer": "an integer",
         "haar": "uniform among orthogonal matrices", "parameter": "trained"}  # fmt: skip


def said(letter: Named) -> str:
    """A letter with all that is supposed of it."""
    if isinstance(letter, Abbrev):
        return f"{plain(letter.sym)} = {plain(letter.body)}"
    rows, columns = letter.shape
    if letter.has("function"):
        return f"{plain(letter)}: a function"
    shape = "a number" if letter.shape == (1, 1) else f"{rows} x {columns}"
    traits = [words for trait, words in TRAITS.items() if letter.has(trait) and not _goes_without_saying(trait, letter)]
    cov = next((t.removeprefix("cov:") for t in letter.traits if t.startswith("cov:")), "")
    std = next((t.removeprefix("std:") for t in letter.traits if t.startswith("std:")), "")
    law = f"N(0, {cov})" if cov else f"N(0, {std}^2)" if std else ""
    law += ", independent members" if letter.has("iid") else ""
    return f"{plain(letter)}: {', '.join([shape, *([law] if law else []), *traits])}"


def _goes_without_saying(trait: str, letter: Sym) -> bool:
    return trait == "symmetric" and bool(letter.traits & {"posdef", "psd"})
