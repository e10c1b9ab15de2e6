"""Everything at its smallest, from the command to the verdicts: the records of all statements, and the experiments.

Figure 1 is trained once, where torch and NumPy are all there is.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from proofs_check.cli import main
from proofs_check.evidence import records
from proofs_check.evidence.records import read_record
from proofs_check.papers.zfb.notation_experiments import M_0, e_covariates, e_fixed, e_plain, quantity, same
from proofs_check.papers.zfb.section_4_3_positions import positional_encodings
from proofs_check.registry import load
from proofs_check.statement.props import conj, exists, gt
from proofs_check.verdict import Verdict
from proofs_check.witnesses.gpu.deciding import digests_of
from proofs_check.witnesses.gpu.rows import holds
from proofs_check.witnesses.trained.experiment import decide, outcomes_of, stale

pytest.importorskip("torch")
pytest.importorskip("transformers", reason="transformers is not installed: pip install -r requirements/figure.txt")

BARE = Path(__file__).with_name("bare.py")


def shows_the_spike(outcomes: Any) -> None:
    """That of the fixed covariance, and what larger covariates cost."""
    larger = gt(quantity(e_fixed, 2, same, M_0), quantity(e_fixed, 2, same, 2))
    assert decide(outcomes, exists(M_0, conj(gt(M_0, 2), larger))).verdict is Verdict.SUPPORTED
    assert decide(outcomes, gt(quantity(e_covariates, 2) / 9, quantity(e_plain, 2))).verdict is Verdict.SUPPORTED
    for part in ("b", "c"):
        assert decide(outcomes, positional_encodings.part(part).readings[0].prop).verdict is Verdict.SUPPORTED


@pytest.mark.slow
@pytest.mark.train
def test_a_dry_run_makes_every_record_where_torch_and_numpy_are_all_there_is_and_the_command_goes_on_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path))
    command = [sys.executable, str(BARE), "proofs_check.witnesses.gpu", "--everything", "--dry-run"]
    done = subprocess.run([*command, "--out", str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert "failed" not in done.stdout
    made = sorted(tmp_path.glob("*.gpu.json"))
    assert len(made) >= 300
    for path in made:
        record = records.read_record(path)
        claim = load().find(record.claim).claim
        assert claim is not None
        assert records.stale(record, digests_of(claim)) is None
        assert record.provenance["device"] == "cpu"
        assert record.provenance["effort"] == "dry"
        for outcome in record.outcomes:
            assert outcome["kind"] in ("tensors", "trained", "block")
            assert outcome["part"] in [part.name for part in claim.parts]
            for row in outcome.get("rows", ()) if outcome["kind"] == "tensors" else ():
                assert holds(row) in (True, False, None)
                assert row["text"]
                assert row["at"]
    assert len(list(tmp_path.glob("*.tiny.json"))) == 7  # the figures and the table

    # The command finds what is trained, and says the same.
    out, of_the_run = tmp_path / "record.json", read_record(tmp_path / "zfb_figure-1.tiny.json")
    command = ["train", "zfb/figure-1", "--preset", "tiny", "--jobs", "2", "--out", str(out), "--resume"]
    ran = CliRunner().invoke(main, command)
    assert ran.exit_code == 0, ran.output
    assert "2 fixed" in ran.output
    record = read_record(out)
    assert stale(record, "tiny") is None
    outcomes = outcomes_of(record)
    assert outcomes == outcomes_of(of_the_run)
    shows_the_spike(outcomes)
