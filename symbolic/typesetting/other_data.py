r"""LaTeX of what is derived beyond the main loss: predictions and their errors, and other training data.

A closed form such as :math:`\Gamma_s^{-1}` is printed only after exact algebra has shown that it is the derived value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import cast

from ..errors import InputError
from ..indexed import Indexed, IndexedMatrix, Law, delta, from_words, mean
from ..indexed.squares import complete_square as complete_indexed_square
from ..landscape import on_block
from ..lsa import (
    HALF,
    LAM,
    PARAMETERS,
    Lam,
    Parameters,
    Prompt,
    noisy_loss,
    population_loss,
    prior_loss,
    s,
    weights,
    y_hat,
)
from ..lsa import prediction as prediction_on
from ..minima import complete_square
from ..random_covariance import LAM_TAU, covariance, lam_tau, random_flow, random_loss, random_minimum
from ..regroup import GAM
from ..words import (
    Letter,
    Matrix,
    N,
    Scalar,
    Value,
    dimension,
    gradient,
    letter,
    matrix,
    name_of,
    power,
    substitute,
    trace,
)
from ..words.blocks import Block
from ..words.moments import expect_over
from .indexed import typeset
from .words import latex

Formula = tuple[str, str, str]

_P = PARAMETERS
_NOTHING = Matrix("d", 1, {})
_LIMIT = Parameters(cast(Matrix, power(GAM, Fraction(-1))), _NOTHING, _NOTHING, Scalar.of(1))
"""A minimiser of the loss: the prediction depends on the product of U11 and u_-1 alone."""


def same(derived: Value, closed: Value, tex: str) -> str:
    """``tex``, which shows ``closed``, after checking that this is the derived value."""
    if not (derived - closed).is_zero():  # type: ignore[operator]
        raise RuntimeError(f"{tex} is not what is derived: the closed form or the derivation is wrong.")
    return tex


# The limit of training, and predictions there ------------------------------------------------------------------------

def limit() -> Iterator[Formula]:
    """The balanced global minimum on the block with u_-1 > 0, as in Theorem 4: where the flow ends."""
    u = trace(power(GAM, Fraction(-2))) ** Fraction(1, 4)
    U = _LIMIT.U11 / u
    if u * U != complete_square(on_block(population_loss()), _P.U11, _P.u_1).K or trace(U * U.T) != u**2:
        raise RuntimeError("the limit is no balanced global minimum: the closed form or the derivation is wrong.")
    size = r"\operatorname{tr}(\Gamma^{-2})"
    yield "limit", rf"U_{{11}}={size}^{{-1/4}}\,\Gamma^{{-1}},\quad u_{{-1}}={size}^{{1/4}}", (
        "the balanced global minimum on the block with $u_{-1}>0$, as in Theorem 4"
    )


def predictions() -> Iterator[Formula]:
    """The prediction at a global minimum on a new prompt of M examples, as (12), (13), and its mean squared error."""
    prompt = Prompt(length="M")
    prediction = y_hat(_LIMIT, prompt)
    y = matrix("y", 1, "M")
    E = Block([[prompt.X, prompt.x_q], [y, Scalar.of(0)]])
    labelled = prediction_on(E, *weights(_LIMIT), dimension("M"))
    sums = prompt.x_q.T * _LIMIT.U11 * prompt.X * y.T / dimension("M")
    tex = same(labelled, sums, r"\hat y_q=x_q^\top\Gamma^{-1}\Bigl(\frac{1}{M}\sum_{i=1}^My_ix_i\Bigr)")
    yield "trained-prediction-labels", tex, (
        "prediction of the trained model, $M$ examples with any labels, as in (13)"
    )
    closed = (prompt.x_q.T * _LIMIT.U11 * prompt.X * prompt.X.T * prompt.w) / dimension("M")
    sample = r"\frac{1}{M}\sum_{i=1}^Mx_ix_i^\top"
    tex = same(prediction, closed, rf"\hat y_q=x_q^\top\Gamma^{{-1}}\Bigl({sample}\Bigr)w")
    yield "trained-prediction", tex, (
        r"prediction of the trained model, $M$ examples with labels $w^\top x_i$, as in (12)"
    )
    residual = prediction - prompt.target
    over = {name_of(x) for x in (prompt.X, prompt.x_q)}
    given_task = cast(Scalar, expect_over(residual * residual, lambda x: x in over))
    yield from _errors(given_task, prompt)


def _errors(given_task: Scalar, prompt: Prompt) -> Iterator[Formula]:
    """The error given the task, its mean over tasks, and what is left of it as M grows."""
    M, w = dimension("M"), prompt.w
    inverse = cast(Matrix, power(GAM, Fraction(-2)))
    bias = [(1, trace(Lam) ** 2), (2, 2 * trace(Lam)), (3, Scalar.of(1))]

    def of_task(A: Value) -> Scalar:
        return cast(Scalar, w.T * A * w)

    def error(of: Callable[[Value], Scalar]) -> Scalar:
        total = of(Lam**3 * inverse) / M + trace(Lam * Lam * inverse) * of(Lam) / M
        for k, c in bias:
            total = total + c * of(Lam**k * inverse) / N**2
        return total

    squares = (
        r"\frac{1}{M}\Bigl[w^\top\Gamma^{-2}\Lambda^3w+\operatorname{tr}(\Gamma^{-2}\Lambda^2)w^\top\Lambda w\Bigr]"
        r"+\frac{1}{N^2}\Bigl[w^\top\Gamma^{-2}\Lambda^3w+2\operatorname{tr}(\Lambda)w^\top\Gamma^{-2}\Lambda^2w"
        r"+\operatorname{tr}(\Lambda)^2w^\top\Gamma^{-2}\Lambda w\Bigr]"
    )
    tex = same(given_task, error(of_task), squares)
    yield "trained-error", rf"\mathbb E\bigl[(\hat y_q-w^\top x_q)^2\bigm| w\bigr]={tex}", (
        "mean squared error of the trained model given the task, $M$ examples, for every $d$, $N$ and $M$"
    )
    text = (
        r"\frac{1}{M}\Bigl[\operatorname{tr}(\Gamma^{-2}\Lambda^3)"
        r"+\operatorname{tr}(\Gamma^{-2}\Lambda^2)\operatorname{tr}(\Lambda)\Bigr]"
        r"+\frac{1}{N^2}\Bigl[\operatorname{tr}(\Gamma^{-2}\Lambda^3)"
        r"+2\operatorname{tr}(\Lambda)\operatorname{tr}(\Gamma^{-2}\Lambda^2)"
        r"+\operatorname{tr}(\Lambda)^2\operatorname{tr}(\Gamma^{-2}\Lambda)\Bigr]"
    )
    over_tasks = cast(Scalar, expect_over(given_task, lambda x: x is name_of(w)))
    tex = same(over_tasks, error(trace), text)
    yield "trained-mean-error", rf"\mathbb E\bigl[(\hat y_q-w^\top x_q)^2\bigr]={tex}", (
        "the same, averaged over the tasks"
    )


# Labels with noise, and a law of the tasks ---------------------------------------------------------------

def label_noise() -> Iterator[Formula]:
    """Labels with independent noise of variance s^2: the loss on the block, its minimum and all minimisers."""
    square = complete_square(on_block(noisy_loss()), _P.U11, _P.u_1)
    Gam_s = GAM + cast(Matrix, Matrix.identity("d") * (s**2 / N))
    inverse = cast(Matrix, power(Gam_s, Fraction(-1)))
    U, u = _P.U11, _P.u_1
    closed = trace(Gam_s * Lam * U * Lam * U.T) * u**2 * HALF - trace(Lam * Lam * U.T) * u + (trace(Lam) + s**2) * HALF
    loss = (
        r"\operatorname{tr}\Bigl[\frac{1}{2}u_{-1}^2\Gamma_s\Lambda U_{11}\Lambda U_{11}^\top"
        r"-u_{-1}\Lambda^2U_{11}^\top\Bigr]+\frac{1}{2}\operatorname{tr}(\Lambda)+\frac{1}{2}s^2"
    )
    where = r"\Gamma_s=\Gamma+\frac{s^2}{N}I"
    yield "noise-block-loss", rf"L_s(U_{{11}},u_{{-1}})={same(square.f, closed, loss)},\quad {where}", (
        r"labels with noise of variance $s^2$: loss on the block $u_{12}=u_{21}=0$"
    )
    tex = same(square.K, inverse, r"\Gamma_s^{-1}")
    yield "noise-minimiser", rf"u_{{-1}}U_{{11}}={tex},\quad {where}", "labels with noise: all minimisers on the block"
    least = (trace(Lam) + s**2 - trace(Lam * Lam * inverse)) * HALF
    text = r"\frac{1}{2}\Bigl[s^2+\operatorname{tr}(\Lambda)-\operatorname{tr}(\Lambda^2\Gamma_s^{-1})\Bigr]"
    yield "noise-minimum", rf"\min L_s={same(square.minimum, least, text)},\quad {where}", (
        "labels with noise: the least loss on the block"
    )


def task_prior() -> Iterator[Formula]:
    r"""Tasks from :math:`N(\mu,\Psi)`: the loss on the block, and the equation of its stationary points."""
    loss = on_block(prior_loss())
    yield "prior-block-loss", rf"L_{{\mu,\Psi}}(U_{{11}},u_{{-1}})={latex(loss)}", (
        r"tasks from $N(\mu,\Psi)$: loss on the block $u_{12}=u_{21}=0$"
    )
    slope = cast(Matrix, substitute(gradient(loss, _P.U11), {name_of(_P.u_1): Scalar.of(1)}))
    tex = latex(slope).replace("U_{11}", "K")
    yield "prior-minimisers", rf"u_{{-1}}U_{{11}}=K\quad\text{{with}}\quad {tex}=0", (
        r"tasks from $N(\mu,\Psi)$: the minimisers on the block"
    )


# A random covariance -------------------------------------------------------------------------------------

def random_covariance() -> Iterator[Formula]:
    r"""A covariance drawn anew for each prompt: loss and flow on the block, and for diagonal ones Theorem 8's limit."""
    tau: dict[Letter | str, Value] = {LAM: Matrix.of(LAM_TAU)}
    loss = on_block(population_loss())
    if substitute(loss, tau) != on_block(population_loss(_P, Prompt(covariance=LAM_TAU))):
        raise RuntimeError("the loss given the covariance is not the loss at that covariance: symbolic.lsa is wrong.")
    yield "random-block-loss", rf"L(U_{{11}},u_{{-1}})=\mathbb E\biggl[{_tau(latex(loss))}\biggr]", (
        "random covariance, any law: loss on the block $u_{12}=u_{21}=0$"
    )
    flow = random_flow(block=True)
    for name, symbol, x in (("u11", "U_{11}", _P.U11), ("u-minus-1", "u_{-1}", _P.u_1)):
        given = gradient(loss, x) * Fraction(-1)
        if not _is_mean(substitute(given, tau), flow.velocities[name_of(x)]):
            raise RuntimeError("the flow is not the mean of the flows: symbolic.random_covariance is wrong.")
        yield f"random-block-flow-{name}", rf"\frac{{d}}{{dt}}{symbol}=\mathbb E\biggl[{_tau(latex(given))}\biggr]", (
            f"random covariance, any law: gradient flow of ${symbol}$ on the block $u_{{12}}=u_{{21}}=0$"
        )
    yield from _diagonal()


