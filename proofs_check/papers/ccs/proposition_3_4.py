"""Proposition 3.4: many layers approach the Bayes estimator."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.props import implies, tends
from ...statement.psd import pinv
from ...statement.terms import Term
from .appendix_c import X_hat, demos_at, gram_hat, label_at, nu_of_X
from .chains.proposition_3_4 import limit_of_layers, small_steps
from .notation import X_0, d, h_kernel, l, n
from .notation_bayes import delta


def prediction_at(upto: Term) -> Term:
    r"""(4): :math:`\mathsf{TF}_\ell`, which predicts minus the label."""
    return label_at(upto, n + 1)


mean: Term = nu_of_X.T * pinv(gram_hat) * demos_at(0)
"""The conditional mean of the label: ccs/eq-25-exact."""


@claim(
    "ccs/proposition-3.4",
    kind=Kind.LIMIT,
    source="Proposition 3.4, Section 3.2; proof Appendix C",
    forall=(d, n, X_0, delta),
    uses=("ccs/proposition-3.1", "ccs/definition-3.3", "ccs/eq-4", "ccs/eq-5", "ccs/eq-25"),
    witnesses=("words", "entries", "balls", "grid", "sampled", "proof"),
)
def proposition_3_4() -> Parts:
    r"""$X=[x^{(1)}\dots x^{(n+1)}]$, $Y=[y^{(1)}\dots y^{(n+1)}]$. Let $\mathcal K:\mathbb R^d\times\mathbb R^d\to
    \mathbb R$ be a kernel, Y|X drawn from the $\mathcal K$ Gaussian Process, $[\tilde h(U,W)]_{ij}:=\mathcal
    K(U_i,W_j)$. "Consider the functional gradient descent construction in Proposition 3.1. As the layer number
    $\ell\to\infty$, the Transformer's prediction for $y^{(n+1)}$ at layer $\ell$ (4) approaches the Bayes (optimal)
    estimator that minimizes the in-context loss (5)."

    From (3), (4) with $r_\ell=\delta$: $-\mathsf{TF}_\ell$ tends to the conditional mean
    $\nu^\top\hat{\mathbb K}^+\hat Y$, the only minimiser over all predictors (ccs/eq-13-exact). The sentence leaves the
    steps open. First reading: they suit the covariates, $0<\delta<2/\|\hat{\mathbb K}\|$ (for $\hat{\mathbb K}=0$ both
    are 0 at every layer). Second: one positive $\delta$ for all covariates; where these are unbounded there is none.
    """
    limit = tends(prediction_at(l), -mean, l)
    return {
        "": [
            Reading("steps that suit the covariates", implies(small_steps(gram_hat), limit)),
            Reading("one step for all covariates", limit, "a Transformer does not know its covariates beforehand"),
        ]
    }


proposition_3_4 = with_proof(proposition_3_4, whole=limit_of_layers(h_kernel, X_hat, demos_at, prediction_at))
