"""Lemma 15: the dynamics are gradient flow on the reduced loss (28) = (41), Section 5.2 and Appendix A.3."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.props import chain, conj, eq, exists, independent_of, lt, same_flow
from ...statement.terms import ddt, grad, tr
from .assumptions import assumption_3
from .chains import lemma_15 as chains
from .chains import remarks
from .notation import U11, Gam, L, Lam, N, d, given_block, l, u12, u21, u_1


@claim(
    "zfb/lemma-15",
    kind=Kind.STATIONARITY,
    source="Lemma 15 (Loss Function), eq. (41), Appendix A.3 (alias eq. (28), Section 5.2)",
    forall=(d, N, Lam, U11, u_1),
    given=assumption_3,
    uses=("zfb/lemma-10", "zfb/lemma-29"),
    witnesses=("words", "entries", "grid", "proof"),
)
def lemma_15() -> Parts:
    r"""(28)/(41): $\tilde\ell:\mathbb R^{d\times d}\times\mathbb R\to\mathbb R$, $\tilde\ell(U_{11},u_{-1})=\mathrm{tr}
    \Big[\frac12u_{-1}^2\Gamma\Lambda U_{11}\Lambda(U_{11})^\top-u_{-1}\Lambda^2(U_{11})^\top\Big]$. (a) Gradient
    flow over $L$ in (26) w.r.t. $u$ starting from an initial value satisfying Assumption 3 is equivalent to
    gradient flow w.r.t. $U_{11}$ and $u_{-1}$ on $\tilde\ell$. (b) $\frac{\partial\tilde\ell}{\partial
    U_{11}}=\frac12u_{-1}^2\Lambda^\top\Gamma^\top U_{11}\Lambda^\top+\frac12u_{-1}^2\Gamma\Lambda
    U_{11}\Lambda-u_{-1}\Lambda^2=u_{-1}^2\Gamma\Lambda U_{11}\Lambda-u_{-1}\Lambda^2$, since $\Gamma$ and $\Lambda$
    commute. (c) $\frac{\partial\tilde\ell}{\partial u_{-1}}=\mathrm{tr}\big[u_{-1}\Gamma\Lambda
    U_{11}\Lambda(U_{11})^\top-\Lambda^2(U_{11})^\top\big]$. (d) $\frac
    d{dt}U_{11}=-\frac{\partial\tilde\ell}{\partial U_{11}}$, $\frac d{dt}u_{-1}=-\frac{\partial\tilde\ell}{\partial
    u_{-1}}$.
    """
    return {
        "a": same_flow(L, l, U11, u_1),
        "b": chain(
            grad(l, U11),
            "=", Fraction(1, 2) * u_1**2 * Lam.T * Gam.T * U11 * Lam.T
            + Fraction(1, 2) * u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2,
            "=", u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2,
        ),
        "c": eq(grad(l, u_1), tr(u_1 * Gam * Lam * U11 * Lam * U11.T - Lam**2 * U11.T)),
        "d": conj(eq(given_block(ddt(U11)), -grad(l, U11)), eq(given_block(ddt(u_1)), -grad(l, u_1))),
    }


@claim(
    "zfb/section-5.2-loss-up-to-constant",
    kind=Kind.IDENTITY,
    source="Section 5.2, text after (28); Appendix A.3, text after Lemma 15",
    forall=(d, N, Lam, U11, u12, u21, u_1),
    given=assumption_3,
    uses=("zfb/lemma-15", "zfb/lemma-10"),
    witnesses=("words", "entries", "grid", "sampled"),
)
def section_5_2_loss_up_to_constant() -> Parts:
    r"""(a) "Actually, the loss function $\tilde\ell$ is simply the loss function $L$ in (26) plus some constants that
    do not depend on the parameter $u$." Appendix: "We remark that actually this is the loss function $L$ up to some
    constant." (b) "This loss function $\tilde\ell$ can be negative." (c) "Therefore our problem is reduced to
    studying the dynamics of gradient flow on the above objective function."
    """
    return {
        "a": [
            Reading(
                "on the invariant block",
                independent_of(given_block(L) - l, U11, u_1),
                "the reduced loss is a function of U11 and u_-1 only, so L is compared with it where u12 = u21 = 0",
            ),
            Reading("in all of u", independent_of(L - l, U11, u12, u21, u_1), "the sentence says 'the parameter u'"),
        ],
        "b": exists(U11, exists(u_1, lt(l, 0))),
        "c": same_flow(L, l, U11, u_1),
    }


lemma_15 = with_proof(lemma_15, whole=chains.CHAIN)
section_5_2_loss_up_to_constant = with_proof(
    section_5_2_loss_up_to_constant, a=chains.CONSTANT, b=remarks.NEGATIVE_LOSS, c=chains.SAME_FLOW
)
