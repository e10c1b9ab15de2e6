"""The example workflow: sound for GitHub, and its commands do what it says in a repository that is not ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.proofs_check.test_config import MINE

_ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = _ROOT / "notebooks" / "own_lemmas" / "lemmata.yml"


@pytest.fixture(scope="module")
def workflow() -> dict[str, Any]:
    loaded = yaml.safe_load(WORKFLOW.read_text())
    assert isinstance(loaded, dict)
    return loaded


def test_a_linter_of_workflows_has_nothing_to_say() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    if not zizmor.exists():
        pytest.skip("zizmor is not installed")
    done = subprocess.run(
        [zizmor, "--offline", "--no-progress", "--strict-collection", "--persona", "pedantic", WORKFLOW],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No findings" in done.stdout + done.stderr


def test_every_action_is_pinned_to_a_commit_with_its_version_beside_it() -> None:
    lines = [line for line in WORKFLOW.read_text().splitlines() if "uses:" in line]
    assert len(lines) == 6
    for line in lines:
        commit, version = line.split("@")[1].split(" # v")
        assert (len(commit), version.count(".")) == (40, 2), line


def test_the_store_is_saved_when_the_check_fails_and_under_the_key_it_was_looked_up(workflow: dict[str, Any]) -> None:
    steps = workflow["jobs"]["check"]["steps"]
    restore, save = (step for step in steps if step.get("uses", "").startswith("actions/cache/"))
    assert [step["uses"].split("@")[0].rsplit("/")[-1] for step in (restore, save)] == ["restore", "save"]
    assert restore["with"]["path"] == save["with"]["path"] == "${{ env.LEMMATA_HOME }}"
    assert save["if"].startswith("always()")
    assert save["with"]["key"] == "${{ steps.store.outputs.cache-primary-key }}"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A stranger's repository with the workflow's folder of claims, and the command on the path."""
    (tmp_path / "paper" / "claims").mkdir(parents=True)
    (tmp_path / "paper" / "claims" / "mine.py").write_text(MINE)
    command = tmp_path / "bin" / "lemmata"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m proofs_check.cli "$@"\n')
    command.chmod(0o755)
    return tmp_path / "paper"


def run_the_commands(workflow: dict[str, Any], repository: Path) -> subprocess.CompletedProcess[str]:
    """Every ``run:`` but the installation, as GitHub runs it."""
    (job,) = workflow["jobs"].values()
    commands = [step["run"] for step in job["steps"] if "run" in step and step.get("id") != "install"]
    environment = {
        **os.environ, **workflow["env"], "PATH": f"{repository.parent / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(_ROOT), "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(repository),
        "GITHUB_STEP_SUMMARY": str(repository.parent / "summary.md"),
    }  # fmt: skip
    bash = shutil.which("bash")
    assert bash
    return subprocess.run(
        [bash, "-e", "-o", "pipefail", "-c", "\n".join(commands)], cwd=repository, env=environment, capture_output=True,
        text=True, check=False,
    )  # fmt: skip


def test_its_commands_pass_on_true_claims_and_keep_the_results(workflow: dict[str, Any], repository: Path) -> None:
    done = run_the_commands(workflow, repository)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (repository / "lemmata.xml").exists()
    assert (repository / "lemmata.sarif").exists()
    assert list((repository / workflow["env"]["LEMMATA_HOME"] / "results").iterdir())
    assert "1 statements: PROVED 1" in (repository.parent / "summary.md").read_text()


def test_its_commands_fail_on_a_false_claim_and_annotate_its_line(workflow: dict[str, Any], repository: Path) -> None:
    file = repository / "claims" / "mine.py"
    file.write_text(MINE.replace("tr(G * F)", "tr(G * F.T)"))
    line = next(n for n, text in enumerate(MINE.splitlines(), 1) if text.startswith("@claim"))
    done = run_the_commands(workflow, repository)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"::error file=claims/mine.py,line={line},title=mine/cyclic%3A REFUTED::" in done.stdout
    assert f'"startLine": {line}' in (repository / "lemmata.sarif").read_text()
    assert "| `mine/cyclic` | REFUTED |" in (repository.parent / "summary.md").read_text()
