"""The linear kernel: the end of Appendix G, Section 3.1.1 and Appendix I.2."""

from __future__ import annotations

from dataclasses import replace

from ...claims import Expected, Kind, Misprint, Parts, claim
from ...model import TIME, gradient_flow
from ...statement.props import Prop, always, chain, eq, implies, ne
from ...statement.terms import Term, block, ddt, entry, grad, inner, norm_2, stack, total, zeros
from ...verdict import Verdict
from .notation import I, M, attention, h_linear, n
from .notation_descent import X_0, Y_0, Y_hidden
from .notation_rkhs import R, X, Y, fit, i, linear_data, point, r, theta, x, y
from .roles import roles
from .section_2 import padded

square_loss = total(i, n, (y(i) - fit(i)) ** 2)
flow = replace(gradient_flow(square_loss, (theta,)), roles=replace(roles, time=(TIME,)))
F = X.T * theta
r""":math:`F_i=f_t(x^{(i)})=[X^\top\theta(t)]_i`."""


in_sum = 2 * total(i, n, (y(i) - fit(i)) * point(i))
of_prediction = total(i, n, entry(Y - F, i, 1) * inner(point(i), x))
r""":math:`\sum_i[Y-F]_i\mathcal K(x,x^{(i)})`."""
of_function = total(i, n, entry(Y - F, i, 1) * point(i))
r""":math:`\sum_i[Y-F]_i\mathcal K(\cdot,x^{(i)})`, the function that is the product with this vector."""


def has_direction_of_g_3(change: Term) -> Prop:
    """Where Lemma G.3 has a direction, it is that of ``change``: a positive multiple of :math:`g^*`."""
    steepest = of_function / norm_2(of_function)
    return implies(ne(of_function, zeros("d", 1)), eq(change, norm_2(change) * steepest))


@claim(
    "ccs/appendix-g-linear-flow",
    kind=Kind.IDENTITY,
    source="Appendix G, last paragraph, first display",
    forall=(*linear_data, theta),
    expected=Expected(Verdict.REFUTED, "n equal terms are added where one is meant", ("b",)),
    witnesses=("words", "entries"),
    model=flow,
    misprints=(Misprint(r"$2\sum_{i=1}^nX(Y-X^\top\theta(t))$", r"$2X(Y-X^\top\theta(t))$", "b"),),
)
def appendix_g_linear_flow() -> Parts:
    r"""$\theta(t):\mathbb R\to\mathbb R^d$ the gradient flow of
    $\sum_{i=1}^n(y^{(i)}-\langle\theta(t),x^{(i)}\rangle)^2$ in Euclidean norm: (a)
    $\frac d{dt}\theta(t)=2\sum_{i=1}^n(y^{(i)}-\langle\theta(t),x^{(i)}\rangle)x^{(i)}$ (b)
    $=2\sum_{i=1}^nX(Y-X^\top\theta(t))$.
    """
    return {
        "a": always(eq(ddt(theta), in_sum)),
        "b": eq(in_sum, 2 * total(i, n, X * (Y - X.T * theta))),
    }


@claim(
    "ccs/appendix-g-linear-flow-corrected",
    kind=Kind.IDENTITY,
    source="Appendix G, last paragraph, first display, corrected",
    forall=(*linear_data, theta),
    corrects="ccs/appendix-g-linear-flow#b",
    witnesses=("words", "entries"),
    model=flow,
)
def appendix_g_linear_flow_corrected() -> Prop:
    r"""$\frac d{dt}\theta(t)=2\sum_{i=1}^n(y^{(i)}-\langle\theta(t),x^{(i)}\rangle)x^{(i)}=2X(Y-X^\top\theta(t))$: the
    sum is in the product already.
    """
    return always(chain(ddt(theta), "=", in_sum, "=", 2 * (X * (Y - X.T * theta))))


@claim(
    "ccs/appendix-g-linear-prediction",
    kind=Kind.IDENTITY,
    source="Appendix G, last sentences",
    forall=(*linear_data, theta, x),
    expected=Expected(Verdict.REFUTED, "the sign: predictions move towards the labels", ("a", "b")),
    uses=("ccs/appendix-g-linear-flow", "ccs/lemma-g.3"),
    witnesses=("words", "entries"),
    model=flow,
    note="The right side of (a) is meant at x; the direction of Lemma G.3 has a positive factor.",
    misprints=(
        *(Misprint(r"$-2\sum_{i=1}^n$", r"$2\sum_{i=1}^n$", p) for p in "ab"),
        Misprint(r"$\mathcal K(\cdot,x^{(i)})$", r"$\mathcal K(x,x^{(i)})$"),
    ),
)
def appendix_g_linear_prediction() -> Parts:
    r""""let $f_t(x):=\langle x,\theta(t)\rangle$, and let F denote the vector with $F_i=f_t(x^{(i)})
    =[X^\top\theta(t)]_i$. Then" (a)
    $\frac d{dt}f_t(x)=-2\sum_{i=1}^n[Y-F]_i\mathcal K(\cdot,x^{(i)})$, "which is (b) equal to the direction in Lemma
    G.3."
    """
    return {"a": always(eq(ddt(inner(x, theta)), -2 * of_prediction)), "b": has_direction_of_g_3(-2 * of_function)}


