"""Convergence for every scale sigma > 0: the PL inequality with the lower bound of ``every_scale``, and the limits."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ....proof.chain import (
    Combination,
    Continuity,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....statement.props import Prop, always, conj, eq, ge, gt, le, limit, lt
from ....statement.terms import (
    Sym,
    Term,
    absolute,
    at0,
    ddt,
    exp,
    grad,
    half,
    inv,
    norm_F,
    tr,
)
from ..notation import U11, KQ_of_u, L, Lam, PV_of_u, given_block, t, u12, u21, u_1
from .every_scale import (
    NOISELESS,
    Setting,
    at_most_weighed,
    lower_bound_steps,
    root_of_product,
    weighed,
    zero,
)
from .lemma_20 import exists
from .theorem_4 import W_KQ_star, W_PV_star, global_minimum_steps


def reduced_loss(x: Setting) -> Term:
    r""":math:`\tilde\ell` with G in the place of Gamma."""
    return tr(Fraction(1, 2) * u_1**2 * x.G * Lam * U11 * Lam * U11.T - u_1 * Lam**2 * U11.T)


def least_loss(x: Setting) -> Term:
    return -(Fraction(1, 2) * tr(Lam**2 * inv(x.G)))


def pl_constant(x: Setting) -> Term:
    return 2 * x.lower**2 / x.traces


def gradient_squared(x: Setting) -> Term:
    loss = reduced_loss(x)
    return norm_F(grad(loss, U11)) ** 2 + absolute(grad(loss, u_1)) ** 2


def pl_claim(x: Setting) -> Prop:
    mu = pl_constant(x)
    return conj(gt(mu, 0), always(ge(gradient_squared(x), mu * (reduced_loss(x) - least_loss(x)))))


def limits(x: Setting) -> tuple[Term, Term]:
    """The limits of U11 and of u_-1."""
    size = norm_F(inv(x.G))
    return size ** Fraction(-1, 2) * inv(x.G), half(size)


def _difference(x: Setting) -> Term:
    return half(x.G) * (u_1 * half(Lam) * U11 * half(Lam) - Lam * inv(x.G))


def pl_steps(x: Setting) -> tuple[Step, ...]:
    """The PL inequality along the flow, with the constant ``2 lower^2 / traces``."""
    loss, mu = reduced_loss(x), pl_constant(x)
    gap = loss - least_loss(x)
    difference = _difference(x)
    m, e = norm_F(weighed(x, difference)), norm_F(difference)
    return (
        Step("gap", eq(gap, Fraction(1, 2) * e**2), Identity()),
        Step("gradient", eq(norm_F(grad(loss, U11)) ** 2, u_1**2 * m**2), Identity()),
        *at_most_weighed(x, difference, "the difference"),
        Step("gap bound", le(e**2, x.traces * m**2), Combination(x.root_of_traces * m + e), ("the difference",)),
        Step("mu", lt(0, mu), Positivity(), ("Theta",)),
        Step("PL", always(ge(gradient_squared(x), mu * gap)),
             Combination(mu, -1, x.lower**2 / x.traces, m**2 * (u_1 + x.lower), plus=(absolute(grad(loss, u_1)) ** 2,)),
             ("gap", "gradient", "gap bound", "at least", "positive", "lower")),
    )


def decay_steps(x: Setting, loss: Sym, exists: tuple[Step, ...]) -> tuple[Step, ...]:
    """The loss tends to its least value, exponentially; ``exists`` shows that the flow of ``loss`` exists."""
    gap, mu, e = reduced_loss(x) - least_loss(x), pl_constant(x), norm_F(_difference(x))
    envelope = exp(-(mu * t)) * at0(gap)
    return (
        Step("rate of the gap", eq(given_block(ddt(gap)), -gradient_squared(x)), Identity()),
        Step("gap on the block", always(eq(ddt(gap), given_block(ddt(gap)))), Substitution(), ("block",)),
        Step("decrease", always(le(ddt(gap), -(mu * gap))), Combination(1, 1, 1),
             ("gap on the block", "rate of the gap", "PL")),
        Step("Gronwall", always(le(gap, envelope)), FromFact("Gronwall's inequality", f=gap, c=mu), ("decrease",)),
        Step("not below", le(0, gap), Combination(-1, plus=(Fraction(1, 2) * e**2,)), ("gap",)),
        *exists,
        Step("envelope", limit(envelope, 0), FromFact("exponential decay", c=mu, k=at0(gap), g=loss),
             ("mu", "for all times")),
        Step("gap vanishes", limit(gap, 0), FromFact("squeeze", f=gap, g=envelope),
             ("not below", "Gronwall", "envelope")),
    )


def limit_steps(x: Setting) -> tuple[Step, ...]:
    """From the least loss to the parameters: first u_-1 U11, then its factors, which are balanced and positive."""
    e, n, r = norm_F(_difference(x)), norm_F(inv(x.G)), x.root_of_traces
    error = norm_F(u_1 * U11 - inv(x.G))
    U_limit, u_limit = limits(x)
    gap = reduced_loss(x) - least_loss(x)
    return (
        Step("twice the gap", limit(2 * gap, 0), Continuity(), ("gap vanishes",)),
        Step("doubled", eq(2 * gap, e**2), Identity(2), ("gap",)),
        Step("difference vanishes", limit(e**2, 0), Substitution(into="twice the gap"), ("twice the gap", "doubled")),
        *at_most_weighed(x, u_1 * U11 - inv(x.G), "the error"),
        Step("errors", le(error**2, r**2 * e**2), Combination(r * e + error), ("the error",)),
        Step("not negative", le(0, error**2), Combination(plus=(error**2,))),
        Step("bound vanishes", limit(r**2 * e**2, 0), Continuity(), ("difference vanishes",)),
        Step("error vanishes", limit(error**2, 0), FromFact("squeeze", f=error**2, g=r**2 * e**2),
             ("not negative", "errors", "bound vanishes")),
        Step("entries", limit(u_1 * U11, inv(x.G)), FromFact("convergence in norm", A=u_1 * U11, B=inv(x.G)),
             ("error vanishes",)),
        Step("root of the limit", limit(root_of_product, half(n)), Continuity(), ("entries",)),
        Step("u_-1", limit(u_1, u_limit), Substitution(into="root of the limit"), ("root of the limit", "root")),
        Step("quotient", limit((u_1 * U11) / u_1, U_limit), Continuity(), ("entries", "u_-1")),
        Step("U11", limit(U11, U_limit), Substitution(into="quotient"), ("quotient",)),
        Step("u12", limit(u12, zero), Continuity(), ("block", "for all times")),
        Step("u21", limit(u21, zero), Continuity(), ("block", "for all times")),
    )


THEOREM_4 = Proof((
    *lower_bound_steps(NOISELESS), *pl_steps(NOISELESS), *decay_steps(NOISELESS, L, exists), *limit_steps(NOISELESS),
    Step("W_PV", limit(PV_of_u, W_PV_star), Continuity(), ("U11", "u_-1", "u12", "u21")),
    Step("W_KQ", limit(KQ_of_u, W_KQ_star), Continuity(), ("U11", "u_-1", "u12", "u21")),
    *(replace(step, instead_of="") for step in global_minimum_steps),
))
