r"""Notation of Proposition 3.1, Appendix B and Appendix D: layers whose activation is a kernel.

================  ==================  ===========  ================================================================
paper             code                shape        meaning
================  ==================  ===========  ================================================================
Z_l               ``Z(l)``            as in (3)    with the V, B, C of Proposition 3.1, step sizes ``at(r, l)``
Y_l, Y_l^(i)      ``Y(l), Y_i(l,i)``  1 row        its last row by (20), as its first d rows stay X_0, and entry i
TF_l              ``TF(l)``           a number     entry n+1
f_l               ``f_at(l)``         (D, 1)       the sequence (9), f_0 = 0, with the same step sizes
K(., x^(i))       ``psi(i)``          (D, 1)       column i of ``Psi``, (D, n+1), that of the query included
================  ==================  ===========  ================================================================

That the kernel has such vectors, :math:`\mathcal K(x^{(i)},x^{(j)})=\langle\mathcal K(\cdot,x^{(i)}),\mathcal
K(\cdot,x^{(j)})\rangle_{\mathbb H}`, is ``reproducing`` (Theorem G.1).  That Z_l is X_0 above Y_l is
ccs/eq-23 (a).
"""

from __future__ import annotations

from ...statement.attention import gram, kernel_value, sequence
from ...statement.props import eq
from ...statement.terms import (
    Op,
    Sym,
    Term,
    TermLike,
    at,
    block,
    col,
    entry,
    index,
    inner,
    matrix,
    scalar,
    stack,
    total,
    zeros,
)
from .notation import Activation, I, I_n, K, M, Weights, Y_at, Z_at, d, h_kernel, l, n, r

i = index("i", "n")
X_0, Y_0 = matrix("X_0", "d", "n+1", "context"), matrix("Y_0", 1, "n+1", "context", tex="Y")
"""The covariates and all labels: whatever they are, and not drawn."""
Y_hidden: Term = Y_0 * M
nought = zeros("d", 1)


def x_i(i: TermLike) -> Op:
    r""":math:`x^{(i)}`."""
    return col(X_0, i)


def y_i(i: TermLike) -> Op:
    r""":math:`y^{(i)}`."""
    return entry(Y_0, 1, i)


def V(layer: TermLike) -> Op:
    r""":math:`V_\ell=\begin{bmatrix}0&0\\0&-r'_\ell\end{bmatrix}`."""
    return block(zeros("d", "d"), nought, nought.T, -at(r, layer))


def identity(layer: TermLike) -> Term:
    """:math:`B_\\ell=C_\\ell=I`."""
    return I


def less(layer: TermLike) -> Term:
    """:math:`-r'_\\ell`, the corner of :math:`V_\\ell`."""
    return -at(r, layer)


def Z(upto: TermLike, h: Activation = h_kernel, B: Weights = identity) -> Op:
    r""":math:`Z_{upto}` of (3) with the matrices of Proposition 3.1; ``B``: both of :math:`B_\ell,C_\ell`."""
    return Z_at(upto, h, stack(X_0, Y_hidden), V, B, B)


def Y(
    upto: TermLike, h: Activation = h_kernel, B: Weights = identity, X: Term = X_0, sizes: Weights = less
) -> Op:
    r""":math:`Y_{upto}` with these matrices, on the covariates ``X``; ``sizes``: :math:`-r'_\ell`."""
    return Y_at(upto, h, Y_hidden, lambda layer: X, sizes, B, B)


def Y_i(layer: TermLike, i: TermLike, h: Activation = h_kernel, B: Weights = identity) -> Op:
    r""":math:`Y_\ell^{(i)}`."""
    return entry(Y(layer, h, B), 1, i)


def TF(layer: TermLike, h: Activation = h_kernel, B: Weights = identity) -> Op:
    r""":math:`\mathsf{TF}_\ell(x;(V,B,C)|z^{(1)}\dots z^{(n)})`, x being :math:`x^{(n+1)}`."""
    return Y_i(layer, n + 1, h, B)


def K_at(i: TermLike) -> Op:
    r""":math:`\mathcal K(x^{(i)},x)`."""
    return kernel_value(K, x_i(i), x_i(n + 1))


def with_query(i: TermLike) -> Term:
    r""":math:`X_0` with :math:`x^{(i)}` for the query, whose column is the last one."""
    return X_0 * (M + col(I_n, i) * col(I_n, n + 1).T)


# The sequence (9) --------------------------------------------------------------------------------------------

D = scalar("D", "integer", "positive")
Psi = matrix("Psi", "D", "n+1", tex=r"\Psi")
f_l = Sym("f_l", ("D", 1), tex=r"f_\ell")
reproducing = eq(gram(K, X_0, X_0), Psi.T * Psi)
r""":math:`\mathcal K(x^{(i)},x^{(j)})` is the product of :math:`\mathcal K(\cdot,x^{(i)})` and
:math:`\mathcal K(\cdot,x^{(j)})`."""


def h_products(U: Term, W: Term) -> Term:
    r""":math:`\tilde h(X_0,X_0)`, for the only arguments that it has: all products in the space."""
    return Psi.T * Psi


def psi(i: TermLike) -> Op:
    r""":math:`\mathcal K(\cdot,x^{(i)})`."""
    return col(Psi, i)


def value(f: Term, i: TermLike) -> Op:
    r""":math:`f(x^{(i)})`."""
    return inner(f, psi(i))


def direction(f: Term) -> Op:
    r""":math:`\sum_i(y^{(i)}-f(x^{(i)}))\mathcal K(\cdot,x^{(i)})`."""
    return total(i, n, (y_i(i) - value(f, i)) * psi(i))


def step(f: Term, size: Term) -> Term:
    r""":math:`f+r'\sum_i(y^{(i)}-f(x^{(i)}))\mathcal K(\cdot,x^{(i)})`."""
    return f + size * direction(f)


def f_at(upto: TermLike) -> Op:
    r""":math:`f_{upto}` of (9) from :math:`f_0=0`."""
    return sequence(f_l, l, zeros("D", 1), step(f_l, at(r, l)), upto)


data = (d, n, X_0, Y_0, K, r)
