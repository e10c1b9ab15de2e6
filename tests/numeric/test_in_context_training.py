"""Training GPT-2 on prompts of linear tasks: causal, resumable bit for bit, encodings that are never met never move."""

import json
import multiprocessing
import os
import signal
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers", reason="transformers is not installed: pip install -r requirements/figure.txt")

from numeric.errors import InputError  # noqa: E402 - after the checks of what is installed
from numeric.streams import generator, torch_generator  # noqa: E402
from numeric.training.in_context.measuring import all_predictions, measure_model, predictor  # noqa: E402
from numeric.training.in_context.model import initial_model  # noqa: E402
from numeric.training.in_context.prompts import drawn_prompts, training_batch  # noqa: E402
from numeric.training.in_context.run import curve_outcome, run  # noqa: E402
from numeric.training.in_context.settings import PRESETS, Curriculum, Curve, Settings, settings  # noqa: E402
from numeric.training.in_context.training import CurveTrainer, train_curve  # noqa: E402

FIXED, RANDOM, BARE = Curve(3, "fixed"), Curve(3, "random"), Curve(3, "fixed", "none")


def tiny(**changes: object) -> Settings:
    base = {
        "lengths": (3,), "tested": (1, 3, 5), "ablated": (3,), "embedding": 8, "layers": 1, "steps": 6, "batch": 8,
        "curriculum": Curriculum(dims=1, points=2, every=2), "covariances": 4, "prompts": 4,
    }  # fmt: skip
    return settings("small", **{**base, **changes})


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def test_the_full_model_is_the_printed_architecture() -> None:
    model = initial_model(PRESETS["full"], PRESETS["full"].curves[0])
    config = model.gpt2.config
    assert (config.n_embd, config.n_layer, config.n_head) == (256, 12, 8)
    assert config.resid_pdrop == config.embd_pdrop == config.attn_pdrop == 0
    assert model.positions.shape == (402, 256)
    assert model.positions.requires_grad


def test_a_prediction_sees_the_pairs_before_it_and_nothing_else() -> None:
    model = initial_model(tiny(), FIXED).eval()
    rng = generator("tests/in-context", "causal")
    x, y = rng.standard_normal((2, 6, 2)), rng.standard_normal((2, 6))
    before = all_predictions(model, x, y, "cpu")
    x[:, 4:], y[:, 3:] = 7.0, -3.0  # the label of point 3 and all later points
    after = all_predictions(model, x, y, "cpu")
    assert np.allclose(before[:, :4], after[:, :4], atol=1e-6)
    assert not np.allclose(before[:, 4:], after[:, 4:], atol=1e-3)


def test_one_pass_gives_the_same_as_a_prompt_of_each_length() -> None:
    made = tiny()
    model = initial_model(made, FIXED).eval()
    prompts = drawn_prompts(made, "random")
    at_once = all_predictions(model, prompts.x, prompts.y, "cpu")
    predict = predictor(model, "cpu")
    for M in (1, 3, 5):
        alone = predict(prompts.x[:, :, :M], prompts.y[:, :, :M], prompts.x[:, :, M])
        assert np.allclose(alone, at_once[:, :, M], atol=1e-5)


def test_a_training_batch_is_a_linear_task_of_the_size_that_the_curriculum_says() -> None:
    made = tiny(batch=2000)
    source = torch_generator("tests/in-context", "batch")
    x, y = training_batch(made, FIXED, 0, source)
    assert x.shape == (2000, 2, 2)
    assert (x[:, :, 1] == 0).all()
    x, y = training_batch(made, RANDOM, 4, source)
    assert x.shape == (2000, 4, 2)
    # Linear in x with weights of variance 1: two points determine the labels of the others.
    w = torch.linalg.solve(x[:, :2], y[:, :2, None])
    assert torch.allclose((x @ w)[:, :, 0], y, atol=0.2, rtol=0.05)
    assert abs(float(w.median())) < 0.1
    spread = x.square().mean((1, 2))
    assert 0.85 < float(spread.mean()) < 1.15
    assert float(spread.std()) > 0.7  # covariances vary from prompt to prompt


def test_encodings_of_tokens_beyond_the_training_length_have_no_gradient_at_all() -> None:
    made = tiny()
    for points in (1, 2, 3, 4):
        model = initial_model(made, FIXED)
        rng = torch_generator("tests/in-context", f"gradient {points}")
        x = torch.randn(8, points, 2, generator=rng)
        y = torch.randn(8, points, generator=rng)
        (model(x, y) - y).square().mean().backward()
        gradient = model.positions.grad
        met = 2 * points - 1  # after the last x nothing is predicted, so that its y has no influence
        assert (gradient[met:] == 0).all()
        assert (gradient[:met].abs().amax(1) > 0).all()


