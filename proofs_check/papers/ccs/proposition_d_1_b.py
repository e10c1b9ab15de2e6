"""Proposition D.1 (B): several heads approach the Bayes estimator of the sum of their kernels."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...proof.chain import Proof
from ...statement.attention import gram, kernel, sequence
from ...statement.props import Prop, conj, implies, ne, tends
from ...statement.psd import pinv
from ...statement.terms import Abbrev, Op, Term, TermLike, entry, matrix, vector, zeros
from .appendix_c import X_hat, demos
from .appendix_c import gram_hat as gram_of_one
from .chains.every_covariate import harmonic
from .chains.proposition_3_4 import limit_of_layers, small_steps
from .chains.proposition_d_1_b import as_one_head, of_diamond
from .notation import X_0, M, Y_hidden, Y_l, d, l, n, x_i
from .notation_bayes import Steps, constant, delta
from .notation_heads import H, contributions
from .proposition_3_4 import labels
from .proposition_3_4 import mean as mean_of_one

K_1, K_2 = (kernel(f"K_{s}", "psd", tex=rf"\mathcal K^{s}") for s in (1, 2))
G_1, G_2 = (matrix(f"G_{s}", "d", "d", tex=f"G^{s}") for s in (1, 2))


def h_sum(U: Term, W: Term) -> Term:
    r"""The Gram matrix of :math:`\mathcal K^\diamond`."""
    return gram(K_1, G_1 * U, G_1 * W) + gram(K_2, G_2 * U, G_2 * W)


def heads(Y: Term) -> Term:
    r"""The last row of (26), both heads with the step :math:`\delta`."""
    first, second = (Y * M * gram(K, G * X_0, G * X_0) for K, G in ((K_1, G_1), (K_2, G_2)))
    return Y - delta * first - delta * second


def row_at(upto: TermLike) -> Op:
    return sequence(Y_l, l, Y_hidden, heads(Y_l), upto)


def prediction_at(upto: TermLike) -> Op:
    r"""(27): :math:`\mathsf{TF}_\ell`."""
    return entry(row_at(upto), 1, n + 1)


def demos_at(upto: TermLike) -> Term:
    return (row_at(upto) * demos).T


gram_hat = Abbrev(matrix("K_of_X", "n", "n", "symmetric", tex=r"\hat{\mathbb K}"), h_sum(X_hat, X_hat))
nu_of_X = Abbrev(vector("nu_of_X", "n", tex=r"\nu"), h_sum(X_hat, x_i(n + 1)))
mean: Term = nu_of_X.T * pinv(gram_hat) * labels


# Any number of heads -----------------------------------------------------------------------------------------------

def row_of_all(steps: Steps) -> Op:
    """The last row of (26), H heads, all with these steps; a head enters by its matrix of kernel values alone."""
    return sequence(Y_l, l, Y_hidden, Y_l + contributions(Y_l, -steps(l), H), l)


def to_mean(answer: Term) -> Prop:
    """It tends to minus the conditional mean, of one head's kernel."""
    return tends(answer, -mean_of_one, l)


CHOICES: dict[str, tuple[Prop, Steps]] = {
    "steps 1, 1/2, 1/3, ...": (ne(gram_of_one, zeros("n", "n")), harmonic),
    "steps that suit the covariates": (small_steps(gram_of_one), constant),
}
"""The readings of Proposition 3.4: what they suppose of the Gram matrix, and the steps."""


@claim(
    "ccs/proposition-d.1-b",
    kind=Kind.LIMIT,
    source="Proposition D.1 (B), Appendix D",
    forall=(d, n, X_0, G_1, G_2, delta),
    uses=("ccs/proposition-d.1-a", "ccs/proposition-3.4"),
    witnesses=("words", "entries", "balls", "grid", "sampled", "proof"),
    note=r"""From (26) with $r_\ell^s$ the same for all heads: $-\mathsf{TF}_\ell$ tends to the conditional mean
    (ccs/eq-13-exact). (H = 2) Two heads, any two kernels. (every H) Any number of heads, whose values $\tilde
    h^s(G^sX_0,G^sX_0)$ add to those of a kernel, as printed. The steps are read as in Proposition 3.4. (A sum of
    kernels is a kernel, whatever the $G^s$: the printed constraint is none, ccs/section-3.4-composition.) All of it
    given the covariates: where (5) is infinite for every predictor (ccs/beyond-infinite-labels) nothing minimises
    it.
    """,
)
def proposition_d_1_b() -> Parts:
    r""""If we additionally assume that Y|X is drawn from the $\mathcal K^\diamond$ Gaussian Process, then as the number
    of layers $\ell\to\infty$, the Transformer's prediction for $y^{(n+1)}$ at layer $\ell$ (28) approaches the Bayes
    (optimal) estimator that minimizes the in-context loss (5)."
    """
    return {
        "H = 2": implies(small_steps(gram_hat), tends(prediction_at(l), -mean, l)),
        "every H": [
            Reading(name, implies(conj(of_diamond, assumed), to_mean(entry(row_of_all(steps), 1, n + 1))))
            for name, (assumed, steps) in CHOICES.items()
        ],
    }


proposition_d_1_b = with_proof(
    proposition_d_1_b,
    **{
        "H = 2": Proof(limit_of_layers(h_sum, gram_hat, nu_of_X, labels, demos_at, prediction_at)),
        "every H": Proof(tuple(
            step for name, (assumed, steps) in CHOICES.items()
            for step in as_one_head(assumed, to_mean, row_of_all(steps), steps, name)
        )),
    },
)  # fmt: skip
