r"""Beyond the paper: for Gaussian covariates and labels of the exponential kernel the loss (5) is infinite everywhere.

The four predictors of Figure 1 and the Bayes estimator (13) alike have an infinite loss then; with the covariates of
the experiments, on the sphere, all of it is finite (ccs/beyond-finite-bounded).
"""

from __future__ import annotations

from ...claims import Kind, Parts, claim
from ...statement.laws import finite, gaussian, infinite
from ...statement.props import eq, gt, iff
from ...statement.terms import Sym, Term, at, entry, exp, expect, index, inner, inv, matrix, scalar, total, vector
from .notation import X_0, Sigma, d, n, x_i

xi = gaussian("xi", "d", tex=r"\xi")
r""":math:`\Sigma^{-1/2}x^{(n+1)}`, independent of the demonstrations."""
z = Sym("z", ("d", 1), frozenset({"iid"}))
r""":math:`\Sigma^{-1/2}x^{(i)}`, given."""
sigma = scalar("sigma", "positive", tex=r"\sigma")
W = matrix("W", "n", "n")
"""Any; :math:`\\hat{\\mathbb K}^{-1}` where it exists, and its pseudo-inverse elsewhere."""
K_hat = matrix("K_hat", "n", "n", "symmetric", "posdef", tex=r"\hat{\mathbb K}")
nu, p = vector("nu", "n", tex=r"\nu"), vector("p", "n")
mu = scalar("mu", tex=r"\mu")
i, j = index("i", "n"), index("j", "n")


def kernel(u: Term, v: Term) -> Term:
    """(14)."""
    return exp(inner(u, v) / sigma**2)


def least_risk(kernel_of_query: Term) -> Term:
    r""":math:`\mu-\nu^\top W\nu` with :math:`\nu_i=\mathcal K(z_i,\xi)`."""
    both = total(i, n, total(j, n, entry(W, i, j) * exp(inner(at(z, i) + at(z, j), xi) / sigma**2)))
    return kernel_of_query - both


@claim(
    "ccs/beyond-infinite-labels",
    kind=Kind.INEQUALITY,
    source="implicit in (5), Example 7 and (14); Gaussian covariates, labels of the exponential kernel",
    forall=(d, n, Sigma, sigma, W, z, K_hat, nu, mu, p),
    uses=("ccs/eq-5", "ccs/eq-14", "ccs/example-4", "ccs/example-7", "ccs/eq-13-exact"),
    witnesses=("words", "entries"),
)
def beyond_infinite_labels() -> Parts:
    r"""Let $x^{(i)}\sim\mathcal N(0,\Sigma)$ be independent (Example 4) and the labels be those of Example 7 with
    $\mathcal K^{exp}_\sigma$ of (14). (a) $\mathbb E(y^{(n+1)})^2=\mathbb Ee^{\|\xi\|^2/\sigma^2}$ is finite iff
    $\sigma^2>2$; (b) for $\sigma=1$, as in (11), it is infinite. (c) So is what is left of it given the demonstrations:
    for all $z^{(1)},\dots,z^{(n)}$ and every matrix W, $\mathbb E_\xi[\mathcal K(\xi,\xi)-\nu^\top W\nu]$,
    $\nu_i=\mathcal K(z^{(i)},\xi)$, is finite iff $\sigma^2>2$. (d) With $W=\hat{\mathbb K}^{-1}$ no predictor that is
    linear in the labels has a smaller mean square error: it is larger by a square.

    So for $\sigma^2\le2$ the loss (5) is infinite for every n, every number of layers, every $\tilde h$ and all
    parameters, that of the Bayes estimator included: given the covariates (5) is at least $\mu-\nu^\top\hat{\mathbb
    K}^{-1}\nu$ (ccs/eq-13-exact), whose mean over the query alone is infinite. There f has no gradient and
    Theorems 4.5, 4.6, E.1, F.1 and Proposition 3.4 speak of no loss, although Assumptions 4.1, 4.2 and 4.3 hold.
    """
    query = kernel(xi, xi)
    gap = p + inv(K_hat) * nu
    return {
        "a": iff(finite(expect(query)), gt(sigma**2, 2)),
        "b": infinite(expect(exp(inner(xi, xi)))),
        "c": iff(finite(expect(least_risk(query))), gt(sigma**2, 2)),
        "d": eq(
            p.T * K_hat * p + 2 * p.T * nu + mu, (mu - nu.T * inv(K_hat) * nu) + gap.T * K_hat * gap
        ),
    }


a = scalar("a", "nonzero")
beta_0, beta_1 = scalar("beta_0", "positive", tex=r"\beta_0"), scalar("beta_1", "positive", tex=r"\beta_1")
x, query = gaussian("x", "d"), gaussian("x_last", "d", tex=r"x^{(n+1)}")
"""The covariates of one demonstration and of the query, with the identity for covariance."""
u, w = x_i(1), x_i(n + 1)


def score(u: Term, w: Term) -> Term:
    r""":math:`\beta_1\langle X_1^{(1)},X_1^{(2)}\rangle` of the covariates after one layer, written out."""
    same, other = inner(u, u), inner(u, w)
    moved = a * same * exp(beta_0 * other) + a * other * exp(beta_0 * same)
    return beta_1 * (other + moved + a**2 * same * (exp(beta_0 * same) * exp(beta_0 * other)))


@claim(
    "ccs/beyond-infinite-covariates",
    kind=Kind.INEQUALITY,
    source="implicit in (5), Theorem 4.6; exponential attention that transforms Gaussian covariates",
    forall=(d, n, a, beta_0, beta_1, X_0),
    uses=("ccs/eq-20", "ccs/theorem-4.6", "ccs/beyond-finite-exponential"),
    witnesses=("words", "entries"),
    options={"twins": {"fast": 1}},
)
def beyond_infinite_covariates() -> Parts:
    r"""Two layers of $\tilde h^{exp}$ with $A_0=aI$, $a\ne0$, one demonstration, $x^{(1)},x^{(2)}\sim\mathcal N(0,I)$
    and scales $b_\ell c_\ell=\beta_\ell>0$, as at a point (18): after one layer the covariates are
    $x^{(1)}(1+ae^{\beta_0\|x^{(1)}\|^2})$ and $x^{(2)}+ae^{\beta_0\langle x^{(1)},x^{(2)}\rangle}x^{(1)}$. (a) Their
    scalar product. (b) The attention value of the second layer, its exponential, has an infinite mean, however small
    $\beta_0$, $\beta_1$ and a are.

    So with free $A_\ell$ no bound on the scales makes exponential attention of Gaussian covariates integrable, as that
    of ccs/beyond-finite-exponential does for $A_\ell=0$.
    """
    first, last = u + a * exp(beta_0 * inner(u, u)) * u, w + a * exp(beta_0 * inner(u, w)) * u
    return {"a": eq(beta_1 * inner(first, last), score(u, w)), "b": infinite(expect(exp(score(x, query))))}
