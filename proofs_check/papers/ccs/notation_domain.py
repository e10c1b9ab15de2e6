r"""Notation for what (5) silently supposes: the loss under the laws that the examples and experiments name.

============================  =====================  ==================================================================
paper                         code                   meaning
============================  =====================  ==================================================================
x^(i), Examples 4 and 5       ``gaussian_x`` ...     laws of the covariates, from :mod:`.examples_4_5`
Y, Example 6                  ``linear_y``           one random vector for all of a context
Y, Definition 3.3, Example 7  ``process_y``          a Gaussian row times K_+^{1/2}: its covariance given X is K_+
Y, Example 8                  ``network_y``          the row of a random two-layer ReLU network
(5)                           ``loss``               under Assumption 4.4, layers as in (20)
(5), Appendix E.2             ``averaged_loss``      the same, its labels averaged given the covariates
============================  =====================  ==================================================================

What statements of the paper silently need to exist, and where that is looked at:

======================================  ================================================================================
needed                                  looked at in
======================================  ================================================================================
the mean (5), covariates on the sphere  ccs/beyond-finite-bounded: always finite; so is all of Figures 1 to 6
the mean (5), Gaussian covariates       ccs/beyond-finite-gaussian, -exponential, -depth; ccs/beyond-infinite-labels,
                                        -covariates
gradients of (5), under the mean        ccs/beyond-smooth-loss; relu: ccs/beyond-relu-one-sided, -almost-everywhere
derivatives of G in E.2, F.3, F.4       ccs/appendix-e.2-linearity, hypotheses "f is differentiable"
the inverse in (13), (25), Appendix C   REFUTED where singular: ccs/eq-13 (b), ccs/eq-25 (c), -neumann-series
steps that converge                     ccs/appendix-c-step-size, ccs/beyond-depth-step-size
the normalised direction in (7), G.3    ccs/lemma-g.3 and its corrections: not where the gradient vanishes
the modulus K_+                         of every symmetric matrix; continuous, so that it needs no simple eigenvalues
denominators of softmax and tau         sums of n >= 1 exponentials, positive
======================================  ================================================================================
"""

from __future__ import annotations

from ...statement.attention import modulus, product_up, relu_each
from ...statement.laws import gaussian
from ...statement.terms import Op, Term, TermLike, at, entry, expect, half, index, stack_over, tr
from .example_8 import hidden, theta_2
from .examples_6_7 import theta
from .notation import Activation, B_of, C_of, I_n, M, X_at, Y_at, inv_root, k, l, n, r_of

g = gaussian("g", "n+1")
"""Standard Gaussian, independent of the covariates."""
rows = gaussian("w", "d", iid=True)
"""The rows of the first layer of a random network."""
_unit = index("j", "m_hidden")


def linear_y(X: Term) -> Term:
    r"""Example 6: :math:`y^{(i)}=\langle\theta,\Sigma^{-1/2}x^{(i)}\rangle`."""
    return theta.T * (inv_root * X)


def process_y(X: Term, K: Activation) -> Term:
    r"""Definition 3.3, Example 7: :math:`g^\top\mathbb K_+^{1/2}`, :math:`\mathbb K` the values of ``K`` at
    :math:`\Sigma^{-1/2}X`."""
    return g.T * half(modulus(K(inv_root * X, inv_root * X)))


def network_y(X: Term) -> Term:
    r"""Example 8: :math:`\theta_2^\top\mathrm{relu}(\theta_1X)`."""
    return theta_2.T * relu_each(stack_over(_unit, hidden, at(rows, _unit).T) * X)


def loss(X: Term, Y: Term, h: Activation) -> Op:
    r"""(5), :math:`\mathbb E[([Y_{k+1}]_{n+1}+y^{(n+1)})^2]`, with all :math:`A_\ell,r_\ell,B_\ell,C_\ell` free."""

    def covariates(layer: TermLike) -> Op:
        return X_at(layer, h, X)

    return expect((entry(Y_at(k + 1, h, Y * M, covariates), 1, n + 1) + entry(Y, 1, n + 1)) ** 2)


def averaged_loss(X: Term, K: Term, h: Activation) -> Op:
    r"""(5) with the labels averaged given the covariates, :math:`\mathbb E\operatorname{Tr}((I-M)G^\top\mathbb
    KG(I-M))` with :math:`G=\prod_\ell(I+r_\ell M\tilde h_\ell)`: as in Appendix E.2, with the layers of (20)."""
    layer = X_at(l, h, X)
    G = product_up(l, k, I_n + r_of(l) * (M * h(B_of(l) * layer, C_of(l) * layer)))
    return expect(tr((I_n - M) * G.T * K * G * (I_n - M)))
