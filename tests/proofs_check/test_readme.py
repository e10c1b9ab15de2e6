"""What the README tells a newcomer to type does what it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs_check.cli import main

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")


def example() -> str:
    (found,) = re.findall(r"```python\n(from proofs_check[^`]*mine/fourth-moment[^`]*?)```", README)
    return str(found)


@pytest.mark.parametrize(("change", "verdict", "status"), [("2 * Lam", "PROVED", 0), ("3 * Lam", "REFUTED", 1)])
def test_the_lemma_of_ones_own_is_proved_and_turns_red_when_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, verdict: str, status: int
) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "claims"
    folder.mkdir()
    (folder / "mine.py").write_text(example().replace("2 * Lam", change))
    done = CliRunner().invoke(main, ["check", "mine/*", "--claims", str(folder), "--jobs", "1", "--json", "-"])
    (row,) = json.loads(done.stdout)["claims"]
    assert (row["verdict"], done.exit_code) == (verdict, status)
    assert (row["erratum"] is not None) == (verdict == "REFUTED")


def test_the_derivation_shown_is_what_the_command_prints() -> None:
    shown = re.findall(r"```\n\$ lemmata (derive .*)\n((?:.*\n)+?)```", README)
    assert shown
    for arguments, output in shown:
        assert CliRunner().invoke(main, arguments.split()).output == output


def test_the_files_that_the_readme_links_to_exist() -> None:
    root = Path(__file__).resolve().parents[2]
    headings = {"#" + re.sub(r"\W+", "-", h.lower()) for h in re.findall(r"^#+ (.+)$", README, re.MULTILINE)}
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", README):
        assert target in headings or (root / target).exists(), target


def test_the_network_of_the_readme_is_balanced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    (shown,) = re.findall(r"```python\n(from fractions[^`]*gradient_flow\([^`]*?)```", README)
    (tmp_path / "network.py").write_text(shown)
    done = CliRunner().invoke(main, ["check", "--claims", str(tmp_path / "network.py"), "--jobs", "1", "--json", "-"])
    (row,) = json.loads(done.stdout[done.stdout.index('{\n "schema"') :])["claims"]
    assert (row["id"], row["verdict"], row["scope"]) == ("mine/balanced", "PROVED", "every d, k, m, S, T and s")


def test_the_forward_passes_of_the_readme_give_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    ((code, shown),) = re.findall(r"```python\n([^`]*forward_pass[^`]*)```\n\n```\n([^`]*)```", README)
    exec(code, {})
    doubles, balls = capsys.readouterr().out.splitlines()
    expected, enclosed = shown.splitlines()
    assert json.loads(doubles) == pytest.approx(json.loads(expected), rel=1e-12)  # numpy's exp differs in its last bit
    assert balls == enclosed


@pytest.mark.parametrize(("change", "verdict"), [("tr(R) / d", "PROVED"), ("tr(R)", "REFUTED")])
def test_the_lemma_about_attention_is_proved_and_turns_red_when_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str, verdict: str
) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    (code,) = re.findall(r"```python\n([^`]*mine/rotated[^`]*)```", README)
    (tmp_path / "mine.py").write_text(code.replace("tr(R) / d", change))
    done = CliRunner().invoke(main, ["check", "--claims", str(tmp_path / "mine.py"), "--jobs", "1", "--json", "-"])
    (row,) = json.loads(done.stdout)["claims"]
    assert row["verdict"] == verdict
    assert verdict == "REFUTED" or row["scope"] == "every d, n, R, X_0, a, b and h"
