"""Deciding propositions by equality alone.

Many propositions reduce to identities between terms (:mod:`.reductions`); an engine (words, entries) decides these,
and what else it offers: signs, limits as integers grow, hypotheses (:mod:`.engine`).  What connectives mean,
:mod:`proofs_check.logic` says.  The rest raises :class:`Lacks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace

from ... import logic
from ...logic import Answer, Everywhere, Truth, Values, known, unknown
from ...proof.logic import is_closed, lines, sides
from ...proof.traits import is_random
from ...statement.fold import Lacks
from ...statement.joined import spoken_of
from ...statement.laws import delta
from ...statement.props import Prop, asks_for_a_point, conjuncts
from ...statement.terms import Sym, Term, symbols, where
from .along import always_equal, widens
from .engine import Engine, Finding
from .identities import identity
from .integrable import equivalent, implied
from .nonvanishing import almost_never_equal
from .reductions import REDUCTIONS


def decide(prop: Prop, engine: Engine) -> Finding:
    """Whether ``prop`` holds in the scope of ``engine``.

    Raises :class:`Lacks` for a proposition that does not reduce to identities here.
    """
    return finding_of(logic.truth(prop, Reductions(engine)))


def finding_of(found: Answer) -> Finding:
    """What the answer says, in the words of its evidence; raises what is lacking."""
    said = [e if isinstance(e, Finding) else Finding(found.truth is not Truth.FALSE, str(e)) for e in found.evidence]
    if found.read().known is None:
        raise Lacks(str(found.why[0]))
    if found.known:
        return Finding(True, "; ".join(dict.fromkeys(finding.how for finding in said)))
    return next(finding for finding in said if not finding.holds)


class Reductions(Everywhere):
    """All points of an engine: what is no connective is reduced to identities."""

    def __init__(self, engine: Engine, under: Prop | None = None, surely: bool = False) -> None:
        self.engine, self.name, self.surely = engine, engine.name, surely
        self.condition = under
        """Whether the points are those at which some condition holds."""
        self.put_in: Callable[[Term], Term] | None = None
        """Its values, put in on both sides of an equation."""
        self.how = ("both sides have the same normal form", "the two sides have different normal forms")

    def lacks(self, what: str) -> Lacks:
        return self.engine.lacks(what)

    def told(self, finding: Finding) -> Answer:
        """What fails at some outcomes need not fail almost surely."""
        if self.surely and not finding.holds:
            return unknown(Lacks(f"{self.name} finds outcomes where this fails, which may have probability 0"))
        return known(finding.holds, finding)

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        if self.put_in is not None:
            lhs, rhs = self.put_in(lhs), self.put_in(rhs)
        finding = identity(self.engine, lhs, rhs, *self.how)
        if self.surely and not finding.holds and self.engine.almost_surely_equal(lhs, rhs):
            finding = Finding(True, "equal where Gaussian vectors lie in the images of their covariances")
        if self.put_in is not None and self.condition is not None and not finding.holds:
            finding = replace(finding, assumed=(self.condition,))
        return known(finding.holds, finding)

    def differ(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        if not self.surely or self.put_in is not None:
            raise self.lacks(prop.head)
        finding = almost_never_equal(prop, self.engine)
        return known(finding.holds, finding)

    def said(self, prop: Prop) -> Answer:
        reduce = REDUCTIONS.get(prop.head)
        if reduce is None or self.put_in is not None:
            raise self.lacks(prop.head)
        if self.condition is not None and asks_for_a_point(prop):
            raise Lacks(f"{self.name} lacks a point that meets the condition and at which '{prop.head}' is seen")
        if prop.head in _ALONG:
            return self._of_the_flow(lambda engine: self.told(reduce(prop, engine)))
        if prop.head in {"saddle", "nonconvex"}:
            if not self.surely and any(is_random(arg) for arg in prop.args if isinstance(arg, Term)):
                raise Lacks(f"{self.name} decides this of random functions almost surely only")
            finding = reduce(prop, self.engine)
            return known(finding.holds, finding)
        return self.told(reduce(prop, self.engine))

    def _of_the_flow(self, decided: Callable[[Engine], Answer]) -> Answer:
        """What is said of a flow is said of other values of the parameters than those of which a hypothesis speaks."""
        given = self.engine.given
        moments = [p for p in given if not all(link.along or is_closed(link.prop) for link in lines(p))]
        if not moments:
            return decided(self.engine)
        everywhere = copy(self.engine)
        everywhere.given = tuple(p for p in given if p not in moments)
        found = decided(everywhere)
        if found.known is False:
            raise Lacks(f"{self.name} does not know what a hypothesis about one moment says of the flow")
        return found

    def always(self, prop: Prop, body: Prop) -> Answer:
        if self.put_in is not None:
            raise self.lacks(prop.head)
        return self._of_the_flow(lambda engine: logic.truth(body, Along(engine)))

    def almost_surely(self, prop: Prop, body: Prop) -> Answer:
        there = copy(self)
        there.surely = True
        return logic.truth(body, there)

    def implied(self, hypothesis: Prop, conclusion: Prop) -> Answer | None:
        if self.put_in is not None:
            raise self.lacks("implies")
        finding = implied(hypothesis, conclusion, self.engine) or self.engine.implied(hypothesis, conclusion)
        return None if finding is None else self.told(finding)

    def equivalent(self, one: Prop, other: Prop) -> Answer | None:
        if self.put_in is not None or not {"finite", "infinite"} & {one.head, other.head}:
            return None
        return self.told(equivalent(Prop("iff", (one, other)), self.engine))

    def values(self, variable: Sym, body: Prop) -> Values:
        raise self.lacks("for_all")

    def exists(self, prop: Prop, variable: Sym, body: Prop) -> Answer | None:
        raise self.lacks("exists")

    def under(self, hypothesis: Prop) -> tuple[Answer, logic.Engine]:
        """A condition that the engine takes as a hypothesis, or 'symbol = value', which is put in."""
        assuming = self.engine.under(hypothesis)
        if assuming is not None:
            return unknown(Lacks(f"{self.name} does not see that it follows")), Reductions(
                assuming, hypothesis, self.surely
            )
        there = Reductions(self.engine, hypothesis, self.surely)
        if hypothesis.head == "ne" and all(isinstance(s, Sym) and s.has("index") for s in hypothesis.args):
            different = 1 - delta(*sides(hypothesis))
            there.put_in = lambda side: side * different
            there.how = ("equal for different indices", "unequal for some different indices")
            return known(True), there
        bindings = list(self._bindings(hypothesis))
        there.put_in = lambda side: where(side, *bindings)
        there.how = ("equal after substituting the hypothesis", "unequal after substituting the hypothesis")
        if any(sym.name in spoken_of(assumed) for sym, _ in bindings for assumed in self.engine.given):
            return unknown(Lacks(f"{self.name} refutes nothing by values of what the hypotheses restrict")), there
        return known(True), there

    def _bindings(self, hypothesis: Prop) -> Iterator[tuple[Sym, Term]]:
        """The values that the condition gives to free symbols."""
        bindings: dict[Sym, Term] = {}
        for link in conjuncts(hypothesis):
            sym, value = link.args if link.head == "eq" else (None, None)
            if not isinstance(sym, Sym) or not isinstance(value, Term):
                raise Lacks(f"{self.name} substitutes hypotheses of the form 'symbol = value' only")
            if sym in bindings or sym.traits - {"parameter"}:
                raise Lacks(f"{self.name} substitutes values of free symbols only, each once")
            bindings[sym] = value
        if any(symbols(value) & bindings.keys() for value in bindings.values()):
            raise Lacks(f"{self.name} substitutes values of free symbols only, none in another's value")
        yield from bindings.items()


class Along(Reductions):
    """All moments of the flow, from each start that the model and the hypotheses admit."""

    def lacks(self, what: str) -> Lacks:
        return Lacks(f"{self.name} decides identities along the flow; '{what}' needs a proof chain")

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self.told(always_equal(lhs, rhs, self.engine))

    def differ(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        raise self.lacks(prop.head)

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        low, high = (lhs, rhs) if prop.head in {"le", "lt"} else (rhs, lhs)
        if prop.head in {"lt", "gt"} or not widens(low, high, self.engine):
            raise self.lacks(prop.head)
        return known(True, "equal at time 0, and then apart at the rate of the squares of all velocities")

    def said(self, prop: Prop) -> Answer:
        raise self.lacks(prop.head)

    def always(self, prop: Prop, body: Prop) -> Answer:
        raise self.lacks(prop.head)

    def almost_surely(self, prop: Prop, body: Prop) -> Answer:
        raise self.lacks(prop.head)

    def implied(self, hypothesis: Prop, conclusion: Prop) -> Answer | None:
        raise self.lacks("implies")

    def equivalent(self, one: Prop, other: Prop) -> Answer | None:
        raise self.lacks("iff")


_ALONG = frozenset({"conserved", "same_flow"})
