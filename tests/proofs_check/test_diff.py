"""`lemmata diff` finds what changed since a commit, says what it could not compare, and touches no file."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofs_check import registry
from proofs_check.cli import main
from proofs_check.report.diff import snapshot as snapshot_script
from proofs_check.report.diff import trees
from proofs_check.report.diff.compare import SAME_PRINT, compare
from proofs_check.report.diff.snapshot import canonical
from proofs_check.report.diff.trees import Snapshot
from proofs_check.statement.props import eq
from proofs_check.statement.terms import matrix, scalar, tr

ROOT = Path(__file__).resolve().parents[2]
IN_A_CLONE = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the project is no clone here")
CLAIMS = '''
from proofs_check.claims import Kind, claim
from proofs_check.papers.zfb.notation import Lam, d, u_1, x_q
from proofs_check.statement.props import eq
from proofs_check.statement.terms import expect, tr


@claim("mine/trace", kind=Kind.IDENTITY, source="Lemma 1", forall=(d, Lam), witnesses=("words",))
def trace():
    r"""$\\mathbb E x^\\top x=\\operatorname{tr}\\Lambda$."""
    return eq(expect(x_q.T * x_q), tr(Lam))


@claim("mine/moment", kind=Kind.IDENTITY, source="Lemma 2", forall=(d, Lam), witnesses=("words",))
def moment():
    r"""The fourth moment."""
    return eq(expect(x_q * x_q.T * x_q * x_q.T), 3 * Lam**2 + tr(Lam) * Lam)
'''


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's repository with one commit."""
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "paper"
    (folder / "claims").mkdir(parents=True)
    (folder / "claims" / "mine.py").write_text(CLAIMS)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "The first draft")
    return folder


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(("git", "-C", str(folder), *arguments), capture_output=True, check=True, text=True).stdout


def edit(repository: Path, *changes: tuple[str, str]) -> None:
    file = repository / "claims" / "mine.py"
    text = file.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)


def diff(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["diff", *arguments], catch_exceptions=False)


def test_nothing_changed_is_status_0(repository: Path) -> None:
    found = diff("HEAD", "--claims", str(repository / "claims"))
    assert (found.exit_code, "nothing changed" in found.stdout) == (0, True)


def test_a_changed_statement_is_shown_old_and_new_and_the_working_tree_is_left_as_it_is(repository: Path) -> None:
    edit(repository, ("3 * Lam", "2 * Lam"))
    before = git(repository, "status", "--porcelain", "--ignored")
    found = diff("HEAD", "--claims", str(repository / "claims"), "--json")
    assert found.exit_code == 1
    data = json.loads(found.stdout)
    assert data["since"]["subject"] == "The first draft"
    assert data["claims"]["changed"] == [{
        "id": "mine/moment", "kind": "statement", "name": "", "old": "E[x_q x_qᵀ x_q x_qᵀ] = 3 Λ² + tr(Λ) Λ",
        "new": "E[x_q x_qᵀ x_q x_qᵀ] = 2 Λ² + tr(Λ) Λ",
    }]
    assert git(repository, "status", "--porcelain", "--ignored") == before


def test_new_and_removed_claims_and_changed_words_are_told_apart(repository: Path) -> None:
    edit(repository, ("mine/trace", "mine/second-moment"), ("The fourth moment.", "The moment of degree four."))
    found = diff("HEAD", "--claims", str(repository / "claims"))
    assert found.exit_code == 1
    for line in ("+ mine/second-moment", "- mine/trace", "printed words", "+ The moment of degree four."):
        assert line in found.stdout


@pytest.mark.slow
def test_verdicts_are_compared_where_stored_and_run_examines_the_rest(repository: Path) -> None:
    edit(repository, ("3 * Lam", "2 * Lam"))
    claims = ("--claims", str(repository / "claims"))
    assert "Verdicts are compared where both sides have stored results: 0 of 2, --run" in diff("HEAD", *claims).stdout
    found = diff("HEAD", *claims, "--run", "--jobs", "1", "mine/*")
    assert "mine/moment  verdict: REFUTED -> PROVED" in found.stdout
    assert "2 verdicts" in found.stdout
    assert json.loads(diff("HEAD", *claims, "--json").stdout)["verdicts"] == [
        {"id": "mine/moment", "kind": "verdict", "name": "", "old": "REFUTED", "new": "PROVED"}
    ]


