"""Beyond the paper: tasks with a mean and any covariance."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim, with_proof
from ...statement.laws import expect_given
from ...statement.props import conj, differs, eq, implies
from ...statement.terms import ddt, inv, substitute, tr, where, zeros
from .chains import prompt_length
from .chains import task_prior as chains
from .chains.prompt_length import miss
from .chains.task_prior import (
    A,
    G,
    K,
    Psi,
    U11_rate,
    balanced,
    equation,
    gap,
    least,
    mu,
    reduced,
    size,
    steep,
    u12_rate,
    u21_rate,
    u_1_rate,
)
from .notation import U11, I, L_prior, Lam, M, N, d, given_block, u12, u21, u_1, w


@claim(
    "zfb/beyond-task-prior",
    kind=Kind.OPTIMUM,
    source="beyond the paper; compare Lemma 10, Theorems 4 and 5",
    forall=(d, N, M, Lam, mu, Psi, U11, u_1, K),
    uses=("zfb/lemma-10", "zfb/theorem-4", "zfb/theorem-5"),
    witnesses=("words", "sampled", "proof"),
    model="task prior",
    options={"twins": {"fast": 1}},
)
def beyond_task_prior() -> Parts:
    r"""Goal: $w_\tau\sim N(\mu,\Psi)$ instead of $N(0,I_d)$. Derive the population loss exactly, decide whether
    $u_{12}= u_{21}=0$ stays invariant, find stationary points, minimisers and the limit of the flow, and the
    prediction error at test time.

    Answer, with the second moment $A=\Psi+\mu\mu^\top$ and $G=(1+\frac1N)\Lambda
    A\Lambda+\frac1N\mathrm{tr}(A\Lambda) \Lambda$: (a) on the block the loss is
    $\mathrm{tr}[\frac12u_{-1}^2GU_{11}\Lambda U_{11}^\top-u_{-1}\Lambda A\Lambda
    U_{11}]+\frac12\mathrm{tr}(A\Lambda)$; over all parameters words derive it as a polynomial (L_prior). (b) For
    $\mu=0$ and any $\Psi$ the block is invariant; (c) for $\mu\ne0$ it is not: the exact rates of $u_{12},u_{21}$ on
    it are multiples of $\mu$ and of $\mathbb E[(w^\top\Lambda w)w]$, not 0 at every point of it. (d) The rates of
    $U_{11},u_{-1}$ on the block are minus the derivatives of (a), and balancedness, Lemma 17, is unchanged. (e) If
    $GK=\Lambda A$, then the loss on the block is the one at $u_{-1}U_{11}=K$ plus
    $\frac12\mathrm{tr}[G(u_{-1}U_{11}-K)\Lambda(u_{-1}U_{11}- K)^\top]\ge0$, so that $K$ takes the place of
    $\Gamma^{-1}$; (f) $G=\Lambda[(1+\frac1N)A\Lambda+\frac1N\mathrm{tr}(A \Lambda)I]$, so that
    $K=[(1+\frac1N)A\Lambda+\frac1N\mathrm{tr}(A\Lambda)I]^{-1}A$, and where $A$ is invertible
    $K^{-1}=(1+\frac1N)\Lambda+\frac1N\mathrm{tr}(A\Lambda)A^{-1}$, which is $\Gamma$ for $A=I$ and, part (aligned),
    $(1+\frac1N)\Lambda+\frac1N\mathrm{tr}(\Lambda^2)\Lambda^{-1}$ for tasks drawn from $N(0,\Lambda)$. (g) Unless
    $A=0$, at every point $\|\partial_{U_{11}}\|_F^2\ge\frac{2u_{-1}^2}C(\text{loss}-\text{least})$ with
    $C=N\mathrm{tr}(\Lambda^{-1})^2/ \mathrm{tr}(A\Lambda)$. So for $\mu=0$ the loss falls to its least value on the
    block, and $u_{-1}U_{11}\to K$, as long as $u_{-1}$ stays away from 0; the limit is then $U_{11}=\|K\|_F^{-1/2}K$,
    $u_{-1}=\|K\|_F^{1/2}$. That $u_{-1}$ does stay away is proved for $\Psi=I$ only (zfb/beyond-sigma-condition);
    where $\Psi$ and $\Lambda$ do not commute the argument there would need an order that the flow keeps. What
    training shows is zfb/beyond-task-prior-limit. For $\mu\ne0$ the limit is open. (h) At test time, prompt length
    $M$, with weights $K$ of the form (11) the error at a task $w$ is $w^\top[(1+\frac1M)\Lambda K\Lambda K^\top
    \Lambda+\frac1M\mathrm{tr}(\Lambda K\Lambda K^\top)\Lambda-2\Lambda K\Lambda+\Lambda]w$; its mean over a prior has
    $A$ in the place of $ww^\top$.
    """
    zero = zeros("d", 1)
    rates = (given_block(ddt(u12)), given_block(ddt(u21)))
    W = prompt_length.K
    aligned = substitute(G, {Psi: Lam, mu: zero})
    error = w.T * (
        (1 + Fraction(1) / M) * (Lam * W * Lam * W.T * Lam) + 1 / M * tr(Lam * W * Lam * W.T) * Lam
        - 2 * Lam * W * Lam + Lam
    ) * w
    return {
        "a": eq(given_block(L_prior), reduced + Fraction(1, 2) * size),
        "b": conj(*(eq(where(rate, (mu, zero)), zero) for rate in rates)),
        "c": conj(eq(rates[0], u12_rate), eq(rates[1], u21_rate), *(differs(rate, zero) for rate in rates)),
        "d": conj(
            eq(given_block(ddt(U11)), U11_rate), eq(given_block(ddt(u_1)), u_1_rate), balanced,
        ),
        "e": conj(implies(equation, gap), implies(equation, least)),
        "f": eq(G, Lam * ((1 + 1 / N) * A * Lam + 1 / N * size * I)),
        "aligned": eq(aligned * inv((1 + 1 / N) * Lam + 1 / N * tr(Lam**2) * inv(Lam)), Lam**2),
        "g": steep,
        "h": eq(expect_given(miss**2, w), error),
    }


beyond_task_prior = with_proof(beyond_task_prior, e=chains.MINIMISERS, g=chains.STEEP)
