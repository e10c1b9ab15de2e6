r"""Deep linear networks: what gradient flow on three layers conserves, for every width.

The network :math:`x\mapsto W_3W_2W_1x` learns :math:`y=\Phi x+s\varepsilon` with :math:`x\sim N(0,\Lambda)` and
:math:`\varepsilon\sim N(0,I)` by gradient flow on :math:`L=\frac12\mathbb E\|W_3W_2W_1x-y\|^2`.

* Arora, Cohen, Hazan, On the Optimization of Deep Networks: Implicit Acceleration by Overparameterization, ICML 2018,
  arXiv 1802.06509, Theorem 1 and its proof (Appendix A.1).
* Du, Hu, Lee, Algorithmic Regularization in Learning Deep Homogeneous Models: Layers are Automatically Balanced,
  NeurIPS 2018, arXiv 1806.00900, Corollary 2.1 and Theorem 2.2.

    lemmata check 'deep-linear/*' --claims notebooks/own_lemmas
"""

from fractions import Fraction

from proofs_check import (  # isort: skip
    Abbrev, Kind, claim, conj, conserved, ddt, eq, expect, gaussian, gradient_flow, matrix, norm_2, norm_F, parameter,
    scalar, tr,
)

Lam = matrix("Lam", "d", "d", "symmetric", "posdef", tex=r"\Lambda")
Phi = matrix("Phi", "m", "d", tex=r"\Phi")
s = scalar("s", "positive")
x, eps = gaussian("x", "d", Lam), gaussian("eps", "m", tex=r"\varepsilon")
W_1, W_2, W_3 = parameter("W_1", "k", "d"), parameter("W_2", "h", "k"), parameter("W_3", "m", "h")
W = Abbrev(matrix("W", "m", "d"), W_3 * W_2 * W_1)
L = Abbrev(scalar("L"), Fraction(1, 2) * expect(norm_2(W * x - (Phi * x + s * eps)) ** 2))
network = gradient_flow(L, (W_1, W_2, W_3))
EXACT = ("words", "entries")


@claim("deep-linear/balancedness", kind=Kind.INVARIANCE, source="Du, Hu, Lee, arXiv 1806.00900, Theorem 2.2",
       model=network, witnesses=EXACT)
def balancedness():
    r"""For neighbouring layers $\frac d{dt}\bigl(W_{j+1}^\top W_{j+1}-W_jW_j^\top\bigr)=0$."""
    return conj(conserved(W_2.T * W_2 - W_1 * W_1.T), conserved(W_3.T * W_3 - W_2 * W_2.T))


@claim("deep-linear/norms", kind=Kind.INVARIANCE, source="Du, Hu, Lee, arXiv 1806.00900, Corollary 2.1",
       uses=("deep-linear/balancedness",), model=network, witnesses=EXACT)
def norms():
    r"""Differences of squared norms $\|W_{j+1}\|_F^2-\|W_j\|_F^2$ stay as they are."""
    return conj(conserved(norm_F(W_2) ** 2 - norm_F(W_1) ** 2), conserved(norm_F(W_3) ** 2 - norm_F(W_2) ** 2))


@claim("deep-linear/end-to-end", kind=Kind.IDENTITY, source="Arora, Cohen, Hazan, arXiv 1802.06509, proof of Theorem 1",
       model=network, witnesses=(*EXACT, "sampled"))
def end_to_end():
    r"""$\dot W=-\bigl(W_3W_2(W_3W_2)^\top G+W_3W_3^\top G\,W_1^\top W_1+G\,(W_2W_1)^\top W_2W_1\bigr)$ for the product
    $W=W_3W_2W_1$, where $G=(W-\Phi)\Lambda$."""
    G = Abbrev(matrix("G", "m", "d"), (W - Phi) * Lam)
    return eq(
        ddt(W),
        -(W_3 * W_2 * (W_3 * W_2).T * G + W_3 * W_3.T * G * W_1.T * W_1 + G * (W_2 * W_1).T * W_2 * W_1),
    )


@claim("deep-linear/loss", kind=Kind.IDENTITY, source="the loss with its expectation taken",
       model=network, witnesses=(*EXACT, "sampled"))
def loss():
    r"""$L=\frac12\operatorname{tr}[(W-\Phi)\Lambda(W-\Phi)^\top]+\frac12s^2m$."""
    m = scalar("m", "integer", "positive")
    return eq(L, Fraction(1, 2) * tr((W - Phi) * Lam * (W - Phi).T) + Fraction(1, 2) * s**2 * m)
