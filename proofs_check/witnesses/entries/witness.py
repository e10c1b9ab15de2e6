"""The entrywise witness: identities between exact polynomials at d = 1, 2, 3, with symbolic or bounded N."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ...algebras.contexts.speaks import speaks_of_contexts
from ...algebras.entries import Decision, Setting, certainly_nonzero, decide_at_minimisers, decide_equal
from ...algebras.entries.extents import at
from ...algebras.entries.instances import decided, instance
from ...algebras.entries.laws import speaks_of_laws
from ...algebras.entries.minimisers import fails_at
from ...algebras.entries.needs import own_sizes
from ...algebras.entries.point_laws import Told
from ...algebras.entries.refutation import TRIED
from ...algebras.entries.sizes_met import Excluded, sizes_met
from ...algebras.entries.support import may_leave_the_support, on_the_support
from ...algebras.entries.truth import truth
from ...claims import Claim, Part, Reading
from ...counterexamples import Minimiser
from ...model import assumed_at_start, is_own, model_for
from ...papers import NAMES as PAPERS
from ...spoken import COVARIANCE, at_sizes, bound_in, spoken
from ...statement.fold import Lacks
from ...statement.indices import free_indices
from ...statement.props import Prop, subprops
from ...statement.sizes import sizes_of
from ...statement.terms import Sym, Term
from ...verdict import Outcome, Point, Scope, Verdict
from .. import Context
from ..deciding.decide import decide
from ..deciding.engine import Engine, Finding
from ..deciding.quantified import covered, may_pin
from .contexts import examine_context, refutes_context
from .entrywise import Entrywise
from .finite import decide_moments, is_about_moments
from .spectra import decide_spectral, is_spectral

TRIED_FOR_TWINS = {"fast": 2, "full": 3}
"""Exact points at which a wrong twin is looked at: most fail at the first."""


class EntriesEngine(Engine):
    """Equality at one dimension; remembers the decisions that it took."""

    name = "entries"

    def __init__(self, claim: Claim, d: int) -> None:
        self.model, self.at_start = model_for(claim), assumed_at_start(claim)
        self.d = d
        self.given = tuple(hypothesis.prop for hypothesis in claim.given)
        self.decisions: list[Decision] = []

    def equal(self, lhs: Term, rhs: Term) -> bool:
        decision = decide_equal(lhs, rhs, self.d, given=self.given, model=self.model)
        if not decision.equal and decision.counterexample is None and may_leave_the_support(lhs, rhs):
            standard = on_the_support(lhs), on_the_support(rhs)
            decision = replace(decide_equal(*standard, self.d, given=self.given, model=self.model), counterexample=None)
        self.decisions.append(decision)
        return decision.equal

    def differ(self, lhs: Term, rhs: Term) -> bool:
        decision = decide_equal(lhs, rhs, self.d, given=self.given, model=self.model)
        self.decisions.append(decision)
        return decision.counterexample is not None

    def never_zero(self, value: Term) -> bool:
        return certainly_nonzero(value, self.d, self.model)

    def equal_at_minimisers(self, f: Term, variables: list[Sym], lhs: Term, rhs: Term) -> bool:
        setting = Setting(self.d, own_sizes([f, lhs, rhs], self.model, self.d), model=self.model)
        decision = decide_at_minimisers(f, variables, lhs, rhs, setting)
        self.decisions.append(decision)
        return decision.equal


def counterexample(
    claim: Claim, lhs: Term, rhs: Term, dims: tuple[int, ...] = (1, 2, 3), assumed: tuple[Prop, ...] = ()
) -> dict[str, object] | None:
    """The smallest exact point at which ``lhs`` and ``rhs`` differ and what is ``assumed`` holds; None if none was
    found."""
    given = (*(h.prop for h in claim.given), *assumed)
    for d in dims:
        try:
            decision = decide_equal(lhs, rhs, d, given=given, model=model_for(claim))
        except Lacks:
            continue
        if decision.counterexample is not None:
            return decision.counterexample
    return None


def refuted(claim: Claim, prop: Prop, how: str, scope: Scope, found: dict[str, object]) -> Outcome:
    """What a point shows, as text and as data."""
    props = [prop, *(h.prop for h in claim.given)]
    sizes = sizes_of(props)
    silent = {"d"} if claim.paper in PAPERS else {"d", COVARIANCE}
    bound = {sym.name for sym in bound_in(props)}
    spoken_of = spoken(claim, prop)
    told = {k: value for k, value in found.items() if k not in bound and (k not in silent or k in spoken_of)}
    return Outcome(
        Verdict.REFUTED, how, scope, counterexample=describe_point(told), point=as_point(told, sizes)
    )


def as_point(found: dict[str, object], sizes: frozenset[str]) -> Point:
    """The same as data; what is no number and no matrix is said in words."""
    named = {name: value for name, value in found.items() if name not in {"lhs", "rhs", ""}}
    said = "; ".join(f"{name} {value}" for name, value in named.items() if isinstance(value, str))
    exact = {name: value for name, value in named.items() if isinstance(value, (int, Fraction, list))}
    whole = {name: int(value) for name, value in exact.items() if name in sizes and not isinstance(value, list)}
    laws = {name.removeprefix("law of "): law.data for name, law in named.items() if isinstance(law, Told)}
    return Point(whole, {name: value for name, value in exact.items() if name not in whole}, said, laws=laws)


def describe_point(point: dict[str, object]) -> str:
    """An exact point as text: ``d = 1, N = 1, Lam = [[2]]: left 3, right 4``."""
    values = ", ".join(f"{name} = {_plain(value)}" for name, value in point.items() if name not in {"lhs", "rhs", ""})
    if "lhs" not in point:
        return f"{values}: {point['']}" if values else str(point[""])
    return f"{f'{values}: ' if values else ''}left {_plain(point['lhs'])}, right {_plain(point['rhs'])}"


def _plain(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_plain(item) for item in value) + "]"
    return str(value)


class EntriesWitness:
    name = "entries"

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        if speaks_of_contexts(reading.prop):
            return examine_context(claim, reading.prop, context)
        problem = instance(reading.prop, model_for(claim))
        if problem is not None:
            return _at_one_problem(claim, reading.prop, *problem)
        options = claim.options.get("entries", {})
        named = options.get("minimisers", {}).get(part.name)
        if named is not None and reading.prop.head == "minimisers_satisfy":
            return _at_a_minimiser(claim, reading.prop, named)
        names = spoken(claim, reading.prop)
        done: list[Decision] = []
        dims: list[int] = []
        lacking = ""
        lawful = _speaks_of_laws(claim, reading.prop)
        fast_d = options.get("fast_d", 2)
        largest = min(options.get("largest_d", 9), fast_d if context.tier == "fast" else 9)
        for d in sorted(d for d in context.dims if d <= largest):
            try:
                finding, decisions = self._decide(claim, reading.prop, d, context.tier)
            except Lacks as lacks:
                lacking = lacking or (f"d = {d}: {lacks}" if "d" in names else str(lacks))
                if isinstance(lacks, Excluded):
                    continue
                if context.tier == "fast" and (not lawful or _is_for_its_proof(claim, part)):
                    break
                # What cannot be proved at this dimension may still be refuted at the next.
                continue
            if not finding.holds:
                return _refuted(claim, reading.prop, finding, decisions, d)
            done += decisions
            dims.append(d)
        if not done:
            return Outcome(Verdict.UNDECIDED, lacking or "entries was given no dimension")
        told = list(dict.fromkeys(decision.extent.told(names) for decision in done))
        scope = "; ".join(filter(None, told)) or covered(claim, reading.prop)
        rest = f"; {lacking}" if lacking else ""
        return Outcome(
            Verdict.PROVED, f"exact polynomial identities in the entries{rest}",
            Scope(scope, dims=tuple(dims)), {"identities": len(done)},
        )

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        if speaks_of_contexts(reading.prop):
            return refutes_context(claim, twin, context)
        problem = instance(twin, model_for(claim))
        if problem is not None:
            return _at_one_problem(claim, twin, *problem).verdict is Verdict.REFUTED
        for d in sorted(context.dims)[:2]:
            try:
                if not self._decide(claim, twin, d, context.tier, refuting=True)[0].holds:
                    return True
            except Lacks:
                continue
        return False

    def _decide(
        self, claim: Claim, prop: Prop, d: int, tier: str, refuting: bool = False
    ) -> tuple[Finding, list[Decision]]:
        if is_spectral(prop):
            return decide_spectral(prop, d)
        if is_about_moments(prop):
            if claim.given:
                raise Lacks("entries refutes no finiteness of moments under hypotheses")
            return decide_moments(prop, d)
        engine = EntriesEngine(claim, d)
        laws = {
            p.args[0].name: p.args[1] for p in engine.given if p.head == "iid_entries" and isinstance(p.args[0], Sym)
        }
        of_a_paper = bool(engine.model.derived_loss) and not _speaks_of_laws(claim, prop)
        if tier == "fast" and of_a_paper and "balls" in claim.witnesses:
            # Of the prompt of Section 3.3 balls examine what is no identity.
            return decide(prop, engine), engine.decisions
        terms = [arg for _, sub in subprops(prop) for arg in sub.args if isinstance(arg, Term)]
        own = sizes_met(own_sizes(terms, engine.model, d), d, engine.given, engine.model)
        setting = Setting(d, own, model=engine.model, laws=laws)
        tried = TRIED_FOR_TWINS[tier] if refuting else TRIED[tier]
        wider = Entrywise(engine, engine.decisions, setting, engine.given, tried, refuting)
        finding = wider.decide(prop)
        if wider.found is not None:
            engine.decisions.append(Decision(False, at(d), counterexample=wider.found.values))
        return finding, engine.decisions + [Decision(True, extent) for extent in wider.covered]


def _at_one_problem(claim: Claim, prop: Prop, setting: Setting, body: Prop) -> Outcome:
    """What is stated about one exact problem."""
    try:
        holds, how = decided(body, setting)
    except Lacks as lacks:
        return Outcome(Verdict.UNDECIDED, str(lacks))
    if holds:
        return Outcome(Verdict.PROVED, how, Scope("the stated problem", whole=True))
    if not all(truth(hypothesis.prop, setting) for hypothesis in claim.given):
        return Outcome(Verdict.UNDECIDED, "the stated problem is not seen to meet the hypotheses of the claim")
    found: dict[str, object] = {"d": setting.d, **setting.lengths, **setting.values, "": how}
    return refuted(claim, prop, how, Scope("the stated problem", dims=(setting.d,)), found)


def _at_a_minimiser(claim: Claim, prop: Prop, named: Minimiser) -> Outcome:
    """Whether the statement about all minimisers fails at the one that the claim names, with its certificate."""
    try:
        found = fails_at(prop, named, model_for(claim))
    except Lacks as lacks:
        return Outcome(Verdict.UNDECIDED, str(lacks))
    if found is None:
        return Outcome(Verdict.UNDECIDED, "the statement does not fail at the minimiser that the claim names")
    how = "a minimiser, by a certificate of squares, does not have the property"
    return refuted(claim, prop, how, Scope("the point given"), found)


def _is_for_its_proof(claim: Claim, part: Part) -> bool:
    """Whether a chain is there to show what entries cannot, in a model of one's own: further dimensions, at which it
    might be refuted, are for the full tier then."""
    return is_own(claim) and claim.expected is None and bool(claim.proofs.keys() & {part.name, ""})


def _speaks_of_laws(claim: Claim, prop: Prop) -> bool:
    terms = [arg for _, sub in subprops(prop) for arg in sub.args if isinstance(arg, Term)]
    return speaks_of_laws(terms, model_for(claim))


def _refuted(claim: Claim, prop: Prop, finding: Finding, decisions: list[Decision], d: int) -> Outcome:
    point = next((x.counterexample for x in reversed(decisions) if x.counterexample is not None), None)
    if point is None:
        where = f"at d = {d} " if "d" in spoken(claim, prop) else ""
        sentence = f"{where}{finding.how}; no exact point was found that shows it"
        given = [h.prop for h in claim.given]
        pinned = may_pin(given)
        against = not pinned and not any(map(free_indices, given))
        return Outcome(Verdict.UNDECIDED, sentence, against=against, doubts=pinned)
    return refuted(claim, prop, finding.how, Scope(at_sizes({"d": d}, spoken(claim, prop)), dims=(d,)), point)
