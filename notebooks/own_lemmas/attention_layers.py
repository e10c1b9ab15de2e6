r"""Attention of any activation: layers whose weights are multiples of the identity turn with their covariates.

:math:`X_{\ell+1}=X_\ell+a_\ell X_\ell M\tilde h(b_\ell X_\ell,c_\ell X_\ell)` for an activation that depends on the
scores alone, :math:`\tilde h(S^\top U,S^{-1}W)=\tilde h(U,W)`, as linear, ReLU, exponential and softmax attention.
The mask M hides the query, the last of the n+1 columns.

* Cheng, Chen, Sra, Transformers Implement Functional Gradient Descent, arXiv 2312.06528: (62), Theorems 4.5 and 4.6.

    lemmata check 'attention/*' --claims notebooks/own_lemmas
"""

from proofs_check import (  # isort: skip
    Expected, Kind, Verdict, activated, activation, at, claim, eq, expect, haar, layer, layers, mask, matrix,
    orthogonal, scalar, sequence, tr,
)

h = activation("h", "invariant", tex=r"\tilde h")   # of which nothing else is known; "smooth" would give it slopes
ell, M = layer(), mask("n+1")
d = scalar("d", "integer", "positive")
X_0, X = matrix("X_0", "d", "n+1"), matrix("X", "d", "n+1")
a, b, c = (layers(name) for name in "abc")           # one number for each layer; layers("B", "d", "d") are matrices
R, Q = matrix("R", "d", "d"), orthogonal("Q")
U = haar("U")                                        # drawn: expect(...) is the mean over all rotations


def output(start, upto):
    """What comes out after ``upto`` layers; X and ell are bound, as an integral binds its variable."""
    return sequence(X, ell, start, X + at(a, ell) * X * M * activated(h, at(b, ell) * X, at(c, ell) * X), upto)


@claim("attention/equivariance", kind=Kind.INVARIANCE, source="(62) without its direction")
def equivariance():
    r"""$X_\ell(QX_0)=Q\,X_\ell(X_0)$ for every orthogonal $Q$ and every number of layers $\ell$."""
    return eq(output(Q * X_0, ell), Q * output(X_0, ell))


@claim("attention/mean-over-rotations", kind=Kind.IDENTITY, source="a corollary", uses=("attention/equivariance",))
def mean_over_rotations():
    r"""$\mathbb E_U[X_2(UX_0)^\top R\,X_2(UX_0)]=\frac{\operatorname{tr}R}d\,X_2(X_0)^\top X_2(X_0)$."""
    turned, fixed = output(U * X_0, 2), output(X_0, 2)
    return eq(expect(turned.T * R * turned), tr(R) / d * fixed.T * fixed)


@claim(
    "attention/without-1-over-d", kind=Kind.IDENTITY, source="the same with a slip",
    expected=Expected(Verdict.REFUTED, "the mean of U^T R U is tr(R)/d I, not tr(R) I"),
)
def without_1_over_d():
    r"""$\mathbb E_U[X_2(UX_0)^\top R\,X_2(UX_0)]=\operatorname{tr}R\;X_2(X_0)^\top X_2(X_0)$."""
    turned, fixed = output(U * X_0, 2), output(X_0, 2)
    return eq(expect(turned.T * R * turned), tr(R) * fixed.T * fixed)
