"""The cookbook's proofs are proofs, and what it says of facts and schemes is what they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs_check import check
from proofs_check.proof.facts import FACTS
from proofs_check.registry import load
from proofs_check.report.axioms import PAGE, page

COOKBOOK = PAGE.with_name("COOKBOOK.md").read_text(encoding="utf-8")
RECIPES = re.findall(r"```python\n(.*?)```", COOKBOOK, re.DOTALL)


def proved(text: str, folder: Path) -> tuple[str, str]:
    (folder / "recipe.py").write_text(text)
    (statement,) = load((str(folder),)).select(())
    result = check(statement, only=("proof",))
    return result.verdict.name, result.witnesses[0].sentence


@pytest.mark.parametrize("k", range(5))
def test_a_recipe_is_proved_by_its_proof(k: int, tmp_path: Path) -> None:
    verdict, sentence = proved(RECIPES[k], tmp_path)
    assert verdict == "PROVED", sentence


def test_the_wrong_rate_is_told_at_its_step(tmp_path: Path) -> None:
    verdict, sentence = proved(RECIPES[4].replace("-(2 * k * u**2)), Identity", "-(3 * k * u**2)), Identity"), tmp_path)
    assert verdict == "UNDECIDED"
    assert "velocity" in sentence


def test_the_page_of_facts_and_schemes_is_that_of_the_tables() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m proofs_check.report.axioms"
    assert all(f"`{name}`" in page() for name in FACTS)


@pytest.mark.parametrize(("recipe", "change", "told"), [
    (4, (', ("decreasing",)', ""), "d/dt u² ≤ -2 k u²   for all t ≥ 0, which the fact \"Gronwall's inequality\" asks"),
    (3, ("norm_F(A) * norm_F(B)), From", "norm_F(A) * norm_F(A)), From"), "which says tr(A B) ≤ ‖A‖_F ‖B‖_F"),
], ids=["a premise left out", "another instance"])  # fmt: skip
def test_the_premise_that_a_fact_looked_for_is_named(
    recipe: int, change: tuple[str, str], told: str, tmp_path: Path
) -> None:
    text = RECIPES[recipe]
    k = text.index("FromFact") if recipe == 4 else 0
    verdict, sentence = proved(text[:k] + text[k:].replace(*change), tmp_path)
    assert verdict == "UNDECIDED"
    assert told in sentence
