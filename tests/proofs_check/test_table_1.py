"""Table 1: what the committed record says, what breaks it, and the command that makes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from proofs_check.cli import main
from proofs_check.evidence import records
from proofs_check.evidence.experiments import summary
from proofs_check.papers.zwb.table_1 import FAR, NEARLY_ZERO, e_GPT2, e_noMLP, loss, table_1
from proofs_check.runner import examine
from proofs_check.statement.mutate import twins
from proofs_check.statement.props import gt
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.trained.experiment import TABLE, decide, file_name, find, outcomes_of, refutes, stale

PARTS = ("mean zero", "away from zero", "relatively well", "one layer")


@pytest.fixture(scope="module")
def outcomes() -> dict[str, Any]:
    record = find("small", TABLE)
    assert record is not None
    return outcomes_of(record)


def said(outcomes: dict[str, Any], name: str) -> Verdict:
    return decide(outcomes, table_1.part(name).readings[0].prop, of=TABLE).verdict


def changed(outcomes: dict[str, Any], **factors: float) -> dict[str, Any]:
    """The same record with the errors of cells multiplied."""
    made = json.loads(json.dumps(outcomes))
    for cell in made["curves"]:
        factor = factors.get(cell["curve"].replace(" ", "_").replace("-", "_"), 1.0)
        cell["errors"] = [factor * value for value in cell["errors"]]
    return made


def test_the_committed_record_is_not_stale_and_supports_every_part(outcomes: dict[str, Any]) -> None:
    record = find("small", TABLE)
    assert record is not None
    assert stale(record, "small") is None
    assert {name: said(outcomes, name) for name in PARTS} == dict.fromkeys(PARTS, Verdict.SUPPORTED)
    assert record.provenance["versions"]["torch"]


def test_the_factor_by_which_the_quotient_grows_is_above_one_with_certainty(outcomes: dict[str, Any]) -> None:
    outcome = decide(outcomes, table_1.part("away from zero").readings[0].prop, of=TABLE)
    (row,) = outcome.figures["tests"]
    assert row["margin"] > 1
    assert outcome.figures["false_alarm_rate"] == 1e-6


def test_a_model_without_mlp_that_does_as_well_as_the_other_goes_red(outcomes: dict[str, Any]) -> None:
    assert said(changed(outcomes, GPT2_noMLP_at_10=0.2), "away from zero") is Verdict.UNDECIDED
    assert said(changed(outcomes, LSA_at_10=0.01), "one layer") is Verdict.UNDECIDED


def test_labels_without_the_task_mean_go_red(outcomes: dict[str, Any]) -> None:
    # Were the far prompts those of mean 0, every far cell would repeat its neighbour.
    made = json.loads(json.dumps(outcomes))
    by_name = {cell["curve"]: cell for cell in made["curves"]}
    for name, cell in by_name.items():
        cell["errors"] = by_name[name.replace("10", "0")]["errors"]
    assert said(made, "away from zero") is Verdict.UNDECIDED
    assert said(made, "one layer") is Verdict.UNDECIDED


def test_a_loss_that_is_not_nearly_zero_goes_red(outcomes: dict[str, Any]) -> None:
    assert said(changed(outcomes, GPT2_noMLP_at_0=30.0), "mean zero") is Verdict.UNDECIDED
    assert said(changed(outcomes, GPT2_at_10=1000.0), "relatively well") is Verdict.UNDECIDED
    assert pytest.approx(0.1) == NEARLY_ZERO


def test_the_reversed_statement_is_refuted() -> None:
    reverse = gt(loss(e_noMLP, 0) / loss(e_GPT2, 0), loss(e_noMLP, FAR) / loss(e_GPT2, FAR))
    assert refutes("trained", table_1, reverse, Context())


def test_the_printed_architecture_is_that_of_the_full_preset_and_a_wrong_one_is_noticed() -> None:
    found = {row.name: row.verdict for row in examine(table_1, ("trained", "gpu"), Context()).witnesses
             if row.part == "setup"}  # fmt: skip
    assert found == {"trained": Verdict.DEFINED, "gpu": Verdict.NOT_RUN}
    wrong = [twin.prop for twin in twins(table_1.part("setup").readings[0].prop) if twin.rule == "constant doubled"]
    assert wrong
    assert all(refutes("trained", table_1, prop, Context()) for prop in wrong)


def test_without_a_record_nothing_ran_and_the_command_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "EVIDENCE", tmp_path)
    rows = [row for row in examine(table_1, ("trained", "gpu"), Context()).witnesses if row.part != "setup"]
    assert {row.verdict for row in rows} == {Verdict.NOT_RUN}
    assert any("lemmata train zwb/table-1 --preset small --device cpu --resume" in row.sentence for row in rows)


def test_the_summary_has_a_line_for_each_cell() -> None:
    record = find("small", TABLE)
    assert record is not None
    lines = summary(record)
    assert len(lines) == 1 + 8 + 2
    assert any(line.split()[:3] == ["GPT2-noMLP", "at", "10"] for line in lines)


@pytest.mark.slow
@pytest.mark.train
def test_the_smallest_experiment_runs_from_the_command_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("transformers", reason="transformers is not installed")
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    out = tmp_path / "record.json"
    command = ["train", "zwb/table-1", "--preset", "tiny", "--jobs", "2", "--out", str(out)]
    ran = CliRunner().invoke(main, command)
    assert ran.exit_code == 0, ran.output
    assert "LSA at 10" in ran.output
    first = records.read_record(out)
    assert stale(first, "tiny") is None
    assert np.mean(outcomes_of(first)["curves"][-1]["errors"]) > 1
    assert CliRunner().invoke(main, [*command, "--resume"]).exit_code == 0
    assert outcomes_of(records.read_record(out)) == outcomes_of(first)


def test_the_record_of_the_experiment_is_named_after_it() -> None:
    assert file_name("small", TABLE) == "zwb_table-1.small.json"
