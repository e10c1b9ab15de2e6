"""The costs that formulas expect are those that torch counts at small sizes; no step waits for the device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("torch")

from numeric.training import costs
from numeric.training.attention import settings as attention
from numeric.training.attention.contexts import MATRICES
from numeric.training.attention.training import GroupTrainer
from numeric.training.costs import Cost
from numeric.training.in_context import settings as figure
from numeric.training.in_context.settings import Curriculum
from numeric.training.table_1 import settings as table
from tests.numeric.counting import calls, operations

WAITING = {"_local_scalar_dense", "nonzero", "item", "equal", "is_nonzero"}
"""Operations that hand a number of the device to the host."""


def step_of(trainer: Any, loss: Callable[[], Any], after: Callable[[], None] = lambda: None) -> Callable[[], None]:
    """A step without the optimiser, whose cost on a CPU is not that on a GPU."""

    def step() -> None:
        trainer.optimiser.zero_grad()
        loss().sum().backward()
        after()

    return step


def gpt_on_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models with the activation that they have on a GPU."""
    for package in ("in_context", "table_1"):
        monkeypatch.setattr(f"numeric.training.{package}.model.activation", lambda device: "gelu_pytorch_tanh")


def attention_case(heads: tuple[str, ...], free: bool, labels: str) -> tuple[Callable[[], None], Cost]:
    made = attention.settings(
        "full", "figure-6", batch=200, runs=2, kernels=("exp",), labels=labels, resample=1000, steps=1000, traced=1
    )
    group = attention.Group(heads, 12, 3, free)
    trainer = GroupTrainer(made, group)
    trainer.advance()
    return step_of(trainer, trainer.losses, trainer._clip), costs.attention_step(made, group)


@pytest.mark.parametrize("labels", ["drawn", "exact"])
@pytest.mark.parametrize("free", [True, False], ids=["A free", "A = 0"])
@pytest.mark.parametrize("heads", [("linear",), ("softmax",), ("linear", "exp")], ids="+".join)
def test_attention_costs_what_torch_counts(heads: tuple[str, ...], free: bool, labels: str) -> None:
    step, expected = attention_case(heads, free, labels)
    assert operations(step) == expected.operations
    counted = calls(step)
    assert counted.bytes == pytest.approx(expected.bytes, rel=0.2)
    assert sum(counted.called.values()) == pytest.approx(expected.kernels, rel=0.25)
    assert not WAITING & counted.called.keys()


@pytest.mark.parametrize(("layers", "N"), [(1, 8), (3, 30)])
def test_a_step_of_a_curve_costs_what_torch_counts(layers: int, N: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("transformers", reason="transformers is not installed: pip install -r requirements/figure.txt")
    gpt_on_a_gpu(monkeypatch)
    from numeric.training.in_context.prompts import training_batch
    from numeric.training.in_context.training import CurveTrainer

    made = figure.settings("small", embedding=64, layers=layers, lengths=(N,), tested=(N,), batch=16)
    made = replace(made, curriculum=Curriculum(dims=2, points=N + 1, every=10**6))
    curve = figure.Curve(N, "fixed")
    trainer = CurveTrainer(made, curve)

    def loss() -> Any:
        x, y = training_batch(made, curve, 0, trainer.source)
        return (trainer.model(x, y) - y).square().mean()

    step, expected = step_of(trainer, loss), costs.figure_cost(replace(made, steps=1, lengths=(N,), ablated=()))
    expected = expected.times(1 / 2)  # the figure has a curve for each of two covariances
    assert operations(step) == expected.operations
    assert calls(step).bytes == pytest.approx(expected.bytes, rel=0.2)
    assert not WAITING & calls(step).called.keys()


@pytest.mark.parametrize("model", ["GPT2", "GPT2-noMLP", "LTB", "LSA"])
def test_a_step_of_a_cell_costs_what_torch_counts(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("transformers", reason="transformers is not installed: pip install -r requirements/figure.txt")
    gpt_on_a_gpu(monkeypatch)
    from numeric.training.table_1.prompts import training_batch
    from numeric.training.table_1.training import CellTrainer

    made = table.settings("full", d=6, M=20, embedding=64, layers=2, batch=16, curriculum=None)
    cell = table.Cell(model, 0)
    trainer = CellTrainer(made, cell)

    def loss() -> Any:
        tokens, y = training_batch(made, 0, 0, trainer.source)
        return (trainer.model(tokens) - y).square().mean()

    step, expected = step_of(trainer, loss), costs.table_step(made, cell, 21)
    scale = costs.DOUBLE / costs.SINGLE if model in table.LAYERS else 1
    assert operations(step) == pytest.approx(expected.operations * scale, rel=0.06)
    assert calls(step).bytes == pytest.approx(expected.bytes, rel=0.3)
    assert not WAITING & calls(step).called.keys()


def test_the_curriculum_is_counted_stage_by_stage() -> None:
    made = figure.settings("small", steps=500)
    by_hand = Cost()
    for curve in made.curves:
        for step in range(made.steps):
            _, points = made.curriculum.at(step, made.d, curve.N)
            by_hand += costs.gpt_step(64, 2 * points, made.d, points, made.embedding, made.layers, made.table)
            by_hand += costs._labels(64, points, made.d)
    assert costs.figure_cost(made).operations == pytest.approx(by_hand.operations)
    assert costs.figure_cost(made).kernels == pytest.approx(by_hand.kernels)


def test_the_table_names_every_experiment_with_its_minutes() -> None:
    lines = costs.table()
    assert len(lines) == 1 + 2 * len(costs.EXPERIMENTS)
    assert all(float(line.split()[-1]) > 0 for line in lines[1:])


@pytest.mark.parametrize("labels", ["drawn", "exact"])
@pytest.mark.parametrize("kernels", [("exp",), ("linear", "relu", "exp")], ids="+".join)
def test_new_contexts_cost_what_torch_counts(kernels: tuple[str, ...], labels: str) -> None:
    made = attention.settings("full", "figure-6", batch=300, runs=4, kernels=kernels, labels=labels)
    group = attention.Group(("relu",), 20, 3, False)
    trainer, expected = GroupTrainer(made, group), costs.attention_draw(made, group)

    def draw() -> None:
        _, K = trainer.data.draw(made.batch)
        if labels == "drawn":
            trainer._drawn_labels(K)

    counted = calls(draw)
    assert counted.bytes == pytest.approx(expected.bytes, rel=0.35)
    assert sum(counted.called.values()) == pytest.approx(expected.kernels, rel=0.5)
    assert costs.MATRICES == MATRICES