def test_a_folder_that_the_commit_does_not_have_is_new(repository: Path) -> None:
    other = repository / "more"
    other.mkdir()
    (other / "more.py").write_text(CLAIMS.replace("mine/", "more/"))
    found = diff("HEAD", "--claims", str(other))
    assert found.exit_code == 1
    assert "+ more/trace" in found.stdout
    assert "is not in" in found.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nonsense",), "lemmata: REV 'nonsense' is no commit of"),
        (("--", "-x"), "lemmata: REV '-x' is no commit of"),
        (("HEAD", "mine/trce"), "lemmata: Unknown id 'mine/trce': did you mean 'mine/trace'?"),
        (("HEAD", "--jobs", "0"), "lemmata: --jobs 0 must be a positive integer"),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_sentence(
    repository: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    found = diff("--claims", str(repository / "claims"), *arguments)
    assert (found.exit_code, found.stderr.startswith(sentence)) == (2, True), found.stderr
    assert found.stderr.count("\n") == 1


def test_a_folder_outside_any_repository_is_refused(repository: Path, tmp_path: Path) -> None:
    (tmp_path / "loose").mkdir()
    (tmp_path / "loose" / "mine.py").write_text(CLAIMS)
    found = diff("HEAD", "--claims", str(tmp_path / "loose"))
    assert (found.exit_code, "lies in no git repository" in found.stderr) == (2, True)


def test_a_claim_file_that_cannot_be_read_is_no_silent_difference(repository: Path) -> None:
    edit(repository, ("return eq(expect(x_q.T", "return eq(expectation(x_q.T"))
    found = diff("HEAD", "--claims", str(repository / "claims"))
    assert (found.exit_code, "expectation" in found.stderr) == (2, True)


@pytest.mark.parametrize(("does", "told"), [
    ("import os; os._exit(0)", "odd.py ends the process that reads it, with status 0"),
    ("while True: pass", "still being read after 3 s: take out"),
])  # fmt: skip
def test_a_claim_file_that_ends_its_process_or_hangs_is_told(
    repository: Path, does: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trees, "SECONDS", 3.0 if "while" in does else 60.0)
    (repository / "claims" / "odd.py").write_text(f"from proofs_check import *\n{does}\n")
    found = diff("HEAD", "--claims", str(repository / "claims"))
    assert (found.exit_code, found.stdout) == (2, "")
    assert told in found.stderr


def test_the_users_claims_are_read_by_no_process_but_those_of_the_two_sides(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_here(*given: object) -> None:
        raise AssertionError("read in the process of the command")

    monkeypatch.setattr(registry, "read", read_here)
    assert diff("HEAD", "--claims", str(repository / "claims")).exit_code == 0


@IN_A_CLONE
@pytest.mark.slow
def test_the_project_is_compared_with_its_own_commit_formulas_included(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path))
    data = json.loads(diff("HEAD", "lsa", "zfb/lemma-17", "--json").stdout)
    assert data["compared"]["claims"] == 1
    assert data["compared"]["formulas"] > 20


# What counts as a change ----------------------------------------------------------------------------------------------

def told(tree: str, shown: str, where: str = "") -> dict[str, str]:
    return {"tree": tree, "shown": shown, "where": where}


def snapshot(**parts: dict[str, dict[str, str]]) -> Snapshot:
    kinds = ("statement", "hypothesis", "proof step", "other")
    claim: dict[str, dict[str, dict[str, str]]] = {kind: {} for kind in kinds}
    claim |= {name.replace("_", " "): value for name, value in parts.items()}
    return Snapshot({"a": claim})


def test_a_change_that_does_not_show_in_print_says_so() -> None:
    old, new = (snapshot(statement={"": told(tree, "a = b")}) for tree in "12")
    (change,) = compare(old, new).changed["a"]
    assert (change.old, change.new) == ("a = b", f"a = b ({SAME_PRINT})")
    where = compare(
        snapshot(statement={"": told("1", "G", "G = 1")}), snapshot(statement={"": told("2", "G", "G = 2")})
    ).changed["a"][0]
    assert (where.old, where.new) == ("G, where G = 1", "G, where G = 2")


def test_how_a_statement_is_printed_alone_is_no_change() -> None:
    found = compare(snapshot(statement={"": told("1", "a b")}), snapshot(statement={"": told("1", "a·b")}))
    assert not found.any


def test_steps_hypotheses_verdicts_and_formulas_count() -> None:
    old = snapshot(hypothesis={"h": told("1", "p")}, proof_step={"s": told("1", "q")})
    new = snapshot(hypothesis={"g": told("1", "p")}, proof_step={"s": told("2", "r")})
    kinds = [(c.title, c.old, c.new) for c in compare(old, new).changed["a"]]
    assert kinds == [("hypothesis h", "p", None), ("hypothesis g", None, "p"), ("proof step s", "q", "r")]
    verdict = {"verdict": "PROVED", "parts": {"(a)": "PROVED"}, "printed_proof": "follows"}
    worse = {"verdict": "REFUTED", "parts": {"(a)": "REFUTED"}, "printed_proof": "follows"}
    found = compare(Snapshot(old.claims, {"a": verdict}, {"L": "x"}), Snapshot(old.claims, {"a": worse}, {"L": "y"}))
    assert [(c.title, c.old, c.new) for c in found.verdicts["a"]] == [
        ("verdict", "PROVED", "REFUTED"), ("verdict (a)", "PROVED", "REFUTED"),
    ]
    assert [(c.name, c.old, c.new) for c in found.formulas] == [("L", "x", "y")]


def test_what_a_tree_cannot_read_is_not_reported_as_new() -> None:
    old = Snapshot(formulas={"L": "x"}, missing={"claims": "too old"})
    found = compare(old, Snapshot(snapshot().claims, formulas={"L": "x"}))
    assert not found.any


def test_the_text_of_a_tree_is_the_same_in_every_process_and_tells_different_trees_apart() -> None:
    A, a = matrix("A", "d", "d", "symmetric", "psd"), scalar("a")
    assert canonical(eq(tr(A), a)) == canonical(eq(tr(matrix("A", "d", "d", "psd", "symmetric")), scalar("a")))
    assert canonical(eq(tr(A), a)) != canonical(eq(tr(matrix("A")), a))


def test_a_formula_that_cannot_be_derived_any_more_is_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(model: str, what: str, dim: int | None) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("symbolic.derive.derive", broken)
    assert set(snapshot_script._formulas().values()) == {"cannot be derived: ZeroDivisionError: by zero"}
