"""Appendix C: the Bayes estimator (25), the step size, and the limit of many layers."""

from __future__ import annotations

from dataclasses import replace

from ...claims import Difference, Differs, Expected, Hypothesis, Kind, Misprint, Parts, claim, with_proof
from ...proof.chain import Identity, Proof, Step
from ...statement.props import Prop, conj, eq, implies, lt, ne, posdef, tends
from ...statement.psd import pinv
from ...statement.terms import inv, norm_op, zeros
from ...verdict import Verdict
from .chains import layers as chains
from .chains.bayes import in_sums
from .chains.layers import power_at, series_at
from .eq_13 import is_covariance, p, printed, risk
from .notation import l, n
from .notation_bayes import (
    K_hat,
    P,
    Y_hat,
    answer_at,
    delta,
    estimate,
    mu,
    nu,
    printed_estimate,
    s,
    v,
)

invertible = posdef(K_hat)
nonzero = Hypothesis("K_hat != 0", ne(K_hat, zeros("n", "n")))
small_step = Hypothesis("step", lt(delta * norm_op(K_hat), 2))
printed_step = lt(delta, norm_op(K_hat))
STEP_SLIP = Misprint(r"$\delta<\|\hat{\mathbb K}\|_2$", r"$\delta<1/\|\hat{\mathbb K}\|_2$")
"""How the choice of delta is to be read for what follows to hold."""

is_mean = eq(risk(p), s**2 + (p - printed) ** 2)
in_entries = eq(printed_estimate, in_sums(inv(K_hat)))
IN_ENTRIES = Proof((Step("sums", in_entries, Identity(), ("K_hat > 0",)),))
CONDITIONAL_MEAN = Proof((Step("mean", is_mean, Identity(), ("K_hat > 0",)),))


@claim(
    "ccs/eq-25",
    kind=Kind.OPTIMUM,
    source="(25), Appendix C",
    forall=(n, K_hat, nu, Y_hat, v, s, p),
    given=(Hypothesis("K_hat > 0", invertible, unstated=True),),
    uses=("ccs/definition-3.3",),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    fidelity=(Difference(Differs.PART_OMITTED, "that the conditional law is Gaussian: of it the mean is stated"),),
    note=r"""The law is that of ccs/eq-13-exact; (a) that the mean square error of an answer p is least at
    this mean. Of $\mathcal K^{linear}$ the matrix $\hat{\mathbb K}$ is singular where n > d: ccs/eq-25-exact has the
    mean there, too.
    """,
)
def eq_25() -> Parts:
    r""""Let $\hat Y\in\mathbb R^n$ denote the vector of $y^{(1)}\dots y^{(n)}$. Let $\hat{\mathbb K}$ denote the
    top-left $n\times n$ block of $\mathbb K$. Let $\nu\in\mathbb R^n$ denote the vector given by $\nu_i:=\mathbb
    K_{i,n+1}$." "By the formula for conditional Gaussian, we know that $y^{(n+1)}$, conditioned on $y^{(1)}\dots
    y^{(n)}$, has Gaussian distribution with (a) mean $\nu^\top\hat{\mathbb K}^{-1}\hat Y$. The Bayes estimator of
    $y^{(n+1)}$ is thus exactly this mean, which is equivalent to (b) $\nu^\top\hat{\mathbb K}^{-1}\hat
    Y=\sum_{j,k=1}^n\mathcal K(x^{(n+1)},x^{(j)})[\hat{\mathbb K}^{-1}]_{jk}y^{(k)}$. (25)"
    """
    return {"a": is_mean, "b": in_entries}


@claim(
    "ccs/eq-25-exact",
    kind=Kind.OPTIMUM,
    source="(25), Appendix C, with the pseudo-inverse",
    forall=(n, K_hat, nu, Y_hat),
    uses=("ccs/eq-25", "ccs/eq-13-exact"),
    witnesses=("words", "entries", "sampled"),
)
def eq_25_exact() -> Prop:
    r"""For every kernel and all covariates the conditional mean is that of ccs/eq-13-exact, $\nu^\top\hat{\mathbb
    K}^+\hat Y=\sum_{j,k=1}^n \mathcal K(x^{(n+1)},x^{(j)})[\hat{\mathbb K}^+]_{jk}y^{(k)}$.
    """
    return eq(estimate, in_sums(pinv(K_hat)))


@claim(
    "ccs/appendix-c-step-size",
    kind=Kind.CONSTRUCTION,
    source=r"Appendix C, choice of $\delta$",
    forall=(n, K_hat, delta),
    uses=("ccs/proposition-3.1",),
    witnesses=("words", "entries", "grid", "balls"),
    expected=Expected(
        Verdict.REFUTED,
        r"$I-\delta\hat{\mathbb K}$ contracts for $\delta<2/\|\hat{\mathbb K}\|$; not below $\|\hat{\mathbb K}\|$",
    ),
    note=r"""What the choice is for: $(I-\delta\hat{\mathbb K})^\ell\to0$ where $\hat{\mathbb K}$ is invertible, so
    that the series below converges.
    """,
    misprints=(STEP_SLIP,),
)
def appendix_c_step_size() -> Prop:
    r""""Consider the construction in Proposition 3.1, i.e. $B_\ell=C_\ell=I$,
    $V_\ell=\begin{bmatrix}0&0\\0&-r_\ell\end{bmatrix}$. For simplicity, further assume that $r_\ell=\delta$ for all
    $\ell$, where $\delta$ is some positive constant satisfying $\delta<\|\hat{\mathbb K}\|_2$."
    """
    return implies(conj(invertible, printed_step), tends(power_at(l), zeros("n", "n"), l))


