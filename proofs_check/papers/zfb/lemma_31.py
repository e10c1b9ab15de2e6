"""Lemma 31: von Neumann's trace inequality, Appendix D."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim
from ...statement.props import chain, implies, le, lt
from ...statement.terms import matrix, norm_F, norm_op, nuclear, scalar, singular_product_sum, sqrt, tr
from .notation import d

n = scalar("n", "integer", "positive")
U_n = matrix("U_n", "d", "n", tex="U")
V_n = matrix("V_n", "d", "n", tex="V")


@claim(
    "zfb/lemma-31",
    kind=Kind.INEQUALITY,
    source="Lemma 31 (Von-Neumann's Trace Inequality), Appendix D",
    forall=(d, n, U_n, V_n),
    fact="J. von Neumann, Some matrix-inequalities and metrization of matric-space, 1937",
    witnesses=("words", "entries", "grid", "balls"),
)
def lemma_31() -> Parts:
    r"""$U,V\in\mathbb R^{d\times n}$ with $d\le n$ (OCR: uncertain, reads "$d<n$"): $\mathrm{tr}(U^\top V)
    \le\sum_{i=1}^d\sigma_i(U)\sigma_i(V)\le\|U\|_{op}\times\sum_{i=1}^d\sigma_i(V)\le\sqrt
    d\cdot\|U\|_{op}\|V\|_F$, $\sigma_1(X)\ge\dots\ge\sigma_d(X)$ the ordered singular values of $X\in\mathbb
    R^{d\times n}$.
    """
    printed = chain(
        tr(U_n.T * V_n),
        "<=", singular_product_sum(U_n, V_n),
        "<=", norm_op(U_n) * nuclear(V_n),
        "<=", sqrt(d) * norm_op(U_n) * norm_F(V_n),
    )
    return {
        "": [
            Reading("d <= n", implies(le(d, n), printed), "the relation that the statement needs"),
            Reading("d < n", implies(lt(d, n), printed), "as the scan shows it"),
        ]
    }
