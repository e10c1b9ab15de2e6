"""What the entrywise witness says of attention statements: at small d, n and k, from the definition."""

from __future__ import annotations

from ..algebras.contexts import decide_statement, refuted_at
from ..algebras.contexts.decide import in_words
from ..claims import Claim
from ..statement.props import Prop
from ..verdict import Outcome, Scope, Verdict
from . import Context


def examine_context(claim: Claim, prop: Prop, context: Context) -> Outcome:
    """Refuted at an exact place, proved as identities of rational functions at small sizes, or supported by places."""
    given = tuple(hypothesis.prop for hypothesis in claim.given)
    found = decide_statement(prop, given, dims=context.dims, tier=context.tier)
    if found.refuted is not None:
        sizes = in_words([found.refuted.sizes])
        return Outcome(Verdict.REFUTED, "fails at an exact place", Scope(sizes), counterexample=found.refuted.text)
    figures = {"places": len(found.agreed), "proved at": len(found.proved)}
    if found.proved:
        places = f"; holds at {len(found.agreed)} exact places as well, up to {in_words(found.agreed)}"
        return Outcome(
            Verdict.PROVED, f"an identity in all entries and in all values of the functions{places}",
            Scope(in_words(found.proved)), figures,
        )
    if found.agreed:
        scope = f"{len(found.agreed)} exact places with {in_words(found.agreed)}"
        why = found.lacks or found.undefined
        laws = "" if found.whole else "; for d > 1 the laws there are invariant under signed permutations alone"
        sentence = "holds at exact places, which prove nothing" + laws + (f"; {why}" if why else "")
        return Outcome(Verdict.SUPPORTED, sentence, Scope(scope), figures)
    reason = found.lacks or found.undefined or "no exact place was found at which the hypotheses hold"
    return Outcome(Verdict.UNDECIDED, reason)


def refutes_context(claim: Claim, twin: Prop, context: Context) -> bool:
    """Whether the twin fails at an exact place."""
    given = tuple(hypothesis.prop for hypothesis in claim.given)
    return refuted_at(twin, given, sorted(context.dims)[:2]) is not None