def _diagonal() -> Iterator[Formula]:
    law = Law(lam_tau)
    square = complete_indexed_square(_block(random_loss(diagonal=True)), cast(Letter, name_of(_P.U11)), "u_-1")
    tau: dict[Letter | str, Value] = {LAM: Matrix.of(covariance("lam_tau"))}
    weight, second = (
        _mean_of(substitute(value, tau), law) for value in (GAM * Lam * Lam, Lam * Lam)
    )
    K = square.K
    body = K.body * weight.body - second.body
    if not body.is_zero() or not (K.body * delta(K.row, K.col) - K.body).is_zero():
        raise RuntimeError("the minimiser is not the quotient of the means: symbolic.indexed is wrong.")
    closed = r"\bigl(\mathbb E[\Gamma_\tau\Lambda_\tau^2]\bigr)^{-1}\,\mathbb E[\Lambda_\tau^2]"
    yield "random-minimiser", rf"u_{{-1}}U_{{11}}={closed}", (
        "random diagonal covariance, any law: all minimisers on the block, as in Theorem 8"
    )
    yield "random-trained-prediction", _trained_on_random(closed), (
        r"prediction of the model trained on random diagonal covariances, labels $w^\top x_i$, as in (23)"
    )
    minimum = typeset(random_minimum(), r"\min L")
    yield "random-minimum", minimum, "random diagonal covariance, any law: the minimum over all parameters"


