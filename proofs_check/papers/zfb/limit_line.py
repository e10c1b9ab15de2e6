"""The reference lines of Figure 1, Section 4.3: linear self-attention for long prompts, and least squares."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Difference, Differs, Hypothesis, Kind, Parts, Reading, claim, with_proof
from ...statement.laws import expect_given, prediction_on, tends_jointly
from ...statement.props import Prop, conj, eq, le
from ...statement.terms import Term, at, expect, inner, matrix, norm_2, substitute, vector, where
from .chains import limit_line as chains
from .notation import I, Lam, M, N, W_KQ_star, W_PV_star, d, w, x, x_q
from .notation_prompts import i_M
from .notation_random import W_KQ_rdm, W_PV_rdm, x_test, x_test_q
from .section_4_3 import standard_exponential

FIXED = (substitute(W_PV_star, {Lam: I}), substitute(W_KQ_star, {Lam: I}))
RANDOM = (W_PV_rdm, W_KQ_rdm)
"""The weights at convergence: trained on the identity, and on diagonal exponential covariances."""


def _error(weights: tuple[Term, Term], covariate: Term, query: Term) -> Term:
    prediction = prediction_on(*weights, i_M, M, covariate, inner(w, covariate), query)
    return expect((prediction - inner(w, query)) ** 2)


def on_identity(weights: tuple[Term, Term]) -> Term:
    """The prediction error on prompts with the identity as covariance."""
    return where(_error(weights, at(x, i_M), x_q), (Lam, I))


def on_random(weights: tuple[Term, Term], root: int) -> Term:
    """The prediction error on prompts with the covariance c Lam_new, ``root`` being the square root of c."""
    return _error(weights, root * at(x_test, i_M), root * x_test_q)


def _panel(fixed: Term, random: Term, zero_estimator: int, values: tuple[Fraction, Fraction]) -> list[Reading]:
    """Both lines of one panel; ``values`` are the limits of the error per coordinate.

    The prediction 0 has the error E y_q^2 = ``zero_estimator`` times d.
    """

    def lines(scale: Term | int, factor: Term | Fraction) -> Prop:
        return conj(
            *(tends_jointly(error / scale, value * factor, M, N)
              for error, value in zip((fixed, random), values, strict=True))
        )

    return [
        Reading("per coordinate", lines(d, Fraction(1)), "divided by d, as the squared norm of x is in Garg et al."),
        Reading("relative to the zero estimator", lines(zero_estimator * d, Fraction(1, zero_estimator)),
                "divided by the error of the estimator that predicts 0, the gray dashed line"),
        Reading("not normalised", lines(1, d), "the error itself"),
    ]


@claim(
    "zfb/section-4.3-lsa-limit-line",
    kind=Kind.LIMIT,
    source="Section 4.3, Figure 1 (black dashed line)",
    forall=(d, N, M),
    given=(standard_exponential,),
    uses=("zfb/eq-23", "zfb/theorem-8", "zfb/appendix-e-setup"),
    witnesses=("words", "entries", "balls", "sampled"),
    model="diagonal covariance",
    note=r"""Needed: the value of that line in each of the four panels, for LSA trained as in zfb/appendix-e-setup.
    Derived here, no value is printed: the limits of $\frac1d\mathbb E(\hat y_q-\langle w,x_q\rangle)^2$ for LSA
    trained on the fixed identity covariance and on random covariances are $0$ and $\frac49$ in the panel with fixed
    covariance, $3$ and $\frac13$ for $c=1$, $324$ and $\frac{76}3$ for $c=4$, $4059$ and $387$ for $c=9$.
    """,
)
def lsa_limit_line() -> Parts:
    r""""Using the calculation (23), we can compare the prediction error for the linear self-attention networks in the
    $M\to\infty$, $N\to\infty$ limit (the black dash line) to those of GPT2 architectures."
    """
    def random_panel(root: int, fixed_value: int, random_value: Fraction) -> list[Reading]:
        errors = (on_random(FIXED, root), on_random(RANDOM, root))
        return _panel(*errors, root**2, (Fraction(fixed_value), random_value))

    return {
        "fixed": _panel(on_identity(FIXED), on_identity(RANDOM), 1, (Fraction(0), Fraction(4, 9))),
        "c = 1": random_panel(1, 3, Fraction(1, 3)),
        "c = 4": random_panel(2, 324, Fraction(76, 3)),
        "c = 9": random_panel(3, 4059, Fraction(387)),
    }


P = matrix("P", "d", "d", tex="P")
v = vector("v", "d")
projection = Hypothesis("P is an orthogonal projection", conj(eq(P * P, P), eq(P.T, P)), r"P^2=P=P^\top")


@claim(
    "zfb/section-4.3-ols-optimal",
    kind=Kind.OPTIMUM,
    source="Section 4.3; Appendix E",
    forall=(d, Lam, P, v),
    given=(projection,),
    uses=("zfb/appendix-e-setup",),
    witnesses=("words", "entries", "sampled", "proof"),
    fidelity=(
        Difference(Differs.EQUIVALENT, "least squares by the projection P onto the span of the examples"),
        Difference(Differs.WEAKER, "optimal among predictors that are linear in what the labels tell"),
    ),
)
def ols_optimal() -> Parts:
    r"""ordinary least squares "is optimal for this task"; "ordinary least squares as a baseline which is optimal for
    noiseless linear regression tasks".
    """
    # P projects onto the span of the x_i.  The labels tell P w and nothing else of w, which is the least-squares
    # solution (of least norm where there are several).
    error = expect_given((inner(P * w, x_q) - inner(w, x_q)) ** 2, x_q)
    return {
        "": [
            Reading(
                "the least error among predictors that are linear in what the labels tell",
                le(error, expect_given((inner(P * w, v) - inner(w, x_q)) ** 2, x_q)),
                "any number of examples: what is best given a Gaussian w is linear in P w",
            ),
            Reading(
                "no error where the examples span the query",
                eq(error, norm_2(x_q - P * x_q) ** 2),
                "d or more examples in general position: P = I, and no estimator errs less than 0",
            ),
        ]
    }


ols_optimal = with_proof(ols_optimal, whole=chains.CHAIN)
