"""Lemma 19: a positive lower bound on u_-1, (44), and the steps of its proof, Appendix A.4."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.props import Prop, always, chain, conj, eq, ge, implies, lt, psd
from ...statement.terms import Term, at0, half, norm_F, norm_op, sqrt, tr
from .assumptions import assumption_3, scale_43
from .chains import lemma_19 as chains
from .notation import U11, Gam, Lam, Lam_Theta, N, Theta, bracket, d, l, lower_bound, sigma, u_1


@claim(
    "zfb/lemma-19",
    kind=Kind.INEQUALITY,
    source="Lemma 19, eq. (44), Appendix A.4",
    forall=(d, N, Lam, Theta, sigma),
    given=(*assumption_3, scale_43),
    uses=("zfb/lemma-17", "zfb/lemma-18", "zfb/lemma-19-proof"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def lemma_19() -> Prop:
    r"""Gradient flow over $L$ in (26) w.r.t. $u$ starting from an initial value satisfying Assumption 3 with initial
    scale $0<\sigma<\sqrt{\frac2{\sqrt d\|\Gamma\|_{op}}}$. For any $t\ge0$: $u_{-1}\ge\sqrt{\frac{\sigma^2}{2\sqrt
    d\|\Lambda\|_{op}^2}\|\Lambda\Theta\|_F^2\big[2-\sqrt d\sigma^2\|\Gamma\|_{op}\big]}>0$.
    """
    return always(chain(u_1, ">=", lower_bound, ">", 0))


def _von_neumann(size: Term) -> Prop:
    return always(
        chain(
            -tr(u_1 * Lam**2 * U11.T),
            ">=", -(sqrt(d) * u_1 * size * norm_F(U11)),
            "=", -(sqrt(d) * u_1**2 * size),
        )
    )


def _contradiction(size: Term, last: str) -> Prop:
    """Part (e) for any balanced point below the bound: there the printed chain of relations is derived."""
    below = conj(eq(u_1, norm_F(U11)), lt(u_1, lower_bound))
    printed = chain(
        l,
        ">=", -(sqrt(d) * u_1**2 * size),
        ">", -(sigma**2 / 2 * Lam_Theta**2 * bracket),
        last, at0(l),
    )
    return implies(below, printed)


@claim(
    "zfb/lemma-19-proof",
    kind=Kind.INEQUALITY,
    source="Appendix A.4, proof of Lemma 19",
    forall=(d, N, Lam, Theta, sigma, U11, u_1),
    given=(*assumption_3, scale_43),
    uses=(
        "zfb/lemma-17", "zfb/lemma-18", "zfb/lemma-18-initial-loss", "zfb/lemma-31", "zfb/lemma-32-trace",
        "zfb/lemma-32-commute",
    ),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def lemma_19_proof() -> Parts:
    r"""(a) from Lemmas 17, 18: $u_{-1}=\|U_{11}\|_F$; (b) $\Gamma\Lambda\succeq0$, $U_{11}\Lambda(U_{11})^\top=(U_{11}
    \Lambda^{1/2})(U_{11}\Lambda^{1/2})^\top\succeq0$, hence by Lemma 32
    $\mathrm{tr}\big[\frac12u_{-1}^2\Gamma\Lambda U_{11}\Lambda(U_{11})^\top\big]\ge0$; (c)
    $\tilde\ell(U_{11},u_{-1})\ge-\mathrm{tr}\big[u_{-1}\Lambda^2(U_{11})^\top\big]$; (d) for any $t\ge0$:
    $-\mathrm{tr}\big[u_{-1}\Lambda^2(U_{11})^\top\big]\ge-\sqrt du_{-1}\|\Lambda\|_{op}^2\|U_{11}\|_F=-\sqrt
    du_{-1}^2\|\Lambda\|_{op}^2$; (e) if the claim of Lemma 19 does not hold: $\tilde\ell(U_{11},u_{-1})\ge-\sqrt
    du_{-1}^2\|\Lambda\|_{op}^2>-\frac{\sigma^2}2\|\Lambda\Theta\|_F^2\big[2-\sqrt d\sigma^2\|\Gamma\|_{op}\big]=
    \tilde\ell(U_{11}(0),u_{-1}(0))$, "the last inequality comes from the proof of Lemma 18"; contradiction with
    monotonicity of the loss. OCR: uncertain (last relation sign of (e), shown as "="; $\|\Lambda\|_{op}^2$ or
    $\|\Lambda^2\|_{op}$ in (d), (e)).
    """
    sizes = (("||Lambda||_op^2", norm_op(Lam) ** 2), ("||Lambda^2||_op", norm_op(Lam**2)))
    return {
        "a": always(eq(u_1, norm_F(U11))),
        "b": conj(
            psd(Gam * Lam),
            eq(U11 * Lam * U11.T, (U11 * half(Lam)) * (U11 * half(Lam)).T),
            psd((U11 * half(Lam)) * (U11 * half(Lam)).T),
            ge(tr(Fraction(1, 2) * u_1**2 * Gam * Lam * U11 * Lam * U11.T), 0),
        ),
        "c": ge(l, -tr(u_1 * Lam**2 * U11.T)),
        "d": [Reading(name, _von_neumann(size), "the scan leaves the norm open") for name, size in sizes],
        "e": [
            Reading(f"{name}, last relation {sign}", _contradiction(size, sign), "the scan leaves both open")
            for name, size in sizes
            for sign in (">=", "=")
        ],
    }


lemma_19 = with_proof(lemma_19, whole=chains.CHAIN)
lemma_19_proof = with_proof(lemma_19_proof, whole=chains.PROOF_STEPS)
