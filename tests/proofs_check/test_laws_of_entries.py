"""Laws with numbers for their variance, and matrices whose entries are independent."""

from __future__ import annotations

# ruff: noqa: E501, a formula and what it says stand side by side
import pytest
from click.testing import CliRunner

from proofs_check.cli import main
from proofs_check.errors import UserError
from proofs_check.reading.declarations import declared
from proofs_check.reading.tex.claims import paper
from proofs_check.report.render import plain

ENTRIES = "W in R^{m x d}; W_{ij} ~ N(0,1) iid"


def _asked(formula: str, let: str) -> str:
    return CliRunner().invoke(main, ["ask", formula, "--let", let, "--time-limit", "300"]).output.partition(":")[0]


@pytest.mark.parametrize(("formula", "let"), [
    (r"\E[\xi^4]=48", r"\xi ~ N(0,4)"), (r"\E[\xi^2]=\frac12", r"\xi ~ N(0,\frac12)"),
    (r"\E[\xi^2]=\frac54", r"\xi ~ N(1,1/4)"), (r"\E[\xi^2]=\frac{\sigma^2}{m}", r"z: vector m; \xi ~ N(0,\sigma^2/m)"),
    (r"\E[W^\top W]=m I_d", ENTRIES), (r"\E[WW^\top]=d I_m", ENTRIES),
    (r"\E[W^\top W A W^\top W] = m(m+1)A+m\tr(A)I_d", f"{ENTRIES}; A: d x d symmetric"),
    (r"\operatorname{Var}(\|Wu\|^2)=2m\|u\|^4", f"{ENTRIES}; u: vector d"),
    (r"\E[W^\top W]=I_d", r"W in R^{m x d}; W_{ij} ~ N(0,1/m) iid"),
])  # fmt: skip
def test_of_such_laws_moments_are_proved(formula, let):
    assert _asked(formula, let) == "PROVED"


@pytest.mark.parametrize(("formula", "let"), [
    (r"\E[\xi^4]=16", r"\xi ~ N(0,4)"), (r"\E[\xi^2]=16", r"\xi ~ N(0,4)"), (r"\E[W^\top W]=d I_d", ENTRIES),
])  # fmt: skip
def test_a_variance_is_no_standard_deviation(formula, let):
    assert _asked(formula, let) == "REFUTED"


@pytest.mark.parametrize("let", [
    "x in R^d; x ~ N(0,4)", r"\xi ~ N(0,0)", r"\xi_i ~ N(0,4) iid", "W in R^{m x d}; W_{ij} ~ N(0,1)",
    "W_{ij} ~ N(0,1) iid", "W in R^{m x d}; W_{ij} ~ N(1,1) iid", "W: d x d symmetric; W_{ij} ~ N(0,1) iid",
    "A: d x d symmetric; x ~ N(0,A^2/d)", "W in R^{m x d}; W_{ij} ~ N(0,S) iid", r"\xi ~ N(0,1/q)",
])  # fmt: skip
def test_what_is_no_such_law_is_refused(let):
    with pytest.raises(UserError):
        declared(let)


def _lemma(tmp_path, text: str):
    file = tmp_path / "p.tex"
    file.write_text(
        "\\newtheorem{lemma}{Lemma}\\begin{document}\\begin{lemma}\\label{l}\n" + text + "\n\\end{lemma}\\end{document}"
    )
    return paper(file)


MATRIX = r"Let $W\in\mathbb R^{m\times d}$ "


@pytest.mark.parametrize("said", [
    r"have i.i.d.\ entries $W_{ij}\sim\mathcal N(0,1)$, independent of everything else",
    r"have i.i.d.\ $\mathcal N(0,1)$ entries", "be a random matrix with i.i.d. standard Gaussian entries",
    r"be a matrix whose entries are i.i.d. $\mathcal N(0,1)$", r"with i.i.d. entries drawn from $\mathcal N(0,1)$",
    "have independent standard normal entries",
])  # fmt: skip
def test_entries_are_understood_in_sentences(tmp_path, said):
    (found,) = _lemma(tmp_path, rf"{MATRIX}{said}. Then $\mathbb E[W^\top W]=mI_d$.").claims
    assert plain(found.parts[0].readings[0].prop) == "E[Wᵀ W] = m I"


@pytest.mark.parametrize("said", [
    r"have entries $W_{ij}\sim\mathcal N(0,1)$", "have i.i.d. entries", r"have i.i.d. rows", "have i.i.d. Gaussian entries",
    r"have i.i.d. entries $V_{ij}\sim\mathcal N(0,1)$", r"have i.i.d. $\mathcal N(0,1)$ columns",
    r"have i.i.d. $\mathcal N(0,1)$ entries and $x\sim\mathcal N(0,I_d)$",
])  # fmt: skip
def test_entries_of_which_something_is_open_are_not_read(tmp_path, said):
    statement = r"\mathbb E[x^\top W^\top Wx] = md" if "$x" in said else r"\mathbb E[W^\top W]=mI_d"
    assert not _lemma(tmp_path, f"{MATRIX}{said}. Then ${statement}$.").claims


def test_a_letter_whose_sentence_was_not_understood_is_told_with_the_sentence(tmp_path):
    file = tmp_path / "p.tex"
    file.write_text(r"""\newtheorem{lemma}{Lemma}\begin{document}
Now let $G\in\mathbb R^{n\times d}$ have i.i.d.\ rows.
\begin{lemma} $\mathbb E[G^\top G]=nI_d$. \end{lemma}\end{document}""")
    (why,) = [one.sentence for one in paper(file).unread]
    assert "what is said of G in" in why
    assert "at 'have'" in why
