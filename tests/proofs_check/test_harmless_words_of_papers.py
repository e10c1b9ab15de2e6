# ruff: noqa: E501, a text and its reading stand side by side
"""Words around formulas are known to carry no condition, or what they stand beside is not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs_check.reading.tex import harmless
from proofs_check.reading.tex.claims import PaperRead, paper
from proofs_check.report.render import plain

from .left_open import left_open

AB = r"Let $A,B\in\mathbb R^{d\times d}$. "
LEMMA = r"\begin{lemma}%s\label{it} Then $A^\top B=AB$.\end{lemma}"


def _paper(folder: Path, body: str) -> PaperRead:
    file = folder / "p.tex"
    file.write_text(body, encoding="utf-8")
    return paper(file)


CONDITIONS = ["Weights that commute", "Zero curvature", "The lazy regime", "Tied weights", "Without noise", "Infinite width",
              "One sample", "Full rank", "d equal to 1", "The realizable case", "A has a real spectrum", "Rank one"]  # fmt: skip


@pytest.mark.parametrize("title", CONDITIONS)
def test_a_title_with_a_word_that_is_not_known_may_be_a_condition(title, tmp_path):
    found = _paper(tmp_path, AB + LEMMA % f"[{title}]")
    told = [*(one.sentence for one in found.unread), *(what for claim in found.claims for what in claim.may_suppose)]
    assert len(told) == 1
    assert title in told[0]
    below = _paper(tmp_path, f"{AB}\\section{{{title}}}{LEMMA % ''}").claims
    assert all(claim.may_suppose for claim in below)


@pytest.mark.parametrize("title", [
    "Sherman--Morrison", "Woodbury's identity", "Cauchy-Schwarz", "Isserlis' theorem, \\cite[Thm. 3]{isserlis}", "Smith et al., 2003",
    "Gradient of the least-squares loss", "Fourth moments", "Bias and variance", "One step of gradient descent", "Ridge regression",
])  # fmt: skip
def test_a_title_that_names_the_matter_alone_is_passed_over(title, tmp_path):
    assert _paper(tmp_path, AB + LEMMA % f"[{title}]").claims


def test_the_author_says_which_words_are_no_conditions(tmp_path):
    lemma = LEMMA % "[Nesterov's two-layer lemma]"
    (found,) = _paper(tmp_path, AB + lemma).claims
    assert found.may_suppose
    (found,) = _paper(tmp_path, f"{AB}\n%! idle Nesterov, two-layer\n{lemma}").claims
    assert not found.may_suppose
    assert plain(found.parts[0].readings[0].prop) == "Aᵀ B = A B"


@pytest.mark.parametrize("lead", [
    "In the linear model we have", "In the Gaussian model one has", "In population we have", "At the saddle we have", "Setting the gradient to zero gives", "Within the commutant one has", "The nilpotency of the update gives",
    "Modulo higher terms we find", "Perturbatively, one has", "Barring degeneracy we have", "Up to constants we have",
])  # fmt: skip
def test_a_display_behind_words_that_are_not_known_is_not_read(lead, tmp_path):
    assert left_open(_paper(tmp_path, AB + lead + r" \[ A^\top B=AB. \]"))


@pytest.mark.parametrize("lead", [
    "Expanding the square, we find", "A direct computation gives", "By linearity of the expectation we get", "Taking traces yields",
    "Using the cyclic property of the trace, we obtain", "It follows that", "By the chain rule and the product rule, one has",
])  # fmt: skip
def test_a_display_behind_words_of_a_computation_is_read(lead, tmp_path):
    text = lead.replace("one has", "we have") if lead.endswith("one has") else lead
    assert _paper(tmp_path, AB + text.replace("It follows that", "In particular it holds that") + r" \[ A^\top B=AB. \]").claims


@pytest.mark.parametrize("said", [
    "The matrix $A$ equals its transpose.", "Symmetry of $A$ matters.", "The group $A$ acts by reflections.", "$A$ commutes.",
    "We work in the commutative setting.", "From now on we tie the factors.", "Only the diagonal regime matters here.",
    "The weights vanish.  Henceforth the factors agree.",
])  # fmt: skip
def test_a_sentence_of_the_text_that_is_not_understood_may_be_a_condition_of_its_letters(said, tmp_path):
    assert all(claim.may_suppose for claim in _paper(tmp_path, f"{AB}{said}\n\n{LEMMA % ''}").claims)


@pytest.mark.parametrize("said", [
    "We note the following fact.", "This is due to Isserlis.", "The proof is short and uses the chain rule.", "We now compute the trace of $A$.",
])  # fmt: skip
def test_talk_between_statements_says_nothing_of_the_letters(said, tmp_path):
    assert _paper(tmp_path, f"{AB}{said}\n\n{LEMMA % ''}").claims


def test_the_title_of_a_proof_may_be_a_condition(tmp_path):
    proof = r"\begin{proof}[Proof of Lemma \ref{it}%s] We have \[ A^\top B=AB. \] \end{proof}"
    assert len(_paper(tmp_path, AB + LEMMA % "" + proof % "").claims) == 2
    assert len(_paper(tmp_path, AB + LEMMA % "" + proof % " in the symmetric case").claims) == 1


@pytest.mark.parametrize("words", ["By linearity of the expectation, ", "A direct calculation shows that ", "By the chain rule, "])
def test_words_of_a_computation_may_stand_in_a_statement(words, tmp_path):
    assert _paper(tmp_path, AB + rf"\begin{{lemma}} {words}$A^\top B=AB$.\end{{lemma}}").claims
    assert _paper(tmp_path, AB + r"\begin{lemma} We have $A^\top B=AB$ by the chain rule.\end{lemma}").claims
    assert not _paper(tmp_path, AB + r"\begin{lemma} We have $A^\top B=AB$ by symmetry.\end{lemma}").claims


@pytest.mark.parametrize("words", ["In the linear model,", "In the quadratic, ", "By", "Using", "As", "From", "Using the identity", "By the rule that"])
def test_a_relation_that_is_used_is_not_stated(words, tmp_path):
    assert not _paper(tmp_path, AB + rf"\begin{{lemma}} {words} $A^\top=A$, we have $A^\top B=AB$.\end{{lemma}}").claims


def test_no_word_that_carries_no_condition_opens_a_declaration():
    from proofs_check.reading.tex import vocabulary as v

    openers = {phrase[0] for phrase in (*v.STANDING, *v.LOCAL, *v.SATISFY, *v.TRAITS) if len(phrase) == 1}
    assert not {word for word in openers if harmless.lead_word(word)}
