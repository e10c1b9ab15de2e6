"""What samples say of least values and minimisers.

A point is found by descent; the function is averaged there, on draws of the definition and by rules that are exact for
its degree, and compared with what is claimed and with its values at points nearby, on the same draws.  That supports;
against a claim it counts, but refutes nothing: another point may have a smaller value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from numeric.streams import generator

from ...algebras.sampling import minima
from ...statement.fold import Lacks
from ...statement.props import Prop, conjuncts, eq, inside, terms_in
from ...statement.psd import infimum
from ...statement.terms import Sym, Term, expect, norm_F, symbols, where
from ..balls.least import CLOSE, is_about_minima, points_where
from ..deciding.engine import Finding
from .engine import AGREEMENT, ALPHA, SampledEngine

NEARBY = 2
_STEP = 0.3
_OF_VALUES = 1e-7
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "le": lambda gap, close: gap <= close, "ge": lambda gap, close: gap >= -close,
    "lt": lambda gap, close: gap < -close, "gt": lambda gap, close: gap > close,
    "eq": lambda gap, close: abs(gap) <= close,
}  # fmt: skip


def speaks_of_minima(prop: Prop) -> bool:
    """Whether this is a proposition that :func:`judge_minima` reads."""
    return prop.head in _HEADS or (prop.head in _COMPARISONS and is_about_minima(prop))


def judge_minima(prop: Prop, engine: SampledEngine) -> Finding:
    """Whether ``prop`` holds as far as the points found and the draws tell."""
    if prop.head in _HEADS:
        return _HEADS[prop.head](prop, engine)
    left, right = terms_in(prop)
    a, b = (float(engine.by_exact_rule(side)[0, 0]) for side in (left, right))
    holds = _COMPARISONS[prop.head](a - b, AGREEMENT * (1 + abs(a) + abs(b)))
    how = f"left {a:.10g}, right {b:.10g} at the best points that descent finds"
    if holds and prop.head == "eq":
        with suppress(Lacks):  # tails too heavy for samples: the exact rule stands alone
            test = engine.difference(left, right)
            holds, how = test.compatible, f"{how}; the draws differ by {test.estimate:.3g} +- {test.radius:.2g}"
    return Finding(holds, how)


def _global_minimum(prop: Prop, engine: SampledEngine) -> Finding:
    f, *flat = prop.args
    assert isinstance(f, Term)
    named = [s for s in flat[::2] if isinstance(s, Sym)]
    point = [(s, v) for s, v in zip(named, flat[1::2], strict=True) if isinstance(v, Term)]
    return judge_minima(eq(where(f, *point), infimum(f, *named)), engine)


def _minimisers_satisfy(prop: Prop, engine: SampledEngine) -> Finding:
    f, body, variables = _parts(prop)
    algebra = engine.setting().algebra
    found = minima.least(f, variables, algebra)
    for end in found.best:
        moved = minima.arrays(found, end.point)
        for link in conjuncts(body):
            gap, size = _gap(link, algebra.moved(moved))
            if (gap <= CLOSE * size) is not (link.head != "ne"):
                return Finding(False, f"a minimiser that descent finds has a gap of {gap:.3g}")
    return _better_nearby(f, found, engine) or Finding(True, "at the minimisers that descent finds")


def _minimum_where(prop: Prop, engine: SampledEngine) -> Finding:
    f, body, variables = _parts(prop)
    algebra = engine.setting().algebra
    balls = minima.in_balls(f, variables, algebra)
    found = minima.least(f, variables, algebra)
    least = float(found.upper.mid())
    for point in points_where(body, variables, found, balls):
        value = found.descent.value(point)
        if abs(value - least) > _OF_VALUES * (1 + abs(least)):
            return Finding(False, f"at a point that meets the condition the value is {value:.10g}, not {least:.10g}")
    return _better_nearby(f, found, engine) or Finding(True, "at points that meet the condition")


def _parts(prop: Prop) -> tuple[Term, Prop, list[Sym]]:
    f, *rest = terms_in(prop)
    body = next(arg for arg in prop.args if isinstance(arg, Prop))
    return f, body, [v for v in rest if isinstance(v, Sym)]


def _gap(link: Prop, algebra: Any) -> tuple[float, float]:
    """How far the sides of an equation are apart, in mean square over what is drawn, and their size."""
    while link.head == "almost_surely":
        (link,) = inside(link)
    if link.head not in {"eq", "ne"}:
        raise Lacks(f"sampled lacks '{link.head}' of minimisers")
    left, right = terms_in(link)
    if any(sym.has("random") for side in (left, right) for sym in symbols(side)):
        gap, size = (float(algebra.read(expect(norm_F(t) ** 2)).mean()) ** 0.5 for t in (left - right, right))
        return gap, 1 + size
    a, b = algebra.read(left), algebra.read(right)
    return float(np.abs(a - b).max()), 1 + float(np.abs(b).max())


def _better_nearby(f: Term, found: Any, engine: SampledEngine) -> Finding | None:
    """A point nearby whose value the draws show to be smaller, with certainty; on the same draws at both."""
    algebra = engine.setting().algebra
    rng = generator(engine.claim.id, f"nearby {sorted(engine.sizes.items())}", engine.seed)
    best = found.ends[0].point

    def drawn(point: np.ndarray) -> np.ndarray:
        algebra.counter.next = 0
        return np.asarray(algebra.moved(minima.arrays(found, point)).read(f)[:, 0, 0])

    for _ in range(NEARBY):
        other = best + _STEP * rng.standard_normal(len(best))
        with suppress(Lacks):
            test = engine.test(drawn(other) - drawn(best), None, ALPHA)
            if test.estimate + test.radius < 0:
                return Finding(False, f"the draws find a smaller value nearby: {test.estimate:.3g}")
    return None


_HEADS: Mapping[str, Callable[[Prop, SampledEngine], Finding]] = {
    "global_minimum": _global_minimum,
    "minimisers_satisfy": _minimisers_satisfy,
    "minimum_where": _minimum_where,
}
