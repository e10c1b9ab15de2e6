"""What samples say of a proposition: equations, comparisons of means, limits in the lengths of prompts.

A comparison of means is decided by the confidence interval of the difference where that excludes zero, else by both
means in fractions: what is closer than samples can tell is not supported.  A limit is examined at growing lengths m,
2m, 4m, ...: the gap to the stated value must fall at least like m^-1/2 (certified by the intervals of all lengths
together), or be within its interval at the greatest length.  Of a limit in mean square, or almost surely, the gap is
the mean squared difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Protocol

import numpy as np

from numeric.rates import slope_interval

from ... import logic
from ...algebras.sampling.heads import averaged
from ...algebras.sampling.settings import DEGENERATE
from ...logic import Answer
from ...model import is_own, names_in
from ...proof.logic import sides
from ...statement.fold import Lacks
from ...statement.premises import implication
from ...statement.props import Prop, conjuncts, eq, subprops, terms_in
from ...statement.terms import Abbrev, Num, Op, Sym, Term, expect, inner, nodes, substitute, symbols, term
from ..deciding.decide import Reductions, finding_of
from ..deciding.engine import Finding
from ..deciding.growing import beyond, lengths_along, ways
from ..deciding.identities import all_of
from ..points.draws import is_met_at, truth
from ..points.special import SENTENCE, assumes_equations
from .engine import EXACT_DRAWS, SampledEngine
from .least import judge_minima, speaks_of_minima

FAR = (101, 1000, 10_003)
"""Lengths where nothing is drawn, odd and even: what alternates has no limit."""
FARTHER = (1001, 10_000, 100_003)
"""The same for ratios: bounded ones may grow for long."""
SMALL = (1, 2, 3)
"""Integers at which a bound may vanish."""
MOST_NAMED = 3
"""Greater ones that a bound names."""
LONGER = (4, 8, 16, 32, 64, 128)
LEAST_RATE = 0.5
"""A gap that is O(m^-1/2) or smaller counts as one that tends to zero."""
LEAST_GROWTH = 0.1
"""A ratio whose slope is certain to exceed this is one that grows."""
_COMPARISONS = frozenset({"le", "lt", "ge", "gt", "ne"})
_LIMITS = frozenset({"tends", "tends_jointly", "in_mean_square"})

POINTS = 40
MORE_POINTS = 120
"""General points, where nothing is averaged."""
MOST_MET = 12
"""Points that meet a condition, where nothing is averaged: another may show that the conclusion fails."""
OF_A_LIMIT = 12
"""Points at which a limit of what is not random is looked at: some numbers there exceed 1."""
STAYING_AT = (1, 3, 5)
"""Values of an integer that does not grow, where a limit of what is not random is looked at, and of the dimension."""


class SupportsNothing(Lacks):
    """What is found elsewhere supports nothing either: an equation is assumed that general points do not meet, or what
    is negative stands as a bound."""


class AtSizes(Protocol):
    def __call__(self, sizes: Mapping[str, int], point: int = 0) -> SampledEngine:
        """The engine at these sizes, with this one of the general points."""
        ...


@dataclass(frozen=True, slots=True)
class FoundAt(Finding):
    """What was found at another general point than the first, which meets the condition of the statement."""

    at: SampledEngine | None = None
    condition: Prop | None = None


def judge(prop: Prop, engine: SampledEngine, at_sizes: AtSizes, fixed: bool = False) -> Finding:
    """Whether ``prop`` holds as far as samples tell; ``at_sizes`` gives the engine at other sizes.  The point is
    ``fixed`` where it was chosen to meet a condition."""
    return finding_of(logic.truth(prop, Samples(engine, at_sizes, fixed)))


class Samples(Reductions):
    """The draws of an engine, and further points and sizes; what agrees there is not known to hold."""

    definitions = frozenset({"iid_entries"})

    def __init__(self, engine: SampledEngine, at_sizes: AtSizes, fixed: bool) -> None:
        super().__init__(engine)
        self.engine: SampledEngine = engine
        self.at_sizes, self.fixed = at_sizes, fixed

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self.said(prop) if self._is_of_minima(prop) else super().equal(prop, lhs, rhs)

    def differ(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self.said(prop)

    def said(self, prop: Prop) -> Answer:
        if self._is_of_minima(prop):
            return self.told(judge_minima(prop, self.engine))
        if prop.head in _COMPARISONS:
            return self.told(_compare(prop, self.engine))
        if prop.head in _LIMITS or prop.head == "order":
            look = _order if prop.head == "order" else _limit
            at = (prop, self.engine, self.at_sizes)
            return self.told(look(*at) if self.fixed else _at_points(look, *at))
        if prop.head == "defined":
            return super().equal(prop, *sides(prop))
        return super().said(prop)

    def _is_of_minima(self, prop: Prop) -> bool:
        return is_own(self.engine.claim) and speaks_of_minima(prop)

    def almost_surely(self, prop: Prop, body: Prop) -> Answer:
        return logic.truth(body, self)

    def implied(self, hypothesis: Prop, conclusion: Prop) -> Answer | None:
        if not self.fixed and implication(conclusion) is None and _binds(hypothesis):
            return super().implied(hypothesis, conclusion)
        return self.told(_implies(hypothesis, conclusion, self.engine, self.at_sizes))

    def equivalent(self, one: Prop, other: Prop) -> Answer | None:
        """What draws do not tell from an equation need not be one."""
        raise self.lacks("iff")


def _binds(hypothesis: Prop) -> bool:
    """Whether this says 'symbol = value', which is substituted."""
    return all(k.head == "eq" and isinstance(k.args[0], Sym) for k in conjuncts(hypothesis))


def _implies(hypothesis: Prop, conclusion: Prop, engine: SampledEngine, at_sizes: AtSizes) -> Finding:
    """Where the hypothesis holds: at general points that meet it (of expectations at the first of these), with longer
    prompts where it takes that; or on those exact draws that meet it."""
    while parts := implication(conclusion):
        also, conclusion = parts
        hypothesis = Prop("and", (hypothesis, also))
    if any(averaged(arg) for arg in _terms(hypothesis)):
        raise Lacks("sampled lacks hypotheses about expectations")
    if any(sym.has("random") for arg in _terms(hypothesis) for sym in symbols(arg)):
        return _on_draws(hypothesis, conclusion, engine)
    wanted = 1 if any(averaged(arg) for arg in _terms(conclusion)) else MOST_MET
    found: list[Finding] = []
    unmet = False
    general = range(POINTS if wanted == 1 else MORE_POINTS)
    for point in (engine.point,) if engine.point in DEGENERATE or engine.alone else general:
        for length in (engine.sizes.get("M", 1), *LONGER) if "M" in engine.sizes else (1,):
            sizes = {**engine.sizes, "M": length} if "M" in engine.sizes else engine.sizes
            at = at_sizes(sizes, point)
            if is_met_at(hypothesis, at.exact_setting(1), 0):
                finding = judge(conclusion, at, at_sizes, fixed=True)
                if not finding.holds:
                    return FoundAt(False, finding.how, finding.failed, finding.point, at=at, condition=hypothesis)
                found.append(finding)
                break
        else:
            unmet = True
        if len(found) == wanted:
            break
    if unmet and engine.point not in DEGENERATE and assumes_equations(hypothesis):
        raise SupportsNothing(f"sampled finds that {SENTENCE}")
    if found:
        return all_of(found)
    raise Lacks("sampled finds the hypothesis false at its points")


def _on_draws(hypothesis: Prop, conclusion: Prop, engine: SampledEngine) -> Finding:
    if any(averaged(arg) for arg in _terms(conclusion)):
        raise Lacks("sampled lacks expectations given what holds on single draws")
    setting = engine.exact_setting()
    met = [k for k in range(EXACT_DRAWS) if is_met_at(hypothesis, setting, k)]
    if not met:
        raise Lacks("sampled draws nothing that meets the hypothesis")
    return Finding(all(truth(conclusion, setting, k) for k in met), "true in exact fractions")


def _terms(prop: Prop) -> list[Term]:
    return [arg for _, sub in subprops(prop) for arg in sub.args if isinstance(arg, Term)]


def _compare(prop: Prop, engine: SampledEngine) -> Finding:
    lhs, rhs = terms_in(prop)
    if not (averaged(lhs) or averaged(rhs)):
        setting = engine.exact_setting()
        return Finding(all(truth(prop, setting, k) for k in range(EXACT_DRAWS)), "true in exact fractions")
    test = engine.difference(lhs, rhs)
    low, high = test.estimate - test.radius, test.estimate + test.radius
    how = f"the difference lies in [{low:.4g}, {high:.4g}]"
    if low <= 0 <= high:
        try:
            low = high = (engine.means(lhs) - engine.means(rhs))[0, 0]
        except Lacks:
            raise Lacks(f"sampled finds no certain difference: {how}") from None
        how = f"the means in fractions differ by {low}"
    if prop.head in {"le", "lt"}:
        low, high = -high, -low  # as for 'greater'
    if prop.head == "ne":
        return Finding(low > 0 or high < 0, how)
    return Finding(low > 0 or (low == 0 and prop.head in {"le", "ge"}), how)


Look = Callable[[Prop, SampledEngine, AtSizes], Finding]


def _at_points(look: Look, prop: Prop, engine: SampledEngine, at_sizes: AtSizes) -> Finding:
    """At the first general point, and where nothing is random at others too that meet the hypotheses, and where the
    integers that do not grow have other values."""
    first = look(prop, engine, at_sizes)
    if not first.holds or engine.alone or any(_is_random(arg) for arg in prop.args[:2] if isinstance(arg, Term)):
        return first
    about = {sym for arg in _terms(prop) for sym in symbols(arg)}
    stay = sorted({s.name for s in about if s.has("integer")} & engine.sizes.keys() - {s.name for s in _growing(prop)})
    others = [at_sizes({**engine.sizes, name: n}, engine.point) for name in stay for n in STAYING_AT]
    if not all(sym.traits & {"integer", "identity", "zero"} for sym in about):
        others += [at_sizes(engine.sizes, point) for point in range(1, OF_A_LIMIT)]
    for at in others:
        if any(at.violates(h.prop, about) for h in at.claim.given):
            continue
        finding = look(prop, at, at_sizes)
        if not finding.holds:
            return FoundAt(False, finding.how, finding.failed, finding.point, at=at)
    return first


def _growing(prop: Prop) -> list[Sym]:
    """The integers that grow."""
    return [v for v in prop.args[2:] if isinstance(v, Sym)]


def _limit(prop: Prop, engine: SampledEngine, at_sizes: AtSizes) -> Finding:
    body, value = prop.args[:2]
    assert isinstance(body, Term)
    assert isinstance(value, Term)
    names = [v.name for v in _growing(prop)]
    if set(names) - engine.sizes.keys():
        raise Lacks(f"sampled lacks limits in {', '.join(names)}")
    gap = body - value
    mean = gap if averaged(gap) and prop.head != "in_mean_square" else expect(inner(gap, gap))
    drawn = _is_random(mean)
    shaped = {name for s in symbols(gap) for dim in s.shape for name in names_in(dim)}.intersection(names)
    lengths = engine.lengths if drawn or shaped else beyond(FAR, names, body, value)
    along = [lengths_along(way, lengths) for way in ways(names, drawn=drawn)]
    return _along_each([partial(_along, mean, steps, engine, at_sizes) for steps in along])


def _along_each(looks: Sequence[Callable[[], Finding]]) -> Finding:
    """What is found along the first path, but for another that speaks against it."""
    first = looks[0]()
    for look in looks[1:] if first.holds else ():
        with suppress(Lacks):  # what cannot be told there is no contradiction
            finding = look()
            if not finding.holds:
                return finding
    return first


def _along(
    mean: Term, steps: Sequence[Mapping[str, int]], engine: SampledEngine, at_sizes: AtSizes
) -> Finding:
    """Whether the gap falls as the integers of a limit grow so."""
    there = [at_sizes({**engine.sizes, **step}, engine.point) for step in steps]
    return _falls([_interval(mean, at, engine) for at in there], mean, steps, engine, there)


def _falls(
    tests: Sequence[tuple[float, float]], mean: Term, steps: Sequence[Mapping[str, int]], engine: SampledEngine,
    there: Sequence[SampledEngine], rounded: bool = True,
) -> Finding:  # fmt: skip
    """What the gaps say; before they speak against a limit of what is not random they are read in fractions, for what
    nearly cancels leaves the rounding alone."""
    shown = ", ".join(f"{estimate:.4g} +- {radius:.2g}" for estimate, radius in tests)
    how = f"the gap at {_said(steps)} is {shown}"
    if not all(math.isfinite(estimate) for estimate, _ in tests):
        if engine.alone:
            raise Lacks(f"sampled finds numbers too large for doubles: {how}")
        return Finding(False, how)
    slope = _slope(tests, [min(step.values()) for step in steps])
    if slope is not None:
        how += f"; its slope on logarithms lies in [{slope[0]:.3g}, {slope[1]:.3g}]"
        if slope[1] < -LEAST_RATE:
            return Finding(True, how)
        if slope[0] > -LEAST_RATE:
            exact = _in_fractions(mean, there) if rounded and not _is_random(mean) else None
            return Finding(False, how) if exact is None else _falls(exact, mean, steps, engine, there, rounded=False)
    estimate, radius = tests[-1]
    if abs(estimate) <= radius:
        return Finding(True, f"{how}; compatible with the limit at the greatest length")
    raise Lacks(f"sampled cannot tell: {how}")


def _in_fractions(mean: Term, there: Sequence[SampledEngine]) -> list[tuple[float, float]] | None:
    """The gaps without rounding; None where they are no fractions."""
    (body,) = mean.args if isinstance(mean, Op) and mean.head == "expect" else (mean,)
    try:
        return [(float(at.exact_setting(1).read(body, 0)[0, 0, 0]), 0.0) for at in there]
    except Lacks:
        return None


def _said(steps: Sequence[Mapping[str, int]]) -> str:
    """``M = N = 4, 8``, or ``M = 4, N = 8; M = 8, N = 23``."""
    if all(len(set(step.values())) == 1 for step in steps):
        return f"{' = '.join(steps[0])} = {', '.join(str(min(step.values())) for step in steps)}"
    return "; ".join(", ".join(f"{name} = {length}" for name, length in step.items()) for step in steps)


def _order(prop: Prop, engine: SampledEngine, at_sizes: AtSizes) -> Finding:
    """The ratio of the two sides must not be certain to grow, along any path."""
    f, g = prop.args[:2]
    assert isinstance(f, Term)
    assert isinstance(g, Term)
    names, drawn = [v.name for v in _growing(prop)], _is_random(f) or _is_random(g)
    lengths = engine.lengths if drawn else beyond(FARTHER, names, f, g)
    along = [lengths_along(way, lengths) for way in ways(names, drawn=drawn, staying=True)]
    small = None if drawn else _without_bound(f, g, names, engine, at_sizes)
    return small or _along_each([partial(_ratio, f, g, steps, lengths, engine, at_sizes) for steps in along])


def _without_bound(
    f: Term, g: Term, names: Sequence[str], engine: SampledEngine, at_sizes: AtSizes
) -> Finding | None:  # fmt: skip
    """Small integers, and those that the bound names, at which it is exactly zero and what it bounds is not; raises
    :class:`Lacks` where the bound is negative."""
    named = {int(node.value) for node in nodes(g) if isinstance(node, Num) and node.value.denominator == 1}
    looked_at = (*SMALL, *sorted(n for n in named if SMALL[-1] < n <= FAR[-1])[:MOST_NAMED])
    negative: Mapping[str, int] | None = None
    for numbers in product(looked_at, repeat=len(names)):
        step = dict(zip(names, numbers, strict=True))
        at = at_sizes({**engine.sizes, **step}, engine.point)
        if any(at.violates(hypothesis.prop, set()) for hypothesis in engine.claim.given):
            continue
        with suppress(Lacks, ZeroDivisionError):
            setting = at.exact_setting(1)
            bounded, bound = (setting.read(side, 0)[0] for side in (f, g))
            if not bound.any() and bounded.any():
                return Finding(False, f"the bound is zero at {_said([step])}, and what it bounds is not")
            negative = negative or (step if (bound < 0).any() and bounded.any() else None)
    if negative is not None:
        raise _negative(negative)
    return None


def _negative(step: Mapping[str, int]) -> SupportsNothing:
    return SupportsNothing(f"sampled finds that the bound is negative at {_said([step])}")


def _ratio(
    f: Term, g: Term, steps: Sequence[Mapping[str, int]], lengths: Sequence[int], engine: SampledEngine,
    at_sizes: AtSizes,
) -> Finding:  # fmt: skip
    """Whether the ratio of the two sides is bounded along a path, as far as its lengths tell."""
    ratios = []
    for step in steps:
        at = at_sizes({**engine.sizes, **step}, engine.point)
        estimate, radius = _interval(f, at, engine)
        size = float(at.value(g)[0, 0])
        if size < 0 and estimate:
            raise _negative(step)
        if not size or not math.isfinite(estimate / size):
            raise Lacks(f"sampled finds no ratio of the two sides at {_said([step])}")
        ratios.append((estimate / size, radius / abs(size)))
    shown = ", ".join(f"{ratio:.4g} +- {radius:.2g}" for ratio, radius in ratios)
    how = f"the ratio at {_said(steps)} is in [{shown}]"
    slope = _slope(ratios, lengths)
    return Finding(slope is None or slope[0] <= LEAST_GROWTH, how)


def _is_random(mean: Term) -> bool:
    return any(sym.has("random") or sym.has("derived") for sym in symbols(mean))


def _interval(mean: Term, at: SampledEngine, engine: SampledEngine) -> tuple[float, float]:
    """The estimate of a mean and its radius; a value that is not random has none."""
    if not _is_random(mean):
        (body,) = mean.args if isinstance(mean, Op) and mean.head == "expect" else (mean,)
        with np.errstate(over="ignore", invalid="ignore"):
            return float(at.value(body)[0, 0]), 0.0
    begin = len(at.tests)
    test = at.difference(mean, term(0))
    engine.tests += at.tests[begin:] if at is not engine else []
    return test.estimate, test.radius


def _slope(tests: Sequence[tuple[float, float]], lengths: Sequence[int]) -> tuple[float, float] | None:
    """An interval for the slope of log |gap| against log m; None where some interval contains zero."""
    low, high = slope_interval(lengths, *zip(*tests, strict=True))
    return None if math.isinf(low) else (low, high)


def by_large_numbers(prop: Prop) -> Prop:
    """Almost surely a mean over B prompts tends to v: by the law of large numbers, v is the expectation of one term."""
    if prop.head == "and":
        return Prop("and", tuple(by_large_numbers(arg) if isinstance(arg, Prop) else arg for arg in prop.args))
    if prop.head == "almost_surely" and isinstance(prop.args[0], Prop):
        return Prop("almost_surely", (by_large_numbers(prop.args[0]),))
    if prop.head != "tends":
        return prop
    body, value, count = prop.args
    mean = body.body if isinstance(body, Abbrev) else body
    match mean:
        case Op(head="*", args=(factor, Op(head="sum", args=(_, upper, Op(head="per_prompt", args=(_, single)))))):
            if upper == count:
                assert isinstance(value, Term)
                return eq(expect(substitute(factor, {count: term(1)}) * single), value)  # type: ignore[dict-item]
    return prop

