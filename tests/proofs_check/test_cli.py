"""The command: exit statuses, one clear sentence for bad input, and the JSON documents."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofs_check.cli import COMMANDS, main

MINE = """
from proofs_check.claims import Expected, Kind, claim
from proofs_check.statement.props import eq
from proofs_check.statement.terms import matrix, tr
from proofs_check.verdict import Verdict

A, B = matrix("A"), matrix("B")

@claim("mine/cyclic", kind=Kind.IDENTITY, source="my draft", forall=(A, B), witnesses=("words",))
def cyclic():
    "The trace is cyclic."
    return eq(tr(A * B), tr(B * A))
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.fixture
def mine(tmp_path: Path) -> str:
    folder = tmp_path / "claims"
    folder.mkdir()
    (folder / "mine.py").write_text(MINE)
    return str(folder)


def lemmata(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check", "zfb/lema-17"], "Unknown id 'zfb/lema-17': did you mean 'zfb/lemma-17'?"),
        (["check", "zfb/nothing*"], "No id matches the pattern 'zfb/nothing*'"),
        (["check", "--witness", "word"], "Unknown witness 'word': did you mean 'words'?"),
        (["check", "--dims", "1,0"], "--dims '1,0' must be positive"),
        (["check", "--dims", "one"], "--dims 'one' must be integers separated by commas"),
        (["check", "--dims", "1000000000"], "--dims '1000000000' must hold dimensions of at most 64"),
        (["check", "--memory-limit", "abc"], "--memory-limit 'abc' must be a positive number of GiB, for example 4."),
        (["check", "--memory-limit", "nan"], "--memory-limit 'nan' must be a positive number of GiB"),
        (["check", "--jobs", "0"], "--jobs 0 must be a positive integer"),
        (["check", "--shard", "3/2"], "--shard '3/2' must satisfy 1 <= I <= K"),
        (["check", "--shard", "x"], "--shard 'x' must read I/K"),
        (["check", "--json", "/no/such/folder/x.json"], "'/no/such/folder' is no folder"),
        (["check", "--junitxml", "/"], "it is a folder"),
        (["check", "--claims", "/no/such/folder"], "there is no such folder"),
        (["show", "zfb/theorm-4"], "did you mean 'zfb/theorem-4'?"),
        (["derive", "lsa", "--dim", "0"], "dim must be a positive integer, not 0"),
        (["derive", "lstm"], "model is 'lstm', which is unknown"),
        (["latex", "zfb/lema-17"], "did you mean 'zfb/lemma-17'?"),
        (["latex", "zfb/lemma-17", "-o", "/no/such/folder/x.tex"], "'/no/such/folder' is no folder"),
        (["train", "lsa", "--lam", "[[1,2],[2,1]]"], "its smallest eigenvalue is -1"),
        (["train", "lsa", "--lam", "[[1,NaN],[NaN,1]]"], "NaN"),
        (["train", "lsa", "--lam", "[[1,2,3],[2,1,3]]"], "square"),
        (["train", "lsa", "--lam", "[[1,2],[0,1]]"], "symmetric"),
        (["train", "lsa", "--lam", "two"], "must be a JSON list"),
        (["train", "lsa", "--sigma", "-1"], "sigma must be a positive number"),
        (["train", "lsa", "--context", "0"], "N must be an integer of at least 1"),
        (["train", "lsa", "--dim", "0"], "d must be an integer of at least 1"),
        (["train", "lsa", "-o", "/no/such/folder/x.json"], "'/no/such/folder' is no folder"),
    ],
)
def test_bad_input_gives_one_clear_sentence_and_exit_status_2(arguments: list[str], sentence: str) -> None:
    result = lemmata(*arguments)
    assert result.exit_code == 2, result.output
    assert sentence in result.output
    assert result.output.count("\n") == 1


@pytest.mark.parametrize("arguments", [["chek"], ["check", "--tier", "slow"], ["derive"], ["check", "--dim"]])
def test_bad_usage_has_exit_status_2(arguments: list[str]) -> None:
    assert lemmata(*arguments).exit_code == 2


def test_no_cuda_is_one_sentence_and_exit_status_2() -> None:
    torch = pytest.importorskip("torch")
    if torch.cuda.is_available():
        pytest.skip("this machine has CUDA")
    result = lemmata("check", "zfb/theorem-4", "--device", "cuda")
    assert result.exit_code == 2
    assert "CUDA" in result.output


def test_list_knows_all_statements_and_their_json_has_the_schema(waiting: str) -> None:
    data = json.loads(lemmata("list", "--json").output)
    assert data["schema"] == 1
    assert {row["id"]: row["verdict"] for row in data["claims"]}[waiting] == "NOT_TRANSCRIBED"
    assert len(data["claims"]) > 400
    keys = {"id", "paper", "label", "kind", "source", "reconstructed", "uses", "verdict"}
    assert keys == set(data["claims"][0])


