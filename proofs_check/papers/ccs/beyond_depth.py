"""Beyond the paper: the excess risk after any number of layers, and the step sizes for which it vanishes."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import Prop, implies
from .appendix_c_limits import nonzero
from .chains import depth as chains
from .chains import every_covariate as every
from .chains.depth import deltas, eigenvector, is_excess, lam, long_step, no_less, q, scaled
from .eq_13 import is_covariance
from .notation import l, n
from .notation_bayes import K_hat, Y_hat, delta, mu, nu, s, v


@claim(
    "ccs/beyond-depth-excess-risk",
    kind=Kind.IDENTITY,
    source="beyond the paper; Proposition 3.4 with finitely many layers",
    forall=(n, l, K_hat, v, s, deltas, q, lam),
    uses=("ccs/proposition-3.4", "ccs/eq-13-exact"),
    witnesses=("words", "entries", "proof"),
)
def beyond_depth_excess_risk() -> Parts:
    r"""Given the covariates, with any steps $\delta_0,\delta_1,\dots$: after $\ell$ layers the in-context risk exceeds
    that of the Bayes estimator, $s^2$, by (a) $\|P\prod_{j<\ell}(I-\delta_j\hat{\mathbb K})v\|^2$, where
    $\nu=\hat{\mathbb K}^{1/2}v$; (b) an eigenvector of $\lambda>0$ is multiplied by
    $\prod_{j<\ell}(1-\delta_j\lambda)$. So the excess is $\sum_i\langle
    v,q_i\rangle^2\prod_{j<\ell}(1-\delta_j\lambda_i)^2$ over an orthonormal eigenbasis of the image; it vanishes with
    depth if and only if $\prod_{j<\ell}(1-\delta_j\lambda_i)\to0$ wherever $\langle v,q_i\rangle\ne0$.
    """
    return {"a": is_excess, "b": implies(eigenvector, scaled)}


@claim(
    "ccs/beyond-depth-step-size",
    kind=Kind.LIMIT,
    source="beyond the paper; the choice of the step in Appendix C",
    forall=(l, delta, lam),
    uses=("ccs/beyond-depth-excess-risk", "ccs/appendix-c-limit-exact"),
    corrects="ccs/appendix-c-step-size",
    witnesses=("words", "entries", "proof"),
)
def beyond_depth_step_size() -> Prop:
    r"""Of one step $\delta>0$ for all layers $\delta<2/\|\hat{\mathbb K}\|$ is not only enough
    (ccs/appendix-c-limit-exact) but necessary: if $\delta\lambda\ge2$ for an eigenvalue,
    $(1-\delta\lambda)^{2\ell}\ge1$ for every $\ell$, and the excess risk does not vanish for the $\nu$ along its
    eigenvector.
    """
    return implies(long_step, no_less(l))


@claim(
    "ccs/beyond-depth-every-covariate",
    kind=Kind.LIMIT,
    source="beyond the paper; Proposition 3.4 with one Transformer for all covariates",
    forall=(n, K_hat, nu, mu, Y_hat),
    given=(is_covariance, nonzero),
    uses=("ccs/proposition-3.4", "ccs/eq-13-exact"),
    witnesses=("words", "proof"),
)
def beyond_depth_every_covariate() -> Prop:
    r"""With the steps $\delta_\ell=\frac1{\ell+1}$, which know nothing of the covariates, the layers' answer tends to
    minus the conditional mean for every kernel, all covariates and all labels. (No constant step does where covariates
    are unbounded: the second reading of ccs/proposition-3.4.)
    """
    return every.limit


beyond_depth_every_covariate = with_proof(beyond_depth_every_covariate, whole=every.HARMONIC)
beyond_depth_excess_risk = with_proof(beyond_depth_excess_risk, a=chains.EXCESS, b=chains.EIGENVECTOR)
beyond_depth_step_size = with_proof(beyond_depth_step_size, whole=chains.STAYS)
