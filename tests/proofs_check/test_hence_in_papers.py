"""``hence`` between two formulas of a sentence: the second is shown from the first."""

from __future__ import annotations

import pytest

from proofs_check.reading.tex.claims import paper
from proofs_check.report.render import plain

FORMULAS = (r"\[ a=b, \]", r"\[ a^2=b^2 . \]")
FROM_THE_FIRST = ["a = b", "a = b  ⟹  a² = b²"]


def _read(tmp_path, text: str) -> list:
    file = tmp_path / "p.tex"
    file.write_text(
        rf"\newtheorem{{lemma}}{{Lemma}}\begin{{document}} Let $a,b\in\mathbb R$. {text}\end{{document}}"
    )
    return list(paper(file).claims)


def _lemma(tmp_path, between: str) -> list[str]:
    found = _read(tmp_path, rf"\begin{{lemma}} We have {between.join(FORMULAS)}\end{{lemma}}")
    return [plain(part.readings[0].prop) for claim in found for part in claim.parts]


@pytest.mark.parametrize("word", [
    "hence", "and hence", "so", "and therefore", "thus", "consequently,", "and it follows that", "and we get",
    "from which we get",
])  # fmt: skip
def test_behind_hence_the_formula_before_is_a_hypothesis(tmp_path, word):
    assert _lemma(tmp_path, word) == FROM_THE_FIRST


def test_of_three_formulas_the_last_follows_from_both(tmp_path):
    found = _read(tmp_path, r"\begin{lemma} We have $a=1$, hence $b=1$, hence $a=b$.\end{lemma}")
    assert plain(found[0].parts[2].readings[0].prop) == "(b = 1,  a = 1)  ⟹  a = b"


@pytest.mark.parametrize("word", ["and", "and, equivalently,", "that is,"])
def test_behind_other_words_both_formulas_are_stated(tmp_path, word):
    assert _lemma(tmp_path, word) == ["a = b", "a² = b²"]


@pytest.mark.parametrize("word", ["which gives", "which implies that", "so that"])
def test_words_of_which_it_is_open_what_they_suppose_leave_it_unread(tmp_path, word):
    assert _lemma(tmp_path, word) == []


def test_in_a_proof_the_step_has_its_premise(tmp_path):
    lemma = r"\begin{lemma} $a^2+b^2\ge2ab$.\end{lemma}"
    proof = r"\begin{proof} We have \[ (a-b)^2\ge0, \] hence \[ a^2+b^2\ge2ab . \]\end{proof}"
    steps = _read(tmp_path, lemma + proof)
    assert [[plain(given.prop) for given in step.given] for step in steps] == [[], [], ["(a - b)² ≥ 0"]]
