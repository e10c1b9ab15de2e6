"""The sampled witness: expectations tested on prompts drawn from the definition, and sure statements on exact draws.

Equations with expectations are decided by calibrated tests of means (:mod:`numeric.statistics`): a few random
projections of the difference of both sides, at a few sizes, every symbol at a fixed general rational point.  A test
that finds a difference is followed by both means in exact fractions, expanded as polynomials in what is drawn, and
only where these differ the answer is REFUTED.  What holds for every draw, or almost surely, is evaluated in exact
fractions on prompts rounded to multiples of 1/1024.  A statement that leaves a law open, of labels, noise or a random
covariance, is examined on at least three concrete ones, which the scope names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import chain, islice
from typing import Any

import numpy as np

from numeric.statistics import MeanTest

from ...algebras.sampling.heads import averaged
from ...algebras.sampling.settings import DEGENERATE, Setting, exact_setting
from ...algebras.sampling.variants import Variant, variants
from ...claims import Claim, Part, Reading
from ...model import is_own
from ...spoken import ONE_POINT, at_sizes, in_turn, spoken
from ...statement.fold import Lacks
from ...statement.premises import premises, said
from ...statement.props import Prop, subprops
from ...statement.terms import Op, Sym, Term, symbols, walk
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from ..balls.attention import is_read_here
from ..deciding.engine import Finding
from ..deciding.quantified import is_about_sizes
from ..points.draws import is_met_at, is_of_draws, truth
from ..points.everywhere import is_of_values
from .attention import examine_samples, samples_refute
from .elsewhere import at_other_values
from .engine import ALPHA, EXACT_DRAWS, NothingSeen, SampledEngine, figures_of, is_met
from .judge import MOST_MET, POINTS, FoundAt, SupportsNothing, by_large_numbers, judge
from .laws import under_other_laws
from .meeting import is_fixed, meeting
from .named import fails_at
from .sizes import EXACT_SIZES, has_limits, is_beyond, longer, needed, own_sizes, settings
from .surely import fails_around
from .verdict import at_points, false_link, points_refute

LENGTHS = {"fast": (4, 8, 16), "full": (4, 8, 16, 32)}
"""Of prompts, where a limit is examined, at LIMIT_SIZES otherwise."""
OF_A_LIMIT = {"fast": 20_000, "full": 20_000}
"""Draws at each length."""
MOST = {"fast": 40_000, "full": 100_000}
"""Draws where the tails are heavy."""
DRAWS = {"fast": 20_000, "full": 60_000}
RATES_AT = ((1.0, 0.3), (0.3, 0.6))
"""The covariance at which rates in the lengths are measured."""
OF_A_LAW = {"fast": 20_000, "full": 20_000}
"""Draws where there are several laws."""
SMALL = ({"d": 1, "N": 1, "M": 1}, {"d": 2, "N": 1, "M": 1})
"""Sizes at which a difference is looked at in exact fractions."""

MANY_DRAWS = 16
_NEVER_0 = frozenset({"positive", "nonzero", "invertible", "posdef", "integer"})
"""Of what is random, at the smallest sizes: what fails for a few outcomes alone is to be seen."""
_STRICT = frozenset({"lt", "gt", "ne"})
LOOKED_AT = {"fast": MOST_MET, "full": POINTS}
"""Points that meet the conditions of a sure statement, of which another may show that it fails."""


class NotAdmitted(Lacks):
    """A point that a hypothesis excludes: the statement says nothing of it."""


class SampledWitness:
    name = "sampled"

    def __init__(self) -> None:
        self._engines: dict[tuple[Any, ...], SampledEngine] = {}

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        if found := false_link(claim, reading.prop, context):
            return found
        if is_read_here(claim, reading.prop):
            return examine_samples(claim, reading.prop, context)
        prop, alone = reading.prop, False
        try:
            outcome = self._sure(claim, prop, context) if _is_sure(prop) else self._sampled(claim, prop, context)
        except Lacks as lacks:
            outcome, alone = Outcome(Verdict.UNDECIDED, str(lacks)), _is_sure(prop)
        if outcome.verdict is not Verdict.REFUTED and not is_of_values(prop):
            outcome = _at_named(outcome, claim, prop, context)
        return at_points(outcome, claim, prop, context, alone)

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        if is_read_here(claim, twin):
            return samples_refute(claim, twin, context)
        return self._drawn_refute(claim, reading, twin, context) or points_refute(claim, twin, context)

    def _drawn_refute(self, claim: Claim, reading: Reading, twin: Prop, context: Context) -> bool:
        try:
            if _is_sure(twin):
                return self._sure(claim, twin, context).verdict is Verdict.REFUTED
        except Lacks:
            return False
        return any(self._rejects(claim, twin, *chosen, context) for chosen in settings(claim, reading.prop, context))

    def _rejects(
        self, claim: Claim, twin: Prop, sizes: Mapping[str, int], variant: Variant, point: int, context: Context
    ) -> bool:
        try:
            return not self._judged(claim, twin, sizes, variant, point, context).holds
        except Lacks:
            return False

    def _judged(
        self, claim: Claim, prop: Prop, sizes: Mapping[str, int], variant: Variant, point: int, context: Context
    ) -> Finding:
        limits = has_limits(prop)

        def at_sizes(sizes: Mapping[str, int], point: int = 0) -> SampledEngine:
            return self._engine(claim, sizes, variant, context, point, limits)

        engine = at_sizes(sizes, point)
        if any(is_about_sizes(h.prop) and engine.violates(h.prop, _about(prop)) for h in claim.given):
            raise Lacks("sampled finds that these sizes do not meet the hypotheses")
        if not engine.is_met:
            raise Lacks("sampled knows no values that meet the hypotheses at these sizes")
        if point in DEGENERATE and any(engine.violates(h.prop, _about(prop)) for h in claim.given):
            raise NotAdmitted("sampled finds that a degenerate point does not meet the hypotheses")
        return judge(by_large_numbers(prop), engine, at_sizes)

    def _engine(
        self, claim: Claim, sizes: Mapping[str, int], variant: Variant, context: Context, point: int = 0,
        limits: bool = False,
    ) -> SampledEngine:  # fmt: skip
        key = (tuple(sizes.items()), variant.name, context.tier, context.seed, point, limits)
        self._keep_those_of(claim)
        if key not in self._engines:
            n = (OF_A_LAW if variant.name else OF_A_LIMIT if limits else DRAWS)[context.tier]
            most = MOST[context.tier] // sizes["d"]
            lengths = LENGTHS[context.tier]
            self._engines[key] = SampledEngine(
                claim, sizes, variant, n, context.seed, most, lengths, point,
                meeting(claim, tuple(sizes.items()), variant, context.seed, point) if point not in DEGENERATE else (),
            )  # fmt: skip
        return self._engines[key]

    def _keep_those_of(self, claim: Claim) -> None:
        """The projections of one claim are kept while its twins are shown; another one may have the same id."""
        if any(engine.claim is not claim for engine in self._engines.values()):
            self._engines.clear()

    def _sampled(self, claim: Claim, prop: Prop, context: Context) -> Outcome:
        tests: list[MeanTest] = []
        decided, found, descended = [], [], False
        dims: set[int] = set()
        skipped: list[str] = []
        beside = ""
        self._keep_those_of(claim)
        integrated = self._integrated()
        for sizes, variant, point in settings(claim, prop, context):
            engine = self._engine(claim, sizes, variant, context, point, limits=has_limits(prop))
            begin = len(engine.tests)
            try:
                finding = self._judged(claim, prop, sizes, variant, point, context)
            except SupportsNothing as nothing:
                return Outcome(Verdict.UNDECIDED, str(nothing))
            except NotAdmitted as excluded:
                beside = str(excluded)
                continue
            except Lacks as lacks:
                if isinstance(lacks, NothingSeen) and any(link.head in _STRICT for _, link in said(prop, _SURELY)):
                    return Outcome(Verdict.UNDECIDED, f"both sides may be the same: {lacks}", doubts=True)
                skipped.append(f"at {engine.label}: {lacks}")
                continue
            tests += engine.tests[begin:]
            if not finding.holds:
                at = finding.at if isinstance(finding, FoundAt) and finding.at is not None else engine
                return self._different(claim, prop, finding, engine.tests[begin:], at, context)
            decided.append(engine.label)
            dims.add(engine.sizes["d"])
            descended |= "descent finds" in finding.how
            if "[" in finding.how or "gap" in finding.how:
                found.append(f"{engine.label}: {finding.how}")
        if is_beyond(claim, prop):
            raise Lacks("sampled draws no samples as long as the number of a member that is named")
        if not decided:
            raise Lacks(skipped[0].split(": ", 1)[1] if skipped else beside)
        places = [label for label in dict.fromkeys(decided) if label != ONE_POINT]
        scope = Scope("; ".join([*places, "one general point"]), dims=tuple(sorted(dims)))
        more = f"; not decided {skipped[0]}" if skipped else ""
        figures: dict[str, Any] = {"found": found} if found else {}
        if claim.options.get("sampled", {}).get("rates"):
            figures["rates"], wrong = self._rates(claim, context)
            if wrong:
                sentence = f"the measured slopes speak against {wrong}"
                return Outcome(Verdict.UNDECIDED, sentence, scope, figures, against=True)
        if self._integrated() > integrated:
            where = "" if is_own(claim) else "at d = 1, and where tails are too heavy for samples, "
            more = f"; {where}equal in exact fractions, what is averaged expanded{more}"
        if not tests and self._integrated() > integrated:
            return Outcome(Verdict.SUPPORTED, more.removeprefix("; "), scope, figures)
        if descended:
            more = f"; least values are those at the best points that descent finds{more}"
        others = descended or _compares_means(prop, equations=bool(tests)) or _is_of_numbers(prop)
        if others and (against := at_other_values(claim, prop, context)):
            return Outcome(Verdict.UNDECIDED, against, scope, figures, against=True)
        if descended and not tests:
            return Outcome(Verdict.SUPPORTED, f"by rules exact for the degree, up to rounding{more}", scope, figures)
        if not tests:
            how = "the gap falls with the lengths" if found else f"equal in exact fractions on {EXACT_DRAWS} draws"
            return Outcome(Verdict.SUPPORTED, how + more, scope, figures)
        return Outcome(
            Verdict.SUPPORTED,
            f"no contradiction in {tests[0].n} draws for each test; false-alarm rate {ALPHA:g} for each equation{more}",
            scope, {**figures_of(tests), **figures},
        )  # fmt: skip

    def _integrated(self) -> int:
        """How many equations Gauss rules have decided so far."""
        return sum(engine.integrated for engine in self._engines.values())

    def _rates(self, claim: Claim, context: Context) -> tuple[dict[str, Any], str]:
        """Measured slopes of the error in the lengths that the claim's options name, and the exponents they exclude."""
        from numeric.rates import rates
        from numeric.streams import generator

        stated: Mapping[str, int] = claim.options["sampled"]["rates"]
        n = {"fast": 5_000, "full": 50_000}[context.tier]
        found = rates(RATES_AT, n, generator(claim.id, "rates", context.seed), ALPHA)
        wrong = [f"{name}^{stated[name]}" for name in stated
                 if not found[name].slope[0] <= stated[name] <= found[name].slope[1]]  # fmt: skip
        return {name: found[name].figures() for name in stated}, ", ".join(wrong)

    def _different(
        self, claim: Claim, prop: Prop, finding: Finding, tests: list[MeanTest], engine: SampledEngine, context: Context
    ) -> Outcome:
        """A difference in the samples is confirmed in exact fractions before it counts, at a point that meets the
        claim's hypotheses."""
        compared = finding.failed or tuple(_terms(prop))
        about = {sym for side in compared for sym in symbols(side)}
        if any(isinstance(node, Op) and node.head == "at0" for side in compared for _, node in walk(side)):
            about |= {sym for _, value in engine.model.initial for sym in symbols(value)}
        if is_own(claim):
            about |= symbols(engine.model.loss)
        violated = next((h.name for h in claim.given if engine.violates(h.prop, about)), None)
        if violated is not None:
            return Outcome(Verdict.UNDECIDED, f"differs at {engine.label}, where the point does not meet {violated}")
        if finding.failed is None:
            sentence = f"the samples speak against it at {engine.label}: {finding.how}"
            at = engine.sizes["d"]
            scope = Scope(at_sizes({"d": at}, spoken(claim, prop)), dims=(at,))
            return Outcome(Verdict.UNDECIDED, sentence, scope, against=True)
        lhs, rhs = finding.failed
        if not (averaged(lhs) or averaged(rhs)):
            setting = exact_setting(
                claim, engine.sizes, engine.variant, EXACT_DRAWS, context.seed, engine.point, values=engine.values
            )
            failing = next((k for k in range(EXACT_DRAWS) if not truth(Prop("eq", (lhs, rhs)), setting, k)), None)
            if failing is None:
                sentence = f"{finding.how}, but the two sides agree in exact fractions at {engine.label}"
                return Outcome(Verdict.UNDECIDED, sentence, against=True)
            if not all(truth(premise, setting, failing) for premise in finding.assumed):
                return Outcome(Verdict.UNDECIDED, f"{finding.how} at {engine.label}, where it is not assumed")
            return Outcome(
                Verdict.REFUTED, "different in exact fractions", Scope(engine.label, dims=(engine.sizes["d"],)),
                counterexample=setting.describe(lhs, rhs, draw=failing), point=setting.point_of(lhs, rhs),
            )  # fmt: skip
        figures = figures_of(tests) if tests else {}
        condition, unmet = finding.condition if isinstance(finding, FoundAt) else None, False
        for there in self._looked_at(claim, lhs, rhs, engine, context):
            if any(there.violates(h.prop, about) for h in claim.given) or not _meets(condition, there):
                unmet = True
                continue
            try:
                if there.exactly_equal(lhs, rhs):
                    continue
            except Lacks as lacks:
                sentence = f"the samples differ; not confirmed: {lacks}"
                return Outcome(Verdict.UNDECIDED, sentence, figures=figures, against=True)
            left, right = (_shown(there.means(side)) for side in (lhs, rhs))
            return Outcome(
                Verdict.REFUTED, "the samples differ, and exact means confirm it",
                Scope(there.label, dims=(there.sizes["d"],)), figures,
                counterexample=f"{there.describe(lhs, rhs)}: left {left}, right {right}", point=there.plain(lhs, rhs),
            )  # fmt: skip
        sentence = "the samples differ, but the exact means in small dimensions do not"
        if unmet:
            sentence += ", where it could be looked at: other points do not meet the hypotheses"
        return Outcome(Verdict.UNDECIDED, sentence, figures=figures, against=not unmet)

    def _looked_at(
        self, claim: Claim, lhs: Term, rhs: Term, engine: SampledEngine, context: Context
    ) -> Iterator[SampledEngine]:
        """The sizes at which a difference is looked at in fractions: of a model of one's own where it was found."""
        if is_own(claim):
            yield engine
        for sizes in (*SMALL, *longer(claim, Prop("eq", (lhs, rhs)))):
            known = {name: n for name, n in sizes.items() if name in engine.sizes} | own_sizes(claim, sizes["d"])
            variant = next((v for v in variants(claim, Prop("eq", (lhs, rhs)), sizes["d"], context.seed)
                            if v.name == engine.variant.name), engine.variant)  # fmt: skip
            if variant.diagonal.d == sizes["d"]:
                yield self._engine(claim, known, variant, context, engine.point)

    def _sure(self, claim: Claim, prop: Prop, context: Context) -> Outcome:
        """On exact draws that meet the hypotheses; false only where it fails on each of them at some sizes, and
        almost surely false only where it fails around a draw."""
        shown, unmet, total, names = [], "", 0, spoken(claim)
        dims: set[int] = set()
        for whole, sizes, variant in _at_laws(claim, prop, context):
            draws = MANY_DRAWS if whole is EXACT_SIZES[0] and is_of_draws(prop) else EXACT_DRAWS
            met = (x for x in _settings(claim, prop, sizes, variant, draws, context) if not _is_vacuous(prop, x, 0))
            setting = next(met, None)
            if setting is not None:
                # Another point that meets the condition, or at which a number is 0, may show that it fails.
                others = met if _is_conditional(claim, prop) else ()
                zeros = _at_zeros(claim, prop, sizes, variant, draws, context) if whole is EXACT_SIZES[0] else ()
                meeting = (x for x in chain((setting,), others, zeros) if not _violated(claim, x, 0))
                looked_at = islice(meeting, LOOKED_AT[context.tier])
                setting = next((x for x in looked_at if _fails_at(prop, x)), setting)
            if setting is None:
                unmet = "the condition of the statement"
                continue
            violated = [_violated(claim, setting, draw) for draw in range(draws)]
            held = [truth(prop, setting, draw) for draw in range(draws)
                    if not violated[draw] and not _is_vacuous(prop, setting, draw)]
            if not held:
                unmet = next(filter(None, violated), "the condition of the statement")
                continue
            where = at_sizes(sizes, names)
            if is_of_draws(prop) and not all(held):
                return self._drawn_false(claim, prop, setting, violated, where)
            if not any(held):
                unread = next((h.name for h in claim.given if not is_met(h.prop) and _unread(h.prop, setting)), "")
                if unread:
                    return Outcome(Verdict.UNDECIDED, f"fails at {where}, where the draws may not meet {unread!r}")
                failing = _first_false(prop, setting, violated)
                return Outcome(
                    Verdict.REFUTED, f"fails on each of {len(held)} exact draws", Scope(where, dims=(sizes["d"],)),
                    counterexample=setting.describe_draw(failing, *_terms(prop)),
                    point=setting.point_of(*_terms(prop), draw=failing),
                )  # fmt: skip
            if not all(held):
                return Outcome(Verdict.UNDECIDED, f"holds on some exact draws and fails on others at {where}")
            shown.append(tuple(size for name, size in sizes.items() if name in names))
            total += len(held)
            dims.add(sizes["d"])
        elsewhere = under_other_laws(claim, prop, context)
        if elsewhere is not None:
            return elsewhere
        if not shown:
            raise Lacks(f"sampled draws no values that meet the hypothesis {unmet!r}")
        told = [name for name in needed(claim, EXACT_SIZES[0]) if name in names]
        if null := _fails_at_null(claim, prop, context):
            return Outcome(Verdict.UNDECIDED, f"fails where {null.name} is 0, an outcome of probability 0", doubts=True)
        text = in_turn(told, list(dict.fromkeys(shown))) or f"{total} exact draws"
        at = f" at {text}" if told else ""
        return Outcome(
            Verdict.SUPPORTED, f"holds in exact fractions on {total} draws{at}",
            Scope(text, dims=tuple(sorted(dims))),
            {"exact_draws": total},
        )  # fmt: skip

    def _drawn_false(
        self, claim: Claim, prop: Prop, setting: Setting, violated: list[str], where: str
    ) -> Outcome:
        """What fails on some draws is false if it fails around one of them."""
        understood = not any(not is_met(h.prop) and _unread(h.prop, setting) for h in claim.given)
        failing = next((k for k, name in enumerate(violated) if not name and fails_around(prop, setting, k)), None)
        if failing is None or not understood:
            sentence = f"fails on exact draws at {where}, which may be of probability 0"
            return Outcome(Verdict.UNDECIDED, sentence, against=True)
        return Outcome(
            Verdict.REFUTED, "fails on an exact draw and around it", Scope(where, dims=(setting.algebra.sizes["d"],)),
            counterexample=setting.describe_draw(failing, *_terms(prop)),
            point=setting.point_of(*_terms(prop), draw=failing),
        )  # fmt: skip


