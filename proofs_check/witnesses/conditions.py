"""The conditions of a claim as written, closed where traits, hypotheses and premises give them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from symbolic.errors import InputError

from ..algebras.words import comparing
from ..claims import Claim
from ..model import model_for
from ..proof.conditions import Condition, conditions
from ..proof.discharge import Closing, by_structure, stated
from ..statement.domains import Kind
from ..statement.fold import Lacks
from ..statement.props import Prop
from ..statement.terms import Term
from ..verdict import Outcome, Verdict


@dataclass(frozen=True)
class Left:
    """What is left open: ``said`` can be stated in the scope, ``lacking`` would have to be shown."""

    said: tuple[Condition, ...] = ()
    lacking: tuple[Condition, ...] = ()


@lru_cache(maxsize=1 << 12)
def left_open(claim: Claim, prop: Prop) -> Left:
    """The conditions of ``prop``, a reading of the claim, that nothing closes."""
    found = conditions(prop, dict(model_for(claim).initial))
    hypotheses = [h.prop for h in claim.given]
    rest = Closing(hypotheses).left(found)
    if rest:
        by_words = _ByWords(claim)
        rest = Closing(hypotheses, by_words.same, by_words.sign).left(rest)
    said = {stated(c): c for c in rest if c.is_statable}
    return Left(tuple(said.values()), tuple({stated(c): c for c in rest if not c.is_statable}.values()))


def qualified(outcome: Outcome, claim: Claim, prop: Prop) -> Outcome:
    """A proof where every term has a value: what nothing closes ends the scope, and is shown or else lacks.

    What is drawn and said to agree proves no moment either: what a mean asks for must be known there as well.
    """
    if outcome.verdict not in (Verdict.PROVED, Verdict.SUPPORTED):
        return outcome
    left = left_open(claim, prop)
    asked = left.lacking if outcome.verdict is Verdict.PROVED else tuple(
        c for c in left.lacking if c.kind is Kind.FINITE
    )
    if asked:
        what = " and ".join(map(_lacks, asked))
        sentence = f"not shown: {what}; beside this, {outcome.sentence}"
        return Outcome(Verdict.UNDECIDED, sentence, figures=outcome.figures)
    also = ["the means that its proof speaks of exist"] if taken_beyond(outcome, claim, prop) else []
    if outcome.verdict is Verdict.PROVED and (left.said or also):
        where = " and ".join([*map(stated, left.said), *also])
        scope = replace(outcome.scope, text=f"{outcome.scope.text} where {where}")
        return replace(outcome, scope=scope)
    return outcome


def taken_beyond(outcome: Outcome, claim: Claim, prop: Prop) -> tuple[str, ...]:
    """The means that a chain takes to exist and the statement does not speak of."""
    said = set(map(stated, left_open(claim, prop).said))
    return tuple(mean for mean in outcome.figures.get("means", ()) if mean not in said)


def _lacks(found: Condition) -> str:
    if found.kind is Kind.FINITE:
        return f"that the mean {stated(found).removesuffix(' < oo')} exists"
    return f"that {stated(found)}"


class _ByWords:
    """Equality and signs by normal forms, where trees do not tell."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim

    def same(self, lhs: Term, rhs: Term) -> bool:
        from .words import engine_for

        if by_structure(lhs, rhs):
            return True
        engine = engine_for(self.claim)
        try:
            return engine.algebra.equal(engine.read(lhs), engine.read(rhs))
        except (Lacks, InputError):
            return False

    def sign(self, node: Term) -> int:
        from .words import engine_for

        engine = engine_for(self.claim)
        try:
            return comparing.sign_of(engine.read(node), engine.algebra)
        except (Lacks, InputError):
            return 0
