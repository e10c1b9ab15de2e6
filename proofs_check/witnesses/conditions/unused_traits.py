"""Traits of symbols that are assumptions of a page, and that nothing in a claim makes use of.

That an activation is continuously differentiable matters where a derivative is taken, of it or along a flow, and where
a continuous function is bounded on bounded sets, so that its mean is finite.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...claims import Claim
from ...proof.chain import Proof
from ...statement.props import Prop, subprops, subterms, with_terms
from ...statement.terms import Op, Sym, substitute, symbols
from .written import left_open

_SMOOTH = "smooth"
_DERIVATIVES = frozenset({"grad", "ddt", "slope", "slope_right", "slope_left", "curvature", "jacobian"})
_OF_DERIVATIVES = frozenset({
    "differentiable", "conserved", "always", "always_along", "limit", "same_flow", "flow_exists", "convex", "nonconvex",
    "local_minimum", "saddle", "finite", "infinite",
})  # fmt: skip


def unused_traits(claim: Claim) -> tuple[str, ...]:
    """The assumptions that are made through traits, in words, of which the claim makes no use."""
    stated = [reading.prop for part in claim.parts for reading in part.readings]
    assumed = [h.prop for h in claim.given]
    smooth = _named(stated + assumed)
    if not smooth or _derives([*stated, *assumed, *_shown(claim)]):
        return ()
    found = (s for s in smooth if all(_leaves_the_same(claim, prop, s) for prop in stated))
    return tuple(f"{s.name} is continuously differentiable" for s in found)


def _named(props: Iterable[Prop]) -> list[Sym]:
    met = {s for prop in props for _, t in subterms(prop) for s in symbols(t) if s.has(_SMOOTH)}
    return sorted(met, key=lambda s: s.name)


def _derives(props: Iterable[Prop]) -> bool:
    """Whether a derivative, or a mean of what is continuous, is spoken of."""
    return any(
        any(sub.head in _OF_DERIVATIVES for _, sub in subprops(prop))
        or any(isinstance(t, Op) and t.head in _DERIVATIVES for _, t in subterms(prop))
        for prop in props
    )


def _shown(claim: Claim) -> list[Prop]:
    return [step.shows for proof in claim.proofs.values() if isinstance(proof, Proof) for step in proof.steps]


def _leaves_the_same(claim: Claim, prop: Prop, s: Sym) -> bool:
    """Whether the terms have values under the same conditions without the trait."""
    plain = Sym(s.name, s.shape, s.traits - {_SMOOTH}, s.tex)
    given = tuple(replace(h, prop=_without(h.prop, s, plain)) for h in claim.given)
    left, other = left_open(claim, prop), left_open(replace(claim, given=given), _without(prop, s, plain))
    return (len(left.said), len(left.lacking)) == (len(other.said), len(other.lacking))


def _without(prop: Prop, s: Sym, plain: Sym) -> Prop:
    return with_terms(prop, lambda node: substitute(node, {s: plain}))
