"""Beyond the paper: the smallest widths with which every GD-beta is a linear transformer block."""

from __future__ import annotations

from ...claims import Kind, Parts, claim
from ...statement.props import conj, eq
from ...statement.psd import inv_half
from ...statement.terms import (
    Abbrev,
    Sym,
    Term,
    beside,
    half,
    inv,
    matrix,
    scalar,
    stack,
    substitute,
    term,
    vector,
    zeros,
)  # fmt: skip
from .assumptions import t_positive
from .notation import (
    B_1,
    W_11,
    W_21,
    W_K,
    W_K1,
    W_P1,
    W_Q,
    W_Q1,
    W_V1,
    Gamma,
    Gamma_tilde_star,
    H,
    I,
    K,
    M,
    Omega,
    Phi,
    b,
    beta,
    beta_star,
    f_GD,
    f_LTB_weights,
    problem,
    s,
    u_1,
    w_1,
    w_12,
    w_22,
    w_K2,
    w_P2,
    w_Q2,
    w_V2,
    x_q,
)

zero, one = zeros("d", 1), term(1)
smallest: dict[Sym, Term] = {
    W_K1: I, w_K2: zero, W_Q1: Gamma.T, w_Q2: zero,
    W_P1: zero.T, w_P2: one, W_V1: -beta.T, w_V2: one,
    W_11: beta.T, w_12: one, W_21: zero.T, w_22: one,
}  # fmt: skip
"""d_k = d, d_v = 1, d_f = 1."""
smallest_LTB = Abbrev(
    scalar("f_LTB_smallest", tex=r"f_{\rm LTB}[\beta,\Gamma]"), substitute(f_LTB_weights.body, smallest)
)

X_any, y_any = matrix("X_0", "M", "d", tex="X"), vector("y_0", "M", tex=r"\mathbf y")


def LTB_at(y: Term) -> Term:
    """(D.1) on any context examples and labels, drawn or not."""
    inside = B_1.T * (X_any.T * X_any * u_1 + s * X_any.T * y) + b * (u_1.T * X_any.T * y + s * y.T * y)
    return (w_1 + 1 / M * inside).T * x_q


def GD_at(y: Term) -> Term:
    """(5.1) on any context examples and labels."""
    return (beta - 1 / M * (Gamma * X_any.T * (X_any * beta - y))).T * x_q


def even(f: object, y: Term) -> Term:
    return f(y) + f(-y) - 2 * f(zeros("M", 1))  # type: ignore[operator]


def odd(f: object, y: Term) -> Term:
    return f(y) - f(-y)  # type: ignore[operator]


@claim(
    "zwb/beyond-lemma-5.1-widths",
    kind=Kind.CONSTRUCTION,
    source="beyond the paper; Lemma 5.1",
    forall=(*problem, w_1, u_1, s, B_1, b, beta, Gamma),
    given=(t_positive,),
    uses=("zwb/lemma-5.1", "zwb/eq-d.1"),
    witnesses=("words", "entries", "sampled"),
)
def beyond_widths() -> Parts:
    r"""Goal: the smallest $d_k,d_v,d_f$ with which every GD-$\beta$ is an LTB; weights that do it, and a proof that no
    smaller widths do. The same for one given $(\beta,\Gamma)$, and for the equality of minimal risks in Theorem 5.3.

    Answer: $d_k=d$, $d_v=1$, $d_f=1$, not $d_v\ge d+1$, $d_f\ge d+1$.  (a) Weights: $W_K=(I\ 0)$, $W_Q=(\Gamma^\top\
    0)$, $W_P=(0\ 1)$, $W_V=(-\beta^\top\ 1)$, $W_1=(\beta^\top\ 1)$, $W_2=(0\ 1)$.  No smaller widths do: widths are
    at least 1, and (b) the parts of (D.1) that are even and odd in $\mathbf y$ are $\frac2Ms\,\mathbf y^\top\mathbf
    y\,b^\top x$ and $\frac2M\langle(sB_1^\top+bu_1^\top)X^\top\mathbf y,x\rangle$, those of GD-$\beta$ are $0$ and
    $\frac2M\langle\Gamma X^\top\mathbf y,x\rangle$; equality for all inputs gives $sb=0$ and
    $\Gamma=sB_1^\top+bu_1^\top$, where $\binom{B_1}{b^\top}$, (c) the first $d$ columns of $W_K^\top W_Q$, is
    $W_K^\top W_{Q,1}$, of rank at most $d_k$: so $\operatorname{rank}\Gamma\le d_k$.  For one given $(\beta,\Gamma)$
    the smallest $d_k$ is therefore $\max(1,\operatorname{rank}\Gamma)$, with $d_v=d_f=1$.  (d) In the risk
    $K=(B_1^\top\ b)\binom{sI}{(u_1+2s\beta^*)^\top}$ has rank at most $d_k$, and $\tilde K=\Phi\Omega^{-1}$ must be
    met: the equality of the minimal risks needs $d_k\ge\operatorname{rank}\Phi$; (e) and has it then with
    $d_v=d_f=1$, as $\Gamma=H^{-1/2}\Phi\Omega^{-1}H^{-1/2}$ is a minimiser of that rank.
    """
    columns = beside(B_1.T, b)
    step = Gamma - (s * B_1.T + b * u_1.T)
    return {
        "a": eq(smallest_LTB, f_GD),
        "b": conj(
            eq(even(LTB_at, y_any), 2 / M * s * (y_any.T * y_any) * (b.T * x_q)),
            eq(even(GD_at, y_any), 0),
            eq(odd(GD_at, y_any) - odd(LTB_at, y_any), 2 / M * ((step * X_any.T * y_any).T * x_q)),
        ),
        "c": eq(W_K.T * W_Q * stack(I, zero.T), W_K.T * W_Q1),
        "d": eq(K, columns * stack(s * I, (u_1 + 2 * s * beta_star).T)),
        "e": eq(half(H) * (inv_half(H) * Phi * inv(Omega) * inv_half(H)) * half(H), Gamma_tilde_star),
    }

