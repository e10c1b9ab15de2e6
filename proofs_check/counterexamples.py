"""Hints at where a statement fails.  A hint proves nothing: what it says is verified.  Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .statement.terms import Sym, Term


@dataclass(frozen=True)
class Minimiser:
    r"""A minimiser of f at one exact problem, with a certificate: :math:`f-f(\text{at})=\sum_kw_kq_k^2`, all w_k > 0.

    For statements ``minimisers_satisfy(f, body, ...)``, of which the body fails there.
    """

    sizes: Mapping[str, int]
    """Values of d, M, ..."""
    problem: Mapping[str, Any]
    """Exact values of everything fixed, by name: numbers, or lists of rows."""
    at: Mapping[Sym, Any]
    """The minimiser: a value for each of the symbols."""
    squares: tuple[tuple[Fraction | int, Term], ...]
    """Pairs of a weight and a scalar term."""
