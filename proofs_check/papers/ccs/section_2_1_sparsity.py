r"""Section 2.1, after Assumption 2.1: one linear layer has a global minimum of that sparsity.

One linear layer is the model (3.4) of arXiv 2402.14951 (``zwb``), whose letters part (b) uses: there M is the number of
demonstrations, :math:`(u_1^\top\ s)` the last row of V times -M (TF predicts minus the label), and :math:`(B_1;b^\top)`
the first d columns of :math:`Q^\top K`.  Ahn et al., Mahankali et al. and Zhang et al. have Gaussian covariates, linear
tasks of mean 0, and labels with noise or without.
"""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...proof.chain import Assume, Attained, Combination, Discharge, Identity, Proof, Step
from ...statement.props import eq, ge, global_minimum, gt, implies
from ...statement.terms import beside, block, entry, eye, stack, where, zeros
from ..zwb import notation as zwb
from ..zwb.chains.gd_zero_optimal import R_LSA_0, in_phi, in_t, lost, of_step, split, there
from ..zwb.notation import H, Psi, least_risk, sigma, t
from .notation import X_0, Y_0, d, n, top, x_i
from .section_2 import V, general

Q, K = general("Q"), general("K")
mask = block(eye("n"), zeros("n", 1), zeros("n", 1).T, zeros(1, 1))
"""M of (2), written out: the letter is the number of demonstrations here."""
data = stack(X_0, Y_0 * mask)
"""(1)."""
prediction = entry(V * data * mask * data.T * Q.T * K * data, d + 1, n + 1)
v_21, v_22 = (part for part in V.body.args[2:])  # type: ignore[attr-defined]
first_columns = Q.T * K * top.T
optimal = global_minimum(R_LSA_0, *there)
OPTIMAL = Proof((
    Step("condition", gt(t, 0), Assume()),
    split,
    Step("square", eq(of_step, least_risk + in_phi + in_t), Identity(), ("condition",)),
    Step("from below", ge(R_LSA_0, least_risk), Combination(1, 1, plus=(lost, in_phi, in_t)),
         ("split", "square", "condition")),
    Step("attained", eq(where(R_LSA_0, *there), least_risk), Identity(), ("condition",)),
    Step("there is least", ge(R_LSA_0, where(R_LSA_0, *there)), Combination(1, 1), ("from below", "attained")),
    Step("optimal", optimal, Attained(*there), ("there is least",)),
    Step("where labels are not all 0", implies(gt(t, 0), optimal), Discharge("condition"), ("condition", "optimal")),
))


@claim(
    "ccs/section-2.1-sparsity-at-linear-optimum",
    kind=Kind.OPTIMUM,
    source="Section 2.1, after Assumption 2.1",
    forall=(d, n, X_0, Y_0, zwb.M, H, Psi, sigma),
    uses=("ccs/assumption-2.1", "ccs/example-1", "ccs/eq-5"),
    witnesses=("words", "entries", "sampled", "proof"),
    note=r"""(a) With Q, K, V any (d+1) x (d+1) matrices, the prediction of one linear layer depends on the last
    row of V and the first d columns of $Q^\top K$ alone. (b) Of these, in the settings of the three works, the loss
    has a global minimum at $u_1=0$, $s=1$, $b=0$ and a matrix $B_1$: such are
    $Q=\begin{bmatrix}I&0\\0&0\end{bmatrix}$, $K=\begin{bmatrix}B_1&0\\0&0\end{bmatrix}$. (Other minima have the
    same products with other factors Q, K; left out are labels that are all 0:
    $\operatorname{tr}(H\Psi)+\sigma^2>0$.)
    """,
)
def sparsity_at_linear_optimum() -> Parts:
    r"""Section 2.1: the restriction of Assumption 2.1 "is naturally satisfied by the global minimum of 1-layer Linear
    Transformers in (Ahn et al., 2023; Mahankali et al., 2023; Zhang et al., 2023)."
    """
    row_of_V = beside(v_21, v_22)
    return {
        "a": eq(prediction, row_of_V * (data * mask * data.T) * first_columns * x_i(n + 1)),
        "b": implies(gt(t, 0), optimal),
    }


sparsity_at_linear_optimum = with_proof(sparsity_at_linear_optimum, b=OPTIMAL)
