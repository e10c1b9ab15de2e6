"""Section 4.1 after Theorem 5: noiseless linear labels, the bounds before Corollary 6, and what they suggest."""

from __future__ import annotations

from ...claims import Expected, Kind, Parts, Reading, claim, with_proof
from ...statement.laws import cond, expect_given, order
from ...statement.props import Prop, conj, eq, gt, implies, le, lt, posdef
from ...statement.terms import Abbrev, Term, TermLike, expect, inner, inv, matrix, norm_2, scalar, tr, where
from ...verdict import Verdict
from .assumptions import Lam_posdef
from .chains import section_4_1 as chains
from .notation import Gam, I, Lam, M, N, c, d, w, x_q
from .notation_prompts import kappa, weighted, y_hat_linear

label = inner(w, x_q)
E_xy_linear = expect_given(label * x_q, w)
Sigma_linear = Abbrev(
    matrix("Sigma_linear", "d", "d", "symmetric", "random", tex=r"\Sigma"),
    expect_given((label * x_q - E_xy_linear) * (label * x_q - E_xy_linear).T, w),
)
"""The Sigma of (15) for the labels <w, x>."""

risk_of_w = expect_given((y_hat_linear - label) ** 2, w)
exact = 1 / M * (weighted(w, Gam**-2 * Lam**3) + tr(Gam**-2 * Lam**2) * weighted(w, Lam)) + 1 / N**2 * (
    weighted(w, Gam**-2 * Lam**3)
    + 2 * weighted(w, Gam**-2 * Lam**2) * tr(Lam)
    + weighted(w, Gam**-2 * Lam) * tr(Lam) ** 2
)
"""The error as the display prints it."""
risk = expect((y_hat_linear - label) ** 2)
"""The error where also the task is drawn."""


def last_bound(D: TermLike, trace: TermLike, condition: TermLike) -> Term:
    """The last bound before Corollary 6, for this dimension, trace and condition number."""
    return (D + 1) * trace / M + (1 + 2 * D + D**2 * condition) * trace / N**2


first_bound = (d + 1) * tr(Lam) / M + 1 / N**2 * (tr(Lam) + 2 * d * tr(Lam) + tr(inv(Lam)) * tr(Lam) ** 2)
bound = last_bound(d, tr(Lam), kappa)
Lam_2 = matrix("Lam_2", "d", "d", "symmetric", "posdef", tex=r"\Lambda'")
"""Another covariance."""
Delta = matrix("Delta", "d", "d", "symmetric", "psd", tex=r"\Delta")
round_ = tr(Lam) / d * I
"""The isotropic covariance with the same trace, the best conditioned one."""


@claim(
    "zfb/section-4.1-noiseless-sigma",
    kind=Kind.IDENTITY,
    source="Section 4.1, after Theorem 5",
    forall=(d, Lam),
    uses=("zfb/eq-15", "zfb/lemma-30"),
    witnesses=("words", "entries", "sampled"),
)
def noiseless_sigma() -> Prop:
    r"""for noiseless linear models $(x,y)=(x,\langle w,x\rangle)$, $w\in\mathbb R^d$: the $\Sigma$ of Theorem 5 takes
    the form $\Sigma=\|w\|_\Lambda^2\Lambda+\Lambda ww^\top\Lambda$.
    """
    return eq(Sigma_linear, weighted(w, Lam) * Lam + Lam * w * w.T * Lam)


@claim(
    "zfb/section-4.1-noiseless-risk",
    kind=Kind.IDENTITY,
    source=r"Section 4.1, display after the $\Sigma$ formula",
    forall=(d, N, M, Lam),
    uses=("zfb/theorem-5", "zfb/section-4.1-noiseless-sigma"),
    witnesses=("words", "entries", "sampled"),
)
def noiseless_risk() -> Prop:
    r"""for $P=(x_1,\langle w,x_1\rangle,\dots,x_M,\langle w,x_M\rangle,x_q)$: $\mathbb E_{x_1,\dots,x_M,x_q}(\hat
    y_q-\langle w,x_q\rangle)^2=\frac1M\big\{\|w\|^2_{\Gamma^{-2}\Lambda^3}+\mathrm{tr}(\Gamma^{-2}\Lambda^2)\|w
    \|^2_\Lambda\big\}+\frac1{N^2}\big\{\|w\|^2_{\Gamma^{-2}\Lambda^3}+2\|w\|^2_{\Gamma^{-2}\Lambda^2}\mathrm{tr}
    (\Lambda)+\|w\|^2_{\Gamma^{-2}\Lambda}\mathrm{tr}(\Lambda)^2\big\}$. OCR: reading chosen (subscripts of the norms).
    """
    return eq(risk_of_w, exact)


