"""Sharper constants in Lemmas 12 and 19, and why they cannot be improved."""

from __future__ import annotations

from fractions import Fraction

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
    Substitution,
)
from ....statement.props import always, chain, conj, eq, ge, implies, le, psd
from ....statement.terms import (
    Term,
    absolute,
    at0,
    grad,
    half,
    inv,
    norm_F,
    norm_op,
    nuclear,
    scalar,
    singular_product_sum,
    sqrt,
    tr,
    vector,
    where,
)
from ..lemma_31 import U_n, V_n, n
from ..lemma_32 import A, B
from ..notation import U11, Gam, I, Lam, N, c, d, grad_l_squared, l, l_min, lower_bound, u_1
from .every_scale import NOISELESS, size_of_square, sizes
from .lemma_18 import bound, descent, factored
from .lemma_19 import positive_bracket, threshold

alpha, beta = scalar("alpha", "positive", tex=r"\alpha"), scalar("beta", "positive", tex=r"\beta")
"""Lower bounds on the eigenvalues of Gamma Lambda and of Lambda."""
q, delta = vector("q"), scalar("delta", "positive", tex=r"\delta")
"""A unit eigenvector of Lambda and its eigenvalue."""
at_q = (1 + 1 / N) * delta + 1 / N * tr(Lam)
"""The eigenvalue of Gamma."""
T = NOISELESS.traces
"""The square of a constant C with ||U|| <= C ||Gamma^(1/2) Lambda^(1/2) U Lambda^(1/2)||."""

spectra = conj(psd(Gam * Lam - alpha * I), psd(Lam - beta * I))
gap = l - l_min
difference: Term = half(Gam) * (u_1 * half(Lam) * U11 * half(Lam) - Lam * inv(Gam))
inner, outer = (difference * half(Lam)) * (difference * half(Lam)).T, difference.T * difference
pl = ge(grad_l_squared, 2 * alpha * beta * u_1**2 * gap)
per_point = implies(spectra, pl)
improved = -(at0(l)) / size_of_square
along = always(ge(grad_l_squared, 2 * alpha * beta * improved * gap))
along_flow = implies(spectra, along)

_gradient = (
    Step("Corollary 16", eq(gap, Fraction(1, 2) * norm_F(difference) ** 2), FromClaim("zfb/corollary-16", "b")),
    Step("gradient", eq(norm_F(grad(l, U11)) ** 2, u_1**2 * tr(Gam * Lam * inner)), Identity()),
    Step("spectra", spectra, Assume()),
    Step("inner", psd(inner), Positivity()),
    Step("outer", psd(outer), Positivity()),
    Step("by alpha", ge(tr((Gam * Lam - alpha * I) * inner), 0),
         FromClaim("zfb/lemma-32-trace", bind=((A, Gam * Lam - alpha * I), (B, inner))), ("spectra#1", "inner")),
    Step("by beta", ge(tr((Lam - beta * I) * outer), 0),
         FromClaim("zfb/lemma-32-trace", bind=((A, Lam - beta * I), (B, outer))), ("spectra#2", "outer")),
    Step("PL", pl,
         Combination(2 * alpha * beta * u_1**2, -1, u_1**2, alpha * u_1**2, plus=(absolute(grad(l, u_1)) ** 2,)),
         ("Corollary 16", "gradient", "by alpha", "by beta")),
    Step("per point", per_point, Discharge("spectra"), ("spectra", "PL")),
)
PL = Proof(_gradient)

