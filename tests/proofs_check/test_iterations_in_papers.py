r"""Steps of an iteration, ``W_{t+1} = W_t - ...``, and vectors by their entries, ``x = (x_1, \dots, x_n)``."""

from __future__ import annotations

# ruff: noqa: E501, what is written and what it says stand side by side
import pytest

from proofs_check import check
from proofs_check.reading.tex.claims import paper
from proofs_check.report.render import plain


def _write(tmp_path, text: str):
    file = tmp_path / "p.tex"
    file.write_text(rf"\newtheorem{{lemma}}{{Lemma}}\begin{{document}} {text}\end{{document}}")
    return file


def _read(tmp_path, text: str) -> list[str]:
    return [plain(part.readings[0].prop) for claim in paper(_write(tmp_path, text)).claims for part in claim.parts]


LOSS = r"Let $W\in\mathbb R^{d\times d}$, $\eta>0$ and $L(W) := \frac12\|W\|_F^2$. "
STEP = r"W_{t+1}=W_t-\eta\nabla L(W_t)"
LEMMA = r"\begin{lemma} We have $W_{t+1}=(1-\eta)W_t$ and $L(W_{t+1})=(1-\eta)^2L(W_t)$.\end{lemma}"
MEANT = ["W_{t+1} = (1 - η) W_t", "L(W_{t+1}) = (1 - η)² L(W_t)"]


@pytest.mark.parametrize("sentence", [
    rf"Let ${STEP}$.", rf"Gradient descent is \[ {STEP} . \]", rf"One step of gradient descent is \[ {STEP} . \]",
    rf"Let $W_t\in\mathbb R^{{d\times d}}$. Let ${STEP}$.",
])  # fmt: skip
def test_a_step_defines_the_next_point(tmp_path, sentence):
    assert _read(tmp_path, LOSS + sentence + LEMMA) == MEANT


@pytest.mark.parametrize("text", [
    LOSS + rf"Let ${STEP}$. Let $W_0=0$." + LEMMA, LOSS + rf"Let $W_1\in\mathbb R^{{d\times d}}$. Let ${STEP}$. Let $W_1=0$." + LEMMA, LOSS + rf"Let ${STEP}$. We initialise at zero." + LEMMA,
    LOSS + rf"Gradient descent, started at the origin, is ${STEP}$." + LEMMA,
    LOSS + rf"\begin{{lemma}} Then ${STEP}$.\end{{lemma}}",
    LOSS.replace(", $", " be symmetric, $", 1) + rf"Let ${STEP}$." + LEMMA,
    r"Let $x_1,\dots,x_n\sim\mathcal N(0,S)$ be i.i.d. Let $x_{i+1}=2x_i$.\begin{lemma} $\mathbb E[x_1x_2^\top]=S$.\end{lemma}",
])  # fmt: skip
def test_where_this_point_may_not_be_any_nothing_is_read(tmp_path, text):
    assert _read(tmp_path, text) == []


def test_what_is_true_of_a_step_is_proved_and_what_is_not_is_refuted(tmp_path):
    wrong = r"\begin{lemma} We have $L(W_{t+1})=(1-\eta)L(W_t)$.\end{lemma}"
    file = _write(tmp_path, LOSS + rf"Let ${STEP}$." + LEMMA + wrong)
    assert [one.verdict.name for one in check("p/*", claims=file, only=("words", "entries")).values()] == [
        "PROVED",
        "REFUTED",
    ]


SQUARES = r"\begin{lemma} $\|x\|_2^2=\sum_{i=1}^n x_i^2$.\end{lemma}"


@pytest.mark.parametrize("vector", [
    r"x=(x_1,\dots,x_n)", r"x=(x_1,\ldots,x_n)^\top", r"x=(x_1,x_2,\dots,x_n)^T\in\mathbb R^n",
])  # fmt: skip
def test_a_vector_is_given_by_its_entries(tmp_path, vector):
    assert _read(tmp_path, f"Let ${vector}$. {SQUARES}") == ["‖x‖₂² = Σ_{i=1..n} ([x]_i)²"]


@pytest.mark.parametrize("vector", [
    r"x=(x_1,\dots,x_n)\in\mathbb R^m", r"x=(y_1,\dots,y_n)", r"x=(x_0,\dots,x_n)", r"x=(x_1,\dots,x_n,0)", r"x=(x_2,\dots,x_n)",
])  # fmt: skip
def test_another_list_is_not_read(tmp_path, vector):
    assert _read(tmp_path, f"Let ${vector}$. {SQUARES}") == []


def test_samples_in_a_list_are_no_entries(tmp_path):
    sample = r"Let $x_1,\dots,x_n\sim\mathcal N(0,S)$ be i.i.d. and $x=(x_1,\dots,x_n)$."
    assert _read(tmp_path, sample + r"\begin{lemma} $\mathbb E[x_1]=0$ and $\|x\|_2=0$.\end{lemma}") == []
