"""Section 3.3: the training data, the losses (7) and (8), and gradient flow (9)."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Difference, Differs, Hypothesis, Kind, claim, with_proof
from ...statement.props import Prop, almost_surely, conj, defined, eq, tends
from ...statement.terms import at, beside_over, block, ddt, expect, grad, inner, matrix, per_prompt, total, where, zeros
from .chains import remarks
from .notation import U11, B, E, I, L, L_hat, Lam, N, d, i, tau, u, u12, u21, u_1, w, x, x_q, y_hat

Q = matrix("Q", "d", "d", "orthogonal")
Q_orthogonal = Hypothesis("Q orthogonal", conj(eq(Q.T * Q, I), eq(Q * Q.T, I)), r"Q^\top Q=QQ^\top=I_d")


@claim(
    "zfb/section-3.3-data-model",
    kind=Kind.DEFINITION,
    source="Section 3.3",
    forall=(d, N, Lam),
    options={"definition": {"object": "prompt_law"}},
    uses=("zfb/eq-4",),
    witnesses=("words", "entries", "sampled", "definition"),
)
def data_model() -> Prop:
    r"""$\Lambda$ positive definite. Prompt
    $P_\tau=(x_{\tau,1},h_\tau(x_{\tau,1}),\dots,x_{\tau,N},h_\tau(x_{\tau,N}),x_{\tau,q})$ with
    $w_\tau\overset{iid}\sim N(0,I_d)$, $x_{\tau,i},x_{\tau,q}\overset{iid}\sim N(0,\Lambda)$, $h_\tau(x)=\langle
    w_\tau,x\rangle$. Embedding $E_\tau=\begin{pmatrix}x_{\tau,1}&\cdots&x_{\tau,N}&x_{\tau,q}\\\langle
    w_\tau,x_{\tau,1}\rangle&\cdots&\langle w_\tau,x_{\tau,N}\rangle&0\end{pmatrix}$.
    """
    return defined(
        E, block(beside_over(i, N, at(x, i)), x_q, beside_over(i, N, inner(w, at(x, i))), zeros(1, 1))
    )


@claim(
    "zfb/eq-7",
    kind=Kind.DEFINITION,
    source="eq. (7), Section 3.3",
    forall=(d, N, B, Lam),
    options={"definition": {"object": "empirical_loss"}},
    uses=("zfb/section-3.3-data-model", "zfb/eq-3"),
    witnesses=("words", "entries", "definition"),
)
def eq_7() -> Prop:
    r"""$\hat L(\theta)=\frac1{2B}\sum_{\tau=1}^B\big(\hat y_{\tau,q}-\langle w_\tau,x_{\tau,q}\rangle\big)^2$ over $B$
    independent prompts.
    """
    return defined(
        L_hat.sym, 1 / (2 * B) * total(tau, B, per_prompt(tau, (y_hat - inner(w, x_q)) ** 2))
    )


@claim(
    "zfb/eq-8",
    kind=Kind.LIMIT,
    source="eq. (8), Section 3.3",
    forall=(d, N, Lam, U11, u12, u21, u_1),
    uses=("zfb/eq-7",),
    witnesses=("entries", "balls", "sampled", "proof"),
)
def eq_8() -> Prop:
    r"""$L(\theta)=\lim_{B\to\infty}\hat L(\theta)=\frac12\mathbb
    E_{w_\tau,x_{\tau,1},\dots,x_{\tau,N},x_{\tau,q}}\big[(\hat y_{\tau,q}-\langle
    w_\tau,x_{\tau,q}\rangle)^2\big]$, expectation over $x_{\tau,i},x_{\tau,q}\overset{iid}\sim N(0,\Lambda)$,
    $w_\tau\sim N(0,I_d)$.
    """
    return conj(
        almost_surely(tends(L_hat, L, B)),
        eq(L, Fraction(1, 2) * expect((y_hat - inner(w, x_q)) ** 2)),
    )


@claim(
    "zfb/eq-9",
    kind=Kind.DEFINITION,
    source="eq. (9), Section 3.3",
    forall=(d, N, Lam, U11, u12, u21, u_1),
    options={"definition": {"object": "gradient_flow"}},
    uses=("zfb/eq-8",),
    witnesses=("words", "entries", "grid", "definition"),
    fidelity=(
        Difference(Differs.PART_OMITTED, "that the flow captures gradient descent with infinitesimal step size"),
    ),
)
def eq_9() -> Prop:
    r"""gradient flow: $\frac{d}{dt}\theta=-\nabla L(\theta)$; it "captures the behavior of gradient descent with
    infinitesimal step size".
    """
    return defined(ddt(u), -grad(L, u))


@claim(
    "zfb/rotation-equivariance",
    kind=Kind.INVARIANCE,
    source="beside Section 3.3: a change of coordinates; not printed",
    forall=(d, N, Lam, U11, u12, u21, u_1, Q),
    given=(Q_orthogonal,),
    uses=("zfb/eq-8", "zfb/lemma-9"),
    witnesses=("words", "entries"),
    # A general rotation at d = 3 has rational entries of high degree: minutes instead of milliseconds.
    options={"entries": {"largest_d": 2}},
)
def rotation_equivariance() -> Prop:
    r"""For every orthogonal $Q$, the population loss (8) at $(QU_{11}Q^\top,Qu_{12},Qu_{21},u_{-1})$ with covariance
    $Q\Lambda Q^\top$ is the loss at $(U_{11},u_{12},u_{21},u_{-1})$ with covariance $\Lambda$. Not printed in the
    paper, which nowhere needs it: with it, any $\Lambda$ may be taken diagonal.
    """
    rotated = where(L, (Lam, Q * Lam * Q.T), (U11, Q * U11 * Q.T), (u12, Q * u12), (u21, Q * u21))
    return eq(rotated, L)


eq_8 = with_proof(eq_8, whole=remarks.EQ_8)
