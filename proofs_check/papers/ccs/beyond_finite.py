"""Beyond the paper: where the in-context loss (5) is finite, and the exact bounds on scales where it is not always."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim
from ...statement.attention import differentiable
from ...statement.laws import finite
from ...statement.props import Prop, eq, iff, lt, posdef
from ...statement.terms import Abbrev, Term, at, entry, exp, expect, inner, matrix, norm_op, scalar, total
from .examples_4_5 import gaussian_x, shifted_x, sphere_x, v, xi
from .examples_6_7 import theta
from .notation import (
    X_0,
    A,
    B,
    C,
    I,
    Sigma,
    d,
    h,
    h_exp,
    h_linear,
    h_relu,
    h_softmax,
    inv_root,
    k,
    n,
    r,
    root,
    x_i,
)
from .notation_domain import averaged_loss, linear_y, loss, network_y, process_y
from .section_2 import i

B_any, C_any = matrix("B", "d", "d"), matrix("C", "d", "d")
Q = matrix("Q", "d", "d", "symmetric")
beta = scalar("beta", tex=r"\beta")
"""The product :math:`b_\\ell c_\\ell` of the scales in (16)."""
positive = scalar("beta", "positive", tex=r"\beta")
step = scalar("r", "nonzero")
x, query = at(xi, 1), at(xi, n + 1)
EVERY = (d, n, k, Sigma, A, r, B, C)


@claim(
    "ccs/beyond-finite-bounded",
    kind=Kind.INEQUALITY,
    source="implicit in (5); covariates on the sphere, Examples 4, 6 and 7, Figures 1 to 6",
    forall=(*EVERY, v),
    uses=("ccs/eq-5", "ccs/eq-20", "ccs/example-4", "ccs/example-7"),
    witnesses=("words", "entries"),
    options={"twins": {"fast": 1}},
)
def beyond_finite_bounded() -> Parts:
    r"""With $x^{(i)}=\Sigma^{1/2}\xi^{(i)}$, $\xi^{(i)}$ on the unit sphere, as in all experiments, the loss (5) is
    finite for every number of layers and all weights: for (a) every continuously differentiable $\tilde h$ with the
    labels of Example 6; (b) $\tilde h^{linear}$ with $\mathcal K^{linear}$ labels; (c) $\tilde h^{relu}$ with
    $\mathcal K^{relu}$ labels, $\mathbb K_+$ of an indefinite $\mathbb K$; (d) $\tilde h^{exp}$ and (e) $\tilde
    h^{softmax}$ with $\mathcal K^{exp}$ labels, averaged given the covariates.

    The answer is linear in the labels, which are Gaussian given the covariates, with coefficients that are continuous
    on a compact set. The denominators of softmax are positive.
    """
    xi_0 = inv_root * sphere_x
    of_exp = Abbrev(matrix("K_exp", "n+1", "n+1", tex=r"\mathbb K^{exp}"), h_exp(xi_0, xi_0))
    return {
        "a": finite(loss(sphere_x, linear_y(sphere_x), h)),
        "b": finite(loss(sphere_x, process_y(sphere_x, h_linear), h_linear)),
        "c": finite(loss(sphere_x, process_y(sphere_x, h_relu), h_relu)),
        "d": finite(averaged_loss(sphere_x, of_exp, h_exp)),
        "e": finite(averaged_loss(sphere_x, of_exp, h_softmax)),
    }


@claim(
    "ccs/beyond-finite-gaussian",
    kind=Kind.INEQUALITY,
    source="implicit in (5); Gaussian covariates, Examples 4 to 8",
    forall=EVERY,
    uses=("ccs/eq-5", "ccs/eq-20", "ccs/example-4", "ccs/example-5", "ccs/example-6", "ccs/example-8"),
    witnesses=("words", "entries"),
    options={"twins": {"fast": 1}},
)
def beyond_finite_gaussian() -> Parts:
    r"""With $x^{(i)}\sim\mathcal N(0,\Sigma)$ the loss (5) is finite for every number of layers and all weights where
    nothing grows faster than a polynomial: (a) $\tilde h^{linear}$, (b) $\tilde h^{relu}$, (c) $\tilde h^{softmax}$
    with the labels of Example 6; (d) $\tilde h^{relu}$ with $\mathcal K^{relu}$ labels; (e) $\tilde h^{softmax}$ with
    the labels of Example 8; (f) $\tilde h^{softmax}$ with the covariates $x^{(i)}=\mu+\xi^{(i)}$ of Example 5.

    $\tilde h^{exp}$ and $\mathcal K^{exp}$ are missing: ccs/beyond-finite-exponential, ccs/beyond-infinite-labels.
    """
    linear = linear_y(gaussian_x)
    return {
        "a": finite(loss(gaussian_x, linear, h_linear)),
        "b": finite(loss(gaussian_x, linear, h_relu)),
        "c": finite(loss(gaussian_x, linear, h_softmax)),
        "d": finite(loss(gaussian_x, process_y(gaussian_x, h_relu), h_relu)),
        "e": finite(loss(gaussian_x, network_y(gaussian_x), h_softmax)),
        "f": finite(loss(shifted_x, linear_y(shifted_x), h_softmax)),
    }


def one_layer(beta: Term) -> Term:
    r""":math:`y^{(n+1)}+r\sum_iy^{(i)}e^{\beta\langle\xi^{(i)},\xi^{(n+1)}\rangle}` with the labels of Example 6."""
    attended = total(i, n, inner(theta, at(xi, i)) * exp(beta * inner(at(xi, i), query)))
    return inner(theta, query) + step * attended


@claim(
    "ccs/beyond-finite-exponential",
    kind=Kind.INEQUALITY,
    source="implicit in (5); exponential attention of Gaussian covariates",
    forall=(d, n, Sigma, Q, B_any, C_any, beta, step),
    uses=("ccs/eq-5", "ccs/eq-12", "ccs/example-4", "ccs/example-6"),
    witnesses=("words", "entries"),
)
def beyond_finite_exponential() -> Parts:
    r"""With $x^{(i)}\sim\mathcal N(0,\Sigma)$: (a) $\mathbb Ee^{x^\top Qx}<\infty$ iff
    $I-2\Sigma^{1/2}Q\Sigma^{1/2}\succ0$. (b) A value of $\tilde h^{exp}$ is square integrable,
    $\mathbb E\exp(\langle Bx^{(i)},Cx^{(n+1)}\rangle)^2<\infty$, iff $\|\Sigma^{1/2}B^\top C\Sigma^{1/2}\|<\frac12$.
    (c) With $B=b\Sigma^{-1/2}$, $C=c\Sigma^{-1/2}$ the values of $\tilde h^{exp}$ are
    $e^{bc\langle\xi^{(i)},\xi^{(n+1)}\rangle}$, $\xi=\Sigma^{-1/2}x$; so one layer has the residual
    $y^{(n+1)}+r\sum_iy^{(i)}e^{bc\langle\xi^{(i)},\xi^{(n+1)}\rangle}$, and (d) its loss (5) with the labels of Example
    6 is finite iff $|bc|<\frac12$, whatever d and n are, or r = 0.

    So f is infinite at some parameters and finite at others: with exponential attention of Gaussian covariates its
    domain is no linear space. With bounded covariates it is (ccs/beyond-finite-bounded).
    """
    b, c = scalar("b"), scalar("c")
    value = entry(h_exp(b * inv_root * X_0, c * inv_root * X_0), i, n + 1)
    return {
        "a": iff(finite(expect(exp((root * x).T * Q * (root * x)))), posdef(I - 2 * root * Q * root)),
        "b": iff(
            finite(expect(exp(2 * inner(B_any * (root * x), C_any * (root * query))))),
            lt(norm_op(root * B_any.T * C_any * root), Fraction(1, 2)),
        ),
        "c": eq(value, exp(b * c * inner(inv_root * x_i(i), inv_root * x_i(n + 1)))),
        "d": iff(finite(expect(one_layer(beta) ** 2)), lt(4 * beta**2, 1)),
    }


@claim(
    "ccs/beyond-finite-depth",
    kind=Kind.INEQUALITY,
    source="implicit in (5); two layers of exponential attention of Gaussian covariates",
    forall=(d, positive),
    uses=("ccs/beyond-finite-exponential",),
    witnesses=("words", "entries"),
)
def beyond_finite_depth() -> Prop:
    r"""With every layer the scale must be smaller. Of two layers of $\tilde h^{exp}$ with $b_\ell c_\ell=\beta>0$,
    $A_\ell=0$, the answer contains the product $e^{\beta\|\xi^{(i)}\|^2}e^{\beta\langle\xi^{(i)},\xi^{(n+1)}\rangle}$
    of two attention values, whose square has a finite mean iff $4\beta+4\beta^2<1$: $\beta<(\sqrt2-1)/2\approx0.207$
    instead of $\frac12$.
    """
    product = exp(positive * inner(x, x)) * exp(positive * inner(x, query))
    return iff(finite(expect(product**2)), lt(4 * positive + 4 * positive**2, 1))


@claim(
    "ccs/beyond-smooth-loss",
    kind=Kind.IDENTITY,
    source="implicit in Theorems 4.5, 4.6, E.1 and F.1: gradients of (5)",
    forall=EVERY,
    uses=("ccs/beyond-finite-bounded", "ccs/beyond-finite-gaussian"),
    witnesses=("words", "balls"),
)
def beyond_smooth_loss() -> Parts:
    r"""The loss (5) is continuously differentiable in all $A_\ell,r_\ell,B_\ell,C_\ell$ jointly, and its derivatives
    pass into the mean: (a) for every continuously differentiable $\tilde h$, covariates on the sphere and the labels of
    Example 6; (b) for $\tilde h^{exp}$ and (c) $\tilde h^{softmax}$ with $\mathcal K^{exp}$ labels, covariates on the
    sphere; (d) for $\tilde h^{linear}$ and (e) $\tilde h^{softmax}$ with Gaussian covariates and the labels of Example
    6. So the hypotheses "f is differentiable" and "the derivative passes into the mean" of Theorems E.1 and F.1 hold.

    ReLU is not among them: ccs/beyond-relu-one-sided, ccs/beyond-relu-almost-everywhere.
    """
    losses = {
        "a": loss(sphere_x, linear_y(sphere_x), h),
        "b": loss(sphere_x, process_y(sphere_x, h_exp), h_exp),
        "c": loss(sphere_x, process_y(sphere_x, h_exp), h_softmax),
        "d": loss(gaussian_x, linear_y(gaussian_x), h_linear),
        "e": loss(gaussian_x, linear_y(gaussian_x), h_softmax),
    }
    return {name: differentiable(f, A, r, B, C) for name, f in losses.items()}
