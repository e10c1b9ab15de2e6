"""Reading a statement about measured quantities in the record of an experiment.

A measured quantity is one number for each independent group of test prompts, or an exact number (what training did to
a weight, a setting).  Comparisons between groups are decided by the exact sign test, exact numbers by arithmetic;
quantifiers run over the settings of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb
from statistics import NormalDist
from typing import Any

import numpy as np

from numeric.grouped import at_least, interval, resamples, sign_test
from numeric.streams import generator

from .. import logic
from ..logic import Answer, AtPoint, Engine, Values, answer, any_of
from ..report.render import plain
from ..statement.fold import Lacks
from ..statement.props import Prop, substitute_in
from ..statement.terms import Abbrev, Num, Op, Sym, Term

Value = Any
"""A vector of group means, or an exact number (Fraction, int, or a float that was measured exactly)."""
Quantity = Callable[[Mapping[str, Any], Mapping[str, Any], str, list[str]], Value]
"""(curves by name, baselines, name of the quantity, arguments) -> what the record holds; else KeyError."""
Environment = dict[Sym, Fraction]
SHIFTS = {
    "e_plain": "none", "e_task": "task", "e_query": "query", "e_covariates": "covariates", "e_noise": "noise",
    "p_orthogonal": "orthogonal",
}  # fmt: skip
APART = {"apart_LS": "least squares", "apart_step": "one step", "apart_0": "zero"}


@dataclass(slots=True)
class Tested:
    """One comparison that the sign test decided, or did not."""

    text: str
    left: float
    right: float
    positive: int
    groups: int
    p: float
    holds: bool | None
    margin: float | None
    """By how much the smaller side could be multiplied with the comparison still found."""
    detectable: float | None = None
    """The smallest mean difference that this test finds in nine cases of ten, for normal differences as scattered as
    these."""


class Measured(AtPoint):
    """One record; by luck a condition may seem false, or a conclusion true, and one of several cases."""

    name = "the experiment"

    def __init__(self, algebra: MeasuredAlgebra, at: Environment, level: float) -> None:
        self.algebra, self.at, self.level = algebra, at, level

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self.compare(prop, lhs, rhs)

    def differ(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self.compare(prop, lhs, rhs)

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        left, right = (self.algebra.value(side, self.at) for side in (lhs, rhs))
        return answer(self.algebra.compare(prop, left, right, self.at, self.level))

    def under(self, hypothesis: Prop) -> tuple[Answer, Engine]:
        before = len(self.algebra.tested)
        held = logic.truth(hypothesis, Measured(self.algebra, self.at, self.level / 2))
        drawn = len(self.algebra.tested) > before
        return held, Measured(self.algebra, self.at, self.level / 2) if drawn else self

    def in_turn(self, answers: Iterable[Answer], *, cases: bool) -> Iterable[Answer]:
        """All comparisons are told; of links none behind an exact comparison that fails."""
        seen, drawn = [], len(self.algebra.tested)
        for found in answers:
            seen.append(found)
            if not cases and found.known is False and len(self.algebra.tested) == drawn:
                break
            drawn = len(self.algebra.tested)
        return seen

    def values(self, variable: Sym, body: Prop) -> Values:
        return Values([(body, there) for there in self._cases(variable)], whole=True)

    def exists(self, prop: Prop, variable: Sym, body: Prop) -> Answer | None:
        return any_of([logic.truth(body, there) for there in self._cases(variable, shared=True)])

    def _cases(self, variable: Sym, shared: bool = False) -> Iterator[Measured]:
        values = self.algebra.values_of(variable)
        level = self.level / len(values) if shared else self.level
        yield from (Measured(self.algebra, {**self.at, variable: value}, level) for value in values)


@dataclass
class MeasuredAlgebra:
    """A statement over one record; ``level`` is the rate at which it may be supported by the luck of the draw."""

    outcomes: Mapping[str, Any]
    level: float
    seed: int | None = None
    quantity: Quantity | None = None
    """How the record holds a quantity; by default as that of Figure 1 of `zfb`."""
    owner: str = "zfb/figure-1"
    """The streams of the resamples are named after this."""
    tested: list[Tested] = field(default_factory=list)
    exact: int = 0
    """Comparisons of exact numbers."""
    failed: list[str] = field(default_factory=list)
    """Those of them that do not hold, with their values."""

    def __post_init__(self) -> None:
        self.curves = {curve["curve"]: curve for curve in self.outcomes["curves"]}
        self.settings = self.outcomes["settings"]

    # Propositions --------------------------------------------------------------------------------------

    def holds(self, prop: Prop, at: Environment | None = None, level: float | None = None) -> bool | None:
        """True or False where the statistics are certain, otherwise None.

        A conjunction is found only if each of its members is, so that each may have the whole ``level`` (the
        intersection-union test: Berger, Technometrics 24 (1982) 295-300); alternatives share it.
        """
        return logic.truth(prop, Measured(self, at or {}, self.level if level is None else level)).read().known

    def values_of(self, variable: Sym) -> list[Fraction]:
        for trait, name in (("training length", "lengths"), ("test length", "tested"), ("scale", "scales")):
            if variable.has(trait):
                return [Fraction(value) for value in self.settings[name]]
        if variable.has("range:table"):
            return [Fraction(i) for i in range(1, len(self.outcomes["curves"][0]["moved"]) + 1)]
        if variable.has("ablated length"):
            return [Fraction(value) for value in self.settings["ablated"]]
        raise Lacks(f"the experiment does not vary {variable.name}")

    def compare(self, prop: Prop, left: Value, right: Value, at: Environment, level: float) -> bool | None:
        head = prop.head
        if not all(np.isfinite(np.asarray(side, dtype=np.float64)).all() for side in (left, right)):
            raise Lacks(f"the record holds what is no finite number: {_described(prop, at)}")
        if not isinstance(left, np.ndarray) and not isinstance(right, np.ndarray):
            self.exact += 1
            holds = bool(COMPARISONS[head](left, right))
            if not holds:
                self.failed.append(f"{_described(prop, at)}, with {float(left):.3g} against {float(right):.3g}")
            return holds
        if head in ("eq", "ne"):
            raise Lacks("the experiment compares measured errors by order only")
        left, right = _together([left, right])
        if np.ndim(left) and np.ndim(right) and len(left) != len(right):
            raise Lacks(f"the record holds {len(left)} groups of one side and {len(right)} of the other: no pairs")
        larger, smaller = (left, right) if head in ("gt", "ge") else (right, left)
        signs = sign_test(larger - smaller)
        means_differ = interval(larger - smaller, _weights(self.owner, signs.n, self.seed))
        above = signs.p_above <= level and means_differ.low > 0
        below = signs.p_below <= level and means_differ.high < 0
        answer = True if above else False if below else None
        margin = _margin(larger, smaller, level) if above else None
        means = float(np.mean(left)), float(np.mean(right))
        p = min(signs.p_above, signs.p_below)
        scatter = float(np.std(larger - smaller, ddof=1)) if signs.n > 1 else 0.0
        detectable = _deviations(signs.n, level) * scatter
        self.tested.append(
            Tested(_described(prop, at), *means, signs.positive, signs.n, p, answer, margin, detectable)
        )
        return answer

    # Terms ---------------------------------------------------------------------------------------------

    def value(self, node: Term, at: Environment) -> Value:
        if isinstance(node, Num):
            return node.value
        if isinstance(node, Abbrev):
            return self.value(node.body, at)
        if isinstance(node, Sym):
            return self._symbol(node, at)
        assert isinstance(node, Op)
        if node.head == "apply":
            name, *arguments = node.args
            assert isinstance(name, Sym)
            return self._quantity(name.name, [self._argument(arg, at) for arg in arguments])
        operation = ARITHMETIC.get(node.head)
        if operation is None:
            raise Lacks(f"the experiment lacks {node.head}")
        return operation(*_together([self.value(arg, at) for arg in node.args]))

    def _symbol(self, node: Sym, at: Environment) -> Value:
        if node in at:
            return at[node]
        if node.has("setting"):
            return _setting(self.settings, node.name)
        if node.has("measured"):
            return self._quantity(node.name, [])
        raise Lacks(f"the experiment does not know {node.name}")

    def _argument(self, node: Term, at: Environment) -> str:
        """An argument of a quantity as the record's key."""
        if isinstance(node, Sym) and node.has("panel"):
            return "I"
        value = self.value(node, at)
        if not isinstance(value, Fraction) or value.denominator != 1:
            raise Lacks(f"the experiment has no case {value}")
        return str(value.numerator)

    def _quantity(self, name: str, at: list[str]) -> Value:
        try:
            return (self.quantity or of_figure)(self.curves, self.outcomes["baselines"], name, at)
        except (KeyError, IndexError):
            raise Lacks(f"the record holds no {name} at {', '.join(at)}") from None


