"""The support of a law that may be degenerate: Gaussian vectors lie in the image of their covariance, and noise without
deviation is 0.  Random symbols are written as functions of standard ones, that range over all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flint import fmpq, fmpq_mat

from ...statement.binding import free_symbols
from ...statement.fold import Lacks
from ...statement.props import Prop, with_terms
from ...statement.terms import Abbrev, Op, Sym, Term, half, nodes, symbols
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


_MEANS = frozenset({"expect", "expect_given"})


def may_leave_the_support(*terms: Term) -> bool:
    """Whether the terms speak of single outcomes of laws that may be degenerate."""
    return any(s.has("random") and s.has("degenerate") for t in terms for s in free_symbols(t))


def on_the_support(term: Term) -> Term:
    """The same of standard outcomes.  Raises :class:`Lacks` where means are taken beside them."""
    if any(node.head in _MEANS for node in nodes(term) if isinstance(node, Op)):
        raise Lacks("entries lacks means beside single outcomes of a law that may be degenerate")
    return _standard(term)


def are_possible(terms: Iterable[Term], values: Mapping[str, Any]) -> bool:
    """Whether what is drawn has values in the support of its law, as far as the law has values."""
    drawn = {s for t in terms for s in symbols(t) if s.has("random") and s.has("degenerate") and s.name in values}
    return all(_is_possible(sym, value, values) for sym in drawn for value in _members(sym, values[sym.name]))


def _members(sym: Sym, value: Any) -> list[Any]:
    return list(value) if sym.has("iid") else [value]


def _is_possible(sym: Sym, value: Any, values: Mapping[str, Any]) -> bool:
    if sym.has("noise"):
        return bool(values.get(deviation_of(sym).name, 1)) or not value
    C = covariance_of(sym)
    if C is None or C.name not in values or not isinstance(value, list):
        return True
    image, outcome = values[C.name], value
    wider = [[*row, *entry] for row, entry in zip(image, outcome, strict=True)]
    return bool(_matrix(wider).rank() == _matrix(image).rank())


def _matrix(rows: list[list[Any]]) -> fmpq_mat:
    return fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows])
