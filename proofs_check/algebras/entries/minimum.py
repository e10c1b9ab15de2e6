r"""The global minimum of a function that is a quadratic in disguise.

A function f with :math:`f(U,s)=q(sU)` for a quadratic q takes the values of q and no others (take s = 1).  If the
symmetric elimination of q's Hessian has positive pivots only, the Hessian is positive definite and
:math:`\min q=q(0)-\frac12g^\top H^{-1}g`.
"""

from __future__ import annotations

from collections.abc import Callable

from symbolic.entries import Matrix, Ratio

from ...statement.fold import Lacks

Sign = Callable[[Ratio], int]


def quadratic_minimum(f: Ratio, entries: list[str], scale: str | None, sign: Sign) -> Ratio:
    """The minimum of ``f`` over the generators ``entries`` (and ``scale``); Lacks where the certificate fails."""
    q = quadratic_of(f, entries, scale)
    hessian, slopes = _quadratic(q, entries)
    constant = q.substitute({name: f.lift(0) for name in entries})
    return constant - _half_form(hessian, slopes, sign)


def quadratic_of(f: Ratio, entries: list[str], scale: str | None) -> Ratio:
    """The function q with ``f(U, s) = q(s U)``; ``f`` itself where there is no scale s."""
    if scale is None:
        return f
    generator = {name: Ratio(f.ctx.gen(f.ctx.variable_to_index(name))) for name in entries}
    s = Ratio(f.ctx.gen(f.ctx.variable_to_index(scale)))
    q = f.substitute({scale: f.lift(1)})
    if q.substitute({name: s * g for name, g in generator.items()}) != f:
        raise Lacks("entries lacks the minimum of a function that does not depend on the product of its variables")
    return q


def quadratic_minimiser(q: Ratio, entries: list[str], sign: Sign) -> dict[str, Ratio]:
    r"""The minimiser :math:`-H^{-1}g` of the quadratic ``q``, by generator; Lacks where the certificate fails."""
    hessian, slopes = _quadratic(q, entries)
    _half_form(hessian, slopes, sign)
    found = hessian.inverse() @ Matrix((tuple(-g for g in slopes),)).T
    return {name: found[k, 0] for k, name in enumerate(entries)}


def _quadratic(q: Ratio, entries: list[str]) -> tuple[Matrix, list[Ratio]]:
    """Hessian, and gradient at 0."""
    zero = {name: q.lift(0) for name in entries}
    gradient = [q.derivative(name) for name in entries]
    hessian = [[g.derivative(name) for name in entries] for g in gradient]
    if any(h.derivative(name) for row in hessian for h in row for name in entries):
        raise Lacks("entries lacks the minimum of a function that is not quadratic")
    return Matrix.of(hessian), [g.substitute(zero) for g in gradient]


def _half_form(H: Matrix, g: list[Ratio], sign: Sign) -> Ratio:
    r""":math:`\frac12g^\top H^{-1}g` by symmetric elimination, each pivot certified positive."""
    rows, g = [list(row) for row in H.rows], list(g)
    total = g[0].lift(0)
    for k, pivot_row in enumerate(rows):
        pivot = pivot_row[k]
        if sign(pivot) != 1:
            raise Lacks(f"entries lacks a certificate that the pivot {pivot} of the Hessian is positive")
        total = total + g[k] * g[k] / (2 * pivot)
        for i in range(k + 1, len(rows)):
            if rows[i][k]:
                factor = rows[i][k] / pivot
                rows[i] = [a - factor * b for a, b in zip(rows[i], pivot_row, strict=True)]
                g[i] = g[i] - factor * g[k]
    return total
