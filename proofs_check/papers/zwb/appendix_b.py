"""Appendix B, steps 1 to 3: the error of linear self-attention and its moments, (B.2) to (B.14)."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, conj, eq
from ...statement.psd import infimum
from ...statement.terms import Term, expect, tr, where
from .chains import appendix_b as chains
from .notation import (
    B_1,
    R_LSA,
    RE_DERIVED,
    H,
    K,
    M,
    Psi,
    U,
    b,
    beta_star,
    c,
    eps_q,
    f_LSA,
    norm_H_squared,
    p,
    problem,
    s,
    sigma,
    u_1,
    v,
    x_q,
    y_q,
)
from .notation_risk import S_0, S_2, S_4, U_new, UHv, a_LSA, back, mean_square, v_new, without_MLP, z_1, z_2, z_3

everything = (*problem, *without_MLP)
FOR_ALL_BUT_BALLS = ("words", "entries", "grid", "sampled")


def error_split(f: Term, a: Term) -> Prop:
    """(B.2): what the error is, in three parts."""
    return eq(f - y_q, (z_1(a) + z_2 + z_3).T * x_q - eps_q)


def uncorrelated(a: Term) -> Prop:
    """(B.2): odd orders of the noise have mean 0."""
    return conj(eq(expect(z_1(a).T * H * z_2), 0), eq(expect(z_2.T * H * z_3), 0))


def risk_split(R: Term, a: Term) -> Prop:
    """(B.2): the risk."""
    cross = 2 * expect(z_1(a).T * H * z_3)
    return eq(R, sigma**2 + mean_square(z_1(a)) + mean_square(z_2) + mean_square(z_3) + cross)


@claim(
    "zwb/eq-b.2",
    kind=Kind.IDENTITY,
    source="(B.2), Appendix B step 1",
    forall=everything,
    uses=("zwb/eq-d.1", "zwb/definition-a.1"),
    witnesses=FOR_ALL_BUT_BALLS,
    model="lsa",
    reconstructed=f"{RE_DERIVED}; the paper's z_i may differ by the change (B.3)",
    note=r"""(B.2): "we know only the last row of the product [$W_P^\top W_V$] attends the prediction"; "[$z_1$] does
    not contain [$\varepsilon$], [$z_2$] is a linear form of [$\varepsilon$] and [$z_3$] is a quadratic form of
    [$\varepsilon$]. Using [..] we have [..] and [..]. Therefore, we have (B.2)". With $a=-\beta^*$,
    $z_1=a-p+(U+bp^\top)\hat H(v+sp)$, $z_2=\frac1M(K+2s\,bp^\top)X^\top\boldsymbol\varepsilon$, $z_3=\frac
    sMb\,\boldsymbol\varepsilon^\top\boldsymbol\varepsilon$: (a) $f_{\rm LSA}(E)-y=\langle z_1+z_2+z_3,x\rangle-
    \varepsilon$; (b) $\mathbb E\langle z_1,z_2\rangle_H=\mathbb E\langle z_2,z_3\rangle_H=0$; (c) $R=\sigma^2+\mathbb
    E\|z_1\|_H^2+\mathbb E\|z_2\|_H^2+\mathbb E\|z_3\|_H^2+2\mathbb E\langle z_1,z_3\rangle_H$.
    """,
)
def eq_b_2() -> Parts:
    """"we know only the last row of the product [..] attends the prediction"; "[..] does not contain [..], [..] is a
    linear form of [..] and [..] is a quadratic form of [..]. Using [..] we have [..] and [..]. Therefore, we have
    (B.2)"
    """
    return {"a": error_split(f_LSA, a_LSA), "b": uncorrelated(a_LSA), "c": risk_split(R_LSA, a_LSA)}


@claim(
    "zwb/eq-b.3",
    kind=Kind.CONSTRUCTION,
    source='(B.3), Appendix B step 2; step 4 ("there is a bijective map")',
    forall=(*everything, v_new, U_new),
    uses=("zwb/eq-b.2",),
    witnesses=("words", "entries", "proof"),
    model="lsa",
    reconstructed=RE_DERIVED,
    note=r"""(B.3): "We define (B.3) [$v=u_1+s\beta^*$, $U=B_1^\top+b\beta^{*\top}$], then applying [..] we get";
    "From the definitions of [$U$] and [$v$] we know there is a bijective map between [$(u_1,s,B_1,b)$] and
    [$(v,s,U,b)$] so these two parameterizations are equivalent when computing the minimal risk". The map back is
    $u_1=v-s\beta^*$, $B_1= (U-b\beta^{*\top})^\top$, for fixed $\beta^*$: (a) there and back, (b) back and there; (c)
    so both infima of the risk are the same.
    """,
)
def eq_b_3() -> Parts:
    """"We define (B.3), then applying [..] we get"; "From the definitions of [..] and [..] we know there is a
    bijective map between [..] and [..] so these two parameterizations are equivalent when computing the minimal risk"
    """
    return {
        "a": conj(eq(v - s * beta_star, u_1), eq((U - b * beta_star.T).T, B_1)),
        "b": conj(eq(where(v, *back), v_new), eq(where(U, *back), U_new)),
        "c": eq(infimum(R_LSA, *without_MLP), infimum(where(R_LSA, *back), v_new, s, U_new, b)),
    }


@claim(
    "zwb/eq-b.4",
    kind=Kind.IDENTITY,
    source="(B.4), (B.5), (B.6), Appendix B step 2",
    forall=everything,
    uses=("zwb/eq-b.2", "zwb/eq-b.3", "zwb/lemma-h.4"),
    witnesses=FOR_ALL_BUT_BALLS,
    model="lsa",
    reconstructed=f"{RE_DERIVED}; the paper's grouping is lost",
    note=r"""(B.4) to (B.6): "By Lemma H.4 and that [$p$] is independent of all other random variables"; "the first
    and third moments of [$p$] are zero. So the above equation only involves the zeroth, second, and fourth moments";
    "[$S_2$] and [$S_4$] are the second order and the fourth order term". Statement: $\mathbb
    E\|z_1\|_H^2=S_0+S_2+S_4$, $S_0=\|a+UHv \|_H^2+\frac1M\big(\|UHv\|_H^2+\|v\|_H^2\mathrm{tr}(HUHU^\top)\big)$,
    (B.5) $S_2=\mathrm{tr}\big((KH-I)^\top H(KH-I)\Psi\big)+2\mathrm{tr}(H\Psi)c^\top
    H(a+UHv)+\frac1M\big[\mathrm{tr}(HKH\Psi HK^\top)+2\mathrm{tr}(H\Psi) c^\top HUHv+4c^\top HUH\Psi
    Hv+\mathrm{tr}(H\Psi)\big(\|v\|_H^2\|b\|_H^2+s^2\mathrm{tr}(HUHU^\top)\big)\big]$, (B.6)
    $S_4=\frac{M+2}M\|c\|_H^2\big(\mathrm{tr}(H\Psi)^2+2\mathrm{tr}(H\Psi H\Psi)\big)$.
    """,
)
def eq_b_4() -> Prop:
    """"By Lemma H.4 and that [..] is independent of all other random variables"; "the first and third moments of [..]
    are zero. So the above equation only involves the zeroth, second, and fourth moments"; "[..] and [..] are the second
    order and the fourth order term"
    """
    return eq(mean_square(z_1(a_LSA)), S_0(a_LSA) + S_2(a_LSA) + S_4)


@claim(
    "zwb/eq-b.8",
    kind=Kind.IDENTITY,
    source="(B.7), (B.8), (B.9), Appendix B step 2",
    forall=everything,
    uses=("zwb/eq-b.4",),
    witnesses=("words", "entries", "grid"),
    model="lsa",
    reconstructed=f"{RE_DERIVED}; which of the two is (B.8), which (B.9), is inferred",
    note=r"""(B.7) to (B.9): "For the cross term in [$S_2$], we have (B.7) (By (B.3)) (B.8) where the last row comes
    from the fact that [..]. Moreover, we have (B.9)". The second-order part of $\frac1M\mathbb
    E\|v+sp\|_H^2\,\mathrm{tr} \big(H(U+bp^\top)H(U+bp^\top)^\top\big)$ contains the product of the two linear terms:
    (a) $\mathbb E\big[(2s\,v^\top Hp)(2\,b^\top HUHp)\big]=4\,c^\top HUH\Psi Hv$; (b)
    $\mathrm{tr}(HKHK^\top)=s^2\mathrm{tr}(HUHU^\top) +2\,c^\top HUHv+\|b\|_H^2\|v\|_H^2$.
    """,
)
def eq_b_8() -> Parts:
    """"For the cross term in [..], we have (B.7) (By (B.3)) (B.8) where the last row comes from the fact that [..].
    Moreover, we have (B.9)"
    """
    linear = expect((2 * s * (v.T * H * p)) * (2 * (b.T * H * U * H * p)))
    return {
        "a": eq(linear, 4 * (c.T * H * U * H * Psi * H * v)),
        "b": eq(
            tr(H * K * H * K.T),
            s**2 * tr(H * U * H * U.T) + 2 * (c.T * H * UHv) + norm_H_squared(b) * norm_H_squared(v),
        ),
    }


@claim(
    "zwb/eq-b.10",
    kind=Kind.IDENTITY,
    source="(B.10), Appendix B step 2",
    forall=everything,
    uses=("zwb/eq-b.4", "zwb/eq-b.8"),
    witnesses=FOR_ALL_BUT_BALLS,
    model="lsa",
    reconstructed=RE_DERIVED,
    note=r"""(B.10): "Combining (B.4), [(B.5), (B.6)], (B.8), (B.9), we have (B.10)": $\mathbb
    E\|z_1\|_H^2=\|a+UHv\|_H^2+
    \frac1M\big(\|UHv\|_H^2+\|v\|_H^2\mathrm{tr}(HUHU^\top)\big)+\mathrm{tr}(H\Psi)-2\mathrm{tr}(HKH\Psi)+\mathrm{tr}
    \big(HK[\frac{M+1}MH\Psi H+\frac{\mathrm{tr}(H\Psi)}MH]K^\top\big)+2c^\top H\big[\mathrm{tr}(H\Psi)(a+UHv)+\frac2M
    UH\Psi Hv\big]+S_4$.
    """,
)
def eq_b_10() -> Prop:
    """"Combining (B.4), [..], (B.8), (B.9), we have (B.10)"
    """
    square = tr(H * K * ((M + 1) / M * (H * Psi * H) + tr(H * Psi) / M * H) * K.T)
    cross = 2 * (c.T * H * (tr(H * Psi) * (a_LSA + UHv) + 2 / M * (U * H * Psi * H * v)))
    return eq(
        mean_square(z_1(a_LSA)), S_0(a_LSA) + tr(H * Psi) - 2 * tr(H * K * H * Psi) + square + cross + S_4
    )


@claim(
    "zwb/eq-b.12",
    kind=Kind.IDENTITY,
    source="(B.11), (B.12), Appendix B step 3",
    forall=everything,
    uses=("zwb/eq-b.2", "zwb/eq-b.3"),
    witnesses=FOR_ALL_BUT_BALLS,
    model="lsa",
    reconstructed=RE_DERIVED,
    note=r"""(B.11), (B.12): "Using definitions, we rewrite [$z_2$] as (B.11). Since [..] and they are independent,
    all terms in [..] vanish except if the term contains even orders of [$p$] or [$\varepsilon$]. So we have (B.12)":
    $\mathbb E\|z_2\|_H^2=\frac{\sigma^2}M\big[\mathrm{tr}(HKHK^\top)+4\|c\|_H^2\mathrm{tr}(H\Psi)\big]$.
    """,
)
def eq_b_12() -> Prop:
    """"Using definitions, we rewrite [..] as (B.11). Since [..] and they are independent, all terms in [..] vanish
    except if the term contains even orders of [..] or [..]. So we have (B.12)"
    """
    return eq(
        mean_square(z_2), sigma**2 / M * (tr(H * K * H * K.T) + 4 * norm_H_squared(c) * tr(H * Psi))
    )


@claim(
    "zwb/eq-b.14",
    kind=Kind.IDENTITY,
    source="(B.13), (B.14), Appendix B step 3",
    forall=everything,
    uses=("zwb/eq-b.2", "zwb/eq-b.3"),
    witnesses=FOR_ALL_BUT_BALLS,
    model="lsa",
    reconstructed=RE_DERIVED,
    note=r"""(B.13), (B.14): "For the other two terms, we have (B.13) and (B.14)": (a) $\mathbb
    E\|z_3\|_H^2=\frac{M+2}M \sigma^4\|c\|_H^2$; (b) $\mathbb E\langle z_1,z_3\rangle_H=\sigma^2c^\top
    H\big(a+UHv+\mathrm{tr}(H\Psi)c\big)$.
    """,
)
def eq_b_14() -> Parts:
    """"For the other two terms, we have (B.13) and (B.14)"
    """
    return {
        "a": eq(mean_square(z_3), (M + 2) / M * sigma**4 * norm_H_squared(c)),
        "b": eq(
            expect(z_1(a_LSA).T * H * z_3), sigma**2 * (c.T * H * (a_LSA + UHv + tr(H * Psi) * c))
        ),
    }


eq_b_3 = with_proof(eq_b_3, c=chains.BIJECTION)
