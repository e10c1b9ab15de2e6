"""Whether a term may be put in for a symbol: what the symbol's traits promise must be known of the term."""

from __future__ import annotations

from ..statement.shape import shape_of
from ..statement.terms import Dim, Num, Op, Sym, Term
from .algebra import ProofAlgebra
from .positivity import Sign, SignAlgebra


def is_layer(node: Term) -> bool:
    """Whether the term is a number 0, 1, 2, ... by its structure: a layer, or a layer and such a number."""
    match node:
        case Num(value):
            return value.denominator == 1 and value >= 0
        case Sym():
            return node.has("integer") and bool(node.traits & {"nonnegative", "positive"})
        case Op(head="+", args=(a, b)):
            return is_layer(a) and is_layer(b)
    return False


def is_invertible(node: Term) -> bool:
    """Whether the matrix is invertible by its structure."""
    match node:
        case Sym():
            return bool(node.traits & {"orthogonal", "invertible", "posdef", "identity"})
        case Op(head="*", args=(a, b)):
            return is_invertible(a) and is_invertible(b)
        case Op(head="T", args=(a,)) | Op(head="^", args=(a, Num())):
            return is_invertible(a)
    return False


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
        "integer": lambda: is_layer(value) or (isinstance(value, Sym) and value.has("integer")),
        "layer": lambda: is_layer(value),
        "orthogonal": lambda: isinstance(value, Sym) and value.has("orthogonal"),
        "invertible": lambda: is_invertible(value),
    }
    for trait in sorted(sym.traits):
        if trait != "parameter" and (trait not in promises or not promises[trait]()):
            return f"is {trait}"
    return ""
