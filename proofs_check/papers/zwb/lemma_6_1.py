"""Lemma 6.1: the Bayes estimator of the task, its risk, and the size of that."""

from __future__ import annotations

from ...claims import Difference, Differs, Hypothesis, Kind, Parts, claim, with_proof
from ...statement.laws import expect_given, probably
from ...statement.props import Prop, conj, eq, exists, for_all, gt, implies, le, posdef
from ...statement.psd import pinv
from ...statement.terms import (
    Term,
    exp,
    expect,
    scalar,
    tr,
)
from .chains import bayes as chains
from .chains import lemma_6_1 as given_X
from .notation import (
    RE_DERIVED,
    Gamma,
    H,
    M,
    Psi,
    R,
    beta,
    beta_star,
    beta_tilde,
    d,
    f_GD,
    sigma,
    x,
    y_q,
)
from .notation import X as X_drawn  # noqa: N811 - the paper's letter
from .notation_bayes import B, X, bayes, excess, other, risk, u, y
from .notation_gd import S, by_level

sigma_positive = Hypothesis("sigma > 0", gt(sigma, 0))
mean_excess: Term = expect(excess(X_drawn))
r""":math:`R_{\rm Bayes}-\sigma^2`, the mean over X."""
c, k = scalar("c", "positive"), scalar("k", "positive")
likely = 1 - 2 * exp(-(c * M))
at_most = le(excess(X_drawn), k * by_level)


def for_every_problem(body: Prop) -> Prop:
    """``body`` for all that constants may not depend on."""
    for sym in (sigma, Psi, H, M, d):
        body = for_all(sym, body)
    return body


signal_to_noise = le(tr(H * Psi), S * sigma**2)
"""The signal-to-noise ratio is at most S."""


@claim(
    "zwb/lemma-6.1",
    kind=Kind.OPTIMUM,
    source="Lemma 6.1 first bullet, (F.1), Section 6; Appendix F.1",
    forall=(d, M, H, Psi, sigma, beta_star, X, B, u, beta, Gamma),
    given=(sigma_positive,),
    uses=("zwb/assumption-3.1", "zwb/eq-3.5"),
    witnesses=("words", "entries", "sampled", "proof"),
    reconstructed=RE_DERIVED,
    note=r"""
    "let [$\hat\beta$] be an arbitrary estimator for [$\tilde\beta$] and measure the average linear
    regression risk by [$\mathcal L(\hat\beta;X):=\mathbb E[(\langle\hat\beta,x\rangle-y)^2\mid X]$] It is clear that
    [..]"; "The optimal estimator that minimizes the average linear regression risk is
    [$\hat\beta=\beta^*+\Psi^{1/2}\big(\Psi^{1/2}X^\top X\Psi^{1/2}+\sigma^2I\big)^{-1}\Psi^{1/2}X^\top(\mathbf
    y-X\beta^*)=\mathbb E[\tilde\beta\mid X,\mathbf y]$]"; "a ridge regression estimator centered at [$\beta^*$]";
    "the Bayesian optimal estimator is given by the posterior mean". Given X: (a) the error $\tilde\beta-\hat\beta$ is
    uncorrelated with the labels; they are jointly Gaussian, so it is independent of them, and $\hat\beta$ is the
    posterior mean. (b) No estimator $u+B\mathbf y$ does better; the difference is $\mathbb E\|u+B\mathbf
    y-\hat\beta\|_H^2$ (that independence extends it to every estimator). (c) For $\Psi\succ0$, $(X^\top
    X+\sigma^2\Psi^{-1})(\hat\beta-\beta^*)=X^\top(\mathbf y-X\beta^*)$. (d) Its excess is $\mathcal
    L-\sigma^2=\sigma^2\operatorname{tr}\big(\Sigma_z(Z^\top Z+\sigma^2I)^{-1}\big)$ with $Z=X\Psi^{1/2}$,
    $\Sigma_z=\Psi^{1/2}H\Psi^{1/2}$. For $\sigma=0$ the inverse need not exist. (e) What "is clear" is read as
    $\mathbb E\,\mathcal L(\hat\beta;X)=R$ of the predictor $\langle\hat\beta,x\rangle$.
    """,
    fidelity=(
        Difference(Differs.WEAKER, "(b) among the estimators that are affine in the labels"),
        Difference(Differs.WEAKER, "(e) of the estimators of (5.1)"),
    ),
)
def lemma_6_1() -> Parts:
    """"let [..] be an arbitrary estimator for [..] and measure the average linear regression risk by [..] It is clear
    that [..]"; "The optimal estimator that minimizes the average linear regression risk is [..]"; "a ridge regression
    estimator centered at [..]"; "the Bayesian optimal estimator is given by the posterior mean"
    """
    labels = y - X * beta_star
    ahead = other - bayes
    return {
        "a": eq(expect((beta_tilde - bayes) * labels.T), 0 * X.T),
        "b": conj(eq(risk(other), risk(bayes) + expect(ahead.T * H * ahead)), le(risk(bayes), risk(other))),
        "c": implies(
            posdef(Psi), eq((X.T * X + sigma**2 * pinv(Psi)) * (bayes - beta_star), X.T * labels)
        ),
        "d": eq(risk(bayes) - sigma**2, excess(X)),
        "e": eq(expect(expect_given((f_GD - y_q) ** 2, x)), R),
    }


