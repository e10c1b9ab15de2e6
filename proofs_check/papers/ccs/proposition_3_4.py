"""Proposition 3.4: many layers approach the Bayes estimator."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...proof.chain import Proof
from ...statement.props import implies, ne, tends
from ...statement.psd import pinv
from ...statement.terms import Abbrev, Term, vector, zeros
from .appendix_c import demos, demos_at, gram_hat, label_at, nu_of_X
from .chains.every_covariate import harmonic
from .chains.proposition_3_4 import HARMONIC, limit_of_layers, small_steps
from .notation import X_0, Y_hidden, d, h_kernel, l, n
from .notation_bayes import delta


def prediction_at(upto: Term) -> Term:
    r"""(4): :math:`\mathsf{TF}_\ell`, which predicts minus the label."""
    return label_at(upto, n + 1)


def harmonic_prediction_at(upto: Term) -> Term:
    r"""(4) with :math:`r_\ell=\frac1{\ell+1}`."""
    return label_at(upto, n + 1, harmonic)


def harmonic_demos_at(upto: Term) -> Term:
    """What is left of the labels of the demonstrations then."""
    return demos_at(upto, harmonic)


labels = Abbrev(vector("labels", "n", tex=r"\hat Y"), (Y_hidden * demos).T)
mean: Term = nu_of_X.T * pinv(gram_hat) * labels
"""The conditional mean of the label: ccs/eq-25-exact."""


@claim(
    "ccs/proposition-3.4",
    kind=Kind.LIMIT,
    source="Proposition 3.4, Section 3.2; proof Appendix C",
    forall=(d, n, X_0, delta),
    uses=("ccs/proposition-3.1", "ccs/definition-3.3", "ccs/eq-4", "ccs/eq-5", "ccs/eq-25"),
    witnesses=("words", "entries", "balls", "grid", "sampled", "proof"),
    note=r"""From (3), (4): $-\mathsf{TF}_\ell$ tends to the conditional mean $\nu^\top\hat{\mathbb K}^+\hat Y$,
    the only minimiser over all predictors (ccs/eq-13-exact; of the error given the covariates, where (5) itself is
    infinite, as in ccs/beyond-infinite-labels); for $\hat{\mathbb K}=0$ both are 0 at every layer. The sentence
    leaves the steps open. First reading: one Transformer for all covariates, $r_\ell=\frac1{\ell+1}$. Second:
    $r_\ell=\delta$ that suits the covariates, $0<\delta<2/\|\hat{\mathbb K}\|$, as in Appendix C. Third: any
    positive $\delta$, whatever the covariates; it fails for $\delta>2/\|\hat{\mathbb K}\|$, so that one $\delta$
    suits all covariates only if $\|\hat{\mathbb K}\|$ is bounded over them. What is shown holds given the
    covariates. With Gaussian ones and $\mathcal K^{exp}$ the loss (5) is infinite for every predictor, the Bayes
    estimator's too (ccs/beyond-infinite-labels): nothing minimises it there.
    """,
)
def proposition_3_4() -> Parts:
    r"""Proposition 3.4: "Let $X=[x^{(1)}\dots x^{(n+1)}]$, $Y=[y^{(1)}\dots y^{(n+1)}]$. Let $\mathcal K:\mathbb
    R^d\times\mathbb R^d\to \mathbb R$ be a kernel. Assume that Y|X is drawn from the $\mathcal K$ Gaussian Process. Let
    the attention activation $[\tilde h(U,W)]_{ij}:=\mathcal K(U_i,W_j)$. Consider the functional gradient descent
    construction in Proposition 3.1. As the layer number $\ell\to\infty$, the Transformer's prediction for $y^{(n+1)}$
    at layer $\ell$ (4) approaches the Bayes (optimal) estimator that minimizes the in-context loss (5)."
    """
    limit = tends(prediction_at(l), -mean, l)
    of_all = "a Transformer does not know its covariates beforehand"
    return {
        "": [
            Reading("steps 1, 1/2, 1/3, ...", implies(ne(gram_hat, zeros("n", "n")), tends(harmonic_prediction_at(l),
    -mean, l)), of_all), Reading("steps that suit the covariates", implies(small_steps(gram_hat), limit)),
            Reading("one constant step", limit, of_all),
        ]
    }


proposition_3_4 = with_proof(proposition_3_4, whole=Proof((
    *limit_of_layers(h_kernel, gram_hat, nu_of_X, labels, demos_at, prediction_at),
    *limit_of_layers(h_kernel, gram_hat, nu_of_X, labels, harmonic_demos_at, harmonic_prediction_at, HARMONIC),
)))
