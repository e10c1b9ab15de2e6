"""Proposition 3.1 and Appendix B: layers with a kernel for an activation follow functional gradient descent."""

from __future__ import annotations

from ...claims import Expected, Kind, Misprint, Parts, Reading, claim, with_proof
from ...statement.props import Prop, eq
from ...statement.terms import at, col, entry, eye, inner, scalar, stack, substitute, total, vector, zeros
from ...verdict import Verdict
from .chains import proposition_3_1 as chains
from .notation import h_kernel, l, n, r
from .notation_descent import (
    TF,
    X_0,
    Y_0,
    D,
    K_at,
    Psi,
    Y,
    Y_i,
    Z,
    data,
    h_products,
    i,
    psi,
    step,
    value,
    with_query,
    y_i,
)
from .notation_rkhs import FINITE_DIMENSION

WRONG_STEP = Misprint(r"$r_\ell$", r"$r'_\ell$ of the proposition; $r_\ell$ is the step size of (7)")
BY_LAYERS = ("words", "entries", "proof")
of_labels_0 = substitute(TF(1, h_products), {Y_0: zeros(1, "n+1")})
astray = at(r, 0) * col(eye("D"), 1)
r""":math:`r_0g` with a function g of norm 1: by (7) :math:`f_1=-r_0g`, where every such g is steepest."""