def _fails_at_null(claim: Claim, prop: Prop, context: Context) -> Sym | None:
    """What is drawn and may be 0, though it never is: a statement of every outcome is of that one, too."""
    props = (prop, *(h.prop for h in claim.given if h.prop.head != "almost_surely"))
    if any(sub.head == "almost_surely" for _, sub in subprops(prop)):
        return None
    sizes = needed(claim, EXACT_SIZES[0])
    variant = variants(claim, prop, sizes["d"], context.seed)[0]
    for s in sorted((s for s in _about(prop) if _covers_0(s)), key=lambda s: s.name):
        setting = exact_setting(claim, sizes, variant, 1, context.seed)
        with suppress(Lacks, ZeroDivisionError):
            drawn = setting.algebra.symbol(s)
            assert setting.algebra.outcome is not None
            setting.algebra.outcome.values[s.name, 0] = drawn * 0
            if all(truth(p, setting, 0) for p in props[1:]) and not truth(prop, setting, 0):
                return s
    return None


def _covers_0(s: Sym) -> bool:
    """Whether what is drawn comes near to 0, and has the value of no other symbol."""
    normal = s.traits >= {"noise", "normal"} or any(t.startswith("cov:") for t in s.traits)
    return s.has("random") and normal and not s.has("iid")


