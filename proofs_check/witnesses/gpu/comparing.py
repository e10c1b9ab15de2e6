"""Two sides of a comparison as numbers of a device: what they differ by, and how narrow that is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from numeric.training.tensors import Dual, Enclosure

from ...algebras.tensors.algebra import TensorAlgebra
from ...algebras.tensors.heads import lacks
from ...algebras.tensors.points import POINTS
from ...statement.props import Prop, eq, subterms
from ...statement.terms import Num, Sym, Term


def compare(leaf: Prop, algebra: TensorAlgebra) -> list[tuple[bool | None, float]]:
    """At each point, whether it holds as far as enclosures tell, and their relative width.

    An equation is supported at a point where the enclosures overlap and are narrow; an order where it is certain, and
    one that is not strict also where the two sides are seen to be equal.
    """
    from .truth import certainly

    if leaf.head in ("eq", "defined"):
        left, right = (algebra.read(arg) for arg in leaf.args if isinstance(arg, Term))
        a, b = _enclosure(left), _enclosure(right)
        answers = [None if width > NARROW else not apart
                   for apart, width in zip(a.apart(b), a.widths(b), strict=True)]  # fmt: skip
        answers = [False if apart else answer for apart, answer in zip(a.apart(b), answers, strict=True)]
        return _spread(list(zip(answers, a.widths(b), strict=True)))
    answers = certainly(leaf, algebra)
    if leaf.head in ("le", "ge") and not all(answers):
        equal = compare(eq(*(arg for arg in leaf.args if isinstance(arg, Term))), algebra)
        return [(True, width) if answer is None and same else (answer, 0.0)
                for answer, (same, width) in zip(answers, equal, strict=True)]  # fmt: skip
    return [(answer, 0.0) for answer in answers]


def rounding_of(leaf: Prop) -> float:
    """Of a value per draw, where large or small constants of the statement magnify it."""
    found = Fraction(1, 2**50)
    for _, term in subterms(leaf):
        if isinstance(term, Num) and term.value:
            size = abs(term.value)
            found *= size if size > 1 else 1 / size
    return float(min(found, Fraction(10**300)))


NARROW = 2.0**-20
"""Enclosures wider than this, relative to the size of what is compared, support no equation."""


def _enclosure(value: Any) -> Enclosure:
    if isinstance(value, Dual):
        raise lacks("a comparison of derivatives along a line")
    return value if isinstance(value, Enclosure) else Enclosure.exact(value)


def _spread(found: list[tuple[bool | None, float]]) -> list[tuple[bool | None, float]]:
    return found * POINTS if len(found) == 1 else found


def values_shown(bound: Mapping[Sym, int]) -> str:
    return "".join(f", {sym.name} = {k}" for sym, k in bound.items())
