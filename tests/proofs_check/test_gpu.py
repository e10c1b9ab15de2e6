"""Records of GPU runs, made here on the CPU with tiny runs: written, read, judged again, stale when they must be."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch")

from proofs_check.claims import Claim
from proofs_check.evidence import records
from proofs_check.papers.zfb.theorem_8 import theorem_8
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context, gpu
from proofs_check.witnesses.gpu import GpuWitness
from proofs_check.witnesses.trained import judge

TINY = {"d": 2, "N": 4, "scale": 0.5, "contexts": 2048, "steps": 60, "law": "two-point"}


def with_runs(*runs: dict) -> Claim:
    return replace(theorem_8, options={"trained": {"gpu": runs}})


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Claim:
    """A claim with a record that the GPU witness made."""
    tiny = with_runs(TINY)
    monkeypatch.setattr(gpu, "claims_of", lambda: [tiny])
    monkeypatch.setattr(records.find_record, "__defaults__", (tmp_path,))
    assert gpu.main(["--device", "cpu", "--out", str(tmp_path)]) == 0
    return tiny


def read(claim: Claim) -> Outcome:
    part = claim.parts[1]
    return GpuWitness().examine(claim, part, part.readings[0], Context())


def test_a_record_is_read_and_judged_again(recorded: Claim, tmp_path: Path) -> None:
    outcome = read(recorded)
    assert outcome.verdict is Verdict.UNDECIDED  # 60 steps decide nothing, and the record says so
    assert "decide nothing" in outcome.sentence
    (path,) = tmp_path.iterdir()
    record = records.read_record(path)
    assert [entry["part"] for entry in record.outcomes] == ["a", "b"]
    assert record.provenance["device"] == "cpu"
    assert record.provenance["seconds"] > 0
    assert record.outcomes[0]["record"]["steps"] == 60
    # The verdict is that of the raw outcomes: others would say otherwise.
    (raw, _) = json.loads(path.read_text())["outcomes"]
    for row in raw["raw"]["stated"]:
        row |= {"t": 0.0, "slack": 0.0, "radius": 1.0}
    for row in raw["raw"]["gradient"]["stated"]:
        row |= {"estimate": 0.0, "radius": 1.0}
    assert judge([raw]).verdict is Verdict.SUPPORTED


def test_a_record_is_stale_when_its_claim_its_model_or_the_trainer_changed(
    recorded: Claim, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = replace(recorded, given=recorded.given[1:])
    assert read(changed).verdict is Verdict.STALE
    assert "the statement changed" in read(changed).sentence
    assert "the model changed" in read(replace(recorded, model="random covariance")).sentence
    monkeypatch.setattr("proofs_check.witnesses.trained.TRAINER_VERSION", "0")
    assert "the trainer changed" in read(recorded).sentence


def test_a_record_whose_outcomes_were_edited_is_not_believed(recorded: Claim, tmp_path: Path) -> None:
    (path,) = tmp_path.iterdir()
    data = json.loads(path.read_text())
    data["outcomes"][1]["raw"]["stated"][0]["t"] = 0.0
    path.write_text(json.dumps(data))
    outcome = read(recorded)
    assert outcome.verdict is Verdict.STALE
    assert "are not those" in outcome.sentence


def test_where_the_budget_ends_the_record_says_what_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "claims_of", lambda: [with_runs({**TINY, "steps": 100_000, "stop": 1e-300}, TINY)])
    assert gpu.main(["--device", "cpu", "--out", str(tmp_path), "--budget", "0.5"]) == 0
    record = records.read_record(next(tmp_path.iterdir()))
    assert len(record.provenance["left_out"]) >= 1
    assert record.outcomes[0]["record"]["steps"] < 100_000


def test_the_gpu_runs_need_no_flint() -> None:
    hidden = "import sys; sys.modules['flint'] = None"
    code = f"{hidden}; from proofs_check.witnesses import gpu; print(len([*gpu.claims_of()]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 2