def _at_laws(claim: Claim, prop: Prop, context: Context) -> Iterator[tuple[dict[str, int], dict[str, int], Variant]]:
    """Sizes as they are listed and as they are needed, with laws in turn, and with every law that is hostile."""
    for k, whole in enumerate((*EXACT_SIZES, *longer(claim, prop))):
        sizes = needed(claim, whole) if whole in EXACT_SIZES else whole
        first, *more = variants(claim, prop, sizes["d"], context.seed)
        turns = (first, *(other for other in more if other.signed is not first.signed))
        hostile = (other for other in more if other.hostile is not None)
        yield from ((whole, sizes, variant) for variant in dict.fromkeys((turns[k % len(turns)], *hostile)))


def _settings(
    claim: Claim, prop: Prop, sizes: dict[str, int], variant: Variant, draws: int, context: Context
) -> Iterator[Setting]:
    """General points; of what is said of every value, where the first of them does not meet the hypotheses, one that
    does."""
    many = draws == MANY_DRAWS
    values = meeting(claim, tuple(sizes.items()), variant, context.seed, 0) if is_of_values(prop) else ()
    if values:
        yield exact_setting(claim, sizes, variant, draws, context.seed, 0, many, values)
    yield from (exact_setting(claim, sizes, variant, draws, context.seed, k, many) for k in range(POINTS))