def _trained_on_random(K: str) -> str:
    """The prediction at a minimiser, a diagonal matrix K, in its closed form ``K``."""
    letter_K, prompt = Matrix.of(letter("K_star", "d", "d", symmetric=True)), Prompt(length="M")
    derived = y_hat(Parameters(letter_K, _NOTHING, _NOTHING, Scalar.of(1)), prompt)
    closed = prompt.x_q.T * letter_K * prompt.X * prompt.X.T * prompt.w / dimension("M")
    return same(derived, closed, rf"\hat y_q=x_q^\top{K}\Bigl(\frac{{1}}{{M}}\sum_{{i=1}}^Mx_ix_i^\top\Bigr)w")


def _block(value: Indexed) -> Indexed:
    from ..indexed import substitute as put

    zero = IndexedMatrix("d", 1, Indexed.of(0))
    return put(value, {name_of(_P.u12): zero, name_of(_P.u21): zero})


def _mean_of(value: Value, law: Law) -> IndexedMatrix:
    entries = from_words(value)
    if not isinstance(entries, IndexedMatrix):
        raise InputError("a matrix is wanted.")
    return entries.map(lambda body: mean(body, law))


def _is_mean(value: Value, expected: object) -> bool:
    law = Law(LAM_TAU)
    entries = from_words(value)
    if isinstance(entries, Indexed):
        return isinstance(expected, Indexed) and (mean(entries, law) - expected).is_zero()
    return isinstance(expected, IndexedMatrix) and (entries.map(lambda b: mean(b, law)) - expected).is_zero()


def _tau(tex: str) -> str:
    r"""With :math:`\Lambda_\tau` and :math:`\Gamma_\tau` for :math:`\Lambda` and :math:`\Gamma`."""
    return re.sub(r"\\(Lambda|Gamma) ?(?=(\w?))", lambda m: rf"\{m[1]}_\tau" + (" " if m[2].isalpha() else ""), tex)
