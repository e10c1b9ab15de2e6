"""The file of macros: the same bytes each time, it compiles, and `--check` tells what is out of date and why."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofs_check.cli import main
from proofs_check.registry import load
from proofs_check.report import latex as tex
from proofs_check.report.latex import file as latex_file
from proofs_check.report.latex.names import Key
from proofs_check.report.latex.status import status, typeset_scope
from proofs_check.report.latex.text import escaped
from proofs_check.results import Decided
from proofs_check.results import Result as Outcome
from proofs_check.verdict import Verdict
from symbolic.typesetting.lines import WIDTH

MINE = '''
from proofs_check.claims import Kind, claim
from proofs_check.statement.props import eq
from proofs_check.statement.terms import matrix, tr

A, B = matrix("A"), matrix("B")

@claim("my-paper-2/lemma-1", kind=Kind.IDENTITY, source="my 2nd draft & notes", forall=(A, B), witnesses=("words",))
def cyclic():
    "The trace is cyclic."
    return {"a": eq(tr(A * B), tr(B * A)), "b": eq(A.T.T, A)}
'''
needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")


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


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "macros.tex"
    assert lemmata("latex", "lsa", "zfb/lemma-17", "zfb/eq-31", "--dim", "1", "-o", str(path)).exit_code == 0
    return path


def lemmata(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def check(path: Path, *more: str) -> tuple[int, str]:
    result = lemmata("latex", "--check", str(path), *more)
    return result.exit_code, result.output


def compiled(folder: Path, document: str) -> str:
    """The log of pdflatex, which must succeed."""
    (folder / "paper.tex").write_text(document)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]
    return (folder / "paper.log").read_text(errors="replace")


# The file ------------------------------------------------------------------------------------------------

def test_the_same_input_gives_the_same_bytes(written: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.tex"
    lemmata("latex", "lsa", "zfb/lemma-17", "zfb/eq-31", "--dim", "1", "-o", str(again))
    assert again.read_bytes() == written.read_bytes()


def test_the_header_says_what_the_file_needs_and_how_it_was_made(written: Path) -> None:
    head = written.read_text().split("\\providecommand")[0]
    assert "\\usepackage{amsmath,amssymb}" in head
    assert "% Written by: lemmata latex lsa zfb/lemma-17 zfb/eq-31 --dim 1\n" in head
    assert "lemmata latex --check FILE" in head
    assert str(written) not in head


@needs_tex
def test_a_paper_that_inputs_the_macros_compiles(written: Path, tmp_path: Path) -> None:
    document = r"""\documentclass{article}
