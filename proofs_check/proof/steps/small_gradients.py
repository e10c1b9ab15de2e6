"""The rule that a differentiable function that is bounded below has points of arbitrarily small gradient: its data.

Standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...statement.terms import Sym, Term


@dataclass(frozen=True, init=False)
class SmallGradients:
    r"""``eq(infimum(total(i, m, body at the layer i - 1), a, b, ...), 0)`` for families of numbers a, b, ...

    ``f`` is a function of the members of the families.  Premises: ``ge(f, 0)``; ``differentiable(f, a, b, ...)``; for
    every summand of ``body``, a square, that it sees no more of f than the families do.  A summand is the square of

    * the partial derivative of f with respect to a member of one of the families, in its layer; or
    * a gradient ``where(grad(g, S), (S, 0))``, of which ``differentiable(g, S)`` and an implication are premises, which
      ends in ``eq(norm_F(G) ** 2, c * p ** 2)``: p is a partial derivative of f in that layer, c does not depend on the
      families; its condition says that G is the gradient: ``for_all(R, eq(inner(G, R), slope(t, g at t R)))``.

    Then the sum is at most a constant times the squared gradient of f over the members, whose infimum is 0 (Ekeland, J.
    Math. Anal. Appl. 47 (1974), Theorem 2.2: a differentiable function that is bounded below has, for every
    :math:`\varepsilon>0`, a point where its gradient has norm at most :math:`\varepsilon`).
    """

    f: Term
    layer: Sym
    """The letter of the layer in the premises."""
    families: tuple[Sym, ...]

    def __init__(self, f: Term, layer: Sym, *families: Sym) -> None:
        object.__setattr__(self, "f", f)
        object.__setattr__(self, "layer", layer)
        object.__setattr__(self, "families", families)
