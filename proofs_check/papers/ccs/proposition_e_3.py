"""Proposition E.3, the reformulation of the loss and the conclusion of its proof: Appendix E.2."""

from __future__ import annotations

from functools import partial

from ...claims import Difference, Differs, Expected, Hypothesis, Kind, Misprint, Parts, Reading, claim, with_proof
from ...proof.chain import Proof, Step
from ...proof.steps.recursions import Instance
from ...statement.attention import differentiable, product_up
from ...statement.props import Prop, eq, le
from ...statement.terms import expect, inv, tr
from ...verdict import Verdict
from .chains import loss as losses
from .chains import means
from .chains.rewriting import rewritten
from .chains.turned import linear_products
from .notation import (
    CONTINUOUSLY_DIFFERENTIABLE,
    X_0,
    Y_0,
    B_star,
    C_star,
    I,
    I_n,
    M,
    R,
    S,
    Sigma,
    U,
    U_Sigma,
    U_Sigma_inv,
    b,
    c,
    d,
    h,
    h_relu,
    k,
    l,
    n,
    r,
    r_of,
    t,
    top,
)
from .notation_moved import E_B, E_C
from .notation_rotations import (
    G_E,
    IM,
    KK,
    S_2,
    K_invariant,
    K_is_covariance,
    R_tilde,
    RU_random,
    UX_random,
    Z_bar_at,
    alpha,
    bottom,
    d_dt,
    f_E,
    factor_E,
    i,
    j,
    j_in_depth,
    law_invariant,
    moved,
    no_A,
    slope_of_loss,
    spread,
    under_the_mean,
)

derivative_E, rotated_E = (slope_of_loss(G_E, X, R) for X in (X_0, UX_random))
SETTING = (K_is_covariance, K_invariant, law_invariant, j_in_depth, under_the_mean(E_B.G))
FORALL = (d, n, k, j, Sigma, R, r, b, c)


