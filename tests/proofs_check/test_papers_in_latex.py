"""Eleven short papers with true and false lemmas: what is read of them, what becomes of it, and where."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from unicodedata import normalize

import pytest
from click.testing import CliRunner, Result

from proofs_check.cli import main
from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.reading.tex.macros import expanded
from proofs_check.reading.tex.pieces import pieces
from proofs_check.reading.tex.sources import sources
from proofs_check.report.render import plain

PAPERS = Path(__file__).parent / "papers_in_latex"
FALSE = {
    "matrix": {"lem-three", "cor-sum", "lem-inverse"}, "gaussian": {"lem-quad", "thm-wrong-second"},
    "gradients": {"lem-halfgrad", "lem-descent-bad", "eq-quad-wrong"},
    "incontext": {"prop-onestep-wrong", "thm-noise-wrong"},
    "ridge": {"lem-shrink", "lem-deflate-any"}, "regression": {"cor-risk-wrong", "prop-bias-wrong"},
    "descent": {"lem-expand-wrong", "prop-residual-wrong"},
    "leastsquares": {"lem-wrong"}, "quadratics": {"young"}, "linearattention": {"lem-false"},
    "moments": {"lem-variance-wrong", "lem-six-wrong", "thm-frobenius-wrong"},
}  # fmt: skip
"""What fails as it stands; anything else that is read is true."""
NOT_READ = {
    "matrix": set(), "gaussian": {"lem-heavy"}, "gradients": {"lem-badgrad"},
    "incontext": {"cor-limit"}, "ridge": {"lem-top"},
    "leastsquares": set(), "quadratics": {"flow", "scalar"}, "linearattention": set(),
    "regression": {"prop-hat", "lem-shrinkage"}, "descent": {"thm-rate"}, "moments": {"thm-stein", "lem-highprob"},
}  # fmt: skip
"""A condition in words that are not understood, a reference to other conditions, or shapes that do not fit."""
READ = {
    "matrix/prop-woodbury": "(A + v vᵀ)⁻¹ = A⁻¹ - A⁻¹ v vᵀ A⁻¹/(1 + vᵀ A⁻¹ v)",
    "gaussian/lem-norm4": "E[‖x‖₂⁴] = tr(Λ)² + 2 tr(Λ²)",
    "gaussian/thm-second": "E[Λ̂²] = (n + 1)/n Λ² + tr(Λ)/n Λ",
    "gaussian/lem-noise": "E[(wᵀ x + ϵ)²] = wᵀ Λ w + σ²",
    "gradients/lem-ridge-grad": "∇_W (1/2 ‖W X - Y‖_F² + λ/2 ‖W‖_F²) = (W X - Y) Xᵀ + λ W",
    "incontext/thm-noise": "E[‖1/N Σ_{i=1..N} ε_i x_i‖₂²] = σ² tr(Λ)/N",
    "ridge/lem-dual": "ŵ_λ = Xᵀ (X Xᵀ + λ I_n)⁻¹ y",
    "ridge/lem-projection": "P² = P",
    "regression/thm-cov": "E[(ŵ - w_star) (ŵ - w_star)ᵀ] = σ² (Xᵀ X)⁻¹",
    "regression/prop-bias": "E[ŵ_λ] - w_star = -λ (Xᵀ X + λ I)⁻¹ w_star",
    "descent/lem-gapf": "f(x) - f(x_star) = 1/2 (x - x_star)ᵀ A (x - x_star)",
    "descent/lem-step": "x^+ - x_star = (I - η A) (x - x_star)",
    "descent/prop-lower": "λ_min(A) ‖x‖₂² ≤ xᵀ A x ≤ λ_1(A) ‖x‖₂²",
    "leastsquares/eq-grad": "∇_𝐰 L(𝐰) = 𝐗ᵀ (𝐗 𝐰 - 𝐲) + λ 𝐰",
    "leastsquares/prop-hat": "P² = P,  Pᵀ = P,  tr(P) = d",
    "leastsquares/thm-ols": "E[𝐰̂] = 𝐰^star",
    "quadratics/pl": "1/2 ‖∇_x f(x)‖₂² ≥ μ (f(x) - f^*)",
    "quadratics/one-step": "x^+ - x^* = (I - η H) (x - x^*)",
    "leastsquares/lem-ridge": "argmin_{𝐰} L(𝐰) = (𝐗ᵀ 𝐗 + λ I)⁻¹ 𝐗ᵀ 𝐲",
    "linearattention/lem-sand": "E[𝐱 𝐱ᵀ A 𝐱 𝐱ᵀ] = Λ (A + Aᵀ) Λ + tr(A Λ) Λ",
    "linearattention/lem-cross": "E[⟨𝐱₁, 𝐱₂⟩²] = tr(Λ²),  E[⟨𝐱₁, 𝐱₂⟩] = 0",
    "moments/thm-shift": "E[u uᵀ] = Σ + μ μᵀ",
    "moments/thm-square": "E[Σ̂²] = (1 + 1/n) Σ² + tr(Σ)/n Σ",
}


def _read(name: str) -> PaperRead:
    return paper(PAPERS / f"{name}.tex")


def _check(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["check", *arguments, "--jobs", "1"])


@pytest.mark.parametrize("name", sorted(FALSE))
def test_of_a_short_paper_all_is_read_but_what_says_a_condition_in_other_words(name):
    found = _read(name)
    assert {one.id.split("/")[1] for one in found.unread} == NOT_READ[name]


def test_of_displayed_identities_at_least_85_in_100_are_read():
    displays = [piece for name in FALSE for piece in pieces(expanded(sources(PAPERS / f"{name}.tex").whole))
                if piece.display]  # fmt: skip
    left = {"gradients/lem-badgrad", "regression/prop-hat",
            "quadratics/flow", "quadratics/scalar"}  # fmt: skip
    assert left <= {one.id for name in FALSE for one in _read(name).unread}, "the displays that are not read"
    assert len(left) + 4 <= 0.15 * len(displays), "those of regression and of quadratics have three rows"


@pytest.mark.parametrize("id", sorted(READ))
def test_what_is_read_is_what_is_printed(id):
    found = next(claim for claim in _read(id.split("/")[0]).claims if claim.id == id)
    assert normalize("NFD", plain(found.parts[0].readings[0].prop)) == normalize("NFD", READ[id])


def test_conditions_of_the_text_are_conditions_of_the_statement():
    claims = {claim.id: claim for claim in _read("ridge").claims}
    assert [h.name for h in claims["ridge/lem-deflate"].given] == ["‖u‖₂ = 1"]
    assert [h.name for h in claims["ridge/lem-cross"].given] == ["Vᵀ V = I_k"]
    assert claims["ridge/lem-deflate-any"].given == ()
    descent = {claim.id: [h.name for h in claim.given] for claim in _read("descent").claims}
    assert {id: given for id, given in descent.items() if given} == {
        "descent/prop-convex": ["0 ≤ t ≤ 1"], "descent/prop-strong": ["A - μ I ⪰ 0"],
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FALSE))
def test_false_lemmas_are_refuted_and_true_ones_are_not(name, tmp_path, monkeypatch):
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    whole = name in ("gaussian", "incontext")  # the others take a minute each
    file = str(PAPERS / f"{name}.tex")
    ids = [file] if whole else [*(f"{name}/{label}" for label in sorted(FALSE[name])), "--claims", file]
    found = _check(*ids, "--json", str(tmp_path / "out.json"))
    assert found.exit_code == 1
    document = json.loads((tmp_path / "out.json").read_text())
    refuted = {row["label"] for row in document["claims"] if row["verdict"] == "REFUTED"}
    assert refuted == FALSE[name]
    assert {row["id"].split("/")[1] for row in document.get("not_read", [])} == NOT_READ[name]


# The command -----------------------------------------------------------------------------------------------------

GOOD = r"""\newtheorem{lemma}{Lemma}
\begin{document}
\begin{lemma}\label{lem:t}
Let $A\in\mathbb R^{d\times d}$. Then $\operatorname{tr}(A^\top)=\operatorname{tr}(A)$.
\end{lemma}
\input{more}
"""
WRONG = r"\begin{lemma}\label{lem:w} Let $a\in\mathbb R$." + "\nThen $a^2=a$. \\end{lemma}\n"
ODD = r"\begin{lemma}\label{lem:o} We have $a>0$ unless $a$ is odd. \end{lemma}"


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.setenv("LEMMATA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    Path("p.tex").write_text(GOOD)

    def write(more: str) -> Path:
        Path("more.tex").write_text(more)
        return Path("p.tex")

    return write


def test_a_paper_whose_statements_hold_passes(written):
    found = _check(str(written("")))
    assert found.exit_code == 0, found.output
    assert "p/lem-t" in found.output


def test_a_wrong_lemma_of_an_input_file_is_told_at_its_own_line_and_column(written):
    written("\n  " + WRONG)
    found = _check("p.tex", "--sarif", "out.sarif")
    assert found.exit_code == 1
    assert "counterexample" in found.output
    location = json.loads(Path("out.sarif").read_text())["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "more.tex"
    assert location["region"] == {"startLine": 2, "startColumn": 3}


def test_what_is_not_read_is_listed_and_fails_a_strict_run_alone(written):
    written(ODD)
    found = _check("p.tex", "--sarif", "out.sarif")
    assert found.exit_code == 0
    assert "more.tex:1:42: NOT_READ p/lem-o: 'unless' is not understood here" in found.output
    assert [r["ruleId"] for r in json.loads(Path("out.sarif").read_text())["runs"][0]["results"]] == ["not-read"]
    assert _check("p.tex", "--strict").exit_code == 1


def test_an_input_that_is_missing_stops_the_run(written):
    Path("p.tex").write_text(GOOD)
    found = _check("p.tex")
    assert found.exit_code == 2
    assert r"p.tex, line 6: \input{more}: there is no such file" in found.output


def test_a_paper_is_read_again_when_a_file_of_it_changes(written):
    written("")
    assert _check("p.tex").exit_code == 0
    written("\n" + WRONG)
    assert _check("p.tex").exit_code == 1


def test_a_statement_of_a_paper_is_shown_with_its_letters(written):
    written("")
    found = CliRunner().invoke(main, ["show", "p/lem-t", "--claims", "p.tex"])
    assert found.exit_code == 0, found.output
    assert "tr(Aᵀ) = tr(A)" in found.output
    assert "A: d x d" in found.output


def test_the_errata_of_a_paper_name_its_wrong_lemma(written):
    written(WRONG)
    found = CliRunner().invoke(main, ["errata", "p.tex", "-q", "--jobs", "1"])
    assert found.exit_code == 0, found.output
    assert "p/lem-w" in found.output


# The margin ------------------------------------------------------------------------------------------------------

WITH_MARGIN = r"""\documentclass{article}
\usepackage{amsthm,amsmath,amssymb}
\usepackage[status]{lemmata}
\newtheorem{lemma}{Lemma}
\begin{document}
\begin{lemma}\label{lem:t}
Let $A\in\mathbb R^{d\times d}$. Then $\operatorname{tr}(A^\top)=\operatorname{tr}(A)$.
\end{lemma}
\begin{lemma}\label{lem:w} Let $a\in\mathbb R$. Then $a^2=a$. \end{lemma}
\end{document}
"""


def _typeset(folder: Path) -> str:
    """The log of the run, whose warnings tell what went stale; it must compile."""
    for name in ("p.pdf", "p.log"):
        (folder / name).unlink(missing_ok=True)
    subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "p.tex"], cwd=folder, check=True,
                   capture_output=True)  # fmt: skip
    assert (folder / "p.pdf").exists()
    return (folder / "p.log").read_text(encoding="latin-1")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex here")
def test_verdicts_stand_in_the_margin_until_the_text_changes(written, tmp_path):
    Path("p.tex").write_text(WITH_MARGIN)
    assert CliRunner().invoke(main, ["latex", "--style", "-o", "lemmata.sty"]).exit_code == 0
    assert "There is no p.lemmata" in _typeset(tmp_path)
    assert _check("p.tex").exit_code == 1
    assert r"\lemmataverdict{lem:w}{p.tex}{Refuted}" in Path("p.lemmata").read_text()
    assert "has changed" not in _typeset(tmp_path)
    Path("p.tex").write_text(WITH_MARGIN.replace("a^2=a", "a^2=a^2"))
    assert "p.tex has changed since it was checked" in _typeset(tmp_path)


def test_a_paper_without_the_package_gets_no_file(written):
    assert _check(str(written(""))).exit_code == 0
    assert not Path("p.lemmata").exists()
