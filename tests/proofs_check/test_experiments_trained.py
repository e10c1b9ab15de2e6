"""The experiment of Figure 1 at its smallest, from the command to the verdicts: half a minute on two cores."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs_check.cli import main
from proofs_check.evidence.records import read_record
from proofs_check.papers.zfb.notation_experiments import M_0, e_covariates, e_fixed, e_plain, quantity, same
from proofs_check.papers.zfb.section_4_3_positions import positional_encodings
from proofs_check.statement.props import conj, exists, gt
from proofs_check.verdict import Verdict
from proofs_check.witnesses.experiment import decide, outcomes_of, stale

pytest.importorskip("torch")
pytest.importorskip("transformers", reason="transformers is not installed: pip install -r requirements/figure.txt")


@pytest.mark.slow
@pytest.mark.train
def test_the_smallest_experiment_shows_the_spike_and_the_cost_of_larger_covariates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    out = tmp_path / "record.json"
    command = ["train", "zfb/figure-1", "--preset", "tiny", "--jobs", "2", "--out", str(out)]
    ran = CliRunner().invoke(main, command)
    assert ran.exit_code == 0, ran.output
    assert "2 fixed" in ran.output
    record = read_record(out)
    assert stale(record, "tiny") is None
    outcomes = outcomes_of(record)

    larger = gt(quantity(e_fixed, 2, same, M_0), quantity(e_fixed, 2, same, 2))
    assert decide(outcomes, exists(M_0, conj(gt(M_0, 2), larger))).verdict is Verdict.SUPPORTED
    assert decide(outcomes, gt(quantity(e_covariates, 2) / 9, quantity(e_plain, 2))).verdict is Verdict.SUPPORTED
    for part in ("b", "c"):
        assert decide(outcomes, positional_encodings.part(part).readings[0].prop).verdict is Verdict.SUPPORTED
    again = CliRunner().invoke(main, [*command, "--resume"])
    assert again.exit_code == 0
    assert outcomes_of(read_record(out)) == outcomes
