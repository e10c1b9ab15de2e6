"""Attention trained on Gaussian processes: the model against its definition, exact labels, contexts, resumed runs."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from numeric.errors import InputError  # noqa: E402 - after the checks of what is installed
from numeric.streams import torch_generator  # noqa: E402
from numeric.training.attention.contexts import (  # noqa: E402
    bayes_loss,
    label_covariance,
    orbit,
    root_covariance,
    sphere,
)
from numeric.training.attention.measuring import composition, distance, measure, products, projected  # noqa: E402
from numeric.training.attention.model import Attention  # noqa: E402
from numeric.training.attention.run import group_outcome, run  # noqa: E402
from numeric.training.attention.settings import FIGURES, PRESETS, Group, Settings, settings  # noqa: E402
from numeric.training.attention.training import GroupTrainer, initial_models, train_group  # noqa: E402

D = 3


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def source(name: str = "draws") -> torch.Generator:
    return torch_generator("tests/attention", name)


def general(models: int, heads: tuple[str, ...], layers: int, *, free: bool = True) -> Attention:
    """Models with every weight in general position, in double precision."""
    made = Attention(models, heads, layers, D, free=free).double()
    with torch.no_grad():
        for weight in made.parameters():
            if weight.requires_grad:
                weight.copy_(0.2 * torch.randn(weight.shape, generator=source("weights"), dtype=torch.float64))
    return made


def by_the_definition(model: Attention, which: int, X: np.ndarray, Y: np.ndarray) -> float:
    """[Z_{k+1}]_{d+1,n+1} by (1), (2), (3) in NumPy, token matrix and mask included."""
    n = X.shape[1] - 1
    Z = np.vstack([X, np.append(Y[:n], 0.0)])
    mask = np.diag([1.0] * n + [0.0])

    def h(name: str, scores: np.ndarray) -> np.ndarray:
        if name == "softmax":
            made = np.zeros_like(scores)
            made[:n] = np.exp(scores[:n]) / np.exp(scores[:n]).sum(0)
            return made
        return {"linear": scores, "relu": np.maximum(scores, 0), "exp": np.exp(scores)}[name]

    weights = {name: w.detach().numpy()[which] for name, w in model.named_parameters()}
    for layer in range(model.layers):
        added = np.zeros_like(Z)
        for head, name in enumerate(model.heads):
            V = np.zeros((D + 1, D + 1))
            V[D, D] = weights["r"][layer, head]
            if layer < model.layers - 1:
                V[:D, :D] = weights["A"][layer, head]
            B, C = weights["B"][layer, head], weights["C"][layer, head]
            added += V @ Z @ mask @ h(name, (B @ Z[:D]).T @ (C @ Z[:D]))
        Z = Z + added
    return float(Z[D, n])


@pytest.mark.parametrize("free", [True, False], ids=["A free", "A = 0"])
@pytest.mark.parametrize("heads", [("linear",), ("relu",), ("exp",), ("softmax",), ("linear", "exp")], ids="+".join)
def test_the_model_is_the_printed_recursion(heads: tuple[str, ...], free: bool) -> None:
    model = general(2, heads, 3, free=free)
    xi = sphere(2 * 4, D, 6, [source()], torch.float64)[0].reshape(2, 4, D, 6)
    y = torch.randn(2, 4, 6, generator=source("labels"), dtype=torch.float64)
    residuals = (model.coefficients(xi) * y).sum(-1).detach()
    for which in range(2):
        for k in range(4):
            wanted = by_the_definition(model, which, xi[which, k].numpy(), y[which, k].numpy()) + float(y[which, k, -1])
            assert float(residuals[which, k]) == pytest.approx(wanted, rel=1e-9)
    assert torch.allclose(model.on_labels(xi, y), residuals**2)


def test_the_loss_is_the_mean_over_labels_exactly() -> None:
    model = general(1, ("softmax",), 2)
    xi = sphere(1, D, 5, [source()], torch.float64)[0][None]
    for kernel in ("linear", "relu", "exp"):
        K = label_covariance(kernel, xi)
        values, vectors = torch.linalg.eigh(K[0, 0])
        # K_+ = sum of v v^T over v = sqrt(value) vector: the mean of a quadratic form is its sum over these labels.
        labels = (vectors * values.clamp(min=0).sqrt()).T[None]
        X = xi.expand(1, 5, -1, -1)
        averaged, drawn = model(xi, K).detach(), model.on_labels(X, labels).detach()
        assert float(averaged) == pytest.approx(float(drawn.sum()), rel=1e-10)


def test_the_relu_kernel_is_indefinite_and_its_modulus_is_not() -> None:
    xi = sphere(50, D, 9, [source()], torch.float64)[0]
    K = (xi.mT @ xi).relu()
    assert torch.linalg.eigvalsh(K).min() < -1e-3
    K_plus = label_covariance("relu", xi)
    assert torch.linalg.eigvalsh(K_plus).min() > -1e-12
    assert torch.allclose(K_plus @ K_plus, K @ K)  # the same eigenvectors, values of the same size
    for kernel in ("linear", "exp"):
        assert torch.linalg.eigvalsh(label_covariance(kernel, xi)).min() > -1e-12


def test_the_composed_kernel_is_the_displayed_one() -> None:
    u, v = sphere(2, 5, 1, [source()], torch.float64)[0][:, :, 0]
    K = label_covariance("composed", torch.stack([u, v], 1)[None])[0]
    wanted = 0.5 * (u[0] * v[0] + u[1] * v[1]) + 0.5 * math.exp(0.5 * float(u[2:] @ v[2:]))
    assert float(K[0, 1]) == pytest.approx(float(wanted))


def test_no_linear_prediction_beats_the_bayes_loss() -> None:
    xi = sphere(20, D, 6, [source()], torch.float64)[0]
    for kernel in ("relu", "exp"):
        K = label_covariance(kernel, xi)
        best = bayes_loss(K)
        g = torch.ones(20, 6, dtype=torch.float64)
        g[:, :-1] = -torch.linalg.solve(K[:, :-1, :-1], K[:, :-1, -1:])[..., 0]
        assert torch.allclose((K @ g[..., None])[..., 0].mul(g).sum(-1), best)
        g[:, :-1] += 0.01 * torch.randn(20, 5, generator=source("shift"), dtype=torch.float64)
        assert ((K @ g[..., None])[..., 0].mul(g).sum(-1) > best).all()


def test_covariates_have_the_printed_covariance_and_its_root() -> None:
    eigenvalues = (1.0, 0.25, 2.25)
    root = root_covariance(eigenvalues, source())
    assert torch.allclose(root, root.mT)
    assert torch.allclose(torch.linalg.eigvalsh(root @ root), torch.tensor(sorted(eigenvalues), dtype=torch.float64))


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_an_orbit_averages_like_the_orthogonal_group(d: int) -> None:
    images = orbit(d).double()
    R = torch.randn(d, d, generator=source(), dtype=torch.float64)
    assert torch.allclose(images.mT @ images, torch.eye(d, dtype=torch.float64).expand(len(images), d, d))
    assert torch.allclose((images.mT @ R @ images).mean(0), R.trace() / d * torch.eye(d, dtype=torch.float64))


def test_orbits_leave_no_gradient_away_from_the_symmetric_weights() -> None:
    """At B^T C and A multiples of I the gradient on an orbit stays there (remarks E.2, F.2), on single contexts not."""
    made = Settings("figure-6", eigenvalues=(1.0,) * D, lengths=(4,), free=True, runs=1, batch=1, labels="exact")
    for orbits in (True, False):
        trainer = GroupTrainer(Settings(**{**_fields(made), "orbits": orbits}), Group(("softmax",), 4, 3, True))
        with torch.no_grad():
            for weight in trainer.trained:
                if weight.dim() > 3:
                    weight.copy_(0.3 * torch.eye(D))
        trainer.losses().sum().backward()
        away = max(float(distance(w.grad).nan_to_num().max()) for w in trainer.trained if w.dim() > 3)
        assert (away < 1e-3) is orbits


def _fields(made: Settings) -> dict[str, object]:
    return {name: getattr(made, name) for name in Settings.__dataclass_fields__}


def test_models_of_one_group_train_as_they_would_alone() -> None:
    together = settings("tiny", "figure-5", runs=2)
    alone = settings("tiny", "figure-5", runs=1, kernels=("relu",))
    first, other = (train_group(made, made.all_groups[0]) for made in (together, alone))
    # Kernels come first: with (linear, relu, exp) and two runs, relu of run 0 is the third model.
    for one, two in zip(first.trained, other.trained, strict=True):
        assert torch.allclose(one[2], two[0], atol=1e-5)


def test_a_resumed_run_is_the_uninterrupted_one_to_the_last_bit(tmp_path: Path) -> None:
    printed = {"labels": "drawn", "resample": 10, "runs": 3, "orbits": False, "groups": 2}
    for figure, changes in (("figure-4", {"resample": 2}), ("figure-6", {"resample": 2}), ("figure-5", printed)):
        made = settings("tiny", figure, **{"steps": 7, **changes})
        (group,) = made.all_groups
        whole = train_group(made, group)
        half = GroupTrainer(made, group)
        for _ in range(3):
            half.advance()
        saved = tmp_path / figure
        torch.save(half.state(), saved)
        resumed = train_group(made, group, saved, resume=True)
        for one, two in zip(whole.trained, resumed.trained, strict=True):
            assert torch.equal(one, two)
        assert whole.trace == resumed.trace
        with pytest.raises(InputError, match="another configuration"):
            train_group(settings("tiny", figure, batch=3), group, saved, resume=True)


def test_drawn_labels_have_the_covariance_of_the_process() -> None:
    made = settings("tiny", "figure-5", labels="drawn", runs=1, batch=1)
    trainer = GroupTrainer(made, made.all_groups[0])
    K = label_covariance("relu", sphere(1, made.d, 3, [source()], torch.float32)[0])[None].expand(1, 20_000, 3, 3)
    y = trainer._drawn_labels(K)[0].double()
    spread = 6 * float(K[0, 0].max()) / math.sqrt(len(y))
    assert ((y.T @ y) / len(y) - K[0, 0].double()).abs().max() < spread


def test_training_lowers_the_loss_and_learns_the_construction() -> None:
    """One layer of linear attention on linear labels: the weights go to multiples of Sigma^{-1}, (16)."""
    made = settings("tiny", "figure-5", heads=(("linear",),), kernels=("linear",), lengths=(8,), layers=(1,), steps=400,
                    runs=2, batch=1, rate=0.03, contexts=64)  # fmt: skip
    trainer = train_group(made, made.all_groups[0])
    (found,) = measure(trainer)
    assert max(layer for run_ in found["dist"] for layer in run_) < 0.15
    assert np.mean(found["errors"]) < 0.8 * np.mean(trainer.history[0][1])
    assert np.mean(found["bayes"]) < np.mean(found["errors"])


def test_a_projected_model_is_unchanged_where_it_is_already_symmetric() -> None:
    roots = torch.stack([root_covariance((1.0, 0.25, 2.25), source())])
    model = general(1, ("exp",), 2)
    plain = projected(model, roots)
    again = projected(plain, roots)
    assert distance(products(plain, roots)).abs().max() < 1e-12
    assert distance(plain.A).abs().max() < 1e-12
    X = sphere(3, D, 5, [source()], torch.float64)[0][None]
    assert torch.allclose(plain.coefficients(X), again.coefficients(X))
    assert not torch.allclose(plain.coefficients(X), model.coefficients(X), rtol=1e-2)


def test_what_a_distance_is_made_of_adds_up() -> None:
    M = torch.randn(2, 3, D, D, generator=source(), dtype=torch.float64)
    basis = torch.linalg.qr(torch.randn(2, D, D, generator=source("basis"), dtype=torch.float64)).Q
    parts = composition(M, basis)
    assert torch.allclose(parts["diagonal"] + parts["antisymmetric"] + parts["off diagonal"], torch.ones(2, 3).double())
    turn = torch.tensor([[0.0, 1, 0], [-1, 0, 0], [0, 0, 0]]).double().expand(2, 3, D, D)
    assert torch.allclose(composition(turn, basis)["antisymmetric"], torch.ones(2, 3).double())


def test_the_full_presets_are_the_printed_setup() -> None:
    for figure in FIGURES:
        full = PRESETS[figure]["full"]
        assert (full.d, full.batch, full.resample, full.runs, full.labels) == (5, 30_000, 10, 3, "drawn")
    assert PRESETS["figure-1"]["full"].eigenvalues == (1.0,) * 5
    assert PRESETS["figure-2"]["full"].layers == tuple(range(1, 9))
    assert PRESETS["figure-6"]["full"].free
    assert not PRESETS["figure-5"]["full"].free


def test_runs_start_alike_for_every_kernel_and_differ_from_each_other() -> None:
    made = settings("tiny", "figure-6")
    model = initial_models(made, made.all_groups[0])
    starts = model.B.detach().reshape(3, made.runs, -1)
    assert torch.equal(starts[0], starts[2])
    assert not torch.equal(starts[0, 0], starts[0, 1])


def test_a_finished_group_is_taken_from_its_file(tmp_path: Path) -> None:
    made = settings("tiny", "figure-1")
    (group,) = made.all_groups
    assert group_outcome(made, group, tmp_path) is not None
    (file,) = tmp_path.glob("*.json")
    file.write_text(json.dumps({**json.loads(file.read_text()), "loss": "kept"}))
    again = group_outcome(made, group, tmp_path)
    assert again is not None
    assert again["loss"] == "kept"
    outcomes = run(made, tmp_path)
    assert [curve["curve"] for curve in outcomes["curves"]] == [
        f"figure-1 {kernel} softmax n=2 L=2" for kernel in made.kernels
    ]


def test_bad_input_is_one_sentence() -> None:
    for changes, sentence in [
        ({"runs": 0}, "runs must be"), ({"labels": "none"}, "labels must be"), ({"rate": 0}, "rate must be"),
    ]:  # fmt: skip
        with pytest.raises(InputError, match=sentence):
            settings("tiny", "figure-5", **changes)
    with pytest.raises(InputError, match="figure must be"):
        settings("tiny", "figure-9")
    with pytest.raises(InputError, match="orbits must be off"):
        settings("tiny", "figure-4", orbits=True)


def test_a_checkpoint_holds_no_contexts_and_goes_on_in_the_middle_of_a_batch(tmp_path: Path) -> None:
    made = settings("tiny", "figure-5", steps=11, resample=4, labels="drawn", batch=2000)
    (group,) = made.all_groups
    whole, half = train_group(made, group), GroupTrainer(made, group)
    for _ in range(6):
        half.advance()
    saved = tmp_path / "half.checkpoint"
    torch.save(half.state(), saved)
    assert half.batch is not None
    assert saved.stat().st_size < half.batch[0].nbytes / 4
    resumed = train_group(made, group, saved, resume=True)
    assert resumed.done == whole.done
    for name, weight in whole.model.state_dict().items():
        assert torch.equal(weight, resumed.model.state_dict()[name])
    assert resumed.history == whole.history
