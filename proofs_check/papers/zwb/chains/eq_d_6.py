"""(D.6)-(D.11): an LTB is a minimiser if and only if all inequalities of Appendix D step 3 are equations."""

from __future__ import annotations

from ....proof.chain import (
    Antisymmetry,
    Assume,
    AtMinimisers,
    Combination,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....proof.steps.curvature import AtSolutions
from ....statement.props import conj, eq, gt, implies, le, minimisers_satisfy
from ....statement.psd import inv_half, minimum_where
from ....statement.terms import half, norm_F, tr, zeros
from ..notation import R_LTB, H, K, M, Omega, Phi, norm_H_squared, reduced, t
from ..notation_gap import Q, of_LTB
from .theorem_5_2 import vanishes
from .theorem_5_3 import (
    U_hat,
    UHv_hat,
    a_hat,
    best,
    between,
    c_hat,
    form_of_a,
    form_of_c,
    form_of_K,
    form_of_UHv,
    lower,
    off,
    product_of_sizes,
    rank_2,
    target,
    v_hat,
    zeroth,
)

zero, nothing = zeros("d", 1), zeros("d", "d")
U, v, l = of_LTB.U, of_LTB.v, of_LTB.l  # noqa: E741 - the paper's letter
D_7 = eq(norm_H_squared(v) * tr(H * U * H * U.T), norm_H_squared(of_LTB.UHv))
D_8 = eq(H * (Q * of_LTB.c + l), zero)
D_10 = eq(H * of_LTB.UHv, zero)
D_11 = eq(H * of_LTB.a, zero)
conditions = conj(eq(half(H) * K * half(H), target), D_7, D_8, D_10, D_11)

# Where the product of the sizes of U and v vanishes, so does U H Psi H v.
crossed = U_hat * Phi * v_hat
_sizes = norm_F(U_hat) * norm_F(Phi) * norm_F(v_hat)
no_crossing = (
    Step("product with v", le(norm_F(U_hat * Phi * v_hat), norm_F(U_hat * Phi) * norm_F(v_hat)),
         FromFact("submultiplicativity", A=U_hat * Phi, B=v_hat)),
    Step("product with Phi", le(norm_F(U_hat * Phi), norm_F(U_hat) * norm_F(Phi)),
         FromFact("submultiplicativity", A=U_hat, B=Phi)),
    Step("small crossing", le(norm_F(crossed) ** 2, 0),
         Combination(
             norm_F(crossed) + _sizes, norm_F(v_hat) * (norm_F(crossed) + _sizes), norm_F(Phi) ** 2
         ), ("product with v", "product with Phi", "small product of U and v")),
    *vanishes("crossing", crossed, zero, "small crossing"),
)
_spread = Step("t", gt(t, 0), Combination(1), ("t > 0",))
NECESSARY = Proof((
    _spread, *lower, *zeroth, *no_crossing,
    Step("D.6", eq(half(H) * K * half(H), target), Identity(1), ("K", "t")),
    Step("size of product", le(0, product_of_sizes), Positivity()),
    Step("no product", eq(product_of_sizes, 0), Antisymmetry(), ("small product of U and v", "size of product")),
    Step("D.7", D_7, Identity(1, -(of_LTB.UHv.T * half(H))), ("no product", "UHv")),
    Step("D.8", D_8, Identity(Q * half(H), t * half(H), t * half(H), 2 / M * half(H)), ("c", "a", "UHv", "crossing")),
    Step("D.10", D_10, Identity((half(H), 1)), ("UHv",)),
    Step("D.11", D_11, Identity((half(H), 1)), ("a",)),
    Step("all", implies(eq(R_LTB, best), conditions), Discharge("minimiser"),
         ("minimiser", "D.6", "D.7", "D.8", "D.10", "D.11")),
    Step("necessary", minimisers_satisfy(R_LTB, conditions, *reduced), AtMinimisers(), ("all",)),
))
SUFFICIENT = Proof((
    _spread, *lower,
    Step("solution", conditions, Assume()),
    Step("a", eq(a_hat, zero), Identity((inv_half(H), 1)), ("solution#5",)),
    Step("UHv", eq(UHv_hat, zero), Identity((inv_half(H), 1)), ("solution#4",)),
    Step("no product", eq(product_of_sizes, 0), Identity(1, of_LTB.UHv.T * half(H)), ("solution#2", "UHv")),
    Step("small product of U and v", le(product_of_sizes, 0), Combination(1), ("no product",)),
    *no_crossing,
    Step("c", eq(c_hat, zero), Identity((1 / Q * inv_half(H), 1), -t / Q, -t / Q, -2 / (M * Q)),
         ("solution#3", "a", "UHv", "crossing", "t")),
    Step("form there", eq(of_LTB.value, 0), Identity((form_of_a, 1), (form_of_UHv, 1), (form_of_c, 1), 1 / M),
         ("a", "UHv", "c", "no product")),
    Step("K", eq(off, nothing), Identity(1), ("solution#1", "t")),
    Step("no square", eq(off * Omega * off.T, nothing), Identity((1, Omega * off.T)), ("K", "t")),
    Step("no form of K", eq(form_of_K, tr(nothing)), Substitution(), ("no square",)),
    Step("value", eq(R_LTB, best), Combination(1, 1, 1, 1, -1),
         ("split", "at K", "no form of K", "form there", "minimum")),
    Step("implied", implies(conditions, eq(R_LTB, best)), Discharge("solution"), ("solution", "value")),
    Step("sufficient", minimum_where(R_LTB, conditions, *reduced), AtSolutions(), ("implied",)),
))
BETWEEN = Proof((
    Step(rank_2.name, rank_2.prop, Assume()),
    Step("between", minimisers_satisfy(R_LTB, between, *reduced), FromClaim("zwb/theorem-5.3-conditions", "c"),
         (rank_2.name,)),
    Step("under the condition", implies(rank_2.prop, minimisers_satisfy(R_LTB, between, *reduced)),
         Discharge(rank_2.name), (rank_2.name, "between")),
))
