"""Inequalities over boxes of parameters at d = 1 and d = 2 (diagonal covariance): every point of a box at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from numeric.arithmetic import ball, certainly
from numeric.boxes import BoxResult, Interval, prove_on_box

from ..algebras.ball_values import Value, number
from ..algebras.balls import BallsAlgebra
from ..claim import Claim
from ..model import Model
from ..statement.props import Prop, subterms
from ..statement.terms import Op, Sym, symbols
from .ball_truth import Trace, Truth, impose

_EIGENVALUES: Interval = (Fraction(3, 4), Fraction(1))
_SIGMA: Interval = (Fraction(1, 4), Fraction(1, 2))
_SCALARS: Interval = (Fraction(1, 2), Fraction(1))
_KNOWN = frozenset({"d", "N", "Lam", "sigma", "Theta", "U11", "u12", "u21", "u_-1"})
_ORDERS = frozenset({"le", "lt", "ge", "gt"})
_BUDGET = 300


@dataclass(frozen=True)
class BoxFinding:
    """What was shown for the inequalities of a proposition over one box."""

    d: int
    N: int
    names: tuple[str, ...]
    box: tuple[Interval, ...]
    result: BoxResult

    @property
    def proved(self) -> bool:
        return self.result.proved

    @property
    def scope(self) -> str:
        sides = ", ".join(f"{n} in [{a}, {b}]" for n, (a, b) in zip(self.names, self.box, strict=True))
        return f"d = {self.d}, N = {self.N}, {sides}"

    @property
    def counterexample(self) -> str | None:
        if self.result.counterexample is None:
            return None
        values = zip(self.names, self.result.counterexample, strict=True)
        return f"d = {self.d}, N = {self.N}, " + ", ".join(f"{n} = {x}" for n, x in values)

    def figures(self) -> dict[str, Any]:
        margin = self.result.margin
        return {
            "box": self.scope, "resolved": float(self.result.resolved),
            "margin": None if margin is None else float(margin), "evaluations": self.result.evaluations,
        }


def examine_boxes(claim: Claim, prop: Prop, model: Model) -> list[BoxFinding]:
    """The inequalities of ``prop`` over boxes at d = 1 and d = 2; none where it has no inequality or other symbols.

    Equations are left to the points: no box of positive size proves one.  So are derivatives, whose difference
    formulas are exact but blur wide balls.
    """
    given = [hypothesis.prop for hypothesis in claim.given if not _by_construction(hypothesis.prop, model)]
    used = frozenset(t for p in (prop, *given) for _, t in subterms(p) if isinstance(t, Sym))
    used = used.union(*(symbols(v) for _, v in model.initial))
    names = {s.name for s in used if not s.traits & {"identity", "zero"}}
    orders = [p for p in _conjuncts(prop) if p.head in _ORDERS]
    derived = any(isinstance(t, Op) and t.head in {"ddt", "grad"} for p in orders for _, t in subterms(p))
    if derived or not orders or not names <= _KNOWN or "Lam" not in names:
        return []
    return [_examine(given, orders, model, names, d, N) for d, N in ((1, 1), (2, 4))]


def _by_construction(prop: Prop, model: Model) -> bool:
    """Whether the hypothesis is that of the start, word for word: reading at time 0 uses the same words."""
    if prop.head == "and":
        return all(_by_construction(arg, model) for arg in prop.args if isinstance(arg, Prop))
    starts = [(Op("at0", (s,)), v) for s, v in model.initial]
    return prop.head == "eq" and prop.args in starts


def _conjuncts(prop: Prop) -> list[Prop]:
    if prop.head == "and":
        return [p for arg in prop.args if isinstance(arg, Prop) for p in _conjuncts(arg)]
    return [prop]


def _examine(given: list[Prop], orders: list[Prop], model: Model, names: set[str], d: int, N: int) -> BoxFinding:
    labels = [f"lambda_{k + 1}" for k in range(d)]
    sides = [_EIGENVALUES] * d
    for name, side in (("sigma", _SIGMA), ("u_-1", _SCALARS)):
        if name in names:
            labels.append(name)
            sides.append(side)
    unit = flint.fmpq_mat(d, d, [int(i == j) for i in range(d) for j in range(d)])
    plain = BallsAlgebra({}, {"d": d, "N": N}, unit, model)

    def slack(point: Sequence[flint.arb]) -> flint.arb:
        values = _fixed(plain, d)
        values["Lam"] = plain.spectral(list(point[:d]))
        values.update({name: number(x) for name, x in zip(labels[d:], point[d:], strict=True)})
        held, algebra = impose(given, plain.moved(values), Trace())
        if held is not Truth.TRUE:
            return flint.arb("nan")
        least = flint.arb("inf")
        for prop in orders:
            left, right = (algebra.read(arg).scalar for arg in prop.args if not isinstance(arg, Prop))
            least = least.min(right - left if prop.head in {"le", "lt"} else left - right)
        return least

    strict = any(prop.head in {"lt", "gt"} for prop in orders)
    middle = slack([ball((low + high) / 2) for low, high in sides])
    # Equality at the centre (often everywhere, at d = 1): no subdivision would resolve anything.
    budget = _BUDGET if certainly(middle, ">", 0) else 2
    return BoxFinding(d, N, tuple(labels), tuple(sides), prove_on_box(slack, sides, strict=strict, budget=budget))


def _fixed(plain: BallsAlgebra, d: int) -> dict[str, Value]:
    """Theta with Theta Theta^T = I / sqrt(d), U11 a fixed matrix, the rest of U zero."""
    root = ball(d).root(4)
    Theta = plain.spectral([1 / root] * d)
    U11 = Value(flint.arb_mat(d, d, [ball(Fraction(1 + i, 2 + i * i)) for i in range(d * d)]))
    empty = Value(flint.arb_mat(d, 1))
    return {"Theta": Theta, "U11": U11, "u12": empty, "u21": empty, "u_-1": number(1), "sigma": number(1)}


