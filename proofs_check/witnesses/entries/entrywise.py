"""Propositions beyond identities, decided entry by entry: signs, limits, orders, implications; and exact refutation.

What reduces to identities is left to :mod:`..deciding.decide`.  An inequality holds where the difference of its sides
has a sign for all admissible entries; a limit is read off a rational function of the lengths.  What is not decided so
is looked at in exact points: one point where the statement fails refutes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import ClassVar

from symbolic.entries import Matrix
from symbolic.errors import InputError

from ... import logic
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
from ...logic import Answer, Truth, all_of, known, unknown
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops, substitute_in, subterms, terms_in
from ...statement.terms import MadeSym, Num, Op, Sym, Term, substitute, symbols, where
from ..deciding.decide import Reductions, decide, finding_of
from ..deciding.engine import Engine, Finding
from ..deciding.reductions import in_positive_integers
from . import minima
from .links import instances, links_of

POSITIVE_PART = "excess of"
RELATIONS = frozenset({"and", "eq", "le", "lt", "ge", "gt"})
SIGNED = {"le": (-1, False), "lt": (-1, True), "ge": (1, False), "gt": (1, True)}


class Entrywise(Reductions):
    """Decides one claim's propositions at one dimension."""

    silent = (Lacks, ZeroDivisionError, InputError)

    def __init__(
        self, engine: Engine, decisions: list[Decision], setting: Setting, given: tuple[Prop, ...], tried: int,
        refuting: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(engine)
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
        return finding_of(all_of(map(self._link, instances(prop, self.setting.d))))

    def _link(self, link: Prop) -> Answer:
        before = len(self.decisions)
        found = logic.truth(link, self)
        if found.known is not None:
            return found
        # Points met on the way need not meet the hypotheses that the link states.
        del self.decisions[before:]
        if self.tried:
            self.found = self.found or refutation(link, self.setting, self.given, self.tried)
        if self.found is None:
            return found
        return known(False, Finding(False, "an exact point at which the statement fails"))

    def said(self, prop: Prop) -> Answer:
        special = self._SPECIAL.get(prop.head)
        if special is None:
            return super().said(prop)
        if self.refuting and prop.head in _CERTIFIED:
            raise Lacks("entries refutes this at exact points only")
        finding = special(self, prop)
        return known(finding.holds, finding)

    def always(self, prop: Prop, body: Prop) -> Answer:
        if self.refuting and body.head in SIGNED:
            # Derivatives can show an inequality along the flow, but not refute it.
            raise Lacks("entries refutes this at exact points only")
        return super().always(prop, body)

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
        terms = terms_in(prop)
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

    def _tends(self, prop: Prop) -> Finding:
        body, value, *moving = terms_in(prop)
        lengths = [s.name for s in moving if isinstance(s, Sym)]
        if self.setting.d == 1 and not self.setting.model.derived_loss and not self.surely:
            finding = minima.tends(prop, self.setting, self.given)
            self._note(False)
            return finding
        algebra, (a, b) = self._symbolic([body, value, *moving])
        limits = [limit_of(e, lengths, algebra, surely=not self.surely) for e in (a - b).entries()]
        if any(algebra.space.roots.reduce(e) for e in limits):
            raise Lacks("entries finds another limit, but no exact point that shows it")
        return Finding(True, "the limit of a rational function of the lengths")

    def _in_mean_square(self, prop: Prop) -> Finding:
        return self._tends(mean_square(prop))

    def _order(self, prop: Prop) -> Finding:
        f, g, *moving = terms_in(prop)
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

    def implied(self, hypothesis: Prop, conclusion: Prop) -> Answer | None:
        """A bound for a symbol is put in, or what vanishes for every sample; or the conclusion holds anyway."""
        a, b = hypothesis.args if len(hypothesis.args) == 2 else (None, None)
        if isinstance(a, Num) and isinstance(b, Num) and hypothesis.head in {"eq", "ne"}:
            met = (a == b) == (hypothesis.head == "eq")
            return logic.truth(conclusion, self) if met else Answer(Truth.VACUOUS)
        stated = Prop("implies", (hypothesis, conclusion))
        for number, link in enumerate(links_of(hypothesis), start=1):
            bound = _lower_bound(link, MadeSym(f"{POSITIVE_PART} {number}", (1, 1), frozenset({"positive"})))
            if bound is not None and (link.head in {"gt", "lt"} or _is_closed(conclusion)):
                conclusion = _with_bound(conclusion, *bound)
        vanishing = tuple(_vanishing(hypothesis))
        values = [p.args[1] for p in links_of(hypothesis) if p.head == "eq" and p.args[0] == LAM]
        if values and isinstance(values[0], Term) and not _averages(conclusion):
            put_in: dict[Sym, Term] = {LAM: values[0]}
            conclusion = substitute_in(conclusion, put_in)
            vanishing = tuple(substitute(v, put_in) for v in vanishing)
        # What vanishes at one outcome need not vanish at the others, over which a mean is.
        if vanishing and conclusion.head == "eq" and not _averages(conclusion):
            found = self._vanishes(conclusion, vanishing)
        else:
            found = logic.truth(stated, Reductions(self.engine, surely=self.surely))
            if found.known is None:
                found = self._assuming(hypothesis)._concluded(conclusion)
        return found if found.known is not False else unknown(Lacks("entries lacks a use of this hypothesis"))

    def _assuming(self, hypothesis: Prop) -> Entrywise:
        """The same where conditions that exclude singular cases hold as well, in a model of one's own."""
        deeper = copy(self)
        deeper.condition = hypothesis
        conditions = [p for p in links_of(hypothesis) if p.head in {"posdef", "gt", "lt", "ne", "eq"}]
        if not self.setting.model.derived_loss and conditions:
            deeper.given = (*self.given, *conditions)
            deeper.engine = copy(self.engine)
            deeper.engine.given = deeper.given
        return deeper

    def _concluded(self, conclusion: Prop) -> Answer:
        """The conclusion under all hypotheses; where these are equations, case by case at d = 1."""
        found = logic.truth(conclusion, self)
        model, heads = self.setting.model, {"eq", "and", "almost_surely"}
        if found.known is not None or model.derived_loss or self.setting.d > 1 or conclusion.head not in heads:
            return found
        try:
            finding = minima.equal(conclusion, self.setting, self.given)
        except Lacks:
            return found
        self._note(False)
        return known(True, finding)

    def _vanishes(self, conclusion: Prop, vanishing: tuple[Term, ...]) -> Answer:
        lhs, rhs = (arg for arg in conclusion.args if isinstance(arg, Term))
        setting = replace(self.setting, vanishing=vanishing)
        algebra = wide_algebra([lhs, rhs, *vanishing], setting)
        gap = algebra.read(lhs) - algebra.read(rhs)
        self._note(False)
        return known(not any(gap.entries()), "a multiple of what vanishes for every sample")

    def _of_minima(self, prop: Prop) -> Finding:
        """What is decided in every case of vanishing covariances; elsewhere as identities decide it."""
        f = prop.args[0]
        squared = isinstance(f, Term) and under_the_square(f) is not None
        if self.setting.model.derived_loss or (prop.head == "minimisers_satisfy" and not squared):
            return decide(prop, self.engine)
        finding = _OF_MINIMA[prop.head](prop, self.setting, self.given)
        self._note(False)
        return finding

    def equivalent(self, one: Prop, other: Prop) -> Answer | None:
        if self.setting.model.derived_loss:
            return super().equivalent(one, other)
        finding = minima.equivalent(Prop("iff", (one, other)), self.setting, self.given)
        self._note(False)
        return known(True, finding)

    _SPECIAL: ClassVar[Mapping[str, Callable[[Entrywise, Prop], Finding]]] = {
        "le": _signed, "lt": _signed, "ge": _signed, "gt": _signed, "posdef": _definite, "psd": _definite,
        "tends": _tends, "tends_jointly": _tends, "in_mean_square": _in_mean_square, "order": _order,
        "minimisers_satisfy": _of_minima, "minimum_where": _of_minima, "convex": _of_minima,
    }


_OF_MINIMA = {
    "minimisers_satisfy": minima.minimisers_satisfy, "minimum_where": minima.minimum_where, "convex": minima.convex,
}
_CERTIFIED = frozenset({*SIGNED, "posdef", "psd", "tends", "tends_jointly", "in_mean_square", "order"})
"""What holds where a certificate is found, and is open where none is."""


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
