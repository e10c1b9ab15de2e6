"""What stops at a moment, and what waits for the device: trainings, measurements, eigensolvers, GPT-2."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

pytest.importorskip("torch")

import torch

from numeric.training.attention import contexts
from numeric.training.attention.measuring import measure
from numeric.training.attention.run import group_outcome, shares
from numeric.training.attention.settings import settings
from numeric.training.attention.training import GroupTrainer, train_group
from numeric.training.deadline import OutOfTime, out_of_time, require_time, stop_at
from numeric.training.resumable import Loss


def test_a_moment_holds_inside_and_an_outer_one_holds_inside_an_inner_one() -> None:
    require_time()
    with stop_at(time.monotonic() - 1):
        assert out_of_time()
        with stop_at(time.monotonic() + 100):
            assert out_of_time(), "nobody gets more time than there is"
        with pytest.raises(OutOfTime):
            require_time()
    assert not out_of_time()


def test_training_stops_at_its_moment_and_measuring_does_too(tmp_path: Path) -> None:
    made = settings("tiny", "figure-5", steps=100_000)
    (group,) = made.all_groups
    GroupTrainer(made, group)  # torch imports half of itself for the first optimiser
    began = time.monotonic()
    with stop_at(began + 0.3), pytest.raises(OutOfTime, match="of 100000 steps"):
        group_outcome(made, group, tmp_path)
    assert time.monotonic() - began < 1.5
    (share,) = shares(made, tmp_path).values()
    assert share.checkpoint.exists()
    assert not share.done
    # Between two passes measuring stops as well.
    few = settings("tiny", "figure-5", steps=3)
    trained = train_group(few, group)
    with stop_at(0.0), pytest.raises(OutOfTime):
        measure(trained)


def test_the_loss_is_a_number_only_for_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    made = settings("tiny", "figure-5", steps=30)
    (group,) = made.all_groups
    asked: list[int] = []
    loss = GroupTrainer.loss
    monkeypatch.setattr(GroupTrainer, "loss", lambda self: asked.append(self.done) or loss(self))

    def shown(done: int, value: Loss) -> None:
        if done == 10:
            assert value() == value() > 0

    trainer = train_group(made, group, progress=shown)
    assert len(asked) == len(trainer.history) + 2
    assert trainer.seconds > 0


def test_many_matrices_are_handed_over_in_parts_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = torch.randn(7, 3, 5, 5, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    K = drawn @ drawn.mT
    whole = (*contexts.eigh(K), contexts.pseudoinverse(K))
    monkeypatch.setattr(contexts, "MATRICES", 4)
    parts = (*contexts.eigh(K), contexts.pseudoinverse(K))
    assert all(torch.equal(one, other) for one, other in zip(whole, parts, strict=True))
    assert torch.allclose(contexts.pseudoinverse(K), torch.linalg.inv(K))


def test_gpt_2_layer_by_layer_is_gpt_2_to_the_last_bit() -> None:
    transformers = pytest.importorskip(
        "transformers", reason="transformers is not installed: pip install -r requirements/figure.txt"
    )
    from numeric.training.gpt import activation, hidden_states

    torch.manual_seed(1)
    made = transformers.GPT2Config(
        vocab_size=1, bos_token_id=None, eos_token_id=None, n_positions=20, n_embd=16, n_layer=2, n_head=2,
        resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, use_cache=False, activation_function=activation("cpu"),
    )  # fmt: skip
    assert made.activation_function == transformers.GPT2Config().activation_function
    gpt2 = transformers.GPT2Model(made)
    tokens = torch.randn(3, 12, 16)
    ours, theirs = hidden_states(gpt2, tokens), gpt2(inputs_embeds=tokens).last_hidden_state
    assert torch.equal(ours, theirs)
    gradients = [torch.autograd.grad(found.square().sum(), [*gpt2.h.parameters()]) for found in (ours, theirs)]
    assert all(torch.equal(one, other) for one, other in zip(*gradients, strict=True))


def test_the_activation_on_a_gpu_is_the_same_function() -> None:
    activations = pytest.importorskip(
        "transformers.activations", reason="transformers is not installed: pip install -r requirements/figure.txt"
    )
    from numeric.training.gpt import activation

    x = torch.linspace(-6, 6, 1001, dtype=torch.float64)
    on_cpu, on_gpu = (activations.ACT2FN[activation(device)](x) for device in ("cpu", "cuda"))
    assert torch.allclose(on_cpu, on_gpu, rtol=0, atol=1e-14)
