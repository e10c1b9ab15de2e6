"""Propositions about attention at one place: certainly true, certainly false, or neither."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import flint
import numpy as np

from numeric.arithmetic import certainly
from numeric.attention.jets import Jet, KinkError
from numeric.attention.losses import signature

from ... import logic
from ...logic import Answer, AtPoint, Engine, Truth, graded, known
from ...statement.domains import Kind, kinks
from ...statement.fold import Lacks
from ...statement.premises import said
from ...statement.props import Prop, bounds_every_value, subterms
from ...statement.terms import Op, Sym, Term
from ..arrays import Array
from .algebra import AttentionAlgebra
from .means import outcomes

_SIGNS = {"le": "<=", "lt": "<", "ge": ">=", "gt": ">"}
_THIN = 60
"""Bits to which both sides must be known before their overlap is called agreement."""


@dataclass
class Comparison:
    """What was compared: for the record, and for a counterexample."""

    radius: float = 0.0
    """The largest distance that two sides called equal may have, measured against 1 plus their size."""
    exact: int = 0
    """Equations that hold in fractions."""
    failed: str = ""
    seen: list[str] = field(default_factory=list)


def decide(prop: Prop, algebra: AttentionAlgebra, found: Comparison) -> Truth:
    """Whether ``prop`` holds at the place of ``algebra``.

    Raises :class:`~proofs_check.statement.fold.Lacks` for what has no reading there.
    """
    return logic.truth(prop, At(algebra, found)).read()


def may_fail(prop: Prop, algebra: AttentionAlgebra) -> bool:
    """Whether a conclusion is false there: a condition that is not understood may hold."""
    for under, link in said(prop):
        with suppress(Lacks):
            if under and decide(link, algebra, Comparison()) is Truth.FALSE:
                return True
    return False


class At(AtPoint):
    """One place, in exact fractions or in balls."""

    name = "attention"
    definitions = frozenset()

    def __init__(self, algebra: AttentionAlgebra, found: Comparison) -> None:
        self.algebra, self.found = algebra, found

    def aside(self) -> At:
        return At(self.algebra, Comparison())

    def under(self, hypothesis: Prop) -> tuple[Answer, Engine]:
        held, _ = super().under(hypothesis)
        if held.truth is not Truth.FALSE and bounds_every_value(hypothesis):
            raise Lacks("attention lacks a bound on every value of a symbol")
        return held, self

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self._at_entries(prop, lhs, rhs, lambda a, b: _equal(a, b, self.found))

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self._at_entries(prop, lhs, rhs, lambda a, b: _ordered(a, _SIGNS[prop.head], b, self.found))

    def _at_entries(self, prop: Prop, lhs: Term, rhs: Term, compare: Callable[[Any, Any], Truth]) -> Answer:
        pairs = _pairs(prop, value_of(lhs, self.algebra), value_of(rhs, self.algebra))
        truths = [compare(a, b) for a, b in pairs]
        worst = min(truths)
        if worst is Truth.FALSE and prop.head != "ne":
            self.found.failed = _shown(pairs[truths.index(worst)])
        return graded(worst)

    def definite(self, prop: Prop, A: Term) -> Answer:
        value = value_of(A, self.algebra)
        if prop.head == "psd_form" or value.ndim > 2 or not isinstance(value.ravel()[0], flint.fmpq):
            raise Lacks("attention lacks definiteness of what is not rational")
        if not (value == value.T).all():
            return known(False)
        _, negative, zero = signature(value)
        return known(negative == 0 and (prop.head == "psd" or zero == 0))

    def said(self, prop: Prop) -> Answer:
        if prop.head == "same_law":
            return graded(_same_law(prop, self.algebra))
        if prop.head != "differentiable":
            raise self.lacks(prop.head)
        if _has_kinks(prop) or not all(h.smooth for h in self.algebra.place.activations.values()):
            raise Lacks("attention lacks derivatives of what may have kinks")
        return known(True)  # sums, products and finite means of what is smooth


def _has_kinks(prop: Prop) -> bool:
    """Whether some head asks for more than values, so as to have a derivative: a point need not show a kink."""
    nodes = [node for _, node in subterms(prop) if isinstance(node, Op) and node.head != "activated"]
    return any(not _is_positive(*asked) for node in nodes for asked in kinks(node))


def _is_positive(kind: Kind, node: Term) -> bool:
    return kind is Kind.POSITIVE and isinstance(node, Sym) and bool(node.traits & {"positive", "posdef"})


def value_of(term: Term, algebra: AttentionAlgebra) -> Array:
    try:
        value = algebra.read(term)
    except KinkError as kink:
        raise Lacks("attention lacks a derivative of relu at 0") from kink
    if isinstance(value, Jet):
        raise Lacks("attention lacks a derivative outside of slope")
    return value


def _pairs(prop: Prop, lhs: Array, rhs: Array) -> list[tuple[Any, Any]]:
    """The entries that are compared; a number 0 stands for a zero of any shape."""
    if lhs.shape[-2:] != rhs.shape[-2:]:
        if prop.head != "eq" or not _is_zero_number(prop.args[1]):
            raise Lacks("attention lacks equations between matrices of different shapes")
        rhs = lhs * 0
    lhs, rhs = np.broadcast_arrays(lhs, rhs)
    return list(zip(lhs.ravel(), rhs.ravel(), strict=True))


def _is_zero_number(node: Any) -> bool:
    return bool(isinstance(node, Term) and not isinstance(node, (Sym, Op)) and getattr(node, "value", None) == 0)


def _equal(a: Any, b: Any, found: Comparison) -> Truth:
    if isinstance(a, flint.fmpq) and isinstance(b, flint.fmpq):
        found.exact += 1
        return Truth.TRUE if a == b else Truth.FALSE
    answer = certainly(a, "==", b)
    if answer is not None:
        return Truth.TRUE if answer else Truth.FALSE
    gap = flint.arb(a) - flint.arb(b)
    size = 1 + abs(flint.arb(a)).upper()
    if not gap.is_finite() or not gap.rad() < size * flint.arb(2) ** -_THIN:
        return Truth.UNKNOWN
    found.radius = max(found.radius, float((abs(gap) / size).upper()))
    return Truth.TOUCHES


def _ordered(a: Any, sign: str, b: Any, found: Comparison) -> Truth:
    if isinstance(a, flint.fmpq) and isinstance(b, flint.fmpq):
        holds = {"<=": a <= b, "<": a < b, ">=": a >= b, ">": a > b}[sign]
        found.exact += 1
        return Truth.TRUE if holds else Truth.FALSE
    answer = certainly(a, sign, b)
    if answer is not None:
        return Truth.TRUE if answer else Truth.FALSE
    return Truth.TOUCHES if sign in {"<=", ">="} and _equal(a, b, found) is Truth.TOUCHES else Truth.UNKNOWN


def _same_law(prop: Prop, algebra: AttentionAlgebra) -> Truth:
    """Of the finite law, in fractions: the same values, equally often."""
    place = algebra.place
    exact = replace(place, arithmetic="exact", law=replace(place.law, group="signed"), values={})
    here = AttentionAlgebra(exact)
    multisets = []
    for arg in prop.args:
        assert isinstance(arg, Term)
        random = _random(arg)
        value = here.with_bound(outcomes(here, random), averaging=True).read(arg)
        if isinstance(value, Jet) or value.ndim < 3:
            raise Lacks("attention lacks the law of what is not random")
        multisets.append(sorted(str(member.tolist()) for member in value))
    place.law.used = True
    return Truth.TRUE if multisets[0] == multisets[1] else Truth.FALSE


def _random(node: Term) -> list[Sym]:
    from ...statement.binding import free_symbols

    found = [s for s in free_symbols(node) if s.has("random")]
    if any(not (s.has("context") or s.has("haar")) for s in found):
        raise Lacks("attention lacks the law of " + ", ".join(s.name for s in found))
    return found


def _shown(pair: tuple[Any, Any]) -> str:
    def text(v: Any) -> str:
        return v.str(12) if isinstance(v, flint.arb) else str(v)

    return f"left {text(pair[0])}, right {text(pair[1])}"
