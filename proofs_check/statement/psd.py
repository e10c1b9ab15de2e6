"""Heads for positive semi-definite matrices of any rank, classes of functions and their least risks, curvature.

A symbol with the traits ``symmetric`` and ``psd`` may be singular.  ``half(A)`` (in :mod:`.terms`) is its principal
square root; the heads below are the other functions of it that a statement speaks of.
"""

from __future__ import annotations

from .mistakes import check_place
from .props import Prop
from .terms import Op, Sym, Term, TermLike, half, term


def pinv(A: Term) -> Op:
    r"""The Moore-Penrose inverse :math:`A^+`."""
    return Op("pinv", (A,))


def inv_half(A: Term) -> Op:
    r""":math:`A^{-1/2}:=(A^{1/2})^+` of a positive semi-definite matrix of any rank."""
    return pinv(half(A))


def projection(A: Term) -> Op:
    r"""The orthogonal projection on :math:`\mathrm{Im}(A)`."""
    return Op("projection", (A,))


def rank(A: Term) -> Op:
    """The rank of ``A``."""
    return Op("rank", (A,))


def eigenvalue(A: Term, i: TermLike) -> Op:
    r"""The i-th eigenvalue of a symmetric matrix, in decreasing order: :math:`\lambda_1\ge\dots\ge\lambda_d`."""
    check_place("eigenvalue(A, i)", i)
    return Op("eigenvalue", (A, term(i)))


def least_positive_eigenvalue(A: Term) -> Op:
    """The smallest eigenvalue > 0 of a positive semi-definite matrix that is not zero."""
    return Op("least_positive_eigenvalue", (A,))


def least_eigenvalue(A: Term) -> Op:
    """The smallest eigenvalue of a symmetric matrix."""
    return Op("least_eigenvalue", (A,))


def infimum(f: Term, *variables: Sym) -> Op:
    """The greatest lower bound of ``f`` over ``variables``, attained or not."""
    return Op("infimum", (f, *variables))


def curvature(f: Term, *directions: tuple[Sym, TermLike]) -> Op:
    r""":math:`\frac{d^2}{dh^2}f(X+h\Delta)|_{h=0}` for pairs ``(X, Delta)``: the Hessian's quadratic form."""
    flat: list[Term] = [f]
    for sym, direction in directions:
        flat += [sym, term(direction)]
    return Op("curvature", tuple(flat))


def minimum_where(f: Term, body: Prop, *variables: Sym) -> Prop:
    """Every point of ``variables`` at which ``body`` holds is a global minimum of ``f`` (sufficiency; the converse is
    :func:`~proofs_check.statement.props.minimisers_satisfy`)."""
    return Prop("minimum_where", (f, body, *variables))


def convex(f: Term, *variables: Sym) -> Prop:
    """``f`` is convex in ``variables`` jointly, everything else fixed."""
    return Prop("convex", (f, *variables))
