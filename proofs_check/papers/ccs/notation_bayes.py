r"""Gaussian labels given the covariates: the blocks of (13), the Bayes estimator and other predictors.

================  ================================  ==============  ====================================================
paper             code                              shape           meaning
================  ================================  ==============  ====================================================
K hat             ``K_hat``                         (n, n)          (13): top left block of the labels' covariance, psd
nu, mu            ``nu, mu``                        (n, 1), number  its other blocks
Y hat             ``Y_hat``                         (n, 1)          labels of the demonstrations, arbitrary
v, s, g, e        ``v, s, g, e``                    vectors,        the law: Y hat = K^{1/2} g, y = v^T P g + s e
                                                    numbers
================  ================================  ==============  ====================================================

Every positive semi-definite matrix is a Gram matrix of a kernel and the other way round, so that what holds for every
``K_hat`` holds for every kernel and all covariates.  A Gaussian vector with mean 0 and covariance
``[[K_hat, nu], [nu^T, mu]]`` has the law of ``(K_hat^{1/2} g, v^T P g + s e)`` with standard Gaussian g and e,
``v = (K_hat^{1/2})^+ nu``, ``s^2 = mu - nu^T K_hat^+ nu`` and P the projection on the image of ``K_hat``.
"""

from __future__ import annotations

from collections.abc import Callable

from ...statement.attention import layer, sequence
from ...statement.laws import gaussian, noise
from ...statement.psd import pinv, projection
from ...statement.terms import Op, Sym, Term, TermLike, block, half, inv, matrix, scalar, term, vector
from .notation import l

K_hat = matrix("K_hat", "n", "n", "symmetric", "psd", tex=r"\hat{\mathbb K}")
nu = vector("nu", "n", tex=r"\nu")
mu = scalar("mu", tex=r"\mu")
Y_hat = vector("Y_hat", "n", tex=r"\hat Y")
covariance: Term = block(K_hat, nu, nu.T, mu)
r""":math:`\mathbb K_+` in the blocks of (13)."""
P: Term = projection(K_hat)
printed_estimate: Term = nu.T * inv(K_hat) * Y_hat
"""(13), (25) as printed."""
estimate: Term = nu.T * pinv(K_hat) * Y_hat
"""With the pseudo-inverse: the conditional mean."""

# The layers of Appendix C ------------------------------------------------------------------------------------

delta = scalar("delta", "positive", tex=r"\delta")
"""A step size."""
m = layer("m", tex="m")
"""The layer bound in the sequence of the answers; ``l`` is that of the labels."""
Yhat_l, y_l = Sym("Yhat_l", ("n", 1), tex=r"\hat Y_\ell"), Sym("y_l", (1, 1), tex=r"y^{(n+1)}_\ell")
Steps = Callable[[TermLike], Term]
"""The step size of each layer."""


def constant(layer: TermLike) -> Term:
    r"""One step size :math:`\delta` for all layers."""
    return delta


def labels_at(upto: TermLike, steps: Steps = constant) -> Op:
    r""":math:`\hat Y_{\ell+1}=(I-\delta_\ell\hat{\mathbb K})\hat Y_\ell` from :math:`\hat Y`."""
    return sequence(Yhat_l, l, Y_hat, Yhat_l - steps(l) * (K_hat * Yhat_l), upto)


def answer_at(upto: TermLike, steps: Steps = constant) -> Op:
    r""":math:`y^{(n+1)}_{\ell+1}=y^{(n+1)}_\ell-\delta_\ell\nu^\top\hat Y_\ell` from 0."""
    return sequence(y_l, m, term(0), y_l - steps(m) * (nu.T * labels_at(m, steps)), upto)


# The law of the labels ---------------------------------------------------------------------------------------

v = vector("v", "n")
s = scalar("s", "nonnegative")
g = gaussian("g", "n")
e = noise("e", s, normal=True)
"""With variance s^2."""
demonstrations: Term = half(K_hat) * g
query: Term = v.T * P * g + e
