"""Equality of two terms at one choice of sizes and laws, as far as samples can tell."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

import numpy as np

from numeric.errors import InputError
from numeric.statistics import MeanTest, enough_draws, mean_test

from ...algebras.sampling.heads import averaged
from ...algebras.sampling.settings import (
    CHUNK,
    DEGENERATE,
    ROOTED,
    Setting,
    Values,
    exact_mean_setting,
    exact_rule_setting,
    exact_setting,
    is_free,
    sampled_setting,
)
from ...algebras.sampling.spread import exact_variances
from ...algebras.sampling.variants import Variant
from ...claims import Claim
from ...model import is_own, is_start_value, model_for
from ...spoken import ONE_POINT, in_turn, spoken
from ...statement.fold import Lacks
from ...statement.joined import reached
from ...statement.props import Prop, conjuncts, subterms
from ...statement.terms import Sym, Term, symbols, term
from ...verdict import Point
from ..deciding.engine import Engine
from ..deciding.quantified import is_about_sizes
from ..points.draws import is_met_at, is_of_an_outcome

ALPHA = 1e-9
"""Of one equation at one choice of sizes and laws."""
PROJECTIONS = 3
MOST_GAUSSIANS = 8
"""Of a prompt: beyond this the exact variance of what is averaged costs more than it gives; where several laws are
tried it is not looked for at all."""
EXACT_DRAWS = 3


_STRUCTURAL = frozenset({"integer", "identity", "zero"})
_COMPARED = frozenset({"eq", "ne", "le", "lt", "ge", "gt"})
ROUNDING = 1e-10
AGREEMENT = 1e-9
"""What float64 values of one size may be off by: closer ones are not told apart, and count as neither equal nor not."""


class NothingSeen(Lacks):
    """Both sides agree up to rounding on every draw."""


class TooFewDraws(Lacks):
    """The tails are too heavy for the number of draws; ``enough`` would bear the kurtosis that was measured."""

    def __init__(self, text: str, enough: int) -> None:
        super().__init__(text)
        self.enough = enough


class SampledEngine(Engine):
    """Decides equations by tests of means, and in exact fractions where no expectation occurs or what is averaged is a
    short polynomial; keeps what it found."""

    name = "sampled"

    def __init__(
        self, claim: Claim, sizes: Mapping[str, int], variant: Variant, n: int, seed: int | None, most: int = 0,
        lengths: tuple[int, ...] = (4, 8, 16, 32), point: int = 0, values: Values | None = (), alone: bool = False,
    ) -> None:  # fmt: skip
        self.alone = alone
        """No other point than this one is looked at."""
        self.model, self.given = model_for(claim), tuple(h.prop for h in claim.given)
        self.claim, self.sizes, self.variant, self.n, self.seed = claim, sizes, variant, n, seed
        self.most, self.lengths, self.point = max(n, most), lengths, point
        self.is_met, self.values = values is not None, values or ()
        self.tests: list[MeanTest] = []
        self.exact = self.integrated = 0
        self._with_roots: SampledEngine | None = None
        self.projected = lru_cache(maxsize=32)(self._projected)
        self.variances = lru_cache(maxsize=32)(self._variances)
        self.means = lru_cache(maxsize=32)(self._means)

    @property
    def label(self) -> str:
        """The sizes and the laws, for scopes."""
        told = {name: size for name, size in self.sizes.items() if name in spoken(self.claim)}
        sizes = in_turn(list(told), [tuple(told.values())]) or ONE_POINT
        said = [self.variant.name] if self.variant.name else []
        if self.point in DEGENERATE:
            said.append(self._setting(0).degenerate())
        return f"{sizes} with {', '.join(said)}" if said else sizes

    def equal(self, lhs: Term, rhs: Term) -> bool:
        if not (averaged(lhs) or averaged(rhs)):
            setting = self.exact_setting()
            left, right = setting.read(lhs, 0), setting.read(rhs, 0)
            return bool(np.all(left == right))
        try:
            compatible = all(self._compatible(k, lhs, rhs) for k in range(PROJECTIONS))
        except TooFewDraws:
            return self._agree(lhs, rhs)
        # Prompts have polynomials of high degree, labels and covariances spread samples widely: where few numbers are
        # drawn, exact means see more than samples.
        if compatible and (is_free(self.claim) or (self.variant.name and self.sizes["d"] == 1)):
            with suppress(Lacks):
                return self._agree(lhs, rhs)
        return compatible

    def differ(self, lhs: Term, rhs: Term) -> bool:
        about = set(symbols(lhs) | symbols(rhs))
        if any(self.violates(given, about) for given in self.given):
            raise Lacks("sampled finds that its point does not meet the hypotheses")
        return not self.equal(lhs, rhs)

    def never_zero(self, value: Term) -> bool:
        return not self.equal(value, term(0))

    def equal_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        raise Lacks("sampled lacks minimisers")

    def test(self, difference: np.ndarray, variance: float | None, alpha: float) -> MeanTest:
        """The test that this mean is zero, kept among the others."""
        if not np.isfinite(difference).all():
            raise Lacks(f"sampled lacks a finite value at {self.label}")
        if np.abs(difference).max() < ROUNDING:
            raise NothingSeen(f"sampled sees nothing above rounding at {self.label}")
        try:
            test = mean_test(difference, 0.0, variance=variance, alpha=alpha)
        except InputError:
            squares = difference * difference
            kurtosis = float((squares * squares).mean() / squares.mean() ** 2)
            enough = enough_draws(kurtosis, alpha)
            sentence = f"sampled lacks draws at {self.label}: the kurtosis of {kurtosis:.3g} takes about {enough}"
            raise TooFewDraws(sentence, enough) from None
        self.tests.append(test)
        return test

    def difference(self, lhs: Term, rhs: Term) -> MeanTest:
        """The test of lhs - rhs, two numbers: its estimate and its radius."""
        if not (averaged(lhs) or averaged(rhs)):
            raise Lacks("sampled finds no expectation on either side")
        setting = self._setting(0)
        if setting.read(lhs, 0).shape[1:] != (1, 1):
            raise Lacks("sampled compares numbers")
        n = self.n
        while True:
            try:
                return self.test(self._values(lhs, 0, n) - self._values(rhs, 1, n), None, ALPHA)
            except TooFewDraws as few:
                if not n < few.enough <= self.most:
                    raise
                n = few.enough

    def _values(self, side: Term, which: int, n: int) -> np.ndarray:
        parts = [self._setting(chunk).read(side, which)[:, 0, 0] for chunk in range(-(-n // CHUNK))]
        return parts[0] if len(parts[0]) == 1 else np.concatenate(parts)

    def _agree(self, lhs: Term, rhs: Term) -> bool:
        """Whether the means are equal in fractions: at the point, or at another where it has irrational roots."""
        try:
            return self.exactly_equal(lhs, rhs)
        except Lacks:
            there = self._rooted()
            equal = there.exactly_equal(lhs, rhs)
            if not equal and any(there.violates(h, {*symbols(lhs), *symbols(rhs)}) for h in self.given):
                raise
        self.integrated += 1
        return equal

    def _rooted(self) -> SampledEngine:
        """The same at a point where positive definite matrices have rational roots."""
        if self._with_roots is None:
            self._with_roots = SampledEngine(
                self.claim, self.sizes, self.variant, self.n, self.seed, point=ROOTED, values=self.values
            )
        return self._with_roots

    def exactly_equal(self, lhs: Term, rhs: Term) -> bool:
        """Whether both sides are the same in fractions; raises :class:`Lacks` where a mean is none of a polynomial."""
        left, right = self.means(lhs), self.means(rhs)
        self.integrated += 1
        return bool(np.all(left == right))

    def by_exact_rule(self, side: Term) -> np.ndarray:
        """Its value by a rule that is exact up to rounding for its degree."""
        there = self.claim, self.sizes, self.variant
        setting = exact_rule_setting(*there, side, self.seed, self.point, self.values)
        return np.asarray(setting.read(side, 0)[0])

    def describe(self, *sides: Term) -> str:
        """The sizes and the constants in ``sides``, as text."""
        return self.exact_setting(1).describe_point(*sides)

    def plain(self, *sides: Term) -> Point:
        """The same as data."""
        return self.exact_setting(1).point_of(*sides)

    def _means(self, side: Term) -> np.ndarray:
        """Its value in exact fractions."""
        setting = exact_mean_setting(self.claim, self.sizes, self.variant, self.seed, self.point, self.values)
        return np.asarray(setting.read(side, 0)[0])

    def violates(self, hypothesis: Prop, about: set[Sym]) -> bool:
        """Whether the general point does not meet this hypothesis on constants of which some are among ``about``, or
        are the covariance of what is; or it cannot be told."""
        return any(self._violates(link, about) for link in conjuncts(hypothesis))

    def _violates(self, hypothesis: Prop, about: set[Sym]) -> bool:
        sides = [arg for arg in hypothesis.args if isinstance(arg, Term)]
        if is_about_sizes(hypothesis):
            try:
                return not is_met_at(hypothesis, self.exact_setting(), 0)
            except Lacks:
                return True
        mentioned = {s.name for _, node in subterms(hypothesis) for s in symbols(node) if not s.traits & _STRUCTURAL}
        if not mentioned & reached(self.given, _names_met(about)):
            return False
        if is_of_an_outcome(hypothesis):
            return not is_met(hypothesis)
        with suppress(Lacks):
            return not is_met_at(hypothesis, self.exact_setting(), 0)
        if hypothesis.head not in _COMPARED:
            return not is_met(hypothesis)
        try:
            a, b = (self.value(side) for side in sides)
        except Lacks:
            return not is_met(hypothesis)
        if hypothesis.head == "eq":
            return not is_met(hypothesis)  # rounded values never show that two sides are equal
        apart = np.abs(a - b) > AGREEMENT * np.maximum(np.abs(a), np.abs(b))
        if hypothesis.head == "ne":
            return not bool(apart.any())
        above = apart & (a > b if hypothesis.head in {"ge", "gt"} else a < b)
        return not bool(above.all())

    def exact_setting(self, n: int = EXACT_DRAWS) -> Setting:
        self.exact += 1
        return exact_setting(self.claim, self.sizes, self.variant, n, self.seed, self.point, values=self.values)

    def setting(self) -> Setting:
        """The first draws."""
        return self._setting(0)

    def _setting(self, chunk: int) -> Setting:
        there = self.claim, self.sizes, self.variant
        return sampled_setting(*there, chunk, self.seed, point=self.point, values=self.values)

    def value(self, term: Term) -> np.ndarray:
        """The value of a term without expectations, in float64."""
        return np.asarray(self._setting(0).read(term, 0)[0])

    def _compatible(self, k: int, lhs: Term, rhs: Term) -> bool:
        difference = self.projected(lhs, 0)[:, k] - self.projected(rhs, 1)[:, k]
        if len(difference) == 1:
            raise Lacks("sampled finds nothing random on either side")
        return self.test(difference, self._variance(lhs, rhs, k), ALPHA / PROJECTIONS).compatible

    def _variance(self, lhs: Term, rhs: Term, k: int) -> float | None:
        """Exact but for rounding, for which it is padded, where both sides can be integrated; the sides are
        independent."""
        of_sides = [self.variances(lhs), self.variances(rhs)]
        if any(v is None for v in of_sides):
            return None
        return float(sum(v[k] for v in of_sides if v is not None))

    def _variances(self, side: Term) -> np.ndarray | None:
        length = max(self.sizes.get("M", 1), self.sizes.get("N", 1))
        if is_own(self.claim) or self.variant.name or self.sizes["d"] * (length + 2) > MOST_GAUSSIANS:
            return None
        return exact_variances(self._setting(0), side, PROJECTIONS)

    def _projected(self, side: Term, which: int) -> np.ndarray:
        """Per draw the random projections of one side; the two sides of an equation have draws of their own."""
        parts = []
        for chunk in range(self.n // CHUNK):
            setting = self._setting(chunk)
            parts.append(setting.project(setting.read(side, which), PROJECTIONS))
            if len(parts[0]) == 1:
                break
        return np.concatenate(parts)


def is_met(hypothesis: Prop) -> bool:
    """Whether all draws meet the hypothesis by their making: laws, definitions, and where the flow starts."""
    if hypothesis.head in {"finite", "iid_entries", "defined", "defined_as"}:
        return True
    return is_start_value(hypothesis)


def figures_of(tests: list[MeanTest]) -> dict[str, Any]:
    """Of all tests together: the sizes, the rate, the smallest discrepancy that any of them finds."""
    worst = max(tests, key=lambda test: abs(test.estimate) / test.radius if test.radius else 0.0)
    ceilings = [test.kurtosis_ceiling for test in tests if test.kurtosis_ceiling is not None]
    return {
        "tests": len(tests), "draws": tests[0].n, "false_alarm_rate": ALPHA, "power": tests[0].power,
        "detectable": {"least": min(t.detectable for t in tests), "most": max(t.detectable for t in tests)},
        "worst": {"estimate": worst.estimate, "radius": worst.radius},
        "grounds": sorted({test.ground.value for test in tests}),
        "kurtosis": {
            "measured": max((t.kurtosis_measured or 1.0) for t in tests), "ceiling": max(ceilings, default=None),
        },
    }  # fmt: skip


def _names_met(about: set[Sym]) -> set[str]:
    """The names of these symbols, and those that their laws mention."""
    traits = {trait for sym in about for trait in sym.traits if trait.startswith(("cov:", "std:"))}
    return {sym.name for sym in about} | {trait.split(":", 1)[1] for trait in traits}
