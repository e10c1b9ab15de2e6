"""Proposition F.3, the reformulation of the loss and the conclusion of its proof: Appendix F.2."""

from __future__ import annotations

from functools import partial

from ...claims import Expected, Kind, Misprint, Parts, Reading, claim, with_proof
from ...proof.chain import Proof
from ...statement.props import Prop, chain, conj, eq, implies, le
from ...statement.terms import Op, Term, at, col, entry, expect, inv, tr
from ...verdict import Verdict
from .chains import loss as losses
from .chains import means
from .chains.rewriting import rewritten
from .chains.turned import linear_products
from .examples_6_7 import X, of_kernel
from .notation import (
    CONTINUOUSLY_DIFFERENTIABLE,
    X_0,
    Y_0,
    A_star,
    B_star,
    C_star,
    I_n,
    M,
    R,
    S,
    Sigma,
    U,
    U_Sigma,
    a,
    b,
    c,
    d,
    h,
    inv_root,
    k,
    n,
    r,
    root,
    t,
    top,
)
from .notation_moved import F_B, F_C
from .notation_rotations import (
    G_B,
    IM,
    KK,
    S_2,
    X_B,
    K_invariant,
    K_is_covariance,
    R_tilde,
    RU_random,
    UX_random,
    Z_bar_at,
    alpha,
    bottom,
    corrected_recursion,
    d_dt,
    f_F,
    i,
    j,
    j_in_depth,
    law_invariant,
    moved,
    printed_recursion,
    slope_of_loss,
    spread,
    under_the_mean,
)

G_k = partial(G_B, k)
derivative_B, rotated_B = (slope_of_loss(G_k, X, R) for X in (X_0, UX_random))
SETTING = (K_is_covariance, K_invariant, law_invariant, j_in_depth, under_the_mean(F_B.G))
FORALL = (d, n, k, j, Sigma, R, r, a, b, c)


