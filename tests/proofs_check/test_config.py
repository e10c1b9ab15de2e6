"""`[tool.lemmata]`: the command alone works in a repository that is not ours, and the command line goes first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofs_check.cli import main
from proofs_check.config import Settings, settings

MINE = """
from proofs_check.claims import Kind, claim
from proofs_check.statement.props import eq
from proofs_check.statement.terms import matrix, tr

F, G = matrix("F_1"), matrix("F_2")

@claim("mine/cyclic", kind=Kind.IDENTITY, source="my draft", forall=(F, G), witnesses=("words",))
def cyclic():
    "The trace is cyclic."
    return eq(tr(F * G), tr(G * F))
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stranger's repository with a folder of claim files; the store is where it is by default."""
    root = tmp_path / "paper"
    (root / ".git").mkdir(parents=True)
    (root / "lemmas").mkdir()
    (root / "lemmas" / "mine.py").write_text(MINE)
    monkeypatch.chdir(root)
    monkeypatch.delenv("LEMMATA_HOME", raising=False)
    return root


def configure(root: Path, text: str) -> None:
    (root / "pyproject.toml").write_text(f"[project]\nname = 'paper'\n\n[tool.lemmata]\n{text}\n")


def lemmata(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def ids_of(result: Result) -> list[str]:
    return [row["id"] for row in json.loads(result.stdout)["claims"]]


def test_check_alone_examines_what_the_table_says(repository: Path) -> None:
    configure(repository, 'claims = ["lemmas"]\nids = ["mine/*"]')
    result = lemmata("check", "--jobs", "1", "--json", "-")
    assert (result.exit_code, ids_of(result)) == (0, ["mine/cyclic"])


def test_the_table_is_found_from_below_and_its_folders_stand_beside_it(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(repository, 'claims = ["lemmas"]\ntier = "full"\nstrict = true')
    (repository / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(repository / "deep" / "er")
    assert settings() == Settings((str(repository.resolve() / "lemmas"),), (), "full", True)


def test_the_search_for_a_table_ends_at_the_root_of_the_repository(repository: Path) -> None:
    configure(repository.parent, 'tier = "full"')
    assert settings() == Settings()


def test_a_pyproject_without_the_table_is_passed_over(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(repository, 'tier = "full"')
    inside = repository / "package"
    inside.mkdir()
    (inside / "pyproject.toml").write_text("[project]\nname = 'inner'\n")
    monkeypatch.chdir(inside)
    assert settings().tier == "full"


def test_the_command_line_goes_before_the_table(repository: Path, waiting: str) -> None:
    configure(repository, 'claims = ["lemmas"]\nids = ["mine/*"]\nstrict = true')
    result = lemmata("check", waiting, "--json", "-")
    assert ids_of(result) == [waiting]
    assert result.exit_code == 1, "strict of the table holds where the line says nothing"
    (repository / "others").mkdir()
    (repository / "others" / "theirs.py").write_text(MINE.replace("mine/", "theirs/"))
    assert ids_of(lemmata("check", "theirs/*", "--claims", "others", "--jobs", "1", "--json", "-")) == ["theirs/cyclic"]


def test_show_knows_the_claims_of_the_table(repository: Path) -> None:
    configure(repository, 'claims = ["lemmas"]')
    result = lemmata("show", "mine/cyclic")
    assert (result.exit_code, "my draft" in result.output) == (0, True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('claim = ["lemmas"]', "has the unknown key 'claim': did you mean 'claims'?"),
        ('claims = ["lemas"]', "has claims = 'lemas', which does not exist beside that file"),
        ('claims = "lemmas"', "which must be a list of strings"),
        ('tier = "slow"', "has tier = 'slow', which must be 'fast' or 'full'"),
        ('strict = "yes"', "has strict = 'yes', which must be true or false"),
        ("strict =", "cannot be read: Invalid value"),
    ],
)
def test_what_the_table_cannot_hold_is_one_sentence_and_exit_status_2(
    repository: Path, text: str, sentence: str
) -> None:
    configure(repository, text)
    result = lemmata("check")
    assert result.exit_code == 2
    assert sentence in result.output
    assert result.output.count("\n") == 1


def test_help_is_there_whatever_the_table_says(repository: Path) -> None:
    configure(repository, "nonsense = 1")
    assert lemmata("check", "--help").exit_code == 0


def test_a_new_store_lies_in_the_folder_and_keeps_itself_out_of_git(repository: Path) -> None:
    configure(repository, 'claims = ["lemmas"]\nids = ["mine/*"]')
    assert lemmata("check", "--jobs", "1").exit_code == 0
    assert (repository / ".lemmata" / ".gitignore").read_text().splitlines()[-1] == "*"
    assert list((repository / ".lemmata" / "results" / "mine_cyclic").glob("*.json"))


def test_where_the_folder_cannot_be_written_the_store_goes_to_the_users_cache(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(repository, 'claims = ["lemmas"]\nids = ["mine/*"]')
    (repository / ".lemmata").write_text("a file stands where the store would be: not even root can make it")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert lemmata("check", "--jobs", "1").exit_code == 0
    assert list((tmp_path / "cache" / "lemmata" / "results").iterdir())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chek"], "No such command 'chek'. Did you mean 'check'?"),
        (["reprot", "-o", "x"], "Did you mean 'report'?"),
        (["frobnicate"], "The commands are "),
        (["check", "--witnes", "words"], "Did you mean '--witness'?"),
    ],
)
def test_a_mistyped_command_or_option_is_met_with_the_nearest(arguments: list[str], sentence: str) -> None:
    result = lemmata(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output
