"""Section 4.3 after Theorem 8: the prediction on a new prompt, (23), and why the trained model fails."""

from __future__ import annotations

from ...claim import Hypothesis, Kind, Parts, Reading, claim
from ...statement.laws import expect_given, exponential, iid_entries, prediction_on, tends_jointly
from ...statement.props import Prop, almost_surely, conj, eq, gt, implies, lt, ne, tends
from ...statement.terms import Abbrev, Term, at, expect, inner, inv, norm_F, scalar, total, tr, vector
from .notation import Gam, I, Lam, M, N, d, w
from .notation_prompts import i_M
from .notation_random import (
    E_Gam_Lam2,
    E_Lam,
    E_Lam2,
    Lam_diag,
    Lam_new_diag,
    W_KQ_rdm,
    W_PV_rdm,
    lam_new,
    lam_tau,
    x_test,
    x_test_q,
)

factor = E_Lam2 * inv(E_Gam_Lam2)
r""":math:`[\mathbb E\Lambda_\tau^2][\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}`."""
x_i = at(x_test, i_M)
query = vector("x_query", tex="x_q")
"""A query that is held fixed."""
task = vector("w_test", tex="w")
"""A task that is held fixed."""
examples = 1 / M * total(i_M, M, x_i * x_i.T)


def trained_on_random(query: Term, task: Term = task, covariate: Term = x_i) -> Term:
    """The prediction at convergence, (22), from M examples (x_i, <w, x_i>)."""
    return prediction_on(W_PV_rdm, W_KQ_rdm, i_M, M, covariate, inner(task, covariate), query)


y_hat_new = Abbrev(scalar("y_hat_new", "random", tex=r"\hat y_q"), trained_on_random(x_test_q))
E_Lam3 = expect(Lam_diag**3)
cubic_factor = E_Lam2 * inv(E_Lam3)
standard_exponential = Hypothesis(
    "lam_tau,i i.i.d. Exponential(1)", iid_entries(lam_tau, exponential()),
    r"\lambda_{\tau,i}\overset{iid}\sim\mathrm{Exponential}(1)",
)
really_random = ne(E_Lam2, E_Lam**2)
"""Some entry of the covariance is not deterministic."""


@claim(
    "zfb/eq-23",
    kind=Kind.LIMIT,
    source="eq. (23), Section 4.3",
    forall=(d, N, M, task),
    uses=("zfb/theorem-8", "zfb/eq-6"),
    witnesses=("words", "entries", "sampled", "proof"),
    model="diagonal covariance",
)
def eq_23() -> Parts:
    r"""new prompt with $w\in\mathbb R^d$ and $\Lambda_{new}$ sampled from the same distribution as the training
    covariances; conditionally on $\Lambda_{new}$, $x_i,x_q\overset{iid}\sim N(0,\Lambda_{new})$, $y_i=\langle
    w,x_i\rangle$, $y_q=\langle w,x_q\rangle$. At convergence (a) $\hat y_q=x_q^\top\cdot[\mathbb
    E\Lambda_\tau^2][\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}\Big[\frac1M\sum_{i=1}^Mx_ix_i^\top\Big]w$ (b) $\to
    x_q^\top\cdot[\mathbb E\Lambda_\tau^2][\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}\Lambda_{new}w$ almost surely
    when $M\to\infty$, by the strong law of large numbers.
    """
    return {
        "a": eq(y_hat_new, x_test_q.T * factor * examples * task),
        "b": almost_surely(tends(y_hat_new, x_test_q.T * factor * Lam_new_diag * task, M)),
    }


limit_error = factor * Lam_new_diag - I


