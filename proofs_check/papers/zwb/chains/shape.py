"""The shape of the risk of GD-beta: convex in Gamma, well conditioned in beta, convex in neither jointly."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    Assume,
    Combination,
    Contradiction,
    Discharge,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....proof.steps.curvature import BentSomewhere, NowhereBent, SomeVector
from ....statement.props import conj, eq, ge, gt, implies, le, lt, ne, nonconvex, psd
from ....statement.psd import convex, curvature
from ....statement.terms import Term, half, norm_2, norm_F, scalar, sqrt, substitute, tr, where, zeros
from ..assumptions import lower, upper, w, z
from ..notation import D, Gamma, Gamma_tilde, H, I, M, R, beta, beta_star, norm_H_squared
from ..notation_gd import (
    A_of,
    C_of_beta,
    G,
    V,
    bent,
    enough,
    far_out,
    hessian,
    is_root,
    kappa,
    kappa_M,
    n,
    orthonormal,
    r,
    spread,
    u,
    v,
    worst,
)
from .theorem_5_2 import shifted

# Convex in Gamma -------------------------------------------------------------------------------------------

along = curvature(R, (Gamma, V))
closed: Term = 2 * tr(half(H) * V * C_of_beta * V.T * half(H))
in_gamma = (
    Step("along V", eq(along, closed), Identity()),
    Step("not negative", ge(along, 0), Combination(-1, plus=(closed,)), ("along V",)),
    Step("convex", convex(R, Gamma), NowhereBent(), ("not negative",)),
)
IN_GAMMA = Proof(in_gamma)
eps, delta = scalar("epsilon", "positive", tex=r"\epsilon"), scalar("delta", "positive", tex=r"\delta")
near = le(norm_H_squared(D), delta**2)
approximate = ge(along, -(eps * tr(V.T * V)))
APPROXIMATE = Proof((
    *in_gamma[:2],
    Step("near", near, Assume()),
    Step("approximately", approximate, Combination(1, plus=(eps * tr(V.T * V),)), ("not negative",)),
    Step("if near", implies(near, approximate), Discharge("near"), ("near", "approximately")),
))
risk_of_gd_zero: Term = substitute(R.body, {beta: zeros("d", 1)})
along_zero = curvature(risk_of_gd_zero, (Gamma, V))
closed_zero: Term = substitute(closed, {beta: zeros("d", 1)})
GD_ZERO = Proof((
    Step("along V", eq(along_zero, closed_zero), Identity()),
    Step("not negative", ge(along_zero, 0), Combination(-1, plus=(closed_zero,)), ("along V",)),
    Step("convex", convex(risk_of_gd_zero, Gamma), NowhereBent(), ("not negative",)),
))
floor = scalar("c", "nonnegative")
bounded = conj(psd(H - lower * I), psd(C_of_beta - floor * I))
modulus = ge(along, 2 * lower * floor * norm_F(V) ** 2)
STRONGLY = Proof((
    Step("along V", eq(along, closed), Identity()),
    Step("bounds", bounded, Assume()),
    Step("modulus", modulus,
         Combination(-1, plus=(2 * tr((H - lower * I) * (V * C_of_beta * V.T)),
                               2 * lower * tr(V * (C_of_beta - floor * I) * V.T))),
         ("along V", "bounds#1", "bounds#2")),
    Step("if bounded", implies(bounded, modulus), Discharge("bounds"), ("bounds", "modulus")),
))
mu, nu = scalar("mu", tex=r"\mu"), scalar("nu", tex=r"\nu")
eigenpairs = conj(eq(H * u, mu * u), eq(u.T * u, 1), eq(C_of_beta * v, nu * v), eq(v.T * v, 1))
along_uv = curvature(R, (Gamma, u * v.T))
BEST_MODULUS = Proof((
    Step("eigenvectors", eigenpairs, Assume()),
    Step("value", eq(along_uv, 2 * (u.T * H * u) * (v.T * C_of_beta * v)), Identity()),
    Step("of H", eq(u.T * H * u, mu), Identity(u.T, mu), ("eigenvectors#1", "eigenvectors#2")),
    Step("of C", eq(v.T * C_of_beta * v, nu), Identity(v.T, nu), ("eigenvectors#3", "eigenvectors#4")),
    Step("attained", eq(along_uv, 2 * mu * nu), Identity(1, 2 * (v.T * C_of_beta * v), 2 * mu),
         ("value", "of H", "of C")),
    Step("at eigenvectors", implies(eigenpairs, eq(along_uv, 2 * mu * nu)), Discharge("eigenvectors"),
         ("eigenvectors", "attained")),
))

# Not convex jointly ----------------------------------------------------------------------------------------

beyond = conj(gt(n, 0), gt(r**2, enough))
positive_factor = Step("3M > 2", gt(3 * M - 2, 0), Combination(plus=(M + 2 * (M - 1),)))
negative = lt(where(bent, *far_out), 0)
AT_A_POINT = Proof((
    positive_factor,
    Step("far out", beyond, Assume()),
    Step("negative", negative, Combination(0, 2 * n**3 * (3 * M - 2) / M), ("far out#1", "far out#2", "3M > 2")),
    Step("if far out", implies(beyond, negative), Discharge("far out"), ("far out", "negative")),
))
radius = enough + 1
at_radius = where(substitute(bent, {r: radius}), (beta, beta_star + radius * z), (Gamma, zeros("d", "d")))
some = gt(n, 0)
NOT_CONVEX = Proof((
    positive_factor,
    Step("some z", some, Assume()),
    Step("negative", lt(at_radius, 0),
         Combination(plus=(2 * n**3 * (3 * M - 2) / M * (enough**2 + enough + 1),)), ("some z", "3M > 2")),
    Step("not convex", nonconvex(R, beta, Gamma), BentSomewhere(), ("negative",)),
    Step("if some z", implies(some, nonconvex(R, beta, Gamma)), Discharge("some z"), ("some z", "not convex")),
    Step("unless H = 0", implies(ne(H, zeros("d", "d")), nonconvex(R, beta, Gamma)), SomeVector(z), ("if some z",)),
))

# Well conditioned in beta ----------------------------------------------------------------------------------

between = conj(psd(H - lower * I), psd(upper * I - H))
sandwiched = conj(
    psd(hessian - 2 * lower * spread * I), psd(4 * (M + 1) * upper * spread * I - hessian)
)


def spread_of(B: Term) -> Step:
    return Step("Frobenius", psd(norm_F(B) ** 2 * I - B.T * B),
                FromFact("operator norm and Frobenius norm", A=B, I=I))


opposite = I + Gamma_tilde
STRONG = Proof((
    spread_of(Gamma_tilde),
    Step("between", between, Assume()),
    Step("below", psd(2 * ((M + 1) / M) * (half(H) * shifted.T * shifted * half(H)) + 2 * spread * (H - lower * I)),
         Positivity(), ("between",)),
    Step("strongly convex", psd(hessian - 2 * lower * spread * I), Positivity(), ("below",)),
    Step("above", psd(
        4 * (M + 1) * spread * (upper * I - H)
        + 2 * (half(H) * opposite.T * opposite * half(H))
        + 2 * ((2 * M + 1) / M) * (half(H) * (norm_F(Gamma_tilde) ** 2 * I - Gamma_tilde.T * Gamma_tilde) * half(H))
    ), Positivity(), ("between", "Frobenius")),
    Step("smooth", psd(4 * (M + 1) * upper * spread * I - hessian), Positivity(), ("above",)),
    Step("if between", implies(between, sandwiched), Discharge("between"),
         ("between", "strongly convex", "smooth")),
))
centred: Term = G - M / (M + 2) * I
unit = eq(z.T * z, 1)
q, m = z.T * z, M / (M + 2)
at_z = A_of(m * z * z.T)
tight = eq(z.T * at_z * z, 2 / (M + 2))
LEAST = Proof((
    spread_of(G),
    Step("squares", psd((M + 2) / M * (centred.T * centred) + 1 / M * (norm_F(G) ** 2 * I - G.T * G)), Positivity(),
         ("Frobenius",)),
    Step("least", psd(A_of(G) - 2 / (M + 2) * I), Positivity(), ("squares",)),
    Step("unit", unit, Assume()),
    Step("tight", tight, Identity(m * q**2 - m * q + (1 - m)), ("unit",)),
    Step("attained", implies(unit, tight), Discharge("unit"), ("unit", "tight")),
))
A: Term = A_of(G)
low, high = kappa * (M + 2) - 1, kappa - M - 2
quotient = le(u.T * A * u, kappa * (w.T * A * w))
of_root = (kappa - 1) / (high * low)
signs = (
    Step("low", gt(low, 0), Combination(M + 2, plus=(M**2 + 4 * M + 3,)), ("conditions#2",)),
    Step("high", gt(high, 0), Combination(1), ("conditions#2",)),
    Step("kappa > 1", gt(kappa - 1, 0), Combination(1, plus=(M + 1,)), ("conditions#2",)),
)
conditions = conj(is_root, orthonormal)
left_over = G - G * w * w.T - G * u * u.T
CONDITION = Proof((
    Step("conditions", conditions, Assume()),
    *signs,
    Step("quotient", quotient, Combination(
        -of_root, 0,
        1 + M / high + norm_F(G) ** 2 / M + (kappa - 1) / M * norm_2(G * u) ** 2,
        -(kappa - kappa**2 * M / low + kappa * norm_F(G) ** 2 / M - (kappa - 1) / M * norm_2(G * w) ** 2),
        2 * (kappa - 1) / M * (w.T * G.T * G * u),
        plus=(
            low / M * norm_2(G * w - kappa * M / low * w) ** 2, high / M * norm_2(G * u + M / high * u) ** 2,
            (kappa - 1) / M * norm_F(left_over) ** 2,
        ),
    ), ("conditions#1", "conditions#2", "conditions#3", "conditions#4", "conditions#5", "low", "high", "kappa > 1")),
    Step("bound", implies(conditions, quotient), Discharge("conditions"), ("conditions", "quotient")),
))

# Where the bounds of the condition number are attained -----------------------------------------------------

a, b = kappa * M / low, M / high
at_worst = A_of(worst)
of_u: Term = u.T * at_worst * u
of_w: Term = w.T * at_worst * w
U, W, X = u.T * u, w.T * w, u.T * w
size: Term = a**2 * W**2 + b**2 * U**2 - 2 * a * b * X**2
in_products_u: Term = (
    U - 2 * (a * X**2 - b * U**2) + (M + 1) / M * (a**2 * X**2 * W - 2 * a * b * X**2 * U + b**2 * U**3) + size * U / M
)
in_products_w: Term = (
    W - 2 * (a * W**2 - b * X**2) + (M + 1) / M * (a**2 * W**3 - 2 * a * b * X**2 * W + b**2 * X**2 * U) + size * W / M
)
value_u = 1 + 2 * b + (M + 1) / M * b**2 + (a**2 + b**2) / M
value_w = 1 - 2 * a + (M + 1) / M * a**2 + (a**2 + b**2) / M
products = ("conditions#3", "conditions#4", "conditions#5", "low", "high")
attained = eq(of_u, kappa * of_w)
values = (
    Step("u", eq(of_u, in_products_u), Identity(), ("low", "high")),
    Step("w", eq(of_w, in_products_w), Identity(), ("low", "high")),
    Step("u there", eq(in_products_u, value_u), Substitution(), products),
    Step("w there", eq(in_products_w, value_w), Substitution(), products),
    Step("values", eq(value_u, kappa * value_w), Identity(-of_root), ("conditions#1", "low", "high")),
    Step("attained", attained, Identity(1, 1, 1, -kappa, -kappa),
         ("u", "u there", "values", "w", "w there", "low", "high")),
)
ATTAINED = Proof((
    Step("conditions", conditions, Assume()),
    *signs, *values,
    Step("bound attained", implies(conditions, attained), Discharge("conditions"), ("conditions", "attained")),
))
hessian_there = half(H) * at_worst * half(H)
with_eigenvectors = conj(conditions, eq(half(H) * u, mu * u), eq(half(H) * w, nu * w))
whole = eq(nu**2 * (u.T * hessian_there * u), kappa * mu**2 * (w.T * hessian_there * w))
WHOLE = Proof((
    Step("conditions", with_eigenvectors, Assume()),
    *signs, *values,
    Step("Hessian at u", eq(u.T * hessian_there * u, mu**2 * of_u),
         Identity(u.T * half(H) * at_worst + mu * u.T * at_worst), ("conditions#6", "low", "high")),
    Step("Hessian at w", eq(w.T * hessian_there * w, nu**2 * of_w),
         Identity(w.T * half(H) * at_worst + nu * w.T * at_worst), ("conditions#7", "low", "high")),
    Step("quotient", whole, Identity(nu**2, -kappa * mu**2, nu**2 * mu**2),
         ("Hessian at u", "Hessian at w", "attained", "low", "high")),
    Step("for eigenvectors", implies(with_eigenvectors, whole), Discharge("conditions"), ("conditions", "quotient")),
))
under: Term = (3 * M + 1) * (3 * M + 9)
ROOT = Proof((
    Step("root", eq(2 * kappa_M**2 + 2, (3 * M + 5) * kappa_M), Identity()),
    Step("squares", lt((M + 3) ** 2, sqrt(under) ** 2), Combination(plus=(8 * M * (M + 3),))),
    Step("suppose not", le(sqrt(under), M + 3), Assume()),
    Step("then", le(sqrt(under) ** 2, (M + 3) ** 2), Combination(M + 3 + sqrt(under)), ("suppose not",)),
    Step("larger", lt(M + 3, sqrt(under)), Contradiction("suppose not"), ("suppose not", "then", "squares")),
    Step("above", gt(kappa_M, M + 2), Combination(Fraction(1, 4)), ("larger",)),
))
