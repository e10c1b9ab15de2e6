"""Beyond the paper: the gap when the mean of the task is large."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop
from .chains import large_mean as chains
from .chains.large_mean import bounds, eps, given, leading, r, u
from .notation import B_1, H, M, Psi, b, beta_star, d, problem, s, sigma, u_1


@claim(
    "zwb/beyond-gap-large-mean",
    kind=Kind.LIMIT,
    source="beyond the paper; compare Section 4",
    forall=(*problem, eps, u, r),
    uses=("zwb/eq-b.15", "zwb/beyond-sharp-gap-form", "zwb/beyond-gap-large-mean-form"),
    witnesses=("words", "sampled", "proof"),
)
def beyond_gap_large_mean() -> Parts:
    r"""Goal: for fixed $(d,M,H,\Psi,\sigma^2)$ and a fixed direction $u$, the limit of gap$/\|\beta^*\|_H^2$ along
    $\beta^*=ru$ as $r\to\infty$, with proof; on what it depends.

    Answer: the limit is $\frac2{M+2}$ for every direction with $\|u\|_H\ne0$: it depends on $M$ alone. (a) For every
    problem with $\|\beta^*\|_H\ne0$ and every $\epsilon\in(0,1]$ the gap lies between
    $(1-\epsilon)\frac2{M+2}\|\beta^*\|_H^2-\frac1\epsilon\operatorname{tr}(H\Psi)$ and
    $\frac2{M+2}\|\beta^*\|_H^2+\operatorname{tr}(H\Psi)$. (b) Along $\beta^*=ru$, $r=1,2,\dots$, the ratio differs from
    $\frac2{M+2}$ by at most $C(\frac1r+\frac1{r^2})$, $C=\frac2{M+2}+\operatorname{tr}(H\Psi)/\|u\|_H^2$. The best LSA
    then ignores the labels. (With $\|u\|_H=0$ there is no gap: zwb/section-4-strict-gap-corrected.)
    """
    return {"a": bounds, "b": leading}


@claim(
    "zwb/beyond-gap-large-mean-form",
    kind=Kind.INEQUALITY,
    source="beyond the paper; compare (B.15)",
    forall=(d, M, H, Psi, sigma, beta_star, u_1, s, B_1, b),
    uses=("zwb/eq-b.15",),
    witnesses=("words", "entries", "sampled", "proof"),
)
def beyond_gap_large_mean_form() -> Prop:
    r"""For every LSA $\operatorname{tr}\big(HK[\frac{M+1}MH\Psi H+\frac tMH]K^\top\big)+\mathrm{II}+\mathrm{III}+
    \mathrm{IV}\ge\frac2{M+2}\|\beta^*\|_H^2$: the mean square of $\beta^*$ minus a bilinear form in the data, whatever
    its rank, is at least that.
    """
    return given.bilinear


beyond_gap_large_mean = with_proof(beyond_gap_large_mean, a=chains.BOUNDS, b=chains.ORDER)
beyond_gap_large_mean_form = with_proof(beyond_gap_large_mean_form, whole=chains.BILINEAR)
