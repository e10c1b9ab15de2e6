"""Rules about families of numbers, one for each layer, and about functions of all their members: what they say.

A family is a symbol with the trait ``layers`` and no other; terms speak of its members ``at(r, l)`` alone.  Standard
library only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from ...statement.terms import Sym, Term, TermLike, term


@dataclass(frozen=True)
class LeastWhereEqual:
    r"""``eq(slope(t, f at r_l = rho + t), 0)``: let rho be where f is least as all members of r are equal.

    rho is new.  Premises: ``ge(f, 0)`` and ``eq(f, Q)`` for all members of r, Q being a polynomial in them by its
    structure; means and products over layers are among such.  A polynomial in one variable that is bounded below
    attains its infimum, and has the slope 0 there.
    """

    family: Sym
    rho: Sym


@dataclass(frozen=True)
class Exchangeable:
    r"""``eq(where(grad(f with s added to r_j at r_l = rho, s), (s, 0)), 0)`` where f is symmetric in the members of r.

    Premises: ``eq(f, Q)`` for all members, Q being a polynomial that does not change as they exchange their places:
    they stand in products over the same layers, of factors that commute and differ in the member alone;
    ``eq(slope(t, f at r_l = rho + t), 0)``.  That slope is the sum of the partial derivatives (chain rule), which are
    equal to one another.
    """

    family: Sym
    rho: Term
    layer: Term


@dataclass(frozen=True)
class StandsStill:
    """``eq(where(grad(g, S), (S, 0)), 0)`` from ``eq(g, c)`` for all S, which does not stand in c."""


@dataclass(frozen=True, init=False)
class AllEqual:
    """What a premise says of all families named, where all members of each have the value stated."""

    at: tuple[tuple[Sym, Term], ...]

    def __init__(self, *at: tuple[Sym, TermLike]) -> None:
        object.__setattr__(self, "at", tuple((sym, term(value)) for sym, value in at))


@dataclass(frozen=True, init=False)
class Members:
    """``exists(r, exists(b, ... p))`` for families from p where all members of each have the value stated."""

    at: tuple[tuple[Sym, Term], ...]

    def __init__(self, *at: tuple[Sym, TermLike]) -> None:
        object.__setattr__(self, "at", tuple((sym, term(value)) for sym, value in at))


@dataclass(frozen=True)
class OverLayers:
    r"""``eq(total(i, m, f), total(i, m, g))``, ``le`` likewise, from the same of f and g at every layer.

    The premise is about the layer ``layer``, i - 1 in the sum, on its own or after ``le(layer, m - 1)``; 0 may stand
    for a sum of zeros.
    """

    layer: Sym


@dataclass(frozen=True)
class OfGradient:
    """What is said of the gradient, from an implication that says it of a G that is the gradient.

    ``gradient`` is ``where(grad(g, S), (S, 0))``.  Premises: ``differentiable(g, S)`` and ``implies(for_all(R,
    eq(inner(G, R), slope(t, g at t R))), p)``, which holds for every G; p is shown with the gradient in the place of G.
    """

    G: Sym
    gradient: Term


@dataclass(frozen=True)
class Partial:
    """``eq(where(grad(f with s added to r_l, s), (s, 0)), slope(t, f with t added to r_l))``, a partial derivative.

    Premise: ``differentiable(f, r, ...)``.
    """

    f: Term
    family: Sym
    layer: Term


@dataclass(frozen=True, init=False)
class ChainRule:
    r"""``eq(slope(t, f along the line), total(i, m, p at the layer i - 1))`` where p sums up all partial derivatives.

    Along the line each family r moves to :math:`r_l+t v_l`, v being the family beside it; p is the sum of ``slope(s, f
    with s added to r_l) * at(v, l)`` in the order stated.  Premise: ``differentiable(f, r, ...)``; f looks at the
    layers below m alone.
    """

    f: Term
    directions: tuple[tuple[Sym, Sym], ...]

    def __init__(self, f: Term, *directions: tuple[Sym, Sym]) -> None:
        object.__setattr__(self, "f", f)
        object.__setattr__(self, "directions", directions)


@dataclass(frozen=True)
class SlopeOfInvariance:
    r"""``eq(jacobian(h, 1, U, W, R^T U), jacobian(h, 2, U, W, R W))`` for any square R.

    h is continuously differentiable and :math:`h(S^\top U,S^{-1}W)=h(U,W)` for every invertible S: the slope of this
    at t = 0 for :math:`S=I+tR`, by the chain rule.
    """

    R: Term


OfFamilies = Union[
    LeastWhereEqual, Exchangeable, StandsStill, AllEqual, Members, OverLayers, OfGradient, Partial, ChainRule,
    SlopeOfInvariance,
]
