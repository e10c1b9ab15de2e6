"""Propositions beyond identities, decided entry by entry: signs, limits, orders, implications; and exact refutation.

What reduces to identities is left to :mod:`..deciding.decide`.  An inequality holds where the difference of its sides
has a sign for all admissible entries; a limit is read off a rational function of the lengths.  What is not decided so
is looked at in exact points: one point where the statement fails refutes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import ClassVar

from symbolic.entries import Matrix
from symbolic.errors import InputError

from ...algebras.entries import Decision
from ...algebras.entries.algebra import EntriesAlgebra
from ...algebras.entries.asymptotic import is_of_order, limit_of
from ...algebras.entries.cases import cases_of
from ...algebras.entries.extents import Extent, extent
from ...algebras.entries.hypotheses import hypotheses
from ...algebras.entries.prompts import algebra_for, law_algebra, wide_algebra
from ...algebras.entries.refutation import Refutation, refutation
from ...algebras.entries.signs import Signs
from ...algebras.entries.sizes_met import Excluded
from ...algebras.entries.space import LAM, Setting
from ...algebras.entries.squares import under_the_square
from ...algebras.entries.truth import mean_square
from ...algebras.entries.turning import in_its_basis
from ...statement.fold import Lacks
from ...statement.props import Prop, asks_for_a_point, subprops, substitute_in, subterms
from ...statement.terms import MadeSym, Op, Sym, Term, substitute, symbols, where
from ..deciding.decide import decide
from ..deciding.engine import Engine, Finding
from ..deciding.reductions import in_positive_integers
from . import minima as minima
from .links import instances, links_of

POSITIVE_PART = "excess of"
RELATIONS = frozenset({"and", "eq", "le", "lt", "ge", "gt"})
SIGNED = {"le": (-1, False), "lt": (-1, True), "ge": (1, False), "gt": (1, True)}


class Entrywise:
    """Decides one claim's propositions at one dimension."""

    def __init__(
        self, engine: Engine, decisions: list[Decision], setting: Setting, given: tuple[Prop, ...], tried: int,
        refuting: bool = False,
    ) -> None:  # fmt: skip
        self.engine = engine
        self.decisions = decisions
        """What the engine has decided so far."""
        self.setting = setting
        self.given = given
        self.tried = tried
        self.refuting = refuting
        """Only a refutation is wanted: no certificate is looked for where one could not refute."""
        self.found: Refutation | None = None
        self.covered: list[Extent] = []

    def decide(self, prop: Prop) -> Finding:
        """As :mod:`..deciding.decide`, for more propositions; ``found`` is an exact point at which ``prop`` fails."""
        if not any(True for _ in links_of(prop)):
            return decide(prop, self.engine)
        links = list(instances(prop, self.setting.d))
        lacking: Lacks | None = None
        how: list[str] = []
        for link in links:
            before = len(self.decisions)
            try:
                finding = self._link(link)
            except (Lacks, ZeroDivisionError, InputError) as lacks:
                # Points met on the way need not meet the hypotheses that the link states.
                del self.decisions[before:]
                if self.tried:
                    self.found = self.found or refutation(link, self.setting, self.given, self.tried)
                if self.found is not None:
                    return Finding(False, "an exact point at which the statement fails")
                reason = str(lacks) if isinstance(lacks, Lacks) else f"entries lacks a value here: {lacks}"
                lacking = lacking or (lacks if isinstance(lacks, Excluded) else Lacks(reason))
                continue
            if not finding.holds:
                return finding
            how += [finding.how] if finding.how not in how else []
        if lacking is not None:
            raise lacking
        return Finding(True, "; ".join(how))

    def _link(self, prop: Prop) -> Finding:
        if self.refuting and (prop.head in _CERTIFIED or _is_bound_along(prop)):
            raise Lacks("entries refutes this at exact points only")
        special = self._SPECIAL.get(prop.head)
        if special is None:
            return decide(prop, self.engine)
        return special(self, prop)

    # Signs --------------------------------------------------------------------------------------------------

    def _signed(self, prop: Prop) -> Finding:
        wanted, strict = SIGNED[prop.head]

        def holds(algebra: EntriesAlgebra, lhs: Matrix, rhs: Matrix) -> bool:
            gap = algebra.space.roots.reduce((lhs - rhs)[0, 0])
            sign, definite = Signs(algebra.space).of(gap)
            return (sign == wanted and (definite or not strict)) or (not gap and not strict)

        return self._at_settings(prop, holds, "the difference of the two sides has this sign, by its coefficients")

    def _definite(self, prop: Prop) -> Finding:
        strict = prop.head == "posdef"

        def holds(algebra: EntriesAlgebra, A: Matrix) -> bool:
            signs = Signs(algebra.space)
            n = len(A.rows)
            if any((A - A.T).entries()):
                return False
            minors = [Matrix.build(k, k, lambda i, j: A[i, j]).det() for k in range(1, n + 1)]
            found = [signs.of(algebra.space.roots.reduce(m)) for m in minors]
            return all(f == (1, True) for f in found) or (not strict and n == 1 and found[0][0] == 1)

        return self._at_settings(prop, holds, "leading minors positive, by their coefficients")

    def _at_settings(self, prop: Prop, holds: Callable[..., bool], how: str) -> Finding:
        """``holds`` of the terms of ``prop``, for general entries or where Lam is diagonal."""
        terms = [arg for arg in prop.args if isinstance(arg, Term)]
        if self._decided_in_cases(terms, holds):
            return Finding(True, how)
        for diagonal in (False, True) if self.setting.d > 1 else (False,):
            algebra = wide_algebra(terms, self._in_its_basis(terms) if diagonal else self.setting)
            if holds(algebra, *(algebra.finish(algebra.read(t)) for t in terms)):
                self._note(diagonal)
                return Finding(True, how)
        raise Lacks("entries lacks a certificate of this sign")

    def _decided_in_cases(self, terms: list[Term], holds: Callable[..., bool]) -> bool:
        """At d = 1: ``holds`` wherever covariances and deviations vanish, and wherever they are positive."""
        model = self.setting.model
        if self.setting.d > 1 or model.derived_loss:
            return False
        assumed = hypotheses(self.given, terms, model)
        start = replace(self.setting, definite=assumed.definite, squared=True)
        cases = list(cases_of(terms, assumed, start, all_of_them=True))
        if not cases:
            raise Excluded("entries finds that no number meets the hypotheses at this size")
        for case in cases:
            algebra = algebra_for(terms, case)
            if not holds(algebra, *(algebra.finish(algebra.read(t)) for t in terms)):
                return False
        self._note(False)
        return True

    # Limits -------------------------------------------------------------------------------------------------

    def _tends(self, prop: Prop, surely: bool = True) -> Finding:
        body, value, *moving = (arg for arg in prop.args if isinstance(arg, Term))
        lengths = [s.name for s in moving if isinstance(s, Sym)]
        if self.setting.d == 1 and not self.setting.model.derived_loss and surely:
            finding = minima.tends(prop, self.setting, self.given)
            self._note(False)
            return finding
        algebra, (a, b) = self._symbolic([body, value, *moving])
        limits = [limit_of(e, lengths, algebra, surely=surely) for e in (a - b).entries()]
        if any(algebra.space.roots.reduce(e) for e in limits):
            raise Lacks("entries finds another limit, but no exact point that shows it")
        return Finding(True, "the limit of a rational function of the lengths")

    def _almost_surely(self, prop: Prop) -> Finding:
        (body,) = prop.args
        assert isinstance(body, Prop)
        if body.head in {"tends", "tends_jointly"}:
            return self._tends(body, surely=False)
        if body.head in self._SPECIAL:
            return self._link(body)
        return decide(prop, self.engine)

    def _in_mean_square(self, prop: Prop) -> Finding:
        return self._tends(mean_square(prop))

    def _order(self, prop: Prop) -> Finding:
        f, g, *moving = (arg for arg in prop.args if isinstance(arg, Term))
        in_positive_integers((s for s in moving if isinstance(s, Sym)), self.engine.name)
        algebra, (a, b) = self._symbolic([f, g, *moving])
        if not is_of_order(a[0, 0], b[0, 0], [s.name for s in moving if isinstance(s, Sym)], algebra):
            raise Lacks("entries finds no bound, and no exact point that shows that there is none")
        return Finding(True, "a rational function of the lengths that stays bounded")

    def _symbolic(self, terms: list[Term]) -> tuple[EntriesAlgebra, tuple[Matrix, Matrix]]:
        try:
            algebra: EntriesAlgebra = law_algebra(terms, self.setting)
            read = (algebra.read(terms[0]), algebra.read(terms[1]))
            self._note(False)
        except Lacks:
            if self.setting.d == 1:
                raise
            algebra = law_algebra(terms, self._in_its_basis(terms))
            read = (algebra.read(terms[0]), algebra.read(terms[1]))
            self._note(True)
        return algebra, read

    def _in_its_basis(self, terms: Sequence[Term]) -> Setting:
        return in_its_basis(self.setting, (*terms, *(node for h in self.given for _, node in subterms(h))))

    def _note(self, diagonal: bool) -> None:
        every = ("N", "M") if self.setting.model.derived_loss else ()
        self.covered.append(extent(self.setting, diagonal, every=every))

    # Implications ---------------------------------------------------------------------------------------------

    def _implies(self, prop: Prop) -> Finding:
        """A bound for a symbol is put in, or what vanishes for every sample; or the conclusion holds anyway."""
        hypothesis, conclusion = prop.args
        assert isinstance(hypothesis, Prop)
        assert isinstance(conclusion, Prop)
        if asks_for_a_point(conclusion):
            raise Lacks("entries lacks a point that meets the condition and shows this")
        for number, link in enumerate(links_of(hypothesis), start=1):
            bound = _lower_bound(link, MadeSym(f"{POSITIVE_PART} {number}", (1, 1), frozenset({"positive"})))
            if bound is not None and (link.head in {"gt", "lt"} or _is_closed(conclusion)):
                conclusion = _with_bound(conclusion, *bound)
        vanishing = tuple(_vanishing(hypothesis))
        values = [p.args[1] for p in links_of(hypothesis) if p.head == "eq" and p.args[0] == LAM]
        if values and isinstance(values[0], Term) and not _averages(conclusion):
            known: dict[Sym, Term] = {LAM: values[0]}
            conclusion = substitute_in(conclusion, known)
            vanishing = tuple(substitute(v, known) for v in vanishing)
        # What vanishes at one outcome need not vanish at the others, over which a mean is.
        if vanishing and conclusion.head == "eq" and not _averages(conclusion):
            finding = self._vanishes(conclusion, vanishing)
        else:
            try:
                finding = decide(prop, self.engine)
            except Lacks:
                finding = self._assuming(hypothesis)._concluded(conclusion)
        if not finding.holds:
            raise Lacks("entries lacks a use of this hypothesis")
        return finding

    def _assuming(self, hypothesis: Prop) -> Entrywise:
        """The same where conditions that exclude singular cases hold as well, in a model of one's own."""
        conditions = [p for p in links_of(hypothesis) if p.head in {"posdef", "gt", "lt", "ne", "eq"}]
        if self.setting.model.derived_loss or not conditions:
            return self
        given = (*self.given, *conditions)
        engine = copy(self.engine)
        engine.given = given
        deeper = Entrywise(engine, self.decisions, self.setting, given, self.tried, self.refuting)
        deeper.covered = self.covered
        return deeper

    def _concluded(self, conclusion: Prop) -> Finding:
        """The conclusion under all hypotheses; where these are equations, case by case at d = 1."""
        if self.setting.model.derived_loss or self.setting.d > 1:
            return self._link(conclusion)
        try:
            return self._link(conclusion)
        except Lacks as lacks:
            if conclusion.head not in {"eq", "and", "almost_surely"}:
                raise
            try:
                finding = minima.equal(conclusion, self.setting, self.given)
            except Lacks:
                raise lacks from None
        self._note(False)
        return finding

    def _vanishes(self, conclusion: Prop, vanishing: tuple[Term, ...]) -> Finding:
        lhs, rhs = (arg for arg in conclusion.args if isinstance(arg, Term))
        setting = replace(self.setting, vanishing=vanishing)
        algebra = wide_algebra([lhs, rhs, *vanishing], setting)
        gap = algebra.read(lhs) - algebra.read(rhs)
        self._note(False)
        return Finding(not any(gap.entries()), "a multiple of what vanishes for every sample")

    def _of_minima(self, prop: Prop) -> Finding:
        """What is decided in every case of vanishing covariances; elsewhere as identities decide it."""
        f = prop.args[0]
        squared = isinstance(f, Term) and under_the_square(f) is not None
        if self.setting.model.derived_loss or (prop.head == "minimisers_satisfy" and not squared):
            return decide(prop, self.engine)
        reader = {"minimisers_satisfy": minima.minimisers_satisfy, "minimum_where": minima.minimum_where,
                  "convex": minima.convex, "iff": minima.equivalent}[prop.head]
        finding = reader(prop, self.setting, self.given)
        self._note(False)
        return finding

    def _and(self, prop: Prop) -> Finding:
        findings = [self._link(p) for p in prop.args if isinstance(p, Prop)]
        return next((f for f in findings if not f.holds), Finding(True, "; ".join(f.how for f in findings)))

    _SPECIAL: ClassVar[dict[str, Callable[[Entrywise, Prop], Finding]]] = {
        "le": _signed, "lt": _signed, "ge": _signed, "gt": _signed, "posdef": _definite, "psd": _definite,
        "tends": _tends, "tends_jointly": _tends, "almost_surely": _almost_surely, "in_mean_square": _in_mean_square,
        "order": _order, "implies": _implies, "and": _and,
        "minimisers_satisfy": _of_minima, "minimum_where": _of_minima, "convex": _of_minima, "iff": _of_minima,
    }


