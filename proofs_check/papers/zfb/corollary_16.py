"""Corollary 16: the minimum of the reduced loss, and the expansion in its proof, Appendix A.3."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.props import Prop, chain, eq, implies, minimisers_satisfy
from ...statement.terms import Abbrev, half, inv, matrix, norm_F, tr, where
from .chains import corollary_16 as chains
from .notation import U11, Gam, Lam, N, c, d, l, l_min, residual, u_1


@claim(
    "zfb/corollary-16",
    kind=Kind.OPTIMUM,
    source="Corollary 16 (Minimum of Loss Function), Appendix A.3",
    forall=(d, N, Lam, U11, u_1, c),
    uses=("zfb/lemma-15", "zfb/lemma-32-trace", "zfb/corollary-16-expansion"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def corollary_16() -> Parts:
    r"""the $\tilde\ell$ of Lemma 15 satisfies (a) $\min_{U_{11}\in\mathbb R^{d\times d},u_{-1}\in\mathbb R}
    \tilde\ell(U_{11},u_{-1})=-\frac12\mathrm{tr}[\Lambda^2\Gamma^{-1}]$ and (b) $\tilde\ell(U_{11},u_{-1})-\min
    \tilde\ell=\frac12\Big\|\Gamma^{1/2}\big(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-\Lambda\Gamma^{-1}\big)
    \Big\|_F^2$. From the proof: (c) "Equality holds when $U_{11}=\Gamma^{-1},u_{-1}=1$"; (d) "the loss will keep
    the same when we replace $(U_{11},u_{-1})$ by $(cU_{11},c^{-1}u_{-1})$ for any non-zero constant $c$"; (e)
    "Lemma 11 is an immediate consequence of Corollary 16".
    """
    gap = Fraction(1, 2) * norm_F(half(Gam) * residual) ** 2
    smallest = -(Fraction(1, 2) * tr(Lam**2 * inv(Gam)))
    return {
        "a": eq(l_min, smallest),
        "b": eq(l - l_min, gap),
        "c": eq(where(l, (U11, inv(Gam)), (u_1, 1)), smallest),
        "d": eq(where(l, (U11, c * U11), (u_1, inv(c) * u_1)), l),
        "e": implies(eq(l - l_min, gap), minimisers_satisfy(l, eq(u_1 * U11, inv(Gam)), U11, u_1)),
    }


def _expansion(exponent: Fraction, sign: str) -> Prop:
    """The chain of part (b) with the half-integer exponent and the sign that the scan leaves open."""
    root = half(Lam)
    T = Abbrev(matrix("T", "d", "d"), root * U11 * Lam * U11.T * root)
    left = Gam * Lam * inv(Gam) * root * U11 * root
    right = Gam * root * U11 * Lam**exponent * inv(Gam)
    return chain(
        tr(Gam * residual * residual.T) - tr(Lam**2 * inv(Gam)),
        "=", tr(
            Gam * (
                u_1**2 * T - u_1 * Lam * inv(Gam) * root * U11 * root - u_1 * root * U11 * Lam**exponent * inv(Gam)
                + Gam**-2 * Lam**2
            )
        ) - tr(Lam**2 * inv(Gam)),
        "=", u_1**2 * tr(Gam * T) - u_1 * tr(left + right if sign == "+" else left - right),
        "=", u_1**2 * tr(Gam * Lam * U11 * Lam * U11.T) - 2 * u_1 * tr(root * U11 * Lam**exponent),
        "=", 2 * l,
    )


@claim(
    "zfb/corollary-16-expansion",
    kind=Kind.IDENTITY,
    source="Corollary 16, proof, Appendix A.3",
    forall=(d, N, Lam, U11, u_1),
    uses=("zfb/lemma-15", "zfb/eq-37"),
    witnesses=("words", "entries", "proof"),
)
def corollary_16_expansion() -> Parts:
    r"""(a) $\tilde\ell(U_{11},u_{-1})=\frac12\mathrm{tr}\Big[\Gamma\cdot\big(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-
    \Lambda\Gamma^{-1}\big)\big(u_{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-\Lambda\Gamma^{-1}\big)^\top\Big]-\frac12
    \mathrm{tr}[\Lambda^2\Gamma^{-1}]$. (b) Expansion of the bracket minus $\mathrm{tr}[\Lambda^2\Gamma^{-1}]$, with
    $T:=\Lambda^{1/2}U_{11}\Lambda(U_{11})^\top\Lambda^{1/2}$: $\overset{(i)}=\mathrm{tr}\big[
    \Gamma\cdot(u_{-1}^2T-u_{-1}\Lambda\Gamma^{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}-u_{-1}\Lambda^{1/2}U_{11}
    \Lambda^{3/2}\Gamma^{-1}+\Gamma^{-2}\Lambda^2)\big]-\mathrm{tr}[\Lambda^2\Gamma^{-1}]=u_{-1}^2\mathrm{tr}[\Gamma
    T]-u_{-1}\mathrm{tr}\big[\Gamma\Lambda\Gamma^{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}+\Gamma\Lambda^{1/2}U_{11}
    \Lambda^{3/2}\Gamma^{-1}\big]\overset{(ii)}=u_{-1}^2\mathrm{tr}\big[\Gamma\Lambda U_{11}\Lambda(U_{11})^\top
    \big]-2u_{-1}\mathrm{tr}\big[\Lambda^{1/2}U_{11}\Lambda^{3/2}\big]=2\tilde\ell(U_{11},u_{-1})$. OCR: uncertain
    (half-integer exponents in the middle lines of (b), the last trace included: the OCR cannot tell $\frac12$ from
    $\frac32$; the sign inside $\mathrm{tr}[\Gamma\Lambda\Gamma^{-1}\Lambda^{1/2}U_{11}\Lambda^{1/2}+\dots]$, where
    the OCR shows $-$).
    """
    return {
        "a": eq(
            l,
            Fraction(1, 2) * tr(Gam * residual * residual.T) - Fraction(1, 2) * tr(Lam**2 * inv(Gam)),
        ),
        "b": [
            Reading(f"exponent {exponent}, sign {sign}", _expansion(exponent, sign), "the scan leaves both open")
            for exponent in (Fraction(3, 2), Fraction(1, 2))
            for sign in "+-"
        ],
    }


corollary_16 = with_proof(corollary_16, whole=chains.CHAIN)
corollary_16_expansion = with_proof(corollary_16_expansion, whole=chains.EXPANSION)
