"""Section 4.3 after Theorem 8: the prediction on a new prompt, (23), and why the trained model fails."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Hypothesis, Kind, Parts, Reading, claim, with_proof
from ...statement.laws import expect_given, exponential, iid_entries, tends_jointly
from ...statement.props import Prop, almost_surely, chain, conj, eq, gt, implies, lt, tends
from ...statement.terms import expect, inner, inv, norm_F, tr
from ...verdict import Verdict
from .chains import section_4_3 as chains
from .notation import Gam, I, Lam, M, N, d, w
from .notation_new_prompt import (
    E_Lam3,
    cubic_factor,
    error_rdm,
    examples,
    factor,
    limit_error,
    query,
    really_random,
    task,
    trained_on_random,
    y_hat_new,
)
from .notation_random import (
    E_Lam,
    E_Lam2,
    Lam_diag,
    Lam_new_diag,
    lam_new,
    lam_tau,
    x_test_q,
)

standard_exponential = Hypothesis(
    "lam_tau,i i.i.d. Exponential(1)", iid_entries(lam_tau, exponential()),
    r"\lambda_{\tau,i}\overset{iid}\sim\mathrm{Exponential}(1)",
)


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


@claim(
    "zfb/section-4.3-identity-condition",
    kind=Kind.LIMIT,
    source="Section 4.3, text after (23)",
    forall=(d, N, Lam),
    uses=("zfb/eq-23", "zfb/theorem-5"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    model="diagonal covariance",
    fidelity=(
        Difference(
            Differs.EQUIVALENT,
            "(a) close in mean square over queries and tasks as M tends to infinity: an identity, so both ways",
        ),
    ),
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
    witnesses=("words", "entries", "balls", "sampled"),
    model="diagonal covariance",
    expected=Expected(
        Verdict.REFUTED,
        "the query is drawn with Lam_new and tells of it, so that the conditional expectation given the "
        "query weighs the covariances anew; the display is the average over the law of Lam_new at a fixed query",
    ),
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
                "the conditional expectation given the query",
                eq(
                    expect(x_test_q.T * cubic_factor * Lam_new_diag * w * inner(w, x_test_q)),
                    expect(x_test_q.T * cubic_factor * E_Lam * w * inner(w, x_test_q)),
                ),
                "a conditional expectation given x_q and w has the same mean product with <w, x_q>; x_q carries "
                "information about Lam_new",
                literal=True,
            ),
            Reading(
                "the expectation over Lam_new, the query being held fixed",
                tends_jointly(
                    expect(trained_on_random(query)), query.T * cubic_factor * E_Lam * task, M, N
                ),
                "'taking expectation over Lam_new in (23)': an average over its own law",
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
    witnesses=("words", "entries", "balls", "sampled"),
    model="diagonal covariance",
    note="(b) The mean is over Lam_new and the examples, the query being held fixed, as in the display before.",
)
def one_third() -> Parts:
    r"""case $\lambda_{\tau,i}\overset{iid}\sim\mathrm{Exponential}(1)$: (a) $\mathbb E[\Lambda_\tau]=I_d$, $\mathbb
    E[\Lambda_\tau^2]=2I_d$, $\mathbb E[\Lambda_\tau^3]=6I_d$; (b) "we get $\mathbb E\hat y_q\to\frac13\langle
    w,x_q\rangle$." OCR: reading chosen (fraction $\frac13$; arrow).
    """
    return {
        "a": conj(eq(E_Lam, I), eq(E_Lam2, 2 * I), eq(E_Lam3, 6 * I)),
        "b": tends_jointly(expect(trained_on_random(query)), inner(task, query) / 3, M, N),
    }


@claim(
    "zfb/section-4.3-no-in-context-learning",
    kind=Kind.LIMIT,
    source="Section 4.3, text after the exponential example",
    forall=(d, N, M),
    given=(standard_exponential,),
    uses=("zfb/section-4.3-one-third", "zfb/definition-2"),
    witnesses=("words", "entries", "sampled", "proof"),
    model="diagonal covariance",
    fidelity=(
        Difference(
            Differs.WEAKER,
            "for i.i.d. exponential entries alone, not for every random covariance: see "
            "zfb/section-4.3-no-in-context-learning-any-law",
        ),
        Difference(Differs.PART_OMITTED, "what the abstract calls mild covariate shifts"),
    ),
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
    kind=Kind.LIMIT,
    source="Section 4.3, text after the exponential example, for every law of the covariance",
    forall=(d, N, M),
    uses=("zfb/section-4.3-no-in-context-learning",),
    witnesses=("words", "entries", "sampled", "proof"),
    model="diagonal covariance",
)
def no_in_context_learning_any_law() -> Parts:
    r"""Whatever the law of $\Lambda_\tau$, with $B=[\mathbb E\Lambda_\tau^2][\mathbb E\Lambda_\tau^3]^{-1}$: (a) as
    $M,N\to\infty$ the prediction error of the model trained on random covariances tends to $\mathrm{tr}[\mathbb
    E\Lambda_\tau-B\,\mathbb E\Lambda_\tau^2]$; (b) this is $\mathbb E\,\mathrm{tr}[\Lambda_\tau(B\Lambda_\tau-I_d)^2]$,
    the mean of what is positive unless $\Lambda_\tau=B^{-1}$.
    """
    limiting = tr(E_Lam - cubic_factor * E_Lam2)
    deviation = cubic_factor * Lam_diag - I
    return {
        "a": tends_jointly(error_rdm, limiting, M, N),
        "b": chain(limiting, "=", expect(tr(Lam_diag * deviation * deviation.T)), ">=", 0),
    }


eq_23 = with_proof(eq_23, whole=chains.EQ_23)
identity_condition = with_proof(identity_condition, c=chains.NOT_THE_IDENTITY)
no_in_context_learning = with_proof(no_in_context_learning, whole=chains.EXAMPLE)
no_in_context_learning_any_law = with_proof(no_in_context_learning_any_law, b=chains.ANY_LAW)