_loss = (
    *sizes(NOISELESS),
    Step("balanced", always(eq(u_1**2, tr(U11 * U11.T))), FromClaim("zfb/lemma-17", "a")),
    *descent,
)
quartic = u_1**4 / (2 * T) - size_of_square * u_1**2
_lower = (
    Step("quartic", always(le(quartic, at0(l))),
         Combination(1, Fraction(1, 2) * u_1**2 / T, Fraction(1, 2), u_1**2 / (2 * T) - size_of_square / 2),
         ("below the start", "from below", "cross up", "balanced")),
    Step("lower", always(le(improved, u_1**2)),
         Combination(1 / size_of_square, plus=(u_1**4 / (2 * T * size_of_square),)), ("quartic",)),
)
_square = Lam**2
_von_neumann = chain(
    tr(_square.T * _square),
    "<=", singular_product_sum(_square, _square),
    "<=", norm_op(_square) * nuclear(_square),
    "<=", sqrt(d) * norm_op(_square) * norm_F(_square),
)
printed_size = sqrt(d) * norm_op(Lam) ** 2
never_worse = le(lower_bound**2, improved)
LOWER = Proof((
    *_loss, *_lower,
    Step("d <= d", le(d, d), Combination()),
    Step("von Neumann", implies(le(d, d), _von_neumann),
         FromClaim("zfb/lemma-31", bind=((n, d), (U_n, _square), (V_n, _square)))),
    Step("at n = d", _von_neumann, ModusPonens(), ("von Neumann", "d <= d")),
    Step("sizes", le(size_of_square, printed_size), Combination(*3 * (1 / size_of_square,)),
         ("at n = d#1", "at n = d#2", "at n = d#3")),
    *positive_bracket,
    Step("initial loss", chain(at0(l), "<=", bound, "=", factored), FromClaim("zfb/lemma-18-initial-loss", "d")),
    Step("start", le(at0(l), -threshold), Combination(1, 1), ("initial loss#1", "initial loss#2")),
    Step("never worse", never_worse, Combination(1 / size_of_square, threshold / (size_of_square * printed_size)),
         ("start", "sizes", "bracket", "Lam Theta")),
))
ALONG = Proof((
    *_loss, *_lower, *_gradient,
    Step("not below", le(0, gap), Combination(-1, plus=(Fraction(1, 2) * norm_F(difference) ** 2,)), ("Corollary 16",)),
    Step("PL along", along, Combination(1, 2 * alpha * beta * gap), ("PL", "lower", "not below")),
    Step("along the flow", along_flow, Discharge("spectra"), ("spectra", "PL along")),
))

# Where the first inequality is an equation: the minimum, with one eigenvalue of u_-1 U11 set to zero.
there = ((U11, inv(c) * (inv(Gam) - 1 / at_q * q * q.T)), (u_1, c))
eigenpair = conj(eq(Lam * q, delta * q), eq(q.T * q, 1))
equation = eq(where(grad_l_squared, *there), 2 * at_q * delta**2 * c**2 * where(gap, *there))
attained = implies(eigenpair, equation)
X1, X2 = q.T * Lam**2 * q, q.T * Lam**2 * Gam**2 * q
Y1, Y2 = q.T * Lam * q, q.T * Gam * Lam * q
_slope = c**2 / at_q**2 * (X1 * X2) + (X1 - Y1 * Y2 / at_q) ** 2 / (c**2 * at_q**2)
_height = Y1 * Y2 / (2 * at_q**2)
ATTAINED = Proof((
    Step("eigenvector", eigenpair, Assume()),
    Step("of Gamma Lambda", eq(Gam * Lam * q, at_q * delta * q), Identity((Gam + delta * (1 + 1 / N) * I, 1)),
         ("eigenvector#1",)),
    Step("X1", eq(X1, delta**2), Identity(q.T * Lam + delta * q.T, delta**2), ("eigenvector#1", "eigenvector#2")),
    Step("X2", eq(X2, at_q**2 * delta**2), Identity(q.T * Lam * Gam + at_q * delta * q.T, at_q**2 * delta**2),
         ("of Gamma Lambda", "eigenvector#2")),
    Step("Y1", eq(Y1, delta), Identity(q.T, delta), ("eigenvector#1", "eigenvector#2")),
    Step("Y2", eq(Y2, at_q * delta), Identity(q.T, at_q * delta), ("of Gamma Lambda", "eigenvector#2")),
    Step("slope", eq(where(grad_l_squared, *there), _slope), Identity()),
    Step("minimum", eq(l_min, -(Fraction(1, 2) * tr(Lam**2 * inv(Gam)))), FromClaim("zfb/corollary-16", "a")),
    Step("height", eq(where(gap, *there), _height), Identity(-1), ("minimum",)),
    Step("slope there", eq(_slope, c**2 * delta**4), Substitution(), ("X1", "X2", "Y1", "Y2")),
    Step("height there", eq(_height, delta**2 / (2 * at_q)), Substitution(), ("Y1", "Y2")),
    Step("equation", equation, Identity(1, 1, -(2 * at_q * delta**2 * c**2), -(2 * at_q * delta**2 * c**2)),
         ("slope", "slope there", "height", "height there")),
    Step("attained", attained, Discharge("eigenvector"), ("eigenvector", "equation")),
))

# The balanced points along Lambda^2: there the bound on u_-1^2 is attained to leading order.
steepest = ((U11, c * Lam**2 / size_of_square), (u_1, c))
along_square = eq(
    where(l, *steepest), -(size_of_square * c**2) + c**4 * tr(Gam * Lam**6) / (2 * size_of_square**2)
)
still_balanced = eq(where(tr(U11 * U11.T), *steepest), c**2)
