"""Beyond the paper: the stationary points of the population loss over all parameters."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import conj
from .chains import full_landscape as chains
from .chains.full_landscape import above, equal_shares, minimum, orthogonal, rank_one, saddle, value, whole
from .chains.sharp_bounds import delta, q
from .notation import U11, Lam, N, c, d, u12, u21, u_1


@claim(
    "zfb/beyond-full-landscape",
    kind=Kind.STATIONARITY,
    source="beyond the paper; compare Lemma 10 and Section 5.2",
    forall=(d, N, Lam, U11, u12, u21, u_1, c, q, delta),
    uses=("zfb/lemma-10", "zfb/lemma-15", "zfb/section-5.2-loss-up-to-constant", "zfb/beyond-global-optimality"),
    witnesses=("words", "proof"),
    options={"twins": {"fast": 1}},
)
def beyond_full_landscape() -> Parts:
    r"""Goal: for the loss (26) as a function of all of $U$ ($u_{12},u_{21}$ free): are there stationary points
    outside the global minima, spurious local minima, saddles? List and classify them for small $d$, with exact
    certificates (critical equations, Hessian signature), depending on $\Lambda$ and $N$.

    Answer: on the block there are no spurious minima, off the block there are, from $d=2$ on. With
    $K=u_{-1}U_{11}+u_{12} u_{21}^\top$, $G=\Gamma\Lambda K\Lambda-\Lambda^2$ and the even part $\alpha+\beta$ of the
    prediction, $\alpha$ from $u_{12},U_{11}$, $\beta$ from $u_{-1},u_{21}$: (a) where all derivatives vanish,
    $L=\frac12\mathrm{tr}\Lambda-\frac12 \mathrm{tr}[\Lambda^2K]$, $\mathrm{tr}[G^\top K]=-\mathbb E(\alpha+\beta)^2$,
    $\mathbb E\alpha^2=\mathbb E\beta^2$ and $\mathrm{tr}[G^\top(u_{-1}U_{11}-u_{12}u_{21}^\top)]=0$: printed as
    identities between $L$ and its derivatives. (b) On the block a stationary point has $u_{-1}U_{11}=\Gamma^{-1}$, a
    global minimum, or $u_{-1}=0$; then the loss curves downwards along $(c\Lambda^2,1)$ with large $c$: a strict
    saddle. (c) For every unit eigenvector $q$ of $\Lambda$ ($\Lambda q=\delta q$, $\Gamma q=gq$) and $c\ne0$ the
    point $U_{11}=0$, $u_{-1}=0$, $u_{12}=cq$, $u_{21}=\frac1{cg}q$ is stationary, its loss above the least one by
    $\frac12(\mathrm{tr}[\Lambda^2\Gamma^{-1}]-\frac{\delta^2}g)$, (d) which is positive for $d\ge2$. For $d=1$ it is
    the second family of global minima; (a) leaves besides these the origin and one family with all four parameters
    non-zero, $u_{-1}U_{11}=u_{12}u_{21}$, all of them saddles: no spurious minimum. For $d\ge2$ the exact Hessian
    (symbolic.stationary, where $q$ belongs to the largest eigenvalue) decides: $\Lambda=\mathrm{diag}(1,\frac12)$ and
    $N=1,2,5,10$: no negative eigenvalue, and 0 only along the curve in $c$, so a spurious local minimum, for $N=1$
    with loss $\frac1{20}$ above the least; $N=20,50,1000$: a strict saddle. For $\mathrm{diag}(1,\frac12,\frac13)$ it
    is a minimum for $N\le5$. Gradient flow from Assumption 3 does not meet these points, from other starts it may. A
    complete list for $d\ge2$ is open: the critical equations are a polynomial system in $(d+1)^2$ unknowns.
    """
    return {
        "a": conj(value, whole, equal_shares, orthogonal),
        "b": conj(minimum, saddle),
        "c": rank_one,
        "d": above,
    }


beyond_full_landscape = with_proof(beyond_full_landscape, b=chains.BLOCK, c=chains.RANK_ONE, d=chains.ABOVE)
