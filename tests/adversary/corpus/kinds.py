"""Every kind of claim where it has no value, where nothing meets its hypotheses, and where it means nothing."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    argmin,
    conserved,
    convex,
    det,
    eq,
    exists,
    expect,
    for_all,
    ge,
    global_minimum,
    grad,
    gradient_flow,
    gt,
    independent_of,
    infimum,
    inv,
    le,
    limit,
    local_minimum,
    lt,
    matrix,
    minimum,
    ne,
    psd,
    saddle,
    scalar,
    sqrt,
    tends,
    tr,
)
from proofs_check.statement.laws import order, prediction_on
from proofs_check.statement.props import depends_on
from proofs_check.statement.terms import apply, index, prediction

from ..stating import Stated, false, family, ill_shaped, true, vacuous, valueless
from .letters import A, B, F, N, S, Zero, a, b, c, e, n, p, q, u, v, w, x1

PARABOLA = gradient_flow(u**2, (u,))
g = scalar("g_9", "nonzero")
f = scalar("f_9", "function")
V9, Q9 = (matrix(name, "d+1", "d+1") for name in ("V_9", "Q_9"))
i9 = index("i_9", "N")


@family("kinds")
def constructions() -> Iterator[Stated]:
    """What is to be found may have no value, may be asked for under hypotheses that nothing meets, or mean nothing."""
    yield vacuous(exists(a, lt(a**2, 0)), gt(b, b))
    yield vacuous(exists(a, eq(a, a + 1)), eq(p, -1))
    yield vacuous(exists(A, eq(det(A), 0)), eq(tr(S), 0))
    yield valueless(exists(a, eq(a, b / c)))
    yield valueless(exists(A, eq(A, inv(B))))
    yield ill_shaped(lambda: exists(a, eq(a, v)))
    yield ill_shaped(lambda: exists(A, eq(A * v, a)))
    yield true(exists(a, eq(a + b, c)))
    yield true(for_all(a, exists(b, gt(b, a))))
    yield false(exists(a, for_all(b, eq(a, b))))
    yield false(exists(a, lt(a**2 + b**2, 0)))


@family("kinds")
def limits() -> Iterator[Stated]:
    """1/(n - n) has no value however large n is."""
    yield valueless(tends(a / b, a / b, n))
    yield valueless(limit(u + a / b, a / b), model=PARABOLA)
    yield vacuous(tends(n, 0, n), gt(a, a))
    yield vacuous(limit(u, 1), eq(p, 0), model=PARABOLA)
    yield vacuous(tends(1 / n, 1, n), eq(q, -2))
    yield ill_shaped(lambda: tends(v, a, n))
    yield ill_shaped(lambda: tends(A, v, n))
    yield true(tends((n + a) / n, 1, n))
    yield false(tends((n + a) / n, a, n))


@family("kinds")
def invariances() -> Iterator[Stated]:
    """What does not depend on a, what stays, and what cannot be meant."""
    yield vacuous(independent_of(a * b, a), gt(b, b))
    yield vacuous(conserved(u), lt(p, 0), model=PARABOLA)
    yield vacuous(depends_on(b, a), ne(A, A))
    yield ill_shaped(lambda: independent_of(A * v.T, a))
    yield ill_shaped(lambda: conserved(A + v))
    yield true(independent_of(a * (b - b), a))
    yield true(depends_on(a * g, a))
    yield false(independent_of(a * g, a))


@family("kinds")
def rates() -> Iterator[Stated]:
    """Orders of magnitude with poles, under what nothing meets, and of what has no size."""
    yield valueless(order(a / b, 1, n))
    yield vacuous(order(n**3, 1, n), gt(a, a + 1))
    yield vacuous(order(2 * n, 1 / n, n), eq(a**2, -1))
    yield ill_shaped(lambda: order(A + v, 1, n))
    yield true(order(a / n, 1, n))
    yield false(order(a**2 * n, 1, n))


@family("kinds")
def optima() -> Iterator[Stated]:
    """Least values under what nothing meets, and of what is no number."""
    yield vacuous(global_minimum(u**2, (u, 1)), gt(a, a))
    yield vacuous(eq(minimum(u**2, u), 1), eq(p, -1))
    yield vacuous(convex(-(u**2), u), lt(b**2, 0))
    yield vacuous(saddle(u**2, (u, 0)), le(p, 0))
    yield valueless(eq(infimum((u - a) ** 2 + b / c, u), b / c))
    yield ill_shaped(lambda: eq(minimum(A, u), 0))
    yield ill_shaped(lambda: global_minimum(v, (u, 0)))
    yield ill_shaped(lambda: convex(A * v, v))
    yield true(local_minimum((u - a) ** 2, (u, a)))
    yield true(eq(argmin((u - a) ** 2, u), a))
    yield false(eq(argmin((u - a) ** 2, u), -a))


@family("kinds")
def stationary_points() -> Iterator[Stated]:
    """Gradients under what nothing meets, with poles, and of what is no number."""
    yield vacuous(eq(grad(u**2, u), 1), eq(b, b + 1))
    yield vacuous(eq(grad(a * u, u), 0), gt(q, q))
    yield valueless(eq(grad(sqrt(a) * u, u), sqrt(a)))
    yield ill_shaped(lambda: eq(grad(A, u), A))
    yield ill_shaped(lambda: eq(grad(u**2, u), v))
    yield true(eq(grad(g * u**2, u), 2 * g * u))
    yield false(eq(grad(g * u**2, u), g * u))


@family("kinds")
def distributions() -> Iterator[Stated]:
    """Means with poles, under what nothing meets, and of what cannot be added."""
    yield vacuous(eq(expect(e**2), 0), lt(p, 0))
    yield vacuous(eq(expect(e), 1), gt(a, a))
    yield ill_shaped(lambda: eq(expect(v + e), v))
    yield ill_shaped(lambda: eq(expect(x1 * v), e))
    yield valueless(eq(expect(x1**2) / a, p**2 / a))


@family("kinds")
def inequalities() -> Iterator[Stated]:
    """Comparisons with a nonzero number, which may be negative."""
    yield true(gt(g**2, 0))
    yield true(ne(g, 0))
    yield true(eq(g / g, 1))
    yield false(gt(g, 0))
    yield false(gt(a * g**2, 0))
    yield false(eq(1 / g, g))
    yield vacuous(psd(-S), eq(g, 0))
    yield vacuous(ge(a, b), lt(a, b), gt(a, b))
    yield ill_shaped(lambda: gt(v, w))
    yield ill_shaped(lambda: ge(F, Zero))


@family("kinds")
def functions() -> Iterator[Stated]:
    """Nothing is known of a function but that it is one."""
    yield true(eq(apply(f, a + b), apply(f, b + a)))
    yield false(eq(apply(f, a + b), apply(f, a) + apply(f, b)))
    yield false(eq(apply(f, a), a))


@family("kinds")
def predictions() -> Iterator[Stated]:
    """The prediction is linear in the value weights and in the key-query weights."""
    yield true(eq(prediction(2 * V9, Q9, N), 2 * prediction(V9, Q9, N)))
    yield true(eq(prediction(V9, 3 * Q9, N), 3 * prediction(V9, Q9, N)))
    yield false(eq(prediction(2 * V9, Q9, N), prediction(V9, Q9, N)))
    yield false(eq(prediction(V9, Q9, N), 0))
    on = prediction_on(V9, Q9, i9, N, v, a, w)
    yield true(eq(prediction_on(2 * V9, Q9, i9, N, v, a, w), 2 * on))
    yield false(eq(prediction_on(V9, Q9, i9, N, v, a, 2 * w), on))
