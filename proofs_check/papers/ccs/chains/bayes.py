"""The blocks of a positive semi-definite matrix, and Gaussian labels with this covariance."""

from __future__ import annotations

from ....proof.chain import Assume, Combination, Contradiction, Identity, Positivity, Proof, Step
from ....statement.props import eq, ge, lt, ne
from ....statement.psd import pinv
from ....statement.terms import Term, entry, index, norm_2, stack, term, total, zeros
from ..notation import n
from ..notation_bayes import K_hat, P, Y_hat, covariance, mu, nu

j, k = index("j", "n"), index("k", "n")


def in_sums(inverse: Term) -> Term:
    r""":math:`\sum_{jk}\nu_j[\hat{\mathbb K}^{-1}]_{jk}y^{(k)}`."""
    return total(j, n, total(k, n, entry(nu, j, 1) * entry(inverse, j, k) * entry(Y_hat, k, 1)))


outside: Term = nu - P * nu
size: Term = norm_2(outside) ** 2


def form(x: Term) -> Term:
    r"""The quadratic form of the covariance at :math:`(x,1)`."""
    w = stack(x, term(1))
    return w.T * covariance * w


far: Term = form(-(mu + 1) / (2 * size) * outside)
best: Term = form(-(pinv(K_hat) * nu))
image = (
    Step("suppose", ne(outside, zeros("n", 1)), Assume()),
    Step("size", lt(0, size), Positivity(), ("suppose",)),
    Step("far", ge(far, 0), Positivity(), ("covariance", "size")),
    Step("its value", eq(far, -1), Identity(), ("size",)),
    Step("negative", lt(far, 0), Combination(1, plus=(1,)), ("its value", "size")),
    Step("in the image", eq(outside, zeros("n", 1)), Contradiction("suppose"), ("suppose", "far", "negative")),
)
"""nu is in the image of K_hat: else a quadratic form of the covariance is -1."""
LAW = Proof((
    *image,
    Step("nu", eq(P * nu, nu), Identity(-1), ("in the image",)),
    Step("best", ge(best, 0), Positivity(), ("covariance",)),
    Step("rest", ge(mu - nu.T * pinv(K_hat) * nu, 0), Combination(1), ("best",)),
))