@claim(
    "zwb/lemma-6.1-rate",
    kind=Kind.DISTRIBUTIONAL,
    source="Lemma 6.1 second bullet; (F.2), (F.3), Appendix F.2",
    forall=(d, M, H, Psi, sigma, S),
    given=(sigma_positive,),
    uses=("zwb/lemma-6.1", "zwb/corollary-6.2"),
    witnesses=("sampled", "balls", "proof"),
    reconstructed="computed anew from the definitions; the absolute constants and the exact probability are lost",
    note=r"""
    "Assume the signal-to-noise ratio is upper bounded, that is,
    [$\operatorname{tr}(H\Psi)\lesssim\sigma^2$] then with probability at least [$1-e^{-\Omega(M)}$] over the
    randomness of [$X$] it holds that [$\mathcal L-\sigma^2\eqsim \sum_i\min\{\varphi_i,\bar\varphi\}$,
    $\bar\varphi\eqsim\sigma^2/M$] where [$\varphi_i$] are the eigenvalues of [$\Phi$]". In the mean over X, with
    explicit constants: (a) $\mathbb E\mathcal L-\sigma^2\ge\frac12\sum_i\min\{\varphi_i, \frac{\sigma^2}M\}$ for
    every problem, (b) $\le(1+2S)\sum_i\min\{\varphi_i,\frac{\sigma^2}M\}$ where $\operatorname{tr}(H\Psi)\le
    S\sigma^2$. For one X: (c) $\mathcal L-\sigma^2\ge\frac1{20}\sum_i\min$ with probability at least $1-2e^{-M}$, for
    every problem; (d) where $\operatorname{tr}(H\Psi)\le S\sigma^2$ it is at most $k\sum_i\min$ with probability at
    least $1-2e^{-cM}$, for some positive $c,k$ that depend on $S$ alone. No engine decides the probability of an
    event. By hand: (c) $(A^{-1})_{ii}\ge1/A_{ii}$ in an eigenbasis of $\Sigma_z$, the diagonal being
    $\varphi_i\chi_i^2+\sigma^2$ with $P(\chi_i^2>5M)\le e^{-M}$, and Markov for the weight of the bad $i$; (d) would
    follow from the concentration of sample covariances (Koltchinskii and Lounici 2017).
    """,
)
def lemma_6_1_rate() -> Parts:
    """"Assume the signal-to-noise ratio is upper bounded, that is, [..] then with probability at least [..] over the
    randomness of [..] it holds that [..] where [..] are the eigenvalues of [..]"
    """
    return {
        "a": le(by_level / 2, mean_excess),
        "b": implies(signal_to_noise, le(mean_excess, (1 + 2 * S) * by_level)),
        "c": probably(le(by_level / 20, excess(X_drawn)), 1 - 2 * exp(-M)),
        "d": exists(c, exists(k, for_every_problem(implies(signal_to_noise, probably(at_most, likely))))),
    }


lemma_6_1 = with_proof(lemma_6_1, b=given_X.BEST, c=given_X.RIDGE)
lemma_6_1_rate = with_proof(lemma_6_1_rate, a=chains.MEAN_BELOW, b=chains.MEAN_ABOVE)
