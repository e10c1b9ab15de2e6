"""Section 1.1, item 3: which kernels several heads implement; Section 3.4 composes by sums and by products."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Kind, Parts, Reading, claim, with_proof
from ...statement.props import eq
from ...statement.terms import Term, entry, index, matrix, total, vector
from ...verdict import Verdict
from .chains import appendix_d as chains
from .notation import n
from .notation_heads import TWO

X, y = matrix("X", "d", "n"), matrix("y", 1, "n")
x = vector("x")
i = index("i", "n")


def by_product(query: Term) -> Term:
    r"""The first step at a query for the kernel :math:`\langle u,v\rangle^2`, the product of two linear ones."""
    return total(i, n, entry(y, 1, i) * entry(X.T * query, i, 1) ** 2)


@claim(
    "ccs/section-1.1-contribution-3",
    kind=Kind.CONSTRUCTION,
    source="Section 1.1, item 3",
    uses=("ccs/proposition-d.1-a",),
    see=("ccs/proposition-d.1-a", "ccs/proposition-d.1-b", "ccs/section-3.4-composition"),
    witnesses=("words", "entries", "balls", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        "Section 3.4 composes kernels by addition and by multiplication, and Proposition D.1 is of sums alone: heads "
        "with linear activations answer linearly in the query, the descent for the product of two linear kernels does "
        "not",
    ),
    note="That the limit is Bayes-optimal is Proposition D.1 (B).",
    fidelity=(Difference(Differs.PART_OMITTED, "Bayes-optimal, which ccs/proposition-d.1-b states"),),
)
def contribution_3() -> Parts:
    r"""Section 1.1, item 3: "A multi-head Transformer with different activation $\tilde h$ per-head can implement the
    Bayes-optimal functional gradient descent algorithm for any RKHS that is obtainable by composition of the kernels of
    each individual $\tilde h$."
    """
    return {
        "": [
            Reading(
                "sums and products", eq(by_product(-x), -by_product(x)),
                "compositions as in Section 3.4: heads with linear activations are linear in the query in their first "
                "step; then the descent for the product of two linear kernels, too, changes its sign with the query",
                literal=True,
            ),
            Reading("sums", chains.follows_9(TWO), r"as in Proposition D.1, $\mathcal K^\diamond=\sum_s\mathcal K^s$"),
        ]
    }


contribution_3 = with_proof(contribution_3, whole=chains.proof_of_9(TWO))
