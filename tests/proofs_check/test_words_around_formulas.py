"""Words around a formula that say what it is called, or say it again; and words that may be a condition of it."""

from __future__ import annotations

# ruff: noqa: E501, what is written and what it says stand side by side
from pathlib import Path

import pytest

from proofs_check import check
from proofs_check.reading.tex.claims import paper
from proofs_check.report.render import plain

from .left_open import left_open

PAPERS = Path(__file__).parent / "cold_in_latex"
FALSE = {
    "concentration": {"variance-wrong", "var-quad-wrong", "energy-wrong"},
    "depth": {"grad-wrong", "conserved-wrong", "expand-wrong", "balanced-wrong", "q-descent-wrong"},
}


def _read(tmp_path, text: str) -> list[str]:
    file = tmp_path / "p.tex"
    file.write_text(rf"\newtheorem{{lemma}}{{Lemma}}\begin{{document}} {text}\end{{document}}")
    return [plain(part.readings[0].prop) for claim in paper(file).claims for part in claim.parts]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FALSE))
def test_of_a_cold_paper_what_is_false_is_refuted_and_nothing_else(name):
    found = check(f"{name}/*", claims=PAPERS / f"{name}.tex", only=("words", "entries", "balls"))
    assert {id.partition("/")[2] for id, result in found.items() if result.verdict.name == "REFUTED"} == FALSE[name]


MATRICES = r"Let $A,B\in\mathbb R^{d\times d}$ be symmetric. "
TRACE = r"\[ \operatorname{tr}(AB)=\operatorname{tr}(BA) . \]"


@pytest.mark.parametrize("words", [
    "The mean squared Frobenius error equals", "The square of a difference obeys", "The gradient in the first layer is",
    "For the second layer,", "For every factorisation,", "The error contracts linearly,", "The loss decreases,",
    "We have the Cauchy--Schwarz inequality for the trace,", "Equivalently, we can write",
    "The energy does not depend on the length of the prompt, that is,", "The correlation with the label equals",
])  # fmt: skip
def test_what_a_formula_is_called_supposes_nothing(tmp_path, words):
    assert _read(tmp_path, rf"{MATRICES}\begin{{lemma}} {words} {TRACE}\end{{lemma}}") == ["tr(A B) = tr(B A)"]


@pytest.mark.parametrize("words", [
    "The loss in the symmetric case is", "The loss with label noise is", "The error in the linear regime equals",
    "For the first sample,", "For every balanced factorisation,", "The error contracts slowly,", "The loss decreases locally,",
    "We have the Cauchy--Schwarz inequality for unit vectors,", "Conditionally on $A$,", "The trace of commuting matrices is",
    "The energy does not depend on the sign, that is,", "The gradient at initialisation is", "The gradient in expectation is", "The minimum with weights one is",
    "The error with least squares is", "The square in the mean equals",
])  # fmt: skip
def test_words_that_may_be_a_condition_leave_it_unread(tmp_path, words):
    _read(tmp_path, rf"{MATRICES}\begin{{lemma}} {words} {TRACE}\end{{lemma}}")
    assert left_open(paper(tmp_path / "p.tex"))


@pytest.mark.parametrize(("sentence", "count"), [
    ("Matrix concentration starts from two moments.", 1), ("Matrix factorization is a classical model.", 1),
    ("Matrix norms are spectral.", 0), ("Every matrix is orthogonal.", 0), ("Matrix variables commute.", 0),
])  # fmt: skip
def test_a_field_is_no_matrix(tmp_path, sentence, count):
    _read(tmp_path, rf"{sentence} {MATRICES}\begin{{lemma}} {TRACE}\end{{lemma}}")
    assert len([claim for claim in paper(tmp_path / "p.tex").claims if not claim.may_suppose]) == count


@pytest.mark.parametrize(("condition", "meant"), [
    (r"If the layers are balanced, $AA^\top=B^\top B$, then", ["A Aᵀ = Bᵀ B"]), (r"If the data are whitened, $AA^\top=I_d$, then", ["A Aᵀ = I"]),
    (r"If the layers are balanced, then", None), (r"If the data are bounded, $AA^\top=I_d$, then", None),
])  # fmt: skip
def test_a_word_for_a_relation_stands_before_it(tmp_path, condition, meant):
    file = tmp_path / "p.tex"
    file.write_text(
        rf"\newtheorem{{lemma}}{{Lemma}}\begin{{document}} {MATRICES}\begin{{lemma}} {condition} {TRACE}\end{{lemma}}\end{{document}}"
    )
    found = paper(file)
    assert left_open(found) if meant is None else [[plain(one.prop) for one in claim.given] for claim in found.claims] == [meant]


FLOW = r"Let $U,V\in\mathbb R^{d\times d}$ and $L(U,V) := \frac12\|UV\|_F^2$. \begin{lemma} Along gradient flow on $L$, $\frac{d}{dt}%s=0$.\end{lemma}"


@pytest.mark.parametrize(("moved", "count"), [
    (r"\big(U^\top U-VV^\top\big)", 1), (r"(U^\top U-VV^\top)", 1), (r"\Big[U^\top U-VV^\top\Big]", 1), ("(U)(V)", 0), ("(U)V(U)", 0),
])  # fmt: skip
def test_a_matrix_that_moves_is_read_in_all_sizes_of_brackets(tmp_path, moved, count):
    assert len(_read(tmp_path, FLOW % moved)) == count


INPUTS = r"Let $x_1,\dots,x_n\sim\mathcal N(0,S)$ be i.i.d. and $A\in\mathbb R^{d\times d}$. "


def test_a_letter_beside_a_family_of_its_name_is_found_where_letters_touch(tmp_path):
    lemma = r"\begin{lemma} Let $x\sim\mathcal N(0,S)$. Then $\mathbb E[xx^\top]=S$.\end{lemma}"
    assert _read(tmp_path, INPUTS + lemma) == ["E[x xᵀ] = S"]
