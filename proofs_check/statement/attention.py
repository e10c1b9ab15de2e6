r"""Heads for attention with an unspecified activation, for layers, kernels and random rotations.

A context is a pair of symbols with the trait ``context``: the covariates X, ``d x (n+1)``, and the labels Y,
``1 x (n+1)``, of unspecified joint law.  Outside an expectation a statement about them holds for every value.

==================  ================================================================================================
trait               meaning
==================  ================================================================================================
``activation``      a matrix-valued function :math:`\tilde h(U, W)` of two matrices with d rows, its value as many rows
                    as U has columns and as many columns as W; with ``invariant``
                    :math:`\tilde h(S^\top U, S^{-1}W)=\tilde h(U,W)` for every invertible S; with ``smooth``
                    continuously differentiable
``kernel``          a real function :math:`\mathcal K(u, v)` of two vectors, symmetric in them; with ``psd`` all its
                    Gram matrices are positive semi-definite; with ``rotation_invariant``
                    :math:`\mathcal K(Uu,Uv)=\mathcal K(u,v)` for every orthogonal U; with ``positive`` its Gram
                    matrices at different points are positive definite
``layer``           a layer's number: an integer >= 0
``layers``          a family indexed by layers: ``at(B, l)``
``context``         see above
``mask``            :math:`M=\mathrm{diag}(1,\dots,1,0)`
``haar``            a uniformly random orthogonal matrix, independent of everything else
==================  ================================================================================================
"""

from __future__ import annotations

from .props import Prop
from .terms import Dim, Op, Sym, Term, TermLike, term


def activation(name: str, *traits: str, tex: str = "") -> Sym:
    r"""An unspecified activation :math:`\tilde h`; traits ``invariant``, ``smooth``."""
    return Sym(name, (1, 1), frozenset({"activation", *traits}), tex)


def activated(h: Sym, U: Term, W: Term) -> Op:
    r""":math:`\tilde h(U, W)`, for an unspecified activation."""
    return Op("activated", (h, U, W))


def kernel(name: str, *traits: str, tex: str = "") -> Sym:
    r"""An unspecified kernel; traits ``psd``, ``rotation_invariant``, ``positive``."""
    return Sym(name, (1, 1), frozenset({"kernel", *traits}), tex)


def kernel_value(K: Sym, u: Term, v: Term) -> Op:
    r""":math:`\mathcal K(u, v)` of two vectors."""
    return Op("kernel_value", (K, u, v))


def gram(K: Sym, U: Term, W: Term) -> Op:
    r"""The matrix of all :math:`\mathcal K(U^{(i)}, W^{(j)})`, the columns of U and W."""
    return Op("gram", (K, U, W))


def relu_each(A: Term) -> Op:
    """relu entry by entry."""
    return Op("relu_each", (A,))


def exp_each(A: Term) -> Op:
    """exp entry by entry."""
    return Op("exp_each", (A,))


def masked_softmax(A: Term) -> Op:
    r"""(6): :math:`\exp(A_{ij})/\sum_{k\le n}\exp(A_{kj})` for a matrix with n+1 rows; its last row is 0."""
    return Op("masked_softmax", (A,))


def mask(dim: Dim = "n+1", name: str = "M") -> Sym:
    r""":math:`\mathrm{diag}(1,\dots,1,0)`: what is in the last column, the query, is not attended to."""
    return Sym(name, (dim, dim), frozenset({"symmetric", "mask"}))


def layer(name: str = "l", tex: str = "") -> Sym:
    """The number of a layer: an integer >= 0; l is written as an ell."""
    return Sym(name, (1, 1), frozenset({"integer", "nonnegative", "layer"}), tex or (r"\ell" if name == "l" else ""))


def layers(name: str, rows: Dim = 1, cols: Dim = 1, tex: str = "") -> Sym:
    """A family of matrices (or scalars), one for each layer: ``at(B, l)``."""
    return Sym(name, (rows, cols), frozenset({"layers"}), tex)


def sequence(F: Sym, ell: Sym, start: Term, step: Term, upto: TermLike) -> Op:
    r""":math:`F_{upto}` of the sequence :math:`F_0=start`, :math:`F_{l+1}=step`, where ``step`` speaks of
    :math:`F_l` as ``F`` and of the layer as ``ell``; both are bound."""
    return Op("sequence", (F, ell, start, step, term(upto)))


def product_up(ell: Sym, last: TermLike, body: Term) -> Op:
    r""":math:`\prod_{l=0}^{last} body` of square matrices, from left to right: :math:`body_0\,body_1\cdots`; the
    identity where ``last = -1``."""
    return Op("product_up", (ell, term(last), body))


def product_down(ell: Sym, last: TermLike, body: Term) -> Op:
    r""":math:`\prod_{l=0}^{last} body` with the last factor first: :math:`body_{last}\cdots body_1\,body_0`."""
    return Op("product_down", (ell, term(last), body))


def slope(t: Sym, body: Term) -> Op:
    r""":math:`\frac{d}{dt}\,body\,\big|_{t=0}`; the scalar ``t`` is bound."""
    return Op("slope", (t, body))


def slope_right(t: Sym, body: Term) -> Op:
    r""":math:`\lim_{t\downarrow0}(body(t)-body(0))/t`: the derivative from the right; the scalar ``t`` is bound."""
    return Op("slope_right", (t, body))


def slope_left(t: Sym, body: Term) -> Op:
    r""":math:`\lim_{t\uparrow0}(body(t)-body(0))/t`: the derivative from the left; the scalar ``t`` is bound."""
    return Op("slope_left", (t, body))


def jacobian(h: Sym, which: int, U: Term, W: Term, T: Term) -> Op:
    r""":math:`\mathcal J^{which}_{\tilde h}(U, W)[T]`: the derivative of :math:`\tilde h` at (U, W) with respect to
    its first (1) or second (2) argument in the direction T."""
    return Op("jacobian", (h, term(which), U, W, T))


def modulus(A: Term) -> Op:
    r""":math:`U|D|U^\top` where :math:`A=UDU^\top` is the eigenvalue decomposition of a symmetric matrix."""
    return Op("modulus", (A,))


def haar(name: str = "U", dim: Dim = "d", tex: str = "") -> Sym:
    """A uniformly random orthogonal matrix, independent of everything else."""
    return Sym(name, (dim, dim), frozenset({"random", "orthogonal", "haar"}), tex)


def orthogonal(name: str = "U", dim: Dim = "d") -> Sym:
    """An orthogonal matrix, otherwise arbitrary."""
    return Sym(name, (dim, dim), frozenset({"orthogonal"}))


def same_law(A: Term, B: Term) -> Prop:
    r""":math:`A\stackrel d=B`: the random matrices have one law."""
    return Prop("same_law", (A, B))


def differentiable(body: Term, *variables: Sym) -> Prop:
    """``body`` is differentiable in ``variables`` jointly, at every point."""
    return Prop("differentiable", (body, *variables))
