"""What pre-training can learn of the task mean: the prediction on a prompt without context, Section 4."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import conj, eq, limit
from ...statement.terms import Term, substitute, vector, zeros
from .chains import section_4_learnability as chains
from .notation import (
    B_1,
    INFERRED,
    Gamma,
    P,
    X,
    b,
    beta_star,
    f_GD,
    f_LSA,
    f_LSA_weights,
    problem,
    s,
    u_1,
    x_q,
    y,
)

z = vector("z", "d")
no_context = {X.sym: zeros("M", "d"), y.sym: zeros("M", 1), x_q: P * z}
r""":math:`X=0`, :math:`\mathbf y=0`, and a query in :math:`\mathrm{Im}(H)`."""


def without_context(f: Term) -> Term:
    """The prediction there."""
    return substitute(f, no_context)


wanted: Term = beta_star.T * (P * z)
r""":math:`\langle\beta^*,x\rangle`."""


@claim(
    "zwb/section-4-learnability",
    kind=Kind.LIMIT,
    source='Section 4, "We also remark"',
    forall=(*problem, z, Gamma, u_1, s, B_1, b),
    uses=("zwb/theorem-4.1", "zwb/theorem-6.3", "zwb/lemma-g.3"),
    witnesses=("words", "entries", "trained", "proof"),
    reconstructed=f"{INFERRED}; what is learned is read as the prediction on a prompt without context",
    note=r"""
    "the approximation gap between LSA models and TFB models shown by Theorem 4.1 suggests that [$\beta^*$]
    is not learnable by LSA models during pre-training. In contrast, we will show in Section 6 that TFB models can
    learn [$\beta^*$] during pre-training." Formal reading: (a) training by gradient flow on $R$, as in Section 6,
    takes the prediction on prompts without context ($X=0$, $\mathbf y=0$) to $\langle\beta^*,x\rangle$ for every
    $x=Pz$ in $\mathrm{Im}(H)$, from every start; (b) not that of LSA models: whatever their weights, they predict 0
    there (in the parameters (D.1), and in the weights themselves).
    """,
)
def section_4_learnability() -> Parts:
    """"the approximation gap between LSA models and TFB models shown by Theorem 4.1 suggests that [..] is not
    learnable by LSA models during pre-training. In contrast, we will show in Section 6 that TFB models can learn [..]
    during pre-training."
    """
    return {
        "a": limit(without_context(f_GD), wanted),
        "b": conj(eq(without_context(f_LSA), 0), eq(without_context(f_LSA_weights), 0)),
    }


section_4_learnability = with_proof(section_4_learnability, a=chains.LEARNED)
