"""The trained witness of LTB, LSA and GD-beta: true statements are supported, wrong ones rejected."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

from proofs_check.algebras.at_point import AtPoint
from proofs_check.claims import Claim
from proofs_check.evidence import records
from proofs_check.papers.zwb.appendix_g import lemma_g_2, lemma_g_3, lemma_g_6
from proofs_check.papers.zwb.beyond_flow import beyond_arbitrary_initialisation
from proofs_check.papers.zwb.beyond_ltb_landscape import beyond_ltb_landscape, point, tenth
from proofs_check.papers.zwb.notation import (
    B_1,
    R_LTB,
    Gamma,
    Gamma_star,
    H,
    M,
    P,
    R,
    beta,
    beta_star,
    least_risk,
    reduced,
    s,
    w_1,
)
from proofs_check.papers.zwb.section_4_learnability import section_4_learnability
from proofs_check.papers.zwb.section_5_gd_zero import section_5_gd_zero_optimal
from proofs_check.papers.zwb.theorem_4_1 import theorem_4_1
from proofs_check.papers.zwb.theorem_5_2 import theorem_5_2
from proofs_check.papers.zwb.theorem_5_3 import theorem_5_3, theorem_5_3_conditions
from proofs_check.papers.zwb.theorem_6_3 import theorem_6_3
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, always, conj, eq, ge, le, limit, local_minimum, minimisers_satisfy
from proofs_check.statement.psd import infimum, inv_half, pinv, projection, rank
from proofs_check.statement.terms import at0, ddt, half, minimum, norm_2, norm_F, tr
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness
from proofs_check.witnesses.gpu.efforts import EFFORTS
from proofs_check.witnesses.gpu.record import make_record
from proofs_check.witnesses.gpu.witness import GpuWitness
from proofs_check.witnesses.trained.block import examine, judge, raw_of, refutes
from proofs_check.witnesses.trained.block_rows import holds
from proofs_check.witnesses.trained.block_runs import PROBLEMS, Row, bench_of
from proofs_check.witnesses.trained.witness import TrainedWitness


def part(claim: Claim, name: str) -> Prop:
    return claim.part(name).readings[0].prop


def said(claim: Claim, name: str = "") -> Verdict:
    return examine(claim, part(claim, name), "fast", "cpu", None).verdict


SLOW = pytest.mark.slow


@pytest.mark.train
@pytest.mark.parametrize(
    ("claim", "name"),
    [
        (theorem_6_3, "b"), (theorem_6_3, "c"), (lemma_g_2, "G.5"), (lemma_g_3, "a"), (lemma_g_6, "b"),
        (theorem_5_2, "a"), (theorem_5_3, "b"), (theorem_5_3_conditions, "a"), (section_4_learnability, "a"),
        (beyond_arbitrary_initialisation, "c"), (beyond_ltb_landscape, "a"),
        pytest.param(theorem_4_1, "a", marks=SLOW), pytest.param(theorem_4_1, "b", marks=SLOW),
        pytest.param(section_5_gd_zero_optimal, "a", marks=SLOW), pytest.param(theorem_6_3, "a", marks=SLOW),
        pytest.param(lemma_g_2, "G.4", marks=SLOW), pytest.param(theorem_5_3, "a", marks=SLOW),
        pytest.param(theorem_5_3_conditions, "d", marks=SLOW),
    ],
    ids=lambda value: value.id.removeprefix("zwb/") if isinstance(value, Claim) else value,
)  # fmt: skip
def test_training_supports_what_is_true(claim: Claim, name: str) -> None:
    outcome = examine(claim, part(claim, name), "fast", "cpu", None)
    assert outcome.verdict is Verdict.SUPPORTED, outcome.sentence


WRONG = {
    "the limit of a longer context": (theorem_6_3, limit(P * Gamma * P, P * Gamma_star * P * (M / (M + 1)))),
    "H^-1 for Gamma*": (theorem_6_3, limit(P * Gamma * P, pinv(H))),
    "no task mean": (theorem_6_3, limit(P * beta, 0 * beta_star)),
    "a velocity twice as large": (lemma_g_2, eq(ddt(beta), 2 * part(lemma_g_2, "G.4").args[1])),
    "beta does not move": (lemma_g_3, always(eq(beta, at0(beta)))),
    "beta moves away": (lemma_g_3, always(ge(norm_2(P * (beta - beta_star)), at0(norm_2(P * (beta - beta_star)))))),
    "a larger risk of LTB": (theorem_5_3, eq(infimum(R_LTB, *reduced), 2 * least_risk)),
    "a smaller risk of GD-beta": (theorem_5_2, eq(minimum(R, beta, Gamma), least_risk / 2)),
    "a local minimum that is none": (
        beyond_ltb_landscape, local_minimum(R_LTB, *((sym, 0 * value) for sym, value in point(1, tenth)))
    ),
    "LTB with half the step": (
        theorem_5_3_conditions, minimisers_satisfy(R_LTB, eq(2 * s * B_1.T, Gamma_star), *reduced)
    ),
    "LTB without the task mean": (
        theorem_5_3_conditions, minimisers_satisfy(R_LTB, eq(w_1, 0 * beta_star), *reduced)
    ),
}  # fmt: skip


@pytest.mark.train
@pytest.mark.parametrize("name", WRONG)
def test_training_rejects_what_is_wrong(name: str) -> None:
    claim, prop = WRONG[name]
    assert refutes(claim, prop, "fast", "cpu", None)


@pytest.mark.train
def test_wrong_statements_beside_the_stated_one_are_told_apart_and_the_report_says_so() -> None:
    outcome = examine(theorem_6_3, part(theorem_6_3, "b"), "fast", "cpu", None)
    assert all(outcome.figures["rejected"][name] for name in ("M + 1 for M", "twice the noise", "H^+ for Gamma*"))
    assert "M + 1 for M is rejected" in outcome.sentence
    assert "trained by SGD" in outcome.sentence
    assert outcome.figures["false_alarm_rate"] == 1e-9
    claim, wrong = WRONG["H^-1 for Gamma*"]
    contrary = examine(claim, wrong, "fast", "cpu", None)
    assert contrary.verdict is Verdict.UNDECIDED
    assert contrary.against
    assert "contradict" in contrary.sentence


@pytest.mark.train
def test_the_verdict_comes_from_raw_outcomes_alone_and_tampering_shows() -> None:
    bench = bench_of(Row("d = 2", ("gd-beta", "ltb", "lsa")), "cpu", None)
    raw = json.loads(json.dumps(raw_of(theorem_5_2, part(theorem_5_2, "a"), [bench])))
    assert judge(raw).verdict is Verdict.SUPPORTED
    raw[0]["rows"][0]["left"][0] += 1
    assert judge(raw).verdict is Verdict.UNDECIDED
    raw[0]["rows"][0]["width"] = [None]
    assert judge(raw).against is False


def test_a_row_decides_nothing_where_it_could_not_find_an_error() -> None:
    row = {"relation": "eq", "left": [1.0], "right": [1.001], "width": [0.01]}
    assert holds(row) is True
    assert holds({**row, "width": [0.5]}) is None
    assert holds({**row, "width": [0.0001]}) is False
    assert holds({**row, "relation": "le", "width": [0.0001]}) is True
    assert holds({**row, "relation": "ge", "width": [0.0001]}) is False
    assert holds({**row, "relation": "lt", "width": [0.01]}) is None
    assert holds({**row, "relation": "ne", "width": [0.0001]}) is True
    assert holds({**row, "width": [None]}) is None


def test_what_training_does_not_determine_is_not_applicable() -> None:
    assert said(theorem_5_2, "b") is Verdict.NOT_APPLICABLE
    assert said(section_4_learnability, "b") is Verdict.NOT_APPLICABLE


def test_terms_at_a_point_are_those_of_linear_algebra() -> None:
    of = PROBLEMS["d = 3, H and Psi of rank 2"]
    values = {"H": np.array(of.H)[None], "beta": np.array([[[1.0], [2.0], [3.0]]])}
    at = AtPoint({"d": 3, "M": 3}, values, fixed=frozenset({"H"}))
    A = np.array(of.H)
    root = at.read(half(H))[0]
    assert np.allclose(root @ root, A, atol=1e-12)
    assert np.allclose(at.read(projection(H))[0], A @ np.linalg.pinv(A, rcond=1e-9), atol=1e-9)
    assert np.allclose(at.read(inv_half(H) * half(H))[0], at.read(projection(H))[0], atol=1e-9)
    assert at.read(rank(H))[0, 0, 0] == 2
    assert np.isclose(at.read(norm_F(H * beta) ** 2)[0, 0, 0], np.sum((A @ [1, 2, 3]) ** 2))
    flowing = replace(at, velocity=lambda held: {"beta": -held["beta"]})
    assert np.isclose(flowing.read(ddt(norm_2(beta) ** 2))[0, 0, 0], -28)
    with pytest.raises(Lacks, match="no value of beta_star"):
        at.read(tr(beta_star * beta_star.T))


def test_without_cuda_the_gpu_witness_says_the_command_and_reads_no_other_record() -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is a GPU here")
    outcome = witness("gpu").examine(theorem_4_1, theorem_4_1.part("b"), theorem_4_1.part("b").readings[0], Context())
    assert outcome.verdict is Verdict.NOT_RUN
    assert "python -m proofs_check.witnesses.gpu zwb/theorem-4.1" in outcome.sentence


@pytest.mark.slow
@pytest.mark.train
def test_a_record_of_the_gpu_runs_is_read_back_where_there_is_no_gpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = {"fast": (Row("d = 2", ("gd-beta", "ltb", "lsa")),)}
    monkeypatch.setattr("proofs_check.witnesses.trained.block_runs.TIERS", small)
    made = make_record(theorem_4_1, replace(EFFORTS["dry"], tier="fast"), "cpu", None, None)
    assert {outcome["part"] for outcome in made.outcomes} == {"a", "b"}
    records.write_record(tmp_path / "zwb_theorem-4.1.gpu.json", made)
    reader = GpuWitness()
    reader.folder = tmp_path
    asked = theorem_4_1.part("b")
    outcome = reader.examine(theorem_4_1, asked, asked.readings[0], Context())
    assert outcome.verdict is Verdict.SUPPORTED
    assert "recorded" in outcome.sentence
    other = replace(theorem_4_1, options={"changed": True})
    assert reader.examine(other, asked, asked.readings[0], Context()).verdict is Verdict.STALE


def test_conjunctions_of_several_kinds_are_read_part_by_part() -> None:
    mixed = conj(limit(P * beta, P * beta_star), always(le(ddt(norm_2(P * (beta - beta_star)) ** 2), 0)))
    outcome = examine(lemma_g_3, mixed, "fast", "cpu", None)
    assert outcome.verdict is Verdict.SUPPORTED, outcome.sentence


def test_a_claim_may_leave_its_training_to_the_full_tier() -> None:
    first = lemma_g_6.parts[0]
    outcome = TrainedWitness().examine(lemma_g_6, first, first.readings[0], Context(tier="fast"))
    assert outcome.verdict is Verdict.NOT_RUN
    assert "--tier full" in outcome.sentence
