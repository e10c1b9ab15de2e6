"""Appendix B, steps 4 and 5: the risk (B.15), its four parts, and the least risk of LTB (B.1)."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, eq, ge, implies
from ...statement.psd import infimum
from ...statement.terms import Term, inv, tr, where
from .appendix_b import everything
from .assumptions import t_positive
from .chains import appendix_b as chains
from .chains import eq_b_1 as least
from .chains.appendix_b import e, g
from .notation import (
    INFERRED,
    R_LSA,
    R_LTB,
    RE_DERIVED,
    H,
    H_hat,
    Omega,
    Phi,
    U,
    c,
    least_risk,
    norm_H_squared,
    problem,
    reduced,
    t,
    v,
)
from .notation_risk import (
    K_tilde,
    Q,
    UHv,
    a_LSA,
    first,
    four_parts,
    fourth,
    l,
    mean_square,
    q,
    quadratic,
    second,
    third,
)


def as_one_square(a: Term) -> Prop:
    """II + III + IV of (B.15) as one expectation."""
    return eq(second + third(a) + fourth(a), mean_square(a + U * H_hat * v + c * q))


@claim(
    "zwb/eq-b.1",
    kind=Kind.IDENTITY,
    source="(B.1), Appendix B",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/theorem-5.3",),
    witnesses=("words", "entries", "balls", "proof"),
    model="ltb",
    reconstructed=f"{RE_DERIVED}; t > 0, without which Omega has no inverse, is the page's 'where Omega is defined'",
    note=r"""(B.1): "First, from Theorem 5.3 we know that, (B.1) [$\inf_{f\in\mathcal F_{\rm
    LTB}}R(f)=\sigma^2+\mathrm{tr} (H\Psi)-\mathrm{tr}(\Phi^2\Omega^{-1})$] where [$\Omega$] is defined in (A.3)",
    under the assumptions of Theorem 4.1.
    """,
)
def eq_b_1() -> Prop:
    """"First, from Theorem 5.3 we know that, (B.1) where [..] is defined in (A.3)."
    """
    return eq(infimum(R_LTB, *reduced), least_risk)


@claim(
    "zwb/eq-b.15",
    kind=Kind.IDENTITY,
    source="(B.15), Appendix B step 4",
    forall=everything,
    uses=("zwb/eq-b.10", "zwb/eq-b.12", "zwb/eq-b.14"),
    witnesses=("words", "entries", "grid", "balls", "sampled"),
    model="lsa",
    reconstructed=f"{RE_DERIVED}; the split into II and IV is inferred",
    note=r"""(B.15): "Combining the four parts (B.10), (B.12), (B.13) and [(B.14)], we have [..]"; "we can rewrite
    the risk as (B.15) where I, II, III, IV are defined as above". (a) $R=\sigma^2+\mathrm
    I+\mathrm{II}+\mathrm{III}+\mathrm{IV}$, $\mathrm
    I=\mathrm{tr}(H\Psi)-2\mathrm{tr}(HKH\Psi)+\mathrm{tr}\big(HK[\frac{M+1}MH\Psi H+\frac tMH]K^\top\big)$,
    $\mathrm{II}=\frac1M\big(\|v\|_H^2\mathrm{tr}(HUHU^\top)-\|UHv\|_H^2\big)$, $\mathrm{III}=2c^\top Hl+Q\|c\|_H^2$,
    $\mathrm{IV}=\|a+UHv\|_H^2+\frac2M\|UHv\|_H^2$, $l=t(a+UHv)+\frac2MUH\Psi Hv$, $Q=\frac{M+2}M\big(t^2+2\mathrm{tr}
    (H\Psi H\Psi)\big)$. (b) Equivalently $\mathrm{II}+\mathrm{III}+\mathrm{IV}=\mathbb E\|a+U\hat Hv+c\,q\|_H^2$,
    $q=\frac1M\|Xp+\boldsymbol\varepsilon\|^2$.
    """,
)
def eq_b_15() -> Parts:
    """"Combining the four parts (B.10), (B.12), (B.13) and [..], we have [..]"; "we can rewrite the risk as (B.15)
    where I, II, III, IV are defined as above"
    """
    return {"a": eq(R_LSA, four_parts(a_LSA)), "b": as_one_square(a_LSA)}


@claim(
    "zwb/eq-b.17",
    kind=Kind.IDENTITY,
    source="(B.16), (B.17), Appendix B step 5",
    forall=everything,
    given=(t_positive,),
    uses=("zwb/eq-b.15", "zwb/eq-a.3"),
    witnesses=("words", "entries"),
    model="lsa",
    reconstructed=f"{RE_DERIVED}; (B.16) is read as Omega, which is invertible where t > 0",
    note=r"""(B.16), (B.17): "Let's first define a new matrix, which by definition is invertible: (B.16) [$\Omega$].
    So we can write I as (B.17) where the last line comes from the fact that [$\Phi$] and [$\Omega$] commute": with
    $\tilde K=H^{1/2}KH^{1/2}$, $\mathrm I=\mathrm{tr}\big[(\tilde K-\Phi\Omega^{-1})\Omega(\tilde
    K-\Phi\Omega^{-1})^\top\big]+ \mathrm{tr}\,\Phi-\mathrm{tr}(\Phi^2\Omega^{-1})$.
    """,
)
def eq_b_17() -> Prop:
    """"Let's first define a new matrix, which by definition is invertible: (B.16). So we can write I as (B.17) where
    the last line comes from the fact that [..] and [..] commute"
    """
    gap = K_tilde - Phi * inv(Omega)
    return eq(first, tr(gap * Omega * gap.T) + tr(Phi) - tr(Phi**2 * inv(Omega)))


@claim(
    "zwb/eq-b.18",
    kind=Kind.INEQUALITY,
    source="(B.18), Appendix B step 5",
    forall=everything,
    uses=("zwb/eq-b.15",),
    witnesses=("words", "entries", "proof"),
    model="lsa",
    reconstructed=INFERRED,
    note=r"""(B.18): "Next, we claim II [$\ge0$]. To see this, it suffices to notice that (B.18)
    [$\|v\|_H^2\mathrm{tr}(HUHU^\top) \ge\|UHv\|_H^2$] where the last line comes from the fact that
    [$\|A\|_F\ge\|A\|_{op}$] for any matrix [$A$]". (a) (B.18); (b) $\mathrm{II}\ge0$.
    """,
)
def eq_b_18() -> Parts:
    """"Next, we claim II [..]. To see this, it suffices to notice that (B.18) where the last line comes from the fact
    that [..] for any matrix [..]"
    """
    return {
        "a": ge(norm_H_squared(v) * tr(H * U * H * U.T), norm_H_squared(UHv)),
        "b": ge(second, 0),
    }


@claim(
    "zwb/eq-b.19",
    kind=Kind.OPTIMUM,
    source="(B.19), Appendix B step 5",
    forall=(*everything, e, g),
    given=(t_positive,),
    uses=("zwb/eq-b.15",),
    witnesses=("words", "entries", "proof"),
    model="lsa",
    reconstructed=f"{RE_DERIVED}; t > 0, so that Q > 0, is what the printed quotient needs",
    note=r"""(B.19): "III can be viewed as a quadratic function of [$b$], which can be easily minimized. More
    concretely, we have (B.19) [$\min_c\big(2c^\top Hl+Q\|c\|_H^2\big)=-\|l\|_H^2/Q$]". (a) For every $c$ and $l$ it
    is at least $-\|l \|_H^2/Q$, (b) with equality at $c=-l/Q$; (c) so $\mathrm{III}\ge-\|l\|_H^2/Q$.
    """,
)
def eq_b_19() -> Parts:
    """"III can be viewed as a quadratic function of [..], which can be easily minimized. More concretely, we have
    (B.19)"
    """
    return {
        "a": ge(quadratic(e, g), -(norm_H_squared(g) / Q)),
        "b": eq(where(quadratic(e, g), (e, -1 / Q * g)), -(norm_H_squared(g) / Q)),
        "c": ge(third(a_LSA), -(norm_H_squared(l(a_LSA)) / Q)),
    }


@claim(
    "zwb/eq-b.19-without-spread",
    kind=Kind.OPTIMUM,
    source="(B.19), Appendix B step 5",
    forall=everything,
    uses=("zwb/eq-b.19",),
    witnesses=("words", "entries", "proof"),
    model="lsa",
)
def eq_b_19_without_spread() -> Parts:
    r"""Where $t=\mathrm{tr}(H\Psi)+\sigma^2=0$ the quotient of (B.19) is 0/0: there (a) $Q=0$ and (b) $\mathrm{III}=0$
    for all parameters.
    """
    return {"a": implies(eq(t, 0), eq(Q, 0)), "b": implies(eq(t, 0), eq(third(a_LSA), 0))}


eq_b_1 = with_proof(eq_b_1, whole=least.CHAIN)
eq_b_18 = with_proof(eq_b_18, whole=chains.SECOND)
eq_b_19 = with_proof(eq_b_19, whole=chains.THIRD)
eq_b_19_without_spread = with_proof(eq_b_19_without_spread, whole=chains.WITHOUT_SPREAD)