@pytest.mark.parametrize("curve", [FIXED, RANDOM])
def test_training_moves_the_encodings_that_it_meets_and_leaves_the_others_to_the_last_bit(curve: Curve) -> None:
    trainer = train_curve(tiny(), curve)
    moved = trainer.moved()
    assert all(change > 0 for change in moved[:7])
    assert all(change == 0 for change in moved[7:])
    assert torch.equal(trainer.model.positions[7:], trainer.start[7:])


def test_a_model_without_encodings_has_none_before_and_after() -> None:
    trainer = train_curve(tiny(), BARE)
    assert (trainer.model.positions == 0).all()
    assert trainer.done == 6


def test_a_resumed_run_is_the_uninterrupted_one_to_the_last_bit(tmp_path: Path) -> None:
    whole = train_curve(tiny(), RANDOM)
    saved = tmp_path / "state"
    train_curve(tiny(steps=3), RANDOM, saved, every=1)
    resumed = train_curve(tiny(), RANDOM, saved, resume=True)
    assert resumed.done == 6
    for one, other in zip(whole.model.parameters(), resumed.model.parameters(), strict=True):
        assert torch.equal(one, other)
    assert whole.moved() == resumed.moved()


def test_a_killed_run_goes_on_from_its_last_checkpoint(tmp_path: Path) -> None:
    made, saved = tiny(steps=400), tmp_path / "state"
    process = multiprocessing.get_context("spawn").Process(
        target=train_curve, args=(made, FIXED, saved), kwargs={"every": 5}
    )
    process.start()
    while not saved.exists() and process.is_alive():
        time.sleep(0.02)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    trainer = CurveTrainer(made, FIXED)
    trainer.restore(torch.load(saved, weights_only=True))
    assert 0 < trainer.done < 400
    shorter = replace(made, steps=trainer.done + 3)
    resumed, whole = train_curve(shorter, FIXED, saved, resume=True), train_curve(shorter, FIXED)
    for one, other in zip(whole.model.parameters(), resumed.model.parameters(), strict=True):
        assert torch.equal(one, other)


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    saved = tmp_path / "state"
    train_curve(tiny(steps=2), FIXED, saved)
    with pytest.raises(InputError, match="another configuration"):
        train_curve(tiny(steps=2, rate=0.5), FIXED, saved, resume=True)
    saved.write_bytes(b"half a file")
    with pytest.raises(InputError, match="no checkpoint or is damaged"):
        train_curve(tiny(steps=2), FIXED, saved, resume=True)


def test_a_finished_curve_is_taken_from_its_file_and_measured_anew_for_other_test_prompts(tmp_path: Path) -> None:
    first = curve_outcome(tiny(), FIXED, tmp_path)
    assert first is not None
    (file,) = tmp_path.glob("*.json")
    file.write_text(json.dumps({**json.loads(file.read_text()), "loss": "kept"}))
    again = curve_outcome(tiny(), FIXED, tmp_path)
    assert again is not None
    assert again["loss"] == "kept"
    more = curve_outcome(tiny(covariances=5), FIXED, tmp_path)
    assert more is not None
    assert len(more["errors"]["I"]["3"]) == 5
    assert more["moved"] == first["moved"]


def test_a_model_is_measured_on_every_panel_and_shift() -> None:
    found = measure_model(tiny(), FIXED, initial_model(tiny(), FIXED))
    assert set(found["errors"]) == {"I", "1", "4", "9"}
    assert set(found["errors"]["9"]) == {"1", "3", "5"}
    assert set(found["shifts"]) == {"none", "task", "query", "covariates", "noise", "orthogonal"}
    assert np.isclose(found["shifts"]["none"], found["errors"]["I"]["3"], rtol=1e-2).all()


@pytest.mark.slow
@pytest.mark.train
def test_the_whole_experiment_runs_in_processes_and_again_gives_the_same(tmp_path: Path) -> None:
    made = tiny(ablated=())
    one = run(made, tmp_path / "one", jobs=2)
    two = run(made, tmp_path / "two", jobs=1)
    for curve in (*one["curves"], *two["curves"]):
        del curve["seconds"]
    assert one == two
    assert [curve["curve"] for curve in one["curves"]] == ["3 fixed", "3 random"]


@pytest.mark.slow
@pytest.mark.train
def test_what_goes_wrong_in_a_process_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "3-fixed.checkpoint").write_bytes(b"half a file")
    with pytest.raises(InputError, match="no checkpoint or is damaged"):
        run(tiny(ablated=()), tmp_path, jobs=2)
