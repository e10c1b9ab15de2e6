"""Whether what is assumed holds at a place: for certain, as far as is seen, or not.

What is assumed of every orthogonal matrix is asked of as many as decide it.  That of a law is known where the law is
one that all rotations keep: a linear map T of X keeps the law of S^(1/2) U xi, U uniform, if T S T' = S.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np

from numeric.attention.orbits import inverse, rationals
from numeric.psd import cayley

from ...logic import Truth
from ...statement.fold import Lacks
from ...statement.props import Prop, bounds_every_value, conjuncts, symbols_in, terms_in
from ...statement.terms import Op, Sym
from ..arrays import Array
from ..degrees_along import degree_along
from .algebra import AttentionAlgebra
from .decide import Comparison, decide, value_of
from .places import Place

ANGLES = 5
"""Trigonometric polynomials of degree 2 that vanish at so many rotations, and at so many reflections, are 0."""
MOST = 1
"""The degree of both sides in the matrices that turn, of which lengths have twice the degree."""
UNDERSTOOD = frozenset({"orthogonal", "haar", "context"})
"""Of these a generic value, or all of finitely many, tell what is assumed of every value."""


def met_by(given: Sequence[Prop], algebra: AttentionAlgebra) -> Truth:
    """Whether the hypotheses hold there: for certain, as far as is seen (TOUCHES), or not."""
    met = Truth.TRUE
    for hypothesis in conjuncts(*given):
        truth = decide(hypothesis, algebra, Comparison())
        if truth is Truth.UNKNOWN or bounds_every_value(hypothesis):
            raise Lacks("attention lacks a point at which the hypotheses certainly hold")
        variables, body = _quantified(hypothesis)
        if truth is not Truth.FALSE and (variables or body.head == "same_law"):
            truth = _for_every_value(variables, body, algebra)
        if truth is Truth.FALSE:
            return truth
        met = met if truth is Truth.TRUE else Truth.TOUCHES
    return met


def _quantified(prop: Prop) -> tuple[list[Sym], Prop]:
    """The symbols of every value of which it is said, and what is said."""
    variables = []
    while prop.head == "for_all":
        variable, body = prop.args
        assert isinstance(variable, Sym)
        assert isinstance(body, Prop)
        variables.append(variable)
        prop = body
    return variables, prop


def _for_every_value(variables: Sequence[Sym], body: Prop, algebra: AttentionAlgebra) -> Truth:
    if body.head == "differentiable" or _passes_into_the_mean(body):
        return Truth.TRUE
    if not all(sym.traits & UNDERSTOOD for sym in variables):
        return Truth.TOUCHES
    turned = [sym for sym in variables if not sym.has("context")]
    truths = []
    for place in _turned(turned, algebra.place):
        here = AttentionAlgebra(place, defined=algebra.defined)
        of_a_law = body.head == "same_law"
        truths.append(_keeps_lengths(body, here, turned) if of_a_law else decide(body, here, Comparison()))
    return Truth.FALSE if Truth.FALSE in truths else Truth.TRUE if set(truths) <= {Truth.TRUE} else Truth.TOUCHES


def _passes_into_the_mean(prop: Prop) -> bool:
    """Whether it says that a derivative of a mean is the mean of the derivative: means are finite sums here."""
    left, right = terms_in(prop) if prop.head == "eq" else (None, None)
    if not (isinstance(left, Op) and left.head == "slope" and isinstance(right, Op) and right.head == "expect"):
        return False
    t, mean = left.args
    return isinstance(mean, Op) and mean.head == "expect" and right.args == (Op("slope", (t, *mean.args)),)


def _turned(symbols: Sequence[Sym], place: Place) -> Iterator[Place]:
    """The place with other values of these orthogonal matrices: on the line all, in the plane many."""
    pools = [_orthogonal(place.size(sym.shape[0])) for sym in symbols]
    for values in product(*pools):
        yield place.another(turned={sym.name: value for sym, value in zip(symbols, values, strict=True)})


def _orthogonal(size: int) -> list[Array]:
    """Rotations and their mirror images; of the line both."""
    if size == 1:
        return [rationals([[1]]), rationals([[-1]])]
    flip = rationals(np.diag([-1, *[1] * (size - 1)]).tolist())
    found = (cayley(size, [Fraction(k + 2, m + 3) for m in range(size * (size - 1) // 2)]) for k in range(ANGLES))
    proper = [rationals([[g[i, j] for j in range(size)] for i in range(size)]) for g in found]
    return [*proper, *(flip @ g for g in proper)]


def _keeps_lengths(law: Prop, algebra: AttentionAlgebra, turned: Sequence[Sym]) -> Truth:
    """Whether both sides are linear in X and have the same X' S^(-1) X, so that one has the law of the other; at
    X = (I, 0), which tells it of every X."""
    place = algebra.place
    random = {sym for sym in symbols_in(law) if sym.traits & {"context", "haar"} and sym not in turned}
    if len(random) != 1 or not place.law.invariant:
        return Truth.TOUCHES
    (X,) = random
    rows, columns = map(place.size, X.shape)
    if X.shape[0] != place.roles.dimension or columns < rows or not _are_of_low_degree(law, X, turned):
        return Truth.TOUCHES
    first = rationals(np.eye(rows, columns, dtype=int).tolist())
    exact = replace(place, arithmetic="exact", values={(X.name, None): first})
    reader = AttentionAlgebra(exact, defined=algebra.defined)
    metric = inverse(reader.power_of_covariance(place.roles.covariance, Fraction(1)))
    left, right = (value_of(side, reader) for side in terms_in(law))
    if {left.shape, right.shape} != {(rows, columns)}:
        return Truth.TOUCHES
    return Truth.TRUE if (left.T @ metric @ left == right.T @ metric @ right).all() else Truth.TOUCHES


def _are_of_low_degree(law: Prop, X: Sym, turned: Sequence[Sym]) -> bool:
    names = frozenset(sym.name for sym in turned)
    try:
        return all(
            degree_along(side, frozenset({X.name})) == 1 and degree_along(side, names) <= MOST for side in terms_in(law)
        )
    except Lacks:
        return False
