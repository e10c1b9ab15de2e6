"""Derivatives of attention statements: jets where the statement asks for a slope, a gradient or a curvature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from numeric.attention.jets import Jet, Number, along
from numeric.attention.orbits import rationals

from ...statement.fold import Lacks
from ...statement.terms import Op, Sym
from .linear import Read, joined

if TYPE_CHECKING:
    from .algebra import AttentionAlgebra


def jacobian(algebra: AttentionAlgebra, node: Op, read: Read) -> Number:
    """The derivative of the activation in one argument, along a direction."""
    h, which, U, W, T = node.args
    u, w, direction = read(U), read(W), read(T)
    if isinstance(u, Jet) or isinstance(w, Jet) or isinstance(direction, Jet):
        raise Lacks("attention lacks derivatives of derivatives")
    first = algebra.integer(which) == 1
    if direction.shape[-2:] != (u if first else w).shape[-2:]:
        raise Lacks("attention lacks a derivative in a direction of another shape")
    moved = algebra.value_of(h, along(u, direction), w) if first else algebra.value_of(h, u, along(w, direction))
    assert isinstance(moved, Jet)
    return moved.terms[1]


def slope(algebra: AttentionAlgebra, node: Op, read: Read) -> Number:
    """The first Taylor coefficient in a scalar."""
    t, body = node.args
    assert isinstance(t, Sym)
    zero, one = algebra.place.number(0), algebra.place.number(1)
    value = algebra.with_bound({t: Jet((zero, one))}).read(body)
    return value.terms[1] if isinstance(value, Jet) else value * 0


def curvature(algebra: AttentionAlgebra, node: Op, read: Read) -> Number:
    """Twice the second Taylor coefficient along the stated directions."""
    f, *flat = node.args
    directions = {
        sym: Jet((algebra.symbol(sym), read(step), read(step) * 0))  # type: ignore[arg-type]
        for sym, step in zip(flat[::2], flat[1::2], strict=True)
        if isinstance(sym, Sym)
    }
    found = algebra.with_bound(directions).read(f)
    return found.terms[2] * 2 if isinstance(found, Jet) else found * 0


def grad(algebra: AttentionAlgebra, node: Op, read: Read) -> Number:
    """All partial derivatives, of a number, at once."""
    f, X = node.args
    if isinstance(X, Op) and X.head == "at" and isinstance(X.args[0], Sym):
        family, member = X.args[0], algebra.integer(X.args[1])
        value = algebra.member(family, member)

        def bound(moved: Number) -> Mapping[Sym, Any]:
            return {family: {**(algebra.moved(family) or {}), member: moved}}

    elif isinstance(X, Sym):
        value = algebra.symbol(X)

        def bound(moved: Number) -> Mapping[Sym, Any]:
            return {X: moved}

    else:
        raise Lacks("attention lacks gradients with respect to a compound term")
    if isinstance(value, Jet):
        raise Lacks("attention lacks derivatives of derivatives")
    rows, cols = value.shape[-2:]
    # All directions at once, on an axis before that of outcomes.
    count = rows * cols
    units = np.eye(count, dtype=int).reshape(count, 1, rows, cols) * (value.ravel()[0] * 0 + 1)
    found = algebra.with_bound(bound(along(value[None, None], units))).read(f)
    slopes = found.terms[1] if isinstance(found, Jet) else (found * 0)[None]
    if isinstance(found, Jet) and slopes.shape[0] != count:
        raise Lacks("attention lacks gradients of what is no number")
    by_outcome = np.broadcast_to(slopes, (count, *slopes.shape[1:])).reshape(count, -1)
    gradient = np.moveaxis(by_outcome, 0, -1).reshape(-1, rows, cols)
    return gradient[0] if len(gradient) == 1 else gradient


def seen_by_slopes(algebra: AttentionAlgebra, sym: Sym) -> Number:
    """The matrix whose scalar product with R, for every R, a hypothesis states."""
    R, value = algebra.defined[sym.name]
    rows, cols = (algebra.size(dim) for dim in sym.shape)
    key = (sym.name, None)
    if key not in algebra.place.values:
        zero, entries = algebra.place.converted(rationals([[0] * cols] * rows)), []
        for k in range(rows * cols):
            unit = zero.copy()
            unit[k // cols, k % cols] = unit[k // cols, k % cols] + 1
            entries.append(algebra.other_draws(100).with_bound({R: unit}).read(value))
        lines = [joined(entries[i * cols : (i + 1) * cols], -1) for i in range(rows)]
        found = joined(lines, -2)
        if isinstance(found, Jet):
            raise Lacks("attention lacks matrices that move by definition")
        algebra.place.values[key] = found
    return algebra.place.values[key]
