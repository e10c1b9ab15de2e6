"""What the facts say that rules apply: their formal statements, hypotheses first.

No chain cites one by its terms, for a rule asks for more than can be said of a metavariable: that f is a polynomial,
that a letter is new.  They are here to be read beside the rule, and to be examined.  Standard library only.
"""

from __future__ import annotations

from ..statement.attention import differentiable, slope
from ..statement.props import Prop, conj, eq, exists, ge, implies, inertia, le, limit, lt, ne, posdef, tends
from ..statement.psd import infimum
from ..statement.terms import det, expect, grad, inv, where
from .facts import A, B, I, Q, V, X, Y, a, b, c, f, g, k, n, s

Statement = tuple[tuple[Prop, ...], tuple[Prop, ...]]

STATEMENTS: dict[str, Statement] = {
    "spectral theorem": (
        (eq(A.T, A),),
        (exists(Q, exists(B, conj(eq(A, Q * B * Q.T), eq(Q.T * Q, I)))), implies(posdef(A), posdef(inv(A)))),
    ),
    "law of inertia": ((inertia(A, a, c), ne(det(V), 0)), (inertia(V * A * V.T, a, c),)),
    "continuity of limits": ((limit(f, a), limit(g, c)), (limit(f * g, a * c), limit(f + g, a + c))),
    "geometric sequences": ((le(0, f), le(where(f, (n, n + 1)), c * f), lt(c, 1)), (tends(f, 0, n),)),
    "infinite products": (
        (le(0, f), lt(0, c), implies(le(b, n), le(where(f, (n, n + 1)), (1 - c / (n + 1)) * f))), (tends(f, 0, n),),
    ),
    "laws that rotations keep": ((eq(V.T * V, I),), (eq(expect(where(f, (X, V * X))), expect(f)),)),
    "Ekeland's variational principle": ((ge(f, 0), differentiable(f, X)), (eq(infimum(grad(f, X) ** 2, X), 0),)),
    "least value of a polynomial": (
        (ge(f, 0),), (exists(k, conj(le(where(f, (X, k)), f), eq(where(grad(f, X), (X, k)), 0))),),
    ),
    "chain rule": (
        (differentiable(f, X, Y),),
        (eq(
            slope(s, where(f, (X, X + s * a), (Y, Y + s * b))), grad(f, X) * a + grad(f, Y) * b
        ),),
    ),
}
"""By the name of the fact.  B is diagonal; of what rotates, X is a standard Gaussian vector; f is a polynomial where it
has a least value."""
