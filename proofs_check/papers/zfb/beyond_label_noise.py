"""Beyond the paper: labels with noise, in training and at test time."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Hypothesis, Kind, Parts, claim, with_proof
from ...statement.laws import expect_given, prediction_on
from ...statement.props import always, conj, eq, global_minimum, le, limit, tends
from ...statement.terms import Term, ddt, expect, inner, inv, tr, where, zeros
from .assumptions import assumption_3
from .chains import label_noise as chains
from .chains.every_scale import lower_bound_claim
from .chains.every_scale_limits import pl_claim, reduced_loss
from .chains.label_noise import NOISY, Gam_s, KQ_s, PV_s, landscape, least, m_4, star
from .notation import (
    U11,
    Gam,
    I,
    KQ_of_u,
    L_noise,
    Lam,
    M,
    N,
    PV_of_u,
    Theta,
    d,
    given_block,
    sigma,
    u12,
    u21,
    u_1,
    w,
    x_q,
)
from .notation_prompts import eps_i, eps_q, i_M, s, x_i

moments = Hypothesis("m_4 >= s^4", le(s**4, m_4), r"m_4\ge s^4")
"""True of every law: the variance of the squared noise is not negative."""
prediction = prediction_on(PV_s, KQ_s, i_M, M, x_i, inner(w, x_i) + eps_i, x_q)
"""The trained model's prediction on a test prompt of length M whose labels are noisy, too."""
Gam_M = (1 + Fraction(1) / M) * Lam + (tr(Lam) + s**2) / M * I


@claim(
    "zfb/beyond-label-noise",
    kind=Kind.OPTIMUM,
    source="beyond the paper; compare Theorems 4 and 5",
    forall=(d, N, Lam, Theta, sigma, s, m_4),
    given=(*assumption_3, moments),
    uses=("zfb/theorem-4", "zfb/theorem-5", "zfb/beyond-sigma-condition"),
    witnesses=("words", "sampled", "trained", "gpu", "proof"),
    model="label noise",
    options={"twins": {"fast": 1}},
)
def beyond_label_noise() -> Parts:
    r"""Goal: training and/or test labels $y=\langle w,x\rangle+\varepsilon$, $\varepsilon$ independent of everything,
    mean 0, variance $s^2$. Derive the population loss, the flow on the invariant block, its limit, a PL inequality
    and the prediction error as exact functions of $\Lambda,N,M,s^2$; certify each; compare with Theorems 4, 5.

    Answer: noise of variance $s^2$ acts as if the trace of $\Lambda$ in $\Gamma$ were larger by $s^2$. With
    $\Gamma_s=\Gamma+\frac{s^2}NI_d=(1+\frac1N)\Lambda+\frac{\mathrm{tr}(\Lambda)+s^2}NI_d$: (a) the block
    $u_{12}=u_{21}=0$ stays invariant and the flow on it is (27) with $\Gamma_s$ for $\Gamma$; (b) on it the loss is
    $\tilde\ell_s+\frac12(\mathrm{tr}\Lambda+s^2)$, $\tilde\ell_s$ being (28) with $\Gamma_s$; (c) the loss over all
    parameters, $m_4$ being the fourth moment of the noise, is a sum of squares and of its least value
    $\frac12(\mathrm{tr}\Lambda+s^2-\mathrm{tr}[\Lambda^2\Gamma_s^{-1}])$; (d) $u_{-1}$ is bounded away from 0 and a
    PL inequality holds along the flow, for every $\sigma>0$; (e) for every $\sigma>0$ gradient flow converges to a
    global minimum, (11) with $\Gamma_s$ for $\Gamma$; (f) the error at test time, with noisy examples, averaged over
    $w$ is $\mathrm{tr}\Lambda-2\mathrm{tr}[\Lambda^2\Gamma_s^{-1}]+\mathrm{tr}[\Gamma_{s,M}\Lambda^2\Gamma_s^{-2}]$
    with $\Gamma_{s,M}=(1+\frac1M)\Lambda+\frac{\mathrm{tr}\Lambda+s^2}MI_d$, plus $s^2$ against noisy labels; (g) for
    fixed $w$ it is $w^\top\Lambda(I-\Lambda\Gamma_s^{-1})^2w+\frac1M\big(w^\top\Lambda^3\Gamma_s^{-2}w+(w^\top\Lambda
    w+s^2) \mathrm{tr}[\Lambda^2\Gamma_s^{-2}]\big)$; (h) $\Gamma_s=\Gamma+\frac{s^2}NI\succ\Gamma$, so that the
    trained model shrinks its predictions more, as ridge regression does, and $\Gamma_s^{-1}\to\Lambda^{-1}$ as
    $N\to\infty$ all the same.
    """
    K = inv(Gam_s)
    shrunk: Term = I - Lam * K
    averaged = tr(Lam) - 2 * tr(Lam**2 * K) + tr(Gam_M * Lam**2 * K**2)
    fixed = w.T * Lam * shrunk**2 * w + 1 / M * (
        w.T * Lam**3 * K**2 * w + (w.T * Lam * w + s**2) * tr(Lam**2 * K**2)
    )
    return {
        "a": conj(
            always(conj(eq(u12, zeros("d", 1)), eq(u21, zeros("d", 1)))),
            eq(given_block(ddt(U11)), -(u_1**2) * Gam_s * Lam * U11 * Lam + u_1 * Lam**2),
            eq(given_block(ddt(u_1)), -tr(u_1 * Gam_s * Lam * U11 * Lam * U11.T - Lam**2 * U11.T)),
        ),
        "b": eq(given_block(L_noise), reduced_loss(NOISY) + Fraction(1, 2) * (tr(Lam) + s**2)),
        "c": conj(landscape, eq(where(L_noise, *star), least)),
        "d": conj(lower_bound_claim(NOISY), pl_claim(NOISY)),
        "e": conj(
            *(limit(parameter, value) for parameter, value in star),
            global_minimum(L_noise, *star), limit(PV_of_u, PV_s), limit(KQ_of_u, KQ_s),
        ),
        "f": conj(
            eq(expect((prediction - inner(w, x_q)) ** 2), averaged),
            eq(expect((prediction - inner(w, x_q) - eps_q) ** 2), averaged + s**2),
        ),
        "g": eq(expect_given((prediction - inner(w, x_q)) ** 2, w), fixed),
        "h": conj(eq(Gam_s, Gam + s**2 / N * I), tends(K, inv(Lam), N)),
    }


beyond_label_noise = with_proof(beyond_label_noise, d=chains.CHAIN, e=chains.CHAIN)
