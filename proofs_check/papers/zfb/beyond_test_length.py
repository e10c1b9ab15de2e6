"""Beyond the paper: test prompts of another length than the training prompts."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.laws import expect_given
from ...statement.props import conj, eq, gt, tends
from ...statement.terms import expect, inner, inv, tr
from .chains import prompt_length as chains
from .chains.prompt_length import (
    averaged,
    best,
    best_at_M,
    endless,
    error,
    falls,
    for_one_task,
    improves,
    least,
    m_1,
    m_2,
    miss,
    n_1,
    n_2,
    rises,
    squares,
)
from .notation import Gam, I, Lam, M, N, d, w, x_q
from .notation_prompts import y_hat_linear


@claim(
    "zfb/beyond-test-length",
    kind=Kind.IDENTITY,
    source="beyond the paper; compare Theorem 5 and Section 4.1",
    forall=(d, N, M, Lam, n_1, n_2, m_1, m_2),
    uses=("zfb/theorem-5", "zfb/section-4.1-noiseless-risk", "zfb/corollary-6-in-context-learning"),
    witnesses=("words", "entries", "sampled", "proof"),
    options={"twins": {"fast": 1}},
)
def beyond_test_length() -> Parts:
    r"""Goal: $M\ne N$: the exact prediction error of the trained model ($w$ fixed, and averaged over $w\sim
    N(0,I_d)$) as a rational function of $M$, $N$ and the eigenvalues of $\Lambda$; how it depends on $M$ for fixed
    $N$ and on $N$ for fixed $M$; which weights of the form (11) with $\Gamma$ replaced are best for a given $M$.

    Answer, with $T=\mathrm{tr}\Lambda$ and eigenvalues $\lambda_i$: (a) for fixed $w$ the error is $w^\top\Lambda(I-
    \Lambda\Gamma^{-1})^2w+\frac1M\big(w^\top\Lambda^3\Gamma^{-2}w+w^\top\Lambda w\,\mathrm{tr}[\Lambda^2\Gamma^{-2}]
    \big)$, where $\lambda_i$ of $\Gamma^{-1}$ is $\frac N{(N+1)\lambda_i+T}$; (b) averaged it is
    $\sum_i\frac{\lambda_i (\lambda_i+T)(\lambda_i+T+\frac{N^2}M\lambda_i)}{((N+1)\lambda_i+T)^2}$, printed here as
    the trace of that function of $\Lambda$. (c) It decreases strictly in $M$, to
    $\sum_i\frac{\lambda_i(\lambda_i+T)^2}{((N+1)\lambda_i+T)^2}>0$. (d) For fixed $M$ it decreases strictly in $N$
    while $N\le M$, increases strictly from $N=M$ on, and is least at $N=M$: longer training prompts than the test
    prompts do harm. (e) Among all weights of the form (11) with any matrix $K$ for $\Gamma^{-1}$ the best for test
    length $M$ is that with $N$ replaced by $M$, $K=\Gamma_M^{-1}$; the error is then
    $T-\mathrm{tr}[\Lambda^2\Gamma_M^{-1}]$. (f) For one task $w$, known in advance, no $K$ has an error below
    $\frac2{M+2}w^\top\Lambda w$, which $K=\frac M{(M+2)w^\top\Lambda w}ww^\top$ attains.
    """
    P = inv(Gam)
    trained = y_hat_linear - inner(w, x_q)
    fixed = w.T * Lam * (I - Lam * P) ** 2 * w + 1 / M * (
        w.T * Lam**3 * P**2 * w + w.T * Lam * w * tr(Lam**2 * P**2)
    )
    return {
        "a": eq(expect_given(trained**2, w), fixed),
        "b": eq(expect(trained**2), error(N, M)),
        "c": conj(improves, tends(error(N, M), endless, M), gt(endless, 0)),
        "d": conj(falls, rises, best_at_M),
        "e": conj(eq(averaged, least + squares), best),
        "f": eq(expect_given(miss**2, w), for_one_task),
    }


beyond_test_length = with_proof(
    beyond_test_length, c=chains.TEST_LENGTHS, d=chains.LENGTHS, e=chains.BEST_WEIGHTS
)