def test_check_prints_one_json_document_with_the_promised_fields(waiting: str) -> None:
    result = lemmata("check", waiting, "--json", "-")
    data = json.loads(result.stdout)
    assert result.exit_code == 0
    assert set(data) == {"schema", "claims", "summary"}
    promised = {
        "id", "paper", "label", "kind", "verdict", "scope", "expected", "parts", "printed_proof", "unused_hypotheses",
        "witnesses", "erratum",
    }
    assert promised <= set(data["claims"][0])


def test_what_is_not_transcribed_is_counted_and_fails_only_under_strict(waiting: str) -> None:
    assert lemmata("check", waiting).exit_code == 0
    assert lemmata("check", waiting, "--strict").exit_code == 1


def test_the_junit_report_is_written_whole(tmp_path: Path, waiting: str) -> None:
    target = tmp_path / "report.xml"
    assert lemmata("check", waiting, "--junitxml", str(target)).exit_code == 0
    assert target.read_text().startswith("<?xml")
    assert [path.name for path in tmp_path.iterdir() if path.name != "home"] == ["report.xml"]


def test_a_users_own_claim_is_proved(mine: str) -> None:
    result = lemmata("check", "mine/*", "--claims", mine, "--jobs", "1", "--json", "-")
    (row,) = json.loads(result.stdout)["claims"]
    assert (row["verdict"], result.exit_code) == ("PROVED", 0), result.output
    assert row["witnesses"][0]["figures"]["twins"]


def test_a_users_wrong_claim_turns_red(mine: str) -> None:
    path = Path(mine, "mine.py")
    path.write_text(MINE.replace("tr(B * A)", "tr(B * A.T)"))
    result = lemmata("check", "mine/*", "--claims", mine, "--jobs", "1", "--json", "-")
    (row,) = json.loads(result.stdout)["claims"]
    assert (row["verdict"], row["expected"], result.exit_code) == ("REFUTED", False, 1), result.output


def test_show_prints_the_page_beside_the_tree() -> None:
    output = lemmata("show", "zfb/lemma-17").output
    assert "u₋₁² = tr(U₁₁ U₁₁ᵀ)" in output
    assert "as printed" in output


def test_derive_prints_the_loss_with_its_names() -> None:
    data = json.loads(lemmata("derive", "lsa", "--dim", "1", "--json").output)
    assert data["schema"] == 1
    assert set(data["symbols"]) == {"U11", "u12", "u21", "u_-1", "Lam", "N"}
    assert all(name in data["expression"] for name in (data["symbols"]["u_-1"], data["symbols"]["Lam"][0][0]))


def test_derive_without_a_dimension_prints_words() -> None:
    data = json.loads(lemmata("derive", "lsa", "--json").output)
    assert (data["dim"], data["model"]) == (None, "zfb/lsa")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--what", "forward", "--dim", "0"], "dim must be a positive integer, not 0"),
        (["--what", "forward", "--dim", "1", "--n", "0"], "n must be a positive integer, not 0"),
        (["--what", "forward", "--layers", "-1"], "layers must be a positive integer, not -1"),
        (["--what", "forward", "--dim", "1", "--activation", "tanh"], "activation is 'tanh': choose one of general"),
        (["--what", "loss", "--dim", "40"], "would have about"),
        (["--what", "forward", "--layers", "400"], "layers must be at most 10"),
        (["--what", "minima"], "minima of ccs/attention is not derived"),
    ],
)
def test_what_is_not_derived_of_attention_is_said_in_one_sentence(arguments: list[str], sentence: str) -> None:
    done = lemmata("derive", "ccs/attention", *arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("lemmata: ")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_cannot_be_trained_is_met_with_what_can() -> None:
    done = lemmata("train", "ccs/figure-9")
    assert (done.exit_code, "ccs/figure-5" in done.stderr) == (2, True)


def test_ctrl_c_anywhere_ends_with_one_line_and_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: object, **settings: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("symbolic.derive.derive", stopped)
    done = lemmata("derive", "lsa")
    assert (done.exit_code, done.stderr) == (130, "lemmata: interrupted.\n")


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; from proofs_check.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'sympy', 'numpy', 'scipy', 'torch', 'flint', 'rich', 'mpmath'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.splitlines()[-1] == "[]"


def test_listing_all_claims_imports_no_sympy() -> None:
    script = (
        "import sys; from proofs_check.registry import load; tuple(load());"
        "print(sorted({'sympy', 'numpy', 'scipy', 'torch', 'flint'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_ends_with_an_example(command: str) -> None:
    assert f"lemmata {command}" in lemmata(command, "--help").output.split("Example")[-1]