@claim(
    "ccs/eq-56",
    kind=Kind.INEQUALITY,
    source="Proposition F.3, (54)-(56), Appendix F.2",
    forall=FORALL,
    given=SETTING,
    uses=("ccs/eq-5", "ccs/assumption-4.1", "ccs/assumption-4.2", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    options={"twins": {"fast": 1}},
)
def eq_56() -> Prop:
    r"""$\tilde h$, $x^{(i)}$, $y^{(i)}$ satisfy Assumptions 4.3, 4.1 (matrix $\Sigma$), 4.2. For all $\ell=0\dots k$:
    $A_\ell=a_\ell I$, $B_\ell=b_\ell\Sigma^{-1/2}$, $C_\ell=c_\ell\Sigma^{-1/2}$ (54), scalars;
    $V_\ell=\begin{bmatrix}A_\ell&0\\0&r_\ell\end{bmatrix}$, $r_\ell$ arbitrary. j arbitrary but fixed;
    $B_j(S):=B_j+S$, $B_\ell(S):=B_\ell$ for $\ell\ne j$. $R\in\mathbb R^{d\times d}$ arbitrary, $\tilde
    r:=\frac1d\operatorname{Tr}(R\Sigma^{1/2})$, $\tilde R:=\tilde r\Sigma^{-1/2}$ (55). Then $\frac
    d{dt}f(V,B(tR),C)|_{t=0}\le\frac d{dt}f(V,B(t\tilde R),C)|_{t=0}$ (56).
    """
    return le(d_dt(f_F(B=t * R)), d_dt(f_F(B=t * R_tilde)))


@claim(
    "ccs/eq-56-equality",
    kind=Kind.IDENTITY,
    source="Proposition F.3, (56), with equality",
    forall=FORALL,
    given=SETTING,
    uses=("ccs/eq-56",),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
)
def eq_56_equality() -> Prop:
    r"""In the setting of (56), $\frac d{dt}f(V,B(tR),C)|_{t=0}=\frac d{dt}f(V,B(t\tilde R),C)|_{t=0}$: the two
    derivatives are equal, as (48) needs.
    """
    return eq(d_dt(f_F(B=t * R)), d_dt(f_F(B=t * R_tilde)))


@claim(
    "ccs/eq-57",
    kind=Kind.INEQUALITY,
    source="Proposition F.3, (57), Appendix F.2",
    forall=FORALL,
    given=(*SETTING[:-1], under_the_mean(F_C.G)),
    uses=("ccs/eq-56",),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    options={"twins": {"fast": 1}},
)
def eq_57() -> Prop:
    r"""Setting of (56), $C_j(S):=C_j+S$, $C_\ell(S):=C_\ell$ for $\ell\ne j$: $\frac d{dt}f(V,B,C(tR))|_{t=0}\le\frac
    d{dt}f(V,B,C(t\tilde R))|_{t=0}$.
    """
    return le(d_dt(f_F(C=t * R)), d_dt(f_F(C=t * R_tilde)))


@claim(
    "ccs/eq-57-equality",
    kind=Kind.IDENTITY,
    source="Proposition F.3, (57), with equality",
    forall=FORALL,
    given=(*SETTING[:-1], under_the_mean(F_C.G)),
    uses=("ccs/eq-57",),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
)
def eq_57_equality() -> Prop:
    r"""In the setting of (57), $\frac d{dt}f(V,B,C(tR))|_{t=0}=\frac d{dt}f(V,B,C(t\tilde R))|_{t=0}$."""
    return eq(d_dt(f_F(C=t * R)), d_dt(f_F(C=t * R_tilde)))


@claim(
    "ccs/eq-58",
    kind=Kind.IDENTITY,
    source="(58), Appendix F.2",
    forall=(d, n, i, Sigma, X_0, Y_0, r, a, b, c),
    uses=("ccs/eq-3", "ccs/eq-20"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    expected=Expected(
        Verdict.REFUTED,
        r"the second argument of $\tilde h$ is $C_\ell X_\ell$ in (3); the product is over "
        r"$\tilde h(B_\ell X_\ell,C_\ell X_\ell)$: with $A_\ell\ne0$ the covariates change from layer to layer",
        parts=("b", "c"),
    ),
    note="The layer is called i here, as the product's last factor is on the page.",
    misprints=(
        Misprint(r"$\tilde h(B_\ell X_\ell,B_\ell X_\ell)$", r"$\tilde h(B_\ell X_\ell,C_\ell X_\ell)$", "b"),
        Misprint(r"$\tilde h(B_\ell X_0,C_\ell X_0)$", r"$\tilde h(B_\ell X_\ell,C_\ell X_\ell)$", "c"),
        Misprint(r"$Y_{\ell+1}=\dots=Y_0\prod_{\ell=0}^i$", r"$Y_{i+1}=\dots=Y_0\prod_{\ell=0}^i$, as in (72)"),
    ),
)
def eq_58() -> Parts:
    r"""With $V_\ell=\begin{bmatrix}A_\ell&0\\0&r_\ell\end{bmatrix}$, for any $\ell\in\{0\dots k\}$: (a)
    $X_{\ell+1}=X_\ell+A_\ell X_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell)$, $Y_{\ell+1}=$ (b) $Y_\ell+r_\ell Y_\ell
    M\tilde h(B_\ell X_\ell,B_\ell X_\ell)=$ (c) $Y_0\prod_{\ell=0}^i(I+r_\ell M\tilde h(B_\ell X_0,C_\ell X_0))$.
    """
    return printed_recursion(i)


@claim(
    "ccs/eq-58-corrected",
    kind=Kind.IDENTITY,
    source="(58), Appendix F.2, corrected",
    forall=(d, n, i, Sigma, X_0, Y_0, r, a, b, c),
    uses=("ccs/eq-3", "ccs/eq-20"),
    corrects="ccs/eq-58",
    witnesses=("words", "entries", "proof"),
)
def eq_58_corrected() -> Parts:
    r"""$Y_{\ell+1}=$ (b) $Y_\ell+r_\ell Y_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell)=$ (c)
    $Y_0\prod_{\ell=0}^i(I+r_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell))$.
    """
    return corrected_recursion(i)


@claim(
    "ccs/eq-59",
    kind=Kind.DEFINITION,
    source="(59), Appendix F.2",
    forall=(d, n, i, j, Sigma, X_0, S, r, a, b, c),
    uses=("ccs/eq-58",),
    witnesses=("words", "entries"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_59() -> Parts:
    r"""$X_i(X,S)$ is "the result of evolving as (58), initialized at $X_0=X$, where $B_i$ is
    replaced by $B_i(S)$": $X_{i+1}(X,S)=X_i(X,S)+A_iX_i(X,S)M\tilde h(B_i(S)X_i(X,S),C_iX_i(X,S))$.
    """
    X_i, B_i = X_B(i, X_0, S), moved(B_star, S)
    return {
        "evolved": eq(X_i, top * Z_bar_at(i, A_star, B_i)),
        "start": eq(X_B(0, X_0, S), X_0),
        "step": eq(X_B(i + 1, X_0, S), X_i + A_star(i) * X_i * M * h(B_i(i) * X_i, C_star(i) * X_i)),
    }


def of_all_columns(X: Term) -> Term:
    r"""A $\mathbb K(X)$ that Assumption 4.2 allows: $\operatorname{tr}(X^\top\Sigma^{-1}X)I$."""
    return tr(X.T * inv(Sigma) * X) * I_n


def recalled_covariance() -> list[Reading]:
    r"""Whether Assumption 4.2 has $\mathbb K_{ij}$ as a function of $x^{(i)}$ and $x^{(j)}$ alone."""
    same_column = eq(col(X_0, 1), col(X, 1))
    same_entry = eq(entry(of_all_columns(X_0), 1, 1), entry(of_all_columns(X), 1, 1))
    allowed = eq(of_all_columns(U_Sigma * X_0), of_all_columns(X_0))
    return [
        Reading("every covariance that Assumption 4.2 allows", implies(conj(allowed, same_column), same_entry),
                r"$\operatorname{tr}(X^\top\Sigma^{-1}X)I$ is one, and no function of two columns", literal=True),
        Reading("the covariance of Example 7, which Assumption 4.2 allows", eq(of_kernel(U_Sigma * X), of_kernel(X)),
                r"where the formula stands, for $\mathcal K(Uv,Uw)=\mathcal K(v,w)$"),
    ]  # fmt: skip


@claim(
    "ccs/appendix-f.3-loss",
    kind=Kind.IDENTITY,
    source="proof of Proposition F.3, loss reformulation",
    forall=(d, n, k, j, Sigma, S, r, a, b, c, U, X_0, X),
    given=(K_is_covariance, j_in_depth),
    uses=("ccs/lemma-a.1", "ccs/eq-59", "ccs/assumption-4.2"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    expected=Expected(
        Verdict.REFUTED, "Assumption 4.2 asks for an invariance of the covariance, not that it is one of this kernel",
        ("K",),
    ),
    note=r"""Lemma 5 is Lemma A.1. The X of the right-hand sides is $X_0$; (a) to (c) are of any $\mathbb K(X)$
    with the invariance of Assumption 4.2.
    """,
    misprints=(
        Misprint(r"“By Lemma 5”", r"by Lemma A.1"),
        Misprint(r"$G_k(X,S)$ under $\mathbb E_{Z_0}$ and $\mathbb E_{X_0}$", r"$G_k(X_0,S)$"),
    ),
)
def appendix_f_3_loss() -> Parts:
    r"""(a) $f(V,B,C)=\mathbb E_{Z_0}[\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))]$ ("By Lemma 5");
    $G_i(X,S):=\prod_{\ell=0}^i(I+r_\ell M\tilde h(B_\ell(S)X_\ell(X,S),C_\ell X_\ell(X,S)))$; (b)
    $f(V,B(S),C)=\mathbb E_{Z_0}[\operatorname{Tr}((I-M)G_k(X,S)^\top Y_0^\top Y_0G_k(X,S)(I-M))]=$ (c) $\mathbb
    E_{X_0}[\operatorname{Tr}((I-M)G_k(X,S)^\top\mathbb KG_k(X,S)(I-M))]$, (K) "where recall that $\mathbb K\in\mathbb
    R^{(n+1)\times(n+1)}$ and $\mathbb K_{ij}=\mathcal K(\Sigma^{-1/2}x^{(i)},\Sigma^{-1/2}x^{(j)})$ as defined in
    Assumption 4.2."
    """
    Y_last = bottom * Z_bar_at(k + 1, A_star)
    with_labels = expect(spread(G_B(k, X_0, S), Y_0.T * Y_0, G_B(k, X_0, S)))
    return {
        "a": eq(f_F(), expect(tr(IM * Y_last.T * Y_last * IM))),
        "b": eq(f_F(B=S), with_labels),
        "c": eq(with_labels, expect(spread(G_B(k, X_0, S), KK(X_0), G_B(k, X_0, S)))),
        "K": recalled_covariance(),
    }


@claim(
    "ccs/eq-60",
    kind=Kind.IDENTITY,
    source="(60), Appendix F.2",
    forall=(d, i, Sigma, U, b, c),
    uses=("ccs/eq-56",),
    witnesses=("words", "entries"),
)
def eq_60() -> Parts:
    r"""(a) $B_iU_\Sigma=b_i\Sigma^{-1/2}\Sigma^{1/2}U\Sigma^{-1/2}=UB_i$, (b)
    $C_iU_\Sigma=c_i\Sigma^{-1/2}\Sigma^{1/2}U\Sigma^{-1/2}=UC_i$.
    """
    return {
        "a": chain(B_star(i) * U_Sigma, "=", at(b, i) * (inv_root * root * U * inv_root), "=", U * B_star(i)),
        "b": chain(C_star(i) * U_Sigma, "=", at(c, i) * (inv_root * root * U * inv_root), "=", U * C_star(i)),
    }


@claim(
    "ccs/eq-61",
    kind=Kind.IDENTITY,
    source="(61), Appendix F.2",
    forall=FORALL,
    given=SETTING,
    uses=("ccs/appendix-f.3-loss", "ccs/assumption-4.1", "ccs/assumption-4.2"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    options={"twins": {"fast": 1}},
)
def eq_61() -> Parts:
    r"""$\frac d{dt}f(V,B(tR),C)|_{t=0}=$ (a) $\frac d{dt}\mathbb
    E_{X_0}[\operatorname{Tr}((I-M)G_k(X_0,tR)^\top\mathbb K(X_0)G_k(X_0,tR)(I-M))]|_{t=0}=$ (b) $2\,\mathbb
    E_{X_0}[\operatorname{Tr}((I-M)G_k(X_0,0)^\top\mathbb K(X_0)\frac d{dt}G_k(X_0,tR)|_{t=0}(I-M))]=$ (c) $2\,\mathbb
    E_{X_0,U}[\operatorname{Tr}((I-M)G_k(U_\Sigma X_0,0)^\top\mathbb K(X_0)\frac d{dt}G_k(U_\Sigma
    X_0,tR)|_{t=0}(I-M))]$. "The last equality uses the fact that $\mathbb K(U_\Sigma X_0)=\mathbb K(X_0)$ by
    Assumption 4.2."
    """
    moving = d_dt(expect(spread(G_B(k, X_0, t * R), KK(X_0), G_B(k, X_0, t * R))))
    return {
        "a": eq(d_dt(f_F(B=t * R)), moving),
        "b": eq(moving, derivative_B),
        "c": eq(derivative_B, rotated_B),
    }


@claim(
    "ccs/appendix-f.3-averaging",
    kind=Kind.IDENTITY,
    source='proof of Proposition F.3, "Putting everything together"',
    forall=(*FORALL, S, S_2, alpha),
    given=SETTING,
    uses=("ccs/eq-61", "ccs/eq-66", "ccs/eq-67", "ccs/appendix-e.2-mean-rotation"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    options={"twins": {"fast": 1}},
)
def appendix_f_3_averaging() -> Parts:
    r"""$\frac d{dt}f(V,B(tR),C)|_{t=0}=$ (a) $2\,\mathbb E_{X_0,U}[\operatorname{Tr}((I-M)G_k(U_\Sigma
    X_0,0)^\top\mathbb K\frac d{dt}G_k(U_\Sigma X_0,tR)|_{t=0}(I-M))]=$ (b) $2\,\mathbb
    E_{X_0,U}[\operatorname{Tr}((I-M)G_k(X_0,0)^\top\mathbb K\frac d{dt}G_k(X_0,tU^\top RU_\Sigma)|_{t=0}(I-M))]=$ (c)
    $2\,\mathbb E_{X_0}[\operatorname{Tr}((I-M)G_k(X_0,0)^\top\mathbb K\frac d{dt}G_k(X_0,t\,\mathbb E_U[U^\top
    RU_\Sigma])|_{t=0}(I-M))]=$ (d) $\frac d{dt}f(V,B(t\tilde R),C)|_{t=0}$ (the third expression is printed more than
    once). "The third equality uses the fact that $\frac d{dt}G_k(X_0,tS)|_{t=0}$ is (linear) linear in S for any S. The
    fourth equality is by (55)."
    """

    def moved_by(direction: Term) -> Op:
        return d_dt(G_B(k, X_0, t * direction))

    line = partial(slope_of_loss, G_k, X_0)
    return {
        "a": eq(d_dt(f_F(B=t * R)), rotated_B),
        "b": eq(rotated_B, line(RU_random)),
        "c": eq(line(RU_random), line(expect(RU_random))),
        "d": eq(line(expect(RU_random)), d_dt(f_F(B=t * R_tilde))),
        "linear": eq(moved_by(alpha * S + S_2), alpha * moved_by(S) + moved_by(S_2)),
    }


appendix_f_3_loss = with_proof(
    appendix_f_3_loss, a=Proof(losses.in_last_row(F_B)), b=Proof(losses.in_labels(F_B, S)),
    c=Proof(losses.given_covariates(F_B, S)),
)
eq_61 = with_proof(eq_61, **means.derivative_proofs(F_B))
appendix_f_3_averaging = with_proof(
    appendix_f_3_averaging, a=Proof(means.first_line(F_B)), b=Proof(means.second_line(F_B)),
    c=Proof(means.third_line(F_B, RU_random)), d=Proof(means.end_of_averaging(F_B)),
    linear=Proof(linear_products(F_B)),
)
eq_56_equality = with_proof(eq_56_equality, whole=means.equality(F_B))
eq_56 = with_proof(eq_56, whole=means.inequality(F_B, means.equal(F_B, "ccs/eq-56-equality")))
eq_57_equality = with_proof(eq_57_equality, whole=means.equality(F_C))
eq_57 = with_proof(eq_57, whole=means.inequality(F_C, means.equal(F_C, "ccs/eq-57-equality")))
eq_58_corrected = rewritten(eq_58_corrected, "c", by=losses.recursion(F_B), used=("rows",))
