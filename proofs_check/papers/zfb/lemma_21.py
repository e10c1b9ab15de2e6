"""Lemma 21: the dynamics with a random covariance, (49), Appendices C and C.1; the covariance need not be diagonal."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...statement.laws import expect_given
from ...statement.props import Prop, always, conj, eq
from ...statement.terms import (
    Abbrev,
    Term,
    at,
    beside_over,
    block,
    ddt,
    expect,
    grad,
    inner,
    kron,
    matrix,
    tr,
    where,
    zeros,
)
from .assumptions_random import assumption_3_rdm
from .chains import lemma_21 as chains
from .notation import U11, N, Theta, d, given_block, i, on_block, sigma, u, u12, u21, u_1, w
from .notation_random import Gam_tau, Lam_tau, x_tau, x_tau_q, y_hat_rdm

zero = zeros("d", 1)
E_tau = Abbrev(
    matrix("E_tau", "d+1", "N+1", "random", tex=r"E_\tau"),
    block(
        beside_over(i, N, at(x_tau, i)), x_tau_q,
        beside_over(i, N, inner(w, at(x_tau, i))), zeros(1, 1),
    ),
)
X_rdm = Abbrev(
    matrix("X_rdm", "d+1", "d+1", "symmetric", "random", tex=r"X_\tau"),
    block(zeros("d", "d"), x_tau_q, x_tau_q.T, zeros(1, 1)),
)
H_rdm = Abbrev(
    matrix("H_rdm", "(d+1)^2", "(d+1)^2", "symmetric", "random", tex=r"H_\tau"),
    Fraction(1, 2) * kron(X_rdm, E_tau * E_tau.T / N),
)
U11_drift = -(u_1**2) * (Gam_tau * Lam_tau * U11 * Lam_tau) + u_1 * Lam_tau**2
u_1_drift = -u_1 * tr(Gam_tau * Lam_tau * U11 * Lam_tau * U11.T) + tr(Lam_tau**2 * U11.T)
"""The right sides given Lam_tau."""


@claim(
    "zfb/appendix-c-lemma-9",
    kind=Kind.IDENTITY,
    source="Appendix C, first paragraph",
    forall=(d, N, U11, u12, u21, u_1),
    uses=("zfb/lemma-9",),
    witnesses=("words", "entries"),
    model="random covariance",
)
def appendix_c_lemma_9() -> Prop:
    r"""Lemma 9 "does not depend on the training data and data-generating distribution and hence, it still holds in the
    case of a random covariance matrix": $\hat y_q(E_\tau;\theta)=u^\top H_\tau u$ with $H_\tau,X_\tau,U,u$ as in
    (24).
    """
    return eq(y_hat_rdm, u.T * H_rdm * u)


@claim(
    "zfb/lemma-21",
    kind=Kind.STATIONARITY,
    source=r"Lemma 21, eq. (49), Appendix C.1 (tag (50) not readable; $\Gamma_\tau$ or the second line)",
    forall=(d, N, Theta, sigma, U11, u_1),
    given=assumption_3_rdm,
    uses=("zfb/appendix-c-lemma-9", "zfb/eq-20", "zfb/assumption-3", "zfb/lemma-21-proof"),
    witnesses=("words", "entries", "grid", "sampled", "proof"),
    model="random covariance",
)
def lemma_21() -> Parts:
    r"""Gradient flow on (20) w.r.t. $u$ starting from an initial value satisfying Assumption 3. $\Lambda_\tau$ sampled
    from some distribution with finite third moment, positive definite almost surely (not assumed diagonal).
    $\Gamma_\tau=(1+\frac1N)\Lambda_\tau+\frac1N\mathrm{tr}(\Lambda_\tau)I_d$. Then (a) $\frac
    d{dt}U_{11}(t)=-u_{-1}^2\mathbb E[\Gamma_\tau\Lambda_\tau U_{11}\Lambda_\tau]+u_{-1}\mathbb E[\Lambda_\tau^2]$,
    (b) $\frac d{dt}u_{-1}(t)=-u_{-1}\mathrm{tr}\,\mathbb E[\Gamma_\tau\Lambda_\tau
    U_{11}\Lambda_\tau(U_{11})^\top]+\mathrm{tr}\big(\mathbb E[\Lambda_\tau^2](U_{11})^\top\big)$, (c)
    $u_{12}(t)=0_d,u_{21}(t)=0_d$ for all $t\ge0$.
    """
    return {
        "a": eq(
            given_block(ddt(U11)),
            -(u_1**2) * expect(Gam_tau * Lam_tau * U11 * Lam_tau) + u_1 * expect(Lam_tau**2),
        ),
        "b": eq(
            given_block(ddt(u_1)),
            -u_1 * tr(expect(Gam_tau * Lam_tau * U11 * Lam_tau * U11.T)) + tr(expect(Lam_tau**2) * U11.T),
        ),
        "c": always(conj(eq(u12, zero), eq(u21, zero))),
    }


@claim(
    "zfb/lemma-21-proof",
    kind=Kind.STATIONARITY,
    source="Appendix C.1, proof of Lemma 21",
    forall=(d, N, U11, u_1),
    uses=("zfb/lemma-10",),
    witnesses=("words", "entries", "proof"),
    model="random covariance",
    fidelity=(Difference(
        Differs.WEAKER,
        "the right sides are compared with the negative gradients at u_12 = u_21 = 0; that the blocks stay "
        "there is zfb/lemma-10",
    ),),
)
def lemma_21_proof() -> Prop:
    r""""Notice that Lemma 10 holds for any fixed positive definite $\Lambda_\tau$. So when $\Lambda_\tau$ is random, if
    we condition on $\Lambda_\tau$, the dynamical system will be" $\frac
    d{dt}U_{11}(t)=-u_{-1}^2[\Gamma_\tau\Lambda_\tau U_{11}\Lambda_\tau]+u_{-1}[\Lambda_\tau^2]$, $\frac
    d{dt}u_{-1}(t)=-u_{-1}\mathrm{tr}[\Gamma_\tau\Lambda_\tau
    U_{11}\Lambda_\tau(U_{11})^\top]+\mathrm{tr}([\Lambda_\tau^2](U_{11})^\top)$, $u_{12}=u_{21}=0_d$. "Then, we
    conclude by simply taking expectation over $\Lambda_\tau$."
    """
    # Given Lam_tau the loss is that of a fixed covariance; the velocity is the expectation of its negative gradients.
    loss = Fraction(1, 2) * expect_given((y_hat_rdm - inner(w, x_tau_q)) ** 2, Lam_tau)

    def pull(parameter: Term) -> Term:
        return where(-grad(loss, parameter), *on_block)

    return conj(
        eq(pull(U11), U11_drift),
        eq(pull(u_1), u_1_drift),
        eq(pull(u12), zero),
        eq(pull(u21), zero),
        eq(given_block(ddt(U11)), expect(U11_drift)),
        eq(given_block(ddt(u_1)), expect(u_1_drift)),
    )


lemma_21 = with_proof(lemma_21, whole=chains.LEMMA_21)
lemma_21_proof = with_proof(lemma_21_proof, whole=chains.PROOF_STEPS)
