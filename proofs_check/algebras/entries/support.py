"""Random symbols written as functions of standard ones, so that they range over the support of their law."""

from __future__ import annotations

from ...statement.props import Prop, with_terms
from ...statement.terms import Abbrev, Op, Sym, Term, half
from .laws import covariance_of, deviation_of


def standardised(prop: Prop) -> Prop:
    r"""``prop`` with :math:`H^{1/2}x` for x with covariance H, :math:`\sigma\varepsilon` for noise: almost sure
    statements hold where they hold for all values of what is left."""
    return with_terms(prop, _standard)


def _standard(node: Term) -> Term:
    if isinstance(node, Sym):
        return _scaled(node, node)
    if isinstance(node, Abbrev):
        body = _standard(node.body)
        return node if body == node.body else body
    if isinstance(node, Op) and node.head == "at" and isinstance(node.args[0], Sym):
        return _scaled(node.args[0], node)
    return Op(node.head, tuple(map(_standard, node.args))) if isinstance(node, Op) else node


def _scaled(sym: Sym, node: Term) -> Term:
    if not (sym.has("random") and sym.has("degenerate")):
        return node
    if sym.has("noise"):
        return deviation_of(sym) * node
    C = covariance_of(sym)
    return node if C is None else half(C) * node
