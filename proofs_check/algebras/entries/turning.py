"""Whether the covariance may be taken to be diagonal: what speaks of entries is not kept by a change of basis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...statement.fold import Lacks
from ...statement.terms import Op, Sym, Term, nodes
from .space import Setting

_OF_ENTRIES = frozenset(
    {"entry", "row", "col", "diag", "exp_each", "relu_each", "softmax", "masked_softmax"}
)
"""Heads whose value at Q A Q^T is not told by that at A."""
_OF_A_BASIS = frozenset({"diagonal", "mask", "law", "positive", "nonnegative"})
"""Traits of matrices and vectors that rotations do not keep."""


def in_its_basis(setting: Setting, terms: Iterable[Term]) -> Setting:
    """``setting`` in the basis in which the covariance is diagonal; no value is lost where a rotation of all symbols
    keeps what the terms say.  Of the papers' own covariance it is told that it is diagonal."""
    if not setting.model.derived_loss and any(_names_a_basis(node) for root in terms for node in nodes(root)):
        raise Lacks("entries lacks a change of basis under which the statement stays the same")
    return replace(setting, diagonal=True)


def _names_a_basis(node: Term) -> bool:
    match node:
        case Op(head=head):
            return head in _OF_ENTRIES
        case Sym(shape=shape, traits=traits):
            return shape != (1, 1) and bool(traits & _OF_A_BASIS)
    return False
