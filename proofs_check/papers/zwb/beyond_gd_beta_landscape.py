"""Beyond the paper: the stationary points of the risk of GD-beta."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from .assumptions import t_positive
from .chains import gd_beta_landscape as chains
from .chains.gd_beta_landscape import all_minima, only_minima
from .notation import Gamma, beta, problem


@claim(
    "zwb/beyond-gd-beta-landscape",
    kind=Kind.STATIONARITY,
    source="beyond the paper; Section 6",
    forall=(*problem, beta, Gamma),
    given=(t_positive,),
    uses=("zwb/corollary-g.1", "zwb/lemma-g.2"),
    witnesses=("entries", "proof"),
    options={"entries": {"fast_d": 1}},
)
def beyond_gd_beta_landscape() -> Parts:
    r"""Goal: determine all stationary points of $R(\beta,\Gamma)$ for $H\succ0$, and in general.

    Answer, for every problem with $t>0$: the stationary points are exactly the global minima of (5.3), $\beta\in\beta^*
    +\mathrm{null}(H)$, $\Gamma\in\Gamma^*+\mathrm{null}(H\otimes H)$: (a) nowhere else do both derivatives vanish, (b)
    there they do.  So there are no saddles and no spurious minima, although $R$ is not convex; for $H\succ0$ the only
    stationary point is $(\beta^*,\Gamma^*)$.
    """
    return {"a": only_minima, "b": all_minima}


beyond_gd_beta_landscape = with_proof(beyond_gd_beta_landscape, a=chains.ONLY_MINIMA, b=chains.ALL_MINIMA)
