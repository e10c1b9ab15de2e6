"""Derivatives, minima and infima on draws: by differences of polynomials, which are exact up to a degree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from ...statement.fold import Lacks, Meaning
from ...statement.moments import apart_from_time
from ...statement.ranges import over_a_space
from ...statement.terms import Op, Sym
from ..arrays import Array, assemble, central, inverse, joined, times, transposed
from ..degrees_along import degree_along, refuse_starts
from . import model
from .exact_means import ExactMeans
from .heads import LOSSES, Read, names_in
from .outcomes import Counter
from .sources import Quadrature

if TYPE_CHECKING:
    from .algebra import SamplesAlgebra


def heads(algebra: SamplesAlgebra) -> dict[str, Meaning]:
    """The meanings on the draws of ``algebra``."""

    def on(meaning: Callable[[SamplesAlgebra, Op, Read], Array]) -> Meaning:
        return lambda node, read: meaning(algebra, node, read)

    return {
        "ddt": apart_from_time(on(ddt)), "grad": on(grad), "curvature": on(curvature), "minimum": on(minimum),
        "argmin": on(minimum), "infimum": on(infimum),
    }  # fmt: skip


def ddt(algebra: SamplesAlgebra, node: Op, read: Read) -> Array:
    body = node.args[0]
    moving = velocity(algebra, names_in(body))
    if degree_along(body, frozenset(moving)) > 4:
        raise Lacks("sampled lacks time derivatives of degree above 4")
    at = {name: _parameter(algebra, name) for name in moving}
    return central(lambda s: algebra.moved({k: at[k] + s * moving[k] for k in at}).read(body), algebra.dtype)


def velocity(algebra: SamplesAlgebra, names: frozenset[str]) -> dict[str, Array]:
    """Minus the gradient of the loss, per draw, in those of the named symbols that are parameters."""
    if algebra.own is None:
        return model.velocity(algebra, names)
    moving = [p for p in algebra.own.parameters if p.name in names]
    return {p.name: -grad(algebra, Op("grad", (algebra.own.loss, p)), algebra.read) for p in moving}


def _parameter(algebra: SamplesAlgebra, name: str) -> Array:
    if algebra.own is None:
        return model.parameter(algebra, name)
    return next(algebra.symbol(p) for p in algebra.own.parameters if p.name == name)


def grad(algebra: SamplesAlgebra, node: Op, read: Read) -> Array:
    f, X = node.args
    if not isinstance(X, Sym):
        raise Lacks("sampled lacks gradients with respect to anything but a symbol")
    refuse_starts(f, [X])
    if isinstance(f, Sym) and f.name in LOSSES and X.name in model.SHAPES:
        return -model.velocity(replace(algebra, loss=f.name), frozenset({X.name}))[X.name]
    degree = degree_along(f, frozenset({X.name}))
    if degree > 4:
        raise Lacks("sampled lacks gradients of degree above 4")
    at, begin = algebra.symbol(X), algebra.counter.next
    entries = []
    for index in np.ndindex(at.shape[1:]):

        def shifted(s: int, index: tuple[int, ...] = index) -> Array:
            algebra.counter.next = begin  # the same draws on both sides of a difference
            changed = at.copy()
            changed[:, index[0], index[1]] += s
            return algebra.moved({X.name: changed}).read(f)

        if algebra.own is not None and degree <= 2:
            entries.append((shifted(1) - shifted(-1)) / 2)
        else:
            entries.append(central(shifted, algebra.dtype))
    return assemble(entries, at.shape[1], at.shape[2])


def curvature(algebra: SamplesAlgebra, node: Op, read: Read) -> Array:
    f, *flat = node.args
    refuse_starts(f, flat[::2])
    direction = {s.name: read(v) for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
    if degree_along(f, frozenset(direction)) > 5:
        raise Lacks("sampled lacks second derivatives of degree above 5")
    at, begin = {s.name: read(s) for s in flat[::2]}, algebra.counter.next  # type: ignore[attr-defined]

    def along(s: int) -> Array:
        algebra.counter.next = begin  # the same draws at every step
        return algebra.moved({k: at[k] + s * direction[k] for k in at}).read(f)

    twelve = Fraction(12) if algebra.dtype is object else 12.0
    return (16 * (along(1) + along(-1)) - (along(2) + along(-2)) - 30 * along(0)) / twelve


def minimum(algebra: SamplesAlgebra, node: Op, read: Read) -> Array:
    """Of a quadratic in one vector: f(0) - g^T H^-1 g / 2, its Hessian integrated, each g on draws of its own; the
    minimiser is -H^-1 g."""
    f, *variables = node.args
    if algebra.own is not None and node.head == "minimum":
        return infimum(algebra, node, read)
    over_a_space(variables, "sampled")
    v = variables[0]
    if not isinstance(v, Sym) or len(variables) > 1 or v.shape != ("d", 1) or algebra.outcome is not None:
        raise Lacks("sampled lacks minima of anything but the mean of a quadratic in one vector")
    rows = np.eye(algebra.sizes["d"], dtype=int)[:, None, :].tolist()
    units = [algebra.array(row).transpose(0, 2, 1) for row in rows]
    zero = 0 * units[0]

    def at(algebra: SamplesAlgebra, point: Array, begin: int) -> Array:
        algebra.counter.next = begin
        return algebra.moved({v.name: point}).read(f)

    integrated = ExactMeans() if algebra.dtype is object else Quadrature(4)
    known = replace(algebra, source=integrated, counter=Counter())
    start, single = at(known, zero, 0), [(e, at(known, e, 0)) for e in units]
    pairs = [at(known, e + g, 0) - a - b + start for e, a in single for g, b in single]
    hessian_inverse = inverse(assemble(pairs, len(units), len(units)))
    value = algebra.moved({v.name: zero}).read(f)
    slopes = []
    for _ in range(1 if node.head == "argmin" else 2):
        begin = algebra.counter.next
        slopes.append(joined([(at(algebra, e, begin) - at(algebra, -e, begin)) / 2 for e in units], 1))
    if node.head == "argmin":
        return -times(hessian_inverse, slopes[0])
    first, second = slopes
    return value - times(times(transposed(first), hessian_inverse), second) / 2


def infimum(algebra: SamplesAlgebra, node: Op, read: Read) -> Array:
    """The value, on draws, at the best point that descent finds."""
    from . import minima  # balls read exact constants by this algebra

    f, *variables = node.args
    found = minima.least(f, [v for v in variables if isinstance(v, Sym)], algebra)
    return algebra.moved(minima.arrays(found, found.ends[0].point)).read(f)