@claim(
    "ccs/appendix-c-neumann-series",
    kind=Kind.LIMIT,
    source="Appendix C",
    forall=(n, K_hat, delta),
    uses=("ccs/appendix-c-step-size",),
    witnesses=("words", "entries", "balls"),
    expected=Expected(Verdict.REFUTED, r"$\delta<\|\hat{\mathbb K}\|$ is not $\delta<2/\|\hat{\mathbb K}\|$"),
    note=r"Read where the inverse exists, with $\delta$ as chosen.",
    misprints=(STEP_SLIP,),
)
def appendix_c_neumann_series() -> Prop:
    r""""By Taylor expansion, $\hat{\mathbb K}^{-1}=\delta\sum_{\ell=0}^\infty(I-\delta\hat{\mathbb K})^\ell$."
    """
    return implies(conj(invertible, printed_step), tends(series_at(l), inv(K_hat), l))


@claim(
    "ccs/appendix-c-neumann-series-exact",
    kind=Kind.LIMIT,
    source="Appendix C, with the step size and the null space",
    forall=(n, K_hat, delta),
    given=(nonzero, small_step),
    corrects="ccs/appendix-c-neumann-series",
    uses=("ccs/appendix-c-neumann-series",),
    witnesses=("words", "entries", "proof"),
)
def appendix_c_neumann_series_exact() -> Parts:
    r"""For $\hat{\mathbb K}\succeq0$, not 0, and $0<\delta<2/\|\hat{\mathbb K}\|$, P the projection on the image: (a)
    $P(I-\delta\hat{\mathbb K})^\ell\to0$, (b) $P\,\delta\sum_{k<\ell}(I-\delta\hat{\mathbb K})^k\to\hat{\mathbb K}^+$;
    $P=I$ where $\hat{\mathbb K}$ is invertible. On the null space the sum grows like $\ell$.
    """
    return {
        "a": tends(P * power_at(l), zeros("n", "n"), l),
        "b": tends(P * series_at(l), pinv(K_hat), l),
    }


@claim(
    "ccs/appendix-c-limit",
    kind=Kind.LIMIT,
    source="Appendix C, last sentence",
    forall=(n, K_hat, nu, Y_hat, delta),
    uses=("ccs/appendix-c-query-recursion", "ccs/appendix-c-neumann-series", "ccs/eq-25"),
    witnesses=("words", "entries", "grid", "balls"),
    expected=Expected(
        Verdict.REFUTED,
        r"the layers compute $-\nu^\top\hat{\mathbb K}^{-1}\hat Y$ (TF predicts minus the label), and only for "
        r"$\delta<2/\|\hat{\mathbb K}\|$",
    ),
    note=r"""Read where the inverse exists. (a) With $\delta$ as chosen; (b) the sign: with
    $0<\delta<2/\|\hat{\mathbb K}\|$; (c) the step size: with $\delta$ as chosen and the sign of (4).
    """,
    misprints=(
        replace(STEP_SLIP, part="a"), replace(STEP_SLIP, part="c"),
        *(
            Misprint(r"$\to\nu^\top\hat{\mathbb K}^{-1}\hat Y$", r"$\to-\nu^\top\hat{\mathbb K}^{-1}\hat Y$", part)
            for part in "ab"
        ),
    ),
)
def appendix_c_limit() -> Parts:
    r""""Thus as $\ell\to\infty$, (a) $y_{\ell+1}^{(n+1)}\to\nu^\top\hat{\mathbb K}^{-1}\hat Y$, which is the optimal
    estimator of $y^{(n+1)}$."
    """
    right_step = lt(delta * norm_op(K_hat), 2)
    return {
        "a": implies(conj(invertible, printed_step), tends(answer_at(l + 1), printed_estimate, l)),
        "b": implies(conj(invertible, right_step), tends(answer_at(l + 1), printed_estimate, l)),
        "c": implies(conj(invertible, printed_step), tends(answer_at(l + 1), -printed_estimate, l)),
    }


@claim(
    "ccs/appendix-c-limit-exact",
    kind=Kind.LIMIT,
    source="Appendix C, last sentence, for every kernel",
    forall=(n, K_hat, nu, mu, Y_hat, delta),
    given=(is_covariance, nonzero, small_step),
    corrects="ccs/appendix-c-limit",
    uses=("ccs/appendix-c-limit", "ccs/eq-13-exact"),
    witnesses=("words", "entries", "proof"),
)
def appendix_c_limit_exact() -> Prop:
    r"""For every kernel, all covariates and all labels, singular $\hat{\mathbb K}\ne0$ included, and
    $0<\delta<2/\|\hat{\mathbb K}\|$: $y_\ell^{(n+1)}\to-\nu^\top\hat{\mathbb K}^+\hat Y$, minus the conditional mean.
    ($\nu$ is in the image of $\hat{\mathbb K}$, so that $\hat Y$ need not be; for $\hat{\mathbb K}=0$ both are 0.)
    """
    return tends(answer_at(l), -estimate, l)


eq_25 = with_proof(eq_25, a=CONDITIONAL_MEAN, b=IN_ENTRIES)
appendix_c_neumann_series_exact = with_proof(
    appendix_c_neumann_series_exact, a=chains.POWERS, b=chains.SERIES
)
appendix_c_limit_exact = with_proof(appendix_c_limit_exact, whole=chains.LIMIT)
