r"""Theorem 5.3: the least risk of LTB is that of GD-beta, where it is attained, and by which one function.

The excess risk of an LTB is :math:`\mathbb E(f-f_*)^2`, that is the square of :math:`\tilde K-\Phi\Omega^{-1}` plus

.. math:: \|a+UHv+tc\|_H^2+\tfrac1M\|UHv\|_H^2+\tfrac2Mt^2\|c\|_H^2+2\operatorname{tr}(\Phi^2)\|c\|_H^2
   +\tfrac1M\mathbb E\|U\zeta\,v^\top\eta+2c\,\zeta^\top\Psi\eta\|_H^2,\qquad \zeta,\eta\sim\mathcal N(0,H).
"""

from __future__ import annotations

from dataclasses import replace

from ....claims import Hypothesis
from ....proof.chain import (
    Antisymmetry,
    Assume,
    AtMinimisers,
    Attained,
    Combination,
    Contradiction,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....proof.steps.curvature import AtSolutions, Rayleigh
from ....proof.steps.extrema import FromBelow, ValueAt, Within
from ....statement.laws import gaussian
from ....statement.props import conj, eq, ge, gt, implies, le, lt, minimisers_satisfy, ne, posdef
from ....statement.psd import infimum, inv_half, minimum_where, pinv, rank
from ....statement.terms import Term, TermLike, expect, half, inv, minimum, norm_F, term, tr, vector, where, zeros
from ..notation import (
    B_1,
    R_LTB,
    Gamma,
    Gamma_star,
    H,
    I,
    K,
    M,
    Omega,
    P,
    Phi,
    Psi,
    R,
    b,
    beta,
    beta_star,
    in_null,
    in_null_tensor,
    least_risk,
    norm_H_squared,
    reduced,
    s,
    sigma,
    t,
    u_1,
    w_1,
)
from ..notation_gap import Q, of_LTB
from .gap import LEFT_OUT, at_K, at_least, inf_LTB, split_LTB
from .theorem_5_2 import vanishes

zero, nothing = zeros("d", 1), zeros("d", "d")
product = half(Psi) * half(H)
rank_2 = Hypothesis("rank at least 2", le(2, rank(product)), r"\operatorname{rank}(\Psi^{1/2}H^{1/2})\ge2")
best = minimum(R_LTB, *reduced)
inf_GD = infimum(R, beta, Gamma)
a, U, v, c = of_LTB.a, of_LTB.U, of_LTB.v, of_LTB.c
a_hat, b_hat, c_hat, v_hat = half(H) * a, half(H) * b, half(H) * c, half(H) * v
U_hat, UHv_hat = half(H) * U * half(H), half(H) * of_LTB.UHv
target = Phi * inv(Omega)
off = half(H) * K * half(H) - target
form_of_K = tr(off * Omega * off.T)
at_star = ((w_1, beta_star), (u_1, -beta_star), (s, 1), (B_1, Gamma_star.T), (b, zero))
zeta, eta = gaussian("zeta", "d", H, tex=r"\zeta"), gaussian("eta", "d", H, tex=r"\eta")
A = half(H) * (a + of_LTB.UHv + t * c)
_third_order = expect(norm_F(half(H) * (U * zeta * (v.T * eta) + 2 * c * (zeta.T * Psi * eta))) ** 2)
parts: dict[str, Term] = {
    "mean": norm_F(A) ** 2,
    "UHv": 1 / M * norm_F(UHv_hat) ** 2,
    "c": 2 / M * t**2 * norm_F(c_hat) ** 2,
    "c with Phi": 2 * norm_F(Phi) ** 2 * norm_F(c_hat) ** 2,
    "third order": 1 / M * _third_order,
}
squares: Term = sum(parts.values(), start=term(0))



def ours(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The same steps where they are no repair of anything printed."""
    return tuple(replace(step, printed="", instead_of="") for step in steps)


# The two infima, at all ranks ------------------------------------------------------------------------------

_at_least = (
    Step("split", split_LTB, FromClaim("zwb/beyond-sharp-gap-split", "a")),
    Step("form", at_least(of_LTB), FromClaim("zwb/beyond-sharp-gap-form", bind=of_LTB.binding),
         printed="Appendix D step 3", instead_of=LEFT_OUT),
    Step("not below GD", le(at_K, R_LTB), Combination(-1, 1 / (M + 1), plus=(norm_H_squared(a) / (M + 1),)),
         ("split", "form")),
)
_GD = ((w_1, beta), (u_1, -beta), (s, 1), (B_1, Gamma.T), (b, zero))
equal = (
    *_at_least,
    Step("a GD-beta", le(inf_GD, at_K), ValueAt((beta, beta_star), (Gamma, K.body))),
    Step("each LTB", le(inf_GD, R_LTB), Combination(1, 1), ("a GD-beta", "not below GD")),
    Step("not below", le(inf_GD, inf_LTB), FromBelow(), ("each LTB",)),
    Step("not above", le(inf_LTB, inf_GD), Within(*_GD)),
    Step("equal", eq(inf_LTB, inf_GD), Antisymmetry(), ("not above", "not below")),
)

# The least risk ---------------------------------------------------------------------------------------------


def _rank_1(label: str, X: Term, Y: Term, dyad: str) -> tuple[Step, ...]:
    """``rank(Psi^(1/2) H^(1/2)) < 2`` from ``dyad``: the Gram matrix is X Y^T."""
    return (
        Step(f"{label}: rank", le(rank(product.T * product), 1),
             FromFact("rank of a dyad", A=product.T * product, X=X, Y=Y), (dyad,)),
        Step(f"{label}: Gram", eq(rank(product.T * product), rank(product)),
             FromFact("rank of a Gram matrix", A=product)),
        Step(f"{label}: less than 2", lt(rank(product), 2), Combination(1, -1, plus=(1,)),
             (f"{label}: rank", f"{label}: Gram")),
    )


spread = (
    Step("no spread", le(t, 0), Assume()),
    Step("small product", le(norm_F(product) ** 2, 0), Combination(1, plus=(sigma**2,)), ("no spread",)),
    *vanishes("product", product, nothing, "small product"),
    Step("Gram of 0", eq(product.T * product, zero * zero.T), Identity((product.T, 1)), ("product",)),
    *_rank_1("no spread", zero, zero, "Gram of 0"),
    Step("t", gt(t, 0), Contradiction("no spread"), ("no spread", "no spread: less than 2", "rank at least 2")),
)
lower = (
    *_at_least,
    Step("at K", eq(at_K, least_risk + form_of_K), Identity(), ("t",)),
    Step("form of K", le(t / M * norm_F(off) ** 2, form_of_K),
         Combination(plus=((M + 1) / M * tr(off * Phi * off.T),)), ("t",)),
    Step("size of K", ge(t / M * norm_F(off) ** 2, 0), Positivity(), ("t",)),
    Step("least", ge(R_LTB, least_risk), Combination(1, -1, 1, 1), ("not below GD", "at K", "form of K", "size of K")),
    Step("attained", eq(where(R_LTB, *at_star), least_risk), Identity(), ("t",)),
    Step("minimum", eq(best, least_risk), Attained(*at_star), ("least", "attained")),
    Step("infimum not below", le(least_risk, inf_LTB), FromBelow(), ("least",)),
    Step("infimum not above", le(inf_LTB, least_risk), ValueAt(*at_star), ("attained",)),
    Step("infimum", eq(inf_LTB, least_risk), Antisymmetry(), ("infimum not above", "infimum not below")),
)
EQUAL = Proof(equal)
LEAST = Proof((*spread, *lower))

# Necessary conditions ---------------------------------------------------------------------------------------

form_of_c = 2 * of_LTB.l.T * half(H) + Q * c.T * half(H)
form_of_a = (a + of_LTB.UHv).T * half(H)
form_of_UHv = (a + of_LTB.UHv).T * half(H) + 1 / M * (of_LTB.UHv.T * half(H))
product_of_sizes = norm_F(U_hat) ** 2 * norm_F(v_hat) ** 2


def _small(name: str, factor: TermLike, size: Term) -> tuple[Step, ...]:
    """The square of ``size`` is at most 0, being ``factor`` times one of the parts."""
    rest = tuple(factor * part for other, part in parts.items() if other != name)
    return (
        Step(f"small {name}", le(size**2, 0), Combination(factor, -1 * factor, plus=rest),
             ("no form", "squares", "t")),
    )


zeroth = (
    Step("minimiser", eq(R_LTB, best), Assume()),
    Step("squares", eq(of_LTB.value, squares), Identity()),
    Step("no form", le(of_LTB.value, 0), Combination(1, 1, -1, -1, 1, 1),
         ("minimiser", "minimum", "split", "at K", "form of K", "size of K")),
    Step("small K", le(norm_F(off) ** 2, 0),
         Combination(M / t, M / t, -M / t, -M / t, M / t, M / (t * (M + 1)),
                     plus=(M / (t * (M + 1)) * norm_H_squared(a),)),
         ("minimiser", "minimum", "split", "at K", "form of K", "form", "t")),
    *vanishes("K", off, nothing, "small K"),
    *_small("mean", 1, norm_F(A)),
    *_small("UHv", 1 * M, norm_F(UHv_hat)),
    *_small("c", M / (2 * t**2), norm_F(c_hat)),
    *vanishes("A", A, zero, "small mean"),
    *vanishes("UHv", UHv_hat, zero, "small UHv"),
    *vanishes("c", c_hat, zero, "small c"),
    Step("a", eq(a_hat, zero), Identity(1, -1, -t), ("A", "UHv", "c")),
    Step("product of U and v", eq(of_LTB.value, 1 / M * product_of_sizes),
         Identity((form_of_a, 1), (form_of_UHv, 1), (form_of_c, 1)), ("a", "UHv", "c")),
    Step("small product of U and v", le(product_of_sizes, 0), Combination(M, -M), ("no form", "product of U and v")),
)
only_K = (
    Step("v", ne(v_hat, zero), Assume()),
    Step("size of v", gt(norm_F(v_hat) ** 2, 0), Positivity(), ("v",)),
    Step("small U", le(norm_F(U_hat) ** 2, 0), Combination(1 / norm_F(v_hat) ** 2),
         ("small product of U and v", "size of v")),
    *vanishes("U", U_hat, nothing, "small U"),
    Step("dyad", eq(product.T * product, b_hat * (Omega * v_hat).T), Identity((-1, Omega), (s, Omega)), ("K", "U")),
    *_rank_1("with v", b_hat, Omega * v_hat, "dyad"),
    Step("no v", eq(v_hat, zero), Contradiction("v"), ("v", "with v: less than 2", "rank at least 2")),
    Step("no row", eq(v_hat.T, zero.T), Substitution(), ("no v",)),
    Step("s", eq(s, 0), Assume()),
    Step("no Gram", eq(product.T * product, zero * zero.T), Identity((-1, Omega), (b_hat, Omega), (U_hat, Omega)),
         ("K", "no row", "s")),
    *_rank_1("without s", zero, zero, "no Gram"),
    Step("some s", ne(s, 0), Contradiction("s"), ("s", "without s: less than 2", "rank at least 2")),
    Step("b", eq(b_hat, zero), Identity(1 / s), ("c", "some s")),
)
solution = conj(
    ne(s, 0), in_null(H, w_1 - beta_star), in_null(H, u_1 + s * beta_star), in_null(H, b),
    in_null_tensor(H, s * B_1.T - Gamma_star),
)
"""(D.14), its last condition multiplied by s."""
between = conj(in_null(H, v), eq(s * U_hat, target), eq(H * U * H * v, zero), in_null(H, b))
"""(D.12), (D.13) and Hb = 0."""
necessary = (
    *spread, *lower, *zeroth, *only_K,
    Step("null a", in_null(H, w_1 - beta_star), Identity((half(H), 1)), ("a",)),
    Step("null v", in_null(H, u_1 + s * beta_star), Identity((half(H), 1)), ("no v",)),
    Step("null b", in_null(H, b), Identity((half(H), 1)), ("b",)),
    Step("null B", in_null_tensor(H, s * B_1.T - Gamma_star),
         Identity((half(H), half(H)), (-half(H) * b_hat, half(H)), (-s * half(H), beta_star.T * H)),
         ("K", "no row", "b", "t")),
    Step("on the line", implies(eq(R_LTB, best), solution), Discharge("minimiser"),
         ("minimiser", "some s", "null a", "null v", "null b", "null B")),
)
# D.12, D.13, and, with H > 0, that all is unique up to the scale of s.
only = conj(
    ne(s, 0), eq(w_1, beta_star), eq(u_1, -s * beta_star), eq(b, zero), eq(s * B_1.T, Gamma_star)
)


def _outside(label: str, x: Term) -> Step:
    return Step(f"{label} outside", eq(x - P * x, zero), Identity((-1, x)), ("image",))


_B = s * B_1.T - Gamma_star
MINIMISERS = Proof((
    *necessary,
    Step("necessary", minimisers_satisfy(R_LTB, solution, *reduced), AtMinimisers(), ("on the line",)),
    Step("D.13", eq(s * U_hat, target), Identity(1, (-b_hat, 1)), ("K", "no row", "t")),
    Step("HUHv", eq(H * U * H * v, zero), Identity((half(H), 1)), ("UHv",)),
    Step("between", implies(eq(R_LTB, best), between), Discharge("minimiser"),
         ("minimiser", "null v", "D.13", "HUHv", "null b")),
    Step("at minimisers", minimisers_satisfy(R_LTB, between, *reduced), AtMinimisers(), ("between",)),
    Step("invertible", posdef(H), Assume()),
    Step("image", eq(P, I), Rayleigh(), ("invertible",)),
    _outside("a", w_1 - beta_star), _outside("v", u_1 + s * beta_star), _outside("b", b),
    Step("only a", eq(w_1, beta_star), Identity((pinv(H), 1), 1), ("null a", "a outside")),
    Step("only v", eq(u_1, -s * beta_star), Identity((pinv(H), 1), 1), ("null v", "v outside")),
    Step("only b", eq(b, zero), Identity((pinv(H), 1), 1), ("null b", "b outside")),
    Step("B outside", eq(_B - P * _B, nothing), Identity((-1, _B)), ("image", "t")),
    Step("B inside", eq(P * _B - P * _B * P, nothing), Identity((-P * _B, 1)), ("image", "t")),
    Step("only B", eq(s * B_1.T, Gamma_star), Identity((pinv(H), pinv(H)), 1, 1),
         ("null B", "B outside", "B inside", "t")),
    Step("one line", implies(eq(R_LTB, best), only), Discharge("minimiser"),
         ("minimiser", "some s", "only a", "only v", "only b", "only B")),
    Step("unique", minimisers_satisfy(R_LTB, only, *reduced), AtMinimisers(), ("one line",)),
    Step("if invertible", implies(posdef(H), minimisers_satisfy(R_LTB, only, *reduced)), Discharge("invertible"),
         ("invertible", "unique")),
))

# Sufficient conditions --------------------------------------------------------------------------------------

_form_of_v = (
    (1 / M * tr(H * U * H * U.T)) * v_hat.T
    + (1 + 1 / M) * (v.T * H * U.T * H * U * half(H))
    + 2 * t * (c.T * H * U * half(H)) + 4 / M * (c.T * H * U * H * Psi * half(H)) + 2 * (a.T * H * U * half(H))
)
SUFFICIENT = Proof((
    *spread, *lower,
    Step("solution", solution, Assume()),
    Step("a there", eq(a_hat, zero), Identity((inv_half(H), 1)), ("solution#2",)),
    Step("v there", eq(v_hat, zero), Identity((inv_half(H), 1)), ("solution#3",)),
    Step("b there", eq(b_hat, zero), Identity((inv_half(H), 1)), ("solution#4",)),
    Step("row there", eq(v_hat.T, zero.T), Substitution(), ("v there",)),
    Step("K there", eq(off, nothing),
         Identity((inv_half(H), inv_half(H)), (s, beta_star.T * half(H)), (b_hat, 1)),
         ("solution#5", "b there", "row there", "t")),
    Step("no square", eq(off * Omega * off.T, nothing), Identity((1, Omega * off.T)), ("K there",)),
    Step("no form of K", eq(form_of_K, tr(nothing)), Substitution(), ("no square",)),
    Step("form there", eq(of_LTB.value, 0),
         Identity((_form_of_v, 1), (a.T * half(H) + 2 * t * c.T * half(H), 1), (Q * s * c.T * half(H), 1)),
         ("v there", "a there", "b there")),
    Step("value", eq(R_LTB, best), Combination(1, 1, 1, 1, -1),
         ("split", "at K", "no form of K", "form there", "minimum")),
    Step("implied", implies(solution, eq(R_LTB, best)), Discharge("solution"), ("solution", "value")),
    Step("sufficient", minimum_where(R_LTB, solution, *reduced), AtSolutions(), ("implied",)),
))

# Of rank 1 --------------------------------------------------------------------------------------------------

dyad_z, dyad_b = vector("z"), vector("b_1")
dyadic = ((w_1, beta_star), (u_1, dyad_z), (s, 0), (B_1, -beta_star * dyad_b.T), (b, dyad_b))
dyad = half(H) * dyad_b * dyad_z.T * half(H)
_off_dyad = dyad - target
away = tr(_off_dyad * Omega * _off_dyad.T)
