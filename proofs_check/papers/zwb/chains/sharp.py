r"""Problems on which the gap is nearly :math:`\|\beta^*\|_H^2/(M+1)`, for every d and M.

There :math:`\|e\|_H=1`, :math:`\Phi=H^{1/2}ee^\top H^{1/2}` and :math:`\beta^*=\zeta e`; with H = I, a unit vector e
and :math:`\Psi=ee^\top` all numbers are rational.  With :math:`D=(1+\sigma^2)^2+M+1` and :math:`N=(M+2)D+M\sigma^4`
the LSA :math:`v=e,\ s=1,\ U=x\,ee^\top,\ b=\kappa e` has :math:`\tilde K=\Phi\Omega^{-1}` where
:math:`x+\kappa=M/(M+2+\sigma^2)`, which determines :math:`\zeta`: so the constraint on K costs
nothing, and its excess is the minimum of II + III + IV.
"""

from __future__ import annotations

from ....proof.chain import Assume, Combination, Continuity, Discharge, FromClaim, Identity, Proof, Step, Substitution
from ....proof.steps.extrema import FromBelow, ValueAt
from ....statement.props import conj, eq, implies, le, tends
from ....statement.terms import Term, TermLike, half, norm_F, scalar, term, tr, vector, where
from ..notation import B_1, R_LSA, R_LTB, Gamma, H, M, Phi, R, b, beta, s, sigma, u_1
from ..notation_gap import Form, of_LTB
from .gap import at_least
from .large_mean import Problem

e, n = vector("e"), scalar("n", "integer", "positive")
rho = e.T * H * e
e_hat = half(H) * e
E = e_hat * e_hat.T


def D(noise: TermLike) -> Term:
    return (1 + term(noise)) ** 2 + M + 1


def N(noise: TermLike) -> Term:
    return (M + 2) * D(noise) + M * term(noise) ** 2


def ratio(noise: TermLike) -> Term:
    """What the gap is at most, in multiples of the squared length of beta^*; the argument is sigma^2."""
    return 2 * D(noise) / N(noise)


noise = sigma**2
k = M / (M + 2 + noise)
zeta = scalar("zeta", tex=r"\zeta")
"""The length of beta^*."""
x = zeta * (M * (noise**2 + noise + M + 2) / N(noise))
kappa = zeta * (M * noise / N(noise))
"""The minimum of II + III + IV over U = x e e^T and c = kappa e, where v = e."""
at = Problem(zeta * e)
problems = conj(eq(rho, 1), eq(Phi, E), eq(x + kappa, k))
nearly = implies(problems, le(at.gap, ratio(noise) * at.size))

# No LTB is better than 1 + sigma^2 - k -----------------------------------------------------------------------

K_hat = half(H) * at.K * half(H)
at_K = where(at.at(R), (beta, at.mean), (Gamma, at.K))


def of_K(Phi: Term, K: Term) -> Term:
    """The risk of GD-beta at (beta^*, K)."""
    return (
        noise + tr(Phi) - 2 * tr(K * Phi) + (M + 1) / M * tr(K * Phi * K.T) + (tr(Phi) + noise) / M * tr(K * K.T)
    )


_of_rho = 1 + norm_F(K_hat) ** 2 / M - k**2 * ((M + 1) / M + (1 + noise) / M * (rho + 1))
_form = Form(*(at.at(node) for node in (of_LTB.a, of_LTB.U, of_LTB.v, of_LTB.c)))
_below = (
    Step("split", eq(at.at(R_LTB), at_K + _form.value), Identity()),
    Step("form", at_least(_form), FromClaim("zwb/beyond-sharp-gap-form", bind=_form.binding)),
    Step("risk at K", eq(at_K, of_K(Phi, K_hat)), Identity()),
    Step("risk along e", eq(at_K, of_K(E, K_hat)), Substitution("risk at K"), ("risk at K", "problems#2")),
    Step("GD-beta", le(noise + 1 - k, at_K),
         Combination(
             -1, -_of_rho,
             plus=((M + 1) / M * norm_F(K_hat * e_hat - k * e_hat) ** 2, (1 + noise) / M * norm_F(K_hat - k * E) ** 2),
         ), ("risk along e", "problems#1")),
    Step("each LTB", le(noise + 1 - k, at.at(R_LTB)),
         Combination(1, -1, 1 / (M + 1), plus=(norm_F(half(H) * _form.a) ** 2 / (M + 1),)),
         ("GD-beta", "split", "form")),
    Step("LTB", le(noise + 1 - k, at.inf_LTB), FromBelow(), ("each LTB",)),
)

# ... and one LSA is not much worse --------------------------------------------------------------------------

point = ((u_1, (1 - zeta) * e), (s, 1), (B_1, (x - kappa * zeta) * (e * e.T)), (b, kappa * e))
there = where(at.at(R_LSA), *point)


def of_LSA(Phi: Term) -> Term:
    """Its risk: of K = (x + kappa) e e^T, and III + IV; II is 0."""
    U, t = x * E, tr(Phi) + noise
    off = U * e_hat - zeta * e_hat
    l = t * off + 2 / M * (U * Phi * e_hat)  # noqa: E741 - the paper's letter
    Q = (M + 2) / M * (t**2 + 2 * tr(Phi * Phi))
    return (
        of_K(Phi, (x + kappa) * E) + 2 * kappa * (e_hat.T * l) + Q * kappa**2 * rho + off.T * off
        + 2 / M * (e_hat.T * U.T * U * e_hat)
    )


def polynomial(rho: Term) -> Term:
    off, K = x * rho - zeta, x + kappa
    of_K = noise + rho - 2 * K * rho**2 + (M + 1) / M * K**2 * rho**3 + (rho + noise) / M * K**2 * rho**2
    third = 2 * kappa * rho * ((rho + noise) * off + 2 / M * x * rho**2)
    return (
        of_K + third + (M + 2) / M * ((rho + noise) ** 2 + 2 * rho**2) * kappa**2 * rho + off**2 * rho
        + 2 / M * x**2 * rho**3
    )


SHARP = Proof((
    Step("problems", problems, Assume()),
    *_below,
    Step("risk there", eq(there, of_LSA(Phi)), Identity()),
    Step("along e", eq(there, of_LSA(E)), Substitution("risk there"), ("risk there", "problems#2")),
    Step("in rho", eq(there, polynomial(rho)), Identity(1), ("along e",)),
    Step("at rho", eq(there, polynomial(term(1))), Substitution("in rho"), ("in rho", "problems#1")),
    Step("value", eq(there, noise + 1 - k + ratio(noise) * zeta**2), Identity(1, (x + kappa - k) / k),
         ("at rho", "problems#3")),
    Step("LSA", le(at.inf_LSA, noise + 1 - k + ratio(noise) * zeta**2), ValueAt(*point), ("value",)),
    Step("nearly", le(at.gap, ratio(noise) * at.size), Combination(1, 1, -(ratio(noise) * zeta**2)),
         ("LSA", "LTB", "problems#1")),
    Step("for these problems", nearly, Discharge("problems"), ("problems", "nearly")),
))
_h = 1 / n
_scaled = (1 + _h) ** 2 + (M + 1) * _h**2
_ratio = 2 * _scaled / ((M + 2) * _scaled + M)
approached = conj(eq(ratio(n), _ratio), tends(_ratio, 1 / (M + 1), n))
APPROACHED = Proof((
    Step("scaled", eq(ratio(n), _ratio), Identity()),
    Step("approached", tends(_ratio, 1 / (M + 1), n), Continuity()),
))
