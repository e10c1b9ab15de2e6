"""Section 3.4: kernels are made of kernels by addition and multiplication."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...proof.chain import Combination, Identity, Positivity, Proof, Step
from ...statement.attention import gram, kernel
from ...statement.laws import diag
from ...statement.props import eq, ge, psd
from ...statement.terms import Term, entry, index, matrix, total, tr, vector
from .notation import d, n

K_1, K_2 = (kernel(f"K_{s}", "psd", tex=rf"\mathcal K^{s}") for s in (1, 2))
X = matrix("X", "d", "n")
G = matrix("G", "d", "d")
v = vector("v", "n")
i, j = index("i", "n"), index("j", "n")
at_points = [gram(K, X, X) for K in (K_1, K_2)]
weighted: Term = total(i, n, total(j, n, entry(v, i, 1) * entry(v, j, 1)
                                       * entry(at_points[0], i, j) * entry(at_points[1], i, j)))
r""":math:`\sum_{ij}v_iv_j\mathcal K^1(x^{(i)},x^{(j)})\mathcal K^2(x^{(i)},x^{(j)})`."""
as_trace: Term = tr(diag(v) * at_points[0] * diag(v) * at_points[1])
PRODUCT = Proof((
    Step("as a trace", eq(weighted, as_trace), Identity()),
    Step("first", psd(diag(v) * at_points[0] * diag(v)), Positivity()),
    Step("second", psd(at_points[1]), Positivity()),
    Step("trace", ge(as_trace, 0), Positivity(), ("first", "second")),
    Step("product", ge(weighted, 0), Combination(1, 1), ("trace", "as a trace")),
))


@claim(
    "ccs/section-3.4-composition",
    kind=Kind.CONSTRUCTION,
    source="Section 3.4",
    forall=(d, n, X, G, v),
    uses=("ccs/proposition-d.1-a", "ccs/proposition-d.1-b", "ccs/figure-4"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    see=("ccs/proposition-d.1-a", "ccs/proposition-d.1-b", "ccs/figure-4"),
    note=r"""The matrix of values of (a) the sum, (b) the product of two kernels is positive semi-definite; (c) so
    is that of $\mathcal K(Gu,Gv)$. Proposition D.1, to which the rest points, composes by (a) and (c) alone.
    """,
    fidelity=(
        Difference(Differs.PART_OMITTED, "what the heads attain, which Proposition D.1 and Figure 4 state"),
    ),
)
def section_3_4_composition() -> Parts:
    r""""A powerful aspect of RKHS theory is the ability to form complex kernels by composing simple ones via (a)
    addition and (b) multiplication. Using this idea, we show, both theoretically (Proposition D.1) and empirically
    (Figure 4), that multihead Transformers with different activations per-head can attain much greater representation
    power; specifically, they can attain optimal prediction loss for a large class of $\mathcal K$ Gaussian Processes
    which are obtained from kernel composition."
    """
    return {"a": psd(at_points[0] + at_points[1]), "b": ge(weighted, 0), "c": psd(gram(K_1, G * X, G * X))}


section_3_4_composition = with_proof(section_3_4_composition, b=PRODUCT)
