"""Section 2, footnote 2: one step of gradient descent on the examples of a prompt."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.laws import expect_given
from ...statement.props import almost_surely, chain, conj, differs, ge, gt, implies, ne, tends
from ...statement.terms import Term, expect, grad, inner, scalar, total, tr, where, zeros
from .chains import section_2 as chains
from .notation import I, Lam, M, d, w, x_q
from .notation_prompts import fitted, i_M, x_i

step = scalar("eta", tex=r"\eta")
"""The step size of gradient descent."""
y_i = inner(w, x_i)
S_M = 1 / M * total(i_M, M, x_i * x_i.T)
squared_loss = 1 / (2 * M) * total(i_M, M, (y_i - inner(fitted, x_i)) ** 2)
start = zeros("d", 1)


def after_one_step(eta: Term | int) -> Term:
    """The weights after one step of this size from 0."""
    return where(fitted - eta * grad(squared_loss, fitted), (fitted, start))


far = tr(Lam) - tr(Lam**2) ** 2 / tr(Lam**3)
r"""The least value of :math:`\mathrm{tr}[\Lambda(\eta\Lambda-I)^2]` over the step size."""


@claim(
    "zfb/section-2-single-gd-step",
    kind=Kind.LIMIT,
    source="Section 2, footnote 2",
    forall=(d, M, Lam, step),
    witnesses=("words", "entries", "sampled", "proof"),
    note=r"""The number $n$ of examples is called $M$. (a) The squared loss is $\frac1{2n}\sum_i(y_i-\langle
    w,x_i\rangle)^2$ and the step size is 1, with which the formula is exact; the page says neither. (c) The task is
    drawn from $N(0,I_d)$, as in the works that the text compares with, and the step size is any.
    """,
)
def single_gd_step() -> Parts:
    r"""$(x_i,y_i)$ i.i.d. with $x\sim N(0,\Lambda)$, $y=\langle w,x\rangle$. (a) A single step of gradient descent
    under the squared loss from zero initialisation yields the predictor $x\mapsto x^\top\big(\frac1n\sum_{i=1}^n
    y_ix_i\big)=x^\top\big(\frac1n\sum_{i=1}^n x_ix_i^\top\big)w\approx x^\top\Lambda w$. (b) "Clearly, this can differ
    from $x^\top w$ when $\Lambda\ne I_d$." (c) Running text: for anisotropic Gaussian covariates "a single step of
    vanilla gradient descent is unable to achieve small prediction error".
    """
    yields = chain(
        x_q.T * after_one_step(1), "=", x_q.T * (1 / M * total(i_M, M, y_i * x_i)), "=", x_q.T * S_M * w
    )
    error = expect_given((x_q.T * S_M * w - x_q.T * Lam * w) ** 2, x_q, w)
    risk = expect((x_q.T * after_one_step(step) - inner(w, x_q)) ** 2)
    return {
        "a": [
            Reading(
                "in mean square, for every x and w", conj(yields, tends(error, 0, M)),
                "the mean of the squared difference tends to 0",
            ),
            Reading(
                "almost surely", conj(yields, almost_surely(tends(x_q.T * S_M * w, x_q.T * Lam * w, M))),
                "for almost every sequence of examples",
            ),
        ],
        "b": [
            Reading(
                "differs for every other Lambda",
                implies(ne(Lam, I), gt(expect((x_q.T * Lam * w - x_q.T * w) ** 2), 0)),
                "on average over x and w",
            ),
            Reading("differs for some Lambda", differs(x_q.T * Lam * w, x_q.T * w), "what 'can' promises at least"),
        ],
        "c": [
            Reading(
                "whatever the step size and the number of examples",
                conj(ge(risk, far), implies(ne(Lam, tr(Lam) / d * I), gt(far, 0))),
                "the error exceeds a positive constant where Lambda is no multiple of the identity",
            ),
            Reading(
                "the limiting predictor of footnote 2",
                implies(ne(Lam, I), gt(expect((x_q.T * Lam * w - x_q.T * w) ** 2), 0)),
                "the error that remains as n tends to infinity",
            ),
        ],
    }


single_gd_step = with_proof(
    single_gd_step, a=chains.PREDICTOR, b=chains.DIFFERS, c=chains.LARGE_ERROR
)
