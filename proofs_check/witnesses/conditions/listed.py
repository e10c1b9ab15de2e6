"""What is asked so that a reading has values, as a list to be shown: what the verdict states, what hypotheses close.

What traits, the premises of the statement itself or algebra close is not listed: a reader sees it on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from ...claims import Claim, Hypothesis
from ...model import model_for
from ...proof.positivity import free_symbols
from ...proof.values.closing import Closing, given_by_traits
from ...proof.values.conditions import Condition, conditions
from ...proof.values.gaussian import drawn_in
from ...proof.values.parts import stated
from ...results import Asked, Decided, Examined
from ...statement.domains import Kind
from ...statement.props import Prop, subterms
from ...statement.terms import Sym, symbols
from ...verdict import Verdict
from .written import SUMMED_UP, ByWords, left_open, printed_as


def listed(
    claim: Claim, prop: Prop, decided: Decided | None = None, witnesses: Iterable[Examined] = (),
    told: Callable[[str], str] = str,
) -> tuple[Asked, ...]:
    """The conditions of one reading: first those that are left open, then those that hypotheses of the claim close.

    Where it is ``decided`` by ``witnesses``, the means that its proof takes to exist stand with the former.  What they
    say is in the names of the claim as it was written: ``told`` turns those of ``claim`` into them.
    """
    left = left_open(claim, prop)
    found = {text: Asked(text, None, stated=True) for text in map(told, map(stated, left.said))}
    found |= {text: Asked(text, None, stated=False) for text in map(told, map(stated, left.lacking))}
    if decided is not None:
        found |= {mean: Asked(mean, None, stated=True) for mean in _taken(decided, witnesses)}
    if claim.given:
        closing = _hypotheses(claim)
        for c in (printed_as(prop, c) for c in _beyond_traits(claim, prop)):
            text = told(stated(c))
            if text not in found and (names := closing.close(c)):
                found[text] = Asked(text, names, stated=False)
    return tuple(found.values())


def _taken(decided: Decided, witnesses: Iterable[Examined]) -> Iterator[str]:
    """The means beyond those of the statement that the scope says or, where they are many, sums up."""
    rows = (w for w in witnesses if (w.part, w.reading, w.verdict) == (decided.part, decided.reading, Verdict.PROVED))
    for mean in dict.fromkeys(str(m) for w in rows for m in w.figures.get("means", ())):
        if mean in decided.scope or SUMMED_UP in decided.scope:
            yield mean


def _beyond_traits(claim: Claim, prop: Prop) -> tuple[Condition, ...]:
    """The conditions that neither traits nor premises of the statement close, taken apart into factors."""
    asked = conditions(prop, dict(model_for(claim).initial), gaussian=drawn_in(model_for(claim)))
    return Closing(()).left(c for c in asked if not given_by_traits(replace(c, premises=())))


@lru_cache(maxsize=4)
def _hypotheses(claim: Claim) -> _Hypotheses:
    """One for all readings of a claim, which ask much the same."""
    return _Hypotheses(claim)


class _Hypotheses:
    """Which hypotheses of a claim close a condition: one alone where one does, else as few as are needed."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self._closings: dict[tuple[str, ...], Closing] = {}
        self._found: dict[Condition, str | None] = {}

    def close(self, found: Condition) -> str | None:
        """The names of the hypotheses; None where algebra does without them, or where they do not do."""
        if found not in self._found:
            self._found[found] = self._close(found)
        return self._found[found]

    def _close(self, found: Condition) -> str | None:
        near = [h for h in self.claim.given if _symbols(h) & free_symbols(found.node)]
        if not near:
            return None
        for h in near:
            if _is_of_the_law(h, found) or not Closing([h.prop]).left([found]):
                return h.name
        if not self._left([], found):
            return None
        alone = next((h.name for h in near if not self._left([h], found)), None)
        linked = _linked(self.claim.given, free_symbols(found.node))
        if alone is not None or len(linked) == 1 or self._left(linked, found):
            return alone
        needed = linked
        for h in linked:
            without = [other for other in needed if other is not h]
            needed = needed if self._left(without, found) else without
        return " and ".join(h.name for h in needed)

    def _left(self, given: Sequence[Hypothesis], found: Condition) -> bool:
        """Whether these hypotheses, by normal forms, leave it open."""
        key = tuple(h.name for h in given)
        if key not in self._closings:
            words = ByWords(replace(self.claim, given=tuple(given)))
            self._closings[key] = Closing([h.prop for h in given], words.same, words.sign, words)
        return bool(self._closings[key].left([found]))


def _symbols(h: Hypothesis) -> frozenset[Sym]:
    return frozenset().union(*(symbols(t) for _, t in subterms(h.prop)))


def _linked(given: Sequence[Hypothesis], met: frozenset[Sym]) -> list[Hypothesis]:
    """The hypotheses that speak of these symbols, of the others in those, and so on."""
    found = [h for h in given if _symbols(h) & met]
    wider = met.union(*map(_symbols, found))
    return found if wider == met else _linked(given, wider)


def _is_of_the_law(h: Hypothesis, found: Condition) -> bool:
    """Whether the hypothesis gives a law that has every moment to all that the mean is about."""
    return found.kind is Kind.FINITE and h.prop.head == "iid_entries" and symbols(found.node) <= {h.prop.args[0]}
