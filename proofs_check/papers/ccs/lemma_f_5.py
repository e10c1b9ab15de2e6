"""Lemma F.5 and its proof: Appendix F.2."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Kind, Misprint, Parts, claim
from ...statement.attention import jacobian
from ...statement.props import Prop, chain, eq
from ...statement.terms import Op, Term, inv, matrix
from ...verdict import Verdict
from .notation import CONTINUOUSLY_DIFFERENTIABLE, d, h, h_, n, t
from .notation_rotations import d_dt

S_0, S_1, S_2, S_3 = (matrix(f"S_{k}", "d", "n+1") for k in range(4))
T_0, T_1, T_2, T_3 = (matrix(f"T_{k}", "d", "n+1") for k in range(4))
Gamma = matrix("Gamma", "d", "d", "invertible", tex=r"\Gamma")
S_t, T_t = S_0 + t * S_1 + t**2 * S_2, T_0 + t * T_1 + t**2 * T_2
r"""S(t) and T(t): S(0), S'(0) and the rest."""
S_tilde, T_tilde = S_0 + t * S_1 + t**2 * S_3, T_0 + t * T_1 + t**2 * T_3
r""":math:`\tilde S(t)`, :math:`\tilde T(t)`: the same at first order, another rest."""
POLYNOMIALS = Difference(
    Differs.WEAKER, "the functions of t are polynomials of degree 2 instead of any continuously differentiable ones"
)
FORALL = (d, n, S_0, S_1, S_2, S_3, T_0, T_1, T_2, T_3, Gamma)


@claim(
    "ccs/lemma-f.5",
    kind=Kind.IDENTITY,
    source="Lemma F.5, Appendix F.2",
    forall=FORALL,
    uses=("ccs/assumption-4.3",),
    witnesses=("words", "entries", "sampled", "proof"),
    note=r"""S, T take values among the arguments of $\tilde h$, the $d\times(n+1)$ matrices, and $\tilde h$ is
    continuously differentiable, as its Jacobians in the proof ask for. The functions are written with their values
    and slopes at 0 and different rests, here multiples of $t^2$, for those that vanish to first order.
    """,
    fidelity=(POLYNOMIALS, CONTINUOUSLY_DIFFERENTIABLE),
    misprints=(Misprint(
        r"$\mathbb R\to\Gamma\in\mathbb R^{d\times d}$",
        r"$\mathbb R\to\mathbb R^{d\times(n+1)}$, where $\tilde h$ has its arguments",
    ),),
)
def lemma_f_5() -> Prop:
    r""""Let $S(t),T(t),\tilde S,\tilde T:\mathbb R\to\Gamma\in\mathbb R^{d\times d}$, denote arbitrary continuously
    differentiable, matrix-valued, functions of time. Assume that $S(0)=\tilde S(0)$, $T(0)=\tilde T(0)$,
    $S'(0)=\tilde S'(0)$ and $T'(0)=\tilde T'(0)$ (i.e. have the same time derivative at t = 0). Let $\Gamma\in\mathbb
    R^{d\times d}$ be an arbitrary invertible matrix. Then for any $\tilde h$ satisfying Assumption 4.3," $\frac
    d{dt}\tilde h(S(t),T(t))|_{t=0}=\frac d{dt}\tilde h(\Gamma^\top\tilde S(t),\Gamma^{-1}\tilde T(t))|_{t=0}$.
    """
    return eq(d_dt(h(S_t, T_t)), d_dt(h(Gamma.T * S_tilde, inv(Gamma) * T_tilde)))


def _first_order(S: Term, T: Term, dS: Term, dT: Term) -> Op:
    r""":math:`\mathcal J^1_{\tilde h}(S,T)[dS]+\mathcal J^2_{\tilde h}(S,T)[dT]`."""
    return jacobian(h_, 1, S, T, dS) + jacobian(h_, 2, S, T, dT)


