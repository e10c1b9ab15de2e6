"""Whether a term may be put in for a symbol: what the symbol's traits promise must be known of the term."""

from __future__ import annotations

from ..statement.terms import Dim, Sym, Term
from .algebra import ProofAlgebra
from .positivity import Sign, SignAlgebra
from .traits import shape_of

_DRAWN = frozenset({"random", "iid", "prompt", "derived", "index"})


def unfit(sym: Sym, value: Term, signs: SignAlgebra, algebra: ProofAlgebra, renamed: dict[Dim, Dim]) -> str:
    """What ``sym`` is and ``value`` is not known to be, in words; empty when it fits.  ``renamed``: dimensions."""
    if value == sym:
        return ""
    if shape_of(value) != tuple(renamed.get(dim, dim) for dim in sym.shape):
        return "has another shape"
    promises = {
        "posdef": lambda: signs.definite(value) is Sign.POSITIVE,
        "psd": lambda: signs.definite(value) is not Sign.UNKNOWN,
        "symmetric": lambda: algebra.same(value.T, value),
        "positive": lambda: signs.sign(value) is Sign.POSITIVE,
        "nonnegative": lambda: signs.sign(value) is not Sign.UNKNOWN,
        "nonzero": lambda: signs.nonzero(value),
        "integer": lambda: isinstance(value, Sym) and value.has("integer"),
    }
    for trait in sorted(sym.traits):
        if trait in _DRAWN:
            return "is no free symbol"
        if trait != "parameter" and (trait not in promises or not promises[trait]()):
            return f"is {trait}"
    return ""