@claim(
    "zfb/section-4.3-identity-condition",
    kind=Kind.LIMIT,
    source="Section 4.3, text after (23)",
    forall=(d, N, Lam),
    uses=("zfb/eq-23", "zfb/theorem-5"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    model="diagonal covariance",
)
def identity_condition() -> Parts:
    r"""(a) "in order for the prediction on the query example to be close to the ground-truth $x_q^\top w$, we need
    $[\mathbb E\Lambda_\tau^2][\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}\Lambda_{new}$ to be close to the identity."
    (b) "When $\Lambda_\tau=\Lambda_{new}$ is deterministic, this indeed is the case as we know from Theorem 5." (c)
    "However, this clearly does not hold in general when $\Lambda_\tau$ is random."
    """
    limit_prediction = x_test_q.T * factor * Lam_new_diag * w
    return {
        # The mean square of the difference, given the covariance, is the weighted distance to the identity.
        "a": eq(
            expect_given((limit_prediction - inner(w, x_test_q)) ** 2, lam_new),
            tr(Lam_new_diag * limit_error * limit_error.T),
        ),
        # Close for large N, as Theorem 5 has it.
        "b": tends(Lam**2 * inv(Gam * Lam**2) * Lam, I, N),
        "c": implies(really_random, gt(expect(norm_F(limit_error) ** 2), 0)),
    }


@claim(
    "zfb/section-4.3-conditional-mean",
    kind=Kind.LIMIT,
    source="Section 4.3, display after (23)",
    forall=(d, N, M, query, task),
    uses=("zfb/eq-23", "zfb/section-4.3-data-model"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    model="diagonal covariance",
)
def conditional_mean() -> Parts:
    r""""let us assume for simplicity that $M,N\to\infty$ so that $\Gamma_\tau\to\Lambda_\tau$ and the identity (23)
    holds (conditionally on $\Lambda_{new}$). Then, taking expectation over $\Lambda_{new}$ in (23), we obtain
    $\mathbb E[\hat y_q\,|\,x_q,w]\to x_q^\top\cdot[\mathbb E\Lambda_\tau^2][\mathbb E\Lambda_\tau^3]^{-1}[\mathbb
    E\Lambda_\tau]w$." OCR: reading chosen (arrow).
    """
    # x_q depends on Lam_new: a conditional expectation given x_q weighs the covariances that make x_q likely.
    return {
        "": [
            Reading(
                "the expectation over Lam_new, the query being held fixed",
                tends_jointly(
                    expect(trained_on_random(query)), query.T * cubic_factor * E_Lam * task, M, N
                ),
                "'taking expectation over Lam_new in (23)': an average over its own law",
            ),
            Reading(
                "the conditional expectation given the query",
                eq(
                    expect(x_test_q.T * cubic_factor * Lam_new_diag * w * inner(w, x_test_q)),
                    expect(x_test_q.T * cubic_factor * E_Lam * w * inner(w, x_test_q)),
                ),
                "a conditional expectation given x_q and w has the same mean product with <w, x_q>; x_q carries "
                "information about Lam_new",
            ),
        ]
    }


@claim(
    "zfb/section-4.3-one-third",
    kind=Kind.LIMIT,
    source="Section 4.3, exponential example",
    forall=(d, N, M, query, task),
    given=(standard_exponential,),
    uses=("zfb/section-4.3-conditional-mean",),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    model="diagonal covariance",
)
def one_third() -> Parts:
    r"""case $\lambda_{\tau,i}\overset{iid}\sim\mathrm{Exponential}(1)$: (a) $\mathbb E[\Lambda_\tau]=I_d$, $\mathbb
    E[\Lambda_\tau^2]=2I_d$, $\mathbb E[\Lambda_\tau^3]=6I_d$; (b) "we get $\mathbb E\hat y_q\to\frac13\langle
    w,x_q\rangle$." OCR: reading chosen (fraction $\frac13$; arrow).
    """
    return {
        "a": conj(eq(E_Lam, I), eq(E_Lam2, 2 * I), eq(E_Lam3, 6 * I)),
        # As in the display before: the expectation over Lam_new and the examples, the query being held fixed.
        "b": tends_jointly(expect(trained_on_random(query)), inner(task, query) / 3, M, N),
    }


def error_on(covariate: Term, query: Term) -> Term:
    """The prediction error E (hat y_q - <w, x_q>)^2 of the model trained on random covariances."""
    return expect((trained_on_random(query, w, covariate) - inner(w, query)) ** 2)


error_rdm = error_on(x_i, x_test_q)


@claim(
    "zfb/section-4.3-no-in-context-learning",
    kind=Kind.LIMIT,
    source="Section 4.3, text after the exponential example",
    forall=(d, N, M),
    given=(standard_exponential,),
    uses=("zfb/section-4.3-one-third", "zfb/definition-2"),
    witnesses=("words", "entries", "sampled", "proof"),
    model="diagonal covariance",
)
def no_in_context_learning() -> Prop:
    r""""This shows that for transformers with a single linear self-attention layer, training on in-context examples
    with random covariate distributions does not allow for in-context learning of a hypothesis class with varying
    covariate distributions." Also (abstract, introduction): "the trained transformer is still brittle under mild
    covariate shifts"; "even when trained on a variety of covariate distributions, LSAs still fail under covariate
    shift".
    """
    # In the example: the prediction error does not vanish however long the prompts are; Definition 2 asks for that.
    return conj(tends_jointly(error_rdm, d / 3, M, N), lt(0, d / 3))


@claim(
    "zfb/section-4.3-no-in-context-learning-any-law",
    kind=Kind.INEQUALITY,
    source="Section 4.3, text after the exponential example, for every law of the covariance",
    forall=(d, N),
    uses=("zfb/section-4.3-no-in-context-learning",),
    witnesses=("words", "entries", "sampled", "proof"),
    model="diagonal covariance",
)
def no_in_context_learning_any_law() -> Prop:
    r"""Whatever the law of $\Lambda_\tau$, unless it is deterministic: as $M\to\infty$ the prediction error of the
    model trained on random covariances tends to $\mathbb E\,\mathrm{tr}\big[\Lambda_{new}(A\Lambda_{new}-I_d)^2
    \big]>0$ with $A=[\mathbb E\Lambda_\tau^2][\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}$.
    """
    limiting = expect(tr(Lam_new_diag * limit_error * limit_error.T))
    return conj(tends(error_rdm, limiting, M), implies(really_random, gt(limiting, 0)))
