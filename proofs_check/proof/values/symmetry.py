"""Whether a matrix is symmetric, read off the tree, or by its transpose.  Standard library only."""

from __future__ import annotations

from ...statement.terms import Abbrev, Op, Sym, Term
from ..positivity import Sign, SignAlgebra, is_scalar

_SYMMETRIC = frozenset({"symmetric", "psd", "posdef", "identity"})
_KEEP = frozenset({"neg", "T", "pinv", "modulus", "relu_each", "exp_each"})
"""Heads that take symmetric matrices to symmetric ones."""
_ELSEWHERE = frozenset({"expect", "expect_given", "at0", "ddt"})
"""So do these, of what is symmetric at every outcome, at every time: what is said of one does not count."""


def is_symmetric(node: Term, signs: SignAlgebra) -> bool:
    """Whether it is seen to equal its transpose."""
    return _by_structure(node, signs) or signs.definite(node) is not Sign.UNKNOWN or signs.same(node, node.T)


def _by_structure(node: Term, signs: SignAlgebra) -> bool:
    if isinstance(node, Abbrev):
        return _by_structure(node.body, signs)
    if is_scalar(node):
        return True
    if isinstance(node, Sym):
        square_zero = node.has("zero") and node.shape[0] == node.shape[1]
        said = any(p.head == "eq" and set(p.args) == {node, node.T} for p in signs.premises)
        return bool(node.traits & _SYMMETRIC) or square_zero or said
    match node:
        case Op(head="+" | "-" | "kron", args=args):
            return all(_by_structure(a, signs) for a in args)
        case Op(head="/" | "^", args=(a, _)):
            return _by_structure(a, signs)
        case Op(head="*", args=(a, b)) if is_scalar(a) or is_scalar(b):
            return _by_structure(b if is_scalar(a) else a, signs)
        case Op(head="*"):
            return _reversed(node) == _factors(node)
        case Op(head="diag" | "projection"):
            return True
        case Op(head=head, args=(a, *_)) if head in _KEEP:
            return _by_structure(a, signs)
        case Op(head=head, args=(a, *_)) if head in _ELSEWHERE:
            return _by_structure(a, SignAlgebra((), signs.same))
        case Op(head="sum", args=(_, _, body)):
            return _by_structure(body, signs)
    return False


def _factors(node: Term) -> list[Term]:
    match node:
        case Abbrev(body=body):
            return _factors(body)
        case Op(head="*", args=(a, b)):
            return _factors(a) + _factors(b)
        case Op(head="T", args=(Op(head="*"),)):
            return _reversed(node.args[0])
    return [node]


def _reversed(node: Term) -> list[Term]:
    """The factors of the transpose."""
    return [_turned(f) for f in reversed(_factors(node))]


def _turned(factor: Term) -> Term:
    match factor:
        case Op(head="T", args=(a,)):
            return a
        case Sym() if factor.traits & _SYMMETRIC:
            return factor
        case Op(head="^", args=(a, exponent)):
            return Op("^", (_turned(a), exponent))
        case Op(head="pinv" | "modulus" as head, args=(a,)):
            return Op(head, (_turned(a),))
    return factor.T
