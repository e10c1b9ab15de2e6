r"""Letters that LaTeX tells apart are printed apart, and no letter is printed that nobody wrote, as ``j'``."""

from __future__ import annotations

from itertools import combinations

# ruff: noqa: E501, letters that are alike stand side by side
import pytest

from proofs_check.reading.ask import ask
from proofs_check.reading.declarations import declared
from proofs_check.reading.reader import read
from proofs_check.report.render import plain

ALIKE = [
    [r"\epsilon", r"\varepsilon", r"\boldsymbol\epsilon", r"\boldsymbol\varepsilon"], [r"\phi", r"\varphi", r"\Phi"],
    [r"\theta", r"\vartheta"], ["L", r"\mathcal L", r"\mathscr L", r"\mathfrak L", r"\mathsf L", r"\mathbb L", r"\mathbf L"],
    ["K", r"\mathcal{K}", r"\mathbb{K}"], ["x", r"\hat x", r"\tilde x", r"\bar x", r"\dot x", r"\check x", r"\vec x", r"\breve x"],
]  # fmt: skip


@pytest.mark.parametrize("letters", ALIKE)
def test_letters_of_a_page_print_apart(letters):
    shown = {tex: plain(declared(f"{tex}: number")[0]) for tex in letters}
    assert not [pair for pair in combinations(letters, 2) if shown[pair[0]] == shown[pair[1]]]


def test_scripts_stay_where_they_are():
    named = declared(r"\mathcal{L}_1: number; \hat{\mathcal L}: number; \mathcal{D}_x: number")
    assert [plain(one) for one in named] == ["ℒ₁", "ℒ̂", "𝒟_x"]


SAMPLE = r"x_i ~ N(0,S) iid; q_i := \sum_{j=1}^n x_j^\top x_i"


def test_an_index_of_a_family_takes_a_letter_that_is_free():
    found = read(r"\sum_{j=1}^n q_j = 1", declared(SAMPLE))
    assert plain(found.tree) == "Σ_{j=1..n} Σ_{k=1..n} x_kᵀ x_j = 1"
    found = read(r"\sum_{j=1}^n q_j = k", declared(f"{SAMPLE}; k: number"))
    assert plain(found.tree) == "Σ_{j=1..n} Σ_{l=1..n} x_lᵀ x_j = k"


def test_a_double_sum_by_a_family_is_examined():
    assert ask(r"\mathbb E[\sum_{j=1}^n q_j] = n\operatorname{tr}(S)", SAMPLE).verdict.name == "PROVED"
