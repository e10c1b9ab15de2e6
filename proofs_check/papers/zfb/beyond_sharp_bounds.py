"""Beyond the paper: the best constants in Lemmas 12 and 19."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import always, conj, le
from ...statement.terms import at0
from .assumptions import assumption_3, scale_43
from .assumptions_random import assumption_3_diag, scale_58
from .chains import sharp_bounds as chains
from .chains import sharp_bounds_random as random_chains
from .chains.sharp_bounds import (
    along_flow,
    along_square,
    alpha,
    attained,
    beta,
    delta,
    improved,
    never_worse,
    per_point,
    q,
    quartic,
    still_balanced,
)
from .notation import U11, Lam, N, Theta, c, d, l, sigma, u_1


@claim(
    "zfb/beyond-sharp-bounds",
    kind=Kind.INEQUALITY,
    source="beyond the paper; compare Lemmas 12 and 19",
    forall=(d, N, Lam, Theta, sigma, U11, u_1, alpha, beta, c, q, delta),
    given=(*assumption_3, scale_43),
    uses=("zfb/lemma-12", "zfb/lemma-19", "zfb/lemma-27", "zfb/lemma-28", "zfb/corollary-16", "zfb/lemma-17"),
    witnesses=("words", "proof"),
    options={"twins": {"fast": 1}},
)
def beyond_sharp_bounds() -> Parts:
    r"""Goal: best constants (or the best of a stated form) in Lemma 12 ($\mu$), Lemma 19 (lower bound on $u_{-1}$),
    Lemma 27 and Lemma 28 ($\nu$), under the same hypotheses; how far the printed ones are from the best, as a table
    over $\Lambda,N,\Theta,\sigma$.

    Answer: (a) If $\Gamma\Lambda\succeq\alpha I$ and $\Lambda\succeq\beta I$ then $\|\nabla\tilde\ell\|_2^2\ge
    2\alpha\beta u_{-1}^2(\tilde\ell-\min\tilde\ell)$ at every point; the largest such constant,
    $2\lambda_{\min}(\Gamma \Lambda)\lambda_{\min}(\Lambda)$, is (b) the best factor of $u_{-1}^2$: for a unit
    eigenvector $q$ of $\Lambda$ with eigenvalue $\delta$, that of $\Gamma$ being $g$, equality holds with
    $2g\delta^2$ where $u_{-1}U_{11}=\Gamma^{-1}-\frac1gqq^\top$, for every $u_{-1}=c\ne0$. The paper has
    $2/[\mathrm{tr}(\Gamma^{-1}\Lambda^{-1})\mathrm{tr}(\Lambda^{-1})]$ there, smaller by a factor of at most $d^2$,
    which is attained for $\Lambda=\lambda I_d$. (c) $u_{-1}(t)^2\ge -\tilde\ell(0)/\|\Lambda^2\|_F$ with the exact
    loss $\tilde\ell(0)=\frac{\sigma^4}2\mathrm{tr}[\Gamma\Lambda\Theta
    \Theta^\top\Lambda\Theta\Theta^\top]-\sigma^2\mathrm{tr}[\Lambda^2\Theta\Theta^\top]$ at the start, and a quartic
    inequality that says a little more; (d) never worse than (44), whose square replaces $\tilde\ell(0)$ and
    $\|\Lambda^2\|_F\le\sqrt d\|\Lambda\|_{op}^2$ by bounds. (e) $\|\Lambda^2\|_F$ cannot be replaced by a smaller
    number: along the balanced points $U_{11}=c\Lambda^2/\|\Lambda^2\|_F$, $u_{-1}=c$ the loss is
    $-\|\Lambda^2\|_Fc^2+ O(c^4)$, and started there $u_{-1}(0)^2=c^2$. (f) Hence Lemma 12 with
    $\mu=2\alpha\beta(-\tilde\ell(0))/ \|\Lambda^2\|_F$. The table is that of symbolic.sharp_bounds (`table`); Lemmas
    27, 28 are in zfb/beyond-sharp-bounds-random; without the condition on $\sigma$ see zfb/beyond-sigma-condition.
    """
    return {
        "a": per_point,
        "b": attained,
        "c": always(conj(le(quartic, at0(l)), le(improved, u_1**2))),
        "d": never_worse,
        "e": conj(along_square, still_balanced),
        "f": along_flow,
    }


@claim(
    "zfb/beyond-sharp-bounds-random",
    kind=Kind.INEQUALITY,
    source="beyond the paper; compare Lemmas 27 and 28",
    forall=(d, N, Theta, sigma, U11, u_1),
    given=(*assumption_3_diag, scale_58),
    uses=("zfb/beyond-sharp-bounds", "zfb/lemma-24", "zfb/lemma-25", "zfb/lemma-26", "zfb/lemma-27", "zfb/lemma-28"),
    witnesses=("proof",),
    model="diagonal covariance",
    options={"twins": {"fast": 1}},
)
def beyond_sharp_bounds_random() -> Parts:
    r"""The questions of zfb/beyond-sharp-bounds for Lemmas 27 and 28.

    Answer: (a) $u_{-1}(t)^2\ge-\ell_{rdm}(0)/\|\mathbb E\Lambda_\tau^2\|_F$ with the exact loss
    $\ell_{rdm}(0)=\mathbb
    E\,\mathrm{tr}[\frac{\sigma^4}2\Gamma_\tau\Lambda_\tau\Theta\Theta^\top\Lambda_\tau\Theta\Theta^\top-\sigma^2
    \Lambda_\tau^2\Theta\Theta^\top]$ at the start; (b) that is never worse than (60), which bounds this loss and
    $\|\mathbb E\Lambda_\tau^2\|_F\le\sqrt d\|\mathbb E\Lambda_\tau^2\|_{op}$ further; (c) hence (62) with $\nu=2\eta
    (-\ell_{rdm}(0))/\|\mathbb E\Lambda_\tau^2\|_F$.
    """
    return {"a": random_chains.bounded, "b": random_chains.never_worse, "c": random_chains.pl}


beyond_sharp_bounds = with_proof(
    beyond_sharp_bounds, a=chains.PL, b=chains.ATTAINED, c=chains.LOWER, d=chains.LOWER, f=chains.ALONG
)
beyond_sharp_bounds_random = with_proof(beyond_sharp_bounds_random, whole=random_chains.PROOF)