def of_figure(curves: Mapping[str, Any], baselines: Mapping[str, Any], name: str, at: list[str]) -> Value:
    """The quantities of Figure 1 of `zfb`, as ``papers/zfb/notation_experiments.py`` lists them."""
    if name in SHIFTS:
        return np.array(curves[f"{at[0]} fixed"]["shifts"][SHIFTS[name]])
    if name in APART:
        return np.array(curves[f"{at[0]} fixed"]["apart"][APART[name]])
    if name == "e_LS":
        return np.array(baselines["least squares"][at[0]][at[1]])
    if name == "e_0":
        return np.array(baselines["zero"][at[0]])
    if name == "e_LSA":
        return np.array(baselines["linear attention limit"]["fixed"][at[0]])
    kind, covariance, *positions = name.split("_")
    curve = curves[f"{at[0]} {covariance}" + (" without positions" if positions else "")]
    if kind == "e":
        return np.array(curve["errors"][at[1]][at[2]])
    moved = curve["moved"]
    if kind == "moved":
        return moved[int(at[1]) - 1]
    return Fraction(sum(0 in moved[2 * k : 2 * k + 2] for k in range(int(at[1]))))


def of_table(curves: Mapping[str, Any], baselines: Mapping[str, Any], name: str, at: list[str]) -> Value:
    """The quantities of Table 1 of `zwb`, as ``papers/zwb/table_1.py`` lists them."""
    kind, model = name.split("_", 1)
    if kind == "b":
        return np.array(baselines[model][at[0]])
    return np.array(curves[f"{model} at {at[0]}"]["errors"])


COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}  # fmt: skip
ARITHMETIC: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
    "neg": lambda a: -a, "^": lambda a, b: a**b,
}  # fmt: skip


def _together(values: list[Value]) -> list[Value]:
    """Exact numbers meet measured ones as floats; among themselves they stay exact."""
    if any(isinstance(value, np.ndarray) for value in values):
        return [value if isinstance(value, np.ndarray) else float(value) for value in values]
    return values


def _setting(settings: Mapping[str, Any], name: str) -> Fraction:
    value: Any = settings
    for step in name.split("."):
        value = value[int(step)] if isinstance(value, (list, tuple)) else value[step]
    return Fraction(str(value))


@lru_cache(maxsize=8)
def _weights(owner: str, n: int, seed: int | None) -> np.ndarray:
    """The resamples of all comparisons of n groups."""
    return resamples(n, generator(owner, "bootstrap", seed))


@lru_cache(maxsize=256)
def _enough(n: int, level: float) -> int:
    """The least number of groups on one side that the sign test finds significant."""
    return next(k for k in range(n + 1, 0, -1) if at_least(k - 1, n) > level)


@lru_cache(maxsize=256)
def _deviations(n: int, level: float, power: float = 0.9) -> float:
    """By how many standard deviations differences must lie above zero for the sign test of n to find it so often."""
    enough = _enough(n, level)
    low, high = 0.5, 1.0
    for _ in range(50):
        p = (low + high) / 2
        reached = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(enough, n + 1))
        low, high = (p, high) if reached < power else (low, p)
    return NormalDist().inv_cdf(low) if high < 1 else float("inf")


def _margin(larger: np.ndarray, smaller: np.ndarray, level: float) -> float | None:
    """The largest factor f for which the sign test still finds ``larger > f smaller``; None where sides vanish."""
    larger, smaller = np.broadcast_arrays(larger, smaller)
    if not (smaller > 0).all():
        return None
    ratios = np.sort(larger / smaller)[::-1]
    return float(ratios[_enough(len(ratios), level) - 1])


def _described(prop: Prop, at: Environment) -> str:
    """The comparison with its values put in."""
    return plain(substitute_in(prop, {sym: Num(value) for sym, value in at.items()}))
