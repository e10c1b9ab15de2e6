"""The sampled witness: expectations tested on prompts drawn from the definition, and sure statements on exact draws.

Equations with expectations are decided by calibrated tests of means (:mod:`numeric.statistics`): a few random
projections of the difference of both sides, at a few (d, N), every symbol at a fixed general rational point.  A test
that finds a difference is followed by Gauss-Hermite cubature, exact for polynomials up to rounding, and only where
that confirms the difference the answer is REFUTED.  What holds for every draw, or almost surely, is evaluated in exact
fractions on prompts rounded to multiples of 1/16.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from numeric.errors import InputError
from numeric.statistics import MeanTest, mean_test

from ..algebras.samples import averaged
from ..algebras.settings import CHUNK, cubature_setting, exact_setting, sampled_setting
from ..claim import Claim, Part, Reading
from ..model import model_for
from ..statement.fold import Lacks
from ..statement.props import Prop
from ..statement.terms import Sym, Term, term
from ..verdict import Outcome, Scope, Verdict
from . import Context
from .decide import decide
from .exact_draws import truth

ALPHA = 1e-9
"""Of one equation at one (d, N)."""
PROJECTIONS = 3
SIZES = {"fast": ((1, 2), (2, 1)), "full": ((1, 2), (1, 3), (2, 1), (2, 3), (3, 4))}
INTEGRABLE = frozenset({(1, 2), (1, 3), (2, 1)})
"""Sizes with so few Gaussians that cubature gives the exact variance of what is averaged."""
NODES = (4, 5, 7)
"""Nodes in each Gaussian, exact up to degree 2m - 1: where the first two rules agree both are exact; the last is for
the squared error, whose square has degree 12 in one Gaussian."""
DRAWS = {"fast": 60_000, "full": 400_000}
CUBATURE = ((1, 1, 12), (2, 1, 5))
"""(d, N, nodes in each Gaussian): exact up to degree 23 and 9; no statement here has a higher one in one Gaussian."""
EXACT_SIZES = ((1, 1), (2, 1), (2, 3), (3, 2))
EXACT_DRAWS = 3


class SampledEngine:
    """Equality of two terms at one (d, N), as far as samples can tell; keeps what it found."""

    name = "sampled"

    def __init__(self, claim: Claim, d: int, N: int, n: int, seed: int | None) -> None:
        self.model = model_for(claim)
        self.claim, self.d, self.N, self.n, self.seed = claim, d, N, n, seed
        self.tests: list[MeanTest] = []
        self.exact = 0
        self.projected = lru_cache(maxsize=32)(self._projected)
        self.variances = lru_cache(maxsize=32)(self._variances)

    def equal(self, lhs: Term, rhs: Term) -> bool:
        if not (averaged(lhs) or averaged(rhs)):
            setting = exact_setting(self.claim, self.d, self.N, EXACT_DRAWS, self.seed)
            self.exact += 1
            return bool(np.all(setting.read(lhs, 0) == setting.read(rhs, 0)))
        return all(self._compatible(k, lhs, rhs) for k in range(PROJECTIONS))

    def differ(self, lhs: Term, rhs: Term) -> bool:
        return not self.equal(lhs, rhs)

    def never_zero(self, value: Term) -> bool:
        return not self.equal(value, term(0))

    def equal_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        raise Lacks("sampled lacks minimisers")

    def _compatible(self, k: int, lhs: Term, rhs: Term) -> bool:
        difference = self.projected(lhs, 0)[:, k] - self.projected(rhs, 1)[:, k]
        if len(difference) == 1:
            raise Lacks("sampled finds nothing random on either side")
        try:
            test = mean_test(difference, 0.0, variance=self._variance(lhs, rhs, k), alpha=ALPHA / PROJECTIONS)
        except InputError as error:
            raise Lacks(f"sampled lacks draws at d = {self.d}, N = {self.N}: {error}") from None
        self.tests.append(test)
        return test.compatible

    def _variance(self, lhs: Term, rhs: Term, k: int) -> float | None:
        """Exact, padded for rounding, where both sides can be integrated; the sides are independent."""
        of_sides = [self.variances(lhs), self.variances(rhs)]
        if any(v is None for v in of_sides):
            return None
        return float(sum(v[k] for v in of_sides if v is not None)) * (1 + 1e-9)

    def _variances(self, side: Term) -> np.ndarray | None:
        if (self.d, self.N) not in INTEGRABLE:
            return None
        coarse, fine = (self._integrated(side, nodes) for nodes in NODES[:2])
        if coarse is None or fine is None or np.allclose(coarse, fine, rtol=1e-9):
            return fine
        return self._integrated(side, NODES[2])

    def _integrated(self, side: Term, nodes: int) -> np.ndarray | None:
        return cubature_setting(self.claim, self.d, self.N, nodes, self.seed).variances(side, PROJECTIONS)

    def _projected(self, side: Term, which: int) -> np.ndarray:
        """Per draw the random projections of one side; the two sides of an equation have draws of their own."""
        parts = []
        for chunk in range(self.n // CHUNK):
            setting = sampled_setting(self.claim, self.d, self.N, chunk, self.seed)
            parts.append(setting.project(setting.read(side, which), PROJECTIONS))
            if len(parts[0]) == 1:
                break
        return np.concatenate(parts)


class SampledWitness:
    name = "sampled"

    def __init__(self) -> None:
        self._engines: dict[tuple[Any, ...], SampledEngine] = {}

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        try:
            if _is_sure(reading.prop):
                return self._sure(claim, reading.prop, context)
            return self._sampled(claim, reading.prop, context)
        except Lacks as lacks:
            return Outcome(Verdict.UNDECIDED, str(lacks))

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        try:
            if _is_sure(twin):
                return self._sure(claim, twin, context).verdict is Verdict.REFUTED
        except Lacks:
            return False
        return any(self._rejects(claim, twin, d, N, context) for d, N in SIZES[context.tier])

    def _rejects(self, claim: Claim, twin: Prop, d: int, N: int, context: Context) -> bool:
        try:
            return not decide(_by_large_numbers(twin), self._engine(claim, d, N, context)).holds
        except Lacks:
            return False

    def _engine(self, claim: Claim, d: int, N: int, context: Context) -> SampledEngine:
        key = (claim.id, d, N, context.tier, context.seed)
        if key not in self._engines:
            if len(self._engines) >= 2 * len(SIZES[context.tier]):
                self._engines.clear()  # the projections of one claim are kept while its twins are shown
            self._engines[key] = SampledEngine(claim, d, N, DRAWS[context.tier], context.seed)
        return self._engines[key]

    def _sampled(self, claim: Claim, prop: Prop, context: Context) -> Outcome:
        tests: list[MeanTest] = []
        decided, skipped = [], ""
        for d, N in SIZES[context.tier]:
            engine = self._engine(claim, d, N, context)
            begin = len(engine.tests)
            try:
                finding = decide(_by_large_numbers(prop), engine)
            except Lacks as lacks:
                skipped = str(lacks)
                continue
            tests += engine.tests[begin:]
            decided.append(f"({d}, {N})")
            if not finding.holds:
                return self._different(claim, finding.failed, engine.tests[begin:], engine, context)
        if not decided:
            raise Lacks(skipped)
        scope = Scope(f"(d, N) = {', '.join(decided)}, one general point")
        if not tests:
            return Outcome(Verdict.SUPPORTED, f"equal in exact fractions on {EXACT_DRAWS} draws", scope)
        more = f"; {skipped}" if skipped else ""
        return Outcome(
            Verdict.SUPPORTED,
            f"compatible on {tests[0].n} draws a test at false-alarm rate {ALPHA:g} an equation{more}",
            scope, _figures(tests),
        )  # fmt: skip

    def _different(
        self, claim: Claim, failed: tuple[Term, Term] | None, tests: list[MeanTest], engine: SampledEngine,
        context: Context,
    ) -> Outcome:
        """A difference in the samples is confirmed by cubature or in fractions before it counts."""
        if failed is None:
            return Outcome(Verdict.UNDECIDED, "the samples speak against it, at no equation that could be confirmed")
        lhs, rhs = failed
        if not (averaged(lhs) or averaged(rhs)):
            return Outcome(
                Verdict.REFUTED, "different in exact fractions", Scope(f"d = {engine.d}, N = {engine.N}"),
                counterexample=exact_setting(claim, engine.d, engine.N, EXACT_DRAWS, context.seed).describe(lhs, rhs),
            )  # fmt: skip
        figures = _figures(tests) if tests else {}
        for d, N, nodes in CUBATURE:
            try:
                coarse, fine = (_sides(claim, lhs, rhs, d, N, m, context.seed) for m in (nodes, nodes + 1))
            except Lacks as lacks:
                return Outcome(Verdict.UNDECIDED, f"the samples differ; not confirmed: {lacks}", figures=figures)
            gap = float(np.abs(fine[0] - fine[1]).max())
            # Both rules are exact where the degree allows: what they disagree by is rounding, or shows a higher degree.
            error = max(float(np.abs(a - b).max()) for a, b in zip(coarse, fine, strict=True))
            if gap > 1000 * error:
                figures |= {"cubature": {"d": d, "N": N, "difference": gap, "error": error}}
                return Outcome(
                    Verdict.REFUTED, "the samples differ, and Gauss-Hermite cubature confirms it",
                    Scope(f"d = {d}, N = {N}"), figures,
                    counterexample=f"d = {d}, N = {N}: left {fine[0].tolist()}, right {fine[1].tolist()}",
                )  # fmt: skip
        return Outcome(Verdict.UNDECIDED, "the samples differ, but cubature at d = 1, 2 does not", figures=figures)

    def _sure(self, claim: Claim, prop: Prop, context: Context) -> Outcome:
        """On exact draws; false only where it fails on every draw at some (d, N)."""
        for d, N in EXACT_SIZES:
            setting = exact_setting(claim, d, N, EXACT_DRAWS, context.seed)
            held = [truth(prop, setting, draw) for draw in range(EXACT_DRAWS)]
            if not any(held):
                return Outcome(
                    Verdict.REFUTED, f"fails on each of {EXACT_DRAWS} exact draws", Scope(f"d = {d}, N = {N}"),
                    counterexample=setting.describe_draw(0),
                )  # fmt: skip
            if not all(held):
                return Outcome(Verdict.UNDECIDED, f"holds on some exact draws and fails on others at d = {d}, N = {N}")
        sizes = ", ".join(map(str, EXACT_SIZES))
        return Outcome(
            Verdict.SUPPORTED, f"holds in exact fractions on {EXACT_DRAWS} draws at each (d, N) = {sizes}",
            Scope(f"(d, N) = {sizes}"), {"exact_draws": EXACT_DRAWS * len(EXACT_SIZES)},
        )  # fmt: skip


def _sides(
    claim: Claim, lhs: Term, rhs: Term, d: int, N: int, nodes: int, seed: int | None
) -> tuple[np.ndarray, np.ndarray]:
    setting = cubature_setting(claim, d, N, nodes, seed)
    return setting.read(lhs, 0)[0], setting.read(rhs, 1)[0]


_SURE_HEADS = frozenset({
    "psd", "psd_form", "positive_eigenvalue", "negative_eigenvalues_at_least", "negative_eigenvalues_equal",
    "spectrum_products", "nonconvex", "defined", "ne", "lt", "le", "gt", "ge",
})  # fmt: skip


def _is_sure(prop: Prop) -> bool:
    """Whether ``prop`` speaks of single draws: its innermost statements are of a kind decided draw by draw."""
    inner = [arg for arg in prop.args if isinstance(arg, Prop)]
    if prop.head in {"and", "almost_surely", "implies", "exists"} and inner:
        return all(_is_sure(arg) for arg in inner)
    return prop.head in _SURE_HEADS


def _by_large_numbers(prop: Prop) -> Prop:
    """Almost surely a mean over B prompts tends to v: by the law of large numbers, v is the expectation of one term."""
    from ..statement.props import eq
    from ..statement.terms import Abbrev, Op, expect, substitute, term

    if prop.head == "and":
        return Prop("and", tuple(_by_large_numbers(arg) if isinstance(arg, Prop) else arg for arg in prop.args))
    if prop.head == "almost_surely" and isinstance(prop.args[0], Prop):
        return _by_large_numbers(prop.args[0])
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


def _figures(tests: list[MeanTest]) -> dict[str, Any]:
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