def _at_zeros(
    claim: Claim, prop: Prop, sizes: dict[str, int], variant: Variant, draws: int, context: Context
) -> Iterator[Setting]:
    """The general point, but that one number is 0."""
    numbers = {s for s in _about(prop) if s.shape == (1, 1) and is_fixed(s) and not s.traits & _NEVER_0}
    for s in sorted(numbers, key=lambda s: s.name):
        zero = ((s.name, ((Fraction(0),),)),)
        yield exact_setting(claim, sizes, variant, draws, context.seed, 0, draws == MANY_DRAWS, zero)


def _at_named(outcome: Outcome, claim: Claim, prop: Prop, context: Context) -> Outcome:
    """The outcome, but for a point that is hostile on purpose and makes the statement false."""
    there = fails_at(claim, prop, context)
    if there is None:
        return outcome
    terms = _terms(prop)
    where = ", ".join(filter(None, (there.describe_point(*terms), there.describe_laws(*terms))))
    return Outcome(
        Verdict.REFUTED, "false in fractions, means among them, at a point", Scope("one point"),
        counterexample=where, point=there.point_of(*terms),
    )  # fmt: skip


def _terms(prop: Prop) -> list[Term]:
    return [arg for _, inner in subprops(prop) for arg in inner.args if isinstance(arg, Term)]


