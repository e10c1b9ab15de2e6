r"""Notation of Section 3.1 and Appendices B, G, I.2: functions of a reproducing kernel Hilbert space as vectors.

A statement about the points :math:`x^{(1)},\dots,x^{(n)},x` touches finitely many elements of the space, which span a
subspace of finite dimension D; in an orthonormal basis of it (or of any larger one) these elements are columns.

==================  ======================  ==============  ==========================================================
paper               code                    shape           meaning
==================  ======================  ==============  ==========================================================
K(., x^(i))         ``phi(i)``              (D, 1)          column i of ``Phi``, (D, n)
K(., x)             ``phi_x``               (D, 1)          of the query, or of any other point
f, g                ``f, g``                (D, 1)          elements of the space
<f, g>_H            ``inner(f, g)``         a number        ``norm_2(f)`` is the norm of f
f(x^(i)), f(x)      ``value(f, phi(i))``    a number        the reproducing property (Theorem G.1)
K(x^(i), x^(j))     ``K_ij``                a number        entry of ``KK`` = :math:`\mathbb K` = ``Phi.T * Phi``
y^(i), Y, F         ``y(i), Y, F``          (n, 1)          labels; :math:`F_i=f(x^{(i)})`
==================  ======================  ==============  ==========================================================

Conventions: D is any integer >= 1, Phi any matrix (so :math:`\mathbb K` is any positive semi-definite matrix, of any
rank); :math:`\nabla L` is the paper's :math:`\arg\min` over the unit sphere, a direction in which L *decreases*.
"""

from __future__ import annotations

from fractions import Fraction

from ...claims import Difference, Differs
from ...statement.attention import slope
from ...statement.props import Prop, conj, eq, implies, le, ne
from ...statement.terms import (
    Abbrev,
    Op,
    Sym,
    Term,
    TermLike,
    col,
    entry,
    index,
    inner,
    matrix,
    norm_2,
    parameter,
    scalar,
    substitute,
    total,
    vector,
    zeros,
)
from .notation import d, n, t

FINITE_DIMENSION = Difference(
    Differs.EQUIVALENT, "functions are columns of R^D, for every D: the statement is of finitely many elements of the "
    "space, which span a subspace of some finite dimension",
)

D = scalar("D", "integer", "positive")
i, j = index("i", "n"), index("j", "n")
Phi = matrix("Phi", "D", "n", tex=r"\Phi")
phi_x = vector("phi_x", "D", tex=r"\varphi_x")
Y = vector("Y", "n")
f, g = vector("f", "D"), parameter("g", "D")
KK = Abbrev(matrix("KK", "n", "n", "symmetric", "psd", tex=r"\mathbb K"), Phi.T * Phi)
r = scalar("r")


def phi(i: TermLike) -> Op:
    r""":math:`\mathcal K(\cdot,x^{(i)})`."""
    return col(Phi, i)


def value(f: Term, at: Term) -> Op:
    r""":math:`f(x)=\langle f,\mathcal K(\cdot,x)\rangle_{\mathbb H}`."""
    return inner(f, at)


def y(i: TermLike) -> Op:
    r""":math:`y^{(i)}`."""
    return entry(Y, i, 1)


K_ij = entry(KK, i, j)
F: Term = Phi.T * f
r""":math:`F_i=f(x^{(i)})`."""
L = total(j, n, (value(f, phi(j)) - y(j)) ** 2)
r"""The loss of Proposition 3.1, a function of f; its index is not that of ``residual``, which is put in for f."""
residual = Abbrev(vector("v", "D"), total(i, n, (y(i) - value(f, phi(i))) * phi(i)))
r""":math:`\sum_i(y^{(i)}-f(x^{(i)}))\mathcal K(\cdot,x^{(i)})`, half of the direction of steepest descent."""
quadratic: Term = (Y - F).T * KK * (Y - F)
r""":math:`(Y-F)^\top\mathbb K(Y-F)`, the square of the norm of ``residual``."""


def change(direction: Term) -> Op:
    r""":math:`\frac d{dt}L(f+tg)|_{t=0}`."""
    return slope(t, substitute(L, {f: f + t * direction}))


def only_least(objective: Term, constraint: Prop, g: Sym, best: Term) -> tuple[Prop, Prop, Prop]:
    r""":math:`\arg\min` of ``objective`` over the g with ``constraint`` is ``best``, and no other point.

    Said by its definition: it meets the constraint, none that does has a smaller value, and none a value as small.
    """
    there = substitute(objective, {g: best})
    return (
        _at(constraint, g, best),
        implies(constraint, le(there, objective)),
        implies(conj(constraint, le(objective, there)), eq(g, best)),
    )


def _at(prop: Prop, sym: Sym, value: Term) -> Prop:
    return Prop(prop.head, tuple(substitute(a, {sym: value}) for a in prop.args if isinstance(a, Term)))


on_sphere = eq(norm_2(g), 1)
steepest = residual / norm_2(residual)
r""":math:`\nabla L(f)` of (7), where the loss is not stationary at f."""

nothing = zeros("D", 1)
stationary = eq(residual, nothing)
not_stationary = ne(residual, nothing)

# The proof of Lemma G.3 ---------------------------------------------------------------------------------------

lam = scalar("lam", "positive", tex=r"\lambda")
alpha, b = parameter("alpha", "n", tex=r"\alpha"), vector("b", "n")


def combined(weights: Term) -> Op:
    r""":math:`\sum_i\alpha_i\mathcal K(\cdot,x^{(i)})`."""
    return total(i, n, entry(weights, i, 1) * phi(i))


def penalised(multiplier: Term) -> Term:
    r""":math:`\frac d{dt}L(f+tg)|_{t=0}+\lambda\|g\|_{\mathbb H}^2`."""
    return change(g) + multiplier * norm_2(g) ** 2


of_alpha: Term = -2 * ((Y - F).T * KK * alpha) + lam * (alpha.T * KK * alpha)
r""":math:`-2(Y-F)^\top\mathbb K\alpha+\lambda\alpha^\top\mathbb K\alpha`."""
best_alpha: Term = (Y - F) / lam
null = eq(KK * b, zeros("n", 1))

# The linear kernel: Appendices G and I.2 ----------------------------------------------------------------------

X = matrix("X", "d", "n")
theta = parameter("theta", "d", tex=r"\theta")
x = vector("x", "d")


def point(i: TermLike) -> Op:
    r""":math:`x^{(i)}`."""
    return col(X, i)


def fit(i: TermLike) -> Op:
    r""":math:`f(x^{(i)})=\langle\theta,x^{(i)}\rangle`."""
    return inner(theta, point(i))


R = Fraction(1, 2) * total(i, n, (inner(point(i), theta) - y(i)) ** 2)
r"""The loss of Appendix I.2."""
linear_data = (d, n, X, Y)
