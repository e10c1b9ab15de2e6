r"""Expectation of terms with absolute values, by symmetry: a term odd in a Gaussian letter has mean 0.

The sign of :math:`|a|` does not change under :math:`z\to-z` where a is even or odd in z, so that
:math:`\mathbb E\,|w^\top x|\,x=0`; terms that are even in every letter are left to the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from .letters import Letter
from .matrices import Matrix, Value, plus
from .scalars import ATOMS
from .structure import names_in
from .substitution import substitute
from .terms_of import term_list


def without_odd(value: Value, chosen: Callable[[Letter], bool]) -> Value:
    """``value`` without the terms that contain an absolute value and are odd in one of the chosen Gaussian letters."""
    total = value * 0
    for term, word, mono in term_list(value):
        sizes = [k for k, _ in mono if ATOMS[k].kind == "opaque" and ATOMS[k].name == "abs"]
        letters = {x for k in sizes for x in names_in(ATOMS[k]) if isinstance(x, Letter) and chosen(x)}
        letters |= {x.original for x in word if sizes and chosen(x)}
        letters |= {x.original for k, _ in mono if sizes and ATOMS[k].kind == "cycle"
                    for x in ATOMS[k].args if chosen(x)}
        if not any(_is_odd(term, x) for x in letters):
            total = plus(total, term)
    return total


def _is_odd(term: Value, x: Letter) -> bool:
    """Whether the term changes its sign with ``x``: absolute values are rebuilt, so that |-a| is |a| again."""
    return cast(bool, (substitute(term, {x: -Matrix.of(x)}) + term).is_zero())  # type: ignore[operator]
