"""LTB, LSA and GD-beta: definitions, exact risks, flows, estimates at the minimum, and training that can be resumed."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from numeric.errors import InputError  # noqa: E402 - after the check that torch is there
from numeric.statistics import mean_test  # noqa: E402
from numeric.streams import torch_generator  # noqa: E402
from numeric.training.block.data import draw  # noqa: E402
from numeric.training.block.estimates import Estimates, scaled  # noqa: E402
from numeric.training.block.flow import gradient, gradient_flow, newton_step, velocity  # noqa: E402
from numeric.training.block.models import initial_model, predictions, slope  # noqa: E402
from numeric.training.block.population import Population, flat  # noqa: E402
from numeric.training.block.settings import MODELS, Problem, problem, settings  # noqa: E402
from numeric.training.block.trainer import Trainer, reduced_of, train  # noqa: E402

SINGULAR = problem(3, [[1, 1, 0], [1, 1, 0], [0, 0, 2]], [[0, 0, 0], [0, 1, 0.5], [0, 0.5, 1]], 0.5, (1.0, -0.5, 2.0))
SMALL = problem(4, [[1, 0.3], [0.3, 0.7]], [[0.8, -0.2], [-0.2, 1.1]], 0.4, (1.5, -1.0))


def least(of: Problem, M: int | None = None) -> tuple[float, np.ndarray]:
    """(5.2) and Gamma^*."""
    M, H, Psi = M or of.M, np.array(of.H), np.array(of.Psi)
    values, vectors = np.linalg.eigh(H)
    half = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
    Phi = half @ Psi @ half
    Omega = (M + 1) / M * Phi + of.t / M * np.eye(of.d)
    step = Psi @ half @ np.linalg.inv(Omega) @ np.linalg.pinv(half, rcond=1e-7, hermitian=True)
    return of.t - float(np.trace(Phi @ Phi @ np.linalg.inv(Omega))), step


def minimiser(of: Problem, M: int | None = None) -> dict[str, torch.Tensor]:
    return {"beta": torch.tensor(of.beta_star, dtype=torch.float64), "Gamma": torch.tensor(least(of, M)[1])}


def some(model: str, of: Problem, starts: int = 3) -> torch.nn.Module:
    return initial_model(settings(model, of, starts=starts, scale=0.5))


def test_the_data_have_the_law_of_assumption_3_1() -> None:
    drawn = draw(SINGULAR, 40_000, torch_generator("tests/block", "data"))
    H, Psi = np.array(SINGULAR.H), np.array(SINGULAR.Psi)
    x, task = drawn.X[:, 0].numpy(), drawn.task.numpy() - np.array(SINGULAR.beta_star)
    for i, j in ((0, 0), (0, 1), (2, 2), (0, 2)):
        assert mean_test(x[:, i] * x[:, j], H[i, j], variance=H[i, i] * H[j, j] + H[i, j] ** 2).compatible
        assert mean_test(task[:, i] * task[:, j], Psi[i, j], variance=Psi[i, i] * Psi[j, j] + Psi[i, j] ** 2).compatible
    assert np.abs(x[:, 0] - x[:, 1]).max() < 1e-12  # x stays in the image of H, of rank 2
    noise = (drawn.y[:, 0] - (drawn.X[:, 0] * drawn.task).sum(1)).numpy()
    assert mean_test(noise**2, 0.25, variance=2 * 0.25**2).compatible
    mean = drawn.task[:, 1].numpy()
    assert mean_test(mean, -0.5, variance=1.0).compatible
    assert not mean_test(mean, 0.0, variance=1.0).compatible


@pytest.mark.parametrize("model", MODELS)
def test_the_printed_formula_and_the_sums_give_the_same_numbers_and_gradients(model: str) -> None:
    built, drawn = some(model, SINGULAR), draw(SINGULAR, 6, torch_generator("tests/block", "forms"))
    pairs = []
    for made in (built(drawn.E), predictions(built.reduced(), drawn.S, drawn.x)):
        gradients = torch.autograd.grad(made.square().sum(), list(built.parameters()), allow_unused=True)
        pairs.append((made, *gradients))
    for printed, summed in zip(*pairs, strict=True):
        assert torch.allclose(printed, summed, rtol=1e-10, atol=1e-12)


def test_linear_attention_is_that_of_the_definition_entry_by_entry() -> None:
    built, drawn = some("lsa", SMALL, starts=1), draw(SMALL, 1, torch_generator("tests/block", "entry"))
    E = drawn.E[0].numpy()
    K, Q, W_P, V = (p.detach().numpy()[0] for p in (built.W_K, built.W_Q, built.W_P, built.W_V))
    mask = np.diag([1.0] * SMALL.M + [0.0])
    whole = E + W_P.T @ V @ E @ mask @ E.T @ K.T @ Q @ E / SMALL.M
    assert np.isclose(float(built(drawn.E)[0, 0].detach()), whole[-1, -1], rtol=1e-12)


def test_without_a_context_attention_predicts_0_and_a_learned_start_does_not() -> None:
    drawn = draw(SMALL, 5, torch_generator("tests/block", "empty"))
    E = torch.zeros_like(drawn.E)
    E[:, :2, -1] = drawn.x
    assert float(some("lsa", SMALL)(E).detach().abs().max()) == 0
    assert float(some("ltb", SMALL)(E).detach().abs().min()) > 0
    step = some("gd-beta", SMALL)
    assert torch.allclose(step(E)[0], drawn.x @ step.beta[0], rtol=1e-12)


@pytest.mark.parametrize("model", MODELS)
def test_the_exact_risk_is_that_of_many_prompts(model: str) -> None:
    built = some(model, SMALL, starts=1)
    drawn = draw(SMALL, 60_000, torch_generator("tests/block", f"risk {model}"))
    squares = (built(drawn.E)[0] - drawn.y_q).square().detach().numpy()
    exact = float(Population(SMALL).risk({n: v[0].detach() for n, v in built.reduced().items()}))
    test = mean_test(squares, exact, alpha=1e-6)
    assert test.compatible
    assert not mean_test(squares, 2 * exact, alpha=1e-6).compatible


@pytest.mark.parametrize("of", [SMALL, SINGULAR], ids=["regular", "singular"])
def test_the_exact_risk_has_its_minimum_where_theorem_5_2_says(of: Problem) -> None:
    population, there = Population(of), minimiser(of)
    assert np.isclose(float(population.risk(there)), least(of)[0], rtol=1e-12)
    assert np.abs(gradient(population, there)).max() < 1e-12
    assert np.abs(gradient(population, minimiser(of, of.M + 1))).max() > 1e-3


@pytest.mark.parametrize("model", ["gd-beta", "ltb"])
def test_the_velocity_in_numpy_is_minus_the_gradient_by_autograd(model: str) -> None:
    population, built = Population(SINGULAR), some(model, SINGULAR, starts=1)
    point = {name: value.detach()[0] for name, value in built.reduced().items()}
    found = velocity(population, tuple(point))(0.0, flat(point).numpy())
    assert np.allclose(found, -gradient(population, point), rtol=1e-9, atol=1e-12)


def test_the_flow_ends_at_the_minimiser_and_what_no_prompt_sees_never_moves() -> None:
    population = Population(SINGULAR)
    start = {"beta": torch.tensor([0.3, -0.8, 0.1], dtype=torch.float64),
             "Gamma": torch.arange(9.0, dtype=torch.float64).reshape(3, 3) / 9}  # fmt: skip
    flow = gradient_flow(population, start, 60.0)
    assert flow.error < 1e-4
    end, P = flow.at(-1), np.array([[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 1]])
    beta, Gamma = end["beta"].numpy(), end["Gamma"].numpy()
    assert np.allclose(P @ beta, P @ np.array(SINGULAR.beta_star), atol=1e-6)
    assert np.allclose(P @ Gamma @ P, P @ least(SINGULAR)[1] @ P, atol=1e-5)
    outside = np.eye(3) - P
    assert np.allclose(outside @ beta, outside @ start["beta"].numpy(), atol=1e-9)
    assert not np.allclose(Gamma, least(SINGULAR)[1], atol=1e-2)
    assert max(float(step.abs().max()) for step in newton_step(population, end).values()) < 1e-5


@pytest.mark.train
def test_estimates_hold_the_minimum_and_exclude_that_of_a_longer_context() -> None:
    at = settings("gd-beta", SMALL, method="sgd", rate=0.05, steps=300, batch=128)
    held = Estimates(at, reduced_of(train(at)), 65_536, 1e-9)
    risk, wanted = held.risk(), least(SMALL)[0]
    assert abs(risk.value[0] - wanted) < risk.width[0] < 0.06
    assert abs(risk.value[0] - least(SMALL, 5)[0]) > risk.width[0]
    Gamma = held.function(lambda p: p["Gamma"].numpy())
    assert (np.abs(np.array(Gamma.value) - least(SMALL)[1].reshape(-1)) < Gamma.width).all()
    assert (np.abs(np.array(Gamma.value) - least(SMALL, 5)[1].reshape(-1)) > Gamma.width).any()
    moved = held.velocity({"beta": torch.zeros(2, dtype=torch.float64), "Gamma": torch.eye(2, dtype=torch.float64)})
    exact = -gradient(Population(SMALL), {"beta": torch.zeros(2, dtype=torch.float64),
                                         "Gamma": torch.eye(2, dtype=torch.float64)})  # fmt: skip
    assert (np.abs(np.array(moved["Gamma"].value) - exact[2:]) < moved["Gamma"].width).all()


@pytest.mark.train
def test_ltb_reaches_the_least_risk_and_lsa_stays_above_it() -> None:
    population, risks = Population(SMALL), {}
    for model in ("ltb", "lsa"):
        record = train(settings(model, SMALL, method="sgd", rate=0.05, scale=0.5, steps=500, batch=128, starts=4))
        risks[model] = min(float(population.risk(reduced_of(record, k))) for k in range(4))
    size = np.array(SMALL.beta_star) @ np.array(SMALL.H) @ np.array(SMALL.beta_star)
    assert least(SMALL)[0] <= risks["ltb"] < least(SMALL)[0] + 0.02
    assert risks["lsa"] - risks["ltb"] > size / (SMALL.M + 1)


def test_rescaling_changes_no_prediction() -> None:
    reduced = {name: value.detach()[0] for name, value in some("ltb", SMALL, starts=1).reduced().items()}
    S = draw(SMALL, 4, torch_generator("tests/block", "scale")).S
    assert torch.allclose(slope(reduced, S), slope(scaled(reduced), S), rtol=1e-10)
    assert float(scaled(reduced)["s"]) == 1
    with pytest.raises(InputError, match="s is 0"):
        scaled({**reduced, "s": torch.tensor(0.0)})


@pytest.mark.parametrize(("model", "method"), [("ltb", "sgd"), ("lsa", "adam"), ("gd-beta", "sgd")])
def test_a_run_that_is_interrupted_goes_on_bit_for_bit(
    model: str, method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = settings(model, SMALL, method=method, steps=12, batch=8, starts=2)
    whole = train(at)
    advance = Trainer.advance

    def interrupted(self: Trainer) -> float:
        if self.done == 7:
            signal.raise_signal(signal.SIGINT)
        return advance(self)

    monkeypatch.setattr(Trainer, "advance", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(at, out=tmp_path / "run.json")
    monkeypatch.setattr(Trainer, "advance", advance)
    resumed = train(at, out=tmp_path / "run.json", resume=True)
    assert resumed["weights"] == whole["weights"]
    assert json.loads((tmp_path / "run.json").read_text())["reduced"] == whole["reduced"]
    longer = settings(model, SMALL, method=method, steps=13, batch=8, starts=2)
    with pytest.raises(InputError, match="another configuration"):
        train(longer, out=tmp_path / "run.json", resume=True)


def test_bad_input_is_one_sentence() -> None:
    with pytest.raises(InputError, match="positive semi-definite"):
        problem(3, [[1, 0], [0, -1]], [[1, 0], [0, 1]], 0.0, (0.0, 0.0))
    with pytest.raises(InputError, match="symmetric 2 x 2"):
        problem(3, [[1, 0], [1, 1]], [[1, 0], [0, 1]], 0.0, (0.0, 0.0))
    for arguments, sentence in [
        ({"method": "newton"}, "method must be"), ({"widths": (1, 3, 3)}, "widths must be at least"),
        ({"steps": 0}, "steps must be"), ({"forward": "fast"}, "forward must be"),
    ]:  # fmt: skip
        with pytest.raises(InputError, match=sentence):
            settings("ltb", SMALL, **arguments)
    with pytest.raises(InputError, match="model must be"):
        settings("gpt", SMALL)
    with pytest.raises(InputError, match="needs d <= 4"):
        Population(problem(3, np.eye(5), np.eye(5), 0.0, [0.0] * 5))
