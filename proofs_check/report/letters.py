"""What is supposed of the letters of a statement by their traits: in words, to stand beside the hypotheses."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..claims import Claim
from ..statement.props import subterms
from ..statement.terms import Sym

_TOLD = frozenset({"mask", "identity", "zero", "index", "layer", "integer"})
"""Letters whose traits everyone knows: M, I, 0, indices, sizes."""
_SAYS = {
    "haar": "{} is a uniformly random orthogonal matrix",
    "orthogonal": "{} is orthogonal",
    "posdef": "{} is positive definite",
    "psd": "{} is positive semi-definite",
    "symmetric": "{} is symmetric",
    "invertible": "{} is invertible",
    "positive": "{} > 0",
    "nonnegative": "{} ≥ 0",
    "nonzero": "{} ≠ 0",
    "invariant": "{0}(SᵀU, S⁻¹W) = {0}(U, W) for every invertible S",
    "rotation_invariant": "{0}(Qu, Qw) = {0}(u, w) for every orthogonal Q",
    "smooth": "{} is continuously differentiable",
}
_IMPLIED = {"symmetric": {"posdef", "psd", "kernel"}, "psd": {"posdef"}, "orthogonal": {"haar"},
            "nonnegative": {"positive"}, "nonzero": {"positive"}}  # fmt: skip
"""Traits that go without saying beside another one."""


def supposed(claim: Claim, shown: Callable[[Sym], str]) -> list[str]:
    """A line for every trait that is a hypothesis, in the order in which the letters are met."""
    lines = (_SAYS[trait].format(shown(sym)) for sym in _letters(claim) for trait in _traits(sym))
    return list(dict.fromkeys(lines))


def _letters(claim: Claim) -> Iterator[Sym]:
    yield from claim.forall
    props = [reading.prop for part in claim.parts for reading in part.readings]
    for prop in (*props, *(h.prop for h in claim.given)):
        for _, node in subterms(prop):
            if isinstance(node, Sym):
                yield node


def _traits(sym: Sym) -> Iterator[str]:
    if sym.traits & _TOLD:
        return
    for trait in _SAYS:
        if trait in sym.traits and not _IMPLIED.get(trait, set()) & sym.traits:
            yield trait
