"""Means, as the second evaluator takes them: over Gaussians, and over finitely many outcomes of random covariances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from ..statement.laws import RANDOM_COVARIANCES
from ..statement.terms import Op, Sym, Term, symbols
from ..verdict import Point
from . import matrices as m
from .laws import Laws
from .matrices import Matrix
from .numbers import Unread, mean
from .terms import At, exact, value


def expect(node: Op, at: At) -> Matrix:
    laws = at.laws or Laws()
    # What a mean around here holds fixed is drawn anew.
    at = replace(at, bound={sym: held for sym, held in at.bound.items() if not sym.has("random")})
    total: Matrix | None = None
    for weight, outcome in _outcomes(node.args[0], at):
        inside = replace(at, laws=laws if not outcome else Laws(), outcome={**at.outcome, **outcome})
        found = value(node.args[0], inside)
        assert inside.laws is not None
        part = m.scaled(_averaged(found, inside.laws), weight)
        total = part if total is None else m.plus(total, part)
    assert total is not None
    return total


def _averaged(A: Matrix, laws: Laws, fixed: frozenset[str] = frozenset()) -> Matrix:
    def draws(name: str) -> bool:
        return laws.draws(name) and name.partition("[")[0] not in fixed

    return tuple(tuple(mean(x, draws, laws.moment) for x in row) for row in A)


def _outcomes(body: Term, at: At, kept: frozenset[str] = frozenset()) -> Iterator[tuple[Fraction, dict[str, Matrix]]]:
    """All values of the random covariances in the body, and of noise of finitely many values, independent of one
    another, with their probabilities; but of what is ``kept``."""
    syms = symbols(body)
    named = {t.removeprefix("cov:") for s in syms for t in s.traits if t.startswith("cov:")} & RANDOM_COVARIANCES
    named |= {s.name for s in syms if s.name in RANDOM_COVARIANCES or has_finite_law(s, at.point)}
    laws = []
    for name in sorted(named - kept):
        law = at.point.laws.get(name) or at.point.laws.get(name.replace("new", "tau"))
        if law is None:
            raise Unread(f"the law of {name}")
        laws.append([(name, Fraction(p), exact(found)) for p, found in law])
    for chosen in product(*laws):
        yield prod((p for _, p, _ in chosen), start=Fraction(1)), {name: A for name, _, A in chosen}


def has_finite_law(sym: Sym, point: Point) -> bool:
    """Whether the point says which values a number that is noise of any law has."""
    return sym.has("noise") and not sym.traits & {"normal", "iid"} and sym.shape == (1, 1) and sym.name in point.laws


def is_law_of(sym: Sym, at: At) -> bool:
    """Whether these are probabilities of a law with mean 0 and the variance that the noise has."""
    law = [(Fraction(p), Fraction(x)) for p, x in at.point.laws[sym.name]]
    std = at.covariance(next((t.removeprefix("std:") for t in sym.traits if t.startswith("std:")), "s"), 1)
    if std is None:
        raise Unread(f"the deviation of {sym.name}")
    sums = [sum(p * x**k for p, x in law) for k in range(3)]
    return all(p >= 0 for p, _ in law) and sums == [1, 0, m.number(m.times(std, std))]


def expect_given(node: Op, at: At) -> Matrix:
    """The mean over all but some symbols, which are independent of the others."""
    body, *given = node.args
    fixed = {sym.name: sym for sym in given if isinstance(sym, Sym)}
    by_values = next(_outcomes(body, at, frozenset(fixed)))[1]
    if by_values or len(fixed) < len(given) or any("label" in s.traits for s in fixed.values()):
        raise Unread("a mean given what is not independent of the rest")
    if at.laws is not None:
        return _averaged(value(body, at), at.laws, frozenset(fixed))
    laws, here = Laws(), at.binding({sym: value(sym, at) for sym in fixed.values() if not sym.has("iid")})
    if any(sym.has("iid") for sym in fixed.values()):
        raise Unread("a mean given a family")
    return _averaged(value(body, replace(here, laws=laws)), laws)


def second_moments_differ(A: Term, B: Term, at: At) -> bool:
    """True where two random matrices have different moments of order 1 or 2; raises :class:`Unread` otherwise."""
    found = []
    for side in (A, B):
        entries = Op("vec", (side,))
        found.append((expect(Op("expect", (entries,)), at), expect(Op("expect", (entries * entries.T,)), at)))
    if found[0] != found[1]:
        return True
    raise Unread("laws that have the same moments of the second order")
