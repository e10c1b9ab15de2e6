"""The trained witness: reads the limit off the claim, trains once, and tells right limits from wrong ones."""

import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")

from numeric.covariances import diagonal_laws
from numeric.training.config import config
from proofs_check.claims import Claim
from proofs_check.papers.zfb.notation import U11, Gam, tr, u12, u21, u_1
from proofs_check.papers.zfb.theorem_4 import theorem_4
from proofs_check.papers.zfb.theorem_8 import theorem_8
from proofs_check.statement.props import conj, limit
from proofs_check.statement.terms import inv, zeros
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.gpu.witness import GpuWitness
from proofs_check.witnesses.trained.runs import RUNS, Run, limit_weights, run_of, wrong_limits
from proofs_check.witnesses.trained.witness import TrainedWitness, judge

LAM = np.array([[2.0, 0.5], [0.5, 1.0]])
RUN = {"d": 3, "N": 4, "scale": 0.5, "contexts": 16384}
TINY = {"d": 2, "N": 4, "scale": 0.5, "contexts": 64}


def at(N: int = 4) -> Run:
    return Run(config(d=2, N=N, Lam=LAM), None, "")


@pytest.fixture(scope="module")
def small() -> Claim:
    return replace(theorem_4, options={"trained": {"fast": (RUN,)}})


@pytest.fixture(scope="module")
def witness() -> TrainedWitness:
    return TrainedWitness()


def test_both_parts_state_the_same_limit() -> None:
    a, b = (limit_weights(part.readings[0].prop, at()) for part in theorem_4.parts)
    for first, second in zip(a, b, strict=True):
        assert np.allclose(first, second, rtol=1e-12)


def test_the_wrong_limits_are_what_their_names_say() -> None:
    prop = theorem_4.parts[0].readings[0].prop
    wrong = wrong_limits(prop, at())
    W_PV, W_KQ = wrong["Lam^-1 for Gam^-1"]
    assert np.allclose(W_PV[2, 2] * W_KQ[:2, :2], np.linalg.inv(LAM), rtol=1e-12)
    for other, expected in zip(wrong["N + 1 for N"], limit_weights(prop, at(5)), strict=True):
        assert np.array_equal(other, expected)


@pytest.mark.parametrize("law", ["exponential", "gamma", "two-point"])
def test_the_limit_for_a_random_covariance_is_that_of_its_exact_moments(law: str) -> None:
    run = run_of({**TINY, "law": law}, "tests", "cpu", None)
    assert run.law in diagonal_laws(2)
    first, second, third = (np.array([float(m) for m in run.law.moment(k)]) for k in (1, 2, 3))
    gamma = 5 / 4 * third + (third + second * first[::-1]) / 4  # E[(N+1)/N lam_i^3 + lam_i^2 tr/N] at N = 4
    for part in theorem_8.parts:
        W_PV, W_KQ = limit_weights(part.readings[0].prop, run)
        assert np.allclose(W_PV[2, 2] * np.diag(W_KQ)[:2], second / gamma, rtol=1e-9)
        assert W_PV[2, 2] ** 2 == pytest.approx(np.linalg.norm(W_PV[2, 2] * W_KQ), rel=1e-9)
    wrong = wrong_limits(theorem_8.parts[0].readings[0].prop, run)
    W_PV, W_KQ = wrong["the mean covariance for the random one"]
    assert np.allclose(W_PV[2, 2] * np.diag(W_KQ)[:2], 1 / (5 / 4 * first + first.sum() / 4), rtol=1e-9)
    W_PV, W_KQ = wrong["E Lam for E Lam^2"]
    assert np.allclose(W_PV[2, 2] * np.diag(W_KQ)[:2], first / gamma, rtol=1e-9)


