"""Section 4.2: (17), (18), task shifts and query shifts."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Kind, Misprint, Parts, Reading, claim, with_proof
from ...statement.laws import expect_given, tends_jointly
from ...statement.props import Prop, chain, conj, defined_as, eq, for_all, gt, implies, ne, tends
from ...statement.terms import Term, at, expect, inner, inv, minimum, scalar, total, vector
from ...verdict import Verdict
from .chains import section_4_2 as chains
from .chains import theorem_5 as excess
from .notation import Gam, I, Lam, M, N, c, d, w, x, x_q
from .notation_prompts import (
    eps_i,
    i_M,
    mean_of_examples,
    s,
    sample_covariance,
    squared_error,
    trained_prediction,
    v,
    x_i,
    y_hat_linear,
    y_hat_star,
    y_q,
)
from .theorem_5 import moments

w_0 = vector("w_0", "d", tex="w")
"""An arbitrary task, not drawn."""
noisy_label = inner(w, x_i) + eps_i
without_noise = x_q.T * inv(Lam) * sample_covariance * w
of_noise = x_q.T * inv(Lam) * (1 / M * total(i_M, M, eps_i * x_i))


def _off(value: Term, target: Term) -> Term:
    """The mean square of the difference, for every query and every task."""
    return expect_given((value - target) ** 2, x_q, w)


@claim(
    "zfb/section-4.2-shift-definitions",
    kind=Kind.DEFINITION,
    source="Section 4.2",
    options={"definition": {"object": "distribution_shifts"}},
    uses=("zfb/definition-1",),
    # Names for inequalities between laws: there is nothing to derive.
    witnesses=("definition",),
    fidelity=(
        Difference(
            Differs.PART_OMITTED,
            "which law covariates, queries and tasks are drawn from, and that the covariates of training are N(0, Lam)",
        ),
    ),
)
def shift_definitions() -> Prop:
    r"""training: $x_i,x_q\overset{iid}\sim\mathcal D_x^{train}$, $h\sim\mathcal D_{\mathcal H}^{train}$; test:
    $x_i\overset{iid}\sim\mathcal D_x^{test}$, $x_q\sim\mathcal D_{query}^{test}$, $h\sim\mathcal D_{\mathcal
    H}^{test}$. Task shift: $\mathcal D_{\mathcal H}^{train}\ne\mathcal D_{\mathcal H}^{test}$. Query shift: $\mathcal
    D_{query}^{test}\ne\mathcal D_x^{test}$. Covariate shift: $\mathcal D_x^{train}\ne\mathcal D_x^{test}$. In this
    section $\mathcal D_x^{train}=N(0,\Lambda)$ is fixed and the others vary.
    """
    task_train, task_test = (
        scalar(f"D_H_{stage}", "law_of_tasks", tex=rf"\mathcal D_{{\mathcal H}}^{{{stage}}}")
        for stage in ("train", "test")
    )
    x_train, x_test = (
        scalar(f"D_x_{stage}", "law_of_covariates", tex=rf"\mathcal D_x^{{{stage}}}") for stage in ("train", "test")
    )
    query_test = scalar("D_query_test", "law_of_covariates", tex=r"\mathcal D_{query}^{test}")
    return conj(
        defined_as(scalar("task_shift", tex=r"\text{task shift}"), ne(task_train, task_test)),
        defined_as(scalar("query_shift", tex=r"\text{query shift}"), ne(query_test, x_test)),
        defined_as(scalar("covariate_shift", tex=r"\text{covariate shift}"), ne(x_train, x_test)),
    )


@claim(
    "zfb/eq-17",
    kind=Kind.LIMIT,
    source="eq. (17), Section 4.2",
    forall=(d, N, M, Lam),
    uses=("zfb/eq-13",),
    witnesses=("words", "entries", "balls", "proof"),
    misprints=(Misprint(r"the prompt's last index $N$", r"$M$, as in the sums"),),
)
def eq_17() -> Prop:
    r""""Recall from (13) that the prediction for a test prompt $(x_1,y_1,\dots,x_N,y_N,x_q)$ is given by (for $N$
    large)": $\hat y_q=x_q^\top\Gamma^{-1}\Big(\frac1M\sum_{i=1}^My_ix_i\Big)\approx x_q^\top\Lambda^{-1}\Big(\frac1M
    \sum_{i=1}^My_ix_i\Big)$.
    """
    # N is the length in training, and the limit holds for every prompt.
    printed = x_q.T * inv(Gam) * mean_of_examples
    return conj(eq(y_hat_star, printed), tends(printed, x_q.T * inv(Lam) * mean_of_examples, N))


@claim(
    "zfb/section-4.2-task-shift",
    kind=Kind.LIMIT,
    source="Section 4.2, Task shifts",
    forall=(d, N, M, Lam),
    given=moments,
    uses=("zfb/theorem-5", "zfb/section-4.2-shift-definitions"),
    witnesses=("words", "entries", "sampled", "proof"),
)
def task_shift() -> Prop:
    r""""These shifts are tolerated easily by the trained transformer. As Theorem 5 shows, the trained transformer is
    competitive with the best linear model provided the prompt length during training and at test time is large enough.
    In particular, even if the prompt is such that the labels $y_i$ are not given by $\langle w,x_i\rangle$ for some
    $w\sim N(0,I_d)$, the trained transformer will compute a prediction which has error competitive with the best linear
    model that fits the test prompt."
    """
    return tends_jointly(expect((y_hat_star - y_q) ** 2) - minimum(squared_error, v), 0, N, M)


@claim(
    "zfb/section-4.2-noisy-linear",
    kind=Kind.LIMIT,
    source="Section 4.2, Task shifts",
    forall=(d, N, M, Lam, s),
    uses=("zfb/eq-17",),
    see=("zfb/section-4.2-garg-behaviors",),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(Difference(Differs.PART_OMITTED, "(d), an experiment: zfb/section-4.2-garg-behaviors"),),
)
def noisy_linear() -> Parts:
    r"""$y_i=\langle w,x_i\rangle+\varepsilon_i$, $w\in\mathbb R^d$ arbitrary, independent sub-Gaussian noise
    $\varepsilon_i$. (a) From (17): $\hat y_q\approx x_q^\top\Lambda^{-1}\Big(\frac1M\sum_{i=1}^My_ix_i\Big)=x_q^\top
    \Lambda^{-1}\Big(\frac1M\sum_ix_ix_i^\top\Big)w+x_q^\top\Lambda^{-1}\Big(\frac1M\sum_i\varepsilon_ix_i\Big)$. (b)
    "Since $\varepsilon_i$ is mean zero and independent of $x_i$, this is approximately $x_q^\top w$ when $M$ is large."
    (c) "this calculation holds for an arbitrary vector $w$, not just those which are sampled from an isotropic Gaussian
    or those with a particular norm." (d) "This behavior coincides with that of the trained transformers observed by
    Garg et al. (2022)."
    """
    from_examples = x_q.T * inv(Lam) * (1 / M * total(i_M, M, noisy_label * x_i))
    prediction = trained_prediction(noisy_label)
    arbitrary = inner(w_0, x_i) + eps_i
    return {
        "a": conj(tends(prediction, from_examples, N), eq(from_examples, without_noise + of_noise)),
        "b": [
            Reading(
                "N large first", tends(_off(without_noise + of_noise, x_q.T * w), 0, M),
                "the two terms of the display, in mean square for every query and task",
            ),
            Reading(
                "N and M large", tends_jointly(_off(prediction, x_q.T * w), 0, N, M),
                "the prediction itself, N and M growing in any way",
            ),
        ],
        "c": tends_jointly(expect_given((trained_prediction(arbitrary) - x_q.T * w_0) ** 2, x_q), 0, N, M),
    }


@claim(
    "zfb/eq-18",
    kind=Kind.LIMIT,
    source="eq. (18), Section 4.2, Query shifts",
    forall=(d, N, M, Lam),
    uses=("zfb/eq-17", "zfb/section-4.2-shift-definitions"),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(
        Difference(
            Differs.PART_OMITTED, "(a) what hinges upon the distribution of the x_i's: it is read off the formula"
        ),
    ),
)
def eq_18() -> Parts:
    r"""since $y_i=\langle w,x_i\rangle$: (a) $\hat y_q\approx x_q^\top\Lambda^{-1}\Big(\frac1M\sum_{i=1}^Mx_ix_i^\top
    \Big)w$; "whether query shifts can be tolerated hinges upon the distribution of the $x_i$'s". (b) Since $\mathcal
    D_x^{train}=\mathcal D_x^{test}$, if $M$ is large then $\hat y_q\approx x_q^\top\Lambda^{-1}\Lambda w=x_q^\top w$.
    (c) "Thus, very general shifts in the query distribution can be tolerated. On the other hand, very different
    behavior can be expected if $M$ is not large and the query example depends on the training data."
    """
    # The query is held fixed: what holds for every query holds for a query of any law, independent of the examples.
    on_first = trained_prediction(inner(w, x_i), query=at(x, 1), length=1)
    off = at(x, 1).T * inv(Lam) * at(x, 1) * at(x, 1).T * w
    return {
        "a": tends(y_hat_linear, without_noise, N),
        "b": conj(
            tends_jointly(_off(y_hat_linear, x_q.T * w), 0, N, M),
            tends(_off(without_noise, x_q.T * w), 0, M),
            chain(x_q.T * inv(Lam) * Lam * w, "=", x_q.T * w),
        ),
        "c": conj(
            tends_jointly(_off(y_hat_linear, x_q.T * w), 0, N, M),
            # One example, which is the query as well: off even when N is large.
            tends(on_first, off, N),
            gt(expect((off - at(x, 1).T * w) ** 2), 0),
        ),
    }


@claim(
    "zfb/section-4.2-query-orthogonal",
    kind=Kind.IDENTITY,
    source="Section 4.2, Query shifts",
    forall=(d, N, M, Lam),
    expected=Expected(
        Verdict.REFUTED,
        "that Lambda is a multiple of the identity is left unsaid: else the query meets Gamma^-1 (Lambda^-1 for large "
        "N) before the examples, which turns the subspace",
    ),
    uses=("zfb/eq-13", "zfb/eq-17", "zfb/eq-18"),
    witnesses=("words", "entries", "grid", "sampled"),
    note="The labels are <w, x_i>, as the paragraph says where it begins.",
)
def query_orthogonal() -> Parts:
    r""""For example, if the query example is orthogonal to the subspace spanned by the $x_i$'s, the prediction will be
    zero, as was observed with transformer architectures by Garg et al. (2022)."
    """
    orthogonal = for_all(i_M, eq(inner(x_q, x_i), 0))
    return {
        "": [
            Reading(
                "the prediction (13)", implies(orthogonal, eq(y_hat_linear, 0)), "for every training length N"
            ),
            Reading(
                "the prediction (17) for large N",
                implies(orthogonal, eq(1 / M * total(i_M, M, x_q.T * inv(Lam) * x_i * inner(w, x_i)), 0)),
                "what the paragraph continues from",
            ),
        ],
    }


@claim(
    "zfb/section-4.2-query-orthogonal-corrected",
    kind=Kind.IDENTITY,
    source="Section 4.2, Query shifts, corrected",
    forall=(d, N, M, Lam, c),
    corrects="zfb/section-4.2-query-orthogonal",
    uses=("zfb/eq-13",),
    witnesses=("words", "entries", "grid", "sampled", "proof"),
)
def query_orthogonal_corrected() -> Parts:
    r"""(a) If $x_q^\top\Gamma^{-1}x_i=0$ for every $i$, the prediction is zero: the query is orthogonal to the examples
    in the inner product of $\Gamma^{-1}$. (b) For $\Lambda=cI_d$ this is the usual orthogonality, and the prediction is
    zero if the query is orthogonal to the subspace spanned by the $x_i$'s.
    """
    return {
        "a": implies(for_all(i_M, eq(x_q.T * inv(Gam) * x_i, 0)), eq(y_hat_star, 0)),
        "b": implies(conj(eq(Lam, c * I), for_all(i_M, eq(inner(x_q, x_i), 0))), eq(y_hat_star, 0)),
    }


eq_17 = with_proof(eq_17, whole=chains.EQ_17)
task_shift = with_proof(task_shift, whole=excess.TASK_SHIFT)
noisy_linear = with_proof(noisy_linear, a=chains.NOISY_FORMULA, b=chains.NOISY_LIMIT, c=chains.ANY_TASK)
eq_18 = with_proof(eq_18, whole=chains.EQ_18)
query_orthogonal_corrected = with_proof(query_orthogonal_corrected, whole=chains.ORTHOGONAL)