@claim(
    "ccs/proposition-3.1",
    kind=Kind.CONSTRUCTION,
    source="Proposition 3.1 and (8), Section 3.1; proof Appendix B",
    forall=(*data, chains.c, D, Psi),
    uses=("ccs/eq-4", "ccs/eq-7", "ccs/eq-9"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    note=r"""(a) For $f_\ell$ of (9) and the same $r'_\ell$, whatever these are; (b) for $f_\ell$ of (7) with
    $\nabla L(f_\ell)=c_\ell\sum_i(y^{(i)}-f_\ell(x^{(i)}))\mathcal K(\cdot,x^{(i)})$, as Lemma G.3 has it: the step
    sizes that exist are $r'_\ell=-r_\ell c_\ell$; from a stationary $f_\ell$ on (7) is not determined
    (ccs/lemma-g.3-stationary), and whatever $r'_\ell$ is, the layers stay where they are: second reading, after one
    layer with labels 0. Here $\tilde h(X_0,X_0)$ is written with the products of the $\mathcal K(\cdot,x^{(i)})$;
    (c) as (a), with $\mathcal K$, of which these are the values (Theorem G.1).
    """,
    fidelity=(FINITE_DIMENSION,),
)
def proposition_3_1() -> Parts:
    r"""Proposition 3.1: "Let $\mathcal K$ be an arbitrary kernel. Let $\mathbb H$ denote the Reproducing Kernel Hilbert
    space induced by $\mathcal K$. Let $z^{(i)}=(x^{(i)},y^{(i)})$ for $i=1\dots n$ be an arbitrary set of in-context
    examples. Denote the empirical loss functional by $L(f):=\sum_{i=1}^n(f(x^{(i)})-y^{(i)})^2$. Let $f_0=0$ and let
    $f_\ell$ denote the gradient descent sequence of L wrt $\|\cdot\|_{\mathbb H}$, as defined in (7). Then there exist
    scalars stepsizes $r'_0\dots r'_k$ such that the following holds: Let $\tilde h$ be the function defined as $[\tilde
    h(U,W)]_{i,j}:=\mathcal K(U^{(i)},W^{(j)})$, where $U^{(i)}$ and $W^{(i)}$ denote the $i^{th}$ column of U and W
    respectively. Let $V_\ell=\begin{bmatrix}0&0\\0&-r'_\ell\end{bmatrix}$, $B_\ell=I_{d\times d}$, $C_\ell=I_{d\times
    d}$. Then for any $x:=x^{(n+1)}$, the Transformer's prediction for $y^{(n+1)}$ at each layer $\ell$ matches the
    prediction of the functional gradient sequence (7) at step $\ell$, i.e. for all $\ell=0\dots k$,
    $\mathsf{TF}_\ell(x;(V,B,C)|z^{(1)}\dots z^{(n)})=-f_\ell(x)$. (8)"
    """
    return {
        "a": chains.follows_9,
        "b": [
            Reading("the steepest direction is one", chains.follows_7, "c_l is not 0 where the loss is not stationary"),
            Reading("any steepest direction", eq(of_labels_0, -value(-astray, n + 1)),
                    "arbitrary examples, such as those with labels 0, for which all functions of norm 1 are steepest"),
        ],
        "c": chains.of_kernel,
    }  # fmt: skip


@claim(
    "ccs/eq-22",
    kind=Kind.IDENTITY,
    source="(22), Appendix B",
    forall=data,
    uses=("ccs/eq-3", "ccs/eq-4", "ccs/proposition-3.1"),
    witnesses=("words", "entries", "sampled", "proof"),
    misprints=(Misprint(r"$i=0\dots n$", r"$i=1\dots n$"),),
)
def eq_22() -> Prop:
    r""""for any layer $\ell=0\dots k+1$ and for any $i=0\dots n$",
    $Y_\ell^{(i)}=y^{(i)}+\mathsf{TF}_\ell(x^{(i)};(V,B,C),z^{(1)}\dots z^{(n)})$. "In words: '$y^{(i)}-Y_\ell^{(i)}$ is
    equal to the predicted label for $x^{(n+1)}$, if $x^{(i)}=x^{(n+1)}$.' (22) follows immediately from (3), by setting
    $x^{(n+1)}=x^{(i)}$, and verifying that $[Z_\ell]_{(d+1),i}$ and $[Z_\ell]_{(d+1),(n+1)}$ have identical updates
    across layers $\ell=0\dots k$."
    """
    return eq(Y_i(l, i), y_i(i) + entry(Y(l, X=with_query(i)), 1, n + 1))


@claim(
    "ccs/eq-23",
    kind=Kind.IDENTITY,
    source="(23), Appendix B",
    forall=data,
    uses=("ccs/eq-3", "ccs/eq-4", "ccs/proposition-3.1"),
    witnesses=BY_LAYERS,
    note=r"""(a) $X_\ell=X_0$ at every layer, so that the last row of $Z_\ell$ is that of (20); (b) the display.
    """,
    misprints=(WRONG_STEP,),
)
def eq_23() -> Parts:
    r""""By definition of the dynamics on $Z_i$ in (3), and plugging in our choice of V, B, C, we verify that
    $\mathsf{TF}_{\ell+1}(x;(V,B,C)|z^{(1)}\dots z^{(n)})=\mathsf{TF}_\ell(x;(V,B,C)|z^{(1)}\dots
    z^{(n)})-r_\ell\sum_{i=1}^nY_\ell^{(i)}[\tilde h(X_0,X_0)]_{i,(n+1)}$ (23)".
    """
    by_activation = total(i, n, Y_i(l, i) * entry(h_kernel(X_0, X_0), i, n + 1))
    return {"a": eq(Z(l), stack(X_0, Y(l))), "b": eq(TF(l + 1), TF(l) - chains.r_l * by_activation)}


by_kernel = total(i, n, Y_i(l, i) * K_at(i))


@claim(
    "ccs/eq-24",
    kind=Kind.IDENTITY,
    source="(24), Appendix B",
    forall=data,
    uses=("ccs/eq-23",),
    witnesses=("words", "entries"),
    misprints=(WRONG_STEP,),
)
def eq_24() -> Prop:
    r"""(23) $=\mathsf{TF}_\ell(x;(V,B,C)|z^{(1)}\dots z^{(n)})-r_\ell\sum_{i=1}^nY_\ell^{(i)}\mathcal K(x^{(i)},x)$."""
    return eq(TF(l + 1), TF(l) - chains.r_l * by_kernel)


f, size = vector("f", "D"), scalar("r_l", tex=r"r_\ell")
query = n + 1
after = -value(step(f, size), query)
r""":math:`-f_{\ell+1}(x)` by (21)."""
as_printed = -value(f, query) - size * total(i, n, (y_i(i) - value(f, query)) * inner(psi(i), psi(query)))
as_meant = -value(f, query) - size * total(i, n, (y_i(i) - value(f, i)) * inner(psi(i), psi(query)))
space = (n, Y_0, D, Psi, f, size)


@claim(
    "ccs/appendix-b-induction-step",
    kind=Kind.IDENTITY,
    source="Appendix B, two lines after (24)",
    forall=space,
    expected=Expected(Verdict.REFUTED, "f_l(x) stands where f_l(x^(i)) is meant, as (21) and (22) have it"),
    uses=("ccs/eq-24", "ccs/eq-22", "ccs/eq-21"),
    witnesses=("words", "entries"),
    fidelity=(FINITE_DIMENSION,),
    misprints=(Misprint(r"$f_\ell(x)$ in the sum", r"$f_\ell(x^{(i)})$"), WRONG_STEP),
)
def appendix_b_induction_step() -> Prop:
    r""""Now assume that $\mathsf{TF}_\ell(x;(V,B,C)|z^{(1)}\dots z^{(n)})=-f_\ell(x)$ up to some layer $\ell$." (24)
    $=-f_\ell(x)-r_\ell\sum_{i=1}^n(y^{(i)}-f_\ell(x))\mathcal K(x^{(i)},x)=-f_{\ell+1}(x)$. "The third line is by
    inductive hypothesis, along with (22). The fourth line is by (21)."
    """
    return eq(as_printed, after)


@claim(
    "ccs/appendix-b-induction-step-corrected",
    kind=Kind.IDENTITY,
    source="Appendix B, two lines after (24), corrected",
    forall=space,
    corrects="ccs/appendix-b-induction-step",
    uses=("ccs/eq-24", "ccs/eq-22", "ccs/eq-21"),
    witnesses=("words", "entries"),
)
def appendix_b_induction_step_corrected() -> Prop:
    r"""(24) $=-f_\ell(x)-r_\ell\sum_{i=1}^n(y^{(i)}-f_\ell(x^{(i)}))\mathcal K(x^{(i)},x)=-f_{\ell+1}(x)$."""
    return eq(as_meant, after)


proposition_3_1 = with_proof(proposition_3_1, a=chains.FOLLOWS_9, b=chains.FOLLOWS_7, c=chains.OF_KERNEL)
eq_22 = with_proof(eq_22, whole=chains.SAME_UPDATES)
eq_23 = with_proof(eq_23, a=chains.COVARIATES_STAY)