def _violated(claim: Claim, setting: Setting, draw: int) -> str:
    """The name of a hypothesis that is certainly false on this draw, if one is."""
    for hypothesis in claim.given:
        with suppress(Lacks):
            if not truth(hypothesis.prop, setting, draw):
                return hypothesis.name
    return ""


def _first_false(prop: Prop, setting: Setting, violated: list[str]) -> int:
    return next(draw for draw, name in enumerate(violated) if not name and not truth(prop, setting, draw))


def _is_conditional(claim: Claim, prop: Prop) -> bool:
    """Whether something is asked of constants, and nothing is drawn."""
    return bool(premises(prop) or claim.given) and not is_of_draws(prop)


def _fails_at(prop: Prop, setting: Setting) -> bool:
    with suppress(Lacks):
        return not truth(prop, setting, 0)
    return False


def _is_of_numbers(prop: Prop) -> bool:
    """Whether it says a limit of what is not random."""
    return has_limits(prop) and not any(s.traits & {"random", "derived", "prompt", "context"} for s in _about(prop))


def _compares_means(prop: Prop, *, equations: bool) -> bool:
    """Whether it is an inequality, or an equation, of means over what no model draws."""
    heads = {"le", "lt", "ge", "gt", *({"eq"} if equations else ())}
    ordered = any(sub.head in heads for _, sub in subprops(prop))
    found = not any(s.traits & {"derived", "prompt", "context"} for s in _about(prop))
    return ordered and found and not has_limits(prop)


