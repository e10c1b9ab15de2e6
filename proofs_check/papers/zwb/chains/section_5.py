"""Section 5, after Theorem 5.2: the limit of long contexts, and the regularized Newton step."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    Assume,
    Combination,
    Continuity,
    Discharge,
    FromFact,
    Identity,
    MeanSquare,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....proof.steps.curvature import Rayleigh
from ....statement.laws import in_mean_square
from ....statement.props import conj, eq, ge, implies, le, posdef, tends
from ....statement.psd import inv_half, pinv, projection
from ....statement.terms import Term, expect, half, inv, norm_F, substitute, tr
from ..notation import Gamma, Gamma_star, H, I, M, Omega, P, Phi, Psi, beta, beta_star, d, f_GD, t
from ..notation_gd import f_star

newton: Term = substitute(f_GD.body, {beta: beta_star, Gamma: pinv(H)})
regularized = (M + 1) / M * H + t / M * pinv(Psi)
definite = conj(posdef(H), posdef(Psi))
inverse_of_Phi: Term = inv_half(H) * pinv(Psi) * inv_half(H)
"""Where H and Psi are positive definite."""
images = (
    Step("definite", definite, Assume()),
    Step("image of H", eq(P, I), Rayleigh(), ("definite",)),
    Step("image of Psi", eq(projection(Psi), I), Rayleigh(), ("definite",)),
)
_left: Term = Psi * half(H) * inv(Omega)
products = conj(eq(regularized * Gamma_star, I), eq(Gamma_star * regularized, I))
REGULARIZED = Proof((
    *images,
    Step("on the left", eq(regularized * Gamma_star, I), Identity((t / M, half(H) * inv(Omega) * inv_half(H)), 1),
         ("image of Psi", "image of H")),
    Step("on the right", eq(Gamma_star * regularized, I),
         Identity(
             (-(M + 1) / M * _left * half(H), 1), (-(M + 1) / M * _left * half(H) * Psi, pinv(Psi)), (Psi, pinv(Psi)), 1
         ),
         ("image of Psi", "image of H", "image of H#1", "image of Psi#1")),
    Step("inverse", implies(definite, products), Discharge("definite"), ("definite", "on the left", "on the right")),
))

# The limit -------------------------------------------------------------------------------------------------

shrunk: Term = Phi * inv(Omega)
outer: Term = inv_half(H) * (Phi + t * I) * inverse_of_Phi
difference: Term = pinv(H) - P * Gamma_star
bound: Term = (d + 1) / 2 * norm_F(outer) * norm_F(inv_half(H))
LIMIT = Proof((
    *images,
    Step("inverse of Phi", eq(inverse_of_Phi * Phi, I),
         Identity((inv_half(H) * pinv(Psi), Psi * half(H)), (inv_half(H), half(H)), 1),
         ("image of H", "image of Psi", "image of H#1")),
    Step("inverse of Omega", eq(inv(Omega), inverse_of_Phi * shrunk), Identity((-1, inv(Omega))), ("inverse of Phi",)),
    Step("difference", eq(difference, 1 / M * (outer * shrunk * inv_half(H))),
         Identity((1 / M * inv_half(H) * (Phi + t * I), inv_half(H))), ("inverse of Omega",)),
    Step("shrunk", le(norm_F(shrunk) ** 2, d),
         Combination(plus=(1 / M * tr((Phi + t * I) * inv(Omega) * (I + shrunk)),)), ("t > 0",)),
    Step("its norm", le(norm_F(shrunk), (d + 1) / 2),
         Combination(Fraction(1, 2), plus=(Fraction(1, 2) * (norm_F(shrunk) - 1) ** 2,)), ("shrunk",)),
    Step("first", le(norm_F(outer * shrunk * inv_half(H)), norm_F(outer * shrunk) * norm_F(inv_half(H))),
         FromFact("submultiplicativity", A=outer * shrunk, B=inv_half(H))),
    Step("second", le(norm_F(outer * shrunk), norm_F(outer) * norm_F(shrunk)),
         FromFact("submultiplicativity", A=outer, B=shrunk)),
    Step("bound", le(norm_F(outer * shrunk * inv_half(H)), bound),
         Combination(1, norm_F(inv_half(H)), norm_F(outer) * norm_F(inv_half(H))), ("first", "second", "its norm")),
    Step("to zero", tends(1 / M * bound, 0, M), Continuity()),
    Step("not negative", ge(norm_F(Gamma_star - pinv(H)), 0), Positivity()),
    Step("whole", eq(Gamma_star - pinv(H), -(1 / M * (outer * shrunk * inv_half(H)))),
         Identity(-1, (-1, Gamma_star)), ("difference", "image of H")),
    Step("distance", eq(norm_F(Gamma_star - pinv(H)), 1 / M * norm_F(outer * shrunk * inv_half(H))), Substitution(),
         ("whole",)),
    Step("small", le(norm_F(Gamma_star - pinv(H)), 1 / M * bound), Combination(1, 1 / M), ("distance", "bound")),
    Step("vanishes", tends(norm_F(Gamma_star - pinv(H)), 0, M),
         FromFact("squeeze as an integer grows", f=norm_F(Gamma_star - pinv(H)), g=1 / M * bound, n=M),
         ("not negative", "small", "to zero")),
    Step("limit", tends(Gamma_star, pinv(H), M),
         FromFact("convergence in norm as an integer grows", A=Gamma_star, B=pinv(H), n=M), ("vanishes",)),
    Step("if definite", implies(definite, tends(Gamma_star, pinv(H), M)), Discharge("definite"),
         ("definite", "limit")),
))

# The function ----------------------------------------------------------------------------------------------

apart = expect((f_star - newton) ** 2)
size: Term = tr(P * (Phi + t * I))
NEWTON = Proof((
    Step("apart", le(apart, 1 / M * size), Combination(plus=(1 / M * tr((Phi + t * I) * inv(Omega) * Phi),)),
         ("t > 0",)),
    Step("not negative", ge(apart, 0), Positivity()),
    Step("to zero", tends(1 / M * size, 0, M), Continuity()),
    Step("vanishes", tends(apart, 0, M), FromFact("squeeze as an integer grows", f=apart, g=1 / M * size, n=M),
         ("not negative", "apart", "to zero")),
    Step("in mean square", in_mean_square(f_star, newton, M), MeanSquare(), ("vanishes",)),
    Step("invertible", posdef(H), Assume()),
    Step("if invertible", implies(posdef(H), in_mean_square(f_star, newton, M)), Discharge("invertible"),
         ("invertible", "in mean square")),
))
