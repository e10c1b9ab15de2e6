"""Appendix C: the risk of GD-beta and its minimum."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, conj, eq, global_minimum, iff, le, psd
from ...statement.terms import expect, half, inv, norm_F, substitute, tr
from .assumptions import t_positive
from .chains import appendix_c, theorem_5_2
from .notation import (
    RE_DERIVED,
    D,
    Gamma,
    Gamma_star,
    Gamma_tilde,
    Gamma_tilde_star,
    H,
    H_hat,
    I,
    M,
    Omega,
    Phi,
    R,
    beta,
    beta_star,
    d,
    in_null,
    in_null_tensor,
    least_risk,
    problem,
    sigma,
)
from .notation_gd import A_of, Sigma, best_risk, form_of_beta, risk_of_gamma


@claim(
    "zwb/eq-c.2",
    kind=Kind.IDENTITY,
    source="(C.1), (C.2), Appendix C step 1",
    forall=(*problem, beta, Gamma),
    uses=("zwb/eq-5.1", "zwb/definition-a.1", "zwb/lemma-h.4"),
    witnesses=("words", "entries", "grid", "balls", "sampled"),
    reconstructed=RE_DERIVED,
    note=r"""
    "From the independence of [..] with other random variables ... Bridging the two terms above into (C.1),
    we get (C.2)" [with $\Sigma:=\Psi+DD^\top$,
    $R(\beta,\Gamma)=\sigma^2+\operatorname{tr}(H\Sigma)-2\operatorname{tr}(H\Gamma
    H\Sigma)+\operatorname{tr}\big(H\Gamma\big[\tfrac{M+1}MH\Sigma
    H+\tfrac{\operatorname{tr}(H\Sigma)+\sigma^2}MH\big] \Gamma^\top\big)$].
    """,
)
def eq_c_2() -> Prop:
    """"From the independence of [..] with other random variables ... Bridging the two terms above into (C.1), we get
    (C.2)"
    """
    inner = (M + 1) / M * (H * Sigma * H) + (tr(H * Sigma) + sigma**2) / M * H
    return eq(R, sigma**2 + tr(H * Sigma) - 2 * tr(H * Gamma * H * Sigma) + tr(H * Gamma * inner * Gamma.T))


@claim(
    "zwb/eq-c.4",
    kind=Kind.IDENTITY,
    source="(C.3), (C.4), Appendix C step 1",
    forall=(d, M, H, Gamma),
    uses=("zwb/lemma-h.4",),
    witnesses=("words", "entries", "grid", "sampled"),
    reconstructed=RE_DERIVED,
    note=r"""
    "(C.3) (the definition of the tensor product) ([..] and Lemma H.4) (C.4)" [$\mathbb E\big[(I-\Gamma\hat
    H)^\top H(I-\Gamma\hat H)\big]=H^{1/2}A(\tilde\Gamma)H^{1/2}$ with
    $A(\tilde\Gamma):=I-\tilde\Gamma-\tilde\Gamma^\top
    +\frac{M+1}M\tilde\Gamma^\top\tilde\Gamma+\frac1M\|\tilde\Gamma\|_F^2I$].
    """,
)
def eq_c_4() -> Prop:
    """"(C.3) (the definition of the tensor product) ([..] and Lemma H.4) (C.4)"
    """
    left = I - Gamma * H_hat
    return eq(expect(left.T * H * left), half(H) * A_of(Gamma_tilde) * half(H))


@claim(
    "zwb/eq-c.7",
    kind=Kind.OPTIMUM,
    source="(C.5)-(C.7), Appendix C step 2",
    forall=(*problem, beta, Gamma),
    given=(t_positive,),
    uses=("zwb/eq-c.2", "zwb/eq-c.4", "zwb/eq-a.3"),
    witnesses=("words", "entries", "balls", "proof"),
    reconstructed=RE_DERIVED,
    note=r"""
    "(C.5) where the last line comes from the fact that [..] and [..] commute ... On the other hand, we take
    (C.6) ... Combining both directions, we conclude that (C.7)". [(C.5): $R(\beta,\Gamma)\ge
    R(\beta^*,\Gamma)=\sigma^2+
    \operatorname{tr}\big[(\tilde\Gamma-\Phi\Omega^{-1})\Omega(\tilde\Gamma-\Phi\Omega^{-1})^\top\big]+\operatorname{tr}
    \Phi-\operatorname{tr}(\Phi^2\Omega^{-1})$. (C.6): $\beta=\beta^*$, $\Gamma=\Gamma^*$, for which
    $\tilde\Gamma^*=\Phi\Omega^{-1}$. (C.7): the minimum is (5.2).] Omega is invertible only for $t>0$;
    zwb/theorem-5.2-degenerate is about $t=0$.
    """,
)
def eq_c_7() -> Parts:
    """"(C.5) where the last line comes from the fact that [..] and [..] commute ... On the other hand, we take (C.6)
    ... Combining both directions, we conclude that (C.7)"
    """
    at_beta_star = substitute(R.body, {beta: beta_star})
    return {
        "C.5": conj(le(at_beta_star, R), eq(at_beta_star, risk_of_gamma)),
        "C.6": eq(Gamma_tilde_star, Phi * inv(Omega)),
        "C.7": conj(
            eq(best_risk, least_risk), global_minimum(R, (beta, beta_star), (Gamma, Gamma_star))
        ),
    }


@claim(
    "zwb/section-c-step-3",
    kind=Kind.INEQUALITY,
    source="Appendix C step 3",
    forall=(*problem, beta, Gamma),
    given=(t_positive,),
    uses=("zwb/eq-c.7", "zwb/lemma-h.5", "zwb/lemma-h.6"),
    witnesses=("words", "entries", "proof"),
    reconstructed="computed anew from the definitions; the inequality that the paper prints is lost",
    note=r"""
    "Since [$\Omega$] is invertible, the second equation is equivalent to [..] which is a linear system of
    [$\Gamma$] ... Consider the following inequality: [..] Therefore, we have [..] The last equivalence comes from
    Lemma H.6". [(a) $\tilde\Gamma=\Phi\Omega^{-1}$ if and only if $\Gamma\in\Gamma^*+\operatorname{null}(H\otimes
    H)$. (b) By completing the square, $A(\tilde\Gamma)=\frac{M+1}M\big(\tilde\Gamma-\frac
    M{M+1}I\big)^\top\big(\tilde\Gamma -\frac
    M{M+1}I\big)+\frac1M\|\tilde\Gamma\|_F^2I+\frac1{M+1}I\succeq\frac1{M+1}I$, (c) so $D^\top
    H^{1/2}A(\tilde\Gamma)H^{1/2}D=0$ if and only if $D\in\operatorname{null}(H)$.]
    """,
)
def section_c_step_3() -> Parts:
    """"Since [..] is invertible, the second equation is equivalent to [..] which is a linear system of [..] ...
    Consider the following inequality: [..] Therefore, we have [..] The last equivalence comes from Lemma H.6"
    """
    shifted = Gamma_tilde - M / (M + 1) * I
    square = (M + 1) / M * (shifted.T * shifted) + 1 / M * norm_F(Gamma_tilde) ** 2 * I + 1 / (M + 1) * I
    return {
        "a": iff(eq(Gamma_tilde, Phi * inv(Omega)), in_null_tensor(H, Gamma - Gamma_star)),
        "b": conj(eq(A_of(Gamma_tilde), square), psd(A_of(Gamma_tilde) - 1 / (M + 1) * I)),
        "c": iff(eq(form_of_beta, 0), in_null(H, D)),
    }


eq_c_7 = with_proof(eq_c_7, whole=theorem_5_2.C_7)
section_c_step_3 = with_proof(
    section_c_step_3, a=appendix_c.LINEAR_SYSTEM, b=appendix_c.SQUARE, c=appendix_c.NULL_FORM
)