@claim(
    "ccs/lemma-f.5-proof-display",
    kind=Kind.IDENTITY,
    source="proof of Lemma F.5",
    forall=FORALL,
    uses=("ccs/assumption-4.3", "ccs/lemma-f.5"),
    witnesses=("words", "entries", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        r"the Jacobians in the directions $\Gamma^\top\tilde S'(0)$, $\Gamma^{-1}\tilde T'(0)$ are those at "
        r"$(\Gamma^\top\tilde S(0),\Gamma^{-1}\tilde T(0))$, not at $(\tilde S(0),\tilde T(0))$",
        parts=("c", "d"),
    ),
    note=r"""The second equality is between equal terms, $S(0)=\tilde S(0)$ and so on: it is stated of the slopes
    of S and $\tilde S$.
    """,
    fidelity=(POLYNOMIALS, CONTINUOUSLY_DIFFERENTIABLE),
    misprints=tuple(
        Misprint(
            r"$\mathcal J_{\tilde h}(\tilde S(0),\tilde T(0))$ in the fourth line",
            r"$\mathcal J_{\tilde h}(\Gamma^\top\tilde S(0),\Gamma^{-1}\tilde T(0))$", p,
        )
        for p in "cd"
    ),
)
def lemma_f_5_proof_display() -> Parts:
    r"""$\mathcal J_{\tilde h}^1$, $\mathcal J_{\tilde h}^2$ the Jacobians of $\tilde h(A,B)[\cdot]$ with respect to A
    and B. $\frac d{dt}\tilde h(S(t),T(t))|_{t=0}=$ (a) $\mathcal J^1_{\tilde h}(S(0),T(0))[S'(0)]+\mathcal
    J^2_{\tilde h}(S(0),T(0))[T'(0)]=$ (b) $\mathcal J^1_{\tilde h}(\tilde S(0),\tilde T(0))[\tilde S'(0)]+\mathcal
    J^2_{\tilde h}(\tilde S(0),\tilde T(0))[\tilde T'(0)]=$ (c) $\mathcal J^1_{\tilde h}(\tilde S(0),\tilde
    T(0))[\Gamma^\top\tilde S'(0)]+\mathcal J^2_{\tilde h}(\tilde S(0),\tilde T(0))[\Gamma^{-1}\tilde T'(0)]=$ (d)
    $\frac d{dt}\tilde h(\Gamma^\top\tilde S(t),\Gamma^{-1}\tilde T(t))|_{t=0}$. "The third equality follows from
    Assumption 4.3."
    """
    dS, dT, dS_tilde, dT_tilde = (d_dt(motion) for motion in (S_t, T_t, S_tilde, T_tilde))
    second, third = _first_order(S_0, T_0, dS_tilde, dT_tilde), _first_order(
        S_0, T_0, Gamma.T * dS_tilde, inv(Gamma) * dT_tilde
    )
    return {
        "a": eq(d_dt(h(S_t, T_t)), _first_order(S_0, T_0, dS, dT)),
        "b": eq(_first_order(S_0, T_0, dS, dT), second),
        "c": eq(second, third),
        "d": eq(third, d_dt(h(Gamma.T * S_tilde, inv(Gamma) * T_tilde))),
    }


@claim(
    "ccs/lemma-f.5-proof-display-corrected",
    kind=Kind.IDENTITY,
    source="proof of Lemma F.5, corrected",
    forall=FORALL,
    uses=("ccs/assumption-4.3", "ccs/lemma-f.5"),
    corrects="ccs/lemma-f.5-proof-display",
    witnesses=("words", "entries", "proof"),
)
def lemma_f_5_proof_display_corrected() -> Prop:
    r"""$\mathcal J^1_{\tilde h}(\tilde S(0),\tilde T(0))[\tilde S'(0)]+\mathcal J^2_{\tilde h}(\tilde S(0),\tilde
    T(0))[\tilde T'(0)]=\mathcal J^1_{\tilde h}(\Gamma^\top\tilde S(0),\Gamma^{-1}\tilde T(0))[\Gamma^\top\tilde
    S'(0)]+\mathcal J^2_{\tilde h}(\Gamma^\top\tilde S(0),\Gamma^{-1}\tilde T(0))[\Gamma^{-1}\tilde T'(0)]=\frac
    d{dt}\tilde h(\Gamma^\top\tilde S(t),\Gamma^{-1}\tilde T(t))|_{t=0}$.
    """
    turned = Gamma.T * S_0, inv(Gamma) * T_0, Gamma.T * S_1, inv(Gamma) * T_1
    return chain(
        _first_order(S_0, T_0, S_1, T_1),
        "=", _first_order(*turned),
        "=", d_dt(h(Gamma.T * S_tilde, inv(Gamma) * T_tilde)),
    )
