"""Wrong statements that a statement about training might be taken for: tried beside it, to show what is told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ...statement.props import Prop, subterms, with_terms
from ...statement.terms import Abbrev, Op, Sym, Term, symbols, zeros
from .block_reading import Reading
from .block_rows import LEAST, mentions


def wrong(prop: Prop, reading: Reading) -> Iterator[tuple[str, Prop, Reading]]:
    """Statements that this one might be taken for, by what is changed in it."""
    named = {s.name: s for term in _stated_terms(prop) for s in symbols(term)}
    if "M" in named:
        yield "M + 1 for M", prop, replace(reading, M=reading.bench.problem.M + 1, memory={}, points={})
    for name, value in (("beta_star", lambda s: zeros("d", 1)), ("sigma", lambda s: 2 * s)):
        found = named.get(name)
        if found is not None and float(np.abs(reading.bench.constants[name]).max()) > 0:
            changed = {found: value(found)}
            said = "no task mean" if name == "beta_star" else "twice the noise"
            yield said, _stated(prop, changed), reading
    step = next((a for _, a in subterms(prop) if isinstance(a, Abbrev) and a.sym.name == "Gamma_star"), None)
    if step is not None and "H" in named:
        yield "H^+ for Gamma*", _stated(prop, {step.sym: Op("pinv", (named["H"],))}), reading


def _stated_terms(prop: Prop) -> Iterator[Term]:
    """What is stated of the losses and their least values: the largest terms outside of these."""

    def outside(node: Term) -> Iterator[Term]:
        if isinstance(node, Op) and (node.head in {"expect", *LEAST} or any(mentions(node, h) for h in LEAST)):
            if node.head not in {"expect", *LEAST}:
                for arg in node.args:
                    yield from outside(arg)
        else:
            yield node

    for arg in prop.args:
        if isinstance(arg, Prop):
            yield from _stated_terms(arg)
        else:
            yield from outside(arg)


def _stated(prop: Prop, changes: dict[Sym, Term]) -> Prop:
    """The proposition with symbols replaced, the losses that are trained on left as they are."""
    return with_terms(prop, lambda node: _in_stated(node, changes))


def _in_stated(node: Term, changes: dict[Sym, Term]) -> Term:
    if isinstance(node, Op) and node.head in {"expect", *LEAST}:
        return node
    if isinstance(node, Op):
        return Op(node.head, tuple(_in_stated(arg, changes) for arg in node.args))
    if isinstance(node, Abbrev):
        if node.sym in changes:
            return changes[node.sym]
        body = _in_stated(node.body, changes)
        return node if body == node.body else body
    return changes.get(node, node) if isinstance(node, Sym) else node
