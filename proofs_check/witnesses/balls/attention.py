"""What balls say of attention statements: concrete activations and finite laws, in fractions or enclosed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from numeric.arithmetic import ball_precision

from ...algebras.attention.algebra import AttentionAlgebra
from ...algebras.attention.assumed import met_by
from ...algebras.attention.choices import definitions, places, speaks_of_attention
from ...algebras.attention.decide import Comparison, decide, may_fail
from ...algebras.attention.places import Place
from ...algebras.degrees_along import degree_along
from ...claims import Claim
from ...logic import Truth
from ...spoken import told
from ...statement.fold import Lacks
from ...statement.layers import counts_layers
from ...statement.props import Prop, subprops, subterms
from ...statement.terms import Op, Term, symbols
from ...verdict import Outcome, Scope, Verdict
from .. import Context

BITS = 160


@dataclass
class _Seen:
    places: list[str] = field(default_factory=list)
    dims: set[int] = field(default_factory=set)
    touching: int = 0
    radius: float = 0.0
    exact: int = 0
    vacuous: int = 0
    elsewhere: str = ""
    """The first place where it is false for means over finitely many rotations."""
    doubtful: str = ""
    """The first place where it is false, and what is assumed is not seen to fail."""
    lacks: str = ""
    unmet: int = 0


def is_read_here(claim: Claim, prop: Prop, moduli: bool = True) -> bool:
    """Whether the statement is one that the reading of attention knows; ``moduli`` says that it alone knows these."""
    return speaks_of_attention(prop, [h.prop for h in claim.given], moduli)


def examine_attention(claim: Claim, prop: Prop, context: Context) -> Outcome:
    """Refuted at a place where the hypotheses hold, or supported by all places that were read."""
    seen, names = _Seen(), told(claim, prop)
    with ball_precision(BITS):
        for place, truth, found in _decided(claim, prop, context, seen):
            if truth is Truth.FALSE:
                where = place.describe(names)
                if _is_certificate(place):
                    return Outcome(
                        Verdict.REFUTED,
                        "certainly false at a point",
                        Scope(where, dims=place.dims),
                        counterexample=f"{where}: {place.shown()}: {found.failed}",
                        point=place.plain(),
                    )
                seen.elsewhere = seen.elsewhere or where
                continue
            _note(seen, place, truth, found, names)
    layers = said_of_layers(prop, [h.prop for h in claim.given])
    return _outcome(seen, against=_is_of_low_degree(prop), layers=layers)


def said_of_layers(prop: Prop, given: Sequence[Prop]) -> str:
    """What a scope says of layers, where the statement holds of all and these are told apart by their numbers."""
    return "one layer at each place" if counts_layers((prop, *given)) else ""


def refutes_attention(claim: Claim, twin: Prop, context: Context) -> bool:
    """Whether the twin is certainly false somewhere."""
    with ball_precision(BITS):
        return any(
            truth is Truth.FALSE and _is_certificate(place)
            for place, truth, _ in _decided(claim, twin, context, _Seen())
        )


def _decided(claim: Claim, prop: Prop, context: Context, seen: _Seen) -> Iterator[tuple[Place, Truth, Comparison]]:
    if any(isinstance(node, Op) and node.head == "infimum" for _, node in subterms(prop)):
        seen.lacks = "attention lacks infimum"  # at every place: none is looked at
        return
    stated = [h.prop for h in claim.given]
    defined, given = definitions(stated)
    for place in places(claim.id, [prop, *stated], context.dims, context.tier, context.seed):
        algebra = AttentionAlgebra(place, defined=defined)
        try:
            met = met_by(given, algebra)
            if met is Truth.FALSE:
                seen.unmet += 1
                continue
            place.law.used = False
            found = Comparison()
            try:
                truth = decide(prop, algebra, found)
            except Lacks:
                if may_fail(prop, algebra):
                    seen.doubtful = seen.doubtful or place.describe(told(claim, prop))
                raise
            if truth is Truth.FALSE and met is Truth.TOUCHES:
                seen.doubtful = seen.doubtful or place.describe(told(claim, prop))
                raise Lacks("attention lacks a point at which what is assumed certainly holds")
            yield place, truth, found
        except Lacks as lacks:
            seen.lacks = seen.lacks or str(lacks)


def _is_certificate(place: Place) -> bool:
    """Means over finitely many rotations are those of the law that all rotations keep, or no such law is asked for."""
    return place.law.invariant or not place.law.used


def _note(seen: _Seen, place: Place, truth: Truth, found: Comparison, names: frozenset[str] | None) -> None:
    if truth is Truth.VACUOUS:
        seen.vacuous += 1
        return
    if truth is Truth.UNKNOWN:
        seen.lacks = seen.lacks or "attention cannot tell at this precision"
        return
    seen.places.append(place.describe(names))
    seen.dims.update(place.dims)
    seen.touching += truth is Truth.TOUCHES
    seen.radius = max(seen.radius, found.radius)
    seen.exact += found.exact


MOST = 3
"""Means over the signed permutations of polynomials of this degree are those over all rotations: both have the same
second moments, and odd moments vanish.  Fourth moments differ."""


def _is_of_low_degree(prop: Prop) -> bool:
    """Whether only such moments of rotations and contexts enter, so that what is false for one law is for the other."""
    terms = [arg for _, sub in subprops(prop) for arg in sub.args if isinstance(arg, Term)]
    drawn = {s.name for term in terms for s in symbols(term) if s.has("haar") or s.has("context")}
    try:
        return all(degree_along(term, frozenset({name})) <= MOST for term in terms for name in drawn)
    except Lacks:
        return False


def _outcome(seen: _Seen, against: bool, layers: str) -> Outcome:
    if seen.elsewhere:
        sentence = f"false for a law that finitely many rotations leave as it is, at {seen.elsewhere}"
        return Outcome(Verdict.UNDECIDED, sentence, against=against)
    if seen.doubtful:
        sentence = f"false at {seen.doubtful}, where what is assumed may hold"
        return Outcome(Verdict.UNDECIDED, sentence, doubts=True)
    if not seen.places:
        reason = seen.lacks or ("the condition holds nowhere that was looked" if seen.vacuous or seen.unmet else "")
        return Outcome(Verdict.UNDECIDED, reason or "no place was found")
    exactly = f"{seen.exact} comparisons hold in fractions" if seen.exact else ""
    enclosed = f"at {seen.touching} places both sides agree within {seen.radius:.1e}" if seen.touching else ""
    sentence = "; ".join(filter(None, ("true wherever looked", exactly, enclosed)))
    if seen.lacks:
        sentence += f"; elsewhere {seen.lacks}"
    figures = {"places": len(seen.places), "radius": seen.radius, "exact comparisons": seen.exact}
    kinds = list(dict.fromkeys(seen.places))
    shown = "; ".join(kinds[:4]) + (f"; and {len(kinds) - 4} more" if len(kinds) > 4 else "")
    shown = "; ".join(filter(None, (shown, layers)))
    return Outcome(Verdict.SUPPORTED, sentence, Scope(shown, dims=tuple(sorted(seen.dims))), figures)