@claim(
    "ccs/eq-38",
    kind=Kind.INEQUALITY,
    source="Proposition E.3, (36)-(38), Appendix E.2",
    forall=FORALL,
    given=SETTING,
    uses=("ccs/eq-5", "ccs/assumption-4.1", "ccs/assumption-4.2", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    options={"twins": {"fast": 1}},
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_38() -> Prop:
    r"""Proposition E.3: "Let $\tilde h$ satisfy Assumption 4.3, let $x^{(i)}$'s satisfy Assumption 4.1 with matrix
    $\Sigma$, and $y^{(i)}$'s satisfy Assumption 4.2. Let $V\in\mathbb R^{(k+1)\times(d+1)\times(d+1)}$ satisfy, for all
    $\ell=0\dots k$, $V_\ell=\begin{bmatrix}0&0\\ 0&r_\ell\end{bmatrix}$, where $r_\ell$ are arbitrary scalars. Let
    $(B,C)\in\mathbb R^{(k+1)\times d\times d\times 2}$ satisfy for all $\ell=0\dots k$, $B_\ell=b_\ell\Sigma^{-1/2}$,
    $C_\ell=c_\ell\Sigma^{-1/2}$, (36) where $b_\ell,c_\ell\in\mathbb R$ are scalars. Let $j\in\{0\dots k\}$ be an
    arbitrary but fixed layer index. For $S\in\mathbb R^{d\times d}$, let $B_j(S):=B_j+S$, and let $B_\ell(S):=B_\ell$
    for $\ell\ne j$. Let $B(S):=\{B_\ell(S)\}_{\ell=0\dots k}$. Recall f(V, B, C) as defined in (5). Let $R\in\mathbb
    R^{d\times d}$ be an arbitrary matrix. Let $\tilde r:=\frac1d\operatorname{Tr}(R\Sigma^{1/2})$, $\tilde R:=\tilde
    r\Sigma^{-1/2}$ (37) Then $\frac d{dt}f(V,B(tR),C)|_{t=0}\le\frac d{dt}f(V,B(t\tilde R),C)|_{t=0}$. (38)"
    """
    return le(d_dt(f_E(B=t * R)), d_dt(f_E(B=t * R_tilde)))


@claim(
    "ccs/eq-38-equality",
    kind=Kind.IDENTITY,
    source="Proposition E.3, (38), with equality",
    forall=FORALL,
    given=SETTING,
    uses=("ccs/eq-38",),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
)
def eq_38_equality() -> Prop:
    r"""In the setting of (38), $\frac d{dt}f(V,B(tR),C)|_{t=0}=\frac d{dt}f(V,B(t\tilde R),C)|_{t=0}$: the two
    derivatives are equal. (31) needs this, or the inequality reversed: with $R=-\nabla_{B_j}f$ the printed one bounds
    (34) from below.
    """
    return eq(d_dt(f_E(B=t * R)), d_dt(f_E(B=t * R_tilde)))


@claim(
    "ccs/eq-39",
    kind=Kind.INEQUALITY,
    source="Proposition E.3, (39), Appendix E.2",
    forall=FORALL,
    given=(*SETTING[:-1], under_the_mean(E_C.G)),
    uses=("ccs/eq-38",),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    options={"twins": {"fast": 1}},
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_39() -> Prop:
    r""""Similarly, let $C_j(S):=C_j+S$, and $C_\ell(S):=C_\ell$ for $\ell\ne j$, and let
    $C(S):=\{C_\ell(S)\}_{\ell=0\dots k}$, then $\frac d{dt}f(V,B,C(tR))|_{t=0}\le\frac d{dt}f(V,B,C(t\tilde
    R))|_{t=0}$. (39)"
    """
    return le(d_dt(f_E(C=t * R)), d_dt(f_E(C=t * R_tilde)))


@claim(
    "ccs/eq-39-equality",
    kind=Kind.IDENTITY,
    source="Proposition E.3, (39), with equality",
    forall=FORALL,
    given=(*SETTING[:-1], under_the_mean(E_C.G)),
    uses=("ccs/eq-39",),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
)
def eq_39_equality() -> Prop:
    r"""In the setting of (39), $\frac d{dt}f(V,B,C(tR))|_{t=0}=\frac d{dt}f(V,B,C(t\tilde R))|_{t=0}$."""
    return eq(d_dt(f_E(C=t * R)), d_dt(f_E(C=t * R_tilde)))


@claim(
    "ccs/eq-40",
    kind=Kind.IDENTITY,
    source="(40), Appendix E.2",
    forall=(d, n, i, Sigma, X_0, Y_0, r, b, c),
    uses=("ccs/eq-3", "ccs/eq-20"),
    witnesses=("words", "entries", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        r"the second argument of $\tilde h$ is $C_\ell X_\ell$ in (3), not $B_\ell X_\ell$",
        parts=("b",),
    ),
    note="The layer is called i here, as the product's last factor is on the page.",
    misprints=(
        Misprint(r"$\tilde h(\cdot,B_\ell X_\ell)$", r"$\tilde h(\cdot,C_\ell X_\ell)$", "b"),
        Misprint(r"$Y_{\ell+1}=\dots\prod_{\ell=0}^i$", r"$Y_{i+1}=\dots\prod_{\ell=0}^i$"),
    ),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_40() -> Parts:
    r"""With $V_\ell=\begin{bmatrix}0&0\\0&r_\ell\end{bmatrix}$, for any $\ell\in\{0\dots k\}$: (a) $X_{\ell+1}=X_0$,
    $Y_{\ell+1}=$ (b) $Y_\ell+r_\ell Y_\ell M\tilde h(B_\ell X_\ell,B_\ell X_\ell)=$ (c) $Y_0\prod_{\ell=0}^i(I+r_\ell
    M\tilde h(B_\ell X_0,C_\ell X_0))$.
    """
    X_i, Y_i, Y_next = (part * Z_bar_at(at, no_A) for part, at in ((top, i), (bottom, i), (bottom, i + 1)))
    return {
        "a": eq(top * Z_bar_at(i + 1, no_A), X_0),
        "b": eq(Y_next, Y_i + r_of(i) * (Y_i * M * h(B_star(i) * X_i, B_star(i) * X_i))),
        "c": eq(Y_next, Y_0 * product_up(l, i, factor_E(l, X_0, 0))),
    }


@claim(
    "ccs/eq-40-corrected",
    kind=Kind.IDENTITY,
    source="(40), Appendix E.2, corrected",
    forall=(d, n, i, Sigma, X_0, Y_0, r, b, c),
    uses=("ccs/eq-3", "ccs/eq-20"),
    corrects="ccs/eq-40#b",
    witnesses=("words", "entries", "proof"),
)
def eq_40_corrected() -> Prop:
    r"""$Y_{\ell+1}=Y_\ell+r_\ell Y_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell)$."""
    X_i, Y_i = top * Z_bar_at(i, no_A), bottom * Z_bar_at(i, no_A)
    return eq(bottom * Z_bar_at(i + 1, no_A), Y_i + r_of(i) * (Y_i * M * h(B_star(i) * X_i, C_star(i) * X_i)))


@claim(
    "ccs/appendix-e.2-loss",
    kind=Kind.IDENTITY,
    source="Appendix E.2, loss reformulation",
    forall=(d, n, k, j, Sigma, S, r, b, c),
    given=(K_is_covariance, j_in_depth),
    uses=("ccs/lemma-a.1", "ccs/eq-40", "ccs/assumption-4.2"),
    witnesses=("words", "entries", "sampled", "proof"),
    note="""On the page the bars are dropped: $Z_0$ carries $y^{(n+1)}$. The X of the right-hand sides is $X_0$. The
    means are of what is not negative: where one is infinite, so are all.
    """,
    misprints=(Misprint("“presented in Lemma 5”", "Lemma A.1"),),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def appendix_e_2_loss() -> Parts:
    r""""the in-context loss defined in (5) is equivalent to" (a) $f(V,B,C)=\mathbb
    E_{Z_0}[\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))]$. "for any $S\in\mathbb R^{d\times d}$, let
    $G(X,S):=\prod_{\ell=0}^k(I+r_\ell M\tilde h(B_\ell(S)X,C_\ell X))$, so that" (b) $f(V,B(S),C)=\mathbb
    E_{Z_0}[\operatorname{Tr}((I-M)G(X,S)^\top Y_0^\top Y_0G(X,S)(I-M))]=$ (c) $\mathbb
    E_{X_0}[\operatorname{Tr}((I-M)G(X, S)^\top\mathbb K(X_0)G(X,S)(I-M))]$.
    """
    Y_last = bottom * Z_bar_at(k + 1, no_A)
    with_labels = expect(spread(G_E(X_0, S), Y_0.T * Y_0, G_E(X_0, S)))
    return {
        "a": eq(f_E(), expect(tr(IM * Y_last.T * Y_last * IM))),
        "b": eq(f_E(B=S), with_labels),
        "c": eq(with_labels, expect(spread(G_E(X_0, S), KK(X_0), G_E(X_0, S)))),
    }


@claim(
    "ccs/appendix-e.2-u-sigma",
    kind=Kind.IDENTITY,
    source="Appendix E.2 (repeated in F.2 for Propositions F.3, F.4)",
    forall=(d, Sigma, U),
    given=(Hypothesis("U is orthogonal", eq(U * U.T, I), r"UU^\top=I"),),
    uses=("ccs/assumption-4.1",),
    witnesses=("words", "entries"),
)
def appendix_e_2_u_sigma() -> Prop:
    r"""$U_\Sigma:=\Sigma^{1/2}U\Sigma^{-1/2}$, "so that $U_\Sigma^{-1}=\Sigma^{1/2}U^\top\Sigma^{-1/2}$."""
    return eq(inv(U_Sigma), U_Sigma_inv.body)


@claim(
    "ccs/eq-41",
    kind=Kind.IDENTITY,
    source="(41), Appendix E.2",
    forall=FORALL,
    given=SETTING,
    uses=("ccs/appendix-e.2-loss", "ccs/assumption-4.1", "ccs/assumption-4.2"),
    witnesses=("words", "entries", "sampled", "proof"),
    options={"twins": {"fast": 1}},
    misprints=(Misprint(r"$\mathcal K(U_\Sigma X)=\mathcal K(X)$", r"$\mathbb K(U_\Sigma X)=\mathbb K(X)$"),),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_41() -> Parts:
    r""""Using the fact that $X_0\stackrel d=U_\Sigma X_0$": $\frac d{dt}f(V,B(tR),C)|_{t=0}=$ (a) $\frac d{dt}\mathbb
    E_{X_0}[\operatorname{Tr}((I-M)G(X_0,tR)^\top\mathbb K(X_0)G(X_0,tR)(I-M))]|_{t=0}=$ (b) $2\,\mathbb E_{X_0}[
    \operatorname{Tr}((I-M)G(X_0,0)^\top\mathbb K(X_0)\frac d{dt}G(X_0,tR)|_{t=0}(I-M))]=$ (c) $2\,\mathbb E_{X_0,U}[
    \operatorname{Tr}((I-M)G(U_\Sigma X_0,0)^\top\mathbb K(X_0)\frac d{dt}G(U_\Sigma X_0,tR)|_{t=0}(I-M))]$. "The last
    equality uses the assumption that $\mathcal K(U_\Sigma X)=\mathcal K(X)$ from Assumption 4.2."
    """
    moving = d_dt(expect(spread(G_E(X_0, t * R), KK(X_0), G_E(X_0, t * R))))
    return {
        "a": eq(d_dt(f_E(B=t * R)), moving),
        "b": eq(moving, derivative_E),
        "c": eq(derivative_E, rotated_E),
    }


@claim(
    "ccs/appendix-e.2-linearity",
    kind=Kind.IDENTITY,
    source="Appendix E.2, after the final display",
    forall=(d, n, k, j, Sigma, S, S_2, alpha, X_0, r, b, c),
    given=(j_in_depth,),
    uses=("ccs/appendix-e.2-loss",),
    witnesses=("words", "entries", "balls", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        "a condition left unsaid, that the activation is continuously differentiable: relu satisfies Assumption 4.3, "
        "and its G(X_0, tS) has derivatives from one side alone where a scalar product is 0",
        parts=("b",),
    ),
    note="""Assumption 4.3 itself says nothing of differentiability. (b) First for one of the activations that satisfy
    it, then for those that are continuously differentiable.
    """,
    fidelity=(
        CONTINUOUSLY_DIFFERENTIABLE,
        Difference(Differs.WEAKER, "differentiable in (b), where the page has continuously differentiable"),
    ),
)
def appendix_e_2_linearity() -> Parts:
    r""""The third equality uses the fact that for any S, $\frac d{dt}G(X_0,tS)|_{t=0}$ is (a) linear in S (and (b)
    jointly continuously differentiable in both S and t)."
    """
    smooth = "the activation is continuously differentiable"
    anything = "of the activation nothing is assumed but Assumption 4.3, which relu satisfies"
    relu_G = product_up(l, k, I_n + r_of(l) * (M * h_relu(moved(B_star, S)(l) * X_0, C_star(l) * X_0)))
    return {
        "a": eq(
            d_dt(G_E(X_0, t * (S + alpha * S_2))), d_dt(G_E(X_0, t * S)) + alpha * d_dt(G_E(X_0, t * S_2))
        ),
        "b": [
            Reading("relu", differentiable(relu_G, S), anything, literal=True),
            Reading("smooth", differentiable(G_E(X_0, t * S), S, t), smooth),
        ],
    }


@claim(
    "ccs/appendix-e.2-averaging",
    kind=Kind.IDENTITY,
    source="Appendix E.2, final display",
    forall=FORALL,
    given=SETTING,
    uses=("ccs/eq-41", "ccs/eq-42", "ccs/eq-43", "ccs/appendix-e.2-linearity", "ccs/appendix-e.2-mean-rotation"),
    witnesses=("words", "entries", "proof"),
    options={"twins": {"fast": 1}},
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def appendix_e_2_averaging() -> Parts:
    r"""$\frac d{dt}f(V,B(tR),C)|_{t=0}=(41)=$ (a) $2\,\mathbb E_{X_0,U}[\operatorname{Tr}((I-M)G(U_\Sigma
    X_0,0)^\top\mathbb K\frac d{dt}G(U_\Sigma X_0,tR)|_{t=0}(I-M))]=$ (b) $2\,\mathbb
    E_{X_0,U}[\operatorname{Tr}((I-M)G(X_0,0)^\top\mathbb K\frac d{dt}G(X_0,tU^\top RU_\Sigma)|_{t=0}(I-M))]=$ (c)
    $2\,\mathbb E_{X_0}[\operatorname{Tr}((I-M)G(X_0,0)^\top\mathbb K\frac d{dt}G(X_0,t\,\mathbb E_U[U^\top
    RU_\Sigma])|_{t=0}(I-M))]=$ (d) $2\,\mathbb E_{X_0}[\operatorname{Tr}((I-M)G(X_0, 0)^\top\mathbb K\frac
    d{dt}G(X_0,t\tilde R)|_{t=0}(I-M))]=$ (e) $\frac d{dt}f(V,B(t\tilde R),C)|_{t=0}$.
    """

    line = partial(slope_of_loss, G_E, X_0)
    return {
        "a": eq(d_dt(f_E(B=t * R)), rotated_E),
        "b": eq(rotated_E, line(RU_random)),
        "c": eq(line(RU_random), line(expect(RU_random))),
        "d": eq(line(expect(RU_random)), line(R_tilde)),
        "e": eq(line(R_tilde), d_dt(f_E(B=t * R_tilde))),
    }


@claim(
    "ccs/appendix-e.2-mean-rotation",
    kind=Kind.IDENTITY,
    source="Appendix E.2, fourth equality of the final display",
    forall=(d, Sigma, R),
    uses=("ccs/eq-38",),
    witnesses=("words", "entries", "sampled"),
)
def appendix_e_2_mean_rotation() -> Prop:
    r""""The fourth equality uses the definition of $\tilde R$ from (37)": $\mathbb E_U[U^\top RU_\Sigma]=\tilde R$ with
    $\tilde R=\frac1d\operatorname{Tr}(R\Sigma^{1/2})\Sigma^{-1/2}$.
    """
    return eq(expect(RU_random), R_tilde)


swapped = Step(
    "display", appendix_e_2_linearity.part("a").meant.prop, Instance((S, S_2), (S_2, S)), ("product linear",)
)
appendix_e_2_loss = with_proof(
    appendix_e_2_loss, a=Proof(losses.in_last_row(E_B)), b=Proof(losses.in_labels(E_B, S)),
    c=Proof(losses.given_covariates(E_B, S)),
)
eq_41 = with_proof(eq_41, **means.derivative_proofs(E_B))
appendix_e_2_averaging = with_proof(
    appendix_e_2_averaging, a=Proof(means.first_line(E_B)), b=Proof(means.second_line(E_B)),
    c=Proof(means.third_line(E_B, RU_random)), d=Proof(means.fourth_line(E_B)), e=Proof(means.last_line(E_B)),
)
eq_38_equality = with_proof(eq_38_equality, whole=means.equality(E_B))
eq_38 = with_proof(eq_38, whole=means.inequality(E_B, means.equal(E_B, "ccs/eq-38-equality")))
eq_39_equality = with_proof(eq_39_equality, whole=means.equality(E_C))
eq_39 = with_proof(eq_39, whole=means.inequality(E_C, means.equal(E_C, "ccs/eq-39-equality")))
eq_40 = rewritten(eq_40, "a", "c", by=losses.recursion(E_B), used=("rows",))
appendix_e_2_linearity = with_proof(appendix_e_2_linearity, a=Proof((*linear_products(E_B), swapped)))