_CERTIFIED = frozenset({*SIGNED, "posdef", "psd", "tends", "tends_jointly", "in_mean_square", "order"})
"""What holds where a certificate is found, and is open where none is."""


def _is_bound_along(prop: Prop) -> bool:
    """Whether an inequality is to hold along the flow: derivatives can show that, but not refute it."""
    body = prop.args[0] if prop.head == "always" else None
    return isinstance(body, Prop) and body.head in SIGNED


def _is_closed(conclusion: Prop) -> bool:
    """Whether the conclusion, holding where a bound is exceeded, holds at the bound as well."""
    return all(p.head in {"and", "eq", "le", "ge"} for _, p in subprops(conclusion))


def _lower_bound(hypothesis: Prop, excess: Sym) -> tuple[Sym, Term] | None:
    """A symbol that exceeds a term, as that term plus a positive symbol of its own."""
    if hypothesis.head not in {"gt", "lt", "ge", "le"}:
        return None
    larger, smaller = hypothesis.args if hypothesis.head in {"gt", "ge"} else reversed(hypothesis.args)
    assert isinstance(smaller, Term)
    if not isinstance(larger, Sym) or larger in symbols(smaller):
        return None
    return larger, smaller + excess


def _with_bound(prop: Prop, sym: Sym, value: Term) -> Prop:
    """``prop`` with the value put in for ``sym`` after everything has been derived."""
    inside = (_with_bound(a, sym, value) if isinstance(a, Prop) else where(a, (sym, value)) for a in prop.args)
    return Prop(prop.head, tuple(inside)) if prop.head in RELATIONS else prop


def _averages(prop: Prop) -> bool:
    return any(isinstance(t, Op) and t.head in {"expect", "expect_given"} for _, t in subterms(prop))


def _vanishing(hypothesis: Prop) -> Iterator[Term]:
    """What vanishes for every sample."""
    for link in links_of(hypothesis):
        if link.head == "for_all" and isinstance(link.args[1], Prop) and link.args[1].head == "eq":
            lhs, rhs = link.args[1].args
            if isinstance(lhs, Term) and isinstance(rhs, Term):
                yield lhs - rhs
