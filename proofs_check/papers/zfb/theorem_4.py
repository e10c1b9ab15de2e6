"""Theorem 4: convergence and limits of gradient flow, (11), and the remarks on it, Sections 4.1 and 5.3."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...statement.props import Prop, conj, differs, eq, global_minimum, limit
from ...statement.terms import block, half, inv, norm_F, prediction, substitute, term, tr, zeros
from .assumptions import assumption_3, scale
from .chains import remarks
from .chains import theorem_4 as chains
from .notation import (
    U11,
    W_KQ,
    W_PV,
    Gam,
    I,
    KQ_of_u,
    L,
    Lam,
    N,
    PV_of_u,
    Theta,
    W_KQ_star,
    W_PV_star,
    blocks,
    c,
    d,
    sigma,
    u12,
    u21,
    u_1,
)

u_star = tr(Gam**-2) ** Fraction(1, 4)
U_star = tr(Gam**-2) ** Fraction(-1, 4) * inv(Gam)
zero = zeros("d", 1)
star = ((U11, U_star), (u12, zero), (u21, zero), (u_1, u_star))
"""The limits (11) in the parameters of Lemma 9."""


@claim(
    "zfb/theorem-4",
    kind=Kind.LIMIT,
    source="Theorem 4 (Convergence and limits), Section 4.1; proof Appendix A",
    forall=(d, N, Lam, Theta, sigma),
    given=(*assumption_3, scale),
    uses=(
        "zfb/eq-3", "zfb/eq-8", "zfb/eq-9", "zfb/assumption-3", "zfb/eq-11", "zfb/lemma-9", "zfb/lemma-10",
        "zfb/lemma-11", "zfb/lemma-12", "zfb/lemma-12-limits",
    ),
    witnesses=("words", "entries", "grid", "balls", "trained", "gpu", "proof"),
)
def theorem_4() -> Parts:
    r"""Gradient flow of $f_{LSA}$ (3) over the population loss (8). Suppose the initialisation satisfies Assumption 3
    with scale $\sigma>0$ satisfying $\sigma^2\|\Gamma\|_{op}\sqrt d<2$, $\Gamma:=(1+\frac1N)\Lambda+\frac1N
    \mathrm{tr}(\Lambda)I_d\in\mathbb R^{d\times d}$. Then (a) gradient flow converges to a global minimum of the
    population loss (8); (b) $W^{PV}$ and $W^{KQ}$ converge to $W^{PV}_*$ and $W^{KQ}_*$ of (11).
    """
    # The weights (5) in the parameters of Lemma 9; entries that the prediction does not use stay zero.
    return {
        "a": conj(*(limit(parameter, value) for parameter, value in star), global_minimum(L, *star)),
        "b": conj(limit(PV_of_u, W_PV_star), limit(KQ_of_u, W_KQ_star)),
    }


@claim(
    "zfb/eq-11",
    kind=Kind.CONSTRUCTION,
    source="eq. (11), Theorem 4",
    forall=(d, N, Lam),
    uses=("zfb/eq-6",),
    witnesses=("words", "entries", "grid"),
)
def eq_11() -> Prop:
    r"""$W^{KQ}_*=\big[\mathrm{tr}(\Gamma^{-2})\big]^{-1/4}\begin{pmatrix}\Gamma^{-1}&0_d\\0_d^\top&0\end{pmatrix}$,
    $W^{PV}_*=\big[\mathrm{tr}(\Gamma^{-2})\big]^{1/4}\begin{pmatrix}0_{d\times d}&0_d\\0_d^\top&1\end{pmatrix}$.
    OCR: reading chosen (prefactors and exponents).
    """
    # What (11) constructs: a global minimum of the population loss that is balanced as Lemma 17 asks.
    return conj(
        eq(W_KQ_star, block(U_star, zero, zero.T, zeros(1, 1))),
        eq(W_PV_star, block(zeros("d", "d"), zero, zero.T, u_star)),
        global_minimum(L, *star),
        eq(u_star**2, tr(U_star * U_star.T)),
    )


@claim(
    "zfb/section-4.1-scaling-invariance",
    kind=Kind.INVARIANCE,
    source="Section 4.1, remark after Theorem 4",
    forall=(d, N, Lam, c, *blocks),
    uses=("zfb/eq-6",),
    witnesses=("words", "entries"),
)
def scaling_invariance() -> Prop:
    r""""the prediction of the transformer is the same if we multiply $W^{PV}$ by a constant $c\ne0$ and simultaneously
    multiply $W^{KQ}$ by $c^{-1}$".
    """
    return eq(prediction(c * W_PV, inv(c) * W_KQ, N), prediction(W_PV, W_KQ, N))


@claim(
    "zfb/section-4.1-von-oswald",
    kind=Kind.CONSTRUCTION,
    source="Section 4.1, remark after Theorem 4",
    forall=(d, N),
    uses=("zfb/eq-11", "zfb/section-4.1-scaling-invariance"),
    witnesses=("words", "entries"),
)
def von_oswald() -> Prop:
    r"""for $\Lambda=I$ the limit found by gradient flow is quite similar to the construction of von Oswald et al.
    (2022): "the only difference (up to scaling) is that the top-left entry of their $W^{KQ}$ matrix is $I_d$ rather
    than the $(1+(d+1)/N)^{-1}I_d$ that we find for the case $\Lambda=I_d$."
    """
    scaling, limit_KQ, limit_PV = (substitute(body, {Lam: I}) for body in (u_star, W_KQ_star, W_PV_star))
    ours = inv(1 + (d + 1) / N) * I
    return conj(
        eq(scaling * limit_KQ, block(ours, zero, zero.T, zeros(1, 1))),
        eq(inv(scaling) * limit_PV, block(zeros("d", "d"), zero, zero.T, term(1))),
        differs(block(ours, zero, zero.T, zeros(1, 1)), block(I, zero, zero.T, zeros(1, 1))),
    )


@claim(
    "zfb/section-5.3-translation",
    kind=Kind.CONSTRUCTION,
    source="Section 5.3, text after Lemma 12; Appendix A, first paragraph",
    forall=(d, N, Lam),
    uses=(
        "zfb/theorem-4", "zfb/lemma-9", "zfb/lemma-10", "zfb/lemma-11", "zfb/lemma-12", "zfb/lemma-12-limits",
        "zfb/eq-11",
    ),
    witnesses=("words", "entries", "grid"),
    fidelity=(Difference(
        Differs.PART_OMITTED,
        "that the four lemmas give Theorem 4: this is the proof of zfb/theorem-4",
    ),),
)
def translation() -> Prop:
    r""""With these observations, proving Theorem 4 becomes a direct application of Lemma 9, 10, 11, and Lemma 12. It
    then only requires translating $U_{11}$ and $u_{-1}$ back to the original parameterization using $W^{PV}$ and
    $W^{KQ}$." Appendix A: "Theorem 4 is a natural corollary of these four lemmas".
    """
    # The limits of Lemma 12, put back into W^PV and W^KQ, are those of (11).
    size = norm_F(inv(Gam))
    return conj(
        eq(block(zeros("d", "d"), zero, zero.T, half(size)), W_PV_star),
        eq(block(size ** Fraction(-1, 2) * inv(Gam), zero, zero.T, zeros(1, 1)), W_KQ_star),
    )


theorem_4 = with_proof(theorem_4, whole=chains.CHAIN)
eq_11 = with_proof(eq_11, whole=remarks.EQ_11)
translation = with_proof(translation, whole=remarks.TRANSLATION)
