"""Table 1: GPT-2 on the token matrix, with and without MLP, the data of both task means, and runs that go on."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers", reason="transformers is not installed: pip install -r requirements/figure.txt")

from numeric.errors import InputError  # noqa: E402 - after the checks of what is installed
from numeric.statistics import mean_test  # noqa: E402
from numeric.streams import torch_generator  # noqa: E402
from numeric.training.in_context.settings import Curriculum  # noqa: E402
from numeric.training.table_1.model import SPREAD, TokenGPT2, initial_model  # noqa: E402
from numeric.training.table_1.prompts import drawn_prompts, training_batch  # noqa: E402
from numeric.training.table_1.run import baselines, cell_outcome, measure  # noqa: E402
from numeric.training.table_1.settings import PRESETS, Cell, Settings, settings  # noqa: E402
from numeric.training.table_1.training import CellTrainer, train_cell  # noqa: E402


def tiny(**changes: object) -> Settings:
    return settings("tiny", **{"steps": 6, "layer_steps": 6, "groups": 4, "prompts": 4, **changes})


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def weights(model: TokenGPT2) -> dict[str, torch.Tensor]:
    return {name: weight for name, weight in model.named_parameters() if weight.requires_grad}


def test_the_full_model_is_the_printed_architecture() -> None:
    full = PRESETS["full"]
    for model, residuals in (("GPT2", 12), ("GPT2-noMLP", 6)):
        built = initial_model(full, Cell(model, 10))
        config = built.gpt2.config
        assert (config.n_layer, config.n_head, len(built.gpt2.h)) == (6, 4, 6)
        assert config.resid_pdrop == config.embd_pdrop == config.attn_pdrop == 0
        assert built.residuals == residuals
        spread = built.gpt2.h[3].attn.c_proj.weight.detach().numpy().ravel()
        wanted = SPREAD**2 / residuals
        assert mean_test(spread**2, wanted, variance=2 * wanted**2).compatible
        assert not mean_test(spread**2, 2 * wanted, variance=8 * wanted**2).compatible
    assert full.means == (0, 10)
    assert [cell.name for cell in full.cells][:3] == ["GPT2 at 0", "GPT2 at 10", "GPT2-noMLP at 0"]


def test_without_mlp_no_weight_of_an_mlp_is_left_and_attention_is_the_same_module() -> None:
    with_mlp, without = (weights(initial_model(tiny(layers=2), Cell(name, 0))) for name in ("GPT2", "GPT2-noMLP"))
    assert any(".mlp." in name for name in with_mlp)
    assert not any(".mlp." in name or ".ln_2." in name for name in without)
    assert {name for name in with_mlp if ".mlp." not in name and ".ln_2." not in name} == without.keys()


def test_the_branch_that_is_removed_adds_nothing_to_the_residual_stream() -> None:
    built = initial_model(tiny(layers=1), Cell("GPT2-noMLP", 0)).eval()
    block, hidden = built.gpt2.h[0], torch.randn(2, 3, 8, generator=torch_generator("tests/table-1", "hidden"))
    out = block(hidden)
    out = out[0] if isinstance(out, tuple) else out
    attended = block.attn(block.ln_1(hidden))[0]
    assert torch.allclose(out, hidden + attended, atol=1e-6)


def test_prompts_are_the_token_matrix_and_the_two_means_share_their_draws() -> None:
    made = tiny(d=2, M=3, batch=4000)
    drawn = {mean: training_batch(made, mean, 0, torch_generator("tests/table-1", "data")) for mean in (0, 10)}
    for mean, (tokens, y) in drawn.items():
        assert tokens.shape == (4000, 4, 3)
        assert (tokens[:, -1, 2] == 0).all()  # the query's label is not in the token matrix
        variance = 2 * mean**2 + 2
        assert mean_test(y.double().numpy() ** 2, variance, variance=9 * variance**2).compatible
    x, labels = drawn[0][0][:, :-1, :2], drawn[0][0][:, :-1, 2]
    assert torch.equal(x, drawn[10][0][:, :-1, :2])
    assert torch.allclose(drawn[10][0][:, :-1, 2] - labels, 10 * x.sum(2), atol=1e-4)
    test = {mean: drawn_prompts(made, mean) for mean in (0, 10)}
    assert np.allclose(test[10].y - test[0].y, 10 * test[0].tokens[:, :, -1, :2].sum(-1))
    assert np.allclose(test[10].from_mean, test[0].y)


def test_the_curriculum_grows_dimensions_and_tokens() -> None:
    made = tiny(d=3, M=4, curriculum=Curriculum(dims=1, points=2, every=5))
    source = torch_generator("tests/table-1", "curriculum")
    tokens, _ = training_batch(made, 0, 0, source)
    assert tokens.shape[1:] == (2, 4)
    assert (tokens[:, :, 1:3] == 0).all()
    assert training_batch(made, 0, 10**6, source)[0].shape[1:] == (5, 4)


def test_the_query_alone_is_predicted_and_every_token_is_seen() -> None:
    model = initial_model(tiny(d=1, M=3), Cell("GPT2", 0)).eval()
    tokens = training_batch(tiny(d=1, M=3, batch=2), 0, 0, torch_generator("tests/table-1", "seen"))[0]
    before = model(tokens)
    for place in range(4):
        changed = tokens.clone()
        changed[:, place, 0] += 1
        assert (model(changed) - before).abs().min() > 0


@pytest.mark.parametrize("cell", [Cell("GPT2-noMLP", 10), Cell("LTB", 10), Cell("LSA", 0)], ids=lambda cell: cell.name)
def test_a_resumed_run_is_the_uninterrupted_one_to_the_last_bit(cell: Cell, tmp_path: Path) -> None:
    whole = train_cell(tiny(), cell)
    half = CellTrainer(tiny(), cell)
    for _ in range(3):
        half.advance()
    saved = tmp_path / "state"
    torch.save(half.state(), saved)
    resumed = train_cell(tiny(), cell, saved, resume=True)
    for one, other in zip(whole.model.parameters(), resumed.model.parameters(), strict=True):
        assert torch.equal(one, other)
    with pytest.raises(InputError, match="another configuration"):
        train_cell(tiny(M=3), cell, saved, resume=True)


def test_a_finished_cell_is_taken_from_its_file(tmp_path: Path) -> None:
    first = cell_outcome(tiny(), Cell("LSA", 0), tmp_path)
    assert first is not None
    (file,) = tmp_path.glob("*.json")
    file.write_text(json.dumps({**json.loads(file.read_text()), "loss": "kept"}))
    again = cell_outcome(tiny(), Cell("LSA", 0), tmp_path)
    assert again is not None
    assert again["loss"] == "kept"
    other = cell_outcome(tiny(groups=5), Cell("LSA", 0), tmp_path)
    assert other is not None
    assert len(other["errors"]) == 5


def test_baselines_are_what_they_say() -> None:
    made = tiny(d=2, groups=200, prompts=50)
    found = baselines(made)
    for mean in made.means:
        variance = 2 * mean**2 + 2
        groups = np.array(found["zero"][str(mean)])
        assert abs(groups.mean() - variance) < 5 * 3 * variance / math.sqrt(200 * 50)
    assert found["mean"]["0"] == found["mean"]["10"] == found["zero"]["0"]


@pytest.mark.train
def test_one_layer_of_ltb_stays_low_where_that_of_lsa_does_not() -> None:
    made = settings("tiny", layer_steps=1100, layer_rate=0.05, groups=16)
    losses = {m: np.mean(measure(made, c, train_cell(made, c).model)) for m in ("LTB", "LSA") for c in [Cell(m, 10)]}
    assert losses["LTB"] < 2 < 20 < losses["LSA"]


def test_bad_input_is_one_sentence() -> None:
    for changes, sentence in [
        ({"heads": 3}, "heads must divide"), ({"steps": 0}, "steps must be"), ({"means": ()}, "means must name"),
    ]:  # fmt: skip
        with pytest.raises(InputError, match=sentence):
            settings("tiny", **changes)
    with pytest.raises(InputError, match="preset must be"):
        settings("huge")
