"""Closed forms are printed only after exact algebra has found them equal to what is derived."""

import pytest

from symbolic.lsa import Lam, population_loss
from symbolic.random_covariance import random_flow
from symbolic.typesetting import other_data
from symbolic.typesetting.other_data import label_noise, limit, predictions, random_covariance, same, task_prior
from symbolic.words import Scalar, trace


def printed(formulas):
    return {name: body for name, body, _ in formulas}


def test_a_closed_form_that_is_not_the_derived_value_is_not_printed():
    assert same(trace(Lam * Lam), trace(Lam**2), "tex") == "tex"
    with pytest.raises(RuntimeError, match="not what is derived"):
        same(trace(Lam * Lam), trace(Lam) ** 2, "tex")


@pytest.mark.parametrize(
    ("name", "value", "formulas"),
    [
        ("y_hat", lambda p, prompt=None: Scalar.symbol("z"), predictions),
        ("noisy_loss", lambda: population_loss() + trace(Lam), label_noise),
        ("random_flow", lambda block: random_flow(), random_covariance),
    ],
    ids=["prediction", "label noise", "random covariance"],
)
def test_another_derived_value_is_an_error_not_another_formula(name, value, formulas, monkeypatch):
    monkeypatch.setattr(other_data, name, value)
    with pytest.raises(RuntimeError, match="wrong"):
        list(formulas())


def test_the_limit_is_that_of_theorem_4():
    size = r"\operatorname{tr}(\Gamma^{-2})"
    body = rf"U_{{11}}={size}^{{-1/4}}\,\Gamma^{{-1}},\quad u_{{-1}}={size}^{{1/4}}"
    assert printed(limit())["limit"] == body


def test_noise_enters_the_minimiser_through_gamma_s():
    body = printed(label_noise())["noise-minimiser"]
    assert body == r"u_{-1}U_{11}=\Gamma_s^{-1},\quad \Gamma_s=\Gamma+\frac{s^2}{N}I"


def test_a_prior_of_tasks_is_printed_with_its_mean_and_covariance():
    body = printed(task_prior())["prior-block-loss"]
    assert r"\mu^\top\Lambda\mu" in body
    assert r"\operatorname{tr}(\Lambda\Psi)" in body


def test_a_random_covariance_stands_under_the_expectation():
    body = printed(random_covariance())
    assert body["random-block-flow-u11"] == (
        r"\frac{d}{dt}U_{11}=\mathbb E\biggl[-u_{-1}^2\Gamma_\tau\Lambda_\tau U_{11}\Lambda_\tau"
        r"+u_{-1}\Lambda_\tau^2\biggr]"
    )
    quotient = r"\bigl(\mathbb E[\Gamma_\tau\Lambda_\tau^2]\bigr)^{-1}\,\mathbb E[\Lambda_\tau^2]"
    assert body["random-minimiser"] == f"u_{{-1}}U_{{11}}={quotient}"