@claim(
    "ccs/appendix-g-linear-prediction-corrected",
    kind=Kind.IDENTITY,
    source="Appendix G, last sentences, corrected",
    forall=(*linear_data, theta, x),
    corrects="ccs/appendix-g-linear-prediction",
    uses=("ccs/appendix-g-linear-flow", "ccs/lemma-g.3"),
    witnesses=("words", "entries", "balls", "sampled"),
    model=flow,
)
def appendix_g_linear_prediction_corrected() -> Parts:
    r"""(a) $\frac d{dt}f_t(x)=2\sum_{i=1}^n[Y-F]_i\mathcal K(x,x^{(i)})$, (b) which has the direction of Lemma G.3."""
    return {"a": always(eq(ddt(inner(x, theta)), 2 * of_prediction)), "b": has_direction_of_g_3(2 * of_function)}


@claim(
    "ccs/section-i.2-gradient",
    kind=Kind.IDENTITY,
    source="Appendix I.2",
    forall=(*linear_data, theta),
    witnesses=("words", "entries"),
)
def section_i_2_gradient() -> Prop:
    r"""$R(\theta):=\frac12\sum_{i=1}^n(\langle x^{(i)},\theta\rangle-y^{(i)})^2$, $\theta_{k+1}=\theta_k-r'_k\nabla
    R(\theta_k)$, $f_k(x):=\langle\theta_k,x\rangle$. "Notice that" $\nabla
    R(\theta_k)=-\sum_{i=1}^n(y^{(i)}-f_k(x^{(i)}))x^{(i)}$.
    """
    return eq(grad(R, theta), -total(i, n, (y(i) - fit(i)) * point(i)))


after_a_step = inner(theta - r * grad(R, theta), x)
r""":math:`f_{k+1}(x)`."""
as_printed = inner(theta, x) + r * total(i, n, (y(i) - fit(i)) * inner(point(i), x))


@claim(
    "ccs/section-i.2-trajectory",
    kind=Kind.IDENTITY,
    source="Appendix I.2, last display",
    forall=(*linear_data, theta, r, x),
    uses=("ccs/section-i.2-gradient", "ccs/eq-7", "ccs/eq-9"),
    witnesses=("words", "entries", "sampled"),
    note=r"""The functions $\langle\theta,\cdot\rangle$ are the space of this kernel, in which $\mathcal
    K(\cdot,x)$ is x.
    """,
)
def section_i_2_trajectory() -> Prop:
    r"""$f_{k+1}(x)=f_k(x)+r'_k\sum_{i=1}^n(y^{(i)}-f_k(x^{(i)}))\langle x^{(i)},x\rangle$, "which is exactly the
    same as (7) (or more specifically, (9)), by noting that $\langle x^{(i)},x\rangle=\mathcal K(x^{(i)},x)$."
    """
    step_of_9 = theta + r * total(i, n, (y(i) - fit(i)) * point(i))
    return chain(after_a_step, "=", as_printed, "=", inner(step_of_9, x))


@claim(
    "ccs/section-3.1.1-linear-kernel",
    kind=Kind.IDENTITY,
    source="Section 3.1.1",
    forall=(*linear_data, theta, r, X_0, Y_0),
    uses=("ccs/proposition-3.1", "ccs/section-i.2-trajectory"),
    witnesses=("words", "entries"),
    note=r"""(a) Function and parameter stay the same: a step of (9) from $\langle\theta,\cdot\rangle$ is
    $\langle\theta-r'\nabla R(\theta),\cdot\rangle$. (b) Those of linear attention, Example 1, in these works:
    $Q=K=\begin{bmatrix}I&0\\0&0\end{bmatrix}$, $V=\begin{bmatrix}0&0\\0&-r'\end{bmatrix}$; what such a layer
    computes is ccs/section-1-linear-attention-one-step.
    """,
)
def section_3_1_1_linear_kernel() -> Parts:
    r"""$\mathcal K^{linear}(u,w):=\langle u,w\rangle$. (a) "functional gradient descent in the RKHS induced by
    $\mathcal K^{linear}$ in fact follows the same trajectory as (Euclidean) gradient descent of the linear regression
    parameter; we provide a short proof in Appendix I.2." Also: (b) in this setting "the choices of key, value, query
    matrices in Proposition 3.1 essentially match the constructions in (von Oswald et al., 2023a; Ahn et al., 2023)."
    """
    data, Q = stack(X_0, Y_hidden), padded(I)
    V = block(zeros("d", "d"), zeros("d", 1), zeros("d", 1).T, -r)
    one_layer = data + attention(data, V, I, I, h_linear)
    return {
        "a": eq(theta + r * total(i, n, (y(i) - fit(i)) * point(i)), theta - r * grad(R, theta)),
        "b": eq(one_layer, data + V * data * M * data.T * Q.T * Q * data),
    }
