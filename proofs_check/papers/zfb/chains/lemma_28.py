"""The proof of Lemma 28, Appendix C.3: the Polyak-Lojasiewicz inequality with a random covariance."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Combination,
    Discharge,
    FromClaim,
    Identity,
    ModusPonens,
    Positivity,
    Proof,
    Step,
)
from ....proof.steps.bounds import AtMostEach, Generalise, Specialise, SumOf
from ....statement.laws import least_over, least_unequal, total_unequal
from ....statement.props import Prop, always, chain, conj, eq, for_all, ge, gt, implies, le, ne
from ....statement.terms import Term, absolute, entry, grad, norm_op, scalar, sqrt, total
from ..notation import U11, d, i_d, j, sigma, u_1
from ..notation_random import (
    E_Lam2,
    bracket_rdm,
    gamma_i,
    l_rdm,
    l_rdm_min,
    least_curvature,
    u_ii,
    u_ij,
    xi_i,
    zeta_ij,
)
from .lemma_24 import gap
from .lemma_26 import positive_bracket
from .lemma_27 import lower_bound_rdm

in_ij, in_u_1 = entry(grad(l_rdm, U11), i_d, j), grad(l_rdm, u_1)
gradient_in_U11 = total(i_d, d, total(j, d, absolute(in_ij) ** 2))
gradient_squared = gradient_in_U11 + absolute(in_u_1) ** 2
deviation = u_ii * u_1 - xi_i / gamma_i
diagonal_term = gamma_i * deviation**2
diagonal_square = gamma_i**2 * u_1**2 * deviation**2
off_term = zeta_ij * u_1**2 * u_ij**2
off_square = zeta_ij**2 * u_1**4 * u_ij**2
squares = total(i_d, d, diagonal_square) + total_unequal(i_d, j, d, off_square)
nu_free = scalar("nu", tex=r"\nu")
difference = Step("Lemma 24", eq(l_rdm - l_rdm_min, gap), FromClaim("zfb/lemma-24", "55"), printed="From Lemma 24")
gradient = Step(
    "gradient", chain(gradient_squared, ">=", gradient_in_U11, "=", squares),
    FromClaim("zfb/lemma-28-gradient-bound", "a"), printed="we calculate the square norm of the gradient",
)
unequal = ne(i_d, j)


def pl(constant: Term) -> Prop:
    """(62)."""
    return ge(gradient_squared, constant * (l_rdm - l_rdm_min))


on_each: Prop = for_all(i_d, ge(gamma_i * u_1**2, nu_free / 2))
off_each: Prop = for_all(i_d, for_all(j, implies(unequal, ge(zeta_ij * u_1**2, nu_free / 2))))

least_gamma, least_zeta = least_over(i_d, d, gamma_i), least_unequal(i_d, j, d, zeta_ij)
smallest = (
    Step("eta in gamma", le(least_curvature, least_gamma), AtMostEach()),
    Step("gamma", le(least_gamma, gamma_i), AtMostEach()),
    Step("eta and gamma", le(least_curvature, gamma_i), Combination(1, 1), ("eta in gamma", "gamma"),
         printed="eta = min"),
    Step("unequal", unequal, Assume()),
    Step("eta in zeta", le(least_curvature, least_zeta), AtMostEach()),
    Step("zeta", le(least_zeta, zeta_ij), AtMostEach(), ("unequal",)),
    Step("eta and zeta", le(least_curvature, zeta_ij), Combination(1, 1), ("eta in zeta", "zeta"), printed="eta = min"),
)
"""eta is at most each of the numbers that it is the least of."""

GRADIENT_BOUND = Proof((
    Step("drop", ge(gradient_squared, gradient_in_U11), Combination(plus=(absolute(in_u_1) ** 2,)), printed=">="),
    Step("by entries", eq(gradient_in_U11, squares), Identity(), printed="the square norm of the gradient"),
    Step("(b)", conj(on_each, off_each), Assume(), printed="it suffices to make"),
    Step("of one i", ge(gamma_i * u_1**2, nu_free / 2), Specialise(), ("(b)#1",)),
    Step("diagonal term", le(nu_free / 2 * diagonal_term, diagonal_square), Combination(diagonal_term), ("of one i",),
         printed="Comparing the two displays above"),
    Step("diagonal", le(total(i_d, d, nu_free / 2 * diagonal_term), total(i_d, d, diagonal_square)), SumOf(),
         ("diagonal term",)),
    Step("of one pair", implies(unequal, ge(zeta_ij * u_1**2, nu_free / 2)), Specialise(), ("(b)#2",)),
    Step("pair", unequal, Assume()),
    Step("of this pair", ge(zeta_ij * u_1**2, nu_free / 2), ModusPonens(), ("of one pair", "pair")),
    Step("off term", le(nu_free / 2 * off_term, off_square), Combination(off_term), ("of this pair",),
         printed="Comparing the two displays above"),
    Step("off terms", implies(unequal, le(nu_free / 2 * off_term, off_square)), Discharge("pair"),
         ("pair", "off term")),
    Step("off the diagonal", le(total_unequal(i_d, j, d, nu_free / 2 * off_term), total_unequal(i_d, j, d, off_square)),
         SumOf(), ("off terms",)),
    difference,
    Step("PL", pl(nu_free), Combination(1, -1, 1, 1, nu_free),
         ("drop", "by entries", "diagonal", "off the diagonal", "Lemma 24"), printed="in order to ensure"),
    Step("suffices", implies(conj(on_each, off_each), pl(nu_free)), Discharge("(b)"), ("(b)", "PL")),
    Step("(c)", ge(least_curvature * u_1**2, nu_free / 2), Assume(), printed="then it is sufficient to make"),
    *smallest,
    Step("each i", ge(gamma_i * u_1**2, nu_free / 2), Combination(1, u_1**2), ("(c)", "eta and gamma")),
    Step("every i", on_each, Generalise(), ("each i",)),
    Step("each pair", ge(zeta_ij * u_1**2, nu_free / 2), Combination(1, u_1**2), ("(c)", "eta and zeta")),
    Step("each pair that differs", implies(unequal, ge(zeta_ij * u_1**2, nu_free / 2)), Discharge("unequal"),
         ("unequal", "each pair")),
    Step("every pair", off_each, Generalise(), ("each pair that differs",)),
    Step("sufficient", implies(ge(least_curvature * u_1**2, nu_free / 2), conj(on_each, off_each)), Discharge("(c)"),
         ("(c)", "every i", "every pair")),
))

curvature = u_1**2 * least_curvature
lower = (
    gradient, difference, *smallest,
    Step("diagonal term", le(curvature * diagonal_term, diagonal_square), Combination(u_1**2 * diagonal_term),
         ("eta and gamma",)),
    Step("diagonal", le(total(i_d, d, curvature * diagonal_term), total(i_d, d, diagonal_square)), SumOf(),
         ("diagonal term",)),
    Step("off term", le(curvature * off_term, off_square), Combination(u_1**2 * off_term), ("eta and zeta",)),
    Step("off terms", implies(unequal, le(curvature * off_term, off_square)), Discharge("unequal"),
         ("unequal", "off term")),
    Step("off the diagonal", le(total_unequal(i_d, j, d, curvature * off_term), total_unequal(i_d, j, d, off_square)),
         SumOf(), ("off terms",)),
    Step("curved", ge(gradient_squared, 2 * curvature * (l_rdm - l_rdm_min)),
         Combination(1, -1, 1, 1, 2 * curvature),
         ("gradient#1", "gradient#2", "diagonal", "off the diagonal", "Lemma 24"),
         printed="it is sufficient to make eta u_-1^2 >= nu/2"),
    Step("Lemma 27", always(chain(u_1, ">=", lower_bound_rdm, ">", 0)), FromClaim("zfb/lemma-27", "a"),
         printed="From Lemma 27"),
    Step("gap", ge(l_rdm - l_rdm_min, 0), Combination(-1, plus=(gap,)), ("Lemma 24",)),
    Step("positive", always(gt(u_1, 0)), Combination(1, 1), ("Lemma 27#1", "Lemma 27#2")),
    *positive_bracket,
)


def nu(denominator: Term) -> Term:
    """The constant (61) with this denominator."""
    return least_curvature * sigma**2 / (denominator * norm_op(E_Lam2)) * bracket_rdm


def _inequality(name: str, denominator: Term, of_two: int) -> tuple[Step, ...]:
    """(62) with the constant that is ``of_two`` halves of the larger one that the scan admits."""
    constant = nu(denominator)
    distance = l_rdm - l_rdm_min
    spare = (2 - of_two) * least_curvature * lower_bound_rdm**2 * distance
    return (
        Step(f"nu, {name}", gt(constant, 0), Positivity(), ("bracket", "E Lam Theta"), printed="> 0"),
        Step(f"(62), {name}", always(pl(constant)),
             Combination(1, 2 * least_curvature * distance * (u_1 + lower_bound_rdm), plus=(spare,)),
             ("curved", "Lemma 27#1", "Lemma 27#2", "positive", "gap"),
             printed="we can actually lower bound u_-1 from below by a positive constant"),
    )


LEMMA_28 = Proof((
    *lower, *_inequality("sqrt(d)", sqrt(d), 2), *_inequality("2 sqrt(d)", 2 * sqrt(d), 1),
))
