"""Beyond the paper: the global minimum over all parameters, and where it is attained."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import conj, eq, ge, global_minimum, implies, ne
from ...statement.terms import half, inv, minimum, norm_F, where, zeros
from .chains import global_optimality as chains
from .chains import global_optimality_random as random_chains
from .chains.global_optimality import at_K, conditions, floor, least, on_the_block
from .notation import U11, Gam, L, L_rdm, Lam, N, c, d, given_block, u12, u21, u_1
from .theorem_4 import star

zero = zeros("d", 1)


@claim(
    "zfb/beyond-global-optimality",
    kind=Kind.OPTIMUM,
    source="beyond the paper; compare Theorem 4 and Corollary 16",
    forall=(d, N, Lam, U11, u12, u21, u_1, c),
    uses=("zfb/theorem-4", "zfb/corollary-16", "zfb/section-5.2-loss-up-to-constant"),
    witnesses=("words", "entries", "proof"),
    options={"twins": {"fast": 1}},
)
def beyond_global_optimality() -> Parts:
    r"""Goal: the global minimum of (8) over all parameters $\theta$ against its minimum over the invariant block
    $u_{12}=u_{21}=0$; the full set of global minimisers for each $d$; same question for (20).

    Answer: the two minima are equal. The prediction depends on the weights through $U$ alone, and its part that is
    odd in $w$ on $U$ through $K=u_{-1}U_{11}+u_{12}u_{21}^\top$; the part that is even in $w$ does harm only. (a) The
    point $(K,0,0,1)$ of the block is never worse than $U$; so
    $\min_UL=\frac12\mathrm{tr}\Lambda-\frac12\mathrm{tr}[\Lambda^2 \Gamma^{-1}]$, attained on the block and in
    particular at (11). (b) At every global minimiser $K=\Gamma^{-1}$, $u_{-1}u_{21}=0$, and $u_{12}=0$ or $U_{11}=0$.
    (c) Hence for $d\ge2$ the global minimisers are exactly the points with $u_{12}=u_{21}=0$,
    $u_{-1}U_{11}=\Gamma^{-1}$: one family, $(c^{-1}\Gamma^{-1},0,0,c)$ with $c\ne0$. (d) For $d=1$ there is a second
    family, $U_{11}=u_{-1}=0$, $u_{12}u_{21}=\Gamma^{-1}$: in any dimension the loss where $U_{11}=u_{-1}=0$ is the
    least one plus $\frac12\|\Gamma^{1/2}(\Lambda^{1/2}u_{12}u_{21}^\top\Lambda^{1/2}-\Lambda \Gamma^{-1})\|_F^2$. (e)
    The two minima, computed apart, agree. For (20) see zfb/beyond-global-optimality-random.
    """
    elsewhere = norm_F(half(Gam) * (half(Lam) * u12 * u21.T * half(Lam) - Lam * inv(Gam))) ** 2
    return {
        "a": conj(ge(L, where(L, *at_K)), eq(where(L, *star), floor), global_minimum(L, *star)),
        "b": implies(least, conditions),
        "c": implies(ne(d, 1), implies(least, on_the_block)),
        "d": conj(
            eq(where(L, (U11, inv(c) * inv(Gam)), (u12, zero), (u21, zero), (u_1, c)), floor),
            eq(where(L, (U11, zeros("d", "d")), (u_1, 0)), floor + Fraction(1, 2) * elsewhere),
        ),
        "e": eq(minimum(L, U11, u12, u21, u_1), minimum(given_block(L), U11, u_1)),
    }


@claim(
    "zfb/beyond-global-optimality-random",
    kind=Kind.OPTIMUM,
    source="beyond the paper; compare Theorem 8",
    forall=(d, N, U11, u12, u21, u_1),
    uses=("zfb/beyond-global-optimality", "zfb/eq-20", "zfb/theorem-8"),
    witnesses=("words", "proof"),
    model="random covariance",
)
def beyond_global_optimality_random() -> Parts:
    r"""The last question of zfb/beyond-global-optimality: the global minimum of (20) against its minimum over the
    block.

    Answer: they are equal for every law of $\Lambda_\tau$ with finite third moments, diagonal or not: (a) the loss at
    $U$ is that at the point $(K,0,0,1)$ of the block, $K=u_{-1}U_{11}+u_{12}u_{21}^\top$, plus half the mean square
    of the part of the prediction that is even in $w$; (b) so that no point is better than the best one of the block.
    """
    return {"a": random_chains.landscape, "b": ge(L_rdm, where(L_rdm, *at_K))}


beyond_global_optimality = with_proof(
    beyond_global_optimality, a=chains.OPTIMUM, b=chains.MINIMISERS, c=chains.MINIMISERS
)
beyond_global_optimality_random = with_proof(beyond_global_optimality_random, b=random_chains.CHAIN)
