"""Propositions about attention at one place: certainly true, certainly false, or neither."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import flint
import numpy as np

from numeric.arithmetic import certainly
from numeric.attention.jets import Jet, KinkError
from numeric.attention.losses import signature

from ...statement.fold import Lacks
from ...statement.props import Prop, bounds_every_value, subterms
from ...statement.terms import Op, Sym, Term
from ...witnesses.ball_trace import Truth
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
    props = [arg for arg in prop.args if isinstance(arg, Prop)]
    match prop.head:
        case "and":
            return min(decide(arg, algebra, found) for arg in props)
        case "implies":
            return _implies(props[0], props[1], algebra, found)
        case "iff":
            first, second = (decide(arg, algebra, Comparison()) for arg in props)
            return _same(first, second)
        case "for_all":
            # At the value that the place gives: what fails there fails, and a hypothesis is met by construction.
            return decide(props[0], algebra, found)
        case "differentiable":
            if all(h.smooth for h in algebra.place.activations.values()) and not _has_kinks(prop):
                return Truth.TRUE  # sums, products and finite means of what is smooth
            raise Lacks("attention lacks derivatives of an activation that has kinks")
        case "same_law":
            return _same_law(prop, algebra)
        case "eq" | "ne" | "le" | "lt" | "ge" | "gt":
            return _compare(prop, algebra, found)
        case "psd" | "posdef":
            return _definite(prop, algebra)
        case "commute":
            A, B = (arg for arg in prop.args if isinstance(arg, Term))
            return decide(Prop("eq", (A * B, B * A)), algebra, found)
    raise Lacks(f"attention lacks {prop.head}")


def _has_kinks(prop: Prop) -> bool:
    heads = {node.head for _, node in subterms(prop) if isinstance(node, Op)}
    return bool(heads & {"relu", "relu_each", "abs", "modulus", "sqrt", "norm_F", "norm_2"})


def _implies(hypothesis: Prop, conclusion: Prop, algebra: AttentionAlgebra, found: Comparison) -> Truth:
    given = decide(hypothesis, algebra, Comparison())
    if given is not Truth.FALSE and bounds_every_value(hypothesis):
        raise Lacks("attention lacks a bound on every value of a symbol")
    if given is Truth.FALSE:
        return Truth.VACUOUS
    if given is Truth.UNKNOWN or (given is Truth.TOUCHES and hypothesis.head in {"eq", "and"}):
        raise Lacks("attention lacks a point at which the condition certainly holds")
    return decide(conclusion, algebra, found)


def _same(a: Truth, b: Truth) -> Truth:
    if Truth.UNKNOWN in (a, b) or Truth.TOUCHES in (a, b):
        return Truth.UNKNOWN
    return Truth.TRUE if (a is Truth.FALSE) == (b is Truth.FALSE) else Truth.FALSE


def value_of(term: Term, algebra: AttentionAlgebra) -> Array:
    try:
        value = algebra.read(term)
    except KinkError as kink:
        raise Lacks("attention lacks a derivative of relu at 0") from kink
    if isinstance(value, Jet):
        raise Lacks("attention lacks a derivative outside of slope")
    return value


def _compare(prop: Prop, algebra: AttentionAlgebra, found: Comparison) -> Truth:
    lhs, rhs = (value_of(arg, algebra) for arg in prop.args if isinstance(arg, Term))
    if lhs.shape[-2:] != rhs.shape[-2:]:
        if prop.head == "eq" and _is_zero_number(prop.args[1]):
            rhs = lhs * 0
        else:
            raise Lacks("attention lacks equations between matrices of different shapes")
    lhs, rhs = np.broadcast_arrays(lhs, rhs)
    pairs = list(zip(lhs.ravel(), rhs.ravel(), strict=True))
    if prop.head in _SIGNS:
        truths = [_ordered(a, _SIGNS[prop.head], b, found) for a, b in pairs]
        worst = min(truths)
        if worst is Truth.FALSE:
            found.failed = _shown(pairs[truths.index(worst)])
        return worst
    truths = [_equal(a, b, found) for a, b in pairs]
    if prop.head == "ne":
        return Truth.TRUE if Truth.FALSE in truths else Truth.FALSE if set(truths) == {Truth.TRUE} else Truth.UNKNOWN
    worst = min(truths)
    if worst is Truth.FALSE:
        found.failed = _shown(pairs[truths.index(worst)])
    return worst


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


def _definite(prop: Prop, algebra: AttentionAlgebra) -> Truth:
    (term,) = (arg for arg in prop.args if isinstance(arg, Term))
    A = value_of(term, algebra)
    if A.ndim > 2 or not isinstance(A.ravel()[0], flint.fmpq):
        raise Lacks("attention lacks definiteness of what is not rational")
    if not (A == A.T).all():
        return Truth.FALSE
    _, negative, zero = signature(A)
    return Truth.TRUE if negative == 0 and (prop.head == "psd" or zero == 0) else Truth.FALSE


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