\usepackage{amsmath,amssymb}
\input{macros}
\input{other}
\begin{document}
\section{The loss $\zfbLsaMinimiser$ and \lemmatastatus{zfb/lemma-17}}
\[\zfbLsaLoss\]\begin{equation}\label{e}\lemmata{zfb/lsa-loss}\end{equation}
\[\lemmata[a]{zfb/lemma-17}\quad\zfbLemmaSeventeenA\]
\[\lemmata[@2]{zfb/eq-31}\]\[\zfbLsaMinimiserDimOne\]
Lemma 17 is \zfbLemmaSeventeenStatus; its part (a) is \lemmatastatus[a]{zfb/lemma-17}, see \zfbLemmaTwelveStatus.
\[\lemmata{zfb/lemma-12}\]
\end{document}
"""
    lemmata("latex", "zfb/lemma-12", "-o", str(tmp_path / "other.tex"))
    assert "Overfull \\hbox" not in compiled(tmp_path, document)


@needs_tex
def test_an_unknown_key_is_an_error_of_tex_that_names_it(written: Path, tmp_path: Path) -> None:
    preamble = r"\documentclass{article}\usepackage{amsmath,amssymb}\input{macros}"
    document = preamble + r"\begin{document}\[\lemmata{zfb/no}\]\end{document}"
    (tmp_path / "paper.tex").write_text(document)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode != 0
    assert "No formula []{zfb/no} here" in done.stdout


@needs_tex
def test_everything_compiles_and_no_line_is_too_long(tmp_path: Path) -> None:
    known = load()
    derived, stated = tex.derived_formulas(("zfb/lsa",), (1, 2, 3)), tex.statement_formulas(tuple(known), {}, known)
    log = compiled(tmp_path, latex_file.standalone(tex.checked([*derived, *stated]), [], WIDTH))
    assert "Overfull \\hbox" not in log
    assert (tmp_path / "paper.pdf").stat().st_size > 100_000


# Is it out of date? --------------------------------------------------------------------------------------

def test_a_fresh_file_is_up_to_date(written: Path) -> None:
    assert check(written)[0] == 0
    assert "up to date" in check(written)[1]


def test_a_standalone_document_can_be_checked_too(tmp_path: Path) -> None:
    path = tmp_path / "all.tex"
    lemmata("latex", "lsa", "--standalone", "--width", "246", "-o", str(path))
    assert check(path)[0] == 0


def test_a_changed_formula_of_the_engine_turns_the_check_red(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import symbolic.typesetting.formulas
    from symbolic.lsa import population_loss

    monkeypatch.setattr(symbolic.typesetting.formulas, "population_loss", lambda: population_loss() * 2)
    code, output = check(written)
    assert code == 1
    assert "formula changed: formula zfb/lsa-loss  \\zfbLsaLoss" in output
    assert output.count("formula changed: ") == 1
    assert "in the file:" in output
    assert "now:" in output
    assert f"to write it again: lemmata latex lsa zfb/lemma-17 zfb/eq-31 --dim 1 -o {written}" in output


def test_a_body_changed_by_hand_is_told_from_one_that_is_out_of_date(written: Path) -> None:
    text = written.read_text()
    assert r"u_{-1}U_{11}=\Gamma^{-1}}" in text
    written.write_text(text.replace(r"u_{-1}U_{11}=\Gamma^{-1}}", r"u_{-1}U_{11}=\Gamma^{-2}}"))
    code, output = check(written)
    assert code == 1
    assert "edited by hand: formula zfb/lsa-minimiser  \\zfbLsaMinimiser" in output
    assert "formula changed: " not in output


def test_a_renamed_macro_and_one_taken_out_are_reported(written: Path) -> None:
    text = written.read_text()
    start = text.index("% formula zfb/lsa-gamma ")
    end = text.index("% formula zfb/lsa-prediction ")
    written.write_text((text[:start] + text[end:]).replace("{\\zfbLsaLoss}{%", "{\\myLoss}{%"))
    code, output = check(written)
    assert code == 1
    assert "1 taken out by hand" in output
    assert "now called  \\zfbLsaLoss" in output


def test_a_formula_whose_id_is_gone_is_reported(tmp_path: Path, mine: str) -> None:
    path = tmp_path / "macros.tex"
    lemmata("latex", "my-paper-2/*", "--claims", mine, "-o", str(path))
    assert check(path, "--claims", mine)[0] == 0
    code, output = check(path)
    assert code == 1
    assert "no longer there: formula my-paper-2/lemma-1#a" in output


def test_a_status_that_changed_or_is_not_known_here_is_reported(
    tmp_path: Path, mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "macros.tex"
    lemmata("latex", "my-paper-2/*", "--claims", mine, "-o", str(path))
    assert r"\newcommand{\mypapertwoLemmaOneStatus}{%" "\nnot checked}" in path.read_text()
    assert lemmata("check", "my-paper-2/*", "--claims", mine, "--jobs", "1").exit_code == 0
    code, output = check(path, "--claims", mine)
    assert code == 1
    assert "status changed: status my-paper-2/lemma-1  \\mypapertwoLemmaOneStatus" in output
    lemmata("latex", "my-paper-2/*", "--claims", mine, "-o", str(path))
    assert "{%\n(a) proved (every $d$, $A$ and $B$); (b) proved (every $d$ and $A$)}" in path.read_text()
    assert check(path, "--claims", mine)[0] == 0
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "elsewhere"))
    code, output = check(path, "--claims", mine)
    assert code == 1
    assert "status not known here" in output
    assert "first: lemmata check my-paper-2/lemma-1" in output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--check", "/no/such/file.tex"], "there is no such file"),
        (["--check", "{tmp}"], "it is a folder"),
        (["--check", "{tmp}/other.tex"], "is no file of `lemmata latex`"),
        (["--check", "{tmp}/binary.tex"], "not text in UTF-8"),
        (["--check", "{tmp}/other.tex", "zfb/lemma-17"], "give it alone"),
        (["lsa", "--dim", "4"], "typeset for 1 to 3"),
        (["zfb/lemma-17", "--dim", "2"], "name one, for example lsa"),
        (["ccs/mlp"], "ccs/mlp"),
    ],
)
def test_bad_usage_is_one_sentence_and_exit_status_2(arguments: list[str], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "other.tex").write_text("\\documentclass{article}")
    (tmp_path / "binary.tex").write_bytes(b"\xff\xfe\x00")
    result = lemmata("latex", *(x.replace("{tmp}", str(tmp_path)) for x in arguments))
    assert result.exit_code == 2, result.output
    assert sentence in result.output
    assert "Traceback" not in result.output


# Statuses ------------------------------------------------------------------------------------------------

def test_a_refuted_statement_prints_what_became_of_its_correction() -> None:
    known = load()
    id = "zfb/section-4.2-query-orthogonal"
    readings = known.find(id).claim.parts[0].readings  # type: ignore[union-attr]
    refuted = Outcome(
        id, Verdict.REFUTED, parts=tuple(Decided("", r.name, Verdict.REFUTED, "d = 2") for r in readings)
    )
    corrected = known.corrections(id)[0]
    proved = Outcome(
        corrected.id, Verdict.PROVED,
        parts=tuple(Decided(p.name, "", Verdict.PROVED, "every d, N, M, Lam, c") for p in corrected.parts),
    )
    shown = status(known.find(id), known, {id: refuted, corrected.id: proved})
    assert shown == (
        "refuted as printed (counterexample: $d = 2$); "
        r"the corrected statement: proved (every $d$, $N$, $M$, $\Lambda$ and $c$)"
    )
    assert status(known.find(id), known, {id: refuted}).endswith("the corrected statement: not checked")


def test_parts_that_came_out_differently_are_listed() -> None:
    known = load()
    s = known.find("zfb/appendix-b-hessian")
    parts = (Decided("a", "", Verdict.PROVED, "every d, Lam"), Decided("b", "", Verdict.REFUTED, "d = 1"))
    shown = status(s, known, {s.id: Outcome(s.id, Verdict.REFUTED, parts=parts)})
    assert shown.startswith(r"(a) proved (every $d$ and $\Lambda$); (b) refuted as printed (counterexample: $d = 1$)")
    assert status(s, known, {}, "a") == "not checked"


def test_a_part_that_holds_in_some_readings_only_says_so() -> None:
    known = load()
    s = known.find("zfb/eq-31")
    first, second = (reading.name for reading in s.claim.parts[0].readings)  # type: ignore[union-attr]
    decided = (Decided("", first, Verdict.REFUTED, "one point"), Decided("", second, Verdict.SUPPORTED, "d = 1, 2"))
    results = {s.id: Outcome(s.id, Verdict.SUPPORTED, parts=decided)}
    assert status(s, known, results) == "supported in 1 of 2 readings, not proved ($d = 1, 2$)"
    assert status(s, known, results, "", first) == "refuted in this reading (counterexample: one point)"


def test_scopes_are_typeset_and_text_is_safe() -> None:
    names = {"d": "d", "N": "N", "lam_tau": r"\lambda_\tau"}
    assert typeset_scope("every d, N and law of lam_tau", names) == r"every $d$, $N$ and law of $\lambda_\tau$"
    assert typeset_scope("(d, N) = (1, 3) with 50% of x_1", names) == r"$(d, N) = (1, 3)$ with 50\% of x\_1"
    assert escaped("a_b & 50% #1 {x} ~ ^ \\ λ é ☃") == (
        r"a\_b \& 50\% \#1 \{x\} \textasciitilde{} \textasciicircum{} \textbackslash{} $\lambda$ \'{e} ?"
    )


def test_two_ids_with_the_same_macro_are_refused() -> None:
    one = tex.Formula("pLemmaOne", "a", "", Key("p/lemma-1"))
    two = tex.Formula("pLemmaOne", "b", "", Key("P/lemma-1"))
    with pytest.raises(ValueError, match="give the same macro"):
        tex.checked([one, two])


def test_letters_that_a_formula_names_are_defined_beside_it() -> None:
    text = CliRunner().invoke(main, ["latex", "ccs/eq-23"]).output
    assert r"\lemmataset{letters}{ccs/eq-23}{a}{\ccsEqTwentyThreeAWhere}" in text
    assert r"Z_{\ell+1} = Z_{\ell}" in text
    assert "Y_0 = Y_{0}" not in text
