"""Layers with other weights than the letters of (3.3), and their predictions."""

from __future__ import annotations

from ...statement.props import Prop, eq, exists
from ...statement.terms import Op, Term, TermLike, beside, entry, eye, matrix
from .notation import W_1, W_2, W_K, W_P, W_Q, W_V, E, M, d, mask

V_1, v_2 = matrix("V_1", "d_v", "d", tex="W_{V,1}'"), matrix("v_2", "d_v", 1, tex="w_{V,2}'")
"""Value weights, by columns, that an inclusion of classes must exhibit."""
LTB, LSA = W_2.T * W_1, eye("d+1")
"""What stands in front of the tokens."""


def tokens(
    factor: TermLike = 1 / M, V: Term = W_V, P: Term = W_P, keys: Term = W_K, queries: Term = W_Q
) -> Op:
    """The token matrix after linear attention with ``factor`` in front."""
    return E + factor * (P.T * V * E * mask * E.T * keys.T * queries * E)


def prediction(layer: Term, after: Term) -> Op:
    """The bottom right entry of ``layer`` times the token matrix after attention."""
    return entry(layer * after, d + 1, M + 1)


def same_value(layer: Term, factor: TermLike, other: TermLike) -> Prop:
    """The layer with ``factor`` and its weights is the one with the factor ``other`` and the value weights V'."""
    return eq(prediction(layer, tokens(other, beside(V_1, v_2))), prediction(layer, tokens(factor)))


def inclusion(layer: Term, factor: TermLike, other: TermLike) -> Prop:
    """Every layer with ``factor`` is one with the factor ``other``, of other value weights."""
    return exists(V_1, exists(v_2, same_value(layer, factor, other)))
