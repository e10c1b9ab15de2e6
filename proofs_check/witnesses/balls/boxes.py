"""Inequalities over boxes of parameters at d = 1 and d = 2 (diagonal covariance): every point of a box at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import flint

from numeric.arithmetic import ball, certainly
from numeric.boxes import BoxResult, Interval, prove_on_box

from ...algebras.ball_random import Law
from ...algebras.ball_values import Value, number
from ...algebras.balls import BallsAlgebra
from ...claims import Claim
from ...model import Model
from ...spoken import spoken
from ...statement.premises import said
from ...statement.props import Prop, conjuncts, eq, subprops, subterms
from ...statement.terms import Op, Sym, symbols
from ...verdict import Point
from .truth import Trace, Truth, impose

_EIGENVALUES: Interval = (Fraction(3, 4), Fraction(1))
_SIGMA: Interval = (Fraction(1, 4), Fraction(1, 2))
_SCALARS: Interval = (Fraction(1, 2), Fraction(1))
_RADIUS = Fraction(1, 50)
_SIZES = frozenset({"d", "N", "M", "n", "B"})
_FIXED = frozenset({"Theta", "U11", "u12", "u21", "w"})
"""Where a covariance moves, these stay at one value."""
_OF_ENTRIES = frozenset({"positive", "nonnegative", "nonzero", "invertible", "mask"})
"""Traits that entries which are drawn anywhere, and moved, need not have."""
_ORDERS = frozenset({"le", "lt", "ge", "gt"})
_BUDGET = 300


_LEFT_TO_POINTS = frozenset({"ddt", "grad", "curvature", "infimum", "minimum"})
"""Heads whose balls blur too much over boxes, or that balls bound from one side only."""


def _is_of_other_size(sym: Sym) -> bool:
    """Whether the symbol has a dimension that boxes do not know."""
    return any(isinstance(dim, str) and dim not in {"d", "M"} for dim in sym.shape)


@dataclass(frozen=True)
class BoxFinding:
    """What was shown for one inequality of a proposition over one box."""

    d: int
    N: int
    names: tuple[str, ...]
    box: tuple[Interval, ...]
    result: BoxResult
    link: int = 0
    """Which comparison of a printed chain; 0 where there is one."""
    length: str = "N"
    """What the number of examples is called."""
    spoken: frozenset[str] = frozenset()
    """What the statement speaks of."""

    @property
    def _sizes(self) -> list[str]:
        return [f"{name} = {size}" for name, size in {"d": self.d, self.length: self.N}.items() if name in self.spoken]

    @property
    def proved(self) -> bool:
        return self.result.proved

    @property
    def scope(self) -> str:
        sides = [f"{n} in [{a}, {b}]" for n, (a, b) in zip(self.names, self.box, strict=True)]
        link = f" (comparison {self.link})" if self.link else ""
        return ", ".join([*self._sizes, *sides]) + link

    @property
    def counterexample(self) -> str | None:
        if self.result.counterexample is None:
            return None
        values = zip(self.names, self.result.counterexample, strict=True)
        return ", ".join([*self._sizes, *(f"{n} = {x}" for n, x in values)])

    @property
    def point(self) -> Point | None:
        """The same as data."""
        if self.result.counterexample is None:
            return None
        sizes = {name: size for name, size in {"d": self.d, self.length: self.N}.items() if name in self.spoken}
        return Point(sizes, dict(zip(self.names, self.result.counterexample, strict=True)))

    def figures(self) -> dict[str, Any]:
        margin = self.result.margin
        return {
            "box": self.scope, "resolved": float(self.result.resolved),
            "margin": None if margin is None else float(margin), "evaluations": self.result.evaluations,
        }


def examine_boxes(claim: Claim, prop: Prop, model: Model) -> list[BoxFinding]:
    """The inequalities of ``prop`` over boxes at d = 1 and d = 2; none where it has no inequality.

    What moves: the eigenvalues of the covariance, or the values of a random diagonal one; sigma and other scalars;
    where there is no covariance, every entry of the matrices.  Equations are left to the points: no box of positive
    size proves one.  So are derivatives, whose difference formulas are exact but blur wide balls.
    """
    given = [hypothesis.prop for hypothesis in claim.given if not _by_construction(hypothesis.prop, model)]
    used = frozenset(t for p in (prop, *given) for _, t in subterms(p) if isinstance(t, Sym))
    if any(isinstance(t, Op) and t.head == "at0" for p in (prop, *given) for _, t in subterms(p)):
        used = used.union(*(symbols(v) for _, v in model.initial))
    moving = [s for s in used if not s.traits & {"identity", "zero", "index", "claim"} and s.name not in _SIZES]
    derived = any(isinstance(t, Op) and t.head in _LEFT_TO_POINTS for _, t in subterms(prop))
    own = not model.derived_loss
    left_out = own and any(s.has("random") or _is_of_other_size(s) for s in moving)
    ordered = any(p.head in _ORDERS for _, p in subprops(prop))
    if derived or left_out or any(map(_is_tied, moving)) or not ordered:
        return []
    found = []
    for d, N in ((1, 1), (2, 4)):
        box = _Box.of(moving, d, N, model)
        # Where nothing moves there is no box: sizes alone are for the points.
        orders = _orders(prop, box.plain) if box.labels else []
        several = len(orders) > 1
        names = spoken(claim, prop)
        found += [_examine(given, order, box, k if several else 0, names) for k, order in enumerate(orders, start=1)]
    return found


def _is_tied(sym: Sym) -> bool:
    """Whether the entries of the symbol may not move freely; numbers move where they are positive."""
    restricted = sym.shape != (1, 1) and bool(sym.traits & _OF_ENTRIES)
    return restricted or bool(sym.traits & {"integer", "orthogonal"}) or (
        sym.has("symmetric") and sym.name != "Lam" and not sym.traits & {"psd", "posdef"}
    )


def _by_construction(prop: Prop, model: Model) -> bool:
    """Whether the hypothesis is that of the start, word for word: reading at time 0 uses the same words."""
    starts = [eq(Op("at0", (s,)), v) for s, v in model.initial]
    return all(link in starts for link in conjuncts(prop))


def _orders(prop: Prop, plain: BallsAlgebra) -> list[Prop]:
    """The comparisons that are asserted outright, or under a condition on the sizes that holds here."""

    def met(condition: Prop) -> bool:
        about_sizes = all(t.name in _SIZES for _, t in subterms(condition) if isinstance(t, Sym))
        return about_sizes and impose([condition], plain, Trace())[0] is Truth.TRUE

    return [link for under, link in said(prop) if link.head in _ORDERS and all(map(met, under))]


@dataclass
class _Box:
    """The sides of a box, and how its points are read."""

    plain: BallsAlgebra
    labels: list[str]
    sides: list[Interval]
    setters: list[tuple[int, Callable[[Sequence[flint.arb]], dict[str, Value]]]]
    """How many coordinates each takes, and what they say."""
    laws: bool

    @classmethod
    def of(cls, moving: list[Sym], d: int, N: int, model: Model) -> _Box:
        unit = flint.fmpq_mat(d, d, [int(i == j) for i in range(d) for j in range(d)])
        sizes = {"d": d, "N": N, "M": N + 1, "n": d + 1, "B": 2}
        box = cls(BallsAlgebra({}, sizes, unit, model), [], [], [], False)
        names = {s.name for s in moving}
        if "Lam" in names:
            box.add([f"lambda_{k + 1}" for k in range(d)], _EIGENVALUES, lambda x: {"Lam": box.plain.spectral(list(x))})
        if model.derived_loss == "L_diag" or "lam_tau" in names:
            # Two values, each with probability 1/2, for each entry, independently.
            box.laws = True
            labels = [f"lambda_{k + 1} = {side}" for k in range(d) for side in ("a", "b")]
            box.add(labels, _EIGENVALUES, lambda x: {"lam_tau": Value(flint.arb_mat(2 * d, 1, list(x)))})
        covariance = bool(box.labels)
        for sym in sorted(moving, key=lambda s: s.name):
            box._add_symbol(sym, covariance)
        return box

    def add(self, labels: list[str], side: Interval, read: Callable[[Sequence[flint.arb]], dict[str, Value]]) -> None:
        self.labels += labels
        self.sides += [side] * len(labels)
        self.setters.append((len(labels), read))

    def _add_symbol(self, sym: Sym, covariance: bool) -> None:
        name = sym.name
        if name in {"Lam", "lam_tau"} or sym.traits & {"derived", "law", "iid"} or (covariance and name in _FIXED):
            return
        rows, cols = (self.plain.size(dim) for dim in sym.shape)
        if rows == cols == 1:
            side = _SIGMA if name == "sigma" else _SCALARS
            self.add([name], side, lambda x: {name: number(x[0])})
            return
        square = bool(sym.traits & {"psd", "posdef"})
        rng = random.Random(f"box/{name}/{rows}/{cols}")
        for i in range(rows):
            for j in range(cols):
                centre = Fraction(rng.randint(-12, 12), 4) + 3 * (square and i == j)
                self.labels.append(f"{'root of ' if square else ''}{name}[{i + 1}, {j + 1}]")
                self.sides.append((centre - _RADIUS, centre + _RADIUS))

        def entries(x: Sequence[flint.arb]) -> dict[str, Value]:
            A = flint.arb_mat(rows, cols, list(x))
            return {name: Value(A * A.transpose() if square else A)}

        self.setters.append((rows * cols, entries))

    def at(self, point: Sequence[flint.arb]) -> BallsAlgebra:
        values, place = _fixed(self.plain), 0
        for count, read in self.setters:
            values.update(read(point[place : place + count]))
            place += count
        if not self.laws:
            return self.plain.moved(values)
        return replace(self.plain, values=values, memory={}, laws={"lam_tau": _law(values.pop("lam_tau"))})


def _law(pairs: Value) -> Law:
    x = pairs.matrix.entries()
    d = len(x) // 2
    share = Fraction(1, 2**d)
    return tuple(
        (share, Value(flint.arb_mat(d, 1, [x[2 * k + side] for k, side in enumerate(choice)])))
        for choice in product((0, 1), repeat=d)
    )


def _examine(given: list[Prop], order: Prop, box: _Box, link: int, names: frozenset[str]) -> BoxFinding:
    def slack(point: Sequence[flint.arb]) -> flint.arb:
        held, algebra = impose(given, box.at(point), Trace())
        if held is not Truth.TRUE:
            return flint.arb("nan")
        left, right = (algebra.read(arg).scalar for arg in order.args if not isinstance(arg, Prop))
        return right - left if order.head in {"le", "lt"} else left - right

    strict = order.head in {"lt", "gt"}
    middle = slack([ball((low + high) / 2) for low, high in box.sides])
    # Equality at the centre (often everywhere, at d = 1): no subdivision would resolve anything.
    budget = _BUDGET if certainly(middle, ">", 0) else 2
    result = prove_on_box(slack, box.sides, strict=strict, budget=budget)
    length = "M" if box.plain.is_own else "N"
    sizes = box.plain.sizes
    return BoxFinding(sizes["d"], sizes[length], tuple(box.labels), tuple(box.sides), result, link, length, names)


def _fixed(plain: BallsAlgebra) -> dict[str, Value]:
    """Theta with Theta Theta^T = I / sqrt(d), U11 and w fixed, the rest of U zero."""
    d = plain.sizes["d"]
    root = ball(d).root(4)
    Theta = plain.spectral([1 / root] * d)
    U11 = Value(flint.arb_mat(d, d, [ball(Fraction(1 + i, 2 + i * i)) for i in range(d * d)]))
    w = Value(flint.arb_mat(d, 1, [ball(Fraction(2 - 3 * i, 2)) for i in range(d)]))
    empty = Value(flint.arb_mat(d, 1))
    return {"Theta": Theta, "U11": U11, "w": w, "u12": empty, "u21": empty, "u_-1": number(1), "sigma": number(1)}
