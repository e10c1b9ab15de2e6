"""What samples say of a proposition: equations, comparisons of means, limits in the lengths of prompts.

A comparison of means is decided by the confidence interval of the difference; one that is strict, or an inequality
``!=``, holds only where the interval excludes zero.  A limit is examined at growing lengths m, 2m, 4m, ...: the gap to
the stated value must fall at least like m^-1/2 (certified by the intervals of all lengths together), or be within its
interval at the greatest length.  Of a limit in mean square, or almost surely, the gap is the mean squared difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..algebras.sampling.heads import averaged
from ..algebras.sampling.settings import exact_setting, sampled_setting
from ..statement.fold import Lacks
from ..statement.props import Prop, eq
from ..statement.terms import Abbrev, Op, Sym, Term, expect, inner, substitute, symbols, term
from .decide import Finding, decide
from .exact_draws import truth
from .sampled_engine import EXACT_DRAWS, SampledEngine

LONGER = (4, 8, 16, 32, 64, 128)
LEAST_RATE = 0.5
"""A gap that is O(m^-1/2) or smaller counts as one that tends to zero."""
_COMPARISONS = frozenset({"le", "lt", "ge", "gt", "ne"})
_LIMITS = frozenset({"tends", "tends_jointly", "in_mean_square"})

AtSizes = Callable[[Mapping[str, int]], SampledEngine]


def judge(prop: Prop, engine: SampledEngine, at_sizes: AtSizes) -> Finding:
    """Whether ``prop`` holds as far as samples tell; ``at_sizes`` gives the engine at other sizes."""
    inner_props = [arg for arg in prop.args if isinstance(arg, Prop)]
    if prop.head == "and":
        return _all([judge(link, engine, at_sizes) for link in inner_props if link.head != "iid_entries"])
    if prop.head == "almost_surely":
        return judge(inner_props[0], engine, at_sizes)
    if prop.head == "implies" and len(inner_props) == 2 and not _binds(inner_props[0]):
        return _implies(inner_props[0], inner_props[1], engine, at_sizes)
    if prop.head in _COMPARISONS:
        return _compare(prop, engine)
    if prop.head in _LIMITS:
        return _limit(prop, engine, at_sizes)
    if prop.head == "defined":
        return decide(eq(*prop.args), engine)  # type: ignore[arg-type]
    return decide(prop, engine)


def _all(findings: Sequence[Finding]) -> Finding:
    for finding in findings:
        if not finding.holds:
            return finding
    return Finding(True, "; ".join(dict.fromkeys(finding.how for finding in findings)))


def _binds(hypothesis: Prop) -> bool:
    """Whether this says 'symbol = value', which is substituted."""
    links = hypothesis.args if hypothesis.head == "and" else (hypothesis,)
    return all(isinstance(k, Prop) and k.head == "eq" and isinstance(k.args[0], Sym) for k in links)


def _implies(hypothesis: Prop, conclusion: Prop, engine: SampledEngine, at_sizes: AtSizes) -> Finding:
    """At the general point, or with the first longer prompts where the hypothesis holds."""
    for length in (engine.sizes.get("M", 1), *LONGER):
        sizes = {**engine.sizes, "M": length} if "M" in engine.sizes else engine.sizes
        at = at_sizes(sizes)
        if _known_true(hypothesis, at):
            return judge(conclusion, at, at_sizes)
    raise Lacks("sampled finds the hypothesis false at its general point")


def _known_true(hypothesis: Prop, engine: SampledEngine) -> bool:
    if any(averaged(arg) for arg in hypothesis.args if isinstance(arg, Term)):
        raise Lacks("sampled lacks hypotheses about expectations")
    if any(sym.has("random") for arg in hypothesis.args if isinstance(arg, Term) for sym in symbols(arg)):
        raise Lacks("sampled lacks hypotheses about single draws")
    setting = exact_setting(engine.claim, engine.sizes, engine.variant, 1, engine.seed)
    return truth(hypothesis, setting, 0)


def _compare(prop: Prop, engine: SampledEngine) -> Finding:
    lhs, rhs = prop.args
    assert isinstance(lhs, Term)
    assert isinstance(rhs, Term)
    if not (averaged(lhs) or averaged(rhs)):
        setting = exact_setting(engine.claim, engine.sizes, engine.variant, EXACT_DRAWS, engine.seed)
        engine.exact += 1
        return Finding(all(truth(prop, setting, k) for k in range(EXACT_DRAWS)), "true in exact fractions")
    test = engine.difference(lhs, rhs)
    low, high = test.estimate - test.radius, test.estimate + test.radius
    how = f"the difference lies in [{low:.4g}, {high:.4g}]"
    if prop.head in {"le", "lt"}:
        low, high = -high, -low  # as for 'greater'
    if prop.head == "ne":
        return _certain(low > 0 or high < 0, how)
    if prop.head in {"lt", "gt"}:
        return Finding(False, how) if high < 0 else _certain(low > 0, how)
    return Finding(high >= 0, how)


def _certain(holds: bool, how: str) -> Finding:
    if not holds:
        raise Lacks(f"sampled finds no certain difference: {how}")
    return Finding(True, how)


def _limit(prop: Prop, engine: SampledEngine, at_sizes: AtSizes) -> Finding:
    body, value, *variables = prop.args
    assert isinstance(body, Term)
    assert isinstance(value, Term)
    names = [v.name for v in variables if isinstance(v, Sym)]
    if set(names) - engine.sizes.keys():
        raise Lacks(f"sampled lacks limits in {', '.join(names)}")
    gap = body - value
    mean = gap if averaged(gap) and prop.head != "in_mean_square" else expect(inner(gap, gap))
    lengths = engine.lengths
    tests = [
        _interval(mean, at_sizes({**engine.sizes, **dict.fromkeys(names, length)}), engine) for length in lengths
    ]
    shown = ", ".join(f"{estimate:.4g} +- {radius:.2g}" for estimate, radius in tests)
    how = f"the gap at {' = '.join(names)} = {', '.join(map(str, lengths))} is {shown}"
    slope = _slope(tests, lengths)
    if slope is not None:
        how += f"; its slope on logarithms lies in [{slope[0]:.3g}, {slope[1]:.3g}]"
        if slope[1] < -LEAST_RATE:
            return Finding(True, how)
        if slope[0] > -LEAST_RATE:
            return Finding(False, how)
    estimate, radius = tests[-1]
    if abs(estimate) <= radius:
        return Finding(True, f"{how}; compatible with the limit at the greatest length")
    raise Lacks(f"sampled cannot tell: {how}")


def _interval(mean: Term, at: SampledEngine, engine: SampledEngine) -> tuple[float, float]:
    """The estimate of a mean and its radius; a value that is not random has none."""
    if not any(sym.has("random") or sym.has("derived") for sym in symbols(mean)):
        setting = sampled_setting(at.claim, at.sizes, at.variant, 0, at.seed)
        (body,) = mean.args if isinstance(mean, Op) and mean.head == "expect" else (mean,)
        return float(setting.read(body, 0)[0, 0, 0]), 0.0
    begin = len(at.tests)
    test = at.difference(mean, term(0))
    engine.tests += at.tests[begin:] if at is not engine else []
    return test.estimate, test.radius


def _slope(tests: Sequence[tuple[float, float]], lengths: Sequence[int]) -> tuple[float, float] | None:
    """An interval for the least-squares slope of log |gap| against log m, true whenever all intervals are; None where
    some interval contains zero."""
    if any(abs(estimate) <= radius for estimate, radius in tests):
        return None
    x = np.log(np.array(lengths))
    weights = (x - x.mean()) / ((x - x.mean()) ** 2).sum()
    low = [math.log(abs(estimate) - radius) for estimate, radius in tests]
    high = [math.log(abs(estimate) + radius) for estimate, radius in tests]
    ends = [(w * a, w * b) for w, a, b in zip(weights, low, high, strict=True)]
    return float(sum(min(end) for end in ends)), float(sum(max(end) for end in ends))


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

