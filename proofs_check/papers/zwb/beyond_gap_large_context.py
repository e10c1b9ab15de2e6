"""Beyond the paper: the gap as the number of context examples grows."""

from __future__ import annotations

from ...claims import Expected, Hypothesis, Kind, Parts, claim, with_proof
from ...statement.props import Prop, conj, posdef, tends
from ...verdict import Verdict
from .assumptions import t_positive
from .chains import large_context as chains
from .chains.gap import gap, size
from .chains.large_context import at_least, from_above, from_below, leading
from .chains.sharp import e
from .notation import H, M, Psi, d, problem, sigma
from .notation_gap import free

invertible = Hypothesis("H, Psi > 0", conj(posdef(H), posdef(Psi)), r"H,\Psi\succ0")


@claim(
    "zwb/beyond-gap-large-context-form",
    kind=Kind.INEQUALITY,
    source="beyond the paper; compare zwb/beyond-sharp-gap-form",
    forall=(d, M, H, Psi, sigma, *(sym for sym, _ in free.binding)),
    uses=("zwb/eq-b.15",),
    witnesses=("words", "sampled", "proof"),
)
def beyond_gap_large_context_form() -> Prop:
    r"""For all $a,U,v,c$: $\big((M+2)\operatorname{tr}\Phi^2+t^2\big)(\mathrm{II}+\mathrm{III}+\mathrm{IV})\ge
    2\operatorname{tr}(\Phi^2)\|a\|_H^2$.
    """
    return at_least(free)


@claim(
    "zwb/beyond-gap-large-context",
    kind=Kind.LIMIT,
    source="beyond the paper; compare Section 4",
    forall=problem,
    given=(t_positive,),
    uses=("zwb/eq-b.15", "zwb/section-4-not-improvable", "zwb/beyond-gap-large-context-form"),
    witnesses=("words", "proof"),
)
def beyond_gap_large_context() -> Parts:
    r"""Goal: for fixed $(d,H,\Psi,\sigma^2,\beta^*)$ the exact behaviour of the gap as $M\to\infty$ (leading order and
    its constant), with proof.

    Answer: $M\cdot$gap is, up to $O(1/M)$, at least $2\|\beta^*\|_H^2$ where $\Phi\ne0$, and at most
    $(\operatorname{rank}H+1)\|\beta^*\|_H^2$ where $\Phi$ is invertible on $\mathrm{Im}(H)$. For every problem with
    $t>0$ (a) $\big((M+2)\operatorname{tr}\Phi^2+t^2\big)\,\mathrm{gap}\ge2\operatorname{tr}(\Phi^2)\|\beta^*\|_H^2$;
    (b) $\mathrm{gap}\le\frac{\operatorname{tr}P+1}M\|\beta^*\|_H^2+
    \frac1{M^2}\operatorname{tr}\big((\Phi+tP)^2\Omega^{-1}\big)$.
    Where $\Phi$ has rank 1 the lower one is met: zwb/beyond-gap-large-context-rank-one; so for $d=1$. For
    $\Phi=0$ the gap is $\frac2{M+2}\|\beta^*\|_H^2$ by zwb/beyond-gap-large-mean with $\epsilon\to0$. For other ranks
    see zwb/beyond-gap-large-context-constant.
    """
    return {"a": from_below, "b": from_above}


@claim(
    "zwb/beyond-gap-large-context-rank-one",
    kind=Kind.LIMIT,
    source="beyond the paper; compare Section 4",
    forall=(*problem, e),
    uses=("zwb/beyond-gap-large-context",),
    witnesses=("words", "proof"),
)
def beyond_gap_large_context_rank_one() -> Prop:
    r"""If $\Phi=H^{1/2}ee^\top H^{1/2}\ne0$ is of rank 1, in any dimension, then for every $M$ the gap is at most
    $\frac2{M+2}\|\beta^*\|_H^2$, and it is $\frac2M\|\beta^*\|_H^2+O(\frac1{M^2})$ as $M\to\infty$.
    """
    return leading


@claim(
    "zwb/beyond-gap-large-context-constant",
    kind=Kind.LIMIT,
    source="beyond the paper; compare Section 4",
    forall=problem,
    given=(invertible,),
    uses=("zwb/beyond-gap-large-context",),
    witnesses=("words", "proof"),
    expected=Expected(
        Verdict.UNDECIDED,
        "Proved are the upper bound with this constant and a lower one with 2 in place of d + 1, hence d = 1. The rest "
        "is done by hand: if the excess is O(1/M) then c = O(M^-1/2), UHv = a + O(M^-1/2) and K tends to the identity; "
        "from K = sU + bv^T, with n = ||v||_H^2 and K' the part of K that v does not meet, n s^2 (II) M = n^2 ||K'||^2 "
        "and ||s^2 UHv + nc|| = s ||Kv||, so that M (II) tends to (d - 1) ||beta^*||_H^2. A chain needs a rule for "
        "infima that are approached, with error terms.",
    ),
)
def beyond_gap_large_context_constant() -> Prop:
    r"""For $H,\Psi\succ0$: $M\cdot\mathrm{gap}\to(d+1)\|\beta^*\|_H^2$ as $M\to\infty$.

    By hand, for any ranks, with $\rho=\operatorname{rank}\Phi\ge2$ smaller than $\operatorname{rank}H$ and $a_1$, $a_2$
    the parts of $H^{1/2}\beta^*$ in $\mathrm{Im}\,\Phi$ and outside, the constant is
    $\|\beta^*\|_H^2-\rho t+\min_{0\le\tau\le1}\big(\sqrt{(1-\tau)^2\|a_1\|^2+\|a_2\|^2}+\sqrt{\rho(\tau^2\|a_1\|^2+t)}
    \big)^2$.
    """
    return tends(M * gap, (d + 1) * size, M)


beyond_gap_large_context_form = with_proof(beyond_gap_large_context_form, whole=chains.FORM_2)
beyond_gap_large_context = with_proof(beyond_gap_large_context, whole=chains.BOUNDS)
beyond_gap_large_context_rank_one = with_proof(beyond_gap_large_context_rank_one, whole=chains.ORDER)
