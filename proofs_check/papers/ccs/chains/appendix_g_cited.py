"""What a finite-dimensional space shows of the theorems that Appendix G quotes."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Combination,
    Contradiction,
    Discharge,
    Identity,
    ModusPonens,
    Positivity,
    Proof,
    Step,
)
from ....statement.props import conj, eq, gt, implies, le, lt, ne
from ....statement.psd import pinv
from ....statement.terms import Term, matrix, norm_2, scalar
from ..notation_rkhs import KK, Phi, alpha, combined, f

Psi = matrix("Psi", "D", "n", tex=r"\Psi")
same_products = eq(Phi.T * Phi, Psi.T * Psi)
same_norms = eq(norm_2(combined(alpha)) ** 2, norm_2(Psi * alpha) ** 2)
UNIQUE = Proof((
    Step("products", same_products, Assume()),
    Step("norms", same_norms, Identity((alpha.T, alpha)), ("products",)),
    Step("unique", implies(same_products, same_norms), Discharge("products"), ("products", "norms")),
))  # fmt: skip
weights: Term = pinv(KK) * (Phi.T * f)
r"""The :math:`\alpha` of the projection of f on the span of the :math:`\mathcal K(\cdot,x_i)`."""
inside: Term = Phi * weights
near, far = norm_2(inside), norm_2(f)
cost, g_near, g_far = scalar("cost", tex="c"), scalar("g_near", tex=r"g(\|Pf\|)"), scalar("g_far", tex=r"g(\|f\|)")
"""The cost of f and of Pf, which have the same values, and the values of g at their norms."""
increasing = implies(lt(near, far), lt(g_near, g_far))
no_worse = conj(increasing, le(cost + g_far, cost + g_near))
INSIDE = Proof((
    Step("no worse", no_worse, Assume()),
    Step("suppose not", ne(f, inside), Assume()),
    Step("apart", gt(norm_2(f - inside) ** 2, 0), Positivity(), ("suppose not",)),
    Step("squares", lt(near**2, far**2), Combination(1), ("apart",), printed="Pythagoras"),
    Step("suppose as long", le(far, near), Assume()),
    Step("squares then", le(far**2, near**2), Combination(near + far), ("suppose as long",)),
    Step("shorter", lt(near, far), Contradiction("suppose as long"), ("suppose as long", "squares then", "squares")),
    Step("smaller g", lt(g_near, g_far), ModusPonens(), ("no worse#1", "shorter")),
    Step("smaller risk", lt(cost + g_near, cost + g_far), Combination(1), ("smaller g",)),
    Step("inside", eq(f, inside), Contradiction("suppose not"), ("suppose not", "smaller risk", "no worse#2")),
    Step("minimisers", implies(no_worse, eq(f, inside)), Discharge("no worse"), ("no worse", "inside")),
))  # fmt: skip