@claim(
    "zfb/section-4.1-noiseless-bound",
    kind=Kind.INEQUALITY,
    source="Section 4.1, same display",
    forall=(d, N, M, Lam),
    given=(Lam_posdef,),
    uses=("zfb/section-4.1-noiseless-risk",),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def noiseless_bound() -> Parts:
    r"""(a) the right side above is $\le\frac{d+1}M\|w\|_\Lambda^2+\frac1{N^2}\big[\|w\|_\Lambda^2+2\|w\|_2^2\mathrm{tr}
    (\Lambda)+\|w\|^2_{\Lambda^{-1}}\mathrm{tr}(\Lambda)^2\big]$. (b) "The inequality above uses that $\Gamma\succ
    \Lambda$." OCR: reading chosen (subscripts of the norms).
    """
    above = (d + 1) / M * weighted(w, Lam) + 1 / N**2 * (
        weighted(w, Lam) + 2 * norm_2(w) ** 2 * tr(Lam) + weighted(w, inv(Lam)) * tr(Lam) ** 2
    )
    return {"a": le(exact, above), "b": posdef(Gam - Lam)}


@claim(
    "zfb/section-4.1-averaged-bound",
    kind=Kind.INEQUALITY,
    source="Section 4.1, display before Corollary 6",
    forall=(d, N, M, Lam),
    given=(Lam_posdef,),
    uses=("zfb/section-4.1-noiseless-bound",),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def averaged_bound() -> Parts:
    r"""with $w\sim N(0,I_d)$ and $\kappa$ the condition number of $\Lambda$: $\mathbb E_{x_1,\dots,x_M,x_q,w}(\hat y_q-
    \langle w,x_q\rangle)^2\le$ (a) $\frac{(d+1)\mathrm{tr}(\Lambda)}M+\frac1{N^2}\big[\mathrm{tr}(\Lambda)+2d\,
    \mathrm{tr}(\Lambda)+\mathrm{tr}(\Lambda^{-1})\mathrm{tr}(\Lambda)^2\big]\le$ (b) $\frac{(d+1)\mathrm{tr}(\Lambda)}M
    +\frac{(1+2d+d^2\kappa)\mathrm{tr}(\Lambda)}{N^2}$.
    """
    return {"a": le(risk, first_bound), "b": le(first_bound, bound)}


@claim(
    "zfb/section-4.1-rate-remark",
    kind=Kind.RATE,
    source="Section 4.1, text before Corollary 6",
    forall=(d, N, M, Lam),
    given=(Lam_posdef,),
    uses=("zfb/section-4.1-averaged-bound",),
    witnesses=("words", "grid", "sampled", "proof"),
    # Measured for noiseless linear labels.
    options={"sampled": {"rates": {"M": -1, "N": -2}}},
    note=""""Scales with" is read of the upper bound that the sentence speaks of: it grows with each of the three, the
    other two being fixed.
    """,
)
def rate_remark() -> Prop:
    r""""From the upper bound above, we can see the rate w.r.t $M$ and $N$ are still at most $O(1/M)$ and $O(1/N^2)$
    respectively. Moreover, the generalization risk also scales with dimension $d$, $\mathrm{tr}(\Lambda)$ and the
    condition number $\kappa$."
    """
    D, T, K = (scalar(name, "positive") for name in ("D", "T", "K"))
    T_2, K_2 = (scalar(name, "positive") for name in ("T_2", "K_2"))
    return conj(
        order(risk, 1 / M + 1 / N**2, M, N),
        lt(last_bound(D, T, K), last_bound(D + 1, T, K)),
        implies(lt(T, T_2), lt(last_bound(D, T, K), last_bound(D, T_2, K))),
        implies(lt(K, K_2), lt(last_bound(D, T, K), last_bound(D, T, K_2))),
    )


@claim(
    "zfb/section-4.1-variance-remark",
    kind=Kind.INEQUALITY,
    source="Section 4.1, text before Corollary 6",
    forall=(d, N, M, Lam, c, Delta),
    given=(Lam_posdef,),
    uses=("zfb/section-4.1-noiseless-risk", "zfb/section-4.1-averaged-bound"),
    witnesses=("words", "entries", "grid", "balls", "sampled", "proof"),
    note=r"""Greater variance is read as all variances scaled. Where some are larger and none smaller, the risk itself
    can be lower, too: by the display of the section, averaged over $w$, it is for $\Lambda=\mathrm{diag}(1,6,100)$
    against $\mathrm{diag}(1,5,100)$ at $N=1000$, $M=10^6$.
    """,
)
def variance_remark() -> Parts:
    r""""This suggests that for in-context examples involving covariates of greater variance [...] the generalization
    risk will be higher for the same lengths of training and testing prompts."
    """
    return {
        "": [
            Reading(
                "the risk, all variances scaled",
                implies(gt(c, 1), gt(where(risk, (Lam, c * Lam)), risk)), "the covariance of every x is c Lambda",
            ),
            Reading(
                "the upper bound, all variances scaled", implies(gt(c, 1), gt(where(bound, (Lam, c * Lam)), bound)),
                "the last bound before Corollary 6",
            ),
            Reading(
                "the upper bound, some variances larger and none smaller",
                le(first_bound, where(first_bound, (Lam, Lam + Delta))),
                "larger in the order of positive semi-definite matrices, but perhaps better conditioned",
            ),
        ],
    }


@claim(
    "zfb/section-4.1-conditioning-remark",
    kind=Kind.INEQUALITY,
    source="Section 4.1, text before Corollary 6",
    forall=(d, N, M, Lam, Lam_2),
    given=(Lam_posdef,),
    uses=("zfb/section-4.1-noiseless-risk", "zfb/section-4.1-averaged-bound"),
    witnesses=("words", "entries", "grid", "balls", "sampled", "proof"),
    expected=Expected(
        Verdict.REFUTED, "the risk itself can be lower at a worse condition number and the same trace; its upper bound "
        "is higher",
    ),
    note="""The page infers this from the upper bound, of which it holds, and says "suggests". "At the same trace" is
    ours: where the trace may be smaller, too, the risk can be lower at once.
    """,
)
def conditioning_remark() -> Parts:
    r""""This suggests that for in-context examples involving [...] a more ill-conditioned covariance matrix, the
    generalization risk will be higher for the same lengths of training and testing prompts."
    """
    # The trace is held fixed: it is the other quantity that the bound depends on, and the previous remark's.
    return {
        "": [
            Reading(
                "the risk, at the same trace", le(where(risk, (Lam, round_)), risk),
                "compared with the isotropic covariance, whose condition number is 1", literal=True,
            ),
            Reading(
                "the upper bound, at the same trace",
                implies(
                    conj(eq(tr(Lam_2), tr(Lam)), gt(cond(Lam_2), cond(Lam))), gt(where(bound, (Lam, Lam_2)), bound)
                ),
                "what the sentence infers from: the last bound before Corollary 6",
            ),
        ],
    }


noiseless_bound = with_proof(noiseless_bound, whole=chains.NOISELESS_BOUND)
averaged_bound = with_proof(averaged_bound, whole=chains.AVERAGED_BOUND)
rate_remark = with_proof(rate_remark, whole=chains.RATE_REMARK)
variance_remark = with_proof(variance_remark, whole=chains.VARIANCE)
conditioning_remark = with_proof(conditioning_remark, whole=chains.CONDITIONING)