def test_limits_are_read_in_high_dimension_too() -> None:
    run = run_of({"d": 20, "N": 40, "scale": 0.5, "contexts": 8, "law": "exponential"}, "tests", "cpu", None)
    W_PV, W_KQ = limit_weights(theorem_8.parts[0].readings[0].prop, run)
    assert np.allclose(W_PV[20, 20] * W_KQ[:20, :20], 40 / (3 * 40 + 20 + 5) * np.eye(20), rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("law", ["exponential", "gamma"])
def test_the_gauss_rule_of_a_law_has_its_first_three_moments(law: str) -> None:
    run = run_of({**TINY, "law": law}, "tests", "cpu", None)
    for (_, a, b, p), entry in zip(run.settings.entries, run.law.entries, strict=True):
        for k in (1, 2, 3):
            assert p * a**k + (1 - p) * b**k == pytest.approx(float(entry.moment(k)), rel=1e-12)


def test_every_kind_of_data_has_runs_of_every_tier() -> None:
    for model, tiers in RUNS.items():
        assert tiers.keys() == {"dry", "fast", "full", "gpu"}
        for run in (*tiers["fast"], *tiers["full"]):
            made = run_of({**run, "contexts": 8}, model, "cpu", None)
            assert made.settings.sigma > 0
            assert bool(made.settings.entries) == (model == "diagonal covariance")


def test_the_initialisation_meets_the_condition_of_the_theorem() -> None:
    settings = run_of(RUN, "zfb/theorem-4", "cpu", None).settings
    Lam = np.array(settings.Lam)
    Gam_ = (1 + 1 / settings.N) * Lam + np.trace(Lam) / settings.N * np.eye(3)
    assert settings.sigma**2 * np.linalg.norm(Gam_, 2) * np.sqrt(3) == pytest.approx(0.5)
    assert np.abs(Lam - np.diag(np.diag(Lam))).max() > 0.01


@pytest.mark.train
def test_trained_weights_meet_the_stated_limit_and_not_the_wrong_ones(witness: TrainedWitness, small: Claim) -> None:
    part = small.parts[0]
    outcome = witness.examine(small, part, part.readings[0], Context())
    assert outcome.verdict is Verdict.SUPPORTED, outcome.sentence
    (run,) = outcome.figures["runs"].values()
    assert run["meets"] is True
    assert run["gradient_zero"]
    assert run["rejected"]["Lam^-1 for Gam^-1"]["by the trained weights"]
    # N + 1 is rejected, or the report says what it would take.
    assert run["rejected"]["N + 1 for N"]["by the trained weights"] or run["needs"]["N + 1 for N"] > RUN["contexts"]
    # The verdict comes from the raw outcomes alone, and they survive JSON.
    again = judge(json.loads(json.dumps(outcome.figures["raw"])))
    assert (again.verdict, again.sentence) == (outcome.verdict, outcome.sentence)


@pytest.mark.train
@pytest.mark.parametrize("factor", [2, -1])
def test_other_limits_are_refuted_without_training_again(witness: TrainedWitness, small: Claim, factor: int) -> None:
    part = small.parts[0]
    zero = zeros("d", 1)
    size = tr(Gam**-2)
    wrong = conj(
        limit(U11, factor * inv(Gam)), limit(u12, zero), limit(u21, zero), limit(u_1, size**0 * 1),
    )  # fmt: skip
    assert witness.refutes(small, part, part.readings[0], wrong, Context())
    assert not witness.refutes(small, part, part.readings[0], part.readings[0].prop, Context())


@pytest.mark.train
def test_tampered_raw_outcomes_change_the_verdict(witness: TrainedWitness, small: Claim) -> None:
    part = small.parts[0]
    raw = json.loads(json.dumps(witness.examine(small, part, part.readings[0], Context()).figures["raw"]))
    raw[0]["raw"]["stated"][0]["t"] += 10
    assert judge(raw).verdict is Verdict.UNDECIDED


@pytest.mark.train
def test_raw_outcomes_of_every_part_decide_alone(witness: TrainedWitness, small: Claim) -> None:
    outcomes = {p.name: witness.examine(small, p, p.readings[0], Context()) for p in small.parts}
    assert all(judge(json.loads(json.dumps(o.figures["raw"]))).verdict is Verdict.SUPPORTED for o in outcomes.values())


def test_without_cuda_the_gpu_witness_says_the_one_command() -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a GPU here")
    part = theorem_4.parts[0]
    outcome = GpuWitness().examine(theorem_4, part, part.readings[0], Context())
    assert outcome.verdict is Verdict.NOT_RUN
    assert "python -m proofs_check.witnesses.gpu zfb/theorem-4" in outcome.sentence


@pytest.mark.gpu
def test_on_cuda_the_trained_weights_meet_the_limit(small: Claim) -> None:
    import torch

    if not torch.cuda.is_available():
        pytest.skip("needs CUDA")
    part = small.parts[0]
    outcome = GpuWitness().examine(small, part, part.readings[0], Context(device="cuda"))
    assert outcome.verdict is Verdict.SUPPORTED, outcome.sentence


def test_without_torch_the_trained_witness_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofs_check.witnesses.trained.witness.torch_missing", lambda: "torch is not installed")
    part = theorem_4.parts[0]
    outcome = TrainedWitness().examine(theorem_4, part, part.readings[0], Context())
    assert outcome.verdict is Verdict.NOT_RUN
    assert "torch is not installed" in outcome.sentence