def _meets(condition: Prop | None, engine: SampledEngine) -> bool:
    with suppress(Lacks):
        return condition is None or truth(condition, engine.exact_setting(1), 0)
    return False


def _is_vacuous(prop: Prop, setting: Setting, draw: int) -> bool:
    """Whether an implication says nothing on this draw."""
    return all(any(not truth(p, setting, draw) for p in under) for under, _ in said(prop, _SURELY))


def _unread(hypothesis: Prop, setting: Setting) -> bool:
    try:
        is_met_at(hypothesis, setting, 0)
    except Lacks:
        return True
    return False


def _about(prop: Prop) -> set[Sym]:
    return {sym for side in _terms(prop) for sym in symbols(side)}


def _shown(value: np.ndarray) -> str:
    """Exact entries as text."""
    return str([[str(x) for x in row] for row in value]).replace("'", "")


_SURELY = frozenset({"almost_surely"})
_SURE_HEADS = frozenset({
    "psd", "posdef", "psd_form", "positive_eigenvalue", "negative_eigenvalues_at_least", "negative_eigenvalues_equal",
    "spectrum_products", "nonconvex", "defined", "ne", "lt", "le", "gt", "ge",
})  # fmt: skip


def _is_sure(prop: Prop) -> bool:
    """Whether ``prop`` speaks of single draws: its innermost statements are of a kind decided draw by draw."""
    return all(
        all(map(_is_sure, under)) and link.head in _SURE_HEADS
        and not any(averaged(arg) for arg in link.args if isinstance(arg, Term))
        for under, link in said(prop, {"almost_surely", "exists"})
    )  # fmt: skip
