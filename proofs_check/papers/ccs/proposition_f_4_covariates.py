"""How the covariates move with a rotation while one A moves: (76) to (79), Appendix F.2."""

from __future__ import annotations

from ...claims import Expected, Kind, Misprint, Parts, claim, with_proof
from ...statement.props import Prop, chain, conj, eq, ge, implies, le
from ...statement.terms import Op, Term, TermLike, zeros
from ...verdict import Verdict
from .chains import covariates as chains
from .chains.rewriting import known, rewritten
from .notation import (
    CONTINUOUSLY_DIFFERENTIABLE,
    X_0,
    A_star,
    M,
    R,
    S,
    Sigma,
    U,
    U_Sigma,
    U_Sigma_inv,
    a,
    b,
    c,
    d,
    n,
    t,
)
from .notation_rotations import RU_A, UX, X_A, d_dt, h_at, i, j, moved

FORALL = (d, n, i, j, Sigma, U, R, X_0, a, b, c)
RX = U_Sigma * d_dt(X_A(i, X_0, t * RU_A))
r""":math:`U_\Sigma\frac d{dt}X_i(X_0,tU_\Sigma^{-1}RU_\Sigma)`."""


@claim(
    "ccs/eq-76",
    kind=Kind.INVARIANCE,
    source="(76), Appendix F.2",
    forall=(d, n, i, Sigma, U, X_0, a, b, c),
    uses=("ccs/eq-73", "ccs/eq-74", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_76() -> Prop:
    r"""$X_i(U_\Sigma X_0,0)=U_\Sigma X_i(X_0,0)$ ($X_i(X,S)$ of (73))."""
    return eq(X_A(i, UX, 0), U_Sigma * X_A(i, X_0, 0))


def _induction(S: TermLike) -> dict[str, Prop]:
    X, X_rotated, A_i = X_A(i, X_0, 0), X_A(i, UX, 0), A_star(i)
    before = U_Sigma * X + U_Sigma * A_i * X_A(i, X_0, S) * M * h_at(i, U_Sigma * X)
    after = U_Sigma * X + U_Sigma * A_i * X_A(i, X_0, S) * M * h_at(i, X)
    first = X_rotated + A_i * X_A(i, UX, S) * M * h_at(i, X_rotated)
    return {
        "a": eq(X_A(i + 1, UX, 0), first),
        "b": eq(first, before),
        "c": eq(before, after),
        "d": eq(after, U_Sigma * X_A(i + 1, X_0, 0)),
    }


@claim(
    "ccs/eq-76-induction",
    kind=Kind.IDENTITY,
    source="Appendix F.2, display proving (76)",
    forall=(d, n, i, j, Sigma, U, S, X_0, a, b, c),
    uses=("ccs/eq-73", "ccs/eq-60", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    expected=Expected(
        Verdict.REFUTED,
        r"$X_i(\cdot,S)$ stands where $X_i(\cdot,0)$ is meant: behind layer j the covariates depend on S",
        parts=("a", "b", "d"),
    ),
    misprints=(
        Misprint(r"$X_i(\cdot,S)$", r"$X_i(\cdot,0)$", "a"),
        Misprint(r"$X_i(\cdot,S)$", r"$X_i(\cdot,0)$", "b"),
        Misprint(r"$X_i(\cdot,S)$", r"$X_i(\cdot,0)$", "d"),
    ),
)
def eq_76_induction() -> Parts:
    r"""$X_{i+1}(U_\Sigma X_0,0)=$ (a) $X_i(U_\Sigma X_0,0)+A_i(0)X_i(U_\Sigma X_0,S)M\tilde h(B_iX_i(U_\Sigma
    X_0,0),C_iX_i(U_\Sigma X_0,0))=$ (b) $U_\Sigma X_i(X_0,0)+U_\Sigma A_i(0)X_i(X_0,S)M\tilde h(B_iU_\Sigma
    X_i(X_0,0),C_iU_\Sigma X_i(X_0,0))=$ (c) $U_\Sigma X_i(X_0,0)+U_\Sigma A_i(0)X_i(X_0,S)M\tilde
    h(B_iX_i(X_0,0),C_iX_i(X_0,0))=$ (d) $U_\Sigma X_{i+1}(X_0,0)$.
    """
    return _induction(S)


@claim(
    "ccs/eq-76-induction-corrected",
    kind=Kind.IDENTITY,
    source="Appendix F.2, display proving (76), corrected",
    forall=(d, n, i, Sigma, U, X_0, a, b, c),
    uses=("ccs/eq-73", "ccs/eq-60", "ccs/assumption-4.3"),
    corrects="ccs/eq-76-induction",
    witnesses=("words", "entries", "proof"),
)
def eq_76_induction_corrected() -> Parts:
    r"""The display with 0 for S."""
    return _induction(0)


@claim(
    "ccs/eq-77",
    kind=Kind.INVARIANCE,
    source="(77), Appendix F.2",
    forall=FORALL,
    uses=("ccs/eq-73", "ccs/eq-76", "ccs/eq-78", "ccs/eq-79", "ccs/lemma-f.5"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_77() -> Prop:
    r"""$\frac d{dt}X_i(U_\Sigma X_0,tR)|_{t=0}=U_\Sigma\frac d{dt}X_i(X_0,tU_\Sigma^{-1}RU_\Sigma)|_{t=0}$."""
    return eq(d_dt(X_A(i, UX, t * R)), RX)


@claim(
    "ccs/eq-78",
    kind=Kind.IDENTITY,
    source="(78), Appendix F.2",
    forall=FORALL,
    uses=("ccs/eq-73",),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_78() -> Prop:
    r"""For $i\le j$: $\frac d{dt}X_i(U_\Sigma X_0,tR)|_{t=0}=0=U_\Sigma\frac
    d{dt}X_i(X_0,tU_\Sigma^{-1}RU_\Sigma)|_{t=0}$.
    """
    return implies(le(i, j), chain(d_dt(X_A(i, UX, t * R)), "=", zeros("d", "n+1"), "=", RX))


def _terms(layer: TermLike, last: Term) -> tuple[Op, Op, Op, Op]:
    """The terms of the derivative of X_{layer+1}(U_Sigma X_0, tR); ``last`` is that of the activation."""
    X, dX = X_A(layer, UX, 0), d_dt(X_A(layer, UX, t * R))
    return (
        dX,
        d_dt(moved(A_star, t * R)(layer)) * X * M * h_at(layer, X),
        A_star(layer) * dX * M * h_at(layer, X),
        A_star(layer) * X * M * last,
    )


in_79 = _terms(j, d_dt(h_at(j, X_A(j, UX, 0))))
"""The four terms on the right of (79)."""


@claim(
    "ccs/eq-79",
    kind=Kind.IDENTITY,
    source="(79), Appendix F.2",
    forall=(d, n, j, Sigma, U, R, X_0, a, b, c),
    uses=("ccs/eq-73",),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def eq_79() -> Prop:
    r"""$\frac d{dt}X_{j+1}(U_\Sigma X_0,tR)=\frac d{dt}X_j(U_\Sigma X_0,tR)+(\frac d{dt}A_j(tR))X_j(U_\Sigma
    X_0,0)M\tilde h(B_jX_j(U_\Sigma X_0,0),C_jX_j(U_\Sigma X_0,0))+A_j(0)(\frac d{dt}X_j(U_\Sigma X_0,tR))M\tilde
    h(B_jX_j(U_\Sigma X_0,0),C_jX_j(U_\Sigma X_0,0))+A_j(0)X_j(U_\Sigma X_0,0)M\frac d{dt}\tilde h(B_jX_j(U_\Sigma
    X_0,0),C_jX_j(U_\Sigma X_0,0))$.
    """
    one, two, three, four = in_79
    return eq(d_dt(X_A(j + 1, UX, t * R)), one + two + three + four)


@claim(
    "ccs/eq-79-simplification",
    kind=Kind.IDENTITY,
    source="Appendix F.2, after (79)",
    forall=(d, n, j, Sigma, U, R, X_0, a, b, c),
    uses=("ccs/eq-79", "ccs/eq-74", "ccs/eq-78", "ccs/assumption-4.3"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    note="What makes the terms of (a) vanish is (78), not (74).",
    misprints=(Misprint("“By (74)”", "by (78)"),),
)
def eq_79_simplification() -> Parts:
    r"""(a) "By (74), the first, third and fourth terms are 0." (b) "By definition of $A_j$, $\frac d{dt}A_j(tR)=R$."
    (c) "Furthermore, using (78), (74) and Assumption 4.3, the second term simplifies to" $U_\Sigma
    U_\Sigma^{-1}RU_\Sigma X_j(X_0,0)M\tilde h(B_jX_j(X_0,0),C_jX_j(X_0,0))$; (d) "Therefore" $\frac
    d{dt}X_{j+1}(U_\Sigma X_0,tR)=U_\Sigma U_\Sigma^{-1}RU_\Sigma X_j(X_0,0)M\tilde
    h(B_jX_j(X_0,0),C_jX_j(X_0,0))=U_\Sigma\frac d{dt}X_{j+1}(X_0,tU_\Sigma^{-1}RU_\Sigma)$.
    """
    one, two, three, four = in_79
    nothing, X = zeros("d", "n+1"), X_A(j, X_0, 0)
    simple = U_Sigma * U_Sigma_inv * R * U_Sigma * X * M * h_at(j, X)
    return {
        "a": conj(eq(one, nothing), eq(three, nothing), eq(four, nothing)),
        "b": eq(d_dt(moved(A_star, t * R)(j)), R),
        "c": eq(two, simple),
        "d": chain(d_dt(X_A(j + 1, UX, t * R)), "=", simple, "=", U_Sigma * d_dt(X_A(j + 1, X_0, t * RU_A))),
    }


@claim(
    "ccs/eq-77-case-later-layers",
    kind=Kind.IDENTITY,
    source="Appendix F.2, case $i>j+1$ of (77)",
    forall=FORALL,
    uses=("ccs/eq-79-simplification", "ccs/lemma-f.5"),
    witnesses=("words", "entries", "proof"),
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
    options={"twins": {"fast": 1}},
    note=r"Here $i\ge j+1$.",
)
def eq_77_case_later_layers() -> Parts:
    r"""$\frac d{dt}X_{i+1}(U_\Sigma X_0,tR)=$ (a) $\frac d{dt}X_i(U_\Sigma X_0,tR)+(\frac d{dt}A_i(tR))X_i(U_\Sigma
    X_0,0)M\tilde h(B_iX_i(U_\Sigma X_0,0),C_iX_i(U_\Sigma X_0,0))+A_i(0)(\frac d{dt}X_i(U_\Sigma X_0,tR))M\tilde
    h(B_iX_i(U_\Sigma X_0,0),C_iX_i(U_\Sigma X_0,0))+A_i(0)X_i(U_\Sigma X_0,0)M\frac d{dt}\tilde h(B_iX_i(U_\Sigma
    X_0,tR),C_iX_i(U_\Sigma X_0,tR))$; (b) second term 0; (c) third term $=U_\Sigma A_i(0)(\frac
    d{dt}X_i(X_0,tU_\Sigma^{-1}RU_\Sigma))M\tilde h(B_iX_i(X_0,0),C_iX_i(X_0,0))$; (d) $\frac d{dt}\tilde
    h(B_iX_i(U_\Sigma X_0,tR),C_iX_i(U_\Sigma X_0,tR))=\frac d{dt}\tilde
    h(B_iX_i(X_0,tU_\Sigma^{-1}RU_\Sigma),C_iX_i(X_0,tU_\Sigma^{-1}RU_\Sigma))$; together (e) $\frac
    d{dt}X_{i+1}(U_\Sigma X_0,tR)=U_\Sigma\frac d{dt}X_{i+1}(X_0,tU_\Sigma^{-1}RU_\Sigma)$.
    """
    X, turned = X_A(i, X_0, 0), X_A(i, X_0, t * RU_A)
    slope_of_h = d_dt(h_at(i, X_A(i, UX, t * R)))
    one, two, three, four = _terms(i, slope_of_h)
    later = ge(i, j + 1)
    moving = d_dt(X_A(i + 1, UX, t * R))
    return {
        "a": implies(later, eq(moving, one + two + three + four)),
        "b": implies(later, eq(two, zeros("d", "n+1"))),
        "c": implies(later, eq(three, U_Sigma * A_star(i) * d_dt(turned) * M * h_at(i, X))),
        "d": implies(later, eq(slope_of_h, d_dt(h_at(i, turned)))),
        "e": implies(later, eq(moving, U_Sigma * d_dt(X_A(i + 1, X_0, t * RU_A)))),
    }


eq_76 = with_proof(eq_76, whole=chains.EQ_76)
eq_77 = with_proof(eq_77, whole=chains.EQ_77)
eq_78 = with_proof(eq_78, whole=chains.EQ_78)

_turned = known("ccs/eq-76", chains.turned(X_A, i))
_turned_at_j = known("ccs/eq-76", chains.turned(X_A, j), bind=((i, j),))
_slopes = known("ccs/eq-77", chains.slopes_turned(X_A, RU_A)(i))
_at_j = (_turned_at_j, *chains.still_at_j(X_A, RU_A))
_used = (_turned_at_j.label, "still#1", "still#2")
eq_76_induction_corrected = rewritten(eq_76_induction_corrected, "b", by=(_turned,))
eq_79 = rewritten(eq_79, "", by=_at_j, used=_used)
eq_79_simplification = rewritten(eq_79_simplification, "a", "c", "d", by=_at_j, used=_used)
eq_77_case_later_layers = rewritten(eq_77_case_later_layers, "b", "c", "d", "e", by=(_turned, _slopes))
eq_77_case_later_layers = rewritten(eq_77_case_later_layers, "a", by=())
