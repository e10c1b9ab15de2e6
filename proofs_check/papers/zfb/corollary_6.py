"""Corollary 6: what training converges to, and that it learns linear models in context; Section 4.1."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.laws import order
from ...statement.props import Prop, conj, eq, ge, gt, implies, le, limit
from ...statement.terms import Abbrev, inv, scalar, tr
from .assumptions import Lam_posdef, assumption_3, scale
from .chains import corollary_6 as chains
from .notation import Gam, I, KQ_of_u, Lam, M, N, PV_of_u, Theta, W_KQ_star, W_PV_star, d, sigma, x_q
from .notation_prompts import kappa, mean_of_examples, y_hat_star
from .section_4_1 import risk

eta = Abbrev(scalar("eta", tex=r"\eta"), (1 + 2 * d + d**2 * kappa) * tr(Lam) / N**2)
epsilon = scalar("epsilon", "positive", tex=r"\varepsilon")
floor = 1 / N**2 * (
    tr(Gam**-2 * Lam**3) + 2 * tr(Lam) * tr(Gam**-2 * Lam**2) + tr(Lam) ** 2 * tr(Gam**-2 * Lam)
)
"""What remains of the error when M tends to infinity."""


@claim(
    "zfb/corollary-6",
    kind=Kind.LIMIT,
    source="Corollary 6, Section 4.1, first half",
    forall=(d, N, M, Lam, Theta, sigma),
    given=assumption_3,
    uses=("zfb/theorem-4", "zfb/eq-13", "zfb/definition-1", "zfb/beyond-sigma-condition"),
    witnesses=("words", "entries", "grid", "trained", "proof"),
    # The same data as for Theorem 4, at another scale and seed.
    options={"trained": dict.fromkeys(("fast", "full"), ({"d": 2, "N": 6, "scale": 0.9, "contexts": 32768},))},
)
def corollary_6() -> Parts:
    r"""(a) The transformer $f_{LSA}$ trained on length-$N$ prompts of in-context examples of functions in $\{x\mapsto
    \langle w,x\rangle\}$ w.r.t. $w\sim N(0,I_d)$ and $\mathcal D_x=N(0,\Lambda)$ by gradient flow on the population
    loss (8) for initialisations satisfying Assumption 3 converges to the model $f_{LSA}(\cdot;W_*^{KQ},W_*^{PV})$. (b)
    It takes $P=(x_1,y_1,\dots,x_M,y_M,x_q)$ and returns $\hat y_q=[f_{LSA}(P;W_*^{KQ},W_*^{PV})]_{d+1,M+1}=x_q^\top
    \Big(\Lambda+\frac1N\Lambda+\frac{\mathrm{tr}(\Lambda)}NI_d\Big)^{-1}\Big(\frac1M\sum_{i=1}^My_ix_i\Big)$.
    """
    converges = conj(limit(PV_of_u, W_PV_star), limit(KQ_of_u, W_KQ_star))
    return {
        "a": [
            Reading("with the condition of Theorem 4 on sigma", implies(scale.prop, converges), "what Theorem 4 says"),
            Reading("whatever sigma is", converges, "Assumption 3 asks for no more than sigma > 0"),
        ],
        "b": eq(y_hat_star, x_q.T * inv(Lam + 1 / N * Lam + tr(Lam) / N * I) * mean_of_examples),
    }


@claim(
    "zfb/corollary-6-in-context-learning",
    kind=Kind.INEQUALITY,
    source="Corollary 6, Section 4.1, second half",
    forall=(d, N, M, Lam, epsilon),
    given=(Lam_posdef,),
    uses=("zfb/corollary-6", "zfb/definition-2", "zfb/section-4.1-averaged-bound"),
    witnesses=("words", "entries", "grid", "balls", "sampled", "proof"),
)
def in_context_learning() -> Prop:
    r"""this model in-context learns the class of linear models $\{x\mapsto\langle w,x\rangle\}$ w.r.t. $w\sim N(0,I_d)$
    and $\mathcal D_x=N(0,\Lambda)$ up to error $\eta:=(1+2d+d^2\kappa)\mathrm{tr}(\Lambda)/N^2$ ($\kappa$ the condition
    number of $\Lambda$): provided $M\ge(d+1)\mathrm{tr}(\Lambda)\varepsilon^{-1}$, the model achieves prediction error
    at most $\eta+\varepsilon$.
    """
    # Definition 2 with M_D(epsilon) the least integer that is at least (d + 1) tr(Lam) / epsilon.
    return implies(ge(M, (d + 1) * tr(Lam) * inv(epsilon)), le(risk, eta + epsilon))


@claim(
    "zfb/section-4.1-error-floor",
    kind=Kind.RATE,
    source="Section 4.1, text after Corollary 6",
    forall=(d, N, M, Lam),
    given=(Lam_posdef,),
    uses=("zfb/corollary-6-in-context-learning", "zfb/section-4.1-noiseless-risk"),
    witnesses=("words", "entries", "grid", "sampled", "proof"),
)
def error_floor() -> Parts:
    r"""(a) "the transformer $f_{LSA}(\cdot;W_*^{KQ},W_*^{PV})$ only learns the function class up to error
    $\eta=O(1/N^2)$ in the sense of Definition 2." (b) "In particular, training on finite-length prompts leads to
    prediction error bounded away from zero."
    """
    # (b) The bound may depend on N, d and Lam, not on M: the longest prompts at test time do not help.
    return {"a": order(eta, 1 / N**2, N), "b": conj(ge(risk, floor), gt(floor, 0))}


corollary_6 = with_proof(corollary_6, whole=chains.CHAIN)
in_context_learning = with_proof(in_context_learning, whole=chains.IN_CONTEXT)
error_floor = with_proof(error_floor, whole=chains.FLOOR)
