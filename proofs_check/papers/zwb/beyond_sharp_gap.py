"""Beyond the paper: the best constant in Theorem 4.1, for each M."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, ge
from .chains import gap as chains
from .chains import sharp
from .chains.gap import at_least, gap, size, split_LSA, split_LTB
from .chains.sharp import approached, e, n, nearly, zeta
from .notation import H, M, Psi, d, problem, reduced, sigma
from .notation_gap import free


@claim(
    "zwb/beyond-sharp-gap-form",
    kind=Kind.INEQUALITY,
    source="beyond the paper; compare Appendix B, step 5",
    forall=(d, M, H, Psi, sigma, *(sym for sym, _ in free.binding)),
    uses=("zwb/eq-b.15",),
    witnesses=("words", "entries", "sampled", "proof"),
)
def beyond_sharp_gap_form() -> Prop:
    r"""For all $a,U,v,c$ and every $M$, $H,\Psi\succeq0$, $\sigma$:
    $(M+1)\,\mathbb E\|a+U\hat Hv+c\,q\|_H^2\ge\|a\|_H^2$, that is $(M+1)(\mathrm{II}+\mathrm{III}+\mathrm{IV})\ge
    \|a\|_H^2$ in (B.15). It is what the last step of Appendix B needs; II may not be dropped for it.
    """
    return at_least(free)


@claim(
    "zwb/beyond-sharp-gap-split",
    kind=Kind.IDENTITY,
    source="beyond the paper; (B.15) and (D.3) read against Appendix C",
    forall=(*problem, *reduced),
    uses=("zwb/eq-b.15", "zwb/eq-d.3", "zwb/eq-c.2"),
    witnesses=("words", "entries", "sampled"),
)
def beyond_sharp_gap_split() -> Parts:
    r"""The risk of an LTB is that of GD-$\beta$ at $(\beta^*,K)$ plus $\mathrm{II}+\mathrm{III}+\mathrm{IV}$ (a); so is
    that of an LSA, with $a=-\beta^*$ (b). Every model is so compared with one of GD-$\beta$ without any inverse, at all
    ranks, for $t=0$ too.
    """
    return {"a": split_LTB, "b": split_LSA}


@claim(
    "zwb/beyond-sharp-gap",
    kind=Kind.INEQUALITY,
    source="beyond the paper; sharpens Theorem 4.1",
    forall=(*problem, e, zeta, n),
    uses=("zwb/theorem-4.1", "zwb/eq-b.15", "zwb/beyond-sharp-gap-form"),
    witnesses=("words", "proof"),
)
def beyond_sharp_gap() -> Parts:
    r"""Goal: for every $M\ge1$ the best constant $c_M$ with gap $\ge c_M\|\beta^*\|_H^2$ for all problems, with proof,
    and exact rational problems that approach it, for each $d$ if possible.

    Answer: $c_M=\frac1{M+1}$, for every $d$. (a) The gap is at least $\frac1{M+1}\|\beta^*\|_H^2$ for every problem.
    (b) With $D=(1+\sigma^2)^2+M+1$ and $N=(M+2)D+M\sigma^4$ it is at most $\frac{2D}N\|\beta^*\|_H^2$ where
    $\|e\|_H=1$, $\Phi=H^{1/2}ee^\top H^{1/2}$ and $\beta^*=\zeta e$, $\zeta=\frac N{(M+2+\sigma^2)D}$. For each $d$
    these are rational problems, $H=I$, $\Psi=ee^\top$ with the first unit vector $e$ and $\sigma=n=1,2,\dots$; (c) and
    $\frac{2D}N\to\frac1{M+1}$ as $n\to\infty$. For $d=M=1$, $H=\Psi=1$, $\sigma=3$, $\beta^*=\frac{43}{136}$ it is
    $\frac{68}{129}$, against $\frac12$.
    """
    return {"a": ge(gap, size / (M + 1)), "b": nearly, "c": approached}


beyond_sharp_gap_form = with_proof(beyond_sharp_gap_form, whole=chains.FORM)
beyond_sharp_gap = with_proof(beyond_sharp_gap, a=chains.GAP, b=sharp.SHARP, c=sharp.APPROACHED)
