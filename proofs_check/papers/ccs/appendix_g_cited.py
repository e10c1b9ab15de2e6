"""Appendix G: the two theorems on reproducing kernels that the paper quotes, examined on finitely many points."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...statement.props import Prop, eq, exists, for_all, implies
from ...statement.terms import Sym, apply, entry, half, inner, matrix, norm_2, total
from .chains import appendix_g_cited as chains
from .notation import n
from .notation_rkhs import FINITE_DIMENSION, KK, D, Phi, alpha, combined, f, i, j, phi

G = matrix("G", "n", "n", "symmetric", "psd")
"""The kernel's values at n points: any positive semi-definite matrix."""
Psi = matrix("Psi", "D", "n", tex=r"\Psi")
"""Another space's functions of the same points."""


space, product, function, section, point = (
    Sym(name, (1, 1), frozenset({"function"}), tex)
    for name, tex in (("H", r"\mathbb H"), ("product", r"\langle\cdot\rangle"), ("f_of", "f"),
                      ("K_x", r"\mathcal K(\cdot,x)"), ("x_any", "x"))
)  # fmt: skip


@claim(
    "ccs/theorem-g.1",
    kind=Kind.IDENTITY,
    source="Theorem G.1 (quoted from Wainwright, 2019, Theorem 12.11)",
    forall=(),
    fact="M. J. Wainwright, High-Dimensional Statistics, 2019, Theorem 12.11",
    witnesses=("words",),
    note="Cited; what it says of finitely many points is ccs/theorem-g.1-finite.",
    fidelity=(
        Difference(Differs.PART_OMITTED, "that the kernel is positive semi-definite, that the space is the only one, "
                   "and that the functions K(., x) belong to it: the relation alone is written out"),
    ),
)
def theorem_g_1() -> Prop:
    r""""Given any positive semidefinite kernel function $\mathcal K$, defined on the cartesian product space
    $\mathcal X\times\mathcal X$, there is a unique Hilbert space $\mathbb H$ in which the kernel satisfies the
    reproducing property: for any $x\in\mathcal X$, the function $\mathcal K(\cdot,x)$ belongs to $\mathbb H$, and
    satisfies the relation" $\langle f,\mathcal K(\cdot,x)\rangle_{\mathbb H}=f(x)$.
    """
    return exists(space, for_all(point, eq(apply(product, space, function, section), apply(function, point))))


@claim(
    "ccs/theorem-g.1-finite",
    kind=Kind.IDENTITY,
    source="Theorem G.1, on finitely many points",
    forall=(D, n, Phi, Psi, G, alpha),
    uses=("ccs/theorem-g.1",),
    witnesses=("words", "entries", "proof"),
)
def theorem_g_1_finite() -> Parts:
    r"""(existence) For every positive semi-definite matrix of products there are vectors, the columns of $\mathbb
    K^{1/2}$, say; (reproducing) the product of $\sum_j\alpha_j\mathcal K(\cdot,x^{(j)})$ and $\mathcal
    K(\cdot,x^{(i)})$ is $\sum_j\alpha_j\mathcal K(x^{(j)},x^{(i)})$; (unique) wherever the products are these, the
    norms of all combinations are the same.
    """
    of_j = total(j, n, entry(alpha, j, 1) * phi(j))
    return {
        "existence": eq(half(G).T * half(G), G),
        "reproducing": eq(inner(of_j, phi(i)), total(j, n, entry(alpha, j, 1) * entry(KK, j, i))),
        "unique": implies(eq(Phi.T * Phi, Psi.T * Psi), eq(norm_2(combined(alpha)) ** 2, norm_2(Psi * alpha) ** 2)),
    }


@claim(
    "ccs/theorem-g.2",
    kind=Kind.OPTIMUM,
    source="Theorem G.2 (quoted from Schölkopf et al., 2001, Theorem 1)",
    forall=(D, n, Phi, f),
    fact="B. Schölkopf, R. Herbrich, A. J. Smola, A Generalized Representer Theorem, 2001, Theorem 1",
    uses=("ccs/theorem-g.1",),
    witnesses=("words", "proof"),
    note=r"""On the span of f and of the $\mathcal K(\cdot,x_i)$, of finite dimension; P projects on that of the
    latter: (values) Pf has the values of f; (norm) $\|f\|^2=\|Pf\|^2+\|f-Pf\|^2$; (span) Pf is a combination of the
    $\mathcal K(\cdot,x_i)$; (minimisers) with g increasing, f is Pf if its risk is no larger than that of Pf: their
    costs are the same number, as their values are.
    """,
    fidelity=(FINITE_DIMENSION,),
)
def theorem_g_2() -> Parts:
    r""""Given $\mathcal X$, positive semi-definite kernel $\mathcal K$ over $\mathcal X\times\mathcal X$, a set of m
    training samples $(x_1,y_1)\dots(x_m,y_m)\in\mathcal X\times\mathbb R$, a strictly monotonically increasing
    real-valued function g on $[0,\infty]$, an arbitrary cost function $c:(\mathcal X\times\mathbb R^2)^m\to\mathbb R$.
    Then any $f\in\mathbb H$ minimizing the regularized risk functional $c((x_1,y_1,f(x_1))\dots(x_m,y_m,f(x_m)))
    +g(\|f\|_{\mathbb H})$ admits a representation of the form $f(\cdot)=\sum_{i=1}^m\alpha_i\mathcal K(\cdot,x_i)$."
    """
    inside = chains.inside
    return {
        "values": eq(Phi.T * inside, Phi.T * f),
        "norm": eq(norm_2(f) ** 2, norm_2(inside) ** 2 + norm_2(f - inside) ** 2),
        "span": eq(inside, combined(chains.weights)),
        "minimisers": implies(chains.no_worse, eq(f, inside)),
    }


theorem_g_1_finite = with_proof(theorem_g_1_finite, unique=chains.UNIQUE)
theorem_g_2 = with_proof(theorem_g_2, minimisers=chains.INSIDE)
