"""`lemmata new` writes a file that runs, and never over another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofs_check.cli import main
from proofs_check.commands.new import KINDS
from proofs_check.registry import load


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    return tmp_path


def lemmata(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize("kind", KINDS)
def test_each_template_is_proved_as_it_stands(kind: str, here: Path) -> None:
    told = lemmata("new", f"my-paper/{kind}", "--kind", kind)
    assert told.exit_code == 0
    assert told.output.splitlines()[-1].strip() == f"lemmata check my-paper/{kind} --claims claims"
    done = lemmata("check", "--claims", "claims", "--jobs", "1", "--json", "-")
    (row,) = json.loads(done.stdout)["claims"]
    assert (row["id"], row["verdict"], row["kind"]) == (f"my-paper/{kind}", "PROVED", kind)
    assert f"def {kind}():" in (here / "claims" / f"{kind}.py").read_text(encoding="utf-8")


def test_what_the_comments_of_a_template_say_can_be_done(here: Path) -> None:
    lemmata("new", "my-paper/lemma-1")
    file = here / "claims" / "lemma_1.py"
    text = file.read_text(encoding="utf-8")
    commented = {
        "import Kind, claim": "import Expected, Hypothesis, Kind, Paper, Verdict, claim, le",
        "#   PAPER = ": "PAPER = ",
        "# given=": "given=", "# uses=": "uses=", "# witnesses=": "witnesses=", "# expected=": "expected=",
        "     hypotheses, by name": "", "what it rests on, for the graph": "",
        "who examines it; by default all who can": "", "where it is meant to fail": "",
    }  # fmt: skip
    for comment, code in commented.items():
        assert comment in text
        text = text.replace(comment, code)
    file.write_text(text, encoding="utf-8")
    claim = load(("claims",)).find("my-paper/lemma-1").claim
    assert claim is not None
    assert (claim.uses, claim.witnesses, claim.given[0].name) == (("zfb/lemma-10",), ("words", "entries"), "S is small")


def test_a_file_is_never_overwritten(here: Path) -> None:
    (here / "claims").mkdir()
    (here / "claims" / "lemma_1.py").write_text("mine", encoding="utf-8")
    told = lemmata("new", "my-paper/lemma-1")
    assert (told.exit_code, "claims/lemma_1.py exists and is left as it is" in told.output) == (2, True)
    assert (here / "claims" / "lemma_1.py").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["my paper/1"], "must read paper/label"),
        (["zfb/lemma-99"], "is a paper of the library"),
        (["zfb/lemma-17"], "is taken in"),
        (["mine/a", "-o", "a.txt"], "must be a Python file"),
        (["mine/a", "--claims", "file"], "must be a folder"),
    ],
)
def test_what_cannot_be_written_gets_a_sentence(here: Path, arguments: list[str], sentence: str) -> None:
    (here / "file").touch()
    told = lemmata("new", *arguments)
    assert (told.exit_code, sentence in told.output, told.output.count("\n")) == (2, True, 1)


def test_an_id_of_the_folder_is_taken_and_a_broken_file_is_no_hindrance(here: Path) -> None:
    lemmata("new", "mine/lemma-1", "-o", "claims/first.py")
    assert "is taken in claims/first.py, line" in lemmata("new", "mine/lemma-1").output
    (here / "claims" / "broken.py").write_text("import proofs_check\ndef (:", encoding="utf-8")
    assert lemmata("new", "mine/lemma-2").exit_code == 0


def test_the_folder_is_that_of_the_repository_where_it_names_one(here: Path) -> None:
    (here / "statements").mkdir()
    (here / "pyproject.toml").write_text('[tool.lemmata]\nclaims = ["statements"]\n', encoding="utf-8")
    assert lemmata("new", "mine/lemma-1").exit_code == 0
    assert (here / "statements" / "lemma_1.py").exists()
