"""Theorem 4.6 and what Section 4.4 says of the points (18); Theorems 3 and 4 of Ahn et al. (Section 1.2)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from ...claims import Difference, Differs, Kind, Misprint, Parts, Reading, claim, with_proof
from ...proof.chain import Assume, Combination, Discharge, Proof, Step
from ...statement.props import Prop, conj, eq, implies, le, lt
from ...statement.terms import Op, TermLike, at, inv, scalar
from . import theorem_f_1
from .chains.attained import attained, exist
from .chains.small_gradients import as_stated
from .notation import (
    CONTINUOUSLY_DIFFERENTIABLE,
    X_0,
    Y_0,
    A_star,
    B_star,
    C_star,
    I,
    M,
    Sigma,
    Weights,
    X_at,
    Y_at,
    Y_hidden,
    a,
    b,
    c,
    d,
    h_kernel,
    h_linear,
    inv_root,
    l,
    n,
    r,
    r_of,
)
from .notation_flow import FORALL, SETTING, F

lam, mu = (scalar(name, "positive", tex=tex) for name, tex in (("lam_1", r"\lambda"), ("mu_1", r"\mu")))
gamma = scalar("gam", "positive", tex=r"\gamma")


def _covariates(upto: TermLike, C: Weights = C_star) -> Op:
    return X_at(upto, h_kernel, A=A_star, B=B_star, C=C)


def _labels(upto: TermLike, C: Weights) -> Op:
    return Y_at(upto, h_kernel, Y_hidden, partial(_covariates, C=C), r_of, B_star, C)


def _step(C: Weights) -> Prop:
    """What one layer does to the residuals, with these key matrices."""
    X_l = _covariates(l, C)
    Y_l, Y_next = (_labels(upto, C) for upto in (l, l + 1))
    K_l = h_kernel(B_star(l) * X_l, C(l) * X_l)
    return eq(Y_hidden - Y_next, Y_hidden - Y_l + (-r_of(l)) * ((Y_hidden - (Y_hidden - Y_l)) * M * K_l))


def _linear(upto: TermLike, A: Weights) -> Op:
    return X_at(upto, h_linear, A=A, B=B_star, C=C_star)


def _white(upto: TermLike) -> Op:
    X = _linear(upto, A_star)
    return inv_root * X * M * X.T * inv_root


@claim(
    "ccs/theorem-4.6",
    kind=Kind.STATIONARITY,
    source="Theorem 4.6 (informal statement of Theorem F.1), (18), Section 4.4",
    forall=FORALL,
    given=(*SETTING, *theorem_f_1.SMOOTH),
    uses=("ccs/theorem-4.5", "ccs/theorem-f.1"),
    witnesses=("words", "balls", "sampled", "proof"),
    # No engine certifies that a twin of an existence is wrong.
    options={"twins": {"fast": 1}},
    note=r"""As of Theorem 4.5: its words hold at a point where attention does not look at its inputs, so that the
    loss does not move with the covariates either, nor with $A_\ell$. Of an f that is infinite everywhere, as with
    Gaussian covariates and $\mathcal K^{exp}$ labels (ccs/beyond-infinite-labels), it says nothing.
    """,
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE,),
)
def theorem_4_6() -> Parts:
    r""""Consider the same setup as Theorem 4.5, except do not constrain $A_\ell=0$. Then there exist stationary points
    of the constrained optimization problem where, for all $\ell=0\dots k$," $A_\ell=a_\ell I$,
    $B_\ell=b_\ell\Sigma^{-1/2}$, $C_\ell=c_\ell\Sigma^{-1/2}$ (18), where $a_\ell,b_\ell,c_\ell\in\mathbb R$.
    """
    return {
        "": [
            Reading("as Theorem F.1 makes it precise", eq(theorem_f_1.least, 0)),
            Reading("a point that is stationary", exist(F, eq(theorem_f_1.squares, 0)),
                    "the words themselves; such a point has b = c = 0, attention that does not look at its inputs"),
        ]
    }  # fmt: skip


theorem_4_6 = with_proof(
    theorem_4_6, whole=Proof((*as_stated(theorem_f_1.least, "ccs/theorem-f.1").steps, *attained(F).steps))
)


@claim(
    "ccs/section-4.4-interleaving",
    kind=Kind.CONSTRUCTION,
    source="Section 4.4, after Theorem 4.6",
    forall=(d, n, l, X_0, Y_0, Sigma, r, a, b, c),
    uses=("ccs/theorem-4.6", "ccs/eq-58", "ccs/eq-3"),
    witnesses=("words", "entries"),
    note=r"""One layer, with the residuals $Y_\ell=Y-f_\ell$ of Proposition 3.1: (a) the covariates are
    transformed, (b) the residuals take a step of functional gradient descent at the covariates of that layer. That
    of a kernel it is where $b_\ell=c_\ell$, that of $\mathcal K(b_\ell\Sigma^{-1/2}u,b_\ell\Sigma^{-1/2}w)$; for
    other numbers the matrix $\mathcal K(b_\ell\Sigma^{-1/2}x^{(i)},c_\ell\Sigma^{-1/2}x^{(j)})$ in its place need
    not be symmetric.
    """,
    misprints=(
        Misprint(r"“the covariates $x^{(\ell)}$”", r"$X_\ell$"),
        Misprint("“the Transformer dynamics 3”", "(3)"),
    ),
)
def interleaving() -> Parts:
    r""""Unlike in Theorem 4.5, the matrix $A_\ell$ is not 0; thus the covariates $x^{(\ell)}$ are transformed each
    layer. If $\tilde h$ matches a kernel $\mathcal K$, we can verify (using same steps as Proposition 3.1) that the
    Transformer dynamics 3 implements an algorithm that interleaves functional gradient descent steps with
    transformations of the covariates. We refer the readers to (58) in the proof of Theorem F.1 for an explicit
    description of the algorithm implemented by (18)."
    """
    X_l, X_next = (_covariates(upto) for upto in (l, l + 1))
    K_l = h_kernel(B_star(l) * X_l, C_star(l) * X_l)
    return {
        "a": eq(X_next, X_l + at(a, l) * X_l * M * K_l),
        "b": [
            Reading("b_l = c_l, the step of a kernel", _step(B_star)),
            Reading("any b_l, c_l", _step(C_star), "the matrix of attention in the place of a kernel's"),
        ],
    }  # fmt: skip


@claim(
    "ccs/section-4.4-linear-case",
    kind=Kind.STATIONARITY,
    source="Section 4.4",
    forall=(d, n, l, X_0, Sigma, a, b, c),
    uses=("ccs/theorem-4.6", "ccs/example-1"),
    witnesses=("words", "entries"),
    note=r"""Their weights are $P_\ell=\mathrm{diag}(a_\ell I,r_\ell)$ and
    $Q_\ell=\mathrm{diag}(q_\ell\Sigma^{-1},0)$: (a) $B_\ell^\top C_\ell=b_\ell c_\ell\Sigma^{-1}$ at (18); (b) each
    layer multiplies the covariates by $I+a_\ell b_\ell c_\ell X_\ell MX_\ell^\top\Sigma^{-1}$, the transformation
    of GD++. This is the form of the points; that their loss is stationary in $Q_\ell$ is more than that it is in
    $B_\ell$ and $C_\ell$, whose slopes vanish wherever both are 0, and is not examined.
    """,
    fidelity=(
        Difference(Differs.WEAKER, "the form of the points alone: that the loss is stationary in Q is not stated"),
    ),
)
def linear_case() -> Parts:
    r""""in the special case of $\tilde h^{linear}$ (see Example 1), Theorem 4.6 implies Theorem 4 of (Ahn et al.,
    2023), which is similar to the GD++ construction of (von Oswald et al., 2023a)."
    """
    X_l = _linear(l, A_star)
    q = at(b, l) * at(c, l)
    return {
        "a": eq(B_star(l).T * C_star(l), q * inv(Sigma)),
        "b": eq(_linear(l + 1, A_star), (I + at(a, l) * q * X_l * M * X_l.T * inv(Sigma)) * X_l),
    }


@claim(
    "ccs/section-1.2-generalises-ahn",
    kind=Kind.STATIONARITY,
    source="Section 1.2",
    forall=(d, n, l, X_0, Sigma, b, c),
    uses=("ccs/theorem-4.5", "ccs/theorem-4.6"),
    witnesses=("words", "entries"),
    note=r"""The second sentence compares assumptions and carries no check. With the linear activation a layer sees
    of B and C only their product, the matrix of (Ahn et al., 2023), which at (16) and (18) is a multiple of
    $\Sigma^{-1}$, as at their stationary points.
    """,
    fidelity=(
        Difference(Differs.PART_OMITTED, "the comparison of assumptions; of the theorems all but the form of points"),
    ),
)
def generalises_ahn() -> Parts:
    r""""Theorems 4.5 and 4.6 can be viewed as generalizations of Theorems 3 and 4 of (Ahn et al., 2023) to non-linear
    architectures and functions." Also: "Assumptions 2.1 and 4.4 in this paper closely parallel the parameter sparsity
    assumptions in (Ahn et al., 2023)."
    """
    attended = h_linear(B_star(l) * X_0, C_star(l) * X_0)
    return {
        "a": eq(attended, X_0.T * (B_star(l).T * C_star(l)) * X_0),
        "b": eq(attended, at(b, l) * at(c, l) * (X_0.T * inv(Sigma) * X_0)),
    }


ratio = lt(mu * (1 - gamma * mu) ** 2 * lam, mu * (lam * (1 - gamma * lam) ** 2))
worse = lt(mu * (lam * (1 + gamma * lam) ** 2), mu * (1 + gamma * mu) ** 2 * lam)
ordered, small = lt(lam, mu), le(3 * gamma * mu, 1)


@claim(
    "ccs/section-4.4-condition-number",
    kind=Kind.INEQUALITY,
    source="Section 4.4",
    forall=(d, n, l, X_0, Sigma, a, b, c, lam, mu, gamma),
    uses=("ccs/theorem-4.6", "ccs/example-1"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    note=r"""The problem is least squares in the white covariates, whose matrix is $W_\ell=\Sigma^{-1/2}X_\ell
    MX_\ell^\top \Sigma^{-1/2}$: (a) a step makes of it $(I+\alpha W_\ell)W_\ell(I+\alpha W_\ell)$ with
    $\alpha=a_\ell b_\ell c_\ell$, so that an eigenvalue $\lambda$ becomes $\lambda(1+\alpha\lambda)^2$. (b) For
    $\alpha=-\gamma<0$ and $\gamma\mu\le\frac13$, where the order of the eigenvalues stays as it is, the ratio of
    the largest, $\mu$, to the smallest, $\lambda<\mu$, falls:
    $\mu(1-\gamma\mu)^2/(\lambda(1-\gamma\lambda)^2)<\mu/\lambda$; multiplied out (where $\lambda=\mu$ it is 1 and
    stays so). (c) The sign, which is not printed, matters: for $\alpha=\gamma>0$ the ratio grows. "Each" may also
    mean a step of any size.
    """,
)
def condition_number() -> Parts:
    r""""In the linear case, each covariate transformation step can be shown to improve the condition number of the
    optimization problem."
    """
    W_l, W_next = (_white(upto) for upto in (l, l + 1))
    step = I + at(a, l) * at(b, l) * at(c, l) * W_l
    return {
        "a": [Reading("", eq(W_next, step * W_l * step))],
        "b": [
            Reading("steps that are small enough", implies(conj(ordered, small), ratio),
                    "what can be shown; trained steps may be larger"),
            Reading("steps of any size", implies(ordered, ratio)),
        ],
        "c": [Reading("", implies(ordered, worse))],
    }  # fmt: skip


third = Fraction(1, 3)
condition_number = with_proof(
    condition_number,
    b=Proof((
        Step("steps", conj(ordered, small), Assume()),
        Step("ratio", ratio,
             Combination(mu * lam * gamma * (4 * third + 2 * third * (1 - 3 * gamma * mu) + gamma * (mu - lam))),
             ("steps#1", "steps#2"), ours=True),
        Step("shown", implies(conj(ordered, small), ratio), Discharge("steps"), ("steps", "ratio"), ours=True),
    )),
    c=Proof((
        Step("ordered", ordered, Assume()),
        Step("worse", worse, Combination(mu * lam * gamma * (2 + gamma * (lam + mu))), ("ordered",), ours=True),
        Step("shown", implies(ordered, worse), Discharge("ordered"), ("ordered", "worse"), ours=True),
    )),
)  # fmt: skip
