"""Lemma 11: the global minima of the reduced loss, and what is concluded from them in Section 5.2."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.laws import tends_jointly
from ...statement.props import Prop, chain, eq, implies, limit, minimisers_satisfy, tends
from ...statement.terms import Abbrev, at, block, expect, index, inner, inv, prediction, scalar, total, zeros
from .assumptions import assumption_3
from .chains import corollary_16 as chains
from .chains import lemma_20_limits, remarks
from .notation import U11, Gam, Lam, M, N, c, d, l, l_min, u_1, w, x, x_q
from .notation_prompts import sample_covariance

i_M = index("i_M", "M", tex="i")


@claim(
    "zfb/lemma-11",
    kind=Kind.OPTIMUM,
    source="Lemma 11, eq. (29), Section 5.2; proof Appendix A.3",
    forall=(d, N, Lam),
    uses=("zfb/lemma-15", "zfb/corollary-16"),
    witnesses=("words", "entries", "grid", "proof"),
)
def lemma_11() -> Prop:
    r"""For any global minimum of $\tilde\ell$ we have $u_{-1}U_{11}=\Gamma^{-1}$. (Text before: "the set of global
    minima for $\tilde\ell$ satisfies the condition $u_{-1}U_{11}=\Gamma^{-1}$.")
    """
    return minimisers_satisfy(l, eq(u_1 * U11, inv(Gam)), U11, u_1)


@claim(
    "zfb/section-5.2-limit-prediction",
    kind=Kind.LIMIT,
    source="Section 5.2, text around Lemma 11",
    forall=(d, N, M, Lam, c),
    given=assumption_3,
    uses=("zfb/lemma-10", "zfb/lemma-11", "zfb/lemma-9"),
    witnesses=("words", "entries", "grid", "proof"),
    options={"entries": {"fast_d": 1}},
)
def section_5_2_limit_prediction() -> Parts:
    r"""(a) "if we can establish global convergence of gradient flow over the above objective function $\tilde\ell$,
    then we have that $u_{-1}(t)U_{11}(t)\to\Gamma^{-1}$" $(t\to\infty)$, "$\approx\Lambda^{-1}$". OCR: reading
    chosen (end of the formula). (b) "at those global minima of the population objective satisfying
    $U_{11}=(c\Gamma)^{-1}$, $u_{-1}=c$ and $u_{12}=u_{21}=0_d$, the transformer's predictions for a new linear
    regression task prompt are given by" $\hat y_q(E;\theta)=\frac1M\sum_{i=1}^My_ix_i^\top\Gamma^{-1}x_q=w^\top
    \Big(\frac1M\sum_{i=1}^Mx_ix_i^\top\Big)\Gamma^{-1}x_q\approx w^\top x_q$.
    """
    y_i = Abbrev(scalar("y_i", "random"), inner(w, at(x, i_M)))
    at_minimum = prediction(
        block(zeros("d", "d"), zeros("d", 1), zeros("d", 1).T, c),
        block(inv(c * Gam), zeros("d", 1), zeros("d", 1).T, zeros(1, 1)),
        M,
    )
    return {
        "a": implies(limit(l, l_min), limit(u_1 * U11, inv(Gam))),
        "a, approximation": tends(inv(Gam), inv(Lam), N),
        "b": chain(
            at_minimum,
            "=", 1 / M * total(i_M, M, y_i * at(x, i_M).T * inv(Gam) * x_q),
            "=", w.T * (1 / M * total(i_M, M, at(x, i_M) * at(x, i_M).T)) * inv(Gam) * x_q,
        ),
        "b, approximation": [
            Reading(
                "mean square, both lengths grow together",
                tends_jointly(expect((w.T * sample_covariance * inv(Gam) * x_q - w.T * x_q) ** 2), 0, N, M),
                "the sign means closeness for long prompts in training and at test time; N and M grow in any way",
            ),
        ],
    }


lemma_11 = with_proof(lemma_11, whole=chains.LEMMA_11)
section_5_2_limit_prediction = with_proof(
    section_5_2_limit_prediction, a=lemma_20_limits.LIMIT_PREDICTION, b=remarks.AT_MINIMUM,
    **{"a, approximation": remarks.INVERSE, "b, approximation": remarks.PREDICTION},
)
