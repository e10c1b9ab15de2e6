"""Means over contexts and random rotations: exact over the finitely many outcomes of a law, or draw by draw."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from numeric.attention.jets import Jet, Number, innermost
from numeric.polynomials import NotPolynomialError

from ...statement.binding import free_symbols
from ...statement.fold import Lacks
from ...statement.terms import Op, Sym, Term, children
from .laws import Draws, label_rows
from .linear import Read, mean

if TYPE_CHECKING:
    from .algebra import AttentionAlgebra

RANDOM = frozenset({"context", "haar"})
MOST = 5000
"""Outcomes of one mean."""


def expect(algebra: AttentionAlgebra, node: Op, read: Read) -> Number:
    """The mean over every random symbol that has no value yet."""
    (body,) = node.args
    random = [s for s in free_symbols(body) if s.has("random") and s not in _fixed(algebra)]
    if not random:
        return read(body)
    if any(not s.traits & RANDOM for s in random):
        raise Lacks("attention lacks the law of " + ", ".join(s.name for s in random if not s.traits & RANDOM))
    if algebra.averaging:
        raise Lacks("attention lacks means inside of means")
    algebra.place.law.used = True
    changes = outcomes(algebra, random)
    law = algebra.place.law
    try:
        value = algebra.with_bound(changes, averaging=True).read(body)
        return value if law.draws is not None else law.over_the_circle(mean(value))
    except NotPolynomialError as error:
        raise Lacks(f"attention lacks the mean over rotations of what is no polynomial: {error}") from error


@lru_cache(maxsize=1 << 14)
def averages(node: Term) -> bool:
    """Whether a mean over contexts or rotations stands in the term."""
    return (isinstance(node, Op) and node.head == "expect") or any(map(averages, children(node)))


def _fixed(algebra: AttentionAlgebra) -> frozenset[Sym]:
    """Random symbols that have a value already."""
    found: set[Sym] = set()
    here: AttentionAlgebra | None = algebra
    while here is not None:
        found |= {s for s in here.bound if s.has("random")}
        here = here.above
    return frozenset(found)


def outcomes(algebra: AttentionAlgebra, random: list[Sym]) -> dict[Sym, Number]:
    """Equally likely values of these symbols, on the axis before the matrix."""
    place, roles = algebra.place, algebra.place.roles
    d = place.sizes[roles.dimension]
    if place.law.draws is not None:
        return _drawn(algebra, random, place.law.draws)
    group = place.law.rotations(d, place.arithmetic)
    if place.law.group == "circle" and place.arithmetic != "exact":
        raise Lacks("attention lacks means over all rotations outside of fractions")
    contexts = [s for s in random if s.has("context")]
    turned = [s for s in random if s.has("haar")]
    found: dict[Sym, Number] = {}
    covariates = next((s for s in contexts if s.shape[0] == roles.dimension), None)
    labels = next((s for s in contexts if s.shape[0] == 1), None)
    if len(contexts) > 2 or len(turned) > 1:
        raise Lacks("attention lacks more than one context or rotation at a time")
    if contexts:
        whites = place.law.whites(group, d, _demonstrations(algebra, contexts), place.arithmetic)
        if labels is not None:
            rows = label_rows(whites, place.law.uneven)
            count = rows.shape[-2]
            whites = np.repeat(whites, count, axis=0)
            found[labels] = rows.reshape(len(whites), 1, -1)
        root = algebra.power_of_covariance(roles.covariance, Fraction(1, 2))
        if covariates is not None:
            found[covariates] = root @ whites
    if turned:
        others = len(next(iter(found.values()))) if found else 1  # type: ignore[arg-type]
        if others * len(group) > MOST:
            raise Lacks("attention lacks time for a mean over so many outcomes")
        group = place.law.rotations(algebra.size(turned[0].shape[0]), place.arithmetic, which=1)
        found = {s: np.tile(v, (len(group), 1, 1)) for s, v in found.items()}  # type: ignore[arg-type]
        found[turned[0]] = np.repeat(group, others, axis=0)
    return found


def _demonstrations(algebra: AttentionAlgebra, contexts: list[Sym]) -> int:
    """One less than the columns that all of these have."""
    columns = {algebra.size(s.shape[1]) for s in contexts}
    if len(columns) > 1:
        raise Lacks("attention lacks contexts of several lengths at a time")
    return columns.pop() - 1


def _drawn(algebra: AttentionAlgebra, random: list[Sym], draws: Draws) -> dict[Sym, Number]:
    """Values of these symbols, draw by draw; the same wherever they are asked for."""
    roles = algebra.place.roles
    contexts = [s for s in random if s.has("context")]
    n = _demonstrations(algebra, contexts) if contexts else algebra.place.sizes[roles.columns]
    root, inverse_root = (algebra.power_of_covariance(roles.covariance, Fraction(k, 2)) for k in (1, -1))
    X, Y = draws.context(root, inverse_root, n)
    if len({s.shape[0] == 1 for s in contexts}) < len(contexts):
        raise Lacks("attention lacks more than one context at a time")
    found: dict[Sym, Number] = {s: innermost(Y if s.shape[0] == 1 else X) for s in contexts}
    # Each rotation is drawn by itself.
    for number, sym in enumerate(sorted((s for s in random if s.has("haar")), key=lambda s: s.name)):
        found[sym] = innermost(draws.rotations(algebra.size(sym.shape[0]), number))
    return found


def expect_given(algebra: AttentionAlgebra, node: Op, read: Read) -> Number:
    """The mean over labels given covariates, which have values."""
    body, *given = node.args
    roles = algebra.place.roles
    of_covariates = [isinstance(s, Sym) and s.has("context") and s.shape[0] == roles.dimension for s in given]
    if of_covariates != [True]:
        raise Lacks("attention lacks conditional means other than those given the covariates")
    labels = [s for s in free_symbols(body) if s.has("context") and s.shape[0] == 1]
    X = read(given[0])
    if isinstance(X, Jet):
        raise Lacks("attention lacks conditional means given covariates that move")
    if not labels:
        return read(body)
    algebra.place.law.used = True
    rows = label_rows(algebra.power_of_covariance(roles.covariance, Fraction(-1, 2)) @ X)
    values = [algebra.with_bound({labels[0]: rows[..., k : k + 1, :]}).read(body) for k in range(rows.shape[-2])]
    total = sum(values[1:], values[0])
    return total * algebra.place.number(Fraction(1, len(values)))
